//! The files that the commands exchange: labelled positions, 24 bytes each, in the order of the games.

use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use fastrand::Rng;
use reversi_bitboard::{Bitboard, Board, Color, Position};

/// The origin of a label, in order of increasing quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// There is no label yet.
    None,
    /// The result of the game.
    Result,
    /// The score of a search of limited depth.
    Search,
    /// The exact score of a later position of the game, or an interpolation between those of an earlier and a
    /// later one.
    Interpolated,
    /// The exact score.
    Exact,
}

/// In the order of their codes in files.
const KINDS: [Kind; 5] = [Kind::None, Kind::Result, Kind::Interpolated, Kind::Exact, Kind::Search];

/// A position of a game and its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) board: Board,
    /// The number of the game. The positions of one game share it.
    pub(crate) game: u32,
    /// The year of the game, 0 if unknown.
    pub(crate) year: u16,
    /// Final score from the side to move, empties to the winner.
    pub(crate) label: i8,
    pub(crate) kind: Kind,
    pub(crate) white_to_move: bool,
    /// An off-line position: not played in the game, but a few moves off it.
    pub(crate) off_line: bool,
}

impl Record {
    /// A position of a game, for tests.
    #[cfg(test)]
    pub(crate) fn of(board: Board, game: u32, label: i8, kind: Kind) -> Record {
        Record { board, game, year: 0, label, kind, white_to_move: false, off_line: false }
    }

    pub(crate) fn empties(&self) -> u32 {
        self.board.empties().len()
    }

    pub(crate) fn position(&self) -> Position {
        Position { board: self.board, side: if self.white_to_move { Color::White } else { Color::Black } }
    }

    /// Converts a score of black to one of the side to move, and vice versa.
    pub(crate) fn turn(&self, score: i32) -> i32 {
        if self.white_to_move { -score } else { score }
    }

    /// For one position in three, the position after a random legal move: a search sees more bad moves than
    /// good players make. It has no label. The result is `None` for the other positions, and where the next
    /// side has no move.
    pub(crate) fn random_off_line(&self, rng: &mut Rng) -> Option<Record> {
        if rng.u8(..3) != 0 {
            return None;
        }
        let moves: Vec<_> = self.board.legal_moves().into_iter().collect();
        let board = self.board.play(moves[rng.usize(..moves.len())]);
        let white_to_move = !self.white_to_move;
        let off_line = Record { board, label: 0, kind: Kind::None, white_to_move, off_line: true, ..*self };
        (!board.legal_moves().is_empty()).then_some(off_line)
    }

    /// The position after `plies` random moves, or `None` if the game ends. It has no label.
    pub(crate) fn walk(&self, plies: u32, rng: &mut Rng) -> Option<Record> {
        let (mut board, mut white_to_move) = (self.board, self.white_to_move);
        for ply in 0..=plies {
            if board.must_pass() {
                (board, white_to_move) = (board.pass(), !white_to_move);
            }
            let moves = board.legal_moves();
            if moves.is_empty() {
                return None;
            }
            if ply < plies {
                let choice = rng.u32(..moves.len()) as usize;
                board = board.play(moves.into_iter().nth(choice).expect("less than there are"));
                white_to_move = !white_to_move;
            }
        }
        Some(Record { board, label: 0, kind: Kind::None, white_to_move, off_line: true, ..*self })
    }

    fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&self.board.player().0.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent().0.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.game.to_le_bytes());
        bytes[20..22].copy_from_slice(&self.year.to_le_bytes());
        bytes[22] = self.label as u8;
        let kind = KINDS.iter().position(|&kind| kind == self.kind).expect("all are listed") as u8;
        bytes[23] = kind | u8::from(self.off_line) << 6 | u8::from(self.white_to_move) << 7;
        bytes
    }

    fn from_bytes(bytes: &[u8; SIZE]) -> Result<Record> {
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let flags = bytes[23];
        let Some(&kind) = KINDS.get(usize::from(flags & 0x3f)) else {
            bail!("unknown kind of label: {flags}")
        };
        Ok(Record {
            board: Board::new(Bitboard(word(0)), Bitboard(word(8)))?,
            game: u32::from_le_bytes(bytes[16..20].try_into().expect("four bytes")),
            year: u16::from_le_bytes(bytes[20..22].try_into().expect("two bytes")),
            label: bytes[22] as i8,
            kind,
            off_line: flags & 0x40 != 0,
            white_to_move: flags & 0x80 != 0,
        })
    }
}

pub(crate) const SIZE: usize = 24;
const MAGIC: [u8; SIZE] = *b"reversi-train records 1\n";

/// Reads the records of a file one by one.
pub(crate) struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    /// Records in the file.
    pub(crate) len: u64,
    /// Records read.
    done: u64,
}

impl Reader {
    pub(crate) fn open(path: &Path) -> Result<Reader> {
        let open = || {
            let file = File::open(path)?;
            let bytes = file.metadata()?.len();
            let mut file = BufReader::with_capacity(1 << 20, file);
            let mut magic = [0; SIZE];
            file.read_exact(&mut magic)?;
            ensure!(magic == MAGIC, "not a file of records");
            let len = (bytes / SIZE as u64).saturating_sub(1); // a pipe has no length
            Ok(Reader { path: path.to_owned(), file, len, done: 0 })
        };
        open().with_context(|| format!("{}", path.display()))
    }

    fn read(&mut self) -> Result<Option<Record>> {
        let mut bytes = [0; SIZE];
        match self.file.read_exact(&mut bytes) {
            Ok(()) => Record::from_bytes(&bytes).map(Some),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The records grouped by game.
    pub(crate) fn games(self) -> impl Iterator<Item = Result<Vec<Record>>> {
        let mut records = self.peekable();
        std::iter::from_fn(move || {
            let mut game = match records.next()? {
                Ok(first) => vec![first],
                Err(error) => return Some(Err(error)),
            };
            while let Some(Ok(record)) =
                records.next_if(|next| next.as_ref().is_ok_and(|next| next.game == game[0].game))
            {
                game.push(record);
            }
            Some(Ok(game))
        })
    }
}

impl Iterator for Reader {
    type Item = Result<Record>;

    fn next(&mut self) -> Option<Result<Record>> {
        let record = self.read();
        self.done += 1;
        record.with_context(|| format!("{}, record {}", self.path.display(), self.done)).transpose()
    }
}

/// Writes a file of records.
pub(crate) struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Writer {
    pub(crate) fn create(path: &Path) -> Result<Writer> {
        let mut writer = Writer::over(path, File::create(path))?;
        writer.bytes(&MAGIC)?;
        writer.flush()?;
        Ok(writer)
    }

    /// Opens the file of an earlier run for appending. Its last game is dropped, because it may be
    /// incomplete.
    ///
    /// Also returns the number of records kept and the last game among them.
    pub(crate) fn resume(path: &Path) -> Result<(Writer, u64, Option<u32>)> {
        let started = std::fs::metadata(path).is_ok_and(|metadata| metadata.len() >= SIZE as u64);
        if !started {
            return Ok((Writer::create(path)?, 0, None));
        }
        let (mut kept, mut last_kept, mut open) = (0, None, None);
        for (i, record) in Reader::open(path)?.enumerate() {
            let game = record?.game;
            if open != Some(game) {
                (kept, last_kept) = (i as u64, open.replace(game));
            }
        }
        Ok((Writer::append(path, kept)?, kept, last_kept))
    }

    /// Opens a file for appending after its first `records` records.
    fn append(path: &Path, records: u64) -> Result<Writer> {
        let open = || {
            let file = File::options().append(true).open(path)?;
            file.set_len((records + 1) * SIZE as u64)?;
            Ok(file)
        };
        Writer::over(path, open())
    }

    fn over(path: &Path, file: std::io::Result<File>) -> Result<Writer> {
        let file = file.with_context(|| format!("{}", path.display()))?;
        Ok(Writer { path: path.to_owned(), file: BufWriter::with_capacity(1 << 20, file) })
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).with_context(|| format!("{}", self.path.display()))
    }

    pub(crate) fn write(&mut self, record: &Record) -> Result<()> {
        self.bytes(&record.to_bytes())
    }

    /// Writes all buffered records to the file.
    pub(crate) fn flush(&mut self) -> Result<()> {
        self.file.flush().with_context(|| format!("{}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_survive_the_file() -> Result<()> {
        let path = std::env::temp_dir().join(format!("reversi-train-{}.bin", std::process::id()));
        let record = |game, label, kind| Record {
            year: 1999,
            white_to_move: label < 0,
            off_line: label == 64,
            ..Record::of(Board::START, game, label, kind)
        };
        let all = [record(7, -64, Kind::Exact), record(7, 64, Kind::None), record(8, 2, Kind::Interpolated)];
        let mut writer = Writer::create(&path)?;
        all.iter().try_for_each(|record| writer.write(record))?;
        writer.file.write_all(b"cut off")?;
        drop(writer);
        let (mut writer, kept, last) = Writer::resume(&path)?;
        assert_eq!((kept, last), (2, Some(7)));
        writer.write(&all[2])?;
        drop(writer);
        assert_eq!(Reader::open(&path)?.len, 3);
        assert_eq!(Reader::open(&path)?.collect::<Result<Vec<_>>>()?, all);
        let games = Reader::open(&path)?.games().collect::<Result<Vec<_>>>()?;
        assert_eq!(games, [all[..2].to_vec(), all[2..].to_vec()]);
        std::fs::write(&path, &MAGIC[..5])?;
        let (_, kept, last) = Writer::resume(&path)?;
        assert_eq!((kept, last, Reader::open(&path)?.len), (0, None, 0));
        std::fs::remove_file(&path)?;
        Ok(())
    }

    #[test]
    fn a_walk_is_as_long_as_asked() {
        let record = |board| Record { white_to_move: true, ..Record::of(board, 3, 10, Kind::Exact) };
        let mut rng = Rng::with_seed(3);
        for plies in 0..6 {
            let walked = record(Board::START).walk(plies, &mut rng).expect("the game goes on for some plies");
            assert_eq!((walked.empties(), walked.white_to_move), (60 - plies, plies % 2 == 0));
            assert_eq!((walked.kind, walked.off_line, walked.game), (Kind::None, true, 3));
        }
        let lost: Position =
            "OX-------------------------------------------------------------- O".parse().expect("a position");
        assert!(record(lost.board).walk(0, &mut rng).is_some());
        assert_eq!(record(lost.board).walk(1, &mut rng), None);
    }
}
