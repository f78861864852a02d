//! The command `count-openings`.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::{Context, Result};
use reversi_bitboard::{Board, Color};
use reversi_eval::human::{Counts, Openings};
use serde::Serialize;
use serde_json::{Value, json};

use super::games::Played;
use super::ratings::{RatedGames, Ratings};
use super::train_policy::{of_years, read_policy, store};
use crate::manifest;

/// Adds to a policy how often people made each move at the boards that they reached often.
#[derive(clap::Args, Serialize)]
pub(crate) struct Args {
    #[command(flatten)]
    #[serde(flatten)]
    rated: RatedGames,
    /// The policy.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)] // among the inputs of the manifest
    policy: PathBuf,
    /// Years of which every fourth game is left out, for `test-policy --held-out`.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "2009..2010")]
    held_out: RangeInclusive<u32>,
    /// Boards that people reached so often.
    #[arg(long, value_name = "N", default_value_t = 10)]
    least: u32,
    /// Where to write the policy.
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let policy = read_policy(&args.policy)?;
    let games = args.rated.sources.read()?;
    let fit = of_years(&games, &args.rated.fit, &args.held_out, false);
    let ratings = Ratings::fitted(&fit, &args.rated.assumed);
    let often = often(&fit, &ratings, args.least);
    let boards = often.len();
    let openings = Openings::new(often)?;
    println!("{} of {boards} boards, the others are reached by no path of them", openings.len());
    let counts = json!({ "games": fit.len(), "boards": openings.len(), "policy": of_policy(args)? });
    let provenance = format!(
        "{}; count-openings: WTHOR {:?}, boards reached {} times",
        policy.provenance(),
        args.rated.fit,
        args.least
    );
    let mut bytes = Vec::new();
    policy.with_openings(openings, &provenance)?.write(&mut bytes)?;
    store(&args.output, &bytes)?;
    println!("{} bytes", bytes.len());
    let inputs = [args.rated.sources.files(), vec![args.policy.clone()]].concat();
    manifest::write(&args.output, "count-openings", args, &inputs, counts)
}

/// The manifest of the policy without its inputs, which are the same games.
fn of_policy(args: &Args) -> Result<Value> {
    let path = manifest::path(&args.policy);
    let Ok(text) = fs::read(&path) else { return Ok(Value::Null) };
    let mut manifest: Value = serde_json::from_slice(&text).with_context(|| format!("{}", path.display()))?;
    manifest.as_object_mut().map(|manifest| manifest.remove("inputs"));
    Ok(manifest)
}

/// The counts of the moves at the boards that these games reached so often, mirror images together. The
/// first move is left out.
fn often(games: &[&Played], ratings: &Ratings, least: u32) -> BTreeMap<Board, Vec<Counts>> {
    let mut all: BTreeMap<Board, Vec<Counts>> = BTreeMap::new();
    for played in games {
        for (position, mv) in played.game.turns().skip(1) {
            let Some(square) = mv.square() else { continue };
            let (board, symmetry) = position.board.canonical();
            let moves = board.legal_moves();
            let index = moves.into_iter().position(|other| other == symmetry.square(square));
            let player = if position.side == Color::Black { played.black } else { played.white };
            let group = Openings::group(ratings.of(player, played.year).round() as u32);
            let counts = all.entry(board).or_insert_with(|| vec![Counts::default(); moves.len() as usize]);
            if let Some(index) = index {
                counts[index][group] += 1;
            }
        }
    }
    all.retain(|_, counts| counts.iter().flatten().sum::<u32>() >= least);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::history::Assumed;

    #[test]
    fn moves_are_counted_by_group_and_mirror_images_together() -> Result<()> {
        // The second game is the mirror image of the first, at another diagonal.
        let games = ["f5d6c3d3", "e6f4c3c4", "f5f6e6f4"];
        let game = |(i, moves): (usize, &&str)| -> Result<Played> {
            let score = if i == 0 { 64 } else { -64 };
            Ok(Played { year: 2000, black: i as u16, white: 9, score, game: moves.parse()? })
        };
        let games: Vec<Played> = games.iter().enumerate().map(game).collect::<Result<_>>()?;
        let games: Vec<&Played> = games.iter().collect();
        let ratings = Ratings::fitted(&games, &Assumed::TEST);
        let often = often(&games, &ratings, 2);
        // Before d6 or f6, c3 and d3.
        assert_eq!(often.len(), 3);
        let openings = Openings::new(often)?;
        let counted = openings.counted("f5".parse::<reversi_bitboard::Game>()?.board()).unwrap();
        let sums: Vec<f32> = counted.iter().map(|counts| counts.iter().sum()).collect();
        assert_eq!(sums, [0.0, 2.0, 1.0]); // f4, d6 and f6
        let group = Openings::group(ratings.of(9, 2000).round() as u32);
        assert_eq!(counted[1][group], 2.0);
        Ok(())
    }
}
