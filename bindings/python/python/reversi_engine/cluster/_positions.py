"""Positions of files, as boards from the view of the side to move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from reversi_engine import Board, ParseError, read_games, to_array

#: Shape (n, 2): the discs of the side to move and of the other side, A1 is bit 0.
Boards = npt.NDArray[np.uint64]
#: Shape (n,), type ``S16``: the same 16 bytes, in an order in which they can be sorted and searched.
Keys = npt.NDArray[np.bytes_]
AnyPath = Union[str, PathLike[str]]

CHUNK = 65_536


def read_positions(source: AnyPath, *, skipped: list[ParseError] | None = None) -> Iterator[Boards]:
    """Reads a file of positions, or a folder of such files, a chunk at a time.

    ``.parquet`` and ``.csv`` have a column ``position``, or the columns ``player`` and ``opponent``. Everything
    else is in any notation that ``read_games`` knows; of a game it is the last position. Text that is no part of
    a position is an error.

    Raises ``ParseError`` with the file and the line or row, and ``OSError``. With a list ``skipped`` what cannot
    be read is left out, and its error is added to the list.

    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp(), "start.txt")
    >>> _ = file.write_text("---------------------------OX------XO--------------------------- X")
    >>> [chunk.shape for chunk in read_positions(file)]
    [(1, 2)]
    """
    path = Path(fspath(source))
    if not path.is_dir():
        yield from _read_file(path, skipped)
        return
    files = sorted(file for file in path.iterdir() if file.is_file() and file.name[0] not in "._")
    if not files:
        raise FileNotFoundError(f"{path}: there are no files in this folder")
    for file in files:
        yield from _read_file(file, skipped)


def _read_file(path: Path, skipped: list[ParseError] | None) -> Iterator[Boards]:
    suffix = path.suffix.lower()
    if suffix in (".parquet", ".csv"):
        yield from _read_columns(path, suffix, skipped)
        return
    boards = _boards(path, skipped)
    while chunk := list(islice(boards, CHUNK)):
        yield to_array(chunk)


def _boards(path: Path, skipped: list[ParseError] | None) -> Iterator[Board]:
    records = read_games(path, strict=True)
    while True:
        try:
            yield next(records).position.board
        except StopIteration:
            return
        except ParseError as error:
            text = str(error)
            where = "" if error.line is None or text.startswith("line ") else f"line {error.line}: "
            _refuse(ParseError(f"{path}, {where}{text}", code=error.code, **error.place), skipped)


def _refuse(error: ParseError, skipped: list[ParseError] | None) -> None:
    """Raises an error, or adds it to the list."""
    if skipped is None:
        raise error
    skipped.append(error)


def _parsed(texts: list[str], path: Path, row: int, skipped: list[ParseError] | None) -> Iterator[Board]:
    """The boards of a column."""
    for index, text in enumerate(texts, row):
        try:
            yield Board(text)
        except ParseError as error:
            place = {**error.place, "field": None, "file": str(path), "index": index}
            _refuse(ParseError(f"{path}, {_row(index)}: {error}", code=error.code, **place), skipped)


def _row(index: int | None) -> str:
    return f"row {index}, the first one is 0"


def _read_columns(path: Path, suffix: str, skipped: list[ParseError] | None) -> Iterator[Boards]:
    row = 0
    for batch in _batches(path, suffix):
        names = batch.schema.names
        _check_columns(names, path)
        if "player" in names and "opponent" in names:
            yield _from_bits(batch, path, row)
        elif "position" in names:
            texts = _texts(batch.column("position"), path)
            yield to_array(list(_parsed(texts, path, row, skipped)))
        row += batch.num_rows


def _check_columns(names: list[str], path: Path) -> None:
    if "position" not in names and not {"player", "opponent"} <= set(names):
        raise ParseError(
            f"{path}: the columns must be position, or player and opponent, not {', '.join(names) or 'none'}",
            code="bad-table",
            file=str(path),
        )


def _texts(column: Any, path: Path) -> list[str]:
    """A column of text. What is missing is the empty text, which is no position."""
    texts = column.to_pylist()
    if not all(text is None or isinstance(text, str) for text in texts):
        message = f"{path}: position must be a text in each row, not {column.type}"
        raise ParseError(message, code="bad-table", file=str(path), field="position")
    return [text or "" for text in texts]


def _batches(path: Path, suffix: str) -> Iterator[Any]:
    import pyarrow as pa

    try:
        if suffix == ".csv":
            import pyarrow.csv as csv

            types = {"position": pa.string(), "player": pa.uint64(), "opponent": pa.uint64()}
            with csv.open_csv(path, convert_options=csv.ConvertOptions(column_types=types)) as reader:
                yield from reader
        else:
            import pyarrow.parquet as parquet

            with parquet.ParquetFile(path) as file:
                _check_columns(file.schema_arrow.names, path)
                known = ("position", "player", "opponent")
                names = [name for name in known if name in file.schema_arrow.names]
                yield from file.iter_batches(CHUNK, columns=names)
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the system; those of a damaged file have no number
        raise ParseError(f"{path}: {error}", code="bad-table", file=str(path)) from None


def _from_bits(batch: Any, path: Path, row: int) -> Boards:
    columns = [batch.column(name).to_numpy(zero_copy_only=False) for name in ("player", "opponent")]
    if any(column.dtype.kind not in "iu" for column in columns):
        message = f"{path}: player and opponent must be whole numbers in each row"
        raise ParseError(message, code="bad-table", file=str(path), field="player")
    boards = np.stack([column.astype(np.uint64) for column in columns], axis=1)
    (wrong,) = np.nonzero(boards[:, 0] & boards[:, 1])
    if len(wrong):
        index = row + int(wrong[0])
        message = f"{path}, {_row(index)}: discs of both sides overlap"
        raise ParseError(message, code="overlapping-discs", file=str(path), index=index)
    return boards


def to_keys(boards: Boards) -> Keys:
    """The boards as keys."""
    return np.ascontiguousarray(boards.astype(">u8")).view("S16").reshape(-1)


def key_text(key: bytes) -> str:
    """A key as 32 hexadecimal digits. NumPy takes zeros from the end of single ones."""
    return key.ljust(16, b"\0").hex()


def from_key_texts(text: str) -> Keys:
    """The sorted keys of texts of 32 digits each, one after the other."""
    return np.sort(np.frombuffer(bytes.fromhex(text), "S16"))


def from_keys(keys: Keys) -> Boards:
    """The boards of keys."""
    return np.ascontiguousarray(keys).view(">u8").reshape(-1, 2).astype(np.uint64)


def empties(boards: Boards) -> npt.NDArray[np.int64]:
    """The number of empty squares of each board."""
    occupied = np.ascontiguousarray(boards[:, 0] | boards[:, 1]).view(np.uint8).reshape(-1, 8)
    number: npt.NDArray[np.int64] = 64 - np.unpackbits(occupied, axis=1).sum(axis=1, dtype=np.int64)
    return number

