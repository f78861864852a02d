//! Exact scores by solving, and what they say about the positions around them.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use rayon::prelude::*;
use reversi_search::{Engine, SolveRequest};

use crate::progress;
use crate::record::{Kind, Reader, Record, Writer};

/// Solves the positions of few empties, and gives those between two exact scores of a game a score between them.
///
/// Goes on where an earlier run stopped if the output exists.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Positions to label.
    input: PathBuf,
    /// The file to write: the same positions in the same order.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Solves positions of at most so many empties.
    #[arg(long, value_name = "EMPTIES", default_value_t = 16)]
    solve: u32,
    /// Solves them all again, even those with an exact score, and tells how often the scores differ.
    #[arg(long)]
    check: bool,
    /// Hash table of each thread in MiB.
    #[arg(long, value_name = "M", default_value_t = 16)]
    hash_mib: usize,
}

/// Games between two writes.
const BATCH: usize = 1000;

pub(crate) fn run(args: &Args) -> Result<()> {
    let input = Reader::open(&args.input)?;
    let bar = progress::bar(input.len, "positions");
    let done = if args.output.exists() { whole_games(&args.output)? } else { 0 };
    ensure!(done <= input.len, "{} is longer than the input", args.output.display());
    let mut writer =
        if done > 0 { Writer::append(&args.output, done)? } else { Writer::create(&args.output)? };
    bar.set_position(done);

    let settings = Engine::builder().hash_mib(args.hash_mib);
    let mut engines =
        (0..rayon::current_num_threads()).map(|_| settings.clone().build()).collect::<Result<Vec<_>, _>>()?;
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
                spread(game);
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
    Ok(())
}

/// The records of a file that was not finished, without the last game, which may be incomplete.
fn whole_games(path: &Path) -> Result<u64> {
    let games = Reader::open(path)?.games().map(|game| Ok(game?.len() as u64)).collect::<Result<Vec<_>>>()?;
    Ok(games.iter().rev().skip(1).sum())
}

/// Returns how many were solved, and how many of these had another exact score before.
fn solve(game: &mut [Record], engine: &mut Engine, args: &Args) -> (usize, usize) {
    let (mut solved, mut differ) = (0, 0);
    // Backwards: what is proven of the later positions helps with the earlier ones.
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

/// Labels the positions before and between those with exact scores: the nearest later one, or a weighted mean of
/// the two around. Between them someone gave discs away if they differ; on average half-way.
fn spread(game: &mut [Record]) {
    let exact = |record: &&Record| record.kind == Kind::Exact && !record.variant;
    let anchors: Vec<(f32, f32)> = game
        .iter()
        .filter(exact)
        .map(|record| (record.empties() as f32, record.turn(record.label.into()) as f32))
        .collect();
    for record in game.iter_mut().filter(|record| record.kind < Kind::Exact && !record.variant) {
        let empties = record.empties() as f32;
        let before = anchors.iter().rev().find(|anchor| anchor.0 > empties);
        let Some(after) = anchors.iter().find(|anchor| anchor.0 < empties) else { continue };
        let score = match before {
            Some(before) => before.1 + (after.1 - before.1) * (before.0 - empties) / (before.0 - after.0),
            None => after.1,
        };
        (record.label, record.kind) = (record.turn(score.round() as i32) as i8, Kind::Near);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wthor;

    #[test]
    fn labels_lie_between_exact_ones() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut board = reversi_bitboard::Board::START;
        let mut moves = Vec::new();
        while !board.is_game_over() {
            if board.must_pass() {
                board = board.pass();
            }
            let legal: Vec<_> = board.legal_moves().into_iter().collect();
            moves.push(legal[rng.usize(..legal.len())]);
            board = board.play(moves[moves.len() - 1]);
        }
        let mut game: Vec<Record> = wthor::replay(moves.into_iter())
            .into_iter()
            .map(|(board, white_to_move)| {
                let (label, kind) = (0, Kind::Result);
                Record { board, game: 0, year: 0, label, kind, white_to_move, variant: false }
            })
            .collect();
        let at = |empties| game.iter().position(|record| record.empties() == empties).unwrap();
        let (early, middle, late) = (at(30), at(28), at(26));
        for (i, black) in [(early, 10), (late, 20)] {
            game[i].label = game[i].turn(black) as i8;
            game[i].kind = Kind::Exact;
        }
        spread(&mut game);
        let black = |i: usize| game[i].turn(game[i].label.into());
        assert_eq!([black(0), black(early), black(middle), black(late)], [10, 10, 15, 20]);
        assert_eq!(game[late + 1].kind, Kind::Result);
    }
}
