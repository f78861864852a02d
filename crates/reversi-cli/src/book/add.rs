//! Games and positions that are added to a book.

use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;

use reversi_engine::Game;
use reversi_engine::book::{Format, GrowError, GrowProgress, Grower, Grown, Manuscript};

use super::change::{self, Target};
use super::searchers::Searchers;
use crate::options::number;
use crate::output::Failure;
use crate::records::ReadOptions;
use crate::{interrupt, progress};

/// Adds all positions of games to a book, whatever their scores.
///
/// Positions with fewer empty squares than the book's limit are left out. A board adds its own position.
/// Results of games are not counted: `learn` does that.
///
/// Games are searched in batches of 64. Ctrl-C writes the batches that are done. The same command then
/// resumes there.
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
/// solved, if the book's limit of empty squares allows them, and the values of all positions above follow. A
/// game that is not over is refused, or left out by `--skip-bad`. A game that the book has learnt already
/// counts again.
///
/// Games are searched in batches of 64. Ctrl-C writes the batches that are done, and reports the number of
/// their games, for `--skip`.
#[derive(clap::Args)]
#[command(after_help = LEARN_HELP)]
pub(super) struct LearnArgs {
    #[command(flatten)]
    games: Games,

    /// Leave out the first N games, which an interrupted run has learnt.
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
    read: ReadOptions,

    #[command(flatten)]
    searchers: Searchers,
}

pub(super) fn run(args: &AddArgs) -> Result<ExitCode, Box<dyn Error>> {
    args.games.run(
        0,
        |_| Ok(()),
        |_| change::AGAIN.to_owned(),
        |grower, manuscript, games, show| grower.add_all_with(manuscript, games, show),
    )
}

pub(super) fn learn(args: &LearnArgs) -> Result<ExitCode, Box<dyn Error>> {
    let how =
        |done| format!("{done} games are learnt; the same command with --skip {done} goes on from here");
    let is_over = |game: &Game| match game.score() {
        Some(_) => Ok(()),
        None => Err(GrowError::NoResult { game: 0, moves: game.moves().len() }.to_string().into()),
    };
    args.games.run(args.skip, is_over, how, |grower, manuscript, games, show| {
        grower.learn_all_with(manuscript, games, show)
    })
}

/// Shows the progress of a call.
type Show<'a> = &'a mut dyn FnMut(&GrowProgress) -> ControlFlow<()>;

impl Games {
    /// Passes the games to the book, but for the first ones. `check` refuses games that the book cannot take.
    fn run(
        &self,
        skip: usize,
        check: impl Fn(&Game) -> Result<(), Failure>,
        how_to_go_on: impl Fn(usize) -> String,
        call: impl Fn(&mut Grower, &mut Manuscript, &[Game], Show<'_>) -> Result<Grown, GrowError>,
    ) -> Result<ExitCode, Box<dyn Error>> {
        if let Some(book) = self.games.iter().find(|game| Format::of_file(game).is_ok()) {
            return Err(format!(
                "{book}: not games but an opening book: `reversi book merge` adds its positions"
            )
            .into());
        }
        let mut games = Vec::new();
        self.read.each(&self.games, |record| {
            let game = record.game().into_owned();
            check(&game)?;
            games.push(game);
            Ok(())
        })?;
        if skip > games.len() {
            return Err(
                format!("--skip must be at most {}, the number of games, not {skip}", games.len()).into()
            );
        }
        let mut book = self.target.open()?;
        let before = book.manuscript.len();
        let stop = interrupt::stop_signal();
        let mut grower = self.searchers.grower(Some(&book), &stop)?;
        let bar = progress::bar(games.len(), "games");
        let grown = call(&mut grower, &mut book.manuscript, &games[skip..], &mut |progress| {
            bar.set_position((skip + progress.games) as u64);
            change::show(&bar, progress);
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        let grown = grown.map_err(|error| error.to_string())?;
        self.target.finish(&book, grower, before, &grown, &how_to_go_on(skip + grown.games))?;
        Ok(interrupt::status(&stop))
    }
}
