//! Files of weights.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | finds the format of a file |
//! | [`convert`] | writes weights in another format |
//! | [`info`] | the contents of a file |

mod convert;
mod info;

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;

use reversi_engine::weights::network::Network;
use reversi_engine::weights::{EdaxHeader, PatternWeights, WeightsError, WeightsErrorKind};

use crate::output::with_causes;

/// Shows and converts files of weights.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  reversi weights info own.weights
  reversi weights convert eval.dat own.weights";

commands! {
    Info: info::Args => info::run;
    Convert: convert::Args => convert::run;
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    args.command.run()
}

enum Read {
    /// Pattern weights, and the header of an eval.dat.
    Patterns(PatternWeights, Option<EdaxHeader>),
    Network(Network),
}

/// Reads weights in any format but tables, which cannot be taken apart.
fn read(path: &Path) -> Result<Read, Box<dyn Error>> {
    let open = || File::open(path).map(BufReader::new);
    match PatternWeights::read_edax(open()?) {
        Ok((weights, header)) => return Ok(Read::Patterns(weights, Some(header))),
        Err(WeightsError { kind: WeightsErrorKind::UnknownFormat, .. }) => {}
        Err(error) => return Err(error.into()),
    }
    match Network::read(open()?) {
        Ok(network) => Ok(Read::Network(network)),
        Err(WeightsError { at: 0, kind: WeightsErrorKind::Invalid { .. }, .. }) => {
            Ok(Read::Patterns(PatternWeights::read(open()?)?, None))
        }
        Err(error) => Err(error.into()),
    }
}

/// An error with its file.
fn at(path: &Path, error: &dyn Error) -> String {
    format!("{}: {}", path.display(), with_causes(error))
}
