"""What Ray costs: the cluster beside as many plain processes, in turn, and a picture of bundles by workers.

    python throughput.py --rounds 3                       # the same bundles by Ray and without it
    python throughput.py --rounds 0 --sleepers 1 2 4 8 16 --plot throughput.svg

Plain processes take the bundles of the same plan from a common queue, answer them by the same code and write
the same files. The rate is that of the nodes between the first and the last bundle that ends: starting Ray
and its workers takes some seconds, which a long run does not notice. Workers that only sleep show what the
driver can serve.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import ray
from simulate import sleep_instead, write_input
from trials import positions

import reversi_engine as re
from reversi_engine import cluster
from reversi_engine.cluster._bundles import Plan, pack
from reversi_engine.cluster._estimate import expected_seconds
from reversi_engine.cluster._output import read_file
from reversi_engine.cluster._worker import Job, Worker, fingerprint

#: The time at which a bundle ends, and its nodes.
Ends = list[tuple[float, int]]


class PlainWorker(Worker):
    """A worker that has its plan without Ray."""

    def __init__(self, job: Job, plan: Plan) -> None:
        self.job, self.plan, self.refusal = job, plan, ""
        self.question = json.loads(job.question)
        self.engines = {}


def plain_process(job: Job, plan: Plan, queue: Any) -> None:
    worker = PlainWorker(job, plan)
    while (index := queue.get()) is not None:
        summary = worker({"id": [index]})
        assert not summary["error"][0], summary


def plain(source: Path, output: Path, workers: int, seconds: float) -> Ends:
    """All bundles by plain processes."""
    output.mkdir()
    token = output / "_driver-1-of-1"
    token.write_text("plain")
    job = Job(
        question='{"ask": "solve"}',
        weights=None,
        hash_mib=None,
        version=re.__version__,
        fingerprint=fingerprint(None),
        folder=str(output),
        prefix="part-",
        token_file=str(token),
        token="plain",
        tries="_try-",
    )
    boards = np.concatenate(list(cluster.read_positions(source)))
    plan = pack(boards, expected_seconds(boards, {"ask": "solve"}), seconds)
    queue: Any = multiprocessing.Queue()
    for index in [*range(len(plan)), *[None] * workers]:
        queue.put(index)
    processes = [
        multiprocessing.Process(
            target=plain_process,
            args=(
                job,
                plan,
                queue,
            ),
        )
        for _ in range(workers)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return written(output)


def by_ray(source: Path, output: Path, workers: int, seconds: float) -> Ends:
    """All bundles by the cluster."""
    cluster.solve_dataset(source, output, workers=workers, bundle_seconds=seconds, progress=lambda _: None)
    return written(output)


def written(output: Path) -> Ends:
    """When the files of bundles were written, and their nodes. The driver hears of them later."""
    ends: Ends = []
    for file in output.glob("part-*"):
        nodes = sum(row["nodes"] for row in read_file(file).to_pylist())
        ends.append((file.stat().st_mtime, nodes))
    return ends


def rate(ends: Iterable[tuple[float, float]]) -> float:
    """What ends in a second, from the first end to the last."""
    first, *rest = sorted(ends)
    return sum(number for _, number in rest) / (rest[-1][0] - first[0])


def compare(options: argparse.Namespace, folder: Path) -> None:
    source = folder / "positions.txt"
    source.write_text("".join(f"{board}\n" for board in positions(options.positions, [16])))
    ratios = []
    for number in range(options.rounds):
        rates = []
        for kind in (plain, by_ray):
            ends = kind(source, folder / f"{kind.__name__}-{number}", options.workers, options.bundle_seconds)
            rates.append(rate(ends))
            print(f"{kind.__name__}: {len(ends)} bundles, {rates[-1] / 1e6:.2f} M nodes/s", flush=True)
        ratios.append(rates[1] / rates[0])
    print(
        f"Ray / plain: median {statistics.median(ratios):.3f} of {', '.join(f'{one:.3f}' for one in ratios)}"
    )


def sleeping_rate(workers: int, sleep: float, folder: Path) -> float:
    """Bundles a second of workers that sleep."""
    source = folder / f"{workers}-{sleep}.parquet"
    write_input(source, max(30, min(600, round(20 * workers / max(sleep, 0.1)))))
    sleep_instead(1, sleep)
    ends: list[tuple[float, float]] = []

    def note(progress: cluster.Progress) -> None:
        ends.append((time.perf_counter(), 1))

    cluster.solve_dataset(source, folder / f"{workers}-{sleep}", workers=workers, progress=note)
    return rate(ends)


def plot(figures: dict[str, dict[str, float]], file: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "reversi"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for sleep, rates in figures.items():
        workers = [int(number) for number in rates]
        (line,) = axes.plot(workers, list(rates.values()), "o-", label=f"bundles of {sleep} s")
        ideal = [number / float(sleep) for number in workers]
        axes.plot(workers, ideal, "--", color=line.get_color(), linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlabel="workers", ylabel="bundles a second")
    ticks = sorted({int(number) for rates in figures.values() for number in rates})
    axes.set_xticks(ticks, [str(number) for number in ticks])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(title="dashed: without any overhead")
    axes.set_title("One driver and workers that only sleep")
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3, help="of the comparison")
    parser.add_argument("--positions", type=int, default=3000, help="of 16 empties")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--bundle-seconds", type=float, default=1.0)
    parser.add_argument("--sleepers", type=int, nargs="*", default=[], help="numbers of sleeping workers")
    parser.add_argument("--sleep", type=float, nargs="*", default=[0.1, 1.0], help="seconds of their bundles")
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="reversi-throughput-"))
    most = max([options.workers, *options.sleepers])
    ray.init("local", num_cpus=most, log_to_driver=False, include_dashboard=False)
    try:
        if options.rounds:
            compare(options, folder)
        figures: dict[str, dict[str, float]] = {}
        for sleep in options.sleep if options.sleepers else []:
            for workers in options.sleepers:
                found = sleeping_rate(workers, sleep, folder)
                figures.setdefault(f"{sleep:g}", {})[str(workers)] = round(found, 2)
                print(
                    f"{workers} workers, {sleep:g} s: {found:.2f} bundles/s of {workers / sleep:g}",
                    flush=True,
                )
        if options.plot:
            options.plot.with_suffix(".json").write_text(json.dumps(figures, indent=1) + "\n")
            plot(figures, options.plot)
    finally:
        ray.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
