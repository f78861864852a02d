//! How lists of kernels are written.

/// Makes functions that list kernels. Each kernel is one line: the levels that it is compiled for, its
/// techniques, a description, the call. Levels that this machine cannot run are left out.
///
/// With `in a solver` there is a second function. It passes the same kernels to a
/// [`Visitor`](crate::list::Visitor), each in the place of the named primitive.
macro_rules! kernel_lists {
    ($(
        $(#[$meta:meta])*
        $list:ident($C:ty)$(, in a solver $visit:ident for $primitive:ident)?: |$args:pat_param| $lines:tt
    )*) => {$(
        $crate::list::kernel_lists! { @list [$(#[$meta])*] $list $C, |$args| $lines }
        $($crate::list::kernel_lists! { @visit $visit $primitive $C, |$args| $lines })?
    )*};
    (@list [$(#[$meta:meta])*] $list:ident $C:ty, |$args:pat_param| {
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
                        $level, [$crate::list::gallery_kernel] $C, $id, $name, |$args| $body
                    });
                }
            } })+)*
            list
        }
    };
    (@visit $visit:ident $primitive:ident $C:ty, |$args:pat_param| {
        $($($level:ident)+ $id:literal $name:literal => $body:expr;)*
    }) => {
        /// Passes the same kernels to a visitor, each in the place of the primitive.
        pub(crate) fn $visit<V: $crate::list::Visitor>(visitor: &mut V) {
            $($(::reversi_bitboard::if_level! { $level, {
                ::reversi_bitboard::level! {
                    $level, [$crate::list::visit_kernel] visitor, $primitive, $C, $id, $name, |$args| $body
                }
            } })+)*
        }
    };
}

/// Makes the functions of one kernel, compiled with the features of its level.
macro_rules! gallery_kernel {
    (
        { $Level:ident $text:literal $doc:literal [$cfg:meta] [$($feature:tt)*] $any_token:tt $tokens:tt }
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
        $crate::Kernel::new(
            $id,
            $name,
            ::reversi_bitboard::CpuLevel::$Level,
            // SAFETY: the kernel is listed only where the CPU has the features of its level.
            #[allow(unused_unsafe, reason = "the portable level has no feature to prove")]
            |input| unsafe { call(input) },
            // SAFETY: the kernel is listed only where the CPU has the features of its level.
            #[allow(unused_unsafe, reason = "the portable level has no feature to prove")]
            |inputs| unsafe { throughput(inputs) },
            // SAFETY: the kernel is listed only where the CPU has the features of its level.
            #[allow(unused_unsafe, reason = "the portable level has no feature to prove")]
            |inputs, zero| unsafe { latency(inputs, zero) },
        )
    }};
}

/// Passes a kernel to a visitor, in the place of a primitive of its level, with the first token of that
/// level.
macro_rules! visit_kernel {
    (
        {
            $Level:ident $text:literal $doc:literal [$cfg:meta] $features:tt $any_token:tt
            [$First:ident = $Token:ty $(, $more:ident = $More:ty)*]
        }
        $visitor:ident, $primitive:ident, $C:ty, $id:literal, $name:literal, |$args:pat_param| $body:expr
    ) => {
        #[inline(always)]
        fn kernel(_: $Token, $args: $C) -> u64 {
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
            $visitor.$Level($id, $name, ::reversi_bitboard::__internal::With::new(token, Kernel));
        }
    };
}

/// Implements `Substitute` for the function `kernel`, in the place of one primitive.
macro_rules! substitute {
    ($Token:ty, flip) => {
        impl ::reversi_bitboard::__internal::Substitute<$Token> for Kernel {
            #[inline(always)]
            fn flip(
                l: $Token,
                call: (::reversi_bitboard::Square, ::reversi_bitboard::Board),
            ) -> ::reversi_bitboard::Bitboard {
                ::reversi_bitboard::Bitboard(kernel(l, call))
            }
        }
    };
    ($Token:ty, last_flip_count) => {
        impl ::reversi_bitboard::__internal::Substitute<$Token> for Kernel {
            #[inline(always)]
            fn last_flip_count(
                l: $Token,
                (square, player): (::reversi_bitboard::Square, ::reversi_bitboard::Bitboard),
            ) -> u32 {
                kernel(l, (square, player.0)) as u32
            }
        }
    };
}

pub(crate) use {gallery_kernel, kernel_lists, substitute, visit_kernel};
