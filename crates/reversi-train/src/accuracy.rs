//! The accuracy of searches: how often they find a best move, and the error of their scores.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use reversi_bitboard::notation::{ObfLine, read_obf};
use reversi_eval::Weights;
use reversi_search::{AnalyzeRequest, Engine, Selectivity};

use crate::{progress, selfplay};

/// Measures the accuracy of searches on positions with known best moves and exact scores, for each file of
/// weights: how often a search chooses a best move, and the error of its scores.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Positions (OBF) with the scores of all best moves, as `best-moves` writes them.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// Weights to search with [default: the embedded ones].
    #[arg(long, value_name = "FILE")]
    weights: Vec<PathBuf>,
    /// Depth of the search.
    #[arg(long, value_name = "PLIES", default_value_t = 15)]
    depth: u32,
    /// Selectivity of the search: the confidence of its cuts, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = Selectivity::P73)]
    selectivity: Selectivity,
    /// Hash table of each thread in MiB.
    #[arg(long, value_name = "M", default_value_t = 64)]
    hash_mib: usize,
}

/// Scores with an error of at most this many discs are counted.
const TOLERANCE: i32 = 3;

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut lines = Vec::new();
    for path in &args.positions {
        lines.extend(read(path).with_context(|| format!("{}", path.display()))?);
    }
    ensure!(!lines.is_empty(), "no positions");
    let mut weights: Vec<Option<&Path>> = args.weights.iter().map(|path| Some(path.as_path())).collect();
    if weights.is_empty() {
        weights.push(None);
    }
    println!(
        "{} positions, depth {} at {}, percentages with 95 %",
        lines.len(),
        args.depth,
        args.selectivity
    );
    println!("| Weights | Best move | Score within {TOLERANCE} | Mean error | Nodes | Seconds |");
    println!("|---|--:|--:|--:|--:|--:|");
    for path in weights {
        let found = search(&lines, selfplay::weights(path)?, args)?;
        let name = path.map_or("embedded".into(), |path| path.display().to_string());
        println!("| {name} | {} |", Summary::of(&found));
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<ObfLine>> {
    let lines = read_obf(&std::fs::read_to_string(path)?).collect::<Result<Vec<_>, _>>()?;
    for line in &lines {
        ensure!(!line.moves.is_empty(), "no move has a score: {line}");
    }
    Ok(lines)
}

/// The result of one search.
struct Found {
    best: bool,
    /// Absolute error of the score in discs.
    error: i32,
    nodes: u64,
    elapsed: Duration,
}

fn search(lines: &[ObfLine], weights: Weights, args: &Args) -> Result<Vec<Found>> {
    let engine = Engine::builder().hash_mib(args.hash_mib).weights(weights);
    let bar = progress::bar(lines.len() as u64, "positions");
    let share = lines.len().div_ceil(rayon::current_num_threads());
    let found = lines.par_chunks(share).map(|lines| {
        let mut engine = engine.clone().build()?;
        let found = lines.iter().map(|line| {
            engine.clear_hash(); // otherwise the result would depend on the order
            let found = search_one(&mut engine, line, args);
            bar.inc(1);
            found
        });
        found.collect::<Result<Vec<_>>>()
    });
    let found = found.collect::<Result<Vec<_>>>()?;
    bar.finish_and_clear();
    Ok(found.into_iter().flatten().collect())
}

fn search_one(engine: &mut Engine, line: &ObfLine, args: &Args) -> Result<Found> {
    let request = AnalyzeRequest::depth(args.depth).selectivity(args.selectivity);
    let analysis = engine.analyze(&line.position.board, request)?;
    let score = analysis.value().score().context("no score")?;
    let exact = line.best_score().context("no exact score")?;
    Ok(Found {
        best: line.best_moves().any(|mv| Some(mv) == analysis.best_move()),
        error: (score - exact).abs(),
        nodes: analysis.nodes(),
        elapsed: analysis.elapsed(),
    })
}

struct Summary {
    positions: usize,
    best: usize,
    within_tolerance: usize,
    error: i32,
    nodes: u64,
    elapsed: Duration,
}

impl Summary {
    fn of(found: &[Found]) -> Summary {
        Summary {
            positions: found.len(),
            best: found.iter().filter(|found| found.best).count(),
            within_tolerance: found.iter().filter(|found| found.error <= TOLERANCE).count(),
            error: found.iter().map(|found| found.error).sum(),
            nodes: found.iter().map(|found| found.nodes).sum(),
            elapsed: found.iter().map(|found| found.elapsed).sum(),
        }
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let positions = self.positions as f64;
        let percent = |count: usize| {
            let share = count as f64 / positions;
            let error = 1.96 * (share * (1.0 - share) / positions).sqrt();
            format!("{:.1} % ± {:.1}", 100.0 * share, 100.0 * error)
        };
        let mean = f64::from(self.error) / positions;
        let (nodes, seconds) = (self.nodes as f64 / 1e6, self.elapsed.as_secs_f64());
        write!(
            f,
            "{} | {} | {mean:.2} | {nodes:.1} M | {seconds:.1}",
            percent(self.best),
            percent(self.within_tolerance)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_args;

    #[test]
    fn a_search_to_the_end_makes_no_error_and_a_wrong_key_is_noticed() -> Result<()> {
        let args: Args = parse_args(["", "x.obf", "--depth", "12", "--selectivity", "100"]);
        let board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXXOOOOOOOX--OOO-XX-OO-X--- X";
        let search = |key: &str| search(&[format!("{board}; {key}").parse()?], Weights::embedded()?, &args);
        let solution = Engine::builder().hash_mib(1).build()?.analyze(
            &board.parse::<reversi_bitboard::Position>()?.board,
            AnalyzeRequest::unlimited().multi_pv(64),
        )?;
        let key = |line: &reversi_search::Line| {
            format!("{:#}:{:+};", line.best_move().unwrap(), line.value().exact().unwrap())
        };
        let (best, worst) = (&solution.lines()[0], solution.lines().last().unwrap());
        let [found] = search(&key(best))?.try_into().ok().unwrap();
        assert!(found.best && found.error == 0 && found.nodes > 0);
        let [found] = search(&key(worst))?.try_into().ok().unwrap();
        assert!(!found.best);
        let apart = best.value().exact().unwrap() - worst.value().exact().unwrap();
        assert_eq!(found.error, apart);
        Ok(())
    }

    #[test]
    fn a_summary_counts() {
        let found = |best, error| Found { best, error, nodes: 500_000, elapsed: Duration::from_millis(250) };
        let found = [found(true, 0), found(true, 4), found(false, 3), found(true, 1)];
        assert_eq!(Summary::of(&found).to_string(), "75.0 % ± 42.4 | 75.0 % ± 42.4 | 2.00 | 2.0 M | 1.0");
    }
}
