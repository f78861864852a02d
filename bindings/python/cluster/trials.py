"""Real trials of `reversi_engine.cluster`: a Ray cluster of several raylets on this machine, and what goes
wrong.

    python trials.py --positions 5000                       # all trials
    python trials.py --positions 20 --only undisturbed      # what .ci/run has

Every trial answers the same positions as plain processes without Ray do, each with a new engine, and every
value, line and number of nodes must be the same. A trial that this machine does not allow is NOT TESTED.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ray
from ray.cluster_utils import Cluster

import reversi_engine as re
from reversi_engine.cluster import check_dataset, read_results

Answers = dict[str, tuple[int, str, int]]
DEADLINE = 900.0


def positions(number: int, empties: list[int]) -> list[re.Board]:
    """Returns different positions of random games."""
    rng = random.Random(11)
    found: dict[re.Board, None] = {}
    while len(found) < number:
        wanted = empties[len(found) % len(empties)]
        board = re.Board()
        while board.empty_count > wanted and (moves := board.legal_moves()):
            board = board.play(rng.choice(moves))
        if board.empty_count == wanted and not board.is_game_over:
            found[board] = None
    return list(found)


def plain_answer(text: str) -> tuple[str, tuple[int, str, int]]:
    """Returns the answers of one process without Ray, with a new engine."""
    solution = re.Engine(hash_mib=1, threads=1).solve(re.Board(text))
    assert isinstance(solution.value, re.Exact)
    return text, (solution.value.score, "".join(solution.pv), solution.nodes)


def answers(output: Path) -> Answers:
    """Returns the results of a folder."""
    return {
        row["position"]: (int(row["score"]), row["line"], row["nodes"])
        for row in read_results(output).to_pylist()
    }


class Run:
    """A driver in a process of its own."""

    def __init__(self, trial: Trials, output: Path) -> None:
        self.output = output
        self.log = output.with_suffix(f".{time.time_ns()}.log")
        command = [sys.executable, "-m", "reversi_engine.cluster", "solve", str(trial.input), str(output)]
        command += ["--address", trial.address, "--bundle-seconds", str(trial.bundle_seconds)]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)

    def wait(self, status: int = 0) -> str:
        found = self.process.wait(timeout=DEADLINE)
        text = self.log.read_text()
        assert found == status, f"status {found}, expected {status}:\n{text[-3000:]}"
        return text

    def wait_for_files(self, number: int) -> None:
        """Waits until this number of bundles is answered."""
        end = time.monotonic() + DEADLINE
        while len(list(self.output.glob("part-*"))) < number:
            assert self.process.poll() is None, f"the run is over:\n{self.log.read_text()[-3000:]}"
            assert time.monotonic() < end, "no files"
            time.sleep(0.05)

    def workers_at_work(self) -> list[int]:
        """Returns the processes that are answering a bundle."""
        pids: list[int] = []
        for file in self.output.glob("_try-*"):
            try:
                pids += [int(line.split()[1]) for line in file.read_text().splitlines()[-1:]]
            except FileNotFoundError:
                continue
        return pids

    def kill_a_worker(self) -> None:
        while True:
            for pid in self.workers_at_work():
                try:
                    os.kill(pid, signal.SIGKILL)
                    return
                except ProcessLookupError:
                    continue
            time.sleep(0.01)


class Trials:
    """The positions, what must be answered, and the cluster."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.folder = folder
        self.bundle_seconds: float = options.bundle_seconds
        self.raylets: int = options.raylets
        self.input = folder / "positions.txt"
        boards = positions(options.positions, options.empties)
        self.input.write_text("".join(f"{board}\n" for board in boards))
        begin = time.perf_counter()
        with ProcessPoolExecutor(options.plain_processes) as pool:
            self.expected: Answers = dict(pool.map(plain_answer, map(str, boards), chunksize=50))
        print(f"plain: {len(boards)} positions in {time.perf_counter() - begin:.1f} s", flush=True)
        self.address = ""
        self.cluster: Any = None
        self.nodes: list[Any] = []

    @contextmanager
    def a_cluster(self) -> Iterator[None]:
        """Starts a head without work for it, and raylets of one CPU each."""
        self.cluster = Cluster(
            initialize_head=True, head_node_args={"num_cpus": 0, "object_store_memory": 100 << 20}
        )
        self.address = self.cluster.address
        self.nodes = [self.add_raylet() for _ in range(self.raylets)]
        self.cluster.wait_for_nodes()
        try:
            yield
        finally:
            self.cluster.shutdown()

    def add_raylet(self) -> Any:
        return self.cluster.add_node(num_cpus=1, object_store_memory=80 << 20)

    def verify(self, output: Path, log: str) -> None:
        """Verifies that nothing is lost, nothing is twice, and nothing differs from the answers of plain
        processes.
        """
        check_dataset(self.input, output)
        found = answers(output)
        assert found == self.expected, "answers differ"
        print("   " + "; ".join(log.strip().splitlines()[-3:]), flush=True)

    def undisturbed(self, output: Path) -> None:
        self.verify(output, Run(self, output).wait())

    def worker(self, output: Path) -> None:
        """Three workers are killed while they answer a bundle."""
        run = Run(self, output)
        for killed in range(3):
            run.wait_for_files(2 + 3 * killed)
            run.kill_a_worker()
        log = run.wait()
        self.verify(output, log)
        assert "; 3 bundles begun again" in log, log

    def raylet(self, output: Path) -> None:
        """A machine is lost, and another one comes much later."""
        run = Run(self, output)
        run.wait_for_files(5)
        self.cluster.remove_node(self.nodes.pop(), allow_graceful=False)
        self.verify(output, run.wait())
        self.nodes.append(self.add_raylet())
        self.cluster.wait_for_nodes()

    def driver(self, output: Path) -> None:
        """The driver is killed and started again at once."""
        run = Run(self, output)
        run.wait_for_files(5)
        run.process.kill()
        run.process.wait()
        log = Run(self, output).wait()
        self.verify(output, log)
        interrupted = int(log.split(" interrupted before")[0].split()[-1])
        assert interrupted <= self.raylets, log

    def disk(self, output: Path) -> None:
        """The disk is full; it gets more space, and the run is started again."""
        output.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={self.small_disk}k", "tmpfs", str(output)]
        if subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
            print("   NOT TESTED: no file system can be mounted")
            return
        try:
            log = Run(self, output).wait(status=1)
            assert "No space left on device" in log, log
            print("   " + log.strip().splitlines()[-1], flush=True)
            subprocess.run(["mount", "-o", "remount,size=100m", str(output)], check=True)
            self.verify(output, Run(self, output).wait())
        finally:
            subprocess.run(["umount", str(output)], check=True)

    @property
    def small_disk(self) -> int:
        """KiB that hold about a third of the results."""
        return max(40, len(self.expected) * 60 // 1024)

    def damage(self, output: Path) -> None:
        """A bit of a file is flipped, other ones are cut, lost, emptied and swapped; started again."""
        Run(self, output).wait()
        files = sorted(output.glob("part-*"))[:6]
        content = [file.read_bytes() for file in files]
        flipped = bytearray(content[0])
        flipped[-100] ^= 4
        damaged = [bytes(flipped), content[1][:-100], b"", content[4], content[3], b""]
        for file, bytes_ in zip(files, damaged):
            file.write_bytes(bytes_)
        files[2].unlink()
        log = Run(self, output).wait()
        self.verify(output, log)
        assert f"; {len(files) - 1} files damaged" in log, log


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=5000)
    parser.add_argument(
        "--empties", type=lambda text: [int(one) for one in text.split(",")], default=[14, 15, 16]
    )
    parser.add_argument("--bundle-seconds", type=float, default=1.0)
    parser.add_argument("--raylets", type=int, default=3)
    parser.add_argument("--plain-processes", type=int, default=os.cpu_count())
    parser.add_argument("--only", nargs="*", help="names of trials")
    options = parser.parse_args()
    os.environ["RAY_AUTH_MODE"] = "disabled"
    folder = Path(tempfile.mkdtemp(prefix="reversi-trials-"))
    try:
        trials = Trials(options, folder)
        kinds: list[Callable[[Path], None]] = [
            trials.undisturbed, trials.worker, trials.raylet, trials.driver, trials.disk, trials.damage
        ]  # fmt: skip
        with trials.a_cluster():
            for kind in kinds:
                if not options.only or kind.__name__ in options.only:
                    begin = time.perf_counter()
                    print(f"{kind.__name__}: {(kind.__doc__ or 'Nothing goes wrong.').strip()}", flush=True)
                    kind(folder / kind.__name__)
                    print(f"   passed in {time.perf_counter() - begin:.1f} s", flush=True)
    finally:
        ray.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
