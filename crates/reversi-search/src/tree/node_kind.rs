//! The two kinds of nodes: on the principal variation, and with a null window.

use reversi_bitboard::{Board, Move, Square};

use super::move_list::Candidate;
use super::outlined::Outlined;
use super::phase::Phase;
use super::search::{Node, pvs};
use super::{Context, NO_SCORE, Window};
use crate::memory::Entry;

/// The question of a node.
pub(super) trait NodeKind {
    /// `true` if a bound is enough. Then cut-offs pay that need not hold for a score.
    const NULL_WINDOW: bool;

    /// Returns the window of the moves that are left.
    fn window(&self) -> Window;

    /// Narrows the window to known bounds that do not decide the node.
    #[inline(always)]
    fn narrow(&mut self, _: Entry) {}

    /// Notes the move of a lower bound that decides the node.
    #[inline(always)]
    fn cut_by(&mut self, _: Option<Square>) {}

    /// The score of a board without a legal move whose opponent has one.
    fn after_pass<L: Outlined, P: Phase>(self, l: L, cx: &mut Context<'_>, phase: P, board: Board) -> i32;

    /// The score of a move by a null window, or `None` where only an open window will do.
    fn by_null_window<L: Outlined, P: Phase>(
        &self,
        l: L,
        cx: &mut Context<'_>,
        phase: P,
        node: Node,
        candidate: Candidate,
        is_first: bool,
    ) -> Option<i32>;

    /// Completes the score of a move after its null window, by an open window where one is needed.
    fn complete<L: Outlined>(
        &mut self,
        l: L,
        cx: &mut Context<'_>,
        node: Node,
        candidate: Candidate,
        by_null_window: Option<i32>,
    ) -> i32;

    /// Notes that this move, the last searched, is better than `alpha`.
    #[inline(always)]
    fn raise_alpha(&mut self, _: i32, _: Square) {}
}

/// Asks whether the score is above `alpha`.
pub(super) struct NullWindow {
    pub(super) alpha: i32,
}

impl NodeKind for NullWindow {
    const NULL_WINDOW: bool = true;

    #[inline(always)]
    fn window(&self) -> Window {
        Window::null(self.alpha)
    }

    #[inline(always)]
    fn after_pass<L: Outlined, P: Phase>(self, l: L, cx: &mut Context<'_>, phase: P, board: Board) -> i32 {
        -phase.nws_after_pass(l, cx, board, !self.alpha)
    }

    #[inline(always)]
    fn by_null_window<L: Outlined, P: Phase>(
        &self,
        l: L,
        cx: &mut Context<'_>,
        phase: P,
        node: Node,
        candidate: Candidate,
        _: bool,
    ) -> Option<i32> {
        cx.control.nodes += 1;
        let child = candidate.play_on(node.board);
        Some(-phase.nws_after_move(l, cx, child, candidate, !self.alpha))
    }

    /// A bound is enough, and every move has one.
    #[inline(always)]
    fn complete<L: Outlined>(
        &mut self,
        _: L,
        _: &mut Context<'_>,
        _: Node,
        _: Candidate,
        by_null_window: Option<i32>,
    ) -> i32 {
        by_null_window.unwrap_or(NO_SCORE)
    }
}

/// Asks for the score and the line that leads to it.
pub(super) struct Principal<'a> {
    window: Window,
    line: &'a mut Vec<Move>,
    /// The replies to the last move that was searched by an open window.
    child_line: Vec<Move>,
}

impl Principal<'_> {
    #[inline(always)]
    pub(super) fn new(window: Window, line: &mut Vec<Move>) -> Principal<'_> {
        line.clear();
        Principal { window, line, child_line: Vec::new() }
    }
}

impl NodeKind for Principal<'_> {
    const NULL_WINDOW: bool = false;

    #[inline(always)]
    fn window(&self) -> Window {
        self.window
    }

    /// The score stays inside the window: otherwise the line is lost.
    #[inline(always)]
    fn narrow(&mut self, known: Entry) {
        self.window.alpha = self.window.alpha.max(known.lower - 1);
        self.window.beta = self.window.beta.min(known.upper + 1);
    }

    #[inline(always)]
    fn cut_by(&mut self, square: Option<Square>) {
        self.line.extend(square.map(Move::Place));
    }

    #[inline(always)]
    fn after_pass<L: Outlined, P: Phase>(self, l: L, cx: &mut Context<'_>, phase: P, board: Board) -> i32 {
        let score = -pvs(l, cx, board.pass(), self.window.of_opponent(), phase.draft(board), self.line);
        if score > self.window.alpha {
            self.line.insert(0, Move::Pass);
        } else {
            self.line.clear(); // it is the opponent's
        }
        score
    }

    #[inline(always)]
    fn by_null_window<L: Outlined, P: Phase>(
        &self,
        l: L,
        cx: &mut Context<'_>,
        _: P,
        node: Node,
        candidate: Candidate,
        is_first: bool,
    ) -> Option<i32> {
        if is_first { None } else { Some(l.search_move(cx, node, candidate)) }
    }

    #[inline(always)]
    fn complete<L: Outlined>(
        &mut self,
        l: L,
        cx: &mut Context<'_>,
        Node { board, draft, .. }: Node,
        candidate: Candidate,
        by_null_window: Option<i32>,
    ) -> i32 {
        self.child_line.clear();
        match by_null_window {
            Some(score) if score <= self.window.alpha || self.window.beta <= score => return score,
            Some(_) => {} // the null window has counted the move
            None => cx.control.nodes += 1,
        }
        -pvs(l, cx, candidate.play_on(board), self.window.of_opponent(), draft.next(), &mut self.child_line)
    }

    #[inline(always)]
    fn raise_alpha(&mut self, alpha: i32, square: Square) {
        self.window.alpha = alpha;
        self.line.clear();
        self.line.push(Move::Place(square));
        self.line.append(&mut self.child_line);
    }
}
