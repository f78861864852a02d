"""Many positions on many machines, without what goes wrong there: that is in cluster/trials.py.

Needs the extra `cluster`; `.ci/cluster.sh` runs it. The test of the package passes over it.
"""

import json
import re as regex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

import numpy as np
import pytest
from conftest import EASY, FFO_1, TINY

import reversi_engine as re

pa = pytest.importorskip("pyarrow")
ray = pytest.importorskip("ray")

from reversi_engine import cluster  # noqa: E402
from reversi_engine.cluster import _bundles, _keys, _ray, _run  # noqa: E402
from reversi_engine.cluster.__main__ import main  # noqa: E402
from reversi_engine.cluster._worker import Worker  # noqa: E402

BOARDS = [re.Board(text) for text in (FFO_1, EASY, TINY)]


@pytest.fixture(scope="module")
def ray_here() -> Iterator[None]:
    ray.init("local", num_cpus=2, log_to_driver=False, include_dashboard=False)
    yield
    ray.shutdown()


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    file = tmp_path / "boards.txt"
    file.write_text(f"% three, and one twice\n{FFO_1}\n\n{EASY}\n{TINY}\n{FFO_1}\n")
    return file


def read(path: Path) -> list[re.Board]:
    return [board for chunk in cluster.read_positions(path) for board in re.from_array(chunk)]


def test_all_forms_of_input_have_the_same_boards(lines: Path, tmp_path: Path) -> None:
    import pyarrow.csv
    import pyarrow.parquet

    texts = pa.table({"n": [1, 2, 3], "position": [FFO_1, EASY, TINY]})
    bits = pa.table({name: [getattr(board, name) for board in BOARDS] for name in ("player", "opponent")})
    bits = bits.cast(pa.schema([("player", pa.uint64()), ("opponent", pa.uint64())]))
    for name, table in (("texts", texts), ("bits", bits)):
        pyarrow.csv.write_csv(table, tmp_path / f"{name}.csv")
        pyarrow.parquet.write_table(table, tmp_path / f"{name}.parquet")
        assert read(tmp_path / f"{name}.csv") == BOARDS
        assert read(tmp_path / f"{name}.parquet") == BOARDS
    obf = tmp_path / "boards.obf"
    obf.write_text("".join(f"{text}; % a comment\n" for text in (FFO_1, EASY, TINY)))
    assert read(obf) == BOARDS
    assert read(lines) == [*BOARDS, BOARDS[0]]
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "_not.txt"):
        (folder / name).write_text(EASY)
    assert read(folder) == [BOARDS[1]] * 2


@pytest.mark.parametrize(
    "name, text, message",
    [
        ("a.txt", f"{EASY}\nXO?\n", "a.txt, line 2, column "),
        ("a.obf", f"\n{EASY[:60]}; G8:+18;\n", "a.obf, line 2, column "),
        ("a.csv", f"position\n{EASY}\n{TINY}\nXO\n", "a.csv, row 2, the first one is 0: "),
        (
            "a.csv",
            "player,opponent\n1,2\n3,1\n",
            "a.csv, row 1, the first one is 0: discs of both sides overlap",
        ),
        ("a.csv", "player,opponent\n1,x\n", "a.csv: "),
        ("a.csv", "board\nx\n", "a.csv: the columns must be position, or player and opponent, not board"),
        ("a.parquet", "PAR1", "a.parquet: "),
    ],
)
def test_a_bad_position_is_named_with_its_file_and_place(
    name: str, text: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(re.ParseError) as error:
        read(file)
    assert message in str(error.value)


def test_positions_are_read_in_any_notation_and_bad_ones_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "any.txt"
    file.write_text(f"{FFO_1}\nf5d6\nf5a1\n{EASY}; % a comment\nsome words\n{TINY}\n")
    game = re.Game("f5d6").position.board
    skipped: list[re.ParseError] = []
    found = [b for chunk in cluster.read_positions(file, skipped=skipped) for b in re.from_array(chunk)]
    assert found[:3] == [BOARDS[0], game, BOARDS[1]]
    assert [error.line for error in skipped] == [3, 5] and skipped[0].file == str(file)
    assert str(skipped[0]).startswith(f"{file}, line 3, column 3")
    (tmp_path / "a.csv").write_text(f"position\n{EASY}\nXO\n{TINY}\n")
    found = [b for c in cluster.read_positions(tmp_path / "a.csv", skipped=skipped) for b in re.from_array(c)]
    assert (found, skipped[-1].index) == (BOARDS[1:], 1)


def test_bundles_take_the_target_and_lose_no_board() -> None:
    rng = np.random.default_rng(1)
    boards = rng.integers(0, 1 << 63, (5000, 2), np.uint64)
    keys = _keys.to_keys(boards)
    expected = rng.exponential(0.05, 5000)
    expected[17] = 30.0
    plan = _bundles.pack(keys, expected, 1.0)
    assert sorted(plan.keys.tolist()) == sorted(keys.tolist())
    assert plan.bundle(0).tolist() == [keys[17]] and plan.patient[0]
    assert np.count_nonzero(plan.patient) == 1
    assert all(0.5 < seconds < 2 for seconds in plan.seconds[1:-1])
    alone = _bundles.pack(keys, expected, 1.0, alone=True)
    assert len(alone) == 5000 and alone.patient.all()
    names = {_bundles.bundle_name(plan.bundle(index)) for index in range(len(plan))}
    assert len(names) == len(plan)


def test_a_round_is_bounded_and_the_rest_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_bundles, "MAX_BUNDLES", 3)
    keys = _keys.to_keys(np.arange(20, dtype=np.uint64).reshape(10, 2))
    plan = _bundles.pack(keys, np.full(10, 0.5), 1.0)
    assert [len(plan.bundle(index)) for index in range(len(plan))] == [2, 2, 2]


def test_keys_that_end_with_zeros_are_themselves() -> None:
    boards = np.array([[1, 0], [1, 1 << 56], [256, 0], [0, 1]], np.uint64)
    keys = np.sort(_keys.to_keys(boards))
    assert sorted(map(tuple, _keys.from_keys(keys).tolist())) == sorted(map(tuple, boards.tolist()))
    assert (np.array(keys.tolist(), keys.dtype) == keys).all()
    assert _keys.lacking(keys, keys[1:2]).tolist() == keys[[0, 2, 3]].tolist()


def test_shards_have_each_board_once() -> None:
    boards = np.random.default_rng(1).integers(0, 1 << 63, (3000, 2), np.uint64)
    boards[:, 1] &= ~boards[:, 0]
    shards = [re.in_shard(boards, index, 3) for index in (1, 2, 3)]
    assert (np.sum(shards, axis=0) == 1).all()
    assert all(900 < np.count_nonzero(shard) < 1100 for shard in shards)


def test_solved_positions_are_those_of_an_engine_and_are_solved_once(
    ray_here: None, lines: Path, tmp_path: Path
) -> None:
    seen: list[cluster.Progress] = []
    output = tmp_path / "solved"
    report = cluster.solve_dataset(lines, output, workers=2, progress=seen.append)
    assert (report.positions, report.answered, report.stored) == (3, 3, 0)
    assert seen[-1].done == seen[-1].total == 3
    for row in cluster.read_results(output).to_pylist():
        solution = re.Engine(hash_mib=1).solve(re.Board(row["position"]))
        assert row["nodes"] == solution.nodes and row["line"] == "".join(solution.pv)
        assert row["score"] == row["lower"] == row["upper"] == solution.value.score
        assert row["best_move"] == solution.best_move and row["version"] == re.__version__
    again = cluster.solve_dataset(lines, output)
    assert (again.positions, again.answered, again.stored, again.bundles) == (3, 0, 3, 0)
    assert cluster.check_dataset(lines, output).positions == 3
    bad = tmp_path / "bad.txt"
    bad.write_text(lines.read_text() + "\nf5a1\n")
    report = cluster.check_dataset(bad, output, skip_bad=True)
    assert (report.positions, [error.code for error in report.skipped]) == (3, ["illegal-move"])
    next(output.glob("part-*")).unlink()
    with pytest.raises(cluster.ClusterError, match="are missing"):
        cluster.check_dataset(lines, output)


def test_late_positions_come_last_with_the_same_answers(
    ray_here: None, lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Impatient(Worker):
        late_nodes = 1000

    monkeypatch.setattr(_run, "Worker", Impatient)
    report = cluster.solve_dataset(lines, tmp_path / "solved", workers=1)
    assert (report.late, report.rounds, report.answered) == (2, 2, 3)
    scores = {row["position"]: row["score"] for row in cluster.read_results(tmp_path / "solved").to_pylist()}
    assert scores == {str(board): score for board, score in zip(BOARDS, (18, 2, -12))}


def test_analyses_and_evaluations_come_through_the_same_door(
    ray_here: None, lines: Path, tmp_path: Path
) -> None:
    question = {"ask": "analyze", "level": 4, "lines": 2}
    cluster.ask_dataset(lines, tmp_path / "analyzed", question, workers=1)
    rows = {row["position"]: row for row in cluster.read_results(tmp_path / "analyzed").to_pylist()}
    analysis = re.Engine(hash_mib=16).analyze(BOARDS[0], level=4, lines=2)
    row = rows[str(BOARDS[0])]
    assert row["kind"] == "estimate" and row["nodes"] == analysis.nodes
    assert (row["score"], row["depth"]) == (analysis.value.score, 4)
    assert len(json.loads(row["answer"])["analysis"]["lines"]) == 2
    assert main(["evaluate", str(lines), str(tmp_path / "evaluated"), "--quiet"]) == 0
    for row in cluster.read_results(tmp_path / "evaluated").to_pylist():
        assert row["score"] == re.evaluate(re.Board(row["position"])) and row["kind"] == "evaluation"


def test_the_guide_runs(ray_here: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guide = Path(__file__).resolve().parents[3] / "crates/reversi-engine/src/docs/cluster.md"
    code = "".join(regex.findall(r"```python\n(.*?)```", guide.read_text(), regex.DOTALL))
    (tmp_path / "positions.obf").write_text("".join(f"{text};\n" for text in (FFO_1, EASY, TINY)))
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["report"].answered == len(names["frame"]) == 3


def test_workers_of_another_version_are_refused(
    ray_here: None, lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_run, "__version__", "0.0.1")  # as of another driver
    with pytest.raises(cluster.ClusterError, match=f"has version {re.__version__}"):
        cluster.solve_dataset(lines, tmp_path / "solved", workers=1)
    assert not list((tmp_path / "solved").glob("part-*"))


def test_a_position_that_kills_its_workers_is_named_and_the_others_are_answered(
    ray_here: None, lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Poisoned(Worker):
        def _row(self, board: re.Board, count: int, patient: bool) -> Optional[dict[str, Any]]:
            if str(board) == EASY.replace("O", "?").replace("X", "O").replace("?", "X"):
                import os

                os._exit(1)
            return super()._row(board, count, patient)

    monkeypatch.setattr(_run, "Worker", Poisoned)
    with pytest.raises(cluster.ClusterError, match="1 positions have no answer"):
        cluster.solve_dataset(lines, tmp_path / "solved", workers=1)
    assert cluster.read_results(tmp_path / "solved").num_rows == 2


@pytest.mark.parametrize(
    "question",
    [
        {"ask": "play", "move": "f5"},
        {"ask": "solve", "window": [3, 3]},
        {"ask": "solve", "position": EASY},
        {"ask": "evaluate", "level": 1},
        {"ask": "analyze_game", "level": 99},
        {"ask": "analyze_game", "total_limits": {"nodes": 1}},
    ],
)
def test_a_question_without_an_answer_is_refused_before_anything_starts(
    question: dict[str, object], lines: Path, tmp_path: Path
) -> None:
    with pytest.raises(re.RequestError):
        cluster.ask_dataset(lines, tmp_path / "out", question)
    assert not (tmp_path / "out").exists()


def test_the_program_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(tmp_path / "none.txt"), str(tmp_path / "out")]) == 1
    assert "none.txt" in capsys.readouterr().err


@pytest.mark.parametrize("name, text", [("a.txt", "% none\n"), ("a.obf", ""), ("a.csv", "position\n")])
def test_an_input_without_positions_is_refused(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    for run in (cluster.solve_dataset, cluster.check_dataset):
        with pytest.raises(re.ParseError, match=f"{name}: there are no positions"):
            run(tmp_path / name, tmp_path / "out")


def test_bytes_and_columns_that_are_no_text_are_named(tmp_path: Path) -> None:
    import pyarrow.parquet

    (tmp_path / "mark.txt").write_bytes(b"\xef\xbb\xbf" + EASY.encode() + b"\r\n")
    assert read(tmp_path / "mark.txt") == [BOARDS[1]]
    (tmp_path / "latin.txt").write_bytes(EASY.encode() + b"\ncaf\xe9\n")
    with pytest.raises(re.ParseError, match="latin.txt, line 2, column 1: "):
        read(tmp_path / "latin.txt")
    tables = {"numbers": {"position": [1]}, "none": {"x": pa.array([], pa.string())}}
    for name, columns in tables.items():
        pyarrow.parquet.write_table(pa.table(columns), tmp_path / f"{name}.parquet")
        with pytest.raises(re.ParseError, match=f"{name}.parquet: .*must be"):
            read(tmp_path / f"{name}.parquet")
    content = bytearray((tmp_path / "numbers.parquet").read_bytes())
    content[4:12] = b"\xff" * 8
    (tmp_path / "numbers.parquet").write_bytes(content)
    with pytest.raises(re.ParseError, match="numbers.parquet: "):
        read(tmp_path / "numbers.parquet")


@pytest.mark.parametrize(
    "options, message",
    [
        ({"shard": (5, 4)}, "shard must be 1 to 4, not 5"),
        ({"shard": "1/4"}, "shard must be \\(i, n\\), not '1/4'"),
        ({"hash_mib": 0}, "hash_mib must be 1 or more, not 0"),
        ({"hash_mib": 1.5}, "hash_mib must be 1 or more, not 1.5"),
        ({"workers": 0}, "workers must be 1 or more, not 0"),
        ({"bundle_seconds": float("nan")}, "bundle_seconds must be 0.01 to 3600, not nan"),
        ({"progress": lambda: None}, "progress must be a function of one argument, not one with"),
    ],
)
def test_an_option_out_of_range_is_refused(
    options: dict[str, Any], message: str, lines: Path, tmp_path: Path
) -> None:
    with pytest.raises(re.RequestError, match=message) as error:
        cluster.solve_dataset(lines, tmp_path / "out", **options)
    assert error.value.field in options
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "option, message",
    [
        (["--shard", "a/b"], "argument --shard: must be I/N such as 1/16, not 'a/b'"),
        (["--workers", "x"], "argument --workers: must be a whole number, not 'x'"),
        (["--bundle-seconds", "x"], "argument --bundle-seconds: must be a number, not 'x'"),
        (["--question", "[1]"], "argument --question: must be an object such as"),
        (["--question", "{"], "argument --question: must be an object such as"),
    ],
)
def test_the_program_says_what_an_option_has_to_be(
    option: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["solve", "in", "out", *option])
    assert message in capsys.readouterr().err


def test_a_refused_run_leaves_the_folder_to_the_next_one(ray_here: None, lines: Path, tmp_path: Path) -> None:
    cluster.solve_dataset(lines, tmp_path / "out", workers=1)
    with pytest.raises(re.CheckpointError) as error:
        cluster.solve_dataset(lines, tmp_path / "out", {"window": "wld"})
    assert cluster.solve_dataset(lines, tmp_path / "out").stored == 3
    assert error.value.field == "question"  # kept until here, as an interactive Python keeps it


def test_a_driver_that_another_one_has_replaced_ends(ray_here: None, lines: Path, tmp_path: Path) -> None:
    def replaced(progress: cluster.Progress) -> None:
        (tmp_path / "out" / "_driver-1-of-1").write_text("another one")

    class Late(Worker):
        late_nodes = 1000

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_run, "Worker", Late)
        with pytest.raises(cluster.ClusterError, match="belongs to another driver"):
            cluster.solve_dataset(lines, tmp_path / "out", workers=1, progress=replaced)


def test_an_error_of_a_worker_is_told_with_its_position(
    ray_here: None, lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(Worker):
        def _engine_for(self, count: int) -> re.Engine:
            return super()._engine_for(count) if not self.item else re.Engine(hash_mib=1 << 40)

    monkeypatch.setattr(_run, "Worker", Broken)
    with pytest.raises(cluster.ClusterError, match="[XO-]{64} X: BuildError: hash_mib must be at most") as error:
        cluster.solve_dataset(lines, tmp_path / "out", workers=1)
    assert (error.value.code, error.value.field) == ("hash-too-large", "hash_mib")
    assert not list((tmp_path / "out").glob("_try-*"))


def test_a_table_that_is_too_large_is_told_before_the_first_bundle(
    ray_here: None, lines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(cluster.ClusterError, match="hash_mib must be 1 to .* up to 2 workers, not 200000"):
        cluster.solve_dataset(lines, tmp_path / "out", hash_mib=200_000)
    monkeypatch.setattr(_ray, "check_memory", lambda *_: None)  # as where Ray knows nothing of the memory
    with pytest.raises(cluster.ClusterError, match="cannot make its engine: hash_mib must be at most") as error:
        cluster.solve_dataset(lines, tmp_path / "out", workers=1, hash_mib=1 << 40)
    assert (error.value.code, error.value.field) == ("hash-too-large", "hash_mib")
    assert not list((tmp_path / "out").glob("_try-*"))
    assert cluster.solve_dataset(lines, tmp_path / "out", workers=1).answered == 3  # nothing is pinned


def test_games_go_through_ray(ray_here: None, tmp_path: Path) -> None:
    games = [re.Game("f5d6c3d3c4"), re.Game("f5d6c3d3c4f4f6"), re.Game("d3c5")]
    (tmp_path / "games.txt").write_text("".join(f"{game}\n" for game in games))
    question = {"ask": "analyze_game", "depth": 5}
    report = cluster.ask_dataset(tmp_path / "games.txt", tmp_path / "out", question, bundle_seconds=0.01)
    assert (report.positions, report.answered) == (3, 3)
    table = cluster.read_results(tmp_path / "out", tmp_path / "games.txt")
    # Each alone, as a position that stands in two of them is searched in both.
    alone = [re.move_table(re.Engine().analyze_games([game], depth=5)) for game in games]
    for name in ("ply", "side", "played", "best", "best_score", "score", "loss", "depth", "source", "nodes"):
        assert table.column(name).to_pylist() == np.concatenate([one[name] for one in alone]).tolist()
    assert table.column("game").to_pylist() == [0] * 5 + [1] * 7 + [2] * 2


def test_a_position_that_takes_long_does_not_hold_up_the_plan(lines: Path) -> None:
    from reversi_engine.cluster._estimate import expected_seconds

    keys = _keys.to_keys(np.concatenate(list(cluster.read_positions(lines)))[:1])
    start = _keys.to_keys(np.array([[1 << 28 | 1 << 35, 1 << 27 | 1 << 36]], np.uint64))
    question = {"ask": "analyze", "level": 60, "limits": {"nodes": 10_000_000_000}}
    assert expected_seconds(start, question)[0] < 5
    assert len(expected_seconds(keys, question)) == 1


def test_a_long_bundle_is_not_cut_off_at_ten_seconds() -> None:
    from reversi_engine.cluster._worker import max_seconds

    assert max_seconds(1.0) == 10.0 and max_seconds(30.0) > 60.0


def test_an_interrupted_program_says_how_it_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("reversi_engine.cluster.__main__.ask_dataset", interrupted)
    assert main(["solve", "in", "out"]) == 130
    assert "the same command goes on" in capsys.readouterr().err
