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
            $crate::Cpu::X86V3($l) => $body,
            #[allow(unreachable_patterns)]
            _ => unreachable!("a level without dispatch"),
        }
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
/// use reversi_bitboard::{Board, Cpu, Square, dispatch, kernel::Primitives, points};
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
///         let child = board.play_unchecked(square, l.flip(square, board));
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
        // `cfg_attr(any(), ...)` is never: the portable level needs no attribute.
        $crate::points! { @level $Points Portable cfg_attr(any(), no_features), { $($body)* } }
        #[cfg(target_arch = "x86_64")]
        $crate::points! {
            @level $Points X86V3 target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,movbe,popcnt"), { $($body)* }
        }
    };
    (@trait [$(#[$meta:meta])* $vis:vis] $Points:ident [$($Super:path)?] {
        $(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $generic:path;)*
    }) => {
        $(#[$meta])*
        $vis trait $Points: $crate::kernel::Primitives $(+ $Super)? {
            $(fn $name(self, $($arg: $ty),*) $(-> $ret)?;)*
        }
    };
    (@level $Points:ident $Token:ident $features:meta, {
        $(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $generic:path;)*
    }) => {
        impl $Points for $crate::cpu::$Token {
            $(
                #[inline(always)]
                fn $name(self, $($arg: $ty),*) $(-> $ret)? {
                    #[$features]
                    #[inline(never)]
                    fn point(l: $crate::cpu::$Token, $($arg: $ty),*) $(-> $ret)? {
                        $generic(l, $($arg),*)
                    }
                    // SAFETY: a token exists only where the CPU has the features of its level.
                    #[allow(unused_unsafe, reason = "the portable level has no feature to prove")]
                    unsafe { point(self, $($arg),*) }
                }
            )*
        }
    };
}
