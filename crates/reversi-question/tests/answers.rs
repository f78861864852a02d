use std::ops::ControlFlow;
use std::time::Duration;

use reversi_bitboard::{Move, Position, Square};
use reversi_engine::play::BalancedStarts;
use reversi_engine::question::{Ask, Question, Reply};
use reversi_engine::search::{Event, StopReason};
use reversi_engine::{AnalyzeRequest, Limits, SolveRequest, Stop};

use crate::engine;

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
    let nothing = AnalyzeRequest::depth(0);
    let some = AnalyzeRequest::depth(1).only(Square::F5.into());
    for (ask, field) in [
        (Ask::Solve(SolveRequest::window(-66, 2)), "window"),
        (Ask::Analyze(nothing.clone()), "depth"),
        (Ask::AnalyzeGame(nothing), "depth"),
        (Ask::Review(some), "only"),
        (Ask::Play(Move::Pass), "move"),
        (Ask::BalancedStarts(BalancedStarts::new(1).count(0)), "count"),
    ] {
        let question = Question::of_game("f5".parse().unwrap(), ask);
        let error = question.answer(&mut engine()).unwrap_err();
        assert_eq!((question.check().unwrap_err(), &*error.field), (error.clone(), field));
    }
    let error = Question::new(Position::START, Ask::Play(Move::Pass)).check().unwrap_err();
    assert!(error.kind.cause::<reversi_bitboard::IllegalMove>().is_some());
}
