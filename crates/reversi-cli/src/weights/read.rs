//! Finds the format of a file of weights.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use reversi_engine::weights::network::Network;
use reversi_engine::weights::{EdaxHeader, PatternWeights, WeightsError, WeightsErrorKind};

pub(super) enum Read {
    /// Pattern weights, and the header of an eval.dat.
    Patterns(PatternWeights, Option<EdaxHeader>),
    Network(Network),
}

/// Reads weights in any format but tables, which cannot be taken apart.
pub(super) fn read(path: &Path) -> Result<Read, Box<dyn Error>> {
    let open = || File::open(path).map(BufReader::new);
    match PatternWeights::read_edax(open()?) {
        Ok((weights, header)) => return Ok(Read::Patterns(weights, Some(header))),
        Err(WeightsError { kind: WeightsErrorKind::UnknownFormat, .. }) => {}
        Err(error) => return Err(error.into()),
    }
    match Network::read(open()?) {
        Ok(network) => Ok(Read::Network(network)),
        Err(WeightsError { at: 0, kind: WeightsErrorKind::Invalid { .. }, .. }) => {
            Ok(Read::Patterns(PatternWeights::read(open()?)?, None))
        }
        Err(error) => Err(error.into()),
    }
}
