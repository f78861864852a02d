"""The corpus at the program's verbs: each case is a command with `--format json`."""

import json
import subprocess

import corpus
from ask import options
from corpus import Inexpressible

VERBS = {"solve": "solve", "analyze": "analyze", "analyze_game": "game", "review": "review",
         "evaluate": "evaluate", "balanced_starts": "starts"}
GGF = "(;GM[Othello]PC[test]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 {} {}]{};)"


def flags(question):
    """The options of the question's fields: an option is a field, or a field of limits or of a clock."""
    arguments = []
    for field, value in question.items():
        if isinstance(value, dict):
            prefix = field[: -len("limits")] if field.endswith("limits") else field + "_"
            values = {prefix + name: amount for name, amount in value.items()}
        else:
            values = {"book_use" if field == "book" else field: value}
        for name, amount in values.items():
            if amount is None or isinstance(amount, bool) or name.endswith("seconds") and isinstance(amount, str):
                raise Inexpressible("an option is a text: it has no other type")
            text = ",".join(map(str, amount)) if isinstance(amount, list) else amount
            arguments.append(f"--{name.replace('_', '-')}={text}")
    return arguments


def item(question, verb):
    """The position or game as an argument."""
    position, moves = question.pop("position", None), question.pop("moves", None)
    if position is None and moves is None:
        raise Inexpressible("a command has a position")
    is_game = verb in ("game", "review")
    if is_game and not moves:
        raise Inexpressible("a command analyses games with a move")
    if position is None and moves:
        return moves
    if moves or is_game:
        if not is_game:
            raise Inexpressible("a position is an argument without moves")
        cells, side = position.split()
        turn = ["B", "W"] if side == "X" else ["W", "B"]
        pairs = [moves[i : i + 2] for i in range(0, len(moves), 2)]
        played = "".join(f"{turn[i % 2]}[{'pa' if mv == 'ps' else mv}]" for i, mv in enumerate(pairs))
        return GGF.format(cells.replace("X", "*"), side.replace("X", "*"), played)
    return position or "---------------------------OX------XO--------------------------- X"


def reading(case):
    """The records of a file. The first record that cannot be read has its reason; the others are counted."""
    data, how = corpus.reading(case)
    if how.get("open_side"):
        raise Inexpressible("a command needs the side to move")
    folder = corpus.FILES / case["name"].replace("/", "-")
    folder.mkdir(exist_ok=True)
    path = folder / how.get("file", "any")
    path.write_bytes(data)
    command = [corpus.ROOT / "target/debug/reversi", "convert", "--to", "json", *["--strict"] * how.get("strict", False)]
    done = subprocess.run([*command, "--skip-bad", "--", path], capture_output=True, timeout=60)
    games = [json.loads(line) for line in done.stdout.decode().splitlines()]
    left_out = [line for line in done.stderr.decode().splitlines() if line.startswith("left out: ")]
    records, first = [], None
    for want in case["answer"]["records"]:
        if "error" not in want:
            records.append(shown(games.pop(0)) if games else {})
        elif first is None:
            found = subprocess.run([*command, "--", path], capture_output=True, timeout=60).stderr.decode()
            first = next((json.loads(line) for line in found.splitlines() if line.startswith("{")), {"error": found})
            records.append(first)
        else:
            records.append(want)
    bad = sum("error" in want for want in case["answer"]["records"])
    return {"records": records + games if len(left_out) == bad else [{"left out": left_out}]}


def shown(record):
    """A game or a position in JSON."""
    if isinstance(record, str):
        return {"position": record}
    return record.get("game", record)


def read(case):
    (kind, _), = case["read"].items()
    if kind == "move":
        raise Inexpressible("no command reads a move alone")
    if kind == "obf":
        got = run_verb(["evaluate", corpus.file(case, "obf"), "--format", "json"], every=True)
        if "error" in got[0] and (at := got[0]["error"].get("at")):
            at["offset"] = at["column"] - 1  # the offset in the line
        return got[0] if "error" in got[0] else {"positions": [one["position"] for one in got]}
    if kind == "cells" and "error" in case or not case["read"][kind]:
        raise Inexpressible("a command takes any notation, and an empty text for none")
    refused = run_verb(["convert", "--to", "json", "--", case["read"][kind]], text=True)
    if isinstance(refused, dict):
        return refused
    position, moves = (run_verb(["convert", "--to", form, "--", case["read"][kind]], text=True)
                       for form in ("board", "moves" if kind in ("moves", "ggf") else "board"))
    return {"position": position.strip(), "moves": moves.strip()}


def run_verb(arguments, text=False, every=False):
    done = subprocess.run([corpus.ROOT / "target/debug/reversi", *arguments], capture_output=True, timeout=60)
    lines = (done.stdout + done.stderr).decode().splitlines()
    if text and done.returncode == 0:
        return done.stdout.decode()
    if any("unexpected argument" in line for line in lines):
        raise Inexpressible("a command has no such option")
    found = [json.loads(line) for line in lines if line.startswith("{")] or [{"error": {"text": "\n".join(lines)}}]
    return found if every else found[0]


def answer(case):
    if "session" in case:
        raise Inexpressible("no command is a session at each step")
    if corpus.reading(case):
        return reading(case)
    if "read" in case:
        return read(case)
    if "text" in case or "bytes" in case:
        raise Inexpressible("a command is no JSON text")
    question = corpus.question(case)
    ask = question.pop("ask", None)
    if ask not in VERBS:
        raise Inexpressible("no command of the program is this question")
    if "version" in question or "move" in question:
        raise Inexpressible("a command has no such option")
    many = case.get("with", {}).get("positions")
    argument = many or [item(question, VERBS[ask])]
    settings = {name: value for name, value in case.get("with", {}).items() if name not in ("checkpoint", "positions")}
    engine = [option for option in options({**case, "with": settings})
              if ask not in ("evaluate", "balanced_starts") or option != "--hash-mib=1"]
    if "checkpoint" in case.get("with", {}):
        engine += ["--checkpoint", corpus.file(case, "checkpoint")]
    got = run_verb([VERBS[ask], *engine, *flags(question), "--format=json", "--", *argument], every=True)
    if not many or "error" in got[0]:
        return got[0]
    values = [one["solution"]["value"] if "solution" in one else {"bounds": one["interrupted"]["bounds"]} for one in got]
    return {"many": values + [{"bounds": {"lower": -64, "upper": 64}}] * (len(many) - len(values))}


if __name__ == "__main__":
    corpus.replay("program", answer)
