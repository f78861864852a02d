//! Makes proofs: a solve, and then a strategy from what the hash table has kept of it.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | [`Engine::prove`], and the limits of the call |
//! | [`request`] | the request, errors |

mod request;

use std::ops::ControlFlow;

use reversi_bitboard::{Board, Move};
use reversi_proof::{Claim, Proof, Strategist};

pub use self::request::{ProveError, ProveRequest};
use super::Engine;
use crate::api::{Budget, Limits, Progress, Solution, SolveError, SolveRequest, StopReason, Value};
use crate::instant::Instant;

impl Engine {
    /// Makes a proof: a file that shows a score, or a bound of it, to anyone, without trust in this engine.
    /// The position is solved first, if the hash table does not know the score. The larger the table, the
    /// less is searched again.
    ///
    /// ```
    /// use reversi_engine::Engine;
    /// use reversi_engine::proof::{Claim, ProveRequest, verify};
    ///
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
    /// let file = engine.prove(&board, ProveRequest::exact())?.to_bytes();
    /// assert!(file.len() < 10_000);
    ///
    /// let verified = verify(&file)?; // knows nothing but the file and the rules
    /// assert_eq!((verified.position().board, verified.claim()), (board, Claim::Exactly(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ProveError`] if the claim is false, a limit was reached, or the request is invalid.
    pub fn prove(&mut self, board: &Board, request: ProveRequest) -> Result<Proof, ProveError> {
        self.prove_with(board, request, |_| ControlFlow::Continue(()))
    }

    /// Makes a proof like [`prove`](Self::prove), with a callback on the calling thread about every
    /// [`Progress::INTERVAL`]. [`ControlFlow::Break`] ends the call as a limit does. [`Progress::done`] is
    /// the number of positions of the proof.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::Engine;
    /// use reversi_engine::proof::{Claim, ProveRequest};
    ///
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
    /// let proof = engine.prove_with(&board, ProveRequest::claim(Claim::AtLeast(2)), |progress| {
    ///     println!("{} nodes, {} positions", progress.nodes(), progress.done());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(proof.claim(), Claim::AtLeast(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`prove`](Self::prove). After a `Break` the reason is
    /// [`StopReason::Callback`](crate::StopReason::Callback).
    pub fn prove_with(
        &mut self,
        board: &Board,
        request: ProveRequest,
        mut callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Proof, ProveError> {
        self.prove_watched(board, request, &mut callback).map(|(proof, _)| proof)
    }

    /// Returns the proof, and the nodes searched.
    ///
    /// # Errors
    /// As [`prove`](Self::prove).
    #[doc(hidden)] // reversi-question
    pub fn prove_watched(
        &mut self,
        board: &Board,
        request: ProveRequest,
        callback: &mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<(Proof, u64), ProveError> {
        request.check()?;
        let ProveRequest { claim, leaf_empties, open, limits } = request;
        let budget = Budget::new(limits);
        let last_beat = budget.start;
        let bounds = Value::Bounds { lower: -64, upper: 64 };
        let mut call = Call { engine: self, budget, last_beat, callback, bounds, positions: 0 };
        let claim = call.proven(board, claim)?;
        let proof = Proof::by(&mut call, board, claim, leaf_empties, open)?;
        Ok((proof, call.budget.nodes()))
    }
}

/// A call of [`Engine::prove_with`].
struct Call<'a> {
    engine: &'a mut Engine,
    /// The limits, less the searches that are over.
    budget: Budget,
    last_beat: Instant,
    callback: &'a mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>,
    /// The proven bounds of the score of the position.
    bounds: Value,
    positions: u64,
}

impl Call<'_> {
    /// Returns the claim, after a solve that finds it true.
    fn proven(&mut self, board: &Board, claim: Option<Claim>) -> Result<Claim, ProveError> {
        let window = |claim: Claim| SolveRequest::window(claim.window().0, claim.window().1);
        let value = self.solve(board, claim.map_or(SolveRequest::exact(), window))?.value();
        self.bounds = value;
        let claim = claim.unwrap_or(Claim::Exactly(value.lower()));
        let (lower, upper) = claim.bounds();
        let holds = lower <= value.lower() && value.upper() <= upper;
        if holds { Ok(claim) } else { Err(ProveError::False { claim, value }) }
    }

    /// Returns the answer of the hash table, if it has one. A small search finds a move that the table has
    /// lost.
    fn look_up(&mut self, board: &Board, request: SolveRequest) -> Option<Solution> {
        match self.engine.solve(board, request.limits(Limits::new().nodes(0))) {
            Ok(solution) => {
                self.budget.spend(solution.nodes());
                Some(solution)
            }
            Err(SolveError::Interrupted(interrupted)) => {
                self.budget.spend(interrupted.nodes);
                None
            }
            Err(_) => None,
        }
    }

    /// Searches a position of the call.
    fn solve(&mut self, board: &Board, request: SolveRequest) -> Result<Solution, ProveError> {
        let (budget, done) = (&self.budget, self.positions as usize);
        let bounds = (done > 0).then_some(self.bounds); // the bounds of the search are of another position
        let callback = &mut *self.callback;
        let solved = self.engine.solve_with(board, request.limits(budget.left()), |progress| {
            let (nodes, elapsed) = (budget.nodes() + progress.nodes, budget.elapsed());
            let bounds = bounds.unwrap_or(progress.bounds);
            callback(&Progress { nodes, elapsed, bounds, lines: &[], some_moves: false, done })
        });
        match solved {
            Ok(solution) => {
                self.budget.spend(solution.nodes());
                Ok(solution)
            }
            Err(SolveError::Interrupted(interrupted)) => {
                self.budget.spend(interrupted.nodes);
                if self.positions == 0 {
                    self.bounds = interrupted.bounds;
                }
                Err(self.stopped_by(interrupted.reason))
            }
            Err(error) => Err(ProveError::Engine(error)),
        }
    }

    fn poll(&mut self) -> Result<(), ProveError> {
        match self.budget.spent() {
            None | Some(StopReason::Nodes) => {} // the hash table may know the rest
            Some(reason) => return Err(self.stopped_by(reason)),
        }
        let now = Instant::now();
        if now.duration_since(self.last_beat) >= Progress::INTERVAL {
            self.last_beat = now;
            let (nodes, elapsed, done) =
                (self.budget.nodes(), self.budget.elapsed(), self.positions as usize);
            let progress =
                Progress { nodes, elapsed, bounds: self.bounds, lines: &[], some_moves: false, done };
            if (self.callback)(&progress).is_break() {
                return Err(self.stopped_by(StopReason::Callback));
            }
        }
        Ok(())
    }

    fn stopped_by(&self, reason: StopReason) -> ProveError {
        let &Call { bounds, positions, .. } = self;
        let nodes = self.budget.nodes();
        ProveError::Interrupted { reason, bounds, nodes, positions }
    }
}

/// The moves come from the hash table, or from new searches with a null window.
impl Strategist for Call<'_> {
    type Error = ProveError;

    fn choose(&mut self, board: &Board, least: i32) -> Result<Move, ProveError> {
        /// From this number of empty squares on the hash table has the results of searches.
        const MIN_EMPTIES_TO_LOOK_UP: u32 = 13;

        let request = SolveRequest::at_least(least);
        let mut chosen = None;
        if board.empties().len() >= MIN_EMPTIES_TO_LOOK_UP {
            chosen = self.look_up(board, request.clone()).and_then(|solution| solution.best_move());
        }
        if chosen.is_none() {
            chosen = self.solve(board, request)?.best_move();
        }
        chosen.ok_or(ProveError::Contradiction { board: *board, least })
    }

    /// Looks at the limits now and then.
    fn count(&mut self) -> Result<(), ProveError> {
        /// Positions between two looks: some hundred microseconds.
        const INTERVAL: u64 = 64;
        self.positions += 1;
        if self.positions.is_multiple_of(INTERVAL) { self.poll() } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::api::Stop;

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
            let budget = Budget::new(limits);
            budget.spend(7);
            let mut call = Call {
                engine: &mut Engine::builder().hash_bytes(1 << 16).build().unwrap(),
                last_beat: budget.start.checked_sub(Progress::INTERVAL).unwrap(),
                budget,
                callback: &mut |progress| {
                    assert!(progress.done() > 0);
                    ControlFlow::Break(())
                },
                bounds: Value::Exact(2),
                positions: 0,
            };
            let error = (0..100).find_map(|_| call.count().err());
            let Some(ProveError::Interrupted { reason, bounds: Value::Exact(2), nodes: 7, positions: 1.. }) =
                error
            else {
                panic!("{error:?}")
            };
            assert_eq!(reason, expected);
        }
    }
}
