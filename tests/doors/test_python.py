"""The corpus in Python: each case is a call of the package, its result read from its attributes."""

import base64
import copy
import json
import os
import pickle
import shutil
import subprocess

import corpus
import pytest
from corpus import Inexpressible

import reversi_engine as reversi
from reversi_engine import Board, Book, Clock, Engine, Game, Limits, Opponent, Position, Session, Stop, Weights

#: Questions of `ask` alone.
OF_ASK = {"balanced_starts", "practical", "traps"}
ASKS = {"solve", "prove", "analyze", "analyze_game", "review", "evaluate", "legal_moves", "human_moves", "play"}


def value(found):
    if isinstance(found, reversi.Exact):
        return {"exact": found.score}
    if isinstance(found, reversi.Bounds):
        return {"bounds": {"lower": found.lower, "upper": found.upper}}
    return {"estimate": {"score": found.score, "depth": found.depth, "selectivity": found.selectivity}}


def took(found):
    return {"nodes": found.nodes, "seconds": found.seconds}


def line(found):
    return {"value": value(found.value), "pv": found.pv}


def analysis(found):
    lines = [line(one) for one in found.lines]
    return {"lines": lines, "stopped": found.stopped, "source": found.source, "human": people(found.human), **took(found)}


def people(found):
    return found and {"rating": found.rating, "moves": [{"move": one.move, "chance": one.chance} for one in found.moves]}


def chances(found):
    return {"win": found.win, "draw": found.draw, "loss": found.loss}


def accuracy(found):
    return found and {"percent": found.percent, "low": found.low, "high": found.high}


def rating(found):
    return found and {name: getattr(found, name) for name in ("rating", "low", "high", "moves", "enough")}


def why(found):
    return found and {name: getattr(found, name) for name in ("fact", "squares", "played", "best", "en", "ja")}


def review(found):
    same = ("ply", "played", "best_move", "loss", "error", "proven", "judged", "gave_away", "best_line", "line")
    moves = [{**{name: getattr(move, name) for name in same}, "position": str(move.position), "class": move.class_,
              "value": value(move.value), "best_value": value(move.best_value), "chances": chances(move.chances),
              "best_chances": chances(move.best_chances), "why": why(move.why), "found": move.found} for move in found.moves]
    counts = ("judged", "lost", "proven", "inaccuracies", "mistakes", "blunders")
    sides = {color: {**{name: getattr(side, name) for name in counts}, "accuracy": accuracy(side.accuracy),
                     "rating": rating(side.rating)}
             for color, side in found.sides.items()}
    points = [{"ply": one.ply, "before": one.before, "after": one.after, "proven": one.proven}
              for one in found.turning_points]
    whole = {name: getattr(found, name) for name in ("version", "fingerprint", "black_score", "opening", "left_book", "stopped")}
    read = {**whole, "moves": moves, "sides": sides, "turning_points": points}
    assert corpus.mismatch(json.loads(found.to_json()), read) is None  # the attributes are those of the data
    return read


def verified(found):
    same = {name: getattr(found, name) for name in ("claim", "score", "leaf_empties", "positions", "leaves")}
    return {"position": str(found.position), "verified": {**same, "position": str(found.position)}}


def reply(found):
    if isinstance(found, bytes):
        return {"proof": {**verified(reversi.verify(found))["verified"], "file": base64.b64encode(found).decode()}}
    if isinstance(found, reversi.Review):
        return {"review": review(found)}
    if isinstance(found, reversi.Solution):
        return {"solution": {**line(found), "source": found.source, **took(found)}}
    if isinstance(found, reversi.Analysis):
        return {"analysis": analysis(found)}
    if isinstance(found, list):
        return {"game": [{"position": str(turn.position), "played": turn.played, "loss": turn.loss, "depth": turn.depth,
                          "line": line(turn.line), "analysis": analysis(turn.analysis)} for turn in found]}
    return {"evaluation": found}


def problem(error):
    return {"error": {"code": error.code, "message": str(error), "at": error.place}}


def engine(case):
    given = {"hash_mib": 1, **case.get("with", {})}
    for name in ("stop", "round_trip", "checkpoint", "positions"):
        given.pop(name, None)
    for name, kind in (("weights", Weights), ("book", Book)):
        if name in given:
            given[name] = kind.embedded() if given[name] == "embedded" else kind.open(corpus.file(case, name))
    return Engine(**given)


def value_of(kind, fields):
    """The object of a field; all ways to write it give an equal one. A call reports the errors of a mapping."""
    try:
        made = kind(**fields)
    except reversi.ReversiError:
        return fields
    if not isinstance(fields.get("stop"), Stop):
        assert kind.from_json(made.to_json()) == pickle.loads(pickle.dumps(made)) == made
    return made


def record(found):
    """A record that was read, with the errors of the others in their places."""
    game = found.game
    return {"notation": found.notation, "start": str(game.start), "moves": "".join(game.moves), "position": str(found.position),
            "line": found.line, "offset": found.offset, "side_is_open": found.side_is_open, "file": found.file, "tags": found.tags,
            "notes": [{"kind": kind, "text": text} for kind, _, text in found.notes]}


def reading(case):
    data, how = corpus.reading(case)
    path = how.pop("file", None)
    if path:  # its name matters
        folder = corpus.FILES / case["name"].replace("/", "-")
        folder.mkdir()
        path = folder / path
        path.write_bytes(data)
    source = {} if path or "any" not in case["read"] else {"text": case["read"]["any"]}
    positional = [] if source else [path or data]
    found, records = reversi.read_games(*positional, **source, **how), []
    while True:
        try:
            records.append(record(next(found)))
        except StopIteration:
            break
        except reversi.ParseError as error:
            records.append(problem(error))
    skipping = reversi.read_games(path or data, **how, skip_bad=True)
    assert [record(one) for one in skipping] == [one for one in records if "error" not in one]
    assert len(skipping.skipped) == len([one for one in records if "error" in one])
    return {"records": records}


def arguments(question, case):
    """The fields of the question as arguments."""
    stop = Stop() if case.get("with", {}).get("stop") else None
    if stop and case["with"]["stop"] == "set":
        stop.set()
    if stop:
        question["limits"] = {**question.get("limits", {}), "stop": stop}
    for name, given in question.items():
        if given is None:
            raise Inexpressible("None is the default of Python")
        if name in ("limits", "total_limits", "clock") and isinstance(given, dict):
            question[name] = value_of(Clock if name == "clock" else Limits, given)
        elif name == "window" and isinstance(given, list):
            question[name] = tuple(given)
    return question


def read(case):
    (kind, text), = case["read"].items()
    if kind == "obf":
        path = corpus.file(case, "obf")
        return {"positions": [str(one.position) for one in reversi.read_obf(path)]}
    if kind in ("cells", "fen"):
        return {"position": str(Position(text) if kind == "cells" else Position.from_fen(text))}
    if kind == "move":
        return {"move": reversi.Symmetry().move(text)}
    game = Game(text) if kind == "moves" else Game.from_ggf(text)
    return {"position": str(game.position), "moves": "".join(game.moves)}


def player(given):
    if not isinstance(given, dict):
        return given
    (kind, options), = given.items()
    return Opponent(**options) if kind == "opponent" else options


class Sessions:
    """Sessions by the class of the package."""

    refused = reversi.ReversiError
    calls = {"game", "ggf", "players", "names", "clocks", "variety"}

    def __init__(self):
        self.engine = Engine(hash_mib=1)

    def make(self, stored):
        if not stored.keys() <= self.calls or {"game", "ggf"} <= stored.keys():
            return Session.from_json(json.dumps(stored))
        players = {color: player(given) for color, given in stored.get("players", {}).items()}
        if "ggf" in stored:
            session = Session.from_ggf(stored["ggf"], **players)
        else:
            game = stored.get("game", {})
            start = Position(game["start"]) if "start" in game else None
            session = Session(Game(game.get("moves", ""), start=start), **players)
        for color, name in stored.get("names", {}).items():
            session.set_name(color, name)
        for color, clock in stored.get("clocks", {}).items():
            session.set_clock(color, Clock(**clock))
        if "variety" in stored:
            session.set_variety(stored["variety"]["choose"], seed=stored["variety"].get("seed", 0))
        return session

    def restore(self, session):
        stored = pickle.loads(pickle.dumps(session))
        assert stored == Session.from_json(session.to_json()) == copy.copy(session) == session
        return stored

    def act(self, session, action):
        self.engine.clear_hash()
        verb = action.pop("do")
        if verb == "answer":
            if session.due != "engine":
                session.engine_move(self.engine)  # there is nothing to answer
            analysis = self.engine.analyze(session.position, **session.request())
            return {"engine_moves": [self.moved(session.answer(analysis))]}
        if verb == "engine_move":
            return {"engine_moves": [self.moved(session.engine_move(self.engine, **action))]}
        if "player" in action:
            action["player"] = player(action["player"])
        positional = [action.pop(name) for name in ("move", "color", "player", "name", "variety") if name in action]
        if verb == "set_clock":
            positional.append(action.pop("clock", None))
        returned = getattr(session, verb + "_" * (verb == "pass"))(*positional, **action)
        return {"did": [returned]} if isinstance(returned, bool) else {}

    def moved(self, played):
        assert pickle.loads(pickle.dumps(played)) == played
        return {"position": str(played.position), "move": played.move, "value": value(played.value),
                "analysis": analysis(played.analysis)}

    def show(self, session):
        both = lambda get: {color: get(color) for color in ("black", "white")}  # noqa: E731
        result, request = session.result, session.request() if session.due == "engine" else None
        assert session.game.position == session.position and session.game.moves == session.moves
        return {
            "due": session.due, "position": str(session.position), "moves": "".join(session.moves),
            "legal_moves": session.legal_moves(), "last_move": session.last_move, "discs": both(session.discs),
            "time_left": both(session.time_left), "time_of_turn": session.time_of_turn,
            "moves_to_redo": session.moves_to_redo,
            "result": result and {"score": result.score, "ending": result.ending},
            "request": request if request is None else {"ask": "analyze", "position": str(session.position), **request},
            "ggf": session.ggf(), "stored": json.loads(session.to_json()),
        }

    def problem(self, error):
        return problem(error)["error"]


def call(case):
    if corpus.reading(case):
        return reading(case)
    if "session" in case:
        return corpus.replay_session({"steps": [], **case}, Sessions())
    if "read" in case:
        return read(case)
    if "bytes" in case:
        raise Inexpressible("a text of Python is valid")
    if "text" in case:
        if "id" in case.get("answer", {}) and "error" in case["answer"]:
            raise Inexpressible("an exception is that of the call, which needs no id")
        return json.loads(engine(case).ask(case["text"]))
    question = corpus.question(case)
    if "positions" in case.get("with", {}):
        question.pop("ask")
        boards, values = list(map(Board, case["with"]["positions"])), {}
        for solved in engine(case).solve_many(boards, **arguments(question, case)):
            values[solved.index] = value(solved.value)
        return {"many": [values.get(i, {"bounds": {"lower": -64, "upper": 64}}) for i in range(len(boards))]}
    if question.get("ask") == "verify":
        del question["ask"]
        return verified(reversi.verify(base64.b64decode(question.pop("proof")), **question))
    ask, start, moves = (question.pop(name, None) for name in ("ask", "position", "moves"))
    if ask in OF_ASK and not case.get("with"):
        return json.loads(engine(case).ask(json.dumps(corpus.question(case))))
    if ask not in ASKS or start is None and moves is None or "version" in question or (ask == "play") != ("move" in question):
        raise Inexpressible("a call has no such argument, or has it always")
    game = Game(moves or "", start=Position(start) if start else None)
    if ask == "legal_moves":
        return {"legal_moves": game.legal_moves()}
    if ask == "play":
        game.play(question["move"])
        score = game.score if game.is_over else None
        return {"played": {"position": str(game.position), "legal_moves": game.legal_moves(), "black_score": score}}
    if ask == "human_moves":
        if question.keys() - {"human"}:
            raise Inexpressible("a call has no such argument, or has it always")
        found = engine(case).human_moves(game, *question.values())
        assert pickle.loads(pickle.dumps(found)) == reversi.HumanMoves.from_json(found.to_json()) == found
        return {"human_moves": people(found)}
    given = arguments(question, case)
    if "checkpoint" in case.get("with", {}):
        list(engine(case).solve_many([game], checkpoint=corpus.file(case, "checkpoint"), **given))
    try:
        found = getattr(engine(case), ask)(game, **given)
    except reversi.Interrupted as error:
        assert pickle.loads(pickle.dumps(error)) == reversi.Interrupted.from_json(error.to_json()) == error
        return {"interrupted": {"reason": error.reason, "bounds": value(error.bounds)["bounds"], **took(error)}}
    if case.get("with", {}).get("round_trip"):
        for one in (found, found.value):
            assert pickle.loads(pickle.dumps(one)) == type(one).from_json(one.to_json()) == one
        found = type(found).from_json(found.to_json())
    return {"position": str(game.position), **reply(found)}


def answer(case):
    try:
        return call(case)
    except Inexpressible:
        raise
    except reversi.ReversiError as error:
        return problem(error)


@pytest.mark.parametrize("case", corpus.cases(), ids=lambda case: case["name"])
def test_case(case):
    wrong, _ = corpus.check("python", case, answer)
    assert not wrong, wrong


def label(value):
    """A value of a picture: a text, a number, or a score."""
    if not isinstance(value, dict):
        return value
    if "exact" in value:
        return reversi.Exact(value["exact"])
    return reversi.Bounds(**value["bounds"]) if "bounds" in value else reversi.Estimate(**value["estimate"])


@pytest.mark.parametrize("case", json.loads((corpus.DATA / "pictures.json").read_text()), ids=lambda case: case["name"])
def test_picture(case):
    options = case["options"]
    if "values" in options:
        options["values"] = {square: label(value) for square, value in options["values"].items()}
    board = Position(case["game"]) if " " in case["game"] else Game(case["game"])
    assert board.svg(**options) == case["svg"]


def random_sessions():
    """Sessions of the model that `cargo tools session-cases` knows; none without cargo."""
    if path := os.environ.get("SESSION_CASES"):
        return [json.loads(line) for line in open(path)]
    if not shutil.which("cargo"):
        return []
    command = ["cargo", "run", "--quiet", "-p", "reversi-tools", "--", "session-cases", "1", "300"]
    done = subprocess.run(command, cwd=corpus.ROOT, capture_output=True, timeout=1200)
    return [json.loads(line) for line in done.stdout.splitlines()] if done.returncode == 0 else []


def test_random_sessions_are_those_of_the_model():
    cases, sessions = random_sessions(), Sessions()
    if not cases:
        pytest.skip("cargo tools session-cases cannot be run")
    wrong = [f"{case['name']}{wrong}" for case in cases
             if (wrong := corpus.mismatch(corpus.wanted(case), corpus.replay_session(case, sessions)))]
    assert not wrong, "\n".join(wrong[:20])


def test_the_list_of_what_cannot_be_expressed():
    assert not corpus.unknown_names("python")


if __name__ == "__main__":
    corpus.replay("python", answer)
