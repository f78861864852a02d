"""Plans what is missing and has Ray Data work it off, in rounds, until nothing is missing.

Ray Data starts the workers, hands out the bundles, and does them again if a worker or a machine is lost. Its
own checkpoint is not used: it believes the ids it has written, and would not see that a file of results is
damaged. Here the results are the checkpoint, and the end of a run is that they are complete.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import fspath
from pathlib import Path
from typing import Any, Callable, Optional

import numpy as np

from reversi_engine import (
    ArgumentError,
    Board,
    Engine,
    Game,
    ParseError,
    RequestError,
    __version__,
    evaluate,
    from_array,
    in_shard,
)
from reversi_engine._callbacks import check_callback

from ._bundles import Plan, pack
from ._estimate import call_options, expected_seconds
from ._keys import Keys, distinct, from_game_key, from_keys, lacking, last_boards, plies
from ._output import DamagedFileError, Output, Row, is_of_games, read_run, stored_keys
from ._positions import AnyPath, Skipped, read_keys
from ._ray import ClusterError, cluster
from ._worker import ASKS, MAX_TRIES, Job, Worker, ask, fingerprint, max_seconds

#: Bundles that a worker has at once: one in work and one that waits.
_TASKS_A_WORKER = 2
#: How often a position may be in a bundle that never ended. The second time it was alone.
_FAILURES = 2


@dataclass(frozen=True)
class Progress:
    """How far a run is, after each bundle. In a run of games, positions are games."""

    #: Positions that have an answer, also from earlier runs.
    done: int
    #: Positions of the input, or of the shard.
    total: int
    #: Nodes of this run.
    nodes: int
    #: Seconds since the first worker began, without the start of Ray.
    seconds: float
    #: Expected seconds until the end.
    remaining_seconds: float


@dataclass
class Report:
    """The results of a run in numbers. In a run of games, positions are games."""

    #: Different positions of the input, or of the shard.
    positions: int = 0
    #: Positions that had an answer before.
    stored: int = 0
    #: Positions answered by this run.
    answered: int = 0
    #: Bundles of this run.
    bundles: int = 0
    #: Bundles that were answered by a worker that was lost before it could say so.
    recovered: int = 0
    #: Bundles that were begun again, since their worker was lost.
    again: int = 0
    #: Bundles that were in work when an earlier run of the shard was killed.
    interrupted: int = 0
    #: Positions that needed more nodes than a bundle has for one, and came last.
    late: int = 0
    #: Files that were damaged and put aside; their positions were missing again.
    damaged: int = 0
    #: Rows removed because another file had the position, too.
    repeated: int = 0
    #: Rounds of Ray Data.
    rounds: int = 0
    #: Nodes of this run.
    nodes: int = 0
    #: The errors of what was left out of the input.
    skipped: list[ParseError] = field(default_factory=list)
    #: Seconds of all workers, and of the wall clock.
    worker_seconds: float = 0.0
    seconds: float = 0.0


def solve_dataset(
    input: AnyPath, output: AnyPath, question: Optional[Mapping[str, Any]] = None, **options: Any
) -> Report:
    """Solves the positions of a file: `ask_dataset` with the question ``{"ask": "solve"}``.

    ``question`` may have a ``window``, ``at_least`` or ``limits`` in addition.
    """
    return ask_dataset(input, output, {"ask": "solve", **(question or {})}, **options)


def ask_dataset(
    input: AnyPath,
    output: AnyPath,
    question: Mapping[str, Any],
    *,
    address: Optional[str] = None,
    workers: Optional[int] = None,
    bundle_seconds: float = 1.0,
    shard: tuple[int, int] = (1, 1),
    weights: Optional[AnyPath] = None,
    hash_mib: Optional[int] = None,
    skip_bad: bool = False,
    progress: Optional[Callable[[Progress], object]] = None,
) -> Report:
    """Asks the same question about all positions, or games, of a file, on all cores of a cluster.

    Positions that ``output`` has an answer to are passed over, so the same call goes on with a run that has
    ended in any way. A position that is in the input twice is answered once.

    :param input: what `read_positions` reads, or games in any notation that ``read_games`` knows. Tables of
        games have a column ``moves``, and ``start`` where they begin elsewhere.
    :param output: a folder that all machines see. `read_results` reads it.
    :param question: in the form of ``Engine.ask``, without a position. ``ask`` is solve, analyze, evaluate or
        analyze_game.
    :param address: of a Ray cluster, such as ``auto``. Without it the one of ``ray.init``, or this machine.
    :param workers: processes with an engine of one thread each. Without it one for each CPU of the cluster.
    :param bundle_seconds: of a task, about 0.1 to 10. A lost worker loses its bundle.
    :param shard: ``(i, n)``: the positions of part i, from 1, of n. Several drivers share an output so. A game
        is in the shard of its last position.
    :param weights: a file on all machines. Without it the weights of the package.
    :param hash_mib: the table of a worker. Without it the size of an engine's table, and for solves a size by
        the empties. Nodes depend on it.
    :param skip_bad: leave out items that cannot be read. The report has its errors in ``skipped``.
    :param progress: called after each bundle.

    Raises ``RequestError`` for a question that has no answer, ``ParseError`` for a bad input,
    ``CheckpointError`` for an output of another question, version or weights, or one in use, ``ClusterError``
    if the cluster cannot be used or positions remain, and ``OSError``.
    """
    begin = time.perf_counter()
    question = _checked(question)
    if workers is not None:
        _check("workers", workers, 1)
    _check("bundle_seconds", bundle_seconds, 0.01, 3600)
    if not (isinstance(shard, tuple) and len(shard) == 2):
        raise ArgumentError(f"shard must be (i, n), not {shard!r}", code="wrong-type", field="shard")
    _check("shard", shard[1], 1)
    _check("shard", shard[0], 1, shard[1])
    if hash_mib is not None:
        _check("hash_mib", hash_mib, 1)
    if progress is not None:
        check_callback("progress", progress)
    path = str(Path(fspath(weights)).resolve()) if weights is not None else None
    folder = Output(Path(fspath(output)).resolve(), shard)
    text = json.dumps(question, sort_keys=True)
    token = uuid.uuid4().hex
    print_ = fingerprint(path)
    table = {"hash_mib": hash_mib or "by empties"}
    try:
        folder.begin({"question": question, "version": __version__, "weights": print_, **table}, token)
        skipped: list[ParseError] = []
        wanted = _wanted(input, is_of_games({"question": question}), shard, skipped if skip_bad else None)
        job = Job(
            question=text,
            weights=path,
            hash_mib=hash_mib,
            max_seconds=max_seconds(bundle_seconds),
            version=__version__,
            fingerprint=print_,
            folder=str(folder.folder),
            prefix=folder.part,
            tag=folder.tag,
            token_file=str(folder.token_file),
            token=token,
            tries=folder.tries(token),
        )
        run = _Run(job, folder, wanted, question, bundle_seconds, progress, begin)
        run.report.skipped = skipped
        if run.is_complete():
            return run.finished()
        with cluster(address, workers, hash_mib) as cpus:
            run.all_rounds(workers or cpus)
        return run.finished()
    finally:
        folder.end()


def _check(name: str, value: Any, least: float, most: float = float("inf")) -> None:
    """Refuses what is not a number of this range, a whole one if its ends are."""
    kinds = (int,) if isinstance(least, int) else (int, float)
    allowed = f"{least} or more" if most == float("inf") else f"{least} to {most}"
    message = f"{name} must be {allowed}, not {value!r}"
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise ArgumentError(message, code="wrong-type", field=name)
    if not least <= value <= most:
        raise RequestError(message, code="out-of-range", field=name)


def _checked(question: Mapping[str, Any]) -> Row:
    """Returns the question, if the engine takes it for some position."""
    names = ", ".join(f'"{name}"' for name in ASKS)
    if "ask" not in question:
        raise ArgumentError(f"ask is missing: it must be one of {names}", code="missing-field", field="ask")
    if question["ask"] not in ASKS:
        message = f"ask must be one of {names}, not {question['ask']!r}"
        raise RequestError(message, code="unknown-name", field="ask")
    # One move before the end: whatever is asked takes no time.
    board = Board("-" + "O" * 62 + "X X")
    if is_of_games({"question": question}):
        if "total_limits" in question:
            message = "total_limits must be left out: each game is a call of its own, with limits of a position"
            raise RequestError(message, code="misplaced-field", field="total_limits")
        list(Engine(hash_mib=1).analyze_games([Game("a1", board.position())], **call_options(question)))
    elif question["ask"] == "evaluate":
        evaluate(board, **call_options(question))
    else:
        ask(board, question)
    return dict(question)


def _wanted(source: AnyPath, games: bool, shard: tuple[int, int], skipped: Skipped) -> Keys:
    """Returns the different positions or games of the input, sorted: all that the driver keeps of them."""
    chunks = [np.empty(0, "S16")]
    number = 0
    for keys, _ in read_keys(source, games=games, skipped=skipped):
        number += len(keys)
        if games:
            keys = keys[plies(keys) > 0]  # the others have no move that could have a row
        if shard[1] > 1:
            keys = keys[in_shard(last_boards(keys) if games else from_keys(keys), *shard)]
        chunks.append(keys)
    if not number:  # a shard may have none
        message = f"{fspath(source)}: there are no {'games' if games else 'positions'}"
        raise ParseError(message, code="no-positions", file=fspath(source))
    return distinct(np.concatenate(chunks))


@dataclass
class _Run:
    job: Job
    output: Output
    wanted: Keys
    question: Row
    bundle_seconds: float
    progress: Optional[Callable[[Progress], object]]
    begin: float
    report: Report = field(default_factory=Report)
    done: Keys = field(default_factory=lambda: np.empty(0, "S16"))
    late: Keys = field(default_factory=lambda: np.empty(0, "S16"))
    #: Positions of bundles that never ended, and how often: few.
    failed: dict[bytes, int] = field(default_factory=dict)
    #: Expected seconds of what is missing at the start of the round, and what is done of them.
    expected: float = 0.0
    worked: float = 0.0
    #: When the first bundle of the run, and of the round, began.
    work_begin: float = float("inf")
    round_begin: float = float("inf")

    def is_complete(self) -> bool:
        """Reads the results. Returns whether every position has an answer."""
        before = len(self.done)
        self._scan()
        here = len(self.wanted) - len(lacking(self.wanted, self.done))
        if not before and not self.report.rounds:
            self.report.positions, self.report.stored = len(self.wanted), here
        self.report.answered = here - self.report.stored
        return here == len(self.wanted)

    def _scan(self) -> None:
        found = np.sort(np.concatenate([self.done, *self.output.scan()]))
        repeated = found[1:][found[1:] == found[:-1]]
        self.done = distinct(found)
        if len(repeated):
            self.report.repeated += self.output.drop_repeated(repeated)
        self.report.damaged = self.output.damaged
        self.report.interrupted = self.output.interrupted

    def finished(self) -> Report:
        """Returns the report of a run with nothing missing."""
        self.report.seconds = time.perf_counter() - self.begin
        return self.report

    def all_rounds(self, workers: int) -> None:
        """Rounds until nothing is missing: bundles, then what is late or has failed, each position alone."""
        while True:
            hopeless = self._failed(_FAILURES)
            missing = lacking(lacking(self.wanted, self.done), hopeless)
            if not len(missing):
                self._refuse(hopeless)
                return
            normal = lacking(missing, distinct(np.concatenate([self.late, self._failed(1)])))
            keys = normal if len(normal) else missing
            expected = expected_seconds(keys, self.question)
            plan = pack(keys, expected, self.bundle_seconds, alone=not len(normal))
            self.expected, self.worked = float(expected.sum()), 0.0
            self.round_begin = float("inf")
            ended = self._round(plan, workers)
            self.report.rounds += 1
            self.is_complete()
            for index in set(range(len(plan))) - ended:
                for key in lacking(np.sort(plan.bundle(index)), self.done).tolist():
                    self.failed[key] = self.failed.get(key, 0) + 1

    def _failed(self, times: int) -> Keys:
        failed = [key for key, number in self.failed.items() if number >= times]
        return np.sort(np.array(failed, self.wanted.dtype))

    def _refuse(self, hopeless: Keys) -> None:
        lost = lacking(hopeless, self.done)
        if len(lost):
            first = from_game_key(lost[0]) if self.of_games else from_array(from_keys(lost[:1]))[0]
            raise ClusterError(
                f"{len(lost)} {'games' if self.of_games else 'positions'} have no answer, since each worker that"
                f" searched them was lost. The first is {first}",
                code="positions-lost",
            )

    @property
    def of_games(self) -> bool:
        """True if the run is about games."""
        return is_of_games({"question": self.question})

    def _round(self, plan: Plan, workers: int) -> set[int]:
        """Has Ray work off a plan. Returns the bundles that ended."""
        import ray
        import ray.data as data

        settings = data.DataContext.get_current()
        before = settings.enable_progress_bars, settings.max_errored_blocks
        settings.enable_progress_bars = self.progress is None and settings.enable_progress_bars
        settings.max_errored_blocks = -1  # a bundle that fails again and again must not end the others
        try:
            bundles = data.range(len(plan), override_num_blocks=len(plan)).map_batches(
                Worker,
                batch_size=None,
                compute=data.ActorPoolStrategy(
                    size=min(workers, len(plan)), max_tasks_in_flight_per_actor=_TASKS_A_WORKER
                ),
                num_cpus=1,
                fn_constructor_kwargs={"job": self.job, "plan": [ray.put(plan)]},
            )
            ended: set[int] = set()
            for batch in bundles.iter_batches(batch_size=None, prefetch_batches=0):
                for place, index in enumerate(batch["bundle"]):
                    if self._ended(plan, {name: batch[name][place] for name in batch}):
                        ended.add(int(index))
            return ended
        except ray.exceptions.RayError as error:
            message = str(error).strip().splitlines()
            raise ClusterError(
                f"Ray: {message[-1] if message else type(error).__name__}", code="cluster-failed"
            ) from error
        finally:
            settings.enable_progress_bars, settings.max_errored_blocks = before

    def _ended(self, plan: Plan, summary: Row) -> bool:
        """Takes note of what a worker says. Returns whether anything came of the bundle: one that ends with
        nothing again and again would be planned for ever."""
        if summary["error"]:
            message, code, place = json.loads(summary["error"])
            raise ClusterError(message, code, **place)
        report = self.report
        report.bundles += 1
        report.recovered += bool(summary["recovered"])
        report.again += max(0, int(summary["tries"]) - 1)
        report.nodes += int(summary["nodes"])
        report.worker_seconds += float(summary["seconds"])
        report.answered += int(summary["done"])
        bundle = int(summary["bundle"])
        if summary["late"]:
            late = plan.bundle(bundle)[[int(place) for place in summary["late"].split()]]
            report.late += len(late)
            self.late = distinct(np.concatenate([self.late, late]))
        self.worked += float(plan.seconds[bundle])
        now = time.perf_counter()
        self.round_begin = min(self.round_begin, now - float(summary["seconds"]))
        self.work_begin = min(self.work_begin, self.round_begin)
        if self.progress is not None:
            pace = (now - self.round_begin) / max(self.worked, 1e-9)
            done = report.stored + report.answered
            remaining = max(0.0, self.expected - self.worked) * pace
            self.progress(Progress(done, report.positions, report.nodes, now - self.work_begin, remaining))
        return int(summary["tries"]) <= MAX_TRIES and bool(summary["done"] or summary["late"])


def check_dataset(input: AnyPath, output: AnyPath, *, skip_bad: bool = False) -> Report:
    """Compares results with their input: nothing lost, nothing twice, nothing damaged. With ``skip_bad`` what
    cannot be read of the input is left out.

    Changes nothing. Raises ``DamagedFileError`` for damaged files and ``ClusterError`` for positions that are
    missing or there twice.
    """
    skipped: list[ParseError] = []
    folder = Path(fspath(output))
    run = read_run(folder)
    wanted = _wanted(input, is_of_games(run), (1, 1), skipped if skip_bad else None)
    keys, damaged = stored_keys(folder, run)
    done = distinct(keys)
    missing, repeated = len(lacking(wanted, done)), len(keys) - len(done)
    found = f"{missing} positions are missing, {repeated} are there twice"
    if damaged:
        message = f"{damaged[0]}; {len(damaged)} damaged files in all, {found}"
        raise DamagedFileError(message, damaged[0].code, **damaged[0].place)
    if missing or repeated:
        raise ClusterError(f"{fspath(output)}: {found}", code="positions-missing", file=fspath(output))
    return Report(positions=len(wanted), stored=len(keys), skipped=skipped)
