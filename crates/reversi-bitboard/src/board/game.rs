use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use super::{Board, Color, IllegalMove, Move, Position, Square};

/// A game: its start, the moves so far, and the present position.
///
/// A pass is a move: [`play`](Self::play) accepts it exactly when the side to move has no other move. Moves
/// that [`undo`](Self::undo) takes back are kept for [`redo`](Self::redo), but are not part of the game: they
/// are neither compared nor written.
///
/// ```
/// use reversi_engine::{Color, Game, Move, Square};
///
/// let mut game = Game::new();
/// game.play(Square::F5)?;
/// game.play(Square::D6)?;
/// assert_eq!(game.side_to_move(), Color::Black);
/// assert_eq!(game.undo(), Some(Move::Place(Square::D6)));
/// let error = game.play(Move::Pass).unwrap_err();
/// assert_eq!(error.to_string(), "pass is not a legal move: a move must be played");
/// # Ok::<(), reversi_engine::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    current: Position,
    turns: Vec<(Board, Move)>, // the board before each move
    undone: Vec<Move>,         // the next one last
}

/// Compares the start and the moves.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.start == other.start && self.turns == other.turns
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.start, &self.turns).hash(state);
    }
}

impl Game {
    /// Creates a game at its start.
    pub fn new() -> Game {
        Game::from_position(Position::START)
    }

    /// Creates a game that begins from any position.
    pub fn from_position(start: Position) -> Game {
        Game { start, current: start, turns: Vec::new(), undone: Vec::new() }
    }

    /// Returns the position at the start of the game.
    pub fn start(&self) -> Position {
        self.start
    }

    /// Returns the present position.
    pub fn position(&self) -> Position {
        self.current
    }

    /// Returns the board as the side to move sees it.
    pub fn board(&self) -> Board {
        self.current.board
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        self.current.side
    }

    /// Returns the moves so far, passes included.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.turns.iter().map(|&(_, mv)| mv)
    }

    /// Returns the position before each move, and the move.
    ///
    /// ```
    /// use reversi_engine::{Color, Game, Move, Position, Square};
    ///
    /// let game: Game = "f5d6".parse()?;
    /// let turns: Vec<(Position, Move)> = game.turns().collect();
    /// assert_eq!(turns[0], (Position::START, Square::F5.into()));
    /// assert_eq!((turns[1].0.side, turns[1].1), (Color::White, Square::D6.into()));
    /// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
    /// ```
    pub fn turns(&self) -> impl ExactSizeIterator<Item = (Position, Move)> + '_ {
        let sides = [self.start.side, !self.start.side];
        self.turns
            .iter()
            .enumerate()
            .map(move |(i, &(board, mv))| (Position { board, side: sides[i % 2] }, mv))
    }

    /// Returns the game as it was after its first `moves` moves, passes included, or all of it if it has
    /// fewer.
    ///
    /// ```
    /// use reversi_engine::Game;
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// assert_eq!(game.prefix(2).to_string(), "f5d6");
    /// assert_eq!(game.prefix(0), Game::new());
    /// assert_eq!(game.prefix(99), game);
    /// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
    /// ```
    pub fn prefix(&self, moves: usize) -> Game {
        let current = self.turns().nth(moves).map_or(self.current, |(position, _)| position);
        let turns = self.turns[..moves.min(self.turns.len())].to_vec();
        Game { start: self.start, current, turns, undone: Vec::new() }
    }

    /// Returns what the side to move may play: its squares, a pass alone where it must pass, nothing at the
    /// end of the game. See [`Board::legal_plays`].
    ///
    /// ```
    /// use reversi_engine::{Game, Move};
    ///
    /// let mut game = Game::new();
    /// while let Some(mv) = game.legal_plays().next() {
    ///     game.play(mv)?; // a pass too
    /// }
    /// assert!(game.is_over() && game.moves().any(|mv| mv == Move::Pass));
    /// # Ok::<(), reversi_engine::IllegalMove>(())
    /// ```
    pub fn legal_plays(&self) -> impl Iterator<Item = Move> + Clone + use<> {
        self.board().legal_plays()
    }

    /// Plays a square or a forced pass. Moves that were taken back are forgotten, unless this is the next of
    /// them.
    ///
    /// # Errors
    /// [`IllegalMove`]; the game is unchanged.
    pub fn play(&mut self, mv: impl Into<Move>) -> Result<(), IllegalMove> {
        let (mv, board) = (mv.into(), self.board());
        let next = board.try_after(mv)?;
        self.turns.push((board, mv));
        self.current = Position { board: next, side: !self.current.side };
        if self.undone.pop_if(|next| *next == mv).is_none() {
            self.undone.clear();
        }
        Ok(())
    }

    /// Plays the next move of a record that may leave out forced passes: a missing pass is played before the
    /// square.
    ///
    /// ```
    /// use reversi_engine::{Game, Square};
    ///
    /// // After C1 white has no move, and black goes on.
    /// let start = "XO------ X------- O------- -------- -------- -------- -------- -------- X".parse()?;
    /// let mut game = Game::from_position(start);
    /// game.play_recorded(Square::C1)?;
    /// game.play_recorded(Square::A4)?;
    /// assert_eq!(game.to_string(), "c1psa4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`IllegalMove`]; the game is unchanged except for a missing pass.
    pub fn play_recorded(&mut self, mv: impl Into<Move>) -> Result<(), IllegalMove> {
        let mv = mv.into();
        if mv != Move::Pass && self.must_pass() {
            self.play(Move::Pass)?;
        }
        self.play(mv)
    }

    /// Takes back the last move or pass and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let (board, mv) = self.turns.pop()?;
        self.current = Position { board, side: !self.current.side };
        self.undone.push(mv);
        Some(mv)
    }

    /// Takes back the last move of a side on a square, and all moves after it, so that this side chooses
    /// again. Returns the move, or `None`, with the game unchanged, if the side has not played yet. A pass is
    /// not a choice.
    ///
    /// ```
    /// use reversi_engine::{Color, Game, Square};
    ///
    /// let mut game: Game = "f5d6c3d3".parse()?;
    /// assert_eq!(game.undo_to_move_of(Color::Black), Some(Square::C3));
    /// assert_eq!((game.to_string(), game.side_to_move()), ("f5d6".to_owned(), Color::Black));
    /// assert_eq!(game.undo_to_move_of(Color::White), Some(Square::D6));
    /// assert_eq!(game.undo_to_move_of(Color::White), None);
    /// assert_eq!(game.to_string(), "f5");
    /// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
    /// ```
    pub fn undo_to_move_of(&mut self, side: Color) -> Option<Square> {
        let sides = [self.start.side, !self.start.side];
        let choice = |turn: usize| self.turns[turn].1.square().filter(|_| sides[turn % 2] == side);
        let (turn, square) = (0..self.turns.len()).rev().find_map(|turn| Some((turn, choice(turn)?)))?;
        while self.turns.len() > turn {
            self.undo();
        }
        Some(square)
    }

    /// Plays the move again that was taken back last and returns it. `None` if no move was taken back, or
    /// another move was played since.
    ///
    /// ```
    /// use reversi_engine::{Game, Square};
    ///
    /// let mut game: Game = "f5d6".parse()?;
    /// assert_eq!(game.redo(), None);
    /// game.undo();
    /// game.undo();
    /// assert_eq!((game.redo(), game.redo()), (Some(Square::F5.into()), Some(Square::D6.into())));
    /// game.undo();
    /// game.play(Square::F6)?;
    /// assert_eq!(game.redo(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.undone.last()?;
        self.play(mv).ok()?;
        Some(mv)
    }

    /// Returns the moves that [`redo`](Self::redo) would play, the next one first.
    ///
    /// ```
    /// use reversi_engine::{Game, Move, Square};
    ///
    /// let mut game: Game = "f5d6c3".parse()?;
    /// game.undo_to_move_of(reversi_engine::Color::White);
    /// assert!(game.undone_moves().eq([Square::D6, Square::C3].map(Move::Place)));
    /// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
    /// ```
    pub fn undone_moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.undone.iter().rev().copied()
    }

    /// Returns whether the side to move has to pass.
    pub fn must_pass(&self) -> bool {
        self.board().must_pass()
    }

    /// Returns whether neither side can move.
    pub fn is_over(&self) -> bool {
        self.board().is_game_over()
    }

    /// Returns the result from black's side, empties to the winner, once the game is over.
    ///
    /// ```
    /// use reversi_engine::Game;
    ///
    /// let game: Game = "e6f4e3f6g5d6e7f5c5".parse()?; // no white disc is left
    /// assert_eq!(game.score(), Some(64));
    /// assert_eq!(Game::new().score(), None);
    /// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
    /// ```
    pub fn score(&self) -> Option<i32> {
        let score = self.board().final_score();
        self.is_over().then_some(if self.side_to_move() == Color::Black { score } else { -score })
    }
}

impl Default for Game {
    fn default() -> Self {
        Game::new()
    }
}
