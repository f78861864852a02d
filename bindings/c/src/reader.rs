//! Games and positions in any notation.

use std::ffi::{CString, c_char};
use std::ptr;
use std::sync::{Mutex, OnceLock};
use std::vec;

use reversi_engine::book::Format;
use reversi_engine::notation::{Content, Notation, ReadError, ReadErrorKind, Reader, Record};
use reversi_engine::question::Problem;

use crate::board::{ReversiBoard, ReversiColor, color_to_c};
use crate::failure::Failure;
use crate::game::ReversiGame;
use crate::handle::{Handle, kind};
use crate::pointer::{In, Out, options, versioned};
use crate::status::{ReversiStatus, calls};

kind! {
    /// Games and positions of a text or file, one after the other.
    ReversiReader, Mutex<Records>, b"read", "reader"
}

/// The rest of the records.
pub(crate) struct Records {
    records: vec::IntoIter<Result<Record, ReadError>>,
    file: String,
    /// `true` if the text begins as an opening book does.
    is_book: bool,
    /// The file of the last record, of an archive.
    file_of_last: Option<CString>,
}

/// Options of a reader. Begin with `REVERSI_READER_OPTIONS_INIT`: zeros are defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiReaderOptions {
    /// The size of this struct.
    pub size: usize,
    /// 1: text beside the moves is an error. 0: it is passed over.
    pub strict: i32,
    /// 1: a board may leave open who is to move. 0: that is an error.
    pub open_side: i32,
    /// The name of the file, for errors, in UTF-8; NULL for none. It identifies a file of WTHOR that is cut
    /// off.
    pub file: In<c_char>,
    /// The bytes of `file`.
    pub file_length: usize,
}

options!(ReversiReaderOptions, "REVERSI_READER_OPTIONS_INIT", file_length: usize);

/// A game or a position. Begin with `REVERSI_RECORD_INIT`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiRecord {
    /// The size of this struct.
    pub size: usize,
    /// The position; of a game, the position at its end.
    pub board: ReversiBoard,
    /// The side to move there.
    pub side: ReversiColor,
    /// 1 for a game, 0 for a position.
    pub is_game: i32,
    /// 1 if the text does not say who is to move, 0 otherwise.
    pub side_is_open: i32,
    /// The parts that were passed over, at most 8.
    pub notes: u32,
    /// The notation: `moves`, `board`, `fen`, `obf`, `ggf`, `sgf`, `wthor`, `json`, `headers` or `url`.
    /// It belongs to the library and is never freed.
    pub notation: *const c_char,
    /// The number of the record, from 1. Records that cannot be read count.
    pub number: u64,
    /// The line where it begins, from 1. -1 in a file of bytes.
    pub line: i64,
    /// The byte where it begins.
    pub offset: i64,
    /// The file of an archive that has it, behind the name of the archive, such as `games.zip/WTH_2001.wtb`;
    /// NULL if it is from no archive. It belongs to the reader, and is there until its next call.
    pub file: *const c_char,
}

versioned!(ReversiRecord, "REVERSI_RECORD_INIT", offset: i64);

/// Returns the name of a notation for C. It is made at its first use and stays.
fn name_of(notation: Notation) -> *const c_char {
    static NAMES: [OnceLock<CString>; 32] = [const { OnceLock::new() }; 32];
    let name = || CString::new(notation.name()).expect("no name has a NUL");
    NAMES[notation as usize].get_or_init(name).as_ptr()
}

fn flag(name: &str, value: i32) -> Result<bool, Failure> {
    match value {
        0 | 1 => Ok(value == 1),
        _ => Err(Failure::out_of_range(name, "0 or 1", value)),
    }
}

fn to_c(read: &Record, file: Option<&CString>) -> ReversiRecord {
    let position = read.position();
    ReversiRecord {
        size: size_of::<ReversiRecord>(),
        board: ReversiBoard::of(position.board),
        side: color_to_c(position.side),
        is_game: matches!(read.content, Content::Game(_)).into(),
        side_is_open: read.side_is_open.into(),
        notes: read.notes.len() as u32,
        notation: name_of(read.notation),
        number: read.place.record,
        line: read.place.line.map_or(-1, |line| line as i64),
        offset: read.place.offset as i64,
        file: file.map_or(ptr::null(), |file| file.as_ptr()),
    }
}

calls!(
    /// Makes a reader of the `length` bytes at `bytes`, a text or a file in any notation, and writes its
    /// handle to `reader`: WTHOR, GGF, SGF, JSON, OBF, FEN, boards and moves in all spellings, with names and
    /// comments around. Files of gzip and ZIP are unpacked, at most 16 MiB in all. `options` may be NULL.
    fn reversi_reader_new(
        bytes: In<c_char>,
        length: usize,
        options: In<ReversiReaderOptions>,
        reader: Out<Handle<ReversiReader>>,
    ) {
        reader.make("reader", || {
            let (bytes, options) = (bytes.bytes(length, "bytes")?, options.options("options")?);
            let file = match options.file.is_null() {
                true => "",
                false => options.file.text(options.file_length, "options.file")?,
            };
            let how = Reader::new().file_name(file).strict(flag("options.strict", options.strict)?);
            let how = how.open_side(flag("options.open_side", options.open_side)?);
            let records: Vec<_> = how.read(bytes).collect();
            let is_book = Format::of_bytes(bytes).is_some();
            Ok(Records { records: records.into_iter(), file: file.to_owned(), is_book, file_of_last: None })
        })
    }

    /// Takes the next record of `reader`: writes its description to `record`, and the handle of its game to
    /// `game`. Both may be NULL. A position is a game without moves. After a record that cannot be read, the
    /// next call goes on behind it.
    ///
    /// Errors: `REVERSI_STATUS_NOTHING` at the end; `REVERSI_STATUS_BAD_TEXT` for a record that cannot be
    /// read, with the place.
    fn reversi_reader_next(
        reader: Handle<ReversiReader>,
        record: Out<ReversiRecord>,
        game: Out<Handle<ReversiGame>>,
    ) {
        game.write_if_wanted("game", Handle::NULL)?;
        let reader = reader.enter("reader")?;
        if !record.is_null() {
            record.check_versioned("record")?;
        }
        let mut found = reader.locked();
        let read = found.records.next().ok_or_else(|| Failure::nothing("there is no further record"))?;
        let read = read.map_err(|error| {
            let mut problem = Problem::from(&error);
            if found.is_book && error.kind == ReadErrorKind::NotText {
                problem.message = "this is an opening book: it must be read by reversi_book_read".to_owned();
            }
            let is_named = !found.file.is_empty() && problem.at.file.is_none();
            let failure = Failure::with(ReversiStatus::BadText, problem);
            if is_named { failure.in_file(&found.file) } else { failure }
        })?;
        if !record.is_null() {
            // An archive may give a name with NULs, which end a text in C.
            let name_of = |file: &str| CString::new(file.replace('\0', "?")).ok();
            found.file_of_last = read.file.as_deref().and_then(name_of);
            record.write_versioned("record", to_c(&read, found.file_of_last.as_ref()))?;
        }
        if game.is_null() { Ok(()) } else { game.make("game", || Ok(read.game().into_owned())) }
    }

    /// Frees `reader`. Does nothing for NULL.
    fn reversi_reader_free(reader: Handle<ReversiReader>) {
        reader.free("reader")
    }
);
