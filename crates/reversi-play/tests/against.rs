//! Practical values and traps.

use reversi_bitboard::{Board, Game, Move, Position};
use reversi_engine::play::{Against, Traps};
use reversi_engine::{AnalyzeRequest, Engine, Level};

use crate::engine as new_engine;

/// A position at 22 empties.
const POSITION: &str = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X";

fn position() -> Position {
    POSITION.parse().unwrap()
}

fn against() -> Against {
    Against::rated(1500).level(Level::of::<6>())
}

#[test]
fn a_practical_value_is_the_mean_over_the_answers_of_people() {
    let engine = new_engine();
    let practical = against().practical(&engine, &position()).unwrap();
    let board = position().board;
    let mut moves: Vec<Move> = practical.moves.iter().map(|each| each.mv).collect();
    moves.sort();
    assert!(board.legal_plays().eq(moves));
    assert!(practical.moves.is_sorted_by(|a, b| a.chances.points() > b.chances.points() - 0.001));
    let best = practical.best().unwrap();
    for each in &practical.moves {
        let request = AnalyzeRequest::level(Level::of::<6>()).lines(usize::MAX).human(1500);
        let answers = new_engine().analyze(&board.after(each.mv), request).unwrap();
        let choices = Against::choices(&answers);
        let sum: f64 = choices.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-9 && choices.is_sorted_by(|a, b| a.1 >= b.1));
        assert!(best.value.score() >= each.value.score());
        assert_eq!(each.loss as i32, best.value.score().unwrap() - each.value.score().unwrap());
        assert!(each.found + each.wrong <= 1.0 + 1e-4 && (each.wrong == 0.0) == (each.lost == 0.0));
        assert!(each.lost == 0.0 || each.lost >= 3.0, "{each:?}");
        assert!(each.error > 0.0 && (each.chances.win - each.chances.loss) * each.discs >= -0.5);
    }
    // All that a call finds depends on its arguments alone.
    let mut other = Engine::builder().hash_mib(8).threads(2).build().unwrap();
    let _ = other.analyze(&board, AnalyzeRequest::depth(8)).unwrap();
    assert_eq!(against().practical(&other, &position()).unwrap(), practical);
}

#[test]
fn weaker_people_err_more_and_the_side_that_is_better_wins_more() {
    let engine = new_engine();
    let of = |against: Against| against.practical(&engine, &position()).unwrap();
    let sum = |practical: &reversi_engine::play::Practical| -> f64 {
        practical.moves.iter().map(|each| each.wrong * each.lost).sum()
    };
    let [weak, usual, strong] = [900, 1500, 2000].map(|rating| of(against().rating(rating)));
    assert!(sum(&weak) > sum(&usual) && sum(&usual) > sum(&strong));
    let [low, high] = [1200, 1800].map(|own| of(against().own(own)));
    assert!(low.moves[0].chances.win < usual.moves[0].chances.win);
    assert!(usual.moves[0].chances.win < high.moves[0].chances.win);
    assert_eq!((high.against, high.own, usual.own), (1500, 1800, 1500));
}

#[test]
fn a_second_answer_weighs_own_moves_too_and_a_perfect_player_takes_the_best() {
    let engine = new_engine();
    let of = |own, answers| {
        let against = against().level(Level::of::<4>()).own(own).answers(answers);
        against.practical(&engine, &position()).unwrap()
    };
    let [once, twice] = [1, 2].map(|answers| of(2400, answers));
    let discs = |practical: &reversi_engine::play::Practical| practical.moves[0].discs;
    assert!(discs(&twice) > discs(&of(1500, 2)) + 1.0, "{} {}", discs(&once), discs(&twice));
    for (a, b) in once.moves.iter().map(|a| (a, twice.of(a.mv).unwrap())) {
        assert!((a.value, a.best_answer) == (b.value, b.best_answer) || a.value.score() == b.value.score());
        assert!(a.discs != b.discs, "{a:?}");
    }
}

#[test]
fn a_trap_is_a_mistake_that_people_come_to() {
    let engine = new_engine();
    let start: Game = "f5d6c3".parse().unwrap();
    let traps = Traps::of(1200).plies(4).count(3).level(Level::of::<10>());
    let found = traps.find(&engine, &start.position()).unwrap();
    assert!(found.traps.len() == 3 && found.stopped.is_none(), "{found:?}");
    assert!(found.traps.is_sorted_by(|a, b| a.cost >= b.cost));
    for trap in &found.traps {
        let game = Game::from_transcript(start.position(), &trap.moves).unwrap();
        let last = game.turns().last().unwrap();
        assert_eq!((trap.mistake.position, trap.mistake.played), last);
        assert!(trap.mistake.class.counts() && trap.mistake.loss >= 3 && game.moves().len() <= 4);
        assert!(trap.entered > 0.0 && trap.mistake.found.is_some());
        assert!((trap.cost - trap.entered * f64::from(trap.mistake.loss)).abs() < 0.002);
        // A search of its own blames the move too.
        let turn = new_engine()
            .analyze_moves(
                trap.mistake.position,
                &[trap.mistake.played],
                AnalyzeRequest::level(Level::of::<14>()),
                |_| std::ops::ControlFlow::Continue(()),
            )
            .unwrap();
        assert!(turn[0].loss() >= 3, "{}", trap.moves);
    }
    let mut other = Engine::builder().hash_mib(8).build().unwrap();
    let _ = other.analyze(&Board::START, AnalyzeRequest::depth(8)).unwrap();
    assert_eq!(traps.find(&other, &start.position()).unwrap(), found);
}
