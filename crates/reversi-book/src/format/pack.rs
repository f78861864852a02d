//! Sorts the positions of a stream into a packed book, and checks what needs all of them: positions that are
//! in the file twice, and links to positions that are not in it.

use std::io::{self, Seek, Write};
use std::path::Path;

use reversi_bitboard::{Board, Move};

use super::Damage;
use super::record::{self, take};
use super::rules;
use super::sort::{Sorted, Sorter};
use crate::packed::{PackedWriter, bits_for};
use crate::{BookEntry, BookError, BookErrorKind, Header, ScoredMove};

/// The offset of a position that is not in the file. It may be added again.
pub(super) const NOWHERE: u64 = u64::MAX;

/// The positions of a book that is being packed.
pub(super) struct Packing {
    /// By board: its place in the file, the offset, the entry.
    positions: Sorter,
    /// By the board to which a link leads: the board of the link, the offset, the move.
    links: Sorter,
    /// The highest level and the least number of empties.
    pub(super) level: u32,
    pub(super) empties: u32,
    next_place: u64,
}

impl Packing {
    /// Makes an empty packing. Temporary files are made in `folder`. Half of `memory` is for the positions.
    pub(super) fn new(folder: &Path, memory: usize) -> Packing {
        let positions = Sorter::new(folder, memory / 2);
        let links = Sorter::new(folder, memory / 4);
        Packing { positions, links, level: 0, empties: 64, next_place: 0 }
    }

    /// Excludes the links from the check: they may lead to a position that another one stands for.
    pub(super) fn forget_links(&mut self) {
        self.links.clear();
    }

    /// Adds the next position of a file. It is at `offset` in the file, and [`rules::check`] accepts it. Its
    /// links are checked later.
    pub(super) fn add(&mut self, board: Board, entry: BookEntry, offset: u64) -> io::Result<()> {
        let (canonical, symmetry) = board.canonical();
        let entry = if canonical == board { entry } else { entry.image(symmetry) };
        let key = record::number(&canonical);
        let mut data = Vec::with_capacity(33);
        for &ScoredMove { mv, .. } in &entry.links {
            let (child, _) = record::after(canonical, mv).canonical();
            data.clear();
            data.extend(key.to_be_bytes());
            data.extend(offset.to_be_bytes());
            data.push(rules::write_move(mv));
            self.links.push(record::number(&child), &data)?;
        }
        self.next_place += 1;
        self.add_at(canonical, &entry, self.next_place - 1, offset)
    }

    /// Adds a canonical board whose links are known to lead to positions.
    pub(super) fn add_at(
        &mut self,
        canonical: Board,
        entry: &BookEntry,
        place: u64,
        offset: u64,
    ) -> io::Result<()> {
        self.level = self.level.max(entry.level.number());
        self.empties = self.empties.min(canonical.empties().len());
        let mut data = Vec::with_capacity(64);
        data.extend(place.to_be_bytes());
        data.extend(offset.to_be_bytes());
        record::write(&mut data, entry);
        self.positions.push(record::number(&canonical), &data)
    }

    /// Writes the book. `target` begins a new file. It is called twice if links that lead nowhere are
    /// removed, or if duplicates are so frequent that the book needs fewer buckets. Duplicates and links that
    /// lead nowhere are left out and reported.
    pub(super) fn write<W: Write + Seek>(
        mut self,
        header: &Header,
        folder: &Path,
        damage: &mut Damage,
        mut target: impl FnMut() -> io::Result<W>,
    ) -> Result<W, BookError> {
        let mut dangling = Sorter::new(folder, 1 << 20);
        let mut writer = PackedWriter::new(target()?, header.clone(), self.positions.len(), true)?;
        let mut links = Links::new(self.links.sorted()?)?;
        let mut positions = Positions::new(self.positions.sorted()?);
        let mut len = 0;
        while let Some(position) = positions.next(damage)? {
            len += 1;
            links.find(position.key, &mut dangling, damage)?;
            writer.push(&record::board(position.key), &position.entry, Some(position.place))?;
        }
        links.find(u128::MAX, &mut dangling, damage)?;
        if dangling.len() == 0 && bits_for(len) == bits_for(self.positions.len()) {
            return writer.finish();
        }
        // Its buffer must not be written to the file that begins again.
        drop(writer);
        // Duplicates are already reported.
        let damage = &mut Damage::default();
        let mut writer = PackedWriter::new(target()?, header.clone(), len, true)?;
        let mut positions = Positions::new(self.positions.sorted()?);
        let mut dangling = Moves::new(dangling.sorted()?)?;
        while let Some(mut position) = positions.next(damage)? {
            while let Some(mv) = dangling.of(position.key)? {
                unlink(&mut position.entry, mv);
            }
            writer.push(&record::board(position.key), &position.entry, Some(position.place))?;
        }
        writer.finish()
    }
}

/// Makes a link that leads nowhere the leaf, if it is better than the leaf, so that the value stays the best
/// score. Otherwise removes it.
fn unlink(entry: &mut BookEntry, mv: Move) {
    let Some(at) = entry.links.iter().position(|link| link.mv == mv) else { return };
    let link = entry.links.remove(at);
    if entry.leaf.is_none_or(|leaf| leaf.score < link.score) {
        entry.leaf = Some(link);
    }
}

struct Position {
    key: u128,
    place: u64,
    entry: BookEntry,
}

/// The positions in their order, each board once.
struct Positions<'a> {
    sorted: Sorted<'a>,
    last: Option<u128>,
}

impl<'a> Positions<'a> {
    fn new(sorted: Sorted<'a>) -> Positions<'a> {
        Positions { sorted, last: None }
    }

    fn next(&mut self, damage: &mut Damage) -> io::Result<Option<Position>> {
        while let Some((key, mut data)) = self.sorted.next()? {
            let [place, offset] = [(); 2].map(|()| u64::from_be_bytes(take(&mut data)));
            if self.last == Some(key) {
                if offset != NOWHERE {
                    let board = record::board(key);
                    damage.add(BookError::at(offset, BookErrorKind::Twice { board }));
                }
                continue;
            }
            self.last = Some(key);
            return Ok(Some(Position { key, place, entry: record::read(data) }));
        }
        Ok(None)
    }
}

/// The links in the order of the boards that they lead to.
struct Links<'a> {
    sorted: Sorted<'a>,
    next: Option<Link>,
}

struct Link {
    to: u128,
    from: u128,
    offset: u64,
    mv: u8,
}

impl<'a> Links<'a> {
    fn new(sorted: Sorted<'a>) -> io::Result<Links<'a>> {
        let mut links = Links { sorted, next: None };
        links.advance()?;
        Ok(links)
    }

    fn advance(&mut self) -> io::Result<()> {
        self.next = self.sorted.next()?.map(|(to, mut data)| {
            let from = u128::from_be_bytes(take(&mut data));
            let offset = u64::from_be_bytes(take(&mut data));
            let [mv] = take(&mut data);
            Link { to, from, offset, mv }
        });
        Ok(())
    }

    /// Takes all links up to the links to the position of `key`. Skipped links lead nowhere.
    fn find(&mut self, key: u128, dangling: &mut Sorter, damage: &mut Damage) -> Result<(), BookError> {
        while let Some(link) = self.next.as_ref().filter(|link| link.to <= key) {
            if link.to < key {
                let mv = rules::read_move(link.mv)?;
                damage.add(BookError::at(link.offset, BookErrorKind::Dangling { mv }));
                dangling.push(link.from, &[link.mv])?;
            }
            self.advance()?;
        }
        Ok(())
    }
}

/// The moves of links that lead nowhere, in the order of their positions.
struct Moves<'a> {
    sorted: Sorted<'a>,
    next: Option<(u128, u8)>,
}

impl<'a> Moves<'a> {
    fn new(sorted: Sorted<'a>) -> io::Result<Moves<'a>> {
        let mut moves = Moves { sorted, next: None };
        moves.advance()?;
        Ok(moves)
    }

    fn advance(&mut self) -> io::Result<()> {
        self.next = self.sorted.next()?.map(|(key, data)| (key, data[0]));
        Ok(())
    }

    /// Returns the next move of the position of `key`.
    fn of(&mut self, key: u128) -> Result<Option<Move>, BookError> {
        let Some((_, mv)) = self.next.filter(|&(from, _)| from <= key) else { return Ok(None) };
        self.advance()?;
        Ok(Some(rules::read_move(mv)?))
    }
}
