use reversi_bitboard::__internal::last_flip::neon;
use reversi_bitboard::Square;

/// The gathered bits of the other side are the complement, on the squares of the lines (LAST-12).
#[target_feature(enable = "neon")]
#[inline]
pub(super) fn complemented(square: Square, player: u64) -> [u32; 2] {
    let mine = neon::gather(square, player);
    let all = neon::gather(square, !square.bit());
    let mut theirs = mine;
    for (theirs, all) in theirs.iter_mut().zip(all) {
        *theirs ^= all;
    }
    [neon::sum(square, mine), neon::sum(square, theirs)]
}
