//! Times the rules on slices of boards, on one core:
//! `cargo bench --manifest-path lab/Cargo.toml --bench arrays`
//!
//! The boards of 2,000 random games are processed part by part: a part and its results fit in the
//! second-level cache. The least time of all rounds counts. `replay` includes the memory of its result.

use std::hint::black_box;
use std::time::Instant;

use reversi_bitboard::arrays::{self, OnLevel as _, Plane, random_games, replay};
use reversi_bitboard::{Bitboard, Board, Cpu, CpuLevel, Symmetry, dispatch};

/// Boards of a call.
const PART: usize = 4096;

/// How often each function is timed.
const ROUNDS: usize = 30;

fn main() {
    let games = random_games(0..2000, 1);
    let replayed = replay(&games.moves, &games.offsets).expect("the games are legal");
    for level in CpuLevel::available() {
        time_level(Cpu::new(level).expect("it is available"), &replayed.boards, &games.moves);
    }
    let (boards, n) = (&replayed.boards[..], replayed.boards.len());
    println!("{}, with the memory of the results", Cpu::detect().level());
    report("replay", n, || drop(black_box(replay(&games.moves, &games.offsets))));
    report("random_games", n, || drop(black_box(random_games(0..2000, 1))));
    let (mut images, mut symmetries) = (vec![Board::START; n], vec![Symmetry::IDENTITY; n]);
    let few = random_games(0..32, 1);
    let all = 64 * few.moves.len();
    report("replay of 32", all, || (0..64).for_each(|_| drop(black_box(replay(&few.moves, &few.offsets)))));
    report("canonical", n, || arrays::canonical(boards, &mut images, &mut symmetries));
    let mut floats = vec![0_f32; 128 * n];
    report("planes of f32", n, || arrays::planes(boards, &[Plane::Player, Plane::Opponent], &mut floats));
    let mut bytes = vec![0_u8; 128 * n];
    report("planes of u8", n, || arrays::planes(boards, &[Plane::Player, Plane::Opponent], &mut bytes));
    let mut cells = vec![0; 64 * n];
    report("cells", n, || arrays::cells(boards, &mut cells));
    report("from_cells", n, || arrays::from_cells(&cells, &mut images).expect("they are boards"));
}

fn time_level(cpu: Cpu, boards: &[Board], moves: &[u8]) {
    let (n, boards) = (boards.len(), || boards.chunks(PART));
    let mut sets = vec![Bitboard::EMPTY; PART];
    let mut next = vec![Board::START; PART];
    let (mut counts, mut ends) = (vec![0; PART], vec![false; PART]);
    let (mut scores, mut hashes) = (vec![0; PART], vec![0; PART]);
    println!("{}", cpu.level());
    // A function on all boards, part by part.
    macro_rules! time {
        ($name:literal, $l:ident, $part:ident => $call:expr) => {
            report($name, n, || dispatch!(cpu, $l => for $part in boards() { $call }));
        };
    }
    time!("legal_moves", l, part => l.legal_moves_of_all(part, &mut sets[..part.len()]));
    time!("mobility", l, part => l.mobility_of_all(part, &mut counts[..part.len()]));
    time!("is_over", l, part => l.is_over_of_all(part, &mut ends[..part.len()]));
    time!("final_scores", l, part => l.final_scores_of_all(part, &mut scores[..part.len()]));
    time!("stable", l, part => l.stable_of_all(part, &mut sets[..part.len()]));
    time!("hash", l, part => l.hash_of_all(part, &mut hashes[..part.len()]));
    let transpose = Symmetry::TRANSPOSE;
    let each: Vec<Symmetry> = (0..PART).map(|i| Symmetry::ALL[i * 5 % 8]).collect();
    time!("transform_each", l, part => l.transform_each(part, &each[..part.len()], &mut next[..part.len()]));
    time!("transform", l, part => l.transform_of_all(part, transpose, &mut next[..part.len()]));
    report("flips", n, || {
        for (part, moves) in boards().zip(moves.chunks(PART)) {
            dispatch!(cpu, l => l.flips_of_all(part, moves, &mut sets[..part.len()]));
        }
    });
    report("play", n, || {
        for (part, moves) in boards().zip(moves.chunks(PART)) {
            let played = dispatch!(cpu, l => l.play_of_all(part, moves, &mut next[..part.len()]));
            played.expect("the moves are legal");
        }
    });
    black_box((sets, next, counts, ends, scores, hashes));
}

fn report(name: &str, boards: usize, mut call: impl FnMut()) {
    let times = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        call();
        start.elapsed().as_secs_f64()
    });
    let least = times.fold(f64::INFINITY, f64::min);
    println!("  {name:<14} {:8.1} million boards a second", boards as f64 / least / 1e6);
}
