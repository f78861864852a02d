"""The program of the package: ``python -m reversi_engine.cluster --help``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Optional

from reversi_engine import ReversiError

from . import Progress, Report, ask_dataset, check_dataset, read_results


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m reversi_engine.cluster",
        description="Answers the positions of a file on all cores of a Ray cluster, or of this machine."
        " The same command again goes on with what is missing.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for ask, help in (
        ("solve", "the exact score, or a part of it"),
        ("analyze", "the best moves"),
        ("evaluate", "the static evaluation"),
        ("game", "the moves of games, each beside the best one"),
    ):
        command = commands.add_parser(ask, help=help)
        _add_run_options(command)
        if ask == "solve":
            command.add_argument("--wld", action="store_true", help="win, draw or loss instead of the score")
            help = "whether the mover can score it"
            command.add_argument("--at-least", type=_number(int), metavar="SCORE", help=help)
        if ask in ("analyze", "game"):
            command.add_argument("--level", type=_number(int), help="0 to 60")
        if ask == "analyze":
            command.add_argument("--lines", type=_number(int), help="the number of best moves")
    for name, help in (
        ("check", "whether nothing is lost, twice or damaged"),
        ("join", "the results beside the columns of the input, a row for each of its positions or moves"),
    ):
        command = commands.add_parser(name, help=help)
        command.add_argument("input")
        command.add_argument("output", help="the folder of results")
        if name == "join":
            command.add_argument("table", type=_table, help="the file that is written: .parquet or .csv")
        command.add_argument("--skip-bad", action="store_true", help="leave out what cannot be read")
    return parser


def _add_run_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("input", help="a file or folder: .parquet, .csv, or positions and games as text")
    command.add_argument("output", help="a folder that all machines see")
    command.add_argument("--address", help="of a Ray cluster: auto or HOST:PORT [default: this machine]")
    command.add_argument("--workers", type=_number(int), help="[default: one for each CPU]")
    command.add_argument("--bundle-seconds", type=_number(float), default=1.0, help="of a task [default: 1]")
    command.add_argument("--shard", type=_shard, default=(1, 1), metavar="I/N", help="part I, from 1, of N")
    command.add_argument("--weights", help="a file on all machines")
    command.add_argument("--hash", type=_number(int), metavar="MIB", help="[default: by empties]")
    command.add_argument("--question", type=_json, default={}, help="more of the question, in JSON")
    command.add_argument("--skip-bad", action="store_true", help="leave out what cannot be read, and name it")
    command.add_argument("--quiet", action="store_true", help="no progress")


def _number(kind: Callable[[str], float]) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            return kind(text)
        except ValueError:
            what = "a whole number" if kind is int else "a number"
            raise argparse.ArgumentTypeError(f"must be {what}, not {text!r}") from None

    return read


def _table(text: str) -> Path:
    if not text.endswith((".parquet", ".csv")):
        raise argparse.ArgumentTypeError(f"must be a name with .parquet or .csv, not {text!r}")
    return Path(text)


def _join(options: argparse.Namespace) -> None:
    import pyarrow.csv as csv
    import pyarrow.parquet as parquet

    table = read_results(options.output, options.input, skip_bad=options.skip_bad)
    write = csv.write_csv if options.table.suffix == ".csv" else parquet.write_table
    write(table, options.table)
    print(f"{table.num_rows:,} rows in {options.table}")


def _shard(text: str) -> tuple[int, int]:
    index, _, number = text.partition("/")
    try:
        return int(index), int(number)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be I/N such as 1/16, not {text!r}") from None


def _json(text: str) -> dict[str, Any]:
    try:
        question = json.loads(text)
    except ValueError:
        question = None
    if not isinstance(question, dict):
        raise argparse.ArgumentTypeError(f'must be an object such as {{"window": "wld"}}, not {text!r}')
    return question


def _question(options: argparse.Namespace) -> dict[str, Any]:
    ask = "analyze_game" if options.command == "game" else options.command
    question = {"ask": ask, **options.question}
    if getattr(options, "wld", False):
        question["window"] = "wld"
    for name in ("at_least", "level", "lines"):
        if getattr(options, name, None) is not None:
            question[name] = getattr(options, name)
    return question


class _Bar:
    """One line on a terminal, and a line for each tenth elsewhere."""

    def __init__(self, items: str) -> None:
        #: Positions or games.
        self.items = items
        #: The last one, if there is any.
        self.tenth = -1

    def __call__(self, progress: Progress) -> None:
        tenth = 10 * progress.done // max(1, progress.total)
        rate = progress.nodes / max(progress.seconds, 1e-9) / 1e6
        line = (
            f"{progress.done:,} of {progress.total:,} {self.items}, {progress.seconds:.0f} s,"
            f" {rate:.1f} M nodes/s, {progress.remaining_seconds:.0f} s to go"
        )
        if sys.stderr.isatty():
            print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)
        elif tenth > max(0, self.tenth):
            print(line, file=sys.stderr, flush=True)
        self.tenth = tenth

    def end(self) -> None:
        """Leaves the line of the terminal."""
        if self.tenth >= 0 and sys.stderr.isatty():
            print(file=sys.stderr)


#: The maximum number of items left out that are named.
NAMED = 20


def _print(report: Report, items: str) -> None:
    for error in report.skipped[:NAMED]:
        print(f"left out: {error}", file=sys.stderr)
    if report.skipped:
        print(f"{len(report.skipped):,} that cannot be read were left out")
    print(
        f"{report.positions:,} {items}, {report.stored:,} of them stored before\n"
        f"{report.bundles:,} bundles in {report.seconds:.1f} s, {report.worker_seconds:.1f} s of workers,"
        f" {report.nodes:,} nodes\n"
        f"{report.late:,} late; {report.again:,} bundles begun again, {report.recovered:,} recovered,"
        f" {report.interrupted:,} interrupted before; {report.damaged:,} files damaged"
    )


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the program. Returns its exit status."""
    options = _parser().parse_args(arguments)
    items = "games" if options.command == "game" else "positions"
    bar = _Bar(items)
    try:
        if options.command == "join":
            _join(options)
            return 0
        if options.command == "check":
            checked = check_dataset(options.input, options.output, skip_bad=options.skip_bad)
            print(f"{checked.positions:,} have an answer each, and all files are intact")
            return 0
        report = ask_dataset(
            options.input,
            options.output,
            _question(options),
            address=options.address,
            workers=options.workers,
            bundle_seconds=options.bundle_seconds,
            shard=options.shard,
            weights=options.weights,
            hash_mib=options.hash,
            skip_bad=options.skip_bad,
            progress=None if options.quiet else bar,
        )
    except (ReversiError, OSError, ImportError) as error:
        bar.end()
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        bar.end()
        print("interrupted; the same command goes on with what is missing", file=sys.stderr)
        return 130
    bar.end()
    _print(report, items)
    return 0


if __name__ == "__main__":
    sys.exit(main())
