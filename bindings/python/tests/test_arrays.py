"""The rules on arrays, compared with those of the classes for one board and one game."""

from __future__ import annotations

import _thread
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pytest

from reversi_engine import (
    ArgumentError,
    ArrayError,
    Board,
    Game,
    IllegalMoveError,
    ParseError,
    RequestError,
    Symmetry,
    arrays,
    from_array,
    perft,
    read_games,
    read_ggf,
    read_wtb,
    square_index,
    square_name,
    to_array,
)

Words = npt.NDArray[np.uint64]

#: The functions of boards alone, with the same for one board.
OF_BOARDS: list[tuple[Callable[..., npt.NDArray[Any]], Callable[[Board], object]]] = [
    (arrays.legal_moves, lambda board: board.legal_squares),
    (arrays.mobility, lambda board: bin(board.legal_squares).count("1")),
    (arrays.must_pass, lambda board: board.must_pass),
    (arrays.is_over, lambda board: board.is_game_over),
    (arrays.final_scores, lambda board: board.final_score),
]


def random_game(rng: random.Random) -> Game:
    game = Game()
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
    return game


@pytest.fixture(scope="module")
def games() -> list[Game]:
    rng = random.Random(1)
    return [random_game(rng) for _ in range(150)]


@pytest.fixture(scope="module")
def boards(games: list[Game]) -> Words:
    """More than a thread takes at a time."""
    replay = arrays.replay(*arrays.moves_of(games))
    return np.concatenate([replay.boards, replay.ends])


@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 15, 16, 17, 2047, 2048, 2049, 9000])
def test_any_number_of_boards(boards: Words, n: int) -> None:
    for of_all, of_one in OF_BOARDS:
        expected = [of_one(board) for board in from_array(boards[1 : n + 1])]
        for threads in (0, 1, 2, 3):
            assert of_all(boards[1 : n + 1], threads=threads).tolist() == expected


def moves_for(boards: Words) -> npt.NDArray[np.uint8]:
    """A legal move for each board, 0 where the game is over."""
    rng = random.Random(2)
    names = [rng.choice(board.legal_moves() or ["a1"]) for board in from_array(boards)]
    return np.array([arrays.PASS if name == "ps" else square_index(name) for name in names], np.uint8)


@pytest.mark.parametrize("threads", [1, 2])
def test_moves_are_played_and_turn_discs(boards: Words, threads: int) -> None:
    going = boards[~arrays.is_over(boards)]
    moves = moves_for(going)
    names = ["ps" if move == arrays.PASS else square_name(move) for move in moves]
    assert "ps" in names
    one = from_array(going)
    expected = [board.play(name) for board, name in zip(one, names)]
    assert from_array(arrays.play(going, moves, threads=threads)) == expected
    assert from_array(arrays.play(going, moves.astype(">i4"), threads=threads)) == expected
    turned = [0 if name == "ps" else board.flips(name) for board, name in zip(one, names)]
    assert arrays.flips(going, moves, threads=threads).tolist() == turned


def test_images_by_symmetries(boards: Words) -> None:
    one = from_array(boards)
    for index, symmetry in enumerate(Symmetry.ALL):
        expected = [symmetry.board(board) for board in one]
        assert from_array(arrays.transform(boards, symmetry)) == expected
        assert from_array(arrays.transform(boards, index, threads=2)) == expected
    images, symmetries = arrays.canonical(boards, threads=2)
    expected_pairs = [board.canonical() for board in one]
    assert list(zip(from_array(images), [Symmetry(int(index)) for index in symmetries])) == expected_pairs
    assert len(np.unique(arrays.hash(images))) == len(np.unique(images, axis=0))


def test_stable_discs_of_both_sides(boards: Words) -> None:
    # All discs of a full board are stable, and none before somebody has a corner.
    full = boards[(boards[:, 0] | boards[:, 1]) == np.uint64(2**64 - 1)]
    assert len(full) and (arrays.stable(full) == full[:, 0]).all()
    corners = np.uint64(0x8100000000000081)
    without = boards[((boards[:, 0] | boards[:, 1]) & corners == 0) & (arrays.cells(boards) == 0).any(axis=1)]
    early = without[(arrays.cells(without) != 0).sum(axis=1) < 20]
    assert len(early) and not arrays.stable(early).any()
    assert not arrays.stable(early[:, ::-1]).any()


def test_cells_and_planes(boards: Words) -> None:
    bits = np.arange(64, dtype=np.uint64)
    player, opponent = ((boards[:, side, None] >> bits & 1).astype(np.int8) for side in (0, 1))
    cells = arrays.cells(boards, threads=2)
    assert cells.dtype == np.int8 and (cells == player - opponent).all()
    for back in (cells, cells.reshape(-1, 8, 8), cells.astype(">i8"), cells[::-1][::-1]):
        assert (arrays.from_cells(back, threads=2) == boards).all()
    legal = arrays.unpack(arrays.legal_moves(boards))
    names: list[Any] = ["legal", "player", "empty", "opponent"]
    expected = np.stack([legal, player, 1 - player - opponent, opponent], axis=1).reshape(-1, 4, 8, 8)
    for dtype in (np.float32, np.uint8, np.bool_):
        planes = arrays.planes(boards, names, dtype=dtype, threads=2)
        assert planes.dtype == dtype and (planes == expected).all()
        assert (arrays.from_planes(planes[:, [1, 3, 0]]) == boards).all()
        unpacked = arrays.unpack(boards[:, 0], dtype=dtype)
        assert unpacked.dtype == dtype and (unpacked == player).all()
        assert (arrays.pack(unpacked) == boards[:, 0]).all()
    assert arrays.planes(boards[:3]).shape == (3, 2, 8, 8)
    assert (arrays.pack(player.reshape(-1, 8, 8).astype(np.float64), threads=2) == boards[:, 0]).all()


def test_signed_boards_give_signed_sets(boards: Words) -> None:
    signed = boards.view(np.int64)
    rules: list[Callable[..., npt.NDArray[Any]]] = [arrays.legal_moves, arrays.stable, arrays.hash]
    for of_all in rules:
        assert of_all(signed).dtype == np.int64
        assert (of_all(signed).view(np.uint64) == of_all(boards)).all()
    for images in (arrays.transform(signed, 3), arrays.canonical(signed)[0]):
        assert images.dtype == np.int64 and (images < 0).any()


def test_results_are_written_where_one_wants_them(boards: Words) -> None:
    expected = arrays.legal_moves(boards)
    outs: list[npt.NDArray[Any]] = [
        np.empty(len(boards), np.uint64),
        np.empty(len(boards), np.int64),
        np.empty((len(boards), 3), np.uint64)[:, 1],
    ]
    for out in outs:
        assert arrays.legal_moves(boards, out=out) is out
        assert (out.view(np.uint64) == expected).all()
    # In place.
    step = arrays.transform(boards, 1)
    copy = boards.copy()
    assert arrays.transform(copy, 1, out=copy) is copy
    assert (copy == step).all()
    column = boards.copy()
    arrays.legal_moves(column, out=column[:, 1])
    assert (column[:, 1] == expected).all() and (column[:, 0] == boards[:, 0]).all()
    planes = np.empty((len(boards), 1, 8, 8), np.bool_)
    arrays.planes(boards, ["legal"], out=planes)
    assert (arrays.pack(planes[:, 0]) == expected).all()


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda a: arrays.legal_moves(a[0]), "boards must be an array of shape (n, 2), not (2,)"),
        (lambda a: arrays.legal_moves(a[:, :1]), "boards must be an array of shape (n, 2), not (3, 1)"),
        (lambda a: arrays.is_over(a.astype(float)), "boards must be an array of uint64 or int64, not float64"),
        (lambda a: arrays.is_over(a.astype(np.uint32)), "boards must be an array of uint64 or int64, not uint32"),
        (lambda a: arrays.play(a, [19]), "moves must be an array of shape (3,), not (1,)"),
        (lambda a: arrays.play(a, [1.0, 2.0, 3.0]), "moves must be an array of whole numbers, not float64"),
        (lambda a: arrays.play(a, [19, 19, 300]), "moves[2] must be 0 to 64, not 300"),
        (lambda a: arrays.play(a, [19, 19, 65]), "moves[2] must be 0 to 64, not 65"),
        (lambda a: arrays.flips(a, [19, -1, 65]), "moves[1] must be 0 to 64, not -1"),
        (lambda a: arrays.cells(a, out=np.empty((3, 63), np.int8)),
         "out must be an array of shape (3, 64), not (3, 63)"),
        (lambda a: arrays.legal_moves(a, out=np.empty(3, ">u8")),
         "out must be an array of uint64 or int64 in the byte order of the machine, not >u8"),
        (lambda a: arrays.mobility(a, out=np.frombuffer(b"abc", np.uint8)),
         "out must be an array that can be written to, not a read-only one"),
        (lambda a: arrays.mobility(a, out=cast(Any, [0, 0, 0])), "out must be an array of NumPy, not list"),
        (lambda a: arrays.planes(a, dtype=np.float64), "dtype must be float32, uint8 or bool, not float64"),
        (lambda a: arrays.from_planes(np.zeros((3, 1, 8, 8))),
         "planes must be an array with 2 or more planes, not (3, 1, 8, 8)"),
        (lambda a: arrays.from_planes(np.ones((3, 2, 8, 8))), "row 0: a square cannot have discs of both sides"),
        (lambda a: arrays.from_cells(np.full((1, 64), 2)), "board 0: a1 must be -1, 0 or 1, not 2"),
        (lambda a: arrays.from_cells(np.full((1, 64), -(2**63))),
         "board 0: a1 must be -1, 0 or 1, not -9223372036854775808"),
        (lambda a: arrays.from_cells(arrays.cells(a).astype(np.uint8)), "board 0: d4 must be -1, 0 or 1, not 255"),
        (lambda a: arrays.from_cells(np.repeat([[[0], [2]]], 64, 2)[0]), "board 1: a1 must be -1, 0 or 1, not 2"),
        (lambda a: arrays.from_planes(np.full((1, 2, 8, 8), "x")), "planes must be an array of numbers, not <U1"),
        (lambda a: arrays.from_cells(np.zeros((1, 60), int)), "cells must be an array of shape (n, 64), not (1, 60)"),
        (lambda a: arrays.replay([19, 18], [0, 3, 2]),
         "offsets must be numbers that ascend from 0 to the number of moves, 2, not [0 3 2]"),
        (lambda a: arrays.replay([19], np.array([0, 2**64 - 1, 1], np.uint64)),
         "offsets must be numbers that ascend from 0 to the number of moves, 1, not [0 18446744073709551615 1]"),
        (lambda a: arrays.replay([19, 18]),
         "moves must be an array of shape (games, k), or of shape (n,) with offsets, not (2,)"),
        (lambda a: arrays.replay([[19, -1, 18]]), "moves[0] must have no move after its padding"),
    ],
)  # fmt: skip
def test_errors_are_in_words(call: Callable[[Words], object], message: str) -> None:
    with pytest.raises(ArrayError) as error:
        call(to_array([Board()] * 3))
    assert str(error.value) == message


def test_rows_of_different_lengths_are_refused() -> None:
    rows: Any = [[19, 18], [19]]
    for call, name in ((arrays.replay, "moves"), (arrays.legal_moves, "boards"), (arrays.pack, "cells")):
        with pytest.raises(ArrayError, match=f"^{name} must be an array or rows of equal length, not ") as error:
            call(rows)
        assert error.value.field == name


def test_other_errors_are_in_words() -> None:
    boards = to_array([Board()])
    for threads in (-1, 2**32):
        with pytest.raises(RequestError, match=f"threads must be 0 to 4294967295, not {threads}"):
            arrays.legal_moves(boards, threads=threads)
    with pytest.raises(ArgumentError, match="threads must be 0 to 4294967295, not 'all'"):
        arrays.legal_moves(boards, threads="all")  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="symmetry must be 0 to 7, not 8"):
        arrays.transform(boards, 8)
    with pytest.raises(RequestError, match="names must be a list of names of player, opponent, empty, legal"):
        arrays.planes(boards, ["mine"])  # type: ignore[list-item]
    with pytest.raises(RequestError, match="seed must be 0 to"):
        arrays.random_games(1, seed=-1)


@pytest.mark.parametrize("threads", [1, 3])
def test_the_first_wrong_row_is_named(boards: Words, threads: int) -> None:
    wrong = boards.copy()
    wrong[[4000, 5000]] = 1
    for call in (arrays.legal_moves, arrays.hash, arrays.cells, arrays.canonical):
        with pytest.raises(ArrayError, match=r"^row 4000: a square cannot have discs of both sides: a1$") as error:
            call(wrong, threads=threads)
        assert (error.value.code, error.value.index) == ("overlapping-discs", 4000)
    starts = to_array([Board()] * 6000)
    moves = np.full(6000, 19)
    moves[[3000, 5999]] = 0
    with pytest.raises(IllegalMoveError, match=r"^moves\[3000\]: a1 is not a legal move: it flips") as illegal:
        arrays.play(starts, moves, threads=threads)
    assert (illegal.value.index, illegal.value.field) == (3000, "moves")


@pytest.mark.parametrize("threads", [1, 2])
def test_games_are_replayed(games: list[Game], threads: int) -> None:
    moves, offsets = arrays.moves_of(games)
    found = arrays.replay(moves, offsets, threads=threads)
    assert len(found.ends) == len(games) and (moves == arrays.PASS).any()
    row = 0
    for number, game in enumerate(games):
        assert found.offsets[number] == row
        position = Game()
        for name in game.moves:
            board = position.board
            expected = (board.player, board.opponent, position.position.side, board.legal_squares)
            side = "white" if found.sides[row] else "black"
            assert (*found.boards[row].tolist(), side, found.legal[row]) == expected
            assert found.flips[row] == (0 if name == "ps" else board.flips(name))
            assert found.plies[row] == 60 - board.empty_count
            position.play(name)
            row += 1
        end = position.board if position.position.side == "black" else position.board.swap()
        assert found.ends[number].tolist() == [end.player, end.opponent]
        assert arrays.final_scores(found.ends[number : number + 1])[0] == end.final_score
    # Without passes, and as rows of one length.
    kept = moves != arrays.PASS
    ends = np.concatenate([[0], np.cumsum(kept)[offsets[1:] - 1]])
    without = arrays.replay(moves[kept], ends, threads=threads)
    assert (without.boards == found.boards[kept]).all() and (without.ends == found.ends).all()
    padded = np.full((len(games), 80), -1)
    for number in range(len(games)):
        part = moves[kept][ends[number] : ends[number + 1]]
        padded[number, : len(part)] = part
    for rows in (padded, np.where(padded < 0, 255, padded).astype(np.uint8)):
        again = arrays.replay(rows, threads=threads)
        for name in arrays.Replay._fields:
            assert np.array_equal(getattr(again, name), getattr(without, name))


def test_a_game_that_cannot_be_replayed_is_named() -> None:
    games = arrays.random_games(400, seed=3)
    moves = games.moves.copy()
    wrong = games.offsets[[200, 300]] + 1
    moves[wrong] = 27
    for threads in (1, 3):
        message = rf"^cannot replay game 200: moves\[{wrong[0]}\]: d4 is not a legal move: the square is occupied$"
        with pytest.raises(IllegalMoveError, match=message) as error:
            arrays.replay(moves, games.offsets, threads=threads)
        assert error.value.index == wrong[0]


def test_random_games_depend_on_their_number_and_seed() -> None:
    games = arrays.random_games(300, seed=9)
    replay = arrays.replay(*games)
    assert arrays.is_over(replay.ends).all() and len(replay.ends) == 300
    for other in (arrays.random_games(300, 9, threads=3), arrays.random_games(300, seed=np.int64(9))):  # type: ignore[arg-type]
        assert (other.moves == games.moves).all() and (other.offsets == games.offsets).all()
    tail = arrays.random_games(100, seed=9, first=200)
    assert (tail.moves == games.moves[games.offsets[200] :]).all()
    # The same numbers as in Rust: people publish seeds.
    assert arrays.random_games(1).moves[:8].tolist() == [44, 43, 18, 53, 34, 20, 21, 33]
    assert arrays.random_games(0).offsets.tolist() == [0]
    assert arrays.replay(*arrays.random_games(0)).boards.shape == (0, 2)


def test_transcripts_are_moves() -> None:
    games = arrays.moves_of([Game("f5d6"), "c4", "", *read_ggf(Game("d3").ggf())])
    assert (games.moves.tolist(), games.offsets.tolist()) == ([37, 43, 26, 19], [0, 2, 3, 3, 4])
    assert (arrays.moves_of(iter(["f5", "d3"])).moves == [37, 19]).all()
    assert arrays.moves_of([]).offsets.tolist() == [0]
    replay = arrays.replay(["f5d6", "c4"])
    assert (replay.plies.tolist(), replay.offsets.tolist()) == ([0, 1, 0], [0, 2, 3])
    text = "Ada vs Bo: 1. F5 D6\nd3"
    for found in (lambda: read_games(text=text), lambda: list(read_games(text=text)), lambda: iter(["f5d6", "d3"])):
        assert arrays.moves_of(found()).moves.tolist() == [37, 43, 19]
        assert arrays.replay(found()).offsets.tolist() == [0, 2, 3]
    none = arrays.replay([])
    assert (none.boards.shape, none.ends.shape, none.offsets.tolist()) == ((0, 2), (0, 2), [0])
    later = Game(start=Board().play("f5").position("white"))
    with pytest.raises(ArrayError, match=r"^games\[1\] must begin at the start of the game") as error:
        arrays.moves_of(["f5", later])
    assert error.value.index == 1
    with pytest.raises(ParseError, match=r"^games\[2\]: byte 2, ply 2: illegal move: f5") as parse_error:
        arrays.moves_of(["f5", "", "f5f5d6"])
    assert parse_error.value.index == 2
    with pytest.raises(ArgumentError, match=r"^games\[0\] must be a Game, a record of one or a transcript, not 5"):
        arrays.moves_of([5])  # type: ignore[list-item]
    with pytest.raises(ArgumentError, match="games must be a list of transcripts, or the path of a .wtb file"):
        arrays.moves_of("f5d6")
    with pytest.raises(ArrayError, match="offsets must be given with an array of moves only"):
        arrays.replay(["f5"], [0, 1])


def wthor(games: list[list[int]]) -> bytes:
    """A file of WTHOR, as its format describes it."""
    records = [bytes([0, 0, 1, 0, 2, 0, 40, 40, *moves]).ljust(68, b"\0") for moves in games]
    head = bytes([20, 26, 1, 1]) + len(games).to_bytes(4, "little") + bytes([0, 0, 0xEA, 7, 8, 0, 0, 0])
    return head + b"".join(records)


def test_files_of_wthor_are_moves(tmp_path: Path) -> None:
    data = wthor([[56, 64, 33], [43]])
    file = tmp_path / "some.wtb"
    file.write_bytes(data)
    for games in (data, bytearray(data), file, read_wtb(data)):
        moves = arrays.moves_of(games)
        assert (moves.moves.tolist(), moves.offsets.tolist()) == ([37, 43, 18, 26], [0, 3, 4])
        replay = arrays.replay(games)
        assert (replay.plies.tolist(), len(replay.ends)) == ([0, 1, 2, 0], 2)
    file.write_bytes(wthor([[56, 64, 33], [11]]))
    with pytest.raises(ParseError, match="byte 92: ") as error:
        arrays.replay(file)
    assert (error.value.offset, error.value.file) == (92, str(file))
    with pytest.raises(ParseError, match="expected 2 records") as cut:
        arrays.moves_of(data[:-1])
    assert cut.value.file is None
    with pytest.raises(FileNotFoundError):
        arrays.moves_of(tmp_path / "none.wtb")


def test_sequences_of_moves_are_counted(boards: Words) -> None:
    for depth, some in ((0, boards), (3, boards[:300]), (8, boards[:3])):
        expected = [perft(board, depth) for board in from_array(some)]
        for threads in (0, 1, 3):
            assert arrays.perft(some, depth, threads=threads).tolist() == expected
    out = np.empty(2, np.uint64)
    assert arrays.perft(boards[:2], 2, out=out) is out
    with pytest.raises(RequestError, match="depth must be 0 to 4294967295, not -1"):
        arrays.perft(boards, -1)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_count(threads: int) -> None:
    boards = to_array([Board()] * threads)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    begin = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        arrays.perft(boards, 12, threads=threads)  # ten seconds, where nothing ends it
    assert time.perf_counter() - begin < 20


def test_each_board_has_a_symmetry_of_its_own(boards: Words) -> None:
    numbers = np.arange(len(boards)) % 8
    images = arrays.transform(boards, numbers, threads=2)
    for number in range(8):
        assert (images[number::8] == arrays.transform(boards[number::8], number)).all()
    out = boards.copy()
    assert (arrays.transform(out, numbers.tolist(), out=out) == images).all()
    with pytest.raises(ArrayError, match=r"^symmetry\[3\] must be 0 to 7, not 8$") as error:
        arrays.transform(boards[:4], [0, 7, 1, 8])
    assert error.value.index == 3
    with pytest.raises(ArrayError, match=r"^symmetry\[0\] must be 0 to 7, not -1$"):
        arrays.transform(boards[:1], [-1])
    with pytest.raises(ArrayError, match=r"^symmetry must be an array of shape \(4,\), not \(1,\)$"):
        arrays.transform(boards[:4], [3])


def test_games_begin_at_other_boards() -> None:
    whole = arrays.random_games(200, seed=4)
    replay = arrays.replay(*whole)
    middle = whole.offsets[:-1] + 21
    going = np.flatnonzero(whole.offsets[1:] > middle)  # the games that reach this move
    starts, sides = replay.boards[middle[going]], replay.sides[middle[going]]
    tails = [whole.moves[middle[game] : whole.offsets[game + 1]] for game in going]
    offsets = np.concatenate([[0], np.cumsum([len(tail) for tail in tails])])
    for threads in (1, 3):
        found = arrays.replay(np.concatenate(tails), offsets, starts=starts, sides=sides, threads=threads)
        assert (found.ends == replay.ends[going]).all() and (found.sides[offsets[:-1]] == sides).all()
        rows = np.concatenate([np.arange(middle[game], whole.offsets[game + 1]) for game in going])
        assert (found.boards == replay.boards[rows]).all() and (found.plies == replay.plies[rows] - 21).all()
    black = arrays.replay(np.concatenate(tails), offsets, starts=starts)
    assert (black.sides[offsets[:-1]] == 0).all() and (black.boards == found.boards).all()
    made = arrays.random_games(len(starts), 8, starts=starts, threads=3)
    ends = arrays.replay(*made, starts=starts).ends
    assert arrays.is_over(ends).all()
    again = arrays.random_games(50, 8, first=50, starts=starts[50:100])
    assert (again.moves == made.moves[made.offsets[50] : made.offsets[100]]).all()
    usual = to_array([Board()] * 40)
    assert (arrays.random_games(40, 8, starts=usual).moves == arrays.random_games(40, 8).moves).all()
    moves = [[19]] * 2
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: arrays.replay(moves, starts=usual[:1]), r"starts must be an array of shape \(2, 2\), not \(1, 2\)"),
        (lambda: arrays.replay(["d3"], starts=usual[:1]), "starts must be given with an array of moves only, not wi"),
        (lambda: arrays.replay(moves, sides=[0, 1]), "sides must be given with starts only, not alone"),
        (lambda: arrays.replay(moves, starts=usual[:2], sides=[0, 2]), r"sides\[1\] must be 0 to 1, not 2"),
        (lambda: arrays.replay(moves, starts=usual[:2] | np.uint64(1)), r"starts\[0\] must have one disc on a square"),
    ]
    for call, message in wrong:
        with pytest.raises(ArrayError, match=f"^{message}"):
            call()


def test_memory_of_a_replay_is_used_again() -> None:
    memory = arrays.replay(*arrays.random_games(100, seed=5))
    games = arrays.random_games(70, seed=6)
    expected = arrays.replay(*games)
    found = arrays.replay(*games, out=memory)
    for name in arrays.Replay._fields:
        assert np.array_equal(getattr(found, name), getattr(expected, name))
    for name in ("boards", "sides", "legal", "flips", "plies", "ends"):
        assert np.shares_memory(getattr(found, name), getattr(memory, name))
    # Of any strides, too.
    apart = memory._replace(legal=np.empty((len(memory.legal), 2), np.uint64)[:, 0])
    assert (arrays.replay(*games, out=apart).legal == expected.legal).all()
    assert (apart.legal[: len(expected.legal)] == expected.legal).all()
    # The memory may contain the moves themselves.
    memory = arrays.replay(*games)
    moved = memory._replace(sides=memory.moves)
    assert (arrays.replay(memory.moves, memory.offsets, out=moved).boards == expected.boards).all()
    with pytest.raises(ArrayError, match=r"^out\.boards must be an array of shape \(4200, 2\), not "):
        arrays.replay(*arrays.random_games(70, seed=6), out=arrays.replay(["f5"]))
    with pytest.raises(ArrayError, match="^out must be a Replay, not list$"):
        arrays.replay(["f5"], out=[])  # type: ignore[arg-type]
    frozen = memory.boards.copy()
    frozen.flags.writeable = False
    with pytest.raises(ArrayError, match=r"^out\.boards must be an array that can be written to"):
        arrays.replay(["f5"], out=memory._replace(boards=frozen))


class Tensor:
    """An array of another library: it has DLPack and nothing else of NumPy."""

    def __init__(self, array: npt.NDArray[Any], refuses: bool = False) -> None:
        self._array, self._refuses = array, refuses

    def __dlpack__(self, **options: Any) -> Any:
        if self._refuses:
            raise BufferError("it is on another device")
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._array.__dlpack_device__()


@pytest.mark.skipif(not hasattr(np, "from_dlpack"), reason="NumPy is older than DLPack")
def test_tensors_are_read() -> None:
    boards = arrays.replay(*arrays.random_games(3)).boards
    tensor: Any = Tensor(boards)
    assert (arrays.legal_moves(tensor) == arrays.legal_moves(boards)).all()
    moves: Any = Tensor(np.full(1, 19))
    starts = to_array([Board()])
    assert (arrays.play(starts, moves) == arrays.play(starts, [19])).all()
    games: Any = Tensor(np.array([[19, 18], [37, -1]]))
    assert arrays.replay(games).plies.tolist() == [0, 1, 0]
    cells: Any = Tensor(arrays.cells(boards))
    assert (arrays.from_cells(cells) == boards).all() and (arrays.pack(cells) == boards[:, 0] | boards[:, 1]).all()
    planes: Any = Tensor(arrays.planes(boards))
    assert (arrays.from_planes(planes) == boards).all()
    # Results are tensors where one wants them.
    assert np.from_dlpack(arrays.legal_moves(boards)).tolist() == arrays.legal_moves(boards).tolist()
    elsewhere: Any = Tensor(boards, refuses=True)
    with pytest.raises(ArrayError, match="boards must be an array in the memory of the CPU, not .* another device"):
        arrays.legal_moves(elsewhere)


def test_boards_without_planes() -> None:
    assert arrays.planes(to_array([Board()] * 3), []).shape == (3, 0, 8, 8)
