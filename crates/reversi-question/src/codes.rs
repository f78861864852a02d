//! The code of every error of every door. Codes are stable: a published one keeps its meaning. A test of
//! `cargo tools surface` finds every code that the sources name in this table.

use reversi_fields::words;

/// A code and what it means.
#[derive(Debug)]
#[non_exhaustive]
pub struct Code {
    /// The code.
    pub code: &'static str,
    /// The description, with the feature `surface-docs`.
    pub doc: &'static str,
    /// The doors that emit it.
    pub door: Door,
    /// The heading of its group.
    pub group: &'static str,
}

/// The doors that emit a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Door {
    /// All doors.
    Any,
    /// The C library alone.
    C,
    /// The Python package alone.
    Python,
    /// The npm package alone.
    Npm,
}

macro_rules! codes {
    ($($group:literal, $Door:ident { $($code:literal: $doc:literal;)+ })+) => {
        /// All codes, by groups.
        pub static CODES: &[Code] = &[$($(
            Code { code: $code, doc: words!($doc), door: Door::$Door, group: $group },
        )+)+];
    };
}

codes! {
    "Questions", Any {
        "not-json": "The text is not JSON.";
        "not-utf-8": "The text is not UTF-8.";
        "file-io": "A file cannot be read.";
        "line-too-long": "A line of `reversi ask` has 1 MiB or more.";
        "unknown-version": "The format of questions has another version.";
        "unknown-field": "No question has this field.";
        "misplaced-field": "No question or call of this kind has this field.";
        "missing-field": "A required field is missing.";
        "duplicate-field": "A field is given twice.";
        "conflicting-fields": "Two fields exclude each other.";
        "wrong-type": "The value of a field is of another type.";
        "out-of-range": "A number is out of its range.";
        "unknown-name": "A word is not an allowed one.";
        "invalid-window": "A window holds no score.";
        "no-depth": "An analysis has no depth.";
        "no-lines": "An analysis has no lines.";
        "no-legal-move": "None of the moves to search is legal.";
        "no-people": "An engine does not know how people play.";
        "stopped": "A question was stopped before the work on it began.";
        "interrupted": "A limit was reached before the proof; as an answer it is not an error.";
    }
    "Rules and notation", Any {
        "bad-board": "A text is not a board.";
        "bad-move": "A text is not a move.";
        "illegal-move": "The rules do not allow the move.";
        "bad-square": "A text is not a square.";
        "bad-color": "A text is not a colour.";
        "overlapping-discs": "A square has two discs.";
        "bad-fen": "A text is not FEN.";
        "bad-obf": "A line is not OBF.";
        "bad-ggf": "A text is not GGF.";
        "bad-ggf-tag": "A tag cannot be written as GGF.";
        "bad-ggf-result": "A result cannot be written as GGF.";
        "bad-wthor": "A file is not WTHOR.";
        "bad-json": "A record in JSON has no game, or is damaged.";
        "nothing-to-read": "A text has neither a game nor a position.";
        "several-records": "A text has more than one game or position, where one is expected.";
        "not-a-game-file": "Bytes are neither text nor a file of games.";
        "bad-archive": "A compressed file is damaged.";
        "archive-too-large": "A compressed file is larger than the reader's bound.";
        "unsupported-archive": "A compressed file is encrypted, nested or of an unknown method.";
        "not-part-of-a-game": "A strict reader does not skip this text.";
        "not-for-wthor": "A game cannot be written as WTHOR.";
        "unknown-level": "A number is not a level.";
        "unknown-selectivity": "A number is not a selectivity.";
        "unknown-strength": "A word is not a strength.";
        "unknown-variety": "A word is not a variety of book moves.";
        "unknown-cpu-level": "A word is not a CPU level.";
    }
    "Engines and files", Any {
        "no-memory": "Memory could not be allocated.";
        "hash-too-large": "A hash table is larger than any memory.";
        "too-many-threads": "An engine has too many threads.";
        "too-many-engines": "A pool has too many engines.";
        "unsupported-cpu-level": "The machine or the build does not have the CPU level.";
        "weights-io": "A weights file cannot be read.";
        "weights-format": "A file is not a weights file.";
        "weights-version": "A weights file has another version.";
        "weights-truncated": "A weights file is cut short.";
        "weights-trailing-data": "A weights file has data after its end.";
        "weights-checksum": "A weights file is damaged.";
        "weights-invalid": "A weights file contradicts itself.";
        "checkpoint-io": "A checkpoint cannot be read or written.";
        "checkpoint-in-use": "Another process writes the checkpoint.";
        "checkpoint-of-other-request": "A checkpoint answers another question.";
        "checkpoint-of-other-evaluation": "A checkpoint is by another evaluation.";
        "checkpoint-older": "A journal of a book is by an older version.";
        "checkpoint-line": "A line of a checkpoint is damaged.";
        "checkpoint-changed": "A checkpoint was changed by another program.";
        "book-io": "A book cannot be read or written.";
        "book-in-use": "Another process changes the book.";
        "book-format": "A file is not a book.";
        "book-version": "A book has another version.";
        "book-truncated": "A book is cut short.";
        "book-checksum": "A book is damaged.";
        "book-count": "A book has another number of positions than it says.";
        "book-position-twice": "A book has a position twice.";
        "book-dangling-link": "A book has a link to a position that it does not have.";
        "book-invalid": "A book contradicts itself.";
        "book-read-only": "A book cannot be written in this format.";
        "book-too-large": "A book has too many positions.";
        "proof-format": "A file is not a proof.";
        "proof-version": "A proof has another version.";
        "proof-checksum": "A proof is damaged.";
        "proof-truncated": "A proof is cut short.";
        "proof-invalid": "A proof contradicts itself.";
        "proof-too-large": "A proof has more positions than the checker may take.";
        "proof-refuted": "A proof leads to a position that contradicts its claim.";
        "proof-open": "A proof rests on another one, which is not known.";
        "false-claim": "The score of a position is not as claimed.";
        "no-result": "A game to learn from is not over.";
    }
    "Games at the board", Any {
        "game-over": "The game is over.";
        "out-of-time": "The clock has run out.";
        "not-an-engines-turn": "It is the turn of a person.";
        "another-position": "The answer is about another position.";
        "bad-session": "The parts of a session do not fit together.";
    }
    "Answers that contradict themselves", Any {
        "bad-answer": "A text is not an answer.";
        "impossible-score": "No game ends with the score.";
        "impossible-bounds": "Bounds hold no score.";
        "impossible-estimate": "No search returns the estimate.";
        "too-deep": "An estimate is deeper than the game.";
        "not-proven": "The value of a solve is an estimate.";
        "not-a-score": "The value of a line is bounds.";
        "played-twice": "A square is played twice.";
        "passed-twice": "A move follows two passes.";
        "no-move": "A line has no move.";
        "no-proof": "The line of an exact score does not end the game.";
        "contradicted-score": "The line of a score ends with another one.";
        "unanswered-window": "The value does not answer the window.";
        "empty-analysis": "An analysis has no lines.";
        "same-move": "Two lines begin with the same move.";
        "not-sorted": "The best line is not the first.";
        "other-position": "An analysis is of another position.";
        "other-move": "A line begins with another move.";
        "better-than-best": "A move is better than the best one.";
        "impossible-people": "Moves of people do not fit the position, or their chances are not valid.";
        "missing-people": "An analysis lacks the moves of the people of its request.";
        "too-few-lines": "An analysis has too few lines for its request.";
        "too-shallow": "An analysis is too shallow for its request.";
        "ended-early": "An analysis ended before its request was answered.";
    }
    "Calls", Any {
        "busy": "The engine is at work, and the call cannot wait for it.";
        "closed": "The engine was closed.";
        "forked-process": "The process was forked while another thread used the engine: make a new one in it.";
    }
    "Calls of C", C {
        "null-pointer": "An argument is NULL but must not be.";
        "misaligned-pointer": "A pointer is not aligned.";
        "bad-handle": "A handle was freed, is of another kind, or was not made by the library.";
        "bad-size": "The size of a struct is not set.";
        "unknown-option": "An option is set that the library does not have.";
        "buffer-too-small": "The memory of the caller is too small.";
        "invalid-argument": "An argument is out of its range.";
        "nothing": "There is nothing to return.";
        "no-weights": "The library was built without weights.";
        "no-book": "The library was built without a book.";
        "panic": "An error in the library: only the call is lost.";
    }
    "Calls of Python", Python {
        "bad-array": "An array is not one of boards.";
    }
    "Runs on a cluster", Python {
        "no-positions": "An input has no positions.";
        "bad-table": "A table does not have positions in a known form.";
        "damaged-file": "A file of results was changed.";
        "cluster-failed": "Ray has failed, or has no CPU for a worker.";
        "worker-failed": "A worker has ended by an error without a code.";
        "other-version": "A worker has another version or other weights than the driver.";
        "other-driver": "Another driver has taken the folder.";
        "positions-lost": "Workers were lost with positions that have no answer.";
        "positions-missing": "Results lack positions of their input, or have some twice.";
    }
    "Calls of JavaScript", Npm {
        "not-loaded": "A file of the package cannot be read.";
        "engine-failed": "The worker has ended unexpectedly; `restart` starts a new one.";
    }
}

#[cfg(test)]
mod tests {
    use super::CODES;

    #[test]
    fn a_code_is_there_once_and_of_words() {
        for (i, code) in CODES.iter().enumerate() {
            assert!(CODES[..i].iter().all(|earlier| earlier.code != code.code), "{}", code.code);
            let is_word =
                |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'8');
            assert!(code.code.split('-').all(is_word), "{}", code.code);
        }
    }
}
