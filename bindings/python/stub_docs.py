"""Writes the docstrings of the library into the stubs of a wheel, so that editors show them.

    python stub_docs.py WHEEL UNPACKED  # the wheel, and the folder with its files
"""

from __future__ import annotations

import argparse
import ast
import base64
import hashlib
import inspect
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Union

STUBS = "reversi_engine/_engine.pyi", "reversi_engine/_fields.pyi"
Documented = Union[ast.ClassDef, ast.FunctionDef]


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


def with_docstrings(stub: str, library: object) -> str:
    lines = stub.splitlines()
    for item, text in sorted(documented(ast.parse(stub).body, library), key=lambda one: -one[0].lineno):
        first = item.body[0]
        docstring = quoted(text, " " * (item.col_offset + 4))
        if isinstance(first, ast.Expr):  # `...` behind the colon
            head = lines[first.lineno - 1][: first.col_offset].rstrip()
            lines[first.lineno - 1 : first.lineno] = [head, *docstring]
        else:
            above = [decorator.lineno for decorator in getattr(first, "decorator_list", [])]
            start = min([first.lineno, *above]) - 1
            lines[start:start] = docstring
    return "\n".join(lines) + "\n"


def record(name: str, stub: bytes) -> str:
    """Returns the line of a stub in the list of a wheel's files."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(stub).digest()).decode().rstrip("=")
    return f"{name},sha256={digest},{len(stub)}\n"


def replace_stubs(wheel: Path, stubs: dict[str, bytes]) -> None:
    """Writes the wheel again, with other stubs."""
    with zipfile.ZipFile(wheel) as old:
        files = [(info, old.read(info)) for info in old.infolist()]
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for info, data in files:
            if info.filename in stubs:
                data = stubs[info.filename]
            elif info.filename.endswith(".dist-info/RECORD"):
                rows = data.decode().splitlines(keepends=True)
                names = [row.split(",")[0] for row in rows]
                rows = [record(name, stubs[name]) if name in stubs else row for name, row in zip(names, rows)]
                data = "".join(rows).encode()
            new.writestr(info, data, compresslevel=9)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("unpacked", type=Path)
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.unpacked))
    from reversi_engine import _engine

    texts = {name: (arguments.unpacked / name).read_text(encoding="utf-8") for name in STUBS}
    replace_stubs(
        arguments.wheel, {name: with_docstrings(text, _engine).encode() for name, text in texts.items()}
    )


if __name__ == "__main__":
    main()
