"""The expected work of a position or game. A wrong estimate makes bundles longer or shorter and changes no
answer."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from reversi_engine import Engine, Session, expected_nodes, from_array, to_array

from ._keys import Boards, Keys, empties, from_game_key, from_keys, plies

#: Nodes a second and core: 20 to 30 million.
_NODES_PER_SECOND = 2.0e7
#: A fresh table, the question and the row of a position, in seconds.
OVERHEAD = 3e-4
_EVALUATE = 3e-6  # with its part of the file

#: Nodes of one position in a bundle of several. The few that need more come last, each in a bundle of its
#: own.
LATE_NODES = 100_000_000


def solve_seconds(count: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Returns the mean seconds of an exact solve with these numbers of empties.

    >>> bool(solve_seconds(np.array([20]))[0] > 10 * solve_seconds(np.array([16]))[0])
    True
    """
    nodes = np.array([expected_nodes(number) for number in range(61)])
    seconds: npt.NDArray[np.float64] = nodes[np.minimum(count, 60)] / _NODES_PER_SECOND + OVERHEAD
    return seconds


def table_mib(empty_count: int) -> int:
    """Returns the MiB of the hash table. It is cleared for each position, so an easy one gets a small
    one.
    """
    if empty_count <= 16:
        return 1
    if empty_count <= 20:
        return 16
    return 64 if empty_count <= 24 else 256


def call_options(question: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the options of the call that a question asks for."""
    return {name: value for name, value in question.items() if name != "ask"}


def analysis_options(question: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the options of an analysis, its default level written out: limits that are added later would
    take its place.

    >>> analysis_options({"ask": "analyze", "lines": 2})
    {'level': 21, 'lines': 2}
    """
    options: Any = call_options(question)
    written: Any = Session(black=options).player("black")
    return dict(written)


def expected_seconds(keys: Keys, question: Mapping[str, Any]) -> npt.NDArray[np.float64]:
    """Returns the expected seconds of each item: from its empties, or from a few items that are searched
    now.
    """
    if question["ask"] == "solve":
        return solve_seconds(empties(from_keys(keys)))
    if question["ask"] == "evaluate":
        return np.full(len(keys), _EVALUATE)
    sample = keys[:: max(1, len(keys) // 16)][:16]
    if question["ask"] == "analyze":
        return np.full(len(keys), _sampled_seconds(from_keys(sample), question))
    games = [from_game_key(key) for key in sample]
    middle = to_array([game.prefix(len(game) // 2) for game in games])
    seconds: npt.NDArray[np.float64] = _sampled_seconds(middle, question) * plies(keys).astype(np.float64)
    return seconds


def _sampled_seconds(boards: Boards, question: Mapping[str, Any]) -> float:
    """Returns the mean seconds of these boards, or of those that are done after a second. One that takes
    longer counts as a second: it is a bundle of its own in any case."""
    engine = Engine()
    options = analysis_options(question)
    begin, done = time.perf_counter(), 0
    for board in from_array(boards):
        engine.clear_hash()
        limits = dict(question.get("limits", {}))
        limits["seconds"] = min(1.0, limits.get("seconds", 1.0))
        engine.analyze(board, **{**options, "limits": limits})
        done += 1
        if time.perf_counter() - begin > 1:
            break
    return (time.perf_counter() - begin) / max(1, done) + OVERHEAD
