//! The moves that people play at a position, beside the best move.
//!
//! | File | What is in it |
//! |---|---|
//! | [`against`] | the moves that do best against people |
//! | [`traps`] | lines that people enter often and lose by |

mod against;
mod traps;

use std::error::Error;
use std::fmt::Write as _;
use std::process::ExitCode;

use console::Style;
use reversi_engine::play::Against;
use reversi_engine::question::Reply;
use reversi_engine::search::{HumanMove, HumanMoves};
use reversi_engine::surface::Fields as _;
use reversi_engine::{
    Analysis, AnalyzeError, AnalyzeRequest, Engine, Level, Limits, Line, Move, Position, Value,
};

use crate::fields::{self, FieldOptions};
use crate::options::{self, EngineOptions, FormatOptions, LimitOptions};
use crate::output::{Failure, Format, Printer, SearchScore, count, has_unicode, numbered, percent, score};
use crate::records::ReadOptions;
use crate::{interrupt, progress};

/// Shows what people play at a position, and how many of them find the best move.
///
/// All legal moves are shown, the likeliest first, each with its value by a search and its loss. `~` marks
/// estimates. Of several best moves, any counts as found.
///
/// 1500 is the median rating of people who play many tournament games. Without --rating the table compares
/// three ratings, and JSON is of 1500. JSON is the answer of `analyze --human --lines all`, which also
/// writes files of many positions.
///
/// With --against the moves are ordered by the result to expect against people of that rating, which is not
/// always the order of their values: the best answer to a move may be hard to find.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// A board with its side to move, moves from the start such as f5d6c3, or files of positions or games:
    /// of a game the last position.
    #[arg(required = true)]
    positions: Vec<String>,

    #[command(flatten)]
    read: ReadOptions,

    /// The rating of the people, 400 to 2400 [default: 1000, 1400 and 1800].
    #[arg(long, value_name = "N", value_parser = options::in_range(HumanMoves::RATINGS))]
    #[arg(allow_negative_numbers = true)]
    rating: Option<u32>,

    #[command(flatten)]
    against: FieldOptions<fields::Against>,

    /// The level of the search for the values, 0 to 60.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = options::in_range(0..=60u32))]
    #[arg(allow_negative_numbers = true)]
    level: u32,

    #[command(flatten)]
    engine: EngineOptions,

    #[command(flatten)]
    limit: LimitOptions,

    #[command(flatten)]
    output: FormatOptions,
}

const AFTER_HELP: &str = "\
Examples:
  reversi people f5d6c3d3c4f4f6
  reversi people --rating 1500 \\
      '--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X'
  reversi people problems.obf --rating 1800 --level 16 --format json
  reversi people f5d6c3d3c4f4f6 --against 1500
  reversi people traps f5d6c3 --rating 1500 --depth 10";

#[derive(clap::Subcommand)]
enum Command {
    Traps(traps::Args),
}

/// The ratings of a table without one.
const COMPARED: [u32; 3] = [1000, 1400, 1800];

/// The rating of JSON without one: the median.
const USUAL: u32 = 1500;

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    if let Some(Command::Traps(args)) = &args.command {
        return traps::run(args);
    }
    let mut lines = args.read.positions(&args.positions)?;
    args.limit.apply(&mut lines);
    let stop = interrupt::stop_signal();
    interrupt::stop_with_reader(&stop);
    let level = Level::new(args.level)?;
    let against: Against = args.against.read()?;
    let is_against = !against.plain().is_empty();
    let against = against.level(level).total_limits(Limits::new().stop(&stop));
    let request = AnalyzeRequest::level(level).lines(usize::MAX).human(args.rating.unwrap_or(USUAL));
    let request = request.limits(Limits::new().stop(&stop));
    let mut engine = args.engine.build(None)?;
    let bar = progress::bar(lines.len(), "positions");
    // Lines are of text: the header of a table stands in each block.
    let mut printer = Printer::new(Format::Json, "", bar)?;
    for (number, position) in (1..).zip(lines.iter().map(|line| line.position)) {
        if stop.is_set() {
            break;
        }
        engine.clear_hash(); // the values do not depend on earlier positions
        if is_against {
            let practical = against.practical(&engine, &position).map_err(Failure::from)?;
            printer.text(&match args.output.format {
                Format::Json => numbered(number, position, Reply::Practical(practical)).to_json(),
                Format::Table => {
                    let title = title((lines.len() > 1).then_some(number), position);
                    gap_before(number) + &against::text(&title, position, &practical)
                }
            })?;
            printer.advance();
            continue;
        }
        let analysis = engine.analyze(&position.board, request.clone()).map_err(Failure::from)?;
        match args.output.format {
            Format::Json => {
                printer.text(&numbered(number, position, Reply::Analysis(analysis)).to_json())?;
            }
            Format::Table => {
                let named = (lines.len() > 1).then_some(number);
                let shown = Shown::new(&engine, position, &analysis, args.rating).map_err(Failure::from)?;
                printer.text(&(gap_before(number) + &shown.text(named)))?;
            }
        }
        printer.advance();
    }
    printer.end()?;
    Ok(interrupt::status(&stop))
}

/// The empty line between positions.
fn gap_before(number: usize) -> String {
    if number > 1 { "\n".to_owned() } else { String::new() }
}

/// The first line of a position, with its number.
fn title(number: Option<usize>, position: Position) -> String {
    let number = number.map_or_else(String::new, |number| format!("{number}: "));
    let empties = count(position.board.empties().len() as usize, "empty square");
    Style::new().bold().apply_to(format!("{number}{} to move, {empties}", position.side)).to_string()
}

/// A position, what people play there, and the values of the moves.
struct Shown<'a> {
    position: Position,
    analysis: &'a Analysis,
    people: Vec<HumanMoves>,
}

impl Shown<'_> {
    fn new<'a>(
        engine: &Engine,
        position: Position,
        analysis: &'a Analysis,
        rating: Option<u32>,
    ) -> Result<Shown<'a>, AnalyzeError> {
        let ratings = rating.map_or(COMPARED.to_vec(), |rating| vec![rating]);
        let people = ratings.iter().map(|&rating| engine.human_moves(&position.board, rating));
        Ok(Shown { position, analysis, people: people.collect::<Result<_, _>>()? })
    }

    /// The lines of the position. The rating in the middle sets the order of the moves.
    fn text(&self, number: Option<usize>) -> String {
        let mut text = title(number, self.position) + "\n";
        let moves = &self.people[self.people.len() / 2].moves;
        match moves.first().map(|each| each.mv) {
            None => return text + "the game is over",
            Some(Move::Pass) => return text + "a pass is forced",
            Some(Move::Place(_)) => {}
        }
        let _ = writeln!(text, "{}\n{}", self.found(), Style::new().dim().apply_to(self.header()));
        let rows: Vec<String> = moves.iter().map(|each| self.row(each)).collect();
        text + &rows.join("\n")
    }

    /// The value of a move; `None` if a search was ended before it had one.
    fn value(&self, mv: Move) -> Option<Value> {
        let mut lines = self.analysis.lines().iter();
        lines.find(|line| line.best_move() == Some(mv)).map(Line::value)
    }

    fn loss(&self, mv: Move) -> Option<i32> {
        let score = |value| SearchScore::of(value, &self.position.board).score;
        Some((score(self.analysis.value()) - score(self.value(mv)?)).max(0))
    }

    /// The share of people who find a best move.
    fn found(&self) -> String {
        let is_best = |each: &&HumanMove| self.loss(each.mv) == Some(0);
        let mut best: Vec<Move> = self.people[0].moves.iter().filter(is_best).map(|each| each.mv).collect();
        best.sort();
        let names: Vec<String> = best.iter().map(Move::to_string).collect();
        let shares: Vec<String> = self
            .people
            .iter()
            .map(|people| {
                let chance = best.iter().map(|&mv| people.chance(mv)).sum();
                let who = if people.rating == self.people[0].rating { "people of " } else { "" };
                format!("{} of {who}{}", percent(chance), people.rating)
            })
            .collect();
        let verb = if best.len() == 1 { "is" } else { "are" };
        format!("{} {verb} best, found by {}", names.join(", "), shares.join(", "))
    }

    fn header(&self) -> String {
        let ratings = self.people.iter().map(|people| format!("{:>6}", people.rating)).collect::<String>();
        format!("move{ratings}   value  lost")
    }

    fn row(&self, each: &HumanMove) -> String {
        let chances = self
            .people
            .iter()
            .map(|people| format!("{:>6}", percent(people.chance(each.mv))))
            .collect::<String>();
        let loss = self.loss(each.mv);
        let lost = match loss {
            None => String::new(),
            Some(0) => "best".to_owned(),
            Some(loss) => format!("-{loss}"),
        };
        let bar = if let [one] = &self.people[..] { bar(one.chance(each.mv)) } else { String::new() };
        let value = self.value(each.mv).map_or_else(String::new, score);
        let row = format!("{:<4}{chances}  {value:>6}  {lost:>4}  {bar}", each.mv.to_string());
        let style = if loss == Some(0) { Style::new().bold() } else { Style::new() };
        style.apply_to(row.trim_end()).to_string()
    }
}

/// A bar, whose 50 columns stand for all people.
fn bar(chance: f64) -> String {
    const COLUMNS: f64 = 50.0;
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    if !has_unicode() {
        return "#".repeat((chance * COLUMNS).round() as usize);
    }
    let eighths = (chance * COLUMNS * 8.0).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}
