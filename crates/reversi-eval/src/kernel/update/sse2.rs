use core::arch::x86_64::*;

use super::updates;
use crate::features::Features;

/// The features as vectors.
type Vectors = [__m128i; 6];

updates!(pub, "sse2");

#[target_feature(enable = "sse2")]
#[inline]
fn zero() -> Vectors {
    [_mm_setzero_si128(); 6]
}

#[target_feature(enable = "sse2")]
#[inline]
fn add(mut a: Vectors, b: Vectors) -> Vectors {
    for i in 0..6 {
        a[i] = _mm_add_epi16(a[i], b[i]);
    }
    a
}

#[target_feature(enable = "sse2")]
#[inline]
fn sub(mut a: Vectors, b: Vectors) -> Vectors {
    for i in 0..6 {
        a[i] = _mm_sub_epi16(a[i], b[i]);
    }
    a
}

#[target_feature(enable = "sse2")]
#[inline]
fn load(features: &Features) -> Vectors {
    let mut vectors = zero();
    for (vector, lanes) in vectors.iter_mut().zip(features.0.as_chunks::<8>().0) {
        // SAFETY: eight lanes are 16 bytes, and chunks of them start at multiples of 16 from an alignment of
        // 64.
        *vector = unsafe { _mm_load_si128(lanes.as_ptr().cast()) };
    }
    vectors
}

#[target_feature(enable = "sse2")]
#[inline]
fn store(vectors: Vectors) -> Features {
    let mut features = Features([0; 48]);
    for (lanes, vector) in features.0.as_chunks_mut::<8>().0.iter_mut().zip(vectors) {
        // SAFETY: eight lanes are 16 bytes, and chunks of them start at multiples of 16 from an alignment of
        // 64.
        unsafe { _mm_store_si128(lanes.as_mut_ptr().cast(), vector) };
    }
    features
}
