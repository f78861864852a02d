//! Iterative deepening from the root.

use std::ops::ControlFlow;

use reversi_bitboard::{Board, Move, Square};

use super::{EXACT_EMPTIES, Points, Window};
use crate::Selectivity;
use crate::endgame::Context;
use crate::table::Draft;

/// A move at the root and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) square: Square,
    child: Board,
    /// From the side that makes the move: its score, or an upper bound for one that is not among the best.
    pub(crate) score: i32,
    /// The search that the score is from.
    pub(crate) draft: Draft,
    /// The replies that lead to the score.
    pub(crate) line: Vec<Move>,
}

/// The moves of a position, the best first, and how many of them are to get a score and a line of their own.
pub(crate) struct Root {
    pub(crate) board: Board,
    pub(crate) moves: Vec<RootMove>,
    /// The last search that all moves have been through.
    pub(crate) done: Draft,
    lines: usize,
    /// Gets a score and a line in any case.
    wanted: Option<Square>,
}

impl Root {
    /// The moves in the order of their evaluation. `board` has a legal move.
    pub(crate) fn new<L: Points>(
        l: L,
        cx: &mut Context<'_>,
        board: Board,
        lines: usize,
        wanted: Option<Square>,
    ) -> Root {
        let draft = Draft { depth: 1, selectivity: Selectivity::P100 };
        let rated = |square| {
            let child = board.play(square);
            cx.monitor.nodes += 1;
            RootMove { square, child, score: -l.rate(cx, child), draft, line: Vec::new() }
        };
        let mut moves: Vec<_> = board.legal_moves().into_iter().map(rated).collect();
        moves.sort_by_key(|mv| -mv.score);
        Root { board, lines: lines.clamp(1, moves.len()), moves, done: draft, wanted }
    }

    /// The moves that have a score and a line of their own.
    pub(crate) fn best(&self) -> &[RootMove] {
        &self.moves[..self.lines]
    }
}

/// Searches deeper and deeper, then surer and surer, until `target` is reached or the monitor says stop. `progress`
/// hears about each search on the way and may end it there. Whether `target` was reached.
pub(crate) fn deepen<L: Points>(
    l: L,
    cx: &mut Context<'_>,
    root: &mut Root,
    target: Draft,
    progress: &mut dyn FnMut(&Context<'_>, &Root) -> ControlFlow<()>,
) -> bool {
    let mut drafts = drafts(target, root.board.empties().len()).peekable();
    while let Some(draft) = drafts.next() {
        iterate(l, cx, root, draft);
        if cx.monitor.unwinding() {
            return false;
        }
        root.done = draft;
        if progress(cx, root).is_break() {
            return drafts.peek().is_none();
        }
    }
    true
}

/// This many plies before the end a search may as well go all the way.
const LAST_PLIES: u8 = 8;

/// The searches that lead to `target`, itself the last.
fn drafts(target: Draft, empties: u32) -> impl Iterator<Item = Draft> {
    let depth = target.depth.min(empties as u8);
    let to_the_end = u32::from(depth) == empties;
    let proof = to_the_end && empties <= EXACT_EMPTIES;
    let shallower = (1..depth).filter(move |d| !to_the_end || d + LAST_PLIES <= depth);
    let surer = Selectivity::ALL
        .into_iter()
        .filter(move |&step| if proof { step == Selectivity::P100 } else { step <= target.selectivity });
    shallower
        .map(|depth| Draft { depth, selectivity: Selectivity::P73 })
        .chain(surer.map(move |selectivity| Draft { depth, selectivity }))
}

/// One search of all moves at the root: the best to their own scores, the others only as far as to show that they
/// are not better.
fn iterate<L: Points>(l: L, cx: &mut Context<'_>, root: &mut Root, draft: Draft) {
    let next = Draft { depth: draft.depth - 1, ..draft };
    for i in 0..root.moves.len() {
        let mut floor = if i < root.lines { -65 } else { root.moves[root.lines - 1].score };
        let mv = &mut root.moves[i];
        cx.monitor.nodes += 1;
        let mut guess = mv.score;
        if i >= root.lines {
            guess = -null_window(l, cx, mv.child, !floor, next);
            if Some(mv.square) == root.wanted {
                floor = -65; // even if it looks better: the open search of a selective draft may disagree
            } else if guess <= floor && !cx.monitor.unwinding() {
                mv.score = guess;
                continue;
            }
        }
        let (mut line, mut score) = (Vec::new(), floor);
        if !cx.monitor.unwinding() {
            score = exact_score(l, cx, mv.child, guess, floor, next, &mut line);
        }
        if cx.monitor.unwinding() {
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

fn null_window<L: Points>(l: L, cx: &mut Context<'_>, board: Board, alpha: i32, draft: Draft) -> i32 {
    l.pvs(cx, board, Window { alpha, beta: alpha + 1 }, draft, &mut Vec::new())
}

/// The score of a move if it is above `floor`, looked for around a guess (END-21).
fn exact_score<L: Points>(
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
        let score = -l.pvs(cx, child, Window { alpha: -high, beta: -low }, draft, line);
        if cx.monitor.unwinding() {
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
