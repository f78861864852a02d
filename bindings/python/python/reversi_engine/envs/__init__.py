"""Environments for learning: one agent against an opponent, two agents, and thousands of games at a time.

=================  ==========================================================  ==============================
`VectorEnv`        n games at a time, an agent against an opponent             NumPy, with or without Gymnasium
`ReversiEnv`       one game, an agent against an opponent; ``Reversi-v0``      Gymnasium
`env`, `raw_env`   one game, two agents: ``"black"`` and ``"white"``           PettingZoo
=================  ==========================================================  ==============================

An action is a square: A1 is 0, B1 is 1, H8 is 63. Whoever must pass is not asked: the environments pass. So an agent
always has a legal action, and may move several times in a row.

An observation has the shape (2, 8, 8), ranks before files: the discs **of the agent**, then those of its opponent,
whatever colours they have, whoever is to move, and after the last move too. ``action_mask`` has the 64 squares, true
where the agent may move; all are false when the game is over.

A finished game knows its result. Its info has ``winner``, ``discs_black``, the final score as **black** sees it, and
``discs_agent``, the same as the **agent** sees it. Empty squares count for the winner.

Rewards are, by the argument ``reward``:

============  ==================================================================================================
``"result"``  1, 0 or -1 at the end of the game: a win, a draw, a loss of the agent
``"discs"``   ``discs_agent`` / 64 at the end of the game
``"loss"``    after each move, minus the discs that it loses: the score of the best move less that of the move, by
              ``arrays.move_scores`` of ``loss_level``; 0 for a best move, never above
============  ==================================================================================================

>>> import numpy as np
>>> from reversi_engine.envs import VectorEnv
>>> games = VectorEnv(100, "beginner")
>>> observations, infos = games.reset(seed=1)
>>> for _ in range(40):
...     actions = infos["action_mask"].argmax(axis=1)  # the first legal square
...     observations, rewards, terminations, truncations, infos = games.step(actions)
>>> observations.shape, rewards.shape
((100, 2, 8, 8), (100,))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .aec import env, raw_env
    from .single import ReversiEnv
    from .vector import VectorEnv

__all__ = ["ReversiEnv", "VectorEnv", "env", "raw_env"]

# Gymnasium and PettingZoo are imported where they are needed.
_MODULES = {"ReversiEnv": "single", "VectorEnv": "vector", "env": "aec", "raw_env": "aec"}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
