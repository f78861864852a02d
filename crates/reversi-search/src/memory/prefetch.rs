//! The start of a load from a table (HASH-07).

/// Starts to load a place that will be probed. The source of END-15, Okuhara's notes on Edax-AVX, reports a
/// null-window search that waited for memory in 50 % of its slots, and in 30 % after this.
#[inline(always)]
pub(super) fn prefetch<T>(place: &T) {
    cfg_if::cfg_if! {
        if #[cfg(target_arch = "x86_64")] {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch of any address is allowed, and SSE is part of x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
        } else if #[cfg(all(target_arch = "aarch64", not(miri)))] {
            let place = std::ptr::from_ref(place);
            // SAFETY: a prefetch of any address is allowed, and PRFM changes neither memory nor registers.
            // The intrinsic is not stable yet.
            unsafe {
                std::arch::asm!(
                    "prfm pldl1keep, [{}]",
                    in(reg) place,
                    options(nostack, readonly, preserves_flags)
                );
            }
        } else if #[cfg(target_family = "wasm")] {
            // WebAssembly has no prefetch. A load that nothing waits for starts the same transfer.
            // SAFETY: the place has a first byte to read.
            unsafe { std::ptr::from_ref(place).cast::<u8>().read_volatile() };
        } else {
            let _ = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefetch_changes_nothing() {
        let places: Vec<[u64; 3]> = (0..64).map(|i| [i; 3]).collect();
        places.iter().for_each(prefetch);
        assert!((0..64).zip(&places).all(|(i, place)| *place == [i; 3]));
    }
}
