//! Sessions: a game at the board with two players, clocks, undo and a record.

use std::ffi::c_char;
use std::sync::Mutex;

use reversi_engine::Color;
use reversi_engine::notation::GgfGame;
use reversi_engine::play::{Due, DueName, Ending, Session, SessionError, Variety};
use reversi_engine::question::{Answer, Ask, Question, Reply};

use crate::answer::{BoardAnswer, ReversiAnswer};
use crate::board::{ReversiBoard, ReversiColor, color_from_c, color_to_c, write_position};
use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::game::ReversiGame;
use crate::handle::{Handle, kind};
use crate::moves::{ReversiMove, from_c, option_to_c, to_c};
use crate::player::{ReversiClock, ReversiPlayer, ReversiPlayerKind, time_of};
use crate::pointer::{In, Out, fill, fill_text};
use crate::status::{ReversiStatus, calls};
use crate::surface::ReversiLimits;
use crate::text::ReversiText;

kind! {
    /// A game at the board: two players, clocks, undo and redo, resignation, and a record. It owns no engine.
    ReversiSession, Mutex<Session>, b"sess", "session"
}

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

impl From<Due> for ReversiDue {
    fn from(due: Due) -> ReversiDue {
        match due.name() {
            DueName::Person => ReversiDue::Person,
            DueName::Engine => ReversiDue::Engine,
            DueName::Pass => ReversiDue::Pass,
            _ => ReversiDue::Over,
        }
    }
}

impl From<Ending> for ReversiEnding {
    fn from(ending: Ending) -> ReversiEnding {
        match ending {
            Ending::Resignation => ReversiEnding::Resignation,
            Ending::Time => ReversiEnding::Time,
            _ => ReversiEnding::NoMoves,
        }
    }
}

/// Makes the failure of a call that a session refuses.
fn refused(error: SessionError) -> Failure {
    match error {
        SessionError::IllegalMove(_) => Failure::of(ReversiStatus::IllegalMove, &error),
        SessionError::Request(_) | SessionError::Name(_) => Failure::invalid(error),
        _ => Failure::of(ReversiStatus::Refused, &error),
    }
}

fn color_of(color: i32) -> Result<Color, Failure> {
    color_from_c(color, "color")
}

/// Searches the answer that the engine that is due wants to have.
fn search(
    session: Handle<ReversiSession>,
    engine: Handle<ReversiEngine>,
    limits: In<ReversiLimits>,
) -> Result<BoardAnswer, Failure> {
    let (session, engine) = (session.enter("session")?, engine.enter("engine")?);
    let limits = limits.limits()?.unwrap_or_default();
    let (board, request) = {
        let session = session.locked();
        (session.position().board, session.request_within(limits).map_err(refused)?)
    };
    let analysis = engine.lock()?.analyze(&board, request).map_err(Failure::invalid)?;
    Ok(BoardAnswer::new(board, Reply::Analysis(analysis)))
}

fn no_analysis() -> Failure {
    let message = "answer must be an analysis, not a solve";
    Failure::new(ReversiStatus::InvalidArgument, "invalid-argument", message).field("answer")
}

// A session is made, stored and freed.
calls!(
    /// Makes a session that continues a copy of `game`, or the usual start for NULL, and writes its handle to
    /// `session`. `black` and `white` say who moves; NULL is a person. A session has no clocks until they are
    /// set, and its watch is stopped.
    fn reversi_session_new(
        game: Handle<ReversiGame>,
        black: In<ReversiPlayer>,
        white: In<ReversiPlayer>,
        session: Out<Handle<ReversiSession>>,
    ) {
        session.make("session", || {
            let game = match game.enter_if_given("game")? {
                Some(game) => game.locked().clone(),
                None => Default::default(),
            };
            Ok(Session::from_game(game, black.player("black")?, white.player("white")?))
        })
    }

    /// Makes a session that continues the record in GGF in `text` of `length` bytes, with its names, times
    /// and evaluations, and writes its handle to `session`. `black` and `white` say who moves; NULL is a
    /// person.
    ///
    /// Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a record, or for a record of losing Othello or
    /// of another board.
    fn reversi_session_from_ggf(
        text: In<c_char>,
        length: usize,
        black: In<ReversiPlayer>,
        white: In<ReversiPlayer>,
        session: Out<Handle<ReversiSession>>,
    ) {
        session.make("session", || {
            let record: Result<GgfGame, _> = text.text(length, "text")?.parse();
            let record = record.map_err(|error| Failure::bad_text(error).field("text"))?;
            Ok(Session::from_ggf(&record, black.player("black")?, white.player("white")?))
        })
    }

    /// Makes a session from its stored form, `json` of `length` bytes, and writes its handle to `session`.
    /// Each field may be left out: `{}` is a new session of two persons. The guide on questions describes the
    /// fields.
    ///
    /// Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a session, with the field.
    fn reversi_session_from_json(json: In<c_char>, length: usize, session: Out<Handle<ReversiSession>>) {
        session.make("session", || Session::from_json(json.text(length, "json")?).map_err(Failure::bad_text))
    }

    /// Writes the stored form of `session` to `json`. The watch is stopped in it.
    fn reversi_session_json(session: Handle<ReversiSession>, json: Out<ReversiText>) {
        json.hand_over("json", || Ok(session.enter("session")?.locked().to_json()))
    }

    /// Writes the record of `session` in GGF to `ggf`: names, result, time control, and for each move its
    /// time and evaluation, if they are known.
    fn reversi_session_ggf(session: Handle<ReversiSession>, ggf: Out<ReversiText>) {
        ggf.hand_over("ggf", || Ok(session.enter("session")?.locked().to_ggf().to_string()))
    }

    /// Frees `session`. Does nothing for NULL.
    fn reversi_session_free(session: Handle<ReversiSession>) {
        session.free("session")
    }
);

// The position and the game so far.
calls!(
    /// Writes the next step of `session` to `due`, and the side to move to `side`, which may be NULL.
    fn reversi_session_due(session: Handle<ReversiSession>, due: Out<ReversiDue>, side: Out<ReversiColor>) {
        let session = session.enter("session")?;
        let session = session.locked();
        due.write("due", session.due().into())?;
        side.write_if_wanted("side", color_to_c(session.position().side))
    }

    /// Writes a handle of a copy of the game of `session` to `game`.
    fn reversi_session_game(session: Handle<ReversiSession>, game: Out<Handle<ReversiGame>>) {
        game.make("game", || Ok(session.enter("session")?.locked().game().clone()))
    }

    /// Writes the board of `session` to `board` and its side to move to `side`, which may be NULL.
    fn reversi_session_position(
        session: Handle<ReversiSession>,
        board: Out<ReversiBoard>,
        side: Out<ReversiColor>,
    ) {
        write_position(session.enter("session")?.locked().position(), board, side)
    }

    /// Writes the moves of `session` so far to the array `moves`, of which `REVERSI_MAX_MOVES` elements are
    /// enough.
    fn reversi_session_moves(
        session: Handle<ReversiSession>,
        moves: Out<ReversiMove>,
        capacity: usize,
        count: Out<usize>,
    ) {
        let played: Vec<ReversiMove> = session.enter("session")?.locked().game().moves().map(to_c).collect();
        fill(&played, moves, capacity, count, "moves")
    }

    /// Writes the last move of `session` to `mv`, `REVERSI_NO_MOVE` at the start.
    fn reversi_session_last_move(session: Handle<ReversiSession>, mv: Out<ReversiMove>) {
        mv.write("mv", option_to_c(session.enter("session")?.locked().last_move()))
    }

    /// Writes the squares that the side to move of `session` may play to `squares`, a set of bits: none if it
    /// has to pass, or the game is over.
    fn reversi_session_legal_moves(session: Handle<ReversiSession>, squares: Out<u64>) {
        squares.write("squares", session.enter("session")?.locked().legal_moves().0)
    }

    /// Writes the number of discs of `color` (a `ReversiColor`) in `session` to `discs`.
    fn reversi_session_discs(session: Handle<ReversiSession>, color: i32, discs: Out<u32>) {
        discs.write("discs", session.enter("session")?.locked().discs(color_of(color)?))
    }

    /// Writes the result of `session` to `score`, discs of black minus discs of white with empty squares to
    /// the winner, and the reason why the game has ended to `ending`, which may be NULL. A side that has
    /// resigned or has run out of time has lost by 64.
    ///
    /// Errors: `REVERSI_STATUS_NOTHING` while the game goes on.
    fn reversi_session_result(session: Handle<ReversiSession>, score: Out<i32>, ending: Out<ReversiEnding>) {
        let result = session.enter("session")?.locked().result();
        let result = result.ok_or_else(|| Failure::nothing("the game goes on"))?;
        score.write("score", result.score)?;
        ending.write_if_wanted("ending", result.ending.into())
    }
);

// Players, names, and the variety of a book.
calls!(
    /// Writes who moves for `color` (a `ReversiColor`) in `session` to `kind`. The options of the player are
    /// in `reversi_session_json`.
    fn reversi_session_player(session: Handle<ReversiSession>, color: i32, kind: Out<ReversiPlayerKind>) {
        kind.write("kind", session.enter("session")?.locked().player(color_of(color)?).into())
    }

    /// Lets `player` move for `color` (a `ReversiColor`) in `session` from now on; NULL is a person.
    fn reversi_session_set_player(session: Handle<ReversiSession>, color: i32, player: In<ReversiPlayer>) {
        let (session, color, player) =
            (session.enter("session")?, color_of(color)?, player.player("player")?);
        session.locked().set_player(color, player);
        Ok(())
    }

    /// Writes the name of `color` (a `ReversiColor`) in `session` into `buffer`. Without a name of its own an
    /// engine has the name of this library, a person an empty one.
    fn reversi_session_name(
        session: Handle<ReversiSession>,
        color: i32,
        buffer: Out<c_char>,
        capacity: usize,
        length: Out<usize>,
    ) {
        let name = session.enter("session")?.locked().name(color_of(color)?);
        fill_text(&name, buffer, capacity, length)
    }

    /// Names `color` (a `ReversiColor`) in `session`: `text` of `length` bytes, without `]`.
    fn reversi_session_set_name(
        session: Handle<ReversiSession>,
        color: i32,
        text: In<c_char>,
        length: usize,
    ) {
        let (session, color) = (session.enter("session")?, color_of(color)?);
        let named = session.locked().set_name(color, text.text(length, "text")?);
        named.map_err(|error| Failure::invalid(error).field("text"))
    }

    /// Chooses which moves of a book the engines of `session` take: `text` of `length` bytes is `best`, or in
    /// discs `within:2` or `weighted:1`. `seed` decides the choice; take another one for each game.
    fn reversi_session_set_variety(
        session: Handle<ReversiSession>,
        text: In<c_char>,
        length: usize,
        seed: u64,
    ) {
        let session = session.enter("session")?;
        let variety: Result<Variety, _> = text.text(length, "text")?.parse();
        let variety = variety.map_err(|error| Failure::invalid(error).field("text"))?;
        session.locked().set_variety(variety, seed);
        Ok(())
    }

    /// Writes which moves of a book the engines of `session` take into `buffer`, of which 32 bytes are
    /// enough, and the seed of the choice to `seed`, which may be NULL.
    fn reversi_session_variety(
        session: Handle<ReversiSession>,
        buffer: Out<c_char>,
        capacity: usize,
        length: Out<usize>,
        seed: Out<u64>,
    ) {
        let (variety, number) = session.enter("session")?.locked().variety();
        seed.write_if_wanted("seed", number)?;
        fill_text(&variety.to_string(), buffer, capacity, length)
    }
);

/// Takes moves back or plays them again.
fn undo_or_redo(
    session: Handle<ReversiSession>,
    change: fn(&mut Session) -> bool,
    none: &str,
) -> Result<(), Failure> {
    let did = change(&mut session.enter("session")?.locked());
    if did { Ok(()) } else { Err(Failure::nothing(none)) }
}

// Moves, undo and redo.
calls!(
    /// Plays `mv` in `session`: a square, or a forced pass. A square that is played while a pass is due plays
    /// the pass first. It takes the time of the turn, if the watch runs.
    ///
    /// Errors: `REVERSI_STATUS_ILLEGAL_MOVE`; `REVERSI_STATUS_REFUSED` if the game is over, or if the clock
    /// has run out: the move is not played then, and the game is over.
    fn reversi_session_play(session: Handle<ReversiSession>, mv: ReversiMove) {
        session.enter("session")?.locked().play(from_c(mv, "mv")?).map_err(refused)
    }

    /// Plays `mv` in `session` as a move of `seconds`, whatever the watch says.
    ///
    /// Errors: as `reversi_session_play`.
    fn reversi_session_play_in(session: Handle<ReversiSession>, mv: ReversiMove, seconds: f64) {
        let (session, mv) = (session.enter("session")?, from_c(mv, "mv")?);
        session.locked().play_in(mv, time_of(seconds)?).map_err(refused)
    }

    /// Plays the pass that is due in `session`.
    ///
    /// Errors: `REVERSI_STATUS_ILLEGAL_MOVE` if none is due; `REVERSI_STATUS_REFUSED` if the game is over.
    fn reversi_session_pass(session: Handle<ReversiSession>) {
        session.enter("session")?.locked().pass().map_err(refused)
    }

    /// Takes back the last thing that happened in `session`: a resignation, the loss on time, or a move. The
    /// clocks are what they were as the turn began.
    ///
    /// Errors: `REVERSI_STATUS_NOTHING` if there is nothing to take back.
    fn reversi_session_undo(session: Handle<ReversiSession>) {
        undo_or_redo(session, Session::undo, "there is nothing to take back")
    }

    /// Plays the move of `session` again that was taken back last, with its time and its evaluation.
    ///
    /// Errors: `REVERSI_STATUS_NOTHING` if there is no such move.
    fn reversi_session_redo(session: Handle<ReversiSession>) {
        undo_or_redo(session, Session::redo, "there is no move to play again")
    }

    /// Takes back moves of `session` to the last choice of a person, which is due again.
    ///
    /// Errors: `REVERSI_STATUS_NOTHING` if there is no such choice.
    fn reversi_session_undo_to_person(session: Handle<ReversiSession>) {
        undo_or_redo(session, Session::undo_to_person, "there is no choice of a person to take back")
    }

    /// Plays moves of `session` again up to the next choice of a person, or as many as were taken back.
    ///
    /// Errors: `REVERSI_STATUS_NOTHING` if there is no such move.
    fn reversi_session_redo_to_person(session: Handle<ReversiSession>) {
        undo_or_redo(session, Session::redo_to_person, "there is no move to play again")
    }

    /// Writes how many moves of `session` can be played again to `count`.
    fn reversi_session_moves_to_redo(session: Handle<ReversiSession>, count: Out<usize>) {
        count.write("count", session.enter("session")?.locked().moves_to_redo())
    }

    /// Ends the game of `session`: `color` (a `ReversiColor`) has lost.
    ///
    /// Errors: `REVERSI_STATUS_REFUSED` if the game is over.
    fn reversi_session_resign(session: Handle<ReversiSession>, color: i32) {
        session.enter("session")?.locked().resign(color_of(color)?).map_err(refused)
    }
);

fn no_clock() -> Failure {
    Failure::nothing("the side has no clock")
}

// Clocks and the watch.
calls!(
    /// Writes the clock of `color` (a `ReversiColor`) in `session`, as its turn began, to `clock`, which
    /// begins with `REVERSI_CLOCK_INIT`. `reversi_session_time_left` writes what it shows now.
    ///
    /// Errors: `REVERSI_STATUS_NOTHING` without a clock.
    fn reversi_session_clock(session: Handle<ReversiSession>, color: i32, clock: Out<ReversiClock>) {
        let known = session.enter("session")?.locked().clock(color_of(color)?);
        clock.write_versioned("clock", known.ok_or_else(no_clock)?.into())
    }

    /// Sets the clock of `color` (a `ReversiColor`) in `session`, or takes it away for a `clock` that is
    /// NULL. Without a clock a side cannot run out of time.
    fn reversi_session_set_clock(session: Handle<ReversiSession>, color: i32, clock: In<ReversiClock>) {
        let (session, color, clock) = (session.enter("session")?, color_of(color)?, clock.clock()?);
        session.locked().set_clock(color, clock);
        Ok(())
    }

    /// Writes the seconds that the clock of `color` (a `ReversiColor`) in `session` shows to `seconds`. The
    /// time of the turn so far is subtracted.
    ///
    /// Errors: `REVERSI_STATUS_NOTHING` without a clock.
    fn reversi_session_time_left(session: Handle<ReversiSession>, color: i32, seconds: Out<f64>) {
        let left = session.enter("session")?.locked().time_left(color_of(color)?);
        seconds.write("seconds", left.ok_or_else(no_clock)?.as_secs_f64())
    }

    /// Writes the time of the turn of `session` so far to `seconds`.
    fn reversi_session_time_of_turn(session: Handle<ReversiSession>, seconds: Out<f64>) {
        seconds.write("seconds", session.enter("session")?.locked().time_of_turn().as_secs_f64())
    }

    /// Starts the watch of `session`: from now on time passes for the side to move, and each move hands it
    /// over. The watch of a new session is stopped: only the seconds that the caller names and the seconds of
    /// an engine's searches count.
    fn reversi_session_resume(session: Handle<ReversiSession>) {
        session.enter("session")?.locked().resume();
        Ok(())
    }

    /// Stops the watch of `session`. The time of the turn so far is kept.
    fn reversi_session_pause(session: Handle<ReversiSession>) {
        session.enter("session")?.locked().pause();
        Ok(())
    }

    /// Writes 1 to `runs` if the watch of `session` runs, and 0 if it is stopped.
    fn reversi_session_runs(session: Handle<ReversiSession>, runs: Out<i32>) {
        runs.write("runs", session.enter("session")?.locked().runs().into())
    }

    /// Looks at the clock of `session`: ends the game if the side that thinks has run out of time. Writes the
    /// next step to `due`, which may be NULL.
    fn reversi_session_tick(session: Handle<ReversiSession>, due: Out<ReversiDue>) {
        due.write_if_wanted("due", session.enter("session")?.locked().tick().into())
    }
);

// The moves of engines.
calls!(
    /// Answers the question of the engine that is due in `session`, its clock included: searches with
    /// `engine` within `limits`, which may be NULL, and writes the answer to `answer`. It does not play:
    /// `reversi_session_answer` does. Other threads may use the session meanwhile.
    ///
    /// Errors: `REVERSI_STATUS_REFUSED` if no engine is due.
    fn reversi_session_analyze(
        session: Handle<ReversiSession>,
        engine: Handle<ReversiEngine>,
        limits: In<ReversiLimits>,
        answer: Out<Handle<ReversiAnswer>>,
    ) {
        answer.make("answer", || search(session, engine, limits))
    }

    /// Writes the question of the engine that is due in `session` to `json`, as `reversi_ask` takes it, for a
    /// search elsewhere. Its answer goes to `reversi_session_answer_json`.
    ///
    /// Errors: `REVERSI_STATUS_REFUSED` if no engine is due.
    fn reversi_session_request(session: Handle<ReversiSession>, json: Out<ReversiText>) {
        json.hand_over("json", || {
            let session = session.enter("session")?;
            let session = session.locked();
            let request = session.request_within(Default::default()).map_err(refused)?;
            Ok(Question::new(session.position(), Ask::Analyze(request)).to_json())
        })
    }

    /// Chooses a move of `answer` as the engine that is due in `session` does, plays it, and writes it to
    /// `mv`, which may be NULL. If the watch is stopped, the move took as long as the search.
    ///
    /// Errors: `REVERSI_STATUS_REFUSED` if no engine is due, or for an answer about another position;
    /// `REVERSI_STATUS_INVALID_ARGUMENT` for the answer of a solve.
    fn reversi_session_answer(
        session: Handle<ReversiSession>,
        answer: Handle<ReversiAnswer>,
        mv: Out<ReversiMove>,
    ) {
        let (session, answer) = (session.enter("session")?, answer.enter("answer")?);
        let analysis = answer.analysis().ok_or_else(no_analysis)?.clone();
        let played = session.locked().answer(analysis).map_err(refused)?;
        mv.write_if_wanted("mv", to_c(played.mv))
    }

    /// Plays the move that the engine that is due in `session` chooses from the answer to
    /// `reversi_session_request` in `json` of `length` bytes, and writes it to `mv`, which may be NULL. It
    /// works like `reversi_session_answer`.
    ///
    /// Errors: as `reversi_session_answer`, and `REVERSI_STATUS_BAD_TEXT` for text that is not an answer.
    fn reversi_session_answer_json(
        session: Handle<ReversiSession>,
        json: In<c_char>,
        length: usize,
        mv: Out<ReversiMove>,
    ) {
        let session = session.enter("session")?;
        let answer = Answer::from_json(json.text(length, "json")?);
        let answer =
            answer.map_err(|problem| Failure::with(ReversiStatus::BadText, *problem).field("json"))?;
        let Reply::Analysis(analysis) = answer.reply else { return Err(no_analysis()) };
        let played = session.locked().answer(analysis).map_err(refused)?;
        mv.write_if_wanted("mv", to_c(played.mv))
    }

    /// Chooses a move of `answer` as the player of the side to move of `session` does, and writes it to `mv`,
    /// `REVERSI_NO_MOVE` if the game is over. It is not played. An opponent draws its next mistake.
    ///
    /// Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for the answer of a solve.
    fn reversi_session_choose(
        session: Handle<ReversiSession>,
        answer: Handle<ReversiAnswer>,
        mv: Out<ReversiMove>,
    ) {
        let (session, answer) = (session.enter("session")?, answer.enter("answer")?);
        mv.check("mv")?;
        let analysis = answer.analysis().ok_or_else(no_analysis)?;
        mv.write("mv", option_to_c(session.locked().choose(analysis)))
    }

    /// Lets `engine` choose and play the move that is due in `session`, by the options of its player and its
    /// clock, within `limits`, which may be NULL. The move is written to `mv`, and the analysis that it was
    /// chosen from to `answer`; both may be NULL. When a limit ends the search, the best move so far is
    /// played. Other threads may use the session meanwhile.
    ///
    /// Errors: `REVERSI_STATUS_REFUSED` if no engine is due, if another thread has changed the position
    /// meanwhile, or if the clock has run out: the game is over then.
    fn reversi_session_engine_move(
        session: Handle<ReversiSession>,
        engine: Handle<ReversiEngine>,
        limits: In<ReversiLimits>,
        mv: Out<ReversiMove>,
        answer: Out<Handle<ReversiAnswer>>,
    ) {
        answer.write_if_wanted("answer", Handle::NULL)?;
        let found = search(session, engine, limits)?;
        let analysis = found.analysis().ok_or_else(no_analysis)?.clone();
        let played = session.enter("session")?.locked().answer(analysis).map_err(refused)?;
        mv.write_if_wanted("mv", to_c(played.mv))?;
        if answer.is_null() { Ok(()) } else { answer.write("answer", Handle::of(found)) }
    }
);
