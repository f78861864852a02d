//! A function for each square, with constant masks, shifts and factors. A line of which only one ray is
//! long enough to turn a disc can be counted without a table. Rows are always looked up: a shift gathers
//! them.

use reversi_bitboard::__internal::last_flip::{COUNT, portable};
use reversi_bitboard::__internal::rays::{LINES, RAYS_DOWN, RAYS_UP};
use reversi_bitboard::Square;

use crate::bitboard::each_square::of_each_square;

/// How files and diagonals with one ray are counted.
pub(super) trait OneRay {
    /// Whether an upper ray is counted by its lowest bit (LAST-05).
    const UP: bool;
    /// How a lower ray is counted (LAST-06).
    const DOWN: Down;
}

#[derive(Clone, Copy)]
pub(super) enum Down {
    Table,
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code))]
    // no level has them
    LeadingZeros,
    /// A bit scan, which is undefined for zero.
    Sentinel,
}

macro_rules! one_ray {
    ($($(#[$meta:meta])* $Name:ident $up:literal $Down:ident;)*) => {$(
        $(#[$meta])*
        pub(super) struct $Name;

        $(#[$meta])*
        impl OneRay for $Name {
            const UP: bool = $up;
            const DOWN: Down = Down::$Down;
        }
    )*};
}
one_ray! {
    Tables false Table;
    LowestBit true Table;
    BitScan false Sentinel;
    #[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
    LeadingZeros false LeadingZeros;
    #[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
    LowestBitAndLeadingZeros true LeadingZeros;
}

/// The count by the function of the square.
#[inline(always)]
pub(super) fn count<T: OneRay>(square: Square, player: u64) -> u32 {
    Functions::<T>::OF_SQUARE[square.index()](player)
}

/// The same with the instructions for lowest bits and leading zeros.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,lzcnt")]
#[inline]
pub(super) fn count_bmi1<T: OneRay>(square: Square, player: u64) -> u32 {
    // SAFETY: this function has the features of those in the table.
    unsafe { Functions::<T>::WITH_BMI1[square.index()](player) }
}

struct Functions<T>(core::marker::PhantomData<T>);

impl<T: OneRay> Functions<T> {
    const OF_SQUARE: &'static [fn(u64) -> u32; 64] = &of_each_square!(count_on::<T>);
    #[cfg(target_arch = "x86_64")]
    const WITH_BMI1: &'static [unsafe fn(u64) -> u32; 64] = &of_each_square!(count_on_with_bmi1::<T>);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,lzcnt")]
fn count_on_with_bmi1<T: OneRay, const S: usize>(player: u64) -> u32 {
    row::<S>(player) + line::<T, S, 1>(player) + line::<T, S, 2>(player) + line::<T, S, 3>(player)
}

fn count_on<T: OneRay, const S: usize>(player: u64) -> u32 {
    row::<S>(player) + line::<T, S, 1>(player) + line::<T, S, 2>(player) + line::<T, S, 3>(player)
}

#[inline(always)]
fn row<const S: usize>(player: u64) -> u32 {
    COUNT[const { S % 8 }][(player >> const { S / 8 * 8 }) as usize & 0xff].into()
}

/// A file or a diagonal, whose lane is not 0.
#[inline(always)]
fn line<T: OneRay, const S: usize, const LANE: usize>(player: u64) -> u32 {
    const { assert!(LANE != 0, "the nibbles of a row overlap") }
    let ray = Ray::<S, LANE>;
    match const { (Ray::<S, LANE>::UP.count_ones() > 1, Ray::<S, LANE>::DOWN.count_ones() > 1, T::DOWN) } {
        (false, false, _) => 0,
        (true, false, _) if T::UP => ray.up(player),
        (false, true, Down::LeadingZeros) => ray.leading_zeros(player),
        (false, true, Down::Sentinel) => ray.bit_scan(player),
        _ => ray.look_up(player),
    }
}

/// The two rays of a line.
struct Ray<const S: usize, const LANE: usize>;

impl<const S: usize, const LANE: usize> Ray<S, LANE> {
    const STEP: usize = [1, 8, 9, 7][LANE];
    const UP: u64 = RAYS_UP[S].0[LANE];
    const DOWN: u64 = RAYS_DOWN[S].0[LANE];

    /// The shift after which each disc of the upper ray selects its nibble of [`Self::COUNTS`].
    const SHIFT: u32 = (63 - Self::UP.leading_zeros() % 64).saturating_sub(60);
    /// The counts as the nibbles of a number. Multiplied by the bit of a disc, its count becomes the top
    /// nibble.
    const COUNTS: u64 = {
        let (mut counts, mut n) = (0, 1);
        while n < Self::UP.count_ones() as usize {
            counts |= (n as u64) << (60 + Self::SHIFT as usize - S - Self::STEP * (n + 1));
            n += 1;
        }
        counts
    };

    /// The nearest disc selects its count (LAST-05).
    #[inline(always)]
    fn up(self, player: u64) -> u32 {
        let discs = (player & const { Self::UP }) >> const { Self::SHIFT };
        let nearest = discs & discs.wrapping_neg();
        (nearest.wrapping_mul(const { Self::COUNTS }) >> 60) as u32
    }

    /// Moves the neighbour to the top bit. A step of 7 is rounded up to 8 by a smaller shift.
    const TO_TOP: usize = 63 - S + if LANE == 3 { 1 } else { Self::STEP };

    /// An eighth of the leading zeros is the count. An empty word has 64, of which the mask leaves 0
    /// (LAST-06).
    #[inline(always)]
    fn leading_zeros(self, player: u64) -> u32 {
        ((player & const { Self::DOWN }) << const { Self::TO_TOP }).leading_zeros() >> 3 & 7
    }

    /// The same with a bit at the far end.
    #[inline(always)]
    fn bit_scan(self, player: u64) -> u32 {
        let discs = (player & const { Self::DOWN }) << const { Self::TO_TOP } | 1;
        (discs.leading_zeros() + 1) >> 3 & 7
    }

    #[inline(always)]
    fn look_up(self, player: u64) -> u32 {
        if LANE == 1 {
            let file = portable::file(const { Square::ALL[S] }, player);
            return COUNT[const { S / 8 }][file as usize & 0xff].into();
        }
        let diagonal = (player & const { LINES[S].0[LANE] }).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        COUNT[const { S % 8 }][diagonal as usize].into()
    }
}
