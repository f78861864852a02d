use super::token;
use crate::cpu::Quirks;

token! {
    /// Proof that the CPU has the x86-64-v3 instructions. The parameter is true if its PEXT is fast.
    X86V3<const FAST_PEXT: bool>, "X86V3::<true>"
}

impl X86V3<false> {
    /// Returns whether this token is the one for CPUs with these quirks.
    pub(in crate::cpu) const fn suits(quirks: Quirks) -> bool {
        quirks.slow_pext || quirks.slow_gather
    }
}
