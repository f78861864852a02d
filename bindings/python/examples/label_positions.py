"""Labels positions for learning: random games, a feature plane for each side, exact scores as labels.

    python label_positions.py --positions 1000 --empties 12 --out labels.npz

It takes positions of one number of empties, solves them on all cores, and shows how far the static evaluation
of the engine is off.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

import reversi_engine as re


def positions(empties: int, rng: random.Random) -> Iterator[re.Board]:
    """Yields positions of random games, each once up to symmetry, without an end."""
    seen: set[re.Board] = set()
    while True:
        board = re.Board()
        while board.empty_count > empties and (moves := board.legal_moves()):
            board = board.play(rng.choice(moves))
        canonical, _ = board.canonical()
        if board.empty_count == empties and not board.is_game_over and canonical not in seen:
            seen.add(canonical)
            yield board


def planes(boards: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """Returns the discs of both sides as planes of 8 x 8: n boards become an array of shape (n, 2, 8, 8)."""
    little_endian = boards.astype("<u8").view(np.uint8).reshape(-1, 2, 8)  # a byte for each rank
    return np.unpackbits(little_endian, axis=2, bitorder="little").reshape(-1, 2, 8, 8)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--empties", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out")
    options = parser.parse_args()

    games = positions(options.empties, random.Random(options.seed))
    boards = re.to_array(next(games) for _ in range(options.positions))

    engine = re.Engine(hash_mib=64, threads=0)
    begin = time.perf_counter()
    labels = np.empty(len(boards), np.int8)
    with engine.solve_many(boards) as solved_boards:  # tqdm(solved_boards, total=len(boards)) shows progress
        for solved in solved_boards:
            assert isinstance(solved.value, re.Exact)  # no limits: all are solved
            labels[solved.index] = solved.value.score
    seconds = time.perf_counter() - begin
    print(f"{len(boards)} positions of {options.empties} empties solved in {seconds:.2f} s")

    estimates = engine.evaluate(boards)
    print(f"scores {labels.min():+d} to {labels.max():+d}, mean {labels.mean():+.1f}")
    print(f"static evaluation: mean error {np.abs(estimates - labels).mean():.1f} discs")

    features = planes(boards)
    assert features[0, 0].sum() + features[0, 1].sum() == 64 - options.empties
    if options.out:
        np.savez_compressed(options.out, planes=features, scores=labels)
        print(f"{options.out}: planes {features.shape}, scores {labels.shape}")


if __name__ == "__main__":
    main()
