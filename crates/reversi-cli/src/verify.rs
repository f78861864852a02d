//! Proofs of scores, checked by the rules of the game alone.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use indicatif::HumanCount;
use reversi_engine::proof::{Checker, Library, ProofError, Verified};
use reversi_engine::question::{CheckedProof, Problem};
use serde::Serialize;

use crate::options::{number, positive};
use crate::output::{Failure, Format, Row, print};

/// Checks proofs of scores, by the rules of the game alone: no search of the engine is asked.
///
/// A file may rest on files before it, if its leaves are open (`reversi prove --open-at`).
///
/// Trust what this command prints, not the file. The same check is 200 lines of Python in
/// crates/reversi-proof/verify.py, for those who do not trust this program.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Files that `reversi prove` or another program has written.
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// The number of threads.
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    #[arg(default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,

    /// The maximum number of positions of a proof. Each position of the widest level takes about 100 bytes.
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    #[arg(default_value_t = 1 << 26)]
    positions: u64,

    /// A line of text or a JSON object for each file.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const AFTER_HELP: &str = "\
Examples:
  reversi verify ffo-40.proof
  reversi verify shards/*.proof trunk.proof
  reversi verify *.proof --threads 4 --format json | jq 'select(.verified | not)'

Exit status: 0 if all files are proofs, 1 if one is refused, 2 if one cannot be read.";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let checker = Checker::new().threads(args.threads.get()).positions(args.positions);
    let (mut library, mut status) = (Library::new(), ExitCode::SUCCESS);
    for path in &args.files {
        let file = std::fs::read(path).map_err(|error| Failure::of_file(&path.to_string_lossy(), error))?;
        let start = Instant::now();
        let result = checker.verify_with(&file, &library);
        result.iter().for_each(|verified| library.add(verified));
        let checked = Checked::new(path, result, start.elapsed().as_secs_f64());
        print(&checked, args.format)?;
        if !checked.verified {
            status = ExitCode::from(1);
        }
    }
    Ok(status)
}

/// A file that was checked.
#[derive(Serialize)]
struct Checked {
    file: String,
    verified: bool,
    #[serde(flatten)]
    proven: Option<CheckedProof>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Problem>,
    seconds: f64,
}

impl Checked {
    fn new(path: &Path, result: Result<Verified, ProofError>, seconds: f64) -> Checked {
        let (proven, error) = match result {
            Ok(verified) => (Some(verified.into()), None),
            Err(error) => (None, Some(Problem::from(&error))),
        };
        Checked { file: path.display().to_string(), verified: proven.is_some(), proven, error, seconds }
    }
}

impl Row for Checked {
    fn to_table(&self) -> String {
        let file = &self.file;
        match (&self.proven, &self.error) {
            (Some(proven), _) => {
                let (positions, leaves) = (HumanCount(proven.positions), HumanCount(proven.leaves));
                let claim = proven.claim.name();
                format!(
                    "{file}: the score is {claim} {}: {} ({positions} positions, {leaves} leaves, {:.2} s)",
                    proven.score, proven.position, self.seconds
                )
            }
            (None, Some(error)) => format!("{file}: refused: {}", error.message),
            (None, None) => format!("{file}: refused"),
        }
    }
}
