"""Reviews of games, and puzzles."""

from __future__ import annotations

import signal
import threading

import pytest
from conftest import FFO_1

import reversi_engine as re

MOVES = "f5d6c3d3c4f4f6f3e6e7"

#: An end that black loses by one move, c1 in place of a7.
GIVEN_AWAY = "---OOOOXX-OOXOOOXXXXXXOXXOXOXOXXXOOXOXXXXOXOOXX--XOOOX--X-XXXXX- X"


def test_a_review_has_the_mistakes_of_a_side() -> None:
    engine = re.Engine(hash_mib=1)
    review = engine.review(re.Game("a7", start=re.Position(GIVEN_AWAY)), level=60)
    [move] = review.moves
    assert (move.side, move.class_, review.fingerprint) == ("black", "blunder", engine.evaluation_fingerprint)
    assert review.mistakes("black") == [move] and review.mistakes("white") == []


def test_a_review_of_a_whole_game_has_accuracies_and_a_score() -> None:
    engine = re.Engine(hash_mib=1)
    game = re.Game(MOVES)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    review = engine.review(game, depth=1)
    assert review.black_score == game.score and len(review.moves) == len(game.moves)
    accuracy = review.sides["white"].accuracy
    assert accuracy is not None and 0 <= accuracy.low <= accuracy.percent <= accuracy.high <= 100
    assert [move.ply for move in review.moves] == list(range(1, len(game.moves) + 1))


def test_games_of_a_run_have_the_reviews_of_the_call() -> None:
    engine = re.Engine(hash_mib=1, book=re.Book.embedded())
    games = [re.Game(MOVES), re.Game("f5d6c3d3c4f4"), re.Game("f5f4d3")]
    reviews = [game.review() for game in engine.analyze_games(games, depth=3, book="never", jobs=2)]
    for game, review in zip(games, reviews):
        engine.clear_hash()
        alone = engine.review(game, depth=3, book="never")
        assert (review.opening, review.left_book) == (alone.opening, alone.left_book)
        assert review.fingerprint == alone.fingerprint == engine.evaluation_fingerprint
        assert [move.played for move in review.moves] == game.moves
    assert reviews[2].left_book is not None
    engine.clear_hash()
    assert reviews[0].sides == engine.review(games[0], depth=3, book="never").sides


def test_false_of_progress_ends_a_review_with_the_moves_that_are_done() -> None:
    game = re.Game(MOVES)
    review = re.Engine(hash_mib=16).review(game, depth=14, progress=lambda progress: progress.done < 2)
    assert 2 <= len(review.moves) < len(game.moves)
    assert review.moves[-1].ply == 10


def test_a_puzzle_has_one_best_move() -> None:
    engine = re.Engine(hash_mib=16)
    puzzle = engine.puzzle(re.Position(FFO_1), level=10)
    assert puzzle is not None
    assert (puzzle.best_move, puzzle.value, puzzle.proven) == ("g8", re.Exact(18), True)
    assert puzzle.margin >= 2 and puzzle.hard >= 0
    assert puzzle.moves[0].best_move == "g8" and str(puzzle.position) == FFO_1
    assert engine.puzzle(re.Position(), depth=4) is None  # all four are equal


def test_control_c_ends_a_review_and_a_puzzle() -> None:
    engine = re.Engine(hash_mib=1)
    for call in (lambda: engine.review(re.Game("f5d6"), depth=60), lambda: engine.puzzle(re.Position(), depth=60)):
        threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            call()


def test_ratings_of_many_games_are_one() -> None:
    engine, game = re.Engine(hash_mib=1), re.Game(MOVES)
    ratings = [side.rating for side in engine.review(game, depth=2).sides.values()]
    black, white = ratings
    assert black is not None and white is not None
    together = re.HumanRating.together([black, white] * 60)
    assert together.enough and together.moves == 540  # the first move is no choice
    assert together.high - together.low < black.high - black.low
    [analyzed] = engine.analyze_games([game], depth=2)
    assert [side.rating for side in analyzed.review().sides.values()] == ratings


def test_a_puzzle_says_how_many_find_it() -> None:
    engine, position = re.Engine(hash_mib=1), re.Position(GIVEN_AWAY)
    puzzle = engine.puzzle(position, level=10, human=1500)
    assert puzzle is not None and puzzle.found == engine.human_moves(position).chance(puzzle.best_move)
    plain = engine.puzzle(position, level=10)
    assert plain is not None and plain.found is None
