"""Descriptions of boards, as arrays of NumPy: inputs of simple models, labels of probes, the layers of the network.

Boards are an array of shape (n, 2), as in ``arrays``: the discs of the side to move and of the other side. All is
seen from the side to move, but ``labels`` with ``sides``. ``out``, ``threads`` and the types of sets are those of
``arrays``.

A **feature** is a set of squares with a name. ``FEATURES`` has the name, the unit and the meaning of each. ``sets``
has the squares of features, ``table`` their numbers, ``planes`` a cell for each square.

>>> from reversi_engine import Board, features, to_array
>>> boards = to_array([Board(), Board().play("f5")])
>>> features.table(boards, ["player_moves", "opponent_moves", "opponent_frontier"])
Table(values=array([[4., 4., 2.],
       [3., 3., 4.]], dtype=float32), names=('player_moves', 'opponent_moves', 'opponent_frontier'))
>>> print(features.FEATURES["opponent_frontier"].meaning)
Frontier of the other side: its discs beside empty squares.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _array_arguments as _given
from . import _engine, arrays
from ._engine import Weights
from ._errors import ArgumentError, RequestError
from .arrays import _Words

__all__ = [
    "COLORS",
    "FEATURES",
    "PATTERNS",
    "SIDES",
    "Feature",
    "Heads",
    "Layers",
    "Network",
    "Pattern",
    "Regions",
    "Table",
    "human_moves",
    "labels",
    "patterns",
    "planes",
    "regions",
    "sets",
    "table",
]


class Feature(NamedTuple):
    """A feature: a set of squares of each board."""

    #: The name. ``player_`` stands for the side to move, ``opponent_`` for the other side.
    name: str
    #: The unit of its number: ``discs``, ``squares``, ``moves`` or ``regions``.
    unit: str
    #: The meaning of the set, in one sentence.
    meaning: str


#: All features by their names.
FEATURES: dict[str, Feature] = {name: Feature(name, unit, meaning) for name, unit, meaning in _engine._feature_list()}


def _names(names: Iterable[str] | None) -> list[str]:
    """Returns the names of features, by default of all."""
    if isinstance(names, str):
        raise ArgumentError(f"names must be a list of names, not {names!r}", "wrong-type", field="names")
    wanted = list(FEATURES if names is None else names)
    for name in wanted:
        if name not in FEATURES:
            message = f"names must be names of FEATURES, not {name!r}"
            raise RequestError(message, "unknown-name", field="names")
    return wanted


def sets(
    boards: NDArray[_Words],
    names: Iterable[str] | None = None,
    *,
    out: NDArray[_Words] | None = None,
    threads: int = 1,
) -> NDArray[_Words]:
    """Returns the sets of squares of the features with these names, or of all, in an array of shape (n, features).

    >>> from reversi_engine import Board, arrays, features, to_array
    >>> boards = to_array([Board().play("f5")])
    >>> sets = features.sets(boards, ["player_moves", "player_potential_moves"])
    >>> sets[:, 0].tolist() == arrays.legal_moves(boards).tolist(), [bin(set).count("1") for set in sets[0]]
    (True, [3, 13])
    """
    rows, wanted = _given.boards(boards), _names(names)
    return _given.compute(_engine._feature_sets, rows, [wanted], out, (len(wanted),), None, threads)


class Table(NamedTuple):
    """Features of boards: a row for each board, a column for each name."""

    #: The numbers of squares, as ``float32``.
    values: NDArray[np.float32]
    #: The names of the columns. ``FEATURES`` has their units and meanings.
    names: tuple[str, ...]


def table(
    boards: NDArray[_Words],
    names: Iterable[str] | None = None,
    *,
    out: NDArray[np.float32] | None = None,
    threads: int = 1,
) -> Table:
    """Counts the squares of each feature with these names, or of all.

    >>> from reversi_engine import arrays, features
    >>> boards = arrays.replay(*arrays.random_games(10)).boards
    >>> values, names = features.table(boards)
    >>> values.shape == (len(boards), len(features.FEATURES)), names[:2]
    (True, ('player_discs', 'opponent_discs'))
    """
    rows, wanted = _given.boards(boards), _names(names)
    native, width = _engine._feature_counts, (len(wanted),)
    return Table(_given.compute(native, rows, [wanted], out, width, np.float32, threads), tuple(wanted))


def planes(
    boards: NDArray[_Words],
    names: Iterable[str] | None = None,
    *,
    dtype: DTypeLike = np.float32,
    threads: int = 1,
) -> NDArray[Any]:
    """Returns an array of shape (n, features, 8, 8) of 0 and 1, ranks before files: 1 for the squares of a feature.
    ``dtype`` is ``float32``, ``uint8`` or ``bool``.

    >>> from reversi_engine import Board, features, to_array
    >>> features.planes(to_array([Board()]), ["player_moves"], dtype=int)[0, 0, 2:6]
    Traceback (most recent call last):
    reversi_engine._errors.ArrayError: dtype must be float32, uint8 or bool, not int64
    >>> features.planes(to_array([Board()]), ["player_moves"], dtype="uint8")[0, 0, 2:6, 2:6].tolist()
    [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]
    """
    of_all = sets(boards, names, threads=threads)
    cells = arrays.unpack(of_all.reshape(-1), dtype=dtype, threads=threads)
    return cells.reshape(*of_all.shape, 8, 8)


class Regions(NamedTuple):
    """The regions of empty squares, an array of shape (n, 64) each."""

    #: The number of the region of each square as ``int8``, -1 for a disc: 0, 1 ... in the order of their first
    #: squares.
    ids: NDArray[np.int8]
    #: The number of squares of that region as ``uint8``, 0 for a disc.
    sizes: NDArray[np.uint8]

    @property
    def odd(self) -> NDArray[np.bool_]:
        """True for the squares of regions of odd size: the side that plays first there can also play last."""
        odd: NDArray[np.bool_] = self.sizes % 2 == 1
        return odd


def regions(boards: NDArray[_Words], *, threads: int = 1) -> Regions:
    """Returns the region that each square belongs to: empty squares are of one region where they are connected,
    diagonals included.

    The engine itself looks at the quadrants of the board: the feature ``odd_quadrant_squares``.

    >>> from reversi_engine import Board, features, to_array
    >>> board = Board("-XOO------------XXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOO-------O X")
    >>> regions = features.regions(to_array([board]))
    >>> regions.ids[0, [0, 1, 4, 56]].tolist(), regions.sizes[0, [0, 1, 4, 56]].tolist()
    ([0, -1, 0, 1], [13, 0, 13, 7])
    >>> regions.odd.sum(axis=1)
    array([20])
    """
    rows, threads = _given.boards(boards), _given.threads(threads)
    ids, sizes = np.empty((len(rows), 64), np.int8), np.empty((len(rows), 64), np.uint8)
    _engine._feature_regions(rows.view(np.uint64), ids.reshape(-1), sizes.reshape(-1), threads)
    return Regions(ids, sizes)


class Pattern(NamedTuple):
    """A place of a pattern on the board."""

    #: The shape, which up to four places share.
    shape: str
    #: The squares, the most significant digit first.
    squares: tuple[str, ...]

    @property
    def name(self) -> str:
        """The shape with the first and the last square: no other place has this name."""
        return f"{self.shape} {self.squares[0]}-{self.squares[-1]}"


#: The 46 places of the patterns of the network, in the order of ``patterns``.
PATTERNS: tuple[Pattern, ...] = tuple(
    Pattern(shape, tuple(squares)) for shape, squares in _engine._feature_pattern_list()
)


def patterns(
    boards: NDArray[_Words], *, out: NDArray[np.uint16] | None = None, threads: int = 1
) -> NDArray[np.uint16]:
    """Returns the configuration of each of the 46 ``PATTERNS``, in an array of shape (n, 46): a number in base 3 with
    a digit for each square, the first square in the highest. 0 is a disc of the side to move, 1 of the other side, 2
    an empty square.

    >>> from reversi_engine import Board, features, to_array
    >>> features.PATTERNS[28].name, features.PATTERNS[28].squares
    ('diagonal of 8 a1-h8', ('a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8'))
    >>> configuration = features.patterns(to_array([Board()]))[0, 28]
    >>> np.base_repr(configuration, 3)  # discs of the other side on d4 and e5
    '22211222'
    """
    native, rows = _engine._feature_patterns, _given.boards(boards)
    return _given.compute(native, rows, (), out, (len(PATTERNS),), np.uint16, threads)


#: The meaning of ``labels``.
SIDES = ("empty", "mine", "theirs")
#: The meaning of ``labels`` with ``sides``.
COLORS = ("empty", "black", "white")


def labels(
    boards: NDArray[_Words],
    sides: ArrayLike | None = None,
    *,
    out: NDArray[np.int8] | None = None,
    threads: int = 1,
) -> NDArray[np.int8]:
    """Returns a class for each square, in an array of shape (n, 64) of ``int8``: 0 is empty, 1 a disc of the side to
    move, 2 one of the other side (``SIDES``).

    With ``sides``, the side to move of each board, 0 for black and 1 for white as in a replay: 0 is empty, 1 is
    black, 2 is white (``COLORS``).

    >>> from reversi_engine import arrays, features
    >>> replay = arrays.replay(*arrays.moves_of(["f5d6"]))
    >>> features.labels(replay.boards)[1, 34:38].tolist()  # c5 to f5, white to move
    [0, 2, 2, 2]
    >>> features.labels(replay.boards, replay.sides)[1, 34:38].tolist()
    [0, 1, 1, 1]
    """
    rows = _given.boards(boards)
    if sides is not None:
        numbers = _given.numbers("sides", sides, rows.shape[:1], 1)
        rows = np.where(numbers[:, np.newaxis] == 1, rows[:, ::-1], rows)
    cells = arrays.cells(rows, out=out, threads=threads)
    # -1 is 255 as uint8.
    signs = cells.view(np.uint8)
    np.minimum(signs, 2, out=signs)
    return cells


class Layers(NamedTuple):
    """The numbers inside a network of width w, a row for each board. ``Network`` has the formulas."""

    #: The sums of the rows and the bias, (n, w) ``int16``.
    sums: NDArray[np.int16]
    #: The inputs of both layers, (n, 2 w) ``uint8``: the limited sums, then their squares. 127 is about 1.
    inputs: NDArray[np.uint8]
    #: The outputs of the first layer, (n, 16) ``uint8``. 127 is about 1.
    hidden: NDArray[np.uint8]
    #: The output of the second layer, (n,) ``int32``: the value in 1/128 disc.
    values: NDArray[np.int32]


class Heads(NamedTuple):
    """The parameters between the layers of a network of width w: a row for each ply, ``60 - empty squares``."""

    #: (61, w) ``int16``: added to the sums of the rows.
    bias: NDArray[np.int16]
    #: (61, 16, 2 w) ``int8``: the weights of the first layer.
    hidden: NDArray[np.int8]
    #: (61, 16) ``int32``: the biases of the first layer.
    hidden_bias: NDArray[np.int32]
    #: (61, 16) ``int16``: the weights of ``hidden`` in the second layer.
    output: NDArray[np.int16]
    #: (61, 2 w) ``int16``: the weights of ``inputs`` in the second layer.
    direct: NDArray[np.int16]
    #: (61,) ``int32``: the bias of the second layer.
    constant: NDArray[np.int32]


class Network:
    """The layers of a network: of the one in the package, or of ``weights`` from a file.

    All numbers are whole, so that every machine computes the same. The rows of a board's 46 patterns, and 12 for the
    moves in its quadrants, are added up. The sum goes through two small layers, whose parameters depend on the
    ply. With ``ply = 60 - empty squares``, 0 or more, and ``heads`` at this ply::

        inputs = concatenate([limited, limited**2 // 128])  where limited = clip(sums // 2, 0, 127)
        hidden = clip((heads.hidden_bias + heads.hidden @ inputs) // 64, 0, 127)
        values = (heads.constant + heads.output @ hidden + heads.direct @ inputs) // 512
        discs  = clip(values / 128, -63, 63)

    The last line is the value that ``evaluate`` and the engine give a board, unless the game is over: then it is the
    score.

    >>> from reversi_engine import arrays, evaluate, features
    >>> network = features.Network()
    >>> boards = arrays.replay(*arrays.random_games(10)).boards
    >>> layers = network.hidden(boards)
    >>> layers.hidden.shape == (len(boards), 16)
    True
    >>> np.array_equal(np.clip(layers.values / 128, -63, 63), evaluate(boards))
    True
    """

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = Weights.embedded() if weights is None else weights
        width = _engine._feature_width(self._weights)
        if width is None:
            message = "weights must be a network, not pattern weights"
            raise ArgumentError(message, "wrong-type", field="weights")
        self._width = width

    def __repr__(self) -> str:
        return f"<Network of width {self._width}: {self._weights!r}>"

    @property
    def weights(self) -> Weights:
        """The weights of the network."""
        return self._weights

    @property
    def width(self) -> int:
        """The width: the number of sums."""
        return self._width

    @property
    def heads(self) -> Heads:
        """The parameters between the layers, as new arrays."""
        bias, hidden, hidden_bias, output, direct, constant = _engine._feature_heads(self._weights)
        plies = len(constant)
        return Heads(
            bias.reshape(plies, self._width),
            hidden.reshape(plies, -1, 2 * self._width),
            hidden_bias.reshape(plies, -1),
            output.reshape(plies, -1),
            direct.reshape(plies, 2 * self._width),
            constant,
        )

    def hidden(self, boards: NDArray[_Words], *, threads: int = 1) -> Layers:
        """Returns the activations of all layers for these boards."""
        rows, threads = _given.boards(boards), _given.threads(threads)
        n = len(rows)
        layers = Layers(
            np.empty((n, self._width), np.int16),
            np.empty((n, 2 * self._width), np.uint8),
            np.empty((n, 16), np.uint8),
            np.empty(n, np.int32),
        )
        sums, inputs, hidden = layers.sums.reshape(-1), layers.inputs.reshape(-1), layers.hidden.reshape(-1)
        _engine._feature_layers(self._weights, rows.view(np.uint64), sums, inputs, hidden, layers.values, threads)
        return layers

    def evaluate(
        self, boards: NDArray[_Words], *, out: NDArray[np.float32] | None = None, threads: int = 1
    ) -> NDArray[np.float32]:
        """Evaluates each board in discs, from the side to move, as ``float32``: from -63 to 63, or the score of a
        game that is over."""
        native = partial(_engine._feature_values, self._weights)
        return _given.compute(native, _given.boards(boards), (), out, (), np.float32, threads)


#: The ratings that ``human_moves`` can be asked for.
_RATINGS = (400, 2400)


def human_moves(
    boards: NDArray[_Words],
    rating: ArrayLike = 1500,
    *,
    out: NDArray[np.float32] | None = None,
    threads: int = 1,
) -> NDArray[np.float32]:
    """Returns how likely people of a rating are to play on each square, in an array of shape (n, 64): the policy
    behind ``Engine.human_moves``.

    ``rating`` is one number from 400 to 2400, or one for each board. The sum of a row is 1, and 0 where there is no
    choice of squares: where the side to move must pass, or the game is over.

    >>> from reversi_engine import Board, features, to_array
    >>> chances = features.human_moves(to_array([Board().play("f5")]), 1200)
    >>> np.flatnonzero(chances[0]).tolist(), round(float(chances.sum()), 3)
    ([29, 43, 45], 1.0)
    """
    rows, given = _given.boards(boards), np.asarray(rating)
    if given.dtype.kind not in "ui":
        found = rating if given.ndim == 0 else given.dtype
        raise _given.wrong("rating", "a whole number, or an array of them", found)
    if given.ndim:
        _given.shaped("rating", given, rows.shape[:1])
    outside = np.flatnonzero((given < _RATINGS[0]) | (given > _RATINGS[1]))
    if len(outside):
        index = int(outside[0])
        name = f"rating[{index}]" if given.ndim else "rating"
        message = f"{name} must be {_RATINGS[0]} to {_RATINGS[1]}, not {given.reshape(-1)[index]}"
        raise RequestError(message, "out-of-range", field="rating", index=index if given.ndim else None)
    ratings = np.ascontiguousarray(np.broadcast_to(given, rows.shape[:1]).astype(np.uint32))
    return _given.compute(_engine._feature_human_moves, rows, [ratings], out, (64,), np.float32, threads)
