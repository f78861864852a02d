//! Games: a start, the moves so far, and the present position.

use std::ffi::c_char;
use std::sync::{Mutex, MutexGuard, PoisonError};

use reversi_engine::{Board, Color, Game, Position};

use crate::board::{ReversiBoard, ReversiColor, color_from_c, color_to_c};
use crate::failure::Failure;
use crate::handle::{Handle, kind};
use crate::moves::{ReversiMove, from_c, to_c};
use crate::pointer::{In, Out, fill, fill_text};
use crate::status::{ReversiStatus, guard};

kind! {
    /// A game: its start, the moves so far, and the present position. Moves that are taken back can be played
    /// again.
    ReversiGame, Mutex<Game>, b"game", "game"
}

/// Reads a position that a caller gives: the usual start for a null pointer.
pub(crate) fn start(board: In<ReversiBoard>, side: i32) -> Result<Position, Failure> {
    let side = color_from_c(side)?;
    match (board.is_null(), side) {
        (false, _) => Ok(Position { board: board.board("start")?, side }),
        (true, Color::Black) => Ok(Position::START),
        (true, Color::White) => Ok(Position { board: Board::START.pass(), side }),
    }
}

fn locked(game: &Mutex<Game>) -> MutexGuard<'_, Game> {
    game.lock().unwrap_or_else(PoisonError::into_inner)
}

fn nothing(message: &str) -> Failure {
    Failure::new(ReversiStatus::Nothing, "nothing", message)
}

/// Makes a game and writes its handle to `game`. It begins with `start` and `side` to move (a
/// `ReversiColor`); a `start` that is NULL is the usual one.
///
/// * Ownership: the handle belongs to the caller: `reversi_game_free`.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for a square with two discs or an unknown `side`;
///   `REVERSI_STATUS_NULL_POINTER` for `game`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_game_new(
    start: In<ReversiBoard>,
    side: i32,
    game: Out<Handle<ReversiGame>>,
) -> ReversiStatus {
    guard(|| {
        game.write("game", Handle::NULL)?;
        let new = Game::from_position(self::start(start, side)?);
        game.write("game", Handle::of(Mutex::new(new)))
    })
}

/// Makes a game from the moves in `text` of `length` bytes and writes its handle to `game`. The moves stand
/// one after the other, such as `f5d6c3`, with or without blanks, in any case. A forced pass may be written
/// (`ps`, `pa`, `pass`, `--`) or left out. `start` and `side` are as for `reversi_game_new`.
///
/// * Ownership: the handle belongs to the caller: `reversi_game_free`. `text` needs no final NUL.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a move and for an illegal move, with the place:
///   `reversi_error_place`; `REVERSI_STATUS_INVALID_ARGUMENT` for a square with two discs or an unknown
///   `side`; `REVERSI_STATUS_NULL_POINTER` for `text` or `game`. `game` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_game_parse(
    start: In<ReversiBoard>,
    side: i32,
    text: In<c_char>,
    length: usize,
    game: Out<Handle<ReversiGame>>,
) -> ReversiStatus {
    guard(|| {
        game.write("game", Handle::NULL)?;
        let read = Game::from_transcript(self::start(start, side)?, text.text(length, "text")?);
        let read = read.map_err(|error| Failure::of(ReversiStatus::BadText, &error))?;
        game.write("game", Handle::of(Mutex::new(read)))
    })
}

/// Plays `mv` in `game`.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same game wait for each other.
/// * Errors: `REVERSI_STATUS_ILLEGAL_MOVE`, and the game stays as it was; `REVERSI_STATUS_INVALID_ARGUMENT`
///   if `mv` is not a move; `REVERSI_STATUS_NULL_POINTER` or `REVERSI_STATUS_BAD_HANDLE` for `game`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_game_play(game: Handle<ReversiGame>, mv: ReversiMove) -> ReversiStatus {
    guard(|| {
        let (game, mv) = (game.enter("game")?, from_c(mv, "mv")?);
        locked(&game).play(mv).map_err(|error| Failure::of(ReversiStatus::IllegalMove, &error))
    })
}

/// Takes the last move of `game` back and writes it to `mv`, which may be NULL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same game wait for each other.
/// * Errors: `REVERSI_STATUS_NOTHING` at the start of the game; `REVERSI_STATUS_NULL_POINTER` or
///   `REVERSI_STATUS_BAD_HANDLE` for `game`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_game_undo(game: Handle<ReversiGame>, mv: Out<ReversiMove>) -> ReversiStatus {
    guard(|| {
        let game = game.enter("game")?;
        let undone = locked(&game).undo().ok_or_else(|| nothing("there is no move to take back"))?;
        mv.write_if_wanted("mv", to_c(undone))
    })
}

/// Plays the move of `game` again that was taken back last, and writes it to `mv`, which may be NULL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same game wait for each other.
/// * Errors: `REVERSI_STATUS_NOTHING` if no move was taken back; `REVERSI_STATUS_NULL_POINTER` or
///   `REVERSI_STATUS_BAD_HANDLE` for `game`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_game_redo(game: Handle<ReversiGame>, mv: Out<ReversiMove>) -> ReversiStatus {
    guard(|| {
        let game = game.enter("game")?;
        let redone = locked(&game).redo().ok_or_else(|| nothing("there is no move to play again"))?;
        mv.write_if_wanted("mv", to_c(redone))
    })
}

/// Writes the present board of `game` to `board` and its side to move to `side`, which may be NULL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same game wait for each other.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `game` or `board`; `REVERSI_STATUS_BAD_HANDLE` for `game`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_game_position(
    game: Handle<ReversiGame>,
    board: Out<ReversiBoard>,
    side: Out<ReversiColor>,
) -> ReversiStatus {
    guard(|| {
        let game = game.enter("game")?;
        let position = locked(&game).position();
        board.write("board", ReversiBoard::of(position.board))?;
        side.write_if_wanted("side", color_to_c(position.side))
    })
}

/// Writes the moves of `game` so far to the array `moves` of `capacity` moves, of which `REVERSI_MAX_MOVES`
/// are enough, and their number to `count`, which may be NULL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same game wait for each other.
/// * Errors: `REVERSI_STATUS_BUFFER_TOO_SMALL`, with the number in `count`; `REVERSI_STATUS_NULL_POINTER`
///   for `game` or `moves`; `REVERSI_STATUS_BAD_HANDLE` for `game`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_game_moves(
    game: Handle<ReversiGame>,
    moves: Out<ReversiMove>,
    capacity: usize,
    count: Out<usize>,
) -> ReversiStatus {
    guard(|| {
        let game = game.enter("game")?;
        let played: Vec<ReversiMove> = locked(&game).moves().map(to_c).collect();
        fill(&played, moves, capacity, count, "moves")
    })
}

/// Writes the moves of `game` so far as text, such as `f5d6c3`, into `buffer` of `capacity` bytes. A pass is
/// `ps`. `length` may be NULL; it gets the bytes of the text without its final NUL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same game wait for each other.
/// * Errors: `REVERSI_STATUS_BUFFER_TOO_SMALL`, with the length that is needed;
///   `REVERSI_STATUS_NULL_POINTER` for `game` or `buffer`; `REVERSI_STATUS_BAD_HANDLE` for `game`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_game_format(
    game: Handle<ReversiGame>,
    buffer: Out<c_char>,
    capacity: usize,
    length: Out<usize>,
) -> ReversiStatus {
    guard(|| {
        let game = game.enter("game")?;
        let text = locked(&game).to_string();
        fill_text(&text, buffer, capacity, length)
    })
}

/// Writes the result of `game` to `score`: discs of black minus discs of white, empty squares to the winner.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; calls on the same game wait for each other.
/// * Errors: `REVERSI_STATUS_NOTHING` while the game goes on; `REVERSI_STATUS_NULL_POINTER` for `game` or
///   `score`; `REVERSI_STATUS_BAD_HANDLE` for `game`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_game_score(game: Handle<ReversiGame>, score: Out<i32>) -> ReversiStatus {
    guard(|| {
        let game = game.enter("game")?;
        let known = locked(&game).score().ok_or_else(|| nothing("the game goes on"))?;
        score.write("score", known)
    })
}

/// Frees `game`. Does nothing for NULL.
///
/// * Ownership: the handle goes back to the library, and the caller no longer uses it.
/// * Threads: any thread.
/// * Errors: `REVERSI_STATUS_BAD_HANDLE` if `game` was freed before; `REVERSI_STATUS_BUSY` during another
///   call with it, and nothing is freed.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_game_free(game: Handle<ReversiGame>) -> ReversiStatus {
    guard(|| game.free("game"))
}
