//! The start of a load from a table (HASH-07).

/// Starts to load a place that will be probed. The source of END-15, Okuhara's notes on Edax-AVX, reports a
/// null-window search that waited for memory in 50 % of its slots, and in 30 % after this.
///
/// WebAssembly has no such instruction: there, [`Touched`] does the same.
#[inline(always)]
#[cfg(not(target_family = "wasm"))]
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
        } else {
            let _ = place;
        }
    }
}

/// A part of a place that means nothing. To write it starts a transfer of the place, and unlike a load it
/// does not keep a CPU from going on for hundreds of instructions.
#[cfg(target_family = "wasm")]
#[derive(Clone, Default)]
pub(super) struct Touched(std::cell::Cell<u8>);

#[cfg(target_family = "wasm")]
impl Touched {
    #[inline(always)]
    pub(super) fn touch(&self) {
        self.0.set(1);
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;

    #[test]
    fn a_prefetch_changes_nothing() {
        let places: Vec<[u64; 3]> = (0..64).map(|i| [i; 3]).collect();
        places.iter().for_each(prefetch);
        assert!((0..64).zip(&places).all(|(i, place)| *place == [i; 3]));
    }
}
