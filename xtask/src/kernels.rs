//! Times kernels: one table per primitive, with every kernel that this machine can run.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use reversi_gallery::solver::Family;
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

/// The times of a kernel in ns, one a round.
pub(crate) struct Rounds {
    pub(crate) throughput: Vec<f64>,
    pub(crate) latency: Vec<f64>,
}

/// What identifies a kernel.
pub(crate) struct Name<'a> {
    pub(crate) id: &'a str,
    pub(crate) level: &'a str,
    pub(crate) name: &'a str,
}

/// Times the primitives whose names contain the filter. `each` gets the primitive, the kernel and its times.
pub(crate) fn measure(filter: &str, each: &mut dyn FnMut(&str, Name<'_>, Rounds)) {
    recorded::measure_all(&mut Primitives { filter, each });
}

/// Times and prints the primitives whose names contain the filter.
pub(crate) fn run(filter: &str) {
    let mut last = String::new();
    measure(filter, &mut |primitive, kernel, rounds| {
        if last != primitive {
            println!(
                "\n### {primitive}\n\n| Kernel | Level | Technique | ns | ns in a chain |\n|---|---|---|--:|--:|"
            );
            primitive.clone_into(&mut last);
        }
        let least = |rounds: &[f64]| rounds.iter().copied().fold(f64::INFINITY, f64::min);
        let [ns, chain] = [least(&rounds.throughput), least(&rounds.latency)];
        println!("| {} | {} | {} | {ns:.2} | {chain:.2} |", kernel.id, kernel.level, kernel.name);
    });
}

/// Runs the bench `in_solver`, which compiles a solver for each kernel.
pub(crate) fn in_solver(root: &Path) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    for family in Family::ALL {
        let family = family.name();
        println!("### {family} in the solver\n");
        cmd!(shell, "cargo bench --quiet -p reversi-benches --bench in_solver -- {family}").quiet().run()?;
        println!();
    }
    Ok(())
}

struct Primitives<'a> {
    filter: &'a str,
    each: &'a mut dyn FnMut(&str, Name<'_>, Rounds),
}

impl recorded::Measure for Primitives<'_> {
    fn measure<C: Call>(&mut self, primitive: &str, mut kernels: Kernels<C>, calls: &[C]) {
        if !primitive.contains(self.filter) {
            return;
        }
        kernels.sort_by_key(|kernel| kernel.level);
        for (kernel, rounds) in kernels.iter().zip(time(&kernels, calls)) {
            let level = kernel.level.to_string();
            (self.each)(primitive, Name { id: kernel.id, level: &level, name: kernel.name }, rounds);
        }
    }
}

/// All kernels in turn.
fn time<C: Call>(kernels: &[Kernel<C>], calls: &[C]) -> Vec<Rounds> {
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
    times.into_iter().map(|[throughput, latency]| Rounds { throughput, latency }).collect()
}
