"""Positions or games as bundles. A bundle is a task of Ray, and its results are one file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ._keys import Keys

#: A bundle has no more positions, and a round no more bundles: what a worker and the driver hold is
#: bounded. Ray takes 9 KiB of the driver for each task, at the start of a round, and gives little back at
#: its end.
MAX_POSITIONS = 100_000
MAX_BUNDLES = 20_000


@dataclass(frozen=True)
class Plan:
    """The bundles of one round, the longest first."""

    #: The keys of all bundles, one bundle after the other.
    keys: Keys
    #: Where each bundle begins, and the end of the last one.
    starts: npt.NDArray[np.int64]
    #: The expected seconds of each bundle.
    seconds: npt.NDArray[np.float64]
    #: True if an item may take as long as it needs: it is the only one of its bundle.
    patient: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def bundle(self, index: int) -> Keys:
        """Returns the keys of one bundle."""
        return self.keys[self.starts[index] : self.starts[index + 1]]


def bundle_name(keys: Keys) -> str:
    """Returns the unique name of a bundle."""
    return hashlib.blake2b(keys.tobytes(), digest_size=8).hexdigest()


def pack(keys: Keys, expected: npt.NDArray[np.float64], target: float, *, alone: bool = False) -> Plan:
    """Packs items into bundles of about ``target`` seconds. An item that takes as long is a bundle of its
    own, ``alone`` each one is.

    >>> plan = pack(np.array([b"a", b"b", b"c", b"d"]), np.array([0.4, 3.0, 0.4, 0.4]), 1.0)
    >>> [len(plan.bundle(index)) for index in range(len(plan))], plan.patient.tolist()
    ([1, 3], [True, False])
    """
    order = np.argsort(-expected, kind="stable")
    keys, expected = keys[order], expected[order]
    lonely = len(keys) if alone else int(np.count_nonzero(expected >= target))
    # The bundle of each other item: how often the target is reached before it.
    cost = np.maximum(expected[lonely:], target / MAX_POSITIONS)
    number = np.floor((np.cumsum(cost) - cost) / target + 1e-9).astype(np.int64)
    first = np.flatnonzero(np.diff(number, prepend=-1)) + lonely
    starts = np.concatenate([np.arange(lonely), first, [len(keys)]]).astype(np.int64)[: MAX_BUNDLES + 1]
    keys, expected = keys[: starts[-1]], expected[: starts[-1]]
    seconds = np.add.reduceat(expected, starts[:-1]) if len(keys) else np.empty(0)
    patient = np.arange(len(starts) - 1) < lonely
    return Plan(keys, starts, seconds, patient)
