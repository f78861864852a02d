//! The search beats simple players by the expected margin, and the strengths for people are in their order.

use std::sync::Arc;

use reversi_bitboard::{Board, Game, Move, Square};
use reversi_engine::play::{Opponent, Strength};
use reversi_engine::{AnalyzeRequest, Engine};
use reversi_eval::Classical;
use reversi_testkit::{Rng, SimplePlayer, reached};

use crate::engine;

const DEPTH: u32 = 4;
const PAIRS: u64 = 50;

#[test]
fn it_beats_a_player_who_turns_as_many_discs_as_possible() {
    let share = share_of_points(&mut searcher(DEPTH), &mut simple(SimplePlayer::Greedy), PAIRS);
    assert!(share > 0.95, "{share}");
}

#[test]
fn it_beats_the_classical_evaluation_at_the_same_depth() {
    let mut classical = Engine::builder().hash_mib(1).evaluator(Arc::new(Classical)).build().unwrap();
    let share = share_of_points(
        &mut searcher(DEPTH),
        &mut move |board| best_move(&mut classical, board, DEPTH),
        PAIRS,
    );
    assert!(share > 0.8, "{share}");
}

#[test]
fn it_beats_itself_at_four_plies_less() {
    // 95 %; chance has a standard deviation of 0.045.
    let share = share_of_points(&mut searcher(DEPTH + 2), &mut searcher(DEPTH - 2), 12);
    assert!(share > 0.7, "{share}");
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn it_beats_itself_at_four_plies_less_in_50_pairs() {
    // Chance has a standard deviation of 0.04.
    let share = share_of_points(&mut searcher(DEPTH + 4), &mut searcher(DEPTH), PAIRS);
    assert!(share > 0.7, "{share}");
}

#[test]
fn each_strength_beats_the_one_below() {
    pairs_of_neighbours([40, 20, 10, 4, 3, 1]);
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn each_strength_beats_the_one_below_in_more_pairs() {
    pairs_of_neighbours([40, 20, 20, 20, 10, 3]);
}

/// The differences are 200 to 500 Elo: 75 to 95 % of the points.
fn pairs_of_neighbours(pairs: [u64; 6]) {
    for (i, pairs) in pairs.into_iter().enumerate() {
        let [weaker, stronger] = [Strength::ALL[i], Strength::ALL[i + 1]];
        let share = share_of_points(&mut opponent(stronger), &mut opponent(weaker), pairs);
        assert!(share > 0.6, "{stronger} against {weaker}: {share}");
    }
}

#[test]
fn people_who_know_about_corners_beat_a_beginner_and_random_moves_do_not() {
    let against = |player| share_of_points(&mut opponent(Strength::Beginner), &mut simple(player), 100);
    let share = against(SimplePlayer::Positional);
    assert!((0.02..0.4).contains(&share), "{share}");
    let share = against(SimplePlayer::Random);
    assert!((0.55..0.95).contains(&share), "{share}");
}

/// The moves are the same on machines of 32 and of 64 bits.
#[test]
fn a_seed_is_worth_the_same_moves_on_every_machine() {
    let begins = |rating, seed| play_itself(rating, seed).to_string()[..40].to_owned();
    let played = [400, 1350, 2000].map(|rating| begins(rating, 1));
    assert_eq!(
        played,
        [
            "f5f6e6d6c5b4c3g4a5e3b5a3d3c2g5f4b6h5d2a7",
            "f5d6c5f4e3c6e6d3c4f3d7b4c7f7f6b5a4a6a3b3",
            "f5d6c3f4f6g5e6e7c5d7g3c4c6b6g6b5h6c2e8d8"
        ]
    );
    assert_eq!(begins(1350, 1), played[1]);
    assert_ne!(begins(1350, 2), played[1]);
    let master = |seed| Opponent::new(Strength::Master, seed);
    let analysis = engine().analyze(&Board::START, master(1).request()).unwrap();
    assert_eq!(analysis.lines().len(), 1);
    assert!((0..9).all(|seed| master(seed).choose(&analysis) == analysis.best_move()));
}

/// By a search at depth 6, which is deeper than those of the opponents.
#[test]
fn a_higher_rating_loses_less_in_a_move() {
    let mut engine = engine();
    let mut judge = |board: &Board| {
        let analysis = engine.analyze(board, AnalyzeRequest::depth(6).lines(usize::MAX)).unwrap();
        let lines = analysis.lines().iter();
        let scores = lines.map(|line| (line.best_move().unwrap(), line.value().score().unwrap()));
        scores.collect::<Vec<_>>()
    };
    let boards: Vec<_> =
        (0..60).map(|seed| reached(&mut Rng::with_seed(seed), 20 + seed as u32 % 25)).collect();
    let boards: Vec<_> = boards.iter().map(|board| (board, judge(board))).collect();
    let mut losses = Vec::new();
    for rating in (400..=2000).step_by(200) {
        let (mut engine, opponent, mut sum) = (self::engine(), Opponent::rated(rating, 1), 0.0);
        for (board, scores) in &boards {
            let analysis = engine.analyze(board, opponent.request()).unwrap();
            let chances = opponent.chances(&analysis);
            let all: f64 = chances.iter().map(|(_, chance)| chance).sum();
            assert!((all - 1.0).abs() < 1e-9 && chances.is_sorted_by(|a, b| a.1 >= b.1));
            for (mv, chance) in chances {
                let (_, score) = scores.iter().find(|(other, _)| *other == mv).unwrap();
                sum += f64::from(scores[0].1 - score) * chance;
            }
        }
        losses.push(sum / boards.len() as f64);
    }
    println!("{losses:?}");
    assert!(losses.windows(2).all(|pair| pair[0] > pair[1]), "{losses:?}");
}

#[test]
fn pauses_are_short_for_forced_moves_and_never_long() {
    let (mut engine, opponent) = (engine(), Opponent::rated(1500, 1));
    for seed in 0..20 {
        let board = reached(&mut Rng::with_seed(seed), 40);
        let analysis = engine.analyze(&board, opponent.request()).unwrap();
        let pause = opponent.pause(&analysis).as_millis();
        assert!((500..=2500).contains(&pause) || board.legal_moves().len() < 2 && pause == 300, "{pause}");
    }
}

#[test]
fn an_opponent_passes_only_if_it_must_and_ends_with_the_game() {
    let cells = "-OOOOOOX".to_owned() + &"XXXXXXXX".repeat(7); // white has to pass
    let board = format!("{cells} O").parse::<Board>();
    let board = board.unwrap();
    assert!(board.must_pass());
    for &strength in Strength::ALL {
        let (mut engine, mut opponent) = (engine(), Opponent::new(strength, 1));
        let mut choose = |board: &Board| opponent.choose(&engine.analyze(board, opponent.request()).unwrap());
        assert_eq!(choose(&board), Some(Move::Pass), "{strength}");
        let (mut engine, opponent) = (self::engine(), Opponent::new(strength, 1));
        let analysis = engine.analyze(&board, opponent.request()).unwrap();
        assert_eq!(opponent.pause(&analysis).as_millis(), 300, "{strength}");
        assert_eq!(choose(&board.pass()), Some(Move::Place(Square::A1)), "{strength}");
        assert_eq!(choose(&board.pass().play(Square::A1)), None, "{strength}");
    }
}

/// A game of an opponent against itself, every move of which is legal.
fn play_itself(rating: u32, seed: u64) -> Game {
    let (mut engine, mut opponent, mut game) = (engine(), Opponent::rated(rating, seed), Game::new());
    while !game.is_over() {
        let analysis = engine.analyze(&game.board(), opponent.request()).unwrap();
        game.play(opponent.choose(&analysis).unwrap()).unwrap();
    }
    game
}

fn opponent(strength: Strength) -> impl FnMut(&Board) -> Square {
    let (mut engine, mut opponent) = (engine(), Opponent::new(strength, 1));
    move |board| {
        let analysis = engine.analyze(board, opponent.request()).unwrap();
        opponent.choose(&analysis).and_then(|mv| mv.square()).unwrap()
    }
}

fn simple(player: SimplePlayer) -> impl FnMut(&Board) -> Square {
    let mut rng = Rng::with_seed(1);
    move |board| player.choose(&mut rng, board).unwrap()
}

type Player = dyn FnMut(&Board) -> Square;

fn searcher(depth: u32) -> impl FnMut(&Board) -> Square {
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    move |board| best_move(&mut engine, board, depth)
}

fn best_move(engine: &mut Engine, board: &Board, depth: u32) -> Square {
    let analysis = engine.analyze(board, AnalyzeRequest::depth(depth)).unwrap();
    analysis.best_move().and_then(|mv| mv.square()).unwrap()
}

/// The share of points in games from random openings, each played with both colours.
fn share_of_points(a: &mut Player, b: &mut Player, pairs: u64) -> f64 {
    let mut points = 0.0;
    for seed in 0..pairs {
        let opening = reached(&mut Rng::with_seed(seed), 50);
        for a_begins in [true, false] {
            let discs = if a_begins { play(opening, a, b) } else { -play(opening, b, a) };
            points += f64::from(discs.signum() + 1) / 2.0;
        }
    }
    let share = points / (2 * pairs) as f64;
    println!("{points} of {} points, {:+.0} Elo", 2 * pairs, 400.0 * (share / (1.0 - share)).log10());
    share
}

/// The final score of the side to move.
fn play(mut board: Board, mover: &mut Player, other: &mut Player) -> i32 {
    let players: [&mut Player; 2] = [mover, other];
    let mut to_move = 0;
    while !board.is_game_over() {
        board = if board.must_pass() { board.pass() } else { board.play(players[to_move](&board)) };
        to_move = 1 - to_move;
    }
    if to_move == 0 { board.final_score() } else { -board.final_score() }
}
