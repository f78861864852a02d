//! The hash table of proven bounds.

use std::sync::atomic::{AtomicU64, Ordering, fence};

use bytemuck::Zeroable;
use reversi_bitboard::cpu::Portable;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, Square};

/// What is proven about a position, and which moves did best there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// The first move reaches `lower` if that is more than -64, otherwise it is the best that was found; the second
    /// is another good one.
    pub(crate) moves: [Option<Square>; 2],
}

impl Entry {
    pub(crate) const UNKNOWN: Entry = Entry { lower: -64, upper: 64, moves: [None, None] };

    // One word: lower + 64 and 64 - upper as bytes, each move plus one as bytes. Nothing known is zero.
    fn pack(self) -> u64 {
        let square = |mv: Option<Square>| mv.map_or(0, |square| square.index() as u64 + 1);
        (self.lower + 64) as u64
            | ((64 - self.upper) as u64) << 8
            | square(self.moves[0]) << 16
            | square(self.moves[1]) << 24
    }

    fn unpack(data: u64) -> Entry {
        let byte = |i: u32| (data >> (8 * i)) as u8;
        let square = |byte: u8| Square::new(byte.wrapping_sub(1));
        Entry {
            lower: i32::from(byte(0)) - 64,
            upper: 64 - i32::from(byte(1)),
            moves: [square(byte(2)), square(byte(3))],
        }
    }
}

/// Above the entry in its data word: how much work it stands for and in which search it was last written.
const COST_SHIFT: u32 = 32;
const DATE_SHIFT: u32 = 40;

/// Two entries and a version number fill a cache line.
///
/// The whole board is stored, so no other position is ever taken for it. The version is odd while a writer is at
/// work and differs before and after: a reader that overlaps with a writer sees that and takes nothing.
#[derive(Zeroable)]
#[repr(C, align(64))]
struct Bucket {
    version: AtomicU64,
    slots: [Slot; 2],
    unused: u64,
}

#[derive(Zeroable)]
#[repr(C)]
struct Slot {
    player: AtomicU64,
    opponent: AtomicU64,
    data: AtomicU64,
}

/// A table of [`Entry`] by position, shared by reference; all its methods may be called from any thread.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    date: u64,
}

/// Where a position is kept.
#[derive(Clone, Copy)]
pub(crate) struct Key(usize);

impl Table {
    /// A table of at most this many bytes, and at least one bucket; `None` if there is no memory for it or no hash to
    /// tell its buckets apart.
    pub(crate) fn new(bytes: usize) -> Option<Table> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        u32::try_from(count).ok()?;
        let buckets = bytemuck::allocation::try_zeroed_slice_box(count).ok()?;
        Some(Table { buckets, date: 1 })
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::zeroed);
        self.date = 1;
    }

    /// Entries of earlier searches stay valid but give way to new ones.
    pub(crate) fn start_search(&mut self) {
        self.date = self.date % 255 + 1; // 0 is the date of an empty slot
    }

    /// Where to look for the position with this [`hash`](reversi_bitboard::kernel::Primitives::hash).
    #[inline(always)]
    pub(crate) fn key(&self, hash: u64) -> Key {
        Key((((hash & 0xffff_ffff) * self.buckets.len() as u64) >> 32) as usize)
    }

    /// Starts to load a bucket that is going to be looked at.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch of any address is allowed, and SSE is part of x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const self.buckets[key.0]).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What the entries of a position and of its children prove together.
    pub(crate) fn proven_bounds(&self, board: Board) -> (i32, i32) {
        let known = |board| self.probe(self.key(Portable.hash(board)), board).unwrap_or(Entry::UNKNOWN);
        let own = known(board);
        let children = match () {
            () if board.is_game_over() => return (board.final_score(), board.final_score()),
            () if board.must_pass() => vec![known(board.pass())],
            () => board.legal_moves().into_iter().map(|square| known(board.play(square))).collect(),
        };
        let best_lower = children.iter().map(|child| -child.upper).max().unwrap_or(-64);
        let best_upper = children.iter().map(|child| -child.lower).max().unwrap_or(64);
        (own.lower.max(best_lower), own.upper.min(best_upper))
    }

    #[inline(always)]
    pub(crate) fn probe(&self, key: Key, board: Board) -> Option<Entry> {
        let bucket = &self.buckets[key.0];
        let version = bucket.version.load(Ordering::Acquire);
        let data = bucket.slots.iter().find(|slot| slot.holds(board))?.data.load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        let undisturbed = version & 1 == 0 && bucket.version.load(Ordering::Relaxed) == version;
        (undisturbed && data != 0).then(|| Entry::unpack(data))
    }

    /// Adds what a search of `board` has proven. `cost` is the logarithm of its nodes.
    #[inline(always)]
    pub(crate) fn store(&self, key: Key, board: Board, found: Entry, cost: u32) {
        let bucket = &self.buckets[key.0];
        let version = bucket.version.load(Ordering::Relaxed);
        // Another writer is at work: losing an entry is cheaper than waiting.
        if version & 1 != 0
            || bucket
                .version
                .compare_exchange(version, version + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        fence(Ordering::Release);
        let worth = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (data >> DATE_SHIFT == self.date, data >> COST_SHIFT)
        };
        let [a, b] = &bucket.slots;
        let (slot, old) = if a.holds(board) {
            (a, Entry::unpack(a.data.load(Ordering::Relaxed)))
        } else if b.holds(board) {
            (b, Entry::unpack(b.data.load(Ordering::Relaxed)))
        } else {
            (if worth(a) <= worth(b) { a } else { b }, Entry::UNKNOWN)
        };
        // A move found while failing low must not take the place of the one that stands for the lower bound.
        let keeps_witness = old.lower > -64 && found.lower <= old.lower;
        let (first, second) = if keeps_witness { (old, found) } else { (found, old) };
        let best = first.moves[0].or(second.moves[0]);
        let other =
            if second.moves[0] == best { second.moves[1].or(first.moves[1]) } else { second.moves[0] };
        let merged = Entry {
            lower: found.lower.max(old.lower),
            upper: found.upper.min(old.upper),
            moves: [best, other],
        };
        slot.player.store(board.player().0, Ordering::Relaxed);
        slot.opponent.store(board.opponent().0, Ordering::Relaxed);
        let data = merged.pack() | u64::from(cost.min(63)) << COST_SHIFT | self.date << DATE_SHIFT;
        slot.data.store(data, Ordering::Relaxed);
        bucket.version.store(version + 2, Ordering::Release);
    }
}

impl Slot {
    #[inline(always)]
    fn holds(&self, board: Board) -> bool {
        self.player.load(Ordering::Relaxed) == board.player().0
            && self.opponent.load(Ordering::Relaxed) == board.opponent().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_bitboard::Bitboard;

    fn board(i: u64) -> Board {
        Board::new(Bitboard(i), Bitboard(!i << 32)).unwrap()
    }

    /// An entry from which its board can be told.
    fn entry(i: u64) -> Entry {
        let (lower, upper) = (-(i as i32 % 60), i as i32 % 60 + 2);
        Entry { lower, upper, moves: [Square::new(i as u8 % 64), None] }
    }

    #[test]
    fn what_is_stored_is_found_and_merged() {
        let table = Table::new(1 << 16).unwrap();
        let (key, board) = (table.key(7), board(7));
        assert_eq!(table.probe(key, board), None);
        let low = Entry { upper: 10, moves: [Some(Square::A1), None], ..Entry::UNKNOWN };
        let high = Entry { lower: -4, moves: [Some(Square::B2), None], ..Entry::UNKNOWN };
        table.store(key, board, low, 5);
        assert_eq!(table.probe(key, board), Some(low));
        table.store(key, board, high, 6);
        let both = Entry { lower: -4, upper: 10, moves: [Some(Square::B2), Some(Square::A1)] };
        assert_eq!(table.probe(key, board), Some(both));
        // The move of a later upper bound does not displace the one that reaches the lower bound.
        let lower_still = Entry { upper: 2, moves: [Some(Square::C3), None], ..Entry::UNKNOWN };
        table.store(key, board, lower_still, 6);
        let entry = table.probe(key, board).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.moves[0]), (-4, 2, Some(Square::B2)));
        assert_eq!(table.probe(key, board.pass()), None);
    }

    #[test]
    fn extreme_entries_survive_packing() {
        for lower in [-64, -1, 0, 64] {
            for upper in [-64, 0, 1, 64] {
                for moves in [[None, None], [Some(Square::A1), Some(Square::H8)]] {
                    let entry = Entry { lower, upper, moves };
                    assert_eq!(Entry::unpack(entry.pack()), entry);
                }
            }
        }
        assert_eq!(Entry::UNKNOWN.pack(), 0);
    }

    #[test]
    fn dates_never_look_like_an_empty_slot() {
        let mut table = Table::new(64).unwrap();
        for _ in 0..1000 {
            table.start_search();
            assert!((1..=255).contains(&table.date));
        }
    }

    /// Four threads write and read the same two slots: whoever finds a board finds the entry that belongs to it.
    #[test]
    fn no_torn_entry_is_ever_read() {
        const BOARDS: u64 = 8;
        let table = Table::new(64).unwrap();
        let key = table.key(0);
        let found: u64 = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4)
                .map(|worker| {
                    let table = &table;
                    scope.spawn(move || {
                        let mut found = 0;
                        for round in 0..200_000 {
                            let i = (round * 5 + worker) % BOARDS;
                            table.store(key, board(i), entry(i), 1);
                            let i = (round * 3 + worker) % BOARDS;
                            if let Some(read) = table.probe(key, board(i)) {
                                assert_eq!(read, entry(i));
                                found += 1;
                            }
                        }
                        found
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        assert!(found > 0);
    }
}
