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
//! use reversi_engine::cpu::{Cpu, CpuLevel};
//!
//! let cpu = Cpu::detect();
//! assert!(CpuLevel::available().any(|level| level == cpu.level()));
//! assert!(Cpu::new(CpuLevel::Portable).is_ok());
//! ```
//!
//! | File | What is in it |
//! |---|---|
//! | `levels.rs` | the list of the levels; [`CpuLevel`], [`Cpu`] and their errors |
//! | `tokens/` | the token of each level |
//! | `quirks.rs` | [`Quirks`] |
//! | `kernels.rs` | `kernels!`: the methods of a level from its leaves |
//! | `dispatch.rs` | [`dispatch!`](crate::dispatch) |
//! | `outlined.rs` | [`outlined!`](crate::outlined) |
//! | `large_table.rs` | memory for tables of many megabytes |
//! | `forks.rs` | tells a process from its forks |

mod dispatch;
#[cfg(feature = "std")]
mod forks;
mod kernels;
#[cfg(feature = "std")]
mod large_table;
mod levels;
mod outlined;
pub(crate) mod quirks;
#[allow(unused_imports, unused_macros, reason = "not every architecture has a level of its own")]
mod tokens;

#[cfg(feature = "std")]
#[doc(hidden)]
pub use forks::forks;
#[cfg(feature = "std")]
#[doc(hidden)]
pub use large_table::{Large, LargeTable};
#[doc(hidden)]
pub use levels::Token;
pub use levels::{Cpu, CpuLevel, ParseCpuLevelError, UnsupportedLevel};
pub use quirks::Quirks;
#[cfg(feature = "__internal")]
pub(crate) use tokens::sealed;
pub(crate) use tokens::sealed::Sealed;
pub use tokens::*;
