//! Records inputs of the primitives for the benchmarks.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use fastrand::Rng;
use reversi_bitboard::{Board, Move, Position, Square};
use reversi_notation::read_wtb;

const SEED: u64 = 1;
/// Number of calls in each file, few enough for the first-level cache. Branch predictors partly learn so few
/// calls, so code with branches looks faster here than in a search.
const CALLS: usize = 1000;

type FlipCall = (Square, Board);

pub(crate) fn run(root: &Path, games: &[PathBuf]) -> Result<()> {
    let mut rng = Rng::with_seed(SEED);
    let mut opening = Sample::new(CALLS);
    let mut middle = Sample::new(CALLS);
    let mut roots = Sample::new(CALLS);
    for path in games {
        let place = || path.display().to_string();
        let bytes = std::fs::read(path).with_context(place)?;
        for game in read_wtb(&bytes).with_context(place)?.1 {
            for (Position { board, .. }, mv) in game.with_context(place)?.game.turns() {
                let Move::Place(square) = mv else { continue };
                match board.empties().len() {
                    41..=56 => opening.offer(&mut rng, (square, board)),
                    17..=40 => middle.offer(&mut rng, (square, board)),
                    10 => roots.offer(&mut rng, (square, board)),
                    _ => {}
                }
            }
        }
    }
    let (mut last_four, mut last_one) = (Sample::new(CALLS), Sample::new(CALLS));
    for &(_, board) in &roots.kept {
        search(board, -64, 64, &mut |call: FlipCall| match call.1.empties().len() {
            1 => last_one.offer(&mut rng, call),
            2..=4 => last_four.offer(&mut rng, call),
            _ => {}
        });
    }
    for (name, sample) in
        [("opening", opening), ("middle", middle), ("last_four", last_four), ("last_one", last_one)]
    {
        let found = sample.kept.len();
        ensure!(found == CALLS, "only {found} calls for {name}: more games are needed");
        let mut text = String::new();
        for (square, board) in sample.kept {
            writeln!(text, "{square} {:016x} {:016x}", board.player().0, board.opponent().0)?;
        }
        let path = root.join("benches/recorded").join(name).with_extension("txt");
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Plain alpha-beta that tries the squares in the order of the solver's last plies and reports every flip it
/// computes.
fn search(board: Board, mut alpha: i32, beta: i32, report: &mut impl FnMut(FlipCall)) -> i32 {
    if board.is_game_over() {
        return board.final_score();
    }
    let mut best = -64;
    let mut passes = true;
    for square in board.empties() {
        report((square, board));
        let Ok(child) = board.try_play(square) else { continue };
        passes = false;
        best = best.max(-search(child, -beta, -alpha, report));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    if passes { -search(board.pass(), -beta, -alpha, report) } else { best }
}

/// A uniform sample of a stream (reservoir sampling).
struct Sample {
    kept: Vec<FlipCall>,
    size: usize,
    offered: usize,
}

impl Sample {
    fn new(size: usize) -> Sample {
        Sample { kept: Vec::new(), size, offered: 0 }
    }

    fn offer(&mut self, rng: &mut Rng, call: FlipCall) {
        self.offered += 1;
        if self.kept.len() < self.size {
            self.kept.push(call);
        } else {
            let i = rng.usize(..self.offered);
            if i < self.size {
                self.kept[i] = call;
            }
        }
    }
}
