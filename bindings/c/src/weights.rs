//! Weights of the evaluation: part of the library, from memory, or from a file.

use std::ffi::c_char;

use reversi_engine::Weights;
use reversi_engine::weights::{WeightsError, WeightsErrorKind};

use crate::failure::Failure;
use crate::handle::{Handle, kind};
use crate::pointer::{In, Out};
use crate::status::{ReversiStatus, calls};

kind! {
    /// Weights of an evaluation, shared by all engines that use them.
    ReversiWeights, Weights, b"wght", "weights"
}

pub(crate) fn failure(error: WeightsError) -> Failure {
    let status = match error.kind {
        WeightsErrorKind::Memory { .. } => ReversiStatus::NoMemory,
        _ => ReversiStatus::BadFile,
    };
    Failure::of(status, &error)
}

calls!(
    /// Takes the weights that are part of the library and writes their handle to `weights`. They are unpacked
    /// at the first use in the process. An engine uses them unless it gets others.
    ///
    /// Errors: `REVERSI_STATUS_UNSUPPORTED` if this build has none; `REVERSI_STATUS_NO_MEMORY`.
    fn reversi_weights_embedded(weights: Out<Handle<ReversiWeights>>) {
        weights.make("weights", || {
            let message = "this build of the library contains no weights";
            let none = || Failure::new(ReversiStatus::Unsupported, "no-weights", message);
            Weights::best_embedded().map_err(failure)?.ok_or_else(none)
        })
    }

    /// Reads weights from the `length` bytes of a file at `bytes` and writes their handle to `weights`: a
    /// network, or pattern weights in our own format or in Edax's layout.
    ///
    /// Errors: `REVERSI_STATUS_BAD_FILE`, with the place; `REVERSI_STATUS_NO_MEMORY`.
    fn reversi_weights_read(bytes: In<c_char>, length: usize, weights: Out<Handle<ReversiWeights>>) {
        weights.make("weights", || Weights::read(bytes.bytes(length, "bytes")?).map_err(failure))
    }

    /// Reads weights from the file at `path` of `length` bytes, as `reversi_weights_read` does, and writes
    /// their handle to `weights`.
    fn reversi_weights_open(path: In<c_char>, length: usize, weights: Out<Handle<ReversiWeights>>) {
        weights.make("weights", || Weights::open(path.text(length, "path")?).map_err(failure))
    }

    /// Frees `weights`. Does nothing for NULL. Engines that use them keep them.
    fn reversi_weights_free(weights: Handle<ReversiWeights>) {
        weights.free("weights")
    }
);
