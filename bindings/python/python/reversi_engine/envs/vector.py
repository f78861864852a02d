"""Thousands of games at a time, on arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .. import _array_arguments as _given
from .._policies import Policy
from ._games import Color, Games, Reward, check_reward, losses

__all__ = ["VectorEnv"]

if TYPE_CHECKING:
    from gymnasium.vector import VectorEnv as _GymnasiumEnv

    _Base = _GymnasiumEnv[NDArray[Any], NDArray[Any], NDArray[Any]]
else:
    try:
        from gymnasium.vector import VectorEnv as _Base
    except ImportError:
        _Base = object


class VectorEnv(_Base):
    """``num_envs`` games at a time, of an agent against an opponent.

    ``opponent`` is ``"random"``, the name of a strength, an `Opponent` by its rating, or a function of boards, as the
    opponent sees them, and legal moves that returns moves. ``color`` is the agent's: ``"black"``, ``"white"``,
    or ``"both"`` in turn. ``random_plies`` moves at the start of each game are random. ``reward`` and observations
    are those of `reversi_engine.envs`. ``dtype`` of the observations is ``float32``, ``uint8`` or ``bool``.
    ``threads`` is the number of threads, 0 for all that the machine runs at once: rated opponents take most of the
    time.

    A game that ends starts again in the same step (Gymnasium's ``AutoresetMode.SAME_STEP``): ``observations`` and
    ``infos["action_mask"]`` are those of the next game. ``infos["final_obs"]`` has the last observation of the game
    that has ended, and ``infos["final_info"]`` its ``winner`` (1 black, -1 white, 0 a draw), ``discs_black``,
    ``discs_agent`` and ``color`` of the agent (0 black, 1 white); both only where ``infos["_final_obs"]`` is true,
    which is the same as ``terminations``. These keys are there in steps in which a game ends.

    The same seed gives the same games, with any number of threads. With Gymnasium it is a
    ``gymnasium.vector.VectorEnv``; it needs NumPy only.

    >>> import numpy as np
    >>> from reversi_engine.envs import VectorEnv
    >>> games, rng = VectorEnv(64, "random"), np.random.default_rng(1)
    >>> observations, infos = games.reset(seed=1)
    >>> ended = wins = 0
    >>> for _ in range(100):
    ...     actions = (infos["action_mask"] * rng.random((64, 64))).argmax(axis=1)
    ...     observations, rewards, terminations, truncations, infos = games.step(actions)
    ...     ended, wins = ended + terminations.sum(), wins + (rewards > 0).sum()
    >>> bool(ended >= 64), bool(0 < wins < ended)
    (True, True)
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        num_envs: int,
        opponent: Policy = "random",
        *,
        color: Color = "both",
        reward: Reward = "result",
        loss_level: int = 1,
        random_plies: int = 0,
        dtype: DTypeLike = np.float32,
        threads: int = 1,
    ) -> None:
        self.num_envs = _given.whole("num_envs", num_envs, 2**24 - 1)
        check_reward(reward, loss_level)
        self._reward, self._loss_level, self._dtype = reward, loss_level, np.dtype(dtype)
        self._games = Games(self.num_envs, opponent, color, random_plies, threads)
        self._is_seeded = False
        self._games.planes(self._dtype)  # refuses other types
        if _Base is not object:
            self._set_spaces()

    def _set_spaces(self) -> None:
        from gymnasium import spaces
        from gymnasium.vector import AutoresetMode
        from gymnasium.vector.utils import batch_space

        of_bool = self._dtype == np.bool_
        self.single_observation_space: Any = (
            spaces.MultiBinary((2, 8, 8)) if of_bool else spaces.Box(0, 1, (2, 8, 8), self._dtype.type)
        )
        self.single_action_space: Any = spaces.Discrete(64)
        self.observation_space: Any = batch_space(self.single_observation_space, self.num_envs)
        self.action_space: Any = batch_space(self.single_action_space, self.num_envs)
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}

    if _Base is object:

        def close(self, **kwargs: Any) -> None:
            """Does nothing: nothing is left open."""

    @property
    def boards(self) -> NDArray[np.uint64]:
        """The boards as the agents see them, who are to move: an array of shape (n, 2), a copy."""
        return self._games.boards.copy()

    @property
    def legal_moves(self) -> NDArray[np.uint64]:
        """The legal moves of the agents: n sets of squares, a copy."""
        return self._games.legal.copy()

    @property
    def colors(self) -> NDArray[np.uint8]:
        """The colours of the agents: 0 for black, 1 for white, a copy."""
        return self._games.colors.copy()

    def reset(
        self, *, seed: int | Any | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Starts new games in all places. Without a seed, they follow the games before, or are any at the first
        call.
        """
        if seed is None and not self._is_seeded:
            seed = int(np.random.default_rng().integers(2**63))
        if seed is not None:
            self._games.seed(_given.whole("seed", seed, 2**64 - 1))
            self._is_seeded = True
        self._games.start(np.arange(self.num_envs))
        return self._games.planes(self._dtype), {"action_mask": self._games.action_mask()}

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Plays a move of the agent in each game, and the replies. An illegal move is an ``IllegalMoveError`` with
        its ``index``, and no game goes on.

        Returns observations, rewards in ``float32``, terminations, truncations, all of them false, and infos.
        """
        games = self._games
        if not self._is_seeded:
            self.reset()
        before = games.boards
        over = games.play(actions)
        rewards = np.zeros(self.num_envs, np.float32)
        if self._reward == "loss":
            numbers = _given.numbers("actions", actions, (self.num_envs,))
            rewards -= losses(before, numbers, self._loss_level, games.threads)
        infos: dict[str, Any] = {}
        (ended,) = np.nonzero(over)
        if len(ended):
            discs = np.where(over, games.discs_agent(), np.int8(0))
            if self._reward == "result":
                rewards[ended] = np.sign(discs[ended])
            elif self._reward == "discs":
                rewards[ended] = discs[ended] / np.float32(64)
            of_black = np.where(games.colors == 1, -discs, discs)
            infos["final_obs"] = games.planes(self._dtype)
            infos["final_info"] = {
                "winner": np.sign(of_black),
                "discs_black": of_black,
                "discs_agent": discs,
                "color": games.colors.copy(),
            }
            infos["_final_obs"] = infos["_final_info"] = over
            games.start(ended)
        infos["action_mask"] = games.action_mask()
        truncations = np.zeros(self.num_envs, np.bool_)
        return games.planes(self._dtype), rewards, over, truncations, infos
