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
/// the call. Levels that this machine cannot run are left out.
#[doc(hidden)]
#[macro_export]
macro_rules! kernel_lists {
    ($(
        $(#[$meta:meta])*
        $list:ident($C:ty): |$args:pat_param| {
            $($($level:ident)+ $id:literal $name:literal => $body:expr;)*
        }
    )*) => {$(
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
    )*};
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
