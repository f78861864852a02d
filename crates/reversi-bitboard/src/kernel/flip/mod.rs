//! Flip: the discs that a move turns. The contract is [`Primitives::flip`](super::Primitives::flip).

pub mod portable;

cfg_if::cfg_if! {
    if #[cfg(target_arch = "x86_64")] {
        pub mod avx2;
        pub mod avx512;
        pub mod sse4;
    } else if #[cfg(target_arch = "aarch64")] {
        pub mod neon;
    } else if #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))] {
        pub mod simd128;
    }
}
