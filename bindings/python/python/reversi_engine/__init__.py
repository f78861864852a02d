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
Estimate(0, 6, 73)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from . import _engine, _errors, _surface, _tables
from ._engine import *  # noqa: F403
from ._engine import __version__ as __version__
from ._errors import *  # noqa: F403
from ._surface import *  # noqa: F403
from ._tables import *  # noqa: F403

#: A score: `Exact`, `Bounds` or `Estimate`.
Value = Union[_engine.Exact, _engine.Bounds, _engine.Estimate]

if not TYPE_CHECKING:  # checkers find the names of the modules without a list
    __all__ = ["Value", "__version__"]
    __all__ += _engine.__all__ + _errors.__all__ + _surface.__all__ + _tables.__all__
