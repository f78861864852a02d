//! Last-move counts that the engine does not use.

use crate::Square;
use crate::kernel::last_flip::{both, portable};
use crate::kernel::rays::LINES;

/// One side after the other.
#[inline(always)]
pub(super) fn twice(square: Square, player: u64) -> [u32; 2] {
    [portable::count(square, player), portable::count(square, !(player | square.bit()))]
}

/// Both sides' counts from the same bits (LAST-01, LAST-14).
#[inline(always)]
pub(super) fn doubled(square: Square, player: u64) -> [u32; 2] {
    let [_, _, diagonal9, diagonal7] = LINES[square.index()].0;
    let row = player >> (8 * square.rank());
    let file = portable::file(square, player);
    let by_rank = |line| portable::file(Square::A1, sum_of_files(line));
    both::counts(square, row, file, by_rank(player & diagonal9), by_rank(player & diagonal7))
}

/// The union of all files, on file A.
#[inline(always)]
fn sum_of_files(set: u64) -> u64 {
    let set = set | set >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    let set = set | set >> 2 & 0x3333_3333_3333_3333;
    set | set >> 1 & 0x5555_5555_5555_5555
}

#[cfg(target_arch = "x86_64")]
pub(super) mod bmi2 {
    use crate::Square;
    use crate::kernel::last_flip::{bmi2, both};

    /// Both sides' counts from the same gathered bits (LAST-07, LAST-14).
    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(in crate::gallery) fn doubled(square: Square, player: u64) -> [u32; 2] {
        let [row, file, diagonal9, diagonal7] = bmi2::gather(square, player);
        both::counts(square, row, file as u32, diagonal9 as u32, diagonal7 as u32)
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod avx512 {
    use core::arch::x86_64::*;

    use crate::Square;
    use crate::kernel::flip::avx2::{load, or_lanes};
    use crate::kernel::rays::{RAYS_DOWN, RAYS_UP};

    /// The flips themselves, counted (LAST-13).
    #[target_feature(enable = "avx512f,avx512cd,avx512vl,popcnt")]
    #[inline]
    pub(in crate::gallery) fn count_13(square: Square, player: u64) -> u32 {
        let player = _mm256_set1_epi64x(player as i64);
        let (up, down) = (load(&RAYS_UP[square.index()]), load(&RAYS_DOWN[square.index()]));
        let minus_one = _mm256_set1_epi64x(-1);

        let mine = _mm256_and_si256(player, up);
        let below = _mm256_andnot_si256(mine, _mm256_add_epi64(mine, minus_one));
        let flips = _mm256_maskz_and_epi64(_mm256_test_epi64_mask(mine, mine), below, up);

        let mine = _mm256_and_si256(player, down);
        let nearest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(mine));
        let above =
            _mm256_andnot_si256(_mm256_add_epi64(nearest, minus_one), _mm256_andnot_si256(player, down));
        let some = _mm256_test_epi64_mask(mine, mine);
        or_lanes(_mm256_mask_or_epi64(flips, some, flips, above)).count_ones()
    }
}

#[cfg(target_arch = "aarch64")]
pub(super) mod neon {
    use crate::Square;
    use crate::kernel::last_flip::neon;

    /// The other side has the complement of the gathered bits, on the lines' own squares (LAST-12).
    #[target_feature(enable = "neon")]
    #[inline]
    pub(in crate::gallery) fn complemented(square: Square, player: u64) -> [u32; 2] {
        let mine = neon::gather(square, player);
        let all = neon::gather(square, !square.bit());
        let mut theirs = mine;
        for (theirs, all) in theirs.iter_mut().zip(all) {
            *theirs ^= all;
        }
        [neon::sum(square, mine), neon::sum(square, theirs)]
    }
}
