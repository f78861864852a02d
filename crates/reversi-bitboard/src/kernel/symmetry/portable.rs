/// Three delta swaps (BB-09).
#[inline(always)]
pub(crate) fn transpose(set: u64) -> u64 {
    let set = delta_swap::<7>(set, 0x00aa_00aa_00aa_00aa);
    let set = delta_swap::<14>(set, 0x0000_cccc_0000_cccc);
    delta_swap::<28>(set, 0x0000_0000_f0f0_f0f0)
}

/// Bits of a byte in reverse order, by halves.
#[inline(always)]
pub(crate) fn mirror_files(set: u64) -> u64 {
    set.swap_bytes().reverse_bits()
}

#[inline(always)]
fn delta_swap<const SHIFT: u32>(set: u64, mask: u64) -> u64 {
    let difference = (set ^ (set >> SHIFT)) & mask;
    set ^ difference ^ (difference << SHIFT)
}
