//! Labels: exact scores by solving, and interpolated scores between them.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use rayon::prelude::*;
use reversi_engine::{AnalyzeRequest, Engine, Selectivity, SolveRequest};
use serde::Serialize;
use serde_json::json;

use crate::record::{Kind, Reader, Record, Writer};
use crate::{manifest, progress, selfplay};

/// Labels positions. Those of few empties are solved. Those between two exact scores of a game get an
/// interpolated score, optionally averaged with the score of a search.
///
/// If the output exists, the run continues where an earlier one stopped.
#[derive(clap::Args, Serialize)]
pub(crate) struct Args {
    /// Positions to label.
    input: PathBuf,
    /// The file to write: the same positions in the same order.
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: PathBuf,
    /// Solve positions of at most this many empties.
    #[arg(long, value_name = "EMPTIES", default_value_t = 16)]
    solve: u32,
    /// Solve positions with an exact score again and report how often the scores differ.
    #[arg(long)]
    check: bool,
    /// Search positions of more empties to this depth, 0 for no search. Positions of self-play have been
    /// searched already.
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    depth: u32,
    /// Selectivity of that search: the confidence of its cuts, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = Selectivity::P73)]
    #[serde(serialize_with = "manifest::text")]
    selectivity: Selectivity,
    /// Weights to search with [default: the embedded ones].
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Weight of the score of the search in a label. The interpolated score has the rest.
    #[arg(long, value_name = "0..1", default_value_t = 0.5)]
    search_share: f32,
    /// Hash table of each thread in MiB.
    #[arg(long, value_name = "M", default_value_t = 16)]
    hash_mib: usize,
}

/// Games between two writes.
const BATCH: usize = 1000;

pub(crate) fn run(args: &Args) -> Result<()> {
    let input = Reader::open(&args.input)?;
    let positions = input.len;
    ensure!((0.0..=1.0).contains(&args.search_share), "--search-share must lie between 0 and 1");
    manifest::begin(&args.output, "label", args)?;
    let bar = progress::bar(input.len, "positions");
    let (mut writer, done, _) = Writer::resume(&args.output)?;
    ensure!(done <= input.len, "{} is longer than the input", args.output.display());
    bar.set_position(done);
    bar.reset_eta();

    let mut engines = selfplay::engines(args.weights.as_deref(), args.hash_mib)?;
    let mut seen = 0;
    let mut games = input.games().skip_while(|game| {
        let skip = game.as_ref().is_ok_and(|_| seen < done);
        seen += game.as_ref().map_or(0, |game| game.len() as u64);
        skip
    });
    let (mut solved, mut differ) = (0_usize, 0_usize);
    loop {
        let mut batch = games.by_ref().take(BATCH).collect::<Result<Vec<_>>>()?;
        if batch.is_empty() {
            break;
        }
        let share = batch.len().div_ceil(engines.len());
        let counts = batch.par_chunks_mut(share).zip(&mut engines).map(|(games, engine)| {
            let counts = games.iter_mut().map(|game| {
                let counts = solve(game, engine, args);
                if args.depth > 0 {
                    search(game, engine, args);
                }
                interpolate(game, args.search_share);
                bar.inc(game.len() as u64);
                counts
            });
            counts.fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
        });
        let counts = counts.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        (solved, differ) = (solved + counts.0, differ + counts.1);
        batch.iter().flatten().try_for_each(|record| writer.write(record))?;
        writer.flush()?;
    }
    bar.finish_and_clear();
    println!("{solved} positions solved in {:.0?}", bar.elapsed());
    if args.check {
        println!("{differ} differ from their exact score");
    }
    let inputs: Vec<PathBuf> = [&args.input].into_iter().chain(&args.weights).cloned().collect();
    manifest::write(&args.output, "label", args, &inputs, json!({ "positions": positions }))
}

/// Solves positions of a game. Returns the number of solved positions, and how many of them had a different
/// exact score.
fn solve(game: &mut [Record], engine: &mut Engine, args: &Args) -> (usize, usize) {
    let (mut solved, mut differ) = (0, 0);
    // Backwards, because the hash table then holds the later positions when the earlier ones are solved.
    for record in game.iter_mut().rev() {
        if record.empties() > args.solve || (record.kind == Kind::Exact && !args.check) {
            continue;
        }
        let solution = engine.solve(&record.board, SolveRequest::exact());
        let Some(score) = solution.ok().and_then(|solution| solution.value().exact()) else {
            unreachable!("an exact request without limits was not answered")
        };
        solved += 1;
        differ += usize::from(record.kind == Kind::Exact && i32::from(record.label) != score);
        (record.label, record.kind) = (score as i8, Kind::Exact);
    }
    (solved, differ)
}

/// Labels the positions of a game that have no exact score with the score of a search.
fn search(game: &mut [Record], engine: &mut Engine, args: &Args) {
    let request = AnalyzeRequest::depth(args.depth).selectivity(args.selectivity);
    engine.clear_hash(); // otherwise the scores would depend on the distribution of the games to threads
    for record in game.iter_mut().filter(|record| record.kind < Kind::Exact) {
        let Some(score) =
            engine.analyze(&record.board, request.clone()).ok().and_then(|it| it.value().score())
        else {
            unreachable!("a search of some depth was not answered")
        };
        (record.label, record.kind) = (score as i8, Kind::Search);
    }
}

/// Labels the positions before and between those with exact scores: with the nearest later score, or with a
/// linear interpolation of the scores before and after. If these differ, a player lost discs between them, on
/// average half-way. Where a search has given a score, the label is a weighted mean of both.
fn interpolate(game: &mut [Record], search_share: f32) {
    let exact = |record: &&Record| record.kind == Kind::Exact && !record.off_line;
    let anchors: Vec<(f32, f32)> = game
        .iter()
        .filter(exact)
        .map(|record| (record.empties() as f32, record.turn(record.label.into()) as f32))
        .collect();
    let keep = |record: &Record| record.off_line || (record.kind == Kind::Search && search_share == 1.0);
    for record in game.iter_mut().filter(|record| record.kind < Kind::Exact && !keep(record)) {
        let empties = record.empties() as f32;
        let before = anchors.iter().rev().find(|anchor| anchor.0 > empties);
        let Some(after) = anchors.iter().find(|anchor| anchor.0 < empties) else { continue };
        let score = match before {
            Some(before) => before.1 + (after.1 - before.1) * (before.0 - empties) / (before.0 - after.0),
            None => after.1,
        };
        let score = match record.kind {
            Kind::Search => {
                let searched = record.turn(record.label.into()) as f32;
                searched * search_share + score * (1.0 - search_share)
            }
            _ => score,
        };
        (record.label, record.kind) = (record.turn(score.round() as i32) as i8, Kind::Interpolated);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_bitboard::{Color, Move, Position};
    use reversi_testkit::{Rng, random_game};

    #[test]
    fn labels_lie_between_exact_ones() {
        let mut game: Vec<Record> = random_game(&mut Rng::with_seed(1))
            .turns()
            .filter(|&(_, mv)| mv != Move::Pass)
            .map(|(Position { board, side }, _)| Record {
                white_to_move: side == Color::White,
                ..Record::of(board, 0, 0, Kind::Result)
            })
            .collect();
        let at = |empties| game.iter().position(|record| record.empties() == empties).unwrap();
        let (early, middle, late) = (at(30), at(28), at(26));
        for (i, black) in [(early, 10), (late, 20)] {
            game[i].label = game[i].turn(black) as i8;
            game[i].kind = Kind::Exact;
        }
        let mut searched = game.clone();
        interpolate(&mut game, 0.25);
        let black = |i: usize| game[i].turn(game[i].label.into());
        assert_eq!([black(0), black(early), black(middle), black(late)], [10, 10, 15, 20]);
        assert_eq!(game[late + 1].kind, Kind::Result);

        searched[0].label = searched[0].turn(2) as i8;
        searched[0].kind = Kind::Search;
        interpolate(&mut searched, 0.25);
        assert_eq!((searched[0].turn(searched[0].label.into()), searched[0].kind), (8, Kind::Interpolated));
    }
}
