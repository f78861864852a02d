//! Weaker play for human opponents.

use std::cmp::Reverse;

use fastrand::Rng;
use reversi_bitboard::Move;

use super::{Analysis, Line};

/// Weaker play for human opponents. Over a game it gives away a budget of discs: a few at a time, never many
/// at once, at random.
///
/// The same seed and the same analyses give the same moves on every machine.
///
/// ```
/// use reversi_engine::{AnalyzeRequest, Board, Engine, WeakPlay};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let mut weak_play = WeakPlay::new(20, 1);
/// let board = Board::START.play("f5".parse()?);
/// let all_moves = AnalyzeRequest::depth(6).multi_pv(usize::MAX);
/// let mv = weak_play.choose(&engine.analyze(&board, all_moves)?);
/// assert!(mv.is_some() && weak_play.left() <= 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WeakPlay {
    left: i32,
    rng: Rng,
}

impl WeakPlay {
    /// Weak play with a budget of `discs` to lose in a game.
    pub fn new(discs: u32, seed: u64) -> WeakPlay {
        WeakPlay { left: discs.min(1 << 16) as i32, rng: Rng::with_seed(seed) }
    }

    /// The rest of the budget.
    pub fn left(&self) -> u32 {
        self.left as u32
    }

    /// Chooses at random among the moves of an analysis that lose no more than a random share of the budget,
    /// and takes the loss from the budget. The analysis should have a line for every move. `None` if the game
    /// is over.
    pub fn choose(&mut self, analysis: &Analysis) -> Option<Move> {
        let best = analysis.lines().first()?;
        let loss = |line: &Line| best.value().score()?.checked_sub(line.value().score()?);
        let moves_left = analysis.board().empties().len().div_ceil(2).max(1) as i32;
        let share = (2 * self.left).div_euclid(moves_left).min(self.left);
        let allowed = self.rng.i32(0..=share.max(0));
        let mut affordable: Vec<_> = analysis
            .lines()
            .iter()
            .filter_map(|line| Some((loss(line).filter(|&loss| loss <= allowed)?, line.best_move()?)))
            .collect();
        affordable.sort_by_key(|&(loss, mv)| (Reverse(loss), mv));
        if affordable.is_empty() {
            return None;
        }
        let at = self.rng.u32(..affordable.len() as u32); // with usize, 32-bit machines would draw another number
        let (loss, mv) = affordable[at as usize];
        self.left -= loss.max(0);
        Some(mv)
    }
}
