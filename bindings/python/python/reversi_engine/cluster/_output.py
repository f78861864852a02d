"""The folder of results.

A bundle is one Parquet file, written under another name and then renamed, so it is written atomically. The
end of its name is a digest of all its bytes and of the rest of the name: nothing of it is believed unchecked,
and a file of another bundle, shard or run does not pass for this one. Nothing else has to be written together
with it, so a kill at any moment leaves nothing half done. Names that begin with ``_`` are not results, and
readers of Parquet pass over them.

| Name | What it is |
|---|---|
| ``part-SHARD-BUNDLE-RUN-DIGEST.parquet`` | the answers of a bundle |
| ``_run.json`` | what is asked, by which version and weights; once there are answers, it is fixed |
| ``_driver-*`` | who runs: one driver a shard; a worker of an earlier one writes nothing |
| ``_try-*`` | who has begun a bundle: what is left of it was lost with its worker |
| ``_damaged/`` | files whose content is not what was written |
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any, Optional, Union

import numpy as np

from reversi_engine import MOVE_COLUMNS, CheckpointError, Game, ParseError, Position, ReversiError

from ._keys import Keys, distinct, from_keys, game_keys, places, texts, to_keys
from ._positions import AnyPath, read_keys

#: A ``pyarrow.Table``, and a ``pyarrow.Schema``: Arrow has no types, and is not everywhere.
Table = Any
Schema = Any
#: A row by its columns.
Row = dict[str, Any]

#: The columns that depend on the run alone.
_RUN = {
    "question": "string",  # in JSON
    "version": "string",
    "weights": "string",  # what the weights answer to fixed boards, as a number of 64 bits
}
#: The columns of an answer about a position.
ANSWER = {
    "kind": "string",  # exact, bounds, estimate or evaluation
    "score": "float32",  # discs; not of bounds
    "lower": "int8",  # what is proven
    "upper": "int8",
    "depth": "int32",  # of an estimate
    "selectivity": "int8",
    "best_move": "string",
    "line": "string",
    "nodes": "uint64",
    "seconds": "float64",
    "stopped": "string",  # the limit of the question that has ended the search
    "answer": "string",  # an analysis as a whole, as ``Analysis.to_json`` writes it
}
#: The columns, in order, with their types in Arrow.
COLUMNS = {
    "position": "string",  # from the view of the side to move, which is X
    "player": "uint64",  # its discs, A1 is bit 0
    "opponent": "uint64",
    **ANSWER,
    **_RUN,
}
#: The columns of a move: ``MOVE_COLUMNS`` without the number of the game, which is the number in an input.
MOVE = {
    name: "string" if kind.startswith("U") else kind for name, kind in MOVE_COLUMNS.items() if name != "game"
}
GAME_COLUMNS = {"start": "string", "moves": "string", **MOVE, **_RUN}
_FORMAT = 2
_DIGEST = 32


class DamagedFileError(ReversiError, ValueError):
    """A file of results whose content is not what was written."""


def _damaged(path: Path, why: object) -> DamagedFileError:
    return DamagedFileError(f"{path}: {why}", code="damaged-file", file=str(path))


def is_of_games(run: Mapping[str, Any]) -> bool:
    """Returns whether a run asks about games."""
    return bool(run["question"]["ask"] == "analyze_game")


def make_table(columns: Mapping[str, str], number: int, values: Mapping[str, Any]) -> Table:
    """Makes a table with these columns. A text is the value of all rows, a missing column is null in
    all.
    """
    import pyarrow as pa

    arrays = []
    for name, kind in columns.items():
        value, type_ = values.get(name), pa.type_for_alias(kind)
        if value is None:
            arrays.append(pa.nulls(number, type_))
        else:
            arrays.append(pa.repeat(value, number) if isinstance(value, str) else pa.array(value, type_))
    return pa.table(arrays, names=list(columns))


def position_table(keys: Keys, answers: Mapping[str, Any]) -> Table:
    """Returns the results of positions, by column."""
    boards = from_keys(keys)
    named = {"position": texts(boards), "player": boards[:, 0], "opponent": boards[:, 1]}
    return make_table(COLUMNS, len(keys), {**named, **answers})


def keys_of(table: Table) -> Keys:
    """Returns the key of each row."""
    if "position" in table.column_names:
        columns = [table.column(name).to_numpy().astype(np.uint64) for name in ("player", "opponent")]
        return to_keys(np.stack(columns, axis=1))
    named = list(zip(table.column("moves").to_pylist(), table.column("start").to_pylist()))
    known = {pair: Game(pair[0], Position(pair[1])) for pair in set(named)}
    keys = dict(zip(known, game_keys(known.values())))
    return np.array([keys[pair] for pair in named], np.bytes_)


def _digest(stem: str, content: bytes) -> str:
    return hashlib.blake2b(stem.encode() + b"\n" + content, digest_size=_DIGEST // 2).hexdigest()


def run_tag(run: Mapping[str, Any]) -> str:
    """Returns the tag in the names of a run's files, which no other run has."""
    return hashlib.blake2b(json.dumps(run, sort_keys=True).encode(), digest_size=8).hexdigest()


def write_part(
    folder: Path, stem: str, table: Table, may_write: Optional[Callable[[], bool]] = None
) -> Optional[Path]:
    """Writes a file of results atomically. ``may_write`` is asked last; there is no file without it.

    Nothing waits for the disk. A file that a loss of power cuts off is damaged, and its positions are
    answered again.
    """
    import pyarrow as pa
    import pyarrow.parquet as parquet

    content = pa.BufferOutputStream()
    parquet.write_table(table, content, compression="zstd", write_page_checksum=True)
    content = content.getvalue().to_pybytes()
    path = folder / f"{stem}-{_digest(stem, content)}.parquet"
    beside = folder / f"_{stem}.{os.getpid()}"
    try:
        beside.write_bytes(content)
        if may_write is not None and not may_write():
            return None
        os.replace(beside, path)
        return path
    finally:
        beside.unlink(missing_ok=True)


def check_content(path: Path, content: bytes, tag: str) -> None:
    """Raises ``DamagedFileError`` if this is not what was written to a file of the run with this tag."""
    stem, _, digest = path.name.removesuffix(".parquet").rpartition("-")
    if digest != _digest(stem, content):
        raise _damaged(path, "the content is not what was written")
    if not stem.endswith(f"-{tag}"):
        raise _damaged(path, "it is of another run")


def read_part(path: Path, tag: str) -> Table:
    """Reads a file of results of the run with this tag. All its bytes are checked before any is believed.
    Raises ``DamagedFileError``."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        content = path.read_bytes()
    except OSError as error:
        if error.errno not in (errno.EIO, errno.EISDIR):
            raise
        raise _damaged(path, error.strerror) from None
    check_content(path, content, tag)
    return parquet.ParquetFile(pa.BufferReader(content)).read()


def read_results(
    output: Union[str, PathLike[str]], input: Optional[AnyPath] = None, *, skip_bad: bool = False
) -> Table:
    """Reads all results of a folder, in the order of their boards or games, each file checked.

    With ``input`` there is a row for each position of it, in its order, or for each move of its games: after
    the columns of the results come the number in the input, ``row`` or ``game``, and all columns of a table.
    One whose name the results have, too, is called ``input_...``. A position or game without an answer has a
    row of nulls. ``skip_bad`` leaves out what cannot be read.

    Raises ``DamagedFileError`` for a file that is not what was written; the next run with this output answers
    its positions again. For results that do not fit into memory, read the files with Arrow, DuckDB or Spark.
    """
    import pyarrow as pa

    folder = Path(fspath(output))
    names, run = _parts(folder), read_run(folder)
    tag = run_tag(run)
    columns = GAME_COLUMNS if is_of_games(run) else COLUMNS
    tables = [read_part(folder / name, tag) for name in names]
    table = pa.concat_tables(tables) if tables else make_table(columns, 0, {})
    keys = keys_of(table)
    order = np.argsort(keys, kind="stable")
    table, keys = table.take(order), keys[order]
    return table if input is None else _joined(table, keys, input, is_of_games(run), skip_bad)


def _joined(table: Table, keys: Keys, source: AnyPath, games: bool, skip_bad: bool) -> Table:
    """Returns the rows of results for each item of an input, and its other columns."""
    import pyarrow as pa

    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])) if len(keys) else np.empty(0, np.int64)
    ends = np.append(starts[1:], len(keys))
    number, joined = 0, []
    for chunk, rest in read_keys(source, games=games, skipped=[] if skip_bad else None, tables=True):
        place = places(chunk, keys[starts])
        # One row, of nulls, for an item without an answer.
        counts = np.where(place < 0, 1, (ends - starts)[place]) if len(starts) else np.ones(len(chunk), int)
        item = np.repeat(np.arange(len(chunk)), counts)
        within = np.arange(len(item)) - np.repeat(np.cumsum(counts) - counts, counts)
        rows = (starts[place[item]] if len(starts) else item) + within
        found = table.take(pa.array(rows, mask=place[item] < 0))
        found = found.append_column("game" if games else "row", pa.array(number + item))
        for name in rest.schema.names if rest is not None else ():
            new = f"input_{name}" if name in found.column_names else name
            if new not in ("input_player", "input_opponent"):  # they are the same
                found = found.append_column(new, rest.column(name).take(pa.array(item)))
        joined.append(found)
        number += len(chunk)
    try:
        return pa.concat_tables(joined, promote_options="default")
    except pa.ArrowException as error:  # files of a folder with columns of different types
        raise ParseError(f"{fspath(source)}: {error}", code="bad-table", file=fspath(source)) from None


def _parts(folder: Path) -> list[str]:
    """Returns the names of the files of results. There may be a million."""
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder}: there is no such folder")
    return sorted(name for name in os.listdir(folder) if name.startswith("part-"))


def stored_keys(folder: Path, run: Row) -> tuple[Keys, list[DamagedFileError]]:
    """Returns the different keys of each file of results, and the problems of others."""
    keys, damaged = [np.empty(0, "S16")], []
    for name in _parts(folder):
        try:
            keys.append(distinct(keys_of(read_part(folder / name, run_tag(run)))))
        except DamagedFileError as error:
            damaged.append(error)
    return np.concatenate(keys), damaged


def read_run(folder: Path) -> Row:
    """Reads the question that the results of a folder answer. Raises ``DamagedFileError``, and
    ``FileNotFoundError``.
    """
    path = folder / "_run.json"
    try:
        run: Row = json.loads(path.read_bytes())
        intact = run.pop("sum", None) == run_tag(run)
    except (ValueError, TypeError, AttributeError, RecursionError):
        intact = False
    if not intact:
        raise _damaged(path, "the content is not what was written; the next run writes it again")
    return run


class Output:
    """The folder as one driver sees it: it looks at each file once."""

    def __init__(self, folder: Path, shard: tuple[int, int]) -> None:
        self.folder = folder
        self.shard = shard
        #: The tag of the files of this run.
        self.tag = ""
        #: The number of files that were damaged.
        self.damaged = 0
        #: The number of bundles that an earlier driver had in work when it ended.
        self.interrupted = 0
        self._name = f"{shard[0]}-of-{shard[1]}"
        self._known: set[str] = set()
        self._lock: Optional[IO[str]] = None

    def begin(self, run: Row, token: str) -> None:
        """Makes the folder or goes on with it. A folder without results belongs to no run.

        Raises ``CheckpointError`` if it has results of another run or is in use."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock_shard()
        run = {"format": _FORMAT, **run}
        self.tag = run_tag(run)
        found: Optional[Row] = None
        with suppress(DamagedFileError, FileNotFoundError):
            found = read_run(self.folder)
        if found != run:
            if names := _parts(self.folder):
                self._check_parts(names, run, found)
            self._write_text(self.folder / "_run.json", json.dumps({**run, "sum": self.tag}, indent=1) + "\n")
        self._write_text(self.token_file, token)
        for left in self.folder.glob(f"_part-{self._name}-*"):
            left.unlink(missing_ok=True)  # of a worker that was killed
        for left in self.folder.glob(f"_try-{self._name}-*"):
            left.unlink(missing_ok=True)
            self.interrupted += 1

    def _check_parts(self, names: Sequence[str], run: Row, found: Optional[Row]) -> None:
        """Refuses intact results of another run. If the file of the run is damaged or lost, the results are
        ours if one of them is, or if all of them are damaged."""
        path = str(self.folder / "_run.json")
        if found is not None:
            name = next(name for name in [*run, *found] if found.get(name) != run.get(name))
            other = "evaluation" if name in ("version", "weights") else "request"
            raise CheckpointError(
                f"{path}: not for this run: {name} is {found.get(name)!r} there and {run.get(name)!r} here",
                code=f"checkpoint-of-other-{other}",
                file=path,
                field=name,
            )
        others = 0
        for name in names:
            tag = name.rsplit("-", 2)[1] if name.count("-") > 1 else ""
            with suppress(DamagedFileError, FileNotFoundError):
                read_part(self.folder / name, tag)
                if tag == self.tag:
                    return
                others += 1
        if others:
            message = f"{path} is missing or damaged, and the results are of another run"
            raise CheckpointError(message, code="checkpoint-changed", file=path)

    @property
    def token_file(self) -> Path:
        """Names the driver of the shard that runs."""
        return self.folder / f"_driver-{self._name}"

    @property
    def part(self) -> str:
        """The start of the names of the files of this run and shard, before the name of a bundle."""
        return f"part-{self._name}-"

    def tries(self, token: str) -> str:
        """Returns the start of the names of the files that say who has begun a bundle."""
        return f"_try-{self._name}-{token[:8]}-"

    def scan(self) -> Iterator[Keys]:
        """Yields the different keys of each file that was not looked at before. Damaged ones are put
        aside.
        """
        for name in _parts(self.folder):
            if name in self._known:
                continue
            try:
                table = read_part(self.folder / name, self.tag)
            except FileNotFoundError:
                continue  # another driver has put it aside
            except DamagedFileError:
                self._put_aside(name)
                continue
            self._known.add(name)
            yield distinct(keys_of(table))

    def drop_repeated(self, repeated: Keys) -> int:
        """Removes rows with these sorted keys that an earlier file has, too. Returns how many keys.

        A worker of a driver that was killed may finish its bundle while the next driver plans.
        """
        seen: set[bytes] = set()  # of those that are repeated: few
        dropped = 0
        for name in _parts(self.folder):
            path = self.folder / name
            try:
                table = read_part(path, self.tag)
            except (FileNotFoundError, DamagedFileError):
                continue  # of another driver, or damaged since: the next look at the folder tells
            keys = keys_of(table)
            here = set(keys[places(keys, repeated) >= 0].tolist())
            if again := here & seen:
                dropped += len(again)
                kept = np.array([key not in again for key in keys.tolist()])
                if kept.any():
                    stem = name.removesuffix(".parquet").rpartition("-")[0]
                    if new := write_part(self.folder, stem, table.filter(kept)):
                        self._known.add(new.name)
                path.unlink(missing_ok=True)
            seen |= here
        return dropped

    def end(self) -> None:
        """Lets other drivers have the shard."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _put_aside(self, name: str) -> None:
        self.damaged += 1
        aside = self.folder / "_damaged"
        aside.mkdir(exist_ok=True)
        number = len(os.listdir(aside))
        with suppress(FileNotFoundError):  # another driver was faster
            os.replace(self.folder / name, aside / f"{number}-{name}")

    def _lock_shard(self) -> None:
        if sys.platform == "win32":
            return  # the token of the driver remains
        import fcntl

        lock = (self.folder / f"_lock-{self._name}").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            message = f"{self.folder}: another run uses it"
            raise CheckpointError(message, code="checkpoint-in-use", file=str(self.folder)) from None
        except OSError:
            lock.close()  # a file system without locks: the token of the driver remains
        else:
            self._lock = lock

    @staticmethod
    def _write_text(path: Path, text: str) -> None:
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        beside.write_text(text)
        os.replace(beside, path)
