"""The corpus on a cluster: `ask_dataset` with its driver, its worker and its files, without Ray between them."""

import json
import shutil
import sys
from contextlib import contextmanager
from types import SimpleNamespace

import corpus
import numpy as np
import pytest
from corpus import Inexpressible

sys.modules["ray"] = SimpleNamespace(get=lambda plan: plan)  # a worker takes its plan from there
from reversi_engine import Game, ParseError, Position, ReversiError, from_array, read_games  # noqa: E402
from reversi_engine.cluster import _run, ask_dataset, read_positions, read_results  # noqa: E402
from reversi_engine.cluster._worker import Worker  # noqa: E402


@contextmanager
def one_cpu(*_):
    yield 1


def in_process(run, plan, workers):
    batch = Worker(run.job, [plan])({"id": np.arange(len(plan))})
    summaries = [{name: batch[name][place] for name in batch} for place in range(len(plan))]
    return {int(summary["bundle"]) for summary in summaries if run._ended(plan, summary)}


_run.cluster, _run._Run._round = one_cpu, in_process


def value(row):
    if row["kind"] == "exact":
        return {"exact": int(row["score"])}
    names = ("lower", "upper") if row["kind"] == "bounds" else ("score", "depth", "selectivity")
    return {row["kind"]: {name: int(row[name]) for name in names}}


def reply(row, ask):
    """The columns of a row as an answer."""
    took = {"nodes": row["nodes"], "seconds": row["seconds"]}
    if ask == "evaluate":
        return {"evaluation": row["score"]}
    moves = [row["line"][i : i + 2] for i in range(0, len(row["line"] or ""), 2)] if row["line"] else []
    if ask == "solve" and row["stopped"]:
        return {"interrupted": {"reason": row["stopped"], **value(row), **took}}
    if ask == "solve":
        return {"solution": {"value": value(row), "pv": moves, **took}}
    found = json.loads(row["answer"])["analysis"]
    assert found["lines"][0] == {"value": value(row), "pv": moves}
    return {"analysis": {**found, "stopped": row["stopped"], **took}}


def reading(case):
    """The boards of a file, and why the others are left out. A board has no colours: the answer has them."""
    data, how = corpus.reading(case)
    wanted = case["answer"]["records"]
    strict = read_games(data, strict=True, skip_bad=True)
    list(strict)
    if how.get("open_side") or len(strict.skipped) != sum("error" in one for one in wanted):
        raise Inexpressible("a run reads strictly, and needs the side to move")
    folder = corpus.FILES / case["name"].replace("/", "-")
    folder.mkdir()
    (folder / how.get("file", "any.txt")).write_bytes(data)
    skipped = []
    boards = [board for chunk in read_positions(folder, skipped=skipped) for board in from_array(chunk)]
    records = []
    for one in wanted:
        if "error" in one:
            records.append({"error": {"code": skipped[0].code, "at": skipped.pop(0).place}})
            continue
        start = Position(one["start"]) if "start" in one else Position()
        position = Position(one["position"]) if "position" in one else Game(one["moves"], start).position
        records.append(one if boards.pop(0) == position.board else {})
    # Strictly, text behind the last record is an error of its own.
    skipped = [error for error in skipped if how.get("strict") or error.code != "not-part-of-a-game"]
    return {"records": records + boards + skipped}


def call(case):
    if corpus.reading(case):
        return reading(case)
    if "session" in case:
        raise Inexpressible("a run has no sessions")
    if "text" in case or "bytes" in case:
        raise Inexpressible("a question of a run is a mapping without an id")
    if "read" in case:
        (kind, text), = case["read"].items()
        if kind != "obf":
            raise Inexpressible(f"a run reads no {kind}")
        if not text or "error" not in case:
            raise Inexpressible("a run reads lines, passes over empty ones and keeps no colours")
        try:
            return {"boards": list(read_positions(corpus.file(case, kind)))}
        except ParseError as error:
            place = {**error.place, "offset": error.column - 1}  # the offset in the line
            return {"error": {"code": error.code, "message": str(error), "at": place}}
    question, given = corpus.question(case), dict(case.get("with", {}))
    if None in question.values():
        raise Inexpressible("None is the default of Python")
    position, moves = question.pop("position", None), question.pop("moves", "")
    many = given.pop("positions", [])
    if many and "total_limits" in question:
        raise Inexpressible("a run has no limits of the whole")
    ask = question.get("ask")
    if ask in ("prove", "verify", "analyze_game", "review", "balanced_starts", "practical", "traps", "legal_moves", "human_moves", "play") or "id" in question or "move" in question:
        raise Inexpressible("a run has no legal moves, play and reviews, and of games rows without their lines")
    if moves or given.keys() & {"stop", "round_trip", "checkpoint", "book", "threads", "cpu_level"} or (
            position is None and not many and "moves" not in case["question"]):
        raise Inexpressible("a run has no moves, stop, book, checkpoint, threads or CPU level of the caller")
    start = "---------------------------OX------XO--------------------------- X"
    source = corpus.FILES / "positions.txt"
    source.write_text("\n".join(many) or position or start)
    if "weights" in given:
        given["weights"] = corpus.file(case, "weights")
    output = corpus.FILES / "cluster"
    shutil.rmtree(output, ignore_errors=True)
    ask_dataset(source, output, question, workers=1, **{"hash_mib": 1, **given})
    rows = {row["player"]: row for row in read_results(output).to_pylist()}
    if many:
        return {"many": [value(rows[Position(text).board.player]) for text in many]}
    row, = rows.values()
    return {"position": str(Position(position or start)), **reply(row, ask)}


def answer(case):
    try:
        return call(case)
    except Inexpressible:
        raise
    except ReversiError as error:
        return {"error": {"code": error.code, "message": str(error), "at": error.place}}


@pytest.mark.parametrize("case", corpus.cases(), ids=lambda case: case["name"])
def test_case(case):
    wrong, _ = corpus.check("cluster", case, answer)
    assert not wrong, wrong


def test_the_list_of_what_cannot_be_expressed():
    assert not corpus.unknown_names("cluster")


if __name__ == "__main__":
    corpus.replay("cluster", answer)
