//! The harness of all kernels.

use reversi_gallery::{Call, Kernel};

/// Checks that all kernels of a list return this result, alone and in both timing loops.
pub(crate) fn same<C: Call>(kernels: &[Kernel<C>], input: C, expected: u64, shown: &dyn Fn() -> String) {
    assert!(!kernels.is_empty(), "the portable kernel runs everywhere");
    for kernel in kernels {
        let context = || format!("{} {} ({}){}", kernel.id, kernel.name, kernel.level, shown());
        assert_eq!(kernel.call(input), expected, "{}", context());
        assert_eq!(kernel.throughput(&[input, input]), expected.wrapping_add(expected), "{}", context());
        assert_eq!(kernel.latency(&[input, input]), expected, "{}", context());
    }
}
