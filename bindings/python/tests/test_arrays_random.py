"""The rules on arrays of any form and content, by Hypothesis: the result of the classes, or an error in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis.extra.numpy as of_numpy
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reversi_engine import (
    Board,
    Game,
    IllegalMoveError,
    ReversiError,
    Symmetry,
    arrays,
    from_array,
    perft,
    square_name,
)

Words = npt.NDArray[np.uint64]
Array = npt.NDArray[Any]

#: The same examples in each run, which leaves nothing behind.
QUICK = settings(derandomize=True, max_examples=60, deadline=None, database=None)
SEEDS = st.integers(0, 2**64 - 1)


def boards_from(seed: int, count: int) -> Words:
    """Boards of a random game, and boards of random discs."""
    rng = np.random.default_rng(seed)
    words = rng.integers(0, 2**64, (count, 3), np.uint64)
    words[:, 0] &= words[:, 2]
    words[:, 1] &= ~words[:, 0]
    replay = arrays.replay(*arrays.random_games(1, seed))
    from_game = rng.random(count) < 0.5
    rows = rng.integers(0, len(replay.boards), count)
    return np.where(from_game[:, None], replay.boards[rows], words[:, :2])


BOARDS = st.builds(boards_from, SEEDS, st.integers(0, 300))


def unaligned(array: Array) -> Array:
    memory = np.empty(array.nbytes + 1, np.uint8)
    moved = memory[1:].view(array.dtype).reshape(array.shape)
    moved[...] = array
    return moved


def frozen(array: Array) -> Array:
    copy = array.copy()
    copy.flags.writeable = False
    return copy


FORMS: list[Callable[[Array], Array]] = [
    lambda array: array,
    np.asfortranarray,
    lambda array: np.repeat(array, 2, axis=0)[::2],
    lambda array: np.repeat(array, 3, axis=1)[:, ::3],
    lambda array: array[::-1].copy()[::-1],
    lambda array: array.astype(array.dtype.newbyteorder(">")),
    unaligned,
    frozen,
]


@QUICK
@given(BOARDS, st.sampled_from(FORMS), st.booleans(), st.integers(0, 3))
def test_rules_are_those_of_one_board(
    boards: Words, form: Callable[[Array], Array], signed: bool, threads: int
) -> None:
    each = from_array(boards)
    formed = form(boards.view(np.int64) if signed else boards)
    sets = arrays.legal_moves(formed, threads=threads)
    assert sets.dtype == (np.int64 if signed else np.uint64) and sets.flags.writeable
    assert (arrays.cells(formed, threads=threads) == arrays.cells(boards)).all()
    assert sets.view(np.uint64).tolist() == [board.legal_squares for board in each]
    counts = [bin(board.legal_squares).count("1") for board in each]
    assert arrays.mobility(formed, threads=threads).tolist() == counts
    assert arrays.is_over(formed, threads=threads).tolist() == [board.is_game_over for board in each]
    assert arrays.must_pass(formed, threads=threads).tolist() == [board.must_pass for board in each]
    assert arrays.final_scores(formed, threads=threads).tolist() == [board.final_score for board in each]
    assert arrays.perft(formed, 2, threads=threads).tolist() == [perft(board, 2) for board in each]


@QUICK
@given(BOARDS, SEEDS)
def test_images_are_those_of_one_board(boards: Words, seed: int) -> None:
    numbers = np.random.default_rng(seed).integers(0, 8, len(boards))
    each = from_array(boards)
    images = arrays.transform(boards, numbers)
    assert from_array(images) == [Symmetry.ALL[i].board(board) for i, board in zip(numbers, each)]
    smallest, leading = arrays.canonical(boards)
    assert [(board, Symmetry.ALL[i]) for i, board in zip(leading, from_array(smallest))] == [
        board.canonical() for board in each
    ]
    assert (arrays.canonical(images)[0] == smallest).all()
    assert (arrays.from_cells(arrays.cells(boards)) == boards).all()
    assert (arrays.from_planes(arrays.planes(boards)) == boards).all()
    assert (arrays.pack(arrays.unpack(boards[:, 0])) == boards[:, 0]).all()


@QUICK
@given(BOARDS, st.lists(st.integers(-2, 70), max_size=300), st.integers(0, 3))
def test_moves_are_played_or_refused(boards: Words, moves: list[int], threads: int) -> None:
    count = min(len(boards), len(moves))
    boards, moves = boards[:count], moves[:count]
    after: list[Board] = []
    for board, move in zip(from_array(boards), moves):
        name = "ps" if move == arrays.PASS else square_name(move) if 0 <= move < 64 else None
        try:
            after.append(board.play(name or "nothing"))
        except ReversiError:
            break
    if len(after) == count:
        assert from_array(arrays.play(boards, moves, threads=threads)) == after
    else:
        with pytest.raises(ReversiError, match=rf"^moves\[\d+\]") as error:
            arrays.play(boards, moves, threads=threads)
        if all(0 <= move <= 255 for move in moves):
            assert error.value.index == len(after)


@QUICK
@given(st.lists(SEEDS, max_size=40), st.integers(0, 60), st.booleans(), st.integers(0, 3))
def test_games_are_replayed(seeds: list[int], stop: int, again: bool, threads: int) -> None:
    games: list[Game] = []
    for seed in seeds:
        game = Game()
        for move in arrays.random_games(1, seed).moves[: stop + seed % 7]:
            if game.board.must_pass:
                game.play("ps")
            game.play(square_name(int(move)))
        games.append(game)
    moves = arrays.moves_of(games)
    memory = arrays.replay(*arrays.random_games(len(games) + 30)) if again else None
    replay = arrays.replay(*moves, out=memory, threads=threads)
    turns = [turn for game in games for turn in game.turns()]
    assert from_array(replay.boards) == [position.board for position, _ in turns]
    assert replay.sides.tolist() == [int(position.side == "white") for position, _ in turns]
    assert replay.legal.tolist() == [position.board.legal_squares for position, _ in turns]
    assert replay.flips.tolist() == [
        0 if move == "ps" else position.board.flips(move) for position, move in turns
    ]
    ends = [game.board if game.side == "black" else game.board.swap() for game in games]
    assert from_array(replay.ends) == ends


ANYTHING = of_numpy.arrays(
    of_numpy.scalar_dtypes(), of_numpy.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
)
CALLS: list[Callable[[Any], object]] = [
    arrays.legal_moves,
    arrays.canonical,
    arrays.from_cells,
    arrays.from_planes,
    arrays.pack,
    arrays.unpack,
    arrays.replay,
    lambda array: arrays.play(np.zeros((2, 2), np.uint64), array),
    lambda array: arrays.transform(np.zeros((2, 2), np.uint64), array),
    lambda array: arrays.replay([19], array),
    lambda array: arrays.replay([19], [0, 1], starts=array),
    lambda array: arrays.cells(np.zeros((2, 2), np.uint64), out=array),
]


@settings(QUICK, max_examples=200)
@given(ANYTHING, st.sampled_from(CALLS))
def test_anything_is_taken_or_refused_in_words(array: Array, call: Callable[[Any], object]) -> None:
    try:
        call(array)
    except ReversiError as error:
        assert str(error) and (error.index is not None or not isinstance(error, IllegalMoveError))
