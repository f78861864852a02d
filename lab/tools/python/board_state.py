"""A board of Othello as people write it: a list of squares that is walked in eight directions.

``compare.py`` compares ``reversi_engine.arrays`` with it. It has the form of the class that most programs for
training on games copy: the squares are an array of 8 x 8 in which 1 is a black disc and -1 a white one, ``legal``
tries all squares, ``play`` changes the side where one must pass and keeps the moves and how long ago each disc was
placed or turned.
"""

from __future__ import annotations

import numpy as np

_DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class BoardState:
    """A position of a game, black being first."""

    def __init__(self) -> None:
        self.squares = np.zeros((8, 8), dtype=np.int8)
        self.squares[3, 4] = self.squares[4, 3] = 1
        self.squares[3, 3] = self.squares[4, 4] = -1
        self.side = 1
        self.ages = np.zeros((8, 8), dtype=np.int64)
        self.moves: list[int] = []

    def _turned(self, move: int, side: int) -> list[tuple[int, int]]:
        """Returns the discs that a move of a side would turn."""
        rank, file = divmod(move, 8)
        found: list[tuple[int, int]] = []
        if self.squares[rank, file] != 0:
            return found
        for down, right in _DIRECTIONS:
            line: list[tuple[int, int]] = []
            r, f = rank + down, file + right
            while 0 <= r < 8 and 0 <= f < 8:
                disc = self.squares[r, f]
                if disc == 0:
                    break
                if disc == side:
                    found.extend(line)
                    break
                line.append((r, f))
                r, f = r + down, f + right
        return found

    def turned(self, move: int) -> list[tuple[int, int]]:
        """Returns the discs that a move of the side to move would turn."""
        return self._turned(move, self.side)

    def legal(self) -> list[int]:
        """Returns the moves of the side to move, or of the other side if it has none."""
        moves = [move for move in range(64) if self._turned(move, self.side)]
        return moves or [move for move in range(64) if self._turned(move, -self.side)]

    def play(self, move: int) -> None:
        """Plays a move of the side to move, or of the other side if this one must pass."""
        turned = self.turned(move)
        if not turned:
            self.side = -self.side
            turned = self.turned(move)
            if not turned:
                raise ValueError(f"{move} is not a legal move")
        rank, file = divmod(move, 8)
        self.ages[self.squares != 0] += 1
        for r, f in turned:
            self.squares[r, f] *= -1
            self.ages[r, f] = 0
        self.squares[rank, file] = self.side
        self.ages[rank, file] = 0
        self.moves.append(move)
        self.side = -self.side
