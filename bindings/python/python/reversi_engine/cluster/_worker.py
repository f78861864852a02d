"""What runs on the machines: an actor with an engine, which answers bundles and writes their files."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import numpy as np

from reversi_engine import Board, Engine, ReversiError, Weights, __version__, from_array

from ._bundles import Plan, bundle_name
from ._estimate import LATE_NODES, table_mib
from ._output import DamagedFileError, Row, read_file, write_rows
from ._positions import Boards, empties, key_text, to_keys

#: The least of `max_seconds`.
_MAX_SECONDS = 10.0
#: How often a bundle is begun in one round. Each time the worker was lost: the positions are tried alone.
MAX_TRIES = 3
#: Boards whose evaluations are the fingerprint of the weights.
_FINGERPRINT_BOARDS = 256


@dataclass(frozen=True)
class Job:
    """What all workers of a run know."""

    #: In JSON, without a position.
    question: str
    #: The file of the weights on all machines. Without it those of the package.
    weights: Optional[str]
    #: The size of the hash table. Without it that of `table_mib`.
    hash_mib: Optional[int]
    #: A bundle begins no further position after so many seconds: the rest comes in the next round.
    max_seconds: float
    #: The version and the fingerprint of the driver: the workers must have the same.
    version: str
    fingerprint: str
    #: The folder of the results, and the begin of the names of their files.
    folder: str
    prefix: str
    #: The file that names the driver, and what must be in it when a worker writes.
    token_file: str
    token: str
    #: The begin of the names of the files that say who has begun a bundle.
    tries: str


def max_seconds(bundle_seconds: float) -> float:
    """When a bundle of so many expected seconds is cut off. Estimates are off by less than this leaves.

    >>> max_seconds(1.0), max_seconds(30.0)
    (10.0, 90.0)
    """
    return max(_MAX_SECONDS, 3 * bundle_seconds)


def fingerprint(weights: Optional[str]) -> str:
    """What the weights answer to fixed boards, as 64 bits. All CPU levels answer the same."""
    rng = np.random.default_rng(1)
    boards = rng.integers(0, 1 << 63, (_FINGERPRINT_BOARDS, 2), np.uint64)
    boards[:, 1] &= ~boards[:, 0]
    answers = _engine(weights, 1).evaluate(boards).astype("<f4")
    return hashlib.blake2b(answers.tobytes(), digest_size=8).hexdigest()


def _engine(weights: Optional[str], hash_mib: int) -> Engine:
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
        self.engines: dict[int, Engine] = {}
        #: The board that is searched, for the text of an error.
        self.board: Optional[Board] = None
        self.refusal = self._refusal()

    def _refusal(self) -> str:
        """Why this worker cannot answer what the driver asks. Empty if it can."""
        host, job = socket.gethostname(), self.job
        try:
            own = (__version__, fingerprint(job.weights))
        except (ReversiError, OSError) as error:
            return f"a worker on {host} has not the weights: {error}"
        if own == (job.version, job.fingerprint):
            return ""
        return (
            f"a worker on {host} has version {own[0]} with weights {own[1]}, the driver {job.version} with"
            f" {job.fingerprint}"
        )

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
            summary["error"] = f"{socket.gethostname()}: {path}: {error.strerror or error}"
        except Exception as error:  # Ray would hide it, and begin the bundle again
            summary["error"] = f"{self.board}: {type(error).__name__}: {error}"
        with suppress(OSError):
            tries.unlink()
        summary["seconds"] = time.perf_counter() - begin
        return summary

    def _read(self, path: Path, summary: Row) -> bool:
        """Whether the bundle was answered before, by a worker that was lost before it could say so."""
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
                summary["error"] = (
                    f"{socket.gethostname()}: {path} is not written: {self.job.token_file} is that of another"
                    " driver, or is not seen here"
                )
                return
            summary["rows"], summary["nodes"] = len(rows), sum(row["nodes"] for row in rows)

    def _may_write(self) -> bool:
        """Whether the driver is still the one that has asked: another one may have planned the same
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
        question = {**self.question, "position": str(board)}
        limits = dict(question.get("limits", {}))
        ours = not patient and limits.get("nodes", self.late_nodes + 1) > self.late_nodes
        if ours:
            question["limits"] = {**limits, "nodes": self.late_nodes}
        answer = json.loads(engine.ask(json.dumps(question)))
        row = self._new_row(board, answer)
        return None if ours and row["stopped"] == "nodes" else row

    def _engine_for(self, count: int) -> Engine:
        hash_mib = self.job.hash_mib or (table_mib(count) if self.question["ask"] == "solve" else 16)
        if hash_mib not in self.engines:
            self.engines[hash_mib] = _engine(self.job.weights, hash_mib)
        return self.engines[hash_mib]

    def _evaluations(self, boards: Boards) -> list[Row]:
        begin = time.perf_counter()
        scores = self._engine_for(0).evaluate(boards, threads=1).tolist()
        seconds = (time.perf_counter() - begin) / max(1, len(boards))
        return [
            self._new_row(board, {"evaluation": score}) | {"seconds": seconds}
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
        row.update(_reply(answer))
        return row


def _reply(answer: Row) -> Row:
    """The columns of a reply of the engine."""
    if "evaluation" in answer:
        return {"kind": "evaluation", "score": answer["evaluation"]}
    if "interrupted" in answer:
        reply = answer["interrupted"]
        columns = _value({"bounds": reply["bounds"]}) | {"stopped": reply["reason"]}
    elif "solution" in answer:
        reply = answer["solution"]
        columns = _value(reply["value"]) | _line(reply["pv"])
    else:
        reply = answer["analysis"]
        best = reply["lines"][0] if reply["lines"] else {"value": {}, "pv": []}
        columns = _value(best["value"]) | _line(best["pv"])
        columns |= {"stopped": reply["stopped"], "answer": json.dumps(reply)}
    return columns | {"nodes": reply["nodes"], "seconds": reply["seconds"]}


def _value(value: Row) -> Row:
    if "exact" in value:
        score = value["exact"]
        return {"kind": "exact", "score": score, "lower": score, "upper": score}
    if "bounds" in value:
        return {"kind": "bounds", **value["bounds"]}
    return {"kind": "estimate", **value["estimate"]} if "estimate" in value else {}


def _line(moves: list[str]) -> Row:
    return {"best_move": moves[0] if moves else None, "line": "".join(moves)}
