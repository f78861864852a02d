//! The moves of a game, each beside the best one.

use std::ops::ControlFlow;
use std::sync::Arc;

use reversi_bitboard::{Color, Game, Move, Position};
use reversi_fields::{Kind, answer};

use super::Engine;
use crate::api::answer::check_line;
use crate::api::{
    ANALYSIS, Analysis, AnalyzeError, AnalyzeRequest, AnswerError, AnswerErrorKind, Event, LINE, Line,
    Progress, Source, StopReason, Value,
};
use crate::instant::Instant;
use crate::parallel::{CallState, Watch};

answer! {
    /// A move of a game beside the best move of its position.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    ///
    /// let game: Game = "f5f6e6d6c7".parse()?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// for turn in engine.analyze_game(&game, AnalyzeRequest::depth(6))? {
    ///     println!("{} loses {} to {}", turn.played(), turn.loss(), turn.analysis().best_move().unwrap());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AnalyzedMove as ANALYZED_MOVE: "A move of a game beside the best one." {
        /// The position before the move.
        pub(crate) position: Position as "position": Kind::Position;
        /// The move that was played.
        pub(crate) played: Move as "played": Kind::Move;
        /// The number of discs by which the move was worse than the best one.
        pub(crate) loss: u32 as "loss": Kind::Whole { least: 0, most: 128 }, or "by the lines",
            serde(default = "not_written");
        /// The plies of the search that found the best move, passes not counted.
        pub(crate) depth: u32 as "depth": Kind::Whole { least: 0, most: 62 }, or "by the lines",
            serde(default = "not_written");
        /// The value of the move and how the game could have continued.
        pub(crate) line: Line as "line": Kind::Object(&LINE);
        /// The analysis of the position before the move.
        pub(crate) analysis: Analysis as "analysis": Kind::Object(&ANALYSIS),
            serde(with = "crate::api::analysis::unplaced");
    }
}

/// Placeholder of a loss or a depth that is left out.
#[cfg(feature = "serde")]
const fn not_written() -> u32 {
    u32::MAX
}

impl AnalyzedMove {
    /// Makes a turn of the first move of a line and an analysis of the position before it.
    ///
    /// ```
    /// use reversi_engine::{Analysis, Line, Position, Selectivity, Square, Value};
    /// use reversi_engine::search::AnalyzedMove;
    ///
    /// let after_f5 = "---------------------------OX------XXX-------------------------- O";
    /// let position: Position = after_f5.parse()?;
    /// let line = |score, square: Square| {
    ///     Line::new(&position.board, Value::estimate(score, 8, Selectivity::P100)?, [square.into()])
    /// };
    /// let analysis = Analysis::new(&position.board, [line(1, Square::D6)?])?;
    /// let turn = AnalyzedMove::new(position, line(-3, Square::F4)?, analysis)?;
    /// assert_eq!((turn.played(), turn.loss()), (Square::F4.into(), 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] if the analysis is of another position, the line is not a [line of the
    /// position](Line::new), or it is better than the best one.
    pub fn new(position: Position, line: Line, analysis: Analysis) -> Result<AnalyzedMove, AnswerError> {
        let played = line.best_move().ok_or(AnswerErrorKind::NoMove)?;
        let turn = AnalyzedMove::of(position, played, line, analysis);
        turn.check()?;
        Ok(turn)
    }

    /// The loss and the depth follow from the lines.
    pub(crate) fn of(position: Position, played: Move, line: Line, analysis: Analysis) -> AnalyzedMove {
        let loss = analysis.lines[0].score().abs_diff(line.score()); // the move is never better than the best
        let depth = match analysis.value() {
            Value::Estimate { depth, .. } => depth,
            _ => position.board.empties().len(),
        };
        AnalyzedMove { position, played, loss, depth, line, analysis }
    }

    /// Returns the move if it is one of the game, and its loss and depth follow from its lines.
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<AnalyzedMove, String> {
        let analysis = self.analysis.at(self.position.board).map_err(|error| error.to_string())?;
        let turn = AnalyzedMove::of(self.position, self.played, self.line, analysis);
        turn.check().map_err(|error| error.to_string())?;
        for (name, read, expected) in [("loss", self.loss, turn.loss), ("depth", self.depth, turn.depth)] {
            if read != expected && read != not_written() {
                return Err(format!("the {name} must be {expected}, as its lines say, not {read}"));
            }
        }
        Ok(turn)
    }

    pub(crate) fn check(&self) -> Result<(), AnswerError> {
        let AnalyzedMove { position, played, line, analysis, .. } = self;
        if analysis.board != position.board {
            return Err(AnswerErrorKind::OtherPosition.into());
        }
        if line.best_move() != Some(*played) {
            return Err(AnswerErrorKind::OtherMove.into());
        }
        check_line(position.board, line.value, &line.pv)?;
        if line.score() > analysis.lines[0].score() {
            return Err(AnswerErrorKind::BetterThanBest.into());
        }
        Ok(())
    }

    /// Returns the position before the move.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Returns the move that was played.
    pub fn played(&self) -> Move {
        self.played
    }

    /// Returns the value of the move and how the game could have continued.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// Returns the analysis of the position before the move.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// Sets the source of the analysis.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::search::Source;
    ///
    /// let game: Game = "f5".parse()?;
    /// let turns = Engine::builder().hash_mib(1).build()?.analyze_game(&game, AnalyzeRequest::depth(2))?;
    /// let turn = turns[0].clone().with_source(Source::File);
    /// assert_eq!(turn.analysis().source(), Source::File);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_source(mut self, source: Source) -> AnalyzedMove {
        self.analysis.source = source;
        self
    }

    /// Sets the side to move: equal positions of both sides have equal analyses.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Color, Engine, Game};
    ///
    /// let game: Game = "f5".parse()?;
    /// let turns = Engine::builder().hash_mib(1).build()?.analyze_game(&game, AnalyzeRequest::depth(2))?;
    /// assert_eq!(turns[0].clone().with_side(Color::White).position().side, Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_side(mut self, side: Color) -> AnalyzedMove {
        self.position.side = side;
        self
    }

    /// Returns the plies of the search that found the best move, passes not counted: the depth of its
    /// estimate, or the number of empties if its score is exact.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let turns = Engine::builder().hash_mib(1).build()?.analyze_game(&game, AnalyzeRequest::depth(4))?;
    /// assert_eq!(turns[0].depth(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the number of discs by which the move was worse than the best one, 0 for a forced pass: the
    /// score of the analysis less the score of the line.
    pub fn loss(&self) -> u32 {
        self.loss
    }
}

impl Engine {
    /// Analyzes the position before each move of a game, and searches the played move as thoroughly as the
    /// best one: both values are from the last complete search, even if a limit cuts a deeper one short. If
    /// the played move turns out to be better, it is the best line of the analysis. Moves that are equal by
    /// symmetry share their score and line, mirrored.
    ///
    /// The [limits](AnalyzeRequest::limits) of the request hold for each position. With [limits of the whole
    /// call](AnalyzeRequest::total_limits), each position gets an equal share of the time and the nodes that
    /// are left. Endgames need little, so most of it remains for the midgame. Every move gets an analysis: of
    /// [some plies](Self::analyze) without time, of a single ply without nodes. The nodes of the call are the
    /// sum of the nodes of its analyses.
    ///
    /// A [`Stop`](crate::Stop) in either limits ends the whole call. Only the moves from the one in work to
    /// the end of the game are returned: fewer than the game has, unless its first move was in work. If a
    /// move was in work, [`Stop`](StopReason::Stop) has [ended](Analysis::stopped) the analysis of the first
    /// one returned.
    ///
    /// The call goes from the end of the game to its start, because the results of later positions help with
    /// earlier ones. The result is in the order of the game.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let turns = Engine::builder().hash_mib(16).build()?.analyze_game(&game, AnalyzeRequest::depth(4))?;
    /// assert_eq!(turns.len(), 5);
    /// assert_eq!(turns[0].loss(), 0); // all first moves are the same
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`analyze`](Self::analyze).
    pub fn analyze_game(
        &mut self,
        game: &Game,
        request: AnalyzeRequest,
    ) -> Result<Vec<AnalyzedMove>, AnalyzeError> {
        self.analyze_turns(game, &request, false, &mut |_| ControlFlow::Continue(()))
    }

    /// Analyzes like [`analyze_game`](Self::analyze_game), with a callback on the calling thread: after each
    /// move, the last of the game first, and during a long search at most every [`Progress::INTERVAL`]. After
    /// [`ControlFlow::Break`] only the moves that are done are returned. A signal that the callback sets ends
    /// the call as well: no further move is searched.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::search::Event;
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let last = engine.analyze_game_with(&game, AnalyzeRequest::depth(4), |event| match event {
    ///     Event::Done(_) => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// })?;
    /// assert_eq!(last.len(), 1);
    /// assert_eq!(last[0].played().to_string(), "c4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`analyze`](Self::analyze).
    pub fn analyze_game_with(
        &mut self,
        game: &Game,
        request: AnalyzeRequest,
        mut callback: impl FnMut(Event<'_, &AnalyzedMove>) -> ControlFlow<()>,
    ) -> Result<Vec<AnalyzedMove>, AnalyzeError> {
        self.analyze_turns(game, &request, true, &mut callback)
    }

    /// Analyzes a position, and searches each of these moves as thoroughly as the best one, as
    /// [`analyze_game`](Self::analyze_game) does with the moves of a game: here for all games that come to
    /// the position. The callback gets the running search at most every [`Progress::INTERVAL`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalyzeRequest, Engine, Position, Square};
    ///
    /// let position: Position = "---------------------------OX------XXX-------------------------- O".parse()?;
    /// let moves = [Square::D6, Square::F4, Square::F6].map(Into::into);
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let request = AnalyzeRequest::depth(4);
    /// for turn in engine.analyze_moves(position, &moves, request, |_| ControlFlow::Continue(()))? {
    ///     println!("{} loses {}", turn.played(), turn.loss());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`analyze`](Self::analyze), and [`AnalyzeError::NoMoves`] for a move that is not legal.
    pub fn analyze_moves(
        &mut self,
        position: Position,
        moves: &[Move],
        request: AnalyzeRequest,
        mut callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Vec<AnalyzedMove>, AnalyzeError> {
        let board = position.board;
        let plays: Vec<Move> = board.legal_plays().collect();
        if !moves.iter().all(|mv| plays.contains(mv)) {
            return Err(AnalyzeError::NoMoves);
        }
        let whole = CallState::whole_call(Instant::now(), &request.total_limits, &request.limits);
        let watch = Watch { callback: &mut callback, board, done: 0, every_search: false };
        self.turns_at(position, moves, &request, &whole, Some(watch))
    }

    /// Returns each of these moves beside the best one, from the book or by a search.
    pub(super) fn turns_at(
        &mut self,
        position: Position,
        moves: &[Move],
        request: &AnalyzeRequest,
        whole: &Arc<CallState>,
        watch: Option<Watch<'_>>,
    ) -> Result<Vec<AnalyzedMove>, AnalyzeError> {
        let board = position.board;
        let is_of = |mv: Move| move |line: &&Line| line.best_move() == Some(mv);
        let human = self.people_of(&board, request)?;
        let known = self.book_answer(board, request);
        let known =
            known.filter(|(_, lines)| moves.iter().all(|&mv| lines.iter().any(|line| is_of(mv)(&line))));
        let (analysis, lines) = match known {
            Some(known) => known,
            None => {
                let wanted = moves.iter().filter_map(|mv| mv.square()).collect();
                self.search(board, request, wanted, whole, watch)?
            }
        };
        let analysis = Analysis { human, ..analysis };
        let turn = |&mv: &Move| {
            let line = lines.iter().find(is_of(mv)).unwrap_or(&analysis.lines[0]); // a forced pass
            AnalyzedMove::of(position, mv, line.clone(), analysis.clone())
        };
        Ok(moves.iter().map(turn).collect())
    }

    fn analyze_turns(
        &mut self,
        game: &Game,
        request: &AnalyzeRequest,
        watched: bool,
        callback: &mut dyn FnMut(Event<'_, &AnalyzedMove>) -> ControlFlow<()>,
    ) -> Result<Vec<AnalyzedMove>, AnalyzeError> {
        let whole = CallState::whole_call(Instant::now(), &request.total_limits, &request.limits);
        let mut game = game.clone();
        let mut left = game.moves().len() as u32;
        let mut turns = Vec::with_capacity(game.moves().len());
        while let Some(played) = game.undo() {
            let board = game.board();
            let limits = request.limits.clone().within(&whole.share(left));
            let request = request.clone().limits(limits);
            let mut progress = |progress: &Progress<'_>| callback(Event::Progress(progress));
            let watch = Watch { callback: &mut progress, board, done: turns.len(), every_search: false };
            let watch = watched.then_some(watch);
            let turn = self.turns_at(game.position(), &[played], &request, &whole, watch)?;
            if whole.stopped() == Some(StopReason::Callback) {
                break;
            }
            turns.extend(turn);
            if callback(Event::Done(&turns[turns.len() - 1])).is_break() || whole.poll_signal() {
                break;
            }
            left -= 1;
        }
        turns.reverse();
        Ok(turns)
    }
}
