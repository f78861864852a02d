use reversi_bitboard::__internal::rays::LINES;

use super::Trick;
use crate::bitboard::flip::tables::sse2::{two_lines, two_lines_by_ranks};

/// File and A1-H8 diagonal by look-ups of 64 bits (FLIP-26).
pub(in crate::bitboard::flip) struct Tables;
/// The same by look-ups of a byte, then of the ranks in it.
pub(in crate::bitboard::flip) struct TablesOfBytes;

const RAYS: [u8; 64] = [0b0110_0110; 64];

impl Trick for Tables {
    const RAYS: [u8; 64] = RAYS;

    #[target_feature(enable = "sse2")]
    #[inline]
    unsafe fn flip<const S: usize>(player: u64, opponent: u64) -> u64 {
        let lines = const { [LINES[S].0[1], LINES[S].0[2]] };
        two_lines(S / 8, lines, player, opponent)
    }
}

impl Trick for TablesOfBytes {
    const RAYS: [u8; 64] = RAYS;

    #[target_feature(enable = "sse2")]
    #[inline]
    unsafe fn flip<const S: usize>(player: u64, opponent: u64) -> u64 {
        let lines = const { [LINES[S].0[1], LINES[S].0[2]] };
        two_lines_by_ranks(S / 8, lines, player, opponent)
    }
}
