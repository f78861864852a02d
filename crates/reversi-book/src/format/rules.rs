//! The rules of the game and of a book for a position.

use reversi_bitboard::{Bitboard, Board, Move, Square, Symmetry};
use reversi_search::Level;

use crate::{BookEntry, BookError, BookErrorKind, ScoredMove};

/// D4, E4, D5 and E5: no move takes a disc from there, so that every board of a game has four.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// The greatest error of a leaf in the header of a book.
pub(super) const MOST_ERROR: u32 = 128;

/// The error of an unknown leaf.
pub(super) const ANY_ERROR: u32 = 64;

/// States whether a leaf may be missing although some moves are not links.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaf {
    Needed,
    Optional,
}

/// Makes the board of two numbers, in the order of their bits.
pub(super) fn board(player: u64, opponent: u64) -> Result<Board, BookErrorKind> {
    let board =
        Board::new(Bitboard(player), Bitboard(opponent)).map_err(|_overlap| BookErrorKind::NoBoard)?;
    let taken = Bitboard(board.occupied().0 & CENTRE.0);
    if taken == CENTRE { Ok(board) } else { Err(BookErrorKind::NoBoard) }
}

/// Checks a score of a record.
pub(super) fn score(score: i32) -> Result<i8, BookErrorKind> {
    match i8::try_from(score) {
        Ok(score @ -64..=64) => Ok(score),
        _ => Err(BookErrorKind::Score { score }),
    }
}

/// Returns a bound, or the nearest score if it is beyond 64 by no more than the error of a leaf may be: Edax
/// writes the value plus or minus the error.
pub(super) fn bound(bound: i32) -> Result<(i8, Option<BookErrorKind>), BookErrorKind> {
    match score(bound) {
        Ok(score) => Ok((score, None)),
        Err(_) if bound.unsigned_abs() <= 64 + MOST_ERROR => {
            Ok((bound.clamp(-64, 64) as i8, Some(BookErrorKind::Bound { bound })))
        }
        Err(error) => Err(error),
    }
}

/// Returns the level of a byte, or the lowest level if it is unknown: Egaroucid writes 70 if a person has set
/// the value, and 255 if there is no level.
pub(super) fn level(byte: u8) -> (Level, Option<BookErrorKind>) {
    let level = u32::from(byte);
    match Level::new(level) {
        Ok(level) => (level, None),
        Err(_) => (unknown_level(), Some(BookErrorKind::Level { level })),
    }
}

/// Returns the lowest level, which claims least.
pub(super) fn unknown_level() -> Level {
    Level::of::<0>()
}

/// Gives an entry its leaf, if the entry then passes the [`check`]. Otherwise the leaf is left out and
/// returned as an error, unless the entry needs a leaf.
pub(super) fn add_leaf(
    board: Board,
    entry: &mut BookEntry,
    leaf: Result<Option<ScoredMove>, BookError>,
    needed: Leaf,
) -> Result<Option<BookError>, BookError> {
    let found = leaf.and_then(|leaf| {
        entry.leaf = leaf;
        check(board, entry, needed).map_err(|kind| BookError::at(0, kind))
    });
    let Err(error) = found else { return Ok(None) };
    entry.leaf = None;
    if check(board, entry, needed).is_ok() { Ok(Some(error)) } else { Err(error) }
}

/// Checks an entry against its board.
pub(crate) fn check(board: Board, entry: &BookEntry, leaf: Leaf) -> Result<(), BookErrorKind> {
    let &BookEntry { value, lower, upper, .. } = entry;
    for number in [value, lower, upper] {
        score(number.into())?;
    }
    if !(lower <= value && value <= upper) {
        return Err(BookErrorKind::Bounds { lower, value, upper });
    }
    let legal = board.legal_moves();
    let passes = legal.is_empty() && board.must_pass();
    let (mut placed, mut passed) = (Bitboard::EMPTY, false);
    for scored in entry.moves() {
        score(scored.score.into())?;
        let mv = scored.mv;
        let (is_legal, is_known) = match mv {
            Move::Place(square) => (legal.contains(square), placed.contains(square)),
            Move::Pass => (passes, passed),
        };
        if !is_legal {
            return Err(BookErrorKind::IllegalMove { mv });
        }
        if is_known {
            return Err(BookErrorKind::MoveTwice { mv });
        }
        match mv {
            Move::Place(square) => placed = placed.with_square(square),
            Move::Pass => passed = true,
        }
    }
    match unknown_move(board, legal, placed).or((passes && !passed).then_some(Move::Pass)) {
        Some(mv) if entry.leaf.is_none() && leaf == Leaf::Needed => Err(BookErrorKind::NoLeaf { mv }),
        _ => Ok(()),
    }
}

/// Returns a legal move that is not in `placed`, and is not an image of a move in `placed` by a symmetry of
/// the board.
fn unknown_move(board: Board, legal: Bitboard, placed: Bitboard) -> Option<Move> {
    if legal == placed {
        return None;
    }
    let unknown = Bitboard(legal.0 & !images(board, placed).0);
    unknown.first().map(Move::Place)
}

/// Returns the images of squares by the symmetries of the board, the squares included.
pub(super) fn images(board: Board, squares: Bitboard) -> Bitboard {
    let own = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(board) == board);
    Bitboard(own.fold(0, |set, symmetry| set | symmetry.bitboard(squares).0))
}

/// Reads the move of a byte: a square, or 64 for a pass.
pub(super) fn read_move(byte: u8) -> Result<Move, BookErrorKind> {
    match Square::new(byte) {
        Some(square) => Ok(Move::Place(square)),
        None if byte == PASS => Ok(Move::Pass),
        None => Err(BookErrorKind::MoveByte { byte }),
    }
}

/// Converts the number of positions to the type in a header.
pub(super) fn write_count(positions: u64) -> Result<i32, BookErrorKind> {
    let too_many = |_| BookErrorKind::TooMany { positions, most: i32::MAX as u64 };
    i32::try_from(positions).map_err(too_many)
}

pub(super) fn write_move(mv: Move) -> u8 {
    mv.square().map_or(PASS, |square| square.index() as u8)
}

const PASS: u8 = 64;
