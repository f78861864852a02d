use core::arch::aarch64::*;

use super::updates;
use crate::features::Features;

/// The features as vectors.
type Vectors = [uint16x8_t; 6];

updates!(pub, "neon");

#[target_feature(enable = "neon")]
#[inline]
fn zero() -> Vectors {
    [vdupq_n_u16(0); 6]
}

#[target_feature(enable = "neon")]
#[inline]
fn add(mut a: Vectors, b: Vectors) -> Vectors {
    for i in 0..6 {
        a[i] = vaddq_u16(a[i], b[i]);
    }
    a
}

#[target_feature(enable = "neon")]
#[inline]
fn sub(mut a: Vectors, b: Vectors) -> Vectors {
    for i in 0..6 {
        a[i] = vsubq_u16(a[i], b[i]);
    }
    a
}

#[target_feature(enable = "neon")]
#[inline]
fn load(features: &Features) -> Vectors {
    let mut vectors = zero();
    for (vector, lanes) in vectors.iter_mut().zip(features.0.as_chunks::<8>().0) {
        // SAFETY: the eight lanes of the chunk are read.
        *vector = unsafe { vld1q_u16(lanes.as_ptr()) };
    }
    vectors
}

#[target_feature(enable = "neon")]
#[inline]
fn store(vectors: Vectors) -> Features {
    let mut features = Features([0; 48]);
    for (lanes, vector) in features.0.as_chunks_mut::<8>().0.iter_mut().zip(vectors) {
        // SAFETY: the eight lanes of the chunk are written.
        unsafe { vst1q_u16(lanes.as_mut_ptr(), vector) };
    }
    features
}
