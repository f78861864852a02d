//! How far weights are from exact scores.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use reversi_eval::PackedWeights;

use crate::model::Model;
use crate::record::{Kind, Reader};
use crate::samples::{self, Samples};

/// Compares weights with exact scores, by empties.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Models, or files of weights in our format or in Edax's layout.
    #[arg(long, required = true, value_name = "FILE")]
    weights: Vec<PathBuf>,
    /// Labelled positions.
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// Positions at most so many discs from even are reported once more on their own.
    #[arg(long, value_name = "DISCS", default_value_t = 12)]
    close: i8,
    /// Counts labels that are near exact ones, too.
    #[arg(long)]
    near: bool,
    /// Counts variants of games instead of the games.
    #[arg(long)]
    variants: bool,
}

/// The weights of every ply, in discs.
struct Plies(Vec<Vec<f32>>);

impl Plies {
    fn read(path: &Path) -> Result<Plies> {
        let read = || -> Result<Plies> {
            let bytes = std::fs::read(path)?;
            if Model::is_model(&bytes) {
                return Ok(Plies(Model::from_bytes(&bytes)?.plies(61)));
            }
            let packed = PackedWeights::from_bytes(&bytes)?;
            let ply = |ply| packed.at_ply(ply).iter().map(|&weight| f32::from(weight) / 128.0).collect();
            Ok(Plies((0..=60).map(ply).collect()))
        };
        read().with_context(|| format!("{}", path.display()))
    }
}

#[derive(Clone, Default)]
struct Errors {
    count: usize,
    absolute: f64,
    square: f64,
}

impl Errors {
    fn add(&mut self, error: f64) {
        self.count += 1;
        self.absolute += error.abs();
        self.square += error * error;
    }

    fn mean(&self) -> f64 {
        self.absolute / self.count as f64
    }

    fn rmse(&self) -> f64 {
        (self.square / self.count as f64).sqrt()
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let weights = args.weights.iter().map(|path| Plies::read(path)).collect::<Result<Vec<_>>>()?;
    // For each number of empties and each weights: errors on all, and on close positions.
    let mut rows: BTreeMap<u32, Vec<[Errors; 2]>> = BTreeMap::new();
    for path in &args.positions {
        for record in Reader::open(path)? {
            let record = record?;
            let least = if args.near { Kind::Near } else { Kind::Exact };
            if record.kind < least || record.variant != args.variants || record.empties() == 0 {
                continue;
            }
            let row = rows.entry(record.empties()).or_insert_with(|| vec![Default::default(); weights.len()]);
            let slots = samples::slots(record.board);
            for (weights, errors) in weights.iter().zip(row) {
                let value = Samples::value(&slots, &weights.0[60 - record.empties() as usize]);
                let error = f64::from(value.clamp(-64.0, 64.0)) - f64::from(record.label);
                errors[0].add(error);
                if record.label.abs() <= args.close {
                    errors[1].add(error);
                }
            }
        }
    }
    println!(
        "MAE / RMSE in discs against exact scores, of all positions and of those within {} discs",
        args.close
    );
    for (i, path) in args.weights.iter().enumerate() {
        println!("{}: {}", (b'A' + i as u8) as char, path.display());
    }
    print!("empties positions   close");
    for i in 0..weights.len() {
        let name = (b'A' + i as u8) as char;
        print!("   {name}: all          {name}: close   ");
    }
    println!();
    for (empties, row) in rows {
        print!("{empties:7} {:9} {:7}", row[0][0].count, row[0][1].count);
        for [all, close] in row {
            print!(
                "   {:5.2} / {:5.2}   {:5.2} / {:5.2}",
                all.mean(),
                all.rmse(),
                close.mean(),
                close.rmse()
            );
        }
        println!();
    }
    Ok(())
}
