//! `Session`: a game at the board.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString, PyType};
use reversi_engine::Limits;
use reversi_engine::notation::GgfGame;
use reversi_engine::play::{EngineMove, GameResult, Player, Session, SessionError, Variety};
use reversi_engine::search::Clock;
use reversi_engine::surface::{AnalyzeOptions, ClockOptions, DynValue, FieldValue as _, Kind};

use crate::answers::PyAnalysis;
use crate::args::{self, AnyMove, OfColor, Text};
use crate::data;
use crate::engine::PyEngine;
use crate::errors::Class;
use crate::fields::answers;
use crate::game::PyGame;
use crate::limits::PyClock;
use crate::opponent::PyOpponent;
use crate::position::PyPosition;

/// A game of two sides, each a person or an engine, with what a board needs: whose turn it is, clocks,
/// undo and redo, resignation, and a record at the end. It owns no engine and no thread.
///
/// A player is `"person"`, an `Opponent`, or a mapping of the options of `Engine.analyze`. `due` is the next
/// step. A forced pass is a move of its own, for persons and engines alike; a square that is played while a
/// pass is due plays the pass first.
///
/// A session is data: `to_json`, `pickle` and `copy.copy` keep all of it. The watch of the copy is stopped.
///
/// >>> from reversi_engine import Engine, Opponent, Session
/// >>> engine = Engine(hash_mib=1)
/// >>> session = Session(white=Opponent("casual", seed=7))
/// >>> while session.due != "over":
/// ...     if session.due == "person":
/// ...         session.play(session.legal_moves()[0])
/// ...     elif session.due == "engine":
/// ...         played = session.engine_move(engine)
/// ...     else:
/// ...         session.pass_()
/// >>> session.result.ending
/// 'no_moves'
#[pyclass(frozen, eq, module = "reversi_engine", name = "Session")]
pub(crate) struct PySession(Mutex<Session>);

impl PartialEq for PySession {
    fn eq(&self, other: &PySession) -> bool {
        std::ptr::eq(self, other) || self.session() == other.session() // one lock at a time
    }
}

impl PySession {
    fn of(session: Session) -> PySession {
        PySession(Mutex::new(session))
    }

    /// Locks the session. No other lock is taken, and no Python code runs, while this one is held.
    fn lock(&self) -> MutexGuard<'_, Session> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn session(&self) -> Session {
        self.lock().clone()
    }
}

/// Returns the exception of a call that a session refuses.
fn refused(error: SessionError) -> PyErr {
    match error {
        SessionError::IllegalMove(_) => Class::IllegalMove.of(&error),
        SessionError::Request(_) => Class::Request.of(&error),
        SessionError::Name(_) => Class::Parse.in_field("name", &error),
        _ => Class::Session.of(&error),
    }
}

/// Reads who moves for a side.
fn player(given: Option<&Bound<'_, PyAny>>, field: &str) -> PyResult<Player> {
    let Some(given) = given else { return Ok(Player::Person) };
    if let Ok(opponent) = given.cast::<PyOpponent>() {
        return Ok(Player::Opponent(opponent.get().opponent()));
    }
    if let Ok(mapping) = given.cast::<PyMapping>() {
        let options = PyDict::new(given.py());
        options.update(mapping)?;
        let request = args::options::<AnalyzeOptions>("analyze", Some(&options))?.request();
        return request.map(Player::Engine).map_err(|error| Class::Request.of(&error));
    }
    match args::plain(given) {
        DynValue::Text(text) if text == "person" => Ok(Player::Person),
        found => {
            let code = if given.is_instance_of::<PyString>() { "unknown-name" } else { "wrong-type" };
            Err(args::wrong(code, field, "\"person\", an Opponent or options of Engine.analyze", &found))
        }
    }
}

/// Returns options of `Engine.analyze` as keyword arguments.
fn options<'py>(py: Python<'py>, form: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (data::write(form)?,))
}

/// Reads the seconds of an argument.
fn seconds(given: &Bound<'_, PyAny>, field: &str) -> PyResult<std::time::Duration> {
    let found = args::plain(given);
    match found {
        DynValue::Whole(number) if number < 0 => {}
        DynValue::Number(number) if number.is_nan() || number < 0.0 => {}
        DynValue::Whole(_) | DynValue::Number(_) | DynValue::Digits(_) => {
            return std::time::Duration::read(found).map_err(|error| Class::Request.of(&error));
        }
        _ => return Err(args::wrong("wrong-type", field, &Kind::Seconds.expected(), &found)),
    }
    Err(args::wrong("out-of-range", field, &Kind::Seconds.expected(), &found))
}

#[pymethods]
impl PySession {
    #[new]
    #[pyo3(signature = (game=None, /, *, black=None, white=None),
        text_signature = "(game=None, /, *, black='person', white='person')")]
    fn new(
        game: Option<&Bound<'_, PyAny>>,
        black: Option<&Bound<'_, PyAny>>,
        white: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PySession> {
        let game = args::optional::<PyGame>(game, "game")?;
        let game = game.map_or_else(Default::default, |game| game.get().game());
        let (black, white) = (player(black, "black")?, player(white, "white")?);
        Ok(PySession::of(Session::from_game(game, black, white)))
    }

    /// Makes a session that continues a record in GGF: with its names, times and evaluations, without clocks.
    /// A record of losing Othello or of another board is refused.
    ///
    /// >>> from reversi_engine import Game, Session
    /// >>> session = Session.from_ggf(Game("f5d6").ggf(PB="Ada"))
    /// >>> session.name("black"), session.moves
    /// ('Ada', ['f5', 'd6'])
    #[classmethod]
    #[pyo3(signature = (text, *, black=None, white=None),
        text_signature = "(text, *, black='person', white='person')")]
    fn from_ggf(
        _: &Bound<'_, PyType>,
        text: Text,
        black: Option<&Bound<'_, PyAny>>,
        white: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PySession> {
        let record: GgfGame = text.0.parse().map_err(|error| Class::Parse.of(&error))?;
        Ok(PySession::of(Session::from_ggf(&record, player(black, "black")?, player(white, "white")?)))
    }

    /// Returns the record in GGF: names, result, time control, and for each move its time and evaluation, if
    /// they are known.
    fn ggf(&self) -> String {
        self.lock().to_ggf().to_string()
    }

    /// The next step: `"person"` or `"engine"` if one chooses a move, `"pass"` if the side to move has to
    /// pass, `"over"` if the game is over. The side is in `position`.
    #[getter]
    fn due(&self) -> &'static str {
        self.lock().due().name().name()
    }

    /// The game so far, a copy.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame::of(self.lock().game().clone())
    }

    /// The position on the board.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.lock().position())
    }

    /// The moves so far, a pass as `"ps"`.
    #[getter]
    fn moves(&self) -> Vec<String> {
        args::moves(self.lock().game().moves())
    }

    /// The last move, or pass; `None` at the start.
    #[getter]
    fn last_move(&self) -> Option<String> {
        self.lock().last_move().map(|mv| mv.to_string())
    }

    /// Returns the moves of the side to move, from A1 to H8; `["ps"]` if it must pass, none if the game is
    /// over.
    fn legal_moves(&self) -> Vec<String> {
        let session = self.lock();
        if session.result().is_some() { Vec::new() } else { args::moves(session.game().legal_plays()) }
    }

    /// Returns the discs of a side.
    #[pyo3(signature = (color, /))]
    fn discs(&self, color: OfColor) -> u32 {
        self.lock().discs(color.0)
    }

    /// The result; `None` while the game goes on.
    #[getter]
    fn result(&self) -> Option<PyGameResult> {
        self.lock().result().map(PyGameResult)
    }

    /// Plays a move, or a forced pass. It takes these seconds if they are given, otherwise the time of the
    /// turn.
    ///
    /// Raises `IllegalMoveError`, and `SessionError` if the game is over, or if the clock has run out: the
    /// move is not played then, and the game is over.
    ///
    /// >>> from reversi_engine import Clock, Session
    /// >>> session = Session()
    /// >>> session.set_clock("black", Clock(60, 2))
    /// >>> session.play("f5", seconds=12)
    /// >>> session.time_left("black"), session.time_left("white")
    /// (50.0, None)
    #[pyo3(signature = (r#move, /, *, seconds=None))]
    fn play(&self, r#move: AnyMove, seconds: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let time = seconds.map(|given| self::seconds(given, "seconds")).transpose()?;
        let played = match time {
            Some(time) => self.lock().play_in(r#move.0, time),
            None => self.lock().play(r#move.0),
        };
        played.map_err(refused)
    }

    /// Plays the pass that is due.
    fn pass_(&self) -> PyResult<()> {
        let played = self.lock().pass();
        played.map_err(refused)
    }

    /// Takes back the last thing that happened: a resignation, the loss on time, or a move. The clocks are
    /// what they were as the turn began. Returns whether there was something to take back.
    fn undo(&self) -> bool {
        self.lock().undo()
    }

    /// Plays a move again that was taken back. Returns whether there was one.
    fn redo(&self) -> bool {
        self.lock().redo()
    }

    /// Takes back moves to the last choice of a person, which is due again. Returns whether there was one;
    /// if not, nothing changes.
    fn undo_to_person(&self) -> bool {
        self.lock().undo_to_person()
    }

    /// Plays moves again up to the next choice of a person, or as many as were taken back. Returns whether
    /// there was one.
    fn redo_to_person(&self) -> bool {
        self.lock().redo_to_person()
    }

    /// How many moves can be played again.
    #[getter]
    fn moves_to_redo(&self) -> usize {
        self.lock().moves_to_redo()
    }

    /// Ends the game: this side has lost.
    #[pyo3(signature = (color, /))]
    fn resign(&self, color: OfColor) -> PyResult<()> {
        let resigned = self.lock().resign(color.0);
        resigned.map_err(refused)
    }

    /// Returns the clock of a side as its turn began; `None` without a clock. `time_left` is what it shows
    /// now.
    #[pyo3(signature = (color, /))]
    fn clock(&self, color: OfColor) -> Option<PyClock> {
        self.lock().clock(color.0).map(|clock| PyClock(ClockOptions::from(clock)))
    }

    /// Sets the clock of a side, or takes it away. Without a clock a side cannot run out of time.
    #[pyo3(signature = (color, clock, /))]
    fn set_clock(&self, color: OfColor, clock: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let clock = clock.map(args::clock).transpose()?.map(Clock::from);
        self.lock().set_clock(color.0, clock);
        Ok(())
    }

    /// Returns the seconds that the clock of a side shows, the time of the turn so far subtracted; `None`
    /// without a clock.
    #[pyo3(signature = (color, /))]
    fn time_left(&self, color: OfColor) -> Option<f64> {
        self.lock().time_left(color.0).map(|time| time.as_secs_f64())
    }

    /// The seconds of the turn so far.
    #[getter]
    fn time_of_turn(&self) -> f64 {
        self.lock().time_of_turn().as_secs_f64()
    }

    /// Starts the watch: from now on time passes for the side to move, and each move hands it over. The watch
    /// of a new session is stopped: only the seconds that the caller names and the seconds of an engine's
    /// searches count.
    fn resume(&self) {
        self.lock().resume();
    }

    /// Stops the watch. The time of the turn so far is kept.
    fn pause(&self) {
        self.lock().pause();
    }

    /// True if the watch runs.
    #[getter]
    fn runs(&self) -> bool {
        self.lock().runs()
    }

    /// Looks at the clock: ends the game if the side that thinks has run out of time. Returns the next step.
    fn tick(&self) -> &'static str {
        self.lock().tick().name().name()
    }

    /// Returns who moves for a side: `"person"`, an `Opponent`, or the options of an analysis.
    #[pyo3(signature = (color, /))]
    fn player<'py>(&self, py: Python<'py>, color: OfColor) -> PyResult<Bound<'py, PyAny>> {
        let player = self.lock().player(color.0).clone();
        match player {
            Player::Engine(request) => options(py, &request),
            Player::Opponent(opponent) => Ok(Bound::new(py, PyOpponent::new_of(opponent))?.into_any()),
            _ => Ok(PyString::new(py, "person").into_any()),
        }
    }

    /// Changes who moves for a side, at any time.
    #[pyo3(signature = (color, player, /))]
    fn set_player(&self, color: OfColor, player: &Bound<'_, PyAny>) -> PyResult<()> {
        let player = self::player(Some(player), "player")?;
        self.lock().set_player(color.0, player);
        Ok(())
    }

    /// Returns the name of a side. Without one of its own, an engine has the name of this library, a person
    /// an empty one.
    #[pyo3(signature = (color, /))]
    fn name(&self, color: OfColor) -> String {
        self.lock().name(color.0)
    }

    /// Names a side.
    #[pyo3(signature = (color, name, /))]
    fn set_name(&self, color: OfColor, name: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = args::text(name);
        let text = text.ok_or_else(|| args::wrong("wrong-type", "name", "a str", &args::plain(name)))?;
        let named = self.lock().set_name(color.0, &text);
        named.map_err(|error| Class::Parse.in_field("name", &error))
    }

    /// Which moves of a book the engines take, and the seed of their choice.
    #[getter]
    fn variety(&self) -> (String, u64) {
        let (variety, seed) = self.lock().variety();
        (variety.to_string(), seed)
    }

    /// Chooses which moves of a book the engines take: `"best"`, or in discs `"within:2"` or
    /// `"weighted:1"`. Take another seed for each game.
    #[pyo3(signature = (variety, /, *, seed=None), text_signature = "($self, variety, /, *, seed=0)")]
    fn set_variety(&self, variety: Text, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let variety: Variety =
            variety.0.parse().map_err(|error| Class::Request.in_field("variety", &error))?;
        let seed = seed.map(|seed| args::whole(seed, "seed", 0, u64::MAX.into())).transpose()?;
        self.lock().set_variety(variety, seed.unwrap_or(0));
        Ok(())
    }

    /// Returns the options of `Engine.analyze` that the engine of the side to move asks for, its clock
    /// included; `None` if a person moves for that side, or the game is over. Give the analysis to `answer`.
    ///
    /// >>> from reversi_engine import Engine, Session
    /// >>> session = Session(black={"depth": 4})
    /// >>> analysis = Engine(hash_mib=1).analyze(session.position, **session.request())
    /// >>> session.answer(analysis).move == session.last_move
    /// True
    fn request<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let request = self.lock().request();
        request.map(|request| options(py, &request)).transpose()
    }

    /// Chooses a move of the analysis that `request` asked for, and plays it. If the watch is stopped, the
    /// move took as long as the analysis.
    #[pyo3(signature = (analysis, /))]
    fn answer(&self, analysis: &Bound<'_, PyAny>) -> PyResult<PyEngineMove> {
        let analysis = args::object::<PyAnalysis>(analysis, "analysis")?.get().0.clone();
        let played = self.lock().answer(analysis);
        played.map(PyEngineMove).map_err(refused)
    }

    /// Chooses a move of an analysis as the engine of the side to move does, and does not play it; `None`
    /// if the game is over. An `Opponent` draws its next mistake.
    #[pyo3(signature = (analysis, /))]
    fn choose(&self, analysis: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let analysis = args::object::<PyAnalysis>(analysis, "analysis")?.get().0.clone();
        Ok(self.lock().choose(&analysis).map(|mv| mv.to_string()))
    }

    /// Lets the engine choose and play the move that is due, by the options of its player and its clock.
    /// When a limit ends the search, or `progress` returns `False`, the best move so far is played.
    ///
    /// Other threads may use the session meanwhile; if the position changes, `SessionError` is raised.
    ///
    /// >>> from reversi_engine import Engine, Session
    /// >>> session = Session(black={"depth": 4})
    /// >>> played = session.engine_move(Engine(hash_mib=1))
    /// >>> played.value.depth, session.due
    /// (4, 'person')
    #[pyo3(signature = (engine, /, *, limits=None, progress=None))]
    fn engine_move(
        &self,
        py: Python<'_>,
        engine: &Bound<'_, PyAny>,
        limits: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyEngineMove> {
        let engine = args::object::<PyEngine>(engine, "engine")?;
        let limits = limits.map_or_else(|| Ok(Limits::new()), args::limits)?;
        let (board, request) = {
            let session = self.lock();
            (session.position().board, session.request_within(limits))
        };
        let request = request.map_err(refused)?;
        let analysis = engine.get().search(py, progress.as_ref(), |engine, watch| {
            engine.analyze_with(&board, request, |progress| watch.look(progress))
        })?;
        let analysis = analysis.map_err(|error| Class::Request.of(&error))?;
        let played = self.lock().answer(analysis);
        played.map(PyEngineMove).map_err(refused)
    }

    /// Returns the session as JSON: the fields of `stored_session` of the schema.
    fn to_json(&self) -> String {
        self.session().to_json()
    }

    /// Reads a session from JSON, of which each field may be left out. Contradictory data is refused.
    ///
    /// >>> from reversi_engine import Session
    /// >>> Session.from_json('{"game": {"moves": "f5d6"}, "players": {"white": {"engine": {"level": 8}}}}')
    /// <Session f5d6, person is due>
    #[classmethod]
    fn from_json(_: &Bound<'_, PyType>, text: Text) -> PyResult<PySession> {
        Session::from_json(&text.0).map(PySession::of).map_err(|error| Class::Parse.of(&error))
    }

    fn __copy__(&self) -> PySession {
        let mut session = self.session();
        session.pause();
        PySession::of(session)
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> PySession {
        let _ = memo;
        self.__copy__()
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<data::Reduced<'_>> {
        data::reduce(&slf.get_type(), slf.get().to_json())
    }

    fn __repr__(&self) -> String {
        let session = self.session();
        let moves = session.game().to_string();
        let game = if moves.is_empty() { moves } else { format!(" {moves}") };
        match session.result() {
            Some(result) => format!("<Session{game}, {result}>"),
            None => format!("<Session{game}, {} is due>", session.due().name().name()),
        }
    }
}

answers! {
    /// The move of an engine in a session.
    PyEngineMove(EngineMove) "EngineMove" as ENGINE_MOVE { position, mv as "move", value, analysis }
        |played| format!("<EngineMove {} of {}>", played.mv, played.value);

    /// The result of a game that is over.
    ///
    /// >>> from reversi_engine import Session
    /// >>> session = Session()
    /// >>> session.resign("black")
    /// >>> session.result.winner, session.result.score, str(session.result)
    /// ('white', -64, 'white wins: black has resigned')
    #[pyo3(hash)]
    #[derive(Eq, Hash)]
    PyGameResult(GameResult) "GameResult" as GAME_RESULT { score, ending }
        |result| format!("<GameResult {result}>");
}

#[pymethods]
impl PyGameResult {
    /// The side that has won; `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner().map(args::color)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}
