//! The C ABI of `reversi-engine`: opaque handles, option structs that carry their size, status codes with a
//! message to fetch. Nothing is global, and no panic crosses the boundary.
//!
//! Programs in C and C++ use the header `include/reversi.h`, which cbindgen writes from this crate: see the
//! guide `c` of `reversi-engine`. In Rust, use `reversi-engine`; the functions here are for tests.
//!
//! | File | What is in it |
//! |---|---|
//! | [`status`] | what every function returns; where panics end |
//! | [`failure`] | the last error of a thread, whole |
//! | [`pointer`] | pointers of C: read, written, checked |
//! | [`handle`] | handles, and what is caught about wrong ones |
//! | [`surface`] | structs and enums of the engine's tables, written by `cargo tools surface` |
//! | [`given`] | options of C as values that the tables check |
//! | [`text`] | text that the library hands over |
//! | [`version`] | the version of the library |
//! | [`moves`], [`board`], [`game`] | the rules |
//! | [`reader`] | games and positions in any notation |
//! | [`notation`] | files of positions |
//! | [`value`] | scores, and what is known of them |
//! | [`stop`], [`progress`] | signals and progress |
//! | [`weights`], [`book`] | what an engine may be given |
//! | [`engine`] | engines, and evaluations without a search |
//! | [`solve`], [`analyze`], [`answer`] | searches and their answers |
//! | [`people`] | what people would play |
//! | [`opponent`] | a human-like opponent |
//! | [`session`], [`session_play`] | a game at the board; what happens in it |
//! | [`ask`] | everything else, as JSON |
#![allow(private_bounds, reason = "the kinds of handles and options are those of this crate")]

mod given;
mod handle;
mod pointer;
mod surface;

// The header has the order of these.
mod failure;
mod status;
mod text;
mod version;

mod board;
mod game;
mod moves;
mod notation;
mod reader;
mod value;

mod book;
mod engine;
mod weights;

mod progress;
mod stop;

mod analyze;
mod answer;
mod solve;

mod ask;
mod opponent;
mod people;
mod session;
mod session_play;

pub use analyze::{ReversiEffort, reversi_analyze};
pub use answer::{
    ReversiAnswer, reversi_answer_free, reversi_answer_json, reversi_answer_moves, reversi_answer_summary,
    reversi_answer_value,
};
pub use ask::reversi_ask;
pub use board::{
    ReversiBoard, ReversiColor, ReversiTurn, reversi_board_canonical, reversi_board_final_score,
    reversi_board_flips, reversi_board_format, reversi_board_legal_moves, reversi_board_parse,
    reversi_board_play, reversi_board_start, reversi_board_transform, reversi_board_turn,
    reversi_move_transform, reversi_symmetry_inverse,
};
pub use book::{
    ReversiBook, ReversiBookMove, reversi_book_embedded, reversi_book_free, reversi_book_moves,
    reversi_book_open, reversi_book_positions, reversi_book_read,
};
pub use engine::{
    REVERSI_ALL_THREADS, ReversiEngine, reversi_engine_clear_hash, reversi_engine_cpu_level,
    reversi_engine_free, reversi_engine_new, reversi_engine_threads, reversi_evaluate,
    reversi_evaluate_batch,
};
pub use failure::{reversi_error_code, reversi_error_message, reversi_error_place};
pub use game::{
    ReversiGame, reversi_game_format, reversi_game_free, reversi_game_moves, reversi_game_new,
    reversi_game_parse, reversi_game_play, reversi_game_position, reversi_game_redo, reversi_game_score,
    reversi_game_undo,
};
pub use handle::Handle;
pub use moves::{
    REVERSI_MAX_MOVES, REVERSI_NO_MOVE, REVERSI_PASS, ReversiMove, reversi_move_format, reversi_move_parse,
};
pub use notation::reversi_read_obf;
pub use opponent::{
    ReversiOpponent, reversi_opponent_free, reversi_opponent_move, reversi_opponent_new,
    reversi_opponent_rated,
};
pub use people::{ReversiHumanMove, reversi_human_moves};
pub use pointer::{In, Out};
pub use progress::{ReversiProgress, ReversiProgressCallback};
pub use reader::{
    ReversiReader, ReversiReaderOptions, ReversiRecord, reversi_reader_free, reversi_reader_new,
    reversi_reader_next,
};
pub use session::{
    ReversiClock, ReversiDue, ReversiEnding, ReversiPlayer, ReversiPlayerKind, ReversiSession,
    reversi_session_discs, reversi_session_due, reversi_session_free, reversi_session_from_ggf,
    reversi_session_from_json, reversi_session_game, reversi_session_ggf, reversi_session_json,
    reversi_session_last_move, reversi_session_legal_moves, reversi_session_moves, reversi_session_name,
    reversi_session_new, reversi_session_player, reversi_session_position, reversi_session_result,
    reversi_session_set_name, reversi_session_set_player,
};
pub use session_play::{
    reversi_session_analyze, reversi_session_answer, reversi_session_answer_json, reversi_session_choose,
    reversi_session_clock, reversi_session_engine_move, reversi_session_moves_to_redo, reversi_session_pass,
    reversi_session_pause, reversi_session_play, reversi_session_play_in, reversi_session_redo,
    reversi_session_redo_to_person, reversi_session_request, reversi_session_resign, reversi_session_resume,
    reversi_session_runs, reversi_session_set_clock, reversi_session_set_variety, reversi_session_tick,
    reversi_session_time_left, reversi_session_time_of_turn, reversi_session_undo,
    reversi_session_undo_to_person, reversi_session_variety,
};
pub use solve::{ReversiQuestion, reversi_solve, reversi_solve_many};
pub use status::{ReversiStatus, reversi_status_name};
pub use stop::{
    ReversiStop, reversi_stop_free, reversi_stop_is_set, reversi_stop_new, reversi_stop_reset,
    reversi_stop_set,
};
pub use surface::{
    ReversiAnalyzeOptions, ReversiBookUse, ReversiEngineOptions, ReversiLimits, ReversiPlace,
    ReversiSolveOptions, ReversiSource, ReversiStopped, ReversiStrength, ReversiSummary,
};
pub use text::{ReversiText, reversi_text_free};
pub use value::{REVERSI_NO_SCORE, ReversiValue, ReversiValueKind};
pub use version::{REVERSI_ABI_VERSION, reversi_abi_version, reversi_version};
pub use weights::{
    ReversiWeights, reversi_weights_embedded, reversi_weights_free, reversi_weights_open,
    reversi_weights_read,
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::handle::{FREED, Kind};
    use super::*;

    #[test]
    fn magic_numbers_differ() {
        let numbers = [
            FREED,
            ReversiAnswer::MAGIC,
            ReversiBook::MAGIC,
            ReversiEngine::MAGIC,
            ReversiGame::MAGIC,
            ReversiOpponent::MAGIC,
            ReversiSession::MAGIC,
            ReversiReader::MAGIC,
            ReversiStop::MAGIC,
            ReversiWeights::MAGIC,
        ];
        assert_eq!(BTreeSet::from(numbers).len(), numbers.len());
    }
}
