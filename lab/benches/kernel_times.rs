//! Times kernels in turn: `cargo lab kernels` and the figures of the documents. One table per primitive, with
//! every kernel that this machine can run. To time a few: `cargo bench --manifest-path lab/Cargo.toml --bench
//! kernel_times -- flip`.

mod recorded;
mod rows;

use std::hint::black_box;
use std::time::{Duration, Instant};

use clap::Parser;
use reversi_gallery::{Call, Kernel, Kernels};
use rows::Row;

/// Number of rounds. Each round times the kernels in turn, and the least time counts, which excludes
/// the load of other processes. On a virtual machine such load may last for seconds.
const ROUNDS: usize = 600;

/// Time limit of a primitive.
const MOST: Duration = Duration::from_secs(20);

/// Passes over all inputs in each round.
const PASSES: usize = 5;

#[derive(Parser)]
struct Args {
    /// Only primitives whose names contain this.
    #[arg(default_value = "")]
    filter: String,
    #[command(flatten)]
    output: rows::Output,
}

fn main() {
    recorded::measure_all(&mut Primitives(Args::parse()));
}

struct Primitives(Args);

impl recorded::Measure for Primitives {
    fn measure<C: Call>(&mut self, primitive: &str, mut kernels: Kernels<C>, calls: &[C]) {
        let Primitives(args) = self;
        if !primitive.contains(&args.filter) {
            return;
        }
        kernels.sort_by_key(|kernel| kernel.level);
        let row = |(kernel, [throughput, latency]): (&Kernel<C>, [Vec<f64>; 2])| {
            let mut columns = vec![("ns", throughput)];
            // A table of 48 MB is not cleared in a chain: nothing of its result is asked for.
            if !primitive.contains("empty") {
                columns.push(("ns in a chain", latency));
            }
            let cells = vec![kernel.id.to_owned(), kernel.level.to_string(), kernel.name.to_owned()];
            Row { table: primitive.to_owned(), cells, columns }
        };
        let rows: Vec<Row> = kernels.iter().zip(time(&kernels, calls)).map(row).collect();
        rows::print("Kernel | Level | Technique", &rows, &args.output);
    }
}

/// The times of all kernels in ns, measured in turn: independent inputs, inputs that depend on the result
/// before.
fn time<C: Call>(kernels: &[Kernel<C>], calls: &[C]) -> Vec<[Vec<f64>; 2]> {
    let mut times: Vec<[Vec<f64>; 2]> = vec![Default::default(); kernels.len()];
    let begin = Instant::now();
    for _ in 0..ROUNDS {
        if begin.elapsed() > MOST {
            break;
        }
        for (kernel, times) in kernels.iter().zip(&mut times) {
            let loops = [|k: &Kernel<C>, c: &[C]| k.throughput(c), |k: &Kernel<C>, c: &[C]| k.latency(c)];
            for (times, measure) in times.iter_mut().zip(loops) {
                black_box(measure(kernel, calls)); // warm-up
                let start = Instant::now();
                for _ in 0..PASSES {
                    black_box(measure(black_box(kernel), black_box(calls)));
                }
                times.push(start.elapsed().as_secs_f64() * 1e9 / (PASSES * calls.len()) as f64);
            }
        }
    }
    times
}
