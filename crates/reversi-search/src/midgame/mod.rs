//! Search on the evaluation, as deep as asked and no deeper.
//!
//! | plies left | function | why |
//! |---|---|---|
//! | 0 | [`leaf`] | the evaluation in whole discs |
//! | 1, 2 | [`last_plies`] | no table and no sorting |
//! | 3 and more | [`null_window`] | the shared table, sorted moves, Multi-ProbCut |
//! | any, on the principal variation | [`principal`] | open window, builds the line |
//!
//! [`deepen`] calls them from the root, a ply deeper each time. Where the plies left are as many as the empty squares,
//! the search goes to the end of the game, and near it hands over to the exact functions of [`endgame`].
//!
//! Scores are whole discs from the side to move; functions return fail-soft bounds.

pub(crate) mod deepen;
mod last_plies;
mod null_window;
mod ordering;
mod principal;
mod prob_cut;
mod prob_cut_model;

use reversi_bitboard::{Bitboard, Board, Move, Square, outlined};
use reversi_eval::{Features, to_discs};

use crate::Selectivity;
use crate::endgame::{self, Context};
use crate::look_ahead;
use crate::table::Draft;

/// Scores strictly between the two are of interest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The window of the other side.
    #[inline(always)]
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

outlined! {
    pub(crate) trait Points: endgame::Points {
        fn pvs(cx: &mut Context<'_>, board: Board, window: Window, draft: Draft, line: &mut Vec<Move>) -> i32
            = principal::principal;
        fn nws(cx: &mut Context<'_>, board: Board, features: &Features, alpha: i32, draft: Draft) -> i32
            = null_window::null_window;
        fn prob_cut(cx: &mut Context<'_>, board: Board, features: &Features, alpha: i32, draft: Draft) -> Option<i32>
            = prob_cut::cut;
        fn two_plies(cx: &mut Context<'_>, board: Board, features: &Features, alpha: i32) -> i32
            = last_plies::search::<2, _>;
        fn one_ply(cx: &mut Context<'_>, board: Board, features: &Features, alpha: i32) -> i32
            = last_plies::search::<1, _>;
        fn rate(cx: &mut Context<'_>, board: Board) -> i32 = rate;
    }
}

/// With fewer plies left a move is searched sooner than handed to another thread. (Tests and fuzzing want to see many of them
/// shared.)
pub(crate) const MIN_DEPTH_TO_SHARE: u8 = if cfg!(any(test, fuzzing)) { 4 } else { 9 };

/// Selective searches to the end of the game leave out nothing from so many empties on: there a proof costs less than
/// asking whether it is worth it.
const EXACT_EMPTIES: u32 = 14;

/// Whether what is left to search is the exact solver's.
#[inline(always)]
pub(crate) fn is_exact(board: Board, draft: Draft) -> bool {
    let empties = board.empties().len();
    u32::from(draft.depth) == empties && (draft.selectivity == Selectivity::P100 || empties <= EXACT_EMPTIES)
}

/// No ply left: the evaluation in whole discs, or the score if the side to move has been wiped out.
#[inline(always)]
fn leaf<L: Points>(l: L, cx: &mut Context<'_>, board: Board, features: &Features) -> i32 {
    if board.player().is_empty() {
        board.final_score()
    } else {
        to_discs(look_ahead::leaf(l, cx, board, features))
    }
}

/// The same for a child of the position with these features.
#[inline(always)]
fn leaf_after_move<L: Points>(
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
        to_discs(look_ahead::leaf_after_move(l, cx, child, features, square, flips))
    }
}

/// The same for a board whose features nobody has, or the score if no square is left: that is a proof.
#[inline(always)]
fn rate<L: Points>(l: L, cx: &mut Context<'_>, board: Board) -> i32 {
    if board.empties().is_empty() { board.final_score() } else { leaf(l, cx, board, &l.features(board)) }
}

/// Is the score of this position, reached by a move, above `alpha`? By the function that suits the plies left.
#[inline(always)]
pub(crate) fn search<L: Points>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    alpha: i32,
    draft: Draft,
) -> i32 {
    match draft.depth {
        0 if !board.empties().is_empty() => leaf(l, cx, board, features),
        1 if !is_exact(board, draft) => l.one_ply(cx, board, features, alpha),
        _ => search_two_or_more(l, cx, board, features, alpha, draft),
    }
}

/// The same where two plies are left or more, or none and the game is over: less code for those who know.
#[inline(always)]
fn search_two_or_more<L: Points>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    alpha: i32,
    draft: Draft,
) -> i32 {
    match draft.depth {
        _ if is_exact(board, draft) => endgame::search(l, cx, board, alpha),
        2 => l.two_plies(cx, board, features, alpha),
        _ => l.nws(cx, board, features, alpha, draft),
    }
}
