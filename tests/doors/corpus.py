"""The cases of testdata/doors for the runners in Python, and how answers are compared with them.

    python tests/doors/ask.py [--list]

`--list` prints the cases that the door cannot express, in the form of testdata/doors/not-expressible.json.
"""

import json
import os
import sys
import tempfile
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "testdata/doors"
#: What doors do not tell of a record that they have read.
HIDDEN = {"c": {"tags", "notes", "start"}, "program": {"tags", "notes", "start", "notation", "line", "offset", "side_is_open", "file"}}
FILES = Path(tempfile.mkdtemp(prefix="reversi-doors-"))


class Inexpressible(Exception):
    """The door has no way to ask this. The text says why."""


def _number(map_):
    return float(map_["float"]) if set(map_) == {"float"} else map_


def cases():
    lines = [line for path in sorted(DATA.glob("*.jsonl")) for line in path.read_text().splitlines()]
    return [json.loads(line, object_hook=_number) for line in lines]


def question(case):
    """The question as an object. A text that is not an object cannot be a typed call."""
    return dict(case["question"])


def file(case, what):
    """The file that `with` or `read` describes: whole, cut, damaged, or a text."""
    path = FILES / f"{case['name'].replace('/', '-')}.{what}"
    spec = {**case.get("read", {}), **case.get("with", {})}[what]
    if isinstance(spec, str):
        data = spec.encode()
    else:
        data = bytearray.fromhex(spec["hex"]) if "hex" in spec else bytearray((ROOT / spec["of"]).read_bytes())
        data = data[: spec.get("cut", len(data))] + bytes.fromhex(spec.get("add", ""))
        if "flip" in spec:
            data[spec["flip"]] ^= 255
    path.write_bytes(data)
    return str(path)


def reading(case):
    """The bytes of a case of reading.jsonl and how they are read; None for the other cases."""
    read = case.get("read", {})
    if "any" not in read and "bytes" not in read:
        return None
    data = read["any"].encode() if "any" in read else bytes.fromhex(read["bytes"])
    return data, {name: read[name] for name in ("strict", "open_side", "file") if name in read}


def replay_session(case, door):
    """The state of a session after each step. `door` has `make`, `restore`, `act`, `show` and its exception, `refused`."""
    session, steps = door.make(case["session"]), []
    for step in case["steps"]:
        error, extra = None, {}
        if step.get("stored"):
            session = door.restore(session)
        if "action" in step:
            try:
                extra = door.act(session, dict(step["action"])) or {}
            except door.refused as refusal:
                error = door.problem(refusal)
        steps.append({"error": error, "then": {**door.show(session), **extra}})
    return {"steps": steps}


def wanted(case):
    """The part of the answer that is compared."""
    if "steps" in case:
        return {"steps": [{"error": step.get("error"), "then": step.get("then", {})} for step in case["steps"]]}
    return case.get("answer") or {"error": case["error"]}


def mismatch(want, got, place=""):
    """Returns the difference between the answer of the door and the case, or None."""
    if isinstance(want, dict) and "starts_with" in want:
        start = want["starts_with"]
        return mismatch(start, got[: len(start)] if isinstance(got, list) else got, place)
    if isinstance(want, dict) and "length" in want:
        return mismatch([{}] * want["length"], got, place)
    if isinstance(want, dict) and set(want) & {"at_least", "at_most"}:
        fits = isinstance(got, (int, float)) and want.get("at_least", got) <= got <= want.get("at_most", got)
        return None if fits else f"{place}: {got} is not {want}"
    if isinstance(want, dict) and isinstance(got, dict):
        return next(filter(None, (mismatch(w, got.get(k), f"{place}.{k}") for k, w in want.items())), None)
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        return next(filter(None, (mismatch(w, g, f"{place}[{i}]") for i, (w, g) in enumerate(zip(want, got)))), None)
    if isinstance(want, float) and isinstance(got, (int, float)):
        return None if abs(want - got) < 1e-5 else f"{place}: {got} is not {want}"
    fits = want == got and isinstance(want, bool) == isinstance(got, bool)
    return None if fits else f"{place}: {str(got)[:200]} is not {want}"


def check(door, case, answer):
    """Asks at the door. Returns the mismatch, and the reason if the door cannot ask."""
    listed = json.loads((DATA / "not-expressible.json").read_text())[door]
    is_listed = any(fnmatchcase(case["name"], name) for names in listed.values() for name in names)
    want = wanted(case)
    if "records" in want and (hidden := HIDDEN.get(door)):
        want = {"records": [{k: v for k, v in record.items() if k not in hidden} for record in want["records"]]}
    try:
        got = answer(case)
    except Inexpressible as why:
        return (None if is_listed else f"is not listed, and cannot be asked: {why}"), str(why)
    want = json.loads(json.dumps(want).replace("$FILE", next(
        (str(path) for path in FILES.glob(case["name"].replace("/", "-") + ".*")), "$FILE")))
    if door != "ask" and "question" in case and "at" in want.get("error", {}):
        place = want["error"]["at"]  # a typed call reads these texts before it has a question
        want["error"]["at"] = {k: v for k, v in place.items() if k != "field" or v not in ("position", "moves", "move")}
    if is_listed:
        return "is listed, and can be asked", None
    if "error" in got and "error" not in want:
        return f"is refused: {json.dumps(got['error'])[:300]}", None
    if "error" in want and "error" not in got:
        return f"is not refused: {json.dumps(got)[:200]}", None
    return mismatch(want, got), None


def unknown_names(door):
    """Listed names that no case has. A name such as `sessions/*` has many."""
    listed, known = json.loads((DATA / "not-expressible.json").read_text())[door], [case["name"] for case in cases()]
    names = {name for names in listed.values() for name in names}
    return {name for name in names if not any(fnmatchcase(case, name) for case in known)}


def replay(door, answer):
    """Replays the corpus, and ends the process."""
    failures, reasons = [f"{name}: is listed, and no case" for name in sorted(unknown_names(door))], {}
    for case in cases():
        wrong, why = check(door, case, answer)
        if why:
            reasons.setdefault(why, []).append(case["name"])
        if wrong:
            failures.append(f"{case['name']}: {wrong}")
    if "--list" in sys.argv:
        sys.exit(json.dumps({door: reasons}, indent=1))
    print(*failures, f"{door}: {len(cases())} cases, {len(failures)} failures, "
          f"{sum(map(len, reasons.values()))} cannot be expressed", sep="\n")
    sys.exit(bool(failures))
