use core::arch::x86_64::*;

super::updates! {
    "avx2", [__m256i; 3] of 16,
    _mm256_setzero_si256(), _mm256_add_epi16, _mm256_sub_epi16, _mm256_load_si256, _mm256_store_si256
}
