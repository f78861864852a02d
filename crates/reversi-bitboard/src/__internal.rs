//! Items for the macros of this crate and for the other crates of the workspace. They are not part of the
//! interface. A comment names the user of each.

pub use crate::cpu::Token; // `dispatch!`
#[cfg(feature = "__internal")]
pub use crate::cpu::sealed::Sealed; // lab/exchange: a level with a kernel exchanged is a level too
#[cfg(feature = "std")]
pub use crate::cpu::{Large, LargeTable}; // reversi-eval and reversi-search: tables of many megabytes
pub use crate::kernel::below; // `kernels!`
pub use crate::kernel::mobility::weighted; // reversi-search: the order of moves
// reversi-notation, and reversi-search: `Display` in columns
pub use crate::text::board::{Cell, cell};
pub use crate::text::moves::{narrow, split_move};
#[cfg(feature = "serde")]
pub use crate::text::serde::Text;
pub use crate::text::{InText, pad};

// reversi-gallery lists the leaves beside its own kernels.
#[cfg(feature = "__internal")]
macro_rules! export_leaves {
    ($($primitive:ident)*) => {$(
        pub mod $primitive {
            pub use crate::kernel::$primitive::*;
        }
    )*};
}
#[cfg(feature = "__internal")]
export_leaves! { flip hash last_flip lines mobility rays stability }

/// Private functions that the tests of this crate call.
#[cfg(feature = "__internal")]
pub mod tested {
    use crate::arrays::random;
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    use crate::cpu::{Quirks, quirks};

    /// Returns the number at this index of a sequence.
    pub fn random(seed: u64, index: u64) -> u64 {
        random::random(seed, index)
    }

    /// Returns the quirks of a CPU of this vendor and family.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    pub fn quirks_of_x86(cpu: ([u8; 12], u32)) -> Quirks {
        quirks::of_x86(cpu)
    }

    /// Returns the vendor and the family of this CPU.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    pub fn vendor_and_family() -> ([u8; 12], u32) {
        quirks::vendor_and_family()
    }
}
