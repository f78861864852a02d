//! The moves of the root and iterative deepening over them.

use std::ops::{ControlFlow, Range};

use reversi_bitboard::{Bitboard, Board, Move, Square, Symmetry};

use super::move_list::{Candidate, MoveList, sort_by_score};
use super::outlined::Outlined;
use super::search::{Node, pvs};
use super::{Context, Window};
use crate::api::{LAST_PLIES, PROVEN_AT_ONCE, Selectivity};
use crate::memory::Draft;
use crate::parallel::{MIN_PLIES_TO_SHARE, search_siblings};

/// A move at the root with its score and line.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) square: Square,
    child: Board,
    /// The moves that lead to the same board up to symmetry: they share score and line.
    pub(crate) twins: Vec<Twin>,
    /// From the side that makes the move: its score, or an upper bound for one that is not among the best.
    pub(crate) score: i32,
    /// The search that found the score.
    pub(crate) draft: Draft,
    /// The replies that lead to the score.
    pub(crate) line: Vec<Move>,
}

/// A move whose board is an image of the board after another move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twin {
    pub(crate) square: Square,
    /// From the board after the other move to the board after this one.
    pub(crate) symmetry: Symmetry,
}

impl RootMove {
    /// Returns whether the move, or one of its twins, is to one of these squares.
    pub(crate) fn is_among(&self, squares: Bitboard) -> bool {
        squares.contains(self.square) || self.twins.iter().any(|twin| squares.contains(twin.square))
    }

    fn score(&self) -> i32 {
        self.score
    }
}

/// The moves of a position, the best first. The first `lines` of them get a score and a line of their own.
pub(crate) struct Root {
    pub(crate) board: Board,
    pub(crate) moves: Vec<RootMove>,
    /// The last search of all moves that is complete.
    pub(crate) done: Draft,
    lines: usize,
    /// These moves get a score and a line as well.
    wanted: Bitboard,
}

impl Root {
    /// The moves, at least one, sorted by their evaluation, without twins.
    pub(crate) fn new<L: Outlined>(
        l: L,
        cx: &mut Context<'_>,
        board: Board,
        squares: Bitboard,
        lines: usize,
        wanted: Bitboard,
    ) -> Root {
        let draft = Draft { depth: 1, selectivity: Selectivity::P100 };
        let mut moves: Vec<RootMove> = Vec::new();
        for square in squares {
            let child = board.play(square);
            let twin = |mv: &mut RootMove| {
                let symmetry =
                    Symmetry::ALL.into_iter().find(|symmetry| symmetry.board(mv.child) == child)?;
                mv.twins.push(Twin { square, symmetry });
                Some(())
            };
            if moves.iter_mut().find_map(twin).is_none() {
                cx.control.nodes += 1;
                let score = -l.evaluate_root_move(cx, child);
                moves.push(RootMove { square, child, twins: Vec::new(), score, draft, line: Vec::new() });
            }
        }
        sort_by_score(&mut moves, RootMove::score);
        Root { board, lines: lines.clamp(1, moves.len()), moves, done: draft, wanted }
    }

    /// The moves that have a score and a line of their own, the best first.
    pub(crate) fn best(&self) -> Vec<&RootMove> {
        let (best, others) = self.moves.split_at(self.lines);
        let wanted = others.iter().filter(|mv| mv.is_among(self.wanted));
        let mut best: Vec<_> = best.iter().chain(wanted).collect();
        sort_by_score(&mut best, |mv| mv.score); // a stopped search leaves moves of two depths
        best.truncate(self.lines);
        best
    }

    /// The moves that get a score and a line however good they are.
    pub(crate) fn wanted(&self) -> impl Iterator<Item = &RootMove> {
        self.moves.iter().filter(|mv| mv.is_among(self.wanted))
    }

    /// Returns whether no legal move is left out.
    pub(crate) fn has_all_moves(&self) -> bool {
        let moves: usize = self.moves.iter().map(|mv| 1 + mv.twins.len()).sum();
        moves == self.board.legal_moves().len() as usize
    }
}

/// Runs one search after the other, until all are done, a limit is reached, or `progress` ends them. The
/// first searches have fewer nodes than there are between two polls, so the limits are polled after each.
/// Returns whether all are done.
///
/// Only every second search, the last one among them, gives each line its score anew: the scores of all
/// moves take as long as several searches for the best one. The searches in between show that the lines
/// are no better than the best one, and search those again that seemed to be.
pub(crate) fn deepen<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    root: &mut Root,
    drafts: impl Iterator<Item = Draft>,
    progress: &mut dyn FnMut(&mut Context<'_>, &Root) -> ControlFlow<()>,
) -> bool {
    let drafts: Vec<Draft> = drafts.collect();
    let estimates = cx.estimates;
    for (left, &draft) in (0..drafts.len()).rev().zip(&drafts) {
        // Moves that are compared have values of the same search.
        let complete = (!root.wanted.is_empty()).then(|| root.moves.clone());
        let scored = if left % 2 == 0 { root.lines } else { 1 };
        cx.estimates = estimates.map(|leaves| leaves.of_search(draft.depth));
        iterate(l, cx, root, draft, scored);
        cx.estimates = estimates;
        if cx.control.aborted() {
            root.moves = complete.unwrap_or(std::mem::take(&mut root.moves));
            return false;
        }
        root.done = draft;
        let flow = progress(cx, root);
        if left > 0 && (flow.is_break() || cx.control.must_stop_now()) {
            return false;
        }
    }
    true
}

/// The searches that lead to `target`, itself the last: deeper and deeper, then surer and surer.
pub(crate) fn drafts_to(target: Draft, empties: u32) -> impl Iterator<Item = Draft> {
    let depth = target.depth.min(empties as u8);
    let to_the_end = u32::from(depth) == empties;
    let proof = to_the_end && empties <= PROVEN_AT_ONCE;
    let shallower = (1..depth).filter(move |&d| !to_the_end || u32::from(d) + LAST_PLIES <= empties);
    let surer = Selectivity::ALL
        .into_iter()
        .filter(move |&step| if proof { step == Selectivity::P100 } else { step <= target.selectivity });
    shallower
        .map(|depth| Draft { depth, selectivity: Selectivity::P73 })
        .chain(surer.map(move |selectivity| Draft { depth, selectivity }))
}

/// Searches all moves at the root. The best `scored` moves get their own scores; the others are shown not to
/// be better. Lines among the others keep a score that agrees with that.
fn iterate<L: Outlined>(l: L, cx: &mut Context<'_>, root: &mut Root, draft: Draft, scored: usize) {
    let next = draft.next();
    let together = draft.depth >= MIN_PLIES_TO_SHARE
        && scored == root.lines
        && root.wanted.is_empty()
        && cx.control.team().shares(true);
    // The moves from here on are not better than the best.
    let mut end = root.moves.len();
    for i in 0..root.moves.len() {
        if i >= end {
            break;
        }
        let mut floor = if i < scored { -65 } else { root.moves[scored - 1].score };
        let mut guess = root.moves[i].score;
        if i < scored {
            cx.control.nodes += 1;
        } else if together && end - i > 1 {
            (guess, end) = test_together(l, cx, root, draft, floor, i..end);
        } else {
            cx.control.nodes += 1;
            guess = -nws(l, cx, root.moves[i].child, !floor, next);
        }
        let mv = &mut root.moves[i];
        if i >= scored {
            if mv.is_among(root.wanted) {
                floor = -65; // even if it looks better: the open search of a selective draft may disagree
            } else if guess <= floor && !cx.control.aborted() {
                if i >= root.lines {
                    mv.score = guess;
                    continue;
                } else if mv.score <= floor {
                    continue;
                }
                floor = -65; // the score of an earlier search is too high
            }
        }
        let (mut line, mut score) = (Vec::new(), floor);
        if !cx.control.aborted() {
            score = exact_score(l, cx, mv.child, guess, floor, next, &mut line);
        }
        if cx.control.aborted() {
            return;
        }
        mv.score = score;
        if score > floor {
            (mv.draft, mv.line) = (draft, line);
            let place = root.moves[..i].iter().position(|better| better.score < score).unwrap_or(i);
            root.moves[place..=i].rotate_right(1);
        }
    }
}

/// Searches these moves together with all idle threads until one is better than `floor`. Brings that move to
/// the front, and behind it the moves that are still to be searched. Returns its score and their end.
fn test_together<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    root: &mut Root,
    draft: Draft,
    floor: i32,
    moves: Range<usize>,
) -> (i32, usize) {
    let (start, board) = (moves.start, root.board);
    let moves = &mut root.moves[moves];
    let candidate =
        |mv: &RootMove| Candidate { square: mv.square, flips: l.flip(mv.square, board), score: 0 };
    let mut list: MoveList = moves.iter().map(candidate).collect();
    let score = search_siblings(l, cx, Node { board, alpha: floor, draft }, &mut list, 0, true);
    let left = if score > floor { &list[..] } else { &[] };
    let place = |mv: &RootMove| left.iter().position(|candidate| candidate.square == mv.square);
    if !cx.control.aborted() {
        for mv in moves.iter_mut().filter(|mv| place(mv).is_none()) {
            mv.score = floor;
        }
        sort_by_score(moves, |mv| place(mv).map_or(-64, |place| -(place as i32)));
    }
    (score, start + left.len())
}

/// The score of a move at the root, by a null window.
pub(crate) fn test_root_move<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    node: Node,
    candidate: Candidate,
) -> i32 {
    let Node { board, alpha, draft } = node;
    cx.control.nodes += 1;
    -nws(l, cx, candidate.play_on(board), !alpha, draft.next())
}

/// A null window, searched by PVS.
fn nws<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, alpha: i32, draft: Draft) -> i32 {
    pvs(l, cx, board, Window::null(alpha), draft, &mut Vec::new())
}

/// Returns the score of a move if it is above `floor`, by aspiration windows around a guess (END-21).
fn exact_score<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    child: Board,
    guess: i32,
    floor: i32,
    draft: Draft,
    line: &mut Vec<Move>,
) -> i32 {
    let mut width = if draft.depth < 5 { 65 } else { 3 };
    let (mut low, mut high) = ((guess - width).max(floor), (guess + width).max(floor + 2).min(65));
    loop {
        let score = -pvs(l, cx, child, Window { alpha: -high, beta: -low }, draft, line);
        if cx.control.aborted() {
            return score;
        }
        width *= 3;
        if score <= low && low > floor {
            low = (score - width).max(floor);
        } else if score >= high && high < 65 {
            high = (score + width).min(65);
        } else {
            return score;
        }
    }
}
