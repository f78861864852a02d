"""Games and boards in bulk."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from reversi_engine import (
    MOVE_COLUMNS,
    Board,
    CheckpointError,
    Engine,
    Game,
    RequestError,
    expected_nodes,
    in_shard,
    move_table,
    to_array,
)

TEXTS = ["f5d6c3d3c4f4", "f5d6c3d3c4", "f5f6e6f4", "f5d6c3g5"]


def games() -> list[Game]:
    return [Game(text) for text in TEXTS]


def told(run: object) -> list[list[tuple[object, ...]]]:
    """All of the rows but where they are from and their seconds."""
    return [[row[:11] + row[12:13] for row in game.rows()] for game in run]  # type: ignore[attr-defined]


def test_games_come_in_order_whatever_the_jobs_are() -> None:
    engine = Engine(hash_mib=1)
    alone = told(engine.analyze_games(games(), depth=4))
    assert [len(rows) for rows in alone] == [len(text) // 2 for text in TEXTS]
    assert told(engine.analyze_games(games(), depth=4, jobs=3)) == alone
    single = engine.analyze_game(games()[0], depth=4)
    assert [row[8] for row in alone[0]] == [turn.loss for turn in single]


def test_a_position_of_several_games_is_searched_once() -> None:
    with Engine(hash_mib=1).analyze_games(games(), depth=3) as run:
        sources = [[turn.analysis.source for turn in game.turns] for game in run]
        assert (run.done, run.total) == (10, 19)
    assert sources[0] == ["search"] * 6
    assert sources[1] == ["file"] * 5
    assert sources[2] == ["file", "file", "search", "search"]
    assert sources[3] == ["file", "file", "file", "file"]  # the moves of all games at its last position


def test_a_checkpoint_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    engine = Engine(hash_mib=1)
    whole = told(engine.analyze_games(games(), depth=4))
    with engine.analyze_games(games(), depth=4, checkpoint=file) as run:
        assert next(run).index == 0
    later = list(engine.analyze_games(games(), depth=4, checkpoint=file))
    assert all(turn.analysis.source == "file" for turn in later[0].turns)
    assert told(later) == whole
    with pytest.raises(CheckpointError) as refused:
        engine.analyze_games(games(), depth=5, checkpoint=file)
    assert refused.value.code == "checkpoint-of-other-request"


def test_a_run_that_was_closed_has_left_its_checkpoint(tmp_path: Path) -> None:
    engine = Engine(hash_mib=1)
    for number in range(20):
        for _ in range(2):
            with engine.analyze_games(games(), depth=30, checkpoint=tmp_path / f"{number}.jsonl"):
                pass  # it is searched for long


def test_boards_are_analyzed_in_order_and_equal_ones_once() -> None:
    boards = [Board(), Board().play("f5"), Board()]
    found = list(Engine(hash_mib=1).analyze_many(boards, depth=4, jobs=2))
    assert [analysis.board for analysis in found] == boards
    assert found[0].lines == found[2].lines
    of_array = list(Engine(hash_mib=1).analyze_many(to_array(boards), depth=4))
    assert [analysis.lines for analysis in of_array] == [analysis.lines for analysis in found]
    fresh = Engine(hash_mib=1).analyze(boards[1], depth=4)
    assert (found[1].lines, found[1].nodes) == (fresh.lines, fresh.nodes)


def test_a_table_has_a_row_for_each_move() -> None:
    table = move_table(Engine(hash_mib=1).analyze_games(games(), depth=3))
    assert list(table) == list(MOVE_COLUMNS)
    assert {name: column.dtype for name, column in table.items()} == {
        name: np.dtype(kind) for name, kind in MOVE_COLUMNS.items()
    }
    assert table["game"].tolist() == [0] * 6 + [1] * 5 + [2] * 4 + [3] * 4
    assert table["ply"].tolist() == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 1, 2, 3, 4, 1, 2, 3, 4]
    assert table["side"][:2].tolist() == ["black", "white"]
    assert (table["best_score"].astype(int) - table["score"] == table["loss"]).all()
    assert len(move_table([])["loss"]) == 0


def test_close_ends_the_searches() -> None:
    run = Engine(hash_mib=1).analyze_many([Board()], depth=60)
    begin = time.perf_counter()
    threading.Timer(0.2, run.close).start()
    assert list(run) == []
    assert time.perf_counter() - begin < 5


def test_control_c_ends_a_run() -> None:
    run = Engine(hash_mib=1).analyze_games([Game("f5d6")], depth=60)
    threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        list(run)


def test_wrong_arguments_are_refused_at_the_call() -> None:
    engine = Engine(hash_mib=1)
    with pytest.raises(RequestError):
        engine.analyze_games(games(), jobs=-1)
    with pytest.raises(RequestError):
        engine.analyze_games(games(), depth=0)
    with pytest.raises(TypeError):
        engine.analyze_games(5)  # type: ignore[arg-type]


def test_each_board_is_in_one_shard() -> None:
    boards = to_array([game.board for game in games()] + [Board()])
    shards = np.stack([in_shard(boards, number, 3) for number in (1, 2, 3)])
    assert shards.dtype == bool
    assert (shards.sum(axis=0) == 1).all()
    with pytest.raises(RequestError):
        in_shard(boards, 4, 3)
    assert expected_nodes(14) == pytest.approx(9.6e4)
