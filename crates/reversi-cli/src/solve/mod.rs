//! Solves positions and checks known scores.

mod report;

use std::error::Error;
use std::io;
use std::ops::ControlFlow;
use std::process::ExitCode;

use indicatif::ProgressBar;
use report::{Score, SolveReport};
use reversi_engine::notation::{ObfLine, read_obf};
use reversi_engine::question::{Ask, Reply};
use reversi_engine::runs::{Budget, Inserted, Record, RunError};
use reversi_engine::search::{Event, Solved};
use reversi_engine::surface::SolveOptions;
use reversi_engine::{Engine, SolveError, SolveRequest, Stop};

use crate::checkpoints::CheckpointOptions;
use crate::fields::{self, FieldOptions};
use crate::input::Lines;
use crate::options::{self, EngineOptions, FormatOptions, LimitOptions};
use crate::output::{Failure, nodes, say};
use crate::records::ReadOptions;
use crate::shards::OutputOptions;
use crate::{input, interrupt, progress};

/// Solves positions: exact scores and best moves.
///
/// The line of play of an exact score leads to the end of the game, unless a limit cuts it.
///
/// Positions are boards, 64 cells from A1 to H8 and the side to move, or come from OBF files: one per line,
/// such as `board side; MOVE:score; MOVE:score;`, with comments after `%`. If a line has scores, the result
/// is checked: it must agree with the score of the best move, and the line must not give a lower score to
/// the move found.
///
/// Each thread solves a position of its own. When fewer positions than threads are left, threads share
/// positions. All threads share one hash table, which is kept from position to position.
///
/// With `--output`, each thread solves its positions with an empty hash table of its own, so that nodes
/// depend on nothing but the position and the size of the table.
///
/// The seconds of a position count its search. The nodes and the seconds of the totals count this run,
/// without positions that an earlier run has solved. With `--format json`, results that contradict a known
/// score are reported on stderr.
///
/// A position that a limit or Ctrl-C interrupts is printed with the bounds that are proven so far.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Boards, moves from the start, or OBF files to solve [default: the FFO problems 20-39].
    ///
    /// Positions are numbered consecutively from 1, and the FFO problems with their own numbers. `-` is
    /// standard input, which is read like a file. If the only argument is `-` and standard input is a pipe or
    /// a terminal, positions and games of one line are answered before the next line is read. From the first
    /// line that has anything else, such as a row of a board, numbered moves or a name, the rest is read like
    /// a file.
    positions: Vec<String>,

    #[command(flatten)]
    read: ReadOptions,

    #[command(flatten)]
    question: FieldOptions<fields::Solve>,

    #[command(flatten)]
    engine: EngineOptions,

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
  reversi solve \\
      '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X'
  reversi solve problems.obf --threads 4 --checkpoint problems.jsonl
  reversi solve problems.obf --shard 3/16 --output out/3.jsonl
  reversi solve problems.obf --window wld --seconds 60 --format json | jq .solution.value

Exit status: 0 if no result contradicts a known score, 1 if one does, 2 on bad input or if the \
output cannot be written, 130 after Ctrl-C, 141 if the reader of the output has gone.";

impl Args {
    fn request(&self, stop: &Stop) -> Result<SolveRequest, Failure> {
        let mut options = self.question.read()?;
        options::refuse_total_limits(&options.total_limits, self.file.is_given(), "--output")?;
        options.total_limits.stop = Some(stop.clone());
        Ok(options.request()?)
    }
}

/// Solves and prints. The exit status tells whether a known score is contradicted.
pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let stop = interrupt::stop_signal();
    let request = args.request(&stop)?;
    if args.file.is_given() {
        return solve_shard(args, request, &stop);
    }
    interrupt::stop_with_reader(&stop);
    let is_stream = args.positions == ["-"] && !input::is_file();
    let mismatches = if is_stream { solve_stream(args, &request, &stop)? } else { solve_all(args, request)? };
    Ok(if mismatches > 0 { ExitCode::from(1) } else { interrupt::status(&stop) })
}

/// Reads the positions and the number of the first one.
fn load(args: &Args) -> Result<(usize, Vec<ObfLine>), Box<dyn Error>> {
    let (first, mut lines) = if args.positions.is_empty() {
        (20, read_obf(include_str!("ffo-20-39.obf")).collect::<Result<_, _>>()?)
    } else {
        (1, args.read.positions(&args.positions)?)
    };
    args.limit.apply(&mut lines);
    Ok((first, lines))
}

/// Solves the positions, and returns the number of those that contradict a known score.
fn solve_all(args: &Args, request: SolveRequest) -> Result<usize, Box<dyn Error>> {
    let (first, lines) = load(args)?;
    let mut engine = args.engine.build(None)?;
    let checkpoint = args.checkpoint.open(request.clone())?;
    let mut report =
        SolveReport::new(args.output.format, engine.cpu_level(), progress::bar(lines.len(), "positions"))?;
    let boards = lines.iter().map(|line| line.position.board);
    let mut reported = Ok(());
    let callback = |event: Event<'_, Solved>| {
        match event {
            Event::Progress(progress) => report.show(progress),
            Event::Done(Solved { index, result, .. }) => {
                reported = report.row(
                    first + index,
                    &lines[index],
                    result.map_or_else(Reply::Interrupted, Reply::Solution),
                );
            }
            _ => {}
        }
        if reported.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    match &checkpoint {
        None => engine.solve_many_with(boards, request, callback).map_err(RunError::from),
        Some(checkpoint) => checkpoint.solve_many(&mut engine, boards, callback),
    }
    .map_err(Failure::from)?;
    reported?;
    report.totals()
}

/// Solves positions of standard input for programs that control this one: a position of one line is answered
/// before the next line is read.
fn solve_stream(args: &Args, request: &SolveRequest, stop: &Stop) -> Result<usize, Box<dyn Error>> {
    if args.checkpoint.is_given() {
        return Err(
            "--checkpoint needs files of positions: positions of standard input are not recorded".into()
        );
    }
    let limit = args.limit.most();
    let mut engine = args.engine.build(None)?;
    let budget = Budget::new(SolveOptions::from(request).total_limits);
    let mut report = SolveReport::new(args.output.format, engine.cpu_level(), ProgressBar::hidden())?;
    let mut index = 0;
    let mut stdin = Lines::new(io::stdin().lock());
    'input: while let Some(lines) = interrupt::while_waiting(stop, || args.read.next(&mut stdin))? {
        for line in lines {
            index += 1;
            let solved = solve(&mut engine, &line, request.clone().total_limits(budget.left()))?;
            budget.spend(nodes(&solved));
            report.row(index, &line, solved)?;
            if index == limit || stop.is_set() {
                break 'input;
            }
        }
    }
    report.totals()
}

/// Solves the positions of a shard into a file. The exit status tells whether a known score is contradicted.
fn solve_shard(args: &Args, request: SolveRequest, stop: &Stop) -> Result<ExitCode, Box<dyn Error>> {
    args.checkpoint.refuse_with_output()?;
    if args.positions == ["-"] {
        return Err("--output needs files of positions, which can be read again".into());
    }
    let (_, lines) = load(args)?;
    let engines = args.engine.build_for_each_thread(lines.len())?;
    let (ask, hash_mib) = (Ask::Solve(request.clone()), args.engine.hash_mib()?);
    let Some(job) = args.file.job(&lines, ask, &engines[0], hash_mib)? else { return Ok(ExitCode::SUCCESS) };
    let checkpoint = job.checkpoint()?;
    let answer = |engine: &mut Engine, line: &ObfLine| {
        let board = line.position.board;
        if let Some(known) = checkpoint.solution(&board) {
            return Ok(Reply::Solution(known));
        }
        engine.clear_hash();
        let solved = solve(engine, line, request.clone())?;
        // Another thread may have solved the same position meanwhile, with the same answer.
        if let Reply::Solution(solution) = &solved
            && let Inserted::Contradiction(contradiction) =
                checkpoint.insert(Record::Solution(board, solution.clone()))?
        {
            return Err(contradiction.to_string().into());
        }
        Ok(solved)
    };
    let mut mismatches = 0;
    let status = job.run(engines, stop, answer, |index, line, reply| {
        if let Some(text) = Score::new(index, line, reply).contradiction() {
            mismatches += 1;
            say(&text);
        }
    })?;
    Ok(if mismatches > 0 { ExitCode::from(1) } else { status })
}

fn solve(engine: &mut Engine, line: &ObfLine, request: SolveRequest) -> Result<Reply, Failure> {
    match engine.solve(&line.position.board, request) {
        Ok(solution) => Ok(Reply::Solution(solution)),
        Err(SolveError::Interrupted(interrupted)) => Ok(Reply::Interrupted(interrupted)),
        Err(error) => Err(error.into()),
    }
}
