"""The items of a run as bytes that can be sorted, searched and turned back: positions and games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from reversi_engine import Board, Game, to_array

#: Shape (n, 2): the discs of the side to move and of the other side, A1 is bit 0.
Boards = npt.NDArray[np.uint64]
#: Shape (n,). A position is 16 bytes, its board with the highest bits first. A game is the board that it
#: starts from, ``X`` or ``O`` for the side to move, and its moves as text: as long as the longest one of
#: the array.
Keys = npt.NDArray[np.bytes_]
#: The bytes of a position, and of what comes before the moves of a game.
_BOARD, _START = 16, 17


def to_keys(boards: Boards) -> Keys:
    """Returns the boards as keys."""
    return np.ascontiguousarray(boards.astype(">u8")).view("S16").reshape(-1)


def from_keys(keys: Keys) -> Boards:
    """Returns the boards of keys."""
    return np.ascontiguousarray(keys.astype("S16")).view(">u8").reshape(-1, 2).astype(np.uint64)


def game_keys(games: Iterable[Game]) -> Keys:
    """Returns games as keys."""
    keys = []
    for game in games:
        start = game.start
        board = start.board.player << 64 | start.board.opponent
        side = b"X" if start.side == "black" else b"O"
        keys.append(board.to_bytes(_BOARD, "big") + side + str(game).encode())
    return np.array(keys, np.bytes_)


def from_game_key(key: bytes) -> Game:
    """Returns the game of a key.

    >>> str(from_game_key(game_keys([Game("f5d6")])[0]))
    'f5d6'
    """
    bits = int.from_bytes(key[:_BOARD], "big")
    start = Board.from_bits(bits >> 64, bits & (1 << 64) - 1)
    side = key[_BOARD:_START]
    return Game(key[_START:].decode(), start.position("black" if side == b"X" else "white"))


def plies(keys: Keys) -> npt.NDArray[np.int64]:
    """Returns the number of moves of each game."""
    number: npt.NDArray[np.int64] = (np.char.str_len(keys).astype(np.int64) - _START) // 2
    return number


def last_boards(keys: Keys) -> Boards:
    """Returns the board after the moves of each game. A game belongs to the shard of it."""
    return to_array([from_game_key(key).board for key in keys])


def empties(boards: Boards) -> npt.NDArray[np.int64]:
    """Returns the number of empty squares of each board."""
    occupied = np.ascontiguousarray(boards[:, 0] | boards[:, 1]).view(np.uint8).reshape(-1, 8)
    number: npt.NDArray[np.int64] = 64 - np.unpackbits(occupied, axis=1).sum(axis=1, dtype=np.int64)
    return number


def texts(boards: Boards) -> Any:
    """Returns the boards as an array of Arrow, each as ``str`` writes it."""
    import pyarrow as pa

    discs = np.ascontiguousarray(boards.astype("<u8")).view(np.uint8).reshape(-1, 2, 8)
    bits = np.unpackbits(discs, axis=2, bitorder="little")
    cells = np.full((len(boards), 66), ord("-"), np.uint8)
    cells[:, :64] += bits[:, 0] * np.uint8(ord("X") - ord("-")) + bits[:, 1] * np.uint8(ord("O") - ord("-"))
    cells[:, 64:] = np.frombuffer(b" X", np.uint8)
    ends = np.arange(len(boards) + 1, dtype=np.int32) * 66
    return pa.StringArray.from_buffers(len(boards), pa.py_buffer(ends), pa.py_buffer(cells))


def distinct(keys: Keys) -> Keys:
    """Returns the different keys, sorted. ``numpy.unique`` takes ten times as long for bytes."""
    keys = np.sort(keys)
    return keys[np.append(True, keys[1:] != keys[:-1])] if len(keys) else keys


def lacking(wanted: Keys, done: Keys) -> Keys:
    """Returns the keys of the first that the second lacks; both are sorted."""
    place = places(wanted, done)
    missing: Keys = wanted[place < 0]
    return missing


def places(wanted: Keys, known: Keys) -> npt.NDArray[np.int64]:
    """Finds where each key stands first in sorted ones, -1 if it does not."""
    if not len(known):
        return np.full(len(wanted), -1, np.int64)
    place = np.searchsorted(known, wanted)
    found = known[np.minimum(place, len(known) - 1)] == wanted
    return np.where(found, place, -1).astype(np.int64)
