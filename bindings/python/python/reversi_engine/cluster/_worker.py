"""The actor that runs on the machines, with an engine, which answers bundles and writes their files."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional, Union

import numpy as np

from reversi_engine import (
    Analysis,
    Board,
    Engine,
    Estimate,
    Interrupted,
    ReversiError,
    Solution,
    Value,
    Weights,
    __version__,
    from_array,
)

from ._bundles import Plan, bundle_name
from ._estimate import LATE_NODES, analysis_options, call_options, table_mib
from ._keys import Keys, empties, from_game_key, from_keys
from ._output import (
    ANSWER,
    GAME_COLUMNS,
    MOVE,
    DamagedFileError,
    Row,
    Table,
    make_table,
    position_table,
    read_part,
    read_run,
    run_tag,
    write_part,
)

#: The questions about the positions, and about the games, of a run.
ASKS = ("solve", "analyze", "evaluate", "analyze_game")
Found = Union[Solution, Interrupted, Analysis]
#: The least of `max_seconds`.
_MAX_SECONDS = 10.0
#: How often a bundle is begun in one round. Each time the worker was lost: the positions are tried alone.
MAX_TRIES = 3


@dataclass(frozen=True)
class Job:
    """The data that all workers of a run share."""

    #: In JSON, without a position.
    question: str
    #: The file of the weights on all machines. Without it the weights of the package.
    weights: Optional[str]
    #: The size of the hash table. Without it `table_mib` for solves, and the default of an engine.
    hash_mib: Optional[int]
    #: A bundle begins no further position after this number of seconds: the rest comes in the next round.
    max_seconds: float
    #: The version and the fingerprint of the driver: the workers must have the same.
    version: str
    fingerprint: str
    #: The folder of the results, the start of the names of their files, and the tag of the run.
    folder: str
    prefix: str
    tag: str
    #: The file that names the driver, and what must be in it when a worker writes.
    token_file: str
    token: str
    #: The start of the names of the files that say who has begun a bundle.
    tries: str


def max_seconds(bundle_seconds: float) -> float:
    """Returns the seconds after which a bundle of this many expected seconds is cut off. Estimates err by
    less.

    >>> max_seconds(1.0), max_seconds(30.0)
    (10.0, 90.0)
    """
    return max(_MAX_SECONDS, 3 * bundle_seconds)


def fingerprint(weights: Optional[str]) -> str:
    """Returns the fingerprint of these weights: see `Engine.evaluation_fingerprint`."""
    return _engine(weights, 1).evaluation_fingerprint


def _engine(weights: Optional[str], hash_mib: Optional[int]) -> Engine:
    return Engine(hash_mib=hash_mib, threads=1, weights=Weights.open(weights) if weights else None)


def _begin_try(path: Path) -> int:
    """Records who begins a bundle. Returns how often it was begun, this time included."""
    with path.open("a") as file:
        file.write(f"{socket.gethostname()} {os.getpid()}\n")
    return len(path.read_bytes().splitlines())


class Worker:
    """Answers bundles. It keeps its engines and clears their tables before each position."""

    late_nodes = LATE_NODES

    def __init__(self, job: Job, plan: list[Any]) -> None:
        import ray

        self.job = job
        self.plan: Plan = ray.get(plan[0])
        self.question: Row = json.loads(job.question)
        self.engines: dict[Optional[int], Engine] = {}
        #: The board or game that is searched, for the message of an error.
        self.item: object = ""
        self.refusal = self._refusal()

    def _refusal(self) -> str:
        """Explains why this worker cannot answer the question of the driver. Empty if it can."""
        host, job = socket.gethostname(), self.job
        try:
            own = (__version__, self._engine_for(0).evaluation_fingerprint)
        except (ReversiError, OSError) as error:
            return _told(f"a worker on {host} cannot make its engine: {error}", error)
        if own == (job.version, job.fingerprint):
            return ""
        message = (
            f"a worker on {host} has version {own[0]} with weights {own[1]}, the driver {job.version} with"
            f" {job.fingerprint}"
        )
        return _told(message, code="other-version")

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        """Answers the bundles with these numbers. Ray Data calls it; the return value is small, the results
        are files."""
        done = [self._bundle(int(index)) for index in batch["id"]]
        return {name: np.array([one[name] for one in done]) for name in done[0]}

    def _bundle(self, index: int) -> Row:
        keys = self.plan.bundle(index)
        summary: Row = {"bundle": index, "done": 0, "nodes": 0, "seconds": 0.0, "late": ""}
        summary.update(recovered=False, tries=0, error=self.refusal)
        if self.refusal:
            return summary
        begin = time.perf_counter()
        folder, name = Path(self.job.folder), bundle_name(keys)
        tries = folder / f"{self.job.tries}{name}"
        try:
            summary["tries"] = _begin_try(tries)
            if not (summary["tries"] > 1 and self._recover(name, summary)) and summary["tries"] <= MAX_TRIES:
                self._answer(name, keys, bool(self.plan.patient[index]), summary)
        except OSError as error:  # such as a disk that is full
            place = getattr(error, "filename", None) or folder
            summary["error"] = _told(f"{socket.gethostname()}: {place}: {error.strerror or error}", error)
        except Exception as error:  # Ray would hide it, and begin the bundle again
            summary["error"] = _told(f"{self.item}: {type(error).__name__}: {error}", error)
        with suppress(OSError):
            tries.unlink()
        summary["seconds"] = time.perf_counter() - begin
        return summary

    def _recover(self, name: str, summary: Row) -> bool:
        """Returns true if the bundle was answered by a worker that was lost before it could report it."""
        folder, stem = Path(self.job.folder), f"{self.job.prefix}{name}-"
        for file in os.listdir(folder):
            if file.startswith(stem):
                with suppress(FileNotFoundError, DamagedFileError):
                    self._sum_up(read_part(folder / file, self.job.tag), summary)
                    summary.update(recovered=True, tries=summary["tries"] - 1)
                    return True
        return False

    @staticmethod
    def _sum_up(table: Table, summary: Row) -> None:
        ply = table.column("ply").to_numpy() if "ply" in table.column_names else None
        summary["done"] = table.num_rows if ply is None else int(np.sum(ply == 1))
        summary["nodes"] = int(np.sum(table.column("nodes").to_numpy()))

    def _answer(self, name: str, keys: Keys, patient: bool, summary: Row) -> None:
        ask = self.question["ask"]
        if ask == "evaluate":
            table = self._evaluations(keys)
        elif ask == "analyze_game":
            table = self._games(keys)
        else:
            table = self._positions(keys, patient, summary)
        if not table.num_rows:
            return
        folder, stem = Path(self.job.folder), f"{self.job.prefix}{name}-{self.job.tag}"
        if write_part(folder, stem, table, self._may_write):
            self._sum_up(table, summary)
            return
        # A driver that is told nothing would plan these positions for ever.
        message = (
            f"{socket.gethostname()}: {folder / stem} is not written: {self.job.token_file} belongs to another"
            " driver, or is not seen here"
        )
        summary["error"] = _told(message, code="other-driver")

    def _may_write(self) -> bool:
        """Returns true if the driver is still the one that has asked: another one may have planned the same
        positions, or ask something else."""
        with suppress(DamagedFileError, FileNotFoundError):
            if run_tag(read_run(Path(self.job.folder))) != self.job.tag:
                return False
        try:
            return Path(self.job.token_file).read_bytes() == self.job.token.encode()
        except FileNotFoundError:
            return False

    def _run_columns(self) -> Row:
        job = self.job
        return {"question": job.question, "version": job.version, "weights": job.fingerprint}

    def _positions(self, keys: Keys, patient: bool, summary: Row) -> Table:
        """Searches each position. Returns the answers without late and cut-off ones."""
        begin = time.perf_counter()
        rows: list[Row] = []
        answered: list[int] = []
        late: list[int] = []
        boards = from_keys(keys)
        for place, (board, count) in enumerate(zip(from_array(boards), empties(boards).tolist())):
            row = self._row(board, count, patient)
            if row is None:
                late.append(place)
            else:
                rows.append(row)
                answered.append(place)
            if time.perf_counter() - begin > self.job.max_seconds:
                break
        summary["late"] = " ".join(map(str, late))
        columns = {name: [row.get(name) for row in rows] for name in ANSWER}
        return position_table(keys[answered], {**columns, **self._run_columns()})

    def _row(self, board: Board, count: int, patient: bool) -> Optional[Row]:
        """Returns the answer, or none if it takes more nodes than a bundle of several has for one."""
        self.item = board
        engine = self._engine_for(count)
        engine.clear_hash()
        question = self.question
        limits = dict(question.get("limits", {}))
        ours = not patient and limits.get("nodes", self.late_nodes + 1) > self.late_nodes
        if ours:
            options = analysis_options(question) if question["ask"] == "analyze" else {}
            question = {**question, **options, "limits": {**limits, "nodes": self.late_nodes}}
        row = answer(ask(board, question, engine))
        return None if ours and row.get("stopped") == "nodes" else row

    def _engine_for(self, count: int) -> Engine:
        default = {"solve": table_mib(count), "evaluate": 1}.get(self.question["ask"])
        hash_mib = self.job.hash_mib or default
        if hash_mib not in self.engines:
            self.engines[hash_mib] = _engine(self.job.weights, hash_mib)
        return self.engines[hash_mib]

    def _evaluations(self, keys: Keys) -> Table:
        """Evaluates all positions at once."""
        begin = time.perf_counter()
        scores = self._engine_for(0).evaluate(from_keys(keys), threads=1)
        seconds = np.full(len(keys), (time.perf_counter() - begin) / len(keys))
        zero = np.zeros(len(keys), np.uint64)
        columns = {"kind": "evaluation", "score": scores, "nodes": zero, "seconds": seconds}
        return position_table(keys, {**columns, **self._run_columns()})

    def _games(self, keys: Keys) -> Table:
        """Analyzes each game alone, as `Engine.analyze_games` does. Games that are cut off come later."""
        begin = time.perf_counter()
        engine, options = self._engine_for(0), call_options(self.question)
        rows: list[tuple[Any, ...]] = []
        for key in keys:
            game = from_game_key(key)
            self.item = game
            for analyzed in engine.analyze_games([game], **options):
                # Without their number, which is that of a single game.
                rows += [(str(game.start), str(game), *row[1:]) for row in analyzed.rows()]
            if time.perf_counter() - begin > self.job.max_seconds:
                break
        columns: Row = dict(zip(["start", "moves", *MOVE], zip(*rows)))
        return make_table(GAME_COLUMNS, len(rows), {**columns, **self._run_columns()})


def ask(board: Board, question: Mapping[str, Any], engine: Optional[Engine] = None) -> Found:
    """Asks an engine, or a new one. Returns its answer."""
    engine = engine or Engine(hash_mib=1)
    try:
        found: Found = getattr(engine, question["ask"])(board, **call_options(question))
    except Interrupted as interrupted:
        return interrupted
    return found


def answer(found: Found) -> Row:
    """Returns the columns of an answer."""
    if isinstance(found, Interrupted):
        row = _value(found.bounds) | {"stopped": found.reason}
    else:
        pv = found.pv
        row = _value(found.value) | {"best_move": pv[0] if pv else None, "line": "".join(pv)}
    if isinstance(found, Analysis):
        row |= {"stopped": found.stopped, "answer": found.to_json()}
    return row | {"nodes": found.nodes, "seconds": found.seconds}


def _value(value: Value) -> Row:
    row: Row = {"kind": type(value).__name__.lower(), "score": value.score}
    if isinstance(value, Estimate):
        return row | {"depth": value.depth, "selectivity": value.selectivity}
    return row | {"lower": value.lower, "upper": value.upper}


def _told(message: str, error: Optional[Exception] = None, code: str = "worker-failed") -> str:
    """Makes an error for the driver: message, code and place."""
    if isinstance(error, ReversiError):
        return json.dumps([message, error.code, error.place])
    file = getattr(error, "filename", None)
    return json.dumps([message, code, {"file": str(file)} if file else {}])
