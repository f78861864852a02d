//! Legal moves.

use reversi_bitboard::__internal::mobility as engine;
use reversi_bitboard::{Board, mask};

use crate::list::kernel_lists;

kernel_lists! {
    /// The legal moves.
    ///
    /// ```
    /// use reversi_bitboard::Board;
    /// use reversi_gallery::bitboard;
    ///
    /// for kernel in bitboard::moves() {
    ///     assert_eq!(kernel.call(Board::START), Board::START.legal_moves().0);
    /// }
    /// ```
    moves(Board), in a solver visit_moves for moves: |board| {
        Portable X86V2 "MOB-01" "parallel prefix" => engine::portable::moves(board).0;
        Portable X86V3 "MOB-06" "shift loop" => shift_loop(board);
        X86V2 X86V3 "MOB-02" "diagonals in a vector" => sse2::two_diagonals(board);
        X86V2 X86V3 "MOB-03" "diagonals and files in vectors" => sse2::six_directions(board);
        X86V3 X86V4 "MOB-04" "four axes in a vector" => engine::avx2::moves(board).0;
        X86V4 "MOB-04 512" "eight directions in 512 bits" => avx512::eight_directions(board);
        Neon "MOB-01" "parallel prefix, in vectors by the compiler" => engine::portable::moves(board).0;
        Neon "MOB-05" "parallel prefix, in general registers" => scalar::moves(board);
        Simd128 "MOB-03" "board upside down beside the board" => engine::simd128::moves(board).0;
    }
}

/// One step at a time in each direction (MOB-06).
#[inline(always)]
fn shift_loop(board: Board) -> u64 {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let mut moves = 0;
    for (step, opponent) in [
        (1, opponent & mask::FILES_B_TO_G.0),
        (7, opponent & mask::FILES_B_TO_G.0),
        (8, opponent),
        (9, opponent & mask::FILES_B_TO_G.0),
    ] {
        let (mut up, mut down) = (opponent & player << step, opponent & player >> step);
        for _ in 0..5 {
            up |= opponent & up << step;
            down |= opponent & down >> step;
        }
        moves |= up << step | down >> step;
    }
    moves & board.empties().0
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use core::arch::x86_64::*;

    use reversi_bitboard::__internal::mobility::portable::along;
    use reversi_bitboard::Board;
    use reversi_bitboard::mask;

    /// Diagonals in a vector of the board and the board upside down, where a step of -7 becomes one of +9
    /// (BB-07). Rows and files are computed in general registers at the same time (MOB-02).
    #[target_feature(enable = "sse4.2")]
    #[inline]
    pub(super) fn two_diagonals(board: Board) -> u64 {
        let (player, opponent) = (board.player().0, board.opponent().0);
        let inner = opponent & mask::FILES_B_TO_G.0;
        let lines = along::<1>(player, inner) | along::<8>(player, opponent);
        let (players, inners) = (and_upside_down(player), and_upside_down(inner));
        let diagonals = _mm_or_si128(up::<7, 14>(players, inners), up::<9, 18>(players, inners));
        (lines | joined(diagonals)) & board.empties().0
    }

    /// Files in vectors too (MOB-03).
    #[target_feature(enable = "sse4.2")]
    #[inline]
    pub(super) fn six_directions(board: Board) -> u64 {
        let (player, opponent) = (board.player().0, board.opponent().0);
        let inner = opponent & mask::FILES_B_TO_G.0;
        let rows = along::<1>(player, inner);
        let (players, inners) = (and_upside_down(player), and_upside_down(inner));
        let files = up::<8, 16>(players, and_upside_down(opponent));
        let diagonals = _mm_or_si128(up::<7, 14>(players, inners), up::<9, 18>(players, inners));
        (rows | joined(_mm_or_si128(files, diagonals))) & board.empties().0
    }

    #[target_feature(enable = "sse4.2")]
    #[inline]
    fn and_upside_down(set: u64) -> __m128i {
        _mm_set_epi64x(set.swap_bytes() as i64, set as i64)
    }

    #[target_feature(enable = "sse4.2")]
    #[inline]
    fn joined(v: __m128i) -> u64 {
        _mm_cvtsi128_si64(v) as u64 | (_mm_extract_epi64::<1>(v) as u64).swap_bytes()
    }

    #[target_feature(enable = "sse4.2")]
    #[inline]
    fn up<const STEP: i32, const STEP2: i32>(player: __m128i, opponent: __m128i) -> __m128i {
        let mut run = _mm_and_si128(opponent, _mm_slli_epi64::<STEP>(player));
        run = _mm_or_si128(run, _mm_and_si128(opponent, _mm_slli_epi64::<STEP>(run)));
        let pairs = _mm_and_si128(opponent, _mm_slli_epi64::<STEP>(opponent));
        run = _mm_or_si128(run, _mm_and_si128(pairs, _mm_slli_epi64::<STEP2>(run)));
        run = _mm_or_si128(run, _mm_and_si128(pairs, _mm_slli_epi64::<STEP2>(run)));
        _mm_slli_epi64::<STEP>(run)
    }
}

#[cfg(target_arch = "aarch64")]
mod scalar {
    use reversi_bitboard::{Board, mask};

    /// All eight directions in general registers, where a logic instruction shifts an operand for free
    /// (MOB-05). The source, Okuhara's notes on bitboards, prefers it to NEON and states no figures.
    #[inline(always)]
    pub(super) fn moves(board: Board) -> u64 {
        let (player, opponent) = (board.player().0, board.opponent().0);
        let inner = opponent & mask::FILES_B_TO_G.0;
        let moves = along::<1>(player, inner)
            | along::<8>(player, opponent)
            | along::<9>(player, inner)
            | along::<7>(player, inner);
        moves & board.empties().0
    }

    #[inline(always)]
    fn along<const STEP: u32>(player: u64, opponent: u64) -> u64 {
        let mut up = kept(opponent & player << STEP);
        let mut down = kept(opponent & player >> STEP);
        up = kept(up | opponent & up << STEP);
        down = kept(down | opponent & down >> STEP);
        let pairs_up = kept(opponent & opponent << STEP);
        let pairs_down = kept(pairs_up >> STEP);
        up = kept(up | pairs_up & up << (2 * STEP));
        down = kept(down | pairs_down & down >> (2 * STEP));
        up = kept(up | pairs_up & up << (2 * STEP));
        down = kept(down | pairs_down & down >> (2 * STEP));
        up << STEP | down >> STEP
    }

    /// The value in a general register. Without it the compiler gathers the directions in vectors.
    #[inline(always)]
    fn kept(mut set: u64) -> u64 {
        // SAFETY: no instruction, only a comment that names the register.
        unsafe {
            core::arch::asm!("// {0}", inout(reg) set, options(pure, nomem, nostack, preserves_flags));
        }
        set
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use core::arch::x86_64::*;

    use reversi_bitboard::{Board, mask};
    /// All eight directions in one register, by rotations instead of shifts to both sides. The mask of the
    /// inner squares removes the bits that a rotation carries around.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(super) fn eight_directions(board: Board) -> u64 {
        const INNER: i64 = mask::FILES_B_TO_G.0 as i64;
        const RANKS_2_TO_7: i64 = mask::RANKS_2_TO_7.0 as i64;
        const BOTH: i64 = INNER & RANKS_2_TO_7;
        let player = _mm512_set1_epi64(board.player().0 as i64);
        let turnable = _mm512_setr_epi64(INNER, RANKS_2_TO_7, BOTH, BOTH, INNER, RANKS_2_TO_7, BOTH, BOTH);
        let opponent = _mm512_and_si512(_mm512_set1_epi64(board.opponent().0 as i64), turnable);
        let step = _mm512_setr_epi64(1, 8, 9, 7, 63, 56, 55, 57);
        let step2 = _mm512_setr_epi64(2, 16, 18, 14, 62, 48, 46, 50);

        let mut run = _mm512_and_si512(opponent, _mm512_rolv_epi64(player, step));
        run = _mm512_or_si512(run, _mm512_and_si512(opponent, _mm512_rolv_epi64(run, step)));
        let pairs = _mm512_and_si512(opponent, _mm512_rolv_epi64(opponent, step));
        run = _mm512_or_si512(run, _mm512_and_si512(pairs, _mm512_rolv_epi64(run, step2)));
        run = _mm512_or_si512(run, _mm512_and_si512(pairs, _mm512_rolv_epi64(run, step2)));
        _mm512_reduce_or_epi64(_mm512_rolv_epi64(run, step)) as u64 & board.empties().0
    }
}
