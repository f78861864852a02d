//! Writes Edax's books.

use std::io::{Seek, SeekFrom, Write};

use reversi_bitboard::{Bitboard, Board, Move};

use super::super::rules::{self, Leaf};
use super::{ByteOrder, MAGIC, MAGIC_BIG, NO_MOVE, NO_SCORE, VERSION};
use crate::{BookEntry, BookError, EdaxStamp, Header, ScoredMove};

/// The release in books that do not come from a file of Edax.
const RELEASE: u8 = 5;

/// Writes a book of Edax as a stream, in the order of the calls. Positions that
/// [`EdaxReader`](super::EdaxReader) has read become the same bytes.
///
/// The [note](Header::note) of the header is left out. The date is 0 if the header has no [`EdaxStamp`], so
/// that the bytes are reproducible.
///
/// ```
/// use reversi_engine::Level;
/// use reversi_engine::book::{ByteOrder, EdaxReader, EdaxWriter, Header};
///
/// let file = std::io::Cursor::new(Vec::new());
/// let bytes = EdaxWriter::new(file, &Header::new(Level::DEFAULT), ByteOrder::Big)?.finish()?.into_inner();
/// assert_eq!((bytes.len(), &bytes[..8]), (42, &b"EDAXBOOK"[..]));
/// assert_eq!(EdaxReader::new(&bytes[..])?.byte_order(), ByteOrder::Big);
/// # Ok::<(), reversi_engine::book::BookError>(())
/// ```
#[derive(Debug)]
pub struct EdaxWriter<W> {
    out: W,
    order: ByteOrder,
    positions: u64,
    bytes: Vec<u8>,
}

impl<W: Write + Seek> EdaxWriter<W> {
    /// Writes the header to the start of `out`.
    ///
    /// # Errors
    /// [`BookError`] if `out` cannot be written.
    pub fn new(mut out: W, header: &Header, order: ByteOrder) -> Result<EdaxWriter<W>, BookError> {
        let stamp = header.edax.unwrap_or(EdaxStamp { release: RELEASE, date: [0; 8], verbosity: 0 });
        let mut bytes = Vec::with_capacity(super::LONGEST);
        let mut date = stamp.date;
        match order {
            ByteOrder::Little => bytes.extend(MAGIC),
            ByteOrder::Big => {
                bytes.extend(MAGIC_BIG);
                date.swap(0, 1);
            }
        }
        bytes.extend([VERSION, stamp.release]);
        bytes.extend(date);
        let options = [header.level.number(), header.empties, header.midgame_error, header.endcut_error];
        for number in options.into_iter().chain([stamp.verbosity as u32, 0]) {
            bytes.extend(order.little(number.to_le_bytes()));
        }
        out.seek(SeekFrom::Start(0))?;
        out.write_all(&bytes)?;
        Ok(EdaxWriter { out, order, positions: 0, bytes })
    }

    /// Appends a position.
    ///
    /// If a board is its own image, an entry without a leaf gets the images of its links as links, as in
    /// Edax's files.
    ///
    /// # Errors
    /// [`BookError`] if the entry breaks a rule of the format, such as a missing leaf although some moves are
    /// not links, or if the file cannot be written.
    pub fn push(&mut self, board: &Board, entry: &BookEntry) -> Result<(), BookError> {
        let (canonical, symmetry) = board.canonical();
        let image;
        let entry = if canonical == *board {
            entry
        } else {
            image = entry.clone().image(symmetry);
            &image
        };
        rules::board(canonical.player().0, canonical.opponent().0)?;
        rules::check(canonical, entry, Leaf::Needed)?;
        self.put(canonical, entry);
        self.out.write_all(&self.bytes)?;
        self.positions += 1;
        Ok(())
    }

    /// Returns the number of positions so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Writes the number of positions into the header and returns the output.
    ///
    /// # Errors
    /// [`BookError`] for more positions than the header can count, or if the file cannot be written.
    pub fn finish(mut self) -> Result<W, BookError> {
        let positions = rules::write_count(self.positions)?;
        self.out.seek(SeekFrom::Start(38))?;
        self.out.write_all(&self.order.little(positions.to_le_bytes()))?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn put(&mut self, board: Board, entry: &BookEntry) {
        let (order, bytes) = (self.order, &mut self.bytes);
        bytes.clear();
        for discs in [board.player(), board.opponent()] {
            bytes.extend(order.little(discs.0.to_le_bytes()));
        }
        let tally = entry.tally;
        for number in [tally.wins, tally.draws, tally.losses, tally.lines] {
            bytes.extend(order.little(number.to_le_bytes()));
        }
        for score in [entry.value, entry.lower, entry.upper] {
            bytes.extend(order.little(i16::from(score).to_le_bytes()));
        }
        let images = if entry.leaf.is_none() { images_of_links(board, entry) } else { Vec::new() };
        bytes.extend([(entry.links.len() + images.len()) as u8, entry.level.number() as u8]);
        for &ScoredMove { mv, score } in entry.links.iter().chain(&images) {
            bytes.extend([score as u8, rules::write_move(mv)]);
        }
        bytes.extend(match entry.leaf {
            Some(ScoredMove { mv, score }) => [score as u8, rules::write_move(mv)],
            None => [NO_SCORE as u8, NO_MOVE],
        });
    }
}

/// Returns the images of the links by the symmetries of the board that are not links yet.
fn images_of_links(board: Board, entry: &BookEntry) -> Vec<ScoredMove> {
    let squares = || entry.links.iter().filter_map(|link| Some((link.mv.square()?, link.score)));
    let mut linked: Bitboard = squares().map(|(square, _)| square).collect();
    if board.legal_moves() == linked {
        return Vec::new();
    }
    let mut images = Vec::new();
    for (square, score) in squares() {
        let new = Bitboard(rules::images(board, square.into()).0 & !linked.0);
        images.extend(new.into_iter().map(|square| ScoredMove { mv: Move::Place(square), score }));
        linked.0 |= new.0;
    }
    images
}
