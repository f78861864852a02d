//! Searches positions of any phase and compares the results with known scores.

use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;

use indicatif::HumanCount;
use reversi_engine::notation::ObfLine;
use reversi_engine::question::{Ask, Reply};
use reversi_engine::runs::{Budget, in_order};
use reversi_engine::search::{HumanMoves, Source};
use reversi_engine::surface::AnalyzeOptions;
use reversi_engine::{Analysis, AnalyzeRequest, Board, Engine, Line, Progress, Stop};

use crate::answers::{Answers, Totals};
use crate::checkpoints::CheckpointOptions;
use crate::fields::{self, FieldOptions};
use crate::options::{self, EngineOptions, FormatOptions, JobsOptions, LimitOptions};
use crate::output::{self, Failure, SearchScore};
use crate::records::ReadOptions;
use crate::shards::OutputOptions;
use crate::{interrupt, progress};

/// Searches positions of any phase for their best moves.
///
/// Each has a score in discs from the side to move, and a principal variation.
///
/// Every position is searched with an empty hash table, so that its result does not depend on earlier
/// positions. Nodes and seconds count the whole search of a position, even if it has more than one line. The
/// totals are sums over the searches of this run, without positions that an earlier run has analysed.
///
/// If a file scores moves, the totals of the table measure the accuracy: how often the best move is one of
/// the best, how often the score is within 3 discs of the best, the mean absolute error of the score, and
/// the mean disc loss of the moves where all legal moves are scored.
///
/// With --human a column has the share of people of that rating who play the move.
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
    read: ReadOptions,

    #[command(flatten)]
    search: FieldOptions<fields::Analyze>,

    /// Opening book: a file in any format, `embedded`, or `none`. Where it answers in place of a
    /// search, the table has `book` in place of nodes [default: none].
    #[arg(long, value_name = "FILE", default_value = "none", hide_default_value = true)]
    #[arg(conflicts_with = "output")]
    book: String,

    #[command(flatten)]
    engine: EngineOptions,

    #[command(flatten)]
    jobs: JobsOptions,

    #[command(flatten)]
    limit: LimitOptions,

    #[command(flatten)]
    checkpoint: CheckpointOptions,

    #[command(flatten)]
    output: FormatOptions,

    #[command(flatten)]
    file: OutputOptions,
}

const AFTER_HELP: &str = "\
Examples:
  reversi analyze --lines 3 \\
      '---------------------------OX------XXX-------------------------- O'
  reversi analyze problems.obf --depth 16 --selectivity 73 --jobs 2
  reversi analyze problems.obf --level 24 --checkpoint problems.jsonl
  reversi analyze problems.obf --level 24 --shard 3/16 --output out/3.jsonl
  reversi analyze problems.obf --seconds 1 --format json | jq '.analysis.lines[0].pv[0]'";

impl Args {
    fn request(&self, stop: &Stop) -> Result<AnalyzeRequest, Failure> {
        let mut options = self.search.read()?;
        let recorded = [(self.file.is_given(), "--output"), (self.checkpoint.is_given(), "--checkpoint")];
        for (is_recorded, option) in recorded {
            options::refuse_total_limits(&options.total_limits, is_recorded, option)?;
        }
        options.limits.stop = Some(stop.clone());
        Ok(options.request()?)
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut problems = args.read.positions(&args.positions)?;
    args.limit.apply(&mut problems);
    if args.file.is_given() {
        return run_shard(args, &problems);
    }
    let book = options::open_book(&args.book)?;
    let stop = interrupt::stop_signal();
    interrupt::stop_with_reader(&stop);
    let request = args.request(&stop)?;
    let mut engines = args.jobs.engines(&args.engine, book.as_ref(), problems.len())?;
    let checkpoint = args.checkpoint.open(request.clone())?;

    let bar = progress::bar(problems.len(), "positions");
    let alone = engines.len() == 1;
    let show = |progress: &Progress<'_>| {
        if alone {
            progress::show(&bar, progress); // there is no room for several searches
        }
        ControlFlow::Continue(())
    };
    let budget = Budget::new(AnalyzeOptions::from(&request).total_limits);
    let search = |engine: &mut Engine, problem: &ObfLine| -> Result<Analysis, Failure> {
        engine.clear_hash();
        let board = &problem.position.board;
        match &checkpoint {
            None => {
                let request = request.clone().total_limits(budget.left());
                let analysis = engine.analyze_with(board, request, show)?;
                budget.spend(analysis.nodes());
                Ok(analysis)
            }
            Some(checkpoint) => Ok(checkpoint.analyze(engine, board, show)?),
        }
    };
    let people = if AnalyzeOptions::from(&request).human.is_some() { "people  " } else { "" };
    let header = format!("{HEADER}{people}line of play");
    let mut answers = Answers::new(args.output.format, &header, bar.clone())?;
    let mut accuracy = Accuracy::default();
    let mut number = 0;
    in_order(&problems, &mut engines, &stop, search, |problem, analysis| -> Result<(), Box<dyn Error>> {
        let analysis = analysis?;
        number += 1;
        accuracy.add(problem, &analysis);
        let rows = rows(number, &problem.position.board, &analysis);
        Ok(answers.add(number, problem.position, Reply::Analysis(analysis), &rows)?)
    })?;
    if let Some(checkpoint) = &checkpoint {
        checkpoint.sync()?;
    }
    answers.end(|totals| to_text(totals, accuracy.means()))?;
    Ok(interrupt::status(&stop))
}

/// The totals of a table.
fn to_text(totals: &Totals, accuracy: Option<Means>) -> String {
    let &Totals { positions, stored, interrupted, nodes, seconds, elapsed } = totals;
    let stored = output::earlier(stored);
    let interrupted =
        if interrupted == 0 { String::new() } else { format!(", {interrupted} of them interrupted") };
    let rate = output::millions_per_second(nodes, seconds);
    let accuracy = accuracy.map_or_else(String::new, |means| format!("\n{}", means.to_table()));
    format!(
        "{positions} searched{stored}{interrupted}, {} nodes in {elapsed:.3} s \
         (searches {seconds:.3} s, {rate:.1} Mn/s){accuracy}",
        HumanCount(nodes)
    )
}

/// Analyses the positions of a shard into a file.
fn run_shard(args: &Args, problems: &[ObfLine]) -> Result<ExitCode, Box<dyn Error>> {
    args.checkpoint.refuse_with_output()?;
    let stop = interrupt::stop_signal();
    let request = args.request(&stop)?;
    let engines = args.jobs.engines(&args.engine, None, problems.len().max(1))?;
    let (ask, hash_mib) = (Ask::Analyze(request), args.engine.hash_mib()?);
    let Some(job) = args.file.job(problems, ask, &engines[0], hash_mib)? else {
        return Ok(ExitCode::SUCCESS);
    };
    let checkpoint = job.checkpoint()?;
    let search = |engine: &mut Engine, problem: &ObfLine| {
        engine.clear_hash();
        let board = &problem.position.board;
        Ok(Reply::Analysis(checkpoint.analyze(engine, board, |_| ControlFlow::Continue(()))?))
    };
    job.run(engines, &stop, search, |_, _, _| ())
}

const HEADER: &str = "index best score      depth           nodes   seconds   Mn/s  ";

/// The rows of the lines of an analysis. An answer of a book has no nodes.
fn rows(index: usize, board: &Board, analysis: &Analysis) -> Vec<String> {
    let (nodes, seconds) = (analysis.nodes(), analysis.elapsed().as_secs_f64());
    let is_of_book = analysis.source() == Source::Book;
    let row = |line: &Line| {
        let SearchScore { score, depth, selectivity, .. } = SearchScore::of(line.value(), board);
        let chance = |people: &HumanMoves| line.best_move().map_or(0.0, |mv| people.chance(mv));
        let people = analysis.human().map(chance);
        let row = format!(
            "{index:>5} {:<4} {score:>+5} {:>10} {:>15} {seconds:>9.3} {:>6.1}  {}{}",
            line.best_move().map_or("-".to_owned(), |mv| mv.to_string()),
            format!("{depth}@{selectivity}%"),
            if is_of_book { "book".to_owned() } else { HumanCount(nodes).to_string() },
            output::millions_per_second(nodes, seconds),
            people.map_or_else(String::new, |chance| format!("{:>6}  ", output::percent(chance))),
            output::beginning(line.pv()),
        );
        row.trim_end().to_owned()
    };
    analysis.lines().iter().map(row).collect()
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
