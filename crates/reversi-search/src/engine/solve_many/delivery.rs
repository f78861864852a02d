//! The results of a run on their way to its caller.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::Duration;

use super::Solved;
use crate::api::{Event, Progress, Value};
use crate::instant::Instant;
use crate::parallel::{CallState, Team};

/// A callback for results and progress.
pub(super) type ManyCallback<'a> = dyn FnMut(Event<'_, Solved>) -> ControlFlow<()> + 'a;

/// The callback of a call that is not watched.
pub(super) fn done_only(
    each: &mut impl FnMut(Solved) -> ControlFlow<()>,
) -> impl FnMut(Event<'_, Solved>) -> ControlFlow<()> {
    |event| match event {
        Event::Done(solved) => each(solved),
        Event::Progress(_) => ControlFlow::Continue(()),
    }
}

/// Where a thread sends its results.
pub(super) enum Recipient<'a, 'b> {
    /// The caller's thread.
    Caller(&'a mut Delivery<'b>),
    Thread(SyncSender<Solved>),
}

impl Recipient<'_, '_> {
    pub(super) fn deliver(&mut self, solved: Solved) -> ControlFlow<()> {
        match self {
            Recipient::Caller(delivery) => delivery.take(solved),
            Recipient::Thread(sender) if sender.send(solved).is_ok() => ControlFlow::Continue(()),
            Recipient::Thread(_) => ControlFlow::Break(()), // the caller has panicked
        }
    }
}

/// When a result is handed out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// After the results of all positions before it.
    OfPositions,
    /// At once.
    AsReady,
}

/// Hands out results.
pub(super) struct Delivery<'a> {
    pub(super) callback: &'a mut ManyCallback<'a>,
    /// `true` if the callback gets progress as well.
    pub(super) watched: bool,
    order: Order,
    /// The callback has broken the run off: it is not called again.
    pub(super) broken: bool,
    /// The number of results.
    pub(super) done: usize,
    /// Results that wait for earlier ones.
    early: BTreeMap<usize, Solved>,
    /// The index of the next result for the callback.
    due: usize,
    next_beat: Instant,
}

impl<'a> Delivery<'a> {
    pub(super) fn new(callback: &'a mut ManyCallback<'a>, watched: bool, order: Order) -> Delivery<'a> {
        let next_beat = Instant::now() + Progress::INTERVAL;
        let early = BTreeMap::new();
        Delivery { callback, watched, order, broken: false, done: 0, early, due: 0, next_beat }
    }

    /// Hands out what the threads send, until all have ended. After a break it waits for the results that are
    /// on their way.
    pub(super) fn receive(&mut self, answers: &Receiver<Solved>, whole: &CallState, team: &Team) {
        loop {
            let flow = match self.wait(answers) {
                Ok(answer) => team.call_back(|| self.take(answer)),
                Err(RecvTimeoutError::Timeout) => team.call_back(|| self.beat(whole)),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if flow.is_break() {
                team.dismiss();
            }
        }
    }

    /// Waits for a result. If the call is watched, the wait ends when a beat is due.
    fn wait(&self, answers: &Receiver<Solved>) -> Result<Solved, RecvTimeoutError> {
        if !self.watched || self.broken {
            return answers.recv().map_err(RecvTimeoutError::from);
        }
        match self.next_beat.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(RecvTimeoutError::Timeout),
            left => answers.recv_timeout(left),
        }
    }

    fn beat(&mut self, whole: &CallState) -> ControlFlow<()> {
        let progress = Progress {
            nodes: whole.nodes(),
            elapsed: whole.elapsed(),
            bounds: Value::between(-64, 64), // the threads work on several positions
            lines: &[],
            some_moves: false,
            done: self.done,
        };
        let flow = (self.callback)(Event::Progress(&progress));
        self.broken = flow.is_break();
        self.next_beat = Instant::now() + Progress::INTERVAL;
        flow
    }

    fn take(&mut self, solved: Solved) -> ControlFlow<()> {
        self.done += 1;
        self.broken = self.broken || self.hand_out(solved).is_break();
        if self.broken { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn hand_out(&mut self, solved: Solved) -> ControlFlow<()> {
        if self.order == Order::AsReady {
            return (self.callback)(Event::Done(solved));
        }
        self.early.insert(solved.index, solved);
        while let Some(solved) = self.early.remove(&self.due) {
            self.due += 1;
            (self.callback)(Event::Done(solved))?;
        }
        ControlFlow::Continue(())
    }
}
