//! Compares sessions with a model that keeps whole states: any sequence of calls, by persons, by the engine
//! and by a clock. What a session stores and records reads back.
#![no_main]

use std::cell::RefCell;
use std::time::Duration;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use reversi_bitboard::notation::GgfGame;
use reversi_bitboard::{Color, Game, Move};
use reversi_fuzz::{AnyBoard, any_position, any_square};
use reversi_search::{Clock, Due, Ending, Engine, Opponent, Player, Session, SessionError, Strength};
use reversi_testkit::numbered_move;

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
    let mut model = Model::new(Game::new());
    for op in ops {
        execute(op, &mut session, &mut model);
        model.compare(&session);
    }
    record(&session);
});

fn execute(op: Op, session: &mut Session, model: &mut Model) {
    match op {
        Op::Play(number, time) => play(session, model, number, time.into()),
        Op::PlayOn(numbers) => numbers.into_iter().for_each(|number| play(session, model, number, 0)),
        Op::PlaySquare(square) => {
            let square = any_square(square);
            assert_eq!(session.play(square).map_err(kind), model.play(square.into(), 0), "{square}");
        }
        Op::Pass => assert_eq!(session.pass().map_err(kind), model.play(Move::Pass, 0)),
        Op::EngineMove => engine_move(session, model),
        Op::Undo => assert_eq!(session.undo(), model.undo()),
        Op::Redo => assert_eq!(session.redo(), model.redo()),
        Op::UndoToPerson => assert_eq!(session.undo_to_person(), model.undo_to_person()),
        Op::RedoToPerson => {
            let did = model.redo();
            while did && model.due() != Name::Person && model.redo() {}
            assert_eq!(session.redo_to_person(), did);
        }
        Op::Resign(white) => {
            let color = COLORS[usize::from(white)];
            assert_eq!(session.resign(color).map_err(kind), model.resign(color));
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
            *model = Model::new(game);
        }
        Op::Store => {
            let stored = serde_json::to_string(session).expect("a session has a form in JSON");
            *session = serde_json::from_str(&stored).expect("it was written just now");
            assert_eq!(serde_json::to_string(session).expect("as before"), stored);
        }
        Op::Record => record(session),
    }
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn play(session: &mut Session, model: &mut Model, number: u8, time: u64) {
    let mv = numbered_move(session.position().board, number.into()).unwrap_or(Move::Pass);
    let played = session.play_in(mv, seconds(time)).map_err(kind);
    assert_eq!(played, model.play(mv, time), "{mv}");
}

thread_local! {
    static ENGINE: RefCell<Engine> =
        RefCell::new(Engine::builder().hash_mib(0).build().expect("it is small"));
}

/// Without clocks: they would lose some nanoseconds that the model does not know.
fn engine_move(session: &mut Session, model: &mut Model) {
    let clocks = COLORS.map(|color| session.clock(color));
    COLORS.iter().for_each(|&color| session.set_clock(color, None));
    let played = ENGINE.with_borrow_mut(|engine| session.engine_move(engine));
    COLORS.iter().for_each(|&color| session.set_clock(color, clocks[color as usize]));
    match played {
        Ok(played) => {
            let clocks = std::mem::take(&mut model.now.clocks);
            assert_eq!((model.due(), model.play(played.mv, 0)), (Name::Engine, Ok(())));
            model.now.clocks = clocks;
        }
        Err(error) => {
            assert_eq!(error, SessionError::NotAnEnginesTurn);
            assert_ne!(model.due(), Name::Engine);
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

/// Why the rules of a session refuse a call.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Refused {
    Over,
    Illegal,
    Time,
}

fn kind(error: SessionError) -> Refused {
    match error {
        SessionError::Over => Refused::Over,
        SessionError::IllegalMove(_) => Refused::Illegal,
        SessionError::OutOfTime(_) => Refused::Time,
        other => panic!("{other}"),
    }
}

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Name {
    Over,
    Pass,
    Engine,
    Person,
}

/// All that can change by a move.
#[derive(Clone)]
struct State {
    game: Game,
    /// The seconds on the clocks; one is added after each move.
    clocks: [Option<u64>; 2],
    ended: Option<(Color, Ending)>,
}

/// A session with whole states instead of steps.
#[derive(Clone)]
struct Model {
    now: State,
    past: Vec<State>,
    future: Vec<State>,
    engines: [bool; 2],
}

impl Model {
    fn new(game: Game) -> Model {
        let now = State { game, clocks: [None; 2], ended: None };
        Model { now, past: Vec::new(), future: Vec::new(), engines: [false; 2] }
    }

    fn is_over(&self) -> bool {
        self.now.ended.is_some() || self.now.game.is_over()
    }

    fn due(&self) -> Name {
        let side = self.now.game.side_to_move();
        match () {
            () if self.is_over() => Name::Over,
            () if self.now.game.must_pass() => Name::Pass,
            () if self.engines[side as usize] => Name::Engine,
            () => Name::Person,
        }
    }

    fn play(&mut self, mv: Move, time: u64) -> Result<(), Refused> {
        let mut state = self.now.clone();
        if self.is_over() {
            return Err(Refused::Over);
        }
        let pass_first = mv != Move::Pass && state.game.must_pass();
        if pass_first {
            state.game.play(Move::Pass).expect("the pass is forced");
        }
        let mover = state.game.side_to_move();
        let middle = state.clone();
        state.game.play(mv).map_err(|_| Refused::Illegal)?;
        if mv != Move::Pass
            && let Some(left) = &mut state.clocks[mover as usize]
        {
            if time > *left {
                self.past.push(self.now.clone());
                self.now.clocks[mover as usize] = Some(0);
                self.now.ended = Some((mover, Ending::Time));
                return Err(Refused::Time);
            }
            *left = *left - time + 1;
        }
        self.past.push(std::mem::replace(&mut self.now, state));
        if pass_first {
            self.past.push(middle);
        }
        self.future.clear();
        Ok(())
    }

    fn resign(&mut self, color: Color) -> Result<(), Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        self.past.push(self.now.clone());
        self.now.ended = Some((color, Ending::Resignation));
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        let after = std::mem::replace(&mut self.now, before);
        if after.ended.is_none() {
            self.future.push(after);
        }
        true
    }

    fn redo(&mut self) -> bool {
        if self.now.ended.is_some() {
            return false;
        }
        let Some(after) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.now, after));
        true
    }

    fn undo_to_person(&mut self) -> bool {
        let mut earlier = self.clone();
        while earlier.undo() {
            if earlier.due() == Name::Person {
                *self = earlier;
                return true;
            }
        }
        false
    }

    fn compare(&self, session: &Session) {
        let State { game, clocks, ended } = &self.now;
        assert_eq!(session.game(), game);
        assert_eq!((session.position(), session.last_move()), (game.position(), game.moves().last()));
        let side = game.side_to_move();
        let due = match session.due() {
            Due::Over(result) => {
                let loser = ended.map(|(loser, _)| loser);
                assert_eq!(result.ending, ended.map_or(Ending::NoMoves, |(_, ending)| ending));
                assert!(loser.is_none_or(|loser| result.winner() == Some(!loser)));
                assert!(loser.is_some() || game.score() == Some(result.score));
                Name::Over
            }
            Due::Pass(color) if color == side => Name::Pass,
            Due::Engine(color) if color == side => Name::Engine,
            Due::Person(color) if color == side => Name::Person,
            other => panic!("{other:?}"),
        };
        assert_eq!(due, self.due());
        assert_eq!(session.moves_to_redo(), self.future.len());
        for color in COLORS {
            let left = clocks[color as usize].map(seconds);
            assert_eq!(session.clock(color).map(|clock| clock.remaining), left);
        }
    }
}
