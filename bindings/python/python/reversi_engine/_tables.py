"""The moves of many games as a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._engine import AnalyzedGame

__all__ = ["MOVE_COLUMNS", "move_table"]

#: The columns of a table of moves, with their types in NumPy. Scores are discs from the side that moves.
MOVE_COLUMNS = {
    "game": "int64",  # the number of the game, from 0
    "ply": "int16",  # from 1, passes included
    "side": "U5",  # black or white
    "empties": "int8",  # before the move
    "played": "U2",  # the move, ps for a pass
    "best": "U2",  # the best move
    "best_score": "int8",
    "score": "int8",  # of the move that was played
    "loss": "int16",  # by how much it was worse
    "exact": "bool",  # whether both scores are proven
    "depth": "int8",  # plies of the search
    "source": "U6",  # search, book, or file: from an earlier run, or an earlier game of this one
    "nodes": "uint64",
    "seconds": "float64",
}


def move_table(games: Iterable[AnalyzedGame]) -> dict[str, Any]:
    """Returns the moves of games of ``Engine.analyze_games``, a row for each, as arrays of NumPy by the names of
    ``MOVE_COLUMNS``. ``pandas.DataFrame``, ``polars.DataFrame`` and ``pyarrow.table`` take them.

    >>> from reversi_engine import Engine, Game, move_table
    >>> games = [Game("f5d6c3d3c4"), Game("f5d6c3d3c4f4f6")]
    >>> table = move_table(Engine(hash_mib=1).analyze_games(games, depth=4))
    >>> len(table["loss"]), table["played"][:3].tolist(), table["source"][0].item(), table["source"][5].item()
    (12, ['f5', 'd6', 'c3'], 'search', 'file')
    """
    import numpy as np

    rows = [row for game in games for row in game.rows()]
    columns = list(zip(*rows)) if rows else [()] * len(MOVE_COLUMNS)
    return {name: np.array(column, kind) for (name, kind), column in zip(MOVE_COLUMNS.items(), columns)}
