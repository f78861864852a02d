//! Training of evaluation weights: self-play, import of games, labels, fits of pattern weights, training of
//! networks, reports, matches, export and accuracy of searches. See lab/docs/src/training.md.

mod accuracy;
mod archive;
mod best_moves;
mod chances;
mod coverage;
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

#[derive(Subcommand)]
enum Command {
    Import(import::Args),
    Selfplay(selfplay::Args),
    Archive(archive::Args),
    Label(label::Args),
    FitPatterns(fit_patterns::Args),
    TrainNetwork(train_network::Args),
    Report(report::Args),
    Probcut(probcut::Args),
    BestMoves(best_moves::Args),
    Chances(chances::Args),
    Ratings(people::ratings::Args),
    TrainPolicy(people::train_policy::Args),
    CountOpenings(people::openings::Args),
    TestPolicy(people::test_policy::Args),
    RatePlay(people::rate_play::Args),
    TestOpponents(people::test_opponents::Args),
    Losses(losses::Args),
    Words(words::Args),
    Accuracy(accuracy::Args),
    Match(play_match::Args),
    Ladder(ladder::Args),
    Export(export::Args),
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
    match &args.command {
        Command::Import(args) => import::run(args),
        Command::Selfplay(args) => selfplay::run(args),
        Command::Archive(args) => archive::run(args),
        Command::Label(args) => label::run(args),
        Command::FitPatterns(args) => fit_patterns::run(args),
        Command::TrainNetwork(args) => train_network::run(args),
        Command::Report(args) => report::run(args),
        Command::Probcut(args) => probcut::run(args),
        Command::BestMoves(args) => best_moves::run(args),
        Command::Chances(args) => chances::run(args),
        Command::Ratings(args) => people::ratings::run(args),
        Command::TrainPolicy(args) => people::train_policy::run(args),
        Command::CountOpenings(args) => people::openings::run(args),
        Command::TestPolicy(args) => people::test_policy::run(args),
        Command::RatePlay(args) => people::rate_play::run(args),
        Command::TestOpponents(args) => people::test_opponents::run(args),
        Command::Losses(args) => losses::run(args),
        Command::Words(args) => words::run(args),
        Command::Accuracy(args) => accuracy::run(args),
        Command::Match(args) => play_match::run(args),
        Command::Ladder(args) => ladder::run(args),
        Command::Export(args) => export::run(args),
    }
}

/// The arguments of a command, for its tests.
#[cfg(test)]
fn parse_args<A: clap::Args>(words: impl IntoIterator<Item: Into<std::ffi::OsString> + Clone>) -> A {
    A::from_arg_matches(&A::augment_args(clap::Command::new("")).get_matches_from(words)).unwrap()
}
