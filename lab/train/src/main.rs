//! Training of evaluation weights: self-play, import of games, labels, fits of pattern weights, training of
//! networks, reports, matches, export and accuracy of searches. See lab/docs/src/training.md.

mod accuracy;
mod archive;
mod best_moves;
mod chances;
mod coverage;
mod curve;
mod elo;
mod export;
mod fit_patterns;
mod gtp;
mod import;
mod label;
mod ladder;
mod losses;
mod manifest;
mod model;
mod parallel;
mod people;
mod play_match;
mod player;
mod probcut;
mod progress;
mod record;
mod report;
mod rungs;
mod samples;
mod selfplay;
mod train_network;
mod values;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Trains evaluation weights.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Number of threads, 0 for all of the machine.
    #[arg(long, global = true, default_value_t = 0)]
    threads: usize,
    #[command(subcommand)]
    command: Command,
}

/// Makes the commands: each is a module with `Args` and `run`.
macro_rules! commands {
    ($($Command:ident $($module:ident)::+;)*) => {
        #[derive(Subcommand)]
        enum Command {
            $($Command($($module)::+::Args),)*
        }

        impl Command {
            fn run(&self) -> anyhow::Result<()> {
                match self {
                    $(Command::$Command(args) => $($module)::+::run(args),)*
                }
            }
        }
    };
}
commands! {
    Import import;
    Selfplay selfplay;
    Archive archive;
    Label label;
    FitPatterns fit_patterns;
    TrainNetwork train_network;
    Report report;
    Probcut probcut;
    BestMoves best_moves;
    Chances chances;
    Ratings people::ratings;
    TrainPolicy people::train_policy;
    CountOpenings people::openings;
    TestPolicy people::test_policy;
    RatePlay people::rate_play;
    Replies people::replies;
    RatedGames people::rated_games;
    TestOpponents people::test_opponents;
    Losses losses;
    Words words;
    Accuracy accuracy;
    Curve curve;
    Rungs rungs;
    Match play_match;
    Ladder ladder;
    Export export;
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> anyhow::Result<()> {
    rayon::ThreadPoolBuilder::new().num_threads(args.threads).build_global()?;
    args.command.run()
}

/// The arguments of a command, for its tests.
#[cfg(test)]
fn parse_args<A: clap::Args>(words: impl IntoIterator<Item: Into<std::ffi::OsString> + Clone>) -> A {
    A::from_arg_matches(&A::augment_args(clap::Command::new("")).get_matches_from(words)).unwrap()
}
