//! Games and positions that are added to a book.

use std::error::Error;
use std::process::ExitCode;

use reversi_engine::Game;
use reversi_engine::book::{GrowError, Grower, Grown, Manuscript};

use super::change::{self, Target};
use super::searchers::Searchers;
use crate::items::{self, Item};
use crate::options::number;
use crate::records::WthorNames;
use crate::{interrupt, progress};

/// Adds the positions of games to a book, whatever they are worth.
///
/// Positions with fewer empty squares than the book's limit are left out. A board adds its own position.
/// Results of games are not counted: `learn` does that.
///
/// Ctrl-C writes the games that are done. The same command then goes on where it was.
#[derive(clap::Args)]
#[command(after_help = ADD_HELP)]
pub(super) struct AddArgs {
    #[command(flatten)]
    games: Games,
}

const ADD_HELP: &str = "\
Examples:
  reversi book add own.book f5f6e6f4g5e7e3
  reversi book add own.book match.ggf problems.obf --jobs 2";

/// Adds games to a book, and counts their results.
///
/// Each position gets a win, a draw or a loss of the side to move. Positions near the end of the game are
/// solved, if the book takes any with so few empty squares, and the values of all positions above follow. A
/// game that is not over is refused. One that the book has learnt already counts again.
///
/// Ctrl-C writes the games that are done, and says how many they are, for `--skip`.
#[derive(clap::Args)]
#[command(after_help = LEARN_HELP)]
pub(super) struct LearnArgs {
    #[command(flatten)]
    games: Games,

    /// Leave out the first N games: those that an interrupted run has learnt.
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    #[arg(default_value_t = 0)]
    skip: usize,
}

const LEARN_HELP: &str = "\
Examples:
  reversi book learn own.book match.ggf
  reversi book learn own.book WTH_2024.wtb --jobs 2";

#[derive(clap::Args)]
struct Games {
    #[command(flatten)]
    target: Target,

    /// Games, boards, or files of them, in any notation that `convert` reads. `-` is standard input.
    #[arg(required = true)]
    games: Vec<String>,

    #[command(flatten)]
    names: WthorNames,

    #[command(flatten)]
    searchers: Searchers,
}

pub(super) fn run(args: &AddArgs) -> Result<ExitCode, Box<dyn Error>> {
    args.games.run(0, |_| change::AGAIN.to_owned(), |grower, manuscript, game| grower.add(manuscript, game))
}

pub(super) fn learn(args: &LearnArgs) -> Result<ExitCode, Box<dyn Error>> {
    let how =
        |done| format!("{done} games are learnt; the same command with --skip {done} goes on from here");
    args.games.run(args.skip, how, |grower, manuscript, game| grower.learn(manuscript, game))
}

impl Games {
    /// Passes each game to the book, but for the first ones.
    fn run(
        &self,
        skip: usize,
        how_to_go_on: impl Fn(usize) -> String,
        call: impl Fn(&mut Grower, &mut Manuscript, &Game) -> Result<Grown, GrowError>,
    ) -> Result<ExitCode, Box<dyn Error>> {
        let games: Vec<Game> = items::read(&self.games, &self.names)?.into_iter().map(game).collect();
        let mut manuscript = self.target.read()?;
        let before = manuscript.len();
        let stop = interrupt::stop_signal();
        let mut grower = self.searchers.grower(Some(self.target.journal()?));
        let bar = progress::bar(games.len(), "games");
        bar.set_position(skip as u64);
        let mut sum = Grown::default();
        let mut done = skip;
        for game in games.iter().skip(skip) {
            grower = grower.limits(self.searchers.limits(&stop, sum.elapsed));
            let grown = call(&mut grower, &mut manuscript, game).map_err(|error| format!("{game}: {error}"));
            change::add(&mut sum, &grown.inspect_err(|_| bar.finish_and_clear())?);
            if sum.stopped.is_some() {
                break;
            }
            done += 1;
            bar.inc(1);
        }
        bar.finish_and_clear();
        self.target.write(&manuscript)?;
        if let (None, Some(journal)) = (sum.stopped, grower.take_journal()) {
            journal.delete()?;
        }
        self.target.report(&manuscript, before, &sum, &how_to_go_on(done))?;
        Ok(interrupt::status(&stop))
    }
}

fn game(item: Item) -> Game {
    match item {
        Item::Board(line) => Game::from_position(line.position),
        Item::Game(record) => record.ggf.game,
    }
}
