"""Searches, options, wrong arguments, JSON, books, weights, arrays."""

from __future__ import annotations

import functools
import json
import pickle
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from conftest import FFO_1, TINY

import reversi_engine as re

WEIGHTS = Path(__file__).resolve().parents[3] / "crates/reversi-eval/src/weights/patterns.weights"


async def asynchronous(_: re.Progress) -> bool:
    return True


def test_a_proof_is_checked_by_threads_within_its_positions(engine: re.Engine) -> None:
    proof = engine.prove(re.Game(start=re.Position(FFO_1)), at_least=10, leaf_empties=4)
    shown = re.verify(bytearray(proof), threads=2)
    assert re.verify(proof, positions=shown.positions) == shown
    assert repr(shown) == "<VerifiedProof at-least 10>"


def test_a_signal_ends_a_proof(engine: re.Engine) -> None:
    stop = re.Stop()
    stop.set()
    with pytest.raises(re.Interrupted) as interrupted:
        engine.prove(re.Board(), limits=re.Limits(stop=stop))
    assert interrupted.value.reason == "stop"


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


def test_a_book_that_another_program_changes_is_not_written_over(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    book, path = re.Book.embedded(), tmp_path / "own.book"
    path.write_text("old")
    with (tmp_path / "own.book.reversi-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(re.BookError, match="in use") as error:
            book.save(path)
        assert (error.value.code, error.value.file) == ("book-in-use", str(path))
    assert path.read_text() == "old"
    book.save(path)  # the lock of a program that has ended does not count
    assert [entry.name for entry in tmp_path.iterdir()] == ["own.book"]


def test_options_take_every_form_of_a_value(engine: re.Engine) -> None:
    board, stop = re.Board().play("f5"), re.Stop()
    assert engine.analyze(board, depth=4, only=["f4"]).best_move == "f4"
    assert len(engine.analyze(board, depth=np.int64(2), lines="all", only=None).lines) == 3  # type: ignore[arg-type]
    clocks: list[re.Clock | tuple[float, float]] = [re.Clock(0.1), (0.1, 0.0)]
    for clock in clocks:
        assert engine.analyze(board, clock=clock).stopped == "time"
    assert engine.analyze(board, clock={"remaining_seconds": 0.1}).stopped == "time"
    stop.set()
    for limits in (re.Limits(stop=stop), re.Limits(seconds=100, stop=stop)):
        assert engine.analyze(board, depth=10, limits=limits).stopped == "stop"
    assert engine.analyze(board, depth=10, total_limits={"stop": stop, "nodes": None}).stopped == "stop"
    limits = re.Limits(seconds=2, nodes=7)
    assert (limits.seconds, limits.nodes, limits.stop) == (2.0, 7, None)
    assert {"seconds", "nodes", "stop"} <= set(dir(limits))
    assert re.Clock(300, 2) == re.Clock(remaining_seconds=300.0, increment_seconds=2)
    assert re.Engine(hash_mib=1, cpu_level="portable").cpu_level == "portable"


BOARD = re.Board()
#: Calls with an argument that is wrong: the code and the field of the exception.
WRONG: dict[str, tuple[str, str | None]] = {
    "re.Engine(hash_mib=2**80)": ("out-of-range", "hash_mib"),
    "re.Engine(hash_mib=10**5000)": ("out-of-range", "hash_mib"),
    "re.Engine(hash_mib=1.5)": ("wrong-type", "hash_mib"),
    "re.Engine(weights='my.weights')": ("wrong-type", "weights"),
    "re.Engine(book=3)": ("wrong-type", "book"),
    "re.Engine(hash=3)": ("unknown-field", "hash"),
    "re.Limits(nodes=-1)": ("out-of-range", "nodes"),
    "re.Limits(seconds='x')": ("wrong-type", "seconds"),
    "re.Limits(time=1)": ("unknown-field", "time"),
    "re.Limits(stop=True)": ("wrong-type", "stop"),
    "re.Limits.from_json('{\"nodes\": -1}')": ("out-of-range", "nodes"),
    "re.Limits(stop=re.Stop()).to_json()": ("wrong-type", "stop"),
    "re.Clock()": ("missing-field", "remaining_seconds"),
    "re.Clock(1, 2, 3)": ("duplicate-field", "seconds"),
    "re.Clock(1, remaining_seconds=2)": ("duplicate-field", "remaining_seconds"),
    "re.Opponent('casual', seed=-1)": ("out-of-range", "seed"),
    "re.Opponent('novice')": ("unknown-name", "strength"),
    "re.Opponent(3)": ("wrong-type", "strength"),
    "re.Opponent()": ("missing-field", "strength"),
    "re.Opponent(rating=399)": ("out-of-range", "rating"),
    "re.Opponent('club', rating=1400)": ("conflicting-fields", "rating"),
    "re.Opponent('club').choose(3, BOARD)": ("wrong-type", "engine"),
    "engine.solve(BOARD, window=(0, 2**40))": ("out-of-range", "window"),
    "engine.solve(BOARD, at_least=True)": ("wrong-type", "at_least"),
    "engine.solve(BOARD, limits={'stop': 3})": ("wrong-type", "limits.stop"),
    "engine.solve(BOARD, progress=3)": ("wrong-type", "progress"),
    "engine.solve(BOARD, progress=lambda: None)": ("wrong-type", "progress"),
    "engine.analyze(BOARD, progress=lambda a, b: None)": ("wrong-type", "progress"),
    "engine.analyze_game(re.Game(), progress=lambda a, *, b: None)": ("wrong-type", "progress"),
    "engine.analyze(BOARD, progress=asynchronous)": ("wrong-type", "progress"),
    "engine.solve('f5')": ("wrong-type", "board"),
    "engine.solve(BOARD, wld=True)": ("unknown-field", "wld"),
    "engine.analyze(BOARD, only=[3])": ("wrong-type", "only"),
    "engine.analyze(BOARD, clock=(1, 2, 3))": ("wrong-type", "clock"),
    "engine.analyze(BOARD, limits=[[[[]]]])": ("wrong-type", "limits"),
    "engine.analyze_game(BOARD)": ("wrong-type", "game"),
    "engine.review('f5')": ("wrong-type", "game"),
    "engine.review(re.Game(), depth=1).mistakes('red')": ("bad-color", "side"),
    "engine.puzzle(BOARD)": ("wrong-type", "position"),
    "next(engine.analyze_games([re.Game('f5')], depth=1, only=['f5'])).review()": ("misplaced-field", "only"),
    "engine.human_moves(BOARD, 2**70)": ("out-of-range", "rating"),
    "re.verify(b'', threads=0)": ("out-of-range", "threads"),
    "re.verify(b'', positions=-1)": ("out-of-range", "positions"),
    "engine.solve_many(3)": ("wrong-type", "boards"),
    "engine.solve_many([BOARD], in_order='yes')": ("wrong-type", "in_order"),
    "engine.solve_many([BOARD], checkpoint=3)": ("wrong-type", "checkpoint"),
    "engine.solve_many([BOARD], checkpoint='x', in_order=False)": ("conflicting-fields", "in_order"),
    "engine.evaluate(BOARD, threads=-1)": ("out-of-range", "threads"),
    "engine.evaluate(BOARD, thread=1)": ("unknown-field", "thread"),
    "engine.evaluate('f5')": ("wrong-type", "board"),
    "engine.ask(3)": ("wrong-type", "text"),
    "re.perft(BOARD, -1)": ("out-of-range", "depth"),
    "re.to_array([BOARD, 3])": ("wrong-type", "boards"),
    "re.square_name(64)": ("out-of-range", "index"),
    "re.square_index('j9')": ("bad-square", "square"),
    "re.Board(3)": ("wrong-type", "text"),
    "BOARD.play(65)": ("out-of-range", "move"),
    "BOARD.play(5.0)": ("wrong-type", "move"),
    "BOARD.play('j9')": ("bad-move", "move"),
    "BOARD.fen('red')": ("bad-color", "side"),
    "re.Board.from_cells('', 3)": ("wrong-type", "side"),
    "re.Board.from_bits(1 << 64, 0)": ("out-of-range", "player"),
    "re.Board.from_bits(3, 1)": ("overlapping-discs", None),
    "re.Symmetry(8)": ("out-of-range", "index"),
    "re.Symmetry().board(3)": ("wrong-type", "board"),
    "re.Game('', start=3)": ("wrong-type", "start"),
    "re.Game().prefix(-1)": ("out-of-range", "moves"),
    "re.Game().ggf(PB=3)": ("wrong-type", "PB"),
    "re.Exact(66)": ("out-of-range", "score"),
    "re.Exact(3)": ("impossible-score", None),
    "re.Bounds(4, 2)": ("impossible-bounds", None),
    "re.Estimate(3, 63)": ("impossible-estimate", None),
    "re.Bounds('a', 3)": ("wrong-type", "lower"),
    "re.Estimate(3, 5, 75)": ("out-of-range", "selectivity"),
    "re.Book.open(3)": ("wrong-type", "path"),
    "re.Book.from_bytes('x')": ("wrong-type", "data"),
    "re.read_obf(3)": ("wrong-type", "path"),
    "re.read_wtb('x')": ("wrong-type", "data"),
    "re.Line.from_json(3)": ("wrong-type", "text"),
}


@pytest.mark.parametrize("call", WRONG)
def test_a_wrong_argument_is_named(call: str, engine: re.Engine) -> None:
    code, field = WRONG[call]
    with pytest.raises(re.ReversiError) as error:
        eval(call)
    assert (error.value.code, error.value.field) == (code, field)
    assert isinstance(error.value, TypeError if code in ("wrong-type", "unknown-field") else ValueError)
    copied = pickle.loads(pickle.dumps(error.value))
    assert (str(copied), copied.code, copied.place) == (str(error.value), code, error.value.place)


def test_text_that_is_not_unicode_is_refused() -> None:
    with pytest.raises(re.ParseError) as error:
        re.Board("\ud800" * 65)
    assert (error.value.code, error.value.offset) == ("bad-board", 0)


def test_what_a_limit_has_ended_can_be_pickled(engine: re.Engine) -> None:
    [solved] = engine.solve_many([re.Board()], limits={"nodes": 100_000})
    assert solved.interrupted is not None and solved.solution is None
    for value in (solved, solved.interrupted):
        copied = type(value).from_json(value.to_json())
        assert copied == pickle.loads(pickle.dumps(value)) == value


def test_data_that_contradicts_itself_is_refused(engine: re.Engine) -> None:
    solution = engine.solve(re.Board(FFO_1)).to_json()
    review = engine.review(re.Game("f5f6"), depth=2).to_json()
    wrong = [
        (re.Bounds, '{"exact": 3}'),
        (re.Bounds, '{"exact": 2}'),
        (re.Solution, solution.replace("18", "17")),
        (re.Review, review.replace('"lost":0', '"lost":11')),
    ]
    for kind, text in wrong:
        with pytest.raises(re.ParseError) as error:
            kind.from_json(text)  # type: ignore[attr-defined]
        assert error.value.code == "bad-answer"
    with pytest.raises(re.ParseError) as error:
        re.Bounds.from_json("{")
    assert error.value.code == "not-json"


def test_a_callback_sees_the_search_and_ends_it(engine: re.Engine) -> None:
    seen: list[re.Progress] = []

    def look(progress: re.Progress) -> bool:
        seen.append(progress)
        return len(seen) < 3

    with pytest.raises(re.Interrupted) as error:
        engine.solve(re.Board(), progress=look)
    assert error.value.reason == "callback" and len(seen) == 3
    assert seen[0].nodes < seen[2].nodes and seen[2].bounds == re.Bounds(-64, 64)


class Silent:
    """An object that does not tell how it is called."""

    __signature__ = 3
    calls = 0

    def __call__(self, *_: object) -> None:
        self.calls += 1


def test_any_callable_that_takes_one_argument_is_a_callback(engine: re.Engine) -> None:
    seen: list[object] = []
    silent, nodes = Silent(), re.Limits(nodes=300_000)
    optional = functools.partial(lambda a, b, c=3: seen.append(b), 1)
    for callback in (seen.append, optional, lambda *_: seen.append(1), silent):
        before = len(seen) + silent.calls
        engine.analyze(re.Board(), depth=60, limits=nodes, progress=callback)
        assert len(seen) + silent.calls > before, callback


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
    entry = book.probe(re.Board())
    assert entry is not None and entry.lower <= entry.value <= entry.upper
    assert book.moves(re.Board())[0][1] == entry.value and book.best_line(re.Board())
    assert book.probe(re.Board(FFO_1)) is None
    book.verify()
    with pytest.raises(FileNotFoundError) as error:
        re.Book.open(tmp_path / "none.book")
    assert error.value.filename == str(tmp_path / "none.book")


def test_weights_come_from_files(tmp_path: Path) -> None:
    weights = re.Weights.open(WEIGHTS)
    assert re.Weights.from_bytes(WEIGHTS.read_bytes()).provenance == weights.provenance
    engine = re.Engine(hash_mib=1, weights=weights)
    assert engine.evaluate(re.Board(FFO_1)) != re.evaluate(re.Board(FFO_1))
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
    assert (opponent.strength, opponent.rating, opponent.seed) == ("casual", 800, 7)
    rated = re.Opponent(rating=1350, seed=7)
    assert (rated.strength, rated.rating, repr(rated)) == (None, 1350, "Opponent(rating=1350, seed=7)")


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


def test_the_schema_is_json() -> None:
    assert "$schema" in json.loads(re.schema())


def test_a_move_has_its_chance(engine: re.Engine) -> None:
    people = engine.human_moves(re.Board())
    first = people.moves[0]
    assert people.chance(first.move) == first.chance and people.chance("a1") == people.chance("ps") == 0
    assert repr(first) == f"<HumanMove {first.move} {first.chance}>"
    assert repr(people).startswith(f"<HumanMoves 1500: {first.move} {first.chance}, ")
