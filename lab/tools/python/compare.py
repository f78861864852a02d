"""Compares the rules on arrays with the same rules in Numba and in the class that people copy, on one thread.

    pip install numba
    python lab/tools/python/compare.py

All take turns in one run, and the least processor time of each counts: the machine has other work now and then. The
results are compared too. Without Numba, its columns are left out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
from board_state import BoardState

from reversi_engine import arrays

#: Boards of a call.
PART = 50_000

#: Boards of all calls, which are made several times a round.
BOARDS = 200_000

Work = Callable[[], object]


def numba_rules() -> ModuleType | None:
    try:
        import numba_rules
    except ModuleNotFoundError:
        return None
    return numba_rules


def fresh(rows: int, games: int) -> list[npt.NDArray[Any]]:
    """Returns memory for a replay."""
    boards, ends = np.empty((rows, 2), np.uint64), np.empty((games, 2), np.uint64)
    legal, flips = np.empty(rows, np.uint64), np.empty(rows, np.uint64)
    sides, plies = np.empty(rows, np.uint8), np.empty(rows, np.uint8)
    return [boards, legal, flips, sides, plies, ends]


def check(rules: ModuleType, games: arrays.Games, replay: arrays.Replay) -> None:
    """Asserts that all compute the same."""
    found = fresh(len(games.moves), len(games.offsets) - 1)
    assert rules.replay(*games, *found) == 0
    ours: list[npt.NDArray[Any]] = [replay.boards, replay.legal, replay.flips, replay.sides, replay.plies, replay.ends]
    for their_array, our_array in zip(found, ours):
        assert np.array_equal(their_array, our_array)
    after = np.empty_like(replay.boards)
    assert rules.play(replay.boards, replay.moves, after) == 0
    assert np.array_equal(after, arrays.play(replay.boards, replay.moves))
    turned = np.empty_like(replay.flips)
    rules.flips(replay.boards, replay.moves, turned)
    assert np.array_equal(turned, replay.flips)


def states_of(games: arrays.Games, number: int) -> tuple[list[BoardState], int]:
    """Returns the class at every second move of some games, and the number of all of their moves."""
    states: list[BoardState] = []
    end = int(games.offsets[number])
    for game in range(number):
        moves = games.moves[games.offsets[game] : games.offsets[game + 1]].tolist()
        for stop in range(0, len(moves), 2):
            state = BoardState()
            for move in moves[:stop]:
                state.play(move)
            states.append(state)
    return states, end


def replay_by_class(games: arrays.Games, number: int) -> list[list[int]]:
    """Returns the legal moves before each move; the discs that a move turns are computed as it is played."""
    found: list[list[int]] = []
    for game in range(number):
        state = BoardState()
        for move in games.moves[games.offsets[game] : games.offsets[game + 1]].tolist():
            found.append(state.legal())
            state.turned(move)
            state.play(move)
    return found


def least(work: dict[str, tuple[int, Work]], rounds: int) -> dict[str, float]:
    """Measures the nanoseconds of an item of each kind of work, which take turns. Short work is repeated at once: its
    boards are in the cache then."""
    times = {name: float("inf") for name in work}
    for _ in range(rounds):
        for name, (items, call) in work.items():
            for _ in range(5 if items <= BOARDS else 1):
                begin = time.thread_time()
                call()
                times[name] = min(times[name], 1e9 * (time.thread_time() - begin) / items)
    return times


def of_rules(games: arrays.Games, replay: arrays.Replay, rules: ModuleType | None) -> dict[str, tuple[int, Work]]:
    """The work on boards and games of ours and of Numba."""
    parts = [slice(start, start + PART) for start in range(0, min(len(replay.moves), BOARDS), PART)]
    given = [(replay.boards[part], replay.moves[part]) for part in parts]
    boards = sum(len(part) for part, _ in given)
    sets, after = np.empty(PART, np.uint64), np.empty((PART, 2), np.uint64)
    rows, count = len(games.moves), len(games.offsets) - 1
    again = fresh(rows, count)
    memory = arrays.replay(*games)
    work: dict[str, tuple[int, Work]] = {
        "legal_moves": (boards, lambda: [arrays.legal_moves(b, out=sets[: len(b)]) for b, _ in given]),
        "flips": (boards, lambda: [arrays.flips(b, m, out=sets[: len(b)]) for b, m in given]),
        "play": (boards, lambda: [arrays.play(b, m, out=after[: len(b)]) for b, m in given]),
        "replay": (rows, lambda: arrays.replay(*games)),
        "replay, out=": (rows, lambda: arrays.replay(*games, out=memory)),
    }
    if rules is not None:
        numba: dict[str, tuple[int, Work]] = {
            "legal_moves": (boards, lambda: [rules.legal_moves(b, sets[: len(b)]) for b, _ in given]),
            "flips": (boards, lambda: [rules.flips(b, m, sets[: len(b)]) for b, m in given]),
            "play": (boards, lambda: [rules.play(b, m, after[: len(b)]) for b, m in given]),
            "replay": (rows, lambda: rules.replay(*games, *fresh(rows, count))),
            "replay, out=": (rows, lambda: rules.replay(*games, *again)),
        }
        work.update({f"numba {name}": call for name, call in numba.items()})
    return work


def of_class(games: arrays.Games, number: int) -> dict[str, tuple[int, Work]]:
    states, rows = states_of(games, number)

    def play() -> None:
        for game in range(number):
            state = BoardState()
            for move in games.moves[games.offsets[game] : games.offsets[game + 1]].tolist():
                state.play(move)

    return {
        "class legal_moves": (len(states), lambda: [state.legal() for state in states]),
        "class play": (rows, play),
        "class replay": (rows, lambda: replay_by_class(games, number)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--quick", action="store_true", help="little work, to see that it runs")
    options = parser.parse_args()
    number, rounds = (200, 2) if options.quick else (options.games, options.rounds)

    games = arrays.random_games(number, seed=1)
    replay = arrays.replay(*games)
    rules = numba_rules()
    if rules is not None:
        check(rules, games, replay)
    few = min(number, 20)
    legal = replay_by_class(games, few)
    assert [sum(1 << move for move in moves) for moves in legal] == replay.legal[: len(legal)].tolist()

    times = least(of_rules(games, replay, rules), rounds)
    times.update(least(of_class(games, few), min(rounds, 3)))
    print(f"{number} random games, {len(games.moves)} moves, one thread, the least of {rounds} rounds")
    print(f"{'':<13} {'M a second':>10} {'Numba':>8} {'class':>8}   ours / Numba   ours / class")
    for name in ("legal_moves", "flips", "play", "replay", "replay, out="):
        ours, numba = times[name], times.get(f"numba {name}")
        by_class = times.get(f"class {name.split(',')[0]}")
        line = f"{name:<13} {1e3 / ours:>10.1f}"
        line += f" {1e3 / numba:>8.1f}" if numba else f" {'-':>8}"
        line += f" {1e3 / by_class:>8.4f}" if by_class else f" {'-':>8}"
        line += f" {numba / ours:>14.1f}" if numba else f" {'-':>14}"
        line += f" {by_class / ours:>14.0f}" if by_class else f" {'-':>14}"
        print(line)


if __name__ == "__main__":
    main()
