//! Search on the evaluation, as deep as asked.
//!
//! | Plies left | Function | Why |
//! |---|---|---|
//! | 0 | [`evaluate_discs`] | the evaluation in whole discs |
//! | 1, 2 | [`last_plies`] | no table and no sorting; the evaluation may decide |
//! | 3 and more | [`nws_midgame`](super::search) | the shared table, sorted moves, Multi-ProbCut |
//! | the principal variation | [`pvs`](super::search) | open window, writes the line |
//!
//! Where as many plies are left as empties, the search goes to the end of the game. Near the end it hands
//! over to [`endgame`].
//!
//! | File | What it helps with |
//! |---|---|
//! | [`last_plies`] | the last two plies |
//! | [`ordering`] | which moves are tried first |
//! | [`prob_cut`] | cuts by a shallower search |
//! | [`fitted_errors`] | the errors of shallower searches, fitted |
//!
//! Scores are whole discs from the side to move.

mod fitted_errors;
pub(super) mod last_plies;
pub(super) mod ordering;
pub(crate) mod prob_cut;

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board, Square};
use reversi_eval::{Features, to_discs};

use super::endgame::stability::stability_cutoff;
use super::evaluate::{evaluate, evaluate_after_move};
use super::move_list::Candidate;
use super::outlined::Outlined;
use super::phase::Phase;
use super::{Context, endgame};
use crate::api::Selectivity;
use crate::memory::Draft;
use crate::parallel::{MIN_PLIES_TO_FEED, MIN_PLIES_TO_SHARE};

/// A selective search to the end of the game leaves nothing out with this many empties or fewer: a proof
/// costs less there than Multi-ProbCut.
const EXACT_EMPTIES: u32 = 12;

/// Up to this number of empties a selective search solves a board, however few plies are left: that takes
/// microseconds, and the evaluation errs by five discs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolvedLeaves(u32);

impl SolvedLeaves {
    pub(crate) const ANALYSIS: SolvedLeaves = SolvedLeaves(10);

    /// The estimate before a proof is a guess, and the proof visits the same boards once more.
    pub(crate) const PREPARATION: SolvedLeaves = SolvedLeaves(8);

    /// A search of few plies solves boards with at most twice as many empties, so that low levels stay weak.
    pub(crate) fn of_search(self, depth: u8) -> SolvedLeaves {
        SolvedLeaves(self.0.min(2 * u32::from(depth)))
    }
}

/// Returns whether the exact search does the rest.
#[inline(always)]
pub(crate) fn is_exact(cx: &Context<'_>, board: Board, draft: Draft) -> bool {
    let empties = board.empties().len();
    let to_the_end = u32::from(draft.depth) == empties;
    if draft.selectivity == Selectivity::P100 {
        return to_the_end;
    }
    let is_solved_leaf = draft.depth > 0 && cx.estimates.is_some_and(|leaves| empties <= leaves.0);
    is_solved_leaf || to_the_end && empties <= EXACT_EMPTIES
}

/// The evaluation in whole discs, or the final score after a wipe-out.
#[inline(always)]
pub(super) fn evaluate_discs<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
) -> i32 {
    if board.player().is_empty() { board.final_score() } else { to_discs(evaluate(l, cx, board, features)) }
}

/// [`evaluate_discs`] of a child; `features` are those before the move.
#[inline(always)]
fn evaluate_discs_after_move<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    child: Board,
    features: &Features,
    square: Square,
    flips: Bitboard,
) -> i32 {
    if child.player().is_empty() {
        child.final_score()
    } else {
        to_discs(evaluate_after_move(l, cx, child, features, square, flips))
    }
}

/// [`evaluate_discs`] of a child of the root, or its final score if the board is full.
#[inline(always)]
pub(super) fn evaluate_root_move<L: Outlined>(l: L, cx: &mut Context<'_>, child: Board) -> i32 {
    if child.empties().is_empty() {
        child.final_score()
    } else {
        evaluate_discs(l, cx, child, &l.features(child))
    }
}

/// Searches a null window by the function that suits the plies left.
#[inline(always)]
pub(crate) fn nws<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    alpha: i32,
    draft: Draft,
) -> i32 {
    match draft.depth {
        0 if !board.empties().is_empty() => evaluate_discs(l, cx, board, features),
        1 if !is_exact(cx, board, draft) => l.one_ply(cx, board, features, alpha, draft.selectivity),
        _ => nws_two_plies_or_more(l, cx, board, features, alpha, draft),
    }
}

/// [`nws`] for callers with two plies left or more, or with none on a full board: less code is inlined.
#[inline(always)]
pub(super) fn nws_two_plies_or_more<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    alpha: i32,
    draft: Draft,
) -> i32 {
    if is_exact(cx, board, draft) {
        endgame::nws(l, cx, board, alpha)
    } else if draft.depth == 2 {
        l.two_plies(cx, board, features, alpha, draft.selectivity)
    } else {
        l.nws_midgame(cx, board, features, alpha, draft)
    }
}

/// A number of plies, then the evaluation.
#[derive(Clone, Copy)]
pub(super) struct Midgame<'a> {
    pub(super) draft: Draft,
    pub(super) features: &'a Features,
}

impl Phase for Midgame<'_> {
    const MIN_DEPTH_TO_SHARE: u8 = MIN_PLIES_TO_SHARE;
    const MIN_DEPTH_TO_FEED: u8 = MIN_PLIES_TO_FEED;
    /// Lower down, waiting for the entries of the children costs more than the few nodes that they save.
    const MIN_DEPTH_TO_PROBE_CHILDREN: u8 = 8;

    #[inline(always)]
    fn draft(self, _: Board) -> Draft {
        self.draft
    }

    #[inline(always)]
    fn stability_cutoff<L: Primitives>(self, l: L, board: Board, alpha: i32) -> Option<i32> {
        // Stable discs bound the final score. The evaluation that a full-width search returns need not agree.
        if self.draft.selectivity == Selectivity::P100 { None } else { stability_cutoff(l, board, alpha) }
    }

    #[inline(always)]
    fn prob_cut<L: Outlined>(self, l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> Option<i32> {
        if self.draft.selectivity == Selectivity::P100 {
            return None;
        }
        l.prob_cut(cx, board, self.features, alpha, self.draft)
    }

    #[inline(always)]
    fn nws_after_pass<L: Outlined>(self, l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
        let features = l.features_after_pass(self.features, board.empties());
        l.nws_midgame(cx, board.pass(), &features, alpha, self.draft)
    }

    #[inline(always)]
    fn nws_after_move<L: Outlined>(
        self,
        l: L,
        cx: &mut Context<'_>,
        child: Board,
        candidate: Candidate,
        alpha: i32,
    ) -> i32 {
        let Candidate { square, flips, .. } = candidate;
        let features = l.features_after_move(self.features, square, flips, child.empties().len() + 1);
        nws_two_plies_or_more(l, cx, child, &features, alpha, self.draft.next())
    }
}
