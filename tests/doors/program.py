"""The corpus at the program's verbs: each case is a command with `--format json`."""

import json
import subprocess

import corpus
from ask import options
from corpus import TODAY, Inexpressible

VERBS = {"solve": "solve", "analyze": "analyze", "analyze_game": "game", "evaluate": "evaluate"}
#: The options of a field. Before the doors are made one, times are milliseconds and lines are `--multi-pv`.
LIMITS = {"limits": "--", "total_limits": "--total-"}
GGF = "(;GM[Othello]PC[test]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 {} {}]{};)"


def flags(question):
    """The options of the question's fields, in the names of the program."""
    arguments = []
    for field, value in question.items():
        if field in LIMITS and isinstance(value, dict):
            for name, amount in value.items():
                if isinstance(amount, str):
                    raise Inexpressible("an option is a text: it has no other type")
                flag = LIMITS[field] + name.replace("_", "-")
                if TODAY and name == "seconds":
                    flag, amount = LIMITS[field] + "time", amount * 1000
                    amount = int(amount) if isinstance(amount, float) and abs(amount) < 1e18 else amount
                arguments.append(f"{flag}={amount}")
        elif field == "clock":
            names = {"remaining_seconds": "clock", "increment_seconds": "clock-increment"}
            arguments += [f"--{names.get(name, name)}={amount}" for name, amount in value.items()]
        elif field == "window" and isinstance(value, list):
            arguments += ["--window", *map(str, value)]
        elif field == "window" and TODAY and value in ("wld", "exact"):
            arguments += ["--wld"] * (value == "wld")
        elif value is None or isinstance(value, (dict, bool)) or field in LIMITS:
            raise Inexpressible("an option is a text: it has no other type")
        else:
            name = {"lines": "multi-pv"}.get(field, field) if TODAY else field
            arguments.append(f"--{'book-use' if name == 'book' else name.replace('_', '-')}={value}")
    return arguments


def item(question, verb):
    """The position or game as an argument."""
    position, moves = question.pop("position", None), question.pop("moves", None)
    if position is None and moves is None:
        raise Inexpressible("a command has a position")
    if position is None and (moves or verb == "game"):
        return moves
    if moves or verb == "game":
        if verb != "game":
            raise Inexpressible("a position is an argument without moves")
        cells, side = position.split()
        turn = ["B", "W"] if side == "X" else ["W", "B"]
        pairs = [moves[i : i + 2] for i in range(0, len(moves), 2)]
        played = "".join(f"{turn[i % 2]}[{'pa' if mv == 'ps' else mv}]" for i, mv in enumerate(pairs))
        return GGF.format(cells.replace("X", "*"), side.replace("X", "*"), played)
    return position or "---------------------------OX------XO--------------------------- X"


def read(case):
    (kind, _), = case["read"].items()
    if kind == "move":
        raise Inexpressible("no command reads a move alone")
    if kind == "obf":
        got = run_verb(["evaluate", corpus.file(case, "obf"), "--format", "json"], every=True)
        return got[0] if "error" in got[0] else {"positions": [one["position"] for one in got]}
    position, moves = (run_verb(["convert", "--to", form, "--", case["read"][kind]], text=True)
                       for form in ("board", "moves" if kind in ("moves", "ggf") else "board"))
    return position if isinstance(position, dict) else {"position": position.strip(), "moves": moves.strip()}


def run_verb(arguments, text=False, every=False):
    done = subprocess.run([corpus.ROOT / "target/debug/reversi", *arguments], capture_output=True, timeout=60)
    lines = (done.stdout + done.stderr).decode().splitlines()
    if text and done.returncode == 0:
        return done.stdout.decode()
    found = [json.loads(line) for line in lines if line.startswith("{")] or [{"error": {"text": "\n".join(lines)}}]
    return found if every else found[0]


def answer(case):
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
    engine = options({**case, "with": settings}) if ask != "evaluate" or settings else []
    if "checkpoint" in case.get("with", {}):
        engine += ["--checkpoint", corpus.file(case, "checkpoint")]
    got = run_verb([VERBS[ask], *engine, *flags(question), "--format=json", "--", *argument], every=True)
    if not many or "error" in got[0]:
        return got[0]
    values = [one["solution"]["value"] if "solution" in one else {"bounds": one["interrupted"]["bounds"]} for one in got]
    return {"many": values + [{"bounds": {"lower": -64, "upper": 64}}] * (len(many) - len(values))}


if __name__ == "__main__":
    corpus.replay("program", answer)
