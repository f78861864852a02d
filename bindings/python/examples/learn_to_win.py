"""Learns to beat the beginner: a linear value of patterns, by temporal differences, in two minutes.

    python learn_to_win.py --games 30000

The value of a board is the sum of one number for each pattern on it: edges, corners, lines, diagonals. After each
move of the agent, the value of the board that it left comes nearer to that of the board that it leaves next, and at
the end to the result. No search, no knowledge of the game but its symmetries.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import numpy as np
import numpy.typing as npt

from reversi_engine import arrays
from reversi_engine.envs import VectorEnv

Words = npt.NDArray[np.uint64]

#: The squares of the patterns, A1 = 0 ... H8 = 63: an edge with its X squares, a corner, lines, diagonals.
SHAPES = [
    [*range(8), 9, 14],
    [0, 1, 2, 8, 9, 10, 16, 17, 18],
    [*range(8, 16)],
    [*range(16, 24)],
    [*range(24, 32)],
    [9 * i for i in range(8)],
    [1 + 9 * i for i in range(7)],
    [2 + 9 * i for i in range(6)],
    [3 + 9 * i for i in range(5)],
    [4 + 9 * i for i in range(4)],
]


class PatternValue:
    """The value of boards for the side that has just moved, from about -1 to 1."""

    def __init__(self) -> None:
        square = np.arange(64).reshape(8, 8)
        images = [np.rot90(each, turns).ravel() for each in (square, square.T) for turns in range(4)]
        columns: list[npt.NDArray[Any]] = []
        first: list[int] = []
        size = 0
        for shape in SHAPES:
            seen = set()
            for image in images:
                squares = image[shape]
                if frozenset(squares.tolist()) in seen:
                    continue
                seen.add(frozenset(squares.tolist()))
                column = np.zeros(64, np.float32)
                column[squares] = 3.0 ** np.arange(len(shape))
                columns.append(column)
                first.append(size)  # images share their numbers
            size += 3 ** len(shape)
        self.columns, self.first = np.stack(columns, axis=1), np.array(first)
        self.numbers = np.zeros(size, np.float32)

    def indices(self, after: Words) -> npt.NDArray[np.intp]:
        """Returns the places of the patterns, for boards after a move: the other side is to move there."""
        cells = 1 - arrays.cells(after).astype(np.float32)  # 2 for discs of the side that has moved
        found: npt.NDArray[np.intp] = (cells @ self.columns).astype(np.intp) + self.first
        return found

    def of(self, indices: npt.NDArray[np.intp]) -> npt.NDArray[np.float32]:
        values: npt.NDArray[np.float32] = self.numbers[indices].sum(axis=1)
        return values

    def learn(self, indices: npt.NDArray[np.intp], targets: npt.NDArray[np.float32], rate: float) -> None:
        """Moves the values of boards towards the targets."""
        errors = targets - self.of(indices)
        count = np.bincount(indices.ravel(), minlength=len(self.numbers))
        sums = np.bincount(indices.ravel(), np.repeat(errors, indices.shape[1]), len(self.numbers))
        self.numbers += (rate / indices.shape[1] * sums / np.maximum(count, 1)).astype(np.float32)

    def choose(self, boards: Words, legal: Words) -> npt.NDArray[np.intp]:
        """Returns the best move on each board."""
        rows, moves = np.nonzero(arrays.unpack(legal))
        values = np.full((len(boards), 64), -np.inf, np.float32)
        values[rows, moves] = self.of(self.indices(arrays.play(boards[rows], moves)))
        best: npt.NDArray[np.intp] = values.argmax(axis=1)
        return best


def train(value: PatternValue, opponent: str, number: int, at_a_time: int, seed: int) -> None:
    games = VectorEnv(at_a_time, opponent, reward="discs", random_plies=2, threads=0)
    games.reset(seed=seed)
    rng = np.random.default_rng(seed)
    before, goes_on = np.empty((0, 0), np.intp), np.zeros(at_a_time, np.bool_)
    ended, begin, shown = 0, time.perf_counter(), 0
    while ended < number:
        boards, legal = games.boards, games.legal_moves
        actions = value.choose(boards, legal)
        tries = rng.random(at_a_time) < 0.1  # now and then another move
        actions[tries] = arrays.choose(boards[tries], "random", int(rng.integers(2**62)))
        after = value.indices(arrays.play(boards, actions))
        rate = 1.0 * (1 - 0.9 * ended / number)
        if goes_on.any():
            value.learn(before[goes_on], value.of(after[goes_on]), rate)
        _, rewards, over, _, _ = games.step(actions)
        if over.any():
            value.learn(after[over], rewards[over], rate)
        before, goes_on = after, ~over
        ended += int(over.sum())
        if ended * 5 // number > shown:
            shown = ended * 5 // number
            share, low, high = win_rate(value, opponent, 200, seed + shown)
            seconds = time.perf_counter() - begin
            print(f"{ended:>7} games, {seconds:>4.0f} s: wins {share:.0%} ({low:.0%} to {high:.0%})", flush=True)


def win_rate(value: PatternValue, opponent: str, number: int, seed: int) -> tuple[float, float, float]:
    """Returns the share of points in games from random openings, and its 95 % interval by Wilson."""
    match = arrays.play_games(value.choose, opponent, number, seed, random_plies=2, threads=0)
    share = float((match.scores > 0).mean() + (match.scores == 0).mean() / 2)
    z = 1.96
    middle = share + z * z / (2 * number)
    width = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    return share, (middle - width) / (1 + z * z / number), (middle + width) / (1 + z * z / number)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--opponent", default="beginner")
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--at-a-time", type=int, default=256)
    parser.add_argument("--test-games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="little work, to see that it runs")
    options = parser.parse_args()
    if options.quick:
        options.games, options.at_a_time, options.test_games = 600, 64, 500

    value = PatternValue()
    train(value, options.opponent, options.games, options.at_a_time, options.seed)
    share, low, high = win_rate(value, options.opponent, options.test_games, 10**6 + options.seed)
    print(f"{options.test_games} games with {options.opponent}: wins {share:.1%}, 95 % interval", end=" ")
    print(f"{low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
