"""The exceptions of the package. The compiled half raises them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._surface import Place

if TYPE_CHECKING:
    from ._engine import Bounds, Exact
    from ._surface import StopReason

__all__ = [
    "ArgumentError",
    "ArrayError",
    "BookError",
    "BuildError",
    "BusyError",
    "CheckpointError",
    "ClosedError",
    "ForkedError",
    "IllegalMoveError",
    "Interrupted",
    "InvalidValueError",
    "ParseError",
    "ProofError",
    "RequestError",
    "ReversiError",
    "SessionError",
    "WeightsError",
]


class ReversiError(Place, Exception):
    """Base class of the package's exceptions: a message for people, a stable code, and the place.

    `code` is one of `Code`. `field`, `file`, `line`, `column`, `offset`, `index` and `ply` are the place, as
    far as it is known.

    >>> from reversi_engine import Board, ReversiError
    >>> try:
    ...     Board("XO?")
    ... except ReversiError as error:
    ...     print(error.code, error.offset)
    bad-board 2
    """

    def __init__(self, message: str, code: str, **place: Any) -> None:
        super().__init__(message)
        #: The kind of error, as a word that stays the same from version to version.
        self.code = code
        for name, value in place.items():
            setattr(self, name, value)

    @property
    def place(self) -> dict[str, Any]:
        """The place as far as it is known, by the names of its attributes."""
        known = {name: getattr(self, name) for name in Place.__annotations__}
        return {name: value for name, value in known.items() if value is not None}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.code), vars(self)


class ParseError(ReversiError, ValueError):
    """Text or bytes that are not valid: a board, a move, a transcript, a file."""


class IllegalMoveError(ReversiError, ValueError):
    """A move that the rules do not allow."""


class InvalidValueError(ReversiError, ValueError):
    """An impossible value: discs that overlap, a lower bound above the upper one, an odd exact score."""


class RequestError(ReversiError, ValueError):
    """A question that has no answer: a window without a score, a depth of 0, an unknown level."""


class ArgumentError(RequestError, TypeError):
    """An argument of another type, an unknown one, or one that is missing. ``field`` is its name.

    >>> from reversi_engine import ArgumentError, Board, Engine
    >>> try:
    ...     Engine(hash_mib=1).analyze(Board(), level="high")
    ... except ArgumentError as error:
    ...     print(error.code, error.field)
    wrong-type level
    """


class ArrayError(ReversiError, ValueError):
    """An array that does not hold boards. ``index`` is the first row in which discs overlap."""


class WeightsError(ReversiError, ValueError):
    """A file that is not a weights file, or is damaged. A file that cannot be read is an ``OSError``."""


class BookError(ReversiError, ValueError):
    """A file that is not a book, or is damaged. A file that cannot be read is an ``OSError``."""


class CheckpointError(ReversiError, ValueError):
    """A file of a run that belongs to another run, is in use or damaged. A file that cannot be read is an
    ``OSError``."""


class ProofError(ReversiError, ValueError):
    """A file that proves nothing: it is of another kind, damaged, or has a wrong move."""


class BuildError(ReversiError, RuntimeError):
    """An engine that cannot be made: no memory for its table, a CPU without the level."""


class BusyError(ReversiError, RuntimeError):
    """An engine that would wait for the thread that asks it."""


class ForkedError(ReversiError, RuntimeError):
    """An engine that another thread used when this process was forked: that thread is not in this process.

    Make a new engine in the child, or start it by ``spawn`` or ``forkserver``.
    """


class ClosedError(ReversiError, ValueError):
    """A call of an engine that was closed.

    >>> from reversi_engine import Board, ClosedError, Engine
    >>> with Engine(hash_mib=1) as engine:
    ...     solution = engine.analyze(Board(), depth=1)
    >>> try:
    ...     engine.analyze(Board(), depth=1)
    ... except ClosedError as error:
    ...     print(error)
    the engine was closed
    """


class SessionError(ReversiError, ValueError):
    """A call that a session refuses: the game is over, or a clock has run out.

    >>> from reversi_engine import Session, SessionError
    >>> session = Session()
    >>> session.resign("black")
    >>> try:
    ...     session.play("f5")
    ... except SessionError as error:
    ...     print(error.code)
    game-over
    """


class Interrupted(ReversiError):
    """A solve that a limit ended, with what is proven by then.

    >>> from reversi_engine import Board, Engine, Interrupted, Limits
    >>> try:
    ...     Engine(hash_mib=1).solve(Board(), limits=Limits(nodes=1000))
    ... except Interrupted as error:
    ...     print(error.reason, error.bounds)
    nodes -64..=+64
    """

    def __init__(
        self, message: str, reason: StopReason, bounds: Exact | Bounds, nodes: int, seconds: float
    ) -> None:
        super().__init__(message, "interrupted")
        #: The limit that was reached.
        self.reason = reason
        #: Proven bounds of the score. They do not answer the question yet.
        self.bounds = bounds
        #: The nodes searched.
        self.nodes = nodes
        #: The wall-clock time of the call.
        self.seconds = seconds

    def to_json(self) -> str:
        """Returns the reason, the bounds, the nodes and the time as JSON."""
        bounds = {"lower": self.bounds.lower, "upper": self.bounds.upper}
        return json.dumps(
            {"reason": self.reason, "bounds": bounds, "nodes": self.nodes, "seconds": self.seconds}
        )

    @classmethod
    def from_json(cls, text: str) -> Interrupted:
        """Reads what `to_json` wrote. Contradictory data is refused."""
        from ._engine import _interrupted

        return _interrupted(text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Interrupted) and self.__reduce__() == other.__reduce__()

    __hash__ = ReversiError.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.reason, self.bounds, self.nodes, self.seconds)
