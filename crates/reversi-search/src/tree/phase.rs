//! Differences between the phases of a game in a node of the search.

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, Square};

use super::Context;
use super::move_list::Candidate;
use super::outlined::Outlined;
use crate::memory::{Draft, Entry};

/// A phase of the game, with the data of a node besides its board.
pub(super) trait Phase: MoveOrder {
    /// With fewer plies left, threads share a node only while one of them is idle.
    const MIN_DEPTH_TO_SHARE: u8;

    /// With fewer plies left, threads do not share a node even while one of them is idle.
    const MIN_DEPTH_TO_FEED: u8;

    /// With fewer plies left, the table is not probed for the children before one is searched.
    const MIN_DEPTH_TO_PROBE_CHILDREN: u8;

    /// Returns the depth and selectivity of the search of the node.
    fn draft(self, board: Board) -> Draft;

    /// An upper bound of at most `alpha` from stable discs.
    fn stability_cutoff<L: Primitives>(self, l: L, board: Board, alpha: i32) -> Option<i32>;

    /// A bound that a shallower search makes likely.
    fn prob_cut<L: Outlined>(self, l: L, cx: &mut Context<'_>, board: Board, alpha: i32) -> Option<i32>;

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

/// How a phase orders the moves of a node (END-18).
pub(super) trait MoveOrder: Copy {
    /// The moves in the table, unless the search would find better ones by itself.
    fn trusted_moves(self, known: Entry, board: Board) -> [Option<Square>; 2];

    /// The part of the scores that needs only the boards, computed while the table's entries arrive.
    fn score_quickly<L: Primitives>(self, l: L, board: Board, list: &mut [Candidate]);

    /// Completes the scores of [`score_quickly`](Self::score_quickly). A wipe-out comes first, then the moves
    /// that the table remembers (`known`). `alpha` is the lower end of a null window.
    fn score_moves<L: Outlined>(
        self,
        l: L,
        cx: &mut Context<'_>,
        board: Board,
        list: &mut [Candidate],
        known: [Option<Square>; 2],
        alpha: Option<i32>,
    );
}
