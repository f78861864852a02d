//! The accuracy of searches: how often they find a best move, and the error of their scores.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use reversi_bitboard::{Move, Square};
use reversi_engine::{AnalyzeRequest, Engine, Limits, Selectivity};
use reversi_eval::{Evaluator, Weights};
use reversi_notation::{ObfLine, read_obf};

use crate::{parallel, selfplay};

/// Measures the accuracy of searches on positions with known best moves and exact scores, for each file of
/// weights: how often a search chooses a best move, and the error of its scores.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Positions (OBF) with the scores of all best moves, as `best-moves` writes them.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// Weights to search with [default: the embedded ones]. Later ones are compared with the first.
    #[arg(long, value_name = "FILE")]
    weights: Vec<PathBuf>,
    /// Depths of the search. 0 is no search: the value of the weights, and the move with the best value
    /// after it.
    #[arg(long, value_name = "PLIES", value_delimiter = ',', default_value = "15")]
    depth: Vec<u32>,
    /// Selectivity of that search: the confidence of its cuts, in percent.
    #[arg(long, value_name = "PERCENT", value_delimiter = ',', default_value = "73")]
    selectivity: Vec<Selectivity>,
    /// Search for this time instead. Use `--threads 1` on a machine with other load.
    #[arg(long, value_name = "SECONDS", value_delimiter = ',', conflicts_with_all = ["depth", "selectivity"])]
    time: Vec<f64>,
    /// Hash table of each thread in MiB.
    #[arg(long, value_name = "M", default_value_t = 64)]
    hash_mib: usize,
}

/// Scores with an error of at most this many discs are counted.
const TOLERANCE: i32 = 3;

/// How the positions are searched.
#[derive(Clone, Copy)]
enum Search {
    Static,
    Depth(u32, Selectivity),
    Time(Duration),
}

impl std::fmt::Display for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Search::Static => write!(f, "none"),
            Search::Depth(depth, selectivity) => write!(f, "depth {depth} at {selectivity}"),
            Search::Time(time) => write!(f, "{:.3} s", time.as_secs_f64()),
        }
    }
}

impl Args {
    fn searches(&self) -> Result<Vec<Search>> {
        let of_depth = |&depth| {
            let of_selectivity = move |&selectivity| match depth {
                0 => Search::Static,
                _ => Search::Depth(depth, selectivity),
            };
            self.selectivity.iter().take(if depth == 0 { 1 } else { usize::MAX }).map(of_selectivity)
        };
        let of_time = |&seconds| Ok(Search::Time(Duration::try_from_secs_f64(seconds)?));
        match self.time.is_empty() {
            true => Ok(self.depth.iter().flat_map(of_depth).collect()),
            false => self.time.iter().map(of_time).collect(),
        }
    }
}

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
    println!("{} positions, percentages with 95 %", lines.len());
    println!(
        "| Search | Weights | Best move | than the first | Score within {TOLERANCE} | Mean error | Nodes | Seconds |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|");
    for how in args.searches()? {
        let mut first = None;
        for path in &weights {
            let found = search(&lines, selfplay::weights(*path)?, how, args.hash_mib)?;
            let name = path.map_or("embedded".into(), |path| path.display().to_string());
            println!("| {how} | {name} | {} |", Summary::of(&found, first.as_deref()));
            first.get_or_insert(found);
        }
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
    error: f32,
    nodes: u64,
    elapsed: Duration,
}

fn search(lines: &[ObfLine], weights: Weights, how: Search, hash_mib: usize) -> Result<Vec<Found>> {
    let settings = Engine::builder().hash_mib(hash_mib).weights(weights.clone());
    let engines = (0..rayon::current_num_threads()).map(|_| Ok(settings.clone().build()?));
    let engines = engines.collect::<Result<Vec<_>>>()?;
    parallel::of_all_by(engines, lines, |engine, line| search_one(engine, &weights, line, how))
}

fn search_one(engine: &mut Engine, weights: &Weights, line: &ObfLine, how: Search) -> Result<Found> {
    let board = line.position.board;
    let exact = line.best_score().context("no exact score")?;
    let is_best = |chosen: Option<Move>| line.best_moves().any(|mv| Some(mv) == chosen);
    let request = match how {
        Search::Static => {
            let value_after = |&square: &Square| weights.evaluate_128(&board.play(square));
            let chosen = board.legal_moves().into_iter().min_by_key(value_after);
            let error = (weights.evaluate(&board) - exact as f32).abs();
            return Ok(Found {
                best: is_best(chosen.map(Move::from)),
                error,
                nodes: 1,
                elapsed: Duration::ZERO,
            });
        }
        Search::Depth(depth, selectivity) => AnalyzeRequest::depth(depth).selectivity(selectivity),
        Search::Time(time) => AnalyzeRequest::unlimited().limits(Limits::default().time(time)),
    };
    let analysis = engine.analyze(&board, request)?;
    let score = analysis.value().score().context("no score")?;
    Ok(Found {
        best: is_best(analysis.best_move()),
        error: (score - exact).abs() as f32,
        nodes: analysis.nodes(),
        elapsed: analysis.elapsed(),
    })
}

struct Summary {
    positions: usize,
    best: usize,
    /// How many more best moves these weights find than the first ones, and the variance of that number.
    more: Option<(f64, f64)>,
    within_tolerance: usize,
    error: f64,
    nodes: u64,
    elapsed: Duration,
}

impl Summary {
    fn of(found: &[Found], first: Option<&[Found]>) -> Summary {
        // Each position is searched by both, so only those count where just one of them finds a best move.
        let more = first.map(|first| {
            let differences = found.iter().zip(first).map(|(a, b)| f64::from(a.best) - f64::from(b.best));
            let (sum, squares) = differences.fold((0.0, 0.0), |(sum, squares), d| (sum + d, squares + d * d));
            (sum, squares - sum * sum / found.len() as f64)
        });
        Summary {
            positions: found.len(),
            best: found.iter().filter(|found| found.best).count(),
            more,
            within_tolerance: found.iter().filter(|found| found.error <= TOLERANCE as f32).count(),
            error: found.iter().map(|found| f64::from(found.error)).sum(),
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
        let points = |(more, variance): (f64, f64)| {
            format!("{:+.1} ± {:.1}", 100.0 * more / positions, 196.0 * variance.sqrt() / positions)
        };
        let more = self.more.map_or("–".to_owned(), points);
        let mean = self.error / positions;
        let (nodes, seconds) = (self.nodes as f64 / 1e6, self.elapsed.as_secs_f64());
        write!(
            f,
            "{} | {more} | {} | {mean:.2} | {nodes:.1} M | {seconds:.1}",
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
        let board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXXOOOOOOOX--OOO-XX-OO-X--- X";
        let to_the_end = Search::Depth(12, "100".parse()?);
        let search =
            |key: &str, how| search(&[format!("{board}; {key}").parse()?], Weights::embedded()?, how, 1);
        let solution = Engine::builder().hash_mib(1).build()?.analyze(
            &board.parse::<reversi_bitboard::Position>()?.board,
            AnalyzeRequest::unlimited().lines(64),
        )?;
        let key = |line: &reversi_engine::Line| {
            format!("{:#}:{:+};", line.best_move().unwrap(), line.value().exact().unwrap())
        };
        let (best, worst) = (&solution.lines()[0], solution.lines().last().unwrap());
        let [found] = search(&key(best), to_the_end)?.try_into().ok().unwrap();
        assert!(found.best && found.error == 0.0 && found.nodes > 0);
        let [found] = search(&key(worst), to_the_end)?.try_into().ok().unwrap();
        assert!(!found.best);
        let apart = best.value().exact().unwrap() - worst.value().exact().unwrap();
        assert_eq!(found.error, apart as f32);
        let [found] = search(&key(best), Search::Time(Duration::from_secs(100)))?.try_into().ok().unwrap();
        assert!(found.best && found.error == 0.0, "the search ends when the position is solved");
        let [found] = search(&key(best), Search::Static)?.try_into().ok().unwrap();
        assert!(found.error > 0.0 && found.nodes == 1);
        Ok(())
    }

    #[test]
    fn searches_are_all_combinations() -> Result<()> {
        let names = |words: &[&str]| -> Result<Vec<String>> {
            let args: Args = parse_args(["", "x.obf"].iter().chain(words));
            Ok(args.searches()?.iter().map(Search::to_string).collect())
        };
        assert_eq!(names(&[])?, ["depth 15 at 73%"]);
        let all = names(&["--depth", "0,8,12", "--selectivity", "73,95"])?;
        let expected = ["none", "depth 8 at 73%", "depth 8 at 95%", "depth 12 at 73%", "depth 12 at 95%"];
        assert_eq!(all, expected);
        assert_eq!(names(&["--time", "0.01,2"])?, ["0.010 s", "2.000 s"]);
        assert!(names(&["--time", "inf"]).is_err());
        Ok(())
    }

    #[test]
    fn a_summary_counts() {
        let found = |best, error| Found { best, error, nodes: 500_000, elapsed: Duration::from_millis(250) };
        let first = [found(true, 0.0), found(true, 4.0), found(false, 3.0), found(true, 1.0)];
        let summary = Summary::of(&first, None).to_string();
        assert_eq!(summary, "75.0 % ± 42.4 | – | 75.0 % ± 42.4 | 2.00 | 2.0 M | 1.0");
        let second = [found(true, 0.5), found(false, 4.0), found(false, 3.0), found(false, 1.0)];
        let summary = Summary::of(&second, Some(&first)).to_string();
        assert_eq!(summary, "25.0 % ± 42.4 | -50.0 ± 49.0 | 75.0 % ± 42.4 | 2.12 | 2.0 M | 1.0");
    }
}
