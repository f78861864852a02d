"""The corpus at `reversi ask`: the questions as they are. Those without a search go through one process."""

import functools
import json
import subprocess

import corpus
from corpus import Inexpressible

PROGRAM = [str(corpus.ROOT / "target/debug/reversi"), "ask"]


def text(case):
    if "text" in case:
        return case["text"]
    try:
        return json.dumps(case["question"], allow_nan=False)
    except ValueError:
        raise Inexpressible("JSON has no such number") from None


def options(case):
    """The options of the engine."""
    given = {"hash_mib": 1, **case.get("with", {})}
    for name in ("stop", "round_trip", "checkpoint", "positions"):
        if name in given:
            raise Inexpressible(f"a question in JSON has no {name}")
    arguments = []
    for name, value in given.items():
        if name == "book":
            value = "embedded" if value == "embedded" else corpus.file(case, "book")
        if name == "weights":
            value = corpus.file(case, "weights")
        arguments.append(f"--{name.replace('_', '-')}={value}")
    return arguments


def plain(case):
    """Returns whether a case can share a process: no search, no settings."""
    return case.get("answer", {}).keys().isdisjoint({"solution", "analysis", "game", "review", "balanced_starts", "practical", "traps", "interrupted", "proof"}) and not (
        case.keys() & {"with", "read", "bytes", "session"})


def run(arguments, stdin=None):
    done = subprocess.run(PROGRAM + arguments, input=stdin, capture_output=True, timeout=60)
    if not done.stdout:
        line = next((line for line in done.stderr.decode().splitlines() if line.startswith("{")), None)
        return [json.loads(line) if line else {"error": {"text": done.stderr.decode()}}]
    return [json.loads(line) for line in done.stdout.splitlines()]


def expressible(case):
    try:
        return text(case) is not None
    except Inexpressible:
        return False


@functools.cache
def together():
    """The answers of one process to all questions that can share it."""
    sharing = [case for case in corpus.cases() if plain(case) and expressible(case)]
    return dict(zip((case["name"] for case in sharing), run(["--hash-mib", "1", "--", *map(text, sharing)])))


class Refused(Exception):
    """An action or a session that is refused, with the problem."""


class Sessions:
    """Sessions as they are stored: each step is a question of its own."""

    refused = Refused

    def ask(self, session, *actions):
        question = {"ask": "session", "session": session, "actions": actions}
        got = run(["--hash-mib", "1", "--", json.dumps(question)])[0]
        if "error" in got:
            raise Refused(got["error"])
        return got["session"]

    def make(self, stored):
        return dict(self.ask(stored)["stored"])

    def restore(self, session):
        return session  # it is stored after each step

    def act(self, session, action):
        if action["do"] == "answer" and (request := self.show(session)["request"]):
            found = run(["--hash-mib", "1", "--", json.dumps(request)])[0]
            action = {**action, "position": found["position"], "analysis": found["analysis"]}
        elif action["do"] == "answer":
            action = {"do": "engine_move"}  # there is nothing to answer
        state = self.ask(session, action)
        session.clear(), session.update(state["stored"])
        if state["refused"]:
            raise Refused(state["refused"])
        return {name: state[name] for name in ("did", "engine_moves")}

    def show(self, session):
        return self.ask(session)

    def problem(self, error):
        return error.args[0]


def session_answer(case):
    try:
        return corpus.replay_session(case, Sessions())
    except Refused as error:
        problem = error.args[0]
        if "field" in problem.get("at", {}):
            problem["at"]["field"] = problem["at"]["field"].removeprefix("session.")
        return {"error": problem}


def answer(case):
    if "session" in case:
        return session_answer({"steps": [], **case})
    if case["name"] in together():
        return together()[case["name"]]
    if case["name"].startswith("reading/"):
        raise Inexpressible("a question in JSON is no file")
    if "read" in case:
        kind, notation = next(iter(case["read"].items()))
        if kind not in ("cells", "moves", "move"):
            raise Inexpressible(f"a question in JSON holds no {kind}")
        if kind == "move":
            raise Inexpressible("a move is no position")
        return read(kind, run(["--hash-mib", "1", "--", json.dumps(
            {"position" if kind == "cells" else "moves": notation, "ask": "analyze_game", "depth": 1})])[0])
    if "bytes" in case:
        return run(["--hash-mib", "1"], bytes.fromhex(case["bytes"]) + b"\n")[0]
    return run([*options(case), "--", text(case)])[0]


def read(kind, got):
    """A reader's result from the answer to a question about what it has read."""
    if "game" in got:
        got["moves"] = "".join(turn["played"] for turn in got["game"])
    return got


if __name__ == "__main__":
    corpus.replay("ask", answer)
