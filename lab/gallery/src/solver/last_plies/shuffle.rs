//! The shuffle of 16 bytes of each level (END-07): PSHUFB, TBL, or a loop.

use reversi_bitboard::cpu::Portable;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::kernels;

use super::order::Control;

pub(super) trait Shuffle: Primitives {
    /// Four words whose bytes are those of `word` in the order of the control.
    fn shuffle(self, word: u32, control: &'static Control) -> [u32; 4];
}

impl Shuffle for Portable {
    kernels! { Portable; fn shuffle(word: u32, control: &'static Control) -> [u32; 4] = portable; }
}

#[inline(always)]
fn portable(word: u32, control: &'static Control) -> [u32; 4] {
    let bytes = word.to_le_bytes();
    let mut words = [0; 4];
    for (word, control) in words.iter_mut().zip(control.0.chunks_exact(4)) {
        *word = u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[control[i] as usize & 3]));
    }
    words
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;

    use reversi_bitboard::cpu::{X86V2, X86V3, X86V4};
    use reversi_bitboard::kernels;

    use super::{Control, Shuffle};

    #[target_feature(enable = "sse4.1,ssse3")]
    #[inline]
    fn pshufb(word: u32, control: &'static Control) -> [u32; 4] {
        let (low, high) = control.0.split_at(8);
        let half = |bytes: &[u8]| i64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        let v = _mm_shuffle_epi8(_mm_cvtsi32_si128(word as i32), _mm_set_epi64x(half(high), half(low)));
        [
            _mm_cvtsi128_si32(v) as u32,
            _mm_extract_epi32::<1>(v) as u32,
            _mm_extract_epi32::<2>(v) as u32,
            _mm_extract_epi32::<3>(v) as u32,
        ]
    }

    impl Shuffle for X86V2 {
        kernels! { X86V2; fn shuffle(word: u32, control: &'static Control) -> [u32; 4] = pshufb; }
    }
    impl<const FAST_PEXT: bool> Shuffle for X86V3<FAST_PEXT>
    where
        X86V3<FAST_PEXT>: reversi_bitboard::kernel::Primitives,
    {
        kernels! { X86V3; fn shuffle(word: u32, control: &'static Control) -> [u32; 4] = pshufb; }
    }
    impl Shuffle for X86V4 {
        kernels! { X86V4; fn shuffle(word: u32, control: &'static Control) -> [u32; 4] = pshufb; }
    }
}

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use core::arch::aarch64::*;

    use reversi_bitboard::cpu::Neon;
    use reversi_bitboard::kernels;

    use super::{Control, Shuffle};

    #[target_feature(enable = "neon")]
    #[inline]
    fn tbl(word: u32, control: &'static Control) -> [u32; 4] {
        let (low, high) = control.0.split_at(8);
        let half = |bytes: &[u8]| vcreate_u8(u64::from_le_bytes(bytes.try_into().expect("eight bytes")));
        let squares = vreinterpretq_u8_u32(vdupq_n_u32(word));
        let v = vreinterpretq_u32_u8(vqtbl1q_u8(squares, vcombine_u8(half(low), half(high))));
        [vgetq_lane_u32::<0>(v), vgetq_lane_u32::<1>(v), vgetq_lane_u32::<2>(v), vgetq_lane_u32::<3>(v)]
    }

    impl Shuffle for Neon {
        kernels! { Neon; fn shuffle(word: u32, control: &'static Control) -> [u32; 4] = tbl; }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Shuffle for reversi_bitboard::cpu::Simd128 {
    kernels! { Simd128; fn shuffle(word: u32, control: &'static Control) -> [u32; 4] = portable; }
}
