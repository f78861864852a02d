//! The command `rated-games`.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use fastrand::Rng;
use reversi_bitboard::{Board, Color, Game, Move};
use reversi_engine::play::Opponent;
use reversi_engine::search::BookUse;
use reversi_engine::{AnalyzeRequest, Engine, Level};
use reversi_eval::human::{HumanPolicy, Openings};
use serde::Serialize;

use super::ratings::{RatedGames, Ratings};
use super::train_policy::{NO_YEAR, TestYears, of_years};
use crate::parallel;

/// Writes what tells of the rating of each side: games of people, and of opponents of known ratings.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    rated: RatedGames,
    #[command(flatten)]
    tested: TestYears,
    /// Games of people, chosen at random.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    people: usize,
    /// Games of opponents of each rating.
    #[arg(long, value_name = "N", default_value_t = 40)]
    of_each: usize,
    /// The level of the losses.
    #[arg(long, value_name = "LEVEL", default_value_t = 6)]
    level: u32,
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The file to write.
    #[arg(short, long, value_name = "FILE.jsonl")]
    output: PathBuf,
}

/// The ratings of opponents.
const OPPONENTS: std::ops::RangeInclusive<u32> = 400..=2400;
const STEP: usize = 200;

struct Source {
    game: Option<Game>,
    seed: u64,
    /// Of black and white: the number of a person, 0 for an opponent, and the rating.
    sides: [(u32, u32); 2],
}

#[derive(Serialize)]
struct Side {
    player: u32,
    rating: u32,
    other: u32,
    score: i32,
    /// Empties, number of moves, loss, logarithms of the chances by the policy from 800 to 2000.
    moves: Vec<(u32, u32, i32, Vec<f32>)>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let RatedGames { sources, assumed, fit } = &args.rated;
    let games = sources.read()?;
    let scale = Ratings::fitted(&of_years(&games, fit, &NO_YEAR, false), assumed).scale;
    let mut ratings = Ratings::fitted(&games.iter().collect::<Vec<_>>(), assumed);
    ratings.scale = scale;
    let mut rng = Rng::with_seed(args.seed);
    let mut tested = args.tested.games(&games, &(1977..=2010));
    rng.shuffle(&mut tested);
    tested.truncate(args.people);
    let rating = |player, year| (u32::from(player), ratings.of(player, year).round() as u32);
    let mut all: Vec<Source> = tested
        .iter()
        .map(|played| Source {
            game: Some(played.game.clone()),
            seed: 0,
            sides: [rating(played.black, played.year), rating(played.white, played.year)],
        })
        .collect();
    for own in OPPONENTS.step_by(STEP) {
        for i in 0..args.of_each {
            let other = (own as i32 + [-200, 0, 200][i % 3]).clamp(400, 2400) as u32;
            all.push(Source { game: None, seed: rng.u64(..), sides: [(0, own), (0, other)] });
        }
    }
    let policy = HumanPolicy::embedded()?.with_openings(Openings::new([])?, "")?;
    let found =
        parallel::of_all(&all, 1, |engine, source| sides(engine, &policy, source, Level::new(args.level)?))?;
    let mut file = fs::File::create(&args.output)?;
    for side in found.iter().flatten() {
        writeln!(file, "{}", serde_json::to_string(side)?)?;
    }
    Ok(())
}

fn sides(engine: &mut Engine, policy: &HumanPolicy, source: &Source, level: Level) -> Result<Vec<Side>> {
    let game = match &source.game {
        Some(game) => game.clone(),
        None => played(engine, source)?,
    };
    engine.clear_hash();
    let turns = engine.analyze_game(&game, AnalyzeRequest::level(level).book(BookUse::Never))?;
    let mut found = Vec::new();
    for (color, index) in [(Color::Black, 0), (Color::White, 1)] {
        let own = turns.iter().filter(|turn| turn.position().side == color && turn.played() != Move::Pass);
        let of = |turn: &reversi_engine::search::AnalyzedMove| {
            let board: Board = turn.position().board;
            let at = |rating| {
                let chances = policy.probabilities(&board, rating);
                chances
                    .iter()
                    .find(|(mv, _)| *mv == turn.played())
                    .map_or(-9.0, |(_, chance)| chance.max(1e-6).ln())
            };
            let logs = (800..=2000).step_by(100).map(at).collect();
            (board.empties().len(), board.legal_moves().len(), turn.loss() as i32, logs)
        };
        let score = game.score().unwrap_or_default();
        found.push(Side {
            player: source.sides[index].0,
            rating: source.sides[index].1,
            other: source.sides[1 - index].1,
            score: if color == Color::Black { score } else { -score },
            moves: own.map(of).collect(),
        });
    }
    Ok(found)
}

fn played(engine: &mut Engine, source: &Source) -> Result<Game> {
    let mut players: Vec<Opponent> =
        (0..2).map(|i| Opponent::rated(source.sides[i as usize].1, source.seed.wrapping_add(i))).collect();
    let mut game = Game::new();
    while !game.is_over() {
        if game.must_pass() {
            game.play(Move::Pass)?;
        }
        let player = &mut players[usize::from(game.side_to_move() == Color::White)];
        let analysis = engine.analyze(&game.board(), player.request().book(BookUse::Never))?;
        game.play(player.choose(&analysis).context("no move")?)?;
    }
    Ok(game)
}
