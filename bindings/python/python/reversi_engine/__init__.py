"""A Reversi (Othello) engine: exact endgames, deep search and evaluation.

Scores are final disc differences from the side to move, empties to the winner. A value is `Exact`, proven
`Bounds`, or an `Estimate`: a search that did not finish never looks solved. `SolveOptions` and `AnalyzeOptions`
have the options of the calls.

>>> import reversi_engine as re
>>> board = re.Board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
>>> solution = re.solve(board)
>>> solution.value, solution.best_move
(Exact(18), 'g8')
>>> re.Engine().analyze(re.Board(), level=6).value
Estimate(0, 6, 100)
"""

from __future__ import annotations

from typing import Union

from . import _errors, _surface
from ._engine import (
    Accuracy,
    Analysis,
    AnalyzedBoards,
    AnalyzedGame,
    AnalyzedGames,
    AnalyzedMove,
    Board,
    Book,
    BookEntry,
    Bounds,
    Chances,
    Clock,
    Engine,
    EngineMove,
    Estimate,
    Exact,
    Game,
    GameResult,
    GgfGame,
    HumanMove,
    HumanMoves,
    HumanRating,
    Limits,
    Line,
    ObfLine,
    Opponent,
    Position,
    Progress,
    Puzzle,
    Reason,
    Record,
    Records,
    Review,
    ReviewedMove,
    Session,
    SideReview,
    Solution,
    Solved,
    SolvedBoards,
    Stop,
    Symmetry,
    TurningPoint,
    VerifiedProof,
    Weights,
    WthorGame,
    __version__,
    evaluate,
    expected_nodes,
    from_array,
    in_shard,
    mask_of,
    move_index,
    move_name,
    perft,
    read_games,
    read_ggf,
    read_names,
    read_obf,
    read_wtb,
    schema,
    solve,
    square_index,
    square_name,
    squares,
    to_array,
    verify,
)
from ._errors import *  # noqa: F403
from ._surface import *  # noqa: F403
from ._tables import MOVE_COLUMNS, move_table

#: A score: `Exact`, `Bounds` or `Estimate`.
Value = Union[Exact, Bounds, Estimate]

__all__ = [
    "Accuracy",
    "Analysis",
    "AnalyzedBoards",
    "AnalyzedGame",
    "AnalyzedGames",
    "AnalyzedMove",
    "Board",
    "Book",
    "BookEntry",
    "Bounds",
    "Chances",
    "Clock",
    "Engine",
    "EngineMove",
    "Estimate",
    "Exact",
    "Game",
    "GameResult",
    "GgfGame",
    "HumanMove",
    "HumanMoves",
    "HumanRating",
    "Limits",
    "Line",
    "MOVE_COLUMNS",
    "ObfLine",
    "Opponent",
    "Position",
    "Progress",
    "Puzzle",
    "Reason",
    "Record",
    "Records",
    "Review",
    "ReviewedMove",
    "Session",
    "SideReview",
    "Solution",
    "Solved",
    "SolvedBoards",
    "Stop",
    "Symmetry",
    "TurningPoint",
    "Value",
    "VerifiedProof",
    "Weights",
    "WthorGame",
    "__version__",
    "evaluate",
    "expected_nodes",
    "from_array",
    "in_shard",
    "mask_of",
    "move_index",
    "move_name",
    "move_table",
    "perft",
    "read_games",
    "read_ggf",
    "read_names",
    "read_obf",
    "read_wtb",
    "schema",
    "solve",
    "square_index",
    "square_name",
    "squares",
    "to_array",
    "verify",
]
__all__ += _errors.__all__
__all__ += _surface.__all__
