//! Puzzles from the mistakes of games.

use std::collections::HashSet;
use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::ValueEnum;
use reversi_engine::notation::{ObfLine, ScoredMove};
use reversi_engine::play::{Puzzle, Review};
use reversi_engine::{AnalyzeRequest, Color, Engine, Position, Progress, Stop};
use serde::Serialize;

use crate::games::GamesOptions;
use crate::output::{self, Failure};
use crate::{fields, interrupt};

/// Makes puzzles from the mistakes of games: positions with one best move.
///
/// The games are reviewed. Each position where 3 discs or more were lost, or a proven result was given away,
/// becomes a puzzle if one move is better than all others by a margin that exceeds the error of the search.
/// Values are exact where the level solves them. Where they are estimates, a deeper search has to confirm the
/// best move. Positions without a single best move, or a confirmation, are passed over and counted.
/// A puzzle is the harder, the more discs are lost by the move that looks best after a search of one ply.
///
/// With --human a puzzle says how many people of that rating find it. Positions that are equal by symmetry
/// are one puzzle.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    games: GamesOptions<fields::Review>,

    /// Take the mistakes of this side only.
    #[arg(long, value_name = "COLOUR")]
    side: Option<Color>,

    /// Take puzzles only of at least this hardness: the discs that the first glance loses.
    #[arg(long, value_name = "DISCS", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = crate::options::in_range(0..=128_u32))]
    hard: u32,

    /// The format of the output.
    #[arg(long, value_enum, default_value_t = Format::Obf)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line of OBF for each puzzle: the position, the score of each move, and how hard it is.
    Obf,
    /// A line of JSON for each puzzle, with the number of its game and the ply.
    Json,
}

const AFTER_HELP: &str = "\
Examples:
  reversi puzzles game.ggf --level 16 > puzzles.obf
  reversi puzzles WTH_2024.wtb --level 14 --hard 4 --format json | jq '.best_move'";

/// A puzzle and where it is from.
#[derive(Serialize)]
struct Found<'a> {
    game: usize,
    ply: u32,
    #[serde(flatten)]
    puzzle: &'a Puzzle,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let records = args.games.load()?;
    let games = args.games.prepare(&records)?.with_second_looks();
    let (request, stop, mut printer) = (games.request.clone(), games.stop.clone(), games.printer()?);
    let mut engine = args.games.engine.build(None)?;
    let (mut seen, mut passed_over) = (HashSet::new(), 0);
    games.analyze(|game, record, turns, _| {
        let review = Review::of(&record.game, &turns, None);
        for mv in review.moves.iter().filter(|mv| mv.class.counts()) {
            let is_wanted = args.side.is_none_or(|side| side == mv.side());
            if !is_wanted || stop.is_set() || !seen.insert(mv.position.board.canonical().0) {
                continue;
            }
            let Some(puzzle) = puzzle(&mut engine, mv.position, &request, &stop)? else {
                passed_over += usize::from(!stop.is_set());
                continue;
            };
            if puzzle.hard >= args.hard {
                let found = Found { game, ply: mv.ply, puzzle: &puzzle };
                printer.text(&match args.format {
                    Format::Obf => obf(&found).to_string(),
                    Format::Json => serde_json::to_string(&found)?,
                })?;
            }
        }
        Ok(())
    })?;
    printer.end()?;
    if passed_over > 0 {
        output::say(&format!(
            "passed over {}: no single best move that a deeper search confirms",
            output::count(passed_over, "position")
        ));
    }
    Ok(interrupt::status(&stop))
}

/// A search that does not depend on earlier ones, and ends at Ctrl-C.
fn puzzle(
    engine: &mut Engine,
    position: Position,
    request: &AnalyzeRequest,
    stop: &Stop,
) -> Result<Option<Puzzle>, Failure> {
    engine.clear_hash();
    let watch =
        |_: &Progress<'_>| if stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    Ok(Puzzle::by_with(engine, &position, request.clone(), watch)?)
}

fn obf(found: &Found<'_>) -> ObfLine {
    let Found { game, ply, puzzle } = found;
    let mut line = ObfLine::new(puzzle.position);
    let scored = puzzle
        .moves
        .iter()
        .filter_map(|of_move| Some(ScoredMove { mv: of_move.best_move()?, score: of_move.value().score()? }));
    line.moves = scored.collect();
    let kind = if puzzle.proven { "exact" } else { "estimated" };
    let (margin, hard) = (puzzle.margin, puzzle.hard);
    let found =
        puzzle.found.map_or_else(String::new, |found| format!(", found by {}", output::percent(found)));
    line.comment = Some(format!("{kind}, margin {margin}, hard {hard}{found}, game {game} ply {ply}"));
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctrl_c_ends_the_search_of_a_puzzle() {
        let position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X".parse().unwrap();
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let (stop, request) = (Stop::new(), AnalyzeRequest::depth(8));
        assert!(puzzle(&mut engine, position, &request, &stop).unwrap().is_some());
        stop.set();
        assert_eq!(puzzle(&mut engine, position, &request, &stop).unwrap(), None);
    }
}
