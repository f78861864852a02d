//! Items for the macros of this crate and for the other crates of the workspace. They are not part of the
//! interface. Beside each stands who needs it.

#[cfg(feature = "std")]
pub use crate::cpu::LargeTable; // reversi-eval and reversi-search: tables of many megabytes
pub use crate::cpu::Token; // `dispatch!`
#[cfg(feature = "__internal")]
pub use crate::cpu::sealed::Sealed; // lab/exchange: a level with a kernel exchanged is a level too
pub use crate::kernel::below; // `kernels!`
pub use crate::kernel::mobility::weighted; // reversi-search: the order of moves
pub use crate::text::pad; // reversi-search: `Display` in columns

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
