//! A look at a running call.

use std::time::Duration;

use reversi_bitboard::Move;

use super::{Line, Value};

/// A look at a running call, for the callback of [`Engine::solve_with`](crate::Engine::solve_with) and its
/// relatives.
///
/// The callback runs on the calling thread: while it runs, this thread does not search.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::time::Duration;
/// use reversi_engine::{Board, Engine, SolveError, SolveRequest};
/// use reversi_engine::search::StopReason;
///
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let result = engine.solve_with(&Board::START, SolveRequest::exact(), |progress| {
///     println!("{} nodes in {:?}: {}", progress.nodes(), progress.elapsed(), progress.bounds());
///     match progress.elapsed() < Duration::from_millis(100) {
///         true => ControlFlow::Continue(()),
///         false => ControlFlow::Break(()),
///     }
/// });
/// let Err(SolveError::Interrupted(interrupted)) = result else { unreachable!("it takes years") };
/// assert_eq!(interrupted.reason, StopReason::Callback);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress<'a> {
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
    pub(crate) bounds: Value,
    pub(crate) lines: &'a [Line],
    /// The lines are of [some moves](crate::AnalyzeRequest::only): the bounds do not hold for them.
    pub(crate) some_moves: bool,
    pub(crate) done: usize,
}

impl<'a> Progress<'a> {
    /// The least time between two calls of a callback by the clock: 50 ms.
    pub const INTERVAL: Duration = Duration::from_millis(50);

    /// Returns the nodes searched since the start of the call, as far as its threads have reported them: each
    /// does so about every thousand nodes.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the wall-clock time since the start of the call.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Returns proven bounds of the score of the position, `-64..=+64` if nothing is proven yet.
    ///
    /// With several threads [`Engine::solve_many_with`](crate::Engine::solve_many_with) works on several
    /// positions at a time. Then the bounds are `-64..=+64`, and there are no [`lines`](Self::lines).
    pub fn bounds(&self) -> Value {
        self.bounds
    }

    /// Returns the best lines of the last complete search, the best first: as many as an analysis is asked
    /// for. Empty before the first search is complete. A solve has the line of its estimate, if it makes one.
    pub fn lines(&self) -> &'a [Line] {
        self.lines
    }

    /// Returns the best answer so far. [`Value::Exact`] is proven. [`Value::Estimate`] is the value of the
    /// best line, also in a solve, where it tells what the proof will probably show; [`bounds`](Self::bounds)
    /// tell what is proven. Before there is a line, and after a proof that an estimate is wrong, it is
    /// [`Value::Bounds`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Engine, SolveRequest, Value};
    ///
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let board = "--XXXX----XOOOX-OOOXOOXXOOOXOXXXOOOXXXXXOOOOOOXX-OXXXXXX-OOOOOO- X".parse()?;
    /// engine.solve_with(&board, SolveRequest::exact(), |progress| {
    ///     match progress.value() {
    ///         Value::Exact(score) => println!("{score:+}, proven"),
    ///         Value::Estimate { score, .. } => println!("probably {score:+}, proven {}", progress.bounds()),
    ///         bounds => println!("proven {bounds}"),
    ///     }
    ///     ControlFlow::Continue(())
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self) -> Value {
        let proven = self.bounds;
        match self.lines.first().map(Line::value) {
            Some(value) if self.some_moves => value,
            None => proven,
            Some(_) if proven.exact().is_some() => proven,
            Some(Value::Estimate { score, .. }) if score < proven.lower() || proven.upper() < score => proven,
            Some(value) => value,
        }
    }

    /// Returns the first move of the best line.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first().and_then(Line::best_move)
    }

    /// Returns the number of positions that are done: of a call on many, of a game, or of a proof.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the same look at a search that is a part of a longer call, with the work of the call.
    #[doc(hidden)] // reversi-play: second looks of reviews
    pub fn of_call(&self, nodes: u64, elapsed: Duration, done: usize) -> Progress<'a> {
        Progress { nodes, elapsed, done, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Selectivity;

    /// A proof comes before an estimate that contradicts it, unless the lines are of some moves alone.
    #[test]
    fn a_value_never_contradicts_what_is_proven() {
        let line = |value| Line { value, pv: Vec::new() };
        let estimate = |score| Value::estimate(score, 10, Selectivity::P73).unwrap();
        let bounds = |lower, upper| Value::bounds(lower, upper).unwrap();
        for (value, proven, some_moves, shown) in [
            (Some(estimate(2)), bounds(-64, 64), false, estimate(2)),
            (Some(estimate(2)), bounds(2, 64), false, estimate(2)),
            (Some(estimate(2)), bounds(-64, 2), false, estimate(2)),
            (Some(estimate(2)), bounds(4, 64), false, bounds(4, 64)),
            (Some(estimate(2)), bounds(-64, 0), false, bounds(-64, 0)),
            (Some(estimate(2)), Value::Exact(2), false, Value::Exact(2)),
            (Some(estimate(2)), Value::Exact(8), true, estimate(2)),
            (Some(estimate(2)), bounds(4, 64), true, estimate(2)),
            (Some(Value::Exact(2)), bounds(-64, 64), true, Value::Exact(2)),
            (None, bounds(4, 64), false, bounds(4, 64)),
            (None, bounds(4, 64), true, bounds(4, 64)),
        ] {
            let lines: Vec<Line> = value.map(line).into_iter().collect();
            let (nodes, elapsed, done) = (0, Duration::ZERO, 0);
            let progress = Progress { nodes, elapsed, bounds: proven, lines: &lines, some_moves, done };
            assert_eq!(progress.value(), shown, "{value:?} {proven} {some_moves}");
        }
    }
}

/// An event for the callback of a call on many positions: a result, or a look at the work on the next one.
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::{AnalyzeRequest, Engine, Game};
/// use reversi_engine::search::Event;
///
/// let game: Game = "f5d6c3d3c4".parse()?;
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// engine.analyze_game_with(&game, AnalyzeRequest::depth(6), |event| {
///     match event {
///         Event::Done(turn) => println!("{} loses {}", turn.played(), turn.loss()),
///         Event::Progress(progress) => println!("{} of 5: {}", progress.done(), progress.value()),
///         _ => {}
///     }
///     ControlFlow::Continue(())
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Event<'a, T> {
    /// The result of a position.
    Done(T),
    /// How far the call has come.
    Progress(&'a Progress<'a>),
}
