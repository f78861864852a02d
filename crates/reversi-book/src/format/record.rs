//! A position in a temporary file.

use reversi_bitboard::{Board, Move};
use reversi_search::Level;

use super::rules;
use crate::packed::Key;
use crate::{BookEntry, ScoredMove, Tally};

/// A flag of the first byte, beside the number of links.
const HAS_LEAF: u8 = 0x40;
/// A flag of the second byte, beside the level.
const HAS_GAMES: u8 = 0x80;
const DAMAGED: &str = "a temporary file has what was written to it";

/// Returns the number by which boards are sorted, the same as in packed books.
pub(super) fn number(board: &Board) -> u128 {
    u128::from_be_bytes(Key::of(board).rest(0))
}

/// Returns the board of a number.
pub(super) fn board(number: u128) -> Board {
    Key::from_rest(0, 0, &number.to_be_bytes()).and_then(Key::board).expect(DAMAGED)
}

/// Returns the board after a move.
pub(super) fn after(board: Board, mv: Move) -> Board {
    match mv {
        Move::Place(square) => board.play(square),
        Move::Pass => board.pass(),
    }
}

/// Appends an entry.
pub(super) fn write(bytes: &mut Vec<u8>, entry: &BookEntry) {
    let BookEntry { ref links, leaf, value, lower, upper, level, tally } = *entry;
    let Tally { wins, draws, losses, lines } = tally;
    let has_games = wins != 0 || draws != 0 || losses != 0;
    bytes.push(links.len() as u8 | if leaf.is_some() { HAS_LEAF } else { 0 });
    bytes.push(level.number() as u8 | if has_games { HAS_GAMES } else { 0 });
    bytes.extend([value as u8, lower as u8, upper as u8]);
    bytes.extend(lines.to_le_bytes());
    if has_games {
        bytes.extend([wins, draws, losses].map(u32::to_le_bytes).as_flattened());
    }
    for ScoredMove { mv, score } in entry.moves() {
        bytes.extend([score as u8, rules::write_move(mv)]);
    }
}

/// Reads an entry that [`write`] has written.
pub(super) fn read(mut bytes: &[u8]) -> BookEntry {
    let [first, second, value, lower, upper] = take(&mut bytes);
    let mut tally = Tally { lines: u32::from_le_bytes(take(&mut bytes)), ..Tally::default() };
    if second & HAS_GAMES != 0 {
        [tally.wins, tally.draws, tally.losses] = [(); 3].map(|()| u32::from_le_bytes(take(&mut bytes)));
    }
    let level = Level::new(u32::from(second & !HAS_GAMES)).expect(DAMAGED);
    let mut scored = || {
        let [score, mv] = take(&mut bytes);
        ScoredMove { mv: rules::read_move(mv).expect(DAMAGED), score: score as i8 }
    };
    let links = (0..first & !HAS_LEAF).map(|_| scored()).collect();
    let leaf = (first & HAS_LEAF != 0).then(scored);
    BookEntry { links, leaf, value: value as i8, lower: lower as i8, upper: upper as i8, level, tally }
}

/// Takes the first bytes.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (array, rest) = bytes.split_first_chunk().expect(DAMAGED);
    *bytes = rest;
    *array
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::{Move, Square};
    use reversi_search::Level;

    use crate::{BookEntry, ScoredMove, Tally};

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let scored = |square, score| ScoredMove { mv: Move::Place(square), score };
        let games = Tally { wins: u32::MAX, draws: 2, losses: 3, lines: 70_000 };
        for (tally, leaf) in [(Tally::default(), None), (games, Some(scored(Square::H8, -64)))] {
            let links = vec![scored(Square::A1, 64), ScoredMove { mv: Move::Pass, score: -1 }];
            let entry = BookEntry { links, leaf, value: 64, lower: -64, upper: 5, level: Level::MAX, tally };
            let mut bytes = Vec::new();
            super::write(&mut bytes, &entry);
            assert_eq!(super::read(&bytes), entry);
        }
    }
}
