//! The course of a session: moves, undo, clocks, and the turns of engines.

use std::ffi::c_char;

use reversi_engine::play::{Session, Variety};
use reversi_engine::question::{Answer, Ask, Question, Reply};

use crate::answer::{Found, ReversiAnswer};
use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::handle::Handle;
use crate::moves::{ReversiMove, from_c, option_to_c, to_c};
use crate::pointer::{In, Out, fill_text};
use crate::session::{
    ReversiClock, ReversiDue, ReversiSession, color_of, due_to_c, locked, nothing, refused, time_of,
};
use crate::status::{ReversiStatus, guard};
use crate::surface::ReversiLimits;
use crate::text::{ReversiText, hand_over};

/// Takes moves back or plays them again.
fn go(session: Handle<ReversiSession>, change: fn(&mut Session) -> bool, none: &str) -> Result<(), Failure> {
    let session = session.enter("session")?;
    let did = change(&mut locked(&session));
    if did { Ok(()) } else { Err(nothing(none)) }
}

/// Chooses which moves of a book the engines of `session` take: `text` of `length` bytes is `best`, or in
/// discs `within:2` or `weighted:1`. `seed` decides the choice; take another one for each game.
///
/// * Ownership: nothing is handed over. `text` needs no final NUL.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for an unknown variety; `REVERSI_STATUS_BAD_TEXT` if it is
///   not UTF-8; `REVERSI_STATUS_NULL_POINTER` for `session` or `text`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_set_variety(
    session: Handle<ReversiSession>,
    text: In<c_char>,
    length: usize,
    seed: u64,
) -> ReversiStatus {
    guard(|| {
        let session = session.enter("session")?;
        let variety: Result<Variety, _> = text.text(length, "text")?.parse();
        let variety = variety.map_err(|error| Failure::invalid(&error).field("text"))?;
        locked(&session).set_variety(variety, seed);
        Ok(())
    })
}

/// Writes which moves of a book the engines of `session` take into `buffer` of `capacity` bytes, of which
/// 32 are enough, and the seed of the choice to `seed`, which may be NULL. `length` may be NULL; it gets
/// the bytes of the text without its final NUL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_BUFFER_TOO_SMALL`, with the length that is needed;
///   `REVERSI_STATUS_NULL_POINTER` for `session` or `buffer`; `REVERSI_STATUS_BAD_HANDLE`
///   for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_variety(
    session: Handle<ReversiSession>,
    buffer: Out<c_char>,
    capacity: usize,
    length: Out<usize>,
    seed: Out<u64>,
) -> ReversiStatus {
    guard(|| {
        let (variety, number) = locked(&session.enter("session")?).variety();
        seed.write_if_wanted("seed", number)?;
        fill_text(&variety.to_string(), buffer, capacity, length)
    })
}

/// Plays `mv` in `session`: a square, or a forced pass. A square that is played while a pass is due plays
/// the pass first. It takes the time of the turn, if the watch runs.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_ILLEGAL_MOVE`; `REVERSI_STATUS_REFUSED` if the game is over, or if the clock has
///   run out: the move is not played then, and the game is over; `REVERSI_STATUS_INVALID_ARGUMENT` if `mv` is
///   not a move; `REVERSI_STATUS_NULL_POINTER` for `session`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_play(session: Handle<ReversiSession>, mv: ReversiMove) -> ReversiStatus {
    guard(|| {
        let (session, mv) = (session.enter("session")?, from_c(mv, "mv")?);
        locked(&session).play(mv).map_err(refused)
    })
}

/// Plays `mv` in `session` as a move of `seconds`, whatever the watch says.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_ILLEGAL_MOVE`; `REVERSI_STATUS_REFUSED` if the game is over, or if the clock has
///   run out: the move is not played then, and the game is over; `REVERSI_STATUS_INVALID_ARGUMENT` if `mv` is
///   not a move, or for `seconds`; `REVERSI_STATUS_NULL_POINTER` for `session`; `REVERSI_STATUS_BAD_HANDLE`
///   for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_play_in(
    session: Handle<ReversiSession>,
    mv: ReversiMove,
    seconds: f64,
) -> ReversiStatus {
    guard(|| {
        let (session, mv) = (session.enter("session")?, from_c(mv, "mv")?);
        let time = time_of(seconds)?;
        locked(&session).play_in(mv, time).map_err(refused)
    })
}

/// Plays the pass that is due in `session`.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_ILLEGAL_MOVE` if none is due; `REVERSI_STATUS_REFUSED` if the game is over;
///   `REVERSI_STATUS_NULL_POINTER` for `session`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_pass(session: Handle<ReversiSession>) -> ReversiStatus {
    guard(|| locked(&session.enter("session")?).pass().map_err(refused))
}

/// Takes back the last thing that happened in `session`: a resignation, the loss on time, or a move. The
/// clocks are what they were as the turn began.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NOTHING` if there is nothing to take back; `REVERSI_STATUS_NULL_POINTER` for
///   `session`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_undo(session: Handle<ReversiSession>) -> ReversiStatus {
    guard(|| go(session, Session::undo, "there is nothing to take back"))
}

/// Plays the move of `session` again that was taken back last, with its time and its evaluation.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NOTHING` if there is no such move; `REVERSI_STATUS_NULL_POINTER` for `session`;
///   `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_redo(session: Handle<ReversiSession>) -> ReversiStatus {
    guard(|| go(session, Session::redo, "there is no move to play again"))
}

/// Takes back moves of `session` to the last choice of a person, which is due again.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NOTHING` if there is no such choice; `REVERSI_STATUS_NULL_POINTER` for
///   `session`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_undo_to_person(session: Handle<ReversiSession>) -> ReversiStatus {
    guard(|| go(session, Session::undo_to_person, "there is no choice of a person to take back"))
}

/// Plays moves of `session` again up to the next choice of a person, or as many as were taken back.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NOTHING` if there is no such move; `REVERSI_STATUS_NULL_POINTER` for `session`;
///   `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_redo_to_person(session: Handle<ReversiSession>) -> ReversiStatus {
    guard(|| go(session, Session::redo_to_person, "there is no move to play again"))
}

/// Writes how many moves of `session` can be played again to `count`.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session` or `count`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_moves_to_redo(
    session: Handle<ReversiSession>,
    count: Out<usize>,
) -> ReversiStatus {
    guard(|| {
        let moves = locked(&session.enter("session")?).moves_to_redo();
        count.write("count", moves)
    })
}

/// Ends the game of `session`: `color` (a `ReversiColor`) has lost.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for an unknown `color`; `REVERSI_STATUS_REFUSED` if the game
///   is over; `REVERSI_STATUS_NULL_POINTER` for `session`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_resign(session: Handle<ReversiSession>, color: i32) -> ReversiStatus {
    guard(|| {
        let (session, color) = (session.enter("session")?, color_of(color)?);
        locked(&session).resign(color).map_err(refused)
    })
}

/// Writes the clock of `color` (a `ReversiColor`) in `session`, as its turn began, to `clock`, which begins
/// with `REVERSI_CLOCK_INIT`. `reversi_session_time_left` writes what it shows now.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for an unknown `color`; `REVERSI_STATUS_NOTHING` without a
///   clock; `REVERSI_STATUS_BAD_SIZE` for `clock`; `REVERSI_STATUS_NULL_POINTER` for `session` or `clock`;
///   `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_clock(
    session: Handle<ReversiSession>,
    color: i32,
    clock: Out<ReversiClock>,
) -> ReversiStatus {
    guard(|| {
        let color = color_of(color)?;
        let known = locked(&session.enter("session")?).clock(color);
        let known = known.ok_or_else(|| nothing("the side has no clock"))?;
        let (remaining_seconds, increment_seconds) =
            (known.remaining.as_secs_f64(), known.increment.as_secs_f64());
        clock.write_versioned(
            "clock",
            ReversiClock { remaining_seconds, increment_seconds, ..ReversiClock::default() },
        )
    })
}

/// Sets the clock of `color` (a `ReversiColor`) in `session`, or takes it away for a `clock` that is NULL.
/// Without a clock a side cannot run out of time.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for an unknown `color` or for `clock`;
///   `REVERSI_STATUS_BAD_SIZE` for `clock`; `REVERSI_STATUS_NULL_POINTER` for `session`;
///   `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_set_clock(
    session: Handle<ReversiSession>,
    color: i32,
    clock: In<ReversiClock>,
) -> ReversiStatus {
    guard(|| {
        let (session, color) = (session.enter("session")?, color_of(color)?);
        let clock = clock.clock()?;
        locked(&session).set_clock(color, clock);
        Ok(())
    })
}

/// Writes the seconds that the clock of `color` (a `ReversiColor`) in `session` shows to `seconds`. The time
/// of the turn so far is subtracted.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for an unknown `color`; `REVERSI_STATUS_NOTHING` without a
///   clock; `REVERSI_STATUS_NULL_POINTER` for `session` or `seconds`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_time_left(
    session: Handle<ReversiSession>,
    color: i32,
    seconds: Out<f64>,
) -> ReversiStatus {
    guard(|| {
        let color = color_of(color)?;
        let left = locked(&session.enter("session")?).time_left(color);
        let left = left.ok_or_else(|| nothing("the side has no clock"))?;
        seconds.write("seconds", left.as_secs_f64())
    })
}

/// Writes the time of the turn of `session` so far to `seconds`.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session` or `seconds`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_time_of_turn(
    session: Handle<ReversiSession>,
    seconds: Out<f64>,
) -> ReversiStatus {
    guard(|| {
        let time = locked(&session.enter("session")?).time_of_turn();
        seconds.write("seconds", time.as_secs_f64())
    })
}

/// Starts the watch of `session`: from now on time passes for the side to move, and each move hands it over.
/// The watch of a new session is stopped: only the seconds that the caller names and the seconds of an
/// engine's searches count.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_resume(session: Handle<ReversiSession>) -> ReversiStatus {
    guard(|| {
        locked(&session.enter("session")?).resume();
        Ok(())
    })
}

/// Stops the watch of `session`. The time of the turn so far is kept.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_pause(session: Handle<ReversiSession>) -> ReversiStatus {
    guard(|| {
        locked(&session.enter("session")?).pause();
        Ok(())
    })
}

/// Writes 1 to `runs` if the watch of `session` runs, and 0 if it is stopped.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session` or `runs`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_runs(session: Handle<ReversiSession>, runs: Out<i32>) -> ReversiStatus {
    guard(|| {
        let known = locked(&session.enter("session")?).runs();
        runs.write("runs", known.into())
    })
}

/// Looks at the clock of `session`: ends the game if the side that thinks has run out of time. Writes the
/// next step to `due`, which may be NULL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `session`; `REVERSI_STATUS_BAD_HANDLE` for
///   `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_tick(
    session: Handle<ReversiSession>,
    due: Out<ReversiDue>,
) -> ReversiStatus {
    guard(|| {
        let known = locked(&session.enter("session")?).tick().name();
        due.write_if_wanted("due", due_to_c(known))
    })
}

/// Answers the question of the engine that is due in `session`, its clock included: searches with `engine`
/// within `limits`, which may be NULL, and writes the answer to `answer`. It does not play:
/// `reversi_session_answer` does.
///
/// * Ownership: the answer belongs to the caller: `reversi_answer_free`.
/// * Threads: any thread; it waits for a search of another thread with the same engine. Other threads may
///   use the session meanwhile.
/// * Errors: `REVERSI_STATUS_REFUSED` if no engine is due; `REVERSI_STATUS_INVALID_ARGUMENT` or
///   `REVERSI_STATUS_BAD_SIZE` for `limits`; `REVERSI_STATUS_BUSY` in a callback while a search with
///   `engine` is running, also one of another thread; `REVERSI_STATUS_NULL_POINTER` for `session`, `engine`
///   or `answer`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_analyze(
    session: Handle<ReversiSession>,
    engine: Handle<ReversiEngine>,
    limits: In<ReversiLimits>,
    answer: Out<Handle<ReversiAnswer>>,
) -> ReversiStatus {
    guard(|| {
        answer.write("answer", Handle::NULL)?;
        let found = search(session, engine, limits)?;
        answer.write("answer", Handle::of(found))
    })
}

/// Writes the question of the engine that is due in `session` to `json`, as `reversi_ask` takes it, for a
/// search elsewhere. Its answer goes to `reversi_session_answer_json`.
///
/// * Ownership: the text belongs to the caller: `reversi_text_free`.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_REFUSED` if no engine is due; `REVERSI_STATUS_NULL_POINTER` for `session` or
///   `json`; `REVERSI_STATUS_BAD_HANDLE` for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_request(
    session: Handle<ReversiSession>,
    json: Out<ReversiText>,
) -> ReversiStatus {
    guard(|| {
        json.write("json", ReversiText { data: std::ptr::null_mut(), length: 0 })?;
        let session = session.enter("session")?;
        let (position, request) = {
            let session = locked(&session);
            (session.position(), session.request_within(Default::default()).map_err(refused)?)
        };
        hand_over(Question::new(position, Ask::Analyze(request)).to_json(), json, "json")
    })
}

/// Chooses a move of `answer` as the engine that is due in `session` does, plays it, and writes it to `mv`,
/// which may be NULL. If the watch is stopped, the move took as long as the search.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_REFUSED` if no engine is due, or for an answer about another position;
///   `REVERSI_STATUS_INVALID_ARGUMENT` for the answer of a solve; `REVERSI_STATUS_NULL_POINTER` for
///   `session` or `answer`; `REVERSI_STATUS_BAD_HANDLE` for `session` or `answer`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_answer(
    session: Handle<ReversiSession>,
    answer: Handle<ReversiAnswer>,
    mv: Out<ReversiMove>,
) -> ReversiStatus {
    guard(|| {
        let (session, answer) = (session.enter("session")?, answer.enter("answer")?);
        let analysis = answer.analysis().ok_or_else(no_analysis)?;
        let played = locked(&session).answer(analysis.clone()).map_err(refused)?;
        mv.write_if_wanted("mv", to_c(played.mv))
    })
}

/// Plays the move that the engine that is due in `session` chooses from the answer to
/// `reversi_session_request` in `json` of `length` bytes, and writes it to `mv`, which may be NULL. It works
/// like `reversi_session_answer`.
///
/// * Ownership: nothing is handed over. `json` needs no final NUL.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_REFUSED` if no engine is due, or for an answer about another position;
///   `REVERSI_STATUS_BAD_TEXT` for text that is not an answer; `REVERSI_STATUS_INVALID_ARGUMENT` for the
///   answer of a solve; `REVERSI_STATUS_NULL_POINTER` for `session` or `json`; `REVERSI_STATUS_BAD_HANDLE`
///   for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_answer_json(
    session: Handle<ReversiSession>,
    json: In<c_char>,
    length: usize,
    mv: Out<ReversiMove>,
) -> ReversiStatus {
    guard(|| {
        let session = session.enter("session")?;
        let answer = Answer::from_json(json.text(length, "json")?);
        let answer =
            answer.map_err(|problem| Failure::with(ReversiStatus::BadText, *problem).field("json"))?;
        let Reply::Analysis(analysis) = answer.reply else { return Err(no_analysis()) };
        let played = locked(&session).answer(analysis).map_err(refused)?;
        mv.write_if_wanted("mv", to_c(played.mv))
    })
}

/// Chooses a move of `answer` as the player of the side to move of `session` does, and writes it to `mv`,
/// `REVERSI_NO_MOVE` if the game is over. It is not played. An opponent draws its next mistake.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same session wait for each other.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for the answer of a solve; `REVERSI_STATUS_NULL_POINTER` for
///   `session`, `answer` or `mv`; `REVERSI_STATUS_BAD_HANDLE` for `session` or `answer`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_choose(
    session: Handle<ReversiSession>,
    answer: Handle<ReversiAnswer>,
    mv: Out<ReversiMove>,
) -> ReversiStatus {
    guard(|| {
        let (session, answer) = (session.enter("session")?, answer.enter("answer")?);
        mv.check("mv")?;
        let analysis = answer.analysis().ok_or_else(no_analysis)?;
        let chosen = locked(&session).choose(analysis);
        mv.write("mv", option_to_c(chosen))
    })
}

/// Lets `engine` choose and play the move that is due in `session`, by the options of its player and its
/// clock, within `limits`, which may be NULL. The move is written to `mv`, and the analysis that it was
/// chosen from to `answer`; both may be NULL. When a limit ends the search, the best move so far is played.
///
/// * Ownership: the answer belongs to the caller: `reversi_answer_free`.
/// * Threads: any thread; it waits for a search of another thread with the same engine. Other threads may
///   use the session meanwhile.
/// * Errors: `REVERSI_STATUS_REFUSED` if no engine is due; `REVERSI_STATUS_INVALID_ARGUMENT` or
///   `REVERSI_STATUS_BAD_SIZE` for `limits`; `REVERSI_STATUS_BUSY` in a callback while a search with
///   `engine` is running, also one of another thread; `REVERSI_STATUS_REFUSED` too if another thread has
///   changed the position meanwhile, or if the clock has run out: the game is over then;
///   `REVERSI_STATUS_NULL_POINTER` for `session`, `engine`, `mv` or `answer`; `REVERSI_STATUS_BAD_HANDLE`
///   for `session`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_session_engine_move(
    session: Handle<ReversiSession>,
    engine: Handle<ReversiEngine>,
    limits: In<ReversiLimits>,
    mv: Out<ReversiMove>,
    answer: Out<Handle<ReversiAnswer>>,
) -> ReversiStatus {
    guard(|| {
        answer.write_if_wanted("answer", Handle::NULL)?;
        let found = search(session, engine, limits)?;
        let analysis = found.analysis().ok_or_else(no_analysis)?.clone();
        let played = locked(&session.enter("session")?).answer(analysis).map_err(refused)?;
        mv.write_if_wanted("mv", to_c(played.mv))?;
        if answer.is_null() { Ok(()) } else { answer.write("answer", Handle::of(found)) }
    })
}

/// Searches the answer that the engine that is due wants to have.
fn search(
    session: Handle<ReversiSession>,
    engine: Handle<ReversiEngine>,
    limits: In<ReversiLimits>,
) -> Result<Found, Failure> {
    let (session, engine) = (session.enter("session")?, engine.enter("engine")?);
    let limits = limits.limits()?.unwrap_or_default();
    let (board, request) = {
        let session = locked(&session);
        (session.position().board, session.request_within(limits).map_err(refused)?)
    };
    let analysis = engine.lock()?.analyze(&board, request).map_err(|error| Failure::invalid(&error))?;
    Ok(Found::new(board, Reply::Analysis(analysis)))
}

fn no_analysis() -> Failure {
    let message = "answer must be an analysis, not a solve";
    Failure::new(ReversiStatus::InvalidArgument, "invalid-argument", message).field("answer")
}
