//! Searches positions of any phase and compares with what is known about them.
//!
//! `cargo run --release --example analyze -- examples/data/ffo-20-39.obf --level 21`

mod cli;

use std::error::Error;
use std::num::NonZeroUsize;
use std::process::ExitCode;

use clap::Parser;
use cli::options::{EngineOptions, SearchOptions};
use cli::workers::work_on;
use cli::{Format, Printer, Reading, Row, positions};
use indicatif::HumanCount;
use reversi_engine::notation::ObfLine;
use reversi_engine::{Analysis, Board, Engine, Move, Stop};
use serde::Serialize;

/// Searches positions of any phase: best move, score in discs from the side to move, and the line of play behind it.
///
/// Every position is searched with an empty hash table, so that its result does not depend on those before it. Nodes
/// and seconds are those of the whole search of a position, also where it gets more than one line.
///
/// Where lines of a file score moves, the totals say how good the answers are: how often the best move is one of the
/// best (`best_move_accuracy`), how often the score is within 3 discs of the best (`within_3`), by how much it is off
/// on average (`mean_absolute_error`), and, where all legal moves are scored, how many discs the moves give away
/// (`mean_disc_loss`).
///
/// Exit status: 0, or 2 on bad input or if the output cannot be written, 141 if its reader has gone.
#[derive(Parser)]
struct Args {
    /// A board with its side to move, or OBF files: one position a line, as `board side; MOVE:score; ...`.
    #[arg(required = true)]
    positions: Vec<String>,

    #[command(flatten)]
    search: SearchOptions,

    /// The best K moves of each position, each with the score and the line of its own search.
    #[arg(long, value_name = "K", default_value_t = NonZeroUsize::MIN)]
    multi_pv: NonZeroUsize,

    #[command(flatten)]
    engine: EngineOptions,

    /// Positions to search at the same time, each by an engine of its own: for many positions that is more than as many
    /// threads on one, and with one thread for each the results do not depend on chance.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    jobs: NonZeroUsize,

    /// Search the first N positions only.
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,

    /// A table, or one JSON object a line: one for each position or line of play, then one with the totals, whose
    /// seconds are those of all searches added up.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

fn main() -> ExitCode {
    cli::end(run(&Args::parse_from(positions::arguments())))
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let mut problems = positions::read(&args.positions)?;
    problems.truncate(args.limit.map_or(usize::MAX, NonZeroUsize::get));
    let engines = (0..args.jobs.get().min(problems.len()))
        .map(|_| args.engine.build())
        .collect::<Result<Vec<_>, _>>()?;

    let search = |engine: &mut Engine, problem: &ObfLine, stop: &Stop| {
        engine.clear_hash();
        let request = args.search.request().limits(args.search.limits().stop(stop));
        engine.analyze(&problem.position.board, request.multi_pv(args.multi_pv.get()))
    };
    let mut printer = Printer::new(args.format, HEADER, cli::progress_bar(problems.len()))?;
    let mut totals = Totals::default();
    let mut accuracy = Accuracy::default();
    work_on(&problems, engines, search, |problem, analysis| {
        let analysis = analysis?;
        totals.positions += 1;
        totals.nodes += analysis.nodes();
        totals.seconds += analysis.elapsed().as_secs_f64();
        accuracy.add(problem, &analysis);
        for row in Line::all(totals.positions, &problem.position.board, &analysis) {
            printer.row(&row)?;
        }
        printer.advance();
        Ok(())
    })?;
    totals.accuracy = accuracy.means();
    printer.totals(&totals)
}

/// What is printed about a line of play.
#[derive(Serialize)]
struct Line {
    /// Of its position, from 1.
    index: usize,
    /// Its first move; none if the game is over.
    best: Option<String>,
    score: i32,
    /// Plies; all that are left if the score is exact.
    depth: u32,
    /// In percent.
    selectivity: u32,
    /// The score is proven.
    exact: bool,
    nodes: u64,
    seconds: f64,
    pv: String,
}

impl Line {
    /// The lines of one analysis.
    fn all<'a>(index: usize, board: &'a Board, analysis: &'a Analysis) -> impl Iterator<Item = Line> + 'a {
        analysis.lines().iter().map(move |line| {
            let Reading { score, depth, selectivity, exact } = Reading::of(line.value(), board);
            Line {
                index,
                best: line.best_move().map(|mv| mv.to_string()),
                score,
                depth,
                selectivity,
                exact,
                nodes: analysis.nodes(),
                seconds: analysis.elapsed().as_secs_f64(),
                pv: line.pv().iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
            }
        })
    }
}

const HEADER: &str = "index best score      depth           nodes   seconds   Mn/s  line of play";

impl Row for Line {
    fn to_table(&self) -> String {
        let row = format!(
            "{:>5} {:<4} {:>+5} {:>10} {:>15} {:>9.3} {:>6.1}  {}",
            self.index,
            self.best.as_deref().unwrap_or("-"),
            self.score,
            format!("{}@{}%", self.depth, self.selectivity),
            HumanCount(self.nodes).to_string(),
            self.seconds,
            cli::millions_per_second(self.nodes, self.seconds),
            cli::beginning(&self.pv),
        );
        row.trim_end().to_owned()
    }
}

#[derive(Default, Serialize)]
struct Totals {
    positions: usize,
    nodes: u64,
    seconds: f64,
    #[serde(flatten)]
    accuracy: Option<Means>,
}

impl Row for Totals {
    fn to_table(&self) -> String {
        let &Totals { positions, nodes, seconds, ref accuracy } = self;
        let rate = cli::millions_per_second(nodes, seconds);
        let nodes = HumanCount(nodes);
        let totals = format!("{positions} searched, {nodes} nodes in {seconds:.3} s ({rate:.1} Mn/s)");
        match accuracy {
            Some(means) => format!("{totals}\n{}", means.to_table()),
            None => totals,
        }
    }
}

/// How the answers compare with what is known, summed over positions.
#[derive(Default)]
struct Accuracy {
    /// Positions whose score is known.
    scored: usize,
    within_3: usize,
    error: u32,
    /// Positions whose best moves are known.
    with_moves: usize,
    best: usize,
    /// Positions where the score of every legal move is known.
    complete: usize,
    loss: i32,
}

/// Means of what the positions allow to say.
#[derive(Serialize)]
struct Means {
    best_move_accuracy: Option<f64>,
    within_3: Option<f64>,
    mean_absolute_error: Option<f64>,
    mean_disc_loss: Option<f64>,
}

impl Accuracy {
    fn add(&mut self, known: &ObfLine, analysis: &Analysis) {
        let Some(best) = known.best_score() else { return };
        let error = Reading::of(analysis.value(), &known.position.board).score.abs_diff(best);
        self.scored += 1;
        self.within_3 += usize::from(error <= 3);
        self.error += error;

        let Some(mv) = analysis.best_move() else { return };
        if !known.moves.is_empty() {
            self.with_moves += 1;
            self.best += usize::from(known.best_moves().any(|best| best == mv));
        }
        let choices = known.position.board.legal_moves().len().max(1); // a pass is the only choice
        if known.moves.len() == choices as usize {
            let score_of =
                |mv| known.moves.iter().find(|scored| scored.mv == mv).map_or(0, |scored| scored.score);
            self.complete += 1;
            self.loss += known.best_moves().next().map_or(0, score_of) - score_of(mv);
        }
    }

    fn means(&self) -> Option<Means> {
        let mean = |sum: f64, count: usize| (count > 0).then(|| sum / count as f64);
        (self.scored > 0).then(|| Means {
            best_move_accuracy: mean(self.best as f64, self.with_moves),
            within_3: mean(self.within_3 as f64, self.scored),
            mean_absolute_error: mean(self.error.into(), self.scored),
            mean_disc_loss: mean(self.loss.into(), self.complete),
        })
    }
}

impl Means {
    fn to_table(&self) -> String {
        let percent =
            |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
        let discs = |discs: Option<f64>| discs.map_or("-".to_owned(), |discs| format!("{discs:.2} discs"));
        format!(
            "best move {}, score within 3 discs {}, mean absolute error {}, mean loss {}",
            percent(self.best_move_accuracy),
            percent(self.within_3),
            discs(self.mean_absolute_error),
            discs(self.mean_disc_loss),
        )
    }
}
