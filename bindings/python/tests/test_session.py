"""A game at the board: what the corpus cannot say, the watch, threads and Ctrl-C."""

import copy
import pickle
import threading
import time

import pytest

import reversi_engine as re


def test_the_watch_runs_and_stands() -> None:
    session = re.Session()
    session.set_clock("black", (60, 1))
    assert not session.runs and session.time_of_turn == 0.0
    session.resume()
    time.sleep(0.02)
    session.pause()
    spent = session.time_of_turn
    assert spent >= 0.02 and session.time_left("black") == pytest.approx(60 - spent)
    session.resume()
    assert session.runs and session.tick() == "person"
    copied = copy.deepcopy(session)
    assert not copied.runs and copied.time_of_turn >= spent
    session.play("f5")
    left = session.time_left("black")
    assert left is not None and 60 < left <= 61 - spent


def test_a_tick_ends_the_game_of_a_side_without_time() -> None:
    session = re.Session()
    session.set_clock("black", re.Clock(0.001))
    session.resume()
    time.sleep(0.005)
    assert session.tick() == "over"
    assert session.result is not None and session.result.winner == "white" and session.result.ending == "time"


def test_players_are_what_they_were_given_as() -> None:
    session = re.Session(black={"level": 5, "limits": re.Limits(nodes=9)}, white=re.Opponent("club", seed=3))
    assert session.player("black") == {"level": 5, "limits": {"nodes": 9}}
    white = session.player("white")
    assert isinstance(white, re.Opponent) and (white.strength, white.seed) == ("club", 3)
    session.set_player("white", "person")
    assert session.player("white") == "person"
    for bad, code in (("robot", "unknown-name"), (7, "wrong-type"), ({"levle": 3}, "unknown-field")):
        with pytest.raises(re.RequestError) as caught:
            session.set_player("white", bad)  # type: ignore[arg-type]
        assert caught.value.code == code


def test_wrong_arguments_are_named(engine: re.Engine) -> None:
    session = re.Session()
    for call, field, code in (
        (lambda: session.discs("green"), "color", "unknown-name"),  # type: ignore[arg-type]
        (lambda: session.play("f5", seconds=-1), "seconds", "out-of-range"),
        (lambda: session.play("f5", seconds="x"), "seconds", "wrong-type"),  # type: ignore[arg-type]
        (lambda: session.set_variety("worst"), "variety", "unknown-variety"),
        (lambda: session.set_variety("best", seed=-1), "seed", "out-of-range"),
        (lambda: session.set_name("black", "a]"), "name", "bad-ggf-tag"),
        (lambda: re.Session("f5"), "game", "wrong-type"),  # type: ignore[arg-type]
        (lambda: session.engine_move(session), "engine", "wrong-type"),  # type: ignore[arg-type]
    ):
        with pytest.raises(re.ReversiError) as caught:
            call()
        assert (caught.value.field, caught.value.code) == (field, code)
    with pytest.raises(re.SessionError) as refused:
        session.engine_move(engine)
    assert refused.value.code == "not-an-engines-turn" and pickle.loads(pickle.dumps(refused.value)).code
    with pytest.raises(re.ParseError) as parsed:
        re.Session.from_json('{"clocks": {"black": {"remaining_seconds": -1}}}')
    assert parsed.value.field == "clocks.black.remaining_seconds"


def test_an_answer_about_another_position_is_refused(engine: re.Engine) -> None:
    session = re.Session(black={"depth": 2})
    analysis = engine.analyze(re.Board().play("f5"), depth=2)
    with pytest.raises(re.SessionError) as caught:
        session.answer(analysis)
    assert caught.value.code == "another-position"
    assert session.moves == [] and session.choose(engine.analyze(session.position, depth=2)) is not None


def test_a_session_is_free_while_its_engine_thinks(engine: re.Engine) -> None:
    session, stop, seen = re.Session(black={"depth": 60}), re.Stop(), []
    thread = threading.Thread(target=lambda: seen.append(session.engine_move(engine, limits=re.Limits(stop=stop))))
    thread.start()
    time.sleep(0.05)
    assert session.due == "engine" and session.moves == []  # neither lock is held
    stop.set()
    thread.join()
    assert seen[0].analysis.stopped == "stop" and session.moves == [seen[0].move]


def test_progress_may_look_at_the_session_and_end_the_search(engine: re.Engine) -> None:
    session, looks = re.Session(black={"depth": 60}), []

    def progress(found: re.Progress) -> bool:
        looks.append((session.due, found.nodes))
        return False

    played = session.engine_move(engine, progress=progress)
    assert looks and looks[0][0] == "engine" and played.analysis.stopped == "callback"
    assert session.last_move == played.move


def test_an_error_of_a_callback_leaves_the_session_as_it_was(engine: re.Engine) -> None:
    session = re.Session(black={"depth": 60})

    def progress(found: re.Progress) -> bool:
        raise KeyError("found")

    with pytest.raises(KeyError):
        session.engine_move(engine, progress=progress)
    assert session.moves == [] and session.due == "engine"


def test_a_position_that_changes_meanwhile_is_no_move(engine: re.Engine) -> None:
    session = re.Session(black={"depth": 60})

    def progress(found: re.Progress) -> bool:
        if not session.moves:
            session.play("f5")
        return False

    with pytest.raises(re.SessionError):
        session.engine_move(engine, progress=progress)
    assert session.moves == ["f5"]


def test_a_session_without_moves_says_who_is_due() -> None:
    assert repr(re.Session()) == "<Session, person is due>"
