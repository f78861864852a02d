//! How evenly hashes spread real positions over the buckets of a table: CRC32C (HASH-01) beside Zobrist keys
//! (HASH-03). `cargo test --manifest-path lab/Cargo.toml --test hash_spread -- --nocapture` prints the
//! figures, which are the same on every machine.

use std::collections::BTreeSet;

use reversi_bitboard::Board;
use reversi_gallery::bitboard;
use reversi_testkit::board;

/// The positions of tournament games and of searches that the benchmarks record, and all positions two plies
/// after them.
fn positions() -> Vec<Board> {
    let recorded = concat!(
        include_str!("../../../benches/recorded/opening.txt"),
        include_str!("../../../benches/recorded/middle.txt"),
        include_str!("../../../benches/recorded/last_four.txt")
    );
    let mut found = BTreeSet::new();
    for line in recorded.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [player, opponent] = [1, 2].map(|i| u64::from_str_radix(words[i], 16).unwrap());
        let root = board(player, opponent);
        let children = |board: Board| board.legal_moves().into_iter().map(move |square| board.play(square));
        for child in children(root) {
            found.extend(children(child).chain([child]).map(bits));
        }
        found.insert(bits(root));
    }
    found.into_iter().map(|(player, opponent)| board(player, opponent)).collect()
}

fn bits(board: Board) -> (u64, u64) {
    (board.player().0, board.opponent().0)
}

/// The number of pairs of positions in one bucket, relative to that of random numbers. The bucket is that of
/// the engine's table: the low half of the hash, scaled.
fn colliding_pairs(hashes: &[u64], buckets: usize) -> f64 {
    let mut counts = vec![0_u64; buckets];
    for hash in hashes {
        counts[(((hash & 0xffff_ffff) * buckets as u64) >> 32) as usize] += 1;
    }
    let pairs = |n: u64| n as f64 * n.saturating_sub(1) as f64 / 2.0;
    counts.into_iter().map(pairs).sum::<f64>() / (pairs(hashes.len() as u64) / buckets as f64)
}

#[test]
fn real_positions_spread_as_random_numbers() {
    let positions = positions();
    assert!(positions.len() > 100_000);
    println!("{} positions; colliding pairs relative to random numbers", positions.len());
    for (name, kernels) in [("CRC32C", bitboard::hash()), ("Zobrist", bitboard::zobrist())] {
        let hashes: Vec<u64> = positions.iter().map(|&board| kernels[0].call(board)).collect();
        for log in [10, 12, 14, 16, 18, 20] {
            let ratio = colliding_pairs(&hashes, 1 << log);
            println!("{name}: 2^{log} buckets: {ratio:.4}");
            // So many pairs collide that random numbers would be within 2 %.
            assert!((0.97..1.03).contains(&ratio), "{name}: {ratio} in 2^{log} buckets");
        }
    }
}
