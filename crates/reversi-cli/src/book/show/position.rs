//! The entry of a position: a drawing, a table, JSON.

use indicatif::HumanCount;
use reversi_engine::board::Symmetry;
use reversi_engine::book::{BookEntry, ScoredMove};
use reversi_engine::{Move, Position, Square};
use serde::Serialize;

use super::tree::{self, Branch, Line, Probe};
use super::{after, is_exact};

/// A position of a book, seen by the side to move.
#[derive(Serialize)]
pub(super) struct Shown {
    board: String,
    value: i32,
    lower: i32,
    upper: i32,
    exact: bool,
    level: u32,
    lines: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    moves: Vec<Row>,
    /// The lines of the tree, their scores for the side to move here.
    best_lines: Vec<Line>,
    #[serde(skip)]
    position: Position,
}

/// A move of the position.
#[derive(Serialize)]
struct Row {
    r#move: String,
    score: i32,
    /// The bounds by the errors of the searches below. `None` for a leaf that is not exact.
    lower: Option<i32>,
    upper: Option<i32>,
    exact: bool,
    /// `true` if it leads to a position of the book.
    link: bool,
    level: u32,
    lines: u32,
    /// Games that the side that plays the move has won, drawn and lost.
    wins: u32,
    draws: u32,
    losses: u32,
    /// The squares of the move and of the moves that are equal by symmetry.
    #[serde(skip)]
    squares: Vec<Square>,
}

impl Shown {
    pub(super) fn new(probe: Probe<'_>, position: Position, entry: &BookEntry, tree: &[Branch]) -> Shown {
        let mut moves: Vec<Row> = entry.moves().map(|mv| Row::new(probe, position, entry, mv)).collect();
        moves.sort_by_key(|row| -row.score);
        Shown {
            board: position.to_string(),
            value: entry.value.into(),
            lower: entry.lower.into(),
            upper: entry.upper.into(),
            exact: entry.lower == entry.upper,
            level: entry.level.number(),
            lines: entry.tally.lines,
            wins: entry.tally.wins,
            draws: entry.tally.draws,
            losses: entry.tally.losses,
            moves,
            best_lines: tree::lines(tree),
            position,
        }
    }

    /// The drawing, the table and the tree.
    pub(super) fn to_lines(&self, tree: &[Branch], unicode: bool) -> Vec<String> {
        let mut lines = self.drawing();
        lines.extend([String::new(), self.summary(), String::new(), HEADER.to_owned()]);
        lines.extend(self.moves.iter().map(Row::to_table));
        if !tree.is_empty() {
            lines.extend([String::new(), format!("best lines, scores for {}", self.position.side)]);
            lines.extend(tree::draw(tree, unicode));
        }
        lines
    }

    /// The board with the scores in its squares.
    fn drawing(&self) -> Vec<String> {
        let mut diagram = self.position.diagram();
        for row in &self.moves {
            for &square in &row.squares {
                diagram = diagram.mark(square, format_args!("{:+}", row.score));
            }
        }
        let best = self.moves.first().and_then(|row| row.squares.first());
        diagram = best.into_iter().fold(diagram, |diagram, &square| diagram.highlight(square));
        diagram.to_string().lines().map(str::to_owned).collect()
    }

    fn summary(&self) -> String {
        let bounds = match self.exact {
            true => "exact".to_owned(),
            false => format!("from {:+} to {:+}", self.lower, self.upper),
        };
        let games = match (self.wins, self.draws, self.losses) {
            (0, 0, 0) => String::new(),
            (wins, draws, losses) => format!("; games: {wins} won, {draws} drawn, {losses} lost"),
        };
        let lines = match self.lines {
            1 => "1 line".to_owned(),
            lines => format!("{} lines", HumanCount(lines.into())),
        };
        format!("value {:+}, {bounds}; level {}; {lines}{games}", self.value, self.level)
    }
}

impl Row {
    fn new(probe: Probe<'_>, position: Position, entry: &BookEntry, scored: ScoredMove) -> Row {
        let board = position.board;
        let link = entry.leaf != Some(scored);
        let below = after(board, scored.mv).filter(|_| link).and_then(|board| probe(&board));
        let exact = is_exact(probe, &board, entry, scored);
        let score = i32::from(scored.score);
        let bounds = match &below {
            Some(below) => Some((-i32::from(below.upper), -i32::from(below.lower))),
            None => exact.then_some((score, score)),
        };
        let tally = below.as_ref().map(|below| below.tally).unwrap_or_default();
        Row {
            r#move: scored.mv.to_string(),
            score,
            lower: bounds.map(|(lower, _)| lower),
            upper: bounds.map(|(_, upper)| upper),
            exact,
            link,
            level: below.as_ref().map_or(entry.level, |below| below.level).number(),
            lines: if link { tally.lines } else { 1 },
            wins: tally.losses, // below, the other side is to move
            draws: tally.draws,
            losses: tally.wins,
            squares: images(position, scored.mv),
        }
    }

    fn to_table(&self) -> String {
        let bound = |bound: Option<i32>| bound.map_or("-".to_owned(), |bound| format!("{bound:+}"));
        let row = format!(
            "{:<5} {:>+5}{} {:>5} {:>5} {:>6} {:>12} {:>7} {:>7} {:>7}  {}",
            self.r#move,
            self.score,
            if self.exact { "!" } else { " " },
            bound(self.lower),
            bound(self.upper),
            self.level,
            HumanCount(self.lines.into()).to_string(),
            self.wins,
            self.draws,
            self.losses,
            if self.link { "" } else { "leaf" },
        );
        row.trim_end().to_owned()
    }
}

const HEADER: &str = "move  score   from    to  level        lines     won   drawn    lost";

/// The square of a move, and its images by the symmetries of the board.
fn images(position: Position, mv: Move) -> Vec<Square> {
    let Some(square) = mv.square() else { return Vec::new() };
    let mut squares = vec![square];
    for symmetry in Symmetry::ALL {
        let image = symmetry.square(square);
        if symmetry.board(position.board) == position.board && !squares.contains(&image) {
            squares.push(image);
        }
    }
    squares
}
