//! A book in another format.

use std::error::Error;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::HumanCount;
use reversi_engine::book::{BookError, BookErrorKind, ByteOrder, Conversion, Converted, Damage, Format};
use serde::Serialize;

use super::source;
use crate::options::note_odd;
use crate::output::{self, Row, print, say};
use crate::{files, interrupt, progress};

/// Converts a book into another format, and checks it.
///
/// A book may be larger than the memory: it is sorted in temporary files beside the new one. A book of Edax
/// that becomes one of this program can become the same bytes again.
///
/// Edax's format has no room for the note. Egaroucid's has none for bounds, games, the header and positions
/// with a forced pass; moves to other positions of the book are found again when it is read.
///
/// Ctrl-C ends the conversion without a new book.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// The book to read, of any format: .book, .dat (Edax) in either byte order, .egbk3 or .egbk2
    /// (Egaroucid).
    #[arg(value_name = "IN")]
    from: PathBuf,

    /// The book to write.
    #[arg(value_name = "OUT")]
    to: PathBuf,

    /// The format to write, `book`, `dat` (Edax), `dat-big` (with the most significant byte first) or
    /// `egbk3` (Egaroucid) [default: by the name of OUT].
    #[arg(long = "to", value_name = "FORMAT", value_parser = form)]
    form: Option<Form>,

    /// Report damaged parts of the book on stderr, leave them out and keep the rest.
    #[arg(long)]
    salvage: bool,

    /// A line of text, or a JSON object.
    #[arg(long, value_enum, default_value_t = output::Format::Table)]
    format: output::Format,
}

const AFTER_HELP: &str = "\
Examples:
  reversi book convert book.dat own.book
  reversi book convert own.book own.egbk3
  reversi book convert damaged.dat sound.dat --salvage

Exit status: 0, 2 if the book is damaged or cannot be written, 130 after Ctrl-C.";

/// A format and the order of its bytes.
#[derive(Clone, Copy)]
struct Form {
    format: Format,
    order: ByteOrder,
}

fn form(name: &str) -> Result<Form, &'static str> {
    let (format, order) = match name {
        "book" => (Format::Packed, ByteOrder::Little),
        "dat" => (Format::Edax, ByteOrder::Little),
        "dat-big" => (Format::Edax, ByteOrder::Big),
        "egbk3" => (Format::Egaroucid3, ByteOrder::Little),
        _ => return Err("expected book, dat, dat-big or egbk3"),
    };
    Ok(Form { format, order })
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let form = match args.form {
        Some(form) => form,
        None => Form { format: source::format_to_write(&args.to)?, order: ByteOrder::Little },
    };
    files::prepare(&args.to)?;
    let stop = interrupt::stop_signal();
    let bar = progress::spinner();
    let conversion = Conversion::new().salvage(args.salvage).byte_order(form.order);
    let converted = conversion.run_with(&args.from, &args.to, form.format, |positions| {
        bar.set_message(format!(", {} positions", HumanCount(positions)));
        bar.tick();
        if stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let converted = match converted {
        Err(error) if matches!(error.kind, BookErrorKind::Ended) => return Ok(interrupt::status(&stop)),
        converted => converted.map_err(|error| source::failure(&error, place(&error, args)))?,
    };
    report(&args.from, &converted.damage);
    note_odd(&args.from, &converted.damage);
    print(&Conversed::new(&args.to, &converted), args.format)?;
    Ok(ExitCode::SUCCESS)
}

/// The file that an error is about.
fn place<'a>(error: &BookError, args: &'a Args) -> &'a Path {
    match &error.kind {
        BookErrorKind::InUse | BookErrorKind::Write(_) => &args.to,
        // A write to a temporary file beside it.
        BookErrorKind::Io(error) if error.kind() == io::ErrorKind::StorageFull => &args.to,
        _ => &args.from,
    }
}

/// Names what was left out, on stderr.
fn report(path: &Path, damage: &Damage) {
    for error in damage.errors() {
        say(&source::at(path, error));
    }
    let more = damage.len() - damage.errors().len() as u64;
    if more > 0 {
        say(&source::at(path, &format!("{more} more")));
    }
}

/// The result of a conversion.
#[derive(Serialize)]
struct Conversed {
    file: String,
    from: String,
    positions: u64,
    bytes: Option<u64>,
    /// Damaged parts that were left out.
    damaged: u64,
    /// Invalid numbers that were read leniently.
    odd: u64,
}

impl Conversed {
    fn new(path: &Path, converted: &Converted) -> Conversed {
        Conversed {
            file: path.display().to_string(),
            from: converted.from.to_string(),
            positions: converted.positions,
            bytes: path.metadata().ok().map(|data| data.len()),
            damaged: converted.damage.len(),
            odd: converted.damage.odd_len(),
        }
    }
}

impl Row for Conversed {
    fn to_table(&self) -> String {
        let damaged = match self.damaged {
            0 => String::new(),
            1 => "; 1 damaged part left out".to_owned(),
            damaged => format!("; {} damaged parts left out", HumanCount(damaged)),
        };
        let bytes = self.bytes.map_or(String::new(), |bytes| format!(", {} bytes", HumanCount(bytes)));
        format!("{}: {} positions{bytes}{damaged}", self.file, HumanCount(self.positions))
    }
}
