//! Positions with all of their best moves, the reference of `accuracy`.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use reversi_bitboard::{Board, Position, Square};
use reversi_engine::{Engine, Selectivity, SolveRequest};
use reversi_notation::{ObfLine, ScoredMove, read_obf};
use serde::Serialize;
use serde_json::json;

use crate::record::Reader;
use crate::{manifest, parallel, progress, selfplay};

/// Solves positions and writes all of their best moves, one line of OBF for each position.
///
/// If the output exists, the run continues where an earlier one stopped or was killed.
#[derive(clap::Args, Serialize)]
pub(crate) struct Args {
    /// Positions to solve.
    positions: PathBuf,
    /// The file to write: the best moves of each position and their score.
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: PathBuf,
    /// Skip positions whose label or score is more than this many discs from even.
    #[arg(long, value_name = "DISCS", default_value_t = 12)]
    within: i32,
    /// Weights to solve with [default: the embedded ones]. They affect the time only.
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    weights: Option<PathBuf>,
    /// Hash table of each thread in MiB.
    #[arg(long, value_name = "M", default_value_t = 256)]
    #[serde(skip)]
    hash_mib: usize,
}

/// The search that guesses the best move ends this many plies before the end of the game.
const UNSEARCHED: u32 = 6;

pub(crate) fn run(args: &Args) -> Result<()> {
    let positions = positions(args)?;
    manifest::begin(&args.output, "best-moves", args)?;
    let (mut file, done) = resume(&args.output)?;
    let first = match done.last() {
        None => 0,
        Some(last) => {
            let last = positions.iter().position(|&position| position == last.position);
            last.with_context(|| format!("{} has other positions", args.output.display()))? + 1
        }
    };

    let engines = selfplay::engines(args.weights.as_deref(), args.hash_mib)?;
    let bar = progress::bar(positions.len() as u64, "positions").with_position(first as u64);
    bar.reset_eta();
    let mut written = done.len();
    parallel::in_order(
        engines,
        first as u32..positions.len() as u32,
        |engine, i| solve(engine, positions[i as usize], args.within),
        |line| {
            if let Some(line) = line {
                writeln!(file, "{line}").with_context(|| format!("{}", args.output.display()))?;
                written += 1;
            }
            bar.inc(1);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    bar.finish_and_clear();
    println!("{written} positions, {} read in {:.0?}", positions.len() - first, bar.elapsed());
    let inputs = std::slice::from_ref(&args.positions);
    manifest::write(&args.output, "best-moves", args, inputs, json!({ "positions": written }))
}

/// The positions to solve: balanced ones with more than one move, one of each set of symmetric positions.
fn positions(args: &Args) -> Result<Vec<Position>> {
    let (mut positions, mut known) = (Vec::new(), HashSet::new());
    for record in Reader::open(&args.positions)? {
        let record = record?;
        let wanted = i32::from(record.label).abs() <= args.within && record.board.legal_moves().len() > 1;
        if wanted && known.insert(record.board.canonical().0) {
            positions.push(record.position());
        }
    }
    Ok(positions)
}

/// Opens the output of an earlier run for appending after its last complete line.
fn resume(path: &Path) -> Result<(File, Vec<ObfLine>)> {
    let open = || -> Result<(File, Vec<ObfLine>)> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let text = std::fs::read_to_string(path)?;
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(complete as u64)?;
        Ok((file, read_obf(&text[..complete]).collect::<Result<_, _>>()?))
    };
    open().with_context(|| format!("{}", path.display()))
}

/// Solves a position. Returns its line if its score is balanced.
fn solve(engine: &mut Engine, position: Position, within: i32) -> Result<Option<ObfLine>> {
    let (score, best) = best_moves(engine, position.board)?;
    let mut line = ObfLine::new(position);
    line.moves = best.into_iter().map(|square| ScoredMove { mv: square.into(), score }).collect();
    Ok((score.abs() <= within).then_some(line))
}

/// The score of a board, and all moves that reach it.
///
/// If the guessed move is a best one, it is the only move that is solved exactly. For the others a null
/// window shows whether they reach its score, since their own scores are not needed. Solving the board first
/// takes 1.6 times as many nodes.
fn best_moves(engine: &mut Engine, board: Board) -> Result<(i32, Vec<Square>)> {
    let depth = board.empties().len().saturating_sub(UNSEARCHED).max(1);
    let (_, likely) = selfplay::search(engine, board, depth, Selectivity::P73)?;
    let mut score = -exact(engine, board.play(likely))?;
    let mut best = vec![likely];
    for square in board.legal_moves().into_iter().filter(|&square| square != likely) {
        let child = board.play(square);
        let worse = engine.solve(&child, SolveRequest::at_least(1 - score))?.value().lower() > -score;
        if worse {
            continue;
        }
        let own = -exact(engine, child)?;
        if own > score {
            score = own;
            best.clear();
        }
        best.push(square);
    }
    best.sort_unstable();
    Ok((score, best))
}

fn exact(engine: &mut Engine, board: Board) -> Result<i32> {
    engine.solve(&board, SolveRequest::exact())?.value().exact().context("no exact score")
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::parse_args;
    use crate::record::{Kind, Record, Writer};

    /// Positions with this many empties, reached by random moves.
    fn records(empties: u32, count: u32) -> Result<Vec<Record>> {
        let mut rng = Rng::with_seed(u64::from(empties));
        let mut record = |game| {
            let plies = 60 - empties;
            let position = selfplay::opening(plies..=plies, &mut rng, |_| Ok(true))?.position();
            let white_to_move = position.side == reversi_bitboard::Color::White;
            Ok(Record { white_to_move, ..Record::of(position.board, game, 0, Kind::None) })
        };
        (0..count).map(&mut record).collect()
    }

    #[test]
    fn all_best_moves_are_found_and_no_others() -> Result<()> {
        let mut engine = Engine::builder().hash_mib(1).build()?;
        let mut several = 0;
        for record in records(9, 60)? {
            let mut scored = Vec::new();
            for square in record.board.legal_moves() {
                scored.push((square, -exact(&mut engine, record.board.play(square))?));
            }
            let score = scored.iter().map(|&(_, score)| score).max().expect("a move");
            let best: Vec<Square> = scored.iter().filter(|mv| mv.1 == score).map(|mv| mv.0).collect();
            engine.clear_hash();
            assert_eq!(best_moves(&mut engine, record.board)?, (score, best.clone()), "{}", record.board);
            several += usize::from(best.len() > 1 && best.len() < scored.len());
        }
        assert!(several > 5);
        Ok(())
    }

    #[test]
    fn a_run_goes_on_where_it_was_killed() -> Result<()> {
        let directory = std::env::temp_dir().join(format!("reversi-train-best-moves-{}", std::process::id()));
        std::fs::create_dir_all(&directory)?;
        let (input, output) = (directory.join("positions.bin"), directory.join("best.obf"));
        let mut writer = Writer::create(&input)?;
        records(8, 20)?.iter().try_for_each(|record| writer.write(record))?;
        writer.flush()?;
        let arguments = ["", input.to_str().unwrap(), "-o", output.to_str().unwrap(), "--hash-mib", "1"];
        let args: Args = parse_args(arguments);
        let run = || {
            run(&args)?;
            anyhow::Ok(std::fs::read_to_string(&output)?)
        };
        let all = run()?;
        let lines = all.lines().count();
        assert!((5..20).contains(&lines), "{lines}: some lines, and some positions that are not balanced");
        for length in [0, 1, all.len() / 2, all.len() - 1, all.len()] {
            std::fs::write(&output, &all[..length])?;
            assert!(run()? == all, "cut at {length}");
        }
        for line in read_obf(&all) {
            let line = line?;
            assert!(line.best_moves().count() == line.moves.len() && line.best_score().unwrap().abs() <= 12);
        }
        std::fs::write(
            &output,
            "---------------------------OX------XO--------------------------- X; F5:+0;\n",
        )?;
        let error = format!("{:#}", run().unwrap_err());
        assert!(error.contains("has other positions"), "{error}");
        Ok(std::fs::remove_dir_all(directory)?)
    }
}
