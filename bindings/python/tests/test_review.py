"""Reviews of games, and puzzles."""

from __future__ import annotations

import pickle
import signal
import threading
from collections.abc import Callable

import pytest
from conftest import FFO_1

import reversi_engine as re

MOVES = "f5d6c3d3c4f4f6f3e6e7"

#: An end that black loses by one move, c1 in place of a7.
GIVEN_AWAY = "---OOOOXX-OOXOOOXXXXXXOXXOXOXOXXXOOXOXXXXOXOOXX--XOOOX--X-XXXXX- X"


def test_a_review_has_moves_sides_and_turning_points() -> None:
    engine = re.Engine(hash_mib=1)
    review = engine.review(re.Game("a7", start=re.Position(GIVEN_AWAY)), level=60)
    [move], [point] = review.moves, review.turning_points
    assert (move.ply, move.side, move.played, move.best_move) == (1, "black", "a7", "c1")
    assert (move.class_, move.loss, move.proven, move.judged) == ("blunder", 12, True, True)
    assert (move.gave_away, move.error, str(move.position)) == ("win", 0, GIVEN_AWAY)
    assert move.line[0] == "a7" and move.best_line[0] == "c1"
    assert move.why is not None and (move.why.fact, move.why.squares) == ("last_moves", [])
    assert (move.why.played, move.why.best) == (4, 5)
    assert move.why.en == "Of the 10 empty squares Black gets 4 after a7, 5 after c1."
    assert move.why.ja.startswith("空き10か所")
    assert (move.best_value.outcome, move.value.outcome) == ("win", "loss")
    for chances in (move.best_chances, move.chances):  # of people, who may go wrong
        assert chances.win + chances.draw + chances.loss == pytest.approx(1)
    assert move.best_chances.win > move.best_chances.loss > move.best_chances.draw
    assert move.chances.loss > move.chances.win > move.chances.draw
    assert (point.ply, point.before, point.after, point.proven) == (1, "win", "loss", True)
    black, white = review.sides["black"], review.sides["white"]
    assert (black.judged, black.lost, black.proven) == (1, 12, 12)
    assert (black.inaccuracies, black.mistakes, black.blunders, black.accuracy) == (0, 0, 1, None)
    assert white.judged == white.lost == 0
    assert review.mistakes("black") == [move] and review.mistakes("white") == []
    assert (review.version, review.fingerprint) == (1, engine.evaluation_fingerprint)
    assert (review.black_score, review.opening, review.left_book, review.stopped) == (None, None, None, None)


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


def test_reviews_are_data() -> None:
    engine = re.Engine(hash_mib=1)
    review = engine.review(re.Game("a7", start=re.Position(GIVEN_AWAY)), level=60)
    puzzle = engine.puzzle(re.Position(FFO_1), level=10)
    move, why = review.moves[0], review.moves[0].why
    assert puzzle is not None and why is not None
    values = [review, move, move.chances, why, review.sides["black"], review.turning_points[0], puzzle]
    for value in values:
        copied = type(value).from_json(value.to_json())
        assert copied == pickle.loads(pickle.dumps(value)) == value
        assert type(value).__name__ in repr(value)
    with pytest.raises(re.ParseError) as error:
        re.Review.from_json(review.to_json().replace('"lost":12', '"lost":11'))
    assert error.value.code == "bad-answer"


def test_a_review_names_the_opening_and_where_the_book_ends() -> None:
    engine = re.Engine(hash_mib=1, book=re.Book.embedded())
    game, known = re.Game("f5f4d3"), re.Book.embedded().probe
    plies = [ply for ply in (1, 2, 3) if known(re.Game("f5f4d3"[: 2 * ply]).board) is None]
    assert plies and engine.review(game, depth=1).left_book == plies[0]
    assert engine.review(re.Game(MOVES), depth=1).opening == "Comp'Oth"


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


def test_wrong_arguments_of_reviews_are_refused() -> None:
    engine = re.Engine(hash_mib=1)
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: engine.review("f5"), "game"),  # type: ignore[arg-type]
        (lambda: engine.review(re.Game("f5"), level=61), "level"),
        (lambda: engine.puzzle(re.Board()), "position"),  # type: ignore[arg-type]
        (lambda: engine.review(re.Game("f5"), depth=1).mistakes("red"), "side"),  # type: ignore[arg-type]
    ]
    for call, field in calls:
        with pytest.raises(re.ReversiError) as error:
            call()
        assert error.value.field == field


def test_a_review_rates_both_sides_and_says_who_finds_the_best_move() -> None:
    engine, game = re.Engine(hash_mib=1), re.Game(MOVES)
    review = engine.review(game, depth=2, human=1500)
    for move in review.moves[2:]:  # the first moves are equal by symmetry
        assert move.found == engine.human_moves(move.position, 1500).chance(move.best_move)
    assert all(move.found is None for move in engine.review(game, depth=2).moves)
    ratings = [side.rating for side in review.sides.values()]
    for rating in ratings:
        assert rating is not None and rating.low < rating.rating < rating.high and not rating.enough
        assert rating.moves == 5 and "HumanRating" in repr(rating)
        assert pickle.loads(pickle.dumps(rating)) == re.HumanRating.from_json(rating.to_json()) == rating
    black, white = ratings
    assert black is not None and white is not None
    together = re.HumanRating.together([black, white] * 60)
    assert together.enough and together.moves == 600
    assert together.high - together.low < black.high - black.low
    [analyzed] = engine.analyze_games([game], depth=2)
    assert [side.rating for side in analyzed.review().sides.values()] == ratings


def test_a_puzzle_says_how_many_find_it() -> None:
    engine, position = re.Engine(hash_mib=1), re.Position(GIVEN_AWAY)
    puzzle = engine.puzzle(position, level=10, human=1500)
    assert puzzle is not None and puzzle.found == engine.human_moves(position).chance(puzzle.best_move)
    plain = engine.puzzle(position, level=10)
    assert plain is not None and plain.found is None
