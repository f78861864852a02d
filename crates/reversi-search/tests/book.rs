//! Engines with an opening book.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use reversi_bitboard::{Board, Game, Move};
use reversi_engine::search::{BookMoves, BookUse, Clock, OpeningBook, Source};
use reversi_engine::{AnalyzeError, AnalyzeRequest, Engine, Level, Limits, Selectivity, Value};

/// A book in memory, without symmetries.
#[derive(Default)]
struct Known(HashMap<Board, BookMoves>);

impl OpeningBook for Known {
    fn look_up(&self, board: &Board) -> Option<BookMoves> {
        self.0.get(board).cloned()
    }
}

fn level(number: u32) -> Level {
    Level::new(number).unwrap()
}

impl Known {
    /// Adds the position after these moves.
    fn with(mut self, game: &str, number: u32, moves: &[(&str, i32)]) -> Known {
        let board = game.parse::<Game>().unwrap().board();
        let moves = moves.iter().map(|&(mv, score)| (mv.parse::<Move>().unwrap(), score));
        self.0.insert(board, BookMoves::new(level(number), moves));
        self
    }

    fn engine(self) -> Engine {
        Engine::builder().hash_bytes(1 << 16).book(Arc::new(self)).build().unwrap()
    }
}

fn after(game: &str) -> Board {
    game.parse::<Game>().unwrap().board()
}

fn book() -> Known {
    Known::default()
        .with("f5", 16, &[("f6", -1), ("d6", 0), ("f4", -4)])
        .with("f5d6", 16, &[("c3", 0), ("c5", -3)])
        .with("f5d6c3", 16, &[("d3", 0)])
}

#[test]
fn the_book_answers_with_its_best_lines_and_without_nodes() {
    let mut engine = book().engine();
    let analysis = engine.analyze(&after("f5"), AnalyzeRequest::level(level(16)).lines(2)).unwrap();
    assert_eq!((analysis.source(), analysis.nodes(), analysis.stopped()), (Source::Book, 0, None));
    let pv = |line: usize| reversi_testkit::transcript(analysis.lines()[line].pv());
    assert_eq!((analysis.lines().len(), pv(0), pv(1)), (2, "d6c3d3".to_owned(), "f6".to_owned()));
    let value = Value::Estimate { score: 0, depth: 16, selectivity: Selectivity::P73 };
    assert_eq!(analysis.value(), value);
}

#[test]
fn the_book_answers_if_it_is_as_deep() {
    let mut engine = book().engine();
    let clock = Clock::new(Duration::from_millis(1), Duration::ZERO);
    let tiny = Limits::new().nodes(1);
    let depth = AnalyzeRequest::depth;
    for (expected, request) in [
        (Source::Book, AnalyzeRequest::level(level(16))),
        (Source::Book, AnalyzeRequest::level(level(3))),
        (Source::Book, depth(16).selectivity(Selectivity::P73)),
        (Source::Book, AnalyzeRequest::unlimited().clock(clock)),
        (Source::Book, depth(20).book(BookUse::Always).limits(tiny.clone())),
        (Source::Search, AnalyzeRequest::level(level(17)).limits(tiny.clone())),
        (Source::Search, AnalyzeRequest::level(level(16)).selectivity(Selectivity::P87).limits(tiny.clone())),
        (Source::Search, depth(16).limits(tiny.clone())),
        (Source::Search, depth(17).selectivity(Selectivity::P73).limits(tiny.clone())),
        (Source::Search, AnalyzeRequest::level(level(2)).book(BookUse::Never)),
        (Source::Search, depth(2).book(BookUse::Always).only(after("f5").legal_moves())),
        (Source::Search, AnalyzeRequest::unlimited().clock(clock).book(BookUse::Never)),
    ] {
        let analysis = engine.analyze(&after("f5"), request.clone()).unwrap();
        assert_eq!(analysis.source(), expected, "{request:?}");
        assert_eq!(analysis.nodes() == 0, expected == Source::Book);
    }
    let all = engine.analyze(&after("f5"), AnalyzeRequest::level(level(60)).book(BookUse::Always)).unwrap();
    assert_eq!(all.lines().len(), 3);
    for (lines, expected) in [(2, Source::Book), (3, Source::Search)] {
        let request = AnalyzeRequest::level(level(2)).lines(lines);
        assert_eq!(engine.analyze(&after("f5d6"), request).unwrap().source(), expected);
    }
    let other = engine.analyze(&after("f5f6"), AnalyzeRequest::level(level(2))).unwrap();
    assert_eq!(other.source(), Source::Search);
}

#[test]
fn what_asks_for_nothing_is_an_error_with_a_book_too() {
    let mut engine = book().engine();
    for always in [BookUse::AsDeep, BookUse::Always] {
        let no_depth = engine.analyze(&after("f5"), AnalyzeRequest::depth(0).book(always));
        assert_eq!(no_depth, Err(AnalyzeError::NoDepth));
        let no_lines = engine.analyze(&after("f5"), AnalyzeRequest::depth(1).lines(0).book(always));
        assert_eq!(no_lines, Err(AnalyzeError::NoLines));
    }
}

#[test]
fn a_search_that_proves_the_score_takes_place() {
    let board: Board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse().unwrap();
    let mv = board.legal_plays().next().unwrap();
    let known = || {
        let mut known = Known::default();
        known.0.insert(board, BookMoves::new(level(60), [(mv, 2)]));
        known
    };
    for request in [AnalyzeRequest::unlimited(), AnalyzeRequest::level(level(21))] {
        let analysis = known().engine().analyze(&board, request).unwrap();
        assert_eq!((analysis.value(), analysis.source()), (Value::Exact(2), Source::Search));
    }
    // A book proves nothing, however deep it is.
    let analysis = known().engine().analyze(&board, AnalyzeRequest::depth(4).book(BookUse::Always)).unwrap();
    let depth = board.empties().len();
    assert_eq!(analysis.value(), Value::Estimate { score: 2, depth, selectivity: Selectivity::P100 });
}

#[test]
fn a_book_that_breaks_the_rules_is_not_believed() {
    let request = AnalyzeRequest::depth(1).book(BookUse::Always);
    for moves in [
        &[][..],
        &[("a1", 0)],
        &[("d6", 0), ("a1", -1)],
        &[("d6", 0), ("d6", -1)],
        &[("ps", 0)],
        &[("d6", 65)],
        &[("d6", i32::MIN), ("f6", i32::MAX)],
    ] {
        let mut engine = Known::default().with("f5", 20, moves).engine();
        let analysis = engine.analyze(&after("f5"), request.clone()).unwrap();
        assert_eq!(analysis.source(), Source::Search, "{moves:?}");
    }
    // A line that continues with an illegal move is not believed either.
    let mut engine = book().with("f5d6c3", 16, &[("a8", 0)]).engine();
    assert_eq!(engine.analyze(&after("f5"), request.clone()).unwrap().source(), Source::Search);
    assert_eq!(engine.analyze(&after("f5d6c3"), request).unwrap().source(), Source::Search);
}

#[test]
fn a_position_with_a_forced_pass_may_be_left_out_of_a_book() {
    let mut rng = reversi_testkit::Rng::with_seed(1);
    let board = loop {
        let boards = reversi_testkit::game_boards(&mut rng);
        if let Some(board) = boards.into_iter().find(|board| board.must_pass()) {
            break board;
        }
    };
    let reply = board.pass().legal_plays().next().unwrap();
    let mut known = Known::default();
    known.0.insert(board.pass(), BookMoves::new(level(10), [(reply, 6)]));
    let request = AnalyzeRequest::depth(1).book(BookUse::Always);
    let analysis = known.engine().analyze(&board, request).unwrap();
    assert_eq!((analysis.source(), analysis.pv()), (Source::Book, &[Move::Pass, reply][..]));
    assert_eq!(analysis.value().score(), Some(-6));
}

#[test]
fn a_game_is_analyzed_with_the_book_where_it_knows_the_move() {
    let game: Game = "f5f4".parse().unwrap();
    let turns = book().engine().analyze_game(&game, AnalyzeRequest::level(level(2))).unwrap();
    assert_eq!(turns[0].analysis().source(), Source::Search);
    assert_eq!((turns[1].analysis().source(), turns[1].loss()), (Source::Book, 4));
    assert_eq!(turns[1].analysis().lines().len(), 1);
    let unknown = Known::default().with("f5", 16, &[("d6", 0)]);
    let turns = unknown.engine().analyze_game(&game, AnalyzeRequest::level(level(2))).unwrap();
    assert_eq!(turns[1].analysis().source(), Source::Search); // the book does not know f4
}

#[test]
fn an_engine_without_its_book_searches_the_same_nodes() {
    let mut without = Engine::builder().hash_bytes(1 << 16).build().unwrap();
    let mut with = book().engine();
    let request = AnalyzeRequest::level(level(6)).book(BookUse::Never);
    for game in ["f5", "f5d6", "f5d6c3", "f5f6"] {
        let [one, other] = [&mut without, &mut with].map(|engine| {
            let analysis = engine.analyze(&after(game), request.clone()).unwrap();
            (analysis.nodes(), analysis.lines().to_vec(), analysis.source())
        });
        assert_eq!(one, other);
    }
}
