//! Full lines.

use reversi_bitboard::__internal::lines as engine;
use reversi_bitboard::Bitboard;
use reversi_bitboard::kernel::FullLines;

use crate::list::kernel_lists;

fn fold(full: FullLines) -> u64 {
    full.row.0
        ^ full.file.0.rotate_left(1)
        ^ full.diagonal9.0.rotate_left(2)
        ^ full.diagonal7.0.rotate_left(3)
}

kernel_lists! {
    /// The full lines of an occupied set, combined into one word.
    full_lines(u64) -> FullLines, packed by fold, in a solver visit_full_lines for full_lines: |occupied| {
        Portable "FULL-01 FULL-03 FULL-05" "guarded prefix" => engine::portable::full_lines(Bitboard(occupied));
        X86V2 X86V3 "FULL-02 FULL-03 FULL-06" "upside-down lane" => engine::sse2::full_lines(Bitboard(occupied));
        X86V3 "FULL-02 FULL-03 FULL-07" "four directions at once" => engine::avx2::full_lines(Bitboard(occupied));
        X86V3 "FULL-02 FULL-03 FULL-07 vector" "four directions at once, mirrored in the vector" => avx2::mirrored_in_vector(occupied);
        Portable "FULL-01 FULL-04 FULL-05" "guarded prefix, files in 32 bits" => FullLines { file: Bitboard(file_by_halves(occupied)), ..engine::portable::full_lines(Bitboard(occupied)) };
        X86V3 "FULL-02 FULL-03 FULL-08" "every diagonal compared" => avx2::compared(occupied);
    }
}

/// Both halves of the result are the same (FULL-04).
#[inline(always)]
fn file_by_halves(occupied: u64) -> u64 {
    let mut half = occupied as u32 & (occupied >> 32) as u32;
    half &= half.rotate_right(16);
    half &= half.rotate_right(8);
    u64::from(half) << 32 | u64::from(half)
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use core::arch::x86_64::*;

    use reversi_bitboard::__internal::flip::avx2::load;
    use reversi_bitboard::__internal::lines::beyond_edge;
    use reversi_bitboard::__internal::rays::RayLanes;
    use reversi_bitboard::Bitboard;
    use reversi_bitboard::kernel::FullLines;

    /// The two diagonals at the distance `k` from a main diagonal, first for the axis A1-H8, then for the
    /// other. For `k = 0` the second one is empty.
    const fn off_main(k: i8) -> [[u64; 2]; 2] {
        let mut diagonals = [[0; 2]; 2];
        let mut square = 0;
        while square < 64 {
            let (x, y) = (square % 8, square / 8);
            let off = [x - y, x + y - 7];
            let mut axis = 0;
            while axis < 2 {
                if off[axis] == k {
                    diagonals[axis][0] |= 1 << square;
                } else if off[axis] == -k {
                    diagonals[axis][1] |= 1 << square;
                }
                axis += 1;
            }
            square += 1;
        }
        diagonals
    }

    const fn each_by_itself(k: i8) -> RayLanes {
        let [[a, b], [c, d]] = off_main(k);
        RayLanes([a, b, c, d])
    }

    /// Two diagonals of up to four squares share a lane: they lie in different halves of the board.
    const fn two_a_lane(k: i8, l: i8) -> RayLanes {
        let ([[a, b], [c, d]], [[e, f], [g, h]]) = (off_main(k), off_main(l));
        RayLanes([a | b, e | f, c | d, g | h])
    }

    static LONG: [RayLanes; 4] = [each_by_itself(0), each_by_itself(1), each_by_itself(2), each_by_itself(3)];
    static SHORT: [RayLanes; 2] = [two_a_lane(4, 5), two_a_lane(6, 7)];

    /// For each step of two directions, the squares from which it leads beyond the edge, twice: the mirror
    /// image has them the other way round.
    static GUARDS: [RayLanes; 3] = {
        const fn guard(k: i8) -> RayLanes {
            let (plus9, plus7) = (beyond_edge(k, 1, 1), beyond_edge(k, -1, 1));
            RayLanes([plus9, plus7, plus7, plus9])
        }
        [guard(1), guard(2), guard(4)]
    };

    /// FULL-07 with the mirror image made by a shuffle of the vector that has the board, and made back
    /// before its half is taken out. The engine's kernel swaps the bytes in a general register.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn mirrored_in_vector(occupied: u64) -> FullLines {
        const KEEP: [i64; 2] = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];
        let mirror_half = _mm256_setr_epi64x(KEEP[0], KEEP[1], KEEP[0].swap_bytes(), KEEP[1].swap_bytes());
        let board = _mm256_set1_epi64x(occupied as i64);
        let mut full = _mm256_shuffle_epi8(board, mirror_half);
        let shifts = _mm256_setr_epi64x(9, 7, 7, 9);
        full = _mm256_and_si256(full, _mm256_or_si256(load(&GUARDS[0]), _mm256_srlv_epi64(full, shifts)));
        let shifts = _mm256_add_epi64(shifts, shifts);
        full = _mm256_and_si256(full, _mm256_or_si256(load(&GUARDS[1]), _mm256_srlv_epi64(full, shifts)));
        let shifts = _mm256_add_epi64(shifts, shifts);
        full = _mm256_and_si256(full, _mm256_or_si256(load(&GUARDS[2]), _mm256_srlv_epi64(full, shifts)));
        let back = _mm256_shuffle_epi8(full, mirror_half);
        let diagonals = _mm_and_si128(_mm256_castsi256_si128(back), _mm256_extracti128_si256::<1>(back));
        let rows = _mm_cmpeq_epi8(_mm256_castsi256_si128(board), _mm_set1_epi8(-1));
        FullLines {
            row: Bitboard(_mm_cvtsi128_si64(rows) as u64),
            file: reversi_bitboard::__internal::lines::portable::file(Bitboard(occupied)),
            diagonal9: Bitboard(_mm_cvtsi128_si64(diagonals) as u64),
            diagonal7: Bitboard(_mm_extract_epi64::<1>(diagonals) as u64),
        }
    }

    /// A line is full if all of its squares are occupied: one comparison for each diagonal (FULL-08).
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn compared(occupied: u64) -> FullLines {
        let board = _mm256_set1_epi64x(occupied as i64);
        let mut full = _mm256_setzero_si256();
        for lines in &LONG {
            let lines = load(lines);
            let is_full = _mm256_cmpeq_epi64(_mm256_and_si256(board, lines), lines);
            full = _mm256_or_si256(full, _mm256_and_si256(is_full, lines));
        }
        for lines in &SHORT {
            let lines = load(lines);
            let is_full = _mm256_cmpeq_epi32(_mm256_and_si256(board, lines), lines);
            full = _mm256_or_si256(full, _mm256_and_si256(is_full, lines));
        }
        let joined = _mm256_or_si256(full, _mm256_shuffle_epi32::<0x4e>(full));
        let rows = _mm_cmpeq_epi8(_mm256_castsi256_si128(board), _mm_set1_epi8(-1));
        FullLines {
            row: Bitboard(_mm_cvtsi128_si64(rows) as u64),
            file: reversi_bitboard::__internal::lines::portable::file(Bitboard(occupied)),
            diagonal9: Bitboard(_mm256_extract_epi64::<0>(joined) as u64),
            diagonal7: Bitboard(_mm256_extract_epi64::<2>(joined) as u64),
        }
    }
}
