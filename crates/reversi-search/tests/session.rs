//! Sessions: any sequence of calls against a model, and the rules one by one.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use reversi_engine::board::IllegalMoveReason;
use reversi_engine::play::{Due, Ending, GameResult, Opponent, Player, Session, SessionError, Strength};
use reversi_engine::question::Problem;
use reversi_engine::search::{Clock, StopReason};
use reversi_engine::{AnalyzeRequest, Board, Color, Engine, Game, Limits, Move, Position, Square, Stop};
use reversi_testkit::{SessionModel, WIPE_OUT, boards, config, numbered_move};

const COLORS: [Color; 2] = [Color::Black, Color::White];

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

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

/// After C1 white has to pass.
const PASS: &str = "XO------ X------- O------- -------- -------- -------- -------- -------- X";

#[test]
fn a_forced_pass_is_due_whoever_has_to_pass() {
    for white in [Player::Person, Player::Engine(AnalyzeRequest::depth(1))] {
        let mut session =
            Session::from_game(Game::from_position(PASS.parse().unwrap()), Player::Person, white);
        session.play(Square::C1).unwrap();
        assert_eq!(session.due(), Due::Pass(Color::White));
        assert_eq!(session.engine_move(&mut engine()).unwrap_err(), SessionError::NotAnEnginesTurn);
        let mut passed = session.clone();
        passed.pass().unwrap();
        assert_eq!(passed.due(), Due::Person(Color::Black));
        passed.play(Square::A4).unwrap();
        session.play(Square::A4).unwrap(); // plays the pass first
        assert_eq!((session.game(), session.game().to_string()), (passed.game(), "c1psa4".to_owned()));
        assert_eq!(session.result().map(|result| result.to_string()), Some("black wins by 64".to_owned()));
    }
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
fn a_side_without_time_loses_and_undo_gives_the_turn_back() {
    let mut session = two_persons();
    session.set_clock(Color::Black, Some(Clock::new(seconds(3), Duration::ZERO)));
    session.play_in(Square::F5, seconds(3)).unwrap();
    session.play_in(Square::D6, seconds(1000)).unwrap(); // white has no clock
    let error = session.play_in(Square::C3, Duration::from_nanos(1)).unwrap_err();
    assert_eq!(error.to_string(), "black has run out of time");
    let result = session.result().unwrap();
    assert_eq!((result.winner(), result.ending), (Some(Color::White), Ending::Time));
    assert_eq!(session.to_ggf().tag("RE"), Some("-64.000:t"));
    assert_eq!(session.play(Square::C3), Err(SessionError::Over));
    assert_eq!(session.resign(Color::White), Err(SessionError::Over));
    assert!(!session.redo());
    assert!(session.undo_to_person());
    assert_eq!((session.due(), session.game().moves().len()), (Due::Person(Color::Black), 2));
    assert_eq!(session.play_in(Square::C3, Duration::ZERO), Ok(()));
}

#[test]
fn a_move_is_refused_with_its_reason_and_changes_nothing() {
    let mut session = two_persons();
    for (mv, reason) in [
        (Move::Place(Square::D4), IllegalMoveReason::Occupied),
        (Move::Place(Square::A1), IllegalMoveReason::FlipsNothing),
        (Move::Pass, IllegalMoveReason::MustPlay),
    ] {
        let Err(SessionError::IllegalMove(error)) = session.play(mv) else { panic!("{mv}") };
        assert_eq!((error.square, error.reason), (mv.square(), reason));
    }
    assert_eq!(session.game(), &Game::new());
    let mut session = Session::from_game(WIPE_OUT.parse().unwrap(), Player::Person, Player::Person);
    assert_eq!(session.play(Square::A1), Err(SessionError::Over));
    assert_eq!(session.pass(), Err(SessionError::Over));
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
fn limits_of_a_move_end_its_search() {
    let mut session = Session::new(Player::Engine(AnalyzeRequest::unlimited()), Player::Person);
    let stop = Stop::new();
    stop.set();
    let limits = Limits::new().stop(&stop);
    let played =
        session.engine_move_with(&mut engine(), limits, |_| std::ops::ControlFlow::Continue(())).unwrap();
    assert_eq!(played.analysis.stopped(), Some(StopReason::Stop));
    session.set_player(Color::White, Player::Engine(AnalyzeRequest::unlimited()));
    session.set_clock(Color::White, Some(Clock::new(seconds(1), Duration::ZERO)));
    let played = session.engine_move(&mut engine()).unwrap(); // in the time of its clock
    assert_eq!(played.analysis.stopped(), Some(StopReason::Time));
    assert!(session.time_left(Color::White) < Some(seconds(1)));
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
        (AnalyzeRequest::unlimited(), Limits::new().nodes(5000), StopReason::Nodes),
    ] {
        let mut session = Session::new(Player::Engine(request.clone()), Player::Person);
        let go_on = |_: &reversi_engine::Progress<'_>| std::ops::ControlFlow::Continue(());
        let played = session.engine_move_with(&mut engine(), limits, go_on).unwrap();
        assert_eq!(played.analysis.stopped(), Some(reason), "{request:?}");
    }
}

#[test]
fn names_times_and_evaluations_are_in_the_record() {
    let mut session = Session::new(Player::Person, Player::Engine(AnalyzeRequest::depth(2)));
    assert!(session.set_name(Color::Black, "no ] here").is_err());
    session.set_name(Color::Black, "Ada").unwrap();
    session.play_in(Square::F5, Duration::from_millis(2400)).unwrap();
    let played = session.engine_move(&mut engine()).unwrap();
    let record = session.to_ggf();
    assert_eq!((record.tag("PB"), record.tag("PW")), (Some("Ada"), Some("reversi-engine")));
    assert_eq!((record.tag("RE"), record.tag("TI")), (None, None));
    assert_eq!((record.notes[0].eval, record.notes[0].seconds), (None, Some(2.4)));
    assert_eq!(record.notes[1].eval, played.value.score().map(f64::from));
    let read = Session::from_ggf(&record, Player::Person, Player::Person);
    assert_eq!(read.to_ggf(), record);
    assert!(read.game() == session.game() && read.name(Color::White) == "reversi-engine");
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

#[test]
fn a_new_move_forgets_what_was_taken_back() {
    let mut session = Session::from_game("f5d6c3".parse().unwrap(), Player::Person, Player::Person);
    assert!(session.undo() && session.undo() && session.moves_to_redo() == 2);
    assert!(session.play(Square::A1).is_err() && session.moves_to_redo() == 2);
    session.play(Square::F6).unwrap();
    assert!(session.moves_to_redo() == 0 && !session.redo());
}

/// The game keeps those after the move, but a session has times and clocks of each, which are no longer
/// true.
#[test]
fn the_same_move_again_forgets_what_was_taken_back_after_it() {
    let mut session = Session::from_game("f5d6c3".parse().unwrap(), Player::Person, Player::Person);
    assert!(session.undo() && session.undo());
    session.play(Square::D6).unwrap();
    assert!(session.moves_to_redo() == 0 && !session.redo());
    assert!(session.undo() && session.undo() && session.moves_to_redo() == 2);
    assert!(session.redo() && session.redo() && !session.redo());
    assert_eq!(session.game().to_string(), "f5d6");
    {
        session.undo();
        let stored = serde_json::to_value(&session).unwrap();
        assert_eq!(stored["undone"].as_array().map(Vec::len), Some(1));
        let mut read: Session = serde_json::from_value(stored).unwrap();
        assert!(read.redo() && !read.redo() && read.game() == &"f5d6".parse().unwrap());
    }
}

mod data {
    use super::*;
    use serde_json::{Value, from_value, json, to_value};

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
    fn a_session_goes_on_where_it_was_stored() {
        for mut session in [two_persons(), full()] {
            let stored = to_value(&session).unwrap();
            let mut read: Session = from_value(stored.clone()).unwrap();
            assert_eq!(to_value(&read).unwrap(), stored);
            assert_eq!((read.due(), read.to_ggf()), (session.due(), session.to_ggf()));
            for session in [&mut session, &mut read] {
                session.undo();
                session.redo();
                COLORS.iter().for_each(|&color| session.set_clock(color, None));
                while let Due::Engine(_) | Due::Pass(_) = session.due() {
                    if session.pass().is_err() {
                        session.engine_move(&mut engine()).unwrap();
                    }
                }
            }
            assert_eq!(read.game(), session.game());
        }
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

    #[test]
    fn what_no_session_is_in_is_refused() {
        let good = to_value(full()).unwrap();
        let set = |path: &str, value: Value| {
            let mut bad = good.clone();
            let (parent, field) = path.rsplit_once('/').unwrap();
            bad.pointer_mut(parent).unwrap()[field] = value;
            from_value::<Session>(bad).unwrap_err().to_string()
        };
        assert_eq!(set("/turns", json!([])), "turns must be 2, one for each move, not 0");
        assert!(set("/undone/0/move", json!("a1")).contains("a1 is not a legal move"));
        assert!(set("/names", json!({"black": "]"})).starts_with("names.black: not a tag"));
        assert!(set("/game/moves", json!("f5f5")).contains("f5 is not a legal move"));
        assert!(set("/players/black", json!("robot")).contains("not \"robot\""));
        assert!(set("/players/white/opponent/seed", json!("x")).contains("16 hexadecimal digits"));
        assert!(set("/ended/by", json!("no_moves")).starts_with("ended.by must be"));
        assert!(set("/ended/by", json!("boredom")).contains("not \"boredom\""));
        assert!(set("/spent_seconds", json!(-1)).contains("must be 0 or more, not -1"));
        let over = Session::from_game(WIPE_OUT.parse().unwrap(), Player::Person, Player::Person);
        let mut over = to_value(over).unwrap();
        over["ended"] = good["ended"].clone();
        assert_eq!(
            from_value::<Session>(over).unwrap_err().to_string(),
            "ended: the game has ended on the board, not early"
        );
        let mut more = good.clone();
        more["more"] = json!(1);
        assert!(from_value::<Session>(more).unwrap_err().to_string().starts_with("more: no such field"));
    }
}
