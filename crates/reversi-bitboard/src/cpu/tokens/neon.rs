use super::token;

token! {
    /// Proof that the CPU is an aarch64 with NEON and CRC instructions.
    Neon, "Neon"
}
