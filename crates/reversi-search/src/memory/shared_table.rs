//! The hash table that all threads share: bounds, proven and estimated.

#[cfg(all(test, loom))]
use loom::sync::atomic::{AtomicU64, Ordering, fence};
#[cfg(not(all(test, loom)))]
use std::sync::atomic::{AtomicU64, Ordering, fence};

#[cfg(not(all(test, loom)))]
use reversi_bitboard::__internal::LargeTable;
use reversi_bitboard::cpu::Portable;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, Move, Square};

#[cfg(not(target_family = "wasm"))]
use super::prefetch::prefetch;
use super::{Draft, Entry};

/// Above the entry in its data word: the work that it stands for and the search that last wrote it.
const COST_SHIFT: u32 = 48;
const DATE_SHIFT: u32 = 56;

/// Two entries and a version number fill a cache line.
///
/// The whole board is stored, so no other position is ever taken for it. The version is odd while a writer is
/// at work and differs before and after: a reader that overlaps with a writer sees it and takes nothing.
#[cfg_attr(all(test, loom), derive(Default))]
#[repr(C, align(64))]
struct Bucket {
    version: AtomicU64,
    slots: [Slot; 2],
    /// The word that [`prefetch`](SharedTable::prefetch) writes where there is no instruction for it.
    touched: AtomicU64,
}

// SAFETY: zeros are a bucket of two empty slots.
#[cfg(not(all(test, loom)))]
unsafe impl bytemuck::Zeroable for Bucket {}

impl Bucket {
    /// Changes the slots, unless another thread does: losing an entry is cheaper than waiting.
    #[inline(always)]
    fn write(&self, change: impl FnOnce(&[Slot; 2])) {
        let version = self.version.load(Ordering::Relaxed);
        if version & 1 != 0
            || self
                .version
                .compare_exchange(version, version + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        fence(Ordering::Release);
        change(&self.slots);
        self.version.store(version + 2, Ordering::Release);
    }
}

#[cfg_attr(all(test, loom), derive(Default))]
#[repr(C)]
struct Slot {
    player: AtomicU64,
    opponent: AtomicU64,
    data: AtomicU64,
}

#[cfg(not(all(test, loom)))]
type Buckets = LargeTable<Bucket>;
/// The atomics of loom have to be made one by one.
#[cfg(all(test, loom))]
type Buckets = Box<[Bucket]>;

/// A table of [`Entry`] by position, shared by reference; all its methods may be called from any thread.
pub(crate) struct SharedTable {
    buckets: Buckets,
    date: AtomicU64,
    /// `true` once a search has asked the system for huge pages.
    #[cfg(not(all(test, loom)))]
    in_huge_pages: std::sync::atomic::AtomicBool,
}

/// The number of the bucket of a position.
#[derive(Clone, Copy)]
pub(crate) struct Key(usize);

impl SharedTable {
    /// The size of the largest table. A larger one has buckets that the 32 bits of [`key`](Self::key) cannot
    /// tell apart.
    pub(crate) const MAX_MIB: usize = size_of::<Bucket>() << (32 - 20);

    /// A table of at most this many bytes, and at least one bucket; `None` if there is no memory for it.
    pub(crate) fn new(bytes: usize) -> Option<SharedTable> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        #[cfg(not(all(test, loom)))]
        let buckets = LargeTable::zeroed(count)?;
        #[cfg(all(test, loom))]
        let buckets = (0..count).map(|_| Bucket::default()).collect();
        Some(SharedTable {
            buckets,
            date: AtomicU64::new(1),
            #[cfg(not(all(test, loom)))]
            in_huge_pages: false.into(),
        })
    }

    /// Forgets all entries: a new table, none of whose pages is in use, takes the place of the old one. Returns
    /// `false` where there is no memory for both, as the memory of a web page never shrinks.
    pub(crate) fn renew(&mut self) -> bool {
        let bytes = size_of_val(&*self.buckets);
        let new = (!cfg!(target_family = "wasm")).then(|| SharedTable::new(bytes)).flatten();
        new.map(|new| *self = new).is_some()
    }

    /// Forgets all entries. Entries that other threads write meanwhile may stay.
    pub(crate) fn clear(&self) {
        let written = |bucket: &&Bucket| bucket.version.load(Ordering::Relaxed) != 0;
        for bucket in self.buckets.iter().filter(written) {
            bucket.write(|slots| slots.iter().for_each(Slot::clear));
        }
        self.date.store(1, Ordering::Relaxed);
    }

    /// Entries of earlier searches stay valid but give way to new ones.
    ///
    /// A search that is not `long` touches few pages, far apart: up to 3 MB (FFO 1-7). Huge ones would take all
    /// of the table's memory, so they wait for a long search.
    pub(crate) fn start_search(&self, long: bool) {
        let next = |date| Some(date % 255 + 1); // 0 is the date of an empty slot
        let _ = self.date.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        #[cfg(not(all(test, loom)))]
        if long && !self.in_huge_pages.swap(true, Ordering::Relaxed) {
            self.buckets.ask_for_huge_pages();
        }
    }

    /// Where to look for the position with this [`hash`](reversi_bitboard::kernel::Primitives::hash).
    #[inline(always)]
    pub(crate) fn key(&self, hash: u64) -> Key {
        Key((((hash & 0xffff_ffff) * self.buckets.len() as u64) >> 32) as usize)
    }

    /// Starts to load a bucket that will be probed.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Key) {
        let bucket = &self.buckets[key.0];
        #[cfg(target_family = "wasm")]
        bucket.touched.store(1, Ordering::Relaxed);
        #[cfg(not(target_family = "wasm"))]
        prefetch(bucket);
    }

    /// The bounds that the entries of a position and of its children prove together.
    pub(crate) fn proven_bounds(&self, board: Board) -> (i32, i32) {
        let known = |board: Board| {
            self.probe(self.key(Portable.hash(board)), board, Draft::exact(board.empties().len()))
        };
        let own = known(board);
        if board.is_game_over() {
            return (board.final_score(), board.final_score());
        }
        let children: Vec<_> = if board.must_pass() {
            vec![known(board.pass())]
        } else {
            board.legal_moves().into_iter().map(|square| known(board.play(square))).collect()
        };
        let best_lower = children.iter().map(|child| -child.upper).max().unwrap_or(-64);
        let best_upper = children.iter().map(|child| -child.lower).max().unwrap_or(64);
        (own.lower.max(best_lower), own.upper.min(best_upper))
    }

    /// A move, or the pass, that is proven to reach this score. The game is not over.
    pub(crate) fn move_proven_to_reach(&self, board: Board, score: i32) -> Option<Move> {
        if board.must_pass() {
            return Some(Move::Pass);
        }
        let entry = self.probe(self.key(Portable.hash(board)), board, Draft::exact(board.empties().len()));
        let own = entry.moves[0].filter(|&square| entry.lower >= score && board.is_legal(square));
        let reaches = |square: &Square| -self.proven_bounds(board.play(*square)).1 >= score;
        own.or_else(|| board.legal_moves().into_iter().find(reaches)).map(Move::Place)
    }

    /// The best move of a position, if the table still has its entry.
    pub(crate) fn best_move(&self, board: Board) -> Option<Square> {
        self.find(self.key(Portable.hash(board)), board)?.moves[0]
    }

    /// The entry of a position for a search with this draft: bounds only if they answer it, moves of any
    /// search.
    #[inline(always)]
    pub(crate) fn probe(&self, key: Key, board: Board, draft: Draft) -> Entry {
        self.find(key, board).map_or(Entry::UNKNOWN, |entry| entry.as_seen_by(draft))
    }

    #[inline(always)]
    fn find(&self, key: Key, board: Board) -> Option<Entry> {
        let bucket = &self.buckets[key.0];
        let version = bucket.version.load(Ordering::Acquire);
        let data = bucket.slots.iter().find(|slot| slot.holds(board))?.data.load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        let undisturbed = version & 1 == 0 && bucket.version.load(Ordering::Relaxed) == version;
        (undisturbed && data != 0).then(|| Entry::unpack(data))
    }

    /// Adds the result of a search of `board`. `cost` is the logarithm of its nodes.
    #[inline(always)]
    pub(crate) fn store(&self, key: Key, board: Board, found: Entry, cost: u32) {
        self.buckets[key.0].write(|[a, b]| {
            let date = self.date.load(Ordering::Relaxed);
            let worth = |slot: &Slot| {
                let data = slot.data.load(Ordering::Relaxed);
                (data >> DATE_SHIFT == date, data >> COST_SHIFT)
            };
            let (slot, entry) = if a.holds(board) {
                (a, a.merged_with(found, board))
            } else if b.holds(board) {
                (b, b.merged_with(found, board))
            } else {
                (if worth(a) <= worth(b) { a } else { b }, found)
            };
            slot.player.store(board.player().0, Ordering::Relaxed);
            slot.opponent.store(board.opponent().0, Ordering::Relaxed);
            let data = entry.pack() | u64::from(cost.min(63)) << COST_SHIFT | date << DATE_SHIFT;
            slot.data.store(data, Ordering::Relaxed);
        });
    }
}

impl Slot {
    fn clear(&self) {
        for word in [&self.player, &self.opponent, &self.data] {
            word.store(0, Ordering::Relaxed);
        }
    }

    #[inline(always)]
    fn holds(&self, board: Board) -> bool {
        self.player.load(Ordering::Relaxed) == board.player().0
            && self.opponent.load(Ordering::Relaxed) == board.opponent().0
    }

    #[inline(always)]
    fn merged_with(&self, found: Entry, board: Board) -> Entry {
        match self.data.load(Ordering::Relaxed) {
            0 => found, // an empty slot looks like the board without discs
            data => Entry::merged(Entry::unpack(data), found, board.empties().len()),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::api::Selectivity;
    use reversi_bitboard::Bitboard;

    fn board(i: u64) -> Board {
        Board::new(Bitboard(i), Bitboard(!i << 32)).unwrap()
    }

    /// An entry that identifies its board.
    fn entry(i: u64) -> Entry {
        let (lower, upper) = (-(i as i32 % 60), i as i32 % 60 + 2);
        Entry { lower, upper, moves: [Square::new(i as u8 % 64), None], draft: DRAFT }
    }

    const DRAFT: Draft = Draft { depth: 8, selectivity: Selectivity::P95 };

    #[test]
    fn what_is_stored_is_found_and_merged() {
        let table = SharedTable::new(1 << 16).unwrap();
        let (key, board) = (table.key(7), board(7));
        assert_eq!(table.find(key, board), None);
        let low = Entry { upper: 10, moves: [Some(Square::A1), None], ..Entry::unknown(DRAFT) };
        let high = Entry { lower: -4, moves: [Some(Square::B2), None], ..Entry::unknown(DRAFT) };
        table.store(key, board, low, 5);
        assert_eq!(table.probe(key, board, DRAFT), low);
        table.store(key, board, high, 6);
        let both = Entry { lower: -4, upper: 10, moves: [Some(Square::B2), Some(Square::A1)], draft: DRAFT };
        assert_eq!(table.probe(key, board, DRAFT), both);
        // The move of a later upper bound does not displace the one that reaches the lower bound.
        let lower_still = Entry { upper: 2, moves: [Some(Square::C3), None], ..Entry::unknown(DRAFT) };
        table.store(key, board, lower_still, 6);
        let entry = table.probe(key, board, DRAFT);
        assert_eq!((entry.lower, entry.upper, entry.moves[0]), (-4, 2, Some(Square::B2)));
        assert_eq!(table.find(key, board.pass()), None);
        // Of bounds that contradict each other the latest count.
        let contradiction = Entry { upper: -10, ..Entry::unknown(DRAFT) };
        table.store(key, board, contradiction, 6);
        let entry = table.probe(key, board, DRAFT);
        assert_eq!((entry.lower, entry.upper, entry.moves[0]), (-64, -10, Some(Square::B2)));
    }

    #[test]
    fn a_new_table_and_a_cleared_one_are_empty() {
        // Miri looks at all buckets whenever one is borrowed.
        let table = SharedTable::new(if cfg!(miri) { 1 << 10 } else { 1 << 16 }).unwrap();
        let no_discs = Board::new(Bitboard::EMPTY, Bitboard::EMPTY).unwrap();
        let hashes = || (0..1 << 10).step_by(if cfg!(miri) { 64 } else { 1 }).map(|i| i << 22);
        let is_empty = |table: &SharedTable| {
            let finds_nothing = |hash| {
                [no_discs, board(hash >> 22)]
                    .iter()
                    .all(|&board| table.find(table.key(hash), board).is_none())
            };
            hashes().all(finds_nothing)
        };
        assert!(is_empty(&table));
        hashes().step_by(3).for_each(|hash| table.store(table.key(hash), board(hash >> 22), entry(3), 1));
        assert!(!is_empty(&table));
        table.clear();
        assert!(is_empty(&table));
        hashes().for_each(|hash| table.store(table.key(hash), no_discs, entry(3), 1));
        assert!(hashes().all(|hash| table.find(table.key(hash), no_discs) == Some(entry(3))));
    }

    #[test]
    fn proofs_are_never_displaced_by_other_searches() {
        let table = SharedTable::new(1 << 16).unwrap();
        let (key, board) = (table.key(7), board(7));
        let exact = Draft::exact(board.empties().len());
        let proof = Entry { lower: 2, moves: [Some(Square::A1), None], ..Entry::unknown(exact) };
        let estimate = Entry { lower: 30, upper: 32, moves: [Some(Square::B2), None], draft: DRAFT };
        table.store(key, board, estimate, 9);
        assert_eq!((table.probe(key, board, exact).lower, table.probe(key, board, exact).upper), (-64, 64));
        table.store(key, board, proof, 1);
        let moves = [Some(Square::A1), Some(Square::B2)];
        assert_eq!(table.probe(key, board, exact), Entry { moves, ..proof });
        table.store(key, board, estimate, 9);
        assert_eq!(table.probe(key, board, exact), Entry { moves, ..proof });
    }

    #[test]
    fn estimates_to_the_end_of_the_game_never_become_part_of_a_proof() {
        let table = SharedTable::new(1 << 16).unwrap();
        let (key, board) = (table.key(7), board(7));
        let exact = Draft::exact(board.empties().len());
        let draft = Draft { selectivity: Selectivity::P99, ..exact };
        table.store(key, board, Entry { lower: 4, ..Entry::unknown(draft) }, 9);
        let proof = Entry { upper: 10, ..Entry::unknown(exact) };
        table.store(key, board, proof, 1);
        assert_eq!(table.probe(key, board, exact), proof);
        table.store(key, board, Entry { lower: 4, ..Entry::unknown(draft) }, 9);
        assert_eq!(table.probe(key, board, exact), proof);
    }

    #[test]
    fn a_prefetch_of_any_key_changes_nothing() {
        let table = SharedTable::new(1 << 12).unwrap();
        let board = board(7);
        let hashes = (0..64).map(|i| i << 26);
        hashes.clone().for_each(|hash| table.store(table.key(hash), board, entry(hash >> 26), 1));
        hashes.clone().for_each(|hash| table.prefetch(table.key(hash)));
        for hash in hashes {
            assert_eq!(table.find(table.key(hash), board), Some(entry(hash >> 26)));
        }
    }

    #[test]
    fn dates_never_look_like_an_empty_slot() {
        let table = SharedTable::new(64).unwrap();
        for _ in 0..1000 {
            table.start_search(false);
            assert!((1..=255).contains(&table.date.load(Ordering::Relaxed)));
        }
    }

    /// Four threads write and read the same two slots: a thread that finds a board finds its entry.
    #[test]
    fn no_torn_entry_is_ever_read() {
        const BOARDS: u64 = 8;
        const ROUNDS: u64 = if cfg!(miri) { 300 } else { 200_000 };
        let table = SharedTable::new(64).unwrap();
        let key = table.key(0);
        let found: u64 = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4)
                .map(|worker| {
                    let table = &table;
                    scope.spawn(move || {
                        let mut found = 0;
                        for round in 0..ROUNDS {
                            let i = (round * 5 + worker) % BOARDS;
                            table.store(key, board(i), entry(i), 1);
                            let i = (round * 3 + worker) % BOARDS;
                            if let Some(read) = table.find(key, board(i)) {
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

/// All interleavings of a few accesses, and all that the memory model lets them see:
/// `RUSTFLAGS="--cfg loom" cargo test --release --package reversi-search --lib loom`
#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;
    use reversi_bitboard::Bitboard;

    use super::*;
    use crate::api::Selectivity;

    fn board(i: u64) -> Board {
        Board::new(Bitboard(i), Bitboard(!i << 32)).unwrap()
    }

    fn entry(i: u64) -> Entry {
        let draft = Draft { depth: i as u8, selectivity: Selectivity::P95 };
        Entry { lower: i as i32, upper: i as i32, moves: [Square::new(i as u8), None], draft }
    }

    fn store(table: &SharedTable, i: u64) {
        table.store(table.key(0), board(i), entry(i), i as u32);
    }

    /// An entry that is found belongs to the board.
    fn look(table: &SharedTable, i: u64) -> bool {
        let found = table.find(table.key(0), board(i));
        assert!(found.is_none_or(|found| found == entry(i)), "{i}: {found:?}");
        found.is_some()
    }

    fn check(others: &'static [fn(&SharedTable)], reader: fn(&SharedTable)) {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(move || {
            let table = Arc::new(SharedTable::new(64).unwrap());
            store(&table, 1);
            store(&table, 2);
            let start = |thread: &fn(&SharedTable)| {
                let (table, thread) = (table.clone(), *thread);
                thread::spawn(move || thread(&table))
            };
            let others: Vec<_> = others.iter().map(start).collect();
            reader(&table);
            others.into_iter().for_each(|thread| thread.join().unwrap());
            // All entries that are left are whole, and no writer has left the bucket locked.
            (1..=4).for_each(|i| drop(look(&table, i)));
            store(&table, 5);
            assert!(look(&table, 5));
        });
    }

    #[test]
    fn a_writer_displaces_what_is_read() {
        let reader = |table: &SharedTable| (1..=3).for_each(|i| drop(look(table, i)));
        check(&[|table| store(table, 3)], reader);
    }

    #[test]
    fn two_writers_want_the_same_slot() {
        let reader = |table: &SharedTable| drop(look(table, 3));
        check(&[|table| store(table, 3), |table| store(table, 4)], reader);
    }

    #[test]
    fn the_table_is_cleared_beside_a_reader_and_a_writer() {
        check(&[SharedTable::clear], |table| {
            look(table, 1);
            store(table, 3);
            look(table, 3);
        });
    }

    #[test]
    fn what_is_read_goes_and_comes_back() {
        check(&[|table| [3, 1].into_iter().for_each(|i| store(table, i))], |table| drop(look(table, 1)));
    }
}
