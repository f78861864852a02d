use core::arch::x86_64::*;

super::updates! {
    "sse2", [__m128i; 6] of 8,
    _mm_setzero_si128(), _mm_add_epi16, _mm_sub_epi16, _mm_load_si128, _mm_store_si128
}
