//! Items for the macros of this crate and for the other crates of the workspace. They are not part of the
//! interface.
//!
//! The feature `__internal` adds the leaves and [`With`]: `reversi-gallery` lists the leaves beside its own
//! kernels, and exchanges a kernel of a level for one of its own.

#[cfg(feature = "std")]
pub use crate::cpu::LargeTable;
pub use crate::cpu::Token;
#[cfg(feature = "__internal")]
pub use crate::cpu::{Substitute, With};
pub use crate::kernel::below;
pub use crate::kernel::mobility::weighted;
pub use crate::text::pad;

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
