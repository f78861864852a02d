//! Sessions: any sequence of calls against a model, and the rules one by one.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use reversi_engine::play::{Due, GameResult, Opponent, Player, Session, SessionError, Strength};
use reversi_engine::question::Problem;
use reversi_engine::search::{Clock, StopReason};
use reversi_engine::{AnalyzeRequest, Board, Color, Engine, Game, Limits, Move, Position, Square, Stop};
use reversi_testkit::{SessionModel, boards, config, numbered_move};

use crate::engine;

const COLORS: [Color; 2] = [Color::Black, Color::White];

fn two_persons() -> Session {
    Session::new(Player::Person, Player::Person)
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A call.
#[derive(Clone, Debug)]
enum Call {
    /// The n-th legal move, or a pass, in some seconds.
    Play(usize, u64),
    PlaySquare(usize),
    Pass,
    EngineMove,
    Undo,
    Redo,
    UndoToPerson,
    RedoToPerson,
    Resign(usize),
    SetClock(usize, Option<u64>),
    SetPlayer(usize, bool),
}

fn calls() -> impl Strategy<Value = Call> {
    prop_oneof![
        12 => (any::<usize>(), 0_u64..5).prop_map(|(n, time)| Call::Play(n, time)),
        1 => (0_usize..64).prop_map(Call::PlaySquare),
        1 => Just(Call::Pass),
        3 => Just(Call::EngineMove),
        2 => Just(Call::Undo),
        2 => Just(Call::Redo),
        1 => Just(Call::UndoToPerson),
        1 => Just(Call::RedoToPerson),
        1 => (0_usize..2).prop_map(Call::Resign),
        1 => (0_usize..2, proptest::option::of(0_u64..60)).prop_map(|(i, time)| Call::SetClock(i, time)),
        1 => (0_usize..2, any::<bool>()).prop_map(|(i, engine)| Call::SetPlayer(i, engine)),
    ]
}

fn positions() -> impl Strategy<Value = Position> {
    (boards(), 0_usize..2).prop_map(|(board, side)| Position { board, side: COLORS[side] })
}

/// The code of an error.
fn kind(error: SessionError) -> String {
    Problem::from(&error).code.into_owned()
}

fn expected<T>(result: Result<T, &'static str>) -> Result<T, String> {
    result.map_err(str::to_owned)
}

fn due(session: &Session) -> &'static str {
    let side = session.position().side;
    match session.due() {
        Due::Over(result) => {
            assert_eq!(Some(result), session.result());
            "over"
        }
        Due::Pass(color) if color == side => "pass",
        Due::Engine(color) if color == side => "engine",
        Due::Person(color) if color == side => "person",
        other => panic!("{other:?}"),
    }
}

fn player(engine: bool) -> Player {
    if engine { Player::Opponent(Opponent::new(Strength::Casual, 1)) } else { Player::Person }
}

/// Makes a call of the session and of the model.
fn make(call: &Call, session: &mut Session, model: &mut SessionModel) {
    static ENGINE: Mutex<Option<Engine>> = Mutex::new(None);
    match *call {
        Call::Play(number, time) => {
            let mv = numbered_move(session.position().board, number).unwrap_or(Move::Pass);
            let played = session.play_in(mv, seconds(time)).map_err(kind);
            assert_eq!(played, expected(model.play(mv, time)), "{mv}");
        }
        Call::PlaySquare(index) => {
            let square = Square::ALL[index];
            assert_eq!(
                session.play(square).map_err(kind),
                expected(model.play(square.into(), 0)),
                "{square}"
            );
        }
        Call::Pass => assert_eq!(session.pass().map_err(kind), expected(model.play(Move::Pass, 0))),
        Call::EngineMove => {
            let mut engine = ENGINE.lock().unwrap();
            // A clock would lose some nanoseconds that the model does not know.
            let clocks = COLORS.map(|color| session.clock(color));
            COLORS.iter().for_each(|&color| session.set_clock(color, None));
            let played = session.engine_move(engine.get_or_insert_with(self::engine));
            COLORS.iter().for_each(|&color| session.set_clock(color, clocks[color as usize]));
            match played {
                Ok(played) => {
                    let clocks = std::mem::take(&mut model.now.clocks);
                    assert_eq!((model.due(), model.play(played.mv, 0)), ("engine", Ok(())));
                    model.now.clocks = clocks;
                    let line =
                        played.analysis.lines().iter().find(|line| line.best_move() == Some(played.mv));
                    assert_eq!(line.map(|line| line.value()), Some(played.value));
                }
                Err(error) => {
                    assert_eq!(error, SessionError::NotAnEnginesTurn);
                    assert_ne!(model.due(), "engine");
                }
            }
        }
        Call::Undo => assert_eq!(session.undo(), model.undo()),
        Call::Redo => assert_eq!(session.redo(), model.redo()),
        Call::UndoToPerson => assert_eq!(session.undo_to_person(), model.undo_to_person()),
        Call::RedoToPerson => assert_eq!(session.redo_to_person(), model.redo_to_person()),
        Call::Resign(i) => {
            assert_eq!(session.resign(COLORS[i]).map_err(kind), expected(model.resign(COLORS[i])));
        }
        Call::SetClock(i, time) => {
            session.set_clock(COLORS[i], time.map(|time| Clock::new(seconds(time), seconds(1))));
            model.now.clocks[i] = time;
        }
        Call::SetPlayer(i, engine) => {
            session.set_player(COLORS[i], player(engine));
            model.engines[i] = engine;
        }
    }
}

fn check(session: &Session, model: &SessionModel) {
    assert_eq!(session.game(), &model.now.game);
    assert_eq!(session.position(), model.now.game.position());
    assert_eq!(session.last_move(), model.now.game.moves().last());
    assert_eq!(due(session), model.due());
    assert_eq!(session.moves_to_redo(), model.moves_to_redo());
    for color in COLORS {
        let left = model.now.clocks[color as usize].map(seconds);
        assert_eq!(session.clock(color).map(|clock| clock.remaining), left);
        assert_eq!(session.time_left(color), left); // the watch is paused
        assert_eq!(session.discs(color), session.position().discs(color).len());
    }
    let legal = model.now.game.board().legal_moves();
    assert!(if model.is_over() { session.legal_moves().is_empty() } else { session.legal_moves() == legal });
    let result = session.result().map(|GameResult { score, ending, .. }| (score, ending.name()));
    assert_eq!(result, model.result());
    let engine_moves = !model.is_over() && model.engines[session.position().side as usize];
    assert_eq!(session.request().is_some(), engine_moves);
    let record = session.to_ggf();
    assert_eq!(record.to_string().parse(), Ok(record));
}

#[test]
fn any_sequence_of_calls_agrees_with_a_model() {
    let starts = prop_oneof![Just(Position::START), positions()];
    let seen = RefCell::new(BTreeSet::new());
    let mut runner = TestRunner::new(config(128));
    let run = runner.run(&(starts, vec(calls(), 0..160)), |(start, calls)| {
        let game = Game::from_position(start);
        let mut session = Session::from_game(game.clone(), Player::Person, player(true));
        let mut model = SessionModel::new(game);
        model.engines = [false, true];
        check(&session, &model);
        for call in &calls {
            make(call, &mut session, &mut model);
            check(&session, &model);
            let ending = session.result().map(|result| format!("{:?}", result.ending));
            seen.borrow_mut().insert(ending.unwrap_or(model.due().to_owned()));
        }
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
    let all = ["NoMoves", "Resignation", "Time", "engine", "pass", "person"];
    assert!(seen.borrow().iter().eq(all), "{seen:?}");
}

#[test]
fn time_passes_for_the_side_that_thinks() {
    let mut session = two_persons();
    COLORS.iter().for_each(|&color| session.set_clock(color, Some(Clock::new(seconds(1000), seconds(1)))));
    session.play(Square::F5).unwrap();
    assert_eq!(session.time_left(Color::Black), Some(seconds(1001))); // the watch is paused
    session.resume();
    std::thread::sleep(Duration::from_millis(5));
    session.pause();
    let left = session.time_left(Color::White).unwrap();
    assert!(left < seconds(1000) && session.time_left(Color::Black) == Some(seconds(1001)), "{left:?}");
    assert_eq!(session.time_left(Color::White), Some(left)); // it is paused again
    assert_eq!(session.tick(), Due::Person(Color::White));
    session.play(Square::D6).unwrap();
    assert_eq!(session.time_left(Color::White), Some(left + seconds(1)));
    assert!(session.time_of_turn().is_zero());
    assert_eq!(session.to_ggf().tag("TI"), Some("16:40/00:01"));
    assert!(session.undo() && session.undo());
    assert_eq!(COLORS.map(|color| session.time_left(color)), [Some(seconds(1000)); 2]);
}

#[test]
fn only_the_analysis_of_the_position_is_an_answer() {
    let mut engine = engine();
    let mut session = Session::new(Player::Engine(AnalyzeRequest::depth(2)), Player::Person);
    let after = Board::START.play(Square::F5);
    let other = engine.analyze(&after, session.request().unwrap()).unwrap();
    assert_eq!(session.answer(other.clone()), Err(SessionError::AnotherPosition));
    let analysis = session.hint(&mut engine, session.request().unwrap()).unwrap();
    assert_eq!(session.choose(&analysis), analysis.best_move());
    assert_eq!(session.game(), &Game::new()); // not played
    let played = session.answer(analysis.clone()).unwrap();
    assert_eq!((Some(played.mv), &played.analysis), (analysis.best_move(), &analysis));
    assert_eq!(session.answer(analysis), Err(SessionError::NotAnEnginesTurn));
    session.set_player(Color::White, Player::Engine(AnalyzeRequest::depth(0)));
    assert!(matches!(session.engine_move(&mut engine), Err(SessionError::Request(_))));
}

#[test]
fn an_engine_moves_in_the_time_of_its_clock() {
    let mut session = Session::new(Player::Engine(AnalyzeRequest::unlimited()), Player::Person);
    session.set_clock(Color::Black, Some(Clock::new(seconds(1), Duration::ZERO)));
    let played = session.engine_move(&mut engine()).unwrap();
    assert_eq!(played.analysis.stopped(), Some(StopReason::Time));
    assert!(session.time_left(Color::Black) < Some(seconds(1)));
}

#[test]
fn limits_of_the_request_hold_beside_those_of_a_move() {
    let stop = Stop::new();
    stop.set();
    for (request, limits, reason) in [
        (AnalyzeRequest::unlimited().limits(Limits::new().nodes(5000)), Limits::new(), StopReason::Nodes),
        (
            AnalyzeRequest::unlimited().total_limits(Limits::new().nodes(5000)),
            Limits::new(),
            StopReason::Nodes,
        ),
        (
            AnalyzeRequest::unlimited().total_limits(Limits::new().stop(&stop)),
            Limits::new().stop(&Stop::new()),
            StopReason::Stop,
        ),
        (
            AnalyzeRequest::unlimited()
                .limits(Limits::new().stop(&Stop::new()))
                .total_limits(Limits::new().stop(&stop)),
            Limits::new().stop(&Stop::new()),
            StopReason::Stop,
        ),
        (AnalyzeRequest::unlimited(), Limits::new().nodes(5000), StopReason::Nodes),
        (AnalyzeRequest::unlimited(), Limits::new().stop(&stop), StopReason::Stop),
    ] {
        let mut session = Session::new(Player::Engine(request.clone()), Player::Person);
        let go_on = |_: &reversi_engine::Progress<'_>| std::ops::ControlFlow::Continue(());
        let played = session.engine_move_with(&mut engine(), limits, go_on).unwrap();
        assert_eq!(played.analysis.stopped(), Some(reason), "{request:?}");
    }
}

#[test]
fn no_time_is_too_long() {
    let mut session = Session::new(Player::Person, Player::Engine(AnalyzeRequest::depth(1)));
    let longest = Clock::new(Duration::MAX, Duration::MAX);
    COLORS.iter().for_each(|&color| session.set_clock(color, Some(longest)));
    session.play_in(Square::F5, Duration::MAX).unwrap();
    session.engine_move(&mut engine()).unwrap();
    session.resume();
    assert_eq!(session.clock(Color::Black), Some(longest));
    assert!(matches!(session.tick(), Due::Person(_)) && session.undo() && session.redo());
    let record = session.to_ggf();
    assert_eq!(record.to_string().parse(), Ok(record));
}

mod data {
    use super::*;
    use serde_json::{from_value, json, to_value};

    /// A session with all that can be stored.
    fn full() -> Session {
        let black = Player::Engine(AnalyzeRequest::depth(5).lines(2));
        let mut session = Session::from_game("f5".parse().unwrap(), black, player(true));
        session.set_name(Color::White, "Bo").unwrap();
        session.set_clock(Color::White, Some(Clock::new(seconds(60), seconds(2))));
        session.engine_move(&mut engine()).unwrap();
        session.engine_move(&mut engine()).unwrap();
        assert!(session.undo());
        session.resign(Color::Black).unwrap();
        session
    }

    #[test]
    fn a_session_is_stored_with_the_time_of_its_watch() {
        let mut session = two_persons();
        session.resume();
        std::thread::sleep(Duration::from_millis(2));
        let read: Session = from_value(to_value(&session).unwrap()).unwrap();
        assert!(!read.runs() && read.time_of_turn() >= Duration::from_millis(2));
    }

    #[test]
    fn what_is_due_is_data() {
        let mut session = full();
        let over = json!({ "over": { "score": -64, "ending": "resignation" } });
        assert_eq!(to_value(session.due()).unwrap(), over);
        session.undo();
        assert_eq!(to_value(session.due()).unwrap(), json!({ "engine": "black" }));
        for value in [over, json!({ "pass": "white" }), json!({ "person": "black" })] {
            assert_eq!(to_value(from_value::<Due>(value.clone()).unwrap()).unwrap(), value);
        }
        for (score, ending) in [(3, "no_moves"), (66, "no_moves"), (-2, "time"), (64, "boredom")] {
            assert!(from_value::<GameResult>(json!({ "score": score, "ending": ending })).is_err());
        }
        let draw = json!({ "score": 0, "ending": "no_moves" });
        assert_eq!(from_value::<GameResult>(draw).unwrap().to_string(), "a draw");
    }
}
