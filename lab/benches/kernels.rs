//! Times every kernel of every primitive on recorded inputs: `cargo bench --manifest-path lab/Cargo.toml
//! --bench kernels -- flip`.
#![allow(missing_docs, reason = "criterion's macros make public functions")]

mod recorded;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reversi_gallery::{Call, Kernels};

struct Groups<'a>(&'a mut Criterion);

impl recorded::Measure for Groups<'_> {
    fn measure<C: Call>(&mut self, primitive: &str, kernels: Kernels<C>, calls: &[C]) {
        let mut group = self.0.benchmark_group(primitive);
        group.throughput(Throughput::Elements(calls.len() as u64));
        for kernel in kernels {
            let name = |mode| format!("{} {}, {} {mode}", kernel.level, kernel.id, kernel.name);
            group.bench_function(name("throughput"), |b| b.iter(|| kernel.throughput(calls)));
            group.bench_function(name("latency"), |b| b.iter(|| kernel.latency(calls)));
        }
        group.finish();
    }
}

fn kernels(c: &mut Criterion) {
    recorded::measure_all(&mut Groups(c));
}

criterion_group!(benches, kernels);
criterion_main!(benches);
