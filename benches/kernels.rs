//! Every kernel of every primitive on recorded inputs: `cargo bench --bench kernels -- flip`.
#![allow(missing_docs, reason = "criterion's macros make public functions")]

mod recorded;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reversi_bitboard::gallery::{self, Call, Kernel};

fn group<C: Call>(c: &mut Criterion, name: &str, kernels: &[Kernel<C>], calls: &[C]) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(calls.len() as u64));
    for kernel in kernels {
        let name = |mode| format!("{} {} {mode}", kernel.level, kernel.id);
        group.bench_function(name("throughput"), |b| b.iter(|| kernel.throughput(calls)));
        group.bench_function(name("latency"), |b| b.iter(|| kernel.latency(calls)));
    }
    group.finish();
}

fn kernels(c: &mut Criterion) {
    for (phase, calls) in recorded::phases() {
        let boards = recorded::boards(&calls);
        group(c, &format!("flip/{phase}"), &gallery::flip(), &calls);
        group(c, &format!("moves/{phase}"), &gallery::moves(), &boards);
        if phase == "middle" {
            let occupied: Vec<u64> = boards.iter().map(|board| board.occupied().0).collect();
            group(c, "flip_four", &gallery::flip_four(), &recorded::fours(&calls));
            group(c, "full_lines", &gallery::full_lines(), &occupied);
            group(c, "edges", &gallery::edges(), &boards);
            group(c, "transpose", &gallery::transpose(), &occupied);
            group(c, "mirror_files", &gallery::mirror_files(), &occupied);
            group(c, "hash", &gallery::hash(), &boards);
        }
    }
    group(c, "last_flip", &gallery::last_flip(), &recorded::last_one());
    group(c, "last_flip_both", &gallery::last_flip_both(), &recorded::last_one());
    group(c, "can_flip_last", &gallery::can_flip_last(), &recorded::last_one());
}

criterion_group!(benches, kernels);
criterion_main!(benches);
