//! Legal moves as the engine does not compute them.

#[cfg(target_arch = "x86_64")]
pub(super) mod sse2 {
    use core::arch::x86_64::*;

    use crate::Board;
    use crate::kernel::mobility::FILES_B_TO_G;
    use crate::kernel::mobility::portable::along;

    /// Diagonals in a vector of the board and the board upside down, where a step of -7 is one of +9 (BB-07); rows and
    /// files in general registers at the same time (MOB-02).
    #[target_feature(enable = "sse4.2")]
    #[inline]
    pub(in crate::gallery) fn moves(board: Board) -> u64 {
        let (player, opponent) = (board.player().0, board.opponent().0);
        let inner = opponent & FILES_B_TO_G;
        let lines = along::<1>(player, inner) | along::<8>(player, opponent);

        let players = _mm_set_epi64x(player.swap_bytes() as i64, player as i64);
        let inners = _mm_set_epi64x(inner.swap_bytes() as i64, inner as i64);
        let diagonals = _mm_or_si128(up::<7, 14>(players, inners), up::<9, 18>(players, inners));
        let upside_down = _mm_extract_epi64::<1>(diagonals) as u64;
        (lines | _mm_cvtsi128_si64(diagonals) as u64 | upside_down.swap_bytes()) & board.empties().0
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
