//! Legal moves.

use reversi_bitboard::__internal::mobility as engine;
use reversi_bitboard::{Board, mask};

use crate::list::kernel_lists;

kernel_lists! {
    /// The legal moves.
    moves(Board), in a solver visit_moves for moves: |board| {
        Portable X86V2 "MOB-01" "parallel prefix" => engine::portable::moves(board).0;
        Portable "MOB-01 BB-11" "the same in two halves of 32 bits" => halves::moves(board);
        Portable X86V3 "MOB-06" "shift loop" => shift_loop(board);
        X86V2 X86V3 "MOB-02" "diagonals in a vector" => sse4::two_diagonals(board);
        X86V2 X86V3 "MOB-03" "diagonals and files in vectors" => engine::sse4::moves(board).0;
        X86V3 X86V4 "MOB-04" "four axes in a vector" => engine::avx2::moves(board).0;
        X86V4 "MOB-04 512" "eight directions in 512 bits" => avx512::eight_directions(board);
        Neon "MOB-01" "parallel prefix, in vectors by the compiler" => engine::portable::moves(board).0;
        Neon "MOB-05" "parallel prefix, in general registers" => engine::neon::moves(board).0;
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

/// Halves of 32 bits, four ranks each (BB-11).
mod halves {
    use reversi_bitboard::{Board, mask};

    /// The low and the high half of a set.
    type Halves = [u32; 2];

    fn halves(set: u64) -> Halves {
        [set as u32, (set >> 32) as u32]
    }

    /// A row lies within a half, so both halves are searched as one board is. In the other directions a half
    /// has three ranks beside the first, so a run grows by three steps in it instead of five. What reaches
    /// the end of one half goes on in the other.
    #[inline(always)]
    pub(super) fn moves(board: Board) -> u64 {
        let (player, opponent) = (halves(board.player().0), halves(board.opponent().0));
        let inner = opponent.map(|half| half & mask::FILES_B_TO_G.0 as u32);
        let rows = [on_rows(player[0], inner[0]), on_rows(player[1], inner[1])];
        let sets = [
            rows,
            up::<8>(player, opponent),
            up::<9>(player, inner),
            up::<7>(player, inner),
            down::<8>(player, opponent),
            down::<9>(player, inner),
            down::<7>(player, inner),
        ];
        let [mut low, mut high] = [0; 2];
        for set in sets {
            low |= set[0];
            high |= set[1];
        }
        (u64::from(low) | u64::from(high) << 32) & board.empties().0
    }

    /// As `along::<1>` of the engine.
    #[inline(always)]
    fn on_rows(player: u32, inner: u32) -> u32 {
        let (mut up, mut down) = (inner & player << 1, inner & player >> 1);
        up |= inner & up << 1;
        down |= inner & down >> 1;
        let pairs_up = inner & inner << 1;
        let pairs_down = pairs_up >> 1;
        up |= pairs_up & up << 2;
        down |= pairs_down & down >> 2;
        up |= pairs_up & up << 2;
        down |= pairs_down & down >> 2;
        up << 1 | down >> 1
    }

    #[inline(always)]
    fn up<const STEP: u32>([low, high]: Halves, [low_theirs, high_theirs]: Halves) -> Halves {
        let mut run = low_theirs & low << STEP;
        run |= low_theirs & run << STEP;
        run |= low_theirs & run << STEP;
        let moves = run << STEP;
        // An own disc on rank 4, or a run that ends there, begins a run in the other half.
        let mut on = high_theirs & (high << STEP | (low | run) >> (32 - STEP));
        on |= high_theirs & on << STEP;
        on |= high_theirs & on << STEP;
        [moves, on << STEP | run >> (32 - STEP)]
    }

    #[inline(always)]
    fn down<const STEP: u32>([low, high]: Halves, [low_theirs, high_theirs]: Halves) -> Halves {
        let mut run = high_theirs & high >> STEP;
        run |= high_theirs & run >> STEP;
        run |= high_theirs & run >> STEP;
        let moves = run >> STEP;
        let mut on = low_theirs & (low >> STEP | (high | run) << (32 - STEP));
        on |= low_theirs & on >> STEP;
        on |= low_theirs & on >> STEP;
        [on >> STEP | run << (32 - STEP), moves]
    }
}

#[cfg(target_arch = "x86_64")]
mod sse4 {
    use core::arch::x86_64::*;

    use reversi_bitboard::__internal::mobility::portable::along;
    use reversi_bitboard::__internal::mobility::sse4::{and_upside_down, joined, up};
    use reversi_bitboard::Board;
    use reversi_bitboard::mask;

    /// Diagonals in a vector of the board and the board upside down, rows and files in general registers at
    /// the same time (MOB-02).
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
