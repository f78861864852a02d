//! Unpacking of weights and evaluation of boards: `cargo bench --manifest-path lab/Cargo.toml --bench eval`.
//! Features and sums are kernels, which have benchmarks of their own.
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reversi_benches::{boards, phases};
use reversi_eval::pattern::PACKED_LEN;
use reversi_eval::{Evaluator, PatternWeights, Weights};

/// Conversion of pattern weights to tables, and evaluation of boards.
fn weights(c: &mut Criterion) {
    let plies: Vec<u8> = (0..=60).collect();
    let slots = (0..plies.len() * PACKED_LEN).map(|slot| (slot % 999) as i16 - 499).collect();
    let patterns = PatternWeights::new(plies, slots, "made up").expect("61 plies and their weights");
    let weights = Weights::new(&patterns).expect("there is memory");
    let boards = boards(&phases()[1].1);
    let mut group = c.benchmark_group("weights");
    group.sample_size(20);
    group.bench_function("unpack", |b| b.iter(|| Weights::new(&patterns)));
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("evaluate", |b| {
        b.iter(|| boards.iter().map(|board| weights.evaluate_128(board)).sum::<i32>());
    });
    group.finish();
}

criterion_group!(benches, weights);
criterion_main!(benches);
