/// Runs an expression with the token behind a [`Cpu`](crate::Cpu), compiled once per level.
///
/// ```
/// use reversi_bitboard::{Board, Cpu, dispatch, kernel::Primitives};
///
/// let moves = dispatch!(Cpu::detect(), l => l.moves(Board::START));
/// assert_eq!(moves.count_ones(), 4);
/// ```
#[macro_export]
macro_rules! dispatch {
    ($cpu:expr, $l:ident => $body:expr) => {
        match $cpu {
            $crate::Cpu::Portable($l) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::Cpu::X86V2($l) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::Cpu::X86V3($l) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::Cpu::X86V3SlowPext($l) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::Cpu::X86V4($l) => $body,
            #[cfg(target_arch = "aarch64")]
            $crate::Cpu::Neon($l) => $body,
            #[allow(unreachable_patterns)]
            _ => unreachable!("a level without dispatch"),
        }
    };
}

/// The one list of the features of each level: calls a macro with them in front of its arguments.
#[doc(hidden)]
#[macro_export]
macro_rules! level_features {
    (Portable, [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { [] $($args)* }
    };
    (X86V2, [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { ["sse3" "ssse3" "sse4.1" "sse4.2" "popcnt"] $($args)* }
    };
    (X86V3, [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { [
            "sse3" "ssse3" "sse4.1" "sse4.2" "popcnt"
            "avx" "avx2" "bmi1" "bmi2" "fma" "lzcnt" "movbe"
        ] $($args)* }
    };
    (X86V4, [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { [
            "sse3" "ssse3" "sse4.1" "sse4.2" "popcnt"
            "avx" "avx2" "bmi1" "bmi2" "fma" "lzcnt" "movbe"
            "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl"
        ] $($args)* }
    };
    (Neon, [$($then:tt)+] $($args:tt)*) => {
        $($then)+! { ["neon" "crc"] $($args)* }
    };
}

/// Declares a trait of *points*: the functions that stay out of line in code compiled per CPU level.
///
/// `#[target_feature]` cannot depend on a type parameter, and generic code is compiled for the baseline unless it is
/// inlined into a function that has the features. So the code below a root is generic and `#[inline(always)]`, and
/// wherever it must *not* be inlined (recursion, cold paths) it goes through a point: one real function per level
/// with that level's features, whose body is the inlined generic function.
///
/// ```
/// use reversi_bitboard::{Bitboard, Board, Cpu, Square, dispatch, kernel::Primitives, points};
///
/// #[inline(always)]
/// fn count<L: Points>(l: L, board: Board, depth: u32) -> u64 {
///     let mut moves = l.moves(board);
///     if depth == 1 {
///         return u64::from(moves.count_ones());
///     }
///     let mut sum = 0;
///     while moves != 0 {
///         let square = Square::ALL[moves.trailing_zeros() as usize];
///         let child = board.play_unchecked(square, Bitboard(l.flip(square, board)));
///         sum += l.count(child, depth - 1); // recursion through the point
///         moves &= moves - 1;
///     }
///     sum
/// }
///
/// points! {
///     trait Points {
///         fn count(board: Board, depth: u32) -> u64 = count;
///     }
/// }
///
/// assert_eq!(dispatch!(Cpu::detect(), l => l.count(Board::START, 4)), 244);
/// ```
#[macro_export]
macro_rules! points {
    ($(#[$meta:meta])* $vis:vis trait $Points:ident $(: $Super:path)? { $($body:tt)* }) => {
        $crate::points! { @trait [$(#[$meta])* $vis] $Points [$($Super)?] { $($body)* } }
        $crate::points! { @level Portable, $crate::cpu::Portable, $Points { $($body)* } }
        #[cfg(target_arch = "x86_64")]
        $crate::points! { @level X86V2, $crate::cpu::X86V2, $Points { $($body)* } }
        #[cfg(target_arch = "x86_64")]
        $crate::points! { @level X86V3, $crate::cpu::X86V3<true>, $Points { $($body)* } }
        #[cfg(target_arch = "x86_64")]
        $crate::points! { @level X86V3, $crate::cpu::X86V3<false>, $Points { $($body)* } }
        #[cfg(target_arch = "x86_64")]
        $crate::points! { @level X86V4, $crate::cpu::X86V4, $Points { $($body)* } }
        #[cfg(target_arch = "aarch64")]
        $crate::points! { @level Neon, $crate::cpu::Neon, $Points { $($body)* } }
    };
    (@trait [$(#[$meta:meta])* $vis:vis] $Points:ident [$($Super:path)?] {
        $(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $generic:path;)*
    }) => {
        $(#[$meta])*
        $vis trait $Points: $crate::kernel::Primitives $(+ $Super)? {
            $(fn $name(self, $($arg: $ty),*) $(-> $ret)?;)*
        }
    };
    (@level $level:ident, $Token:ty, $Points:ident $body:tt) => {
        $crate::level_features! { $level, [$crate::points] [] $Token, $Points $body }
        $crate::if_gallery! {
            $crate::level_features! {
                $level, [$crate::points] [K: $crate::gallery::Substitute<$Token>]
                $crate::gallery::With<$Token, K>, $Points $body
            }
        }
    };
    (@methods $features:tt $generics:tt $Token:ty, {
        $(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $generic:path;)*
    }) => {
        $($crate::points! { @method $features $generics $Token, fn $name($($arg: $ty),*) [$($ret)?] = $generic })*
    };
    (@method [$($feature:tt)*] [$($K:ident: $Bound:path)?] $Token:ty,
        fn $name:ident($($arg:ident: $ty:ty),*) [$($ret:ty)?] = $generic:path
    ) => {
        #[inline(always)]
        fn $name(self, $($arg: $ty),*) $(-> $ret)? {
            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn point$(<$K: $Bound>)?(l: $Token, $($arg: $ty),*) $(-> $ret)? {
                $generic(l, $($arg),*)
            }
            // SAFETY: a token exists only where the CPU has the features of its level.
            #[allow(unused_unsafe, reason = "the portable level has no feature to prove")]
            unsafe { point(self, $($arg),*) }
        }
    };
    ($features:tt [$($K:ident: $Bound:path)?] $Token:ty, $Points:ident $body:tt) => {
        impl$(<$K: $Bound>)? $Points for $Token {
            $crate::points! { @methods $features [$($K: $Bound)?] $Token, $body }
        }
    };
}

/// Keeps items with the feature `gallery`: what a level can do it can do with another kernel in the place of its own.
#[cfg(feature = "gallery")]
#[doc(hidden)]
#[macro_export]
macro_rules! if_gallery {
    ($($items:item)*) => { $($items)* };
}

/// Drops items without the feature `gallery`.
#[cfg(not(feature = "gallery"))]
#[doc(hidden)]
#[macro_export]
macro_rules! if_gallery {
    ($($items:item)*) => {};
}
