"""The results of a cluster: what damages them, what they equal, what comes beside them. Without Ray: one
worker answers the bundles in this process.

Needs PyArrow, of the extra `cluster`; `.ci/cluster.sh` runs it.
"""

import json
import os
import random
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Optional

import numpy as np
import pytest
from conftest import EASY, FFO_1, TINY

import reversi_engine as re

pa = pytest.importorskip("pyarrow")

import pyarrow.csv as csv  # noqa: E402
import pyarrow.parquet as parquet  # noqa: E402

from reversi_engine import cluster  # noqa: E402
from reversi_engine.cluster import _bundles, _keys, _output, _ray, _run, _worker  # noqa: E402
from reversi_engine.cluster.__main__ import main  # noqa: E402

PROGRAM = Path(__file__).resolve().parents[3] / "target/debug/reversi"
BOARDS = [re.Board(text) for text in (FFO_1, EASY, TINY)]
#: The results that a run of the three boards has, by position.
Rows = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs have one worker, in this process."""

    @contextmanager
    def cluster_of_one(*_: object) -> Iterator[int]:
        yield 1

    def in_process(run: Any, plan: Any, workers: int) -> set[int]:
        batch = getattr(_run, "Worker")(run.job, [plan])({"id": np.arange(len(plan))})
        summaries = [{name: batch[name][place] for name in batch} for place in range(len(plan))]
        return {int(summary["bundle"]) for summary in summaries if run._ended(plan, summary)}

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(get=lambda plan: plan))
    monkeypatch.setattr(_run, "cluster", cluster_of_one)
    monkeypatch.setattr(_run._Run, "_round", in_process)


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    file = tmp_path / "boards.txt"
    file.write_text("".join(f"{board}\n" for board in BOARDS))
    return file


def parts(output: Path) -> list[Path]:
    return sorted(output.glob("part-*"))


def untimed(output: Path) -> Rows:
    """The rows of a folder but for their seconds."""
    return [{**row, "seconds": None} for row in cluster.read_results(output).to_pylist()]


def several(lines: Path, output: Path) -> Rows:
    """A folder of three files, a position each, and its rows."""
    for number in range(1, 4):
        few = lines.with_name("few.txt")
        few.write_text("".join(f"{board}\n" for board in BOARDS[:number]))
        cluster.solve_dataset(few, output)
    assert len(parts(output)) == 3
    return untimed(output)


def mended(lines: Path, output: Path, rows: Rows, damaged: int) -> None:
    """Asserts that the next run puts this number of files aside and has all answers again."""
    report = cluster.solve_dataset(lines, output)
    assert (report.damaged, report.stored + report.answered) == (damaged, len(rows))
    assert untimed(output) == rows
    assert cluster.check_dataset(lines, output).stored == len(rows)


def test_no_flipped_bit_and_no_truncation_of_a_part_is_believed(lines: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    rows = several(lines, output)
    file, tag = parts(output)[0], _output.run_tag(_output.read_run(output))
    written = file.read_bytes()
    damaged = bytearray(written)
    _output.check_content(file, written, tag)
    for bit in range(8 * len(written)):
        damaged[bit // 8] ^= 1 << bit % 8
        with pytest.raises(cluster.DamagedFileError):
            _output.check_content(file, bytes(damaged), tag)
        damaged[bit // 8] ^= 1 << bit % 8
    for length in range(len(written)):
        with pytest.raises(cluster.DamagedFileError):
            _output.check_content(file, written[:length], tag)
    for content in (b"", written[:-1], bytes([written[0] ^ 1]) + written[1:], written + b"\0"):
        parts(output)[0].write_bytes(content)
        mended(lines, output, rows, damaged=1)
    assert len(list((output / "_damaged").iterdir())) == 4


def test_files_that_are_swapped_renamed_foreign_or_no_files_are_put_aside_together(
    lines: Path, tmp_path: Path
) -> None:
    output, other = tmp_path / "out", tmp_path / "other"
    rows = several(lines, output)
    one, two, three = parts(output)
    content = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(content)
    mended(lines, output, rows, damaged=2)

    cluster.solve_dataset(lines, other, {"window": "wld"})
    (foreign,) = parts(other)
    shutil.copy(foreign, output)
    shutil.copy(three, output / three.name.replace("part-1-of-1", "part-1-of-2"))
    (output / "part-of-nothing").write_text("PAR1")
    (output / "part-").mkdir()
    three.write_bytes(b"")
    with pytest.raises(cluster.DamagedFileError, match="5 damaged files in all, 1 positions are missing, 0"):
        cluster.check_dataset(lines, output)
    with pytest.raises(cluster.DamagedFileError):
        cluster.read_results(output)
    mended(lines, output, rows, damaged=5)
    (output / "part-of-nothing").write_text("again")
    mended(lines, output, rows, damaged=1)
    assert len(list((output / "_damaged").iterdir())) == 8


def test_a_damaged_or_lost_file_of_the_run_is_written_again(lines: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    rows = several(lines, output)
    run = output / "_run.json"
    written = run.read_bytes()
    changed = written.replace(b"solve", b"solvf")
    for damage in (b"", b"[" * 100_000, b"\xff", b"7", b"null", written[:-9], changed):
        run.write_bytes(damage)
        with pytest.raises(cluster.DamagedFileError):
            cluster.read_results(output)
        mended(lines, output, rows, damaged=0)
    run.unlink()
    with pytest.raises(re.CheckpointError, match="the results are of another run"):
        cluster.solve_dataset(lines, output, {"window": "wld"})
    for file in parts(output):
        file.write_bytes(b"all are damaged")
    mended(lines, output, rows, damaged=3)


def test_a_run_that_fails_at_once_does_not_pin_the_folder(lines: Path, tmp_path: Path) -> None:
    output, bad = tmp_path / "out", tmp_path / "bad.txt"
    bad.write_text("no position")
    with pytest.raises(re.ParseError):
        cluster.solve_dataset(bad, output, {"window": "wld"})
    with pytest.raises(OSError):
        cluster.solve_dataset(tmp_path / "none.txt", output, hash_mib=2)
    with pytest.raises(OSError):
        cluster.solve_dataset(lines, output, weights=tmp_path / "none.dat")
    assert cluster.solve_dataset(lines, output).answered == 3
    with pytest.raises(re.CheckpointError, match="not for this run: question is") as error:
        cluster.solve_dataset(lines, output, {"window": "wld"})
    assert (error.value.field, error.value.code) == ("question", "checkpoint-of-other-request")


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    output = _output.Output(tmp_path / "out", (1, 1))
    output.begin({"question": {"ask": "solve"}}, "token")
    with pytest.raises(re.CheckpointError, match="another run uses it"):
        _output.Output(tmp_path / "out", (1, 1)).begin({"question": {"ask": "solve"}}, "token")
    output.end()


def test_a_worker_writes_for_its_own_driver_and_question_alone(
    lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "out"
    answer = _worker.Worker._answer

    def late(worker: Any, *arguments: Any) -> None:
        other = _output.Output(output, shard)
        other.begin({"question": {"ask": "evaluate"}}, "another token")
        answer(worker, *arguments)
        other.end()

    monkeypatch.setattr(_worker.Worker, "_answer", late)
    for shard in ((2, 2), (1, 3)):  # another question in the same folder
        with pytest.raises(cluster.ClusterError, match="belongs to another driver"):
            cluster.solve_dataset(lines, output, shard=(1, 1))
    assert not parts(output)
    monkeypatch.undo()
    assert _output.write_part(tmp_path, "part-x", pa.table({}), lambda: False) is None
    assert not list(tmp_path.glob("*part-x*"))


def test_positions_of_two_files_are_kept_once(lines: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    rows = several(lines, output)
    tag = _output.run_tag(_output.read_run(output))
    table = cluster.read_results(output)
    _output.write_part(output, f"part-1-of-1-x-{tag}", table)
    _output.write_part(output, f"part-1-of-1-y-{tag}", table.slice(0, 2))
    with pytest.raises(cluster.ClusterError, match="0 positions are missing, 5 are there twice"):
        cluster.check_dataset(lines, output)
    report = cluster.solve_dataset(lines, output)
    assert (report.repeated, report.answered, report.damaged) == (5, 0, 0)
    assert untimed(output) == rows
    assert cluster.check_dataset(lines, output).stored == 3


def test_a_bundle_that_a_lost_worker_has_written_is_not_done_again(
    lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = _worker.Worker._bundle

    def lost(worker: Any, index: int) -> dict[str, Any]:
        """The worker is lost after it has written its file, and another one begins again."""
        name = _bundles.bundle_name(worker.plan.bundle(index))
        tries = Path(worker.job.folder) / f"{worker.job.tries}{name}"
        bundle(worker, index)
        tries.write_text("host 1\n")
        return bundle(worker, index)

    monkeypatch.setattr(_worker.Worker, "_bundle", lost)
    report = cluster.solve_dataset(lines, tmp_path / "out")
    assert (report.recovered, report.again, report.answered, report.repeated) == (1, 0, 3, 0)
    assert report.nodes == sum(row["nodes"] for row in untimed(tmp_path / "out"))


def asked(position: str, question: dict[str, Any]) -> dict[str, Any]:
    reply = json.loads(re.Engine(hash_mib=1).ask(json.dumps({"position": position, **question})))
    assert isinstance(reply, dict)
    return reply


def by_program(verb: str, lines: Path, *options: str) -> dict[str, dict[str, Any]]:
    """The lines of a file of the program, by position."""
    if not PROGRAM.exists():
        pytest.skip(f"{PROGRAM} is not built")
    out = lines.with_suffix(".jsonl")
    subprocess.run([PROGRAM, verb, lines, *options, "--output", out], check=True, capture_output=True)
    answers = [json.loads(line) for line in out.read_text().splitlines()[1:]]
    return {str(re.Position(answer["position"]).board): answer for answer in answers}


def value(row: dict[str, Any]) -> Any:
    if row["kind"] == "exact":
        return {"exact": row["score"]}
    names = ("lower", "upper") if row["kind"] == "bounds" else ("score", "depth", "selectivity")
    return {row["kind"]: {name: row[name] for name in names}}


def moves(row: dict[str, Any]) -> list[str]:
    return [row["line"][place : place + 2] for place in range(0, len(row["line"]), 2)]


@pytest.mark.parametrize("window", [[], ["--window", "wld"]])
def test_a_solved_row_is_the_answer_of_ask_and_of_the_program(
    window: list[str], lines: Path, tmp_path: Path
) -> None:
    question = {"ask": "solve", **({"window": "wld"} if window else {})}
    cluster.ask_dataset(lines, tmp_path / "out", question, hash_mib=1)
    program = by_program("solve", lines, *window, "--hash-mib", "1")
    for row in cluster.read_results(tmp_path / "out").to_pylist():
        for reply in (asked(row["position"], question), program[row["position"]]):
            del reply["solution"]["seconds"]
            assert reply["solution"] == {"value": value(row), "pv": moves(row), "nodes": row["nodes"]}
        assert row["best_move"] == next(iter(moves(row)), None) and row["seconds"] > 0  # a loss has no move


def test_an_analyzed_row_is_the_answer_of_ask_and_of_the_program(lines: Path, tmp_path: Path) -> None:
    question = {"ask": "analyze", "depth": 5, "lines": 2}
    cluster.ask_dataset(lines, tmp_path / "out", question, hash_mib=1)
    program = by_program("analyze", lines, "--depth", "5", "--lines", "2", "--hash-mib", "1")
    for row in cluster.read_results(tmp_path / "out").to_pylist():
        analysis = re.Analysis.from_json(row["answer"])
        assert (analysis.nodes, analysis.pv) == (row["nodes"], moves(row))
        answer = json.loads(row["answer"])["analysis"]
        answer["seconds"] = 0
        for reply in (asked(row["position"], question), program[row["position"]]):
            assert {**reply["analysis"], "seconds": 0} == answer
        assert (answer["lines"][0]["value"], answer["nodes"]) == (value(row), row["nodes"])


def test_an_evaluated_row_is_the_answer_of_ask_and_of_the_program(lines: Path, tmp_path: Path) -> None:
    cluster.ask_dataset(lines, tmp_path / "out", {"ask": "evaluate"})
    program = by_program("evaluate", lines)
    for row in cluster.read_results(tmp_path / "out").to_pylist():
        scores = [asked(row["position"], {"ask": "evaluate"})["evaluation"]]
        scores += [program[row["position"]]["evaluation"], re.evaluate(re.Board(row["position"]))]
        assert [np.float32(score) for score in scores] == [np.float32(row["score"])] * 3
        assert (row["kind"], row["nodes"], row["stopped"]) == ("evaluation", 0, None)


def random_boards(number: int, empties: int) -> list[re.Board]:
    rng = random.Random(5)
    found: dict[re.Board, None] = {}
    while len(found) < number:
        board = re.Board()
        while board.empty_count > empties and (legal := board.legal_moves()):
            board = board.play(rng.choice(legal))
        found[board] = None
    return list(found)


def test_the_text_of_boards_is_that_of_each() -> None:
    boards = random_boards(500, 20)
    assert _keys.texts(re.to_array(boards)).to_pylist() == [str(board) for board in boards]


def test_a_shard_has_the_positions_of_the_program_and_of_in_shard(tmp_path: Path) -> None:
    lines, boards = tmp_path / "many.txt", random_boards(4000, 40)
    lines.write_text("".join(f"{board}\n" for board in boards))
    program = by_program("evaluate", lines, "--shard", "3/8")
    cluster.ask_dataset(lines, tmp_path / "out", {"ask": "evaluate"}, shard=(3, 8))
    here = {row["position"] for row in cluster.read_results(tmp_path / "out").to_pylist()}
    assert here == set(program) and 400 < len(here) < 600
    assert here == {str(board) for board, is_in in zip(boards, re.in_shard(boards, 3, 8)) if is_in}


def test_ids_and_columns_of_the_input_come_with_the_results(lines: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    texts = [FFO_1, str(BOARDS[1].swap()).replace("X", "?"), EASY, FFO_1, TINY]
    texts[1] = EASY  # the same position, with another id
    table = pa.table({"id": ["007", "8", "9", "10", "11"], "position": texts, "score": [1, 2, 3, 4, 5]})
    parquet.write_table(table, tmp_path / "in.parquet")
    csv.write_csv(table, tmp_path / "in.csv")
    cluster.solve_dataset(lines, output)
    for source, scores in (("in.parquet", [1, 2, 3, 4, 5]), ("in.csv", ["1", "2", "3", "4", "5"])):
        joined = cluster.read_results(output, tmp_path / source)
        assert joined.column_names == [*_output.COLUMNS, "row", "id", "input_position", "input_score"]
        assert joined.column("id").to_pylist() == ["007", "8", "9", "10", "11"]
        assert joined.column("input_score").to_pylist() == scores
        assert joined.column("score").to_pylist() == [18, 2, 2, 18, -12]
        assert joined.column("row").to_pylist() == [0, 1, 2, 3, 4]
        assert joined.column("position").to_pylist() == [str(re.Board(text)) for text in texts]
    folder = tmp_path / "folder"
    folder.mkdir()
    shutil.copy(tmp_path / "in.csv", folder / "a.csv")
    shutil.copy(lines, folder / "b.txt")
    joined = cluster.read_results(output, folder)
    assert joined.column("score").to_pylist() == [18, 2, 2, 18, -12, 18, 2, -12]
    assert joined.column("row").to_pylist() == list(range(8))
    assert joined.column("id").to_pylist()[4:] == ["11", None, None, None]


def test_the_program_joins_results_with_their_input(
    lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output, ids = str(tmp_path / "out"), tmp_path / "ids.csv"
    cluster.solve_dataset(lines, output)
    ids.write_text(f"id,position\n007,{TINY}\nx,none\n8,{TINY}\n")
    for name, read in (("a.parquet", parquet.read_table), ("a.csv", csv.read_csv)):
        table = tmp_path / name
        assert main(["join", str(ids), output, str(table), "--skip-bad"]) == 0
        assert capsys.readouterr().out == f"2 rows in {table}\n"
        assert read(table).column("score").to_pylist() == [-12, -12]
        assert [int(id) for id in read(table).column("id").to_pylist()] == [7, 8]
    assert main(["join", str(ids), output, str(tmp_path / "a.csv")]) == 1
    with pytest.raises(SystemExit):
        main(["join", str(ids), output, "a.txt"])
    message = "argument table: must be a name with .parquet or .csv, not 'a.txt'"
    assert message in capsys.readouterr().err


def test_what_has_no_answer_yet_is_null_and_bad_rows_are_left_out(lines: Path, tmp_path: Path) -> None:
    output, more = tmp_path / "out", tmp_path / "in.csv"
    other = random_boards(1, 12)[0]
    more.write_text(f"id,position\na,{TINY}\nb,nonsense\nc,{other}\nd,{EASY}\n")
    cluster.solve_dataset(lines, output)
    with pytest.raises(re.ParseError, match="row 1, the first one is 0"):
        cluster.read_results(output, more)
    joined = cluster.read_results(output, more, skip_bad=True)
    assert joined.column("id").to_pylist() == ["a", "c", "d"]
    assert joined.column("score").to_pylist() == [-12, None, 2]
    empty = tmp_path / "empty"
    _output.Output(empty, (1, 1)).begin({"question": {"ask": "solve"}}, "token")
    assert cluster.read_results(empty, more, skip_bad=True).column("score").to_pylist() == [None] * 3


GAMES = ["f5d6c3d3c4", "f5d6c3d3c4f4f6", "d3c5", "f5d6c3d3c4"]


def game_rows(game: re.Game, **options: Any) -> list[tuple[Any, ...]]:
    """The rows of a game that is analyzed alone, without its number and its seconds."""
    (found,) = re.Engine(hash_mib=1).analyze_games([game], **options)
    return [row[1:-1] for row in found.rows()]


def rows_of(table: Any) -> list[tuple[Any, ...]]:
    return list(zip(*(table.column(name).to_pylist() for name in list(re.MOVE_COLUMNS)[1:-1])))


def test_a_game_has_the_rows_of_that_game_alone_and_is_analyzed_once(tmp_path: Path) -> None:
    output, source = tmp_path / "out", tmp_path / "games.txt"
    source.write_text("".join(f"Ada vs Bo: {game}\n" for game in GAMES))
    question = {"ask": "analyze_game", "depth": 4}
    report = cluster.ask_dataset(source, output, question, hash_mib=1)
    assert (report.positions, report.answered, report.stored, report.rounds) == (3, 3, 0, 1)
    again = cluster.ask_dataset(source, output, question, hash_mib=1)
    assert (again.positions, again.answered, again.stored) == (3, 0, 3)
    assert cluster.check_dataset(source, output).positions == 3
    assert report.nodes == sum(cluster.read_results(output).column("nodes").to_pylist())
    table = cluster.read_results(output, source)
    assert set(re.MOVE_COLUMNS) <= set(table.column_names)
    for number, text in enumerate(GAMES):
        one = table.filter(pa.compute.equal(table.column("game"), number))
        assert set(one.column("moves").to_pylist()) == {text}
        assert rows_of(one) == game_rows(re.Game(text), depth=4)
        assert all(seconds > 0 for seconds in one.column("seconds").to_pylist())
    assert cluster.read_results(output).num_rows == 5 + 7 + 2
    few = tmp_path / "few.txt"
    few.write_text(f"d3c3\n{GAMES[2]}\n")
    assert cluster.read_results(output, few).column("ply").to_pylist() == [None, 1, 2]
    damaged = parts(output)
    for file in damaged:
        file.write_bytes(file.read_bytes()[:-1])
    report = cluster.ask_dataset(source, output, question, hash_mib=1)
    assert (report.damaged, report.answered) == (len(damaged), 3)


def test_what_never_gets_an_answer_ends_the_run(
    lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_worker.Worker, "_answer", lambda *_: None)
    with pytest.raises(cluster.ClusterError, match="3 positions have no answer") as error:
        cluster.solve_dataset(lines, tmp_path / "out")
    assert error.value.code == "positions-lost"


def test_games_with_passes_of_other_starts_and_of_tables(tmp_path: Path) -> None:
    rng, played = random.Random(1), re.Game()
    while "ps" not in played.moves:
        played = re.Game() if played.is_over else played
        played.play(rng.choice(played.legal_moves() or ["ps"]))
    start = re.Position("-" * 27 + "XO------OX" + "-" * 27 + " O")
    other = re.Game(re.Game("", start).legal_moves()[0], start)
    keys = _keys.game_keys([played, other])
    assert [str(_keys.from_game_key(key)) for key in keys] == [str(played), str(other)]
    assert _keys.from_game_key(_keys.game_keys([other])[0]) == other
    table = pa.table({
        "id": ["a", "b", "c"],
        "moves": [str(played), str(other), ""],
        "start": ["", str(start), ""],
    })
    parquet.write_table(table, tmp_path / "games.parquet")
    cluster.ask_dataset(tmp_path / "games.parquet", tmp_path / "out", {"ask": "analyze_game", "level": 1})
    found = cluster.read_results(tmp_path / "out", tmp_path / "games.parquet")
    assert found.column("id").to_pylist() == ["a"] * len(played) + ["b", "c"]
    assert rows_of(found)[:-2] == game_rows(played, level=1)
    assert found.column("side").to_pylist()[-2:] == ["white", None]
    assert found.column("start").to_pylist()[-2] == str(start)
    assert found.column("input_start").to_pylist()[-2] == str(start)


def test_games_of_all_shards_are_all_games(tmp_path: Path) -> None:
    source = tmp_path / "games.txt"
    rng, games = random.Random(3), []
    for _ in range(40):
        game = re.Game()
        for _ in range(6):
            game.play(rng.choice(game.legal_moves()))
        games.append(game)
    source.write_text("".join(f"{game}\n" for game in games))
    question = {"ask": "analyze_game", "level": 1}
    reports = [cluster.ask_dataset(source, tmp_path / "out", question, shard=(i, 3)) for i in (1, 2, 3)]
    assert sum(report.answered for report in reports) == len({str(game) for game in games})
    assert all(report.answered > 3 for report in reports)
    assert cluster.check_dataset(source, tmp_path / "out").stored == len({str(game) for game in games})
    first = cluster.read_results(tmp_path / "out", source)
    assert first.column("game").to_pylist() == [number for number in range(40) for _ in range(6)]


def test_games_come_through_the_program_and_without_any_they_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, none = tmp_path / "games.txt", tmp_path / "none.txt"
    source.write_text("\n".join(GAMES))
    none.write_text("% nothing\n")
    arguments = ["game", str(source), str(tmp_path / "out"), "--level", "1"]
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("3 games, 0 of them") and "3 of 3 games" in captured.err
    assert main(["check", str(source), str(tmp_path / "out")]) == 0
    with pytest.raises(re.ParseError, match="none.txt: there are no games"):
        cluster.ask_dataset(none, tmp_path / "other", {"ask": "analyze_game"})


def test_a_level_out_of_range_is_told_as_everywhere(
    lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyze", str(lines), str(tmp_path / "out"), "--level", "99"]) == 1
    assert capsys.readouterr().err == "error: level must be 0 to 60, not 99\n"


@pytest.fixture
def real_cluster(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The cluster as it is, with the Ray that is installed."""
    monkeypatch.undo()
    pytest.importorskip("ray")
    return None


def unused_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


@contextmanager
def server(reply: Optional[bytes]) -> Iterator[str]:
    """A server that answers with something else than Ray does, or not at all."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                if reply is not None:
                    connection.sendall(reply)
                    connection.close()
                else:
                    kept.append(connection)

        kept: list[socket.socket] = []
        threading.Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"


def test_an_address_that_cannot_be_reached_is_told_at_once(
    real_cluster: Any, lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    begin = time.monotonic()
    address = f"127.0.0.1:{unused_port()}"
    with pytest.raises(cluster.ClusterError, match=f"no cluster can be reached at '{address}': ") as error:
        cluster.solve_dataset(lines, tmp_path / "out", address=address)
    assert (error.value.code, error.value.field) == ("cluster-failed", "address")
    assert main(["solve", str(lines), str(tmp_path / "out"), "--address", address]) == 1
    assert "error: no cluster can be reached" in capsys.readouterr().err
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(cluster.ClusterError):
        cluster.solve_dataset(lines, tmp_path / "out", address="auto")
    with server(b"HTTP/1.1 400 Bad Request\r\n\r\n") as other, pytest.raises(cluster.ClusterError):
        cluster.solve_dataset(lines, tmp_path / "out", address=other)
    assert time.monotonic() - begin < 10
    monkeypatch.setattr(_ray, "PATIENCE", 1.0)
    begin = time.monotonic()
    with server(None) as silent, pytest.raises(cluster.ClusterError):
        cluster.solve_dataset(lines, tmp_path / "out", address=silent)
    assert time.monotonic() - begin < 5
    for wrong in ("here", "host:", ":1", "host:port"):
        with pytest.raises(re.RequestError, match=f"address must be auto or HOST:PORT, not '{wrong}'"):
            cluster.solve_dataset(lines, tmp_path / "out", address=wrong)


def test_a_table_that_a_machine_cannot_hold_is_refused() -> None:
    def node(mib: int, cpus: int, alive: bool = True) -> dict[str, Any]:
        resources = {"CPU": float(cpus), "memory": float(mib << 20)}
        return {"Resources": resources, "Alive": alive, "NodeManagerHostname": f"of-{mib}"}

    nodes = [node(8000, 4), node(1000, 2), node(10, 0), node(1, 1, alive=False)]
    _ray.check_memory(500, nodes, 6)
    _ray.check_memory(1000, nodes, 1)
    message = "hash_mib must be 1 to 500, as of-1000 has up to 2 workers, not 501"
    with pytest.raises(cluster.ClusterError, match=message):
        _ray.check_memory(501, nodes, 6)


def test_progress_does_not_count_what_comes_before_the_workers(
    lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def slow(*_: object) -> Iterator[int]:
        time.sleep(0.6)
        yield 1

    round_ = _run._Run._round

    def slower(run: Any, plan: Any, workers: int) -> set[int]:
        time.sleep(0.6)
        return round_(run, plan, workers)

    seen: list[cluster.Progress] = []
    monkeypatch.setattr(_run, "cluster", slow)
    monkeypatch.setattr(_run._Run, "_round", slower)
    report = cluster.solve_dataset(lines, tmp_path / "out", progress=seen.append, bundle_seconds=0.01)
    assert len(seen) > 1 and seen[-1].seconds < 0.6 and report.seconds > 1.2
    assert all(progress.remaining_seconds < 0.6 for progress in seen)


def test_a_kill_between_any_two_steps_of_writing_leaves_nothing_that_is_believed(
    lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "out"
    rows = several(lines, output)
    monkeypatch.setattr(os, "replace", lambda *_: os._exit(0))
    tag = _output.run_tag(_output.read_run(output))
    if (child := os.fork()) == 0:
        _output.write_part(output, f"part-1-of-1-z-{tag}", cluster.read_results(output))
    os.waitpid(child, 0)
    monkeypatch.undo()
    assert list(output.glob("_part-*")) and len(parts(output)) == 3
    here_again = untimed(output)
    assert here_again == rows
