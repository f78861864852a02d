"""Names, options and fields, for type checkers and readers.

Written by `cargo tools surface`: do not edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._engine import (
        Accuracy,
        Analysis,
        Bounds,
        Chances,
        Clock,
        Estimate,
        Exact,
        HumanMove,
        HumanMoves,
        HumanRating,
        Limits,
        Line,
        Position,
        Reason,
        ReviewedMove,
        SideReview,
        Stop,
        TurningPoint,
    )

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
    "master",  # The engine at level 10, without deliberate mistakes.
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
    "misplaced-field",  # No question of this kind has this field.
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
    """Depth and selectivity by empties, in the convention of Edax. Without it 21 unless a depth, a clock or
    limits are given."""
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


if TYPE_CHECKING:

    class _SolutionFields:
        """A proven score, or the bound that the window asks for."""

        @property
        def value(self) -> Exact | Bounds | Estimate:
            """The score, or the bounds that answer the question."""
            raise NotImplementedError

        @property
        def pv(self) -> list[str]:
            """The line of best play, passes included."""
            raise NotImplementedError

        @property
        def nodes(self) -> int:
            """The nodes searched."""
            raise NotImplementedError

        @property
        def seconds(self) -> float:
            """The wall-clock time of the call."""
            raise NotImplementedError

        @property
        def source(self) -> Source:
            """The source of the solution."""
            raise NotImplementedError

    class _AnalysisFields:
        """The best moves of the position beside it, the best first."""

        @property
        def lines(self) -> list[Line]:
            """The best moves with their lines, the best first; at least one."""
            raise NotImplementedError

        @property
        def stopped(self) -> StopReason | None:
            """The limit that ended the analysis, or null."""
            raise NotImplementedError

        @property
        def nodes(self) -> int:
            """The nodes searched."""
            raise NotImplementedError

        @property
        def seconds(self) -> float:
            """The wall-clock time of the call."""
            raise NotImplementedError

        @property
        def source(self) -> Source:
            """The source of the analysis."""
            raise NotImplementedError

        @property
        def human(self) -> HumanMoves | None:
            """The moves that people would play, if asked for."""
            raise NotImplementedError

    class _LineFields:
        """A move with its value and the expected continuation of the game."""

        @property
        def value(self) -> Exact | Bounds | Estimate:
            """The score: exact, or an estimate."""
            raise NotImplementedError

        @property
        def pv(self) -> list[str]:
            """The move and what follows, passes included."""
            raise NotImplementedError

    class _AnalyzedMoveFields:
        """A move of a game beside the best one."""

        @property
        def position(self) -> Position:
            """The position before the move."""
            raise NotImplementedError

        @property
        def played(self) -> str:
            """The move that was played."""
            raise NotImplementedError

        @property
        def loss(self) -> int:
            """The number of discs by which the move was worse than the best one."""
            raise NotImplementedError

        @property
        def depth(self) -> int:
            """The plies of the search that found the best move, passes not counted."""
            raise NotImplementedError

        @property
        def line(self) -> Line:
            """The value of the move and how the game could have continued."""
            raise NotImplementedError

        @property
        def analysis(self) -> Analysis:
            """The analysis of the position before the move."""
            raise NotImplementedError

    class _ProgressFields:
        """The progress of a running search."""

        @property
        def nodes(self) -> int:
            """Nodes since the start of the call."""
            raise NotImplementedError

        @property
        def seconds(self) -> float:
            """Time since the start of the call."""
            raise NotImplementedError

        @property
        def bounds(self) -> Exact | Bounds:
            """Proven bounds of the score of the position, -64 to 64 if nothing is proven yet."""
            raise NotImplementedError

        @property
        def value(self) -> Exact | Bounds | Estimate:
            """Exact if it is proven, otherwise the value of the best line. Before there is a line, the
            bounds."""
            raise NotImplementedError

        @property
        def lines(self) -> list[Line]:
            """The best lines of the last complete search, the best first. Empty before there is one."""
            raise NotImplementedError

        @property
        def done(self) -> int:
            """The moves of a game, or the positions of a proof, that are done."""
            raise NotImplementedError

    class _LimitsFields:
        """The first limit that is reached ends the search."""

        @property
        def seconds(self) -> float | None:
            """Wall-clock time from the start."""
            raise NotImplementedError

        @property
        def nodes(self) -> int | None:
            """Nodes of all threads."""
            raise NotImplementedError

    class _ClockOptionsFields:
        """The time of the side to move for the rest of the game. A move takes its share of it."""

        @property
        def remaining_seconds(self) -> float:
            """The time that is left."""
            raise NotImplementedError

        @property
        def increment_seconds(self) -> float | None:
            """The time that is added after each move."""
            raise NotImplementedError

    class _HumanMovesFields:
        """Moves that people of a rating would play at a position."""

        @property
        def rating(self) -> int:
            """The rating of the people: 1500 is the median of those who play many tournament games."""
            raise NotImplementedError

        @property
        def moves(self) -> list[HumanMove]:
            """All legal moves, the likeliest first. Only the pass if it is forced, nothing if the game is
            over."""
            raise NotImplementedError

    class _HumanMoveFields:
        """A move, and how likely people are to choose it."""

        @property
        def move(self) -> str:
            """The move."""
            raise NotImplementedError

        @property
        def chance(self) -> float:
            """How likely people are to choose it, from 0 to 1, with four decimals."""
            raise NotImplementedError

    class _ReviewFields:
        """The review of a game."""

        @property
        def version(self) -> int:
            """The version of the definitions of classes, errors, chances and accuracy."""
            raise NotImplementedError

        @property
        def fingerprint(self) -> str | None:
            """The fingerprint of the evaluation, 16 hexadecimal digits; null if it is not known."""
            raise NotImplementedError

        @property
        def black_score(self) -> int | None:
            """The result from black's side, empties to the winner; null if the game is not over."""
            raise NotImplementedError

        @property
        def opening(self) -> str | None:
            """The English name of the opening; null if it has no name."""
            raise NotImplementedError

        @property
        def left_book(self) -> int | None:
            """The ply that left the book; null without a book, and if no move left it."""
            raise NotImplementedError

        @property
        def moves(self) -> list[ReviewedMove]:
            """The moves in the order of the game: all of them, or the last ones if the call ended early."""
            raise NotImplementedError

        @property
        def sides(self) -> dict[Literal["black", "white"], SideReview]:
            """How each side played."""
            raise NotImplementedError

        @property
        def turning_points(self) -> list[TurningPoint]:
            """The moves that changed the expected result, the worst first."""
            raise NotImplementedError

        @property
        def stopped(self) -> StopReason | None:
            """The first limit that ended a search early, or null."""
            raise NotImplementedError

    class _ReviewedMoveFields:
        """A move of a game and how good it was."""

        @property
        def ply(self) -> int:
            """The number of the ply from 1, passes included."""
            raise NotImplementedError

        @property
        def position(self) -> Position:
            """The position before the move."""
            raise NotImplementedError

        @property
        def played(self) -> str:
            """The move that was played."""
            raise NotImplementedError

        @property
        def value(self) -> Exact | Bounds | Estimate:
            """The value of the move that was played."""
            raise NotImplementedError

        @property
        def best_move(self) -> str:
            """The best move; the one that was played if none is better."""
            raise NotImplementedError

        @property
        def best_value(self) -> Exact | Bounds | Estimate:
            """The value of the best move, by a search of the same kind and depth."""
            raise NotImplementedError

        @property
        def loss(self) -> int:
            """The discs that the move lost, 0 if the loss may be an error of the search. An estimated loss
            counts if it is at least 3 discs and more than twice its error."""
            raise NotImplementedError

        @property
        def error(self) -> float:
            """The standard error of the loss in discs, 0 if it is proven."""
            raise NotImplementedError

        @property
        def proven(self) -> bool:
            """True if both values are exact, and so the loss."""
            raise NotImplementedError

        @property
        def judged(self) -> bool:
            """True if there was a choice: moves that are not equal by symmetry."""
            raise NotImplementedError

        @property
        def class_(self) -> MoveClass:
            """How good the move was."""
            raise NotImplementedError

        @property
        def gave_away(self) -> Outcome | None:
            """The proven result that the move gave away: a win or a draw, null for none."""
            raise NotImplementedError

        @property
        def best_chances(self) -> Chances:
            """The chances before the move, if the best one is played."""
            raise NotImplementedError

        @property
        def chances(self) -> Chances:
            """The chances after the move."""
            raise NotImplementedError

        @property
        def best_line(self) -> list[str]:
            """The best line to show: the best move and what follows, passes included."""
            raise NotImplementedError

        @property
        def line(self) -> list[str]:
            """The move that was played and the best continuation."""
            raise NotImplementedError

        @property
        def why(self) -> Reason | None:
            """Why an inaccuracy, a mistake or a blunder was worse than the best move; null for other moves,
            and where no fact explains it."""
            raise NotImplementedError

        @property
        def found(self) -> float | None:
            """How likely people of the rating in the request are to play the best move, from 0 to 1; null
            without a rating."""
            raise NotImplementedError

    class _ReasonFields:
        """Why a move was worse than the best one: a fact that is true on both lines."""

        @property
        def fact(self) -> Fact:
            """The fact."""
            raise NotImplementedError

        @property
        def squares(self) -> list[str]:
            """The squares of the fact."""
            raise NotImplementedError

        @property
        def played(self) -> int:
            """The number after the move that was played, if the fact has one."""
            raise NotImplementedError

        @property
        def best(self) -> int:
            """The number after the best move, if the fact has one."""
            raise NotImplementedError

        @property
        def en(self) -> str:
            """The sentence in English."""
            raise NotImplementedError

        @property
        def ja(self) -> str:
            """The sentence in Japanese."""
            raise NotImplementedError

    class _SideReviewFields:
        """How a side played."""

        @property
        def judged(self) -> int:
            """The moves with a choice."""
            raise NotImplementedError

        @property
        def lost(self) -> int:
            """The total number of discs that its moves lost."""
            raise NotImplementedError

        @property
        def proven(self) -> int:
            """The number of these discs that are proven."""
            raise NotImplementedError

        @property
        def inaccuracies(self) -> int:
            """The number of its inaccuracies."""
            raise NotImplementedError

        @property
        def mistakes(self) -> int:
            """The number of its mistakes."""
            raise NotImplementedError

        @property
        def blunders(self) -> int:
            """The number of its blunders."""
            raise NotImplementedError

        @property
        def accuracy(self) -> Accuracy | None:
            """The accuracy; null if fewer than 10 moves were judged."""
            raise NotImplementedError

        @property
        def rating(self) -> HumanRating | None:
            """The strength of the moves of this game, compared with the moves of people of each rating; null
            if the engine does not know how people play."""
            raise NotImplementedError

    class _HumanRatingFields:
        """The rating of a person, from moves."""

        @property
        def rating(self) -> int:
            """The mean of the estimate."""
            raise NotImplementedError

        @property
        def low(self) -> int:
            """The lower end of the interval of 90 %."""
            raise NotImplementedError

        @property
        def high(self) -> int:
            """The upper end of the interval of 90 %."""
            raise NotImplementedError

        @property
        def moves(self) -> int:
            """The moves that had a choice."""
            raise NotImplementedError

        @property
        def enough(self) -> bool:
            """True if the moves are enough to tell a person from others. The moves of one game are usually
            not."""
            raise NotImplementedError

    class _TurningPointFields:
        """A move that changed the expected result."""

        @property
        def ply(self) -> int:
            """The number of the ply from 1, passes included."""
            raise NotImplementedError

        @property
        def before(self) -> Outcome:
            """The result with the best move."""
            raise NotImplementedError

        @property
        def after(self) -> Outcome:
            """The result after the move."""
            raise NotImplementedError

        @property
        def proven(self) -> bool:
            """True if both results are proven."""
            raise NotImplementedError

    class _ChancesFields:
        """The chances of the side to move if tournament players continue the game. They add up to 1."""

        @property
        def win(self) -> float:
            """The chance to win."""
            raise NotImplementedError

        @property
        def draw(self) -> float:
            """The chance to draw."""
            raise NotImplementedError

        @property
        def loss(self) -> float:
            """The chance to lose."""
            raise NotImplementedError

    class _AccuracyFields:
        """How well a side played: 100 % if it lost no disc."""

        @property
        def percent(self) -> float:
            """The accuracy in per cent."""
            raise NotImplementedError

        @property
        def low(self) -> float:
            """The lower end of the interval."""
            raise NotImplementedError

        @property
        def high(self) -> float:
            """The upper end of the interval."""
            raise NotImplementedError

    class _PuzzleFields:
        """A position with one best move."""

        @property
        def position(self) -> Position:
            """The position."""
            raise NotImplementedError

        @property
        def best_move(self) -> str:
            """The best move."""
            raise NotImplementedError

        @property
        def margin(self) -> int:
            """The number of discs by which every other move is worse, at least."""
            raise NotImplementedError

        @property
        def hard(self) -> int:
            """The difficulty: the discs lost by the best move of a search of one ply. 0 if that search finds
            the best move."""
            raise NotImplementedError

        @property
        def found(self) -> float | None:
            """How likely people of the rating in the request are to find the best move, from 0 to 1; null
            without a rating."""
            raise NotImplementedError

        @property
        def proven(self) -> bool:
            """True if the values are exact."""
            raise NotImplementedError

        @property
        def moves(self) -> list[Line]:
            """All moves with their values and lines, the best first."""
            raise NotImplementedError
