//! The rungs of the levels: how long each search of a deepening analysis takes, by the number of empties.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use reversi_bitboard::Board;
use reversi_engine::{AnalyzeRequest, Limits, Selectivity, Value};
use reversi_notation::read_obf;

use crate::parallel;

/// Analyzes positions deeper and deeper, and prints the mean nodes and time from the start to the end of
/// each search, for each number of empty squares: the rungs that the levels climb.
///
/// The last column is the level that takes this time, if level 20 takes as long as 20 plies at 73 % with 40
/// empty squares, and each level 1.5 times as long as the one before. A search that a position did not reach
/// within the nodes is left out.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Positions (OBF), as `reversi sample` prints them.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// The most nodes for a position.
    #[arg(long, value_name = "N", default_value_t = 6_000_000)]
    nodes: u64,
    /// Hash table of each thread in MiB.
    #[arg(long, value_name = "M", default_value_t = 64)]
    hash_mib: usize,
}

/// The number of empties and the search whose time is that of level 20, and the factor from level to level.
const UNIT: (u32, Search) = (40, (20, Selectivity::P73));
const UNIT_LEVEL: f64 = 20.0;
const FACTOR: f64 = 1.5;

type Search = (u32, Selectivity);

/// The nodes and the milliseconds of all positions.
#[derive(Default)]
struct Cost {
    positions: u32,
    nodes: u64,
    milliseconds: f64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut boards = Vec::new();
    for path in &args.positions {
        let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
        for line in read_obf(&text) {
            boards.push(line.with_context(|| format!("{}", path.display()))?.position.board);
        }
    }
    ensure!(!boards.is_empty(), "no positions");
    let searched = parallel::of_all(&boards, args.hash_mib, |engine, board| {
        // The first search that writes to a new table waits for its pages.
        let _ = engine.analyze(&Board::START, AnalyzeRequest::depth(12).selectivity(Selectivity::P73))?;
        let mut ends: Vec<(Search, u64, f64)> = Vec::new();
        let mut add = |value: Value, nodes, elapsed: std::time::Duration| {
            let search = match value {
                Value::Estimate { depth, selectivity, .. } => (depth, selectivity),
                _ => (board.empties().len(), Selectivity::P100),
            };
            if ends.last().is_none_or(|end| end.0 != search) {
                ends.push((search, nodes, 1e3 * elapsed.as_secs_f64()));
            }
        };
        let request = AnalyzeRequest::unlimited().limits(Limits::new().nodes(args.nodes));
        let last = engine.analyze_with(board, request, |progress| {
            if let Some(line) = progress.lines().first() {
                add(line.value(), progress.nodes(), progress.elapsed());
            }
            ControlFlow::Continue(())
        })?;
        if last.value().exact().is_some() {
            add(last.value(), last.nodes(), last.elapsed());
        }
        Ok(ends)
    })?;
    let mut costs: BTreeMap<u32, (u32, BTreeMap<Search, Cost>)> = BTreeMap::new();
    for (board, ends) in boards.iter().zip(searched) {
        let (positions, costs) = costs.entry(board.empties().len()).or_default();
        *positions += 1;
        for (search, nodes, milliseconds) in ends {
            let cost = costs.entry(search).or_default();
            cost.positions += 1;
            cost.nodes += nodes;
            cost.milliseconds += milliseconds;
        }
    }
    costs.values_mut().for_each(|(positions, costs)| costs.retain(|_, cost| cost.positions == *positions));
    let unit = costs.get(&UNIT.0).and_then(|(_, costs)| costs.get(&UNIT.1));
    let unit = unit.map(Cost::mean_milliseconds);
    println!("| Empties | Search | Nodes | Time | Level |\n|--:|--:|--:|--:|--:|");
    for (empties, (_, costs)) in &costs {
        let mut costs: Vec<_> = costs.iter().collect();
        costs.sort_by(|(_, a), (_, b)| a.milliseconds.total_cmp(&b.milliseconds));
        for (&(depth, selectivity), cost) in costs {
            let (nodes, milliseconds) = (cost.nodes / u64::from(cost.positions), cost.mean_milliseconds());
            let level = unit.map_or("–".to_owned(), |unit| format!("{:.1}", level_of(milliseconds / unit)));
            println!("| {empties} | {depth} at {selectivity} | {nodes} | {milliseconds:.2} ms | {level} |");
        }
    }
    Ok(())
}

/// The level that takes this many times as long as level 20.
fn level_of(times: f64) -> f64 {
    UNIT_LEVEL + times.ln() / FACTOR.ln()
}

impl Cost {
    fn mean_milliseconds(&self) -> f64 {
        self.milliseconds / f64::from(self.positions)
    }
}
