//! The tokens: one file for each level, with nothing but its proof. The leaves of a level are in
//! `kernel/levels.rs`, its features in `cpu/levels.rs`.

mod portable;

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
pub use portable::Portable;

pub(crate) mod sealed {
    /// Implemented for tokens only.
    #[allow(unreachable_pub, reason = "as visible as the trait that it seals, in a private module")]
    pub trait Sealed {
        /// `true` for the lowest level.
        const IS_LOWEST: bool;
    }
}

/// Defines the token of a level.
///
/// The field of a token is private to the token's file, so a value comes from `detect`, from `here` or from a
/// copy. `detect` checks the CPU. The compiler accepts a call of `here` only in a function that has the
/// features of the level. The text is the token in the example at the end of its documentation.
macro_rules! token {
    ($(#[$meta:meta])* $Token:ident $(<const $QUIRK:ident: bool>)?, $in_example:literal) => {
        $(#[$meta])*
        ///
        /// A CPU with the level computes on it:
        ///
        /// ```
        #[doc = concat!("use reversi_bitboard::{Board, cpu::", stringify!($Token), ", kernel::Primitives};")]
        ///
        #[doc = concat!("if let Some(token) = ", $in_example, "::detect() {")]
        ///     assert_eq!(token.moves(Board::START).len(), 4);
        /// }
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $Token $(<const $QUIRK: bool>)? (());

        $crate::level! { $Token, [$crate::cpu::tokens::token] @impl $Token [$($QUIRK)?] }

        impl $(<const $QUIRK: bool>)? $crate::cpu::Sealed for $Token $(<$QUIRK>)? {
            const IS_LOWEST: bool = false;
        }
    };
    (
        { level: $Level:ident, cfg: $cfg:meta, tokens: $tokens:tt, features: [$($feature:tt)*], $($rest:tt)* }
        @impl $Token:ident [$($QUIRK:ident)?]
    ) => {
        impl $(<const $QUIRK: bool>)? $Token $(<$QUIRK>)? {
            pub(in crate::cpu) const LEVEL: $crate::cpu::CpuLevel = $crate::cpu::CpuLevel::$Level;

            /// Returns the token if the CPU has the level; without the feature `std`, if the target
            /// guarantees it.
            #[inline]
            pub fn detect() -> Option<Self> {
                cfg_if::cfg_if! {
                    if #[cfg(all(feature = "std", target_arch = "x86_64"))] {
                        let found = true $(&& std::arch::is_x86_feature_detected!($feature))*;
                    } else if #[cfg(all(feature = "std", target_arch = "aarch64"))] {
                        let found = true $(&& std::arch::is_aarch64_feature_detected!($feature))*;
                    } else {
                        let found = cfg!(all($(target_feature = $feature),*));
                    }
                }
                found.then_some($Token(()))
            }

            /// The token, in a function that has the features of its level.
            $(#[target_feature(enable = $feature)])*
            #[inline]
            #[allow(dead_code, reason = "the level above calls it, and not every level has one")]
            pub(crate) fn here() -> Self {
                $Token(())
            }
        }
    };
}
use token;
