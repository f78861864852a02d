"""Reads the files of a run: positions as boards from the view of the side to move, or games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Optional, Union

import numpy as np

from reversi_engine import Board, Game, ParseError, Position, read_games, to_array

from ._keys import Boards, Keys, from_keys, game_keys, to_keys

AnyPath = Union[str, PathLike[str]]
Skipped = Optional[list[ParseError]]
#: Keys, and the rows of the table that they are from, if it is one.
Chunk = tuple[Keys, Any]

CHUNK = 65_536
#: The columns of a table that are read, in the order in which they are preferred.
_POSITIONS = (("player", "opponent"), ("position",))
_GAMES = (("moves", "start"), ("moves",))


def read_positions(source: AnyPath, *, skipped: Skipped = None) -> Iterator[Boards]:
    """Reads a file of positions, or a folder of such files, a chunk at a time.

    ``.parquet`` and ``.csv`` have a column ``position``, or the columns ``player`` and ``opponent``. Everything
    else is in any notation that ``read_games`` knows; of a game it is the last position. Text that is no part
    of a position is an error.

    Raises ``ParseError`` with the file and the line or row, and ``OSError``. With a list ``skipped`` what
    cannot be read is left out, and its error is added to the list.

    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp(), "start.txt")
    >>> _ = file.write_text("---------------------------OX------XO--------------------------- X")
    >>> [chunk.shape for chunk in read_positions(file)]
    [(1, 2)]
    """
    for keys, _ in read_keys(source, skipped=skipped):
        yield from_keys(keys)


def read_keys(
    source: AnyPath, *, games: bool = False, skipped: Skipped = None, tables: bool = False
) -> Iterator[Chunk]:
    """Reads the keys of the positions, or of the games, of a file or folder. With ``tables``, the keys of
    Parquet and CSV come with all columns of their rows.

    Games are read as by ``read_games``, and from the columns ``moves`` and, if it is there, ``start``.
    """
    path = Path(fspath(source))
    files = [path]
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.is_file() and file.name[0] not in "._")
        if not files:
            raise FileNotFoundError(f"{path}: there are no files in this folder")
    for file in files:
        suffix = file.suffix.lower()
        if suffix in (".parquet", ".csv"):
            yield from _read_columns(file, suffix, games, skipped, tables)
            continue
        records = _records(file, games, skipped)
        while chunk := list(islice(records, CHUNK)):
            yield game_keys(chunk) if games else to_keys(to_array(chunk)), None


def _records(path: Path, games: bool, skipped: Skipped) -> Iterator[Any]:
    records = read_games(path, strict=not games)
    while True:
        try:
            record = next(records)
        except StopIteration:
            return
        except ParseError as error:
            text = str(error)
            where = "" if error.line is None or text.startswith("line ") else f"line {error.line}: "
            _refuse(ParseError(f"{error.file or path}, {where}{text}", code=error.code, **error.place), skipped)
        else:
            yield record.game if games else record.position.board


def _refuse(error: ParseError, skipped: Skipped) -> None:
    """Raises an error, or adds it to the list."""
    if skipped is None:
        raise error
    skipped.append(error)


def _row(index: int) -> str:
    return f"row {index}, the first one is 0"


def _read_columns(path: Path, suffix: str, games: bool, skipped: Skipped, tables: bool) -> Iterator[Chunk]:
    row = 0
    for batch in _batches(path, suffix, games, tables):
        names = _columns(batch.schema.names, games, path)
        kept = list(range(batch.num_rows))
        if "player" in names:
            keys = to_keys(_from_bits(batch, path, row))
        else:
            parse: Callable[..., Any] = _game if games else Board
            columns = [_texts(batch.column(name), name, path) for name in names]
            kept, items = [], []
            for index, fields in enumerate(zip(*columns)):
                try:
                    items.append(parse(*fields))
                    kept.append(index)
                except ParseError as error:
                    place = {**error.place, "field": None, "file": str(path), "index": row + index}
                    message = f"{path}, {_row(row + index)}: {error}"
                    _refuse(ParseError(message, code=error.code, **place), skipped)
            keys = game_keys(items) if games else to_keys(to_array(items))
        row += batch.num_rows
        yield keys, batch.take(kept) if tables else None


def _game(moves: str, start: str = "") -> Game:
    return Game(moves, Position(start) if start else None)


def _columns(names: list[str], games: bool, path: Path) -> tuple[str, ...]:
    """Returns the columns of a table that are read."""
    for known in _GAMES if games else _POSITIONS:
        if set(known) <= set(names):
            return known
    needed = "moves, and start where games begin elsewhere" if games else "position, or player and opponent"
    message = f"{path}: the columns must be {needed}, not {', '.join(names) or 'none'}"
    raise ParseError(message, code="bad-table", file=str(path))


def _texts(column: Any, name: str, path: Path) -> list[str]:
    """Reads a column of text. A missing text is empty, which is not a position."""
    texts = column.to_pylist()
    if not all(text is None or isinstance(text, str) for text in texts):
        message = f"{path}: {name} must be a text in each row, not {column.type}"
        raise ParseError(message, code="bad-table", file=str(path), field=name)
    return [text or "" for text in texts]


def _batches(path: Path, suffix: str, games: bool, tables: bool) -> Iterator[Any]:
    import pyarrow as pa

    try:
        if suffix == ".csv":
            import pyarrow.csv as csv

            # All else is text, as it stands there: an id such as 007 is not a number.
            with csv.open_csv(path) as reader:
                types = dict.fromkeys(reader.schema.names, pa.string())
            if not games:
                types.update(player=pa.uint64(), opponent=pa.uint64())
            convert = csv.ConvertOptions(column_types=types, strings_can_be_null=False)
            with csv.open_csv(path, convert_options=convert) as reader:
                yield from reader
        else:
            import pyarrow.parquet as parquet

            with parquet.ParquetFile(path) as file:
                names = None if tables else list(_columns(file.schema_arrow.names, games, path))
                yield from file.iter_batches(CHUNK, columns=names)
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the system; errors of a damaged file have no number
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
