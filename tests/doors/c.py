"""The corpus in C: one program of all cases, compiled against the header and the library of `cargo xtask c`.

    python tests/doors/c.py [CC]...
"""

import functools
import json
import math
import re
import subprocess
import sys
import tempfile

import corpus
from corpus import Inexpressible

INSTALLED = corpus.ROOT / "target/c"
FIELDS = {"solve": {"window", "at_least", "limits", "total_limits"}, "analyze": {
    "level", "depth", "selectivity", "lines", "only", "clock", "book", "human", "limits", "total_limits"},
    "evaluate": set(), "legal_moves": set(), "human_moves": {"human"}, "play": {"move"}}
U32, U64 = 2**32 - 1, 2**64 - 1
STRENGTHS = {"beginner", "casual", "intermediate", "club", "tournament", "expert", "master"}


def string(text):
    data = text if isinstance(text, bytes) else text.encode()
    return '"' + "".join(f"\\{byte:03o}" for byte in data) + f'", {len(data)}'


def whole(value, most, least=0):
    if type(value) is not int or not least <= value <= most:
        raise Inexpressible("the type of the field holds no such value")
    return f"{value}{'ull' if most == U64 else ''}"


def some(value, most):
    if value == 0:
        raise Inexpressible("a zero is the default")
    return whole(value, most)


def seconds(value):
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise Inexpressible("the type of the field holds no such value")
    if value == 0:
        raise Inexpressible("a zero is the default")
    return "NAN" if value != value else "INFINITY" if value == math.inf else "-INFINITY" if value == -math.inf else repr(float(value))


def limits(name, given, stop):
    """`name` of the options, with a stop signal if there is one."""
    if not isinstance(given, dict) or set(given) - {"seconds", "nodes"}:
        raise Inexpressible("a struct has no such field")
    lines = [f"{name}.seconds = {seconds(given['seconds'])};"] if "seconds" in given else []
    lines += [f"{name}.nodes = {some(given['nodes'], U64)};"] if "nodes" in given else []
    lines += [f"{name}.stop = stop;"] if stop else []
    return [f"ReversiLimits {name} = REVERSI_LIMITS_INIT;", *lines, f"o.{name} = &{name};"]


def options(question, stop):
    lines = []
    if {"level", "depth"} <= set(question) or {"window", "at_least"} <= set(question):
        raise Inexpressible("the struct has one effort and one question")
    for name, value in question.items():
        if name in ("limits", "total_limits"):
            lines += limits(name, value, stop and name == "limits")
        elif name in ("level", "depth"):
            lines += [f"o.effort = REVERSI_EFFORT_{name.upper()}; o.amount = {whole(value, U32)};"]
        elif name == "lines":
            lines += [f"o.lines = {'UINT32_MAX' if value == 'all' else some(value, U32)};"]
        elif name == "human":
            lines += [f"o.human = {some(value, U32)};"]
        elif name == "selectivity":
            lines += [f"o.selectivity = {whole(value, U32)};"]
        elif name == "at_least" or isinstance(value, list) and len(value) == 2:
            ends = [whole(end, 2**31, -(2**31)) for end in (value if name == "window" else [value])]
            kind = "WINDOW" if name == "window" else "AT_LEAST"
            lines += [f"o.question = REVERSI_QUESTION_{kind}; o.alpha = {ends[0]}; o.beta = {ends[-1]};"]
        elif name == "window" and value in ("exact", "wld"):
            lines += [f"o.question = REVERSI_QUESTION_{value.upper()};"]
        elif name == "only" and set(value.lower()) <= set("abcdefgh12345678 "):
            text = value.lower().replace(" ", "")
            lines += [f"o.only |= 1ull << {'abcdefgh'.index(text[i]) + 8 * int(text[i + 1]) - 8};" for i in range(0, len(text), 2)]
        elif name == "clock" and isinstance(value, dict) and set(value) <= {"remaining_seconds", "increment_seconds"}:
            lines += [f"o.clock_{field} = {seconds(time)};" for field, time in value.items()]
        elif name == "book" and value in ("as_deep", "never", "always"):
            lines += [f"o.book = REVERSI_BOOK_USE_{value.upper()};"]
        else:
            raise Inexpressible("the type of the field holds no such value")
    return lines + (limits("limits", {}, stop) if stop and "limits" not in question else [])


def engine(case):
    """An engine of its own, or the shared one with an empty table."""
    given = {name: v for name, v in case.get("with", {}).items() if name not in ("stop", "positions")}
    lines = ["ReversiEngineOptions e = REVERSI_ENGINE_OPTIONS_INIT; ReversiEngine *engine = NULL;", "e.hash_mib = 1;"]
    for name, value in given.items():
        if name == "hash_mib":
            lines += [f"e.hash_mib = {some(value, U64)};"]
        elif name == "threads":
            lines += [f"e.threads = {some(value, U32 - 1)};"]
        elif name == "cpu_level":
            lines += [f"e.cpu_level = {string(value).split(',')[0]}; e.cpu_level_length = {len(value)};"]
        elif name in ("weights", "book"):
            call = "embedded(&" if value == "embedded" else f"open({string(corpus.file(case, name))}, &"
            lines += [f"TRY(reversi_{name}_{call}e.{name}));"]
        else:
            raise Inexpressible(f"there is no {name.replace('_', ' ')}")
    return lines + ["TRY(reversi_engine_new(&e, &engine));"]


COLORS = {"black": "REVERSI_COLOR_BLACK", "white": "REVERSI_COLOR_WHITE"}
NO_VALUE = "the type of the field holds no such value"


def color(name):
    if name not in COLORS:
        raise Inexpressible(NO_VALUE)
    return COLORS[name]


def player(name, given):
    """A `ReversiPlayer` of this name."""
    lines = [f"ReversiPlayer {name} = REVERSI_PLAYER_INIT;"]
    if given == "person":
        return lines
    (kind, fields), = given.items() if isinstance(given, dict) else [(None, {})]
    if kind == "opponent" and "strength" not in fields and "rating" in fields:
        return [*lines, f"{name}.kind = REVERSI_PLAYER_KIND_OPPONENT; {name}.seed = {whole(fields['seed'], U64)};",
                f"{name}.rating = {whole(fields['rating'], U32)};"]
    if kind == "opponent" and fields.get("strength") in STRENGTHS and "rating" not in fields:
        return [*lines, f"{name}.kind = REVERSI_PLAYER_KIND_OPPONENT; {name}.seed = {whole(fields['seed'], U64)};",
                f"{name}.strength = REVERSI_STRENGTH_{fields['strength'].upper()};"]
    if kind != "engine":
        raise Inexpressible(NO_VALUE)
    return [*lines, f"ReversiAnalyzeOptions {name}_options = REVERSI_ANALYZE_OPTIONS_INIT;",
            *(re.sub(r"\bo\.", f"{name}_options.", line) for line in options(fields, None)),
            f"{name}.kind = REVERSI_PLAYER_KIND_ENGINE; {name}.analyze = &{name}_options;"]


def clock(name, given):
    if given is None:
        return [f"const ReversiClock *{name} = NULL;"]
    times = "".join(f" {name}_of.{field} = {float(time)!r};" for field, time in given.items())
    return [f"ReversiClock {name}_of = REVERSI_CLOCK_INIT;{times} const ReversiClock *{name} = &{name}_of;"]


def make(stored):
    """A session by the calls that make one, or by its stored form if they have no such field."""
    if not stored.keys() <= {"game", "ggf", "players", "names", "clocks", "variety"} or {"game", "ggf"} <= stored.keys():
        return [f"TRY(reversi_session_from_json({string(json.dumps(stored))}, &s));"]
    lines = [line for name in COLORS for line in player(name, stored.get("players", {}).get(name, "person"))]
    if "ggf" in stored:
        lines += [f"TRY(reversi_session_from_ggf({string(stored['ggf'])}, &black, &white, &s));"]
    else:
        start, played = stored.get("game", {}).get("start"), stored.get("game", {}).get("moves", "")
        lines += ["ReversiBoard board; ReversiColor side = REVERSI_COLOR_BLACK; ReversiGame *game = NULL;"]
        lines += [f"TRY(reversi_board_parse({string(start)}, &board, &side));" if start else "TRY(reversi_board_start(&board));",
                  f"TRY(reversi_game_parse(&board, side, {string(played)}, &game));",
                  "TRY(reversi_session_new(game, &black, &white, &s));", "reversi_game_free(game);"]
    for name, text in stored.get("names", {}).items():
        lines += [f"TRY(reversi_session_set_name(s, {color(name)}, {string(text)}));"]
    for name, given in stored.get("clocks", {}).items():
        lines += [*clock(f"{name}_clock", given), f"TRY(reversi_session_set_clock(s, {color(name)}, {name}_clock));"]
    if "variety" in stored:
        seed = whole(stored["variety"].get("seed", 0), U64)
        lines += [f"TRY(reversi_session_set_variety(s, {string(stored['variety']['choose'])}, {seed}));"]
    return lines


def act(action):
    verb = action["do"]
    if verb == "play":
        seconds = f"double seconds = {float(action['seconds'])!r}; " if "seconds" in action else ""
        return [f"{seconds}STEP(play_text(s, {string(action['move'])}, {'&seconds' if seconds else 'NULL'}));"]
    if verb in ("undo", "redo", "undo_to_person", "redo_to_person"):
        return [f"STEP_DID(reversi_session_{verb}(s));"]
    if verb == "pass":
        return ["STEP(reversi_session_pass(s));"]
    if verb == "tick":
        return ["STEP(reversi_session_tick(s, NULL));"]
    if verb == "resign":
        return [f"STEP(reversi_session_resign(s, {color(action['color'])}));"]
    if verb == "set_name":
        return [f"STEP(reversi_session_set_name(s, {color(action['color'])}, {string(action['name'])}));"]
    if verb == "set_variety":
        return [f"STEP(reversi_session_set_variety(s, {string(action['variety'])}, {action.get('seed', 0)}));"]
    if verb == "set_player":
        return [*player("player", action["player"]), f"STEP(reversi_session_set_player(s, {color(action['color'])}, &player));"]
    if verb == "set_clock":
        return [*clock("given", action.get("clock")), f"STEP(reversi_session_set_clock(s, {color(action['color'])}, given));"]
    lines = ["ReversiLimits l = REVERSI_LIMITS_INIT;"]
    lines += [f"l.nodes = {some(action['limits']['nodes'], U64)};"] if "limits" in action else []
    return [*lines, f"engine_step(s, engine, &l, {int(verb == 'answer')});"]


def session(case):
    lines = [*engine(case), "ReversiSession *s = NULL;", *make(case["session"]), 'printf("{\\"steps\\": [");']
    for number, step in enumerate(case.get("steps", [])):
        called = act(step["action"]) if "action" in step else ["STEP(REVERSI_STATUS_OK);"]
        lines += ["{", *(["restore(&s);"] if step.get("stored") else []), *called, "}"]
        lines += ['printf(", ");'] if number + 1 < len(case["steps"]) else []
    return [*lines, 'printf("]}\\n");', "reversi_session_free(s); reversi_engine_free(engine);"]


def body(case):
    if reading := corpus.reading(case):
        data, how = reading
        file = string(how["file"]) if "file" in how else "NULL, 0"
        return [f"read_all({string(data)}, {int(how.get('strict', 0))}, {int(how.get('open_side', 0))}, {file});"]
    if "session" in case:
        return session(case)
    if "read" in case:
        (kind, text), = case["read"].items()
        if kind in ("fen", "ggf"):
            raise Inexpressible(f"there is no reader of {kind.upper()}")
        file = corpus.file(case, "obf") if kind == "obf" else ""
        return [f"read_{kind}({string(file or text)});"]
    text = case.get("text") or ("bytes" in case and bytes.fromhex(case["bytes"]))
    stop = case.get("with", {}).get("stop")
    stops = ["ReversiStop *stop = NULL; TRY(reversi_stop_new(&stop));"] if stop else []
    stops += ["reversi_stop_set(stop);"] if stop == "set" else []
    question = {} if text else corpus.question(case)
    if text or question.get("ask") in ("prove", "verify", "analyze_game", "review", "balanced_starts", "practical", "traps"):
        if "id" in case.get("answer", {}) and "error" in case["answer"]:
            raise Inexpressible("an error is that of the call, which needs no id")
        ask = string(text or json.dumps(question))
        watch = ["ReversiLimits l = REVERSI_LIMITS_INIT; l.stop = stop;"] if stop else []
        return [*engine(case), *stops, *watch, f"ask(engine, {ask}, {'&l' if stop else 'NULL'});"]
    if many := case.get("with", {}).get("positions"):
        lines = [f"ReversiBoard boards[{len(many)}]; ReversiValue values[{len(many)}]; size_t solved; ReversiStatus status;"]
        lines += [f"TRY(reversi_board_parse({string(text)}, &boards[{i}], NULL));" for i, text in enumerate(many)]
        lines += ["ReversiSolveOptions o = REVERSI_SOLVE_OPTIONS_INIT;", *stops]
        del question["ask"]
        call = f"reversi_solve_many(engine, boards, {len(many)}, &o, values, &solved)"
        return [*engine(case), *lines, *options(question, stop), f"status = {call}; many(status, values, {len(many)});"]
    ask, start, played = (question.pop(name, None) for name in ("ask", "position", "moves"))
    if ask not in FIELDS or set(question) - FIELDS[ask] or (start is None and played is None):
        raise Inexpressible("a call has no such argument, or has it always")
    if ask == "play" and "move" not in question:
        raise Inexpressible("a call has no such argument, or has it always")
    lines = engine(case) + ["ReversiBoard board; ReversiColor side = REVERSI_COLOR_BLACK; ReversiGame *game = NULL;"]
    lines += [f"TRY(reversi_board_parse({string(start)}, &board, &side));"] if start else ["TRY(reversi_board_start(&board));"]
    lines += [f"TRY(reversi_game_parse(&board, side, {string(played or '')}, &game));", "TRY(reversi_game_position(game, &board, &side));"]
    if ask in ("legal_moves", "evaluate"):
        return [*lines, f"{ask}_of({'engine, ' if ask == 'evaluate' else ''}&board);"]
    if ask == "human_moves":
        return [*lines, f"human_moves_of(engine, &board, {whole(question.get('human', 1500), U32)});"]
    if ask == "play":
        return [*lines, f"play(game, {string(question['move'])});"]
    kind = {"solve": "Solve", "analyze": "Analyze"}[ask]
    lines += [f"Reversi{kind}Options o = REVERSI_{ask.upper()}_OPTIONS_INIT; ReversiAnswer *found = NULL;", *stops]
    call = f"reversi_{ask}(engine, &board, &o, &found)"
    return [*lines, *options(question, stop), f"{{ ReversiStatus status = {call}; answer(status, found, {int(ask == 'solve')}, &board, side); }}", "reversi_engine_free(engine);"]


@functools.cache
def answers(compiler):
    """Returns the output of the program of all cases."""
    functions, names = [], []
    for case in corpus.cases():
        try:
            functions.append(f"static void case_{len(names)}(void) {{\n    " + "\n    ".join(body(case)) + "\n}\n")
            names.append(case["name"])
        except Inexpressible:
            pass
    calls = "".join(f"    case_{i}();\n" for i in range(len(names)))
    here = tempfile.mkdtemp()
    with open(f"{here}/doors.c", "w") as source:
        source.write("\n".join(['#include "door.h"', *functions, f"int main(void) {{\n{calls}    return 0;\n}}\n"]))
    subprocess.run([compiler, "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", f"-I{INSTALLED}/include",
        f"-I{corpus.ROOT}/tests/doors", f"{here}/doors.c", "-o", f"{here}/doors", f"-L{INSTALLED}/lib", "-lreversi",
        f"-Wl,-rpath,{INSTALLED}/lib", "-lm"], check=True)
    out = subprocess.run([f"{here}/doors"], capture_output=True, timeout=100, check=True).stdout.decode(errors="replace")
    lines = out.splitlines()
    assert len(lines) == len(names), f"{len(lines)} lines of {len(names)} cases, after {names[len(lines) - 1]}"
    return dict(zip(names, map(json.loads, lines)))


def answer(case, compiler="cc"):
    body(case)
    return answers(compiler)[case["name"]]


if __name__ == "__main__":
    corpus.replay("c", answer)
