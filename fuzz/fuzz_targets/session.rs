//! Compares sessions with a model that keeps whole states: any sequence of calls, by persons, by the engine
//! and by a clock. What a session stores, shows and records reads back.
#![no_main]

use std::cell::RefCell;
use std::time::Duration;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Color, Game, Move};
use reversi_engine::Engine;
use reversi_engine::play::{Due, Opponent, Player, Session, SessionError, Strength};
use reversi_engine::question::{Problem, SessionState};
use reversi_engine::search::Clock;
use reversi_fuzz::{AnyBoard, any_position, any_square};
use reversi_notation::GgfGame;
use reversi_testkit::{SessionModel, numbered_move};

const COLORS: [Color; 2] = [Color::Black, Color::White];

#[derive(Arbitrary, Debug)]
enum Op {
    /// The legal move with this number, or a pass, in some seconds.
    Play(u8, u8),
    /// Several moves at once.
    PlayOn([u8; 8]),
    /// A square, most likely an illegal move.
    PlaySquare(u8),
    Pass,
    EngineMove,
    Undo,
    Redo,
    UndoToPerson,
    RedoToPerson,
    Resign(bool),
    SetClock(bool, Option<u8>),
    SetPlayer(bool, bool),
    SetUp(AnyBoard, bool),
    /// Stores the session and goes on with what is read back.
    Store,
    /// Writes the record and reads it back.
    Record,
}

fuzz_target!(|ops: Vec<Op>| {
    let mut session = Session::new(Player::Person, Player::Person);
    let mut model = SessionModel::new(Game::new());
    for op in ops {
        execute(op, &mut session, &mut model);
        compare(&model, &session);
    }
    record(&session);
});

fn execute(op: Op, session: &mut Session, model: &mut SessionModel) {
    match op {
        Op::Play(number, time) => play(session, model, number, time.into()),
        Op::PlayOn(numbers) => numbers.into_iter().for_each(|number| play(session, model, number, 0)),
        Op::PlaySquare(square) => {
            let square = any_square(square);
            assert_eq!(
                session.play(square).map_err(kind),
                expected(model.play(square.into(), 0)),
                "{square}"
            );
        }
        Op::Pass => assert_eq!(session.pass().map_err(kind), expected(model.play(Move::Pass, 0))),
        Op::EngineMove => engine_move(session, model),
        Op::Undo => assert_eq!(session.undo(), model.undo()),
        Op::Redo => assert_eq!(session.redo(), model.redo()),
        Op::UndoToPerson => assert_eq!(session.undo_to_person(), model.undo_to_person()),
        Op::RedoToPerson => assert_eq!(session.redo_to_person(), model.redo_to_person()),
        Op::Resign(white) => {
            let color = COLORS[usize::from(white)];
            assert_eq!(session.resign(color).map_err(kind), expected(model.resign(color)));
        }
        Op::SetClock(white, time) => {
            let clock = time.map(|time| Clock::new(seconds(time.into()), seconds(1)));
            session.set_clock(COLORS[usize::from(white)], clock);
            model.now.clocks[usize::from(white)] = time.map(u64::from);
        }
        Op::SetPlayer(white, engine) => {
            let opponent = Player::Opponent(Opponent::new(Strength::Beginner, 1));
            session.set_player(COLORS[usize::from(white)], if engine { opponent } else { Player::Person });
            model.engines[usize::from(white)] = engine;
        }
        Op::SetUp(board, black) => {
            let game = Game::from_position(any_position(board.board(), black));
            *session = Session::from_game(game.clone(), Player::Person, Player::Person);
            *model = SessionModel::new(game);
        }
        Op::Store => {
            let stored = serde_json::to_string(session).expect("a session has a form in JSON");
            *session = serde_json::from_str(&stored).expect("it was written just now");
            assert_eq!(serde_json::to_string(session).expect("as before"), stored);
            let state = SessionState::of(session.clone());
            let shown = serde_json::to_string(&state).expect("a state has a form in JSON");
            assert_eq!(serde_json::from_str::<SessionState>(&shown).expect("it was written just now"), state);
        }
        Op::Record => record(session),
    }
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn play(session: &mut Session, model: &mut SessionModel, number: u8, time: u64) {
    let mv = numbered_move(session.position().board, number.into()).unwrap_or(Move::Pass);
    let played = session.play_in(mv, seconds(time)).map_err(kind);
    assert_eq!(played, expected(model.play(mv, time)), "{mv}");
}

thread_local! {
    static ENGINE: RefCell<Engine> =
        RefCell::new(Engine::builder().hash_mib(0).build().expect("it is small"));
}

/// Without clocks: they would lose some nanoseconds that the model does not know.
fn engine_move(session: &mut Session, model: &mut SessionModel) {
    let clocks = COLORS.map(|color| session.clock(color));
    COLORS.iter().for_each(|&color| session.set_clock(color, None));
    let played = ENGINE.with_borrow_mut(|engine| session.engine_move(engine));
    COLORS.iter().for_each(|&color| session.set_clock(color, clocks[color as usize]));
    match played {
        Ok(played) => {
            let clocks = std::mem::take(&mut model.now.clocks);
            assert_eq!((model.due(), model.play(played.mv, 0)), ("engine", Ok(())));
            model.now.clocks = clocks;
        }
        Err(error) => {
            assert_eq!(error, SessionError::NotAnEnginesTurn);
            assert_ne!(model.due(), "engine");
        }
    }
}

/// Asserts that the record has the game and reads back.
fn record(session: &Session) {
    let record = session.to_ggf();
    assert_eq!(&record.game, session.game());
    assert_eq!(record.to_string().parse::<GgfGame>().as_ref(), Ok(&record));
    let read = Session::from_ggf(&record, Player::Person, Player::Person);
    assert_eq!(read.to_ggf().notes, record.notes);
}

/// The code of an error.
fn kind(error: SessionError) -> String {
    Problem::from(&error).code.into_owned()
}

fn expected(result: Result<(), &'static str>) -> Result<(), String> {
    result.map_err(str::to_owned)
}

fn compare(model: &SessionModel, session: &Session) {
    let game = &model.now.game;
    assert_eq!(session.game(), game);
    assert_eq!((session.position(), session.last_move()), (game.position(), game.moves().last()));
    let side = game.side_to_move();
    let due = session.due();
    assert_eq!(due.name().name(), model.due());
    assert!(match due {
        Due::Over(result) => Some((result.score, result.ending.name())) == model.result(),
        Due::Pass(color) | Due::Engine(color) | Due::Person(color) => color == side,
        other => panic!("{other:?}"),
    });
    assert_eq!(session.moves_to_redo(), model.moves_to_redo());
    for color in COLORS {
        let left = model.now.clocks[color as usize].map(seconds);
        assert_eq!(session.clock(color).map(|clock| clock.remaining), left);
    }
}
