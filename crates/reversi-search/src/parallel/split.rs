//! A node whose moves several threads search.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use reversi_bitboard::{Bitboard, Board};

use super::Points;
use crate::endgame::{self, Context, NO_SCORE};
use crate::midgame;
use crate::monitor::Call;
use crate::ordering::{Candidate, Candidates};
use crate::table::Draft;

/// Is a move of this board better than `alpha`?
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) alpha: i32,
    pub(crate) draft: Draft,
}

/// A node whose moves are open to all threads.
pub(crate) struct Split {
    node: Node,
    call: Arc<Call>,
    /// The split that its owner is at work at.
    above: Option<Arc<Split>>,
    /// The brothers, the likely best first.
    list: Candidates,
    /// The first of them that nobody has taken.
    next: AtomicUsize,
    /// A brother is better than `alpha`: the others need not be searched.
    cut: AtomicBool,
    /// Threads at work besides the owner. Only counted up under the lock of the team.
    helpers: AtomicUsize,
    found: Mutex<Found>,
}

/// What the brothers have turned out to be worth.
struct Found {
    best: Option<(Candidate, i32)>,
    /// Squares of the moves that are not better than `alpha`. Two threads may each find one that is: which of them is the
    /// best nobody knows yet.
    no_better: u64,
}

impl Split {
    fn new(cx: &Context<'_>, node: Node, brothers: &[Candidate]) -> Split {
        let mut list: Candidates = brothers.iter().copied().collect();
        list.sort_by_key(|candidate| -candidate.score);
        Split {
            node,
            call: cx.monitor.call().clone(),
            above: cx.monitor.split().cloned(),
            list,
            next: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            found: Mutex::new(Found { best: None, no_better: 0 }),
        }
    }

    /// Whether nobody needs the result any more: of this split, or of one above.
    pub(crate) fn is_pointless(&self) -> bool {
        self.and_above().any(|split| split.cut.load(Ordering::Relaxed))
    }

    pub(super) fn is_below(&self, other: &Split) -> bool {
        self.and_above().any(|split| std::ptr::eq(split, other))
    }

    fn and_above(&self) -> impl Iterator<Item = &Split> {
        std::iter::successors(Some(self), |split| split.above.as_deref())
    }

    /// Whether there is something to do for another thread.
    pub(super) fn has_work(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.list.len() && !self.is_pointless()
    }

    pub(super) fn plies(&self) -> u8 {
        self.node.draft.depth
    }

    pub(super) fn call(&self) -> &Arc<Call> {
        &self.call
    }

    pub(super) fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }

    pub(super) fn add_helper(&self) {
        self.helpers.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether it was the last.
    pub(super) fn remove_helper(&self) -> bool {
        self.helpers.fetch_sub(1, Ordering::AcqRel) == 1
    }

    fn take(&self) -> Option<Candidate> {
        if self.cut.load(Ordering::Relaxed) {
            return None;
        }
        self.list.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }

    fn record(&self, candidate: Candidate, value: i32) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if value <= self.node.alpha {
            found.no_better |= candidate.square.bit();
        }
        if found.best.is_none_or(|(_, best)| value > best) {
            found.best = Some((candidate, value));
            if value > self.node.alpha {
                self.cut.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Searches brothers until none is left, or no need.
pub(super) fn take_part<L: Points>(l: L, cx: &mut Context<'_>, split: &Split) {
    while let Some(candidate) = split.take() {
        let value = l.brother(cx, split.node, candidate);
        if cx.monitor.unwinding() {
            break;
        }
        split.record(candidate, value);
    }
}

/// What one move is worth.
#[inline(always)]
pub(super) fn brother<L: midgame::Points>(
    l: L,
    cx: &mut Context<'_>,
    node: Node,
    candidate: Candidate,
) -> i32 {
    let Node { board, alpha, draft } = node;
    let child = board.play_unchecked(candidate.square, Bitboard(candidate.flips));
    let next = Draft { depth: draft.depth - 1, ..draft };
    cx.monitor.nodes += 1;
    if midgame::is_exact(child, next) {
        -endgame::search(l, cx, child, !alpha)
    } else {
        -midgame::search(l, cx, child, &l.features(child), !alpha, next)
    }
}

/// Searches the moves from `tried` on, together with whoever has time, until one is better than `alpha`.
///
/// Returns the value of the best, which it leaves at `tried`, and behind it those that are still to be searched; the others
/// are gone. As everywhere, that means nothing if the search unwinds.
pub(crate) fn brothers<L: Points>(
    l: L,
    cx: &mut Context<'_>,
    node: Node,
    list: &mut Candidates,
    tried: usize,
) -> i32 {
    let team = cx.monitor.team();
    let split = Arc::new(Split::new(cx, node, &list[tried..]));
    let above = cx.monitor.move_to(Some(split.clone()));
    team.open(&split);
    take_part(l, cx, &split);
    team.close(l, cx, &split);
    cx.monitor.move_to(above);

    let found = split.found.lock().unwrap_or_else(PoisonError::into_inner);
    let (best, value) = found.best.unwrap_or((list[tried], NO_SCORE));
    list.truncate(tried);
    list.push(best);
    list.extend(
        split
            .list
            .iter()
            .copied()
            .filter(|left| found.no_better & left.square.bit() == 0 && left.square != best.square),
    );
    value
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use reversi_bitboard::dispatch;

    use super::*;
    use crate::ordering::add_candidates;
    use crate::{Engine, Limits, Stop};

    #[test]
    fn what_is_found_while_unwinding_says_nothing_about_a_move() {
        let board: Board = reversi_testkit::FFO_40.parse().unwrap();
        let stop = Stop::new();
        stop.set();
        let call = Call::new(Instant::now(), Limits::new().stop(&stop));
        let mut engine = Engine::builder().hash_mib(0).build().unwrap();
        let cpu = engine.cpu;
        dispatch!(cpu, l => engine.search_with(l, call, false, |cx| {
            let mut list = Candidates::new();
            add_candidates(l, board, board.legal_moves().0, &mut list);
            let draft = Draft::exact(board.empties().len());
            let split = Split::new(cx, Node { board, alpha: 0, draft }, &list);
            take_part(l, cx, &split);
            let found = split.found.lock().unwrap();
            assert!(cx.monitor.unwinding() && found.best.is_none() && found.no_better == 0);
        }));
    }
}
