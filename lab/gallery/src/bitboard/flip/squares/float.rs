//! The highest bit of a lane by floating point: converted to a number, cleared but for its exponent, and
//! converted back. SSE2 cannot count leading zeros.

use core::arch::x86_64::*;

use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP};

use super::{Trick, low_high, or_halves, ray, rays_if, tricks, two, words};

/// The highest bit of four 32-bit lanes whose bit 31 is clear (FLIP-10).
#[target_feature(enable = "sse2")]
#[inline]
pub(super) fn highest_31(v: __m128i) -> __m128i {
    let exponent = _mm_castsi128_ps(_mm_set1_epi32(0xff80_0000_u32 as i32));
    _mm_cvtps_epi32(_mm_and_ps(_mm_cvtepi32_ps(v), exponent))
}

/// The highest bit of four 32-bit lanes. Only the sign of a negative number is kept (FLIP-11).
#[target_feature(enable = "sse2")]
#[inline]
fn highest_32(v: __m128i) -> __m128i {
    let highest = highest_31(v);
    _mm_andnot_si128(_mm_srli_epi32::<1>(_mm_srai_epi32::<31>(highest)), highest)
}

/// The highest bit of two 64-bit lanes. The bit of the lower half is kept if the upper half is empty
/// (FLIP-12).
#[target_feature(enable = "sse2")]
#[inline]
fn highest_64(v: __m128i) -> __m128i {
    let halves = highest_32(v);
    let upper_is_empty = _mm_cmpeq_epi32(_mm_srli_epi64::<32>(halves), _mm_setzero_si128());
    _mm_and_si128(halves, upper_is_empty)
}

/// The highest bit of two 64-bit lanes whose upper 12 bits are clear. The lane becomes the mantissa of a
/// number, and a subtraction normalises it (FLIP-13).
#[target_feature(enable = "sse2")]
#[inline]
pub(super) fn highest_52(v: __m128i) -> __m128i {
    let one = _mm_set1_epi64x(0x4330_0000_0000_0000); // 2^52, whose lowest bit is worth 1
    let exponent = _mm_castsi128_pd(_mm_set1_epi64x(0xfff0_0000_0000_0000_u64 as i64));
    let number = _mm_sub_pd(_mm_castsi128_pd(_mm_or_si128(v, one)), _mm_castsi128_pd(one));
    let power_of_two = _mm_add_pd(_mm_and_pd(number, exponent), _mm_castsi128_pd(one));
    _mm_xor_si128(_mm_castpd_si128(power_of_two), one)
}

/// All squares of the rays above the outflanking discs (FLIP-14).
#[target_feature(enable = "sse2")]
#[inline]
pub(super) fn above(outflank: __m128i, rays: __m128i, minuend: __m128i) -> __m128i {
    _mm_and_si128(_mm_sub_epi64(minuend, _mm_add_epi64(outflank, outflank)), rays)
}

/// The flips on two lower rays, with their stops found by `highest`.
#[target_feature(enable = "sse2")]
#[inline]
fn two_rays(player: u64, opponent: u64, rays: __m128i, highest: impl Fn(__m128i) -> __m128i) -> __m128i {
    let stops = highest(_mm_andnot_si128(two(opponent), rays));
    above(_mm_and_si128(stops, two(player)), rays, _mm_setzero_si128())
}

const DOWN: u8 = 0b1111_0000;

/// The flips on row, file and diagonals in lanes of 32 bits. For rank 5 the row lies in the upper half of the
/// board.
#[target_feature(enable = "sse2")]
#[inline]
fn four_rays<const S: usize>(player: u64, opponent: u64, highest: impl Fn(__m128i) -> __m128i) -> __m128i {
    let half = 32 * (S / 32);
    let lanes = |set: u64| {
        let low = set as i32;
        _mm_setr_epi32((set >> half) as i32, low, low, low)
    };
    let [row, file, diagonal9, diagonal7] = const { RAYS_DOWN[S].0 };
    let rays = _mm_setr_epi32((row >> half) as i32, file as i32, diagonal9 as i32, diagonal7 as i32);
    let outflank = _mm_and_si128(highest(_mm_andnot_si128(lanes(opponent), rays)), lanes(player));
    let above = _mm_sub_epi32(_mm_setzero_si128(), _mm_add_epi32(outflank, outflank));
    _mm_and_si128(above, rays)
}

/// The union of four lanes, one by one.
#[target_feature(enable = "sse2")]
#[inline]
fn or_lanes<const S: usize>(flips: __m128i) -> u64 {
    let row = u64::from(_mm_cvtsi128_si32(flips) as u32) << (32 * (S / 32));
    let diagonals = _mm_or_si128(_mm_shuffle_epi32::<2>(flips), _mm_shuffle_epi32::<3>(flips));
    let others = _mm_or_si128(_mm_shuffle_epi32::<1>(flips), diagonals);
    row | u64::from(_mm_cvtsi128_si32(others) as u32)
}

tricks! {
/// All four lower rays in 32-bit lanes, for squares up to rank 5: each of their lower rays lies within one
/// half of the board. Squares with H4, bit 31, on one of these rays are excluded.
struct Float31: |square| rays_if(square < 40
    && (square / 32 == 0 || (ray(square, 5) | ray(square, 7)) >> 31 & 1 == 0), DOWN) => |player, opponent| {
    or_lanes::<S>(four_rays::<S>(player, opponent, |v| highest_31(v)))
}

/// The same as [`Float31`] for squares up to rank 4, whose four results fold into one (FLIP-27).
struct Folded31: |square| rays_if(square < 32, DOWN) => |player, opponent| {
    let flips = four_rays::<S>(player, opponent, |v| highest_31(v));
    // The lanes have no bit in common. So in the even lanes this is the union of two lanes, and in the
    // odd ones zero.
    or_halves(_mm_xor_si128(flips, _mm_shuffle_epi32::<0xf5>(flips)))
}

/// The same as [`Float31`], with bit 31.
struct Float32: |square| rays_if(square < 40, DOWN) => |player, opponent| {
    or_lanes::<S>(four_rays::<S>(player, opponent, |v| highest_32(v)))
}

/// C4-F4 and C5-F5, whose eight rays lie within a half of the board each: four by carry, four by floating
/// point, in lanes of 32 bits (FLIP-45).
struct Central:
    |square| rays_if(24 <= square && square < 40 && 2 <= square % 8 && square % 8 <= 5, !0) => |player, opponent| {
    // Each lower ray but the row's is in the low half of the board, each upper ray in the high half.
    let half = 32 * (S / 32);
    let lanes = |set: u64| {
        let high = (set >> 32) as i32;
        _mm_setr_epi32((set >> half) as i32, high, high, high)
    };
    let [row, file, diagonal9, diagonal7] =
        const { RAYS_UP[S].0 }.map(|ray| if ray >> 32 == 0 { ray as i32 } else { (ray >> 32) as i32 });
    let rays = _mm_setr_epi32(row, file, diagonal9, diagonal7);
    // The carry runs through the opponent's discs (FLIP-06). SSE2 compares 32 bits, so FLIP-16f fills.
    let squares_not_on_ray = _mm_xor_si128(rays, _mm_set1_epi32(-1));
    let carry = _mm_sub_epi32(_mm_or_si128(lanes(opponent), squares_not_on_ray), _mm_set1_epi32(-1));
    let outflank = _mm_and_si128(_mm_and_si128(carry, lanes(player)), rays);
    let beyond = _mm_sub_epi32(_mm_cmpeq_epi32(outflank, _mm_setzero_si128()), outflank);
    let up = _mm_andnot_si128(beyond, rays);
    let down = four_rays::<S>(player, opponent, |v| highest_31(v));
    or_lanes_of_central::<S>(up, down)
}
}

/// The union of four upper and four lower rays, the row first.
#[target_feature(enable = "sse2")]
#[inline]
fn or_lanes_of_central<const S: usize>(up: __m128i, down: __m128i) -> u64 {
    // Lower rays go to even lanes and upper rays to odd ones, as the halves of the board.
    let diagonals = _mm_unpackhi_epi32(down, up);
    let rows_and_files = _mm_unpacklo_epi32(down, up);
    let diagonals = _mm_or_si128(diagonals, _mm_shuffle_epi32::<0x4e>(diagonals));
    let flips = _mm_or_si128(diagonals, _mm_shuffle_epi32::<0x4e>(rows_and_files));
    let rows = _mm_cvtsi128_si64(rows_and_files) as u64;
    _mm_cvtsi128_si64(flips) as u64 | (rows & 0xffff_ffff | rows >> 32) << (32 * (S / 32))
}

tricks! {
/// All lower rays of all squares, two in a vector.
struct Float64: |_square| DOWN => |player, opponent| {
    let [row, file, diagonal9, diagonal7] = const { RAYS_DOWN[S].0 };
    let turned = |a, b| two_rays(player, opponent, low_high(a, b), |v| highest_64(v));
    or_halves(_mm_or_si128(turned(row, file), turned(diagonal9, diagonal7)))
}

/// File and diagonals downward, for squares up to rank 7: these rays end below bit 52.
struct Float52: |square| rays_if(square < 56, 0b1110_0000) => |player, opponent| {
    let [_, file, diagonal9, diagonal7] = const { RAYS_DOWN[S].0 };
    let turned = |a, b| two_rays(player, opponent, low_high(a, b), |v| highest_52(v));
    or_halves(_mm_or_si128(turned(file, 0), turned(diagonal9, diagonal7)))
}
}

impl Borrow {
    /// The last square of the rank below the row. No ray contains it.
    const fn between(square: usize) -> u64 {
        1 << ((square / 8 * 8).wrapping_sub(1) & 63)
    }
}

tricks! {
/// The lower row and A1-H8 diagonal in one lane, the file in the other, one subtraction for all three. A bit
/// between the two rays of a lane stops the borrow of the lower ray (FLIP-15).
struct Borrow: |square| rays_if(square % 8 >= 2 && 16 <= square && square < 56, 0b0111_0000) => |player, opponent| {
    or_halves(by_borrow::<S>(two(player), two(opponent)))
}
}

/// The flips on the rays of [`Borrow`]. The row is within 31 bits of a half, so it is converted by itself.
#[target_feature(enable = "sse2")]
#[inline]
pub(super) fn by_borrow<const S: usize>(player: __m128i, opponent: __m128i) -> __m128i {
    let [row, file, diagonal9, _] = const { RAYS_DOWN[S].0 };
    let on_row = highest_31(_mm_andnot_si128(opponent, low_high(row, 0)));
    let highest = _mm_or_si128(highest_52(_mm_andnot_si128(opponent, low_high(diagonal9, file))), on_row);
    let minuend = low_high(const { Borrow::between(S) }, 0);
    above(_mm_and_si128(highest, player), low_high(row | diagonal9, file), minuend)
}

struct Compression {
    /// A factor for each word: whether it is shifted, before a common shift and after it.
    factors: [u16; 8],
    restore: [u16; 8],
    /// The bits of each byte after compression.
    bits: [u64; 2],
    fits: bool,
}

impl Compression {
    const fn of(square: usize) -> Compression {
        let rays = [RAYS_DOWN[square].0[2], RAYS_DOWN[square].0[1]];
        let mut c = Compression { factors: [16; 8], restore: [1; 8], bits: [0; 2], fits: true };
        let mut half = 0;
        while half < 2 {
            let mut word = 0;
            while word < 4 {
                let bits = (rays[half] >> (16 * word)) as u16;
                if bits & 0xf0f0 == bits && bits != 0 {
                    c.factors[4 * half + word] = 1;
                    c.restore[4 * half + word] = 16;
                    c.bits[half] |= (bits as u64 >> 4) << (16 * word);
                } else if bits & 0x0fff == bits {
                    c.bits[half] |= (bits as u64) << (16 * word);
                } else {
                    c.fits = false;
                }
                word += 1;
            }
            half += 1;
        }
        c.fits &= (c.bits[0] | c.bits[1]) >> 52 == 0;
        c
    }

    const fn rays(square: usize) -> u8 {
        rays_if(square / 8 == 7 && Self::of(square).fits, 0b0110_0000)
    }

    /// The flips on the two rays. `compress` compresses the discs on them.
    #[target_feature(enable = "sse2")]
    #[inline]
    fn flip<const S: usize>(
        player: __m128i,
        opponent: __m128i,
        compress: impl Fn(__m128i) -> __m128i,
    ) -> __m128i {
        let (file, diagonal9) = const { (RAYS_DOWN[S].0[1], RAYS_DOWN[S].0[2]) };
        let restore = const { Self::of(S).restore };
        let rays = low_high(diagonal9, file);
        let highest = highest_52(compress(_mm_andnot_si128(opponent, rays)));
        let outflank = _mm_and_si128(_mm_mullo_epi16(highest, words(restore)), player);
        above(outflank, rays, _mm_setzero_si128())
    }
}

tricks! {
/// The file and the A1-H8 diagonal downward from rank 8. The diagonal from H8 is longer than 52 bits. So
/// words whose bits are in the upper halves of their bytes are shifted right by four before the conversion,
/// and back after it (FLIP-19). This works for squares whose rays have no word with both kinds of bits.
struct Compressed: |square| Compression::rays(square) => |player, opponent| {
    let factors = const { Compression::of(S).factors };
    or_halves(Compression::flip::<S>(two(player), two(opponent), |others| {
        _mm_srli_epi16::<4>(_mm_mullo_epi16(others, words(factors)))
    }))
}

/// The same, but the minimum with a smaller bit replaces the shift (FLIP-22).
struct CompressedByMinimum: |square| Compression::rays(square) => |player, opponent| {
    or_halves(compressed_by_minimum::<S>(two(player), two(opponent)))
}
}

/// The flips on the rays of [`CompressedByMinimum`].
#[target_feature(enable = "sse2")]
#[inline]
pub(super) fn compressed_by_minimum<const S: usize>(player: __m128i, opponent: __m128i) -> __m128i {
    let [diagonal9, file] = const { Compression::of(S).bits };
    Compression::flip::<S>(player, opponent, |others| _mm_min_epu8(others, low_high(diagonal9, file)))
}
