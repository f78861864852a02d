//! Hashes of a board.

use reversi_bitboard::__internal::hash as engine;
use reversi_bitboard::{Bitboard, Board};

use crate::list::kernel_lists;
use crate::table::table;

kernel_lists! {
    /// The hash of a board.
    hash(Board), in a solver visit_hashes for hash: |board| {
        Portable "HASH-02" "CRC32C by table" => engine::portable::hash(board);
        X86V2 "HASH-01" "CRC32C instruction" => engine::sse4::hash(board);
        Neon "HASH-01" "CRC32C instruction" => engine::armv8::hash(board);
    }

    /// Zobrist hash: the random numbers of all discs, combined by XOR.
    zobrist(Board), in a solver visit_zobrist for hash: |board| {
        Portable "HASH-03 discs" "disc by disc" => by_disc(board);
        Portable X86V3 "HASH-03" "rank by rank" => by_rank(board);
    }
}

/// A random number for each disc of the player, then of the opponent, by the generator SplitMix64.
static KEYS: [u64; 128] = table!(|i| {
    let state = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
});

/// `RANK_KEYS[rank][discs]`: the keys of a rank's discs, combined. There are eight ranks for each side.
static RANK_KEYS: [[u64; 256]; 16] = table!(|rank| table!(|discs| {
    let (mut key, mut file) = (0, 0);
    while file < 8 {
        key ^= (discs as u64 >> file & 1) * KEYS[8 * rank + file];
        file += 1;
    }
    key
}));

#[inline(always)]
fn by_disc(board: Board) -> u64 {
    let keys = |set: Bitboard, side: usize| {
        set.into_iter().fold(0, |hash, square| hash ^ KEYS[64 * side + square.index()])
    };
    keys(board.player(), 0) ^ keys(board.opponent(), 1)
}

/// One look-up for each of 16 bytes (HASH-03).
#[inline(always)]
fn by_rank(board: Board) -> u64 {
    let (player, opponent) = (board.player().0.to_le_bytes(), board.opponent().0.to_le_bytes());
    let mut hash = 0;
    for rank in 0..8 {
        hash ^= RANK_KEYS[rank][player[rank] as usize] ^ RANK_KEYS[8 + rank][opponent[rank] as usize];
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::KEYS;

    #[test]
    fn no_two_discs_share_a_key() {
        for (i, key) in KEYS.iter().enumerate() {
            assert!(*key != 0 && !KEYS[..i].contains(key));
        }
    }
}
