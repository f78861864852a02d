//! Games: a start, the moves so far, and the present position.

use std::ffi::c_char;
use std::sync::Mutex;

use reversi_engine::{Board, Color, Game, Position};

use crate::board::{ReversiBoard, ReversiColor, color_from_c, write_position};
use crate::failure::Failure;
use crate::handle::{Handle, kind};
use crate::moves::{ReversiMove, from_c, to_c};
use crate::pointer::{In, Out, fill, fill_text};
use crate::status::{ReversiStatus, calls};

kind! {
    /// A game: its start, the moves so far, and the present position. Moves that are taken back can be played
    /// again.
    ReversiGame, Mutex<Game>, b"game", "game"
}

/// Reads a position that a caller gives: the usual start for a null pointer.
fn start(board: In<ReversiBoard>, side: i32) -> Result<Position, Failure> {
    let side = color_from_c(side, "side")?;
    match (board.is_null(), side) {
        (false, _) => Ok(Position { board: board.board("start")?, side }),
        (true, Color::Black) => Ok(Position::START),
        (true, Color::White) => Ok(Position { board: Board::START.pass(), side }),
    }
}

calls!(
    /// Makes a game and writes its handle to `game`. It begins with `start` and `side` to move (a
    /// `ReversiColor`); a `start` that is NULL is the usual one.
    fn reversi_game_new(start: In<ReversiBoard>, side: i32, game: Out<Handle<ReversiGame>>) {
        game.make("game", || Ok(Game::from_position(self::start(start, side)?)))
    }

    /// Makes a game from the moves in `text` of `length` bytes and writes its handle to `game`. The moves
    /// stand one after the other, such as `f5d6c3`, with or without blanks, in any case. A forced pass may be
    /// written (`ps`, `pa`, `pass`, `--`) or left out. `start` and `side` are as for `reversi_game_new`.
    ///
    /// Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a move and for an illegal move, with the place.
    fn reversi_game_parse(
        start: In<ReversiBoard>,
        side: i32,
        text: In<c_char>,
        length: usize,
        game: Out<Handle<ReversiGame>>,
    ) {
        game.make("game", || {
            let start = self::start(start, side)?;
            Game::from_transcript(start, text.text(length, "text")?).map_err(Failure::bad_text)
        })
    }

    /// Plays `mv` in `game`.
    ///
    /// Errors: `REVERSI_STATUS_ILLEGAL_MOVE`, and the game stays as it was.
    fn reversi_game_play(game: Handle<ReversiGame>, mv: ReversiMove) {
        let played = game.enter("game")?.locked().play(from_c(mv, "mv")?);
        played.map_err(|error| Failure::of(ReversiStatus::IllegalMove, &error))
    }

    /// Takes the last move of `game` back and writes it to `mv`, which may be NULL.
    ///
    /// Errors: `REVERSI_STATUS_NOTHING` at the start of the game.
    fn reversi_game_undo(game: Handle<ReversiGame>, mv: Out<ReversiMove>) {
        let undone = game.enter("game")?.locked().undo();
        let undone = undone.ok_or_else(|| Failure::nothing("there is no move to take back"))?;
        mv.write_if_wanted("mv", to_c(undone))
    }

    /// Plays the move of `game` again that was taken back last, and writes it to `mv`, which may be NULL.
    ///
    /// Errors: `REVERSI_STATUS_NOTHING` if no move was taken back.
    fn reversi_game_redo(game: Handle<ReversiGame>, mv: Out<ReversiMove>) {
        let redone = game.enter("game")?.locked().redo();
        let redone = redone.ok_or_else(|| Failure::nothing("there is no move to play again"))?;
        mv.write_if_wanted("mv", to_c(redone))
    }

    /// Writes the present board of `game` to `board` and its side to move to `side`, which may be NULL.
    fn reversi_game_position(game: Handle<ReversiGame>, board: Out<ReversiBoard>, side: Out<ReversiColor>) {
        write_position(game.enter("game")?.locked().position(), board, side)
    }

    /// Writes the moves of `game` so far to the array `moves`, of which `REVERSI_MAX_MOVES` elements are
    /// enough.
    fn reversi_game_moves(
        game: Handle<ReversiGame>,
        moves: Out<ReversiMove>,
        capacity: usize,
        count: Out<usize>,
    ) {
        let played: Vec<ReversiMove> = game.enter("game")?.locked().moves().map(to_c).collect();
        fill(&played, moves, capacity, count, "moves")
    }

    /// Writes the moves of `game` so far as text, such as `f5d6c3`, into `buffer`. A pass is `ps`.
    fn reversi_game_format(
        game: Handle<ReversiGame>,
        buffer: Out<c_char>,
        capacity: usize,
        length: Out<usize>,
    ) {
        fill_text(&game.enter("game")?.locked().to_string(), buffer, capacity, length)
    }

    /// Writes the result of `game` to `score`: discs of black minus discs of white, empty squares to the
    /// winner.
    ///
    /// Errors: `REVERSI_STATUS_NOTHING` while the game goes on.
    fn reversi_game_score(game: Handle<ReversiGame>, score: Out<i32>) {
        let known = game.enter("game")?.locked().score();
        score.write("score", known.ok_or_else(|| Failure::nothing("the game goes on"))?)
    }

    /// Frees `game`. Does nothing for NULL.
    fn reversi_game_free(game: Handle<ReversiGame>) {
        game.free("game")
    }
);
