//! How lists of kernels are written; also those of crates above.

/// Makes the functions of one kernel, compiled with the features of its level.
#[doc(hidden)]
#[macro_export]
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
                let $args = $crate::gallery::Call::disturbed(call, last & zero);
                last = $body;
            }
            last
        }
        $crate::gallery::Kernel::new(
            $id,
            $name,
            $crate::CpuLevel::$Level,
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

/// Makes functions that list kernels, each in a line: the levels it is compiled for, its techniques, what it does, and
/// the call. Levels that this machine cannot run are left out. Where it says so there is also a function that shows a
/// [`Visitor`](crate::gallery::Visitor) the same kernels, to be put into a solver in the place of a primitive.
#[doc(hidden)]
#[macro_export]
macro_rules! kernel_lists {
    ($(
        $(#[$meta:meta])*
        $list:ident($C:ty)$(, in a solver $visit:ident for $primitive:ident)?: |$args:pat_param| $lines:tt
    )*) => {$(
        $crate::kernel_lists! { @list [$(#[$meta])*] $list $C, |$args| $lines }
        $($crate::kernel_lists! { @visit $visit $primitive $C, |$args| $lines })?
    )*};
    (@list [$(#[$meta:meta])*] $list:ident $C:ty, |$args:pat_param| {
        $($($level:ident)+ $id:literal $name:literal => $body:expr;)*
    }) => {
        $(#[$meta])*
        pub fn $list() -> $crate::gallery::Kernels<$C> {
            let mut list = $crate::gallery::Kernels::new();
            $($($crate::if_level! { $level, {
                // Quirks change nothing here, and to find them out takes longer than most tests.
                if $crate::Cpu::with_quirks($crate::CpuLevel::$level, Default::default()).is_ok() {
                    list.push($crate::level! {
                        $level, [$crate::gallery_kernel] $C, $id, $name, |$args| $body
                    });
                }
            } })+)*
            list
        }
    };
    (@visit $visit:ident $primitive:ident $C:ty, |$args:pat_param| {
        $($($level:ident)+ $id:literal $name:literal => $body:expr;)*
    }) => {
        /// Shows a visitor the same kernels, to be put in the place of the primitive.
        #[doc(hidden)]
        pub fn $visit<V: $crate::gallery::Visitor>(visitor: &mut V) {
            $($($crate::if_level! { $level, {
                $crate::level! {
                    $level, [$crate::visit_kernel] visitor, $primitive, $C, $id, $name, |$args| $body
                }
            } })+)*
        }
    };
}

/// Shows a kernel to a visitor, with the first token of its level.
#[doc(hidden)]
#[macro_export]
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

        $crate::substitute! { $Token, $primitive }
        // Quirks change nothing here.
        if let Ok($crate::__internal::Token::$First(token)) =
            $crate::Cpu::with_quirks($crate::CpuLevel::$Level, Default::default()).map($crate::Cpu::token)
        {
            $visitor.$Level($id, $name, $crate::__internal::With::new(token, Kernel));
        }
    };
}

/// Puts a kernel in the place of a primitive.
#[doc(hidden)]
#[macro_export]
macro_rules! substitute {
    ($Token:ty, flip) => {
        impl $crate::__internal::Substitute<$Token> for Kernel {
            #[inline(always)]
            fn flip(l: $Token, call: ($crate::Square, $crate::Board)) -> $crate::Bitboard {
                $crate::Bitboard(kernel(l, call))
            }
        }
    };
    ($Token:ty, last_flip_count) => {
        impl $crate::__internal::Substitute<$Token> for Kernel {
            #[inline(always)]
            fn last_flip_count(l: $Token, (square, player): ($crate::Square, $crate::Bitboard)) -> u32 {
                kernel(l, (square, player.0)) as u32
            }
        }
    };
}
