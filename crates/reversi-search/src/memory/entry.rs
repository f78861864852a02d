//! The entry of a position in the table.

use reversi_bitboard::Square;

use super::Draft;
use crate::api::Selectivity;

/// Bounds of a position and its best moves, found by a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// The first move reaches `lower` if that is more than -64, otherwise it is the best move found; the
    /// second is another good one.
    pub(crate) moves: [Option<Square>; 2],
    /// The search that found the bounds.
    pub(crate) draft: Draft,
}

impl Entry {
    pub(crate) const UNKNOWN: Entry = Entry {
        lower: -64,
        upper: 64,
        moves: [None, None],
        draft: Draft { depth: 0, selectivity: Selectivity::P73 },
    };

    /// No bounds and no moves, from a search with this draft.
    #[cfg(test)]
    pub(crate) fn unknown(draft: Draft) -> Entry {
        Entry { draft, ..Entry::UNKNOWN }
    }

    // Bytes of one word: lower + 64, 64 - upper, each move plus one, depth, selectivity. An unknown position
    // is zero.
    pub(super) fn pack(self) -> u64 {
        let square = |mv: Option<Square>| mv.map_or(0, |square| square.index() as u64 + 1);
        (self.lower + 64) as u64
            | ((64 - self.upper) as u64) << 8
            | square(self.moves[0]) << 16
            | square(self.moves[1]) << 24
            | u64::from(self.draft.depth) << 32
            | (self.draft.selectivity as u64) << 40
    }

    pub(super) fn unpack(data: u64) -> Entry {
        let byte = |i: u32| (data >> (8 * i)) as u8;
        let square = |byte: u8| Square::new(byte.wrapping_sub(1));
        Entry {
            lower: i32::from(byte(0)) - 64,
            upper: 64 - i32::from(byte(1)),
            moves: [square(byte(2)), square(byte(3))],
            draft: Draft { depth: byte(4), selectivity: Selectivity::from_index(byte(5)) },
        }
    }

    /// Returns the entry, without its bounds if they do not answer a search with this draft.
    #[inline(always)]
    pub(super) fn as_seen_by(self, asked: Draft) -> Entry {
        if self.draft.answers(asked) { self } else { Entry { lower: -64, upper: 64, ..self } }
    }

    /// Returns the entry that replaces `old` after a search of the same position has `found` another one.
    #[inline(always)]
    pub(super) fn merged(old: Entry, found: Entry, empties: u32) -> Entry {
        if old.draft != found.draft {
            // Proofs stay. Estimates give way to the latest search and leave it their moves.
            return if old.draft == Draft::exact(empties) {
                old
            } else {
                Entry { moves: two_moves(found.moves, old.moves), ..found }
            };
        }
        // A move found while failing low must not take the place of the one that stands for the lower bound.
        let keeps_witness = old.lower > -64 && found.lower <= old.lower;
        let moves =
            if keeps_witness { two_moves(old.moves, found.moves) } else { two_moves(found.moves, old.moves) };
        let (lower, upper) = (found.lower.max(old.lower), found.upper.min(old.upper));
        if lower > upper {
            // Estimates may contradict each other; proofs never do.
            return Entry { moves: two_moves(found.moves, old.moves), ..found };
        }
        Entry { lower, upper, moves, draft: found.draft }
    }
}

/// The best two moves of two pairs, the first pair coming first.
#[inline(always)]
fn two_moves(first: [Option<Square>; 2], second: [Option<Square>; 2]) -> [Option<Square>; 2] {
    let best = first[0].or(second[0]);
    [best, if second[0] == best { second[1].or(first[1]) } else { second[0] }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extreme_entries_survive_packing() {
        for lower in [-64, -1, 0, 64] {
            for upper in [-64, 0, 1, 64] {
                for moves in [[None, None], [Some(Square::A1), Some(Square::H8)]] {
                    for draft in [
                        Entry::UNKNOWN.draft,
                        Draft { depth: 8, selectivity: Selectivity::P95 },
                        Draft::exact(60),
                    ] {
                        let entry = Entry { lower, upper, moves, draft };
                        assert_eq!(Entry::unpack(entry.pack()), entry);
                    }
                }
            }
        }
        assert_eq!(Entry::UNKNOWN.pack(), 0);
    }
}
