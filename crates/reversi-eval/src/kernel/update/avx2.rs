use core::arch::x86_64::*;

use super::updates;
use crate::features::Features;

/// The features as vectors.
type Vectors = [__m256i; 3];

updates!(pub, "avx2");

#[target_feature(enable = "avx2")]
#[inline]
fn zero() -> Vectors {
    [_mm256_setzero_si256(); 3]
}

#[target_feature(enable = "avx2")]
#[inline]
fn add(mut a: Vectors, b: Vectors) -> Vectors {
    for i in 0..3 {
        a[i] = _mm256_add_epi16(a[i], b[i]);
    }
    a
}

#[target_feature(enable = "avx2")]
#[inline]
fn sub(mut a: Vectors, b: Vectors) -> Vectors {
    for i in 0..3 {
        a[i] = _mm256_sub_epi16(a[i], b[i]);
    }
    a
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(features: &Features) -> Vectors {
    let mut vectors = zero();
    for (vector, lanes) in vectors.iter_mut().zip(features.0.as_chunks::<16>().0) {
        // SAFETY: 16 lanes are 32 bytes, and chunks of them start at multiples of 32 from an alignment of 64.
        *vector = unsafe { _mm256_load_si256(lanes.as_ptr().cast()) };
    }
    vectors
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(vectors: Vectors) -> Features {
    let mut features = Features([0; 48]);
    for (lanes, vector) in features.0.as_chunks_mut::<16>().0.iter_mut().zip(vectors) {
        // SAFETY: 16 lanes are 32 bytes, and chunks of them start at multiples of 32 from an alignment of 64.
        unsafe { _mm256_store_si256(lanes.as_mut_ptr().cast(), vector) };
    }
    features
}
