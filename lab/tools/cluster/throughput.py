"""The cost of Ray: the cluster beside as many plain processes, in turn, and a picture of bundles by workers.

    python throughput.py --rounds 5     # the same bundles by Ray and without it, ten minutes
    python throughput.py --rounds 0 --sleepers 1 2 4 8 16 --plot throughput.svg
    python throughput.py --rounds 0 --evaluate 10000000    # static evaluations, by plain processes and by Ray

Plain processes take the bundles of the same plan in the same order from a common queue, answer them by the
same code and write the same files. Ray runs only while it is measured, and who comes first takes turns.
Before, plain processes solve a few positions, to find the size of a bundle that lasts as long as was asked
for.

The rate counts the nodes while all workers are at work: the slope of the nodes over the times at which
bundles end, without the fifth that ends first and the fifth that ends last. It leaves out the start of Ray
and its workers, which a long run does not notice, and the end, where a worker has nothing left to do; the
seconds of the whole call, with both, stand beside it. Ray starts processes of its own for some seconds after
the first bundle, so runs of much less than 40 s measure nothing. Workers that only sleep show what the
driver can serve.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as parquet
import ray
from simulate import rss_mib, sleep_instead, write_input

import reversi_engine as re
from reversi_engine import cluster
from reversi_engine.cluster._bundles import Plan, pack
from reversi_engine.cluster._estimate import OVERHEAD, expected_seconds, solve_seconds
from reversi_engine.cluster._keys import distinct, to_keys
from reversi_engine.cluster._output import Output
from reversi_engine.cluster._worker import Job, Worker, fingerprint, max_seconds

sys.path.append(str(Path(__file__).resolve().parents[3] / "bindings/python/cluster"))
from trials import positions  # noqa: E402

#: Of the positions that are compared.
EMPTIES = 16
#: The time at which a bundle ends, and its nodes.
Ends = list[tuple[float, int]]


class PlainWorker(Worker):
    """A worker that has its plan without Ray."""

    def __init__(self, job: Job, plan: Plan) -> None:
        self.job, self.plan, self.refusal, self.item = job, plan, "", ""
        self.question = json.loads(job.question)
        self.engines = {}


def plain_process(job: Job, plan: Plan, queue: Any) -> None:
    worker = PlainWorker(job, plan)
    while (index := queue.get()) is not None:
        summary = worker({"id": [index]})
        assert not summary["error"][0], summary


def plain(source: Path, output: Path, workers: int, seconds: float, ask: str = "solve") -> Ends:
    """Answers all bundles by plain processes."""
    question = {"ask": ask}
    folder, weights = Output(output, (1, 1)), fingerprint(None)
    folder.begin({"question": question, "version": re.__version__, "weights": weights}, "plain")
    job = Job(
        question=json.dumps(question),
        weights=None,
        hash_mib=None,
        max_seconds=max_seconds(seconds),
        version=re.__version__,
        fingerprint=weights,
        folder=str(output),
        prefix=folder.part,
        tag=folder.tag,
        token_file=str(folder.token_file),
        token="plain",
        tries=folder.tries("plain"),
    )
    keys = distinct(np.concatenate([to_keys(chunk) for chunk in cluster.read_positions(source)]))
    plan = pack(keys, expected_seconds(keys, question), seconds)
    processes = multiprocessing.get_context("spawn")  # nothing is inherited from Ray
    queue: Any = processes.Queue()
    for index in [*range(len(plan)), *[None] * workers]:
        queue.put(index)
    pool = [processes.Process(target=plain_process, args=(job, plan, queue)) for _ in range(workers)]
    for process in pool:
        process.start()
    for process in pool:
        process.join()
        assert process.exitcode == 0, process
    folder.end()
    return written(output)


def by_ray(source: Path, output: Path, workers: int, seconds: float, ask: str = "solve") -> Ends:
    """Answers all bundles by the cluster: starts Ray and ends it."""
    cluster.ask_dataset(
        source, output, {"ask": ask}, workers=workers, bundle_seconds=seconds, progress=lambda _: None
    )
    return written(output)


def written(output: Path) -> Ends:
    """Returns when the files of bundles were written, and their nodes, or the number of their evaluations.
    The driver learns of them later."""
    ends: Ends = []
    for file in output.glob("part-*"):
        table = parquet.read_table(file, columns=["kind", "nodes"])
        evaluations = table.column("kind").to_pylist().count("evaluation")
        ends.append((file.stat().st_mtime, evaluations or sum(table.column("nodes").to_pylist())))
    return sorted(ends)


def rate(ends: Iterable[tuple[float, float]], cut: float = 0.2) -> float:
    """Returns the work that ends in a second while all workers are at work.

    A line through the ends, without a part ``cut`` of them at either side. From one end to another one
    the rate would be too high where several workers end at the same time, and too low where they have
    begun one after the other.

    >>> round(rate([(second, 1) for second in range(20) for worker in range(4)]), 3)
    4.0
    >>> round(rate([(worker * 2 + second, 1) for worker in range(2) for second in range(40)]), 2)
    2.0
    """
    times, numbers = np.array(sorted(ends), dtype=float).T
    # A bundle counts half at its own end: the ends of one moment have their mean there.
    total = np.cumsum(numbers) - numbers / 2
    left_out = int(cut * len(times))
    kept = slice(left_out, len(times) - left_out)
    slope, _ = np.polyfit(times[kept] - times[0], total[kept], 1)
    return float(slope)


def calibrated(options: argparse.Namespace, folder: Path) -> tuple[int, float]:
    """Finds the number of positions that keep the workers at work for the seconds of a run, and the seconds
    to ask of bundles so that they last as long as is wanted here."""
    source = folder / "few.txt"
    source.write_text("".join(f"{board}\n" for board in positions(60 * options.workers, [EMPTIES])))
    plain(source, folder / "few", options.workers, 0.1)
    taken = cluster.read_results(folder / "few").column("seconds").to_numpy()
    mean = float(taken.mean()) + OVERHEAD
    expected = float(solve_seconds(np.array([EMPTIES]))[0])
    return round(options.run_seconds * options.workers / mean), options.bundle_seconds * expected / mean


def compare(options: argparse.Namespace, folder: Path) -> None:
    number, seconds = calibrated(options, folder)
    source = folder / "positions.txt"
    source.write_text("".join(f"{board}\n" for board in positions(number, [EMPTIES])))
    print(f"{number} positions of {EMPTIES} empties, {options.workers} workers", flush=True)
    ratios = []
    for round_ in range(options.rounds):
        rates: dict[Any, float] = {}
        names: dict[Any, set[str]] = {}
        for kind in (plain, by_ray) if round_ % 2 == 0 else (by_ray, plain):
            output = folder / f"{kind.__name__}-{round_}"
            begin = time.perf_counter()
            ends = kind(source, output, options.workers, seconds)
            wall = time.perf_counter() - begin
            rates[kind] = rate(ends)
            names[kind] = {file.name.split("-")[4] for file in output.glob("part-*")}
            nodes = sum(nodes for _, nodes in ends)
            print(
                f"{kind.__name__:>6}: {rates[kind] / 1e6:.2f} M nodes/s; {len(ends)} bundles of"
                f" {nodes * options.workers / rates[kind] / len(ends):.2f} s, {nodes:,} nodes,"
                f" {wall:.1f} s in all",
                flush=True,
            )
            shutil.rmtree(output)
        assert names[plain] == names[by_ray], "not the same bundles"
        ratios.append(rates[by_ray] / rates[plain])
        print(f"   Ray / plain: {ratios[-1]:.3f}", flush=True)
    print(f"Ray / plain: median {statistics.median(ratios):.3f}, {min(ratios):.3f} to {max(ratios):.3f}")


def evaluate(options: argparse.Namespace, folder: Path) -> None:
    """Measures static evaluations a second and worker, and the memory of the driver."""
    source = folder / "boards.parquet"
    write_input(source, options.evaluate)
    for kind in (plain, by_ray):
        output = folder / f"evaluated-{kind.__name__}"
        before = rss_mib()
        begin = time.perf_counter()
        ends = kind(source, output, options.workers, options.bundle_seconds, "evaluate")
        wall = time.perf_counter() - begin
        print(
            f"{kind.__name__:>6}: {rate(ends) / options.workers:,.0f} boards a second and worker,"
            f" {options.workers} workers, {len(ends)} bundles, {wall:.1f} s in all, the driver has"
            f" {rss_mib():.0f} MiB, {before:.0f} before",
            flush=True,
        )
        shutil.rmtree(output)


def sleeping_rate(workers: int, sleep: float, folder: Path) -> float:
    """Measures the bundles a second of workers that sleep."""
    source = folder / f"{workers}-{sleep}.parquet"
    write_input(source, max(60, min(1200, round(40 * workers / max(sleep, 0.1)))))
    sleep_instead(1, sleep)
    ends: list[tuple[float, float]] = []

    def note(progress: cluster.Progress) -> None:
        ends.append((time.perf_counter(), 1))

    cluster.solve_dataset(source, folder / f"{workers}-{sleep}", workers=workers, progress=note)
    return rate(ends, 0.3)  # sixteen workers take long to start where cores are few


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
    parser.add_argument("--run-seconds", type=float, default=50.0, help="of each run of the comparison")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--bundle-seconds", type=float, default=1.0)
    parser.add_argument("--evaluate", type=int, metavar="BOARDS", help="static evaluations of this number of boards")
    parser.add_argument("--sleepers", type=int, nargs="*", default=[], help="numbers of sleeping workers")
    parser.add_argument("--sleep", type=float, nargs="*", default=[0.1, 1.0], help="seconds of their bundles")
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="reversi-throughput-"))
    try:
        if options.rounds:
            compare(options, folder)
        if options.evaluate:
            evaluate(options, folder)
        if options.sleepers:
            ray.init("local", num_cpus=max(options.sleepers), log_to_driver=False, include_dashboard=False)
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
