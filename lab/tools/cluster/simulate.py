"""Where a run breaks first: the whole pipeline with positions that take no work, only time.

    python simulate.py                                                     # 10^6 positions, 10^4 bundles
    python simulate.py --positions 1000000 --a-bundle 1 --sleep 0.001      # 10^6 tasks: hours
    python simulate.py --positions 20000 --a-bundle 1 --json tasks.json

Everything but the search is real: the input, the plan, Ray, the files, the end of the run. It prints
the memory of the driver, what the driver and the workers spend on a bundle, and the bytes of a result.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Optional

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import ray

import reversi_engine as re
from reversi_engine import cluster
from reversi_engine.cluster import _bundles, _run
from reversi_engine.cluster._keys import Keys
from reversi_engine.cluster._worker import Worker


class Sleeper(Worker):
    """Answers every position at once, and sleeps for the bundle."""

    sleep = 0.0

    def _answer(self, name: str, keys: Keys, patient: bool, summary: dict[str, Any]) -> None:
        time.sleep(self.sleep)
        super()._answer(name, keys, patient, summary)

    def _row(self, board: re.Board, count: int, patient: bool) -> Optional[dict[str, Any]]:
        score = {"kind": "exact", "score": 2, "lower": 2, "upper": 2}
        return {**score, "best_move": "f5", "line": "f5" * 15, "nodes": 123_456, "seconds": 0.01}


def sleep_instead(a_bundle: int, sleep: float) -> None:
    """Makes the runs of this process use workers that sleep, with bundles of ``a_bundle`` positions."""
    Sleeper.sleep = sleep
    if __name__ != "__main__":
        # The class as it is here.
        ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # type: ignore[no-untyped-call]
    setattr(_run, "Worker", Sleeper)
    setattr(_run, "expected_seconds", lambda keys, question: np.full(len(keys), 1.0 / a_bundle))


def rss_mib() -> float:
    """The memory of this process, in MiB, without the object store: the store has a fixed size, and a run
    touches all of it."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(status["RssAnon"].split()[0]) / 1024


def write_input(path: Path, number: int) -> None:
    """Writes boards of random discs, 64 in all or fewer."""
    rng = np.random.default_rng(1)
    boards = rng.integers(0, 1 << 63, (number, 2), np.uint64)
    boards[:, 1] &= ~boards[:, 0]
    parquet.write_table(pa.table({"player": boards[:, 0], "opponent": boards[:, 1]}), path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--a-bundle", type=int, default=100, help="positions of a bundle")
    parser.add_argument("--sleep", type=float, default=0.0, help="seconds of a bundle")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--round", type=int, default=_bundles.MAX_BUNDLES, help="bundles of a round")
    parser.add_argument("--json", type=Path, help="where the figures are written")
    options = parser.parse_args()

    _bundles.MAX_BUNDLES = options.round
    sleep_instead(options.a_bundle, options.sleep)
    folder = Path(tempfile.mkdtemp(prefix="reversi-simulate-"))
    ray.init("local", num_cpus=options.workers, log_to_driver=False, include_dashboard=False)
    memory: list[tuple[int, float, float]] = []
    try:
        write_input(folder / "input.parquet", options.positions)
        print(f"before: {rss_mib():.0f} MiB")

        def note(progress: cluster.Progress) -> None:
            if not memory or progress.done * 20 // progress.total > memory[-1][0] * 20 // progress.total:
                memory.append((progress.done, progress.seconds, rss_mib()))
                print(f"{progress.done:>9,} {progress.seconds:8.1f} s {memory[-1][2]:6.0f} MiB", flush=True)

        before = time.process_time()
        report = cluster.solve_dataset(folder / "input.parquet", folder / "output", progress=note)
        driver = time.process_time() - before
        files = list((folder / "output").glob("part-*"))
        figures = {
            "positions": report.positions,
            "bundles": report.bundles,
            "rounds": report.rounds,
            "workers": options.workers,
            "sleep": options.sleep,
            "seconds": report.seconds,
            "bundles_a_second": report.bundles / report.seconds,
            "driver_ms_a_bundle": 1e3 * driver / report.bundles,
            "worker_ms_a_bundle": 1e3 * (report.worker_seconds / report.bundles - options.sleep),
            "bytes_a_position": sum(file.stat().st_size for file in files) / report.positions,
            "driver_mib": [round(mib) for _, _, mib in memory],
        }
        assert report.answered == report.positions, report
        print(json.dumps(figures, indent=1))
        if options.json:
            options.json.write_text(json.dumps(figures, indent=1) + "\n")
    finally:
        ray.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
