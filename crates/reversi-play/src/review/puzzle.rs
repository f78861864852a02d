//! Positions with one best move, from the mistakes of games.

use std::ops::ControlFlow;

use reversi_bitboard::{Board, Move, Position};
use reversi_fields::{Kind, answer};
use reversi_search::surface::LINE;
use reversi_search::{
    Analysis, AnalyzeError, AnalyzeRequest, BookUse, Engine, Line, Progress, Selectivity, Value,
};

use super::judge::{MoveClass, found_by};
use super::loss_error;
use super::second_look::deeper;

answer! {
    /// A position with one best move: all other moves are worse by at least the margin, except those that are
    /// equal to it by symmetry.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Level};
    /// use reversi_engine::play::Puzzle;
    ///
    /// let cells = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    /// let request = AnalyzeRequest::level(Level::of::<10>());
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let puzzle = Puzzle::by(&mut engine, &cells.parse()?, request)?.expect("it has one best move");
    /// assert_eq!((puzzle.best_move.to_string(), puzzle.proven), ("g8".to_owned(), true));
    /// assert!(puzzle.margin >= 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct Puzzle as PUZZLE: "A position with one best move." {
        /// The position.
        pub position: Position as "position": Kind::Position;
        /// The best move.
        pub best_move: Move as "best_move": Kind::Move;
        /// The number of discs by which every other move is worse, at least: the smaller difference of two
        /// searches, if the values are estimates.
        pub margin: u32 as "margin": Kind::Whole { least: 1, most: 128 };
        /// The difficulty: the discs lost by the best move of a search of one ply. 0 if that search finds the
        /// best move.
        pub hard: u32 as "hard": Kind::Whole { least: 0, most: 128 };
        /// How likely people of the rating in the request are to find the best move, from 0 to 1; null
        /// without a rating.
        pub found: Option<f64> as "found": Kind::OrNull(&Kind::Number);
        /// True if the values are exact.
        pub proven: bool as "proven": Kind::Truth;
        /// All moves with their values and lines, the best first.
        pub moves: Vec<Line> as "moves": Kind::List(&Kind::Object(&LINE));
    }
}

impl Puzzle {
    /// Returns `None` if there is no single best move, or if it may be the best by an error of the search.
    fn of(position: Position, analysis: &Analysis, glance: Option<Move>) -> Option<Puzzle> {
        let board = position.board;
        let lines = analysis.lines();
        let best = lines.first()?;
        let best_move = best.best_move().filter(|&mv| mv != Move::Pass)?;
        let value_of = |line: &Line| line.value().score();
        let is_other =
            |line: &&Line| line.best_move().is_some_and(|mv| after(board, mv) != after(board, best_move));
        let second = lines.iter().find(is_other)?;
        let lost = |line: &Line| Some(value_of(best)?.abs_diff(value_of(line)?));
        let margin = lost(second)?;
        let proven = lines.iter().all(|line| line.value().exact().is_some());
        let error = if proven { 0.0 } else { loss_error(best.value(), board.empties().len()) };
        let is_sure = proven || margin >= MoveClass::LEAST && f64::from(margin) > 2.0 * error;
        let seen = lines.iter().find(|line| line.best_move() == glance).unwrap_or(best);
        let hard = lost(seen)?;
        let moves = lines.to_vec();
        (margin > 0 && is_sure && analysis.stopped().is_none()).then_some(Puzzle {
            position,
            best_move,
            margin,
            hard,
            found: analysis.human().map(|human| found_by(board, best_move, human)),
            proven,
            moves,
        })
    }

    /// Returns the value of the best move.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Level, Value};
    /// use reversi_engine::play::Puzzle;
    ///
    /// let cells = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    /// let request = AnalyzeRequest::level(Level::of::<10>());
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let puzzle = Puzzle::by(&mut engine, &cells.parse()?, request)?.expect("it has one best move");
    /// assert_eq!(puzzle.value(), Value::Exact(18));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self) -> Value {
        self.moves[0].value()
    }

    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Puzzle, String> {
        let analysis =
            Analysis::new(&self.position.board, self.moves.clone()).map_err(|error| error.to_string())?;
        if self.found.is_some_and(|found| !(0.0..=1.0).contains(&found)) {
            return Err("found must be 0 to 1".to_owned());
        }
        let (hard, found) = (self.hard, self.found);
        let again = Puzzle::of(self.position, &analysis, None).map(|puzzle| {
            let least = if puzzle.proven { puzzle.margin } else { MoveClass::LEAST };
            let margin = self.margin.clamp(least, puzzle.margin);
            Puzzle { margin, hard, found, ..puzzle }
        });
        if again.as_ref() == Some(&self) {
            Ok(self)
        } else {
            Err("the moves are not those of a puzzle".to_owned())
        }
    }
}

fn after(board: Board, mv: Move) -> Board {
    board.after(mv).canonical().0
}

impl Puzzle {
    /// Makes a puzzle of a position: searches all its moves. Returns `None` if there is no single best move,
    /// or if it may be the best by an error of the search.
    ///
    /// An estimated best move gets a second look, unless a search to the end of the game at 95 % or more found
    /// it: a deeper search of the best moves has to find that it is better than any other by 3 discs at least,
    /// within what the first search has left of the limits and of the time that a clock has for the move.
    /// There is no puzzle if a limit or the clock ends a search.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Position};
    /// use reversi_engine::play::Puzzle;
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// assert_eq!(Puzzle::by(&mut engine, &Position::START, AnalyzeRequest::depth(4))?, None); // equal moves
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::analyze`], and [`AnalyzeError::Restricted`].
    pub fn by(
        engine: &mut Engine,
        position: &Position,
        request: AnalyzeRequest,
    ) -> Result<Option<Puzzle>, AnalyzeError> {
        Puzzle::by_with(engine, position, request, |_| ControlFlow::Continue(()))
    }

    /// Makes a puzzle as [`by`](Self::by) does, with the callback of
    /// [`Engine::analyze_with`]. Returns `None` after [`ControlFlow::Break`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalyzeRequest, Engine};
    /// use reversi_engine::play::Puzzle;
    ///
    /// let cells = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let puzzle = Puzzle::by_with(&mut engine, &cells.parse()?, AnalyzeRequest::depth(14), |progress| {
    ///     println!("{} nodes", progress.nodes());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert!(puzzle.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::analyze`], and [`AnalyzeError::Restricted`].
    pub fn by_with(
        engine: &mut Engine,
        position: &Position,
        request: AnalyzeRequest,
        mut callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Option<Puzzle>, AnalyzeError> {
        request.check_unrestricted()?;
        let board = position.board;
        let analysis = engine.analyze_with(&board, request.clone().lines(usize::MAX), &mut callback)?;
        // This search runs first, before anything is known of the position.
        let glance = AnalyzeRequest::depth(1).selectivity(Selectivity::P100).book(BookUse::Never);
        let glance = engine.analyze(&board, glance)?.best_move();
        let Some(puzzle) = Puzzle::of(*position, &analysis, glance) else { return Ok(None) };
        let Some((depth, selectivity)) = deeper(&analysis) else { return Ok(Some(puzzle)) };
        let left = request.call_limits().clone().less(analysis.elapsed(), analysis.nodes());
        let Some(request) = request.again(depth, selectivity, &analysis, left) else { return Ok(None) };
        let best = after(board, puzzle.best_move);
        let is_best = |mv: Move| after(board, mv) == best;
        // The best moves of all, and one more.
        let lines = 1 + board.legal_plays().filter(|&mv| is_best(mv)).count();
        let (nodes, elapsed) = (analysis.nodes(), analysis.elapsed());
        let second = engine.analyze_with(&board, request.lines(lines), |progress| {
            callback(&progress.of_call(nodes + progress.nodes(), elapsed + progress.elapsed(), 0))
        })?;
        let second = Puzzle::of(*position, &second, glance);
        let confirms = |second: &Puzzle| is_best(second.best_move) && second.margin >= MoveClass::LEAST;
        Ok(second
            .filter(confirms)
            .map(|second| Puzzle { margin: puzzle.margin.min(second.margin), ..puzzle }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(board: &Board, score: i32, square: &str) -> Line {
        let value = Value::Estimate { score, depth: 20, selectivity: Selectivity::P73 };
        Line::new(board, value, [square.parse::<Move>().unwrap()]).unwrap()
    }

    #[test]
    fn a_puzzle_has_one_best_move_by_more_than_an_error() {
        let position: Position =
            "---------------------------OX------XXX-------------------------- O".parse().unwrap();
        let board = position.board;
        let of = |scores: [i32; 3], glance: &str| {
            let squares = ["d6", "f6", "f4"];
            let lines: Vec<_> =
                scores.iter().zip(squares).map(|(&score, square)| line(&board, score, square)).collect();
            let analysis = Analysis::new(&board, lines).unwrap();
            Puzzle::of(position, &analysis, Some(glance.parse().unwrap()))
        };
        assert_eq!(of([1, 1, -40], "d6"), None);
        assert_eq!(of([1, -1, -40], "d6"), None, "less than 3 discs");
        let puzzle = of([30, -9, -10], "f4").unwrap();
        assert_eq!((puzzle.margin, puzzle.hard, puzzle.proven), (39, 40, false));
        assert_eq!(of([30, -9, -10], "d6").unwrap().hard, 0);
    }
}
