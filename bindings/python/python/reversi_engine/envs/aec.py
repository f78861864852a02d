"""One game of two agents: a PettingZoo environment (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .. import arrays
from .._array_arguments import whole
from .._engine import Board
from .._policies import checked
from ._games import START, Reward, check_reward, losses, one_of

__all__ = ["env", "raw_env"]

_AGENTS = ("black", "white")


def env(
    *, reward: Reward = "result", loss_level: int = 1, render_mode: str | None = None
) -> AECEnv[str, Any, Any]:
    """Makes a game of the agents ``"black"`` and ``"white"``. An illegal action ends it: the agent gets -1.

    >>> from reversi_engine.envs import env
    >>> game = env()
    >>> game.reset(seed=1)
    >>> for agent in game.agent_iter():
    ...     observation, reward, terminated, _, info = game.last()
    ...     game.step(None if terminated else observation["action_mask"].argmax())
    >>> agent, sorted(info)
    ('white', ['discs_agent', 'discs_black', 'winner'])
    """
    game = raw_env(reward=reward, loss_level=loss_level, render_mode=render_mode)
    checks = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(game, illegal_reward=-1))
    return wrappers.OrderEnforcingWrapper(checks)


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types for mypy
    """A game of the agents ``"black"`` and ``"white"``. An illegal action is an ``IllegalMoveError``.

    An observation is a dict: ``observation`` has the discs of **the agent**, then those of the other one, whoever is
    to move; ``action_mask`` is 1 where the agent may move, and 0 everywhere while the other one is to move. After a
    forced pass the same agent is selected again. ``reward`` is that of `reversi_engine.envs`, for both agents.
    After the last move ``infos`` of both have ``winner`` (``"black"``, ``"white"`` or ``"draw"``), ``discs_black`` and
    ``discs_agent``.
    """

    metadata: dict[str, Any] = {"name": "reversi_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, *, reward: Reward = "result", loss_level: int = 1, render_mode: str | None = None
    ) -> None:
        super().__init__()
        check_reward(reward, loss_level)
        if render_mode is not None:
            one_of("render_mode", render_mode, ("ansi", "None"))
        self.render_mode = render_mode
        self._reward, self._loss_level = reward, loss_level
        self.possible_agents = list(_AGENTS)
        observation: dict[str, Any] = {
            "observation": spaces.Box(0, 1, (2, 8, 8), np.float32),
            "action_mask": spaces.Box(0, 1, (64,), np.int8),
        }
        self.observation_spaces: Any = {agent: spaces.Dict(observation) for agent in _AGENTS}
        self.action_spaces: Any = {agent: spaces.Discrete(64) for agent in _AGENTS}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """Returns the same space for both."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the squares."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. Nothing is random in it."""
        self.agents = list(_AGENTS)
        self.agent_selection = "black"
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, Any] = {agent: {} for agent in _AGENTS}
        # As the agent to move sees it: after the game PettingZoo selects each agent once more.
        self._board: NDArray[np.uint64] = START.copy()
        self._mover = "black"

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the observation of the agent."""
        is_mover = agent == self._mover
        board = self._board if is_mover else self._board[:, ::-1]
        legal = arrays.legal_moves(self._board)
        if not is_mover or self.terminations.get(agent, True):
            legal[0] = 0
        return {
            "observation": arrays.planes(board)[0],
            "action_mask": arrays.unpack(legal, dtype=np.uint8)[0].view(np.int8),
        }

    def step(self, action: Any) -> None:
        """Plays a move of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = checked("action", [whole("action", action, 63)], arrays.legal_moves(self._board))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        if self._reward == "loss":
            self.rewards[agent] = -float(losses(self._board, move, self._loss_level, 1)[0])
        self._board = arrays.play(self._board, move)
        other = _AGENTS[1 - _AGENTS.index(agent)]
        if arrays.must_pass(self._board)[0]:
            self._board = np.ascontiguousarray(self._board[:, ::-1])
        else:
            self.agent_selection = self._mover = other
        if arrays.is_over(self._board)[0]:
            self._end()
        self._accumulate_rewards()

    def _end(self) -> None:
        discs = int(arrays.final_scores(self._board)[0])  # as the agent to move sees it
        of_black = discs if self._mover == "black" else -discs
        winner = "black" if of_black > 0 else "white" if of_black < 0 else "draw"
        for agent in _AGENTS:
            of_agent = of_black if agent == "black" else -of_black
            self.terminations[agent] = True
            self.infos[agent] = {"winner": winner, "discs_black": of_black, "discs_agent": of_agent}
            if self._reward == "result":
                self.rewards[agent] = float(np.sign(of_agent))
            elif self._reward == "discs":
                self.rewards[agent] = of_agent / 64

    def render(self) -> str | None:
        """Returns the board as text, with ``render_mode="ansi"``."""
        if self.render_mode is None:
            return None
        player, opponent = self._board[0].tolist()
        board = Board.from_bits(player, opponent)
        return board.position("black" if self._mover == "black" else "white").diagram()

    def close(self) -> None:
        """Does nothing: nothing is left open."""
