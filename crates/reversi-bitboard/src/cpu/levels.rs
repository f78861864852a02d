//! The one list of the CPU levels, and the types that are generated from it.
//!
//! A new level needs a token in a file of `tokens/`, an entry in [`level!`](crate::level) and its name in
//! [`levels!`](crate::levels). In `kernel/levels.rs` of this crate and of `reversi-eval` it takes its leaves.
//! The compiler reports a name without an entry, and a token whose name is missing.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::Quirks;

/// The entries of the list. The macro calls another macro with the entry of one level before its arguments.
///
/// In an entry, `level` is the variant of [`CpuLevel`], `cfg` the condition under which a build has it,
/// `tokens` its tokens with their names, `features` its target features, `any_token` a type that all tokens
/// match, and `name` the text that users write. A level has several tokens if a [quirk](super::Quirks)
/// matters to it; the first is for CPUs without quirks. A macro matches the keys that it needs, in this
/// order, and `$($rest:tt)*`.
#[doc(hidden)]
#[macro_export]
macro_rules! level {
    (Portable, [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { {
            level: Portable,
            cfg: not(all(target_arch = "wasm32", target_os = "unknown", target_feature = "simd128")),
            tokens: [Portable = $crate::cpu::Portable],
            features: [],
            any_token: [$crate::cpu::Portable],
            name: "portable",
            doc: "Any target, no special instruction. A program for web pages with vectors leaves it out."
        } $($args)* }
    };
    (X86V2, [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { {
            level: X86V2, cfg: target_arch = "x86_64",
            tokens: [X86V2 = $crate::cpu::X86V2],
            features: ["sse3" "ssse3" "sse4.1" "sse4.2" "popcnt"],
            any_token: [$crate::cpu::X86V2],
            name: "x86-v2", doc: "x86-64-v2: SSE4.2 and POPCNT (Intel since 2008, AMD since 2011)."
        } $($args)* }
    };
    (X86V3, [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { {
            level: X86V3, cfg: target_arch = "x86_64",
            tokens: [X86V3 = $crate::cpu::X86V3<true>, X86V3SlowPext = $crate::cpu::X86V3<false>],
            features: ["sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "avx" "avx2" "bmi1" "bmi2" "fma" "lzcnt" "movbe"],
            any_token: [$crate::cpu::X86V3<_>],
            name: "x86-v3", doc: "x86-64-v3: AVX2, BMI1, BMI2, FMA, LZCNT, MOVBE (Intel since 2013, AMD since 2015)."
        } $($args)* }
    };
    (X86V4, [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { {
            level: X86V4, cfg: target_arch = "x86_64",
            tokens: [X86V4 = $crate::cpu::X86V4],
            features: [
                "sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "avx" "avx2" "bmi1" "bmi2" "fma" "lzcnt" "movbe"
                "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl"
            ],
            any_token: [$crate::cpu::X86V4],
            name: "x86-v4", doc: "x86-64-v4: AVX-512 F, BW, CD, DQ and VL (Intel servers since 2017, AMD since 2022)."
        } $($args)* }
    };
    (Neon, [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { {
            level: Neon, cfg: target_arch = "aarch64",
            tokens: [Neon = $crate::cpu::Neon],
            features: ["neon" "crc"],
            any_token: [$crate::cpu::Neon],
            name: "neon", doc: "aarch64 with NEON and CRC (ARMv8.1 and nearly all of ARMv8.0)."
        } $($args)* }
    };
    (Simd128, [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { {
            level: Simd128, cfg: all(target_arch = "wasm32", target_feature = "simd128"),
            tokens: [Simd128 = $crate::cpu::Simd128],
            features: ["simd128"],
            any_token: [$crate::cpu::Simd128],
            name: "simd128",
            doc: "WebAssembly with 128-bit vectors, in a program that is compiled for them (all browsers since 2023)."
        } $($args)* }
    };
    ($other:tt, $($rest:tt)*) => {
        compile_error! { concat!(
            "`", stringify!($other), "` is no CPU level: expected Portable, X86V2, X86V3, X86V4, Neon or Simd128"
        ) }
    };
}

/// The order of the list, ascending within each architecture. The macro calls another macro with the entries
/// of all levels before its arguments.
#[doc(hidden)]
#[macro_export]
macro_rules! levels {
    ([$($then:tt)+] $($args:tt)*) => {
        $crate::levels! { @next [Portable X86V2 X86V3 X86V4 Neon Simd128] [] [$($then)+] $($args)* }
    };
    (@next [$Level:ident $($more:ident)*] $($rest:tt)*) => {
        $crate::level! { $Level, [$crate::levels] @take [$($more)*] $($rest)* }
    };
    ($entry:tt @take [$($more:ident)*] [$($entries:tt)*] $($rest:tt)*) => {
        $crate::levels! { @next [$($more)*] [$($entries)* $entry] $($rest)* }
    };
    (@next [] $entries:tt [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { $entries $($args)* }
    };
}

/// Compiles a block only in builds that have the level.
#[doc(hidden)]
#[macro_export]
macro_rules! if_level {
    ({ level: $Level:ident, cfg: $cfg:meta, $($rest:tt)* } @keep $block:block) => {
        #[cfg($cfg)]
        $block
    };
    ($Level:ident, $block:block) => {
        $crate::level! { $Level, [$crate::if_level] @keep $block }
    };
}

macro_rules! define_levels {
    ([$({
        level: $Level:ident, cfg: $cfg:meta,
        tokens: [$Token:ident = $Type:ty $(, $QuirkToken:ident = $QuirkType:ty)*],
        features: $features:tt, any_token: $any_token:tt, name: $name:literal, doc: $doc:literal
    })*]) => {
        /// A set of instructions that a CPU may have. The levels of an architecture are in ascending order:
        /// each has all instructions of the level below.
        ///
        /// ```
        /// use reversi_engine::cpu::CpuLevel;
        ///
        /// let level: CpuLevel = "x86-v3".parse()?;
        /// assert_eq!(level, CpuLevel::X86V3);
        /// assert_eq!(CpuLevel::available().next(), Some(CpuLevel::Portable));
        /// println!("this machine runs {}", CpuLevel::available().last().unwrap_or(CpuLevel::Portable));
        /// # Ok::<(), reversi_engine::cpu::ParseCpuLevelError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum CpuLevel {
            $(#[doc = $doc] $Level,)*
        }

        impl CpuLevel {
            /// All levels, including those that this machine cannot run.
            pub const ALL: &'static [CpuLevel] = &[$(CpuLevel::$Level),*];

            /// Returns the name that [`Display`](fmt::Display) prints and [`FromStr`] reads.
            pub const fn name(self) -> &'static str {
                match self {
                    $(CpuLevel::$Level => $name,)*
                }
            }
        }

        /// A token of any level of this build. [`dispatch!`](crate::dispatch) matches on it.
        #[doc(hidden)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(clippy::exhaustive_enums, reason = "the compiler has to see that `dispatch!` has every token")]
        pub enum Token {
            $(
                #[cfg($cfg)]
                $Token($Type),
                $(
                    #[cfg($cfg)]
                    $QuirkToken($QuirkType),
                )*
            )*
        }

        impl Token {
            /// The token of a level, on a CPU with these quirks.
            fn new(level: CpuLevel, quirks: Quirks) -> Option<Token> {
                match level {
                    $(
                        #[cfg($cfg)]
                        CpuLevel::$Level => {
                            $(
                                if <$QuirkType>::suits(quirks) {
                                    return <$QuirkType>::detect().map(Token::$QuirkToken);
                                }
                            )*
                            let _ = quirks; // most levels have none
                            <$Type>::detect().map(Token::$Token)
                        }
                        #[cfg(not($cfg))]
                        CpuLevel::$Level => None,
                    )*
                }
            }

            const fn level(self) -> CpuLevel {
                match self {
                    $(
                        #[cfg($cfg)]
                        Token::$Token(_) => <$Type>::LEVEL,
                        $(
                            #[cfg($cfg)]
                            Token::$QuirkToken(_) => <$QuirkType>::LEVEL,
                        )*
                    )*
                }
            }
        }
    };
}
levels! { [define_levels] }

impl CpuLevel {
    /// Returns the levels that this machine and build can run, in ascending order.
    pub fn available() -> impl DoubleEndedIterator<Item = CpuLevel> {
        CpuLevel::ALL.iter().copied().filter(|&level| Cpu::new(level).is_ok())
    }
}

impl fmt::Display for CpuLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is not the name of a [`CpuLevel`].
///
/// ```
/// use reversi_engine::cpu::CpuLevel;
///
/// let error = "abacus".parse::<CpuLevel>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown CPU level: expected one of portable, x86-v2, "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParseCpuLevelError;

error_texts! { ParseCpuLevelError {
    ParseCpuLevelError => "unknown CPU level: expected one of {}",
        CpuLevel::ALL.iter().map(|level| level.name()).collect::<Vec<_>>().join(", ");
} }

impl FromStr for CpuLevel {
    type Err = ParseCpuLevelError;

    /// Reads a name in upper or lower case.
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let named = |level: &CpuLevel| level.name().eq_ignore_ascii_case(s);
        CpuLevel::ALL.iter().copied().find(named).ok_or(ParseCpuLevelError)
    }
}

/// The token of any level of this build. [`dispatch!`](crate::dispatch) turns it into its type.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::board::perft_on;
/// use reversi_engine::cpu::{Cpu, CpuLevel};
///
/// let portable = Cpu::new(CpuLevel::Portable)?;
/// assert_eq!(portable.level(), CpuLevel::Portable);
/// assert_eq!(perft_on(portable, &Board::START, 4), perft_on(Cpu::detect(), &Board::START, 4));
/// # Ok::<(), reversi_engine::cpu::UnsupportedLevel>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cpu(Token);

impl Cpu {
    /// Detects the best level of this machine. It is found once in a process, and later calls only read it.
    ///
    /// Without the `std` feature it is the best that the compilation target guarantees.
    #[inline]
    pub fn detect() -> Cpu {
        #[cfg(feature = "std")]
        {
            static DETECTED: std::sync::OnceLock<Cpu> = std::sync::OnceLock::new();
            *DETECTED.get_or_init(Cpu::best)
        }
        #[cfg(not(feature = "std"))]
        Cpu::best()
    }

    /// The level for a single call: the best one, where finding it is one load.
    #[inline(always)]
    pub(crate) fn of_one_call() -> Cpu {
        #[cfg(feature = "std")]
        return Cpu::detect();
        #[cfg(not(feature = "std"))]
        Cpu::lowest()
    }

    fn best() -> Cpu {
        let best = CpuLevel::ALL.iter().rev().find_map(|&level| Cpu::new(level).ok());
        best.unwrap_or_else(Cpu::lowest)
    }

    /// The lowest level of this build: every CPU that runs the program has it.
    #[inline(always)]
    fn lowest() -> Cpu {
        cfg_if::cfg_if! {
            if #[cfg(all(target_arch = "wasm32", target_os = "unknown", target_feature = "simd128"))] {
                Cpu(Token::Simd128(super::Simd128::here()))
            } else {
                Cpu(Token::Portable(super::Portable))
            }
        }
    }

    /// Returns the token of this level.
    ///
    /// # Errors
    /// [`UnsupportedLevel`] where the machine or the build cannot run it.
    pub fn new(level: CpuLevel) -> Result<Cpu, UnsupportedLevel> {
        Cpu::with_quirks(level, Quirks::detect())
    }

    /// Returns the token of this level for a CPU with these quirks. They need not be the quirks of this CPU:
    /// a wrong quirk costs speed and changes no result.
    ///
    /// # Errors
    /// [`UnsupportedLevel`] where the machine or the build cannot run the level.
    ///
    /// ```
    /// use reversi_engine::cpu::{Cpu, CpuLevel, Quirks};
    ///
    /// let mut quirks = Quirks::detect();
    /// quirks.slow_pext = true;
    /// let best = CpuLevel::available().last().unwrap();
    /// assert_eq!(Cpu::with_quirks(best, quirks)?.level(), best);
    /// # Ok::<(), reversi_engine::cpu::UnsupportedLevel>(())
    /// ```
    pub fn with_quirks(level: CpuLevel, quirks: Quirks) -> Result<Cpu, UnsupportedLevel> {
        Token::new(level, quirks).map(Cpu).ok_or(UnsupportedLevel { level })
    }

    /// Returns the level of this token.
    pub const fn level(self) -> CpuLevel {
        self.0.level()
    }

    /// Returns the token, for [`dispatch!`](crate::dispatch).
    #[doc(hidden)]
    #[inline(always)]
    pub const fn token(self) -> Token {
        self.0
    }
}

impl fmt::Debug for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// This CPU or build lacks the instructions of a level.
///
/// ```
/// use reversi_engine::cpu::{Cpu, CpuLevel};
///
/// for &level in CpuLevel::ALL {
///     match Cpu::new(level) {
///         Ok(cpu) => assert_eq!(cpu.level(), level),
///         Err(unsupported) => assert_eq!(unsupported.level, level),
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UnsupportedLevel {
    /// The requested level.
    pub level: CpuLevel,
}

error_texts! { UnsupportedLevel {
    UnsupportedLevel { level } => "this CPU or build cannot run level {level}";
} }
