"""Positions and an engine for the tests."""

import pytest

import reversi_engine as re

#: 14 empties, +18 with g8.
FFO_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
#: 10 empties, +2 with g8.
EASY = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O"
#: 3 empties, -12.
TINY = "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X"


@pytest.fixture
def engine() -> re.Engine:
    return re.Engine(hash_mib=1)
