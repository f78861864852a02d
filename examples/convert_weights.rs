//! Converts files of weights: our own formats, and eval.dat in Edax's layout in both byte orders. A network
//! becomes tables.
//!
//! `cargo run --release --example convert_weights -- eval.dat own.weights`

mod cli;

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use reversi_eval::network::Network;
use reversi_eval::{ByteOrder, EdaxHeader, PatternWeights, Weights, WeightsError, WeightsErrorKind};

/// Converts files of weights.
///
/// Exit status: 0, or 2 on bad input.
#[derive(Parser)]
struct Args {
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
    #[arg(long, value_name = "N", value_parser = cli::options::in_range(1..=1280_u16))]
    step: Option<u16>,

    /// The origin of the weights, which is stored in all formats but those of Edax [default: unchanged].
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

fn main() -> ExitCode {
    cli::end(convert(&Args::parse()))
}

fn convert(args: &Args) -> Result<(), Box<dyn Error>> {
    if args.step.is_some() && args.format != Format::Compact {
        return Err("--step needs --format compact".into());
    }
    if args.provenance.is_some() && matches!(args.format, Format::Edax | Format::EdaxBig) {
        return Err("--provenance: Edax's layout has no room for a text".into());
    }
    let at = |path: &Path, error: &dyn Error| format!("{}: {}", path.display(), cli::with_causes(error));
    let read = read(&args.from).map_err(|error| at(&args.from, &*error))?;
    let written = match read {
        Read::Patterns(mut weights, header) => {
            if let Some(plies) = &args.plies {
                weights = weights.with_plies(plies.clone())?;
            }
            if let Some(provenance) = &args.provenance {
                weights = weights.with_provenance(provenance)?;
            }
            replace(&args.to, |file| write(&weights, args, header, file))
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
            replace(&args.to, |file| weights.write_tables(file))
        }
    };
    written.map_err(|error| at(&args.to, &error).into())
}

enum Read {
    /// Pattern weights, and the header of an eval.dat.
    Patterns(PatternWeights, Option<EdaxHeader>),
    Network(Network),
}

/// Reads weights in any format that can be converted.
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

/// Writes a new file, then gives it the name of the old one, which stays whole where the disk is full.
fn replace(path: &Path, write: impl Fn(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let write_to = |path: &Path| {
        let mut file = BufWriter::new(File::create(path)?);
        write(&mut file)?;
        file.into_inner().map_err(IntoInnerError::into_error)
    };
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return write_to(path).map(drop); // a device or a pipe
    }
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()); // where a link leads
    let mut new = path.clone().into_os_string();
    new.push(format!(".{}.new", std::process::id()));
    let new = PathBuf::from(new);
    let written = write_to(&new).and_then(|file| {
        if let Ok(old) = fs::metadata(&path) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&new, &path)
    });
    if written.is_err() {
        let _ = fs::remove_file(new);
    }
    written
}

fn write(
    weights: &PatternWeights,
    args: &Args,
    header: Option<EdaxHeader>,
    mut file: impl Write,
) -> io::Result<()> {
    let header = |byte_order| match header {
        Some(header) => EdaxHeader { byte_order, ..header },
        None => EdaxHeader { byte_order, version: [3, 2, 0], date: 0.0 },
    };
    match args.format {
        Format::Plain => weights.write(&mut file),
        Format::Compact => weights.write_compact(&mut file, args.step.unwrap_or(1)),
        Format::Tables => Weights::new(weights).map_err(std::io::Error::other)?.write_tables(&mut file),
        Format::Edax => weights.write_edax(&mut file, &header(ByteOrder::Little)),
        Format::EdaxBig => weights.write_edax(&mut file, &header(ByteOrder::Big)),
    }
}
