//! Boards: two sets of squares, seen by the side to move.

use std::ffi::c_char;

use reversi_engine::board::Symmetry;
use reversi_engine::{Bitboard, Board, Color, Move, Position, Square};

use crate::failure::Failure;
use crate::moves::{ReversiMove, from_c, to_c};
use crate::pointer::{In, Out, fill_text};
use crate::status::{ReversiStatus, calls};

/// A board, seen by the side to move. Bit 0 of a set is A1, bit 1 is B1, bit 63 is H8.
///
/// A square that is in both sets is an error of every function that reads the board.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReversiBoard {
    /// The discs of the side to move.
    pub player: u64,
    /// The discs of the other side.
    pub opponent: u64,
}

/// The side to move. The rules are the same for both.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiColor {
    /// Black, which begins.
    Black = 0,
    /// White.
    White = 1,
}

/// The kind of a turn: what the side to move may do.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiTurn {
    /// It plays a square.
    Move = 0,
    /// It has no move and passes: the other side has one.
    Pass = 1,
    /// Neither side has a move: the game is over.
    Over = 2,
}

impl ReversiBoard {
    pub(crate) fn of(board: Board) -> ReversiBoard {
        ReversiBoard { player: board.player().0, opponent: board.opponent().0 }
    }

    pub(crate) fn checked(self) -> Result<Board, Failure> {
        let board = Board::new(Bitboard(self.player), Bitboard(self.opponent));
        board.map_err(Failure::invalid)
    }
}

impl In<ReversiBoard> {
    pub(crate) fn board(self, name: &'static str) -> Result<Board, Failure> {
        self.read(name)?.checked().map_err(|failure| failure.field(name))
    }
}

/// Writes a position: its board, and its side to move where it is wanted.
pub(crate) fn write_position(
    position: Position,
    board: Out<ReversiBoard>,
    side: Out<ReversiColor>,
) -> Result<(), Failure> {
    board.write("board", ReversiBoard::of(position.board))?;
    side.write_if_wanted("side", color_to_c(position.side))
}

pub(crate) fn color_to_c(color: Color) -> ReversiColor {
    if color == Color::Black { ReversiColor::Black } else { ReversiColor::White }
}

pub(crate) fn color_from_c(color: i32, name: &str) -> Result<Color, Failure> {
    match color {
        0 => Ok(Color::Black),
        1 => Ok(Color::White),
        _ => Err(Failure::out_of_range(name, "0 or 1", color)),
    }
}

fn symmetry_from_c(symmetry: u32) -> Result<Symmetry, Failure> {
    let known = Symmetry::ALL.get(symmetry as usize).copied();
    known.ok_or_else(|| Failure::out_of_range("symmetry", "0 to 7", symmetry))
}

fn symmetry_to_c(symmetry: Symmetry) -> u32 {
    Symmetry::ALL.iter().position(|&known| known == symmetry).expect("all symmetries are listed") as u32
}

calls!(
    /// Writes the start of a game to `board`, black to move.
    fn reversi_board_start(board: Out<ReversiBoard>) {
        board.write("board", ReversiBoard::of(Board::START))
    }

    /// Reads a board from `text` of `length` bytes: 64 cells from A1 to H8, then the side to move. Black is
    /// one of `X x * B b #`, white of `O o W w`, an empty square of `- . _`; blanks, line breaks, `/` and `|`
    /// mean nothing. Writes it to `board`, and the side to move to `side`, which may be NULL.
    ///
    /// Errors: `REVERSI_STATUS_BAD_TEXT` if it is not a board, with the place.
    fn reversi_board_parse(
        text: In<c_char>,
        length: usize,
        board: Out<ReversiBoard>,
        side: Out<ReversiColor>,
    ) {
        let position = text.text(length, "text")?.parse().map_err(Failure::bad_text)?;
        write_position(position, board, side)
    }

    /// Writes `board` with `side` to move (a `ReversiColor`) as text into `buffer`, of which 67 bytes are
    /// enough: 64 cells of `X`, `O` and `-`, a blank, and the side.
    fn reversi_board_format(
        board: In<ReversiBoard>,
        side: i32,
        buffer: Out<c_char>,
        capacity: usize,
        length: Out<usize>,
    ) {
        let position = Position { board: board.board("board")?, side: color_from_c(side, "side")? };
        fill_text(&position.to_string(), buffer, capacity, length)
    }

    /// Writes the set of squares that the side to move of `board` may play to `moves`: none if it must pass,
    /// or if the game is over.
    fn reversi_board_legal_moves(board: In<ReversiBoard>, moves: Out<u64>) {
        moves.write("moves", board.board("board")?.legal_moves().0)
    }

    /// Writes the set of discs that the move `mv` turns on `board` to `flips`: none if the move is illegal or
    /// a pass.
    fn reversi_board_flips(board: In<ReversiBoard>, mv: ReversiMove, flips: Out<u64>) {
        let (board, mv) = (board.board("board")?, from_c(mv, "mv")?);
        flips.write("flips", mv.square().map_or(0, |square| board.flips(square).0))
    }

    /// Plays `mv` on `board` and writes the board after it to `after`, seen by the other side. A pass is
    /// legal where there is no other move. `after` may be the same pointer as `board`.
    ///
    /// Errors: `REVERSI_STATUS_ILLEGAL_MOVE`.
    fn reversi_board_play(board: In<ReversiBoard>, mv: ReversiMove, after: Out<ReversiBoard>) {
        let played = board.board("board")?.try_after(from_c(mv, "mv")?);
        let played = played.map_err(|error| Failure::of(ReversiStatus::IllegalMove, &error))?;
        after.write("after", ReversiBoard::of(played))
    }

    /// Writes to `turn` whether the side to move of `board` plays a square, passes, or the game is over.
    fn reversi_board_turn(board: In<ReversiBoard>, turn: Out<ReversiTurn>) {
        let known = match board.board("board")?.legal_plays().next() {
            Some(Move::Place(_)) => ReversiTurn::Move,
            Some(Move::Pass) => ReversiTurn::Pass,
            None => ReversiTurn::Over,
        };
        turn.write("turn", known)
    }

    /// Writes the score of a game that ends with `board` to `score`: the disc difference seen by the side to
    /// move, empty squares to the winner, -64 to 64. The function does not check that the game is over.
    fn reversi_board_final_score(board: In<ReversiBoard>, score: Out<i32>) {
        score.write("score", board.board("board")?.final_score())
    }

    /// Writes the image of `board` under a symmetry to `image`. Of `symmetry`, 0 to 7, bit 2 swaps files and
    /// ranks, then bit 0 mirrors the files (A and H), and bit 1 the ranks. `image` may be the same pointer as
    /// `board`.
    fn reversi_board_transform(board: In<ReversiBoard>, symmetry: u32, image: Out<ReversiBoard>) {
        let (board, symmetry) = (board.board("board")?, symmetry_from_c(symmetry)?);
        image.write("image", ReversiBoard::of(symmetry.board(board)))
    }

    /// Writes the smallest of the eight images of `board` to `image`, and to `symmetry` the one that leads
    /// there. `symmetry` may be NULL. `image` may be the same pointer as `board`.
    fn reversi_board_canonical(board: In<ReversiBoard>, image: Out<ReversiBoard>, symmetry: Out<u32>) {
        let (canonical, to) = board.board("board")?.canonical();
        image.write("image", ReversiBoard::of(canonical))?;
        symmetry.write_if_wanted("symmetry", symmetry_to_c(to))
    }

    /// Writes the image of the move `mv` under `symmetry` to `image`: a pass stays a pass.
    fn reversi_move_transform(mv: ReversiMove, symmetry: u32, image: Out<ReversiMove>) {
        let (mv, symmetry) = (from_c(mv, "mv")?, symmetry_from_c(symmetry)?);
        let of_square = |square: Square| Move::Place(symmetry.square(square));
        image.write("image", to_c(mv.square().map_or(Move::Pass, of_square)))
    }

    /// Writes the symmetry that undoes `symmetry` to `inverse`.
    fn reversi_symmetry_inverse(symmetry: u32, inverse: Out<u32>) {
        inverse.write("inverse", symmetry_to_c(symmetry_from_c(symmetry)?.inverse()))
    }
);
