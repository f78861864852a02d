//! Reviews games: what each move lost, and how well each side played.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command |
//! | [`report`] | a review for people |

mod report;

use std::error::Error;
use std::process::ExitCode;

use reversi_engine::play::Review;
use reversi_engine::question::Reply;
use reversi_engine::search::OpeningBook;
use reversi_engine::weights::HumanPolicy;

use crate::games::{GamesOptions, Tagged};
use crate::options::{BookOption, FormatOptions};
use crate::output::{Failure, Format, json, numbered};
use crate::{fields, interrupt};

/// Reviews games: the mistakes, the moves that turned them, and how well each side played.
///
/// A loss that may be an error of the search is not shown: an estimated loss counts from 3 discs on, and if
/// it is more than twice its error. 3 to 5 discs are an inaccuracy, 6 to 9 a mistake, 10 and more a
/// blunder; a move that gives away a proven win or draw is a mistake at least. `~` marks estimates. Where the
/// search of the level blames a move by an estimate, a deeper search looks again, and its values are shown.
/// The first such search takes a hash table of 16 MiB more.
///
/// The chances to win are those between tournament players. The accuracy is 100 % if nothing was lost, and
/// halves for each 2.5 discs that a move loses on average; its interval follows it.
///
/// A side is rated by how likely people of each rating are to choose its moves, and by how much these lose;
/// the interval of 90 % follows the rating. One game says little: several games of a player are combined at
/// the end, copies once. A player is a name: people of the same name count as one, unless they have played
/// each other. With --human a mistake says how many people of that rating find the better move.
///
/// A position that stands in several games is searched once. Limits of the whole call are limits of each
/// game. Ctrl-C ends the running searches and reviews the moves that are analysed.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    games: GamesOptions<fields::Review>,

    #[command(flatten)]
    book: BookOption,

    /// Show all moves, not only the mistakes.
    #[arg(long)]
    moves: bool,

    #[command(flatten)]
    output: FormatOptions,
}

const AFTER_HELP: &str = "\
Examples:
  reversi review f5d6c3d3c4f4f6f3e6e7 --level 12
  reversi review match.ggf --level 16 --moves
  reversi review WTH_2024.wtb --jobs 4 --level 16 --format json > reviews.jsonl";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let records = args.games.load()?;
    let book = args.book.open()?;
    let policy = HumanPolicy::embedded().map_err(Failure::from)?;
    let human = args.games.search.read()?.human;
    let games = args.games.prepare(&records)?.with_second_looks();
    let (stop, mut printer) = (games.stop.clone(), games.printer()?);
    let mut together = report::Together::default();
    games.analyze(|number, record, turns, fingerprint| {
        let book = book.as_ref().map(|book| -> &dyn OpeningBook { book });
        let review =
            Review::of(&record.game, &turns, book).with_fingerprint(fingerprint).with_people(&policy);
        if args.output.format == Format::Json {
            let answer = numbered(number, record.game.position(), Reply::Review(Box::new(review)));
            return Ok(printer.text(&json(&Tagged::new(answer, record)))?);
        }
        together.add(record, &review);
        let name = (records.len() > 1).then_some(number);
        let text = report::text(&review, record, name, human, args.moves);
        let gap = if number > 1 { "\n" } else { "" };
        Ok(printer.text(&format!("{gap}{}", text.trim_end()))?)
    })?;
    if let Some(text) = together.text() {
        printer.text(&text)?;
    }
    printer.end()?;
    Ok(interrupt::status(&stop))
}
