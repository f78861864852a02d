"""Plots a game: the best score before each move, and the moves that lost discs.

The cells run one after the other in VS Code, Spyder or Jupyter, or all at once:

    python plot_game.py f5d6c3d3c4f4f6g5 --level 12 --out game.png
"""

# %% The game.
from __future__ import annotations

import argparse

import matplotlib.pyplot as plt
from matplotlib.ticker import MaxNLocator

import reversi_engine as re

GAME = (
    "f5d6c4d3c3f4f6f3e6e7d7g6g5f7f8h6e2d8e3c8g7c7e8c5b6e1c6d2g8b3g3b5g4a5f2h3b4b7a4f1"
    "h4a6h2h8g2a3a8h7h5b8a7g1h1psa2b2b1a1c1d1c2"
)

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
parser.add_argument("game", nargs="?", default=GAME, help="a transcript")
parser.add_argument("--level", type=int, default=10, help="0 to 60: how deep it is analyzed")
parser.add_argument("--out", help="a file for the plot, instead of a window")
options, _ = parser.parse_known_args()  # a notebook has arguments of its own
game = re.Game(options.game)
print(game.diagram())

# %% The analysis. Each position is searched as deep as the level says, endgames to the end.
engine = re.Engine(hash_mib=64, threads=0)
turns = engine.analyze_game(game, level=options.level)


def for_black(turn: re.AnalyzedMove) -> int:
    """Returns the best score before the move, from black's side."""
    score = turn.analysis.value.score or 0  # an analysis has a score, never bounds alone
    return score if turn.position.side == "black" else -score


# %% The plot.
plies = range(1, len(turns) + 1)
scores = [for_black(turn) for turn in turns]
solved = [isinstance(turn.analysis.value, re.Exact) for turn in turns]

figure, axes = plt.subplots(figsize=(10, 5), layout="constrained")
axes.axhline(0, color="0.6", linewidth=0.8)
axes.step(plies, scores, where="mid", color="0.25", linewidth=1.2, label="best score")
if any(solved):
    axes.axvspan(solved.index(True) + 0.5, len(turns) + 0.5, color="0.93", label="solved")
for side, color in (("black", "black"), ("white", "white")):
    bad = [(ply, turn) for ply, turn in zip(plies, turns) if turn.loss and turn.position.side == side]
    axes.scatter(
        [ply for ply, _ in bad],
        [scores[ply - 1] for ply, _ in bad],
        s=[20 + 8 * turn.loss for _, turn in bad],
        color=color,
        edgecolor="black",
        zorder=3,
        label=f"{side} loses discs",
    )
    for ply, turn in bad:
        if turn.loss >= 6:
            text, place = f"{turn.played} -{turn.loss}", (ply, scores[ply - 1])
            axes.annotate(text, place, (0, 10), textcoords="offset points", ha="center", fontsize=8)
axes.set_xlabel("move")
axes.set_ylabel("discs, from black's side")
axes.set_xlim(0.5, len(turns) + 0.5)
axes.margins(y=0.15)
axes.yaxis.set_major_locator(MaxNLocator(integer=True))
axes.legend(loc="best", frameon=False)
axes.set_title(f"analyzed at level {options.level}")

if options.out:
    figure.savefig(options.out, dpi=120)
else:
    plt.show()
