//! Makes proofs: a solve, and then a strategy from what the hash table has kept of it.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | [`prove`]: the engine, and the limits of the call |
//! | [`request`] | what is asked for, progress, errors |
//! | [`strategy`] | the positions of a strategy, level by level, and a move for each |

mod request;
mod strategy;

use std::ops::ControlFlow;
use std::time::Duration;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

use reversi_bitboard::{Board, Color};
use reversi_search::{Engine, Limits, Progress, Solution, SolveError, SolveRequest, Stop, StopReason};

pub use self::request::{ProveError, ProveProgress, ProveRequest};
use crate::proof::Bits;
use crate::{Claim, Proof};

/// Makes a proof. The engine solves the position first, if its hash table does not know the score; the
/// larger the table, the less is searched again.
///
/// ```
/// use reversi_engine::Engine;
/// use reversi_engine::proof::{Claim, ProveRequest, prove, verify};
///
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
/// let file = prove(&mut engine, &board, ProveRequest::exact())?.to_bytes();
/// assert!(file.len() < 10_000);
///
/// let verified = verify(&file)?; // knows nothing but the file and the rules
/// assert_eq!((verified.position.board, verified.claim), (board, Claim::Exactly(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ProveError`] if the claim is false, a limit was reached, or the request is invalid.
pub fn prove(engine: &mut Engine, board: &Board, request: ProveRequest) -> Result<Proof, ProveError> {
    prove_with(engine, board, request, |_| ControlFlow::Continue(()))
}

/// [`prove`] with a callback, on the calling thread, about every [`Progress::INTERVAL`].
/// [`ControlFlow::Break`] ends the call as a limit does.
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::Engine;
/// use reversi_engine::proof::{Claim, ProveRequest, prove_with};
///
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
/// let proof = prove_with(&mut engine, &board, ProveRequest::claim(Claim::AtLeast(2)), |progress| {
///     println!("{} nodes, {} positions", progress.nodes, progress.positions);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(proof.claim(), Claim::AtLeast(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`prove`]. After a `Break` the reason is [`StopReason::Callback`].
pub fn prove_with(
    engine: &mut Engine,
    board: &Board,
    request: ProveRequest,
    mut callback: impl FnMut(&ProveProgress) -> ControlFlow<()>,
) -> Result<Proof, ProveError> {
    request.check()?;
    let start = Instant::now();
    let mut call = Call {
        engine,
        start,
        last_beat: start,
        limits: request.limits,
        callback: &mut callback,
        nodes: 0,
        positions: 0,
    };
    let claim = call.proven(board, request.claim)?;
    let (mut moves, mut open) = (Bits::default(), Vec::new());
    for goal in claim.goals() {
        strategy::make(&mut call, board, goal, request.leaf_empties, &mut moves, &mut open)?;
    }
    let positions = call.positions;
    let open = request.open.then_some(open);
    let side = Color::Black;
    Ok(Proof { board: *board, side, claim, leaf_empties: request.leaf_empties, open, positions, moves })
}

/// A call of [`prove_with`].
struct Call<'a> {
    engine: &'a mut Engine,
    start: Instant,
    last_beat: Instant,
    limits: Limits,
    callback: &'a mut dyn FnMut(&ProveProgress) -> ControlFlow<()>,
    /// Those of the searches that are over.
    nodes: u64,
    positions: u64,
}

impl Call<'_> {
    /// The claim, after a solve that finds it true.
    fn proven(&mut self, board: &Board, claim: Option<Claim>) -> Result<Claim, ProveError> {
        let request = match claim {
            None => SolveRequest::exact(),
            Some(Claim::AtLeast(score)) => SolveRequest::at_least(score),
            Some(Claim::AtMost(score)) => SolveRequest::at_least(score + 1),
            Some(Claim::Exactly(score)) => SolveRequest::window(score - 1, score + 1),
        };
        let value = self.solve(board, request)?.value();
        let claim = claim.unwrap_or(Claim::Exactly(value.lower()));
        let holds = match claim {
            Claim::AtLeast(score) => value.lower() >= score,
            Claim::AtMost(score) => value.upper() <= score,
            Claim::Exactly(score) => value.exact() == Some(score),
        };
        if holds { Ok(claim) } else { Err(ProveError::False { claim, value }) }
    }

    /// What the hash table knows of a position, as far as it answers the request, without a search.
    fn look_up(&mut self, board: &Board, request: SolveRequest) -> Option<Solution> {
        self.engine.solve(board, request.limits(Limits::new().nodes(0))).ok()
    }

    /// A search of the call.
    fn solve(&mut self, board: &Board, request: SolveRequest) -> Result<Solution, ProveError> {
        let mut limits = self.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(self.start.elapsed()));
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes));
        let (nodes, positions, start) = (self.nodes, self.positions, self.start);
        let callback = &mut *self.callback;
        let solved = self.engine.solve_with(board, request.limits(limits), |progress| {
            let (nodes, elapsed) = (nodes + progress.nodes(), start.elapsed());
            callback(&ProveProgress { nodes, elapsed, positions })
        });
        match solved {
            Ok(solution) => {
                self.nodes += solution.nodes();
                Ok(solution)
            }
            Err(SolveError::Interrupted(interrupted)) => {
                self.nodes += interrupted.nodes;
                Err(self.stopped_by(interrupted.reason))
            }
            Err(error) => Err(ProveError::Engine(error)),
        }
    }

    /// Counts a position. Looks at the limits now and then.
    fn count(&mut self) -> Result<(), ProveError> {
        /// Positions between two looks: some hundred microseconds.
        const INTERVAL: u64 = 64;
        self.positions += 1;
        if self.positions.is_multiple_of(INTERVAL) { self.poll() } else { Ok(()) }
    }

    fn poll(&mut self) -> Result<(), ProveError> {
        let now = Instant::now();
        if self.limits.stop.as_ref().is_some_and(Stop::is_set) {
            return Err(self.stopped_by(StopReason::Stop));
        }
        if self.limits.time.is_some_and(|time| now.duration_since(self.start) >= time) {
            return Err(self.stopped_by(StopReason::Time));
        }
        if now.duration_since(self.last_beat) >= Progress::INTERVAL {
            self.last_beat = now;
            let elapsed: Duration = now.duration_since(self.start);
            let progress = ProveProgress { nodes: self.nodes, elapsed, positions: self.positions };
            if (self.callback)(&progress).is_break() {
                return Err(self.stopped_by(StopReason::Callback));
            }
        }
        Ok(())
    }

    fn stopped_by(&self, reason: StopReason) -> ProveError {
        ProveError::Interrupted { reason, nodes: self.nodes, positions: self.positions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Between searches, positions are counted: each limit is noticed there as well.
    #[test]
    fn limits_are_noticed_between_searches() {
        let stop = Stop::new();
        stop.set();
        for (limits, expected) in [
            (Limits::new().stop(&stop), StopReason::Stop),
            (Limits::new().time(Duration::ZERO), StopReason::Time),
            (Limits::new(), StopReason::Callback),
        ] {
            let start = Instant::now();
            let mut call = Call {
                engine: &mut Engine::builder().hash_bytes(1 << 16).build().unwrap(),
                start,
                last_beat: start.checked_sub(Progress::INTERVAL).unwrap(),
                limits,
                callback: &mut |progress| {
                    assert!(progress.positions > 0);
                    ControlFlow::Break(())
                },
                nodes: 7,
                positions: 0,
            };
            let error = (0..100).find_map(|_| call.count().err());
            let Some(ProveError::Interrupted { reason, nodes: 7, positions: 1.. }) = error else {
                panic!("{error:?}")
            };
            assert_eq!(reason, expected);
        }
    }
}
