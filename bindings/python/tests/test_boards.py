"""Boards, positions, games, records."""

import copy
import pickle
from pathlib import Path

import pytest
from conftest import EASY, FFO_1

import reversi_engine as re


def round_trips(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value
    assert eval(repr(value), vars(re)) == value


def test_boards_and_their_like_read_back() -> None:
    for value in [
        re.Board(FFO_1),
        re.Position().play("f5"),
        re.Game("f5d6c3"),
        re.Game("d6", start=re.Position().play("f5")),
        re.Symmetry.ALL[5],
        re.ObfLine(f"{FFO_1}; G8:+18; H1:+12; % FFO #1"),
        re.Exact(8),
        re.Bounds(-4, 2),
        re.Estimate(3, 24, 73),
    ]:
        round_trips(value)


def test_boards_are_values() -> None:
    board = re.Board()
    assert len({board, re.Board(), board.play("f5")}) == 2
    assert board.play("f5") != board
    assert sorted([board.play("f5"), board])[0] in (board, board.play("f5"))
    with pytest.raises(AttributeError):
        board.player = 1  # type: ignore[misc]
    with pytest.raises(AttributeError):
        board.other = 1  # type: ignore[attr-defined]


def test_every_notation_reads_what_it_writes() -> None:
    position = re.Game("f5d6c3d3c4").position
    assert re.Position.from_fen(position.fen()) == position
    assert re.Position(str(position)) == position
    cells, side = str(position).split()
    assert side == "O"
    assert re.Position.from_cells(cells, position.side) == position
    assert re.Board.from_cells(cells, "white") == position.board
    board = position.board
    assert re.Board.from_bits(board.player, board.opponent) == board
    assert re.Board.from_fen(board.fen("white")) == board
    assert board.position("white") == position
    assert position.discs("white") == board.player


def test_moves_are_those_of_the_rules() -> None:
    board = re.Board()
    assert board.legal_moves() == ["d3", "c4", "f5", "e6"]
    assert [re.square_index(move) for move in board.legal_moves()] == [19, 26, 37, 44]
    assert board.legal_squares == sum(1 << re.square_index(move) for move in board.legal_moves())
    assert board.flips("f5") == 1 << re.square_index("e5")
    assert board.is_legal("f5") and not board.is_legal("a1") and not board.is_legal("ps")
    must_pass = re.Board("OX-------------------------------------------------------------- X")
    assert must_pass.must_pass and must_pass.legal_moves() == ["ps"]
    assert must_pass.play("ps") == must_pass.swap()
    over = re.Board("X--------------------------------------------------------------- X")
    assert over.is_game_over and over.legal_moves() == [] and over.final_score == 64


def test_leaves_are_counted_as_they_are_known() -> None:
    known = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216]  # published counts
    assert [re.perft(re.Board(), depth) for depth in range(9)] == known
    must_pass = re.Board("OX-------------------------------------------------------------- O")
    assert re.perft(must_pass, 40) == 1  # the game is over after a move


def test_symmetries_commute_with_moves() -> None:
    board = re.Board().play("f5")
    assert len(set(board.images())) == 8
    for symmetry in re.Symmetry.ALL:
        image = symmetry.board(board)
        assert image.canonical()[0] == board.canonical()[0]
        assert image.play(symmetry.move("d6")) == symmetry.board(board.play("d6"))
        assert symmetry.inverse().board(image) == board


def test_an_illegal_move_leaves_a_game_as_it_was() -> None:
    game = re.Game("f5")
    with pytest.raises(re.IllegalMoveError) as error:
        game.play("a1")
    assert error.value.code == "illegal-move"
    assert game.moves == ["f5"]
    assert copy.copy(game) == game and copy.deepcopy(game) == game
    with pytest.raises(TypeError):
        hash(game)


def test_a_game_ends_with_its_score() -> None:
    game = re.Game("e6f4e3f6g5d6e7f5c5")
    assert game.is_over and game.score == 64 and len(game) == 9
    assert game.prefix(1).score is None
    assert [move for _, move in game.turns()] == game.moves


def test_records_of_problems_and_games_are_read(tmp_path: Path) -> None:
    file = tmp_path / "two.obf"
    file.write_text(f"\ufeff{FFO_1}; G8:+18;\n\n{EASY}; G8:+2; % easy\n", encoding="utf-8")
    [first, second] = re.read_obf(file)
    assert first.best_score == 18 and second.comment == "easy"
    with pytest.raises(FileNotFoundError) as missing:
        re.read_obf(tmp_path / "none.obf")
    assert missing.value.filename == str(tmp_path / "none.obf")
    ggf = re.Game("f5d6").ggf(PB="Ada", PW="Bob", RE="?")
    [record] = re.read_ggf(ggf)
    assert record.game == re.Game("f5d6") and record.tags["PW"] == "Bob"
    assert re.Game.from_ggf(ggf) == record.game
    with pytest.raises(re.ParseError) as error:
        re.Game().ggf(PB="a ] bracket")
    assert error.value.field == "PB"


def test_files_of_the_wthor_data_base_are_read() -> None:
    game = re.Game("f5d6c3d3c4")
    header = bytes([20, 24, 12, 31]) + (1).to_bytes(4, "little") + bytes(2) + (1999).to_bytes(2, "little")
    header += bytes([0, 0, 22, 0])
    moves = bytes(10 * int(move[1]) + "abcdefgh".index(move[0]) + 1 for move in game.moves)
    record = bytes([1, 0, 2, 0, 3, 0, 40, 33]) + moves + bytes(60 - len(moves))
    [read] = re.read_wtb(header + record)
    assert (read.game, read.year, read.black, read.white) == (game, 1999, 2, 3)
    assert (read.score, read.theoretical_score) == (16, 2)
    with pytest.raises(re.ParseError) as error:
        re.read_wtb(header + record[:-1])
    assert error.value.offset is not None


def test_a_book_is_called_one_and_not_a_broken_file_of_games(tmp_path: Path) -> None:
    file = tmp_path / "own.book"
    re.Book.embedded().save(file)
    for source in (file, file.read_bytes(), b"EDAXBOOK\0\1\0\2"):
        with pytest.raises(re.ParseError, match="this is an opening book: it must be opened by Book") as error:
            next(re.read_games(source))
        assert error.value.code == "not-a-game-file"
    assert error.value.file is None
