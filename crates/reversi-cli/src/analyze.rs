//! Searches positions of any phase and compares the results with known scores.

use std::error::Error;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::process::ExitCode;

use indicatif::HumanCount;
use reversi_engine::notation::ObfLine;
use reversi_engine::{Analysis, Board, Engine, Move, Progress, StopReason};
use serde::Serialize;

use crate::options::{self, EngineOptions, OpeningBook, SearchOptions};
use crate::output::{self, Format, Printer, Row, SearchScore};
use crate::workers::work_on;
use crate::{interrupt, positions, progress};

/// Searches positions of any phase for their best moves.
///
/// Each has a score in discs from the side to move, and a principal variation.
///
/// Every position is searched with an empty hash table, so that its result does not depend on earlier
/// positions. Nodes and seconds are those of the whole search of a position, even if it has more than one
/// line.
///
/// If a file scores moves, the totals measure the accuracy: how often the best move is one of the best
/// (`best_move_accuracy`), how often the score is within 3 discs of the best (`within_3`), the mean absolute
/// error of the score (`mean_absolute_error`), and the mean disc loss of the moves where all legal moves are
/// scored (`mean_disc_loss`).
///
/// Ctrl-C ends the running searches and prints what they have found.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// A board with its side to move, moves from the start such as f5d6c3, or OBF files: one position per
    /// line, such as `board side; MOVE:score; ...`.
    #[arg(required = true)]
    positions: Vec<String>,

    #[command(flatten)]
    search: SearchOptions,

    /// Search the best K moves of each position, each with a score and a line of its own.
    #[arg(long, value_name = "K", default_value_t = NonZeroUsize::MIN)]
    #[arg(value_parser = options::positive, allow_negative_numbers = true)]
    multi_pv: NonZeroUsize,

    /// Opening book: a file in any format, `embedded`, or `none`. Where it knows a position by searches that
    /// were as deep, it answers in place of a search, with no nodes [default: none].
    #[arg(long, value_name = "FILE", value_parser = options::book)]
    book: Option<OpeningBook>,

    #[command(flatten)]
    engine: EngineOptions,

    /// Number of positions to search in parallel, each by an engine of its own. For many positions this is
    /// faster than several threads on one position, and with one thread per engine the results are
    /// deterministic.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    #[arg(value_parser = options::positive, allow_negative_numbers = true)]
    jobs: NonZeroUsize,

    /// Search the first N positions only.
    #[arg(long, value_name = "N", value_parser = options::positive, allow_negative_numbers = true)]
    limit: Option<NonZeroUsize>,

    /// A table, or one JSON object per line: one for each position and variation, then one with the totals,
    /// whose seconds are the sum over all searches.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const AFTER_HELP: &str = "\
Examples:
  reversi analyze --multi-pv 3 \\
      '---------------------------OX------XXX-------------------------- O'
  reversi analyze problems.obf --depth 16 --selectivity 73 --jobs 2
  reversi analyze problems.obf --time 1000 --format json | jq .best_move";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut problems = positions::read(&args.positions)?;
    problems.truncate(args.limit.map_or(usize::MAX, NonZeroUsize::get));
    let engines = (0..args.jobs.get().min(problems.len()))
        .map(|_| args.engine.build_with(args.book.as_ref().unwrap_or(&OpeningBook::None)))
        .collect::<Result<Vec<_>, _>>()?;

    let bar = progress::bar(problems.len(), "positions");
    let alone = engines.len() == 1;
    let stop = interrupt::stop_signal();
    let show = |progress: &Progress<'_>| {
        if alone {
            progress::show(&bar, progress); // there is no room for several searches
        }
        ControlFlow::Continue(())
    };
    let search = |engine: &mut Engine, problem: &ObfLine| {
        engine.clear_hash();
        let request = args.search.request().limits(args.search.limits().stop(&stop));
        engine.analyze_with(&problem.position.board, request.multi_pv(args.multi_pv.get()), show)
    };
    let mut printer = Printer::new(args.format, HEADER, bar.clone())?;
    let mut totals = Totals::default();
    let mut accuracy = Accuracy::default();
    work_on(&problems, engines, &stop, search, |problem, analysis| {
        let analysis = analysis?;
        totals.positions += 1;
        totals.interrupted += usize::from(analysis.stopped() == Some(StopReason::Stop));
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
    printer.totals(&totals)?;
    Ok(interrupt::status(&stop))
}

/// The output for a principal variation.
#[derive(Serialize)]
struct Line {
    /// The number of the position, from 1.
    index: usize,
    /// The first move, none if the game is over.
    best_move: Option<String>,
    score: i32,
    /// The depth in plies, up to the end of the game if the score is exact.
    depth: u32,
    /// The selectivity in percent.
    selectivity: u32,
    /// Whether the score is proven.
    exact: bool,
    /// The limit that ended the search.
    stopped: Option<StopReason>,
    nodes: u64,
    seconds: f64,
    pv: String,
}

impl Line {
    /// The lines of one analysis.
    fn all<'a>(index: usize, board: &'a Board, analysis: &'a Analysis) -> impl Iterator<Item = Line> + 'a {
        analysis.lines().iter().map(move |line| {
            let SearchScore { score, depth, selectivity, exact } = SearchScore::of(line.value(), board);
            Line {
                index,
                best_move: line.best_move().map(|mv| mv.to_string()),
                score,
                depth,
                selectivity,
                exact,
                stopped: analysis.stopped(),
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
            self.best_move.as_deref().unwrap_or("-"),
            self.score,
            format!("{}@{}%", self.depth, self.selectivity),
            HumanCount(self.nodes).to_string(),
            self.seconds,
            output::millions_per_second(self.nodes, self.seconds),
            output::beginning(&self.pv),
        );
        row.trim_end().to_owned()
    }
}

#[derive(Default, Serialize)]
struct Totals {
    positions: usize,
    /// Those whose search Ctrl-C has ended.
    interrupted: usize,
    nodes: u64,
    seconds: f64,
    #[serde(flatten)]
    accuracy: Option<Means>,
}

impl Row for Totals {
    fn to_table(&self) -> String {
        let &Totals { positions, interrupted, nodes, seconds, ref accuracy } = self;
        let interrupted =
            if interrupted == 0 { String::new() } else { format!(", {interrupted} of them interrupted") };
        let rate = output::millions_per_second(nodes, seconds);
        let nodes = HumanCount(nodes);
        let totals =
            format!("{positions} searched{interrupted}, {nodes} nodes in {seconds:.3} s ({rate:.1} Mn/s)");
        match accuracy {
            Some(means) => format!("{totals}\n{}", means.to_table()),
            None => totals,
        }
    }
}

/// Sums over the positions for the accuracy.
#[derive(Default)]
struct Accuracy {
    /// Number of positions with a known score.
    scored: usize,
    within_3: usize,
    error: u32,
    /// Number of positions with known best moves.
    with_moves: usize,
    best: usize,
    /// Number of positions with a known score of every legal move.
    complete: usize,
    loss: i32,
}

/// The accuracy. A mean is missing if no position allows it.
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
        let error = SearchScore::of(analysis.value(), &known.position.board).score.abs_diff(best);
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
