use super::token;

token! {
    /// Proof that the program is compiled for WebAssembly with 128-bit vectors, `-C target-feature=+simd128`.
    /// A WebAssembly engine without such vectors rejects the whole program, so there is nothing to detect.
    Simd128, "Simd128"
}
