use super::token;

token! {
    /// Proof that the CPU has the x86-64-v4 instructions.
    X86V4, "X86V4"
}
