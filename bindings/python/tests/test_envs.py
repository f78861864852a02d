"""Policies on arrays, games between them, and environments."""

from __future__ import annotations

import _thread
import subprocess
import sys
import threading
import time
import warnings
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import reversi_engine as re
from reversi_engine import arrays, envs
from reversi_engine.envs import VectorEnv
from reversi_engine.envs import _games as shared

Words = npt.NDArray[np.uint64]
PASS = arrays.PASS


def positions(games: int = 20, seed: int = 1) -> Words:
    """Boards of random games where the side to move has a move."""
    boards = arrays.replay(*arrays.random_games(games, seed)).boards
    return boards[arrays.mobility(boards) > 0]


def array_of(*texts: str) -> Words:
    return re.to_array([re.Board(text) for text in texts])


def first_move(boards: Words, legal: Words) -> npt.NDArray[np.intp]:
    """A policy: the first legal square."""
    moves: npt.NDArray[np.intp] = arrays.unpack(legal).argmax(axis=1)
    return moves


def last_move(boards: Words, legal: Words) -> list[int]:
    return [int(each).bit_length() - 1 for each in legal]


def using_up(boards: Words, legal: Words) -> npt.NDArray[np.uint8]:
    """The last legal square, by a loop that takes all squares out of the sets; it clears the boards too."""
    moves = np.zeros(len(legal), np.uint8)
    for square in range(64):
        bit = np.uint64(1 << square)
        moves[(legal & bit) != 0] = square
        legal &= ~bit
    boards[:] = 0
    return moves


# Policies.


@pytest.mark.parametrize("policy", ["random", "beginner", "casual", re.Opponent(rating=1350), first_move])
def test_moves_are_legal_and_do_not_depend_on_other_rows_or_threads(policy: Any) -> None:
    boards = positions(3)[::2]
    moves = arrays.choose(boards, policy, seed=5)
    arrays.play(boards, moves)
    assert arrays.choose(boards, policy, seed=5, threads=2).tolist() == moves.tolist()
    part = arrays.choose(boards[10:20], policy, seed=5, first=10)
    assert part.tolist() == moves[10:20].tolist()
    assert policy is first_move or arrays.choose(boards, policy, seed=6).tolist() != moves.tolist()


def test_choices_are_those_of_an_opponent() -> None:
    board, engine = re.Board().play("f5"), re.Engine(hash_mib=1)
    count = 4000
    boards = re.to_array([board] * count)
    opponent = re.Opponent("beginner", seed=1)
    one_by_one = [re.square_index(opponent.choose(engine, board) or "") for _ in range(count)]
    at_once = arrays.choose(boards, "beginner", seed=1).tolist()
    for square in (29, 43, 45):
        expected, found = one_by_one.count(square) / count, at_once.count(square) / count
        assert abs(expected - found) < 4 * (0.5 / count) ** 0.5, square


def test_a_side_without_a_move_passes() -> None:
    boards = array_of("XO" + "-" * 62 + " O", "X" * 64 + " X", str(re.Board()))
    for policy in ("random", "beginner", "master", first_move):
        moves = arrays.choose(boards, policy)
        assert moves[:2].tolist() == [PASS, PASS] and moves[2] in (19, 26, 37, 44)


def test_ctrl_c_ends_a_choice() -> None:
    boards = positions(40)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    begin = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        arrays.choose(boards, "master", threads=2)  # minutes
    assert time.perf_counter() - begin < 20


def test_random_moves_have_the_same_chance() -> None:
    boards = re.to_array([re.Board()] * 8000)
    squares, counts = np.unique(arrays.choose(boards, "random", seed=3), return_counts=True)
    assert squares.tolist() == [19, 26, 37, 44] and (abs(counts - 2000) < 200).all()


def test_policies_that_are_none_are_refused() -> None:
    boards = positions(1)
    with pytest.raises(re.RequestError, match="policy must be random, beginner, casual, .*, not 'novice'") as error:
        arrays.choose(boards, "novice")
    assert (error.value.code, error.value.field) == ("unknown-name", "policy")
    with pytest.raises(re.ArgumentError, match="opponent must be random, .*, not 1500"):
        VectorEnv(1, 1500)  # type: ignore[arg-type]
    with pytest.raises(re.IllegalMoveError, match=r"policy\[0\]: a1 is not a legal move") as illegal:
        arrays.choose(boards, lambda boards, legal: np.zeros(len(boards), int))
    assert (illegal.value.index, illegal.value.field) == (0, "policy")
    with pytest.raises(re.IllegalMoveError, match=r"policy_b\[0\]: a pass is not a legal move"):
        arrays.play_games("random", lambda boards, legal: [PASS] * len(boards), 1)
    with pytest.raises(re.IllegalMoveError, match=r"policy\[0\]: 101 is not a legal move"):
        arrays.choose(boards, lambda boards, legal: [101] * len(boards))
    with pytest.raises(re.ArrayError, match=r"policy must be an array of shape \(1,\)"):
        arrays.choose(boards[:1], lambda boards, legal: [19, 19])


def test_scores_of_moves_are_those_of_an_analysis() -> None:
    boards, engine = positions(2), re.Engine(hash_mib=1)
    for level, step in ((0, 3), (1, 3), (4, 11)):
        some = boards[::step]
        scores = arrays.move_scores(some, level, threads=2)
        assert scores.dtype == np.int8 and scores.shape == (len(some), 64)
        for board, row in zip(re.from_array(some), scores):
            lines = engine.analyze(board, level=level, lines=60).lines
            expected = {re.square_index(str(line.best_move)): line.value.score for line in lines}
            found = {square: int(score) for square, score in enumerate(row) if score != -128}
            assert found == expected, board
    out = np.empty((len(boards), 64), np.int8)
    assert arrays.move_scores(boards, out=out) is out and (out == arrays.move_scores(boards)).all()
    with pytest.raises(re.RequestError, match="level must be 0 to 60, not 61"):
        arrays.move_scores(boards, 61)


def test_functions_may_use_up_what_they_get() -> None:
    boards = positions(2)
    assert arrays.choose(boards, using_up).tolist() == last_move(boards, arrays.legal_moves(boards))
    using, other = arrays.play_games(using_up, "random", 6), arrays.play_games(last_move, "random", 6)
    assert using.moves.tolist() == other.moves.tolist()
    traces = []
    for policy in (using_up, last_move):
        env = VectorEnv(5, policy)
        env.reset(seed=1)
        traces.append([env.step(first_move(env.boards, env.legal_moves))[1].tolist() for _ in range(40)])
    assert traces[0] == traces[1]


# Games between policies.


def test_random_games_between_policies_are_random_games() -> None:
    match, games = arrays.play_games("random", "random", 200, seed=9), arrays.random_games(200, seed=9)
    assert match.moves.tolist() == games.moves.tolist() and match.offsets.tolist() == games.offsets.tolist()


@pytest.mark.parametrize("policies", [("random", first_move), (last_move, first_move), ("beginner", "casual")])
def test_a_match_is_told_from_both_sides(policies: tuple[Any, Any]) -> None:
    match = arrays.play_games(*policies, 20, seed=2)
    assert match.black.tolist() == [0, 1] * 10
    replay = arrays.replay(match.moves, match.offsets)
    of_black = arrays.final_scores(replay.ends)
    assert match.scores.tolist() == np.where(match.black == 0, of_black, -of_black).tolist()
    assert arrays.is_over(replay.ends).all()
    for side, policy in enumerate(policies):
        if callable(policy):  # it made the moves of its side
            game = np.repeat(np.arange(20), np.diff(match.offsets))
            its = (replay.sides ^ match.black[game]) == side
            legal = replay.legal[its]
            assert replay.moves[its].tolist() == list(policy(replay.boards[its], legal))


def test_games_do_not_depend_on_other_games_or_threads() -> None:
    whole = arrays.play_games("beginner", "random", 12, seed=4, random_plies=3)
    again = arrays.play_games("beginner", "random", 12, seed=4, random_plies=3, threads=2)
    assert repr(whole) == repr(again) and whole.moves.tolist() == again.moves.tolist()
    part = arrays.play_games("beginner", "random", 5, seed=4, first=7, random_plies=3)
    assert part.moves.tolist() == whole.moves[whole.offsets[7] :].tolist()
    assert (part.black.tolist(), part.scores.tolist()) == (whole.black[7:].tolist(), whole.scores[7:].tolist())
    assert arrays.play_games("random", "random", 0).offsets.tolist() == [0]


def test_random_plies_come_first() -> None:
    fixed = arrays.play_games(first_move, first_move, 6)
    assert len({tuple(fixed.moves[a:b]) for a, b in zip(fixed.offsets, fixed.offsets[1:])}) == 1
    varied, random = (arrays.play_games(p, p, 6, 1, random_plies=k) for p, k in ((first_move, 4), ("random", 0)))
    for game in range(6):
        a, b = varied.offsets[game], random.offsets[game]
        assert varied.moves[a : a + 4].tolist() == random.moves[b : b + 4].tolist()
        rest = arrays.replay(varied.moves, varied.offsets).legal[a + 4 : a + 6]
        assert varied.moves[a + 4 : a + 6].tolist() == first_move(rest, rest).tolist()


def test_a_stronger_opponent_wins() -> None:
    match = arrays.play_games("casual", "beginner", 60, seed=1, threads=2)
    assert (match.scores > 0).mean() > 0.6


# The games of environments.

#: The side to move takes d1 and ends the game: 4 to 0.
LAST = "XOO-" + "-" * 60 + " X"


def placed(games: shared.Games, *texts: str, colors: list[int] | None = None) -> None:
    """Puts the games at boards where the agent is to move."""
    games.boards = array_of(*texts)
    games.legal = arrays.legal_moves(games.boards)
    games.colors[:] = colors or [0] * len(texts)


def env_at(*texts: str, colors: list[int] | None = None, opponent: Any = "random", **options: Any) -> VectorEnv:
    env = VectorEnv(len(texts), opponent, **options)
    env.reset(seed=1)
    placed(env._games, *texts, colors=colors)
    return env


def test_a_game_that_ends_by_a_double_pass_knows_its_winner() -> None:
    for color, winner in ((0, 1), (1, -1)):
        env = env_at(LAST, colors=[color])
        observations, rewards, over, truncated, infos = env.step([3])
        assert (rewards.tolist(), over.tolist(), truncated.tolist()) == ([1.0], [True], [False])
        info = infos["final_info"]
        assert (info["winner"].tolist(), info["color"].tolist()) == ([winner], [color])
        # Empties are the winner's.
        assert (info["discs_agent"].tolist(), info["discs_black"].tolist()) == ([64], [64 * winner])
        last = infos["final_obs"][0]
        assert last[0].ravel().nonzero()[0].tolist() == [0, 1, 2, 3] and last[1].sum() == 0
        # The next game has begun.
        assert observations[0].sum() in (4, 5) and infos["action_mask"].sum() == arrays.mobility(env.boards)[0]


def counted(asked: list[int]) -> Any:
    """The first legal move; it notes on how many boards it is asked."""

    def policy(boards: Words, legal: Words) -> npt.NDArray[np.intp]:
        asked.append(len(boards))
        return first_move(boards, legal)

    return policy


def test_an_opponent_without_a_move_passes() -> None:
    # After c1 the opponent has g8 alone and no move. After f8 neither side has one.
    asked: list[int] = []
    env = env_at("XO" + "-" * 60 + "OX X", opponent=counted(asked), color="black")
    asked.clear()
    _, rewards, over, _, infos = env.step([2])
    assert (asked, over.tolist(), rewards.tolist()) == ([], [False], [0.0])
    assert env.boards.tolist() == array_of("XXX" + "-" * 59 + "OX X").tolist()
    assert infos["action_mask"][0].nonzero()[0].tolist() == [61]
    _, rewards, over, _, infos = env.step([61])
    assert (asked, over.tolist(), rewards.tolist()) == ([], [True], [1.0])
    assert infos["final_info"]["discs_agent"].tolist() == [64]


def test_an_opponent_goes_on_while_the_agent_has_no_move() -> None:
    # After c4 the opponent takes c1, the agent has no move, the opponent takes f8, and neither side has one.
    asked: list[int] = []
    text = "OX------" + "-" * 16 + "XO------" + "-" * 24 + "------XO X"
    env = env_at(text, opponent=counted(asked), color="black")
    asked.clear()
    _, rewards, over, _, infos = env.step([26])
    assert (asked, over.tolist(), rewards.tolist()) == ([1, 1], [True], [-1.0])
    assert infos["final_info"]["discs_agent"].tolist() == [-58]  # 3 discs and 6, and 55 empties for the winner
    last = infos["final_obs"][0].reshape(2, 64)
    assert last[0].nonzero()[0].tolist() == [24, 25, 26]
    assert last[1].nonzero()[0].tolist() == [0, 1, 2, 61, 62, 63]


def test_games_go_on_by_the_rules_of_whole_games() -> None:
    """Both sides of some thousand moves, with the passes of their games."""
    match = arrays.play_games(last_move, first_move, 2, seed=1, random_plies=0)
    env = VectorEnv(2, first_move)
    env.reset(seed=1)
    moves: list[list[int]] = [[], []]
    while not all(len(each) and each[-1] == -1 for each in moves):
        actions = last_move(env.boards, env.legal_moves)
        _, _, over, _, infos = env.step(actions)
        for game in range(2):
            if not moves[game] or moves[game][-1] != -1:
                moves[game] += [actions[game]] + [-1] * bool(over[game])
                if over[game]:
                    assert infos["final_info"]["discs_agent"][game] == match.scores[game]
    for game in range(2):
        rows = slice(match.offsets[game], match.offsets[game + 1])
        sides = arrays.replay(match.moves, match.offsets).sides[rows]
        assert moves[game][:-1] == match.moves[rows][sides == match.black[game]].tolist()


def test_games_of_all_colours_start_where_the_agent_has_a_move() -> None:
    env = VectorEnv(40, "random", color="both", random_plies=0)
    observations, infos = env.reset(seed=3)
    assert env.colors.tolist() == [0, 1] * 20
    assert observations.sum(axis=(1, 2, 3)).tolist() == [4, 5] * 20
    assert (infos["action_mask"].sum(axis=1) > 0).all()
    for color in (0, 1):
        env = VectorEnv(40, "random", color="white" if color else "black", random_plies=50)
        env.reset(seed=3)
        assert (env.colors == color).all()
        placed_discs = arrays.cells(env.boards).astype(bool).sum(axis=1)
        assert (placed_discs >= 54).all() and (arrays.mobility(env.boards) > 0).all()
        for _ in range(30):
            env.step(first_move(env.boards, env.legal_moves))
        assert (env.colors == color).all()


def test_the_colours_of_a_place_take_turns() -> None:
    env = VectorEnv(4, first_move, color="both")
    env.reset(seed=1)
    turns = 0
    for _ in range(80):
        colors = env.colors
        _, _, over, _, _ = env.step(last_move(env.boards, env.legal_moves))
        assert (env.colors == colors ^ over).all()
        turns += int(over.sum())
    assert turns >= 8


def test_random_openings_that_end_the_game_are_drawn_again() -> None:
    env = VectorEnv(3, "random", color="black", random_plies=58)
    for seed in range(20):
        env.reset(seed=seed)
        assert (arrays.mobility(env.boards) > 0).all()


@pytest.mark.parametrize("reward", ["result", "discs", "loss"])
def test_rewards(reward: Any) -> None:
    start = str(re.Board())
    loses = "-OX" + "O" * 61 + " X"  # the last move, and three discs
    env = env_at(LAST, start, loses, colors=[0, 0, 1], reward=reward)
    _, rewards, over, _, infos = env.step([3, 19, 0])
    assert over.tolist() == [True, False, True]
    assert infos["final_info"]["discs_agent"].tolist() == [64, 0, -58]
    assert infos["final_info"]["discs_black"].tolist() == [64, 0, 58]
    expected = {"result": [1, 0, -1], "discs": [1, 0, -58 / 64], "loss": [0, 0, 0]}[reward]
    assert rewards.tolist() == pytest.approx(expected) and rewards.dtype == np.float32


def test_a_loss_is_the_best_score_less_that_of_the_move() -> None:
    boards = positions(4)[::5]
    scores = arrays.move_scores(boards, 3)
    worst = np.where(scores == -128, 127, scores).argmin(axis=1)
    env = VectorEnv(len(boards), first_move, reward="loss", loss_level=3)
    env.reset(seed=1)
    env._games.boards, env._games.legal = boards, arrays.legal_moves(boards)
    _, rewards, _, _, _ = env.step(worst)
    rows = np.arange(len(boards))
    expected = scores[rows, worst].astype(int) - scores.max(axis=1)
    assert rewards.tolist() == expected.tolist() and (rewards < 0).any()


def played(env: VectorEnv, steps: int, seed: int | None) -> list[Any]:
    observations, infos = env.reset(seed=seed)
    seen: list[Any] = [observations]
    for step in range(steps):
        actions = arrays.choose(env.boards, "random", 3, first=step * env.num_envs)
        observations, rewards, over, _, infos = env.step(actions)
        seen += [observations, rewards, over, infos["action_mask"]]
    return seen


def same(one: list[Any], other: list[Any]) -> bool:
    return all((a == b).all() for a, b in zip(one, other))


@pytest.mark.parametrize("opponent", ["random", "beginner"])
def test_seeds_reproduce_games(opponent: str) -> None:
    one = played(VectorEnv(16, opponent), 40, 5)
    env = VectorEnv(16, opponent, threads=2)
    assert same(one, played(env, 40, 5)) and same(one, played(env, 40, 5))
    assert not same(one, played(env, 40, 6))
    assert not same(one, played(env, 40, None))  # goes on
    assert not same(played(VectorEnv(16), 9, None), played(VectorEnv(16), 9, None))
    with pytest.raises(re.RequestError, match="seed must be 0 to"):
        env.reset(seed=-1)


def test_masks_and_observations_are_those_of_the_boards_of_the_agent() -> None:
    env = VectorEnv(50, "beginner", dtype=np.uint8)
    observations, infos = env.reset(seed=1)
    steps = ended = 0
    while ended < 60:
        boards = re.from_array(env.boards)
        for board, mask, observation in zip(boards[::7], infos["action_mask"][::7], observations[::7]):
            legal = [re.square_index(move) for move in board.legal_moves()]
            assert mask.nonzero()[0].tolist() == legal
            player = sum(1 << int(square) for square in observation[0].ravel().nonzero()[0])
            assert player == board.player and observation.dtype == np.uint8
        actions = infos["action_mask"].argmax(axis=1)
        observations, rewards, over, _, infos = env.step(actions)
        assert ("final_obs" in infos) == bool(over.any())
        if over.any():
            assert (infos["_final_obs"] == over).all() and (infos["_final_info"] == over).all()
            discs = infos["final_info"]["discs_agent"][over]
            counts = infos["final_obs"][over].sum(axis=(2, 3), dtype=int)
            assert (np.sign(discs) == np.sign(counts[:, 0] - counts[:, 1])).all()
            assert (rewards[over] == np.sign(discs)).all() and (rewards[~over] == 0).all()
            assert (observations[over].sum(axis=(1, 2, 3)) <= 5).all()
        ended += int(over.sum())
        steps += 1
    assert 25 < steps < 70


def test_an_illegal_action_stops_no_game() -> None:
    env = VectorEnv(3, "random", color="black")
    _, infos = env.reset(seed=1)
    before = env.boards
    with pytest.raises(re.IllegalMoveError, match=r"actions\[1\]: a1 is not a legal move") as error:
        env.step([19, 0, 19])
    assert error.value.index == 1 and (env.boards == before).all()
    env.step([19, 19, 19])
    with pytest.raises(re.ArrayError, match=r"actions must be an array of shape \(3,\)"):
        env.step([19, 19])


def test_arguments_are_checked() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"color": "red"}, "color must be black, white or both, not 'red'"),
        ({"reward": "money"}, "reward must be result, discs or loss, not 'money'"),
        ({"loss_level": 61}, "loss_level must be 0 to 60, not 61"),
        ({"random_plies": 61}, "random_plies must be 0 to 60, not 61"),
        ({"dtype": np.float64}, "dtype must be float32, uint8 or bool, not float64"),
    ]
    for options, text in cases:
        with pytest.raises(re.ReversiError, match=text):
            VectorEnv(2, **options)


def test_without_gymnasium_the_vector_environment_works() -> None:
    program = """
import sys
sys.modules["gymnasium"] = sys.modules["gymnasium.vector"] = None
from reversi_engine.envs import VectorEnv
env = VectorEnv(2)
observations, infos = env.reset(seed=1)
print(env.step(infos["action_mask"].argmax(axis=1))[0].shape, type(env).__mro__[1].__name__)
env.close()
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "(2, 2, 8, 8) object\n"


def test_names_of_the_module_are_imported_when_they_are_asked_for() -> None:
    program = """
import sys
import reversi_engine.envs as envs
assert "gymnasium" not in sys.modules and "pettingzoo" not in sys.modules
print(sorted(envs.__all__), set(envs.__all__) <= set(dir(envs)))
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "['ReversiEnv', 'VectorEnv', 'env', 'raw_env'] True\n"
    with pytest.raises(AttributeError, match="has no attribute 'Reversi'"):
        envs.Reversi  # noqa: B018


# Gymnasium.


def test_gymnasium_accepts_the_environment() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for options in ({}, {"opponent": "beginner", "color": "white", "reward": "loss"}):
            check_env(gymnasium.make("reversi_engine.envs.single:Reversi-v0", **options).unwrapped)
        many = gymnasium.make_vec(
            "reversi_engine.envs.single:Reversi-v0", 3, vectorization_mode="vector_entry_point", opponent="beginner"
        )
    assert isinstance(many.unwrapped, VectorEnv) and isinstance(many.unwrapped, gymnasium.vector.VectorEnv)
    observations, infos = many.reset(seed=1)
    assert many.observation_space.contains(observations)
    actions = infos["action_mask"].argmax(axis=1)
    assert many.action_space.contains(actions)
    many.step(actions)
    assert many.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP


def test_one_game_is_that_of_the_vector_environment() -> None:
    pytest.importorskip("gymnasium")
    from reversi_engine.envs import ReversiEnv

    one, many = ReversiEnv("beginner"), VectorEnv(1, "beginner")
    observation, info = one.reset(seed=4)
    many._games.seed(one._games._seed)
    many._is_seeded = True
    observations, infos = many.reset()
    games = 0
    for _ in range(100):
        assert (observation == observations[0]).all() and (info["action_mask"] == infos["action_mask"][0]).all()
        action = int(info["action_mask"].argmax())
        observation, reward, over, truncated, info = one.step(action)
        observations, rewards, overs, _, infos = many.step([action])
        assert (reward, over, truncated) == (rewards[0], overs[0], False)
        if over:
            games += 1
            final = {name: value[0] for name, value in infos["final_info"].items()}
            assert (info["discs_agent"], info["discs_black"]) == (final["discs_agent"], final["discs_black"])
            assert info["winner"] == {1: "black", -1: "white", 0: "draw"}[int(final["winner"])]
            assert info["color"] == ("black", "white")[int(final["color"])]
            assert (observation == infos["final_obs"][0]).all() and not info["action_mask"].any()
            observation, info = one.reset()
    assert games >= 3


def test_an_illegal_action_is_a_loss_or_an_error() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from reversi_engine.envs import ReversiEnv

    for reward, expected in (("result", -1.0), ("discs", -1.0), ("loss", -64.0)):
        options: dict[str, Any] = {"color": "white", "reward": reward}
        env = ReversiEnv(**options)
        env.reset(seed=1)
        _, found, over, _, info = env.step(0)
        assert (found, over, info["illegal"], info["winner"]) == (expected, True, True, "black")
        assert (info["discs_agent"], info["discs_black"]) == (-64, 64) and not env.action_masks().any()
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(19)
    env = ReversiEnv(illegal="error", color="black", render_mode="ansi")
    env.reset(seed=1)
    with pytest.raises(re.IllegalMoveError, match="a1"):
        env.step(0)
    for action in (19.7, "19", None, np.array([19])):
        with pytest.raises(re.ArgumentError, match="^action must be 0 to 63, not "):
            env.step(action)  # type: ignore[arg-type]
    shown = env.render()
    env.step(19)
    assert shown is not None and "black to move" in shown and env.render() != shown


# PettingZoo.


def test_pettingzoo_accepts_the_environment() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from reversi_engine.envs import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(), num_cycles=200)
        seed_test(env, num_cycles=100)


def test_after_an_illegal_action_nobody_may_move() -> None:
    pytest.importorskip("pettingzoo")
    from reversi_engine.envs import env

    game = env()
    game.reset()
    game.step(19)
    game.step(0)
    assert game.rewards == {"black": 0, "white": -1}
    of_black = arrays.planes(re.to_array([re.Board().play("d3")]))[0][::-1]
    for agent in game.agent_iter():
        for each, planes in (("black", of_black), ("white", of_black[::-1])):
            seen = game.observe(each)
            assert (seen["observation"] == planes).all() and not seen["action_mask"].any()
        game.step(None)
    assert not game.agents


@pytest.mark.parametrize("reward", ["result", "discs", "loss"])
def test_two_agents_see_their_own_discs_and_know_the_winner(reward: Any) -> None:
    pytest.importorskip("pettingzoo")
    from reversi_engine.envs import raw_env

    games = arrays.random_games(40, seed=6)
    replay = arrays.replay(*games)
    scores, ends = arrays.final_scores(replay.ends), re.from_array(replay.ends)
    env = raw_env(reward=reward, render_mode="ansi")
    passes = 0
    for game in range(40):
        env.reset()
        rows = range(games.offsets[game], games.offsets[game + 1])
        for row in rows:
            agent = ("black", "white")[replay.sides[row]]
            other = ("white", "black")[replay.sides[row]]
            assert env.agent_selection == agent
            seen, unseen = env.observe(agent), env.observe(other)
            assert (seen["observation"] == arrays.planes(replay.boards[row : row + 1])[0]).all()
            assert (unseen["observation"] == seen["observation"][::-1]).all()
            assert (seen["action_mask"] == arrays.unpack(replay.legal[row : row + 1])[0]).all()
            assert not unseen["action_mask"].any()
            env.step(int(replay.moves[row]))
            passes += env.agent_selection == agent
            if reward == "loss":
                of_moves = arrays.move_scores(replay.boards[row : row + 1])[0].astype(int)
                assert env.rewards == {agent: of_moves[replay.moves[row]] - of_moves.max(), other: 0}
        assert all(env.terminations.values())
        score = int(scores[game])
        winner = "black" if score > 0 else "white" if score < 0 else "draw"
        assert env.infos["black"] == {"winner": winner, "discs_black": score, "discs_agent": score}
        assert env.infos["white"] == {"winner": winner, "discs_black": score, "discs_agent": -score}
        of_black = arrays.planes(replay.ends[game : game + 1])[0]
        of_agents = {"black": of_black, "white": of_black[::-1]}
        rewards = dict(env.rewards)
        for agent in env.agent_iter():  # each agent is selected once more
            for each, planes in of_agents.items():
                assert (env.observe(each)["observation"] == planes).all()
                assert not env.observe(each)["action_mask"].any()
            assert env.render() == ends[game].position("black").diagram()
            env.step(None)
        if reward == "result":
            assert rewards == {"black": np.sign(score), "white": -np.sign(score)}
        elif reward == "discs":
            assert rewards == {"black": score / 64, "white": -score / 64}
    assert passes > 10
    env.reset()
    with pytest.raises(re.IllegalMoveError, match=r"action\[0\]: a1 is not a legal move"):
        env.step(0)
