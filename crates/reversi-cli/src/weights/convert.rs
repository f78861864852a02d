//! Converts files of weights: our own formats, and eval.dat in Edax's layout in both byte orders. A network
//! becomes tables.

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use reversi_engine::Weights;
use reversi_engine::weights::{ByteOrder, EdaxHeader, PatternWeights};

use super::{Read, at, read};
use crate::files::Output;
use crate::options::in_range;

/// Converts a file of weights.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Pattern weights in our own format, an eval.dat in Edax's layout, in either byte order, or a network,
    /// which can only become tables.
    from: PathBuf,

    /// The file to write.
    to: PathBuf,

    /// Format of the file to write.
    #[arg(long, value_enum, default_value_t = Format::Plain)]
    format: Format,

    /// Keep only the weights of these plies, such as 10,11,20,21. Plies between them are interpolated on
    /// reading.
    #[arg(long, value_name = "PLIES", value_delimiter = ',')]
    plies: Option<Vec<u8>>,

    /// Round the weights of the compact format to multiples of N/128 discs [default: 1].
    #[arg(long, value_name = "N", value_parser = in_range(1..=1280_u16))]
    step: Option<u16>,

    /// The origin of the weights, which all formats except Edax's store [default: unchanged].
    #[arg(long, value_name = "TEXT")]
    provenance: Option<String>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// Our own format, uncompressed.
    Plain,
    /// Our own format, rounded and compressed.
    Compact,
    /// Tables ready for look-up, which can be mapped into memory.
    Tables,
    /// Edax's layout, the least significant byte first.
    Edax,
    /// Edax's layout, the most significant byte first.
    EdaxBig,
}

const AFTER_HELP: &str = "\
Examples:
  reversi weights convert eval.dat own.weights
  reversi weights convert own.weights own.tables --format tables";

pub(super) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    if args.step.is_some() && args.format != Format::Compact {
        return Err("--step needs --format compact".into());
    }
    if args.provenance.is_some() && matches!(args.format, Format::Edax | Format::EdaxBig) {
        return Err("--provenance: Edax's layout has no room for a text".into());
    }
    let output = Output::lock(&args.to)?;
    let read = read(&args.from).map_err(|error| at(&args.from, &*error))?;
    match read {
        Read::Patterns(mut weights, header) => {
            if let Some(plies) = &args.plies {
                weights = weights.with_plies(plies.clone())?;
            }
            if let Some(provenance) = &args.provenance {
                weights = weights.with_provenance(provenance)?;
            }
            output.replace(|file| write(&weights, args, header, file))?;
        }
        Read::Network(mut network) => {
            if args.format != Format::Tables {
                return Err("a network needs --format tables".into());
            }
            if args.plies.is_some() {
                return Err("--plies needs pattern weights".into());
            }
            if let Some(provenance) = &args.provenance {
                network = network.with_provenance(provenance)?;
            }
            let weights = Weights::from_network(&network)?;
            output.replace(|file| weights.write_tables(file))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn write(
    weights: &PatternWeights,
    args: &Args,
    header: Option<EdaxHeader>,
    mut file: impl Write,
) -> io::Result<()> {
    let header = |byte_order| {
        let (version, date) = header.map_or(([3, 2, 0], 0.0), |header| (header.version, header.date));
        EdaxHeader::new(byte_order, version, date)
    };
    match args.format {
        Format::Plain => weights.write(&mut file),
        Format::Compact => weights.write_compact(&mut file, args.step.unwrap_or(1)),
        Format::Tables => Weights::new(weights).map_err(std::io::Error::other)?.write_tables(&mut file),
        Format::Edax => weights.write_edax(&mut file, &header(ByteOrder::Little)),
        Format::EdaxBig => weights.write_edax(&mut file, &header(ByteOrder::Big)),
    }
}
