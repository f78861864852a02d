//! The curve of a deepening analysis: the discs that its move loses, at each number of nodes.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use reversi_bitboard::{Board, Move, Position};
use reversi_engine::{AnalyzeRequest, Limits, SolveRequest, Value};
use reversi_notation::{ObfLine, read_obf};

use crate::parallel;

/// Analyzes positions deeper and deeper. At each number of nodes the last complete search of each position
/// counts: how often its move is a best one, how many discs the move loses, and the error of the score.
///
/// One run has the whole curve. Two programs are compared by their curves on the same positions.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Positions (OBF) with the scores of all best moves, as `best-moves` writes them. Other moves that are
    /// chosen are solved.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// The most nodes for a position.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,
    /// Keep the scores of moves that were solved in this file, for the next run.
    #[arg(long, value_name = "FILE")]
    solved: Option<PathBuf>,
    /// Hash table of each thread in MiB.
    #[arg(long, value_name = "M", default_value_t = 32)]
    hash_mib: usize,
}

/// The least number of nodes of the table, and the factor from row to row.
const FIRST: f64 = 10_000.0;
const FACTOR: f64 = 1.5;

/// A complete search of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Searched {
    /// The nodes since the analysis began.
    nodes: u64,
    depth: u32,
    chosen: Move,
    score: i32,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut lines = Vec::new();
    for path in &args.positions {
        let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
        for line in read_obf(&text) {
            lines.push(line.with_context(|| format!("{}", path.display()))?);
        }
    }
    ensure!(!lines.is_empty(), "no positions");
    let curves = parallel::of_all(&lines, args.hash_mib, |engine, line| {
        let mut curve = Vec::new();
        let request = AnalyzeRequest::unlimited().limits(Limits::new().nodes(args.nodes));
        let last = engine.analyze_with(&line.position.board, request, |progress| {
            let best = &progress.lines()[0];
            let depth = match best.value() {
                Value::Estimate { depth, .. } => depth,
                _ => line.position.board.empties().len(),
            };
            if let (Some(chosen), Some(score)) = (best.best_move(), best.value().score()) {
                curve.push(Searched { nodes: progress.nodes(), depth, chosen, score });
            }
            ControlFlow::Continue(())
        })?;
        ensure!(!curve.is_empty(), "no complete search: {}", last.value());
        Ok(curve)
    })?;
    let budgets = budgets(args.nodes);
    let mut scores = Scores::open(args.solved.as_deref())?;
    let chosen = lines.iter().zip(&curves).flat_map(|(line, curve)| {
        budgets.iter().map(move |&budget| (line.position, last_within(curve, budget).chosen))
    });
    let listed = |&(position, mv): &(Position, Move)| {
        lines.iter().any(|line| line.position == position && line.moves.iter().any(|scored| scored.mv == mv))
    };
    scores.solve(chosen.filter(|choice| !listed(choice)).collect(), args.hash_mib)?;

    println!("| Nodes | Best move | Loss | Error | Depth |\n|--:|--:|--:|--:|--:|");
    for &budget in &budgets {
        let mut row = Row::default();
        for (line, curve) in lines.iter().zip(&curves) {
            row.add(line, last_within(curve, budget), &scores)?;
        }
        println!("| {budget} | {row} |");
    }
    Ok(())
}

fn budgets(most: u64) -> Vec<u64> {
    let rows = std::iter::successors(Some(FIRST), |nodes| Some(nodes * FACTOR));
    rows.map(|nodes| nodes as u64).take_while(|&nodes| nodes <= most).collect()
}

/// The last search within this number of nodes, or the first one.
fn last_within(curve: &[Searched], nodes: u64) -> &Searched {
    curve.iter().rfind(|searched| searched.nodes <= nodes).unwrap_or(&curve[0])
}

/// A row of the table.
#[derive(Default)]
struct Row {
    positions: u32,
    best: u32,
    loss: i32,
    error: i32,
    depth: u32,
}

impl Row {
    fn add(&mut self, line: &ObfLine, searched: &Searched, scores: &Scores) -> Result<()> {
        let exact = line.best_score().with_context(|| format!("no move has a score: {line}"))?;
        let listed = line.moves.iter().find(|scored| scored.mv == searched.chosen);
        let score = match listed {
            Some(scored) => scored.score,
            None => *scores.known.get(&(line.position, searched.chosen)).context("it was solved")?,
        };
        self.positions += 1;
        self.best += u32::from(score == exact);
        self.loss += exact - score;
        self.error += (searched.score - exact).abs();
        self.depth += searched.depth;
        Ok(())
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mean = |sum: f64| sum / f64::from(self.positions);
        let best = 100.0 * mean(self.best.into());
        let [loss, error, depth] = [self.loss.into(), self.error.into(), self.depth.into()].map(mean);
        write!(f, "{best:.1} % | {loss:.3} | {error:.2} | {depth:.1}")
    }
}

/// The exact scores of moves, from the side that makes them.
struct Scores {
    known: HashMap<(Position, Move), i32>,
    file: Option<std::fs::File>,
}

impl Scores {
    fn open(path: Option<&Path>) -> Result<Scores> {
        let Some(path) = path else { return Ok(Scores { known: HashMap::new(), file: None }) };
        let read = || -> Result<Scores> {
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            let mut known = HashMap::new();
            for line in read_obf(&std::fs::read_to_string(path)?) {
                let line = line?;
                known.extend(line.moves.iter().map(|scored| ((line.position, scored.mv), scored.score)));
            }
            Ok(Scores { known, file: Some(file) })
        };
        read().with_context(|| format!("{}", path.display()))
    }

    /// Solves the moves that are not known yet.
    fn solve(&mut self, mut moves: Vec<(Position, Move)>, hash_mib: usize) -> Result<()> {
        moves.retain(|mv| !self.known.contains_key(mv));
        moves.sort_unstable_by_key(|(position, mv)| (position.to_string(), mv.to_string()));
        moves.dedup();
        let boards: Vec<Board> = moves.iter().map(|(position, mv)| position.board.after(*mv)).collect();
        let found = parallel::of_all(&boards, hash_mib, |engine, board| {
            let value = engine.solve(board, SolveRequest::exact())?.value();
            value.exact().map(|score| -score).context("no exact score")
        })?;
        for ((position, mv), score) in moves.into_iter().zip(found) {
            if let Some(file) = &mut self.file {
                writeln!(file, "{position}; {mv:#}:{score:+};")?;
            }
            self.known.insert((position, mv), score);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_search_within_the_nodes_counts() {
        let of = |nodes, depth| Searched { nodes, depth, chosen: Move::Pass, score: 0 };
        let curve = [of(20, 1), of(70, 2), of(200, 3)];
        for (nodes, depth) in [(0, 1), (69, 1), (70, 2), (199, 2), (1000, 3)] {
            assert_eq!(last_within(&curve, nodes).depth, depth, "{nodes}");
        }
        assert_eq!(budgets(22_500), [10_000, 15_000, 22_500]);
    }

    #[test]
    fn a_move_that_is_not_listed_is_solved_once() -> Result<()> {
        let path = std::env::temp_dir().join(format!("reversi-train-curve-{}.obf", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXXOOOOOOOX--OOO-XX-OO-X--- X";
        let position: Position = text.parse()?;
        let mut engine = reversi_engine::Engine::builder().hash_mib(1).build()?;
        let moves: Vec<Move> = position.board.legal_moves().into_iter().map(Move::from).collect();
        for round in 0..2 {
            let mut scores = Scores::open(Some(&path))?;
            assert_eq!(scores.known.len(), round * moves.len());
            scores.solve(moves.iter().map(|&mv| (position, mv)).collect(), 1)?;
            for &mv in &moves {
                let exact = engine.solve(&position.board.after(mv), SolveRequest::exact())?.value().exact();
                assert_eq!(exact.map(|score| -score), scores.known.get(&(position, mv)).copied());
            }
        }
        Ok(std::fs::remove_file(&path)?)
    }
}
