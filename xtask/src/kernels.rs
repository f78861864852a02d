//! One table a primitive: every kernel that this machine can run, timed in turn.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use reversi_bitboard::gallery::{self, Call, Kernel};
use reversi_eval::gallery as eval;

#[path = "../../benches/recorded/mod.rs"]
mod recorded;

/// Each kernel is timed this often, the kernels in turn: the least time counts, so a neighbour's load does not.
const ROUNDS: usize = 60;

pub(crate) fn run() -> ExitCode {
    for (phase, calls) in recorded::phases() {
        table(&format!("flip, {phase}"), &gallery::flip(), &calls);
        table(&format!("legal moves, {phase}"), &gallery::moves(), &recorded::boards(&calls));
    }
    let phases = recorded::phases();
    let middle = &phases[1].1;
    let boards = recorded::boards(middle);
    let occupied: Vec<u64> = boards.iter().map(|board| board.occupied().0).collect();
    table("flip of four squares, middle", &gallery::flip_four(), &recorded::fours(middle));
    table("last move: count", &gallery::last_flip(), &recorded::last_one());
    table("last move: count of both sides", &gallery::last_flip_both(), &recorded::last_one());
    table("last move: legal?", &gallery::can_flip_last(), &recorded::last_one());
    table("full lines", &gallery::full_lines(), &occupied);
    table("edges as indices", &gallery::edges(), &boards);
    table("transpose", &gallery::transpose(), &occupied);
    table("mirror of the files", &gallery::mirror_files(), &occupied);
    table("hash", &gallery::hash(), &boards);
    let calls = recorded::eval_calls(middle);
    table("features of a board, middle", &eval::features(), &boards);
    table("features after a move, middle", &eval::after_move(), &calls.moves);
    table("features after a pass, middle", &eval::after_pass(), &calls.passes);
    table("sum of weights, middle", &eval::sum(), &calls.sums);
    table("a move: flip, features, sum; middle", &eval::make_move(), &calls.make_moves);
    ExitCode::SUCCESS
}

fn table<C: Call>(title: &str, kernels: &[Kernel<C>], calls: &[C]) {
    let mut times = vec![[f64::INFINITY; 2]; kernels.len()];
    for _ in 0..ROUNDS {
        for (kernel, times) in kernels.iter().zip(&mut times) {
            let loops = [|k: &Kernel<C>, c: &[C]| k.throughput(c), |k: &Kernel<C>, c: &[C]| k.latency(c)];
            for (time, measure) in times.iter_mut().zip(loops) {
                black_box(measure(kernel, calls)); // warm
                let start = Instant::now();
                for _ in 0..10 {
                    black_box(measure(black_box(kernel), black_box(calls)));
                }
                *time = time.min(start.elapsed().as_secs_f64() * 1e9 / (10 * calls.len()) as f64);
            }
        }
    }
    let best = |i: usize| times.iter().map(|time| time[i]).fold(f64::INFINITY, f64::min);
    let best = [best(0), best(1)];
    println!("### {title}\n");
    println!("| Kernel | Level | Technique | ns | ratio | ns in a chain | ratio |");
    println!("|---|---|---|--:|--:|--:|--:|");
    for (kernel, [throughput, latency]) in kernels.iter().zip(times) {
        println!(
            "| {} | {} | {} | {throughput:.2} | {:.2} | {latency:.2} | {:.2} |",
            kernel.id,
            kernel.level,
            kernel.name,
            throughput / best[0],
            latency / best[1],
        );
    }
    println!();
}
