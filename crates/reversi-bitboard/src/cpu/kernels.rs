//! [`kernels!`](crate::kernels) names the leaves of a level.

/// Implements primitives of a level, each by a leaf. The macro stands in the `impl` of a trait of primitives
/// for a token.
///
/// Each line becomes an `#[inline(always)]` method around an inner function that has exactly the features of
/// the level. The inner function calls the leaf *safely*, so the compiler rejects a leaf that needs a feature
/// which the level does not have. The only unsafe call is the call of the inner function, whose features the
/// token proves.
///
/// ```
/// # #[cfg(target_arch = "x86_64")] {
/// use reversi_bitboard::cpu::{X86V2, X86V3};
/// use reversi_bitboard::{Board, Cpu, kernels};
///
/// #[target_feature(enable = "sse4.2,popcnt")]
/// fn occupied(board: Board) -> u32 {
///     board.occupied().0.count_ones()
/// }
///
/// trait CountDiscs {
///     fn count_discs(self, board: Board) -> u32;
/// }
///
/// impl CountDiscs for X86V2 {
///     kernels! { X86V2; fn count_discs(board: Board) -> u32 = occupied; }
/// }
///
/// // A level above has all features of those below.
/// impl CountDiscs for X86V3<true> {
///     kernels! { X86V3; fn count_discs(board: Board) -> u32 = occupied; }
/// }
///
/// if let Some(token) = X86V3::<true>::detect() {
///     assert_eq!(token.count_discs(Board::START), 4);
/// }
/// # }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! kernels {
    ($Level:ident; $(
        fn $name:ident($($arg:ident: $ty:ty),* $(,)?) -> $ret:ty = $leaf:path;
    )*) => {$(
        #[inline(always)]
        fn $name(self, $($arg: $ty),*) -> $ret {
            $crate::kernel! { self: $Level, fn ($($arg: $ty),*) -> $ret = $leaf }
        }
    )*};
}

/// Calls a leaf with the variables that have the names of its arguments. [`kernels!`](crate::kernels) makes
/// this call the body of each method.
///
/// The macro checks the type of the token, so its use is safe everywhere.
#[doc(hidden)]
#[macro_export]
macro_rules! kernel {
    ($token:tt: $Level:ident, $($call:tt)+) => {
        $crate::level! { $Level, [$crate::kernel] @call $token, $($call)+ }
    };
    // Portable code needs no proof, and an inner function might stay a real call.
    (
        {
            level: $Level:ident, cfg: $cfg:meta, tokens: $tokens:tt, features: [],
            any_token: [$Token:ty], $($rest:tt)*
        }
        @call $token:expr, fn ($($arg:ident: $ty:ty),*) -> $ret:ty = $leaf:path
    ) => {{
        let _: $Token = $token;
        $leaf($($arg),*)
    }};
    (
        {
            level: $Level:ident, cfg: $cfg:meta, tokens: $tokens:tt, features: [$($feature:tt)+],
            any_token: [$Token:ty], $($rest:tt)*
        }
        @call $token:expr, fn ($($arg:ident: $ty:ty),*) -> $ret:ty = $leaf:path
    ) => {{
        $(#[target_feature(enable = $feature)])+
        #[inline]
        fn kernel($($arg: $ty),*) -> $ret {
            $leaf($($arg),*)
        }
        let _: $Token = $token;
        // SAFETY: the token proves the features of its level, and these are the features of the function.
        #[allow(unused_unsafe, reason = "WebAssembly has no feature to prove at run time")]
        unsafe { kernel($($arg),*) }
    }};
}
