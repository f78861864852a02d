use crate::board::Bitboard;

/// Three delta swaps (BB-09).
#[inline(always)]
pub fn transpose(set: Bitboard) -> Bitboard {
    let set = delta_swap::<7>(set.0, 0x00aa_00aa_00aa_00aa);
    let set = delta_swap::<14>(set, 0x0000_cccc_0000_cccc);
    Bitboard(delta_swap::<28>(set, 0x0000_0000_f0f0_f0f0))
}

/// Reverses the bits of each byte: reverses the bytes and then all bits.
#[inline(always)]
pub fn mirror_files(set: Bitboard) -> Bitboard {
    Bitboard(set.0.swap_bytes().reverse_bits())
}

#[inline(always)]
fn delta_swap<const SHIFT: u32>(set: u64, mask: u64) -> u64 {
    let difference = (set ^ (set >> SHIFT)) & mask;
    set ^ difference ^ (difference << SHIFT)
}
