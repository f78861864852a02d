"""Linear probes: what can be read off the layers of the network.

    python probe.py --games 300

Ridge regression from the layers to what describes a board: whose disc is on each square, mobility, frontier. It is
tested on games that it has not seen. Replace ``activations`` by those of a model of your own.
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt

from reversi_engine import arrays, features

Floats = npt.NDArray[np.float64]
TARGETS = ["player_moves", "opponent_moves", "player_frontier", "opponent_frontier", "player_stable"]


def positions(games: int, seed: int) -> npt.NDArray[np.uint64]:
    """Returns the boards of random games from the 10th to the 50th move."""
    replay = arrays.replay(*arrays.random_games(games, seed))
    return replay.boards[(replay.plies >= 10) & (replay.plies < 50)]


def activations(network: features.Network, boards: npt.NDArray[np.uint64]) -> dict[str, Floats]:
    """Returns the probed activations: a row for each board. ``cells`` are the board itself, for comparison."""
    layers = network.hidden(boards, threads=0)
    return {
        "cells": arrays.cells(boards).astype(np.float64),
        "sums": layers.sums / 254,  # 127 of the inputs, which are half of it, are 1
        "inputs": layers.inputs / 127,
        "hidden": layers.hidden / 127,
    }


class Ridge:
    """Linear least squares with a penalty on the weights, and a constant."""

    def __init__(self, x: Floats, y: npt.NDArray[np.floating], penalty: float = 1.0) -> None:
        self.means = x.mean(axis=0), y.mean(axis=0)
        x, y = x - self.means[0], y - self.means[1]
        self.weights = np.linalg.solve(x.T @ x + penalty * np.eye(x.shape[1]), x.T @ y)

    def __call__(self, x: Floats) -> Floats:
        found: Floats = (x - self.means[0]) @ self.weights + self.means[1]
        return found


def one_hot(labels: npt.NDArray[np.int8]) -> Floats:
    """Returns three columns of 0 and 1 for each square: n rows become an array of shape (n, 192)."""
    classes = np.arange(len(features.SIDES))
    return np.equal(labels[:, :, np.newaxis], classes).reshape(len(labels), -1).astype(np.float64)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300)
    options = parser.parse_args()

    network = features.Network()
    known, unseen = positions(options.games, 1), positions(options.games // 3, 2)
    x, x_unseen = activations(network, known), activations(network, unseen)
    labels, labels_unseen = features.labels(known), features.labels(unseen)
    values, names = features.table(known, TARGETS)
    values_unseen = features.table(unseen, TARGETS).values
    print(f"{len(known)} boards to learn from, {len(unseen)} to test; {network}")

    share = (labels_unseen == np.bincount(labels.ravel()).argmax()).mean()
    print(f"mine, theirs or empty: accuracy on a square; the most frequent class has {share:.1%}")
    for name in x:
        scores = Ridge(x[name], one_hot(labels))(x_unseen[name]).reshape(-1, 64, 3)
        print(f"  {name:7} {(scores.argmax(axis=2) == labels_unseen).mean():.1%}")

    print("share of the variance that is explained")
    print(" " * 10 + " ".join(f"{name:>17}" for name in names))
    for name in x:
        errors = values_unseen - Ridge(x[name], values)(x_unseen[name])
        explained = 1 - (errors**2).mean(axis=0) / values_unseen.var(axis=0)
        print(f"  {name:7} " + " ".join(f"{each:17.2f}" for each in explained))


if __name__ == "__main__":
    main()
