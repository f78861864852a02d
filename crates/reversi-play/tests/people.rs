//! The moves that people would play, beside the moves that the engine finds.

use reversi_bitboard::{Board, Color, Game, Move, Position};
use reversi_engine::play::{Puzzle, Review};
use reversi_engine::search::{
    AnalyzedMove, AnswerErrorKind, BookMoves, BookUse, OpeningBook, Source, StopReason,
};
use reversi_engine::{AnalyzeRequest, Engine, Level};
use reversi_eval::human::HumanPolicy;
use serde_json::json;

use crate::engine;

/// A position at 20 empties, far from the openings.
const BOARD: &str = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X";

fn board() -> Board {
    BOARD.parse().unwrap()
}

#[test]
fn all_legal_moves_have_a_chance_and_the_likeliest_is_first() {
    let engine = engine();
    for board in [board(), Board::START, board().pass()] {
        let people = engine.human_moves(&board, 1500).unwrap();
        let mut moves: Vec<Move> = people.moves.iter().map(|each| each.mv).collect();
        moves.sort();
        assert!(board.legal_plays().eq(moves));
        assert!(people.moves.is_sorted_by(|a, b| (-a.chance, a.mv) < (-b.chance, b.mv)), "{people:?}");
        let sum: f64 = people.moves.iter().map(|each| each.chance).sum();
        assert!((sum - 1.0).abs() < 0.001, "{sum}");
        assert!(people.moves.iter().all(|each| people.chance(each.mv) == each.chance));
        assert_eq!(people.chance("a1".parse().unwrap()), 0.0);
    }
}

#[test]
fn a_rating_beyond_those_of_the_doors_is_the_nearest_of_them() {
    let engine = engine();
    let at = |rating| engine.human_moves(&board(), rating).unwrap();
    assert_eq!((at(0).rating, at(u32::MAX).rating), (400, 2400));
    assert_eq!(at(0).moves, at(800).moves); // the policy knows no weaker ones
    assert_ne!(at(800).moves, at(2000).moves);
    assert_eq!(AnalyzeRequest::depth(1).human(0), AnalyzeRequest::depth(1).human(400));
}

#[test]
fn the_answers_of_a_book_have_them_too() {
    struct One;
    impl OpeningBook for One {
        fn look_up(&self, board: &Board) -> Option<BookMoves> {
            let moves = board.legal_plays().map(|mv| (mv, 0));
            (*board == Board::START).then(|| BookMoves::new(Level::of::<20>(), moves))
        }
    }
    let mut engine = Engine::builder().hash_mib(1).book(std::sync::Arc::new(One)).build().unwrap();
    let request = AnalyzeRequest::depth(1).book(BookUse::Always).human(1300);
    let known = engine.analyze(&Board::START, request).unwrap();
    assert_eq!((known.source(), known.human().map(|people| people.rating)), (Source::Book, Some(1300)));
}

#[test]
fn an_answer_without_them_or_with_those_of_others_does_not_answer() {
    let request = |rating| AnalyzeRequest::depth(2).human(rating);
    let analysis = engine().analyze(&board(), request(1500)).unwrap();
    assert!(request(1500).check_answer(&analysis, None).is_ok());
    let error = request(1400).check_answer(&analysis, None).unwrap_err();
    assert_eq!(error.kind, AnswerErrorKind::NoPeople { rating: 1400 });
    let plain = engine().analyze(&board(), AnalyzeRequest::depth(2)).unwrap();
    assert!(request(1500).check_answer(&plain, None).is_err());
    assert!(AnalyzeRequest::depth(2).check_answer(&analysis, None).is_ok());
}

#[test]
fn a_review_has_ratings_and_says_who_finds_the_best_move() {
    let game: Game = "f5d6c3d3c4f4f6f3e6e7d7c5".parse().unwrap();
    let review = Review::by(&mut engine(), &game, AnalyzeRequest::depth(3).human(1500)).unwrap();
    for mv in &review.moves {
        let people = engine().human_moves(&mv.position.board, 1500).unwrap();
        // The four first moves are equal by symmetry, and any of them counts as found.
        let found = if mv.ply == 1 { 1.0 } else { people.chance(mv.best_move) };
        assert!(mv.ply == 2 || mv.found == Some(found), "{} {:?} {found}", mv.ply, mv.found);
    }
    let moves = |black: bool| {
        let turns = game.turns().filter(move |(at, _)| (at.side == Color::Black) == black);
        turns.map(|(at, mv)| (at.board, mv)).collect::<Vec<_>>()
    };
    let policy = HumanPolicy::embedded().unwrap();
    let of = |black| Some(policy.rating(moves(black)));
    assert_eq!((review.sides.black.rating, review.sides.white.rating), (of(true), of(false)));
    assert!(of(true) != of(false) && !of(true).unwrap().enough);

    // A search that sees more than people do rates by losses, too.
    let deep = Review::by(&mut engine(), &game, AnalyzeRequest::depth(6)).unwrap();
    let lost = |mv: &&reversi_engine::play::ReviewedMove| {
        let scores = (mv.best_value.score().unwrap(), mv.value.score().unwrap());
        (mv.position.side == Color::Black && mv.ply > 9).then_some((scores.0 - scores.1).min(10) as f64)
    };
    let lost: Vec<f64> = deep.moves.iter().filter_map(|mv| lost(&mv)).collect();
    assert_eq!(lost.len(), 1); // the plies 1 to 9 are played at more than 50 empties
    assert_eq!(deep.sides.black.rating, Some(policy.rating_with_losses(moves(true), 1, lost[0])));

    let plain = Review::by(&mut engine(), &game, AnalyzeRequest::depth(3)).unwrap();
    assert!(plain.moves.iter().all(|mv| mv.found.is_none()));
    assert_eq!(plain.sides, review.sides);
    let json = serde_json::to_value(&review).unwrap();
    assert_eq!(serde_json::from_value::<Review>(json.clone()).unwrap(), review);
    let mut wrong = json;
    wrong["moves"][3]["found"] = json!(1.1);
    assert_eq!(serde_json::from_value::<Review>(wrong).unwrap_err().to_string(), "found must be 0 to 1");
}

#[test]
fn a_puzzle_says_how_many_find_it() {
    let position: Position =
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X".parse().unwrap();
    let request = AnalyzeRequest::depth(14).human(1200);
    let puzzle = Puzzle::by(&mut engine(), &position, request).unwrap().unwrap();
    let people = engine().human_moves(&position.board, 1200).unwrap();
    assert_eq!(puzzle.found, Some(people.chance(puzzle.best_move)));
    assert!(people.chance(puzzle.best_move) > 0.0);
    let plain = Puzzle::by(&mut engine(), &position, AnalyzeRequest::depth(14)).unwrap().unwrap();
    assert_eq!((plain.found, plain.best_move), (None, puzzle.best_move));
}

/// It sees less than people do, and tells nothing of the other moves.
#[test]
fn a_search_that_a_signal_ends_leaves_the_losses_of_others() {
    let game: Game = "f5d6c3d3c4f4f6f3e6e7d7c5b6g5".parse().unwrap();
    let mut turns = engine().analyze_game(&game, AnalyzeRequest::depth(6)).unwrap().split_off(10);
    let shallow = engine().analyze_game(&game, AnalyzeRequest::depth(1)).unwrap().swap_remove(10);
    let policy = HumanPolicy::embedded().unwrap();
    // The moves of white are the same.
    let white =
        |turns: &[AnalyzedMove]| Review::of(&game, turns, None).with_people(&policy).sides.white.rating;
    let deep = white(&turns);
    turns[0] = shallow.clone();
    assert_ne!(white(&turns), deep, "a shallow review has none");
    let ended = shallow.analysis().clone().with_stopped(Some(StopReason::Stop));
    turns[0] = AnalyzedMove::new(shallow.position(), shallow.line().clone(), ended).unwrap();
    assert_eq!(white(&turns), deep);
}
