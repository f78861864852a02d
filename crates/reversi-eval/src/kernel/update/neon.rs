use core::arch::aarch64::*;

super::updates! {
    "neon", [uint16x8_t; 6] of 8,
    vdupq_n_u16(0), vaddq_u16, vsubq_u16, vld1q_u16, vst1q_u16
}
