//! The eight rays of each square in one cache line, for registers of 512 bits.

use core::arch::x86_64::*;

use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP};
use reversi_bitboard::Square;

use crate::table::table;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct EightRays([u64; 8]);

static RAYS: [EightRays; 64] = table!(|square| {
    let ([a, b, c, d], [e, f, g, h]) = (RAYS_DOWN[square].0, RAYS_UP[square].0);
    EightRays([a, b, c, d, e, f, g, h])
});

/// The lower rays in the low half, the upper rays in the high half.
#[target_feature(enable = "avx512f")]
#[inline]
pub(super) fn load(square: Square) -> __m512i {
    // SAFETY: `EightRays` is 64 bytes with an alignment of 64.
    unsafe { _mm512_load_si512(RAYS[square.index()].0.as_ptr().cast()) }
}
