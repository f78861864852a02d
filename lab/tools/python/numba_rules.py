"""The rules as code for Numba: what ``compare.py`` compares ``reversi_engine.arrays`` with.

Sets of squares are ``uint64``. Discs are found in all directions at once by shifts and parallel prefixes, without a
branch, so that LLVM can compute several boards at a time in vectors, as it does for the engine.
"""

# Numba is not everywhere, and its decorators have no types.
# mypy: ignore-errors
# pyright: reportMissingImports=false

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

Words = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]

_U = np.uint64
_INNER = _U(0x7E7E7E7E7E7E7E7E)
_ALL = _U(0xFFFFFFFFFFFFFFFF)
_ZERO, _ONE, _TWO = _U(0), _U(1), _U(2)
_STEPS = (_U(1), _U(8), _U(9), _U(7))
_BLACK, _WHITE = _U(0x0000000810000000), _U(0x0000001008000000)
_PASS = 64


@njit(inline="always")
def _runs(discs: Any, opponent: Any, step: Any) -> Any:
    """Returns the opposing discs in a row beside some discs, in both directions along an axis."""
    up = opponent & (discs << step)
    down = opponent & (discs >> step)
    up |= opponent & (up << step)
    down |= opponent & (down >> step)
    pairs_up = opponent & (opponent << step)
    pairs_down = pairs_up >> step
    twice = step * _TWO
    up |= pairs_up & (up << twice)
    down |= pairs_down & (down >> twice)
    up |= pairs_up & (up << twice)
    down |= pairs_down & (down >> twice)
    return up, down


@njit(inline="always")
def _reached(player: Any, opponent: Any, step: Any) -> Any:
    """Returns the squares behind lines of opposing discs, in both directions along an axis."""
    up, down = _runs(player, opponent, step)
    return (up << step) | (down >> step)


@njit(inline="always")
def _legal(player: Any, opponent: Any) -> Any:
    inner = opponent & _INNER
    found = _reached(player, inner, _STEPS[0]) | _reached(player, opponent, _STEPS[1])
    found |= _reached(player, inner, _STEPS[2]) | _reached(player, inner, _STEPS[3])
    return found & ~(player | opponent)


@njit(inline="always")
def _turned(player: Any, opponent: Any, disc: Any, step: Any) -> Any:
    """Returns the discs that a new one turns, in both directions along an axis."""
    up, down = _runs(disc, opponent, step)
    up = up if (up << step) & player else _ZERO
    down = down if (down >> step) & player else _ZERO
    return up | down


@njit(inline="always")
def _flips(player: Any, opponent: Any, disc: Any) -> Any:
    inner = opponent & _INNER
    found = _turned(player, inner, disc, _STEPS[0]) | _turned(player, opponent, disc, _STEPS[1])
    return found | _turned(player, inner, disc, _STEPS[2]) | _turned(player, inner, disc, _STEPS[3])


@njit
def legal_moves(boards: Words, out: Words) -> None:
    for i in range(boards.shape[0]):
        out[i] = _legal(boards[i, 0], boards[i, 1])


@njit
def flips(boards: Words, moves: Bytes, out: Words) -> None:
    for i in range(boards.shape[0]):
        disc = _ONE << _U(moves[i])
        out[i] = _flips(boards[i, 0], boards[i, 1], disc)


@njit
def play(boards: Words, moves: Bytes, out: Words) -> int:
    """Plays a move on each board. The number of illegal ones is the result: to stop at the first would take
    the loop out of vectors."""
    illegal = 0
    for i in range(boards.shape[0]):
        player, opponent = boards[i, 0], boards[i, 1]
        disc = _ONE << _U(moves[i])
        turned = _flips(player, opponent, disc)
        illegal += (turned == _ZERO) | (((player | opponent) & disc) != _ZERO)
        out[i, 0] = opponent & ~turned
        out[i, 1] = player | turned | disc
    return illegal


@njit
def replay(
    moves: Bytes,
    offsets: npt.NDArray[np.int64],
    boards: Words,
    legal: Words,
    turned: Words,
    sides: Bytes,
    plies: Bytes,
    ends: Words,
) -> int:
    """Replays games whose passes are left out. The number of illegal moves is the result."""
    illegal = 0
    for game in range(offsets.shape[0] - 1):
        player, opponent, side, ply = _BLACK, _WHITE, np.uint8(0), 0
        for row in range(offsets[game], offsets[game + 1]):
            disc = _ONE << _U(moves[row])
            flipped = _flips(player, opponent, disc)
            if flipped == _ZERO or ((player | opponent) & disc) != _ZERO:
                player, opponent, side = opponent, player, side ^ np.uint8(1)
                flipped = _flips(player, opponent, disc)
                if flipped == _ZERO or ((player | opponent) & disc) != _ZERO or _legal(opponent, player) != _ZERO:
                    illegal += 1
            boards[row, 0], boards[row, 1] = player, opponent
            turned[row], sides[row], plies[row] = flipped, side, ply
            player, opponent = opponent & ~flipped, player | flipped | disc
            side, ply = side ^ np.uint8(1), ply + 1
        ends[game, 0] = player if side == 0 else opponent
        ends[game, 1] = opponent if side == 0 else player
    for i in range(boards.shape[0]):
        legal[i] = _legal(boards[i, 0], boards[i, 1])
    return illegal
