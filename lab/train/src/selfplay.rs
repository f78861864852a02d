//! Self-play.

use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use reversi_bitboard::{Board, Color, Game, Move, Square};
use reversi_engine::{AnalyzeRequest, Engine, Selectivity, SolveRequest};
use reversi_eval::Weights;
use serde::Serialize;
use serde_json::json;

use crate::record::{Kind, Record, Writer};
use crate::{import, manifest, parallel, progress};

/// Plays games against itself and writes their positions, labelled with the scores of the search and with
/// exact scores near the end.
///
/// If the output exists, the run continues where an earlier one stopped or was killed. Each game depends only
/// on the seed, its number and the settings, not on the number of threads or on the games before it.
#[derive(clap::Args, Serialize)]
pub(crate) struct Args {
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: PathBuf,
    /// Number of games in the file.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[serde(skip)] // more games may be added later
    games: u32,
    /// Weights to play with [default: the embedded ones].
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Depth of the search of each move.
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    depth: u32,
    /// Selectivity of the search: the confidence of its cuts, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = Selectivity::P73)]
    #[serde(serialize_with = "manifest::text")]
    selectivity: Selectivity,
    /// Solve positions of at most this many empties: perfect play, and exact scores.
    #[arg(long, value_name = "EMPTIES", default_value_t = 20)]
    exact: u32,
    /// Number of random moves at the start of a game, drawn uniformly from this range.
    #[arg(long, value_name = "FROM..TO", value_parser = import::range, default_value = "6..20")]
    opening: RangeInclusive<u32>,
    /// Percentage of games with a balanced opening: random moves after which a shallow search finds neither
    /// side winning.
    #[arg(long, value_name = "PERCENT", default_value_t = 60, value_parser = clap::value_parser!(u8).range(..=100))]
    balanced: u8,
    /// A balanced opening is at most this many discs from even.
    #[arg(long, value_name = "DISCS", default_value_t = 6)]
    within: i32,
    /// Percentage of positions after which an off-line position is written too: the game is left by random
    /// moves, because a search sees many more bad moves than players make.
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u8).range(..=100))]
    off_line: u8,
    /// Number of random moves to an off-line position, drawn uniformly from this range.
    #[arg(long, value_name = "FROM..TO", value_parser = import::range, default_value = "1..4")]
    off_line_plies: RangeInclusive<u32>,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Hash table of each thread in MiB.
    #[arg(long, value_name = "M", default_value_t = 16)]
    hash_mib: usize,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    ensure!(args.depth > 0, "the depth must be positive");
    ensure!(
        args.opening.end() + args.exact <= 60,
        "an opening must not reach into the {} empties",
        args.exact
    );
    ensure!(*args.off_line_plies.start() > 0, "an off-line position needs at least one random move");
    manifest::begin(&args.output, "selfplay", args)?;
    let (mut writer, kept, last) = Writer::resume(&args.output)?;
    let first = last.map_or(0, |game| game + 1);
    let engines = engines(args.weights.as_deref(), args.hash_mib)?;

    let bar = progress::bar(args.games.into(), "games").with_position(first.into());
    bar.reset_eta();
    let mut positions = kept;
    parallel::in_order(
        engines,
        first..args.games,
        |engine, game| play(engine, args, game),
        |game| {
            game.iter().try_for_each(|record| writer.write(record))?;
            writer.flush()?; // otherwise a killed run would lose the game
            positions += game.len() as u64;
            bar.inc(1);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    bar.finish_and_clear();
    let games = args.games.max(first);
    println!(
        "{games} games, {positions} positions, {} of these games in {:.0?}",
        games - first,
        bar.elapsed()
    );
    let inputs: Vec<PathBuf> = args.weights.iter().cloned().collect();
    manifest::write(
        &args.output,
        "selfplay",
        args,
        &inputs,
        json!({ "games": games, "positions": positions }),
    )
}

/// Opens a file of weights, or returns the embedded weights.
pub(crate) fn weights(path: Option<&Path>) -> Result<Weights> {
    path.map_or_else(|| Ok(Weights::embedded()?), |path| Ok(Weights::open(path)?))
}

/// One engine per thread, with the weights of a file or the embedded ones.
pub(crate) fn engines(path: Option<&Path>, hash_mib: usize) -> Result<Vec<Engine>> {
    let settings = Engine::builder().hash_mib(hash_mib).weights(weights(path)?);
    (0..rayon::current_num_threads()).map(|_| Ok(settings.clone().build()?)).collect()
}

fn play(engine: &mut Engine, args: &Args, number: u32) -> Result<Vec<Record>> {
    engine.clear_hash(); // otherwise the game would depend on those before it
    let mut rng = Rng::with_seed(seed_of(args.seed, number));
    let balanced = rng.u8(..100) < args.balanced;
    let mut game = opening(args.opening.clone(), &mut rng, |board| {
        Ok(!balanced || search(engine, board, 5, Selectivity::P73)?.0.abs() <= args.within)
    })?;
    let mut records = Vec::with_capacity(80);
    while !game.is_over() {
        if game.must_pass() {
            game.play(Move::Pass)?;
        }
        let board = game.board();
        let (score, kind, best) = score_and_move(engine, args, board)?;
        let white_to_move = game.side_to_move() == Color::White;
        let record =
            Record { board, game: number, year: 0, label: score as i8, kind, white_to_move, off_line: false };
        records.push(record);
        if rng.u8(..100) < args.off_line
            && let Some(walked) = record.walk(rng.u32(args.off_line_plies.clone()), &mut rng)
        {
            let (score, kind, _) = score_and_move(engine, args, walked.board)?;
            records.push(Record { label: score as i8, kind, ..walked });
        }
        game.play(best)?;
    }
    Ok(records)
}

/// The score of a board, its kind, and the move to play. Exact near the end.
fn score_and_move(engine: &mut Engine, args: &Args, board: Board) -> Result<(i32, Kind, Square)> {
    let exact = board.empties().len() <= args.exact;
    let (score, best) = match exact {
        true => solve(engine, board)?,
        false => search(engine, board, args.depth, args.selectivity)?,
    };
    Ok((score, if exact { Kind::Exact } else { Kind::Search }, best))
}

/// The seed of one game or opening. `fastrand` makes unrelated numbers from neighbouring seeds.
pub(crate) fn seed_of(seed: u64, number: u32) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number.into())
}

/// A game of random moves without a pass, repeated until `accept` returns true for its last position.
pub(crate) fn opening(
    plies: RangeInclusive<u32>,
    rng: &mut Rng,
    mut accept: impl FnMut(Board) -> Result<bool>,
) -> Result<Game> {
    let plies = rng.u32(plies);
    loop {
        let mut game = Game::new();
        for _ in 0..plies {
            let moves = game.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            let choice = rng.u32(..moves.len()) as usize;
            game.play(moves.into_iter().nth(choice).expect("less than there are"))?;
        }
        let board = game.board();
        if game.moves().len() as u32 == plies && !board.legal_moves().is_empty() && accept(board)? {
            return Ok(game);
        }
    }
}

/// Score and best move of a search of limited depth.
pub(crate) fn search(
    engine: &mut Engine,
    board: Board,
    depth: u32,
    selectivity: Selectivity,
) -> Result<(i32, Square)> {
    let analysis = engine.analyze(&board, AnalyzeRequest::depth(depth).selectivity(selectivity))?;
    let best = analysis.best_move().and_then(|mv| mv.square());
    Ok((analysis.value().score().context("no score")?, best.context("no move")?))
}

/// Exact score and best move.
pub(crate) fn solve(engine: &mut Engine, board: Board) -> Result<(i32, Square)> {
    let solution = engine.solve(&board, SolveRequest::exact())?;
    let best = solution.best_move().and_then(|mv| mv.square());
    Ok((solution.value().exact().context("no exact score")?, best.context("no move")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_args;
    use crate::record::Reader;

    fn args(output: &Path, games: u32) -> Args {
        let games = games.to_string();
        let rest = ["--depth", "2", "--exact", "8", "--hash-mib", "1", "--games", &games];
        parse_args(["selfplay", "-o", output.to_str().unwrap()].iter().chain(&rest))
    }

    #[test]
    fn a_game_does_not_depend_on_threads_nor_on_being_killed() -> Result<()> {
        let path = std::env::temp_dir().join(format!("reversi-train-selfplay-{}.bin", std::process::id()));
        let manifest = path.with_extension("bin.json");
        let with_threads = |threads, games| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
            pool.install(|| run(&args(&path, games)))?;
            anyhow::Ok(std::fs::read(&path)?)
        };
        let all = with_threads(3, 12)?;
        for length in [0, 10, 24, 25, 1000, all.len() / 2, all.len() - 1, all.len()] {
            std::fs::write(&path, &all[..length])?;
            assert!(with_threads(1, 12)? == all, "cut at {length}");
        }
        std::fs::remove_file(&path)?;
        with_threads(2, 5)?;
        assert!(with_threads(2, 12)? == all);

        let games = Reader::open(&path)?.games().collect::<Result<Vec<_>>>()?;
        assert_eq!(games.len(), 12);
        for record in games.iter().flatten() {
            assert_eq!(record.kind == Kind::Exact, record.empties() <= 8);
            assert!((1..=54).contains(&record.empties()) && !record.board.legal_moves().is_empty());
        }
        // Both sides play perfectly, so the score stays the same.
        for game in &games {
            let played = game.iter().filter(|record| record.kind == Kind::Exact && !record.off_line);
            let scores: Vec<i32> = played.map(|record| record.turn(record.label.into())).collect();
            assert!(scores.windows(2).all(|pair| pair[0] == pair[1]), "{scores:?}");
        }
        assert!(games.iter().flatten().any(|record| record.off_line));
        std::fs::remove_file(&manifest)?;
        Ok(std::fs::remove_file(&path)?)
    }

    /// All boards after `plies` moves where a move is legal, each with whether the other side is to move.
    fn descendants(board: Board, plies: u32, turns: bool) -> Vec<(Board, bool)> {
        let (board, turns) = if board.must_pass() { (board.pass(), !turns) } else { (board, turns) };
        let moves = board.legal_moves();
        match plies {
            _ if moves.is_empty() => Vec::new(),
            0 => vec![(board, turns)],
            _ => moves.into_iter().flat_map(|mv| descendants(board.play(mv), plies - 1, !turns)).collect(),
        }
    }

    #[test]
    fn off_line_positions_come_from_the_position_before_and_have_labels_of_their_own() -> Result<()> {
        let search = ["--depth", "2", "--exact", "9", "--hash-mib", "1"];
        let off_line = ["--off-line", "100", "--off-line-plies", "1..2"];
        let args: Args = parse_args(["selfplay", "-o", "unused"].iter().chain(&search).chain(&off_line));
        let mut engine = Engine::builder().hash_mib(1).build()?;
        let (mut off_line, mut exact) = (0, 0);
        for number in 0..4 {
            let mut before = None;
            for record in play(&mut engine, &args, number)? {
                if !record.off_line {
                    before = Some(record);
                    continue;
                }
                let before: Record = before.take().expect("at most one after each position");
                let turns = record.white_to_move != before.white_to_move;
                let from = |plies| descendants(before.board, plies, false);
                assert!(from(1).contains(&(record.board, turns)) || from(2).contains(&(record.board, turns)));
                assert_eq!(record.kind, if record.empties() <= 9 { Kind::Exact } else { Kind::Search });
                if record.kind == Kind::Exact {
                    engine.clear_hash();
                    assert_eq!(i32::from(record.label), solve(&mut engine, record.board)?.0);
                    exact += 1;
                }
                off_line += 1;
            }
        }
        assert!(off_line > 100 && exact > 15, "{off_line} {exact}");
        Ok(())
    }

    #[test]
    fn openings_have_their_length() -> Result<()> {
        let mut rng = Rng::with_seed(1);
        for plies in [6, 13, 20] {
            assert_eq!(opening(plies..=plies, &mut rng, |_| Ok(true))?.board().empties().len(), 60 - plies);
        }
        Ok(())
    }
}
