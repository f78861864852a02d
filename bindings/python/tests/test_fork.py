"""Processes that are forked: an engine that was in use is refused, and nothing waits for ever."""

import faulthandler
import multiprocessing
import os
import signal
import sys
import threading
import warnings
from typing import Callable, Iterator

import pytest
from conftest import EASY, FFO_1, TINY

import reversi_engine as re

if not hasattr(os, "fork"):
    pytest.skip("no fork", allow_module_level=True)

#: Seconds after which a child that waits for ever is killed.
LIMIT = 60


@pytest.fixture(autouse=True)
def _fork_beside_threads() -> Iterator[None]:
    """Python warns of what is tested here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def end_of(child: int) -> int:
    """How the child has ended: 0, a status, or the number of a signal below 0."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def in_child(body: Callable[[], object]) -> int:
    """How a child that does this has ended."""
    child = os.fork()
    if child == 0:
        signal.alarm(LIMIT)
        try:
            body()
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
        os._exit(0)
    return end_of(child)


def refused(*calls: Callable[[], object]) -> None:
    for number, call in enumerate(calls):
        with pytest.raises(re.ForkedError, match="make a new engine") as raised:
            call()
        assert raised.value.code == "forked-process", number


def solves(engine: re.Engine) -> None:
    assert engine.solve(re.Board(FFO_1)).value == re.Exact(18)


class Search:
    """A search of another thread, which has begun."""

    def __init__(self, engine: re.Engine) -> None:
        self.stop, begun = re.Stop(), threading.Event()
        limits = re.Limits(stop=self.stop)

        def run() -> None:
            engine.analyze(re.Board(), depth=60, limits=limits, progress=lambda _: begun.set())

        self.thread = threading.Thread(target=run)
        self.thread.start()
        assert begun.wait(LIMIT)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        self.thread.join()


@pytest.mark.parametrize("threads", [1, 2])
def test_an_idle_engine_works_in_a_child(threads: int) -> None:
    engine = re.Engine(hash_mib=1, threads=threads)
    solves(engine)

    def body() -> None:
        solves(engine)
        assert [solved.value for solved in engine.solve_many([re.Board(TINY)])] == [re.Exact(-12)]

    assert in_child(body) == 0
    solves(engine)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_engine_that_searches_is_refused_in_a_child(threads: int) -> None:
    engine, board = re.Engine(hash_mib=1, threads=threads), re.Board()

    def body() -> None:
        refused(
            lambda: engine.solve(board),
            lambda: engine.analyze(board),
            lambda: engine.solve_many([board]),
            lambda: engine.ask('{"moves": "f5", "ask": "solve"}'),
            engine.clear_hash,
        )
        assert re.evaluate(board) == engine.evaluate(board)  # waits for no search
        solves(re.Engine(hash_mib=1, threads=threads))
        assert re.solve(re.Board(FFO_1)).value == re.Exact(18)

    with Search(engine):
        assert in_child(body) == 0
    solves(engine)


def test_a_thread_that_waits_for_the_engine_is_refused_in_a_child(engine: re.Engine) -> None:
    with Search(engine):
        waits = threading.Thread(target=solves, args=(engine,))
        waits.start()
        assert in_child(lambda: refused(lambda: engine.solve(re.Board()))) == 0
    waits.join()
    assert in_child(lambda: solves(engine)) == 0  # nobody waits any more


def test_a_run_over_many_positions_is_refused_in_a_child(engine: re.Engine) -> None:
    boards = [re.Board(EASY), re.Board(TINY)] * 500
    with engine.solve_many(iter(boards)) as run:
        assert next(run).value == re.Exact(2)

        def body() -> None:
            refused(lambda: next(run), lambda: engine.solve(re.Board()))
            with run:
                pass
            assert run.stopped is None

        assert in_child(body) == 0
        assert sum(1 for _ in run) == 999
    assert in_child(lambda: solves(engine)) == 0


def test_a_run_ends_in_a_child_of_its_own_iterator(engine: re.Engine) -> None:
    parent = os.getpid()
    child = None

    def boards() -> Iterator[re.Board]:
        nonlocal child
        yield re.Board(TINY)
        child = os.fork()
        if child == 0:
            signal.alarm(LIMIT)
        yield re.Board(TINY)

    try:
        assert len(list(engine.solve_many(boards()))) == 2
    except BaseException as error:
        os._exit(0 if os.getpid() != parent and isinstance(error, re.ForkedError) else 1)
    if os.getpid() != parent:
        os._exit(2)
    assert child is not None and end_of(child) == 0


def test_records_are_refused_in_a_child() -> None:
    records = re.read_games(text="f5d6\n" * 5000)
    next(records)

    def body() -> None:
        with pytest.raises(re.ForkedError):
            list(records)

    assert in_child(body) == 0
    assert len(list(records)) == 4999


def test_a_run_of_many_games_is_refused_in_a_child() -> None:
    run = re.Engine(hash_mib=1).analyze_games([re.Game("f5d6c3")] * 200, depth=4)
    next(run)

    def body() -> None:
        with pytest.raises(re.ForkedError):
            next(run)
        run.close()

    assert in_child(body) == 0
    assert len(list(run)) == 199


@pytest.mark.parametrize("threads", [1, 2])
def test_a_child_of_a_callback_ends(threads: int, capfd: pytest.CaptureFixture[str]) -> None:
    engine, parent = re.Engine(hash_mib=1, threads=threads), os.getpid()
    children = []

    def progress(_: re.Progress) -> bool:
        children.append(os.fork())
        if children[0] == 0:
            signal.alarm(LIMIT)
            faulthandler.disable()  # it would show the abort below
            try:
                if threads == 2:
                    refused(lambda: engine.solve(re.Board()))
                solves(re.Engine(hash_mib=1))
            except BaseException:
                os._exit(1)
        return False

    analysis = engine.analyze(re.Board(), depth=60, progress=progress)
    if os.getpid() != parent:
        os._exit(0 if threads == 1 and analysis.stopped == "callback" else 2)
    # The other thread is not there, so a search of two threads has no end.
    assert end_of(children[0]) == (0 if threads == 1 else -signal.SIGABRT)
    assert ("cannot return from the callback" in capfd.readouterr().err) == (threads == 2)


def score(text: str) -> int:
    value = _shared.solve(re.Board(text)).value
    assert isinstance(value, re.Exact)
    return value.score


_shared = re.Engine(hash_mib=1)


def test_a_pool_of_forked_processes_shares_an_idle_engine() -> None:
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(score, [FFO_1, EASY, TINY] * 4).get(LIMIT) == [18, 2, -12] * 4


def run(program: str, *arguments: str) -> int:
    """How a program ends that forks. In its child, `child` is 0."""
    begin = "import os, signal, sys, threading, time\nimport reversi_engine as re\n"
    forks = f"child = os.fork()\nif child == 0: signal.alarm({LIMIT})\n"
    text = begin + program.replace("FORK\n", forks)
    return os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-W", "ignore", "-c", text, *arguments])


def test_an_engine_that_searched_is_dropped_in_a_child() -> None:
    program = """
engine, stop, begun = re.Engine(hash_mib=1, threads=2), re.Stop(), threading.Event()
search = dict(depth=60, limits=re.Limits(stop=stop), progress=lambda _: begun.set())
thread = threading.Thread(target=engine.analyze, args=(re.Board(),), kwargs=search)
other = re.Engine(hash_mib=1, threads=2)
results = other.solve_many(re.Board() for _ in range(4))
thread.start()
begun.wait()
FORK
if child != 0:
    end = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    stop.set()
    thread.join()
    results.close()
    sys.exit(end)
del engine, results
"""
    assert run(program) == 0
    assert run(program.replace("del engine, results", "")) == 0  # as the interpreter ends


@pytest.mark.parametrize("pause", ["0", "0.005", "0.01", "0.02", "0.05"])
def test_a_child_waits_for_no_weights_that_its_parent_unpacks(pause: str) -> None:
    """The first engine of a process unpacks them, while others wait."""
    program = f"""
threads = [threading.Thread(target=re.Engine, kwargs=dict(hash_mib=1)) for _ in range(4)]
for thread in threads: thread.start()
time.sleep(float(sys.argv[1]))
FORK
if child == 0:
    assert re.Engine(hash_mib=1).solve(re.Board("{FFO_1}")).value == re.Exact(18)
    os._exit(0)
for thread in threads: thread.join()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert run(program, pause) == 0
