//! Weights of the evaluation: part of the library, from memory, or from a file.

use std::ffi::c_char;

use reversi_engine::Weights;
use reversi_engine::weights::{WeightsError, WeightsErrorKind};

use crate::failure::Failure;
use crate::handle::{Handle, kind};
use crate::pointer::{In, Out};
use crate::status::{ReversiStatus, guard};

kind! {
    /// Weights of an evaluation, shared by all engines that use them.
    ReversiWeights, Weights, b"wght", "weights"
}

pub(crate) fn failure(error: &WeightsError) -> Failure {
    let status = match error.kind {
        WeightsErrorKind::Memory { .. } => ReversiStatus::NoMemory,
        _ => ReversiStatus::BadFile,
    };
    Failure::of(status, error)
}

/// Takes the weights that are part of the library and writes their handle to `weights`. They are unpacked at
/// the first use in the process. An engine uses them unless it gets others.
///
/// * Ownership: the handle belongs to the caller: `reversi_weights_free`.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_UNSUPPORTED` if this build has none; `REVERSI_STATUS_NO_MEMORY`;
///   `REVERSI_STATUS_NULL_POINTER` for `weights`. `weights` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_weights_embedded(weights: Out<Handle<ReversiWeights>>) -> ReversiStatus {
    guard(|| {
        weights.write("weights", Handle::NULL)?;
        let embedded = Weights::best_embedded().map_err(|error| failure(&error))?;
        let message = "this build of the library contains no weights";
        let embedded =
            embedded.ok_or_else(|| Failure::new(ReversiStatus::Unsupported, "no-weights", message))?;
        weights.write("weights", Handle::of(embedded))
    })
}

/// Reads weights from the `length` bytes of a file at `bytes` and writes their handle to `weights`: a
/// network, or pattern weights in our own format or in Edax's layout.
///
/// * Ownership: the handle belongs to the caller: `reversi_weights_free`. The bytes are copied.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_BAD_FILE`, with the place: `reversi_error_place`; `REVERSI_STATUS_NO_MEMORY`;
///   `REVERSI_STATUS_NULL_POINTER` for `bytes` or `weights`. `weights` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_weights_read(
    bytes: In<c_char>,
    length: usize,
    weights: Out<Handle<ReversiWeights>>,
) -> ReversiStatus {
    guard(|| {
        weights.write("weights", Handle::NULL)?;
        let read = Weights::read(bytes.bytes(length, "bytes")?).map_err(|error| failure(&error))?;
        weights.write("weights", Handle::of(read))
    })
}

/// Reads weights from the file at `path` of `length` bytes in UTF-8 and writes their handle to `weights`.
///
/// * Ownership: the handle belongs to the caller: `reversi_weights_free`. `path` needs no final NUL.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_BAD_FILE`, with the place: `reversi_error_place`; `REVERSI_STATUS_NO_MEMORY`;
///   `REVERSI_STATUS_BAD_TEXT` for a path that is not UTF-8; `REVERSI_STATUS_NULL_POINTER` for `path` or
///   `weights`. `weights` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_weights_open(
    path: In<c_char>,
    length: usize,
    weights: Out<Handle<ReversiWeights>>,
) -> ReversiStatus {
    guard(|| {
        weights.write("weights", Handle::NULL)?;
        let read = Weights::open(path.text(length, "path")?).map_err(|error| failure(&error))?;
        weights.write("weights", Handle::of(read))
    })
}

/// Frees `weights`. Does nothing for NULL. Engines that use them keep them.
///
/// * Ownership: the handle goes back to the library, and the caller no longer uses it.
/// * Threads: any thread.
/// * Errors: `REVERSI_STATUS_BAD_HANDLE` if `weights` was freed before; `REVERSI_STATUS_BUSY` during another
///   call with it, and nothing is freed.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_weights_free(weights: Handle<ReversiWeights>) -> ReversiStatus {
    guard(|| weights.free("weights"))
}
