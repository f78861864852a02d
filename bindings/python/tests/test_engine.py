"""Searches, limits, books, weights, arrays, questions."""

import json
import pickle
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from conftest import EASY, FFO_1, TINY

import reversi_engine as re


def test_a_solve_proves_the_score(engine: re.Engine) -> None:
    solution = engine.solve(re.Board(FFO_1))
    assert solution.value == re.Exact(18) and solution.best_move == "g8"
    assert solution.pv[0] == "g8" and solution.nodes > 0 and solution.source == "search"
    game = re.Game(start=re.Position(FFO_1))
    for move in solution.pv:
        game.play(move)
    assert game.is_over and game.score == 18
    assert re.solve(re.Board(FFO_1)).value == solution.value
    with pytest.raises(re.ParseError) as error:
        re.Solution.from_json(solution.to_json().replace("18", "17"))
    assert error.value.code == "bad-answer"
    assert pickle.loads(pickle.dumps(solution)) == solution


def test_a_solve_answers_what_is_asked(engine: re.Engine) -> None:
    board = re.Board(FFO_1)
    assert engine.solve(board, wld=True).value.outcome == "win"
    assert engine.solve(board, at_least=18).value.lower >= 18
    engine.clear_hash()
    assert engine.solve(board, window=(20, 30)).value.upper <= 20
    for wrong in ({"wld": True, "at_least": 2}, {"window": (3, 3)}, {"window": (5, 2)}):
        with pytest.raises(re.RequestError) as error:
            engine.solve(board, **wrong)
        assert error.value.field == "window"


def test_a_clock_ends_an_analysis(engine: re.Engine) -> None:
    analysis = engine.analyze(re.Board().play("f5"), clock=(0.2, 0.0))
    assert analysis.stopped == "time" and analysis.best_move is not None
    with pytest.raises(re.RequestError) as error:
        engine.analyze(re.Board(), clock=(-1.0, 0.0))
    assert error.value.field == "clock"


def test_a_book_is_listed_and_saved(tmp_path: Path) -> None:
    book = re.Book.embedded()
    entries = dict(book.entries())
    assert len(entries) == len(book)
    start = re.Board().canonical()[0]
    assert entries[start] == book.probe(start)
    book.save(tmp_path / "copy.book")
    assert re.Book.open(tmp_path / "copy.book").entries() == book.entries()
    with pytest.raises(FileNotFoundError):
        book.save(tmp_path / "none" / "copy.book")


def test_limits_end_a_solve_with_the_bounds(engine: re.Engine) -> None:
    stop = re.Stop()
    stop.set()
    for limits, reason in [
        (re.Limits(nodes=5000), "nodes"),
        (re.Limits(time=0.02), "time"),
        (re.Limits(stop=stop), "stop"),
    ]:
        with pytest.raises(re.Interrupted) as error:
            engine.solve(re.Board(), limits=limits)
        assert error.value.reason == reason and error.value.bounds == re.Bounds(-64, 64)
        assert pickle.loads(pickle.dumps(error.value)).bounds == error.value.bounds
    for wrong in (-1.0, float("nan")):
        with pytest.raises(re.RequestError) as wrong_time:
            re.Limits(time=wrong)
        assert wrong_time.value.field == "time"
    assert re.Limits(time=float("inf")) == re.Limits(time=float("inf"))


def test_an_analysis_has_lines(engine: re.Engine) -> None:
    board = re.Board().play("f5")
    analysis = engine.analyze(board, depth=6, lines=3)
    assert len(analysis.lines) == 3 and analysis.board == board
    assert isinstance(analysis.value, re.Estimate) and analysis.value.depth == 6
    assert analysis.pv[0] == analysis.best_move and analysis.stopped is None
    assert pickle.loads(pickle.dumps(analysis)) == analysis
    only = engine.analyze(board, depth=4, only=["f4"])
    assert only.best_move == "f4"
    assert engine.analyze(board, limits=re.Limits(nodes=20_000)).stopped == "nodes"
    for wrong, field in [
        ({"level": 61}, "level"),
        ({"level": 3, "depth": 3}, "depth"),
        ({"depth": 0}, "depth"),
        ({"selectivity": 75}, "selectivity"),
        ({"book": "sometimes"}, "book"),
        ({"depth": 3, "lines": 0}, "lines"),
    ]:
        with pytest.raises(re.RequestError) as error:
            engine.analyze(board, **wrong)  # type: ignore[arg-type]
        assert error.value.field == field, wrong


def test_an_analysis_is_the_same_on_every_run() -> None:
    first, second = (re.Engine(hash_mib=4).analyze(re.Board(), level=8) for _ in range(2))
    assert (first.lines, first.nodes) == (second.lines, second.nodes)


def test_a_game_is_analyzed_move_by_move(engine: re.Engine) -> None:
    game = re.Game("f5f6e6d6c7")
    done = []
    turns = engine.analyze_game(game, depth=6, progress=lambda progress: done.append(progress.done))
    assert [turn.played for turn in turns] == game.moves
    assert [turn.position for turn in turns] == [position for position, _ in game.turns()]
    assert turns[0].loss == 0 and turns[0].depth == 6
    assert turns[0].line.value.score == turns[0].analysis.value.score


def test_a_callback_sees_the_search_and_ends_it(engine: re.Engine) -> None:
    seen: list[re.Progress] = []

    def look(progress: re.Progress) -> bool:
        seen.append(progress)
        return len(seen) < 3

    with pytest.raises(re.Interrupted) as error:
        engine.solve(re.Board(), progress=look)
    assert error.value.reason == "callback" and len(seen) == 3
    assert seen[0].nodes < seen[2].nodes and seen[2].bounds == re.Bounds(-64, 64)


def test_an_exception_of_a_callback_reaches_the_caller(engine: re.Engine) -> None:
    def look(progress: re.Progress) -> None:
        raise KeyError(progress.done)

    with pytest.raises(KeyError):
        engine.solve(re.Board(), progress=look)
    assert engine.solve(re.Board(TINY)).value == re.Exact(-12)


def test_a_call_from_its_own_callback_is_refused(engine: re.Engine) -> None:
    with pytest.raises(re.BusyError):
        engine.solve(re.Board(), progress=lambda _: engine.solve(re.Board(TINY)))
    assert engine.solve(re.Board(TINY)).value == re.Exact(-12)


def test_a_book_answers(tmp_path: Path) -> None:
    book = re.Book.embedded()
    engine = re.Engine(hash_mib=1, book=book)
    analysis = engine.analyze(re.Board(), depth=2, book="always")
    assert analysis.source == "book" and analysis.nodes == 0
    entry = book.probe(re.Board())
    assert entry is not None and entry.lower <= entry.value <= entry.upper
    assert book.moves(re.Board())[0][1] == entry.value and book.best_line(re.Board())
    assert book.probe(re.Board(FFO_1)) is None
    book.verify()
    damaged = tmp_path / "damaged.book"
    damaged.write_bytes(b"nonsense" * 8)
    with pytest.raises(re.BookError):
        re.Book.open(damaged)
    with pytest.raises(FileNotFoundError) as error:
        re.Book.open(tmp_path / "none.book")
    assert error.value.filename == str(tmp_path / "none.book")


def test_weights_come_from_files(tmp_path: Path) -> None:
    weights = re.Weights.patterns()
    assert weights.provenance
    engine = re.Engine(hash_mib=1, weights=weights)
    assert engine.evaluate(re.Board(FFO_1)) != re.evaluate(re.Board(FFO_1))
    with pytest.raises(re.WeightsError):
        re.Weights.from_bytes(b"nonsense")
    with pytest.raises(FileNotFoundError) as error:
        re.Weights.open(tmp_path / "none.weights")
    assert error.value.filename == str(tmp_path / "none.weights")


def test_an_opponent_plays_a_whole_game(engine: re.Engine) -> None:
    def play(seed: int) -> re.Game:
        black, white, game = re.Opponent("beginner", seed=seed), re.Opponent("club", seed=seed), re.Game()
        while (move := (black if game.side == "black" else white).choose(engine, game)) is not None:
            game.play(move)
        return game

    game = play(1)
    assert game.is_over
    engine.clear_hash()
    assert play(1) == game and play(2) != game
    opponent = re.Opponent("casual", seed=7)
    assert (opponent.strength, opponent.seed) == ("casual", 7)
    with pytest.raises(re.RequestError) as error:
        re.Opponent("novice")  # type: ignore[arg-type]
    assert error.value.field == "strength"


def test_an_engine_that_cannot_be_made_is_refused() -> None:
    with pytest.raises(re.BuildError):
        re.Engine(threads=1_000_000)
    with pytest.raises(re.RequestError) as error:
        re.Engine(cpu_level="abacus")
    assert error.value.field == "cpu_level"
    assert re.Engine(hash_mib=1, cpu_level="portable").cpu_level == "portable"
    with pytest.raises(TypeError):
        re.Engine(weights="my.weights")  # type: ignore[arg-type]


def boards(n: int) -> list[re.Board]:
    """Boards that random games reach."""
    rng = np.random.default_rng(1)
    found: list[re.Board] = []
    while len(found) < n:
        board = re.Board()
        while not board.is_game_over and len(found) < n:
            found.append(board)
            board = board.play(rng.choice(board.legal_moves()))
    return found


def test_arrays_are_evaluated_as_boards_are(engine: re.Engine) -> None:
    some = boards(10_000)
    array = re.to_array(some)
    assert array.dtype == np.uint64 and array.shape == (10_000, 2)
    assert re.from_array(array) == some
    values = engine.evaluate(array)
    assert values.dtype == np.float32
    assert values.tolist() == [engine.evaluate(board) for board in some]
    for threads in (1, 2, 3):
        assert np.array_equal(engine.evaluate(array, threads=threads), values)
    # Rows that do not follow each other, and columns that do not.
    assert np.array_equal(engine.evaluate(array[::-3]), values[::-3])
    assert np.array_equal(engine.evaluate(np.asfortranarray(array)), values)
    read_only = array.copy()
    read_only.flags.writeable = False
    assert np.array_equal(re.evaluate(read_only), values)
    assert engine.evaluate(array[:0]).shape == (0,)
    assert engine.evaluate(re.Game("f5")) == engine.evaluate(re.Position().play("f5"))


def test_a_wrong_array_is_refused_with_its_place(engine: re.Engine) -> None:
    array = re.to_array(boards(20_000))
    array[[9000, 17_000], 0] = array[[9000, 17_000], 1] = 1
    with pytest.raises(re.ArrayError) as error:
        engine.evaluate(array)
    assert (error.value.index, error.value.code) == (9000, "overlapping-discs")
    with pytest.raises(re.ArrayError) as error:
        engine.solve_many(array)
    assert error.value.index == 9000
    unaligned = np.frombuffer(bytes(33), dtype=np.uint8)[1:].view(np.uint64).reshape(2, 2)
    wrong: list[npt.NDArray[np.generic]] = [
        array.astype(np.int64),
        array.astype(">u8"),
        array.reshape(-1),
        array.reshape(-1, 4),
        unaligned,
    ]
    for one in wrong:
        with pytest.raises(re.ArrayError, match="expected an aligned array of uint64 of shape"):
            engine.evaluate(one)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Board, a Position or a Game, not str"):
        engine.evaluate("f5")  # type: ignore[call-overload]


def test_a_question_in_json_has_an_answer_in_json(engine: re.Engine) -> None:
    answer = json.loads(engine.ask(json.dumps({"position": EASY, "ask": "solve"})))
    assert answer["solution"]["value"] == {"exact": 2} or answer["solution"]["value"]["score"] == 2
    with pytest.raises(re.RequestError) as error:
        engine.ask('{"moves": "f5", "ask": "play", "move": "a1"}')
    assert error.value.code == "illegal-move"
    with pytest.raises(re.RequestError) as error:
        engine.ask("{")
    assert error.value.line == 1
    assert "$schema" in json.loads(re.schema())
