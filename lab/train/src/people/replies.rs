//! The command `replies`.

use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use fastrand::Rng;
use reversi_bitboard::{Color, Game, Move, Position};
use reversi_engine::play::{Against, Chances};
use reversi_engine::search::BookUse;
use reversi_engine::{AnalyzeRequest, Level, Value};

use super::agreement::{Agreement, Tested};
use super::games::Played;
use super::ratings::{RatedGames, Ratings};
use super::train_policy::{NO_YEAR, of_years};
use crate::chances::{self, least};
use crate::parallel;

/// Fits how people choose beside a search and how their games end, for practical values, and tests both.
///
/// How people choose is fitted to games that the policy has not learnt from; how games end to games between
/// players who were known before the year. Ratings never contain results of the year or later. The test
/// is of the model that is built in: run the command again after its file has changed.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    rated: RatedGames,
    /// Years to fit the ends of games to.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "2003..2010")]
    ends: RangeInclusive<u32>,
    /// Years of which every fourth game, which the policy has not seen, fits the choices.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "2009..2010")]
    held_out: RangeInclusive<u32>,
    /// Years of the test.
    #[arg(long, value_name = "A..B", value_parser = crate::import::range, default_value = "2011..2012")]
    test: RangeInclusive<u32>,
    /// Positions of the test whose practical values are computed.
    #[arg(long, value_name = "N", default_value_t = 4000)]
    practical: usize,
    /// The Rust source file to write.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The level of the searches.
const LEVEL: Level = Level::of::<10>();
/// The empties of the positions that the chances to win are tested at.
const FIXED: [u32; 3] = [40, 30, 20];

/// A position of a game, and what became of it.
struct Place {
    game: usize,
    position: Position,
    played: Move,
    /// The move after it; `None` at the end and for a pass.
    answer: Option<Move>,
    /// The ratings of the side to move and of the other side.
    ratings: [u32; 2],
    are_known: bool,
    /// The final score from the side to move.
    result: i32,
    is_fixed: bool,
}

/// A position with its search.
struct Sample<'a> {
    place: &'a Place,
    value: Value,
    played: usize,
    moves: Vec<Searched>,
}

struct Searched {
    /// The chance by the policy alone.
    policy: f64,
    /// The chance by the model that is built in.
    modelled: f64,
    /// The discs by which the move is worse than the best.
    loss: i32,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let RatedGames { sources, assumed, fit } = &args.rated;
    let games = sources.read()?;
    let before = |year: u32| Ratings::fitted(&of_years(&games, &(1..=year - 1), &NO_YEAR, false), assumed);
    let mut rng = Rng::with_seed(1);
    if let Some(path) = &args.output {
        let mut ends = Vec::new();
        for year in args.ends.clone() {
            let (ratings, year) = (before(year), of_years(&games, &(year..=year), &NO_YEAR, false));
            ends.extend(places(&year, &ratings, 3, &mut rng).into_iter().filter(|place| place.are_known));
        }
        let held_out = of_years(&games, fit, &args.held_out, true);
        let choices = places(&held_out, &before(*args.held_out.start()), 8, &mut rng);
        println!("{} positions to fit ends on, {} to fit choices on", ends.len(), choices.len());
        let (ends, choices) = (fitted_ends(&samples(&ends)?), fitted_choices(&samples(&choices)?));
        fs::write(path, source(&ends, &choices)).with_context(|| format!("{}", path.display()))?;
    }
    let test = of_years(&games, &args.test, &NO_YEAR, false);
    ensure!(!test.is_empty(), "no games of these years");
    let test = places(&test, &before(*args.test.start()), 5, &mut rng);
    test_of_choices(&samples(&test)?);
    let known: Vec<Place> = test.into_iter().filter(|place| place.are_known).collect();
    test_of_ends(&samples(&known)?);
    test_of_practical(&known, args.practical, &mut rng)
}

/// Positions of games: those with [`FIXED`] empties, and some more of each. Short games are left out.
fn places(games: &[&Played], ratings: &Ratings, of_each: usize, rng: &mut Rng) -> Vec<Place> {
    let mut all = Vec::new();
    for (number, played) in games.iter().enumerate() {
        let turns: Vec<(Position, Move)> = played.game.turns().collect();
        let chosen: Vec<usize> = (1..turns.len()).filter(|&i| turns[i].1 != Move::Pass).collect();
        if chosen.len() < 40 {
            continue;
        }
        let mut place = |index: usize, is_fixed| {
            let (position, mv) = turns[index];
            let players = match position.side {
                Color::Black => [played.black, played.white],
                Color::White => [played.white, played.black],
            };
            let answer =
                turns.get(index + 1).filter(|(next, mv)| *mv != Move::Pass && next.side != position.side);
            all.push(Place {
                game: number,
                position,
                played: mv,
                answer: answer.map(|&(_, mv)| mv),
                ratings: players.map(|player| ratings.of(player, played.year).round() as u32),
                are_known: players
                    .iter()
                    .all(|&player| ratings.history.rating(player, played.year).is_some()),
                result: if position.side == Color::Black { played.score } else { -played.score },
                is_fixed,
            });
        };
        for empties in FIXED {
            let here = chosen.iter().find(|&&i| turns[i].0.board.empties().len() == empties);
            here.into_iter().for_each(|&index| place(index, true));
        }
        (0..of_each).for_each(|_| place(chosen[rng.usize(..chosen.len())], false));
    }
    all
}

fn samples(places: &[Place]) -> Result<Vec<Sample<'_>>> {
    let found = parallel::of_all(places, 1, |engine, place| {
        let request = AnalyzeRequest::level(LEVEL).lines(usize::MAX).book(BookUse::Never);
        let analysis = engine.analyze(&place.position.board, request.human(place.ratings[0]))?;
        let modelled = Against::choices(&analysis);
        let human = analysis.human().context("no policy")?;
        let best = analysis.value().score().context("no score")?;
        let searched = |line: &reversi_engine::Line| {
            let mv = line.best_move()?;
            let modelled = modelled.iter().find(|(other, _)| *other == mv).map_or(0.0, |&(_, chance)| chance);
            Some(Searched { policy: human.chance(mv), modelled, loss: best - line.value().score()? })
        };
        let moves: Vec<Searched> = analysis.lines().iter().filter_map(searched).collect();
        let played = analysis.lines().iter().position(|line| line.best_move() == Some(place.played));
        Ok((analysis.value(), played.context("an illegal move")?, moves))
    })?;
    let sample = |(place, (value, played, moves))| Sample { place, value, played, moves };
    Ok(places.iter().zip(found).map(sample).collect())
}

/// The scale (four numbers), what it loses by rating, the gain by rating (two), the shift (two), the draw.
type Ends = [f64; 10];

/// The chances to win and to lose, as the engine computes them from these numbers.
fn end(ends: &Ends, sample: &Sample<'_>) -> (f64, f64) {
    let left = f64::from(sample.place.position.board.empties().len()) / 60.0;
    let [own, other] = sample.place.ratings.map(f64::from);
    let spread = ends[..4].iter().rfold(0.0, |sum, factor| sum * left + factor).max(0.05);
    let scale = spread * (1.0 + ends[4] * ((own + other) / 2.0 - 1500.0) / 200.0).max(0.2);
    let gain = (ends[5] + ends[6] * left) * left * (own - other) / 100.0;
    let middle = f64::from(sample.value.score().unwrap_or_default()) + gain + ends[7] + ends[8] * left;
    let draw = ends[9].max(0.01);
    let distribution = |x: f64| {
        let cosine = 1.0 / (1.0 + x * x / 4.0);
        0.5 + 0.375 * x * cosine.sqrt() * (1.0 - x * x / 12.0 * cosine)
    };
    (distribution((middle - draw) / scale), distribution((-middle - draw) / scale))
}

fn fitted_ends(samples: &[Sample<'_>]) -> Ends {
    let surprise = |ends: &Ends| {
        let of = |sample: &Sample<'_>| surprise_of(end(ends, sample), sample.place.result);
        samples.iter().map(of).sum::<f64>() / samples.len() as f64
    };
    let start = [-4.0, 80.0, -120.0, 70.0, -0.1, 5.0, 5.0, -0.3, -0.9, 0.9];
    least(surprise, start, [1.0, 8.0, 8.0, 8.0, 0.1, 1.0, 1.0, 0.2, 0.4, 0.1])
}

/// The logarithm of the chance of a result, with the sign changed.
fn surprise_of((win, loss): (f64, f64), result: i32) -> f64 {
    let chance = match result {
        1.. => win,
        0 => 1.0 - win - loss,
        _ => loss,
    };
    -chance.max(1e-3).ln()
}

/// The share of the policy at 1500 and its change for 200 points, and the worth of a disc, in bits.
type Model = [f64; 4];

fn fitted_choices(samples: &[Sample<'_>]) -> Model {
    let surprise = |model: &Model| {
        let of = |sample: &&Sample<'_>| {
            let above = (f64::from(sample.place.ratings[0]) - 1500.0) / 200.0;
            let at = |first: usize| (model[first] + model[first + 1] * above).max(0.0);
            let power = |searched: &Searched| {
                (at(0) * searched.policy.max(5e-5).log2() - at(2) * f64::from(searched.loss)).exp2()
            };
            let sum: f64 = sample.moves.iter().map(power).sum();
            -(power(&sample.moves[sample.played]) / sum).max(1e-6).ln()
        };
        with_a_choice(samples).map(|sample| of(&sample)).sum::<f64>() / samples.len() as f64
    };
    least(surprise, [0.8, 0.0, 0.15, 0.0], [0.1, 0.05, 0.05, 0.02])
}

fn with_a_choice<'a>(samples: &'a [Sample<'a>]) -> impl Iterator<Item = &'a Sample<'a>> {
    samples.iter().filter(|sample| sample.moves.len() > 1)
}

fn test_of_choices(samples: &[Sample<'_>]) {
    println!("\n| Choices | Positions | First choice (%) | Within three (%) | Log-likelihood |");
    println!("|---|--:|--:|--:|--:|");
    let tested = |of: fn(&Searched) -> f64| -> Vec<Tested> {
        let of_sample = |sample: &Sample<'_>| Tested {
            chances: sample.moves.iter().map(|searched| of(searched).max(1e-4) as f32).collect(),
            agreeing: 1 << sample.played,
            game: sample.place.game as u32,
        };
        with_a_choice(samples).map(of_sample).collect()
    };
    println!("| the policy | {}", Agreement::of(&tested(|searched| searched.policy)));
    println!("| with the search | {}", Agreement::of(&tested(|searched| searched.modelled)));
    let losses = with_a_choice(samples).map(|sample| {
        let expected = sample.moves.iter().map(|each| each.modelled * f64::from(each.loss)).sum();
        (expected, f64::from(sample.moves[sample.played].loss), sample.place.game)
    });
    println!("{}", by_tenths("Loss of the next move", losses.collect()));
}

/// Pairs of expected and actual numbers by tenths of the expected ones.
fn by_tenths(what: &str, mut pairs: Vec<(f64, f64, usize)>) -> String {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut text = format!(
        "\n| {what}, by tenths | Positions | Expected | Actual | Difference | Standard error |\n\
         |---|--:|--:|--:|--:|--:|\n"
    );
    for (tenth, part) in pairs.chunks(pairs.len().div_ceil(10)).enumerate() {
        let mean = |of: fn(&(f64, f64, usize)) -> f64| part.iter().map(of).sum::<f64>() / part.len() as f64;
        let (expected, actual) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let squares = part.iter().map(|pair| (pair.1 - pair.0 - actual + expected).powi(2)).sum::<f64>();
        text += &format!(
            "| {} | {} | {expected:.2} | {actual:.2} | {:+.2} | {:.2} |\n",
            tenth + 1,
            part.len(),
            actual - expected,
            squares.sqrt() / part.len() as f64
        );
    }
    text
}

fn test_of_ends(samples: &[Sample<'_>]) {
    let between = |sample: &Sample<'_>| {
        let ([own, other], empties) = (sample.place.ratings, sample.place.position.board.empties().len());
        Chances::between(sample.value, empties, own, other)
    };
    let alone = |sample: &Sample<'_>| Chances::of(sample.value, sample.place.position.board.empties().len());
    println!("\n| Log-likelihood of the results | Positions | By both ratings | By the value alone |");
    println!("|---|--:|--:|--:|");
    let fixed: Vec<&Sample<'_>> = samples.iter().filter(|sample| sample.place.is_fixed).collect();
    let row = |name: &str, part: &[&Sample<'_>]| {
        let mean = |of: &dyn Fn(&Sample<'_>) -> Chances| {
            let surprise = |sample: &&Sample<'_>| {
                let chances = of(sample);
                -surprise_of((chances.win, chances.loss), sample.place.result)
            };
            part.iter().map(surprise).sum::<f64>() / part.len() as f64
        };
        println!("| {name} | {} | {:.4} | {:.4} |", part.len(), mean(&between), mean(&alone));
    };
    for empties in FIXED {
        let has_them = |sample: &&&Sample<'_>| sample.place.position.board.empties().len() == empties;
        row(&format!("{empties} empties"), &fixed.iter().filter(has_them).copied().collect::<Vec<_>>());
    }
    row("all", &samples.iter().collect::<Vec<_>>());
    let tested = |part: &[&Sample<'_>]| {
        let of = |sample: &&Sample<'_>| chances::Tested {
            stated: between(sample).win,
            came_true: sample.place.result > 0,
            game: sample.place.game,
        };
        chances::tenths(&part.iter().map(of).collect::<Vec<_>>())
    };
    println!("{}", chances::report("wins at 40, 30 and 20 empties", &tested(&fixed)));
    println!("{}", chances::report("wins at all positions", &tested(&samples.iter().collect::<Vec<_>>())));
}

/// Practical values of positions in the middle of games: whether the expected score comes true, and whether
/// people lose more after the practical move than after the best one.
fn test_of_practical(places: &[Place], count: usize, rng: &mut Rng) -> Result<()> {
    let in_the_middle =
        |place: &&Place| (12..=44).contains(&place.position.board.empties().len()) && place.answer.is_some();
    let mut sample: Vec<&Place> = places.iter().filter(in_the_middle).collect();
    rng.shuffle(&mut sample);
    sample.truncate(count);
    let found = parallel::of_all(&sample, 1, |engine, place| {
        let against = Against::rated(place.ratings[1]).own(place.ratings[0]);
        let practical = against.practical(engine, &place.position)?;
        let mut game = Game::from_position(place.position);
        game.play(place.played)?;
        let request = AnalyzeRequest::level(LEVEL).lines(usize::MAX).book(BookUse::Never);
        let answers = engine.analyze(&game.board(), request)?;
        let lost = |mv| {
            let line = answers.lines().iter().find(|line| line.best_move() == Some(mv))?;
            Some(answers.value().score()? - line.value().score()?)
        };
        Ok((practical, place.answer.and_then(lost).context("an answer without a score")?))
    })?;
    let mut results = Vec::new();
    let (mut practical_moves, mut best_moves, mut others) = (Vec::new(), Vec::new(), 0);
    for (place, (practical, answer_loses)) in sample.iter().zip(&found) {
        let played = practical.of(place.played).context("an illegal move")?;
        results.push((played.discs, f64::from(place.result), place.game));
        let (first, best) = (&practical.moves[0], practical.best().context("no best move")?);
        if first.mv != best.mv {
            others += 1;
            let net = f64::from(*answer_loses) - f64::from(played.loss);
            if place.played == first.mv {
                practical_moves.push(net);
            } else if played.loss == 0 {
                best_moves.push(net);
            }
        }
    }
    println!("{}", by_tenths("Final score after the move that was played", results));
    println!("\nThe practical move is another one than the best at {others} of {} positions.", sample.len());
    println!("| There people played | Positions | Discs that the next two moves won |\n|---|--:|--:|");
    for (name, all) in [("the practical move", practical_moves), ("a best move", best_moves)] {
        let count = all.len().max(1) as f64;
        let mean = all.iter().sum::<f64>() / count;
        let error = 1.96 * (all.iter().map(|net| (net - mean).powi(2)).sum::<f64>()).sqrt() / count;
        println!("| {name} | {} | {mean:+.2} ± {error:.2} |", all.len());
    }
    Ok(())
}

fn source(ends: &Ends, model: &Model) -> String {
    let thousandths = |number: f64| (1000.0 * number).round() as i64;
    let [share, share_of_rating, disc, disc_of_rating] = model.map(thousandths);
    format!(
        "//! Made by `reversi-train replies`: see docs/src/people.md.\n\n\
         /// The scale of the results around the value in discs: a polynomial in sixtieths of the empty squares.\n\
         pub(super) const SPREAD: [f64; 4] = {:.3?};\n\n\
         /// The change of the scale for each 200 points of the mean rating above 1500, as a share.\n\
         pub(super) const SPREAD_OF_RATING: f64 = {:.3};\n\n\
         /// The discs that 100 points more than the other side are worth, by sixtieths of the empty squares and \
         their\n/// square.\n\
         pub(super) const GAIN: [f64; 2] = {:.3?};\n\n\
         /// The discs by which the side to move ends below its value: a line in sixtieths of the empty squares.\n\
         pub(super) const SHIFT: [f64; 2] = {:.3?};\n\n\
         /// A result closer to 0 than this is a draw, in discs.\n\
         pub(super) const DRAW: f64 = {:.3};\n\n\
         /// How much the policy counts at 1500, and the change for each 200 points, in thousandths.\n\
         pub(super) const SHARE: [i64; 2] = [{share}, {share_of_rating}];\n\n\
         /// The worth of a disc at 1500, and the change for each 200 points, in thousandths of a bit.\n\
         pub(super) const DISC: [i64; 2] = [{disc}, {disc_of_rating}];\n",
        &ends[..4],
        ends[4],
        &ends[5..7],
        &ends[7..9],
        ends[9].max(0.01),
    )
}
