"""The rules on arrays of NumPy: a row for each board, hundreds of millions of boards a second.

Boards are an array of shape (n, 2): the discs of the side to move and of the other side, as sets of squares in
``uint64``, or in ``int64`` with the same bits; A1 is bit 0, H8 bit 63. Sets in the results have the type of the
boards. A move is a number: A1 is 0, B1 is 1, H8 is 63, a pass is ``PASS``. Everything is seen from the side to
move, but the ``ends`` of a replay.

Each function computes on the calling thread, or on ``threads`` threads, 0 for all that the machine runs at once,
while other threads of Python run. ``out`` is an array for the result, which may be the input. After an error its
content is undefined. Arrays may be read-only, of any strides and any byte order: what is not contiguous is copied
once. ``out`` has the byte order of the machine. Tensors of other libraries, such as PyTorch, are read through
DLPack without a copy, and ``torch.from_dlpack`` makes tensors of the results.

>>> import numpy as np
>>> from reversi_engine import Board, arrays, to_array
>>> boards = to_array([Board(), Board().play("f5")])
>>> arrays.mobility(boards)
array([4, 3], dtype=uint8)
>>> after = arrays.play(boards, [19, 29])  # d3 and f4
>>> arrays.is_over(after).tolist(), arrays.cells(after).sum(axis=1).tolist()
([False, False], [-3, 0])
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, Union, cast

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _array_arguments as _given
from . import _engine
from ._array_arguments import PASS
from ._engine import Board, Game, GgfGame, Record, Symmetry, WthorGame, square_name
from ._errors import ArgumentError, ArrayError, RequestError
from ._policies import Match, Policy, choose, move_scores, play_games

__all__ = [
    "PASS",
    "Games",
    "Match",
    "Policy",
    "Replay",
    "canonical",
    "cells",
    "choose",
    "final_scores",
    "flips",
    "from_cells",
    "from_planes",
    "hash",
    "is_over",
    "legal_moves",
    "mobility",
    "move_scores",
    "moves_of",
    "must_pass",
    "pack",
    "perft",
    "planes",
    "play",
    "play_games",
    "random_games",
    "replay",
    "stable",
    "transform",
    "unpack",
]

_Words = TypeVar("_Words", np.uint64, np.int64)
#: Games that have moves: see ``moves_of``.
_Records = Union[Iterable[Union[Game, GgfGame, Record, WthorGame, str]], bytes, bytearray, "os.PathLike[str]"]
_PLANES = ("player", "opponent", "empty", "legal")


def _bits(rule: str, boards: ArrayLike, out: NDArray[Any] | None, threads: int) -> NDArray[Any]:
    native = partial(_engine._array_words, rule)
    return _given.compute(native, _given.boards(boards), (), out, (), None, threads)


def _bytes(
    rule: str, boards: ArrayLike, out: NDArray[Any] | None, threads: int, dtype: DTypeLike
) -> NDArray[Any]:
    def native(rows: NDArray[Any], flat: NDArray[Any], threads: int) -> None:
        _engine._array_bytes(rule, rows, flat.view(np.uint8), threads)

    return _given.compute(native, _given.boards(boards), (), out, (), dtype, threads)


def legal_moves(
    boards: NDArray[_Words], *, out: NDArray[_Words] | None = None, threads: int = 1
) -> NDArray[_Words]:
    """Returns the legal moves of the side to move, as a set of squares for each board.

    >>> from reversi_engine import Board, arrays, to_array
    >>> moves = arrays.legal_moves(to_array([Board()]))
    >>> int(moves[0]) == Board().legal_squares
    True
    """
    return _bits("legal_moves", boards, out, threads)


def stable(
    boards: NDArray[_Words], *, out: NDArray[_Words] | None = None, threads: int = 1
) -> NDArray[_Words]:
    """Returns discs of the side to move that can never be turned: a proven subset, not all of them.

    ``boards[:, ::-1]`` are the boards as the other side sees them.
    """
    return _bits("stable", boards, out, threads)


def hash(
    boards: NDArray[_Words], *, out: NDArray[_Words] | None = None, threads: int = 1
) -> NDArray[_Words]:
    """Returns a hash of each board, the same on every machine. Images by a symmetry have other hashes, unless they
    are ``canonical``."""
    return _bits("hash", boards, out, threads)


def mobility(
    boards: NDArray[_Words], *, out: NDArray[np.uint8] | None = None, threads: int = 1
) -> NDArray[np.uint8]:
    """Returns the number of legal moves of the side to move."""
    return _bytes("mobility", boards, out, threads, np.uint8)


def must_pass(
    boards: NDArray[_Words], *, out: NDArray[np.bool_] | None = None, threads: int = 1
) -> NDArray[np.bool_]:
    """Returns true where the side to move has no move and the other side has one."""
    return _bytes("must_pass", boards, out, threads, np.bool_)


def is_over(
    boards: NDArray[_Words], *, out: NDArray[np.bool_] | None = None, threads: int = 1
) -> NDArray[np.bool_]:
    """Returns true where neither side has a move."""
    return _bytes("is_over", boards, out, threads, np.bool_)


def final_scores(
    boards: NDArray[_Words], *, out: NDArray[np.int8] | None = None, threads: int = 1
) -> NDArray[np.int8]:
    """Returns the score of a game that ended on each board, from the **side to move** there: discs less those of the
    other side, empties to the winner.

    After the last move of a game the side to move is the opponent of whoever played it. The ``ends`` of a replay
    are as black sees them.
    """
    return _bytes("final_scores", boards, out, threads, np.int8)


def perft(
    boards: NDArray[_Words], depth: int, *, out: NDArray[np.uint64] | None = None, threads: int = 1
) -> NDArray[np.uint64]:
    """Counts the sequences of ``depth`` moves from each board. A pass is a move; a game that ends earlier counts
    once. A thread takes a board at a time.

    >>> from reversi_engine import Board, arrays, to_array
    >>> arrays.perft(to_array([Board(), Board().play("f5")]), 5).tolist()
    [1396, 2050]
    """
    rows, plies = _given.boards(boards), _given.whole("depth", depth, 2**32 - 1)
    return _given.compute(_engine._array_perft, rows, [plies], out, (), np.uint64, threads)


def flips(
    boards: NDArray[_Words], moves: ArrayLike, *, out: NDArray[_Words] | None = None, threads: int = 1
) -> NDArray[_Words]:
    """Returns the discs that a move on each board turns; none where it is illegal, a pass or no square.

    >>> from reversi_engine import Board, arrays, to_array
    >>> boards = to_array([Board(), Board()])
    >>> arrays.flips(boards, [19, 0]) == [1 << 27, 0]
    array([ True,  True])
    """
    rows = _given.boards(boards)
    numbers = _given.numbers("moves", moves, rows.shape[:1])
    return _given.compute(_engine._array_flips, rows, [numbers], out, (), None, threads)


def play(
    boards: NDArray[_Words], moves: ArrayLike, *, out: NDArray[_Words] | None = None, threads: int = 1
) -> NDArray[_Words]:
    """Plays a move, or a forced pass, on each board. Returns the boards after it, seen from the other side.

    An illegal move is an ``IllegalMoveError`` with its ``index``.

    >>> from reversi_engine import Board, IllegalMoveError, arrays, from_array, to_array
    >>> boards = to_array([Board(), Board()])
    >>> from_array(arrays.play(boards, [19, 37])) == [Board().play("d3"), Board().play("f5")]
    True
    >>> try:
    ...     arrays.play(boards, [19, 0])
    ... except IllegalMoveError as error:
    ...     print(error.index, error)
    1 moves[1]: a1 is not a legal move: it flips no disc
    """
    rows = _given.boards(boards)
    numbers = _given.numbers("moves", moves, rows.shape[:1])
    return _given.compute(_engine._array_play, rows, [numbers], out, (2,), None, threads)


def transform(
    boards: NDArray[_Words],
    symmetry: Symmetry | int | NDArray[Any] | Sequence[int],
    *,
    out: NDArray[_Words] | None = None,
    threads: int = 1,
) -> NDArray[_Words]:
    """Returns each board with all its discs moved by a symmetry, or by the symmetry with this number in
    ``Symmetry.ALL``. An array of numbers has one for each board.

    >>> from reversi_engine import Board, Symmetry, arrays, from_array, to_array
    >>> symmetry = Symmetry.ALL[5]
    >>> board = Board().play("f5")
    >>> from_array(arrays.transform(to_array([board]), symmetry)) == [symmetry.board(board)]
    True
    >>> images = arrays.transform(to_array([board] * 8), range(8))
    >>> from_array(images) == [symmetry.board(board) for symmetry in Symmetry.ALL]
    True
    """
    rows = _given.boards(boards)
    if isinstance(symmetry, Symmetry):
        symmetry = Symmetry.ALL.index(symmetry)
    given: int | NDArray[np.uint8]
    if hasattr(symmetry, "__len__") or hasattr(symmetry, "__dlpack__"):
        given = _given.numbers("symmetry", symmetry, rows.shape[:1], 7)
    else:
        given = _given.whole("symmetry", symmetry, 7)
    return _given.compute(_engine._array_transform, rows, [given], out, (2,), None, threads)


def canonical(
    boards: NDArray[_Words], *, threads: int = 1
) -> tuple[NDArray[_Words], NDArray[np.uint8]]:
    """Returns the smallest of the eight symmetric images of each board, and the number in ``Symmetry.ALL`` of the
    symmetry that leads to it.

    >>> import numpy as np
    >>> from reversi_engine import Board, arrays, to_array
    >>> images, symmetries = arrays.canonical(to_array([Board().play(m) for m in Board().legal_moves()]))
    >>> len(np.unique(images, axis=0))
    1
    """
    rows, threads = _given.boards(boards), _given.threads(threads)
    columns = np.empty((len(rows), 3), np.uint64)
    _engine._array_canonical(rows.view(np.uint64), columns.reshape(-1), threads)
    return columns[:, :2].copy().view(rows.dtype), columns[:, 2].astype(np.uint8)


def cells(
    boards: NDArray[_Words], *, out: NDArray[np.int8] | None = None, threads: int = 1
) -> NDArray[np.int8]:
    """Returns an array of shape (n, 64): 1 for a disc of the side to move, -1 for one of the other side, 0 for an
    empty square.

    >>> from reversi_engine import Board, arrays, to_array
    >>> arrays.cells(to_array([Board()])).reshape(8, 8)[3:5, 3:5].tolist()
    [[-1, 1], [1, -1]]
    """
    return _given.compute(_engine._array_cells, _given.boards(boards), (), out, (64,), np.int8, threads)


def from_cells(
    cells: ArrayLike, *, out: NDArray[np.uint64] | None = None, threads: int = 1
) -> NDArray[np.uint64]:
    """Returns the boards of an array of shape (n, 64) or (n, 8, 8), as ``cells`` makes it, of ``int8`` or another
    type of whole numbers."""
    array = _given.array_of("cells", cells)
    _given.shaped("cells", array, ("n", 8, 8) if array.ndim == 3 else ("n", 64))
    if array.dtype.kind not in "ui":
        raise _given.wrong("cells", "an array of whole numbers", array.dtype)
    if array.dtype != np.int8:
        outside = ((array < -1) | (array > 1)).reshape(-1)
        if outside.any():
            first = int(outside.argmax())
            board, square = divmod(first, 64)
            message = f"board {board}: {square_name(square)} must be -1, 0 or 1, not {array.reshape(-1)[first]}"
            raise ArrayError(message, "bad-array", field="cells", index=board)
        array = array.astype(np.int8)
    rows = _given.contiguous(array)
    return _given.compute(_engine._array_from_cells, rows, (), out, (2,), np.uint64, threads, (np.int64,))


def _of_cells(dtype: DTypeLike, out: NDArray[Any] | None) -> np.dtype[Any]:
    """Returns the type of cells: ``dtype``, or that of ``out``."""
    kind = np.dtype(out.dtype if isinstance(out, np.ndarray) else dtype)
    if kind not in (np.dtype(np.float32), np.dtype(np.uint8), np.dtype(np.bool_)):
        raise _given.wrong("dtype", "float32, uint8 or bool", kind)
    return kind


def planes(
    boards: NDArray[_Words],
    names: Sequence[Literal["player", "opponent", "empty", "legal"]] = ("player", "opponent"),
    *,
    dtype: DTypeLike = np.float32,
    out: NDArray[Any] | None = None,
    threads: int = 1,
) -> NDArray[Any]:
    """Returns an array of shape (n, c, 8, 8) of 0 and 1, ranks before files: for each board the planes with these
    names, as the **side to move** sees it.

    ``player`` are the discs of the side to move, ``opponent`` those of the other side, ``empty`` the squares
    without a disc, ``legal`` the legal moves of the side to move. ``dtype`` is ``float32``, ``uint8`` or ``bool``.

    >>> from reversi_engine import Board, arrays, to_array
    >>> planes = arrays.planes(to_array([Board()]), ["player", "opponent", "legal"])
    >>> planes.shape, planes.dtype.name, planes.sum(axis=(2, 3)).tolist()
    ((1, 3, 8, 8), 'float32', [[2.0, 2.0, 4.0]])
    """
    rows, kind = _given.boards(boards), _of_cells(dtype, out)
    wanted: list[str] = list(names)
    for name in wanted:
        if name not in _PLANES or isinstance(names, str):
            known = ", ".join(_PLANES)
            message = f"names must be a list of names of {known}, not {names!r}"
            raise RequestError(message, "unknown-name", field="names")
    width = (len(wanted), 8, 8)
    return _given.compute(_engine._array_planes, rows, [wanted], out, width, kind, threads)


def from_planes(planes: ArrayLike, *, threads: int = 1) -> NDArray[np.uint64]:
    """Returns the boards of an array of shape (n, c, 8, 8): plane 0 has the discs of the side to move, plane 1 those
    of the other side, and others are not read. A disc is on every square that is not 0."""
    array = _given.array_of("planes", planes)
    _given.shaped("planes", array, ("n", "c", 8, 8))
    if array.shape[1] < 2:
        raise _given.wrong("planes", "an array with 2 or more planes", array.shape)
    if array.dtype.kind not in "buif":
        raise _given.wrong("planes", "an array of numbers", array.dtype)
    sets = pack(array[:, :2].reshape(2 * len(array), 64), threads=threads).reshape(-1, 2)
    both = sets[:, 0] & sets[:, 1]
    if both.any():
        index = int((both != 0).argmax())
        message = f"row {index}: a square cannot have discs of both sides"
        raise ArrayError(message, "overlapping-discs", field="planes", index=index)
    return sets


def unpack(
    sets: NDArray[_Words],
    *,
    dtype: DTypeLike = np.bool_,
    out: NDArray[Any] | None = None,
    threads: int = 1,
) -> NDArray[Any]:
    """Returns an array of shape (n, 64) from n sets of squares: 1 for the squares of a set, 0 for the others.
    ``dtype`` is ``bool``, ``uint8`` or ``float32``.

    >>> import numpy as np
    >>> from reversi_engine import Board, arrays, to_array
    >>> mask = arrays.unpack(arrays.legal_moves(to_array([Board()])))
    >>> np.flatnonzero(mask[0]).tolist()
    [19, 26, 37, 44]
    """
    rows, kind = _given.words("sets", sets, ("n",)), _of_cells(dtype, out)
    return _given.compute(_engine._array_unpack, rows, (), out, (64,), kind, threads)


def pack(
    cells: ArrayLike, *, out: NDArray[np.uint64] | None = None, threads: int = 1
) -> NDArray[np.uint64]:
    """Returns the sets of squares of an array of shape (n, 64) or (n, 8, 8), of any type of numbers: a square is in
    its set unless its cell is 0."""
    array = _given.array_of("cells", cells)
    _given.shaped("cells", array, ("n", 8, 8) if array.ndim == 3 else ("n", 64))
    if array.dtype.kind not in "buif":
        raise _given.wrong("cells", "an array of numbers", array.dtype)
    if array.dtype not in (np.dtype(np.uint8), np.dtype(np.bool_)):
        array = array != 0
    rows = _given.contiguous(array).view(np.uint8)
    return _given.compute(_engine._array_pack, rows, (), out, (), np.uint64, threads, (np.int64,))


class Games(NamedTuple):
    """Moves of games: game ``i`` has ``moves[offsets[i]:offsets[i + 1]]``."""

    moves: NDArray[np.uint8]
    offsets: NDArray[np.int64]


class Replay(NamedTuple):
    """The positions of games, by ``replay``: a row for each move, and ``ends`` with a row for each game."""

    #: The board before each move, as the side that plays the move sees it.
    boards: NDArray[np.uint64]
    #: The side that plays the move: 0 for black, 1 for white.
    sides: NDArray[np.uint8]
    #: The legal moves on the board; none where the move is a pass.
    legal: NDArray[np.uint64]
    #: The discs that the move turns; none where it is a pass.
    flips: NDArray[np.uint64]
    #: The move.
    moves: NDArray[np.uint8]
    #: The number of discs that the game placed before the move: passes are not counted.
    plies: NDArray[np.uint8]
    #: The row of the first move of each game, and the number of all rows.
    offsets: NDArray[np.int64]
    #: The board after the last move of each game, as **black** sees it, whoever is to move: its ``final_scores``
    #: are black's.
    ends: NDArray[np.uint64]


def moves_of(games: _Records) -> Games:
    """Reads the moves of games as numbers, with their passes.

    ``games`` are an iterable of games, of records with one (``WthorGame``, ``GgfGame``, those of ``read_games``) and
    of transcripts; or the bytes of a ``.wtb`` file of the WTHOR data base, or its path.

    >>> from reversi_engine import arrays
    >>> arrays.moves_of(["f5d6", "d3"])
    Games(moves=array([37, 43, 19], dtype=uint8), offsets=array([0, 2, 3]))
    """
    if isinstance(games, (bytes, bytearray)):
        return Games(*_engine._array_moves_of_wthor(games, None))
    if isinstance(games, os.PathLike):
        return Games(*_engine._array_moves_of_wthor(Path(games).read_bytes(), games))
    if isinstance(games, str):
        expected = "games must be a list of transcripts, or the path of a .wtb file as a pathlib.Path"
        raise ArgumentError(f"{expected}, not a str", "wrong-type", field="games")
    return Games(*_engine._array_moves_of(each.game if isinstance(each, Record) else each for each in games))


def _holds_records(moves: object) -> bool:
    """Returns true for games, false for an array."""
    if isinstance(moves, (bytes, bytearray, os.PathLike, str, Iterator)):
        return True
    if not isinstance(moves, (list, tuple)) or len(moves) == 0:
        return False
    return isinstance(moves[0], (Game, GgfGame, Record, WthorGame, str))


def _ragged(array: NDArray[Any], offsets: ArrayLike | None) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    if offsets is None:
        if array.shape == (0,):
            array = np.empty((0, 0), np.uint8)  # a list without games
        if array.ndim != 2:
            raise _given.wrong("moves", "an array of shape (games, k), or of shape (n,) with offsets", array.shape)
        if array.dtype.kind not in "ui":
            raise _given.wrong("moves", "an array of whole numbers", array.dtype)
        is_move = (array >= 0) & (array <= PASS)
        ended = np.logical_and.accumulate(is_move, axis=1)
        if (is_move & ~ended).any():
            game = int((is_move & ~ended).any(axis=1).argmax())
            message = f"moves[{game}] must have no move after its padding"
            raise ArrayError(message, "bad-array", field="moves", index=game)
        ends = np.concatenate([[0], np.cumsum(ended.sum(axis=1))])
        return np.ascontiguousarray(array[ended].astype(np.uint8)), ends.astype(np.int64)
    moves = _given.numbers("moves", array, ("n",))
    bounds = _given.array_of("offsets", offsets)
    _given.shaped("offsets", bounds, ("games + 1",))
    if bounds.dtype.kind not in "ui" or len(bounds) == 0:
        raise _given.wrong("offsets", "an array of whole numbers, with one more than there are games", bounds.dtype)
    if bounds[0] != 0 or bounds[-1] != len(moves) or (bounds[1:] < bounds[:-1]).any():
        expected = f"numbers that ascend from 0 to the number of moves, {len(moves)}"
        found = np.array2string(bounds, threshold=8, edgeitems=2, formatter={"int": str})
        raise _given.wrong("offsets", expected, found)
    return moves, bounds.astype(np.int64)


def _starts(
    starts: ArrayLike | None, sides: ArrayLike | None, games: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    """Returns the first boards of games and their sides; none where games begin at the usual start."""
    if starts is None:
        if sides is not None:
            raise _given.wrong("sides", "given with starts only", "alone")
        return np.empty((0, 2), np.uint64), np.empty(0, np.uint8)
    boards = _given.words("starts", starts, (games, 2)).view(np.uint64)
    both = boards[:, 0] & boards[:, 1]
    if both.any():
        index = int((both != 0).argmax())
        message = f"starts[{index}] must have one disc on a square, not discs of both sides"
        raise ArrayError(message, "overlapping-discs", field="starts", index=index)
    if sides is None:
        return boards, np.zeros(games, np.uint8)
    return boards, _given.numbers("sides", sides, (games,), 1)


def replay(
    moves: ArrayLike | _Records,
    offsets: ArrayLike | None = None,
    *,
    starts: ArrayLike | None = None,
    sides: ArrayLike | None = None,
    out: Replay | None = None,
    threads: int = 1,
) -> Replay:
    """Replays games, from the start of the game or from ``starts``. Returns their positions.

    With ``offsets``, game ``i`` has ``moves[offsets[i]:offsets[i + 1]]``. Without, ``moves`` has a row for each
    game, and numbers below 0 or above ``PASS`` fill the rows of short games; or it is what ``moves_of`` reads: games,
    transcripts, or a file of WTHOR. Forced passes may be among the moves or be left out.

    ``starts`` has the first board of each game, and ``sides`` the side to move there, 0 for black and 1 for white;
    without, it is black's turn. ``out`` is an earlier replay of as many rows and games or more, whose memory is used
    again: the result has parts of its arrays. New memory takes longer than the replay itself.

    An illegal move is an ``IllegalMoveError`` that names its game; ``index`` is its place among all moves.

    >>> from reversi_engine import arrays
    >>> replay = arrays.replay([[37, 43, 18], [19, -1, -1]])  # f5d6c3 and d3
    >>> replay.offsets.tolist(), replay.sides.tolist(), replay.plies.tolist()
    ([0, 3, 4], [0, 1, 0, 0], [0, 1, 2, 0])
    >>> arrays.replay(["f5d6c3", "d3"]).boards.tolist() == replay.boards.tolist()
    True
    >>> replay = arrays.replay(*arrays.random_games(1000, seed=7), threads=2)
    >>> scores = arrays.final_scores(replay.ends)  # black's
    >>> scores.shape, replay.boards.shape == (len(replay.moves), 2)
    ((1000,), True)
    """
    threads = _given.threads(threads)
    if _holds_records(moves):
        if offsets is not None:
            raise _given.wrong("offsets", "given with an array of moves only", "with games")
        if starts is not None:  # the games have their own
            raise _given.wrong("starts", "given with an array of moves only", "with games")
        moves, offsets = moves_of(cast(_Records, moves))
    numbers, bounds = _ragged(_given.array_of("moves", cast(ArrayLike, moves)), offsets)
    rows, games = len(numbers), len(bounds) - 1
    first, first_sides = _starts(starts, sides, games)
    if out is not None and not isinstance(out, Replay):
        raise _given.wrong("out", "a Replay", type(out).__name__)
    wanted: list[NDArray[Any]] = []
    places: list[NDArray[Any]] = []
    for name, shape, dtype in (
        ("boards", (rows, 2), np.uint64),
        ("legal", (rows,), np.uint64),
        ("flips", (rows,), np.uint64),
        ("sides", (rows,), np.uint8),
        ("plies", (rows,), np.uint8),
        ("ends", (games, 2), np.uint64),
    ):
        old = None if out is None else getattr(out, name)[: shape[0]]
        places.append(_given.place(f"out.{name}", old, shape, dtype, [numbers, first, *wanted]))
        wanted.append(places[-1] if old is None else old)
    boards, legal, turned, by, plies, ends = (place.reshape(-1) for place in places)
    _engine._array_replay(
        numbers, bounds, first, first_sides, boards, legal, turned, by, plies, ends, threads
    )
    for array, place in zip(wanted, places):
        if array is not place:
            array[...] = place
    boards, legal, turned, by, plies, ends = wanted
    return Replay(boards, by, legal, turned, numbers, plies, bounds, ends)


def random_games(
    n: int, seed: int = 0, *, first: int = 0, starts: ArrayLike | None = None, threads: int = 1
) -> Games:
    """Plays ``n`` games of random moves to their end, from the start of the game or from ``starts``, a board for each
    game. Returns the moves without passes.

    Each legal move has the same chance. Game ``i`` depends on ``seed``, on ``first + i`` and on its start only, and is
    the same on every machine and with any number of threads. The generator is SplitMix64: see ``random_games`` of the
    Rust package.

    >>> from reversi_engine import arrays
    >>> games = arrays.random_games(100, seed=1)
    >>> again = arrays.random_games(1, seed=1, first=99)
    >>> games.moves[games.offsets[99] :].tolist() == again.moves.tolist()
    True
    """
    count = _given.whole("n", n, 10**9)
    seed, first = _given.whole("seed", seed, 2**64 - 1), _given.whole("first", first, 2**63 - 1)
    boards, _ = _starts(starts, None, count)
    return Games(*_engine._array_random_games(count, seed, first, boards, _given.threads(threads)))
