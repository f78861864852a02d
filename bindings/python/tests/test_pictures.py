"""Pictures of boards, games, analyses and reviews, and what notebooks show."""

import re as regex
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest
from conftest import EASY

import reversi_engine as re

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg" and root.get("role") == "img"
    return root


def discs(svg: str, color: str) -> int:
    """The discs of a colour that are drawn, each a set bit."""
    group = next((group for group in parsed(svg).iter(f"{SVG}g") if group.get("class") == f"rv-{color}"), None)
    circles = [] if group is None else group.findall(f"{SVG}circle")
    return sum(1 << (int(circle.get("cx", "0")) + 8 * int(circle.get("cy", "0"))) for circle in circles)


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in parsed(svg).iter(f"{SVG}text")]


def images(html: str) -> list[tuple[str, str]]:
    """The words and the SVG of the images in HTML."""
    found = regex.findall(r'<img alt="([^"]*)" src="data:image/svg\+xml,([^"]*)">', html)
    assert len(found) == html.count("<img")
    return [(words, unquote(source)) for words, source in found]


def test_the_discs_are_those_of_the_board() -> None:
    game = re.Game("f5d6c3d3c4f4f6f3e6e7d7c5b6")
    for position, _ in game.turns():
        for svg in (position.svg(), position.board.svg(side=position.side), position._repr_svg_()):
            assert discs(svg, "black") == position.discs("black")
            assert discs(svg, "white") == position.discs("white")
    assert re.Board()._repr_svg_() == re.Board().svg() == re.Position().svg()
    assert "white to move" in re.Board().svg("white")


def test_marks_are_squares_or_a_dict() -> None:
    board = re.Board()
    dots = board.svg(marks=board.legal_moves())
    assert dots.count('r="4.5"') == 4
    for marks in ("d3 c4 f5 e6", board.legal_squares, [19, 26, 37, 44], np.array([19, 26, 37, 44]), {"d3", "c4", "f5", "e6"}):
        assert board.svg(marks=marks) == dots
    assert "Rings: f5. Crosses: c4. " in board.svg(marks={"f5": "ring", 26: "cross"})
    assert board.svg(marks=["ps"]) == board.svg(marks=0) == board.svg(marks=None) == board.svg()


def test_values_are_a_dict_or_an_analysis(engine: re.Engine) -> None:
    board = re.Board()
    svg = board.svg(values={"d3": 4, 26: -0.5, "f5": "?", "e6": np.float32(1.25), "ps": 9})
    assert texts(svg)[:4] == ["+4", "−0.5", "?", "+1.25"]
    scores = board.svg(values={"d3": re.Exact(4), "c4": re.Bounds(2, 64), "f5": re.Estimate(-3, 8)})
    assert "Labels: d3 exact +4, c4 ≥+2, f5 estimate −3." in scores
    analysis = engine.analyze(board, depth=2, lines=4)
    of_analysis = board.svg(values=analysis)
    assert of_analysis == analysis.svg() and of_analysis.count("estimate") == 4
    with pytest.raises(re.RequestError, match="values must be an analysis of this board, not of another one"):
        board.play("f5").svg(values=analysis)


def test_a_pass_has_no_square_as_text_and_as_a_number() -> None:
    plain = re.Board().svg()
    for mv in ("pass", 64):
        assert re.Board().svg(last=mv, marks=[mv], values={mv: 3}) == plain


def test_tints_are_an_array_or_any_sequence() -> None:
    heat = np.linspace(-1, 2, 64)
    svg = re.Board().svg(heat=heat)
    for same in (heat.reshape(8, 8), heat.tolist(), heat.reshape(8, 8).tolist(), iter(heat), heat.astype(np.float32)):
        assert re.Board().svg(heat=same) == svg
    assert re.Board().svg(heat=heat, heat_range=(-2, 2)) == svg
    assert re.Board().svg(heat=heat, heat_range=(-2, 3)) != svg
    assert "Tints: least a1, greatest h8." in svg


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"heat": [0.0] * 18 + [float("nan")] + [0.0] * 45}, re.RequestError, "heat of c3 must be a finite number, not NaN"),
        ({"heat": [float("inf")] * 64}, re.RequestError, "heat of a1 must be a finite number, not inf"),
        ({"heat": [1.0] * 63}, re.ArgumentError, "heat must be 64 numbers, or 8 rows of 8, not 63"),
        ({"heat": [1.0] * 65}, re.ArgumentError, "heat must be 64 numbers, or 8 rows of 8, not more"),
        ({"heat": [[1.0] * 8] * 7}, re.ArgumentError, "heat must be 64 numbers, or 8 rows of 8, not 7 rows"),
        ({"heat": [[1.0] * 8] * 7 + [[1.0]]}, re.ArgumentError, "heat must be 64 numbers, or 8 rows of 8, not 1 in row 8"),
        ({"heat": 3}, re.ArgumentError, "heat must be 64 numbers, or 8 rows of 8, not 3"),
        ({"heat": "x" * 64}, re.ArgumentError, "heat must be 64 numbers"),
        ({"heat": ["x"] * 64}, re.ArgumentError, 'heat must be numbers, not "x"'),
        ({"heat": [2.0] * 64, "heat_range": (0, 1)}, re.RequestError, "heat of a1 must be 0 to 1, not 2"),
        ({"heat": [2.0] * 64, "heat_range": (1,)}, re.ArgumentError, "heat_range must be two numbers"),
        ({"heat_range": (0, 1)}, re.ArgumentError, "heat_range needs heat"),
        ({"values": {"d3": float("nan")}}, re.RequestError, "value must be -999999 to 999999, not NaN"),
        ({"values": {"d3": None}}, re.ArgumentError, "values must be numbers, texts or scores, not None"),
        ({"values": [1]}, re.ArgumentError, "values must be a dict of squares and values, or an Analysis"),
        ({"values": {"j9": 1}}, re.ParseError, "not a move"),
        ({"marks": [65]}, re.RequestError, 'marks must be a square such as "f5", or 0 to 64, not 65'),
        ({"marks": 2**64}, re.RequestError, "marks must be 0 to 18446744073709551615"),
        ({"marks": {"d3": "star"}}, re.RequestError, 'mark must be dot, ring or cross, not "star"'),
        ({"marks": 1.5}, re.ArgumentError, "marks must be squares, a set of squares, or a dict of squares and marks"),
        ({"last": 1.5}, re.ArgumentError, 'last must be a square such as "f5", or 0 to 64, not 1.5'),
        ({"last": 37.0}, re.ArgumentError, 'last must be a square such as "f5", or 0 to 64, not 37.0'),
        ({"size": 15}, re.RequestError, "size must be 16 to 4096, not 15"),
        ({"coordinates": 1}, re.ArgumentError, "coordinates must be True or False, not 1"),
        ({"theme": "blue"}, re.RequestError, 'theme must be auto, light or dark, not "blue"'),
        ({"title": 1}, re.ArgumentError, "title must be a str, not 1"),
        ({"color": 1}, re.ArgumentError, "color: no such field"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(options: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=regex.escape(message)):
        re.Board().svg(**options)


def test_hostile_texts_stay_texts() -> None:
    hostile = "</title><script>alert('1')</script>&\0\ud800"
    svg = re.Board().svg(title=hostile, values={"a1": hostile})
    assert not list(parsed(svg).iter(f"{SVG}script"))
    title = parsed(svg).find(f"{SVG}title")
    assert title is not None and title.text is not None and title.text.startswith("</title><script>alert('1')")


def test_a_game_is_shown_with_its_last_move_and_its_moves() -> None:
    game = re.Game("f5d6c3")
    html = game._repr_html_()
    ((words, svg),) = images(html)
    assert svg == game.svg() and "last move c3" in words
    assert ">f5d6c3</code>" in html and "3 moves" in html
    assert not hasattr(game, "_repr_svg_") and not hasattr(re.Board(), "_repr_html_")  # HTML would win
    assert "black wins by 64" in re.Game("e6f4e3f6g5d6e7f5c5")._repr_html_()


def test_an_analysis_is_shown_with_a_table(engine: re.Engine) -> None:
    html = engine.analyze(re.Board(EASY), level=19, lines=64)._repr_html_()
    ((_, svg),) = images(html)
    assert "exact" in svg and html.count("<tr>") == 1 + len(re.Board(EASY).legal_moves())
    assert "<td>g8</td><td>+2</td>" in html and "the side to move as black" in html


def test_a_review_is_shown_with_its_graph_and_tables(engine: re.Engine) -> None:
    game = re.Game("f5d6c3d3c4f4f6f3e6e7d7c5")
    review = engine.review(game, depth=4)
    html = review._repr_html_()
    (end, board), (words, graph) = images(html)
    assert discs(board, "black") == game.position.discs("black")
    assert "last move c5" in end and words.startswith("Score after each of 12 moves: ")
    assert graph == review.graph() and review.graph(theme="dark") != graph
    assert "all moves: 12" in html and html.count("<td>12</td>") >= 1
    mistakes = len(review.mistakes("black")) + len(review.mistakes("white"))
    assert ("no mistakes" in html) == (mistakes == 0)
    assert html.count("<tr>") == 1 + 12 + (1 + mistakes if mistakes else 0)
    big = [move for move in review.moves if move.loss >= 3]
    assert sum(1 for _ in parsed(graph).iter(f"{SVG}circle")) == len(big)
    with pytest.raises(re.RequestError, match="theme must be auto, light or dark"):
        review.graph(theme="blue")  # type: ignore[arg-type]
