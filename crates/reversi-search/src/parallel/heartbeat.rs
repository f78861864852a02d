//! Reports the progress of a long call to its caller.

use std::ops::ControlFlow;

use reversi_bitboard::Board;

use super::CallState;
use crate::api::{Line, Progress, Value};
use crate::instant::Instant;
use crate::memory::SharedTable;

/// The callback of the user. It stays on the calling thread.
pub(crate) type Callback<'a> = dyn FnMut(&Progress<'_>) -> ControlFlow<()> + 'a;

/// Calls the user's callback from the polls of the calling thread. The other threads have none.
pub(crate) struct Heartbeat<'a> {
    callback: &'a mut Callback<'a>,
    /// For the bounds of the position.
    table: &'a SharedTable,
    board: Board,
    bounds: (i32, i32),
    lines: Vec<Line>,
    /// The lines are of some of the moves.
    some_moves: bool,
    /// Positions of the call that are done.
    done: usize,
    /// Calls it after each complete search as well.
    pub(super) every_search: bool,
    next: Instant,
}

impl<'a> Heartbeat<'a> {
    pub(super) fn new<'b: 'a>(watch: Watch<'b>, table: &'a SharedTable) -> Heartbeat<'a> {
        let Watch { callback, board, done, every_search } = watch;
        let next = Instant::now() + Progress::INTERVAL;
        Heartbeat {
            callback,
            table,
            board,
            bounds: (-64, 64),
            lines: Vec::new(),
            some_moves: false,
            done,
            every_search,
            next,
        }
    }

    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    pub(super) fn set_lines(&mut self, lines: Vec<Line>, all_moves: bool) {
        if all_moves && let Some(score) = lines.first().and_then(|best| best.value().exact()) {
            self.bounds = (score, score);
        }
        (self.lines, self.some_moves) = (lines, !all_moves);
    }

    pub(super) fn beat(&mut self, call: &CallState, nodes: u64) -> ControlFlow<()> {
        let (lower, upper) = self.table.proven_bounds(self.board);
        // The table may have lost what it knew.
        self.bounds = (self.bounds.0.max(lower), self.bounds.1.min(upper));
        let flow = (self.callback)(&Progress {
            nodes,
            elapsed: call.elapsed(),
            bounds: Value::between(self.bounds.0, self.bounds.1),
            lines: &self.lines,
            some_moves: self.some_moves,
            done: self.done,
        });
        self.next = Instant::now() + Progress::INTERVAL; // a slow callback does not hold up the search
        flow
    }
}

/// A callback and what it watches.
pub(crate) struct Watch<'a> {
    pub(crate) callback: &'a mut Callback<'a>,
    pub(crate) board: Board,
    /// Positions of the call that are done.
    pub(crate) done: usize,
    /// Calls it after each complete search as well.
    pub(crate) every_search: bool,
}
