"""The exceptions of the package. The compiled half raises them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._engine import Bounds, Exact

__all__ = [
    "ArrayError",
    "BookError",
    "BuildError",
    "BusyError",
    "CheckpointError",
    "IllegalMoveError",
    "Interrupted",
    "InvalidValueError",
    "ParseError",
    "RequestError",
    "ReversiError",
    "WeightsError",
]


class ReversiError(Exception):
    """What all exceptions of the package are. A message for people, a stable code, and the place.

    >>> from reversi_engine import Board, ReversiError
    >>> try:
    ...     Board("XO?")
    ... except ReversiError as error:
    ...     print(error.code, error.offset)
    bad-board 2
    """

    def __init__(
        self,
        message: str,
        code: str = "error",
        *,
        field: str | None = None,
        line: int | None = None,
        column: int | None = None,
        offset: int | None = None,
        index: int | None = None,
    ) -> None:
        super().__init__(message)
        #: What is wrong, as a word that stays the same from version to version.
        self.code = code
        #: The field of the question, or the argument.
        self.field = field
        #: The line of the text, from 1.
        self.line = line
        #: The column of the line, from 1.
        self.column = column
        #: The byte of the text or file, from 0; in a text of several lines that of the line.
        self.offset = offset
        #: The item of the list or array, from 0.
        self.index = index


class ParseError(ReversiError, ValueError):
    """Text or bytes that are not what they should be: a board, a move, a transcript, a file."""


class IllegalMoveError(ReversiError, ValueError):
    """A move that the rules do not allow."""


class InvalidValueError(ReversiError, ValueError):
    """A value that does not exist: discs that overlap, a score beyond 64, an item that is no board."""


class RequestError(ReversiError, ValueError):
    """A question that has no answer: a window without a score, a depth of 0, an unknown level."""


class ArrayError(ReversiError, ValueError):
    """An array that is no array of boards. ``index`` is the first row in which discs overlap."""


class WeightsError(ReversiError, ValueError):
    """A file that is no file of weights, or is damaged. One that cannot be read is an ``OSError``."""


class BookError(ReversiError, ValueError):
    """A file that is no book, or is damaged. One that cannot be read is an ``OSError``."""


class CheckpointError(ReversiError, ValueError):
    """A file of a run that is another one's, in use or damaged. One that cannot be read is an ``OSError``."""


class BuildError(ReversiError, RuntimeError):
    """An engine that cannot be made: no memory for its table, too many threads, a CPU without the level."""


class BusyError(ReversiError, RuntimeError):
    """An engine that would wait for the thread that asks it."""


class Interrupted(ReversiError):
    """A solve that a limit has ended, with what is proven by then.

    >>> from reversi_engine import Board, Engine, Interrupted, Limits
    >>> try:
    ...     Engine(hash_mib=1).solve(Board(), limits=Limits(nodes=1000))
    ... except Interrupted as error:
    ...     print(error.reason, error.bounds)
    nodes -64..=+64
    """

    def __init__(
        self, message: str, reason: str, bounds: Exact | Bounds, nodes: int, elapsed: float
    ) -> None:
        super().__init__(message, "interrupted")
        #: ``"time"``, ``"nodes"``, ``"stop"`` or ``"callback"``.
        self.reason = reason
        #: What is proven. It does not answer the question yet.
        self.bounds = bounds
        #: The nodes of the search.
        self.nodes = nodes
        #: Its seconds.
        self.elapsed = elapsed

    def __reduce__(self) -> tuple[type[Interrupted], tuple[object, ...]]:
        arguments = (self.args[0], self.reason, self.bounds, self.nodes, self.elapsed)
        return type(self), arguments
