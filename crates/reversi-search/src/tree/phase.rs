//! What differs between the phases of a game in a node of the search.

use reversi_bitboard::Board;
use reversi_bitboard::kernel::Primitives;
use reversi_eval::Features;

use super::endgame;
use super::midgame;
use super::move_list::Candidate;
use super::outlined::Outlined;
use super::{Context, endgame::stability::stability_cutoff};
use crate::api::Selectivity;
use crate::memory::{Draft, Entry};
use crate::parallel::{MIN_EMPTIES_TO_SHARE, MIN_PLIES_TO_SHARE};

/// A phase of the game, with the data of a node besides its board.
pub(crate) trait Phase: Copy {
    /// With fewer plies left, threads do not share a node.
    const MIN_DEPTH_TO_SHARE: u8;

    /// With at least so many plies left, the table is probed for every child before one is searched.
    const MIN_DEPTH_TO_PROBE_CHILDREN: u8;

    /// How far the node is searched and how sure.
    fn draft(self, board: Board) -> Draft;

    /// An upper bound of at most `alpha` from stable discs.
    fn stability_cutoff<L: Primitives>(self, l: L, board: Board, alpha: i32) -> Option<i32>;

    /// A bound that a shallower search makes likely.
    fn prob_cut<L: Outlined>(self, l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> Option<i32>;

    /// What the table knows, without moves that are no better than what the search would find by itself.
    fn trusting(self, known: Entry, board: Board) -> Entry;

    /// The part of the scores that needs only the boards, computed while the table's entries arrive.
    fn score_quickly<L: Primitives>(self, l: L, board: Board, list: &mut [Candidate]);

    /// Completes the scores of [`score_quickly`](Self::score_quickly); the best move is tried first. `alpha`
    /// is that of a null window.
    fn score_moves<L: Outlined>(
        self,
        l: L,
        cx: &mut Context<'_>,
        board: Board,
        list: &mut [Candidate],
        known: Entry,
        alpha: Option<i32>,
    );

    /// The null-window search of the same board after a pass.
    fn nws_after_pass<L: Outlined>(self, l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32;

    /// The null-window search of a child.
    fn nws_after_move<L: Outlined>(
        self,
        l: L,
        cx: &mut Context<'_>,
        child: Board,
        candidate: Candidate,
        alpha: i32,
    ) -> i32;
}

/// To the end of the game, nothing left out.
#[derive(Clone, Copy)]
pub(crate) struct Endgame;

impl Phase for Endgame {
    const MIN_DEPTH_TO_SHARE: u8 = MIN_EMPTIES_TO_SHARE;
    const MIN_DEPTH_TO_PROBE_CHILDREN: u8 = 0; // fewer than 12 empties never come here

    #[inline(always)]
    fn draft(self, board: Board) -> Draft {
        Draft::exact(board.empties().len())
    }

    #[inline(always)]
    fn stability_cutoff<L: Primitives>(self, l: L, board: Board, alpha: i32) -> Option<i32> {
        stability_cutoff(l, board, alpha)
    }

    #[inline(always)]
    fn prob_cut<L: Outlined>(self, _: L, _: &mut Context<'_>, _: Board, _: i32) -> Option<i32> {
        None
    }

    #[inline(always)]
    fn trusting(self, known: Entry, board: Board) -> Entry {
        endgame::ordering::trusting(known, board.empties().len())
    }

    #[inline(always)]
    fn score_quickly<L: Primitives>(self, l: L, board: Board, list: &mut [Candidate]) {
        endgame::ordering::score_quickly(l, board, list);
    }

    #[inline(always)]
    fn score_moves<L: Outlined>(
        self,
        l: L,
        cx: &mut Context<'_>,
        board: Board,
        list: &mut [Candidate],
        known: Entry,
        alpha: Option<i32>,
    ) {
        endgame::ordering::score_moves(l, cx, board, list, known, alpha);
    }

    #[inline(always)]
    fn nws_after_pass<L: Outlined>(self, l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 {
        l.nws_endgame(cx, board.pass(), alpha)
    }

    #[inline(always)]
    fn nws_after_move<L: Outlined>(
        self,
        l: L,
        cx: &mut Context<'_>,
        child: Board,
        _: Candidate,
        alpha: i32,
    ) -> i32 {
        endgame::nws(l, cx, child, alpha)
    }
}

/// So many plies, then the evaluation.
#[derive(Clone, Copy)]
pub(crate) struct Midgame<'a> {
    pub(crate) draft: Draft,
    pub(crate) features: &'a Features,
}

impl Phase for Midgame<'_> {
    const MIN_DEPTH_TO_SHARE: u8 = MIN_PLIES_TO_SHARE;
    const MIN_DEPTH_TO_PROBE_CHILDREN: u8 = 4;

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
    fn trusting(self, known: Entry, _: Board) -> Entry {
        known
    }

    /// Nothing: ProbCut may cut the node before its moves are scored.
    #[inline(always)]
    fn score_quickly<L: Primitives>(self, _: L, _: Board, _: &mut [Candidate]) {}

    #[inline(always)]
    fn score_moves<L: Outlined>(
        self,
        l: L,
        cx: &mut Context<'_>,
        board: Board,
        list: &mut [Candidate],
        known: Entry,
        _: Option<i32>,
    ) {
        midgame::ordering::score_moves(l, cx, board, self.features, list, known, self.draft.depth);
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
        midgame::nws_two_plies_or_more(l, cx, child, &features, alpha, self.draft.next())
    }
}
