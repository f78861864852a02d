use reversi_bitboard::Bitboard;

use crate::features::Quadrants;

/// Computes the quadrants. Four of them fit into 64 bits.
#[inline(always)]
pub fn quadrants(moves: [Bitboard; 2], empties: Bitboard) -> Quadrants {
    let [own, other] = [gather(moves[0]), gather(moves[1])];
    let counts = at_most::<15>(count(gather(empties))) << 6
        | at_most::<7>(count(own)) << 3
        | at_most::<7>(count(other));
    let quadrants = |bits| [bits as u16, (bits >> 16) as u16, (bits >> 32) as u16, (bits >> 48) as u16];
    Quadrants { counts: quadrants(counts), moves: [quadrants(own), quadrants(other)] }
}

/// Gathers the squares by quadrant, 16 bits each, the corner in the lowest one.
#[inline(always)]
fn gather(Bitboard(bits): Bitboard) -> u64 {
    // The right half is mirrored, then the lower half, so that the corners come first.
    let right = bits >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    let right = (right & 0x0303_0303_0303_0303) << 2 | right >> 2 & 0x0303_0303_0303_0303;
    let right = (right & 0x0505_0505_0505_0505) << 1 | right >> 1 & 0x0505_0505_0505_0505;
    let bits = bits & 0x0f0f_0f0f_0f0f_0f0f | right << 4;
    let bits = bits & 0xffff_ffff | u64::from(((bits >> 32) as u32).swap_bytes()) << 32;
    // Then the half ranks of a quadrant come together.
    let changed = (bits ^ bits >> 4) & 0x00f0_00f0_00f0_00f0;
    let bits = bits ^ changed ^ changed << 4;
    let changed = (bits ^ bits >> 8) & 0x0000_ff00_0000_ff00;
    bits ^ changed ^ changed << 8
}

/// Counts the bits in each 16.
#[inline(always)]
fn count(bits: u64) -> u64 {
    let bits = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let bits = (bits & 0x3333_3333_3333_3333) + (bits >> 2 & 0x3333_3333_3333_3333);
    let bits = (bits + (bits >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    (bits + (bits >> 8)) & 0x001f_001f_001f_001f
}

/// Limits numbers up to 16, in 16 bits each, to 7 or 15.
#[inline(always)]
fn at_most<const MOST: u64>(counts: u64) -> u64 {
    const ONES: u64 = 0x0001_0001_0001_0001;
    let more = (counts + (15 - MOST) * ONES) >> 4 & ONES;
    (counts | (more * MOST)) & (MOST * ONES)
}
