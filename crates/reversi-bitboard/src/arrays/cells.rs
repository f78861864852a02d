//! Boards as words, and boards and sets as cells: a number for each square, from A1 to H8.

use core::fmt;

use super::{OnLevel, assert_length, legal_moves};
use crate::board::{Bitboard, Board, Overlap, Square};
use crate::cpu::Cpu;
use crate::dispatch;

/// A type of cells that are 0 or 1: [`f32`], [`u8`], [`i8`] or [`bool`].
///
/// ```
/// use reversi_engine::arrays::Cell;
///
/// assert_eq!((f32::ZERO, u8::ONE, bool::ONE), (0.0, 1, true));
/// ```
pub trait Cell: Copy + PartialEq + Sealed {
    /// A square that is not in the set.
    const ZERO: Self;
    /// A square in the set.
    const ONE: Self;
}

use sealed::Sealed;
mod sealed {
    #[allow(unreachable_pub, reason = "as visible as the trait that it seals, in a private module")]
    pub trait Sealed {
        /// The cell of 0 or 1.
        fn of(bit: u8) -> Self;
    }
}

macro_rules! cells {
    ($($Type:ty = $zero:expr, $one:expr, |$bit:ident| $of:expr;)*) => {$(
        impl Sealed for $Type {
            #[inline(always)]
            fn of($bit: u8) -> $Type {
                $of
            }
        }
        impl Cell for $Type {
            const ZERO: $Type = $zero;
            const ONE: $Type = $one;
        }
    )*};
}
cells! {
    f32 = 0.0, 1.0, |bit| bit.into();
    u8 = 0, 1, |bit| bit;
    i8 = 0, 1, |bit| bit as i8;
    bool = false, true, |bit| bit != 0;
}

/// Writes each board as two words: the discs of the side to move and of the other side.
///
/// ```
/// use reversi_engine::{Board, arrays};
///
/// let mut rows = [[0; 2]];
/// arrays::rows(&[Board::START], &mut rows);
/// assert_eq!(rows, [[0x0000_0008_1000_0000, 0x0000_0010_0800_0000]]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn rows(boards: &[Board], out: &mut [[u64; 2]]) {
    assert_length("out", out.len(), boards.len());
    for (board, row) in boards.iter().zip(out) {
        *row = [board.player().0, board.opponent().0];
    }
}

/// Reads boards from words as [`rows`] writes them.
///
/// ```
/// use reversi_engine::{Board, arrays};
///
/// let mut boards = [Board::START; 2];
/// arrays::from_rows(&[[0b01, 0b10], [0, 0]], &mut boards)?;
/// assert_eq!(boards[0].to_string(), "XO-------------------------------------------------------------- X");
///
/// let error = arrays::from_rows(&[[0b01, 0b10], [0b11, 0b10]], &mut boards).unwrap_err();
/// assert_eq!(error.to_string(), "board 1: a square cannot have discs of both sides: b1");
/// # Ok::<(), reversi_engine::arrays::CellError>(())
/// ```
///
/// # Errors
/// The first board on which both sides have a disc on a square. Nothing is written.
///
/// # Panics
/// If the slices differ in length.
pub fn from_rows(rows: &[[u64; 2]], out: &mut [Board]) -> Result<(), CellError> {
    assert_length("out", out.len(), rows.len());
    // A look at all rows keeps the check out of the loop that writes.
    if dispatch!(Cpu::detect(), l => l.overlap_in_any(rows)) {
        for (index, &[player, opponent]) in rows.iter().enumerate() {
            Board::new(Bitboard(player), Bitboard(opponent))
                .map_err(|error| CellError { index, kind: CellErrorKind::Overlap(error) })?;
        }
    }
    for (&[player, opponent], board) in rows.iter().zip(out) {
        *board = Board::from_bits(player, opponent);
    }
    Ok(())
}

/// Writes each set as a word: A1 is bit 0.
///
/// ```
/// use reversi_engine::{Bitboard, arrays};
///
/// let mut words = [0];
/// arrays::words(&[Bitboard::CORNERS], &mut words);
/// assert_eq!(words, [0x8100_0000_0000_0081]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn words(sets: &[Bitboard], out: &mut [u64]) {
    assert_length("out", out.len(), sets.len());
    for (set, out) in sets.iter().zip(out) {
        *out = set.0;
    }
}

/// Writes the cells of each set: 64 for each, 1 for its squares and 0 for the others.
///
/// ```
/// use reversi_engine::{Bitboard, arrays};
///
/// let mut cells = [0.0; 64];
/// arrays::unpack(&[Bitboard::CORNERS], &mut cells);
/// assert_eq!((cells[7], cells[8], cells.iter().sum::<f32>()), (1.0, 0.0, 4.0));
/// ```
///
/// # Panics
/// If `out` is not 64 times as long as `sets`.
pub fn unpack<T: Cell>(sets: &[Bitboard], out: &mut [T]) {
    assert_length("out", out.len(), 64 * sets.len());
    for (&set, cells) in sets.iter().zip(out.as_chunks_mut::<64>().0) {
        unpack_one(set, cells);
    }
}

#[inline(always)]
fn unpack_one<T: Cell>(set: Bitboard, out: &mut [T; 64]) {
    for (rank, cells) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        for (cell, bit) in cells.iter_mut().zip(spread(set, rank).to_le_bytes()) {
            *cell = T::of(bit);
        }
    }
}

/// The squares of a rank as bytes, the first in the lowest one.
#[inline(always)]
fn spread(set: Bitboard, rank: usize) -> u64 {
    let copies = (set.0 >> (8 * rank) & 0xff).wrapping_mul(0x0101_0101_0101_0101);
    // Each byte has its own bit only. The addition carries it, wherever it is, to the highest bit.
    ((copies & 0x8040_2010_0804_0201) + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

/// Reads sets from cells as [`unpack`] writes them: a square is in its set unless its cell is 0.
///
/// ```
/// use reversi_engine::{Bitboard, arrays};
///
/// let mut cells = [false; 64];
/// (cells[0], cells[63]) = (true, true);
/// let mut sets = [Bitboard::EMPTY];
/// arrays::pack(&cells, &mut sets);
/// assert_eq!(sets[0].to_string(), "a1 h8");
/// ```
///
/// # Panics
/// If `cells` is not 64 times as long as `out`.
pub fn pack<T: Cell>(cells: &[T], out: &mut [Bitboard]) {
    assert_length("cells", cells.len(), 64 * out.len());
    for (cells, set) in cells.as_chunks::<64>().0.iter().zip(out) {
        *set = pack_one(cells);
    }
}

#[inline(always)]
fn pack_one<T: Cell>(cells: &[T; 64]) -> Bitboard {
    gather(&cells.map(|cell| u8::from(cell != T::ZERO)))
}

/// The set of the bytes that are 1; the others are 0.
#[inline(always)]
fn gather(bytes: &[u8; 64]) -> Bitboard {
    let mut set = 0;
    for (rank, bytes) in bytes.as_chunks::<8>().0.iter().enumerate() {
        // Moves the lowest bit of each byte to the highest byte.
        let bits = u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        set |= bits << (8 * rank);
    }
    Bitboard(set)
}

/// Writes the cells of each board: 64 for each, 1 for a disc of the side to move, -1 for one of the other
/// side and 0 for an empty square.
///
/// ```
/// use reversi_engine::{Board, Square, arrays};
///
/// let mut cells = [0; 64];
/// arrays::cells(&[Board::START], &mut cells); // black to move
/// assert_eq!((cells[Square::E4.index()], cells[Square::D4.index()], cells[0]), (1, -1, 0));
/// ```
///
/// # Panics
/// If `out` is not 64 times as long as `boards`.
pub fn cells(boards: &[Board], out: &mut [i8]) {
    assert_length("out", out.len(), 64 * boards.len());
    for (&board, cells) in boards.iter().zip(out.as_chunks_mut::<64>().0) {
        for (rank, cells) in cells.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            // The byte 0xff is -1.
            let bytes = spread(board.player(), rank) | (spread(board.opponent(), rank) * 0xff);
            *cells = bytes.to_le_bytes().map(|byte| byte as i8);
        }
    }
}

/// Reads boards from cells as [`cells`] writes them.
///
/// ```
/// use reversi_engine::{Board, arrays};
///
/// let mut cells = [0; 64];
/// arrays::cells(&[Board::START], &mut cells);
/// let mut boards = [Board::START.pass()];
/// arrays::from_cells(&cells, &mut boards)?;
/// assert_eq!(boards, [Board::START]);
///
/// cells[1] = 2;
/// let error = arrays::from_cells(&cells, &mut boards).unwrap_err();
/// assert_eq!(error.to_string(), "board 0: b1 must be -1, 0 or 1, not 2");
/// # Ok::<(), reversi_engine::arrays::CellError>(())
/// ```
///
/// # Errors
/// The first cell that is not -1, 0 or 1. The boards before it are written, the others are left as they
/// were.
///
/// # Panics
/// If `cells` is not 64 times as long as `out`.
pub fn from_cells(cells: &[i8], out: &mut [Board]) -> Result<(), CellError> {
    assert_length("cells", cells.len(), 64 * out.len());
    for (index, (cells, out)) in cells.as_chunks::<64>().0.iter().zip(out).enumerate() {
        let player = cells.map(|cell| u8::from(cell == 1));
        let opponent = cells.map(|cell| u8::from(cell == -1));
        let wrong = |square: &Square| !(-1..=1).contains(&cells[square.index()]);
        if cells.iter().fold(false, |is_any, cell| is_any | !(-1..=1).contains(cell))
            && let Some(square) = Square::ALL.into_iter().find(wrong)
        {
            let found = cells[square.index()];
            return Err(CellError { index, kind: CellErrorKind::NoCell { square, found } });
        }
        *out = Board::from_bits(gather(&player).0, gather(&opponent).0);
    }
    Ok(())
}

/// A plane of [`planes`], as the side to move sees it.
///
/// ```
/// use reversi_engine::arrays::Plane;
///
/// assert_eq!(Plane::ALL.map(Plane::name), ["player", "opponent", "empty", "legal"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Plane {
    /// The discs of the side to move.
    Player,
    /// The discs of the other side.
    Opponent,
    /// The squares without a disc.
    Empty,
    /// The legal moves of the side to move.
    Legal,
}

impl Plane {
    /// All of them.
    pub const ALL: [Plane; 4] = [Plane::Player, Plane::Opponent, Plane::Empty, Plane::Legal];

    /// Returns the name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Plane::Player => "player",
            Plane::Opponent => "opponent",
            Plane::Empty => "empty",
            Plane::Legal => "legal",
        }
    }
}

/// Writes the planes of each board as the side to move sees it, 64 cells for each plane: an array of shape
/// `(boards, planes, 8, 8)`, ranks before files.
///
/// ```
/// use reversi_engine::arrays::{self, Plane};
/// use reversi_engine::{Board, Square};
///
/// let mut cells = [0.0; 128];
/// arrays::planes(&[Board::START], &[Plane::Player, Plane::Legal], &mut cells);
/// assert_eq!((cells[Square::E4.index()], cells[64 + Square::D3.index()]), (1.0, 1.0));
/// assert_eq!(cells.iter().sum::<f32>(), 6.0);
/// ```
///
/// # Panics
/// If `out` is not 64 times as long as all planes of all boards.
pub fn planes<T: Cell>(boards: &[Board], planes: &[Plane], out: &mut [T]) {
    const AT_A_TIME: usize = 64;
    assert_length("out", out.len(), 64 * planes.len() * boards.len());
    let mut legal = [Bitboard::EMPTY; AT_A_TIME];
    let mut cells = out.as_chunks_mut::<64>().0.iter_mut();
    for boards in boards.chunks(AT_A_TIME) {
        let legal = &mut legal[..boards.len()];
        if planes.contains(&Plane::Legal) {
            legal_moves(boards, legal);
        }
        for (board, &legal) in boards.iter().zip(&*legal) {
            for (plane, cells) in planes.iter().zip(&mut cells) {
                let set = match plane {
                    Plane::Player => board.player(),
                    Plane::Opponent => board.opponent(),
                    Plane::Empty => board.empties(),
                    Plane::Legal => legal,
                };
                unpack_one(set, cells);
            }
        }
    }
}

/// Reads boards from planes as [`planes`] writes them, `count` for each board. The first two are the discs of
/// the side to move and of the other side, and the others are not read. A square is in its set unless its
/// cell is 0.
///
/// ```
/// use reversi_engine::arrays::{self, Plane};
/// use reversi_engine::{Board, Square};
///
/// let (boards, mut cells) = ([Board::START.play(Square::F5)], [0; 192]);
/// arrays::planes::<u8>(&boards, &[Plane::Player, Plane::Opponent, Plane::Empty], &mut cells);
/// let mut again = [Board::START];
/// arrays::from_planes(&cells, 3, &mut again)?;
/// assert_eq!(again, boards);
///
/// cells[64..128].fill(1);
/// let error = arrays::from_planes(&cells, 3, &mut again).unwrap_err();
/// assert_eq!(error.to_string(), "board 0: a square cannot have discs of both sides: d4");
/// # Ok::<(), reversi_engine::arrays::CellError>(())
/// ```
///
/// # Errors
/// The first board on which both sides have a disc on a square. The boards before it are written, the
/// others are left as they were.
///
/// # Panics
/// If `count` is below 2, or `cells` not `64 * count` times as long as `out`.
pub fn from_planes<T: Cell>(cells: &[T], count: usize, out: &mut [Board]) -> Result<(), CellError> {
    assert!(count >= 2, "count must be 2 or more, not {count}");
    assert_length("cells", cells.len(), 64 * count * out.len());
    for (index, (planes, out)) in cells.as_chunks::<64>().0.chunks(count).zip(out).enumerate() {
        *out = Board::new(pack_one(&planes[0]), pack_one(&planes[1]))
            .map_err(|error| CellError { index, kind: CellErrorKind::Overlap(error) })?;
    }
    Ok(())
}

/// Cells or words that are not a board.
///
/// ```
/// use reversi_engine::arrays::{self, CellErrorKind};
/// use reversi_engine::{Board, Square};
///
/// let mut cells = [0; 128];
/// cells[65] = 5;
/// let error = arrays::from_cells(&cells, &mut [Board::START; 2]).unwrap_err();
/// assert_eq!(error.index, 1);
/// assert_eq!(error.kind, CellErrorKind::NoCell { square: Square::B1, found: 5 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CellError {
    /// The index of the board.
    pub index: usize,
    /// The problem.
    pub kind: CellErrorKind,
}

/// The problems of cells or words that are not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CellErrorKind {
    /// A cell is not -1, 0 or 1.
    NoCell {
        /// The square.
        square: Square,
        /// The cell.
        found: i8,
    },
    /// Both sides have a disc on a square.
    Overlap(Overlap),
}

impl core::error::Error for CellError {}

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board {}: ", self.index)?;
        match self.kind {
            CellErrorKind::NoCell { square, found } => write!(f, "{square} must be -1, 0 or 1, not {found}"),
            CellErrorKind::Overlap(overlap) => overlap.fmt(f),
        }
    }
}
