"""Positions as bundles. A bundle is a task of Ray, and its results are one file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ._positions import Boards, Keys, to_keys

#: A bundle has no more positions, and a round no more bundles: what a worker and the driver hold is bounded.
#: Ray takes 9 KiB of the driver for each task, at the start of a round, and gives little back at its end.
MAX_POSITIONS = 50_000
MAX_BUNDLES = 20_000


@dataclass(frozen=True)
class Plan:
    """The bundles of one round, the longest first."""

    #: The boards of all bundles, one bundle after the other.
    boards: Boards
    #: Where each bundle begins, and the end of the last one.
    starts: npt.NDArray[np.int64]
    #: The expected seconds of each bundle.
    seconds: npt.NDArray[np.float64]
    #: True if a position may take as long as it needs: it is the only one of its bundle.
    patient: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def bundle(self, index: int) -> Boards:
        """The boards of one bundle."""
        return self.boards[self.starts[index] : self.starts[index + 1]]

    def keys(self, index: int) -> Keys:
        """The keys of one bundle."""
        return to_keys(self.bundle(index))


def bundle_name(boards: Boards) -> str:
    """A name that only this bundle has. It is that of its file: done again, it replaces itself."""
    return hashlib.blake2b(boards.astype("<u8").tobytes(), digest_size=12).hexdigest()


def pack(boards: Boards, expected: npt.NDArray[np.float64], target: float, *, alone: bool = False) -> Plan:
    """Bundles of about ``target`` seconds. A board that takes as long is a bundle of its own, ``alone`` each
    one is.

    >>> plan = pack(np.arange(8, dtype=np.uint64).reshape(4, 2), np.array([0.4, 3.0, 0.4, 0.4]), 1.0)
    >>> [len(plan.bundle(index)) for index in range(len(plan))], plan.patient.tolist()
    ([1, 3], [True, False])
    """
    order = np.argsort(-expected, kind="stable")
    boards, expected = boards[order], expected[order]
    lonely = len(boards) if alone else int(np.count_nonzero(expected >= target))
    # The bundle of each other board: how often the target is reached before it.
    cost = np.maximum(expected[lonely:], target / MAX_POSITIONS)
    number = np.floor((np.cumsum(cost) - cost) / target + 1e-9).astype(np.int64)
    first = np.flatnonzero(np.diff(number, prepend=-1)) + lonely
    starts = np.concatenate([np.arange(lonely), first, [len(boards)]]).astype(np.int64)[: MAX_BUNDLES + 1]
    boards, expected = boards[: starts[-1]], expected[: starts[-1]]
    seconds = np.add.reduceat(expected, starts[:-1]) if len(boards) else np.empty(0)
    patient = np.arange(len(starts) - 1) < lonely
    return Plan(boards, starts, seconds, patient)
