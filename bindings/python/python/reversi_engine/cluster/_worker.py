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
from reversi_engine._surface import DEFAULT_LEVEL

from ._bundles import Plan, bundle_name
from ._estimate import LATE_NODES, table_mib
from ._output import DamagedFileError, Row, read_file, write_rows
from ._positions import Boards, empties, key_text, to_keys

#: The questions about the positions of a run.
ASKS = ("solve", "analyze", "evaluate")
Found = Union[Solution, Interrupted, Analysis, float]
#: The least of `max_seconds`.
_MAX_SECONDS = 10.0
#: How often a bundle is begun in one round. Each time the worker was lost: the positions are tried alone.
MAX_TRIES = 3


@dataclass(frozen=True)
class Job:
    """The data that all workers of a run share."""

    #: In JSON, without a position.
    question: str
    #: The file of the weights on all machines. Without it those of the package.
    weights: Optional[str]
    #: The size of the hash table. Without it `table_mib` for solves, and the default of an engine.
    hash_mib: Optional[int]
    #: A bundle begins no further position after so many seconds: the rest comes in the next round.
    max_seconds: float
    #: The version and the fingerprint of the driver: the workers must have the same.
    version: str
    fingerprint: str
    #: The folder of the results, and the start of the names of their files.
    folder: str
    prefix: str
    #: The file that names the driver, and what must be in it when a worker writes.
    token_file: str
    token: str
    #: The start of the names of the files that say who has begun a bundle.
    tries: str


def max_seconds(bundle_seconds: float) -> float:
    """When a bundle of so many expected seconds is cut off. Estimates are off by less than this leaves.

    >>> max_seconds(1.0), max_seconds(30.0)
    (10.0, 90.0)
    """
    return max(_MAX_SECONDS, 3 * bundle_seconds)


def fingerprint(weights: Optional[str]) -> str:
    """What tells these weights from others: see `Engine.evaluation_fingerprint`."""
    return _engine(weights, 1).evaluation_fingerprint


def _engine(weights: Optional[str], hash_mib: Optional[int]) -> Engine:
    return Engine(hash_mib=hash_mib, threads=1, weights=Weights.open(weights) if weights else None)


def _begin_try(path: Path) -> int:
    """Writes down who begins a bundle. Returns how often it was begun, this time included."""
    with path.open("a") as file:
        file.write(f"{socket.gethostname()} {os.getpid()}\n")
    return len(path.read_text().splitlines())


class Worker:
    """Answers bundles. It keeps its engines and clears their tables before each position."""

    late_nodes = LATE_NODES

    def __init__(self, job: Job, plan: list[Any]) -> None:
        import ray

        self.job = job
        self.plan: Plan = ray.get(plan[0])
        self.question: Row = json.loads(job.question)
        self.engines: dict[Optional[int], Engine] = {}
        #: The board that is searched, for the message of an error.
        self.board: Optional[Board] = None
        self.refusal = self._refusal()

    def _refusal(self) -> str:
        """Why this worker cannot answer the question of the driver. Empty if it can."""
        host, job = socket.gethostname(), self.job
        try:
            own = (__version__, fingerprint(job.weights))
        except (ReversiError, OSError) as error:
            return _told(f"a worker on {host} does not have the weights: {error}", error)
        if own == (job.version, job.fingerprint):
            return ""
        message = (
            f"a worker on {host} has version {own[0]} with weights {own[1]}, the driver {job.version} with"
            f" {job.fingerprint}"
        )
        return _told(message, code="other-version")

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        """The bundles with these numbers. Ray Data calls it; what it returns is small, the results are
        files."""
        done = [self._bundle(int(index)) for index in batch["id"]]
        return {name: np.array([one[name] for one in done]) for name in done[0]}

    def _bundle(self, index: int) -> Row:
        boards = self.plan.bundle(index)
        summary: Row = {"bundle": index, "rows": 0, "nodes": 0, "seconds": 0.0, "late": ""}
        summary.update(recovered=False, tries=0, error=self.refusal)
        if self.refusal:
            return summary
        begin = time.perf_counter()
        name = bundle_name(boards)
        path = Path(self.job.folder) / f"{self.job.prefix}{name}.parquet"
        tries = Path(self.job.folder) / f"{self.job.tries}{name}"
        try:
            if not self._read(path, summary):
                summary["tries"] = _begin_try(tries)
                if summary["tries"] <= MAX_TRIES:
                    self._answer(path, boards, bool(self.plan.patient[index]), summary)
        except OSError as error:  # such as a disk that is full
            summary["error"] = _told(f"{socket.gethostname()}: {path}: {error.strerror or error}", error)
        except Exception as error:  # Ray would hide it, and begin the bundle again
            summary["error"] = _told(f"{self.board}: {type(error).__name__}: {error}", error)
        with suppress(OSError):
            tries.unlink()
        summary["seconds"] = time.perf_counter() - begin
        return summary

    def _read(self, path: Path, summary: Row) -> bool:
        """True if the bundle was answered before, by a worker that was lost before it could say so."""
        try:
            table = read_file(path)
        except (FileNotFoundError, DamagedFileError):
            return False
        summary.update(
            rows=table.num_rows, nodes=int(np.sum(table.column("nodes").to_numpy())), recovered=True
        )
        return True

    def _answer(self, path: Path, boards: Boards, patient: bool, summary: Row) -> None:
        begin = time.perf_counter()
        rows: list[Row] = []
        late: list[str] = []
        if self.question["ask"] == "evaluate":
            rows = self._evaluations(boards)
        else:
            for board, count, key in zip(from_array(boards), empties(boards), to_keys(boards)):
                row = self._row(board, int(count), patient)
                if row is None:
                    late.append(key_text(key))
                else:
                    rows.append(row)
                if time.perf_counter() - begin > self.job.max_seconds:
                    break
        summary["late"] = "".join(late)
        if rows:
            if not write_rows(path, rows, self._may_write):
                # A driver that is told nothing would plan these positions for ever.
                message = (
                    f"{socket.gethostname()}: {path} is not written: {self.job.token_file} belongs to another"
                    " driver, or is not seen here"
                )
                summary["error"] = _told(message, code="other-driver")
                return
            summary["rows"], summary["nodes"] = len(rows), sum(row["nodes"] for row in rows)

    def _may_write(self) -> bool:
        """True if the driver is still the one that has asked: another one may have planned the same
        positions."""
        try:
            return Path(self.job.token_file).read_text() == self.job.token
        except FileNotFoundError:
            return False

    def _row(self, board: Board, count: int, patient: bool) -> Optional[Row]:
        """The answer, or none if it takes more nodes than a bundle of several has for one."""
        self.board = board
        engine = self._engine_for(count)
        engine.clear_hash()
        question = self.question
        limits = dict(question.get("limits", {}))
        ours = not patient and limits.get("nodes", self.late_nodes + 1) > self.late_nodes
        if ours:
            # A limit would be in place of the default level.
            ends = {"level", "depth", "clock"} & question.keys() or limits or question.get("total_limits")
            default = {} if ends or question["ask"] == "solve" else {"level": DEFAULT_LEVEL}
            question = {**default, **question, "limits": {**limits, "nodes": self.late_nodes}}
        row = self._new_row(board, columns(ask(board, question, engine)))
        return None if ours and row["stopped"] == "nodes" else row

    def _engine_for(self, count: int) -> Engine:
        default = {"solve": table_mib(count), "evaluate": 1}.get(self.question["ask"])
        hash_mib = self.job.hash_mib or default
        if hash_mib not in self.engines:
            self.engines[hash_mib] = _engine(self.job.weights, hash_mib)
        return self.engines[hash_mib]

    def _evaluations(self, boards: Boards) -> list[Row]:
        begin = time.perf_counter()
        scores = self._engine_for(0).evaluate(boards, threads=1).tolist()
        seconds = (time.perf_counter() - begin) / max(1, len(boards))
        return [
            self._new_row(board, columns(score)) | {"seconds": seconds}
            for board, score in zip(from_array(boards), scores)
        ]

    def _new_row(self, board: Board, answer: Row) -> Row:
        row: Row = {
            "position": str(board),
            "player": board.player,
            "opponent": board.opponent,
            "question": self.job.question,
            "nodes": 0,
            "seconds": 0.0,
            "stopped": None,
            "version": self.job.version,
            "weights": self.job.fingerprint,
        }
        return row | answer


def ask(
    board: Board, question: Mapping[str, Any], engine: Optional[Engine] = None, *, hash_mib: int = 1
) -> Found:
    """The answer of an engine, or of a new one."""
    engine = engine or Engine(hash_mib=hash_mib)
    options = {name: value for name, value in question.items() if name != "ask"}
    try:
        found: Found = getattr(engine, question["ask"])(board, **options)
    except Interrupted as interrupted:
        return interrupted
    return found


def columns(found: Found) -> Row:
    """The columns of an answer."""
    if isinstance(found, float):
        return {"kind": "evaluation", "score": found}
    if isinstance(found, Interrupted):
        answer = _value(found.bounds) | {"stopped": found.reason}
    else:
        pv = found.pv
        answer = _value(found.value) | {"best_move": pv[0] if pv else None, "line": "".join(pv)}
    if isinstance(found, Analysis):
        lines = json.dumps(json.loads(found.to_json())["analysis"])
        answer |= {"stopped": found.stopped, "answer": lines}
    return answer | {"nodes": found.nodes, "seconds": found.seconds}


def _value(value: Value) -> Row:
    row: Row = {"kind": type(value).__name__.lower(), "score": value.score}
    if isinstance(value, Estimate):
        return row | {"depth": value.depth, "selectivity": value.selectivity}
    return row | {"lower": value.lower, "upper": value.upper}


def _told(message: str, error: Optional[Exception] = None, code: str = "worker-failed") -> str:
    """An error for the driver: message, code and place."""
    if isinstance(error, ReversiError):
        return json.dumps([message, error.code, error.place])
    file = getattr(error, "filename", None)
    return json.dumps([message, code, {"file": str(file)} if file else {}])
