use reversi_bitboard::__internal::rays::LINES;

use super::{Trick, tricks};
use crate::bitboard::flip::tables::sse2::two_lines;

const RAYS: u8 = 0b0110_0110;

tricks! {
/// File and A1-H8 diagonal by look-ups of 64 bits (FLIP-26).
struct Tables: |_square| RAYS => |player, opponent| {
    two_lines::<false>(S / 8, const { [LINES[S].0[1], LINES[S].0[2]] }, player, opponent)
}

/// The same by look-ups of a byte, then of the ranks in it.
struct TablesOfBytes: |_square| RAYS => |player, opponent| {
    two_lines::<true>(S / 8, const { [LINES[S].0[1], LINES[S].0[2]] }, player, opponent)
}
}
