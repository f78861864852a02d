//! How lists of kernels are written.

/// Makes functions that list kernels. Each kernel is one line: the levels that it is compiled for, its
/// techniques, a description, the call. Levels that this machine cannot run are left out.
///
/// A result that is not a `u64` has its type and the function that packs it into one.
///
/// With `in a solver` there is a second function. It passes the same kernels to a
/// [`Visitor`](crate::list::Visitor), each in the place of the named primitive.
macro_rules! kernel_lists {
    ($(
        $(#[$meta:meta])*
        $list:ident($C:ty) $(-> $R:ty, packed by $pack:ident)? $(, in a solver $visit:ident for $primitive:ident)?:
            |$args:pat_param| $lines:tt
    )*) => {$(
        $crate::list::kernel_lists! { @list [$(#[$meta])*] $list $C, [$($pack)?] |$args| $lines }
        $crate::list::kernel_lists! { @visit [$($visit $primitive)?] $C, [$($R)?] |$args| $lines }
    )*};
    (@list [$(#[$meta:meta])*] $list:ident $C:ty, [] |$args:pat_param| $lines:tt) => {
        $crate::list::kernel_lists! { @list [$(#[$meta])*] $list $C, [::core::convert::identity::<u64>] |$args| $lines }
    };
    (@list [$(#[$meta:meta])*] $list:ident $C:ty, [$pack:path] |$args:pat_param| {
        $($($level:ident)+ $id:literal $name:literal => $body:expr;)*
    }) => {
        $(#[$meta])*
        pub fn $list() -> $crate::Kernels<$C> {
            let mut list = $crate::Kernels::new();
            $($(::reversi_bitboard::if_level! { $level, {
                // No kernel here depends on quirks, and their detection takes longer than most tests.
                if ::reversi_bitboard::Cpu::with_quirks(
                    ::reversi_bitboard::CpuLevel::$level,
                    Default::default(),
                ).is_ok() {
                    list.push(::reversi_bitboard::level! {
                        $level, [$crate::list::gallery_kernel] $C, $id, $name, |$args| $pack($body)
                    });
                }
            } })+)*
            list
        }
    };
    (@visit [] $($list:tt)+) => {};
    (@visit $visit:tt $C:ty, [] $($list:tt)+) => {
        $crate::list::kernel_lists! { @visit $visit $C, [u64] $($list)+ }
    };
    (@visit [$visit:ident $primitive:ident] $C:ty, [$R:ty] |$args:pat_param| {
        $($($level:ident)+ $id:literal $name:literal => $body:expr;)*
    }) => {
        /// Passes the same kernels to a visitor, each in the place of the primitive.
        pub(crate) fn $visit<V: $crate::list::Visitor>(visitor: &mut V) {
            $($(::reversi_bitboard::if_level! { $level, {
                ::reversi_bitboard::level! {
                    $level, [$crate::list::visit_kernel] visitor, $primitive, $C, $R, $id, $name, |$args| $body
                }
            } })+)*
        }
    };
}

/// Makes the functions of one kernel, compiled with the features of its level.
macro_rules! gallery_kernel {
    (
        { level: $Level:ident, cfg: $cfg:meta, tokens: $tokens:tt, features: [$($feature:tt)*], $($rest:tt)* }
        $C:ty, $id:literal, $name:literal, |$args:pat_param| $body:expr
    ) => {{
        $(#[target_feature(enable = $feature)])*
        fn call($args: $C) -> u64 {
            $body
        }
        $(#[target_feature(enable = $feature)])*
        fn throughput(calls: &[$C]) -> u64 {
            let mut sum = 0u64;
            for &$args in calls {
                sum = sum.wrapping_add($body);
            }
            sum
        }
        $(#[target_feature(enable = $feature)])*
        fn latency(calls: &[$C], zero: u64) -> u64 {
            let mut last = 0u64;
            for &call in calls {
                // Rotated by an unknown number: the compiler knows which bits a result never has, and would
                // leave out the dependency of the bits that the kernel reads.
                let $args = $crate::Call::disturbed(call, last.rotate_left(zero as u32) & zero);
                last = $body;
            }
            last
        }
        #[allow(unused_unsafe, reason = "the portable level has no feature to prove")]
        $crate::Kernel {
            id: $id,
            name: $name,
            level: ::reversi_bitboard::CpuLevel::$Level,
            // SAFETY: the kernel is listed only where the CPU has the features of its level.
            call: |input| unsafe { call(input) },
            // SAFETY: the same.
            throughput: |inputs| unsafe { throughput(inputs) },
            // SAFETY: the same.
            latency: |inputs, zero| unsafe { latency(inputs, zero) },
        }
    }};
}

/// Passes a kernel to a visitor, in the place of a primitive of its level, with the first token of that
/// level.
macro_rules! visit_kernel {
    (
        { level: $Level:ident, cfg: $cfg:meta, tokens: [$First:ident = $Token:ty $(, $($more:tt)*)?], $($rest:tt)* }
        $visitor:ident, $primitive:ident, $C:ty, $R:ty, $id:literal, $name:literal, |$args:pat_param| $body:expr
    ) => {
        #[inline(always)]
        fn kernel(_: $Token, $args: $C) -> $R {
            // SAFETY: the token proves the features of its level.
            #[allow(unused_unsafe, reason = "portable kernels have no feature to prove")]
            unsafe {
                $body
            }
        }

        #[derive(Clone, Copy)]
        struct Kernel;

        $crate::list::substitute! { $Token, $primitive }
        // No kernel here depends on quirks.
        if let Ok(::reversi_bitboard::__internal::Token::$First(token)) =
            ::reversi_bitboard::Cpu::with_quirks(::reversi_bitboard::CpuLevel::$Level, Default::default())
                .map(::reversi_bitboard::Cpu::token)
        {
            $visitor.$Level($id, $name, ::reversi_exchange_bitboard::With::new(token, Kernel));
        }
    };
}

/// Implements `Substitute` for the function `kernel`, in the place of one primitive.
macro_rules! substitute {
    ($Token:ty, flip) => {
        $crate::list::substitute! { @impl $Token,
            fn flip(l: $Token, call: (Square, Board)) -> Bitboard {
                Bitboard(kernel(l, call))
            }

            #[inline(always)]
            fn child<W: WideBoard<$Token>>(l: $Token, board: W, square: Square) -> Option<W> {
                let board = board.board();
                let flips = Bitboard(kernel(l, (square, board)));
                (!flips.is_empty()).then(|| W::new(l, board.play_unchecked(square, flips)))
            }
        }
    };
    ($Token:ty, last_flip_count) => {
        $crate::list::substitute! { @impl $Token,
            fn last_flip_count(l: $Token, (square, player): (Square, Bitboard)) -> u32 {
                kernel(l, (square, player.0)) as u32
            }

            #[inline(always)]
            fn wide_last_flip_count<W: WideBoard<$Token>>(l: $Token, board: W, square: Square) -> u32 {
                kernel(l, (square, board.board().player().0)) as u32
            }
        }
    };
    ($Token:ty, moves) => {
        $crate::list::substitute! { @impl $Token,
            fn moves(l: $Token, board: Board) -> Bitboard {
                Bitboard(kernel(l, board))
            }
        }
    };
    ($Token:ty, full_lines) => {
        $crate::list::substitute! { @impl $Token,
            fn full_lines(l: $Token, occupied: Bitboard) -> FullLines {
                kernel(l, occupied.0)
            }
        }
    };
    ($Token:ty, edges) => {
        $crate::list::substitute! { @impl $Token,
            fn edges(l: $Token, board: Board) -> [u16; 4] {
                kernel(l, board)
            }
        }
    };
    ($Token:ty, unpack_files) => {
        $crate::list::substitute! { @impl $Token,
            fn unpack_files(l: $Token, file_a: u64, file_h: u64) -> u64 {
                kernel(l, file_a | file_h << 8)
            }
        }
    };
    ($Token:ty, stable_edge_count) => {
        $crate::list::substitute! { @impl $Token,
            fn stable_edge_count(l: $Token, board: Board) -> u32 {
                kernel(l, board) as u32
            }
        }
    };
    ($Token:ty, hash) => {
        $crate::list::substitute! { @impl $Token,
            fn hash(l: $Token, board: Board) -> u64 {
                kernel(l, board)
            }
        }
    };
    (@impl $Token:ty, $($methods:tt)+) => {
        #[allow(unused_imports, reason = "each primitive needs a few")]
        const _: () = {
            use ::reversi_bitboard::kernel::{FullLines, Primitives, WideBoard};
            use ::reversi_bitboard::{Bitboard, Board, Square};

            impl ::reversi_exchange_bitboard::Substitute<$Token> for Kernel {
                #[inline(always)]
                $($methods)+
            }
        };
    };
}

pub(crate) use {gallery_kernel, kernel_lists, substitute, visit_kernel};
