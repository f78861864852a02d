use std::ops::ControlFlow;
use std::time::Duration;

use reversi_bitboard::{Board, Color, Game, Move, Position};
use reversi_engine::Level;
use reversi_engine::play::Review;
use reversi_engine::question::Question;
use reversi_engine::question::{Ask, Reply};
use reversi_engine::search::{Event, Interrupted, StopReason};
use reversi_engine::{Analysis, AnalyzeRequest, Limits, Solution, SolveError, SolveRequest, Stop, Value};
use reversi_testkit::{Rng, board, random_game, reached};

use super::engine;

fn positions() -> Vec<Position> {
    let mut rng = Rng::with_seed(43);
    let boards: Vec<Board> =
        (1..14).map(|empties| reached(&mut rng, empties)).chain([board(1, 0), board(1, 2)]).collect();
    let passes = boards.iter().map(|board| board.pass()).filter(|board| board.must_pass());
    let all: Vec<Board> = boards.iter().copied().chain(passes).collect();
    assert!(all.iter().any(|board| board.must_pass()) && all.iter().any(|board| board.is_game_over()));
    all.into_iter()
        .zip([Color::Black, Color::White].into_iter().cycle())
        .map(|(board, side)| Position { board, side })
        .collect()
}

fn reply(question: Question) -> Reply {
    let answer = question.answer(&mut engine()).unwrap();
    assert_eq!(answer.position, question.game.position());
    let watched = question.answer_with(&mut engine(), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(timeless(watched.reply), timeless(answer.reply.clone()));
    answer.reply
}

/// The reply as text, without its times.
fn timeless(reply: Reply) -> String {
    let text = format!("{reply:?}");
    let mut parts = text.split("elapsed: ");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |text, part| text + part.split_once([',', ' ', '}']).map_or("", |(_, rest)| rest))
}

fn without_time(solution: &Solution) -> (Value, &[Move], u64) {
    (solution.value(), solution.pv(), solution.nodes())
}

#[test]
fn a_solve_is_answered_by_its_solution() {
    for request in
        [SolveRequest::exact(), SolveRequest::wld(), SolveRequest::at_least(10), SolveRequest::window(-8, 9)]
    {
        for position in positions() {
            let solved = engine().solve(&position.board, request.clone()).unwrap();
            let Reply::Solution(answered) = reply(Question::new(position, Ask::Solve(request.clone())))
            else {
                panic!("{position}")
            };
            assert_eq!(without_time(&answered), without_time(&solved), "{position}");
        }
    }
}

#[test]
fn a_solve_that_a_limit_ends_is_an_answer() {
    let request = SolveRequest::exact().limits(Limits::new().nodes(2000));
    let Reply::Interrupted(Interrupted { reason, bounds, .. }) =
        reply(Question::new(Position::START, Ask::Solve(request.clone())))
    else {
        panic!("it takes years")
    };
    assert_eq!(reason, StopReason::Nodes);
    let Err(SolveError::Interrupted(interrupted)) = engine().solve(&Board::START, request) else { panic!() };
    assert_eq!(bounds, interrupted.bounds);
}

#[test]
fn an_analysis_is_answered_by_its_lines() {
    let lines = |analysis: &Analysis| (analysis.lines().to_vec(), analysis.stopped(), analysis.nodes());
    for request in [
        AnalyzeRequest::depth(5).lines(3),
        AnalyzeRequest::level(Level::new(6).unwrap()),
        AnalyzeRequest::unlimited().limits(Limits::new().nodes(3000)),
    ] {
        for position in positions().into_iter().chain([Position::START]) {
            let analyzed = engine().analyze(&position.board, request.clone()).unwrap();
            let Reply::Analysis(answered) = reply(Question::new(position, Ask::Analyze(request.clone())))
            else {
                panic!("{position}")
            };
            assert_eq!(lines(&answered), lines(&analyzed), "{position}");
        }
    }
}

#[test]
fn a_review_is_answered_as_the_call_does() {
    let game = random_game(&mut Rng::with_seed(5));
    let request = AnalyzeRequest::depth(2);
    let reviewed = Review::by(&mut engine(), &game, request.clone()).unwrap();
    let Reply::Review(review) = reply(Question::of_game(game, Ask::Review(request))) else { panic!() };
    assert_eq!(*review, reviewed);
}

#[test]
fn a_game_is_answered_by_its_moves() {
    let game = random_game(&mut Rng::with_seed(4));
    let request = AnalyzeRequest::depth(2);
    let analyzed = engine().analyze_game(&game, request.clone()).unwrap();
    let Reply::Game(turns) = reply(Question::of_game(game.clone(), Ask::AnalyzeGame(request))) else {
        panic!()
    };
    assert_eq!(turns.len(), game.moves().len());
    for (answered, turn) in turns.iter().zip(&analyzed) {
        assert_eq!((answered.position(), answered.line()), (turn.position(), turn.line()));
        assert_eq!(answered.analysis().lines(), turn.analysis().lines());
    }
}

#[test]
fn what_needs_no_search_is_answered() {
    let mut passes = 0;
    for position in positions() {
        let Reply::Evaluation(discs) = reply(Question::new(position, Ask::Evaluate)) else { panic!() };
        assert_eq!(discs, engine().evaluate(&position.board));

        let Reply::LegalMoves(moves) = reply(Question::new(position, Ask::LegalMoves)) else { panic!() };
        let mut game = Game::from_position(position);
        assert_eq!(moves.is_empty(), game.is_over());
        passes += u32::from(moves == [Move::Pass]);
        assert_eq!(moves == [Move::Pass], game.must_pass());
        for mv in moves {
            let Reply::Played(played) = reply(Question::new(position, Ask::Play(mv))) else { panic!() };
            game.play(mv).unwrap();
            assert_eq!((played.position, played.black_score), (game.position(), game.score()));
            assert_eq!(played.legal_moves.is_empty(), game.is_over());
            game.undo();
        }
    }
    assert!(passes > 0);
}

#[test]
fn the_position_is_the_one_after_the_moves() {
    let game: Game = "f5d6c3".parse().unwrap();
    let answer = Question::of_game(game.clone(), Ask::Evaluate).answer(&mut engine()).unwrap();
    assert_eq!((answer.position, answer.position.side), (game.position(), Color::White));
    assert_eq!(answer.reply, Reply::Evaluation(engine().evaluate(&game.board())));
}

#[test]
fn the_callback_sees_progress_and_ends_the_search() {
    let ask = Ask::Analyze(AnalyzeRequest::unlimited());
    let mut shown = 0;
    let answer = Question::new(Position::START, ask).answer_with(&mut engine(), |event| match event {
        Event::Progress(progress) if progress.nodes() > 5000 => ControlFlow::Break(()),
        _ => {
            shown += 1;
            ControlFlow::Continue(())
        }
    });
    let Reply::Analysis(analysis) = answer.unwrap().reply else { panic!() };
    assert_eq!(analysis.stopped(), Some(StopReason::Callback));
    assert!(shown > 0);

    let game = "f5d6c3d3c4".parse().unwrap();
    let question = Question::of_game(game, Ask::AnalyzeGame(AnalyzeRequest::depth(3)));
    let mut done = Vec::new();
    let _ = question.answer_with(&mut engine(), |event| {
        if let Event::Done(turn) = event {
            done.push(turn.played().to_string());
        }
        ControlFlow::Continue(())
    });
    assert_eq!(done.join(""), "c4d3c3d6f5");
}

#[test]
fn whoever_answers_adds_limits_and_a_stop() {
    let stop = Stop::new();
    stop.set();
    let most = Limits::new().time(Duration::from_secs(9)).nodes(700).stop(&stop);
    let own = Limits::new().time(Duration::from_secs(20)).nodes(500);
    let ask = Ask::Solve(SolveRequest::exact().total_limits(own));
    let question = Question::new(Position::START, ask).within(most.clone());
    let Ask::Solve(request) = &question.ask else { panic!() };
    let expected = Limits::new().time(Duration::from_secs(9)).nodes(500).stop(&stop);
    assert_eq!(*request, SolveRequest::exact().total_limits(expected));
    let Reply::Interrupted(interrupted) = question.answer(&mut engine()).unwrap().reply else { panic!() };
    assert_eq!(interrupted.reason, StopReason::Stop);

    let question = Question::new(Position::START, Ask::Evaluate);
    assert_eq!(question.clone().within(most), question);
}

#[test]
fn a_question_that_asks_for_nothing_is_an_error_and_check_finds_it() {
    let start = |ask| Question::new(Position::START, ask);
    for (question, expected) in [
        (
            start(Ask::Solve(SolveRequest::window(2, 2))),
            "window must be [alpha, beta] with -65 <= alpha < beta <= 65, not [2, 2]",
        ),
        (
            start(Ask::Solve(SolveRequest::window(-66, 2))),
            "window must be [alpha, beta] with -65 <= alpha < beta <= 65, not [-66, 2]",
        ),
        (start(Ask::Analyze(AnalyzeRequest::depth(0))), "depth must be 1 or more, not 0"),
        (start(Ask::Analyze(AnalyzeRequest::depth(2).lines(0))), "lines must be 1 or more, not 0"),
        (
            Question::of_game("f5".parse().unwrap(), Ask::AnalyzeGame(AnalyzeRequest::depth(0))),
            "depth must be 1 or more, not 0",
        ),
        (start(Ask::Play(Move::Pass)), "move: pass is not a legal move"),
        (start(Ask::Play("a1".parse().unwrap())), "move: a1 is not a legal move"),
    ] {
        let error = question.answer(&mut engine()).unwrap_err();
        assert_eq!(question.check().unwrap_err(), error);
        assert!(error.to_string().starts_with(expected), "{error}");
    }
    let error = start(Ask::Play(Move::Pass)).check().unwrap_err();
    assert!(error.kind.cause::<reversi_bitboard::IllegalMove>().is_some());
}
