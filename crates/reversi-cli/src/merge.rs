//! The files of all shards as one.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use indicatif::HumanCount;
use reversi_engine::question::Reply;
use reversi_engine::runs::answers::{self, Header, Lines, Set};
use reversi_engine::runs::{Shard, ranges};
use reversi_engine::surface::Summary;
use reversi_engine::{Board, Value};

use crate::files::Output;
use crate::output::{count, say};

/// Joins the files of all shards to one, in the order of the positions.
///
/// The files are written by `--output` of `solve`, `analyze` or `evaluate`. All must answer one question
/// about the same positions, by the same version and evaluation. A damaged file counts as missing, and is
/// reported on stderr. If shards are missing, their numbers are printed in the form of `sbatch --array`,
/// such as `3,7-9`, and nothing is written. The result is the file that `--shard 1/1` writes, but for the
/// seconds.
///
/// A contradiction is a position, or two equal ones, with two proven values that exclude each other. It is
/// reported on stderr, and nothing is written. Each position takes about 40 bytes of memory.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Files of answers. Of several files of one shard the first one counts.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write all answers to a file. Without it, they are only checked.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Examples:
  reversi merge out/*.jsonl --output all.jsonl
  tail --lines +2 all.jsonl | jq .solution.value

Exit status: 0, 1 if shards are missing or contradict each other, 2 on files of different runs or if the \
output cannot be written.";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let output = args.output.as_deref().map(Output::lock).transpose()?;
    if let Some(output) = &output {
        refuse_input(output, &args.files)?;
    }
    let mut merged = Merged::default();
    for path in &args.files {
        merged.read(path)?;
    }
    let Some((_, first)) = &merged.first else { return Err("no file is complete".into()) };
    let of = first.shard.of();
    let missing = (1..=of).filter(|number| !merged.shards.contains_key(number));
    let missing = ranges(missing);
    let mut out = io::stdout().lock();
    if !missing.is_empty() {
        writeln!(out, "{missing}")?;
        say(&format!("{} of {of} shards are there", merged.shards.len()));
    }
    if !missing.is_empty() || merged.contradictions > 0 {
        return Ok(ExitCode::from(1));
    }
    let set = &first.set;
    if merged.answers != set.positions() {
        let (answers, positions) = (merged.answers, set.positions());
        return Err(format!("the files have {answers} answers together, not {positions}").into());
    }
    if let Some(output) = &output {
        write(output, set, &merged.shards)?;
    }
    let interrupted = match merged.interrupted {
        0 => String::new(),
        number => format!(", {number} of them interrupted by a limit"),
    };
    writeln!(
        out,
        "{}, {}{interrupted}, {} nodes in {:.3} s",
        count(of as usize, "shard"),
        count(set.positions() as usize, "position"),
        HumanCount(merged.nodes),
        merged.seconds,
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses an output in the place of a shard, which would leave files that do not belong together.
fn refuse_input(output: &Output, files: &[PathBuf]) -> Result<(), String> {
    if files.iter().any(|file| fs::canonicalize(file).is_ok_and(|file| file == output.place())) {
        let path = output.path().display();
        return Err(format!("{path}: the output must not be one of the files to merge"));
    }
    Ok(())
}

/// The contents of the files.
#[derive(Default)]
struct Merged {
    /// The first file and its header.
    first: Option<(PathBuf, Header)>,
    /// The file of each shard.
    shards: HashMap<u32, PathBuf>,
    /// The proven bounds of each board, and the number of its position.
    proven: HashMap<Board, Proven>,
    contradictions: usize,
    answers: u64,
    interrupted: usize,
    nodes: u64,
    /// The sum over all searches.
    seconds: f64,
}

#[derive(Clone, Copy)]
struct Proven {
    id: u64,
    lower: i8,
    upper: i8,
}

impl Merged {
    /// Reads a file. Errors of its lines are reported on stderr.
    fn read(&mut self, path: &Path) -> Result<(), String> {
        let mut answers: Vec<(u64, Board, Option<Value>, Summary)> = Vec::new();
        let header = answers::read(path, |id, answer, _| {
            let (proven, summary) = checked(&answer.reply)?;
            answers.push((id, answer.position.board, proven, summary));
            Ok(())
        });
        let header = match header {
            Ok(header) => header,
            Err(unusable) => {
                say(&format!("{}: {unusable}", path.display()));
                return Ok(());
            }
        };
        match &self.first {
            None => self.first = Some((path.to_owned(), header.clone())),
            Some((first, Header { set, shard, .. })) => {
                let of = |header: Shard| format!("it is one of {} shards", header.of());
                let number = (shard.of() != header.shard.of()).then(|| of(header.shard));
                if let Some(difference) = number.or_else(|| header.set.difference(set)) {
                    let (path, first) = (path.display(), first.display());
                    return Err(format!("{path}: of another run than {first}: {difference}"));
                }
            }
        }
        for (id, board, proven, _) in &answers {
            self.check(*id, *board, *proven);
        }
        let number = header.shard.number();
        if self.shards.contains_key(&number) {
            return Ok(());
        }
        self.shards.insert(number, path.to_owned());
        self.answers += answers.len() as u64;
        for (.., summary) in answers {
            self.interrupted += usize::from(summary.stopped.is_some());
            let nodes = self.nodes.checked_add(summary.nodes);
            self.nodes = nodes.ok_or("the files have more nodes together than 64 bits can count")?;
            self.seconds += summary.elapsed.as_secs_f64();
        }
        Ok(())
    }

    /// Compares the proven value of a position with the known bounds of its board.
    fn check(&mut self, id: u64, board: Board, proven: Option<Value>) {
        let Some(value) = proven else { return };
        let score = |score: i32| i8::try_from(score).expect("a score is between -64 and 64");
        let given = Proven { id, lower: score(value.lower()), upper: score(value.upper()) };
        let known = *self.proven.entry(board).or_insert(given);
        if known.lower.max(given.lower) > known.upper.min(given.upper) {
            self.contradictions += 1;
            let bounds = |proven: Proven| {
                if proven.lower == proven.upper {
                    format!("{:+}", proven.lower)
                } else {
                    format!("{:+} to {:+}", proven.lower, proven.upper)
                }
            };
            let (ours, theirs, other) = (bounds(given), bounds(known), known.id);
            say(&format!("position {id} is {ours}, but {theirs} as position {other}"));
        }
    }
}

/// Returns the proven value of a reply, and its fields that are summed: beyond their ranges, sums are wrong.
fn checked(reply: &Reply) -> Result<(Option<Value>, Summary), String> {
    const MOST_NODES: u64 = 1 << 53;
    const MOST_SECONDS: u64 = 1_000_000_000;

    let summary = reply.summary().unwrap_or_default();
    let proven = match reply {
        Reply::Solution(_) | Reply::Interrupted(_) => Some(summary.value),
        Reply::Analysis(_) => Some(summary.value).filter(|value| value.exact().is_some()),
        _ => None,
    };
    let (nodes, elapsed) = (summary.nodes, summary.elapsed);
    if nodes > MOST_NODES {
        return Err(format!("nodes must be 0 to {MOST_NODES}, not {nodes}"));
    }
    if elapsed > Duration::from_secs(MOST_SECONDS) {
        return Err(format!("seconds must be 0 to {MOST_SECONDS}, not {}", elapsed.as_secs_f64()));
    }
    Ok((proven, summary))
}

/// Writes the lines of all shards in the order of the positions.
fn write(output: &Output, set: &Set, shards: &HashMap<u32, PathBuf>) -> Result<(), String> {
    output.replace(|file| {
        let mut streams: Vec<Lines> = shards.values().map(|path| Lines::of(path)).collect();
        let mut next = BinaryHeap::new();
        for (number, stream) in streams.iter_mut().enumerate() {
            next.extend(stream.next().transpose()?.map(|line| Reverse((line, number))));
        }
        let in_order = (1..=set.positions()).map(|position| {
            let Some(Reverse(((id, text), number))) =
                next.pop().filter(|Reverse(((id, _), _))| *id == position)
            else {
                return Err(io::Error::other(format!("position {position} is in no shard")));
            };
            next.extend(streams[number].next().transpose()?.map(|line| Reverse((line, number))));
            debug_assert_eq!(id, position);
            Ok(text)
        });
        answers::write(file, set, Shard::WHOLE, set.positions(), in_order)
    })
}
