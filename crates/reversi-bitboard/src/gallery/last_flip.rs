//! Last-move counts that the engine does not use.

use crate::Square;
use crate::kernel::last_flip::portable;

/// One side after the other.
#[inline(always)]
pub(super) fn twice(square: Square, player: u64) -> [u32; 2] {
    [portable::count(square, player), portable::count(square, !(player | square.bit()))]
}

#[cfg(target_arch = "x86_64")]
pub(super) mod pext {
    use core::arch::x86_64::_pext_u64;

    use crate::Square;
    use crate::kernel::last_flip::{COUNT, both};
    use crate::kernel::rays::{LINES, Lanes};

    /// File and diagonals with exactly one square in each rank: beyond the edge any square that no line meets.
    static ONE_A_RANK: [Lanes; 64] = {
        let mut table = LINES;
        let mut square = 0;
        while square < 64 {
            let [row, file, diagonal9, diagonal7] = LINES[square].0;
            let free = !(row | file | diagonal9 | diagonal7 | 1 << square);
            let mut lane = 1;
            while lane < 4 {
                let mut rank = 0;
                while rank < 8 {
                    let squares = 0xff << (8 * rank);
                    if table[square].0[lane] & squares == 0 {
                        let own = 1 << square & squares;
                        let free = free & squares;
                        table[square].0[lane] |= if own != 0 { own } else { free & free.wrapping_neg() };
                    }
                    rank += 1;
                }
                lane += 1;
            }
            square += 1;
        }
        table
    };

    /// The discs on the lines through `square`, gathered: row by file, the others by rank (LAST-07).
    #[target_feature(enable = "bmi2")]
    #[inline]
    fn gather(square: Square, player: u64) -> [u64; 4] {
        let [row, file, diagonal9, diagonal7] = LINES[square.index()].0;
        let on_lines = player & (row | file | diagonal9 | diagonal7);
        let [_, file, diagonal9, diagonal7] = ONE_A_RANK[square.index()].0;
        [
            player >> (8 * square.rank()) & 0xff,
            _pext_u64(on_lines, file),
            _pext_u64(on_lines, diagonal9),
            _pext_u64(on_lines, diagonal7),
        ]
    }

    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(in crate::gallery) fn count(square: Square, player: u64) -> u32 {
        let [row, file, diagonal9, diagonal7] = gather(square, player);
        let by_rank = &COUNT[square.rank() as usize];
        u32::from(COUNT[square.file() as usize][row as usize & 0xff])
            + u32::from(by_rank[file as usize & 0xff])
            + u32::from(by_rank[diagonal9 as usize & 0xff])
            + u32::from(by_rank[diagonal7 as usize & 0xff])
    }

    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(in crate::gallery) fn counts(square: Square, player: u64) -> [u32; 2] {
        let [row, file, diagonal9, diagonal7] = gather(square, player);
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
