//! The move on the last empty square.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod bent;
#[cfg(target_arch = "x86_64")]
mod bmi2;
mod both;
mod gather;
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
mod reuse;
mod score;
mod squares;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod steps;

use reversi_bitboard::__internal::last_flip as engine;
use reversi_bitboard::Bitboard;

use super::{LastFlipCall, LastScoreCall};
use crate::list::kernel_lists;

fn pack(counts: [u32; 2]) -> u64 {
    u64::from(counts[0]) | u64::from(counts[1]) << 32
}

fn signed(score: i32) -> u64 {
    i64::from(score) as u64
}

/// A leaf of the engine as a closure of a square and a player.
macro_rules! by_leaf {
    ($($function:tt)+) => { |square, player| $($function)+(square, Bitboard(player)) };
}

/// A function as a closure of a square and a player. A closure may use the features of the function that
/// contains it.
macro_rules! by {
    ($($function:tt)+) => { |square, player| $($function)+(square, player) };
}

kernel_lists! {
    /// The number of discs turned by the move on the last empty square.
    last_flip(LastFlipCall), in a solver visit_last_flips for last_flip_count: |(square, player)| {
        Portable X86V3 Neon "LAST-01" "kindergarten" => engine::portable::count(square, Bitboard(player)).into();
        Portable X86V3 "LAST-02" "kindergarten, 32-bit halves" => gather::halves(square, player).into();
        Portable X86V3 "LAST-03" "kindergarten, merged diagonals" => gather::merged_diagonals(square, player).into();
        Portable X86V3 "LAST-03 LAST-04" "kindergarten, half a diagonal with half a file" => gather::merged_with_file(square, player).into();
        Portable X86V2 X86V3 Neon "LAST-27" "kindergarten, bent lines after a shift" => bent::count(square, player).into();
        Portable "LAST-01 64" "64 functions, every line by table" => squares::count::<squares::Tables>(square, player).into();
        X86V3 "LAST-01 64" "64 functions, every line by table" => squares::count_bmi1::<squares::Tables>(square, player).into();
        Portable "LAST-05" "64 functions, lines upward by the lowest bit" => squares::count::<squares::LowestBit>(square, player).into();
        X86V3 "LAST-05" "64 functions, lines upward by the lowest bit" => squares::count_bmi1::<squares::LowestBit>(square, player).into();
        Portable "LAST-06 BSR" "64 functions, lines downward by bit scan" => squares::count::<squares::BitScan>(square, player).into();
        X86V3 "LAST-06" "64 functions, lines downward by leading zeros" => squares::count_bmi1::<squares::LeadingZeros>(square, player).into();
        Neon "LAST-06" "64 functions, lines downward by leading zeros" => squares::count::<squares::LeadingZeros>(square, player).into();
        X86V3 "LAST-05 LAST-06" "64 functions, lines of one ray without table" => squares::count_bmi1::<squares::LowestBitAndLeadingZeros>(square, player).into();
        Neon "LAST-05 LAST-06" "64 functions, lines of one ray without table" => squares::count::<squares::LowestBitAndLeadingZeros>(square, player).into();
        Portable X86V3 Neon "LAST-06 rays" "leading and trailing zeros of every ray" => steps::zeros(square, player).into();
        X86V2 X86V3 "LAST-08" "sums and byte signs" => engine::sse2::count(square, Bitboard(player)).into();
        X86V3 "LAST-10" "byte signs of 256 bits" => engine::avx2::count(square, Bitboard(player)).into();
        X86V3 X86V4 "LAST-07" "PEXT" => engine::bmi2::count(square, Bitboard(player)).into();
        X86V3 "LAST-16" "PEXT and kindergarten, three look-ups" => bmi2::three_lookups(square, player)[0].into();
        X86V4 "LAST-09" "byte test into a mask register" => engine::avx512::count(square, Bitboard(player)).into();
        X86V4 "LAST-09 128" "the same in 128 bits, with sums" => avx512::count_128(square, player).into();
        X86V4 "LAST-13" "vector leading zeros and population count" => avx512::count_13(square, player).into();
        Neon "LAST-11" "horizontal sums of interleaved lines" => engine::neon::count(square, Bitboard(player)).into();
    }

    /// The counts of both sides for the last empty square. The count of the other side is in the high half.
    last_flip_both(LastFlipCall) -> [u32; 2], packed by pack: |(square, player)| {
        Portable "LAST-01" "kindergarten, twice" => both::twice(square, player);
        Portable "LAST-01 LAST-14" "kindergarten, doubled table" => both::doubled(square, player);
        Portable X86V2 X86V3 "LAST-27 LAST-14" "bent lines, doubled table" => bent::counts(square, player);
        X86V2 "LAST-08 LAST-14" "byte signs, doubled table" => sse2::counts(square, player);
        X86V3 "LAST-10 LAST-14" "byte signs, doubled table" => avx2::counts(square, player);
        X86V3 X86V4 "LAST-07 LAST-14" "PEXT, doubled table" => bmi2::doubled(square, player);
        X86V3 "LAST-15" "byte signs, doubled table, two offsets in one word" => avx2::two_offsets(square, player);
        X86V3 "LAST-10 LAST-24" "byte signs, the other side's from the legality test" => avx2::from_closed_rays(square, player);
        X86V3 "LAST-16" "PEXT and kindergarten, three look-ups" => bmi2::three_lookups(square, player);
        X86V2 X86V3 "LAST-08 LAST-12" "byte signs, complemented for the other side" => reuse::both(square, reuse::gather_sse2(square, player));
        X86V3 "LAST-10" "byte signs, one side after the other" => avx2::one_by_one(square, player);
        X86V4 "LAST-09" "byte test, one side after the other" => avx512::one_by_one(square, player);
        X86V4 "LAST-09 512" "one byte test of 512 bits for both sides" => avx512::in_512_bits(square, player);
        X86V4 "LAST-09 LAST-14" "byte test, doubled table" => avx512::counts(square, player);
        Neon "LAST-11 LAST-12" "sums, complemented for the other side" => reuse::both(square, engine::neon::gather(square, player));
    }

    /// Whether the move on the last empty square is legal.
    can_flip_last(LastFlipCall): |(square, player)| {
        Portable "LAST-01" "counted" => u64::from(engine::portable::count(square, Bitboard(player)) != 0);
        X86V3 "LAST-21" "adjacent disc on a closed ray" => u64::from(avx2::can_flip(square, player));
        X86V4 "LAST-22" "the same with eight rays in 512 bits" => u64::from(avx512::can_flip_512(square, player));
        X86V4 "LAST-23" "the same in mask registers" => u64::from(avx512::can_flip(square, player));
    }

    /// The score of a board with one empty square, as an `i64`: exact, or a bound on the same side of alpha.
    /// A result above alpha may be too low, and one that is not above alpha too high.
    last_score(LastScoreCall) -> i32, packed by signed: |call| {
        Portable "LAST-01 LAST-17" "the other side after a pass" => score::in_turn(call, score::after_pass, by_leaf!(engine::portable::count));
        Portable "LAST-01 LAST-18" "the same, no branch after a pass" => score::in_turn(call, score::after_pass_by_sign, by_leaf!(engine::portable::count));
        Portable "LAST-01 LAST-18 SETcc" "the same, by a condition instead of a sign bit" => score::in_turn(call, score::after_pass_by_condition, by_leaf!(engine::portable::count));
        Portable "LAST-01 LAST-19" "the other side after a pass if alpha asks for it, as in the solver" => score::lazy_low(call, by_leaf!(engine::portable::count));
        Portable "LAST-01 LAST-26" "both sides, selected" => score::selected(call, by!(both::twice));
        Portable X86V2 "LAST-27 LAST-19" "bent lines, the other side after a pass if alpha asks for it" => score::lazy_low(call, by!(bent::count));
        Portable X86V2 "LAST-27 LAST-14 LAST-26" "bent lines, both sides, selected" => score::selected(call, by!(bent::counts));
        X86V2 "LAST-08 LAST-17" "the other side after a pass" => score::in_turn(call, score::after_pass, by_leaf!(engine::sse2::count));
        X86V2 "LAST-08 LAST-12" "the other side after a pass, from the same bits" => score::reusing(call, by!(reuse::gather_sse2));
        X86V2 "LAST-08 LAST-18" "the same, no branch after a pass" => score::in_turn(call, score::after_pass_by_sign, by_leaf!(engine::sse2::count));
        X86V2 "LAST-08 LAST-19" "the other side after a pass if alpha asks for it, as in the solver" => score::lazy_low(call, by_leaf!(engine::sse2::count));
        X86V2 "LAST-08 LAST-14 LAST-26" "both sides, selected" => score::selected(call, by!(sse2::counts));
        X86V3 "LAST-07 LAST-17" "the other side after a pass" => score::in_turn(call, score::after_pass, by_leaf!(engine::bmi2::count));
        X86V3 "LAST-07 LAST-18" "the same, no branch after a pass" => score::in_turn(call, score::after_pass_by_sign, by_leaf!(engine::bmi2::count));
        X86V3 "LAST-07 LAST-18 SETcc" "the same, by a condition instead of a sign bit" => score::in_turn(call, score::after_pass_by_condition, by_leaf!(engine::bmi2::count));
        X86V3 "LAST-07 LAST-19" "the other side after a pass if alpha asks for it, as in the solver" => score::lazy_low(call, by_leaf!(engine::bmi2::count));
        X86V3 "LAST-07 LAST-20 LAST-21" "only the legality above alpha" => score::lazy_high(call, by!(avx2::can_flip), by_leaf!(engine::bmi2::count));
        X86V3 "LAST-10 LAST-20 LAST-21" "the same, byte signs" => score::lazy_high(call, by!(avx2::can_flip), by_leaf!(engine::avx2::count));
        X86V3 "LAST-10 LAST-20 LAST-24" "the same, the other side from the rays of the legality" => score::lazy_high_reusing(call, by!(avx2::on_closed_rays), |square, rays| avx2::can_flip_on(square, rays), |square, player| engine::avx2::count(square, Bitboard(player)), |square, player, rays| avx2::sum_of_rays(square, !player, rays));
        X86V3 "LAST-07 LAST-21 LAST-25" "the same, alpha compared first" => score::by_alpha(call, by!(avx2::can_flip), by_leaf!(engine::bmi2::count));
        X86V3 "LAST-07 LAST-14 LAST-26" "both sides, selected" => score::selected(call, by!(bmi2::doubled));
        X86V3 "LAST-10 LAST-26" "both sides one after the other, selected" => score::selected(call, by!(avx2::one_by_one));
        X86V3 "LAST-15 LAST-26" "both sides, selected" => score::selected(call, by!(avx2::two_offsets));
        X86V4 "LAST-09 LAST-17" "the other side after a pass" => score::in_turn(call, score::after_pass, by_leaf!(engine::avx512::count));
        X86V4 "LAST-09 LAST-18" "the same, no branch after a pass" => score::in_turn(call, score::after_pass_by_sign, by_leaf!(engine::avx512::count));
        X86V4 "LAST-09 LAST-18 SETcc" "the same, by a condition instead of a sign bit" => score::in_turn(call, score::after_pass_by_condition, by_leaf!(engine::avx512::count));
        X86V4 "LAST-09 LAST-19" "the other side after a pass if alpha asks for it, as in the solver" => score::lazy_low(call, by_leaf!(engine::avx512::count));
        X86V4 "LAST-09 LAST-20 LAST-23" "only the legality above alpha" => score::lazy_high(call, by!(avx512::can_flip), by_leaf!(engine::avx512::count));
        X86V4 "LAST-09 LAST-20 LAST-22" "the same with eight rays in 512 bits" => score::lazy_high(call, by!(avx512::can_flip_512), by_leaf!(engine::avx512::count));
        X86V4 "LAST-09 LAST-20 LAST-24" "the same in 256 bits, the other side from the rays of the legality" => score::lazy_high_reusing(call, by!(avx512::on_closed_rays), |square, rays| avx512::can_flip_on(square, rays), |square, player| engine::avx512::count(square, Bitboard(player)), |square, player, rays| avx512::sum_of_rays(square, !player, rays));
        X86V4 "LAST-09 LAST-23 LAST-25" "the same, alpha compared first" => score::by_alpha(call, by!(avx512::can_flip), by_leaf!(engine::avx512::count));
        X86V4 "LAST-09 LAST-26" "both sides one after the other, selected" => score::selected(call, by!(avx512::one_by_one));
        X86V4 "LAST-09 LAST-26 512" "both sides by one test of 512 bits, selected" => score::selected(call, by!(avx512::in_512_bits));
        X86V4 "LAST-09 LAST-14 LAST-26" "both sides, selected" => score::selected(call, by!(avx512::counts));
        Neon "LAST-11 LAST-17" "the other side after a pass" => score::in_turn(call, score::after_pass, by_leaf!(engine::neon::count));
        Neon "LAST-11 LAST-12" "the other side after a pass, from the same bits" => score::reusing(call, by!(engine::neon::gather));
        Neon "LAST-11 LAST-18" "the same, no branch after a pass" => score::in_turn(call, score::after_pass_by_sign, by_leaf!(engine::neon::count));
        Neon "LAST-11 LAST-19" "the other side after a pass if alpha asks for it, as in the solver" => score::lazy_low(call, by_leaf!(engine::neon::count));
        Neon "LAST-11 LAST-12 LAST-26" "both sides, selected" => score::selected(call, |square, player| reuse::both(square, engine::neon::gather(square, player)));
    }
}
