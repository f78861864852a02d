"""Reversi as a text environment for language models: a prompt, an answer, a score in discs.

    python text_game.py --games 1

Replace `answer` by a call of a model. The score of an answer is minus the discs that its move loses, by a search of
the engine; an answer without a legal move scores -64, and a random move is played.
"""

from __future__ import annotations

import argparse
import random
import re

import numpy as np

from reversi_engine import Game, arrays, square_index, square_name, to_array


class TextGame:
    """One game: the model against an opponent of the engine."""

    def __init__(self, opponent: str = "beginner", level: int = 4, seed: int = 1) -> None:
        self.game, self.opponent, self.level, self.seed = Game(), opponent, level, seed

    def prompt(self) -> str:
        moves = ", ".join(self.game.legal_moves())
        return (
            f"You play Reversi as {self.game.side} (X is black, O is white).\n{self.game.diagram()}\n"
            f"Your legal moves: {moves}. Answer with one of them."
        )

    def answer(self, text: str) -> float:
        """Plays the last square in the text and the replies; the score of the move, 0 for a best one."""
        board, legal = to_array([self.game.board]), self.game.legal_moves()
        named = re.findall(r"\b[a-h][1-8]\b", text.lower())
        move = named[-1] if named and named[-1] in legal else None
        scores = arrays.move_scores(board, self.level)[0].astype(int)
        score = float(scores[square_index(move)] - scores.max()) if move else -64.0
        me = self.game.side
        self.game.play(move or square_name(int(arrays.choose(board, "random", self.seed)[0])))
        while not self.game.is_over and (self.game.side != me or self.game.must_pass):
            number = int(arrays.choose(to_array([self.game.board]), self.opponent, self.seed, first=len(self.game))[0])
            self.game.play("ps" if number == arrays.PASS else square_name(number))
        return score


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(1)
    for number in range(options.games):
        text_game = TextGame(seed=number)
        scores: list[float] = []
        while not text_game.game.is_over:
            prompt = text_game.prompt()
            if not scores:
                print(prompt)
            squares = re.findall(r"\b[a-h][1-8]\b", prompt.rsplit("moves:", 1)[1])
            scores.append(text_game.answer(f"I like corners, but I take {rng.choice(squares)}."))
        print(f"game {number}: black ends with {text_game.game.score:+d}; {-np.mean(scores):.1f} discs lost a move")


if __name__ == "__main__":
    main()
