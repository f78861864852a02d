"""The folder of results.

A bundle is one Parquet file. It is written under another name and renamed, so a bundle is written
atomically. It has the sum of its rows, so damage is found. Names that
begin with ``_`` are not results, and readers of Parquet pass over them.

| Name | What it is |
|---|---|
| ``part-*.parquet`` | the answers of a bundle |
| ``_run.json`` | what is asked, by which version and weights: a second start must ask the same |
| ``_driver-*`` | who runs: one driver a shard; a worker of an earlier one writes nothing |
| ``_try-*`` | who has begun a bundle: what is left of it was lost with its worker |
| ``_damaged/`` | files whose content is not what was written |
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any, Optional, Union

import numpy as np

from reversi_engine import CheckpointError, ReversiError

from ._positions import Boards, Keys, to_keys

#: A ``pyarrow.Table``, and a ``pyarrow.Schema``: Arrow has no types, and is not everywhere.
Table = Any
Schema = Any
#: A row by its columns.
Row = dict[str, Any]

#: The columns, in order, with their types in Arrow.
COLUMNS = {
    "position": "string",  # from the view of the side to move, which is X
    "player": "uint64",  # its discs, A1 is bit 0
    "opponent": "uint64",
    "question": "string",  # in JSON
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
    "answer": "string",  # an analysis as a whole, in JSON
    "version": "string",
    "weights": "string",  # what the weights answer to fixed boards, as a number of 64 bits
}
_SUM = b"reversi-engine"
_FORMAT = 1


class DamagedFileError(ReversiError, ValueError):
    """A file of results whose content is not what was written."""


def schema() -> Schema:
    """The columns of a file of results."""
    import pyarrow as pa

    return pa.schema([(name, pa.type_for_alias(kind)) for name, kind in COLUMNS.items()])


def _sum_of(table: Table) -> bytes:
    """A sum of all values. It does not depend on how a version of Arrow stores them."""
    values = json.dumps(table.to_pydict(), separators=(",", ":"))
    return hashlib.blake2b(values.encode(), digest_size=16).hexdigest().encode()


def write_rows(path: Path, rows: Sequence[Row], may_write: Any = None) -> bool:
    """Writes a file of results atomically. ``may_write`` is asked last.

    Nothing waits for the disk. A file that a loss of power cuts off is damaged, and its positions are
    answered again.
    """
    import pyarrow as pa
    import pyarrow.parquet as parquet

    table = pa.Table.from_pylist(list(rows), schema=schema())
    table = table.replace_schema_metadata({_SUM: _sum_of(table)})
    beside = path.with_name(f"_{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            parquet.write_table(table, file, compression="zstd", write_page_checksum=True)
        if may_write is not None and not may_write():
            return False
        os.replace(beside, path)
        return True
    finally:
        beside.unlink(missing_ok=True)


def read_file(path: Path) -> Table:
    """Reads a file of results and checks that it is what was written. Raises ``DamagedFileError``."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        with path.open("rb") as file:
            table = parquet.ParquetFile(file, page_checksum_verification=True).read()
    except (pa.ArrowException, OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the system; those of a damaged file have no number
        raise DamagedFileError(f"{path}: {error}", code="damaged-file", file=str(path)) from None
    try:
        intact = (table.schema.metadata or {}).get(_SUM) == _sum_of(table)
    except (pa.ArrowException, ValueError) as error:  # such as text that is not UTF-8
        raise DamagedFileError(f"{path}: {error}", code="damaged-file", file=str(path)) from None
    if not intact or not table.schema.equals(schema()):
        message = f"{path}: the content is not what was written"
        raise DamagedFileError(message, code="damaged-file", file=str(path))
    return table.replace_schema_metadata(None)


def read_results(output: Union[str, PathLike[str]]) -> Table:
    """All results of a folder, in the order of their boards, each file checked.

    Raises ``DamagedFileError`` for a file that is not what was written; the next run with this output answers
    its positions again. For results that do not fit into memory, read the files with Arrow, DuckDB or Spark.
    """
    import pyarrow as pa

    folder = Path(fspath(output))
    tables = [read_file(folder / name) for name in _parts(folder)]
    table: Table = pa.concat_tables(tables) if tables else schema().empty_table()
    return table.sort_by([("player", "ascending"), ("opponent", "ascending")])


def boards_of(table: Table) -> Boards:
    """The boards of results."""
    columns = [table.column(name).to_numpy().astype(np.uint64) for name in ("player", "opponent")]
    return np.stack(columns, axis=1)


def _parts(folder: Path) -> list[str]:
    """The names of the files of results. There may be a million."""
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder}: there is no such folder")
    return sorted(name for name in os.listdir(folder) if name.startswith("part-"))


class Output:
    """The folder as one driver sees it: it looks at each file once."""

    def __init__(self, folder: Path, shard: tuple[int, int]) -> None:
        self.folder = folder
        self.shard = shard
        #: The number of files that were damaged.
        self.damaged = 0
        #: The number of bundles that an earlier driver had in work when it ended.
        self.interrupted = 0
        self._name = f"{shard[0]}-of-{shard[1]}"
        self._known: set[str] = set()
        self._lock: Optional[IO[str]] = None

    def begin(self, run: Row, token: str) -> None:
        """Makes the folder or goes on with it. Raises ``CheckpointError`` if it is another run's or in
        use."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock_shard()
        run = {"format": _FORMAT, **run}
        manifest = self.folder / "_run.json"
        if not manifest.exists():
            if _parts(self.folder):
                message = f"{manifest} is missing, but there are results"
                raise CheckpointError(message, code="checkpoint-changed", file=str(manifest))
            self._write_text(manifest, json.dumps(run, indent=1) + "\n")
        found = self._read_manifest(manifest)
        for name, value in run.items():
            if found.get(name) != value:
                other = "evaluation" if name in ("version", "weights") else "request"
                raise CheckpointError(
                    f"{manifest}: not for this run: {name} is {found.get(name)!r} there and {value!r} here",
                    code=f"checkpoint-of-other-{other}",
                    file=str(manifest),
                    field=name,
                )
        self._write_text(self.token_file, token)
        for left in self.folder.glob(f"_part-{self._name}-*"):
            left.unlink(missing_ok=True)  # of a worker that was killed
        for left in self.folder.glob(f"_try-{self._name}-*"):
            left.unlink(missing_ok=True)
            self.interrupted += 1

    @staticmethod
    def _read_manifest(manifest: Path) -> Row:
        try:
            found = json.loads(manifest.read_text())
        except ValueError as error:
            raise CheckpointError(
                f"{manifest}: {error}", code="checkpoint-changed", file=str(manifest)
            ) from None
        if not isinstance(found, dict):
            raise CheckpointError(f"{manifest} must be an object", code="checkpoint-changed", file=str(manifest))
        return found

    @property
    def token_file(self) -> Path:
        """Names the driver of the shard that runs."""
        return self.folder / f"_driver-{self._name}"

    def part(self, bundle: str) -> Path:
        """The file of a bundle."""
        return self.folder / f"part-{self._name}-{bundle}.parquet"

    def tries(self, token: str) -> str:
        """The start of the names of the files that say who has begun a bundle."""
        return f"_try-{self._name}-{token[:8]}-"

    def scan(self) -> Iterator[Boards]:
        """The boards of the files that were not looked at before. Damaged ones are put aside."""
        for name in _parts(self.folder):
            if name in self._known:
                continue
            path = self.folder / name
            try:
                table = read_file(path)
            except FileNotFoundError:
                continue  # another driver has put it aside
            except DamagedFileError:
                self._put_aside(path)
                continue
            self._known.add(name)
            yield boards_of(table)

    def drop_repeated(self, repeated: Keys) -> int:
        """Removes rows of these positions that an earlier file has, too. Returns how many.

        A worker of a driver that was killed may finish its bundle while the next driver plans.
        """
        seen: set[bytes] = set()  # of those that are repeated: few
        dropped = 0
        for name in _parts(self.folder):
            path = self.folder / name
            try:
                table = read_file(path)
            except (FileNotFoundError, DamagedFileError):
                continue  # of another driver, or damaged since: the next look at the folder tells
            keys = to_keys(boards_of(table))
            (places,) = np.nonzero(np.isin(keys, repeated))
            again = {int(place) for place in places if keys[place] in seen}
            seen.update(keys[places].tolist())
            if again:
                dropped += len(again)
                kept = [row for place, row in enumerate(table.to_pylist()) if place not in again]
                if kept:
                    write_rows(path, kept)
                else:
                    path.unlink(missing_ok=True)
        return dropped

    def end(self) -> None:
        """Lets other drivers have the shard."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _put_aside(self, path: Path) -> None:
        self.damaged += 1
        aside = self.folder / "_damaged"
        aside.mkdir(exist_ok=True)
        os.replace(path, aside / path.name)

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
