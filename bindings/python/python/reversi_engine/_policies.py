"""Who chooses moves on many boards, and games between two of them: a part of ``arrays``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Union, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _array_arguments as _given
from . import _engine
from ._array_arguments import PASS
from ._engine import Board, Opponent, square_name, to_array
from ._errors import ArgumentError, IllegalMoveError, RequestError
from ._surface import Strength

#: Who chooses moves: ``"random"``, the name of a strength, an `Opponent` by its rating, or a function. A function
#: gets boards of shape (n, 2), as the side to move sees them, and their legal moves, as n sets of squares; on each
#: board there is one. It returns n moves.
Policy = Union[str, Opponent, Callable[[NDArray[np.uint64], NDArray[np.uint64]], ArrayLike]]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FACTORS = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_SHIFTS = np.uint64(30), np.uint64(27), np.uint64(31)


def numbers_of(seed: int, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Returns the numbers at these indices of the sequence of SplitMix64, as in ``random_games``."""
    state = (numbers + np.uint64(1)) * _GOLDEN
    state += np.uint64(seed)
    state ^= state >> _SHIFTS[0]
    state *= _FACTORS[0]
    state ^= state >> _SHIFTS[1]
    state *= _FACTORS[1]
    state ^= state >> _SHIFTS[2]
    return state


class Chooser:
    """A policy, checked: ``chooser(boards, legal, draws)`` are its moves, with a random number for each board."""

    def __init__(self, name: str, policy: Policy, threads: int = 1) -> None:
        self.name, self.threads = name, _given.threads(threads)
        #: The rating; ``None`` for random moves and for a function.
        self.rating: int | None = None
        self.function: Callable[[NDArray[np.uint64], NDArray[np.uint64]], ArrayLike] | None = None
        strengths = get_args(Strength)
        if isinstance(policy, str) and policy in strengths:
            self.rating = Opponent(cast(Strength, policy)).rating
        elif isinstance(policy, Opponent):
            self.rating = policy.rating
        elif callable(policy):
            self.function = policy
        elif policy != "random":
            names = ", ".join(["random", *strengths])
            message = f"{name} must be {names}, an Opponent or a function, not {policy!r}"
            if isinstance(policy, str):
                raise RequestError(message, "unknown-name", field=name)
            raise ArgumentError(message, "wrong-type", field=name)

    def __call__(
        self, boards: NDArray[np.uint64], legal: NDArray[np.uint64], draws: NDArray[np.uint64]
    ) -> NDArray[np.uint8]:
        if self.function is None:
            moves = np.empty(len(boards), np.uint8)
            _engine._array_choose(self.rating, boards, draws, moves, self.threads)
            return moves
        # Functions may take squares out of the sets one by one: they get copies.
        return checked(self.name, self.function(boards.copy(), legal.copy()), legal)


def checked(name: str, moves: ArrayLike, legal: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Checks that the moves that someone chose are legal, and returns them."""
    numbers = _given.numbers(name, moves, legal.shape)
    is_square = numbers < 64
    is_legal = ((legal >> (numbers & 63).astype(np.uint64)) & np.uint64(1)).astype(bool) & is_square
    if not is_legal.all():
        index = int((~is_legal).argmax())
        number = int(numbers[index])
        found = square_name(number) if number < 64 else "a pass" if number == PASS else str(number)
        message = f"{name}[{index}]: {found} is not a legal move"
        raise IllegalMoveError(message, "illegal-move", field=name, index=index)
    return numbers


def choose(
    boards: NDArray[Any],
    policy: Policy,
    seed: int = 0,
    *,
    first: int = 0,
    threads: int = 1,
) -> NDArray[np.uint8]:
    """Chooses a move on each board at ``"random"``, or as an `Opponent` of a strength or a rating does; ``PASS``
    where no move is legal.

    The chances are as in ``Opponent.choose`` with an engine without a book. The move on row ``i`` depends on the
    board, ``seed`` and ``first + i`` only, and is the same on every machine and with any number of threads. Of an
    `Opponent` only the rating counts. Up to a rating of 1299 nothing is searched, but for the last two squares.

    >>> from reversi_engine import Board, Opponent, arrays, square_name, to_array
    >>> boards = to_array([Board().play("f5")] * 1000)
    >>> moves = arrays.choose(boards, Opponent(rating=1500), seed=1)
    >>> sorted({square_name(move) for move in set(moves.tolist())})
    ['d6', 'f4', 'f6']
    """
    rows = _given.boards(boards).view(np.uint64)
    seed, first = _given.whole("seed", seed, 2**64 - 1), _given.whole("first", first, 2**63 - 1)
    chooser = Chooser("policy", policy, threads)
    draws = numbers_of(seed, np.arange(first, first + len(rows), dtype=np.uint64))
    if chooser.function is None:
        return chooser(rows, rows[:, 0], draws)
    legal = np.empty(len(rows), np.uint64)
    _engine._array_words("legal_moves", rows, legal, chooser.threads)
    moves, can_move = np.full(len(rows), PASS, np.uint8), legal != 0
    if can_move.any():
        moves[can_move] = chooser(rows[can_move], legal[can_move], draws[can_move])
    return moves


def move_scores(
    boards: NDArray[Any],
    level: int = 1,
    *,
    out: NDArray[np.int8] | None = None,
    threads: int = 1,
) -> NDArray[np.int8]:
    """Returns an array of shape (n, 64): the score of each legal move in discs from the side to move, by a search of
    this level; -128 for all other squares.

    At the levels 0 and 1 it is the evaluation after the move, hundreds of thousands of moves a second. Each board
    is searched in an empty table: its scores depend on the level and on nothing else.

    >>> from reversi_engine import Board, arrays, to_array
    >>> scores = arrays.move_scores(to_array([Board()]), level=4)
    >>> scores[0, [19, 26, 37, 44]].tolist(), int(scores[0, 0])
    ([0, 0, 0, 0], -128)
    """
    native = partial(_engine._array_move_scores, _given.level("level", level))
    return _given.compute(native, _given.boards(boards), (), out, (64,), np.int8, threads)


class Match(NamedTuple):
    """Games between two policies, by ``play_games``: game ``i`` has ``moves[offsets[i]:offsets[i + 1]]``."""

    #: The moves of all games, without passes.
    moves: NDArray[np.uint8]
    #: The row of the first move of each game, and the number of all rows.
    offsets: NDArray[np.int64]
    #: 0 where policy **a** had black, 1 where **b** had.
    black: NDArray[np.uint8]
    #: The final score as **a** sees it, whatever colour it had.
    scores: NDArray[np.int8]


def play_games(
    policy_a: Policy,
    policy_b: Policy,
    n: int,
    seed: int = 0,
    *,
    first: int = 0,
    random_plies: int = 0,
    threads: int = 1,
) -> Match:
    """Plays ``n`` games between two policies, all at a time: each is ``"random"``, the name of a strength, an
    `Opponent`, or a function of boards and their legal moves that returns moves.

    Policy a has black in the games with even numbers ``first + i``. The first ``random_plies`` moves of each game are
    random, for policies that would play the same game again and again. Game ``i`` depends on its number, on ``seed``
    and on what the functions do; it is the same with any number of threads. ``replay(match.moves, match.offsets)``
    has the positions.

    >>> from reversi_engine import arrays
    >>> match = arrays.play_games("club", "random", 4, seed=1)
    >>> match.black.tolist(), bool((match.scores > 0).all())
    ([0, 1, 0, 1], True)
    >>> replay = arrays.replay(match.moves, match.offsets)
    >>> arrays.final_scores(replay.ends).tolist() == [s if b == 0 else -s for s, b in zip(match.scores, match.black)]
    True
    """
    count, first = _given.whole("n", n, 10**9), _given.whole("first", first, 2**57)
    seed, random_plies = _given.whole("seed", seed, 2**64 - 1), _given.whole("random_plies", random_plies, 60)
    choosers = Chooser("policy_a", policy_a, threads), Chooser("policy_b", policy_b, threads)
    at_random = Chooser("random", "random", threads)
    parity = ((np.arange(count) + first) % 2).astype(np.uint8)
    played, scores = np.full((count, 60), 255, np.uint8), np.zeros(count, np.int8)
    games = np.arange(count)  # the games that are not over
    boards = np.repeat(to_array([Board()]), count, axis=0)
    is_b = parity.copy()  # whether b is to move
    for ply in range(61):
        legal = legal_moves(boards, threads)
        (stuck,) = np.nonzero(legal == 0)
        if len(stuck):
            boards[stuck], is_b[stuck] = boards[stuck][:, ::-1], is_b[stuck] ^ 1
            legal[stuck] = legal_moves(boards[stuck], threads)
            over = legal == 0
            if over.any():
                of_mover = final_scores(boards[over], threads)
                scores[games[over]] = np.where(is_b[over] == 1, -of_mover, of_mover)
                on = ~over
                games, boards, is_b, legal = games[on], boards[on], is_b[on], legal[on]
        if not len(games):
            break
        numbers = (games.astype(np.uint64) + np.uint64(first)) * np.uint64(64) + np.uint64(ply)
        draws = numbers_of(seed, numbers)
        if ply < random_plies:
            moves = at_random(boards, legal, draws)
        else:
            moves = np.empty(len(games), np.uint8)
            for side, chooser in enumerate(choosers):
                (rows,) = np.nonzero(is_b == side)
                if len(rows):
                    moves[rows] = chooser(boards[rows], legal[rows], draws[rows])
        after = np.empty_like(boards)
        _engine._array_play(boards, moves, after.reshape(-1), choosers[0].threads)
        boards = after
        played[games, ply] = moves
        is_b ^= 1
    is_move = played < 64
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_move.sum(axis=1), dtype=np.int64)])
    return Match(played[is_move], offsets, parity, scores)


def legal_moves(boards: NDArray[np.uint64], threads: int) -> NDArray[np.uint64]:
    out = np.empty(len(boards), np.uint64)
    _engine._array_words("legal_moves", np.ascontiguousarray(boards), out, threads)
    return out


def final_scores(boards: NDArray[np.uint64], threads: int) -> NDArray[np.int8]:
    out = np.empty(len(boards), np.int8)
    _engine._array_bytes("final_scores", np.ascontiguousarray(boards), out.view(np.uint8), threads)
    return out
