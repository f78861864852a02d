//! Reviews of games: moves that may not be blamed, and results that stay the same.

use std::ops::ControlFlow;

use reversi_bitboard::{Board, Color, Game, Symmetry};
use reversi_engine::play::{MoveClass, Puzzle, REVIEW_VERSION, Review, ReviewedMove};
use reversi_engine::search::{AnalyzedMove, BookMoves, Event, OpeningBook};
use reversi_engine::{AnalyzeRequest, Engine, Level, Limits, SolveRequest, Value};
use reversi_testkit::{Rng, random_game};

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

fn level(number: u32) -> AnalyzeRequest {
    AnalyzeRequest::level(Level::new(number).unwrap())
}

/// Each search is independent: it does not know what an earlier level has proven.
#[test]
fn no_first_move_is_blamed_at_any_level_or_limit() {
    let nodes = [0, 1, 100, 1000, 5000];
    let limited = nodes.map(|nodes| AnalyzeRequest::unlimited().limits(Limits::new().nodes(nodes)));
    for first in ["d3", "c4", "f5", "e6"] {
        let game: Game = first.parse().unwrap();
        for request in (0..=12).map(level).chain(limited.clone()) {
            let review = Review::by(&mut engine(), &game, request.clone()).unwrap();
            let mv = &review.moves[0];
            assert_eq!((mv.loss, mv.class, mv.judged), (0, MoveClass::Best, false), "{first} {request:?}");
            assert_eq!((mv.value, mv.best_move), (mv.best_value, mv.played));
        }
    }
}

/// Returns whether both values are of the same search.
fn is_fair(mv: &ReviewedMove) -> bool {
    match (mv.best_value, mv.value) {
        (Value::Exact(_), Value::Exact(_)) => true,
        (
            Value::Estimate { depth, selectivity, .. },
            Value::Estimate { depth: other, selectivity: also, .. },
        ) => (depth, selectivity) == (other, also),
        _ => false,
    }
}

#[test]
fn both_values_are_of_the_same_search_also_if_a_limit_ends_it() {
    fair_reviews(15);
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn both_values_are_of_the_same_search_in_40_games() {
    fair_reviews(40);
}

fn fair_reviews(games: u32) {
    let mut rng = Rng::with_seed(59);
    let (mut stopped, mut lost) = (0, 0);
    for i in 0..games {
        let game = random_game(&mut rng);
        let request = match i % 3 {
            0 => level(rng.u32(1..=8)),
            1 => AnalyzeRequest::unlimited().limits(Limits::new().nodes(rng.u64(0..30_000))),
            _ => AnalyzeRequest::unlimited().total_limits(Limits::new().nodes(rng.u64(0..900_000))),
        };
        let review = Review::by(&mut engine(), &game, request).unwrap();
        assert!(review.moves.iter().all(is_fair), "{game}");
        stopped += u32::from(review.stopped.is_some());
        for mv in &review.moves {
            let raw = mv.best_value.score().unwrap() - mv.value.score().unwrap();
            assert!(raw >= 0 && (mv.loss as i32 == raw || mv.loss == 0), "{mv:?}");
            assert!(mv.proven || mv.loss == 0 || f64::from(mv.loss) > 2.0 * mv.error, "{mv:?}");
            assert_eq!(mv.best_line[0], mv.best_move);
            assert_eq!(mv.line[0], mv.played);
            lost += mv.loss;
        }
    }
    assert!(stopped > games / 4 && lost > 25 * games, "{stopped} {lost}");
}

#[test]
fn a_turned_game_has_the_same_judgements() {
    let game: Game = "f5f6e6f4g6c5f3g4e3g5h3h4h5e7d6".parse().unwrap();
    let review = Review::by(&mut engine(), &game, AnalyzeRequest::depth(6)).unwrap();
    let of = |review: &Review| -> Vec<_> {
        review.moves.iter().map(|mv| (mv.loss, mv.class, mv.judged)).collect()
    };
    // The symmetries that leave the start unchanged.
    for symmetry in Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(Board::START) == Board::START)
    {
        let mut turned = Game::new();
        for mv in game.moves() {
            turned.play(symmetry.square(mv.square().unwrap())).unwrap();
        }
        let other = Review::by(&mut engine(), &turned, AnalyzeRequest::depth(6)).unwrap();
        // The evaluation of a turned board may differ by a disc.
        let same = of(&review).iter().zip(of(&other)).filter(|(a, b)| **a == *b).count();
        assert!(same >= 14, "{same}");
        assert_eq!(other.opening, review.opening);
    }
    assert_eq!(review, Review::by(&mut engine(), &game, AnalyzeRequest::depth(6)).unwrap());
}

#[test]
fn perfect_play_has_an_accuracy_of_100_and_no_mistakes() {
    let mut engine = engine();
    let position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let mut game = Game::from_position(position.parse().unwrap());
    let solution = engine.solve(&game.board(), SolveRequest::exact()).unwrap();
    solution.pv().iter().for_each(|&mv| game.play(mv).unwrap());
    assert_eq!(game.score(), Some(18));
    let review = Review::by(&mut engine, &game, level(10)).unwrap();
    assert!(review.moves.iter().all(|mv| mv.proven && mv.class == MoveClass::Best));
    assert!(review.turning_points.is_empty() && review.mistakes(Color::Black).count() == 0);
    assert_eq!((review.black_score, review.version), (Some(18), REVIEW_VERSION));
    assert_eq!(review.fingerprint, Some(engine.evaluation_fingerprint()));
}

/// Knows the first moves of one game, as it stands on the board.
struct FirstMoves(Vec<Board>);

impl OpeningBook for FirstMoves {
    fn look_up(&self, board: &Board) -> Option<BookMoves> {
        self.0.contains(board).then(|| BookMoves::new(Level::DEFAULT, []))
    }
}

#[test]
fn a_review_tells_where_the_game_left_the_book() {
    let game: Game = "f5d6c3d3c4".parse().unwrap();
    let turns = engine().analyze_game(&game, AnalyzeRequest::depth(1)).unwrap();
    let known = |moves: usize| FirstMoves((0..=moves).map(|ply| game.prefix(ply).board()).collect());
    for (moves, left) in [(0, Some(1)), (2, Some(3)), (4, Some(5)), (5, None)] {
        assert_eq!(Review::of(&game, &turns, Some(&known(moves))).left_book, left, "{moves}");
    }
    assert_eq!(Review::of(&game, &turns, Some(&FirstMoves(Vec::new()))).left_book, None);
    assert_eq!(Review::of(&game, &turns, None).left_book, None);
}

#[test]
fn a_part_of_a_game_keeps_its_plies() {
    let game: Game = "f5d6c3d3c4".parse().unwrap();
    let mut done = 0;
    let review =
        Review::by_with(&mut engine(), &game, AnalyzeRequest::depth(2), |event: Event<'_, &AnalyzedMove>| {
            done += u32::from(matches!(event, Event::Done(_)));
            if done < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
    assert_eq!(review.moves.iter().map(|mv| mv.ply).collect::<Vec<_>>(), [4, 5]);
}

/// Each mistake of a random game that is proven and has one better move is a puzzle.
#[test]
fn puzzles_are_exact_near_the_end() {
    let mut rng = Rng::with_seed(60);
    let (mut found, mut hard) = (0, 0);
    for _ in 0..12 {
        let game = random_game(&mut rng);
        let review = Review::by(&mut engine(), &game, level(7)).unwrap();
        for mv in review.moves.iter().filter(|mv| mv.class.counts() && mv.proven) {
            let puzzle: Option<Puzzle> = Puzzle::by(&mut engine(), &mv.position, level(7)).unwrap();
            let Some(puzzle) = puzzle else { continue };
            assert_eq!((puzzle.proven, puzzle.value()), (true, mv.best_value));
            assert_eq!(puzzle.best_move, mv.best_move);
            assert!(puzzle.margin >= 2 && puzzle.margin <= mv.best_value.score().unwrap().abs_diff(-64));
            let second = puzzle.moves.iter().filter_map(|line| line.value().score()).nth(1).unwrap();
            assert!(puzzle.moves[0].value().score().unwrap() - second <= puzzle.margin as i32);
            (found, hard) = (found + 1, hard + usize::from(puzzle.hard > 0));
        }
    }
    assert!(found > 40 && hard > 5 && hard < found, "{found} {hard}");
}
