"""Threads of Python, and Ctrl-C."""

import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import EASY, FFO_1, TINY

import reversi_engine as re


def test_threads_wait_for_an_engine_that_they_share() -> None:
    engine, boards = re.Engine(hash_mib=1), [re.Board(text) for text in (FFO_1, EASY, TINY)] * 20
    with ThreadPoolExecutor(8) as pool:
        solved = list(pool.map(engine.solve, boards))
    assert [solution.value.score for solution in solved] == [18, 2, -12] * 20


def test_python_runs_while_a_search_does(engine: re.Engine) -> None:
    stop, reasons = re.Stop(), []

    def search() -> None:
        try:
            engine.solve(re.Board(), limits=re.Limits(stop=stop))
        except re.Interrupted as error:
            reasons.append(error.reason)

    thread = threading.Thread(target=search)
    thread.start()
    assert thread.is_alive()  # this thread has the lock of the interpreter again
    assert engine.evaluate(re.Board()) is not None  # waits for no search
    stop.set()
    thread.join()
    assert reasons == ["stop"]


def test_a_game_may_be_used_by_many_threads() -> None:
    game = re.Game("f5d6c3")

    def use(_: int) -> bool:
        for _ in range(200):
            game.undo()
            game.redo()
            try:
                game.play("a1")
            except re.IllegalMoveError:
                pass
            assert len(repr(game)) >= len("Game('f5d6')") and game.board.empty_count >= 57
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(use, range(8)))


CALLS = {
    "solve": "engine.solve(re.Board())",
    "solve of the module": "re.solve(re.Board())",
    "analyze": "engine.analyze(re.Board(), depth=60)",
    "analyze_game": "engine.analyze_game(re.Game('f5d6c3'), depth=60)",
    "ask": """engine.ask('{"moves": "", "ask": "solve"}')""",
    "solve_many": "list(engine.solve_many([re.Board()] * 4))",
    "solve_many of an iterator": "list(engine.solve_many(iter([re.Board()] * 4)))",
    "solve_many in a loop of C": "deque(engine.solve_many(itertools.repeat(re.Board(TINY))), maxlen=0)",
    "perft": "re.perft(re.Board(), 60)",
    "waiting": "wait()",
    "evaluate": "re.evaluate(rows(1 << 27))",
    "evaluate by one thread": "engine.evaluate(rows(1 << 27), threads=1)",
    "from_array": "re.from_array(rows(1 << 27))",
    "to_array": "re.to_array(itertools.repeat(re.Board(), 1 << 28))",
    "solve_many of an array": "engine.solve_many(rows(1 << 29))",
    "solve_many of a list": "engine.solve_many(Long())",
    "read_games": "deque(re.read_games(text=GAMES), maxlen=0)",
}

PROGRAM = """
import itertools, signal, sys, threading, time
from collections import deque
import numpy as np
import reversi_engine as re

TINY = {tiny!r}

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background ignores it

engine = re.Engine(hash_mib=16, threads=2)
GAMES = chr(10).join(["f5d6c3d3c4"] * (1 << 22))

def rows(count):  # without the memory for them
    return np.broadcast_to(re.to_array([re.Board().play("f5")])[0], (count, 2))

class Long(list):
    def __iter__(self):
        return itertools.repeat(re.Board(), 1 << 28)

def wait():
    stop = re.Stop()
    other = threading.Thread(target=lambda: engine.analyze(re.Board(), depth=60, limits=re.Limits(stop=stop)))
    other.start()
    time.sleep(0.3)
    try:
        engine.solve(re.Board())
    finally:
        stop.set()
        other.join()

print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
assert engine.solve(re.Board(TINY)).value == re.Exact(-12)
print("usable", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no timer")
def test_signals_are_handled_between_the_moves_of_a_game(engine: re.Engine) -> None:
    stop, game = re.Stop(), re.Game()
    while game.legal_moves():
        game.play(game.legal_moves()[0])
    moves = len(game.moves)
    earlier = signal.signal(signal.SIGALRM, lambda *_: stop.set())
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        # No position takes as long as the time between two looks at a search.
        turns = engine.analyze_game(game, limits=re.Limits(nodes=20_000, stop=stop))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier)
    assert stop.is_set() and len(turns) < moves


def test_callbacks_of_two_engines_do_not_wait_for_each_other() -> None:
    engines, both_search = [re.Engine(hash_mib=1), re.Engine(hash_mib=1)], threading.Barrier(2)
    refused: list[bool] = []

    def analyze(own: re.Engine, other: re.Engine) -> None:
        def search_with_the_other(_: re.Progress) -> bool:
            both_search.wait()
            try:
                other.analyze(re.Board(), depth=1)
            except re.BusyError:
                refused.append(True)
            both_search.wait()
            return False

        own.analyze(re.Board(), depth=60, progress=search_with_the_other)

    threads = [
        threading.Thread(target=analyze, args=pair, daemon=True) for pair in (engines, engines[::-1])
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert refused == [True, True]
    assert [engine.analyze(re.Board(), depth=1).stopped for engine in engines] == [None, None]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to another process")
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends_every_search(call: str) -> None:
    program = PROGRAM.format(call=CALLS[call], tiny=TINY)
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    begin = time.perf_counter()
    assert process.stdout.readline() == "interrupted\n"
    seconds = time.perf_counter() - begin
    print(f"{call}: {1000 * seconds:.0f} ms")  # shown by pytest -s
    assert seconds < 2
    assert process.stdout.readline() == "usable\n"
    assert process.wait() == 0
