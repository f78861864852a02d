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
    /// Best move first; the second is an earlier best move.
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
    }

    /// Entries of earlier searches stay valid but give way to new ones.
    pub(crate) fn start_search(&mut self) {
        self.date = (self.date + 1) & 0xff;
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
        let best = found.moves[0].or(old.moves[0]);
        let merged = Entry {
            lower: found.lower.max(old.lower),
            upper: found.upper.min(old.upper),
            moves: [best, if best == old.moves[0] { old.moves[1] } else { old.moves[0] }],
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
