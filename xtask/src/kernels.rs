//! Times kernels: one table per primitive, with every kernel that this machine can run.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use reversi_gallery::{Call, Kernel, Kernels};
use xshell::{Shell, cmd};

#[path = "../../benches/recorded/mod.rs"]
mod recorded;

/// Number of rounds. Each round times the kernels in turn, and the least time counts, which excludes the load
/// of other processes.
const ROUNDS: usize = 60;

/// Time limit of a primitive. All but the slowest finish all rounds within it.
const MOST: Duration = Duration::from_secs(20);

/// Passes over all inputs in each round.
const PASSES: usize = 5;

/// Times the primitives whose names contain the filter.
pub(crate) fn run(filter: &str) {
    recorded::measure_all(&mut Tables { filter });
}

/// Runs the bench `in_solver`, which compiles a solver for each kernel.
pub(crate) fn in_solver(root: &Path) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    for primitive in ["flip", "last", "sorting"] {
        println!("### {primitive}, FFO 20-39\n");
        cmd!(shell, "cargo bench --quiet -p reversi-benches --bench in_solver -- {primitive}")
            .quiet()
            .run()?;
        println!();
    }
    Ok(())
}

struct Tables<'a> {
    filter: &'a str,
}

impl recorded::Measure for Tables<'_> {
    fn measure<C: Call>(&mut self, primitive: &str, mut kernels: Kernels<C>, calls: &[C]) {
        if primitive.contains(self.filter) {
            kernels.sort_by_key(|kernel| kernel.level);
            table(primitive, &kernels, calls);
        }
    }
}

fn table<C: Call>(title: &str, kernels: &[Kernel<C>], calls: &[C]) {
    let mut times = vec![[f64::INFINITY; 2]; kernels.len()];
    let begin = Instant::now();
    for _ in 0..ROUNDS {
        if begin.elapsed() > MOST {
            break;
        }
        for (kernel, times) in kernels.iter().zip(&mut times) {
            let loops = [|k: &Kernel<C>, c: &[C]| k.throughput(c), |k: &Kernel<C>, c: &[C]| k.latency(c)];
            for (time, measure) in times.iter_mut().zip(loops) {
                black_box(measure(kernel, calls)); // warm-up
                let start = Instant::now();
                for _ in 0..PASSES {
                    black_box(measure(black_box(kernel), black_box(calls)));
                }
                *time = time.min(start.elapsed().as_secs_f64() * 1e9 / (PASSES * calls.len()) as f64);
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
