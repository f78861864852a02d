"""Values in `match`, which Python 3.9 does not know: the text is compiled where it can be."""

import sys

import pytest

import reversi_engine as re

TELL = """
def tell(value):
    match value:
        case re.Exact(score):
            return f"exactly {score}"
        case re.Bounds(2, 64):
            return "a win"
        case re.Bounds(lower, upper):
            return f"between {lower} and {upper}"
        case re.Estimate(score, depth, selectivity=100):
            return f"about {score}, by {depth} plies"
"""


@pytest.mark.skipif(sys.version_info < (3, 10), reason="match came with Python 3.10")
def test_match_takes_values_apart() -> None:
    names = {"re": re}
    exec(TELL, names)
    tell = names["tell"]
    values = [re.Exact(8), re.Bounds(2, 64), re.Bounds(-4, 2), re.Estimate(3, 12)]
    told = [tell(value) for value in values]  # type: ignore[operator]
    assert told == ["exactly 8", "a win", "between -4 and 2", "about 3, by 12 plies"]
