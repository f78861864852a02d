//! Times kernels in turn: `cargo lab kernels` and the figures of the documents. One table per primitive, with
//! every kernel that this machine can run. To time a few: `cargo bench --manifest-path lab/Cargo.toml --bench
//! kernel_times -- flip`.

mod recorded;

use std::hint::black_box;
use std::time::{Duration, Instant};

use clap::Parser;
use reversi_gallery::{Call, Kernel, Kernels};
use serde_json::json;

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
    /// A JSON object for each kernel, with the time of each round in ns, instead of tables.
    #[arg(long)]
    json: bool,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
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
        if !args.json {
            println!(
                "\n### {primitive}\n\n| Kernel | Level | Technique | ns | ns in a chain |\n|---|---|---|--:|--:|"
            );
        }
        for (kernel, [throughput, latency]) in kernels.iter().zip(time(&kernels, calls)) {
            let (id, level, name) = (kernel.id, kernel.level.to_string(), kernel.name);
            if args.json {
                println!(
                    "{}",
                    json!({
                        "primitive": primitive, "kernel": id, "level": level, "technique": name,
                        "throughput": throughput, "latency": latency,
                    })
                );
            } else {
                let [ns, chain] =
                    [throughput, latency].map(|ns| ns.iter().copied().fold(f64::INFINITY, f64::min));
                println!("| {id} | {level} | {name} | {ns:.2} | {chain:.2} |");
            }
        }
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
