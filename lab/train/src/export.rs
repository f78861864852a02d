//! Export of fitted models as files of weights.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use reversi_eval::{ByteOrder, EdaxHeader, PatternWeights};
use serde::Serialize;
use serde_json::json;

use crate::manifest;
use crate::model::Model;

/// Converts a model or a file of pattern weights to a file of pattern weights.
#[derive(clap::Args, Serialize)]
pub(crate) struct Args {
    /// A model or a file of pattern weights.
    weights: PathBuf,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: PathBuf,
    /// Format of the file.
    #[arg(long, value_enum, default_value_t = Format::Plain)]
    format: Format,
    /// Round the weights of the compact format to multiples of N/128 discs.
    #[arg(long, value_name = "N", default_value_t = 1)]
    step: u16,
    /// The origin of the weights, which is stored in the file [default: unchanged].
    #[arg(long, value_name = "TEXT")]
    provenance: Option<String>,
}

#[derive(Clone, Copy, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    /// Our own format, uncompressed.
    Plain,
    /// Our own format, rounded and compressed, as embedded in the crate.
    Compact,
    /// The layout of Edax's eval.dat.
    Edax,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let read = || -> Result<PatternWeights> {
        let bytes = std::fs::read(&args.weights)?;
        let weights = match Model::is_model(&bytes) {
            true => patterns(&Model::from_bytes(&bytes)?)?,
            false => PatternWeights::from_bytes(&bytes)?,
        };
        Ok(match &args.provenance {
            Some(text) => weights.with_provenance(text.as_str())?,
            None => weights,
        })
    };
    let weights = read().with_context(|| format!("{}", args.weights.display()))?;
    let write = || -> std::io::Result<()> {
        let mut file = BufWriter::new(File::create(&args.output)?);
        match args.format {
            Format::Plain => weights.write(&mut file)?,
            Format::Compact => weights.write_compact(&mut file, args.step)?,
            Format::Edax => {
                let header = EdaxHeader::new(ByteOrder::Little, [4, 0, 0], 0.0);
                weights.write_edax(&mut file, &header)?;
            }
        }
        file.flush()
    };
    write().with_context(|| format!("{}", args.output.display()))?;
    let bytes = std::fs::metadata(&args.output)?.len();
    println!("{}: {bytes} bytes, plies {:?}", args.output.display(), weights.plies());
    let inputs = std::slice::from_ref(&args.weights);
    manifest::write(&args.output, "export", args, inputs, json!({ "plies": weights.plies() }))
}

fn patterns(model: &Model) -> Result<PatternWeights> {
    let slots: Vec<f32> = model.tables.iter().map(|weight| (weight * 128.0).round()).collect();
    let fits = |slot: &f32| (f32::from(i16::MIN)..=f32::from(i16::MAX)).contains(slot);
    ensure!(slots.iter().all(fits), "a weight does not fit into 16 bits");
    let slots = slots.into_iter().map(|slot| slot as i16).collect();
    Ok(PatternWeights::new(model.knots.0.clone(), slots, "")?)
}

#[cfg(test)]
mod tests {
    use reversi_eval::pattern::PACKED_LEN;

    use super::*;
    use crate::model::Knots;

    #[test]
    fn files_interpolate_as_the_fit_does() -> Result<()> {
        let knots = vec![2, 9, 10, 17, 26];
        let tables = (0..knots.len() * PACKED_LEN).map(|i| (i * 7919 % 256) as f32 - 128.0).collect();
        let model = Model { knots: Knots(knots), tables };
        let patterns = patterns(&model)?;
        for (ply, weights) in model.plies(61).iter().enumerate() {
            let stored = patterns.at_ply(ply as u8);
            assert!(weights.iter().zip(&*stored).all(|(w, &s)| (w * 128.0 - f32::from(s)).abs() <= 0.51));
        }
        Ok(())
    }
}
