//! The layout of a position.

use reversi_bitboard::{Board, Move, Square};

use super::super::input::array;
use super::super::reader::Reading;
use super::super::rules::{self, Leaf};
use super::RECORD;
use crate::{BookEntry, BookError, BookErrorKind, ScoredMove, Tally};

/// The layout of a position after its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The number of bytes of the number of links. It is 0 if there are no links.
    links: usize,
    /// The number of bytes of the leaf: score and square, and perhaps a level.
    leaf: usize,
}

/// The number of bytes up to the lines.
const FIXED: usize = 22;
/// Upper bound of the number of moves of a board.
const MOST_LINKS: usize = 40;
/// The maximum length of a record of a sound book.
pub(super) const LONGEST: usize = FIXED + 4 + 2 * MOST_LINKS + 3;

/// The layout of version 3.
pub(super) const THREE: Layout = Layout { links: 0, leaf: 3 };

/// The possible layouts of version 2. The files have one byte for the number of links, while the
/// documentation says four. It is not known whether a leaf has a level.
const TWO: [Layout; 4] = [
    Layout { links: 1, leaf: 2 },
    Layout { links: 1, leaf: 3 },
    Layout { links: 4, leaf: 2 },
    Layout { links: 4, leaf: 3 },
];

impl Layout {
    /// Detects the layout of a book of version 2: the layout in which the most positions at its start are
    /// sound.
    pub(super) fn of_version_2(start: &[u8]) -> Layout {
        let sound = |layout: &Layout| {
            let (mut rest, mut sound) = (start, 0_u32);
            while let Some(len) = layout.length(rest).filter(|&len| layout.read(&rest[..len]).is_ok()) {
                rest = &rest[len..];
                sound += 1;
            }
            sound
        };
        let [first, others @ ..] = TWO;
        others.into_iter().fold(
            first,
            |best, layout| {
                if sound(&layout) > sound(&best) { layout } else { best }
            },
        )
    }

    /// Returns the length of the record at the start of `bytes`, if it is complete.
    pub(super) fn length(self, bytes: &[u8]) -> Option<usize> {
        let links = match self.links {
            0 => 0,
            1 => usize::from(*bytes.get(FIXED)?),
            _ => u32::from_le_bytes(*bytes.get(FIXED..)?.first_chunk()?) as usize,
        };
        let len = FIXED + self.links + links.checked_mul(2)? + self.leaf;
        (len <= bytes.len()).then_some(len)
    }

    /// Returns the length of an unknown record.
    pub(super) fn usual_length(self) -> usize {
        if self == THREE { RECORD } else { FIXED + self.links + self.leaf }
    }

    /// Reads the board at the start of a record.
    pub(super) fn board(self, bytes: &[u8]) -> Result<Board, BookErrorKind> {
        if bytes.len() < FIXED {
            return Err(BookErrorKind::Cut);
        }
        let number = |at| u64::from_le_bytes(array(bytes, at)).reverse_bits();
        rules::board(number(0), number(8))
    }

    /// Reads and checks the record at the start of `bytes`. The offset of an error is relative to the record.
    pub(super) fn read(self, bytes: &[u8]) -> Result<Reading, BookError> {
        let within = |offset: usize| move |kind: BookErrorKind| BookError::at(offset as u64, kind);
        let board = self.board(bytes).map_err(within(0))?;
        let Some(bytes) = self.length(bytes).map(|len| &bytes[..len]) else {
            return Err(BookError::at(0, BookErrorKind::Cut));
        };
        let value = rules::score((bytes[16] as i8).into()).map_err(within(16))?;
        let (level, odd_level) = rules::level(bytes[17]);
        let tally = Tally { lines: u32::from_le_bytes(array(bytes, 18)), ..Tally::default() };
        let leaf_at = bytes.len() - self.leaf;
        let mut links = Vec::new();
        for (at, &[score, square]) in (FIXED + self.links..).step_by(2).zip(pairs(bytes, self, leaf_at)) {
            let square = place(square).ok_or(BookErrorKind::MoveByte { byte: square }).map_err(within(at))?;
            let score = rules::score((score as i8).into()).map_err(within(at))?;
            links.push(ScoredMove { mv: Move::Place(square), score });
        }
        let leaf = place(bytes[leaf_at + 1]).map(|square| {
            let score = rules::score((bytes[leaf_at] as i8).into()).map_err(within(leaf_at))?;
            Ok(ScoredMove { mv: Move::Place(square), score })
        });
        let mut entry = BookEntry { links, leaf: None, value, lower: -64, upper: 64, level, tally };
        let odd_leaf = rules::add_leaf(board, &mut entry, leaf.transpose(), Leaf::Optional)?;
        Ok(Reading { board, entry, odd: odd_level.map(within(17)).or(odd_leaf) })
    }
}

fn pairs(bytes: &[u8], layout: Layout, leaf_at: usize) -> &[[u8; 2]] {
    bytes[FIXED + layout.links..leaf_at].as_chunks().0
}

/// Converts a byte to a square.
fn place(byte: u8) -> Option<Square> {
    63_u8.checked_sub(byte).and_then(Square::new)
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::Board;

    use super::{FIXED, Layout, Reading, TWO};

    /// Makes records of boards without links and leaf, the second one with a link.
    fn records(layout: Layout) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut board = Board::START;
        for _ in 0..9 {
            let at = bytes.len();
            bytes.extend(board.player().0.reverse_bits().to_le_bytes());
            bytes.extend(board.opponent().0.reverse_bits().to_le_bytes());
            bytes.extend([0, 21, 1, 0, 0, 0]);
            assert_eq!(bytes.len() - at, FIXED);
            let square = board.legal_moves().first().unwrap();
            bytes.extend(&1_u32.to_le_bytes()[..layout.links]);
            bytes.extend([3, 63 - square.index() as u8]);
            bytes.extend(&[0, 65, 21][..layout.leaf]);
            board = board.play(square);
        }
        bytes
    }

    #[test]
    fn the_layout_is_that_in_which_the_positions_are_sound() {
        for layout in TWO {
            let bytes = records(layout);
            assert_eq!(Layout::of_version_2(&bytes), layout);
            let Reading { board, entry, odd } = layout.read(&bytes).unwrap();
            assert_eq!((board, entry.links.len(), entry.leaf), (Board::START, 1, None));
            assert!(odd.is_none());
        }
    }
}
