//! The contents of files of weights.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use reversi_engine::Weights;
use reversi_engine::weights::ByteOrder;
use serde::Serialize;

use super::{Read, at, read};
use crate::output::{Format, Row, print};

/// Shows the kind, size and origin of files of weights.
#[derive(clap::Args)]
#[command(after_help = "Example: reversi weights info eval.dat own.weights")]
pub(super) struct Args {
    /// Files of weights in any format [default: the weights that are part of the program].
    files: Vec<PathBuf>,

    /// Text, or one JSON object per file.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    if args.files.is_empty() {
        for (kind, details, weights) in [
            ("network", "the default", Weights::embedded()?),
            ("pattern weights", "less accurate", Weights::embedded_patterns()?),
        ] {
            let (details, provenance) = (details.to_owned(), weights.provenance().to_owned());
            print(&Info { file: None, kind, details, bytes: None, provenance }, args.format)?;
        }
    }
    for path in &args.files {
        print(&Info::of(path)?, args.format)?;
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct Info {
    /// `None`: embedded in the program.
    file: Option<String>,
    kind: &'static str,
    details: String,
    bytes: Option<u64>,
    provenance: String,
}

impl Info {
    fn of(path: &Path) -> Result<Info, Box<dyn Error>> {
        let (kind, details, provenance) = match (read(path), Weights::open(path)) {
            (Ok(Read::Network(network)), _) => {
                ("network", format!("width {}", network.width()), network.provenance().to_owned())
            }
            (Ok(Read::Patterns(weights, header)), _) => {
                let plies = ranges(weights.plies());
                let layout = header.map_or(String::new(), |header| {
                    let order = if header.byte_order == ByteOrder::Little { "least" } else { "most" };
                    let [version, release, build] = header.version;
                    format!(", Edax's layout {version}.{release}.{build}, the {order} significant byte first")
                });
                ("pattern weights", format!("plies {plies}{layout}"), weights.provenance().to_owned())
            }
            (Err(_), Ok(tables)) => {
                ("tables", "ready for look-up".to_owned(), tables.provenance().to_owned())
            }
            (Err(error), Err(_)) => return Err(at(path, &*error).into()),
        };
        let bytes = fs::metadata(path).map(|data| data.len()).ok();
        Ok(Info { file: Some(path.display().to_string()), kind, details, bytes, provenance })
    }
}

/// Numbers in ascending order, such as `0-4,6`.
fn ranges(numbers: &[u8]) -> String {
    let ranges = numbers.chunk_by(|one, next| one + 1 == *next).map(|range| match range {
        [first, .., last] => format!("{first}-{last}"),
        _ => range[0].to_string(),
    });
    ranges.collect::<Vec<_>>().join(",")
}

impl Row for Info {
    fn to_table(&self) -> String {
        let file = self.file.as_deref().unwrap_or("built in");
        let bytes = self.bytes.map_or(String::new(), |bytes| format!(", {bytes} bytes"));
        format!("{file}: {}, {}{bytes}\n  {}", self.kind, self.details, self.provenance)
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn numbers_in_a_row_are_a_range() {
        for (numbers, text) in [
            (&[][..], ""),
            (&[10], "10"),
            (&[0, 1], "0-1"),
            (&[0, 1, 2, 4, 6, 7], "0-2,4,6-7"),
            (&[254, 255], "254-255"),
        ] {
            assert_eq!(ranges(numbers), text);
        }
    }
}
