"""Games between an agent and an opponent, which the environments share."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _array_arguments as _given
from .. import arrays
from .._engine import Board, to_array
from .._errors import ArgumentError, RequestError
from .._policies import Chooser, Policy, checked, numbers_of

#: Who the agent is: black in every game, white in every game, or both in turn.
Color = Literal["black", "white", "both"]
#: The reward of a step: see `reversi_engine.envs`.
Reward = Literal["result", "discs", "loss"]

START = to_array([Board()])


def one_of(name: str, value: object, names: tuple[str, ...]) -> None:
    """Refuses a value that is not one of these names."""
    if value not in names:
        message = f"{name} must be {', '.join(names[:-1])} or {names[-1]}, not {value!r}"
        if isinstance(value, str):
            raise RequestError(message, "unknown-name", field=name)
        raise ArgumentError(message, "wrong-type", field=name)


def check_reward(reward: str, loss_level: int) -> None:
    """Refuses an unknown reward."""
    one_of("reward", reward, get_args(Reward))
    _given.level("loss_level", loss_level)


def losses(
    boards: NDArray[np.uint64], actions: NDArray[np.uint8], level: int, threads: int
) -> NDArray[np.float32]:
    """Returns the discs that each move loses, by a search of this level."""
    scores = arrays.move_scores(boards, level, threads=threads)
    played = scores[np.arange(len(boards)), actions].astype(np.float32)
    lost: NDArray[np.float32] = scores.max(axis=1).astype(np.float32) - played
    return lost


class Games:
    """Games of an agent, each at a board where the agent has a move, or over."""

    def __init__(
        self, n: int, opponent: Policy, color: Color, random_plies: int, threads: int
    ) -> None:
        one_of("color", color, get_args(Color))
        self.opponent = Chooser("opponent", opponent, threads)
        self.threads = self.opponent.threads
        self.random_plies = _given.whole("random_plies", random_plies, 60)
        self._random = Chooser("random", "random", threads)
        self._color = color
        self._seed = 0
        self._started = np.zeros(n, np.int64)  # the games of each row
        self._drawn = np.zeros(n, np.uint64)  # the random numbers of each row
        #: The boards as the agents see them.
        self.boards = np.repeat(START, n, axis=0)
        #: The legal moves of the agents.
        self.legal = np.zeros(n, np.uint64)
        #: 0 where the agent has black, 1 where it has white.
        self.colors = np.zeros(n, np.uint8)

    def seed(self, seed: int) -> None:
        """Forgets all games, so that the same ones follow on the same seed."""
        self._seed = seed
        self._started[:] = 0
        self._drawn[:] = 0

    def start(self, rows: NDArray[np.intp]) -> None:
        """Starts new games in these rows."""
        while len(rows):
            if self._color == "both":
                self.colors[rows] = (rows + self._started[rows]) % 2
            else:
                self.colors[rows] = self._color == "white"
            self._started[rows] += 1
            boards, sides = self._opening(rows)
            waits = sides != self.colors[rows]
            # Where it is the turn of the agent, its opponent "passes" to it.
            boards[~waits] = boards[~waits][:, ::-1]
            self.boards[rows], self.legal[rows], over = self._reply(rows, boards, waits)
            rows = rows[over]  # random moves that end the game: another one

    def _opening(self, rows: NDArray[np.intp]) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        """Returns boards after random moves, as the sides to move see them, and these sides."""
        boards, sides = np.repeat(START, len(rows), axis=0), np.zeros(len(rows), np.uint8)
        for _ in range(self.random_plies):
            legal = arrays.legal_moves(boards, threads=self.threads)
            moves = self._random(boards, legal, self._draws(rows))
            on = np.nonzero(~arrays.is_over(boards))[0]
            boards[on] = arrays.play(boards[on], moves[on], threads=self.threads)
            sides[on] ^= 1
        return boards, sides

    def play(self, actions: ArrayLike) -> NDArray[np.bool_]:
        """Plays a move of the agent in each game, and replies until the agent has a move again. Returns where the
        game is over."""
        moves = checked("actions", actions, self.legal)
        boards = arrays.play(self.boards, moves, threads=self.threads)
        rows = np.arange(len(boards))
        self.boards, self.legal, over = self._reply(rows, boards, None)
        return over

    def _reply(
        self, rows: NDArray[np.intp], boards: NDArray[np.uint64], waits: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.bool_]]:
        """Moves of the opponents on boards that they see, until the agents have a move: the boards as the agents
        see them, the moves of the agents, and where the game is over. Only opponents that are `waited` for move."""
        legal = arrays.legal_moves(boards, threads=self.threads)
        can_move = legal != 0 if waits is None else (legal != 0) & waits
        if can_move.all():
            boards = self._moved(rows, boards, legal)
        else:
            (movers,) = np.nonzero(can_move)
            moved = self._moved(rows[movers], boards[movers], legal[movers])
            boards = np.ascontiguousarray(boards[:, ::-1])
            boards[movers] = moved
        legal = arrays.legal_moves(boards, threads=self.threads)
        over = np.zeros(len(rows), np.bool_)
        (stuck,) = np.nonzero(legal == 0)
        if len(stuck):
            passed = np.ascontiguousarray(boards[stuck][:, ::-1])
            on = arrays.mobility(passed, threads=self.threads) != 0
            over[stuck[~on]] = True
            if on.any():
                again = stuck[on]
                boards[again], legal[again], over[again] = self._reply(rows[again], passed[on], None)
        return boards, legal, over

    def _moved(
        self, rows: NDArray[np.intp], boards: NDArray[np.uint64], legal: NDArray[np.uint64]
    ) -> NDArray[np.uint64]:
        if not len(rows):
            return boards
        moves = self.opponent(boards, legal, self._draws(rows))
        return arrays.play(boards, moves, threads=self.threads)

    def _draws(self, rows: NDArray[np.intp]) -> NDArray[np.uint64]:
        """Returns a random number for each of these rows."""
        numbers = (rows.astype(np.uint64) << np.uint64(40)) + self._drawn[rows]
        self._drawn[rows] += np.uint64(1)
        return numbers_of(self._seed, numbers)

    def action_mask(self) -> NDArray[np.bool_]:
        """Returns where the agents may move."""
        mask: NDArray[np.bool_] = arrays.unpack(self.legal, threads=self.threads)
        return mask

    def discs_agent(self) -> NDArray[np.int8]:
        """Returns the final scores as the agents see them."""
        return arrays.final_scores(self.boards, threads=self.threads)

    def planes(self, dtype: Any) -> NDArray[Any]:
        """Returns the observations."""
        return arrays.planes(self.boards, dtype=dtype, threads=self.threads)
