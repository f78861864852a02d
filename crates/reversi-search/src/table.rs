//! The hash table of bounds, proven and estimated.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering, fence};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering, fence};

use reversi_bitboard::__internal::large_table;
use reversi_bitboard::cpu::Portable;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, Square};

use crate::Selectivity;

/// How far a search looks ahead, and how sure it is of what it leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    /// Moves; passes do not count. One for each empty square reaches the end of the game.
    pub(crate) depth: u8,
    pub(crate) selectivity: Selectivity,
}

impl Draft {
    /// A proof: to the end of the game and nothing left out.
    #[inline(always)]
    pub(crate) fn exact(empties: u32) -> Draft {
        Draft { depth: empties as u8, selectivity: Selectivity::P100 }
    }

    /// Whether what a search with this draft has found may stand for a search with the other one.
    ///
    /// It may if it is at least as deep and as sure. But a search that leaves out nothing is to return the same value
    /// whatever the table holds, so there the depth has to be the same.
    #[inline(always)]
    pub(crate) fn answers(self, asked: Draft) -> bool {
        if asked.selectivity == Selectivity::P100 {
            self == asked
        } else {
            self.depth >= asked.depth && self.selectivity >= asked.selectivity
        }
    }
}

/// What a search has found out about a position, and which moves did best there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// The first move reaches `lower` if that is more than -64, otherwise it is the best that was found; the second
    /// is another good one.
    pub(crate) moves: [Option<Square>; 2],
    /// The search that the bounds are from.
    pub(crate) draft: Draft,
}

impl Entry {
    pub(crate) const UNKNOWN: Entry = Entry {
        lower: -64,
        upper: 64,
        moves: [None, None],
        draft: Draft { depth: 0, selectivity: Selectivity::P73 },
    };

    /// Nothing known yet in a search with this draft.
    #[inline(always)]
    pub(crate) fn unknown(draft: Draft) -> Entry {
        Entry { draft, ..Entry::UNKNOWN }
    }

    // Bytes of one word: lower + 64, 64 - upper, each move plus one, depth, selectivity. Nothing known is zero.
    fn pack(self) -> u64 {
        let square = |mv: Option<Square>| mv.map_or(0, |square| square.index() as u64 + 1);
        (self.lower + 64) as u64
            | ((64 - self.upper) as u64) << 8
            | square(self.moves[0]) << 16
            | square(self.moves[1]) << 24
            | u64::from(self.draft.depth) << 32
            | (self.draft.selectivity as u64) << 40
    }

    fn unpack(data: u64) -> Entry {
        let byte = |i: u32| (data >> (8 * i)) as u8;
        let square = |byte: u8| Square::new(byte.wrapping_sub(1));
        Entry {
            lower: i32::from(byte(0)) - 64,
            upper: 64 - i32::from(byte(1)),
            moves: [square(byte(2)), square(byte(3))],
            draft: Draft { depth: byte(4), selectivity: Selectivity::from_index(byte(5)) },
        }
    }

    /// The same with bounds only if they answer a search with this draft.
    #[inline(always)]
    fn as_seen_by(self, asked: Draft) -> Entry {
        if self.draft.answers(asked) { self } else { Entry { lower: -64, upper: 64, ..self } }
    }

    /// What is left of `old` when a search of the same position has `found` something new.
    #[inline(always)]
    fn merged(old: Entry, found: Entry, empties: u32) -> Entry {
        if old.draft != found.draft {
            // Proofs stay. Everything else gives way to the latest, but for its moves.
            return if old.draft == Draft::exact(empties) {
                old
            } else {
                Entry { moves: two_moves(found.moves, old.moves), ..found }
            };
        }
        // A move found while failing low must not take the place of the one that stands for the lower bound.
        let keeps_witness = old.lower > -64 && found.lower <= old.lower;
        let moves =
            if keeps_witness { two_moves(old.moves, found.moves) } else { two_moves(found.moves, old.moves) };
        let (lower, upper) = (found.lower.max(old.lower), found.upper.min(old.upper));
        if lower > upper {
            // Estimates may contradict each other; proofs never do.
            return Entry { moves: two_moves(found.moves, old.moves), ..found };
        }
        Entry { lower, upper, moves, draft: found.draft }
    }
}

/// The best two moves of two pairs, the first pair coming first.
#[inline(always)]
fn two_moves(first: [Option<Square>; 2], second: [Option<Square>; 2]) -> [Option<Square>; 2] {
    let best = first[0].or(second[0]);
    [best, if second[0] == best { second[1].or(first[1]) } else { second[0] }]
}

/// Above the entry in its data word: how much work it stands for and in which search it was last written.
const COST_SHIFT: u32 = 48;
const DATE_SHIFT: u32 = 56;

/// Two entries and a version number fill a cache line.
///
/// The whole board is stored, so no other position is ever taken for it. The version is odd while a writer is at
/// work and differs before and after: a reader that overlaps with a writer sees that and takes nothing.
#[derive(Default)]
#[repr(C, align(64))]
struct Bucket {
    version: AtomicU64,
    slots: [Slot; 2],
    unused: u64,
}

#[derive(Default)]
#[repr(C)]
struct Slot {
    player: AtomicU64,
    opponent: AtomicU64,
    data: AtomicU64,
}

/// A table of [`Entry`] by position, shared by reference; all its methods may be called from any thread.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    date: AtomicU64,
}

/// Where a position is kept.
#[derive(Clone, Copy)]
pub(crate) struct Key(usize);

impl Table {
    /// A larger one has buckets that the 32 bits of [`key`](Self::key) cannot tell apart.
    pub(crate) const MAX_MIB: usize = size_of::<Bucket>() << (32 - 20);

    /// A table of at most this many bytes, and at least one bucket; `None` if there is no memory for it.
    pub(crate) fn new(bytes: usize) -> Option<Table> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let buckets = large_table(count, Bucket::default).ok()?.into_boxed_slice();
        Some(Table { buckets, date: AtomicU64::new(1) })
    }

    pub(crate) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
        self.date.store(1, Ordering::Relaxed);
    }

    /// Entries of earlier searches stay valid but give way to new ones.
    pub(crate) fn start_search(&self) {
        let next = |date| Some(date % 255 + 1); // 0 is the date of an empty slot
        let _ = self.date.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
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
        let known = |board: Board| {
            self.probe(self.key(Portable.hash(board)), board, Draft::exact(board.empties().len()))
        };
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

    /// The move that did best at a position, if it has been searched lately.
    pub(crate) fn best_move(&self, board: Board) -> Option<Square> {
        self.find(self.key(Portable.hash(board)), board)?.moves[0]
    }

    /// What is known about a position that is searched with this draft: bounds that answer it, and moves whatever
    /// search they are from.
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

    /// Adds what a search of `board` has found. `cost` is the logarithm of its nodes.
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
        let date = self.date.load(Ordering::Relaxed);
        let worth = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (data >> DATE_SHIFT == date, data >> COST_SHIFT)
        };
        let [a, b] = &bucket.slots;
        let (slot, entry) = match () {
            () if a.holds(board) => (a, a.merged_with(found, board)),
            () if b.holds(board) => (b, b.merged_with(found, board)),
            () => (if worth(a) <= worth(b) { a } else { b }, found),
        };
        slot.player.store(board.player().0, Ordering::Relaxed);
        slot.opponent.store(board.opponent().0, Ordering::Relaxed);
        let data = entry.pack() | u64::from(cost.min(63)) << COST_SHIFT | date << DATE_SHIFT;
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

    #[inline(always)]
    fn merged_with(&self, found: Entry, board: Board) -> Entry {
        match self.data.load(Ordering::Relaxed) {
            0 => found, // nothing but zeros looks like the board without discs
            data => Entry::merged(Entry::unpack(data), found, board.empties().len()),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use reversi_bitboard::Bitboard;

    fn board(i: u64) -> Board {
        Board::new(Bitboard(i), Bitboard(!i << 32)).unwrap()
    }

    /// An entry from which its board can be told.
    fn entry(i: u64) -> Entry {
        let (lower, upper) = (-(i as i32 % 60), i as i32 % 60 + 2);
        Entry { lower, upper, moves: [Square::new(i as u8 % 64), None], draft: DRAFT }
    }

    const DRAFT: Draft = Draft { depth: 8, selectivity: Selectivity::P95 };

    #[test]
    fn what_is_stored_is_found_and_merged() {
        let table = Table::new(1 << 16).unwrap();
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
    fn bounds_answer_only_searches_that_are_not_deeper_and_not_surer() {
        use Selectivity::{P73, P95, P98, P100};
        let draft = |depth, selectivity| Draft { depth, selectivity };
        for (depth, selectivity, answered) in [
            (8, P95, true),
            (7, P95, true),
            (8, P73, true),
            (9, P95, false),
            (8, P98, false),
            (8, P100, false),
        ] {
            assert_eq!(draft(8, P95).answers(draft(depth, selectivity)), answered, "{depth}@{selectivity}");
        }
        assert!(draft(8, P100).answers(draft(7, P98)));
        // Nothing left out: the value has to be that of this very depth.
        assert!(draft(8, P100).answers(draft(8, P100)));
        assert!(!draft(9, P100).answers(draft(8, P100)));
    }

    #[test]
    fn proofs_are_never_displaced_by_other_searches() {
        let table = Table::new(1 << 16).unwrap();
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
        let table = Table::new(1 << 16).unwrap();
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
    fn extreme_entries_survive_packing() {
        for lower in [-64, -1, 0, 64] {
            for upper in [-64, 0, 1, 64] {
                for moves in [[None, None], [Some(Square::A1), Some(Square::H8)]] {
                    for draft in [Entry::UNKNOWN.draft, DRAFT, Draft::exact(60)] {
                        let entry = Entry { lower, upper, moves, draft };
                        assert_eq!(Entry::unpack(entry.pack()), entry);
                    }
                }
            }
        }
        assert_eq!(Entry::UNKNOWN.pack(), 0);
    }

    #[test]
    fn dates_never_look_like_an_empty_slot() {
        let table = Table::new(64).unwrap();
        for _ in 0..1000 {
            table.start_search();
            assert!((1..=255).contains(&table.date.load(Ordering::Relaxed)));
        }
    }

    /// Four threads write and read the same two slots: whoever finds a board finds the entry that belongs to it.
    #[test]
    fn no_torn_entry_is_ever_read() {
        const BOARDS: u64 = 8;
        const ROUNDS: u64 = if cfg!(miri) { 300 } else { 200_000 };
        let table = Table::new(64).unwrap();
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

    fn board(i: u64) -> Board {
        Board::new(Bitboard(i), Bitboard(!i << 32)).unwrap()
    }

    fn entry(i: u64) -> Entry {
        let draft = Draft { depth: i as u8, selectivity: Selectivity::P95 };
        Entry { lower: i as i32, upper: i as i32, moves: [Square::new(i as u8), None], draft }
    }

    fn store(table: &Table, i: u64) {
        table.store(table.key(0), board(i), entry(i), i as u32);
    }

    /// What is found is what belongs to the board.
    fn look(table: &Table, i: u64) -> bool {
        let found = table.find(table.key(0), board(i));
        assert!(found.is_none_or(|found| found == entry(i)), "{i}: {found:?}");
        found.is_some()
    }

    fn check(others: &'static [fn(&Table)], reader: fn(&Table)) {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(move || {
            let table = Arc::new(Table::new(64).unwrap());
            store(&table, 1);
            store(&table, 2);
            let start = |thread: &fn(&Table)| {
                let (table, thread) = (table.clone(), *thread);
                thread::spawn(move || thread(&table))
            };
            let others: Vec<_> = others.iter().map(start).collect();
            reader(&table);
            others.into_iter().for_each(|thread| thread.join().unwrap());
            // All that is left belongs together, and nobody has left the bucket locked.
            (1..=4).for_each(|i| drop(look(&table, i)));
            store(&table, 5);
            assert!(look(&table, 5));
        });
    }

    #[test]
    fn a_writer_displaces_what_is_read() {
        let reader = |table: &Table| (1..=3).for_each(|i| drop(look(table, i)));
        check(&[|table| store(table, 3)], reader);
    }

    #[test]
    fn two_writers_want_the_same_slot() {
        let reader = |table: &Table| drop(look(table, 3));
        check(&[|table| store(table, 3), |table| store(table, 4)], reader);
    }

    #[test]
    fn what_is_read_goes_and_comes_back() {
        check(&[|table| [3, 1].into_iter().for_each(|i| store(table, i))], |table| drop(look(table, 1)));
    }
}
