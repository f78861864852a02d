use core::arch::wasm32::*;

super::updates! {
    "simd128", [v128; 6] of 8,
    u16x8_splat(0), u16x8_add, u16x8_sub, v128_load, v128_store
}
