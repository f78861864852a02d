//! Sets that stay in general registers.

/// The same set, in a general register. The compiler gathers equal computations of several sets in vectors.
/// That hides what a technique without vectors costs: on Arm64 shifts are no longer part of other
/// instructions, and SSE2 has no instruction that counts leading zeros, so two counts in a vector take
/// sixty.
#[inline(always)]
pub(super) fn in_general_register(set: u64) -> u64 {
    #[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
    {
        let mut set = set;
        // SAFETY: no instruction, only a comment that names the register.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) set, options(pure, nomem, nostack, preserves_flags));
        }
        set
    }
    #[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
    set
}
