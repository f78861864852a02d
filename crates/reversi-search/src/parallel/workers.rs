//! The threads of a call.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

use reversi_eval::{Evaluator, Tables, Weights};

use super::heartbeat::{Heartbeat, Watch};
use super::{CallState, Dismissal, SearchControl, Team};
use crate::memory::{SharedTable, ThreadMemory};
use crate::tree::Context;
use crate::tree::midgame::SolvedLeaves;
use crate::tree::outlined::Outlined;

/// The stack of a worker, independent of `RUST_MIN_STACK`. A search needs a small part of it
/// (docs/src/memory.md); the rest is for the user's own evaluation.
const STACK_BYTES: usize = 2 << 20;

/// Starts a thread. `None` where the system has none left.
pub(crate) fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, ()>> {
    Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).ok()
}

/// Returns the started threads, up to the first that did not start. Returns none if their list has no memory.
pub(crate) fn each_started<'scope>(
    starts: impl ExactSizeIterator<Item = Option<ScopedJoinHandle<'scope, ()>>>,
) -> Vec<ScopedJoinHandle<'scope, ()>> {
    let mut threads = Vec::new();
    if threads.try_reserve_exact(starts.len()).is_ok() {
        threads.extend(starts.map_while(|started| started));
    }
    threads
}

/// The state that the threads of a search share.
#[derive(Clone, Copy)]
pub(crate) struct SharedState<'a> {
    pub(crate) table: &'a SharedTable,
    /// The weights of estimates, perhaps still packed.
    pub(crate) weights: Option<&'a Weights>,
    pub(crate) endgame_weights: Tables<'a>,
    pub(crate) evaluator: Option<&'a dyn Evaluator>,
    pub(crate) team: &'a Team,
}

impl<'a> SharedState<'a> {
    /// Makes the context of one thread for its part in a call. Only a search with `estimates` may ask for
    /// values of the midgame.
    pub(crate) fn context<'b, 'c: 'b>(
        self,
        own: &'b mut ThreadMemory,
        call: Arc<CallState>,
        watch: Option<Watch<'c>>,
        estimates: Option<SolvedLeaves>,
    ) -> Context<'b>
    where
        'a: 'b,
    {
        let SharedState { table, weights, endgame_weights, evaluator, team } = self;
        let weights = weights.filter(|_| estimates.is_some()).map_or(Tables::NONE, Weights::tables);
        let control = SearchControl::new(team, call, watch.map(|watch| Heartbeat::new(watch, table)));
        Context { table, own, control, weights, endgame_weights, evaluator, estimates }
    }

    /// Runs `work` on this thread while other threads help: one for each of `memories`, or fewer if the
    /// system has no more. They have ended when the function returns.
    ///
    /// A panic on any thread stops all of them and continues here.
    pub(crate) fn with_helpers<L: Outlined, R>(
        self,
        l: L,
        memories: &mut [ThreadMemory],
        work: impl FnOnce() -> R,
    ) -> R {
        if memories.is_empty() {
            return work();
        }
        thread::scope(|scope| {
            let dismissal = Dismissal(self.team);
            self.team.start();
            let helpers = memories.iter_mut().map(|own| start(scope, move || self.help(l, own)));
            let helpers = each_started(helpers);
            let result = work();
            drop(dismissal);
            for helper in helpers {
                helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            result
        })
    }

    /// Helps at open splits until the team is dismissed.
    pub(crate) fn help<L: Outlined>(self, l: L, own: &mut ThreadMemory) {
        let _dismissal = Dismissal(self.team); // in case of a panic
        while let Some(split) = self.team.next_split() {
            let mut cx = self.context(own, split.call().clone(), None, split.estimates);
            self.team.help(l, &mut cx, split);
        }
    }
}
