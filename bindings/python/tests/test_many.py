"""Many positions as an iterator."""

import itertools
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import EASY, FFO_1, TINY

import reversi_engine as re

BOARDS = [re.Board(text) for text in (FFO_1, TINY, EASY)]
SCORES = [18, -12, 2]


@pytest.mark.parametrize("threads", [1, 2])
def test_results_come_in_order_and_as_they_are_ready(threads: int) -> None:
    engine = re.Engine(hash_mib=4, threads=threads)
    solved = list(engine.solve_many(BOARDS * 20))
    assert [one.index for one in solved] == list(range(60))
    assert [one.value.score for one in solved] == SCORES * 20
    assert all(one.solution is not None and one.interrupted is None for one in solved)
    ready = engine.solve_many(iter(BOARDS * 20), in_order=False)
    assert sorted((one.index, one.value.score) for one in ready) == list(enumerate(SCORES * 20))
    assert ready.stopped is None


def test_a_board_that_takes_long_holds_up_no_other() -> None:
    stop = re.Stop()
    engine = re.Engine(hash_mib=4, threads=2)
    solved = engine.solve_many([re.Board(), *BOARDS], limits=re.Limits(stop=stop), in_order=False)
    assert [next(solved).index for _ in BOARDS] == [1, 2, 3]
    stop.set()
    rest = list(solved)
    assert [one.index for one in rest] == [0] and solved.stopped == "stop"
    assert rest[0].solution is None and rest[0].value == re.Bounds(-64, 64)
    assert rest[0].interrupted is not None and rest[0].interrupted.reason == "stop"


def test_boards_are_taken_from_an_endless_iterator_as_they_are_needed() -> None:
    taken = 0

    def endless() -> Iterator[re.Board]:
        nonlocal taken
        for board in itertools.cycle(BOARDS):
            taken += 1
            yield board

    engine = re.Engine(hash_mib=4, threads=2)
    with engine.solve_many(endless()) as solved:
        scores = [one.value.score for one in itertools.islice(solved, 3000)]
        assert scores == SCORES * 1000
    assert 3000 <= taken < 10_000 and solved.stopped == "callback"
    assert list(solved) == []
    assert engine.solve(BOARDS[1]).value == re.Exact(-12)  # the engine is free again


def test_a_result_that_is_there_does_not_wait_for_a_slow_iterator() -> None:
    taken = 0

    def slow() -> Iterator[re.Board]:
        nonlocal taken
        for _ in range(50):
            time.sleep(0.02)  # a thousand times as long as a solve
            taken += 1
            yield BOARDS[1]

    with re.Engine(hash_mib=1).solve_many(slow()) as solved:
        assert next(solved).value == re.Exact(-12)
        assert taken < 50
        assert len(list(solved)) == 49


def test_a_run_may_be_read_by_another_thread_than_the_one_that_began_it(engine: re.Engine) -> None:
    solved, refused = engine.solve_many(itertools.repeat(BOARDS[1])), []
    reads = threading.Event()

    def read() -> None:
        with solved:
            for _ in solved:
                reads.set()
                try:
                    engine.solve(BOARDS[1])  # would wait for the run of this thread
                except re.BusyError:
                    refused.append(True)
                    break

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    assert reads.wait(60)
    assert engine.solve(BOARDS[1]).value == re.Exact(-12)  # waits: the other thread has the engine
    reader.join(60)
    assert refused == [True]


def test_an_exception_of_the_iterator_comes_after_the_results_before_it() -> None:
    def broken() -> Iterator[re.Board]:
        yield from BOARDS
        raise KeyError("no more")

    solved = re.Engine(hash_mib=4).solve_many(broken())
    assert [next(solved).value.score for _ in BOARDS] == SCORES
    with pytest.raises(KeyError):
        next(solved)
    assert list(solved) == []


def test_an_item_that_is_no_board_is_named(engine: re.Engine) -> None:
    with pytest.raises(re.ArgumentError, match=r"boards\[1\] must be a Board") as error:
        engine.solve_many([BOARDS[0], "f5"])  # type: ignore[list-item]
    assert error.value.index == 1
    late = engine.solve_many(iter([BOARDS[1], "f5"]))  # type: ignore[arg-type]
    assert next(late).value == re.Exact(-12)
    with pytest.raises(re.ArgumentError) as error:
        next(late)
    assert error.value.index == 1
    with pytest.raises(re.RequestError):
        list(engine.solve_many(BOARDS, window=(3, 3)))


def test_a_limit_of_the_call_ends_it(engine: re.Engine) -> None:
    endless = itertools.repeat(re.Board())
    solved = engine.solve_many(endless, total_limits=re.Limits(seconds=0.1))
    assert all(one.solution is None for one in solved)
    assert solved.stopped == "time"


def test_a_run_goes_on_where_its_checkpoint_ends(engine: re.Engine, tmp_path: Path) -> None:
    file = tmp_path / "boards.solved"
    with engine.solve_many(BOARDS, checkpoint=file) as solved:
        assert [next(solved).stored for _ in range(2)] == [False, False]
    again = list(engine.solve_many(iter(BOARDS), checkpoint=str(file)))
    assert [one.value.score for one in again] == SCORES
    assert [one.stored for one in again][:2] == [True, True]
    with pytest.raises(re.CheckpointError) as error:
        engine.solve_many(BOARDS, window="wld", checkpoint=file)
    assert "not for this request" in str(error.value)
    with pytest.raises(FileNotFoundError):
        engine.solve_many(BOARDS, checkpoint=tmp_path / "none" / "boards.solved")
    assert engine.solve(BOARDS[1]).value == re.Exact(-12)  # no refusal has kept the engine


def test_the_engine_of_a_run_is_busy_for_its_thread(engine: re.Engine) -> None:
    solved = engine.solve_many(itertools.repeat(BOARDS[1]))
    next(solved)
    with pytest.raises(re.BusyError):
        engine.solve(BOARDS[1])
    assert engine.evaluate(BOARDS[1]) < 0  # waits for nothing
    del solved  # as if the loop had been left
    assert engine.solve(BOARDS[1]).value == re.Exact(-12)
