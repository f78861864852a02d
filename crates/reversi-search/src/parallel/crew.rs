//! The threads that help.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

use reversi_eval::{Evaluator, Tables};

use super::{Points, Team};
use crate::endgame::Context;
use crate::local_table::LocalTable;
use crate::monitor::{Call, Monitor};
use crate::table::Table;

/// The stack of a helper, whatever the environment says of others. A search needs a small part of it
/// (ARCHITECTURE.md); the rest is for evaluations of the user's own.
const STACK_BYTES: usize = 2 << 20;

/// Starts a thread, if the system has one to give.
pub(crate) fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, ()>> {
    Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).ok()
}

/// What the threads of a search have in common.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) tables: Tables<'a>,
    pub(crate) evaluator: Option<&'a dyn Evaluator>,
    pub(crate) team: &'a Team,
}

impl<'a> Shared<'a> {
    /// What one thread has at hand for its part in a call.
    pub(crate) fn context<'b>(self, local: &'b mut LocalTable, call: Arc<Call>) -> Context<'b>
    where
        'a: 'b,
    {
        let Shared { table, tables, evaluator, team } = self;
        Context { table, local, monitor: Monitor::new(team, call), tables, evaluator }
    }

    /// Does something on this thread with the help of others, one for each of `locals` or as many as there are to be had.
    /// They have ended when it returns.
    ///
    /// Whatever panics, everybody stops, and the panic goes on here.
    pub(crate) fn with_helpers<L: Points, R>(
        self,
        l: L,
        locals: &mut [LocalTable],
        work: impl FnOnce() -> R,
    ) -> R {
        if locals.is_empty() {
            return work();
        }
        thread::scope(|scope| {
            let dismissal = Dismissal(self.team);
            let helpers = locals.iter_mut().map_while(|local| start(scope, move || self.help(l, local)));
            let helpers: Vec<_> = helpers.collect();
            let result = work();
            drop(dismissal);
            for helper in helpers {
                helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            result
        })
    }

    /// Helps until the team is dismissed.
    pub(crate) fn help<L: Points>(self, l: L, local: &mut LocalTable) {
        let _dismissal = Dismissal(self.team); // in case of a panic
        while let Some(split) = self.team.next_split() {
            let mut cx = self.context(local, split.call().clone());
            self.team.help(l, &mut cx, split);
        }
    }
}

/// Dismisses the team when it goes, in the course of a panic as well.
pub(crate) struct Dismissal<'a>(pub(crate) &'a Team);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}
