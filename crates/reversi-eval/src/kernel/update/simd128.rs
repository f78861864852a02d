use core::arch::wasm32::*;

use super::updates;
use crate::features::Features;

/// The features as vectors.
type Vectors = [v128; 6];

updates!(pub, "simd128");

#[target_feature(enable = "simd128")]
#[inline]
fn zero() -> Vectors {
    [u16x8_splat(0); 6]
}

#[target_feature(enable = "simd128")]
#[inline]
fn add(mut a: Vectors, b: Vectors) -> Vectors {
    for i in 0..6 {
        a[i] = u16x8_add(a[i], b[i]);
    }
    a
}

#[target_feature(enable = "simd128")]
#[inline]
fn sub(mut a: Vectors, b: Vectors) -> Vectors {
    for i in 0..6 {
        a[i] = u16x8_sub(a[i], b[i]);
    }
    a
}

#[target_feature(enable = "simd128")]
#[inline]
fn load(features: &Features) -> Vectors {
    let mut vectors = zero();
    for (vector, lanes) in vectors.iter_mut().zip(features.0.as_chunks::<8>().0) {
        // SAFETY: eight lanes are 16 bytes to read.
        *vector = unsafe { v128_load(lanes.as_ptr().cast()) };
    }
    vectors
}

#[target_feature(enable = "simd128")]
#[inline]
fn store(vectors: Vectors) -> Features {
    let mut features = Features([0; 48]);
    for (lanes, vector) in features.0.as_chunks_mut::<8>().0.iter_mut().zip(vectors) {
        // SAFETY: eight lanes are 16 bytes to write.
        unsafe { v128_store(lanes.as_mut_ptr().cast(), vector) };
    }
    features
}
