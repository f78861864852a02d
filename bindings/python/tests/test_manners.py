"""Ordinary expectations: numbers as moves, iteration, `with`, asyncio, pickles, docstrings of the stub."""

from __future__ import annotations

import asyncio
import inspect
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from conftest import EASY, FFO_1, TINY

import reversi_engine as re
from reversi_engine import _engine, arrays


def test_a_move_is_its_name_or_its_number() -> None:
    board = re.Board()
    for number in (37, np.uint8(37), np.int64(37)):
        assert board.play(number) == board.play("f5") and board.is_legal(number)
        assert board.flips(number) == board.flips("f5")
        assert re.Position().play(number) == re.Position().play("f5")
    game = re.Game()
    game.play(37)
    assert game == re.Game("f5")
    passes = re.Board("OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X").swap()
    for square in range(64):
        name = re.move_name(square)
        assert re.square_name(square) == name and re.move_index(name) == re.square_index(square) == square
    assert re.move_name(64) == "ps" and re.move_index("ps") == 64 == arrays.PASS
    assert re.Symmetry(0).move(64) == "ps" and passes.is_legal(64) == passes.is_legal("ps")
    session = re.Session()
    session.play(37)
    assert session.moves == ["f5"]


@pytest.mark.parametrize("wrong", [65, -1, 2**70, np.int64(-1)])
def test_a_number_beyond_the_board_is_no_move(wrong: Any) -> None:
    with pytest.raises(re.RequestError, match="move must be 0 to 64, not") as error:
        re.Board().play(wrong)
    assert (error.value.code, error.value.field) == ("out-of-range", "move")
    with pytest.raises(re.RequestError, match="square must be 0 to 63"):
        re.Board().flips(wrong)


@pytest.mark.parametrize("wrong", [True, 37.0, None, [37], np.float32(37)])
def test_what_is_no_number_is_no_move(wrong: Any) -> None:
    with pytest.raises(re.ArgumentError, match='move must be a move such as "f5" or "ps", or 0 to 64, not'):
        re.Board().play(wrong)


def test_a_pass_is_no_square() -> None:
    with pytest.raises(re.RequestError, match="square must be 0 to 63, not 64"):
        re.Board().flips(64)


def test_sets_of_squares_are_names_and_back() -> None:
    assert re.squares(0) == [] and re.mask_of([]) == 0
    assert re.squares(1 | 1 << 63) == ["a1", "h8"] == re.squares(np.uint64(1 | 1 << 63))
    assert re.mask_of(re.squares(2**64 - 1)) == 2**64 - 1
    assert re.mask_of(["h8", 0, np.int64(1), "A1"]) == 1 << 63 | 3
    for board in (re.Board(), re.Board(FFO_1)):
        assert re.squares(board.legal_squares) == board.legal_moves()
    for wrong in (-1, 2**64):
        with pytest.raises(re.RequestError, match="mask must be 0 to 18446744073709551615"):
            re.squares(wrong)
    with pytest.raises(re.ArgumentError, match="squares must be an iterable of squares"):
        re.mask_of(cast(Any, 5))
    with pytest.raises(re.ParseError):
        re.mask_of(["a9"])


def test_a_game_is_a_sequence_of_its_moves() -> None:
    game = re.Game("f5d6c3d3")
    assert list(game) == game.moves == ["f5", "d6", "c3", "d3"] and len(game) == 4
    assert (game[0], game[-1], game[np.int64(1)]) == ("f5", "d3", "d6")
    assert game[1:3] == ["d6", "c3"] and game[::-1] == game.moves[::-1]
    assert "c3" in game and "a1" not in game and list(reversed(game)) == game.moves[::-1]
    with pytest.raises(IndexError):
        game[4]
    with pytest.raises(TypeError):
        game[cast(Any, "f5")]
    moves = iter(game)
    assert next(moves) == "f5"
    game.undo()
    assert list(moves) == ["d6", "c3", "d3"]  # the moves at the time when the loop began


def test_the_positions_of_a_game_are_one_more_than_its_moves() -> None:
    game = re.Game("f5d6c3")
    assert game.positions() == [*(position for position, _ in game.turns()), game.position]
    assert re.Game().positions() == [re.Position()]


def memory() -> int:
    """The memory of this process in MiB."""
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmSize:")).split()[1]) // 1024


def calls(engine: re.Engine) -> Iterator[Callable[[], object]]:
    board, game = re.Board(EASY), re.Game("f5d6")
    yield lambda: engine.solve(board)
    yield lambda: engine.analyze(board, depth=1)
    yield lambda: engine.evaluate(board)
    yield lambda: engine.solve_many([board])
    yield lambda: engine.analyze_many([board], depth=1)
    yield lambda: engine.analyze_games([game], depth=1)
    yield lambda: engine.analyze_game(game, depth=1)
    yield lambda: engine.review(game, depth=1)
    yield lambda: engine.ask('{"ask": "solve", "position": "' + EASY + '"}')
    yield lambda: re.Opponent("beginner").choose(engine, game)
    yield engine.clear_hash
    yield engine.__enter__


def test_a_closed_engine_refuses_all_calls_and_can_be_closed_again() -> None:
    with re.Engine(hash_mib=1) as engine:
        assert not engine.closed and engine.solve(re.Board(EASY)).value == re.Exact(2)
    assert engine.closed and engine.threads == 1 and "hash_mib=1" in repr(engine)
    for call in calls(engine):
        with pytest.raises(re.ClosedError, match="the engine was closed") as error:
            call()
        assert error.value.code == "closed"
    engine.close()


def test_the_end_of_with_closes_after_an_error_and_lets_it_pass() -> None:
    with pytest.raises(ZeroDivisionError), re.Engine(hash_mib=1) as engine:
        1 / 0
    assert engine.closed


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured on Linux")
def test_close_gives_the_memory_back() -> None:
    re.Engine(hash_mib=1).analyze(re.Board(), depth=2)  # the weights
    before = memory()
    engine = re.Engine(hash_mib=512)
    assert memory() >= before + 500
    engine.close()
    assert memory() < before + 100


def test_a_call_at_work_ends_as_if_nothing_were() -> None:
    engine, stop, seen = re.Engine(hash_mib=1), re.Stop(), []

    def search() -> None:
        seen.append(engine.analyze(re.Board(), depth=60, limits=re.Limits(stop=stop)))

    thread = threading.Thread(target=search)
    thread.start()
    time.sleep(0.2)
    engine.close()
    stop.set()
    thread.join()
    assert seen[0].stopped == "stop" and engine.closed


def test_a_search_ends_with_its_task() -> None:
    """The recipe of the cookbook."""
    text = (Path(__file__).parents[1] / "COOKBOOK.md").read_text(encoding="utf-8")
    recipe = text[text.index("## 9.") :].split("```python\n")[1].split("\nasync def main")[0]
    names: dict[str, Any] = {}
    exec(recipe, names)

    async def main() -> None:
        engine = re.Engine(hash_mib=1)
        assert (await names["analyze"](engine, re.Board(), depth=2)).value.depth == 2
        limited = await names["analyze"](engine, re.Board(), depth=60, limits={"nodes": 1000})
        assert limited.stopped == "nodes"
        search = names["analyze"](engine, re.Board(), depth=60, limits={"seconds": 20})
        task = asyncio.create_task(search)
        await asyncio.sleep(0.2)
        start = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert engine.analyze(re.Board(), depth=1).lines  # on this thread: the engine is free
        assert time.monotonic() - start < 5

    asyncio.run(main())


#: The classes without pickles, and why.
NOT_PICKLED = {
    "AnalyzedBoards": "a run",
    "AnalyzedGame": "it has the book of its engine: its turns and its review can be pickled",
    "AnalyzedGames": "a run",
    "Book": "a file: open it in each process",
    "Engine": "a hash table and threads: make one in each process",
    "Record": "a place in a file: its game, position and tags can be pickled",
    "Records": "an open file",
    "SolvedBoards": "a run",
    "Stop": "it belongs to its process",
    "Weights": "a file: open it in each process",
}


def examples() -> dict[str, object]:
    """An object of each class that is not an exception."""
    engine = re.Engine(hash_mib=1, book=re.Book.embedded())
    board = re.Board(FFO_1)
    opening = "f5f6e6f4e3d6c4f3g4e2f2c3c2h3d1g3c6c5g5h4h6h5b6h7"
    game = re.Game(f"{opening}f7e1d2f8g1f1d7d3g6h1h2g2e8d8h8e7g7g8c8c7b8c1ps")
    seen: list[re.Progress] = []
    analysis = engine.analyze(board, depth=4, progress=seen.append)
    review = engine.review(game, level=10)
    people = engine.human_moves(board, rating=1500)
    session = re.Session(white=re.Opponent("beginner", seed=1))
    session.play("f5")
    ggf = re.read_ggf(game.ggf(PB="Ada"))[0]
    over = re.Session()
    over.resign("black")
    puzzles = [engine.puzzle(move.position, level=4) for move in review.moves]
    entry = re.Book.embedded().probe(re.Board())
    found: list[object] = [
        analysis, analysis.lines[0], *engine.analyze_game(game, depth=2),
        board, re.Position(), game, re.Symmetry(3), re.Exact(2), re.Bounds(-2, 4), re.Estimate(3, 8, 95),
        re.Clock(300, 2), re.Limits(nodes=5), re.Opponent("club", seed=4), session, session.engine_move(engine),
        over.result, engine.solve(re.Board(TINY)), next(iter(engine.solve_many([re.Board(TINY)]))), *seen, *puzzles,
        entry, ggf, re.verify(engine.prove(re.Board(TINY))),
        re.ObfLine(f"{TINY}; h8:-12;"), wthor(), people, people.moves[0],
        review, review.moves[0], review.sides["black"], *review.turning_points,
        *(part for move in review.moves for part in (move.chances, move.why) if part),
        *(part for side in review.sides.values() for part in (side.accuracy, side.rating) if part),
    ]  # fmt: skip
    return {type(value).__name__: value for value in found}


def wthor() -> re.WthorGame:
    """The only game of a file that is made here."""
    header = bytes([20, 20, 1, 1, 1, 0, 0, 0, 0, 0]) + (2001).to_bytes(2, "little") + bytes([8, 0, 0, 0])
    game = bytes(6) + bytes([33, 33]) + bytes([56]) + bytes(59)
    return re.read_wtb(header + game)[0]


def classes() -> dict[str, type]:
    public = {name: getattr(re, name) for name in vars(re)["__all__"]}
    compiled = {name: value for name, value in public.items() if inspect.isclass(value)}
    return {name: value for name, value in compiled.items() if value.__module__ == "reversi_engine"}


def test_every_class_can_be_pickled_or_says_why_not() -> None:
    made = examples()
    assert set(classes()) - set(made) == set(NOT_PICKLED)
    for name, value in made.items():
        assert value is None or name in repr(value)
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            copy = pickle.loads(pickle.dumps(value, protocol))
            assert type(copy) is type(value), name
            same = copy == value
            assert same is True or (pickle.dumps(copy) == pickle.dumps(value)), name


@pytest.mark.parametrize("name", NOT_PICKLED)
def test_what_cannot_be_pickled_is_refused(name: str) -> None:
    engine = re.Engine(hash_mib=1)
    values: dict[str, object] = {
        "AnalyzedBoards": engine.analyze_many([], depth=1),
        "AnalyzedGame": next(engine.analyze_games([re.Game("f5")], depth=1)),
        "AnalyzedGames": engine.analyze_games([], depth=1),
        "Book": re.Book.embedded(),
        "Engine": engine,
        "Record": next(re.read_games(text="f5")),
        "Records": re.read_games(text="f5"),
        "SolvedBoards": engine.solve_many([]),
        "Stop": re.Stop(),
        "Weights": re.Weights.embedded(),
    }
    with pytest.raises(TypeError, match=f"cannot pickle '.*[.]{name}' object"):
        pickle.dumps(values[name])


def test_every_exception_can_be_pickled() -> None:
    for name in re._errors.__all__:
        error = getattr(re, name)
        if error is re.Interrupted:
            continue  # test_engine has it
        value = error("a message", "a-code", field="board", index=3)
        copy = pickle.loads(pickle.dumps(value))
        assert (type(copy), str(copy), copy.code, copy.place) == (error, "a message", "a-code", value.place)


def test_an_import_takes_little_time_and_no_numpy() -> None:
    program = """
import time; start = time.process_time()
import reversi_engine, sys
print(time.process_time() - start)
assert not {"numpy", "asyncio", "multiprocessing"} & set(sys.modules)
"""
    run = [sys.executable, "-c", program]
    seconds = sorted(float(subprocess.check_output(run, text=True)) for _ in range(5))
    assert seconds[2] <= 0.06, "60 ms"


def test_the_stubs_of_the_wheel_have_the_docstrings_of_the_library() -> None:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    try:
        import stub_docs
    finally:
        sys.path.pop(0)
    for stub in stub_docs.STUBS:
        committed, installed = (
            (folder / stub).read_text(encoding="utf-8")
            for folder in (Path(__file__).parents[1] / "python", Path(re.__file__).parents[1])
        )
        assert '"""' not in committed, "cargo xtask python writes the docstrings"
        assert stub_docs.with_docstrings(committed, _engine) == installed
        assert installed.count('"""') > 2 * installed.count("\nclass "), "the classes and what they have"
        assert "staticmethod(function)" not in installed, "the docstring of static methods in place of the method's"
