//! The definition of a book, from its leaves only.

use std::collections::HashMap;

use reversi_bitboard::{Bitboard, Board, Move};
use reversi_book::{BookEntry, Manuscript, ScoredMove};
use reversi_search::{AnalyzeRequest, Engine, Level, Selectivity};
use reversi_testkit::after;

/// The value, its bounds and the lines of a position, as the documentation of `BookEntry` defines them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worth {
    value: i32,
    lower: i32,
    upper: i32,
    lines: u32,
}

/// Computes the definition of a book by recursion, from its leaves only.
struct Model<'a> {
    manuscript: &'a Manuscript,
    known: HashMap<Board, Worth>,
}

impl Model<'_> {
    fn worth(&mut self, board: Board) -> Worth {
        let board = board.canonical().0;
        if let Some(&worth) = self.known.get(&board) {
            return worth;
        }
        let entry = self.manuscript.get(&board).unwrap();
        let mut all: Vec<Worth> = Vec::new();
        for link in &entry.links {
            let Worth { value, lower, upper, lines } = self.worth(after(board, link.mv));
            assert_eq!(i32::from(link.score), -value, "{board} {}", link.mv);
            all.push(Worth { value: -value, lower: -upper, upper: -lower, lines });
        }
        if let Some(leaf) = entry.leaf {
            let (value, error) = (i32::from(leaf.score), self.error(board, leaf.mv, entry.level));
            all.push(Worth {
                value,
                lower: (value - error).max(-64),
                upper: (value + error).min(64),
                lines: 1,
            });
        }
        let worth = Worth {
            value: all.iter().map(|worth| worth.value).max().unwrap(),
            lower: all.iter().map(|worth| worth.lower).max().unwrap(),
            upper: all.iter().map(|worth| worth.upper).max().unwrap(),
            lines: all.iter().map(|worth| worth.lines).sum(),
        };
        self.known.insert(board, worth);
        worth
    }

    fn error(&self, board: Board, mv: Move, level: Level) -> i32 {
        let empties = board.empties().len();
        let header = self.manuscript.header();
        match level.at(empties) {
            _ if after(board, mv).is_game_over() => 0,
            (depth, Selectivity::P100) if depth == empties => 0,
            (depth, _) if depth == empties => header.endcut_error as i32,
            _ => header.midgame_error as i32,
        }
    }
}

/// Checks a book without selective searches against its definition.
pub(super) fn assert_book(manuscript: &Manuscript) {
    let mut model = Model { manuscript, known: HashMap::new() };
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    for (&board, entry) in manuscript.iter() {
        let Worth { value, lower, upper, lines } = model.worth(board);
        let found = (entry.value.into(), entry.lower.into(), entry.upper.into(), entry.tally.lines);
        assert_eq!(found, (value, lower, upper, lines), "{board}");
        assert_moves(manuscript, &mut engine, board, entry);
    }
}

/// The links are the moves to positions of the book. The leaf is the best of all others.
pub(super) fn assert_moves(manuscript: &Manuscript, engine: &mut Engine, board: Board, entry: &BookEntry) {
    let child = |mv: Move| after(board, mv).canonical().0;
    let mut linked: Vec<Board> = entry.links.iter().map(|link| child(link.mv)).collect();
    linked.sort();
    let mut expected: Vec<Board> =
        board.legal_plays().map(child).filter(|child| manuscript.get(child).is_some()).collect();
    expected.sort();
    assert_eq!(linked, expected, "{board}");
    let others =
        board.legal_moves().into_iter().filter(|&square| manuscript.get(&child(square.into())).is_none());
    let others = others.fold(Default::default(), Bitboard::with_square);
    match entry.leaf {
        None => assert!(others.is_empty(), "{board}"),
        Some(leaf) => {
            assert!(others.contains(leaf.mv.square().unwrap()), "{board} {}", leaf.mv);
            engine.clear_hash();
            let request = AnalyzeRequest::level(entry.level).only(others);
            let score = engine.analyze(&board, request).unwrap().value().score().unwrap();
            assert_eq!(i32::from(leaf.score), score, "{board}");
        }
    }
}

/// As [`assert_book`], for books whose leaves have the values that their positions had.
pub(super) fn assert_values_and_links(manuscript: &Manuscript) {
    let mut model = Model { manuscript, known: HashMap::new() };
    for (&board, entry) in manuscript.iter() {
        let Worth { value, lines, .. } = model.worth(board);
        assert_eq!((i32::from(entry.value), entry.tally.lines), (value, lines), "{board}");
        let links = board.legal_plays().filter(|&mv| manuscript.get(&after(board, mv)).is_some());
        assert_eq!(entry.links.len(), links.count(), "{board}");
    }
}

pub(super) fn assert_book_values(manuscript: &Manuscript) {
    let mut model = Model { manuscript, known: HashMap::new() };
    for (&board, entry) in manuscript.iter() {
        assert_eq!(i32::from(entry.value), model.worth(board).value);
    }
}

/// The least that both sides together give up on the way from the start to each position.
pub(super) fn given_up(manuscript: &Manuscript) -> HashMap<Board, i32> {
    let mut least = HashMap::from([(Board::START.canonical().0, 0)]);
    let mut open = vec![Board::START.canonical().0];
    while let Some(board) = open.pop() {
        let (entry, sum) = (manuscript.get(&board).unwrap(), least[&board]);
        for link in entry.links {
            let child = after(board, link.mv).canonical().0;
            let sum = sum + i32::from(entry.value - link.score);
            if least.get(&child).is_none_or(|&known| sum < known) {
                least.insert(child, sum);
                open.push(child);
            }
        }
    }
    least
}

/// The least cost of each leaf's board, by all lines of play from the start.
pub(super) fn costs_of_leaves(manuscript: &Manuscript, plies_per_disc: i32) -> HashMap<Board, i32> {
    let mut costs: HashMap<Board, i32> = HashMap::new();
    let mut open = vec![(Board::START, 0)];
    while let Some((board, cost)) = open.pop() {
        let entry = manuscript.get(&board).unwrap();
        let cost_of = |scored: ScoredMove| cost + 1 + plies_per_disc * i32::from(entry.value - scored.score);
        open.extend(entry.links.iter().map(|&link| (after(board, link.mv), cost_of(link))));
        if let Some(leaf) = entry.leaf {
            let least = costs.entry(after(board, leaf.mv).canonical().0).or_insert(i32::MAX);
            *least = cost_of(leaf).min(*least);
        }
    }
    costs
}
