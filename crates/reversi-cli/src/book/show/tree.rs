//! The best lines of a book as a tree.

use std::collections::HashSet;

use reversi_engine::book::{BookEntry, ScoredMove};
use reversi_engine::{Board, Move};
use serde::Serialize;

use super::{after, is_exact};

/// Looks up a board in a book.
pub(super) type Probe<'a> = &'a dyn Fn(&Board) -> Option<BookEntry>;

/// Which lines are shown.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// Plies from the root.
    pub(super) depth: u32,
    /// Discs that a move may be worse than the best one of its position.
    pub(super) within: i32,
}

/// Moves without a choice, and what comes after them.
#[derive(Debug, PartialEq)]
pub(super) struct Branch {
    moves: Vec<Move>,
    /// The score of the last move, for the side to move at the root.
    score: i32,
    exact: bool,
    end: End,
}

/// How the moves of a branch end.
#[derive(Debug, PartialEq)]
enum End {
    /// There is a choice of moves.
    Choice(Vec<Branch>),
    /// The book does not have the position.
    Leaf,
    /// The book has more moves than are shown.
    Deeper,
    /// The position stands higher up in the tree.
    Above,
}

/// The best lines from a board of the book.
pub(super) fn branches(probe: Probe<'_>, board: Board, extent: Extent) -> Vec<Branch> {
    let mut tree = Tree { probe, within: extent.within, seen: HashSet::new() };
    match probe(&board) {
        Some(entry) if extent.depth > 0 => tree.choice(board, &entry, 1, extent.depth),
        _ => Vec::new(),
    }
}

struct Tree<'a> {
    probe: Probe<'a>,
    within: i32,
    /// Canonical boards that are in the tree.
    seen: HashSet<Board>,
}

impl Tree<'_> {
    /// The moves that are good enough, the best first. Of moves that are equal by symmetry there is one.
    fn candidates(&self, board: Board, entry: &BookEntry) -> Vec<ScoredMove> {
        let mut moves: Vec<ScoredMove> = entry.moves().collect();
        moves.sort_by_key(|scored| -i32::from(scored.score));
        let best = moves.first().map_or(0, |scored| i32::from(scored.score));
        moves.retain(|scored| best - i32::from(scored.score) <= self.within);
        let mut known = HashSet::new();
        moves.retain(|scored| known.insert(after(board, scored.mv).map(|board| board.canonical().0)));
        moves
    }

    /// A branch for each good move. `sign` is 1 where the side to move is the side at the root, otherwise -1.
    fn choice(&mut self, board: Board, entry: &BookEntry, sign: i32, depth: u32) -> Vec<Branch> {
        let moves = self.candidates(board, entry);
        moves.into_iter().map(|scored| self.branch(board, entry, scored, sign, depth)).collect()
    }

    /// The branch that begins with a move, up to the next choice.
    fn branch(
        &mut self,
        mut board: Board,
        entry: &BookEntry,
        mut scored: ScoredMove,
        mut sign: i32,
        depth: u32,
    ) -> Branch {
        let mut entry = entry.clone();
        let mut branch = Branch { moves: Vec::new(), score: 0, exact: false, end: End::Leaf };
        loop {
            branch.moves.push(scored.mv);
            branch.score = sign * i32::from(scored.score);
            branch.exact = is_exact(self.probe, &board, &entry, scored);
            let Some(next) = after(board, scored.mv) else { return branch };
            let Some(next_entry) = (self.probe)(&next) else { return branch };
            let left = depth - branch.moves.len() as u32;
            let candidates = self.candidates(next, &next_entry);
            if candidates.is_empty() {
                return branch;
            }
            if left == 0 {
                return Branch { end: End::Deeper, ..branch };
            }
            if !self.seen.insert(next.canonical().0) {
                return Branch { end: End::Above, ..branch };
            }
            (board, entry, sign) = (next, next_entry, -sign);
            let &[only] = &candidates[..] else {
                let end = End::Choice(self.choice(board, &entry, sign, left));
                return Branch { end, ..branch };
            };
            scored = only;
        }
    }
}

/// The characters that draw a tree.
struct Strokes {
    branch: &'static str,
    last: &'static str,
    beside: &'static str,
}

const UNICODE: Strokes = Strokes { branch: "├─", last: "└─", beside: "│ " };
const ASCII: Strokes = Strokes { branch: "|-", last: "`-", beside: "| " };

/// The lines of a drawing of the tree: score and moves of each branch.
pub(super) fn draw(branches: &[Branch], unicode: bool) -> Vec<String> {
    let mut lines = Vec::new();
    draw_under("", branches, if unicode { &UNICODE } else { &ASCII }, &mut lines);
    lines
}

fn draw_under(indent: &str, branches: &[Branch], strokes: &Strokes, lines: &mut Vec<String>) {
    for (i, branch) in branches.iter().enumerate() {
        let is_last = i + 1 == branches.len();
        let stroke = if is_last { strokes.last } else { strokes.branch };
        let exact = if branch.exact { "!" } else { " " };
        let moves: String = branch.moves.iter().map(|mv| format!(" {mv}")).collect();
        let end = match branch.end {
            End::Choice(_) | End::Leaf => "",
            End::Deeper => " ...",
            End::Above => " (see above)",
        };
        lines.push(format!("{indent}{stroke}{:>+4}{exact}{moves}{end}", branch.score));
        if let End::Choice(below) = &branch.end {
            let beside = if is_last { "  " } else { strokes.beside };
            draw_under(&format!("{indent}{beside}"), below, strokes, lines);
        }
    }
}

/// A line of play from the root to a leaf, for programs.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Line {
    /// The moves of the line.
    moves: String,
    /// The score of the line, for the side to move at the root.
    score: i32,
    exact: bool,
}

/// All lines of the tree.
pub(super) fn lines(branches: &[Branch]) -> Vec<Line> {
    let mut lines = Vec::new();
    collect("", branches, &mut lines);
    lines
}

fn collect(before: &str, branches: &[Branch], lines: &mut Vec<Line>) {
    for branch in branches {
        let mut moves = before.to_owned();
        moves.extend(branch.moves.iter().map(Move::to_string));
        match &branch.end {
            End::Choice(below) => collect(&moves, below, lines),
            _ => lines.push(Line { moves, score: branch.score, exact: branch.exact }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_engine::book::{Header, Manuscript};
    use reversi_engine::{Game, Level};

    fn scored(text: &str) -> ScoredMove {
        let (mv, score) = text.split_once(':').unwrap();
        ScoredMove::new(mv.parse::<Move>().unwrap(), score.parse().unwrap())
    }

    /// A book of the positions after these moves, each with its links and its leaf.
    fn book(positions: &[(&str, &[&str], Option<&str>)]) -> Manuscript {
        let level = Level::of::<4>();
        let mut header = Header::new(level);
        header.empties = 0;
        let mut manuscript = Manuscript::new(header);
        for &(moves, links, leaf) in positions {
            let board = moves.parse::<Game>().unwrap().board();
            let links: Vec<ScoredMove> = links.iter().map(|text| scored(text)).collect();
            let leaf = leaf.map(scored);
            let value = links.iter().chain(&leaf).map(|scored| scored.score).max().unwrap();
            let mut entry = BookEntry::new(value, level);
            (entry.lower, entry.upper) = (value - 2, value + 2);
            (entry.links, entry.leaf) = (links, leaf);
            manuscript.insert(&board, entry);
        }
        manuscript
    }

    fn sample() -> Manuscript {
        book(&[
            ("", &["f5:1"], None),
            ("f5", &["d6:-1", "f4:-3"], Some("f6:-2")),
            ("f5d6", &["c3:1"], Some("c5:0")),
            ("f5d6c3", &[], Some("d3:-1")),
            ("f5f4", &[], Some("e3:3")),
        ])
    }

    fn drawn(manuscript: &Manuscript, depth: u32, within: i32) -> Vec<String> {
        let probe = |board: &Board| manuscript.get(board);
        draw(&branches(&probe, Board::START, Extent { depth, within }), true)
    }

    #[test]
    fn moves_without_a_choice_are_one_branch() {
        assert_eq!(drawn(&sample(), 8, 0), ["└─  +1  f5 d6 c3 d3"]);
        assert_eq!(drawn(&sample(), 3, 0), ["└─  +1  f5 d6 c3 ..."]);
        assert_eq!(drawn(&sample(), 0, 0), [""; 0]);
    }

    #[test]
    fn of_moves_that_are_equal_by_symmetry_one_is_shown() {
        let manuscript = book(&[("", &["d3:1", "f5:1", "c4:1", "e6:1"], None), ("f5", &[], Some("d6:-1"))]);
        let lines = drawn(&manuscript, 8, 0);
        assert!(lines.len() == 1 && lines[0].starts_with("└─  +1  d3 "), "{lines:?}");
    }

    #[test]
    fn scores_are_those_of_the_side_to_move_at_the_root() {
        let expected = [
            "└─  +1  f5",
            "  ├─  +1  d6",
            "  │ ├─  +1  c3 d3",
            "  │ └─  +0  c5",
            "  ├─  +2  f6",
            "  └─  +3  f4 e3",
        ];
        assert_eq!(drawn(&sample(), 8, 2), expected);
    }

    /// Two orders of the same moves lead to one position.
    #[test]
    fn a_position_is_continued_once() {
        let manuscript = book(&[
            ("f5d6c4", &["d3:0"], None),
            ("f5d6c4d3", &["c3:0"], None),
            ("f5d6", &["c4:0", "c3:0"], None),
            ("f5d6c3", &["d3:0"], None),
            ("f5d6c3d3", &["c4:0"], None),
            ("f5d6c3d3c4", &[], Some("f4:0")),
        ]);
        let board = "f5d6".parse::<Game>().unwrap().board();
        let tree = branches(&|board| manuscript.get(board), board, Extent { depth: 9, within: 0 });
        assert_eq!(draw(&tree, false), ["|-  +0  c4 d3 c3 f4", "`-  +0  c3 d3 c4 (see above)"]);
        let moves: Vec<String> = lines(&tree).into_iter().map(|line| line.moves).collect();
        assert_eq!(moves, ["c4d3c3f4", "c3d3c4"]);
    }
}
