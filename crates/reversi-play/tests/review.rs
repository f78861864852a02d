//! Reviews of games: moves that may not be blamed, and results that stay the same.

use std::ops::ControlFlow;
use std::time::Duration;

use reversi_bitboard::{Board, Color, Game, Square, Symmetry};
use reversi_engine::play::{MoveClass, Puzzle, REVIEW_VERSION, Review, ReviewedMove, SecondLook};
use reversi_engine::search::{AnalyzedMove, BookMoves, Clock, Event, OpeningBook, Source, StopReason};
use reversi_engine::{AnalyzeError, AnalyzeRequest, Engine, Level, Limits, SolveRequest, Stop, Value};
use reversi_testkit::{Rng, random_game};

use crate::engine;

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
            0 => level(rng.u32(1..=5)),
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

/// A blunder at level 10, by an estimate: a proof says that it loses 6 discs.
fn estimated_blunder() -> Game {
    let start = "XOO--X--XOOOOX-XXOXOOXXXXXOXOXOXXXXXXXXXO-OOOOXX---O------------ O";
    let mut game = Game::from_position(start.parse().unwrap());
    game.play(Square::G2).unwrap();
    game
}

#[test]
fn a_second_look_takes_the_place_of_the_first_search_before_anyone_sees_it() {
    let game = estimated_blunder();
    let first = engine().analyze_game(&game, level(10)).unwrap();
    let blamed = Review::of(&game, &first, None);
    assert_eq!((blamed.moves[0].loss, blamed.moves[0].class), (10, MoveClass::Blunder));

    let (mut done, mut nodes) = (Vec::new(), 0);
    let review = Review::by_with(&mut engine(), &game, level(10), |event| {
        match event {
            Event::Done(turn) => done.push(turn.clone()),
            Event::Progress(progress) => {
                assert!(progress.nodes() >= nodes && progress.done() == 0, "{progress:?}");
                nodes = progress.nodes();
            }
            event => unreachable!("{event:?}"),
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!((review.moves[0].loss, review.moves[0].class), (6, MoveClass::Mistake));
    assert!(review.moves[0].proven && review.stopped.is_none());
    assert_eq!(Review::of(&game, &done, None).moves, review.moves);
    assert!(done[0].analysis().nodes() > nodes && nodes > first[0].analysis().nodes());

    // It depends on nothing in the engine, and leaves nothing there.
    let mut warm = engine();
    let turns = warm.analyze_game(&game, level(10)).unwrap();
    let mut second = SecondLook::beside(&warm);
    let mut look_at =
        |turn: &AnalyzedMove| second.look(turn, &level(10), |_| ControlFlow::Continue(())).unwrap().unwrap();
    let looked = [look_at(&turns[0]), look_at(&turns[0])];
    assert_eq!(Review::of(&game, &looked[..1], None).moves, review.moves);
    assert_eq!(looked[0].analysis().nodes(), looked[1].analysis().nodes(), "each look is the first");
    let cut_short = turns[0].analysis().clone().with_stopped(Some(StopReason::Time));
    let cut_short = AnalyzedMove::new(turns[0].position(), turns[0].line().clone(), cut_short).unwrap();
    let of_file = look_at(&cut_short.with_source(Source::File));
    assert_eq!(of_file.analysis().stopped(), Some(StopReason::Time), "a limit has ended a search of it");
    assert_eq!(of_file.analysis().source(), Source::File);
    let mut reviewed = engine();
    let _ = Review::by(&mut reviewed, &game, level(10)).unwrap();
    let of = |engine: &mut Engine| engine.analyze(&game.board(), level(8)).unwrap().nodes();
    assert_eq!(of(&mut reviewed), of(&mut warm));
    // What is not blamed, is proven, or is of a book has none.
    let look = |turn: &AnalyzedMove| {
        SecondLook::beside(&engine()).look(turn, &level(10), |_| panic!("searched")).unwrap()
    };
    let good: Game = "f5d6".parse().unwrap();
    assert!(engine().analyze_game(&good, level(4)).unwrap().iter().all(|turn| look(turn).is_none()));
    let proven = engine().analyze_game(&game, level(24)).unwrap();
    assert!(proven[0].loss() > 0 && look(&proven[0]).is_none());
    assert!(look(&first[0].clone().with_source(Source::Book)).is_none());
    // It gets what is left of the time of a clock for the move.
    let timed = |seconds| {
        let clock = Clock::new(Duration::from_secs(seconds), Duration::ZERO);
        let request = AnalyzeRequest::depth(4).clock(clock);
        let turns = engine().analyze_game(&game, AnalyzeRequest::depth(4)).unwrap();
        SecondLook::beside(&warm).look(&turns[0], &request, |_| ControlFlow::Continue(())).unwrap()
    };
    assert!(timed(1000).is_some() && timed(0).is_none());
}

#[test]
fn second_looks_keep_to_the_limits_of_a_review() {
    let game = estimated_blunder();
    let turns = engine().analyze_game(&game, level(10)).unwrap();
    let second = SecondLook::beside(&engine()).look(&turns[0], &level(10), |_| ControlFlow::Continue(()));
    let (first, both) = (turns[0].analysis().nodes(), second.unwrap().unwrap().analysis().nodes());
    let loss = |request| Review::by(&mut engine(), &game, request).unwrap().moves[0].loss;
    let of_each = |nodes| level(10).limits(Limits::new().nodes(nodes));
    let of_all = |nodes| level(10).total_limits(Limits::new().nodes(nodes));
    assert_eq!([of_each(both / 2), of_each(both + 20_000)].map(loss), [10, 6]);
    assert_eq!([of_all(both), of_all(4 * (both - first) + 80_000)].map(loss), [10, 6]);
    for limit in [first / 2, 2 * first, 8 * first] {
        for request in [of_each(limit), of_all(limit)] {
            let mut nodes = 0;
            let _ = Review::by_with(&mut engine(), &game, request, |event| {
                match event {
                    Event::Progress(progress) => nodes = progress.nodes(),
                    Event::Done(turn) => nodes = turn.analysis().nodes(),
                    event => unreachable!("{event:?}"),
                }
                ControlFlow::Continue(())
            });
            assert!(nodes <= limit + 20_000, "{nodes} of {limit}");
        }
    }
}

/// In the midst of a second look.
#[test]
fn a_second_look_ends_with_the_callback_and_with_the_stop() {
    let game = estimated_blunder();
    let first = engine().analyze_game(&game, level(10)).unwrap()[0].analysis().nodes();
    let review = |request: AnalyzeRequest, end: &mut dyn FnMut() -> ControlFlow<()>| {
        Review::by_with(&mut engine(), &game, request, |event| match event {
            Event::Progress(progress) if progress.nodes() > first + 10_000 => end(),
            _ => ControlFlow::Continue(()),
        })
        .unwrap()
    };
    let broken = review(level(10), &mut || ControlFlow::Break(()));
    assert_eq!(broken.moves, [], "the move is not done");
    let stop = Stop::new();
    let stopped = review(level(10).limits(Limits::new().stop(&stop)), &mut || {
        stop.set();
        ControlFlow::Continue(())
    });
    assert_eq!((stopped.moves[0].loss, stopped.stopped), (10, Some(StopReason::Stop)));
}

#[test]
fn the_best_move_of_a_puzzle_is_confirmed() {
    let position = &estimated_blunder().start();
    let puzzle = Puzzle::by(&mut engine(), position, level(10)).unwrap().unwrap();
    let scores: Vec<i32> = puzzle.moves.iter().map(|line| line.value().score().unwrap()).collect();
    assert_eq!((puzzle.best_move, puzzle.proven), (Square::B6.into(), false));
    assert!(puzzle.margin < scores[0].abs_diff(scores[1]), "the smaller margin: {puzzle:?}");
    let text = serde_json::to_value(&puzzle).unwrap();
    assert_eq!(serde_json::from_value::<Puzzle>(text.clone()).unwrap(), puzzle);
    for margin in [2, puzzle.margin + 5] {
        let mut other = text.clone();
        other["margin"] = margin.into();
        assert!(serde_json::from_value::<Puzzle>(other).is_err(), "{margin}");
    }
    // Without room for the second look it is not confirmed.
    let first = engine().analyze(&position.board, level(10).lines(64)).unwrap().nodes();
    for limits in [first + 1, first + 5000].map(|nodes| Limits::new().nodes(nodes)) {
        assert_eq!(Puzzle::by(&mut engine(), position, level(10).limits(limits.clone())).unwrap(), None);
        assert_eq!(Puzzle::by(&mut engine(), position, level(10).total_limits(limits)).unwrap(), None);
    }
}

#[test]
fn a_review_or_puzzle_of_some_moves_is_refused() {
    let game = estimated_blunder();
    let some = || level(1).only(Square::B6.into());
    let mut second = SecondLook::beside(&engine());
    let looked = engine().analyze_game(&game, level(1)).unwrap().pop().unwrap();
    for refused in [
        Review::by(&mut engine(), &game, some()).err(),
        Puzzle::by(&mut engine(), &game.start(), some()).err(),
        second.look(&looked, &some(), |_| ControlFlow::Continue(())).err(),
    ] {
        assert!(matches!(refused, Some(AnalyzeError::Restricted)), "{refused:?}");
    }
}

/// The second look proves that the best move is 2 discs better. That counts if all moves are proven.
#[test]
fn an_estimated_puzzle_has_a_margin_of_3_discs() {
    let position = "OOX-O-X--OXOO-XOXOOXOXXX-OXOOOXOXOOOOOXOXOOOOOXO-XX-OOOO--X----O X".parse().unwrap();
    assert_eq!(Puzzle::by(&mut engine(), &position, level(5)).unwrap(), None);
    let proven = Puzzle::by(&mut engine(), &position, level(10)).unwrap().unwrap();
    assert_eq!((proven.margin, proven.proven, proven.best_move), (2, true, Square::H1.into()));
}

/// Each mistake of a random game that is proven and has one better move is a puzzle.
#[test]
fn puzzles_are_exact_near_the_end() {
    let mut rng = Rng::with_seed(60);
    let (mut found, mut hard) = (0, 0);
    for _ in 0..12 {
        let game = random_game(&mut rng);
        let review = Review::by(&mut engine(), &game, level(8)).unwrap();
        // At level 8 values are exact from 14 empties on; before that, some are by a second look.
        let is_late = |mv: &&ReviewedMove| mv.position.board.empties().len() <= 14;
        for mv in review.moves.iter().filter(is_late).filter(|mv| mv.class.counts() && mv.proven) {
            let puzzle: Option<Puzzle> = Puzzle::by(&mut engine(), &mv.position, level(8)).unwrap();
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
