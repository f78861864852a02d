//! Features, sums and whole moves of the evaluation on recorded inputs: `cargo bench --bench eval -- sum`.
#![allow(missing_docs, reason = "criterion's macros make public functions")]

mod recorded;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reversi_bitboard::gallery::{Call, Kernel};
use reversi_eval::gallery;
use reversi_eval::pattern::PACKED_LEN;
use reversi_eval::{Evaluator, PackedWeights, Weights};

fn group<C: Call>(c: &mut Criterion, name: &str, kernels: &[Kernel<C>], calls: &[C]) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(calls.len() as u64));
    for kernel in kernels {
        let name = |mode| format!("{} {}, {} {mode}", kernel.level, kernel.id, kernel.name);
        group.bench_function(name("throughput"), |b| b.iter(|| kernel.throughput(calls)));
        group.bench_function(name("latency"), |b| b.iter(|| kernel.latency(calls)));
    }
    group.finish();
}

fn kernels(c: &mut Criterion) {
    let [_, (_, middle), _] = recorded::phases();
    let calls = recorded::eval_calls(&middle);
    group(c, "features", &gallery::features(), &recorded::boards(&middle));
    group(c, "after_move", &gallery::after_move(), &calls.moves);
    group(c, "after_pass", &gallery::after_pass(), &calls.passes);
    group(c, "sum", &gallery::sum(), &calls.sums);
    group(c, "make_move", &gallery::make_move(), &calls.make_moves);
}

/// From packed weights to tables, and from one board to its value.
fn weights(c: &mut Criterion) {
    let plies: Vec<u8> = (0..=60).collect();
    let slots = (0..plies.len() * PACKED_LEN).map(|slot| (slot % 999) as i16 - 499).collect();
    let packed = PackedWeights::new(plies, slots, "made up").expect("61 plies and their weights");
    let weights = Weights::new(&packed);
    let boards = recorded::boards(&recorded::phases()[1].1);
    let mut group = c.benchmark_group("weights");
    group.sample_size(20);
    group.bench_function("unpack", |b| b.iter(|| Weights::new(&packed)));
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("evaluate", |b| {
        b.iter(|| boards.iter().map(|board| weights.evaluate_128(board)).sum::<i32>());
    });
    group.finish();
}

criterion_group!(benches, kernels, weights);
criterion_main!(benches);
