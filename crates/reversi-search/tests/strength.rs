//! The search beats simple players by the expected margin, and the strengths for people are in their order.

use std::sync::Arc;

use reversi_bitboard::{Board, Game, Move, Square};
use reversi_eval::Classical;
use reversi_search::{AnalyzeRequest, Engine, Opponent, Strength};
use reversi_testkit::{Rng, SimplePlayer, reached};

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
    // Chance has a standard deviation of 0.04.
    let share = share_of_points(&mut searcher(DEPTH + 4), &mut searcher(DEPTH), PAIRS);
    assert!(share > 0.7, "{share}");
}

/// The differences are 250 to 500 Elo: 80 to 95 % of the points.
#[test]
fn each_strength_beats_the_one_below() {
    let pairs = [20, 20, 20, 12, 5, 2];
    for (i, pairs) in pairs.into_iter().enumerate() {
        let [weaker, stronger] = [Strength::ALL[i], Strength::ALL[i + 1]];
        let share = share_of_points(&mut opponent(stronger), &mut opponent(weaker), pairs);
        assert!(share > 0.7, "{stronger} against {weaker}: {share}");
    }
}

#[test]
fn people_who_know_about_corners_beat_a_beginner_and_random_moves_do_not() {
    let against = |player| share_of_points(&mut opponent(Strength::Beginner), &mut simple(player), 100);
    let share = against(SimplePlayer::Positional);
    assert!((0.05..0.4).contains(&share), "{share}");
    let share = against(SimplePlayer::Random);
    assert!((0.7..0.95).contains(&share), "{share}");
}

/// On a machine of 32 bits as on one of 64.
#[test]
fn a_seed_is_worth_the_same_moves_on_every_machine() {
    for (strength, moves) in [
        (Strength::Beginner, "f5d6c6b6d3d2c7g6g5f6e7c8f4g7c5e6c4d8c2h4"),
        (Strength::Intermediate, "f5d6c3f3f4d3c2g4e3d2c4c5e1f6c6c1d7b5b4b6"),
        (Strength::Tournament, "f5d6c4g5c6b6f6e7g6c5e6f7d7c7b5a4d8c8f8f4"),
    ] {
        let game = play_itself(strength, 1);
        assert_eq!(game.to_string()[..40], *moves, "{strength}");
        assert_eq!(play_itself(strength, 1).to_string(), game.to_string());
        assert_ne!(play_itself(strength, 2).to_string(), game.to_string());
    }
    let master = |seed| Opponent::new(Strength::Master, seed);
    let analysis = engine().analyze(&Board::START, master(1).request()).unwrap();
    assert_eq!(analysis.lines().len(), 1);
    assert!((0..9).all(|seed| master(seed).choose(&analysis) == analysis.best_move()));
}

#[test]
fn no_opponent_loses_much_more_than_its_strength_does() {
    for (strength, most) in [(Strength::Club, 6), (Strength::Tournament, 4), (Strength::Expert, 2)] {
        let (mut engine, mut opponent, mut worst) = (engine(), Opponent::new(strength, 1), 0);
        for seed in 0..20 {
            let board = reached(&mut Rng::with_seed(seed), 30);
            let analysis = engine.analyze(&board, opponent.request()).unwrap();
            let score = |mv| {
                let line = analysis.lines().iter().find(|line| line.best_move() == mv);
                line.and_then(|line| line.value().score()).unwrap()
            };
            for _ in 0..20 {
                let mv = opponent.choose(&analysis);
                worst = worst.max(score(analysis.best_move()) - score(mv));
            }
        }
        assert!(worst < most && worst >= most / 2, "{strength}: {worst}");
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
        assert_eq!(choose(&board.pass()), Some(Move::Place(Square::A1)), "{strength}");
        assert_eq!(choose(&board.pass().play(Square::A1)), None, "{strength}");
    }
}

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

/// A game of an opponent against itself, every move of which is legal.
fn play_itself(strength: Strength, seed: u64) -> Game {
    let (mut engine, mut opponent, mut game) = (engine(), Opponent::new(strength, seed), Game::new());
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
