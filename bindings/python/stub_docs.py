"""Writes the docstrings of the library into its stub, so that editors show them.

    python stub_docs.py          # after a build, with the package installed
    python stub_docs.py --check  # says whether the stub has them
"""

from __future__ import annotations

import argparse
import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Union

STUB = Path(__file__).parent / "python/reversi_engine/_engine.pyi"
Documented = Union[ast.ClassDef, ast.FunctionDef]
Edit = tuple[int, int, list[str]]


def documented(body: list[ast.stmt], of: object) -> Iterator[tuple[Documented, str]]:
    """Yields the classes and functions of the stub that have a docstring in the library."""
    seen = set()
    for item in body:
        if not isinstance(item, (ast.ClassDef, ast.FunctionDef)):
            continue
        # Names with an underscore are not for users, and an overload has the docstring of the first one.
        if item.name.startswith("_") or item.name in seen:
            continue
        seen.add(item.name)
        value = inspect.getattr_static(of, item.name)
        if isinstance(value, staticmethod):  # it has a docstring of its own, about static methods
            value = value.__func__
        text = inspect.getdoc(value)
        if text:
            yield item, text
        if isinstance(item, ast.ClassDef):
            yield from documented(item.body, value)


def quoted(text: str, indent: str) -> list[str]:
    text = text.replace("\\", "\\\\").replace('"""', '\\"""')
    first, *rest = text.split("\n")
    if not rest and not text.endswith('"'):
        return [f'{indent}"""{text}"""']
    return [f'{indent}"""{first}', *(f"{indent}{line}".rstrip() for line in rest), f'{indent}"""']


def edit(item: Documented, text: str, lines: list[str]) -> Edit:
    """Returns the lines from one to before another, and their replacement."""
    first = item.body[0]
    docstring = quoted(text, " " * (item.col_offset + 4))
    if ast.get_docstring(item) is not None:
        return first.lineno - 1, first.end_lineno or 0, docstring
    if isinstance(first, ast.Expr):  # `...` behind the colon
        head = lines[first.lineno - 1][: first.col_offset].rstrip()
        return first.lineno - 1, first.lineno, [head, *docstring]
    above = [decorator.lineno for decorator in getattr(first, "decorator_list", [])]
    start = min([first.lineno, *above]) - 1
    return start, start, docstring


def with_docstrings(stub: str, library: object) -> str:
    lines = stub.splitlines()
    edits = [edit(item, text, lines) for item, text in documented(ast.parse(stub).body, library)]
    for start, end, new in sorted(edits, reverse=True):
        lines[start:end] = new
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing")
    check = parser.parse_args().check
    from reversi_engine import _engine

    stub = STUB.read_text(encoding="utf-8")
    new = with_docstrings(stub, _engine)
    if check and new != stub:
        raise SystemExit("the stub lacks docstrings of the library: run bindings/python/stub_docs.py")
    if not check:
        STUB.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
