//! Random games and weights, the same in every run.
#![allow(dead_code, reason = "each test program uses its part")]

use std::path::{Path, PathBuf};

use fastrand::Rng;
use reversi_bitboard::cpu::Quirks;
use reversi_bitboard::{Board, Cpu, CpuLevel, Move};
use reversi_eval::PatternWeights;
use reversi_eval::network::{HEADS, Head, Network};
use reversi_eval::pattern::{CONSTANT_SLOT, PACKED_LEN};

/// Every level of this machine, with and without every quirk.
pub(crate) fn cpus() -> Vec<Cpu> {
    let mut slow = Quirks::detect();
    slow.slow_pext = true;
    let mut cpus = Vec::new();
    for level in CpuLevel::available() {
        for quirks in [Quirks::default(), slow] {
            let cpu = Cpu::with_quirks(level, quirks).expect("the level is available");
            if !cpus.contains(&cpu) {
                cpus.push(cpu);
            }
        }
    }
    let levels: Vec<_> = CpuLevel::available().map(CpuLevel::name).collect();
    if let Ok(expected) = std::env::var("CI_EXPECT_LEVELS") {
        assert_eq!(levels.join(","), expected);
    }
    cpus
}

/// A random move, or the pass there is instead; none at the end of the game.
pub(crate) fn random_move(rng: &mut Rng, board: Board) -> Option<Move> {
    let moves = board.legal_moves();
    match moves.len() as usize {
        0 => board.must_pass().then_some(Move::Pass),
        n => moves.into_iter().nth(rng.usize(..n)).map(Move::Place),
    }
}

/// The boards of a random game.
pub(crate) fn random_game(rng: &mut Rng) -> Vec<Board> {
    let mut boards = vec![Board::START];
    while let Some(mv) = random_move(rng, boards[boards.len() - 1]) {
        let board = boards[boards.len() - 1];
        boards.push(match mv {
            Move::Place(square) => board.play(square),
            Move::Pass => board.pass(),
        });
    }
    boards
}

/// Weights without any meaning, small or of full range.
pub(crate) fn random_weights(plies: &[u8], range: std::ops::RangeInclusive<i16>) -> PatternWeights {
    let mut rng = Rng::with_seed(1883);
    let slots = (0..plies.len() * PACKED_LEN).map(|_| rng.i16(range.clone())).collect();
    PatternWeights::new(plies.to_vec(), slots, "random").unwrap()
}

/// A network without any meaning, of moderate numbers, or of great ones and zeros.
pub(crate) fn random_network(extreme: bool) -> Network {
    let mut rng = Rng::with_seed(2018);
    let mut number = |limit: i32| match extreme {
        true => limit * (rng.i32(0..3) - 1),
        false => rng.i32(-limit / 4..=limit / 4),
    };
    let rows = (0..CONSTANT_SLOT).map(|_| std::array::from_fn(|_| number(127) as i8 / 2)).collect();
    let mut head = || Head {
        bias: std::array::from_fn(|_| number(1000) as i16),
        hidden: std::array::from_fn(|_| std::array::from_fn(|_| number(127) as i8)),
        hidden_bias: std::array::from_fn(|_| number(1 << 14)),
        output: std::array::from_fn(|_| number(32767) as i16),
        direct: std::array::from_fn(|_| number(32767) as i16),
        constant: number(1 << 24),
    };
    Network::new(rows, (0..HEADS).map(|_| head()).collect(), "random").unwrap()
}

/// Data that is not part of the repository: where `REVERSI_DATA` says, else beside the repository.
pub(crate) fn data(name: &str) -> Option<PathBuf> {
    let beside =
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join("..").join("shared").join("data");
    let path = std::env::var_os("REVERSI_DATA").map_or_else(beside, PathBuf::from).join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: no {}", path.display());
    None
}
