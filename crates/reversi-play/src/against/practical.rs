//! The practical value of moves: the expected result against people of a rating.

use std::ops::ControlFlow;

use reversi_bitboard::{Board, Move, Position};
use reversi_fields::{Kind, answer, surface};
use reversi_search::surface::{LIMITS, OnProgress, STOP_REASONS};
use reversi_search::{
    Analysis, AnalyzeError, AnalyzeRequest, BookUse, Engine, HumanMoves, Level, Limits, Progress, StopReason,
    Value,
};

use super::USUAL_RATING;
use super::outlook::Outlook;
use super::searches::{Searches, choices};
use crate::review::{CHANCES, Chances, MoveClass, rounded};

surface! {
    /// The settings of [practical values](Against::practical): whom the moves are played against.
    ///
    /// ```
    /// use reversi_engine::{Engine, Level, Position};
    /// use reversi_engine::play::Against;
    ///
    /// let position: Position = "---------------------------OX------XXX-------------------------- O".parse()?;
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let practical = Against::rated(1500).own(1700).level(Level::of::<6>()).practical(&engine, &position)?;
    /// for each in &practical.moves {
    ///     println!("{}: wins {:.0} %", each.mv, 100.0 * each.chances.win);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[must_use]
    pub struct Against as AGAINST: "Whom the moves are played against." {
        /// The rating of the people who answer. 1500 is the median of people who play many tournament games.
        against: Option<u32> as "against": Kind::Whole { least: 400, most: 2400 }, or "1500";
        /// The rating of the side to move, for its later moves. 2400 makes no mistakes.
        own: Option<u32> as "own": Kind::Whole { least: 400, most: 2400 }, or "the same";
        /// The answers of the opponent that are looked at in turn, one after the other.
        answers: Option<u32> as "answers": Kind::Whole { least: 1, most: 4 }, or "1";
        /// The level of the searches.
        level: Option<Level> as "level": Kind::Whole { least: 0, most: 60 }, or "10";
        /// The limits of the whole call.
        pub(crate) total_limits: Limits as "total_limits": Kind::Object(&LIMITS), or "none";
    }
}

answer! {
    /// The practical values of the moves of a position.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct Practical as PRACTICAL: "The practical values of the moves of a position." {
        /// The rating of the people who answer.
        pub against: u32 as "against": Kind::Whole { least: 400, most: 2400 };
        /// The rating of the side to move.
        pub own: u32 as "own": Kind::Whole { least: 400, most: 2400 };
        /// The moves, the best against these people first: by the chance to win and half the chance to draw,
        /// of equal chances by discs. Only the pass if it is forced, none if the game is over. After a limit
        /// moves are missing.
        pub moves: Vec<PracticalMove> as "moves": Kind::List(&Kind::Object(&PRACTICAL_MOVE));
        /// The limit that ended the call early, or null.
        pub stopped: Option<StopReason> as "stopped": Kind::OrNull(&Kind::Names("StopReason", STOP_REASONS));
    }
}

answer! {
    /// The practical value of a move, beside its value by the engine. All numbers are from the side that
    /// plays it.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct PracticalMove as PRACTICAL_MOVE: "The practical value of a move, from the side that plays it." {
        /// The move.
        pub mv: Move as "move": Kind::Move;
        /// The value by the search: the result if the opponent finds the best answer.
        pub value: Value as "value": Kind::Value;
        /// The number of discs by which the value is below the value of the best move.
        pub loss: u32 as "loss": Kind::Whole { least: 0, most: 128 };
        /// The expected final score against people of the rating.
        pub discs: f64 as "discs": Kind::Number;
        /// The standard error of the values behind the expected score, in discs; 0 if all are exact. The
        /// error of the model of people comes on top.
        pub error: f64 as "error": Kind::Number;
        /// The chances against people of the rating.
        pub chances: Chances as "chances": Kind::Object(&CHANCES);
        /// How likely people are to answer wrongly: by a move that loses 3 discs or more, from 0 to 1.
        pub wrong: f64 as "wrong": Kind::Number;
        /// The discs that a wrong answer loses on average, 0 without one.
        pub lost: f64 as "lost": Kind::Number;
        /// The best answer, null if the game is over.
        pub best_answer: Option<Move> as "best_answer": Kind::OrNull(&Kind::Move);
        /// How likely people are to find the best answer or one of the same value, from 0 to 1.
        pub found: f64 as "found": Kind::Number;
    }
}

impl Against {
    const LEVEL: Level = Level::of::<10>();

    /// Makes the settings for opponents of this rating, or of the nearest one of [`HumanMoves::RATINGS`]. The
    /// side to move has the same rating.
    pub fn rated(rating: u32) -> Against {
        Against::default().rating(rating)
    }

    /// Sets the rating of the people who answer.
    pub fn rating(mut self, rating: u32) -> Against {
        self.against = Some(rating);
        self
    }

    /// Sets the rating of the side to move, for its later moves. 2400 makes no mistakes.
    pub fn own(mut self, rating: u32) -> Against {
        self.own = Some(rating);
        self
    }

    /// Sets the answers of the opponent that are looked at in turn, 1 to 4: after one of several answers that
    /// people choose often, the moves of the side to move are weighed in the same way again. Each takes about
    /// ten times as long.
    pub fn answers(mut self, answers: u32) -> Against {
        self.answers = Some(answers);
        self
    }

    /// Sets the level of the searches.
    pub fn level(mut self, level: Level) -> Against {
        self.level = Some(level);
        self
    }

    /// Sets the limits of the whole call, in place of any before.
    pub fn total_limits(mut self, limits: Limits) -> Against {
        self.total_limits = limits;
        self
    }

    /// Returns the limits of the whole call, to change them.
    #[doc(hidden)] // reversi-question: limits of whoever answers
    pub fn total_limits_mut(&mut self) -> &mut Limits {
        &mut self.total_limits
    }

    /// Computes the practical value of each move: the expected result if people of a rating answer as they
    /// do, and both sides then play on as people of their ratings.
    ///
    /// How likely people are to choose an answer depends on the policy of people and on the search. The value
    /// after the answer becomes a result by a model that was fitted to games between people: see the chapter
    /// *How people play* of the book. So a move that is a little worse can be worth more, because its best
    /// answer is hard to find. The risk stands beside it: `value` is the result if the answer is found.
    ///
    /// The result is the same on every machine and with any engine of the same evaluation and policy: the
    /// searches run on one thread, without a book, in a table of their own. At level 10 a position takes some
    /// 50 ms.
    ///
    /// # Errors
    /// [`AnalyzeError::NoPeople`] as [`Engine::human_moves`], [`AnalyzeError::Memory`] for the table.
    pub fn practical(&self, engine: &Engine, position: &Position) -> Result<Practical, AnalyzeError> {
        self.watched(engine, position, None)
    }

    /// Computes practical values as [`practical`](Self::practical) does, with the callback of
    /// [`Engine::analyze_with`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Engine, Position};
    /// use reversi_engine::play::Against;
    /// use reversi_engine::search::StopReason;
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let against = Against::rated(1500);
    /// let practical = against.practical_with(&engine, &Position::START, |_| ControlFlow::Break(()))?;
    /// assert_eq!((practical.moves.len(), practical.stopped), (0, Some(StopReason::Callback)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`practical`](Self::practical).
    pub fn practical_with(
        &self,
        engine: &Engine,
        position: &Position,
        mut callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Practical, AnalyzeError> {
        self.watched(engine, position, Some(&mut callback))
    }

    /// Returns the chance of each move that people play it, by an analysis of all moves that has
    /// [their policy](AnalyzeRequest::human): the policy and the values of the search together, which predict
    /// more than either. The likeliest move comes first. Moves that hardly anybody plays are left out.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Board, Engine, Level};
    /// use reversi_engine::play::Against;
    ///
    /// let request = AnalyzeRequest::level(Level::of::<10>()).lines(usize::MAX).human(1500);
    /// let board = Board::START.play("f5".parse()?);
    /// let analysis = Engine::builder().hash_mib(1).build()?.analyze(&board, request)?;
    /// let (mv, chance) = Against::choices(&analysis)[0];
    /// println!("{:.0} % play {mv}", 100.0 * chance);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choices(analysis: &Analysis) -> Vec<(Move, f64)> {
        let all = choices(analysis).into_iter();
        all.filter_map(|(line, chance)| Some((line.best_move()?, chance))).collect()
    }

    fn watched(
        &self,
        engine: &Engine,
        position: &Position,
        callback: Option<OnProgress<'_>>,
    ) -> Result<Practical, AnalyzeError> {
        let (least, most) = HumanMoves::RATINGS.into_inner();
        let against = self.against.unwrap_or(USUAL_RATING).clamp(least, most);
        let own = self.own.unwrap_or(against).clamp(least, most);
        let request = AnalyzeRequest::level(self.level.unwrap_or(Against::LEVEL)).book(BookUse::Never);
        let searches = Searches::new(engine, &self.total_limits, callback)?;
        let mut game = People { searches, request, own, against };
        let mut moves: Vec<(Move, Reply)> = Vec::new();
        for mv in position.board.legal_plays() {
            let Some(reply) = game.after(position.board.after(mv), self.answers.unwrap_or(1))? else { break };
            // A sort would be larger code.
            let at = moves.partition_point(|(_, other)| other.outlook.rank() >= reply.outlook.rank());
            moves.insert(at, (mv, reply));
        }
        let stopped = game.searches.stopped();
        let best = moves.iter().filter_map(|(_, reply)| reply.value.score()).max().unwrap_or_default();
        let moves = moves.into_iter().map(|(mv, reply)| reply.of_move(mv, best)).collect();
        Ok(Practical { against, own, moves, stopped })
    }
}

/// A game against people, with its searches.
struct People<'a> {
    searches: Searches<'a>,
    request: AnalyzeRequest,
    own: u32,
    against: u32,
}

/// The answers to a move, from the side that played it.
struct Reply {
    value: Value,
    outlook: Outlook,
    wrong: f64,
    lost: f64,
    best_answer: Option<Move>,
    found: f64,
}

/// The side to move makes no mistakes from this rating on.
const PERFECT: u32 = *HumanMoves::RATINGS.end();

/// Answers that are less likely than this are not looked at further.
const LIKELY: f64 = 0.1;

/// The number of own moves that are looked at further, and how many discs they may be worse than the best.
const OWN_MOVES: usize = 3;
const OWN_LOSS: i32 = 4;

impl People<'_> {
    /// Returns the outlook at a board where the opponent is to move; `None` after a limit.
    fn after(&mut self, board: Board, answers: u32) -> Result<Option<Reply>, AnalyzeError> {
        let certain = |value, outlook, best_answer| {
            Some(Reply { value, outlook, wrong: 0.0, lost: 0.0, best_answer, found: 1.0 })
        };
        if board.is_game_over() {
            let score = -board.final_score();
            return Ok(certain(Value::Exact(score), Outlook::ended(score), None));
        }
        if board.must_pass() {
            let Some(analysis) = self.searches.analyze(board.pass(), &self.request)? else { return Ok(None) };
            let value = analysis.value();
            return Ok(certain(value, self.outlook(value, board), Some(Move::Pass)));
        }
        let Some(analysis) = self.searches.analyze(board, &self.all_moves(self.against))? else {
            return Ok(None);
        };
        let best = analysis.value().score().unwrap_or_default();
        let (mut outlooks, mut wrong, mut lost, mut found) = (Vec::new(), 0.0, 0.0, 0.0);
        for (line, chance) in choices(&analysis) {
            let (value, mv) = (line.value(), line.best_move().unwrap_or(Move::Pass));
            let loss = best - value.score().unwrap_or(best);
            if loss >= MoveClass::LEAST as i32 {
                wrong += chance;
                lost += chance * f64::from(loss);
            }
            found += if loss == 0 { chance } else { 0.0 };
            let next = board.after(mv);
            let outlook = match answers > 1 && chance >= LIKELY && !next.legal_moves().is_empty() {
                true => match self.own_choice(next, answers - 1)? {
                    Some(outlook) => outlook,
                    None => return Ok(None),
                },
                false => self.outlook(-value, next),
            };
            outlooks.push((chance, outlook));
        }
        Ok(Some(Reply {
            value: -analysis.value(),
            outlook: Outlook::mean(&outlooks),
            wrong,
            lost: if wrong > 0.0 { lost / wrong } else { 0.0 },
            best_answer: analysis.best_move(),
            found,
        }))
    }

    /// Returns the outlook at a board where the own side is to move; `None` after a limit.
    fn own_choice(&mut self, board: Board, answers: u32) -> Result<Option<Outlook>, AnalyzeError> {
        let is_perfect = self.own >= PERFECT;
        let request =
            if is_perfect { self.request.clone().lines(OWN_MOVES) } else { self.all_moves(self.own) };
        let Some(analysis) = self.searches.analyze(board, &request)? else { return Ok(None) };
        let best = analysis.value().score().unwrap_or_default();
        let near = analysis.lines().iter().filter(|line| line.value().score() >= Some(best - OWN_LOSS));
        let moves = if is_perfect { near.map(|line| (line, 1.0)).collect() } else { choices(&analysis) };
        let mut outlooks = Vec::new();
        for (line, chance) in moves.into_iter().take(OWN_MOVES) {
            let mv = line.best_move().unwrap_or(Move::Pass);
            let Some(reply) = self.after(board.after(mv), answers)? else { return Ok(None) };
            outlooks.push((chance, reply.outlook));
        }
        Ok(match is_perfect {
            true => outlooks.into_iter().map(|(_, outlook)| outlook).max_by_key(Outlook::rank),
            false => Some(Outlook::mean(&outlooks)),
        })
    }

    /// Returns the request of an analysis of all moves, with the choices of people.
    fn all_moves(&self, rating: u32) -> AnalyzeRequest {
        self.request.clone().lines(usize::MAX).human(rating)
    }

    /// Returns the outlook of a value of the own side, with the empties of this board.
    fn outlook(&self, value: Value, board: Board) -> Outlook {
        match board.is_game_over() {
            true => Outlook::ended(value.score().unwrap_or_default()),
            false => Outlook::of(value, board.empties().len(), [self.own, self.against]),
        }
    }
}

impl Reply {
    /// Returns the practical value of the move before it. `best` is the score of the best move.
    fn of_move(self, mv: Move, best: i32) -> PracticalMove {
        let Reply { value, outlook, wrong, lost, best_answer, found } = self;
        PracticalMove {
            mv,
            value,
            loss: best.abs_diff(value.score().unwrap_or(best)),
            discs: rounded(outlook.discs, 2),
            error: rounded(outlook.error, 2),
            chances: outlook.chances(),
            wrong: rounded(wrong, 4),
            lost: rounded(lost, 2),
            best_answer,
            found: rounded(found, 4),
        }
    }
}

impl Practical {
    /// Returns the value of a move; `None` if it is not legal, or missing after a limit.
    ///
    /// ```
    /// use reversi_engine::{Engine, Level, Move, Position};
    /// use reversi_engine::play::Against;
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let practical = Against::rated(1200).level(Level::of::<4>()).practical(&engine, &Position::START)?;
    /// assert!(practical.of("f5".parse()?).is_some_and(|f5| f5.loss == 0));
    /// assert_eq!(practical.of(Move::Pass), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(&self, mv: Move) -> Option<&PracticalMove> {
        self.moves.iter().find(|each| each.mv == mv)
    }

    /// Returns the best move by the search; of several the best one against these people.
    pub fn best(&self) -> Option<&PracticalMove> {
        self.moves.iter().find(|each| each.loss == 0)
    }

    /// Returns whether these can be the moves of a position.
    #[cfg(feature = "serde")]
    #[doc(hidden)] // reversi-question
    pub fn are_from(&self, position: Position) -> bool {
        let is_legal = |each: &PracticalMove| position.board.legal_plays().any(|mv| mv == each.mv);
        let all = position.board.legal_plays().count();
        self.moves.iter().all(is_legal) && (self.stopped.is_some() || self.moves.len() == all)
    }

    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Practical, String> {
        let best = self.moves.iter().filter_map(|each| each.value.score()).max();
        let follows = |each: &PracticalMove| {
            best.zip(each.value.score()).is_some_and(|(best, score)| best.abs_diff(score) == each.loss)
        };
        match self.moves.iter().all(follows) {
            true => Ok(self),
            false => Err("the losses must follow from the values".to_owned()),
        }
    }
}

impl PracticalMove {
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<PracticalMove, String> {
        reversi_search::surface::check_value(self.value).map_err(|error| error.to_string())?;
        match [self.wrong, self.found].iter().all(|chance| (0.0..=1.0).contains(chance)) {
            true => Ok(self),
            false => Err("wrong and found must be 0 to 1".to_owned()),
        }
    }
}
