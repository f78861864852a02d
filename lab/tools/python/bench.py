"""Measures what Python adds to the engine, beside the same work in Rust (lab/benches/python_baseline.rs).

    cargo build --release --manifest-path lab/Cargo.toml --example python_baseline
    python lab/tools/python/bench.py --baseline lab/target/release/examples/python_baseline

Both take turns, and the least time of each counts: the machine has other work now and then. Without a
baseline it prints the times of Python alone.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import numpy as np
import numpy.typing as npt

import reversi_engine as re
from reversi_engine import arrays
from reversi_engine.envs import VectorEnv

Boards = npt.NDArray[np.uint64]


def random_boards(number: int, empties: int | None) -> Boards:
    """Makes boards of random games: of any number of empties, or of this one."""
    rng = random.Random(1)
    found: list[re.Board] = []
    while len(found) < number:
        board = re.Board()
        while moves := board.legal_moves():
            if empties is None or board.empty_count == empties:
                found.append(board)
            board = board.play(rng.choice(moves))
    return re.to_array(found[:number])


def seconds_of(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def evaluate_each(engine: re.Engine, boards: list[re.Board]) -> None:
    evaluate = engine.evaluate
    for board in boards:
        evaluate(board)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--baseline", type=Path, help="the program in Rust")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--empties", type=int, default=12, help="of the boards that are solved")
    parser.add_argument("--quick", action="store_true", help="little work, to see that it runs")
    options = parser.parse_args()

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    many = 10_000 if options.quick else 1_000_000
    some = random_boards(10_000 if options.quick else 100_000, None)
    array = np.resize(some, (many, 2))
    ends = random_boards(100 if options.quick else 10_000, options.empties)
    one_by_one = re.from_array(some)
    engine = re.Engine(threads=cores)
    rounds = 1 if options.quick else options.rounds

    def solve_all() -> None:
        for _ in engine.solve_many(ends):
            pass

    work: dict[str, tuple[Boards, Callable[[], object]]] = {
        "evaluate": (some, lambda: evaluate_each(engine, one_by_one)),
        "array": (array, lambda: engine.evaluate(array)),
        "solve": (ends, solve_all),
    }
    print(f"{cores} threads, CPU level {engine.cpu_level}, the least of {rounds} rounds")
    with tempfile.TemporaryDirectory() as folder:
        for name, (boards, in_python) in work.items():
            file = Path(folder, name)
            boards.astype("<u8").tofile(file)
            python: list[float] = []
            rust: list[float] = []
            for _ in range(rounds):
                engine.clear_hash()  # the table of Rust is empty, too
                python.append(seconds_of(in_python))
                if options.baseline:
                    command = [options.baseline, name, file, str(cores)]
                    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
                    rust.append(float(output))
            show(name, len(boards), min(python), min(rust) if rust else None)
    show_arrays(200 if options.quick else 5000, rounds)
    show_environments(options.quick, cores)
    show_threads(ends)


def show_environments(quick: bool, cores: int) -> None:
    """Steps of the vectorised environment: a move of the agent, the reply, observations and masks."""
    for opponent, games, steps in (("random", 4096, 200), ("beginner", 1024, 40)):
        env = VectorEnv(games, opponent, threads=1 if opponent == "random" else cores)
        env.reset(seed=1)
        seconds = on_cores = 0.0
        steps = 3 if quick else steps
        for step in range(steps):
            actions = arrays.choose(env.boards, "random", 1, first=step * games)
            begin, on_core = time.perf_counter(), time.process_time()
            env.step(actions)
            seconds, on_cores = seconds + time.perf_counter() - begin, on_cores + time.process_time() - on_core
        each, of_core = games * steps / seconds, games * steps / on_cores
        print(f"env       {opponent:<8} {each:>10,.0f} steps a second, {of_core:>10,.0f} for each second of a core")


def show_arrays(number: int, rounds: int) -> None:
    """Measures the rules on arrays, on one thread."""
    games = arrays.random_games(number)
    replay = arrays.replay(*games)
    # Parts of this size and their results stay in the cache.
    parts = [slice(start, start + 50_000) for start in range(0, len(replay.moves), 50_000)]
    moves = [(replay.boards[part], replay.moves[part]) for part in parts]
    sets, after = np.empty(50_000, np.uint64), np.empty((50_000, 2), np.uint64)
    work: dict[str, Callable[[], object]] = {
        "moves": lambda: [arrays.legal_moves(b, out=sets[: len(b)]) for b, _ in moves],
        "play": lambda: [arrays.play(b, m, out=after[: len(b)]) for b, m in moves],
        "replay": lambda: arrays.replay(*games),
    }
    for name, call in work.items():
        show(name, len(replay.moves), min(seconds_of(call) for _ in range(rounds)), None)


def show_threads(boards: Boards) -> None:
    """Measures two threads of Python with an engine each, beside one: they take the same time if they scale."""
    engines = [re.Engine() for _ in range(2)]

    def solve_all(engine: re.Engine) -> None:
        for board in re.from_array(boards):
            engine.solve(board)

    def two() -> None:
        threads = [Thread(target=solve_all, args=(engine,)) for engine in engines]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    times: dict[str, float] = {}
    for name, work in (("one", lambda: solve_all(engines[0])), ("two", two)):
        for engine in engines:
            engine.clear_hash()
        times[name] = seconds_of(work)
    print(f"threads   two solve twice as many boards as one in {times['two'] / times['one']:.2f} of its time")


def show(name: str, boards: int, python: float, rust: float | None) -> None:
    line = f"{name:<9} {boards:>8} boards: {1e9 * python / boards:>9.1f} ns each in Python"
    if rust is not None:
        line += f", {1e9 * rust / boards:>9.1f} in Rust"
        line += f", {1e9 * (python - rust) / boards:+.0f} ns, speed {100 * rust / python:.1f} %"
    print(line)


if __name__ == "__main__":
    main()
