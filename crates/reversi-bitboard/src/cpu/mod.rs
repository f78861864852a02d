//! CPU levels: what a machine can run, found out once, carried as a value.
//!
//! * [`CpuLevel`] is a name: it can be printed, parsed and asked for on any machine.
//! * A *token* ([`Portable`], `X86V2`, `X86V3`, `X86V4`, `Neon`) is a proof: a value of it exists only where the CPU has
//!   the features, so the safe methods of [`Primitives`](crate::kernel::Primitives) may use them.
//! * [`Cpu`] is any token this build knows. [`dispatch!`](crate::dispatch) turns it into its type once, at the root
//!   of a computation; [`points!`](crate::points) keeps the code below that root compiled for the same features.
//!
//! What a CPU has it need not do well: [`Quirks`] are the instructions to keep away from. A quirk that makes a difference
//! is a parameter of the token: `X86V3<false>` is x86-64-v3 with a slow PEXT.
//!
//! ```
//! use reversi_bitboard::{Cpu, CpuLevel};
//!
//! let cpu = Cpu::detect();
//! assert!(CpuLevel::available().any(|level| level == cpu.level()));
//! assert!(Cpu::new(CpuLevel::Portable).is_ok());
//! ```

mod dispatch;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
mod quirks;
#[cfg(target_arch = "x86_64")]
mod x86_v2;
#[cfg(target_arch = "x86_64")]
mod x86_v3;
#[cfg(target_arch = "x86_64")]
mod x86_v4;

use core::fmt;
use core::str::FromStr;

#[cfg(target_arch = "aarch64")]
pub use neon::Neon;
pub use portable::Portable;
pub use quirks::Quirks;
use thiserror::Error;
#[cfg(target_arch = "x86_64")]
pub use x86_v2::X86V2;
#[cfg(target_arch = "x86_64")]
pub use x86_v3::X86V3;
#[cfg(target_arch = "x86_64")]
pub use x86_v4::X86V4;

use crate::UnsupportedLevel;

/// A set of instructions that CPUs have in common, per architecture in ascending order of what they can do.
///
/// ```
/// use reversi_bitboard::CpuLevel;
///
/// let level: CpuLevel = "x86-v3".parse()?;
/// assert_eq!(level, CpuLevel::X86V3);
/// assert_eq!(CpuLevel::available().next(), Some(CpuLevel::Portable));
/// println!("this machine runs {}", CpuLevel::available().last().unwrap_or(CpuLevel::Portable));
/// # Ok::<(), reversi_bitboard::cpu::ParseCpuLevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CpuLevel {
    /// Any target, no special instruction.
    Portable,
    /// x86-64-v2: SSE4.2 and POPCNT (Intel since 2008, AMD since 2011).
    X86V2,
    /// x86-64-v3: AVX2, BMI1, BMI2, FMA, LZCNT, MOVBE (Intel since 2013, AMD since 2015).
    X86V3,
    /// x86-64-v4: AVX-512 F, BW, CD, DQ and VL (Intel servers since 2017, AMD since 2022).
    X86V4,
    /// aarch64 with NEON and CRC (ARMv8.1 and nearly all of ARMv8.0).
    Neon,
}

impl CpuLevel {
    /// Every level there is, whether or not this machine can run it.
    pub const ALL: [CpuLevel; 5] =
        [CpuLevel::Portable, CpuLevel::X86V2, CpuLevel::X86V3, CpuLevel::X86V4, CpuLevel::Neon];

    /// The levels that this machine and build can run, in ascending order.
    pub fn available() -> impl DoubleEndedIterator<Item = CpuLevel> {
        CpuLevel::ALL.into_iter().filter(|&level| Cpu::new(level).is_ok())
    }

    /// The name that [`Display`](fmt::Display) prints and [`FromStr`] reads.
    pub const fn name(self) -> &'static str {
        match self {
            CpuLevel::Portable => "portable",
            CpuLevel::X86V2 => "x86-v2",
            CpuLevel::X86V3 => "x86-v3",
            CpuLevel::X86V4 => "x86-v4",
            CpuLevel::Neon => "neon",
        }
    }
}

impl fmt::Display for CpuLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Not the name of a [`CpuLevel`].
///
/// ```
/// use reversi_bitboard::CpuLevel;
///
/// let error = "abacus".parse::<CpuLevel>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown CPU level: expected one of portable, "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("unknown CPU level: expected one of portable, x86-v2, x86-v3, x86-v4, neon")]
#[non_exhaustive]
pub struct ParseCpuLevelError;

impl FromStr for CpuLevel {
    type Err = ParseCpuLevelError;

    /// Any case.
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        CpuLevel::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(s)).ok_or(ParseCpuLevelError)
    }
}

/// The token of one level: what [`dispatch!`](crate::dispatch) takes apart.
///
/// ```
/// use reversi_bitboard::{Board, Cpu, CpuLevel, perft_on};
///
/// let portable = Cpu::new(CpuLevel::Portable)?;
/// assert_eq!(portable.level(), CpuLevel::Portable);
/// assert_eq!(perft_on(portable, Board::START, 4), perft_on(Cpu::detect(), Board::START, 4));
/// # Ok::<(), reversi_bitboard::UnsupportedLevel>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cpu {
    /// Any target.
    Portable(Portable),
    /// x86-64-v2.
    #[cfg(target_arch = "x86_64")]
    X86V2(X86V2),
    /// x86-64-v3.
    #[cfg(target_arch = "x86_64")]
    X86V3(X86V3<true>),
    /// x86-64-v3 with [`Quirks::slow_pext`].
    #[cfg(target_arch = "x86_64")]
    X86V3SlowPext(X86V3<false>),
    /// x86-64-v4.
    #[cfg(target_arch = "x86_64")]
    X86V4(X86V4),
    /// aarch64 with NEON and CRC.
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
}

impl Cpu {
    /// The best level of this machine.
    ///
    /// Without the `std` feature it is the best that the compilation target guarantees.
    pub fn detect() -> Cpu {
        let best = CpuLevel::ALL.into_iter().rev().find_map(|level| Cpu::new(level).ok());
        best.unwrap_or(Cpu::Portable(Portable))
    }

    /// The token of this level.
    ///
    /// # Errors
    /// [`UnsupportedLevel`] where the machine or the build cannot run it.
    pub fn new(level: CpuLevel) -> Result<Cpu, UnsupportedLevel> {
        Cpu::with_quirks(level, Quirks::detect())
    }

    /// The token of this level on a CPU with these quirks, whatever quirks it really has: they decide about speed only.
    ///
    /// # Errors
    /// [`UnsupportedLevel`] where the machine or the build cannot run the level.
    ///
    /// ```
    /// use reversi_bitboard::{Cpu, CpuLevel, cpu::Quirks};
    ///
    /// let mut quirks = Quirks::detect();
    /// quirks.slow_pext = true;
    /// let best = CpuLevel::available().last().unwrap();
    /// assert_eq!(Cpu::with_quirks(best, quirks)?.level(), best);
    /// # Ok::<(), reversi_bitboard::UnsupportedLevel>(())
    /// ```
    pub fn with_quirks(level: CpuLevel, quirks: Quirks) -> Result<Cpu, UnsupportedLevel> {
        let _ = quirks; // not every architecture has any
        match level {
            CpuLevel::Portable => Some(Cpu::Portable(Portable)),
            #[cfg(target_arch = "x86_64")]
            CpuLevel::X86V2 => X86V2::detect().map(Cpu::X86V2),
            #[cfg(target_arch = "x86_64")]
            CpuLevel::X86V3 if quirks.slow_pext || quirks.slow_gather => {
                X86V3::detect().map(Cpu::X86V3SlowPext)
            }
            #[cfg(target_arch = "x86_64")]
            CpuLevel::X86V3 => X86V3::detect().map(Cpu::X86V3),
            #[cfg(target_arch = "x86_64")]
            CpuLevel::X86V4 => X86V4::detect().map(Cpu::X86V4),
            #[cfg(target_arch = "aarch64")]
            CpuLevel::Neon => Neon::detect().map(Cpu::Neon),
            _ => None, // of another architecture
        }
        .ok_or(UnsupportedLevel { level })
    }

    /// The level this token stands for.
    pub const fn level(self) -> CpuLevel {
        match self {
            Cpu::Portable(_) => CpuLevel::Portable,
            #[cfg(target_arch = "x86_64")]
            Cpu::X86V2(_) => CpuLevel::X86V2,
            #[cfg(target_arch = "x86_64")]
            Cpu::X86V3(_) | Cpu::X86V3SlowPext(_) => CpuLevel::X86V3,
            #[cfg(target_arch = "x86_64")]
            Cpu::X86V4(_) => CpuLevel::X86V4,
            #[cfg(target_arch = "aarch64")]
            Cpu::Neon(_) => CpuLevel::Neon,
        }
    }
}

/// Whether the CPU, or without `std` the target, has all these features.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! is_detected {
    ([$($feature:tt)*] $detected:ident) => {{
        #[cfg(feature = "std")]
        let found = true $(&& std::arch::$detected!($feature))*;
        #[cfg(not(feature = "std"))]
        let found = cfg!(all($(target_feature = $feature),*));
        found
    }};
}

/// Defines the token of a level.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! token {
    ($(#[$meta:meta])* $Token:ident, $detected:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $Token(());

        impl $Token {
            /// The token, if the CPU qualifies.
            #[inline]
            pub fn detect() -> Option<$Token> {
                $crate::level_features! { $Token, [$crate::cpu::is_detected] $detected }.then_some($Token(()))
            }
        }

        impl $crate::kernel::Sealed for $Token {}
    };
}

/// Calls a leaf from a method of a token.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! leaf {
    ($call:expr) => {
        // SAFETY: the token proves the features of its level, and the leaf needs no others.
        unsafe { $call }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use leaf;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use {is_detected, token};

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn levels_have_names_and_the_best_is_detected() {
        for level in CpuLevel::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(level.name().to_uppercase().parse(), Ok(level));
            match Cpu::new(level) {
                Ok(cpu) => assert_eq!(cpu.level(), level),
                Err(error) => assert_eq!(error.level, level),
            }
        }
        assert_eq!("x86-v9".parse::<CpuLevel>(), Err(ParseCpuLevelError));
        assert_eq!(CpuLevel::available().next(), Some(CpuLevel::Portable));
        assert_eq!(CpuLevel::available().last(), Some(Cpu::detect().level()));
    }
}
