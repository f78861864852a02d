//! A game at the board: who moves, clocks, undo, what is due.

use std::time::Duration;

use reversi_engine::notation::GgfGame;
use reversi_engine::play::{Due, EngineMove, Player, SessionError, Variety};
use reversi_engine::question::{Problem, QuestionError};
use reversi_engine::search::{HumanMoves, Source};
use reversi_engine::surface::{
    AnalyzeOptions, ClockOptions, DynValue, FieldError, Fields, OpponentOptions, read_fields,
};
use reversi_engine::{Analysis, Board, Color, Line, Move, Value};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::record::Record;
use crate::refusal::Refusal;
use crate::to_json;

/// A session. js/session.js has checked that sides are `"black"` or `"white"`, and that options are objects.
#[wasm_bindgen]
pub struct Session(reversi_engine::play::Session);

fn or_null(plain: Option<DynValue>) -> String {
    plain.map_or_else(|| "null".to_owned(), |plain| to_json(&plain))
}

fn color(side: &str) -> Color {
    if side == "white" { Color::White } else { Color::Black }
}

fn words(moves: impl Iterator<Item = Move>) -> String {
    moves.map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

/// Reads a number of seconds that JavaScript has checked: 0 or more.
fn time(seconds: f64) -> Result<Duration, Refusal> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        let message = format!("seconds must be 0 to {}, not {seconds}", u64::MAX);
        Refusal::of(Problem::new("out-of-range", message)).in_field("seconds")
    })
}

/// Refuses options by the error of a field.
#[cold]
fn refused(error: FieldError) -> Refusal {
    Refusal::of(&QuestionError::from(error))
}

/// Reads options that js/options.js has written.
fn options<T: Fields>(json: &str) -> Result<T, Refusal> {
    match serde_json::from_str(json) {
        Ok(DynValue::Object(fields)) => read_fields(fields).map_err(refused),
        _ => Err(Refusal::of(Problem::new("not-json", "options must be an object of JSON"))),
    }
}

/// Reads a player of this kind with its options as JSON.
fn player(kind: &str, json: &str) -> Result<Player, Refusal> {
    match kind {
        "engine" => {
            let request = options::<AnalyzeOptions>(json)?.request();
            request.map(Player::Engine).map_err(refused)
        }
        "opponent" => {
            let opponent = options::<OpponentOptions>(json)?.opponent();
            opponent.map(Player::Opponent).map_err(refused)
        }
        _ => Ok(Player::Person),
    }
}

/// The parts of an analysis that a choice needs. The position is the one on the board.
#[derive(Deserialize)]
struct GivenAnalysis {
    lines: Vec<Line>,
    #[serde(default)]
    seconds: f64,
    #[serde(default)]
    source: Source,
    /// The moves of people, by which an opponent chooses.
    #[serde(default)]
    human: Option<HumanMoves>,
}

impl GivenAnalysis {
    fn at(self, board: &Board) -> Result<Analysis, Refusal> {
        let analysis = Analysis::new(board, self.lines).and_then(|analysis| analysis.with_human(self.human));
        let analysis = analysis.map_err(|_| Refusal::of(&SessionError::AnotherPosition))?;
        Ok(analysis.with_elapsed(time(self.seconds)?).with_source(self.source))
    }
}

/// Makes the methods of a session. A row has the name in JavaScript, the arguments, the result and the call.
macro_rules! methods {
    ($($(#[$attribute:meta])* $name:ident $arguments:tt $(-> $Result:ty)? { $($call:tt)* })*) => {
        #[wasm_bindgen]
        #[allow(non_snake_case)] // the names are those of JavaScript
        impl Session {
            $($(#[$attribute])* pub fn $name $arguments $(-> $Result)? { $($call)* })*
        }
    };
}

methods! {
    /// Makes a session of two persons that goes on with a game.
    #[wasm_bindgen(constructor)]
    new(game: &Record) -> Session {
        Session(reversi_engine::play::Session::from_game(game.game().clone(), Player::Person, Player::Person))
    }

    /// Makes a session of two persons that goes on with a record in GGF.
    ofGgf(text: &str) -> Result<Session, Refusal> {
        let record: GgfGame = text.parse().map_err(|error| Refusal::of(&error))?;
        Ok(Session(reversi_engine::play::Session::from_ggf(&record, Player::Person, Player::Person)))
    }

    /// Reads a stored session.
    ofJson(text: &str) -> Result<Session, Refusal> {
        reversi_engine::play::Session::from_json(text).map(Session).map_err(refused)
    }

    /// Returns the stored form.
    toJson(&self) -> String { self.0.to_json() }
    toGgf(&self) -> String { self.0.to_ggf().to_string() }

    /// Returns `Due` of js/index.d.ts, for the side to move.
    due(&self) -> String { self.0.due().name().name().to_owned() }
    /// Returns `GameResult` of js/index.d.ts, or null.
    result(&self) -> String { to_json(&self.0.result()) }
    position(&self) -> String { self.0.position().to_string() }
    /// Returns the position that the game began with.
    start(&self) -> String { self.0.game().start().to_string() }
    moves(&self) -> String { words(self.0.game().moves()) }
    /// Returns the moves that were taken back, the next one first.
    undoneMoves(&self) -> String { words(self.0.game().undone_moves()) }
    /// Lists the legal moves: only the pass if it is forced.
    legalMoves(&self) -> String {
        match self.0.due() {
            Due::Pass(_) => Move::Pass.to_string(),
            _ => self.0.legal_moves().to_string(),
        }
    }
    discs(&self, side: &str) -> u32 { self.0.discs(color(side)) }

    play(&mut self, mv: &str, seconds: Option<f64>) -> Result<(), Refusal> {
        let mv: Move = mv.parse().map_err(|error| Refusal::of(&error).in_field("move"))?;
        let played = match seconds {
            Some(seconds) => self.0.play_in(mv, time(seconds)?),
            None => self.0.play(mv),
        };
        played.map_err(|error| match error {
            SessionError::IllegalMove(_) => Refusal::of(&error).in_field("move"),
            error => Refusal::of(&error),
        })
    }
    undo(&mut self) -> bool { self.0.undo() }
    redo(&mut self) -> bool { self.0.redo() }
    undoToPerson(&mut self) -> bool { self.0.undo_to_person() }
    redoToPerson(&mut self) -> bool { self.0.redo_to_person() }
    movesToRedo(&self) -> usize { self.0.moves_to_redo() }
    resign(&mut self, side: &str) -> Result<(), Refusal> {
        self.0.resign(color(side)).map_err(|error| Refusal::of(&error))
    }

    /// Returns `"person"` or the options of an engine or an opponent.
    player(&self, side: &str) -> String { to_json(self.0.player(color(side))) }
    setPlayer(&mut self, side: &str, kind: &str, json: &str) -> Result<(), Refusal> {
        self.0.set_player(color(side), player(kind, json)?);
        Ok(())
    }
    name(&self, side: &str) -> String { self.0.name(color(side)) }
    setName(&mut self, side: &str, name: &str) -> Result<(), Refusal> {
        self.0.set_name(color(side), name).map_err(|error| Refusal::of(&error))
    }

    /// Returns the clock as the turn began, or null.
    clock(&self, side: &str) -> String {
        or_null(self.0.clock(color(side)).map(|clock| ClockOptions::from(clock).to_plain()))
    }
    setClock(&mut self, side: &str, clock: Option<String>) -> Result<(), Refusal> {
        let clock = clock.map(|json| options::<ClockOptions>(&json)).transpose()?;
        self.0.set_clock(color(side), clock.map(Into::into));
        Ok(())
    }
    /// Returns the seconds that the clock shows.
    timeLeft(&self, side: &str) -> Option<f64> {
        self.0.time_left(color(side)).map(|left| left.as_secs_f64())
    }
    timeOfTurn(&self) -> f64 { self.0.time_of_turn().as_secs_f64() }
    pause(&mut self) { self.0.pause(); }
    resume(&mut self) { self.0.resume(); }
    runs(&self) -> bool { self.0.runs() }
    /// Looks at the clock, and returns what is due.
    tick(&mut self) -> String { self.0.tick().name().name().to_owned() }

    /// Returns `{"choose", "seed"}`.
    variety(&self) -> String {
        let (variety, seed) = self.0.variety();
        format!(r#"{{"choose":"{variety}","seed":"{seed:016x}"}}"#)
    }
    /// Sets the variety. The seed has 16 hexadecimal digits.
    setVariety(&mut self, choose: &str, seed: u64) -> Result<(), Refusal> {
        let variety: Variety = choose.parse().map_err(|error| Refusal::of(&error))?;
        self.0.set_variety(variety, seed);
        Ok(())
    }

    /// Returns the options of the analysis that the engine of the side to move asks for, or null.
    request(&self) -> String {
        or_null(self.0.request().map(|request| AnalyzeOptions::from(&request).to_plain()))
    }
    /// Plays a move of an analysis: `{"move", "value"}`.
    answer(&mut self, analysis: &str) -> Result<String, Refusal> {
        #[derive(Serialize)]
        struct Answered {
            r#move: Move,
            value: Value,
        }
        if !matches!(self.0.due(), Due::Engine(_)) {
            return Err(Refusal::of(&SessionError::NotAnEnginesTurn)); // whatever the analysis is
        }
        let analysis = self.analysis(analysis)?;
        let EngineMove { mv, value, .. } = self.0.answer(analysis).map_err(|error| Refusal::of(&error))?;
        Ok(to_json(&Answered { r#move: mv, value }))
    }
    /// Chooses a move of an analysis, and does not play it.
    choose(&mut self, analysis: &str) -> Result<Option<String>, Refusal> {
        let analysis = self.analysis(analysis)?;
        Ok(self.0.choose(&analysis).map(|mv| mv.to_string()))
    }
}

impl Session {
    fn analysis(&self, json: &str) -> Result<Analysis, Refusal> {
        let given: GivenAnalysis = serde_json::from_str(json).map_err(|error| {
            Refusal::of(Problem::new("wrong-type", format!("analysis must be one of the engine: {error}")))
                .in_field("analysis")
        })?;
        given.at(&self.0.game().board())
    }
}
