"""Descriptions of boards, compared with each other and with the classes."""

from __future__ import annotations

import re as regex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from reversi_engine import (
    ArgumentError,
    ArrayError,
    Engine,
    RequestError,
    Weights,
    arrays,
    evaluate,
    features,
    from_array,
    square_index,
)

Words = npt.NDArray[np.uint64]

REPOSITORY = Path(__file__).resolve().parents[3]
PATTERN_WEIGHTS = REPOSITORY / "crates/reversi-eval/src/weights/patterns.weights"


@pytest.fixture(scope="module")
def boards() -> Words:
    """Boards of games, more than a thread takes at a time, and some that no game reaches."""
    replay = arrays.replay(*arrays.random_games(40, seed=61))
    rng = np.random.default_rng(61)
    cells = rng.choice(np.array([-1, 0, 1], np.int8), size=(300, 64))
    extreme = np.array([[0, 0], [2**64 - 1, 0], [0, 2**64 - 1]], np.uint64)
    all_boards = np.concatenate([replay.boards, replay.ends, arrays.from_cells(cells), extreme])
    others = all_boards[:, ::-1]
    return np.concatenate([all_boards, others[arrays.must_pass(others)]])


@pytest.fixture(scope="module")
def network() -> features.Network:
    return features.Network()


def test_features_are_those_of_a_side(boards: Words) -> None:
    """The definitions are tested in Rust: here each has its column, and its side."""
    found = dict(zip(features.FEATURES, features.sets(boards, threads=3).T))
    of_other = dict(zip(features.FEATURES, features.sets(boards[:, ::-1]).T))
    for name, sets in found.items():
        side, _, rest = name.partition("_")
        swapped = {"player": f"opponent_{rest}", "opponent": f"player_{rest}"}.get(side, name)
        assert (of_other[swapped] == sets).all(), name
    known = {
        "player_discs": boards[:, 0],
        "opponent_discs": boards[:, 1],
        "player_moves": arrays.legal_moves(boards),
        "player_stable": arrays.stable(boards),
        "empty": ~(boards[:, 0] | boards[:, 1]),
    }
    for name, sets in known.items():
        assert (found[name] == sets).all(), name


def test_tables_and_planes_are_those_of_the_sets(boards: Words) -> None:
    for names in (None, ["odd_regions"], ["opponent_moves", "empty", "player_moves", "empty"], []):
        sets = features.sets(boards, names)
        values, columns = features.table(boards, names, threads=2)
        assert columns == tuple(features.FEATURES if names is None else names)
        assert sets.shape == values.shape == (len(boards), len(columns))
        cells = arrays.unpack(sets.reshape(-1), dtype=np.float32).reshape(*sets.shape, 64)
        assert values.dtype == np.float32 and (values == cells.sum(axis=2)).all()
        planes = features.planes(boards, names, threads=2)
        assert planes.shape == (*sets.shape, 8, 8) and planes.dtype == np.float32
        assert (planes.reshape(cells.shape) == cells).all()
        assert (features.planes(boards, names, dtype=bool) == planes).all()
    empties = features.table(boards, (name for name in ["empty"])).values[:, 0]
    assert (empties == (arrays.cells(boards) == 0).sum(axis=1)).all()


def test_names_have_units_and_sentences() -> None:
    for name, feature in features.FEATURES.items():
        assert feature.name == name and feature.unit in ("discs", "squares", "moves", "regions")
        assert feature.meaning[0].isupper() and feature.meaning.endswith(".")
    meaning = "Discs of the other side on X squares, diagonally beside a corner."
    assert features.FEATURES["opponent_x_squares"] == ("opponent_x_squares", "discs", meaning)


def test_the_guide_has_all_features() -> None:
    guide = REPOSITORY / "crates/reversi-engine/src/docs/python.md"
    if not guide.exists():
        pytest.skip("not in the repository")
    rows = regex.findall(r"^\| `(\w+)` \| (\w+) \| (.*) \|$", guide.read_text(encoding="utf-8"), regex.MULTILINE)
    assert rows == [tuple(feature) for name, feature in features.FEATURES.items() if not name.startswith("opponent")]


@pytest.mark.parametrize("threads", [1, 3])
def test_regions_are_those_of_the_sets(boards: Words, threads: int) -> None:
    regions = features.regions(boards, threads=threads)
    ids, sizes, odd = regions.ids, regions.sizes, regions.odd
    assert [part.dtype.name for part in (ids, sizes, odd)] == ["int8", "uint8", "bool"]
    empty, squares, firsts = features.sets(boards, ["empty", "odd_region_squares", "regions"]).T
    assert (arrays.pack(ids >= 0) == empty).all() and (arrays.pack(odd) == squares).all()
    assert (sizes == ((ids[:, :, None] == ids[:, None, :]).sum(axis=2)) * (ids >= 0)).all()
    assert (ids.max(axis=1) + 1 == arrays.unpack(firsts).sum(axis=1)).all()


def test_patterns_have_a_digit_for_each_square(boards: Words) -> None:
    assert len(features.PATTERNS) == len({pattern.name for pattern in features.PATTERNS}) == 46
    assert len({frozenset(pattern.squares) for pattern in features.PATTERNS}) == 46
    digits = np.array([2, 0, 1])[arrays.cells(boards)]  # of 0, 1 and -1
    found = features.patterns(boards, threads=3)
    assert found.shape == (len(boards), 46) and found.dtype == np.uint16
    for column, pattern in enumerate(features.PATTERNS):
        configurations = np.zeros(len(boards), np.int64)
        for square in pattern.squares:
            configurations = 3 * configurations + digits[:, square_index(square)]
        assert (found[:, column] == configurations).all(), pattern


def test_labels_of_sides_and_colours(boards: Words) -> None:
    cells = arrays.cells(boards)
    labels = features.labels(boards, threads=2)
    assert labels.dtype == np.int8 and labels.shape == (len(boards), 64)
    for label, (name, cell) in enumerate(zip(features.SIDES, (0, 1, -1))):
        assert ((labels == label) == (cells == cell)).all(), name
    sides = np.arange(len(boards)) % 2
    colors = features.labels(boards, sides)
    assert (colors[sides == 0] == labels[sides == 0]).all()
    assert (colors[sides == 1] == np.array([0, 2, 1])[labels[sides == 1]]).all()
    replay = arrays.replay(*arrays.moves_of(["f5"]))
    assert features.labels(replay.boards, replay.sides)[0, 27:29].tolist() == [2, 1]  # d4 is white, e4 black
    assert features.COLORS == ("empty", "black", "white")


def recomputed(heads: features.Heads, sums: npt.NDArray[np.int16], empties: npt.NDArray[np.int64]) -> list[Any]:
    """The layers after the sums, by the formulas of ``Network``."""
    ply = np.maximum(60 - empties, 0)
    limited = np.clip(sums // 2, 0, 127).astype(np.int64)
    inputs = np.concatenate([limited, limited**2 // 128], axis=1)
    products = np.einsum("nhi,ni->nh", heads.hidden[ply].astype(np.int64), inputs)
    hidden = np.clip((heads.hidden_bias[ply] + products) // 64, 0, 127)
    second = (heads.output[ply] * hidden).sum(axis=1) + (heads.direct[ply] * inputs).sum(axis=1)
    return [inputs, hidden, (heads.constant[ply] + second) // 512]


def networks() -> list[Any]:
    small = REPOSITORY / "crates/reversi-eval/src/weights/small.weights"
    return [None, *([pytest.param(small, id=small.name)] if small.exists() else [])]


@pytest.mark.parametrize("path", networks())
@pytest.mark.parametrize("threads", [1, 3])
def test_layers_lead_to_the_evaluation_of_the_engine(boards: Words, path: Path | None, threads: int) -> None:
    weights = None if path is None else Weights.open(path)
    network = features.Network(weights)
    width, n = network.width, len(boards)
    layers = network.hidden(boards, threads=threads)
    assert [layer.shape for layer in layers] == [(n, width), (n, 2 * width), (n, 16), (n,)]
    assert [layer.dtype.name for layer in layers] == ["int16", "uint8", "uint8", "int32"]
    empties = (arrays.cells(boards) == 0).sum(axis=1)
    for found, expected in zip(layers[1:], recomputed(network.heads, layers.sums, empties)):
        assert (found == expected).all()
    discs = np.where(arrays.is_over(boards), arrays.final_scores(boards), np.clip(layers.values / 128, -63, 63))
    engine = Engine(hash_mib=1, weights=weights)
    assert discs.tolist() == [engine.evaluate(board) for board in from_array(boards)]
    values = network.evaluate(boards, threads=threads)
    assert values.dtype == np.float32 and values.tolist() == discs.tolist()
    assert len(np.unique(layers.hidden, axis=0)) > n / 2  # no layer is idle


def test_a_network_says_what_it_is(boards: Words, network: features.Network) -> None:
    heads = network.heads
    assert heads.bias.shape == (61, network.width) and heads.hidden.shape == (61, 16, 2 * network.width)
    assert repr(network).startswith(f"<Network of width {network.width}: <Weights: ")
    assert network.weights.provenance == Weights.embedded().provenance
    assert (network.evaluate(boards) == evaluate(boards)).all()
    with pytest.raises(ArgumentError, match="^weights must be a network, not pattern weights$") as error:
        features.Network(Weights.open(PATTERN_WEIGHTS))
    assert error.value.field == "weights"


@pytest.mark.parametrize("threads", [1, 3])
def test_people_play_as_the_engine_says(boards: Words, threads: int) -> None:
    some = np.concatenate([boards[::5], boards[-9:]])  # the last ones must pass
    rng = np.random.default_rng(1)
    ratings = rng.integers(400, 2401, len(some))
    found = features.human_moves(some, ratings, threads=threads)
    engine = Engine(hash_mib=1)
    passes = 0
    for row, board, rating in zip(found, from_array(some), ratings):
        expected = np.zeros(64)
        for each in engine.human_moves(board, int(rating)).moves:
            if each.move == "ps":
                passes += 1
            else:
                expected[square_index(each.move)] = each.chance
        assert np.abs(row - expected).max() < 1e-4, board  # those of the engine have four decimals
        assert abs(row.sum() - (expected.sum() > 0)) < 1e-5
    assert passes and found.dtype == np.float32
    assert (features.human_moves(some[:9], 1500) == features.human_moves(some[:9])).all()
    for least, most in ((400, 800), (2400, 2000)):  # those beyond the ratings of its games are the nearest
        assert (features.human_moves(some[:9], least) == features.human_moves(some[:9], most)).all()
    assert (features.human_moves(some[:9], 800) != features.human_moves(some[:9], 2000)).any()


def test_arrays_of_any_form(boards: Words, network: features.Network) -> None:
    signed, strided = boards.view(np.int64), np.repeat(boards, 2, axis=0)[::2]
    swapped = boards.astype(">u8")
    calls: list[Callable[[Any], npt.NDArray[Any]]] = [
        features.sets,
        lambda boards: features.table(boards).values,
        features.patterns,
        features.labels,
        network.evaluate,
        lambda boards: features.regions(boards).ids,
        lambda boards: network.hidden(boards).sums,
        lambda boards: features.human_moves(boards[:50]),
    ]
    for call in calls:
        expected = call(boards)
        for other in (signed, strided, swapped):
            assert (call(other).view(expected.dtype) == expected).all()
        assert len(call(boards[:0])) == 0
    assert features.sets(signed).dtype == np.int64


def test_results_are_written_where_one_wants_them(boards: Words, network: features.Network) -> None:
    n = len(boards)
    calls: list[tuple[Callable[..., Any], tuple[int, ...], Any]] = [
        (lambda boards, **out: features.sets(boards, ["empty", "player_moves"], **out), (n, 2), np.uint64),
        (lambda boards, **out: features.table(boards, ["empty"], **out).values, (n, 1), np.float32),
        (features.patterns, (n, 46), np.uint16),
        (features.labels, (n, 64), np.int8),
        (network.evaluate, (n,), np.float32),
        (lambda boards, **out: features.human_moves(boards, threads=0, **out), (n, 64), np.float32),
    ]
    for call, shape, dtype in calls:
        expected = call(boards)
        out = np.zeros((2 * n, *shape[1:]), dtype)[::2]
        assert call(boards, out=out) is out or (out == expected).all()
        assert (out == expected).all()
        with pytest.raises(ArrayError, match="^out must be an array of shape"):
            call(boards, out=np.zeros((n + 1, *shape[1:]), dtype))
    same = boards.copy()
    assert (features.sets(same, ["player_discs", "opponent_discs"], out=same) == boards).all()


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda b: features.table(b, ["moves"]), "names must be names of FEATURES, not 'moves'"),
        (lambda b: features.sets(b, "empty"), "names must be a list of names, not 'empty'"),
        (lambda b: features.table(b[:, 0]), r"boards must be an array of shape \(n, 2\), not \("),
        (lambda b: features.patterns(b, threads=-1), "threads must be 0 to 4294967295, not -1"),
        (lambda b: features.labels(b, [0] * (len(b) - 1) + [2]), r"sides\[\d+\] must be 0 to 1, not 2"),
        (lambda b: features.labels(b, [0]), r"sides must be an array of shape \(\d+,\), not \(1,\)"),
        (lambda b: features.human_moves(b, 399), "rating must be 400 to 2400, not 399"),
        (lambda b: features.human_moves(b, 1500.0), "rating must be a whole number, or an array of them, not 1500.0"),
        (lambda b: features.human_moves(b[:2], [1500, 2401]), r"rating\[1\] must be 400 to 2400, not 2401"),
        (lambda b: features.human_moves(b, [1500]), r"rating must be an array of shape \(\d+,\), not \(1,\)"),
        (lambda b: features.planes(b, dtype=np.int64), "dtype must be float32, uint8 or bool, not int64"),
    ],
)
def test_errors_are_in_words(boards: Words, call: Callable[[Words], object], message: str) -> None:
    with pytest.raises((ArrayError, RequestError), match=f"^{message}"):
        call(boards)


@pytest.mark.parametrize("threads", [1, 3])
def test_the_first_wrong_row_is_named(boards: Words, network: features.Network, threads: int) -> None:
    wrong = boards.copy()
    wrong[[700, 2300]] = 1
    for call in (features.table, features.regions, features.patterns, network.hidden, network.evaluate):
        with pytest.raises(ArrayError, match="^row 700: a square cannot have discs of both sides") as error:
            call(wrong, threads=threads)
        assert error.value.index == 700
