//! A node whose moves several threads search.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use reversi_bitboard::Bitboard;

use super::CallState;
use crate::tree::midgame::SolvedLeaves;
use crate::tree::move_list::{Candidate, MoveList, sort_by_score};
use crate::tree::outlined::Outlined;
use crate::tree::root::test_root_move;
use crate::tree::search::Node;
use crate::tree::{Context, NO_SCORE};

/// In an exact search, sharing a node with fewer empties costs more than it saves. Tests and fuzzing share
/// nodes near the leaves as well.
pub(crate) const MIN_EMPTIES_TO_SHARE: u8 = if cfg!(any(test, fuzzing)) { 12 } else { 15 };

/// In a midgame search, sharing a node with fewer plies left costs more than it saves.
pub(crate) const MIN_PLIES_TO_SHARE: u8 = if cfg!(any(test, fuzzing)) { 4 } else { 9 };

/// While a thread is idle, smaller nodes are shared too (measured: lab/virtual-cores/README.md).
pub(crate) const MIN_EMPTIES_TO_FEED: u8 = if cfg!(any(test, fuzzing)) { 12 } else { 13 };

/// [`MIN_EMPTIES_TO_FEED`] of a midgame search.
pub(crate) const MIN_PLIES_TO_FEED: u8 = if cfg!(any(test, fuzzing)) { 4 } else { 6 };

/// Below another split, more helpers mostly search moves that a cut makes useless: without a limit sixteen
/// threads search up to 1.14 times the nodes in the same time (lab/virtual-cores/README.md).
const MAX_HELPERS: usize = 3;

/// A node whose moves are open to all threads.
pub(crate) struct Split {
    node: Node,
    /// `true` if the node is the root.
    is_root: bool,
    call: Arc<CallState>,
    /// The leaves that the search solves, if it may ask for estimates.
    pub(super) estimates: Option<SolvedLeaves>,
    /// The split that its owner works at.
    above: Option<Arc<Split>>,
    /// The moves, the likely best first.
    list: MoveList,
    /// The number of the first move that no thread has taken.
    next: AtomicUsize,
    /// A move is better than `alpha`: the others need not be searched.
    cut: AtomicBool,
    /// The number of threads at work besides the owner. It grows only under the lock of the team.
    helpers: AtomicUsize,
    found: Mutex<Found>,
}

/// The results of the moves that are done.
struct Found {
    best: Option<(Candidate, i32)>,
    /// The squares of the moves that are not better than `alpha`. Two threads may each find a better one:
    /// which of the two is the best is then still unknown.
    no_better: Bitboard,
}

impl Split {
    fn new(cx: &Context<'_>, node: Node, moves: &[Candidate], is_root: bool) -> Split {
        let mut list: MoveList = moves.iter().copied().collect();
        sort_by_score(&mut list, |candidate| candidate.score);
        Split {
            node,
            is_root,
            call: cx.control.call().clone(),
            estimates: cx.estimates,
            above: cx.control.split().cloned(),
            list,
            next: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            found: Mutex::new(Found { best: None, no_better: Bitboard::EMPTY }),
        }
    }

    /// Returns whether a cut has made the search useless: at this split or at one above.
    pub(super) fn is_cut(&self) -> bool {
        self.and_above().any(Split::has_cut)
    }

    /// Returns whether a move of this split is better than `alpha`.
    pub(super) fn has_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    pub(super) fn is_below(&self, other: &Split) -> bool {
        self.and_above().any(|split| std::ptr::eq(split, other))
    }

    fn and_above(&self) -> impl Iterator<Item = &Split> {
        std::iter::successors(Some(self), |split| split.above.as_deref())
    }

    /// Returns whether a move is left for another thread.
    pub(super) fn has_work(&self) -> bool {
        let is_full = self.above.is_some() && self.helpers.load(Ordering::Relaxed) >= MAX_HELPERS;
        self.next.load(Ordering::Relaxed) < self.list.len() && !is_full && !self.is_cut()
    }

    pub(super) fn plies(&self) -> u8 {
        self.node.draft.depth
    }

    pub(super) fn call(&self) -> &Arc<CallState> {
        &self.call
    }

    pub(super) fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Acquire) > 0
    }

    pub(super) fn add_helper(&self) {
        self.helpers.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns whether it was the last.
    pub(super) fn remove_helper(&self) -> bool {
        self.helpers.fetch_sub(1, Ordering::AcqRel) == 1
    }

    fn take(&self) -> Option<Candidate> {
        if self.has_cut() {
            return None;
        }
        self.list.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }

    fn record(&self, candidate: Candidate, score: i32) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if score <= self.node.alpha {
            found.no_better = found.no_better.with_square(candidate.square);
        }
        if found.best.is_none_or(|(_, best)| score > best) {
            found.best = Some((candidate, score));
            if score > self.node.alpha {
                self.cut.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Searches moves of the split until none is left or a cut makes them useless.
pub(super) fn take_part<L: Outlined>(l: L, cx: &mut Context<'_>, split: &Split) {
    while let Some(candidate) = split.take() {
        let mark = cx.control.mark();
        let score = match split.is_root {
            true => test_root_move(l, cx, split.node, candidate),
            false => l.search_move(cx, split.node, candidate),
        };
        if cx.control.aborted() {
            cx.control.give_up_since(mark);
            break;
        }
        split.record(candidate, score);
    }
}

/// Searches the moves from `tried` on, together with all idle threads, until one is better than `alpha`.
///
/// Returns the score of the best and leaves that move at `tried`. Behind it stay the moves that are still to
/// be searched; the others are gone. If the search is aborted, neither the score nor the list means anything.
pub(crate) fn search_siblings<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    node: Node,
    list: &mut MoveList,
    tried: usize,
    is_root: bool,
) -> i32 {
    let team = cx.control.team();
    let split = Arc::new(Split::new(cx, node, &list[tried..], is_root));
    let above = cx.control.move_to(Some(split.clone()));
    team.open(&split);
    take_part(l, cx, &split);
    team.close(l, cx, &split);
    cx.control.move_to(above);

    let found = split.found.lock().unwrap_or_else(PoisonError::into_inner);
    let (best, score) = found.best.unwrap_or((list[tried], NO_SCORE));
    list.truncate(tried);
    list.push(best);
    list.extend(
        split
            .list
            .iter()
            .copied()
            .filter(|left| !found.no_better.contains(left.square) && left.square != best.square),
    );
    score
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use reversi_bitboard::cpu::Portable;
    use reversi_bitboard::{Board, dispatch};

    use super::*;
    use crate::api::{Limits, Stop};
    use crate::engine::{Engine, Extent};
    use crate::memory::Draft;
    use crate::tree::move_list::add_moves;

    /// Runs a test with the split of a board of 20 empties.
    fn with_split(stop: &Stop, test: impl FnOnce(&mut Context<'_>, Split)) {
        let board: Board = reversi_testkit::FFO_40.parse().unwrap();
        let call = CallState::new(Instant::now(), Limits::new().stop(stop));
        let mut engine = Engine::builder().hash_mib(0).build().unwrap();
        let cpu = engine.cpu;
        dispatch!(cpu, l => engine.search_with(l, call, None, Extent::SHORT, |cx| {
            let mut list = MoveList::new();
            add_moves(l, board, board.legal_moves(), &mut list);
            let draft = Draft::exact(board.empties().len());
            let split = Split::new(cx, Node { board, alpha: 0, draft }, &list, false);
            test(cx, split);
        }));
    }

    #[test]
    fn only_the_highest_split_has_room_for_all_threads() {
        with_split(&Stop::new(), |cx, highest| {
            let highest = Arc::new(highest);
            cx.control.move_to(Some(highest.clone()));
            let below = Split::new(cx, highest.node, &highest.list, false);
            for helpers in 0..=MAX_HELPERS {
                assert!(highest.has_work());
                assert_eq!(below.has_work(), helpers < MAX_HELPERS);
                highest.add_helper();
                below.add_helper();
            }
        });
    }

    #[test]
    fn a_thread_looks_for_a_cut_more_often_than_for_limits() {
        let stop = Stop::new();
        with_split(&stop, |cx, split| {
            let split = Arc::new(split);
            cx.control.move_to(Some(split.clone()));
            stop.set();
            let seen = |cx: &mut Context<'_>| {
                cx.control.nodes += 1;
                cx.control.must_stop()
            };
            assert!(!(0..500).any(|_| seen(cx)), "no limit is due");
            split.cut.store(true, Ordering::Relaxed);
            assert!((0..200).any(|_| seen(cx)));
        });
    }

    #[test]
    fn an_aborted_search_records_no_score_of_a_move() {
        let stop = Stop::new();
        stop.set();
        with_split(&stop, |cx, split| {
            take_part(Portable, cx, &split);
            let found = split.found.lock().unwrap();
            assert!(cx.control.aborted() && found.best.is_none() && found.no_better.is_empty());
        });
    }
}
