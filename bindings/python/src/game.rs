//! `Game`: moves that are played, taken back and played again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyType};
use reversi_engine::Game;
use reversi_engine::notation::GgfGame;

use crate::args::{self, AnyMove, Text};
use crate::board::PyBoard;
use crate::errors::Class;
use crate::position::PyPosition;

/// The arguments of `Game` that make this game.
type NewArgs = (String, PyPosition);

/// A game: where it began and its moves. It changes, so it is not hashable; `copy.copy` copies it.
///
/// `Game("f5d6c3")` reads a transcript. A forced pass is written `ps`, or left out. A game is a sequence of
/// its moves: `len(game)`, `game[-1]`, `for move in game`. `turns` has the positions too.
///
/// >>> from reversi_engine import Game, move_index
/// >>> game = Game("f5d6")
/// >>> game.play("c3")
/// >>> game, len(game), game.side
/// (Game('f5d6c3'), 3, 'white')
/// >>> game.undo(), game.undo(), game.redo(), str(game)
/// ('c3', 'd6', 'd6', 'f5d6')
/// >>> list(game), game[-1], [move_index(move) for move in game]
/// (['f5', 'd6'], 'd6', [37, 43])
#[pyclass(frozen, eq, module = "reversi_engine", name = "Game")]
pub(crate) struct PyGame(Mutex<Game>);

impl PartialEq for PyGame {
    fn eq(&self, other: &PyGame) -> bool {
        std::ptr::eq(self, other) || self.game() == other.game() // one lock at a time
    }
}

impl PyGame {
    pub(crate) fn of(game: Game) -> PyGame {
        PyGame(Mutex::new(game))
    }

    /// Locks the game. No other lock is taken, and no Python code runs, while this one is held.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Game> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn game(&self) -> Game {
        self.lock().clone()
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (transcript=None, /, start=None), text_signature = "(transcript='', /, start=None)")]
    fn new(transcript: Option<Text>, start: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        let transcript = transcript.map(|text| text.0).unwrap_or_default();
        let game = match args::optional::<PyPosition>(start, "start")? {
            Some(start) => Game::from_transcript(start.get().0, &transcript),
            None => transcript.parse(),
        };
        game.map(PyGame::of).map_err(|error| Class::Parse.of(&error))
    }

    /// Reads the game of a record in GGF. `read_ggf` reads a file, with names and results.
    ///
    /// >>> from reversi_engine import Game
    /// >>> Game.from_ggf(Game("f5d6").ggf(PB="Ada"))
    /// Game('f5d6')
    #[classmethod]
    fn from_ggf(_: &Bound<'_, PyType>, text: Text) -> PyResult<PyGame> {
        let record: GgfGame = text.0.parse().map_err(|error| Class::Parse.of(&error))?;
        Ok(PyGame::of(record.game))
    }

    /// Returns the game as a record in GGF. `tags` are its names and results: `PB` and `PW` are the players,
    /// `DT` is the date, `PC` the place, `RE` the result.
    #[pyo3(signature = (**tags))]
    fn ggf(&self, tags: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let mut record = GgfGame::new(self.game());
        for (name, value) in tags.into_iter().flatten() {
            let name = name.to_string();
            let value = args::text(&value)
                .ok_or_else(|| args::wrong("wrong-type", &name, "a str", &args::plain(&value)))?;
            record.set_tag(&name, &value).map_err(|error| Class::Parse.in_field(&name, &error))?;
        }
        Ok(record.to_string())
    }

    /// Where the game began.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition(self.lock().start())
    }

    /// The present position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.lock().position())
    }

    /// The present board, seen from the side to move.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.lock().board())
    }

    /// The colour to move: `"black"` or `"white"`.
    #[getter]
    fn side(&self) -> &'static str {
        args::color(self.lock().side_to_move())
    }

    /// The moves so far, a pass as `"ps"`.
    #[getter]
    fn moves(&self) -> Vec<String> {
        args::moves(self.lock().moves())
    }

    /// Returns each move with the position before it.
    ///
    /// >>> from reversi_engine import Game
    /// >>> [(position.side, move) for position, move in Game("f5d6").turns()]
    /// [('black', 'f5'), ('white', 'd6')]
    fn turns(&self) -> Vec<(PyPosition, String)> {
        self.lock().turns().map(|(position, mv)| (PyPosition(position), mv.to_string())).collect()
    }

    /// Returns the positions: where the game began, and after each move. One more than there are moves.
    ///
    /// >>> from reversi_engine import Game
    /// >>> [position.board.empty_count for position in Game("f5d6").positions()]
    /// [60, 59, 58]
    fn positions(&self) -> Vec<PyPosition> {
        let game = self.lock();
        game.turns().map(|(position, _)| position).chain([game.position()]).map(PyPosition).collect()
    }

    /// Returns the moves of the side to move, from A1 to H8; `["ps"]` if it must pass, none if the game is
    /// over.
    fn legal_moves(&self) -> Vec<String> {
        args::moves(self.lock().legal_plays())
    }

    /// Plays a move, or a forced pass.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: AnyMove) -> PyResult<()> {
        let played = self.lock().play(r#move.0); // the lock ends here
        played.map_err(|error| Class::IllegalMove.of(&error))
    }

    /// Takes the last move back and returns it; `None` at the start.
    fn undo(&self) -> Option<String> {
        self.lock().undo().map(|mv| mv.to_string())
    }

    /// Plays the move that was taken back last, and returns it; `None` if no move was taken back.
    fn redo(&self) -> Option<String> {
        self.lock().redo().map(|mv| mv.to_string())
    }

    /// Returns the game after its first moves.
    #[pyo3(signature = (moves, /))]
    fn prefix(&self, moves: &Bound<'_, PyAny>) -> PyResult<PyGame> {
        let moves = args::whole(moves, "moves", 0, u32::MAX.into())?;
        Ok(PyGame::of(self.lock().prefix(moves)))
    }

    /// True if the side to move has no move and the other side has one.
    #[getter]
    fn must_pass(&self) -> bool {
        self.lock().must_pass()
    }

    /// True if neither side has a move.
    #[getter]
    fn is_over(&self) -> bool {
        self.lock().is_over()
    }

    /// The result from black's side, empties to the winner; `None` while the game goes on.
    #[getter]
    fn score(&self) -> Option<i32> {
        self.lock().score()
    }

    /// Draws the present position for people: coordinates, dots for legal moves.
    fn diagram(&self) -> String {
        self.lock().diagram().to_string()
    }

    fn __len__(&self) -> usize {
        self.lock().moves().len()
    }

    /// Iterates over the moves so far: a game that goes on meanwhile changes nothing.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.moves())?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let moves = self.moves();
        PyList::new(py, moves.iter().rev())?.try_iter()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(py, self.moves())?.as_any().get_item(index)
    }

    fn __copy__(&self) -> PyGame {
        PyGame::of(self.game())
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> PyGame {
        let _ = memo;
        self.__copy__()
    }

    fn __repr__(&self) -> String {
        let game = self.game();
        let start = game.start();
        if start == Game::new().start() {
            format!("Game('{game}')")
        } else {
            format!("Game('{game}', start=Position('{start}'))")
        }
    }

    fn __str__(&self) -> String {
        self.game().to_string()
    }

    fn __reduce__(slf: Bound<'_, Self>) -> (Bound<'_, PyType>, NewArgs) {
        let game = slf.get().game();
        (slf.get_type(), (game.to_string(), PyPosition(game.start())))
    }
}
