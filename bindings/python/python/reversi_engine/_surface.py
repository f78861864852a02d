"""Names, options and fields, for type checkers and readers.

Written by `cargo tools surface`: do not edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._engine import Clock, Limits, Stop

__all__ = [
    "AnalyzeOptions",
    "BookUse",
    "ClaimName",
    "ClockOptions",
    "Code",
    "Due",
    "Ending",
    "EngineOptions",
    "Fact",
    "LimitsOptions",
    "MoveClass",
    "OpponentOptions",
    "Outcome",
    "ProveOptions",
    "Selectivity",
    "SolveOptions",
    "Source",
    "StopReason",
    "Strength",
]

#: When the opening book of the engine answers in place of a search.
BookUse = Literal[
    "never",  # Never: the position is searched.
    "as_deep",  # If the book knows as many moves as lines are asked for, and its searches were at least as deep and as sure as the requested one, or of at least the same level.
    "always",  # If the book knows the position, whatever its level.
]

#: How strong an opponent plays, the weakest first.
Strength = Literal[
    "beginner",  # Knows little more than the rules: takes many discs, and tries all sorts of moves.
    "casual",  # Plays now and then: moves that look natural, without looking ahead.
    "intermediate",  # Plays like the weaker tournament players, and overlooks plain replies.
    "club",  # Plays like many tournament players.
    "tournament",  # Plays like the best third of tournament players.
    "expert",  # Plays better than the people whose games the opponent has learnt from.
    "master",  # The engine at level 7, without selectivity and without deliberate mistakes.
]

#: The limit that ended a search.
StopReason = Literal[
    "time",  # The time limit.
    "nodes",  # The node limit.
    "stop",  # The stop signal.
    "callback",  # The progress callback.
]

#: Where an answer is from.
Source = Literal[
    "search",  # The search of this call.
    "book",  # An opening book.
    "file",  # A file with the results of earlier calls.
]

#: The result of a game for the side to move.
Outcome = Literal[
    "loss",  # The other side has more discs.
    "draw",  # Both have the same number of discs.
    "win",  # The side to move has more discs.
]

#: What a move is called.
MoveClass = Literal[
    "best",  # No move has a better value.
    "good",  # It lost less than 3 discs, or no more than a possible error of the search.
    "inaccuracy",  # It lost 3 to 5 discs.
    "mistake",  # It lost 6 to 9 discs, or gave away a win or a draw that is proven.
    "blunder",  # It lost 10 discs or more.
]

#: What can be said of a mistake.
Fact = Literal[
    "only_win",  # The best move is the only one that wins, with 7 empty squares or fewer.
    "wiped_out",  # All discs of the side that moved are turned at the end of the line.
    "gives_corner",  # The other side can take a corner at once, the square.
    "loses_corner",  # The line goes on with the two first squares, and the other side takes a corner, the third one.
    "takes_corner",  # The best move takes a corner.
    "wins_corner",  # The best move takes a corner at its next move: the reply to the best move, and the corner.
    "x_square",  # The move is diagonally beside an empty corner, the square.
    "c_square",  # The move is on an edge beside an empty corner, the square.
    "forces_pass",  # The other side has to pass after the best move.
    "must_pass",  # After the reply, the square, the side that moved has to pass.
    "mobility",  # The numbers are the moves of the other side.
    "few_moves",  # The numbers are the moves of the side that moved after the replies, which are the squares.
    "safe_moves",  # The numbers are the moves of the side that moved after which the other side can take no corner, after the replies, which are the squares.
    "safe_replies",  # The numbers are the moves of the other side that give no corner.
    "stable",  # The numbers are stable discs of the side that moved.
    "stable_replies",  # The numbers are stable discs of the other side after the replies, which are the squares.
    "frontier",  # The numbers are discs of the side that moved beside an empty square.
    "opens",  # The numbers are moves of the other side that it would not have had before.
    "wedge",  # The other side can move between two discs on an edge, on the square.
    "odd_regions",  # The numbers are regions of empty squares that are odd in number.
    "first_there",  # The other side replies with the best move itself.
    "later_replies",  # The numbers are the moves of the other side after 5 plies.
    "later_moves",  # The numbers are the moves of the side that moved after 6 plies.
    "last_moves",  # The numbers are the empty squares that the side that moved gets to the end.
    "free_moves",  # The numbers are the moves of the side that moved that are not beside an empty corner, after the replies, which are the squares.
    "reply_moves",  # The numbers are the moves of the side that moved after the replies, which are the squares.
    "leaves_best",  # The other side can play the best move itself, but cannot play the played move after the best one.
]

#: What has to happen next in a session.
Due = Literal[
    "person",  # A person chooses a move.
    "engine",  # An engine chooses a move.
    "pass",  # The side to move has no move and has to pass, whoever moves for it.
    "over",  # Nothing: the game is over.
]

#: What a proof says of the score of the side to move.
ClaimName = Literal[
    "at-least",  # The score is this or more.
    "at-most",  # The score is this or less.
    "exactly",  # The score is this.
]

#: What has ended a game.
Ending = Literal[
    "no_moves",  # Neither side can move.
    "resignation",  # A side has resigned.
    "time",  # A side has run out of time.
]

#: The confidence in percent with which moves are left out; 100 leaves out none.
Selectivity = Literal[73, 87, 95, 98, 99, 100]

#: The code of an error.
Code = Literal[
    "not-json",  # The text is not JSON.
    "not-utf-8",  # The text is not UTF-8.
    "file-io",  # A file cannot be read.
    "line-too-long",  # A line of `reversi ask` has 1 MiB or more.
    "unknown-version",  # The format of questions has another version.
    "unknown-field",  # No question has this field.
    "misplaced-field",  # No question or call of this kind has this field.
    "missing-field",  # A required field is missing.
    "duplicate-field",  # A field is given twice.
    "conflicting-fields",  # Two fields exclude each other.
    "wrong-type",  # The value of a field is of another type.
    "out-of-range",  # A number is out of its range.
    "unknown-name",  # A word is not an allowed one.
    "invalid-window",  # A window holds no score.
    "no-depth",  # An analysis has no depth.
    "no-lines",  # An analysis has no lines.
    "no-legal-move",  # None of the moves to search is legal.
    "no-people",  # An engine does not know how people play.
    "stopped",  # A question was stopped before the work on it began.
    "interrupted",  # A limit was reached before the proof; as an answer it is not an error.
    "bad-board",  # A text is not a board.
    "bad-move",  # A text is not a move.
    "illegal-move",  # The rules do not allow the move.
    "bad-square",  # A text is not a square.
    "bad-color",  # A text is not a colour.
    "overlapping-discs",  # A square has two discs.
    "bad-fen",  # A text is not FEN.
    "bad-obf",  # A line is not OBF.
    "bad-ggf",  # A text is not GGF.
    "bad-ggf-tag",  # A tag cannot be written as GGF.
    "bad-ggf-result",  # A result cannot be written as GGF.
    "bad-wthor",  # A file is not WTHOR.
    "bad-json",  # A record in JSON has no game, or is damaged.
    "nothing-to-read",  # A text has neither a game nor a position.
    "several-records",  # A text has more than one game or position, where one is expected.
    "not-a-game-file",  # Bytes are neither text nor a file of games.
    "bad-archive",  # A compressed file is damaged.
    "archive-too-large",  # A compressed file is larger than the reader's bound.
    "unsupported-archive",  # A compressed file is encrypted, nested or of an unknown method.
    "not-part-of-a-game",  # A strict reader does not skip this text.
    "not-for-wthor",  # A game cannot be written as WTHOR.
    "unknown-level",  # A number is not a level.
    "unknown-selectivity",  # A number is not a selectivity.
    "unknown-strength",  # A word is not a strength.
    "unknown-variety",  # A word is not a variety of book moves.
    "unknown-cpu-level",  # A word is not a CPU level.
    "no-memory",  # Memory could not be allocated.
    "hash-too-large",  # A hash table is larger than any memory.
    "too-many-threads",  # An engine has too many threads.
    "too-many-engines",  # A pool has too many engines.
    "unsupported-cpu-level",  # The machine or the build does not have the CPU level.
    "weights-io",  # A weights file cannot be read.
    "weights-format",  # A file is not a weights file.
    "weights-version",  # A weights file has another version.
    "weights-truncated",  # A weights file is cut short.
    "weights-trailing-data",  # A weights file has data after its end.
    "weights-checksum",  # A weights file is damaged.
    "weights-invalid",  # A weights file contradicts itself.
    "checkpoint-io",  # A checkpoint cannot be read or written.
    "checkpoint-in-use",  # Another process writes the checkpoint.
    "checkpoint-of-other-request",  # A checkpoint answers another question.
    "checkpoint-of-other-evaluation",  # A checkpoint is by another evaluation.
    "checkpoint-older",  # A journal of a book is by an older version.
    "checkpoint-line",  # A line of a checkpoint is damaged.
    "checkpoint-changed",  # A checkpoint was changed by another program.
    "book-io",  # A book cannot be read or written.
    "book-in-use",  # Another process changes the book.
    "book-format",  # A file is not a book.
    "book-version",  # A book has another version.
    "book-truncated",  # A book is cut short.
    "book-checksum",  # A book is damaged.
    "book-count",  # A book has another number of positions than it says.
    "book-position-twice",  # A book has a position twice.
    "book-dangling-link",  # A book has a link to a position that it does not have.
    "book-invalid",  # A book contradicts itself.
    "book-read-only",  # A book cannot be written in this format.
    "book-too-large",  # A book has too many positions.
    "proof-format",  # A file is not a proof.
    "proof-version",  # A proof has another version.
    "proof-checksum",  # A proof is damaged.
    "proof-truncated",  # A proof is cut short.
    "proof-invalid",  # A proof contradicts itself.
    "proof-too-large",  # A proof has more positions than the checker may take.
    "proof-refuted",  # A proof leads to a position that contradicts its claim.
    "proof-open",  # A proof rests on another one, which is not known.
    "false-claim",  # The score of a position is not as claimed.
    "no-result",  # A game to learn from is not over.
    "game-over",  # The game is over.
    "out-of-time",  # The clock has run out.
    "not-an-engines-turn",  # It is the turn of a person.
    "another-position",  # The answer is about another position.
    "bad-session",  # The parts of a session do not fit together.
    "bad-answer",  # A text is not an answer.
    "impossible-score",  # No game ends with the score.
    "impossible-bounds",  # Bounds hold no score.
    "impossible-estimate",  # No search returns the estimate.
    "too-deep",  # An estimate is deeper than the game.
    "not-proven",  # The value of a solve is an estimate.
    "not-a-score",  # The value of a line is bounds.
    "played-twice",  # A square is played twice.
    "passed-twice",  # A move follows two passes.
    "no-move",  # A line has no move.
    "no-proof",  # The line of an exact score does not end the game.
    "contradicted-score",  # The line of a score ends with another one.
    "unanswered-window",  # The value does not answer the window.
    "empty-analysis",  # An analysis has no lines.
    "same-move",  # Two lines begin with the same move.
    "not-sorted",  # The best line is not the first.
    "other-position",  # An analysis is of another position.
    "other-move",  # A line begins with another move.
    "better-than-best",  # A move is better than the best one.
    "impossible-people",  # Moves of people do not fit the position, or their chances are not valid.
    "missing-people",  # An analysis lacks the moves of the people of its request.
    "too-few-lines",  # An analysis has too few lines for its request.
    "too-shallow",  # An analysis is too shallow for its request.
    "ended-early",  # An analysis ended before its request was answered.
    "busy",  # The engine is at work, and the call cannot wait for it.
    "closed",  # The engine was closed.
    "forked-process",  # The process was forked while another thread used the engine: make a new one in it.
    "bad-array",  # An array is not one of boards.
    "no-positions",  # An input has no positions.
    "bad-table",  # A table does not have positions in a known form.
    "damaged-file",  # A file of results was changed.
    "cluster-failed",  # Ray has failed, or has no CPU for a worker.
    "worker-failed",  # A worker has ended by an error without a code.
    "other-version",  # A worker has another version or other weights than the driver.
    "other-driver",  # Another driver has taken the folder.
    "positions-lost",  # Workers were lost with positions that have no answer.
    "positions-missing",  # Results lack positions of their input, or have some twice.
]


class LimitsOptions(TypedDict, total=False):
    """The first limit that is reached ends the search."""

    seconds: float | None
    """Wall-clock time from the start. Without it none."""
    nodes: int | None
    """Nodes of all threads. Without it none."""
    stop: Stop | None
    """A signal from outside."""


class ClockOptions(TypedDict, total=False):
    """The time of the side to move for the rest of the game. A move takes its share of it."""

    remaining_seconds: float
    """The time that is left."""
    increment_seconds: float | None
    """The time that is added after each move. Without it 0."""


class SolveOptions(TypedDict, total=False):
    """The window of the score to prove, and the limits."""

    window: Literal["exact", "wld"] | tuple[int, int] | None
    """The exact score if it lies strictly between alpha and beta, otherwise a bound. `"wld"` is [-1, 1].
    Without it "exact"."""
    at_least: int | None
    """In place of a window: whether the side to move can score this or more. Without it none."""
    limits: Limits | LimitsOptions | None
    """The limits of each position. Without it none."""
    total_limits: Limits | LimitsOptions | None
    """The limits of the whole call. Without it none."""


class ProveOptions(TypedDict, total=False):
    """The claim to prove, by default the exact score, and the limits."""

    at_least: int | None
    """The side to move scores this or more. Without it none."""
    at_most: int | None
    """The side to move scores this or less. Without it none."""
    exactly: int | None
    """The side to move scores this. Without it the score."""
    leaf_empties: int | None
    """A checker searches positions with at most this number of empty squares. The fewer, the larger the
    proof. Without it 8."""
    limits: Limits | LimitsOptions | None
    """The limits of the call. Without it none."""


class AnalyzeOptions(TypedDict, total=False):
    """The depth and the lines of an analysis, and the limits."""

    level: int | None
    """Depth and selectivity by empties: each level takes about 1.5 times as long as the one before. Without
    it 21 unless a depth, a clock or limits are given."""
    depth: int | None
    """The depth in plies, passes not counted, in place of a level. Without both the search is as deep as a
    clock, or seconds or nodes of the limits, allow; without these it has level 21. Without it by the
    level."""
    selectivity: Selectivity | None
    """The confidence in percent with which moves are left out; 100 leaves out none. Without it the
    selectivity of the level, 100 with a depth."""
    lines: int | Literal["all"] | None
    """The number of best moves that get a score and a line each. Without it 1."""
    only: str | Sequence[str] | None
    """The squares of the moves to search. Without it all moves."""
    clock: Clock | ClockOptions | tuple[float, float] | None
    """The time of the side to move for the rest of the game. Without it none."""
    book: BookUse | None
    """When an opening book answers in place of a search, if there is one. Without it "as_deep"."""
    human: int | None
    """The rating of people: the answer has the moves that they would play. Without it none."""
    limits: Limits | LimitsOptions | None
    """The limits of each position. Without it none."""
    total_limits: Limits | LimitsOptions | None
    """The limits of the whole call. Without it none."""


class EngineOptions(TypedDict, total=False):
    """The settings of an engine."""

    hash_mib: int | None
    """The size of the hash table in MiB. Without it 64."""
    threads: int | None
    """The threads of a search, 0 for all that the machine runs at once. Without it 1."""
    cpu_level: str | None
    """The CPU level to run on, such as `x86-v3`. Without it the best one of the machine."""


class OpponentOptions(TypedDict, total=False):
    """How a human-like opponent chooses: it has either a strength or a rating."""

    strength: Strength | None
    """The name of the rating. Without it a rating."""
    rating: int | None
    """The strength of its play. 1500 is the median of people who play many tournament games, and 2400 makes
    no mistakes. Without it a strength."""
    seed: int | str | None
    """The seed of the mistakes: the same seed and the same boards give the same moves."""


class Place:
    """The place of an error. Unknown parts are `None`."""

    file: str | None = None
    """The file."""
    field: str | None = None
    """The field of a question or the argument of a call, such as `limits.seconds`."""
    line: int | None = None
    """The line of a text, from 1."""
    column: int | None = None
    """The column of a line, from 1."""
    offset: int | None = None
    """The byte of the field if there is one, else of the text or file, from 0."""
    index: int | None = None
    """The number of the item in a list, from 0."""
    ply: int | None = None
    """The ply of a game, from 1."""
