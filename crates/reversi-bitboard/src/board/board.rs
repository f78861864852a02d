use core::fmt;

use super::{Bitboard, Color, IllegalMove, IllegalMoveReason, Move, Position, Square};
use crate::cpu::Cpu;
use crate::kernel::Primitives;
use crate::{dispatch, outlined};

/// The discs of the side to move (`player`) and of the other side (`opponent`).
///
/// A small `Copy` value without colours or history, for searches and evaluations. [`Position`] adds the
/// colour to move, [`Game`](super::Game) the moves so far. Text is read in every usual spelling (see
/// [`text`](crate::text)) and printed with the side to move as `X`.
///
/// The methods that find moves and flips run on the best CPU level of the machine, which each call looks up,
/// or without the feature `std` on portable code. Code that is compiled for a level, such as
/// [`perft`](super::perft) and the searches, saves that.
///
/// ```
/// use reversi_engine::{Board, Square};
///
/// let board: Board = "---------------------------OX------XO--------------------------- X".parse()?;
/// assert_eq!(board, Board::START);
/// assert_eq!(board.flips(Square::D3).to_string(), "d4");
/// let error = board.try_play(Square::A1).unwrap_err();
/// assert_eq!(error.to_string(), "a1 is not a legal move: it flips no disc");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    player: u64,
    opponent: u64,
}

impl Board {
    /// The start of the game, black to move: black on E4 and D5, white on D4 and E5.
    pub const START: Board = Board { player: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };

    /// Makes a board from the discs of the two sides. Any disjoint sets are allowed, even if no game can
    /// reach them.
    ///
    /// # Errors
    /// [`Overlap`] if a square is in both.
    pub const fn new(player: Bitboard, opponent: Bitboard) -> Result<Board, Overlap> {
        let both = player.0 & opponent.0;
        if both == 0 {
            Ok(Board { player: player.0, opponent: opponent.0 })
        } else {
            Err(Overlap { squares: Bitboard(both) })
        }
    }

    /// Returns the discs of the side to move.
    #[inline(always)]
    pub const fn player(self) -> Bitboard {
        Bitboard(self.player)
    }

    /// Returns the discs of the other side.
    #[inline(always)]
    pub const fn opponent(self) -> Bitboard {
        Bitboard(self.opponent)
    }

    /// Returns all squares with a disc.
    #[inline(always)]
    pub const fn occupied(self) -> Bitboard {
        Bitboard(self.player | self.opponent)
    }

    /// Returns all squares without a disc.
    #[inline(always)]
    pub const fn empties(self) -> Bitboard {
        Bitboard(!(self.player | self.opponent))
    }

    /// Returns the legal moves of the side to move; empty if it must pass or the game is over.
    pub fn legal_moves(self) -> Bitboard {
        dispatch!(Cpu::of_one_call(), l => l.moves_of_one_call(self))
    }

    /// Returns what the side to move may play: its [`legal_moves`](Self::legal_moves) as moves, a pass alone
    /// where it must pass, nothing at the end of the game.
    ///
    /// ```
    /// use reversi_engine::{Board, Move, Square};
    ///
    /// let squares = [Square::D3, Square::C4, Square::F5, Square::E6];
    /// assert!(Board::START.legal_plays().eq(squares.map(Move::Place)));
    /// let must_pass: Board = "OX-------------------------------------------------------------- X".parse()?;
    /// assert!(must_pass.legal_plays().eq([Move::Pass]));
    /// let over: Board = "X--------------------------------------------------------------- X".parse()?;
    /// assert_eq!(over.legal_plays().next(), None);
    /// # Ok::<(), reversi_engine::notation::ParseBoardError>(())
    /// ```
    pub fn legal_plays(self) -> impl Iterator<Item = Move> + Clone {
        let squares = self.legal_moves();
        let must_pass = squares.is_empty() && !self.pass().legal_moves().is_empty();
        squares.into_iter().map(Move::Place).chain(must_pass.then_some(Move::Pass))
    }

    /// Returns whether the side to move may play on `square`.
    pub fn is_legal(self, square: Square) -> bool {
        !self.flips(square).is_empty()
    }

    /// Returns the discs that a move on `square` turns; empty if the move is illegal.
    pub fn flips(self, square: Square) -> Bitboard {
        if self.empties().contains(square) {
            dispatch!(Cpu::of_one_call(), l => l.flips_of_one_call(square, self))
        } else {
            Bitboard::EMPTY
        }
    }

    /// Returns the board after the side to move plays on `square`, seen from the other side.
    ///
    /// # Panics
    /// If the move is illegal. For moves that come from a user there is [`try_play`](Self::try_play).
    pub fn play(self, square: Square) -> Board {
        match self.try_play(square) {
            Ok(board) => board,
            Err(error) => panic!("{error}"),
        }
    }

    /// Returns the board after the side to move plays on `square`, seen from the other side.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is illegal, with the reason.
    pub fn try_play(self, square: Square) -> Result<Board, IllegalMove> {
        let flips = self.flips(square);
        if !flips.is_empty() {
            return Ok(self.play_unchecked(square, flips));
        }
        let reason = if self.is_game_over() {
            IllegalMoveReason::GameOver
        } else if self.occupied().contains(square) {
            IllegalMoveReason::Occupied
        } else {
            IllegalMoveReason::FlipsNothing
        };
        Err(IllegalMove { square: Some(square), reason })
    }

    /// Returns the board after the side to move plays a square or passes, seen from the other side.
    ///
    /// ```
    /// use reversi_engine::{Board, Move, Square};
    ///
    /// let line = [Square::F5, Square::D6, Square::C3].map(Move::Place);
    /// let board = line.into_iter().fold(Board::START, Board::after);
    /// assert_eq!(board, "f5d6c3".parse::<reversi_engine::Game>()?.board());
    /// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
    /// ```
    ///
    /// # Panics
    /// If the move is illegal; a pass is illegal where there is a move to play. For moves that come from a
    /// user there is [`try_after`](Self::try_after).
    pub fn after(self, mv: Move) -> Board {
        match self.try_after(mv) {
            Ok(board) => board,
            Err(error) => panic!("{error}"),
        }
    }

    /// Returns the board after the side to move plays a square or passes, seen from the other side.
    ///
    /// ```
    /// use reversi_engine::{Board, Move};
    ///
    /// let must_pass: Board = "OX-------------------------------------------------------------- X".parse()?;
    /// assert_eq!(must_pass.try_after(Move::Pass), Ok(must_pass.pass()));
    /// let error = Board::START.try_after(Move::Pass).unwrap_err();
    /// assert_eq!(error.to_string(), "pass is not a legal move: a move must be played");
    /// # Ok::<(), reversi_engine::notation::ParseBoardError>(())
    /// ```
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is illegal, with the reason.
    pub fn try_after(self, mv: Move) -> Result<Board, IllegalMove> {
        match mv {
            Move::Place(square) => self.try_play(square),
            Move::Pass if self.must_pass() => Ok(self.pass()),
            Move::Pass => {
                let over = self.is_game_over();
                let reason = if over { IllegalMoveReason::GameOver } else { IllegalMoveReason::MustPlay };
                Err(IllegalMove { square: None, reason })
            }
        }
    }

    /// Returns the board after a disc on `square` turns `flips`, seen from the other side.
    ///
    /// For callers that have the flips already. Only debug builds check them. With wrong flips the discs of
    /// the two sides may overlap, and no property of the board holds.
    ///
    /// ```
    /// use reversi_engine::{Board, Square};
    ///
    /// let flips = Board::START.flips(Square::D3);
    /// assert_eq!(Board::START.play_unchecked(Square::D3, flips), Board::START.play(Square::D3));
    /// ```
    #[inline(always)]
    pub const fn play_unchecked(self, square: Square, flips: Bitboard) -> Board {
        debug_assert!(flips.0 & !self.opponent == 0 && self.empties().contains(square));
        Board { player: self.opponent ^ flips.0, opponent: self.player ^ (flips.0 | square.bit()) }
    }

    /// Returns the same discs with the other side to move, whether or not the rules demand a pass.
    #[inline(always)]
    pub const fn pass(self) -> Board {
        Board { player: self.opponent, opponent: self.player }
    }

    /// Returns whether the side to move has no move while the other side has one.
    pub fn must_pass(self) -> bool {
        self.legal_moves().is_empty() && !self.pass().legal_moves().is_empty()
    }

    /// Returns whether neither side can move.
    pub fn is_game_over(self) -> bool {
        self.legal_moves().is_empty() && self.pass().legal_moves().is_empty()
    }

    /// Returns the discs of the side to move minus the discs of the other side, empties not counted.
    #[inline(always)]
    pub const fn disc_difference(self) -> i32 {
        self.player.count_ones() as i32 - self.opponent.count_ones() as i32
    }

    /// Returns the score of a game that ended here, from the side to move: disc difference, empties to the
    /// winner, 0 for a draw; even, -64 ..= 64.
    ///
    /// ```
    /// use reversi_engine::{Bitboard, Board};
    ///
    /// let wiped_out = Board::new(Bitboard(0), Bitboard(0b111))?;
    /// assert_eq!(wiped_out.final_score(), -64);
    /// # Ok::<(), reversi_engine::board::Overlap>(())
    /// ```
    #[inline(always)]
    pub const fn final_score(self) -> i32 {
        let difference = self.disc_difference();
        let empties = self.empties().len() as i32;
        difference + empties * difference.signum()
    }

    /// Makes a board from sets that the caller knows to be disjoint.
    #[doc(hidden)]
    pub const fn from_bits(player: u64, opponent: u64) -> Board {
        debug_assert!(player & opponent == 0);
        Board { player, opponent }
    }
}

outlined! {
    trait Outlined {
        fn moves_of_one_call(board: Board) -> Bitboard = Primitives::moves;
        fn flips_of_one_call(square: Square, board: Board) -> Bitboard = Primitives::flip;
    }
}

/// Prints [`Position`] with the side to move as black.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Position { board: *self, side: Color::Black }.fmt(f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// A square has discs of both sides.
///
/// ```
/// use reversi_engine::{Bitboard, Board, Square};
///
/// let overlap = Board::new(Bitboard(0b011), Bitboard(0b110)).unwrap_err();
/// assert_eq!(overlap.squares, Square::B1.into());
/// assert_eq!(overlap.to_string(), "a square cannot have discs of both sides: b1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Overlap {
    /// The squares with two discs.
    pub squares: Bitboard,
}

error_texts! { Overlap {
    Overlap { squares } => "a square cannot have discs of both sides: {squares}";
} }
