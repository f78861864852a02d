//! The one list of the functions that stay out of line: each is compiled once for every CPU level.
//!
//! Everything else in the tree is `#[inline(always)]` and takes on the features of the outlined function that
//! it is inlined into. A function that recurses calls itself through this list: `l.nws_6(..)`.

use reversi_bitboard::{Bitboard, Board, Move, Square, outlined};
use reversi_eval::kernel::EvalPrimitives;
use reversi_eval::{Features, Tables};

use super::endgame::{look_ahead, nws_local, solve_1_to_4};
use super::midgame::{last_plies, prob_cut};
use super::move_list::Candidate;
use super::search::Node;
use super::{Context, Window, evaluate, midgame, search};
use crate::api::Selectivity;
use crate::memory::Draft;

outlined! {
    pub(crate) trait Outlined: EvalPrimitives {
        // Both phases.
        fn pvs_endgame(cx: &mut Context<'_>, board: Board, window: Window, line: &mut Vec<Move>) -> i32
            = search::pvs_endgame;
        fn pvs_midgame(
            cx: &mut Context<'_>, board: Board, window: Window, draft: Draft, line: &mut Vec<Move>
        ) -> i32 = search::pvs_midgame;
        fn nws_endgame(cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 = search::nws_endgame;
        fn nws_midgame(
            cx: &mut Context<'_>, board: Board, features: &Features, alpha: i32, draft: Draft
        ) -> i32 = search::nws_midgame;
        fn search_move(cx: &mut Context<'_>, node: Node, candidate: Candidate) -> i32 = search::search_move;

        // Endgame.
        fn nws_local(cx: &mut Context<'_>, board: Board, alpha: i32) -> i32 = nws_local::nws_local;
        fn nws_11_or_12(cx: &mut Context<'_>, board: Board, moves: Bitboard, alpha: i32) -> i32
            = nws_local::nws_11_or_12;
        fn nws_7_to_10(cx: &mut Context<'_>, board: Board, moves: Bitboard, alpha: i32) -> i32
            = nws_local::nws_7_to_10;
        fn nws_6(cx: &mut Context<'_>, board: Board, moves: Bitboard, alpha: i32) -> i32 = nws_local::nws_6;
        fn nws_5(cx: &mut Context<'_>, board: Board, moves: Bitboard, alpha: i32) -> i32 = nws_local::nws_5;
        fn nws_local_after_pass(cx: &mut Context<'_>, board: Board, alpha: i32) -> i32
            = nws_local::nws_local_after_pass;
        fn solve_4(nodes: &mut u64, board: Board, alpha: i32) -> i32 = solve_1_to_4::solve_4;
        fn solve_1_to_3(nodes: &mut u64, board: Board, alpha: i32) -> i32 = solve_1_to_4::solve_1_to_3;
        fn solve_3_after_pass(nodes: &mut u64, board: Board, alpha: i32, squares: [Square; 3]) -> i32
            = solve_1_to_4::solve_3_after_pass;
        fn solve_2_after_pass(nodes: &mut u64, board: Board, alpha: i32, squares: [Square; 2]) -> i32
            = solve_1_to_4::solve_2_after_pass;
        fn last_flip_count_after_pass(player: Bitboard, square: Square) -> u32
            = solve_1_to_4::last_flip_count_after_pass;
        fn look_ahead(
            cx: &mut Context<'_>, board: Board, features: &Features, alpha: i32, beta: i32, depth: u32
        ) -> i32 = look_ahead::look_ahead;

        // Midgame.
        fn prob_cut(
            cx: &mut Context<'_>, board: Board, features: &Features, alpha: i32, draft: Draft
        ) -> Option<i32> = prob_cut::prob_cut;
        fn two_plies(
            cx: &mut Context<'_>, board: Board, features: &Features, alpha: i32, selectivity: Selectivity
        ) -> i32 = last_plies::search::<2, _>;
        fn one_ply(
            cx: &mut Context<'_>, board: Board, features: &Features, alpha: i32, selectivity: Selectivity
        ) -> i32 = last_plies::search::<1, _>;

        // The evaluation: long code, and slow enough for a call not to matter.
        fn evaluate_root_move(cx: &mut Context<'_>, child: Board) -> i32 = midgame::evaluate_root_move;
        fn evaluate_features(weights: Tables<'_>, board: Board, features: &Features) -> i32
            = evaluate::evaluate_features;
        fn evaluate_features_after_move(
            weights: Tables<'_>, child: Board, features: &Features, square: Square, flips: Bitboard
        ) -> i32 = evaluate::evaluate_features_after_move;
    }
}
