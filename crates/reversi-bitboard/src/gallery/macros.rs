//! How lists of kernels are written; also those of crates above.

/// Makes the functions of one kernel, compiled with the features of its level.
#[doc(hidden)]
#[macro_export]
macro_rules! gallery_kernel {
    ([$($feature:tt)*] $C:ty, $level:ident, $id:literal, $name:literal, |$args:pat_param| $body:expr) => {{
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
            $crate::CpuLevel::$level,
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
            $($($crate::if_arch_of! { $level, {
                // Quirks change nothing here, and to find them out takes longer than most tests.
                if $crate::Cpu::with_quirks($crate::CpuLevel::$level, Default::default()).is_ok() {
                    list.push($crate::level_features! {
                        $level, [$crate::gallery_kernel] $C, $level, $id, $name, |$args| $body
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
            $($($crate::if_arch_of! { $level, {
                $crate::level_features! {
                    $level, [$crate::visit_kernel] $level: visitor, $primitive, $C, $id, $name, |$args| $body
                }
            } })+)*
        }
    };
}

/// Shows a kernel to a visitor, with the token of its level.
#[doc(hidden)]
#[macro_export]
macro_rules! visit_kernel {
    ($features:tt Portable: $($kernel:tt)*) => {
        $crate::visit_kernel! { @at portable $crate::cpu::Portable, Some($crate::cpu::Portable), $($kernel)* }
    };
    ($features:tt X86V2: $($kernel:tt)*) => {
        $crate::visit_kernel! { @at x86_v2 $crate::cpu::X86V2, $crate::cpu::X86V2::detect(), $($kernel)* }
    };
    ($features:tt X86V3: $($kernel:tt)*) => {
        $crate::visit_kernel! { @at x86_v3 $crate::cpu::X86V3<true>, $crate::cpu::X86V3::detect(), $($kernel)* }
    };
    ($features:tt X86V4: $($kernel:tt)*) => {
        $crate::visit_kernel! { @at x86_v4 $crate::cpu::X86V4, $crate::cpu::X86V4::detect(), $($kernel)* }
    };
    ($features:tt Neon: $($kernel:tt)*) => {
        $crate::visit_kernel! { @at neon $crate::cpu::Neon, $crate::cpu::Neon::detect(), $($kernel)* }
    };
    (@at $at:ident $Token:ty, $token:expr,
        $visitor:ident, $primitive:ident, $C:ty, $id:literal, $name:literal, |$args:pat_param| $body:expr
    ) => {
        #[derive(Clone, Copy)]
        struct Kernel;

        impl $crate::gallery::Substitute<$Token> for Kernel {
            #[inline(always)]
            fn $primitive(_: $Token, $args: $C) -> u64 {
                // SAFETY: the token proves the features of its level.
                #[allow(unused_unsafe, reason = "portable kernels have no feature to prove")]
                unsafe { $body }
            }
        }

        if let Some(token) = $token {
            $visitor.$at($id, $name, $crate::gallery::With::new(token, Kernel));
        }
    };
}

/// Keeps a block where the architecture has the level.
#[doc(hidden)]
#[macro_export]
macro_rules! if_arch_of {
    (Portable, $block:block) => {
        $block
    };
    (Neon, $block:block) => {
        #[cfg(target_arch = "aarch64")]
        $block
    };
    ($x86:ident, $block:block) => {
        #[cfg(target_arch = "x86_64")]
        $block
    };
}
