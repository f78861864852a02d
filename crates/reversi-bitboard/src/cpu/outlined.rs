//! Functions that stay out of line: [`outlined!`](crate::outlined).

/// Declares a trait of the functions that stay out of line in code compiled per CPU level.
///
/// `#[target_feature]` cannot depend on a type parameter, and generic code is compiled for the baseline
/// unless it is inlined into a function that has the features. So the code below a root is generic and
/// `#[inline(always)]`, and wherever it must *not* be inlined (recursion, cold paths) it goes through a
/// method of this trait: one real function per level with that level's features, whose body is the inlined
/// generic function.
///
/// ```
/// use reversi_bitboard::{Board, Cpu, dispatch, kernel::Primitives, outlined};
///
/// #[inline(always)]
/// fn count<L: Outlined>(l: L, board: Board, depth: u32) -> u64 {
///     let moves = l.moves(board);
///     if depth == 1 {
///         return u64::from(moves.len());
///     }
///     let mut sum = 0;
///     for square in moves {
///         let child = board.play_unchecked(square, l.flip(square, board));
///         sum += l.count(child, depth - 1); // the recursion goes through the trait
///     }
///     sum
/// }
///
/// outlined! {
///     trait Outlined {
///         fn count(board: Board, depth: u32) -> u64 = count;
///     }
/// }
///
/// assert_eq!(dispatch!(Cpu::detect(), l => l.count(Board::START, 4)), 244);
/// ```
///
/// The trait may have a supertrait, such as another list or the primitives of an evaluation. No vector type
/// may be an argument or a result: it would go through memory.
#[macro_export]
macro_rules! outlined {
    ($(#[$meta:meta])* $vis:vis trait $Trait:ident $(: $Super:path)? { $($body:tt)* }) => {
        $crate::outlined! { @trait [$(#[$meta])* $vis] $Trait [$($Super)?] { $($body)* } }
        $crate::levels! { [$crate::outlined] @levels $Trait { $($body)* } }
    };
    (@trait [$(#[$meta:meta])* $vis:vis] $Trait:ident [$($Super:path)?] {
        $(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $generic:path;)*
    }) => {
        $(#[$meta])*
        $vis trait $Trait: $crate::kernel::Primitives $(+ $Super)? {
            $(fn $name(self, $($arg: $ty),*) $(-> $ret)?;)*
        }
    };
    ([$({
        level: $Level:ident, cfg: $cfg:meta, tokens: [$($Token:ident = $Type:ty),+],
        features: $features:tt, $($rest:tt)*
    })*] @levels $Trait:ident $body:tt) => {$($(
        #[cfg($cfg)]
        impl $Trait for $Type {
            $crate::outlined! { @methods $features $Type, $body }
        }
    )+)*};
    (@methods $features:tt $Type:ty, {
        $(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $generic:path;)*
    }) => {
        $($crate::outlined! { @method $features $Type, fn $name($($arg: $ty),*) [$($ret)?] = $generic })*
    };
    (@method [$($feature:tt)*] $Type:ty,
        fn $name:ident($($arg:ident: $ty:ty),*) [$($ret:ty)?] = $generic:path
    ) => {
        #[inline(always)]
        fn $name(self, $($arg: $ty),*) $(-> $ret)? {
            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn outlined(l: $Type, $($arg: $ty),*) $(-> $ret)? {
                $generic(l, $($arg),*)
            }
            // SAFETY: the function has the features of the level of `self`, and a token exists only where the
            // CPU has them.
            #[allow(unused_unsafe, reason = "the portable level has no feature to prove")]
            unsafe { outlined(self, $($arg),*) }
        }
    };
}
