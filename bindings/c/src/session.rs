//! Sessions: a game at the board with two players, clocks, undo and a record.

use std::ffi::c_char;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reversi_engine::Color;
use reversi_engine::notation::GgfGame;
use reversi_engine::play::{DueName, Ending, Opponent, Player, Session, SessionError};
use reversi_engine::search::Clock;
use reversi_engine::surface::{ClockOptions, Plain};

use crate::board::{ReversiBoard, ReversiColor, color_to_c};
use crate::failure::Failure;
use crate::game::ReversiGame;
use crate::given::Given;
use crate::handle::{Handle, InUse, kind};
use crate::moves::{ReversiMove, option_to_c, to_c};
use crate::pointer::{In, Out, fill, fill_text, options};
use crate::status::{ReversiStatus, guard};
use crate::surface::{ReversiAnalyzeOptions, ReversiStrength};
use crate::text::{ReversiText, hand_over};

kind! {
    /// A game at the board: two players, clocks, undo and redo, resignation, and a record. It owns no engine.
    ReversiSession, Mutex<Session>, b"sess", "session"
}

/// Who moves for a side of a session.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiPlayerKind {
    /// Someone who is asked for a move.
    Person = 0,
    /// An engine that plays the best move of an analysis.
    Engine = 1,
    /// A human-like opponent, which makes mistakes.
    Opponent = 2,
}

/// Who moves for a side. Begin with `REVERSI_PLAYER_INIT`: zeros are a person.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiPlayer {
    /// The size of this struct.
    pub size: usize,
    /// A `ReversiPlayerKind`.
    pub kind: i32,
    /// Of an opponent without a rating: a `ReversiStrength`.
    pub strength: i32,
    /// Of an opponent: it decides the mistakes.
    pub seed: u64,
    /// Of an engine: what it analyzes; NULL for the defaults. Its progress is not called.
    pub analyze: In<ReversiAnalyzeOptions>,
    /// Of an opponent: its rating, 400 to 2400; 0 for the rating of its strength.
    pub rating: u32,
}

/// The clock of a side. Begin with `REVERSI_CLOCK_INIT`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiClock {
    /// The size of this struct.
    pub size: usize,
    /// The seconds that are left.
    pub remaining_seconds: f64,
    /// The seconds that are added after each move.
    pub increment_seconds: f64,
}

options!(ReversiPlayer, "REVERSI_PLAYER_INIT", analyze: In<ReversiAnalyzeOptions>);
options!(ReversiClock, "REVERSI_CLOCK_INIT", increment_seconds: f64);

/// The next step of a session.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiDue {
    /// A person chooses a move.
    Person = 0,
    /// An engine chooses a move.
    Engine = 1,
    /// The side to move has no move and has to pass, whoever moves for it.
    Pass = 2,
    /// Nothing: the game is over.
    Over = 3,
}

/// The reason why a game has ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiEnding {
    /// Neither side can move.
    NoMoves = 0,
    /// A side has resigned.
    Resignation = 1,
    /// A side has run out of time.
    Time = 2,
}

pub(crate) fn due_to_c(due: DueName) -> ReversiDue {
    match due {
        DueName::Person => ReversiDue::Person,
        DueName::Engine => ReversiDue::Engine,
        DueName::Pass => ReversiDue::Pass,
        _ => ReversiDue::Over,
    }
}

pub(crate) fn locked<'a>(session: &'a InUse<ReversiSession>) -> MutexGuard<'a, Session> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn nothing(message: &str) -> Failure {
    Failure::new(ReversiStatus::Nothing, "nothing", message)
}

/// Makes the failure of a call that a session refuses.
pub(crate) fn refused(error: SessionError) -> Failure {
    match error {
        SessionError::IllegalMove(_) => Failure::of(ReversiStatus::IllegalMove, &error),
        SessionError::Request(_) | SessionError::Name(_) => Failure::invalid(&error),
        _ => Failure::of(ReversiStatus::Refused, &error),
    }
}

pub(crate) fn color_of(color: i32) -> Result<Color, Failure> {
    crate::board::color_from_c(color).map_err(|_| Failure::out_of_range("color", "0 or 1", color))
}

impl In<ReversiPlayer> {
    /// Reads the player. A null pointer is a person.
    fn player(self, name: &'static str) -> Result<Player, Failure> {
        let player = self.options(name)?;
        Ok(match player.kind {
            0 => Player::Person,
            1 => {
                let request = player.analyze.options("analyze")?.options()?.request();
                Player::Engine(request.map_err(|error| Failure::invalid(&error))?)
            }
            2 => Player::Opponent(player.opponent()?),
            kind => return Err(Failure::out_of_range("kind", "0 to 2", kind)),
        })
    }
}

impl ReversiPlayer {
    fn opponent(&self) -> Result<Opponent, Failure> {
        let mut given = Given::default();
        match self.rating {
            0 => given.name("strength", self.strength, ReversiStrength::NAMES)?,
            rating => given.put("rating", Plain::Whole(rating.into())),
        }
        given.put("seed", Plain::Whole(self.seed.into()));
        given.opponent()
    }
}

impl In<ReversiClock> {
    /// Reads the clock; `None` for a null pointer.
    pub(crate) fn clock(self) -> Result<Option<Clock>, Failure> {
        if self.is_null() {
            return Ok(None);
        }
        let clock = self.options("clock")?;
        let mut given = Given::default();
        given.put("remaining_seconds", Plain::Number(clock.remaining_seconds));
        given.seconds("increment_seconds", clock.increment_seconds);
        Ok(Some(given.read::<ClockOptions>()?.into()))
    }
}

/// Reads seconds of a caller.
pub(crate) fn time_of(seconds: f64) -> Result<Duration, Failure> {
    if seconds >= 0.0 {
        return Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    }
    Err(Failure::out_of_range("seconds", "0 or more", seconds))
}

fn made(session: Session) -> Handle<ReversiSession> {
    Handle::of(Mutex::new(session))
}

/// Makes a session that continues a copy of `game`, or the usual start for NULL, and writes its handle to
/// `session`. `black` and `white` say who moves; NULL is a person. A session has no clocks until they are
/// set, and its watch is stopped.
///
/// * Ownership: the handle belongs to the caller: `reversi_session_free`.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` or `REVERSI_STATUS_BAD_SIZE` for a player;
///   `REVERSI_STATUS_NULL_POINTER` for `session`; `REVERSI_STATUS_BAD_HANDLE` for `game` or a stop of the
///   options. `session` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_new(
    game: Handle<ReversiGame>,
    black: In<ReversiPlayer>,
    white: In<ReversiPlayer>,
    session: Out<Handle<ReversiSession>>,
) -> ReversiStatus {
    guard(|| {
        session.write("session", Handle::NULL)?;
        let game = match game.enter_if_given("game")? {
            Some(game) => game.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            None => Default::default(),
        };
        let (black, white) = (black.player("black")?, white.player("white")?);
        session.write("session", made(Session::from_game(game, black, white)))
    })
}

/// Makes a session that continues the record in GGF in `text` of `length` bytes, with its names, times and
/// evaluations, and writes its handle to `session`. `black` and `white` say who moves; NULL is a person.
///
/// * Ownership: the handle belongs to the caller: `reversi_session_free`. `text` needs no final NUL.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a record, or for a record of losing Othello or of
///   another board; `REVERSI_STATUS_INVALID_ARGUMENT` or `REVERSI_STATUS_BAD_SIZE` for a player;
///   `REVERSI_STATUS_NULL_POINTER` for `text` or `session`; `REVERSI_STATUS_BAD_HANDLE` for a stop of the
///   options. `session` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_from_ggf(
    text: In<c_char>,
    length: usize,
    black: In<ReversiPlayer>,
    white: In<ReversiPlayer>,
    session: Out<Handle<ReversiSession>>,
) -> ReversiStatus {
    guard(|| {
        session.write("session", Handle::NULL)?;
        let bad = |failure: Failure| failure.field("text");
        let record: Result<GgfGame, _> = text.text(length, "text")?.parse();
        let record = record.map_err(|error| bad(Failure::of(ReversiStatus::BadText, &error)))?;
        let (black, white) = (black.player("black")?, white.player("white")?);
        session.write("session", made(Session::from_ggf(&record, black, white)))
    })
}

/// Makes a session from its stored form, `json` of `length` bytes, and writes its handle to `session`. Each
/// field may be left out: `{}` is a new session of two persons. The guide on questions describes the
/// fields.
///
/// * Ownership: the handle belongs to the caller: `reversi_session_free`. `json` needs no final NUL.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a session, with the field in
///   `reversi_error_place`; `REVERSI_STATUS_NULL_POINTER` for `json` or `session`. `session` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_from_json(
    json: In<c_char>,
    length: usize,
    session: Out<Handle<ReversiSession>>,
) -> ReversiStatus {
    guard(|| {
        session.write("session", Handle::NULL)?;
        let read = Session::from_json(json.text(length, "json")?);
        session.write("session", made(read.map_err(|error| Failure::of(ReversiStatus::BadText, &error))?))
    })
}

/// Writes the stored form of `session` to `json`. The watch is stopped in it.
///
/// * Ownership: the text belongs to the caller: `reversi_text_free`.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session` or `json`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_json(
    session: Handle<ReversiSession>,
    json: Out<ReversiText>,
) -> ReversiStatus {
    guard(|| {
        let text = locked(&session.enter("session")?).to_json();
        hand_over(text, json, "json")
    })
}

/// Writes the record of `session` in GGF to `ggf`: names, result, time control, and for each move its time
/// and evaluation, if they are known.
///
/// * Ownership: the text belongs to the caller: `reversi_text_free`.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session` or `ggf`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_ggf(
    session: Handle<ReversiSession>,
    ggf: Out<ReversiText>,
) -> ReversiStatus {
    guard(|| {
        let text = locked(&session.enter("session")?).to_ggf().to_string();
        hand_over(text, ggf, "ggf")
    })
}

/// Writes the next step of `session` to `due`, and the side to move to `side`, which may be NULL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session` or `due`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_due(
    session: Handle<ReversiSession>,
    due: Out<ReversiDue>,
    side: Out<ReversiColor>,
) -> ReversiStatus {
    guard(|| {
        let session = session.enter("session")?;
        let (known, position) = {
            let session = locked(&session);
            (session.due().name(), session.position())
        };
        due.write("due", due_to_c(known))?;
        side.write_if_wanted("side", color_to_c(position.side))
    })
}

/// Writes a handle of a copy of the game of `session` to `game`.
///
/// * Ownership: the handle belongs to the caller: `reversi_game_free`.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session` or `game`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_game(
    session: Handle<ReversiSession>,
    game: Out<Handle<ReversiGame>>,
) -> ReversiStatus {
    guard(|| {
        game.write("game", Handle::NULL)?;
        let copy = locked(&session.enter("session")?).game().clone();
        game.write("game", Handle::of(Mutex::new(copy)))
    })
}

/// Writes the board of `session` to `board` and its side to move to `side`, which may be NULL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session` or `board`; `REVERSI_STATUS_BAD_HANDLE`
///   for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_position(
    session: Handle<ReversiSession>,
    board: Out<ReversiBoard>,
    side: Out<ReversiColor>,
) -> ReversiStatus {
    guard(|| {
        let session = session.enter("session")?;
        let position = locked(&session).position();
        board.write("board", ReversiBoard::of(position.board))?;
        side.write_if_wanted("side", color_to_c(position.side))
    })
}

/// Writes the moves of `session` so far to the array `moves` of `capacity` moves, of which
/// `REVERSI_MAX_MOVES` are enough, and their number to `count`, which may be NULL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_BUFFER_TOO_SMALL`, with the number in `count`; `REVERSI_STATUS_NULL_POINTER`
///   for `session` or `moves`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_moves(
    session: Handle<ReversiSession>,
    moves: Out<ReversiMove>,
    capacity: usize,
    count: Out<usize>,
) -> ReversiStatus {
    guard(|| {
        let session = session.enter("session")?;
        let played: Vec<ReversiMove> = locked(&session).game().moves().map(to_c).collect();
        fill(&played, moves, capacity, count, "moves")
    })
}

/// Writes the last move of `session` to `mv`, `REVERSI_NO_MOVE` at the start.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session` or `mv`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_last_move(
    session: Handle<ReversiSession>,
    mv: Out<ReversiMove>,
) -> ReversiStatus {
    guard(|| {
        let last = locked(&session.enter("session")?).last_move();
        mv.write("mv", option_to_c(last))
    })
}

/// Writes the squares that the side to move of `session` may play to `squares`, a set of bits: none if it
/// has to pass, or the game is over.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session` or `squares`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_legal_moves(
    session: Handle<ReversiSession>,
    squares: Out<u64>,
) -> ReversiStatus {
    guard(|| {
        let legal = locked(&session.enter("session")?).legal_moves();
        squares.write("squares", legal.0)
    })
}

/// Writes the number of discs of `color` (a `ReversiColor`) in `session` to `discs`.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for an unknown `color`; `REVERSI_STATUS_NULL_POINTER` for
///   `session` or `discs`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_discs(
    session: Handle<ReversiSession>,
    color: i32,
    discs: Out<u32>,
) -> ReversiStatus {
    guard(|| {
        let color = color_of(color)?;
        let count = locked(&session.enter("session")?).discs(color);
        discs.write("discs", count)
    })
}

/// Writes the result of `session` to `score`, discs of black minus discs of white with empty squares to the
/// winner, and the reason why the game has ended to `ending`, which may be NULL. A side that has resigned or
/// has run out of time has lost by 64.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NOTHING` while the game goes on; `REVERSI_STATUS_NULL_POINTER` for `session`,
///   `score` or `ending`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_result(
    session: Handle<ReversiSession>,
    score: Out<i32>,
    ending: Out<ReversiEnding>,
) -> ReversiStatus {
    guard(|| {
        let result = locked(&session.enter("session")?).result();
        let result = result.ok_or_else(|| nothing("the game goes on"))?;
        score.write("score", result.score)?;
        ending.write_if_wanted(
            "ending",
            match result.ending {
                Ending::Resignation => ReversiEnding::Resignation,
                Ending::Time => ReversiEnding::Time,
                _ => ReversiEnding::NoMoves,
            },
        )
    })
}

/// Writes who moves for `color` (a `ReversiColor`) in `session` to `kind`. The options of the player are in
/// `reversi_session_json`.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for an unknown `color`; `REVERSI_STATUS_NULL_POINTER` for
///   `session` or `kind`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_player(
    session: Handle<ReversiSession>,
    color: i32,
    kind: Out<ReversiPlayerKind>,
) -> ReversiStatus {
    guard(|| {
        let color = color_of(color)?;
        let session = session.enter("session")?;
        let known = match locked(&session).player(color) {
            Player::Engine(_) => ReversiPlayerKind::Engine,
            Player::Opponent(_) => ReversiPlayerKind::Opponent,
            _ => ReversiPlayerKind::Person,
        };
        kind.write("kind", known)
    })
}

/// Lets `player` move for `color` (a `ReversiColor`) in `session` from now on; NULL is a person.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for an unknown `color` or for the player;
///   `REVERSI_STATUS_BAD_SIZE` for the player; `REVERSI_STATUS_NULL_POINTER` for `session`;
///   `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_set_player(
    session: Handle<ReversiSession>,
    color: i32,
    player: In<ReversiPlayer>,
) -> ReversiStatus {
    guard(|| {
        let (session, color) = (session.enter("session")?, color_of(color)?);
        let player = player.player("player")?;
        locked(&session).set_player(color, player);
        Ok(())
    })
}

/// Writes the name of `color` (a `ReversiColor`) in `session` into `buffer` of `capacity` bytes. Without a
/// name of its own an engine has the name of this library, a person an empty one. `length` may be NULL; it
/// gets the bytes of the text without its final NUL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for an unknown `color`; `REVERSI_STATUS_BUFFER_TOO_SMALL`,
///   with the length that is needed; `REVERSI_STATUS_NULL_POINTER` for `session` or `buffer`;
///   `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_name(
    session: Handle<ReversiSession>,
    color: i32,
    buffer: Out<c_char>,
    capacity: usize,
    length: Out<usize>,
) -> ReversiStatus {
    guard(|| {
        let color = color_of(color)?;
        let name = locked(&session.enter("session")?).name(color);
        fill_text(&name, buffer, capacity, length)
    })
}

/// Names `color` (a `ReversiColor`) in `session`: `text` of `length` bytes.
///
/// * Ownership: nothing is handed over. `text` needs no final NUL.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for an unknown `color` or a `]` in the name;
///   `REVERSI_STATUS_BAD_TEXT` if it is not UTF-8; `REVERSI_STATUS_NULL_POINTER` for `session` or `text`;
///   `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_set_name(
    session: Handle<ReversiSession>,
    color: i32,
    text: In<c_char>,
    length: usize,
) -> ReversiStatus {
    guard(|| {
        let (session, color) = (session.enter("session")?, color_of(color)?);
        let named = locked(&session).set_name(color, text.text(length, "text")?);
        named.map_err(|error| Failure::invalid(&error).field("text"))
    })
}

/// Frees `session`. Does nothing for NULL.
///
/// * Ownership: the handle goes back to the library, and the caller no longer uses it.
/// * Threads: any thread.
/// * Errors: `REVERSI_STATUS_BAD_HANDLE` if `session` was freed before; `REVERSI_STATUS_BUSY` during another
///   call with it, and nothing is freed.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_free(session: Handle<ReversiSession>) -> ReversiStatus {
    guard(|| session.free("session"))
}
