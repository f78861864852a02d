"""One game of an agent against an opponent: a Gymnasium environment."""

from __future__ import annotations

from typing import Any, Literal, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .._array_arguments import whole
from .._engine import Board
from .._errors import IllegalMoveError
from .._policies import Policy
from ._games import Color, Games, Reward, check_reward, losses, one_of

__all__ = ["ReversiEnv"]

#: The effect of an illegal action.
Illegal = Literal["loss", "error"]


class ReversiEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A game of an agent against an opponent, ``reversi_engine.envs.single:Reversi-v0`` for ``gymnasium.make``.

    ``opponent``, ``color``, ``random_plies`` and ``reward`` are those of `VectorEnv`, which plays the same games some
    thousand times as fast. ``info["action_mask"]`` and ``action_masks()`` have the legal squares, and ``info["color"]``
    is ``"black"`` or ``"white"``: the agent. After the last move ``info`` has ``winner``, which is ``"black"``,
    ``"white"`` or ``"draw"``, ``discs_black`` and ``discs_agent``.

    An illegal action ends the game: it is a loss by 64 discs, and ``info["illegal"]`` is true. With
    ``illegal="error"`` it is an ``IllegalMoveError``, and the game can go on.

    >>> from reversi_engine.envs import ReversiEnv
    >>> game = ReversiEnv("random", color="black", render_mode="ansi")
    >>> observation, info = game.reset(seed=1)
    >>> observation.shape, info["action_mask"].nonzero()[0].tolist(), info["color"]
    ((2, 8, 8), [19, 26, 37, 44], 'black')
    >>> terminated = False
    >>> while not terminated:
    ...     observation, reward, terminated, _, info = game.step(info["action_mask"].argmax())
    >>> reward == (info["discs_agent"] > 0) - (info["discs_agent"] < 0)
    True
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        opponent: Policy = "random",
        *,
        color: Color = "both",
        reward: Reward = "result",
        loss_level: int = 1,
        random_plies: int = 0,
        illegal: Illegal = "loss",
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        check_reward(reward, loss_level)
        one_of("illegal", illegal, get_args(Illegal))
        if render_mode is not None:
            one_of("render_mode", render_mode, ("ansi", "None"))
        self.render_mode = render_mode
        self._reward, self._loss_level, self._illegal = reward, loss_level, illegal
        self._games = Games(1, opponent, color, random_plies, 1)
        self._is_over = True
        self.observation_space = spaces.Box(0, 1, (2, 8, 8), np.float32)
        self.action_space = spaces.Discrete(64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts a new game, at the first move of the agent. Without a seed, one that follows from the seed
        before.
        """
        is_first = seed is not None or self._np_random is None
        super().reset(seed=seed)
        if is_first:
            self._games.seed(int(self.np_random.integers(2**63)))
        self._games.start(np.arange(1))
        self._is_over = False
        return self._observation(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays a move, and the replies until the agent has a move again or the game is over."""
        if self._is_over:
            raise gymnasium.error.ResetNeeded("the game is over, or has not begun: call reset first")
        games, number = self._games, whole("action", action, 63)
        before = games.boards
        try:
            self._is_over = bool(games.play([number])[0])
        except IllegalMoveError:
            if self._illegal == "error" or int(games.legal[0]) >> number & 1:
                raise  # the move of a function that is the opponent, if that of the agent is legal
            return self._lost()
        info = self._info()
        if self._reward == "loss":
            moves = np.array([number], np.uint8)
            reward = -float(losses(before, moves, self._loss_level, 1)[0])
        elif not self._is_over:
            reward = 0.0
        elif self._reward == "discs":
            reward = info["discs_agent"] / 64
        else:
            reward = float(np.sign(info["discs_agent"]))
        return self._observation(), reward, self._is_over, False, info

    def _lost(self) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Ends the game after an illegal action."""
        self._is_over = True
        self._games.legal[0] = 0
        info = self._info(-64)
        info["illegal"] = True
        return self._observation(), -64.0 if self._reward == "loss" else -1.0, True, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the legal squares of the agent, by the name that Stable-Baselines3 asks for."""
        mask: NDArray[np.bool_] = self._games.action_mask()[0]
        return mask

    def render(self) -> str | None:
        """Returns the board as text, with ``render_mode="ansi"``."""
        if self.render_mode is None:
            return None
        return self._board().position("black" if self._games.colors[0] == 0 else "white").diagram()

    def _board(self) -> Board:
        player, opponent = self._games.boards[0].tolist()
        return Board.from_bits(player, opponent)

    def _observation(self) -> NDArray[np.float32]:
        planes: NDArray[np.float32] = self._games.planes(np.float32)[0]
        return planes

    def _info(self, discs: int | None = None) -> dict[str, Any]:
        is_white = bool(self._games.colors[0])
        info: dict[str, Any] = {
            "action_mask": self.action_masks(),
            "color": "white" if is_white else "black",
        }
        if self._is_over:
            of_agent = int(self._games.discs_agent()[0]) if discs is None else discs
            of_black = -of_agent if is_white else of_agent
            info["discs_agent"], info["discs_black"] = of_agent, of_black
            info["winner"] = "black" if of_black > 0 else "white" if of_black < 0 else "draw"
        return info


gymnasium.register(
    "Reversi-v0",
    entry_point="reversi_engine.envs.single:ReversiEnv",
    vector_entry_point="reversi_engine.envs.vector:VectorEnv",
)
