//! CPU levels: sets of instructions. The level of a machine is detected once and passed as a value.
//!
//! * [`CpuLevel`] is a name: it can be printed, parsed and requested on any machine.
//! * A *token* ([`Portable`], `X86V2`, `X86V3`, `X86V4`, `Neon`, `Simd128`) is a proof: a value of it exists
//!   only where the CPU has the features, so the safe methods of [`Primitives`](crate::kernel::Primitives)
//!   may use them.
//! * [`Cpu`] is any token of this build. [`dispatch!`](crate::dispatch) turns it into its type once, at the
//!   root of a computation; [`outlined!`](crate::outlined) keeps the code below that root compiled for the
//!   same features.
//!
//! [`Quirks`] are the instructions that a CPU has but runs slowly. A quirk that matters to a level is a
//! parameter of its token: `X86V3<false>` is x86-64-v3 with a slow PEXT.
//!
//! ```
//! use reversi_engine::{Cpu, CpuLevel};
//!
//! let cpu = Cpu::detect();
//! assert!(CpuLevel::available().any(|level| level == cpu.level()));
//! assert!(Cpu::new(CpuLevel::Portable).is_ok());
//! ```
//!
//! | File | What is in it |
//! |---|---|
//! | `levels.rs` | the list of the levels; [`CpuLevel`], [`Cpu`] and their errors |
//! | `portable.rs`, `x86_v2.rs`, ... | a token |
//! | `token.rs` | the definition of all tokens |
//! | `quirks.rs` | [`Quirks`] |
//! | `kernels.rs` | `kernels!`: the methods of a level from its leaves |
//! | `dispatch.rs` | [`dispatch!`](crate::dispatch) |
//! | `outlined.rs` | [`outlined!`](crate::outlined) |
//! | `large_table.rs` | memory for tables of many megabytes |

mod dispatch;
mod kernels;
#[cfg(feature = "std")]
mod large_table;
mod levels;
mod outlined;
mod portable;
mod quirks;
#[allow(unused_imports, unused_macros, reason = "not every architecture has a level of its own")]
mod token;

cfg_if::cfg_if! {
    if #[cfg(target_arch = "x86_64")] {
        mod x86_v2;
        mod x86_v3;
        mod x86_v4;
        pub use x86_v2::X86V2;
        pub use x86_v3::X86V3;
        pub use x86_v4::X86V4;
    } else if #[cfg(target_arch = "aarch64")] {
        mod neon;
        pub use neon::Neon;
    } else if #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))] {
        mod simd128;
        pub use simd128::Simd128;
    }
}

#[cfg(feature = "std")]
#[doc(hidden)]
pub use large_table::LargeTable;
#[doc(hidden)]
pub use levels::Token;
pub use levels::{Cpu, CpuLevel, ParseCpuLevelError, UnsupportedLevel};
pub use portable::Portable;
pub use quirks::Quirks;
#[cfg(feature = "__internal")]
pub(crate) use token::sealed;
pub(crate) use token::sealed::Sealed;
