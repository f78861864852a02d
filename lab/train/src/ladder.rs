//! Elo ratings of several players.

use std::ops::ControlFlow;

use anyhow::{Result, ensure};

use crate::elo::Results;
use crate::play_match::{Openings, Worker, scores};
use crate::player::{Spec, Spent};
use crate::{parallel, progress};

/// Rates several players by games between neighbours, and prints a table with their Elo.
///
/// Name the players from the weakest to the strongest, as in `match`. Each plays matches against the next
/// ones of the list, each opening twice, with colours swapped. The ratings are the most likely ones for all
/// results together (Bradley-Terry). The first player has 0. Without players, the table is that of the guide
/// `playing`.
///
/// The ratings depend on the seed and the settings only, not on the machine or the number of threads, unless
/// a player has a time limit.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The players, the weakest first.
    #[arg(value_name = "PLAYER", num_args = 2.., default_values = PLAYERS.split(' '))]
    players: Vec<Spec>,
    /// The number of opponents in front of a player that it plays against, and behind it.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    neighbours: u32,
    /// The maximum number of openings of a match, each played twice.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// A match ends when its players have searched this many million nodes.
    #[arg(long, value_name = "N", default_value_t = 100)]
    meganodes: u64,
    #[command(flatten)]
    openings: Openings,
    /// Hash table of each engine in MiB.
    #[arg(long, value_name = "M", default_value_t = 4)]
    hash_mib: usize,
}

/// The strengths of an opponent of people among players that people can relate to.
const PLAYERS: &str = "random greedy strength=beginner rating=600 strength=casual positional rating=1000 \
    strength=intermediate rating=1200 strength=club level=1,selectivity=100 rating=1600 strength=tournament rating=1800 \
    strength=expert level=4,selectivity=100 rating=2200 level=6,selectivity=100 strength=master";

pub(crate) fn run(args: &Args) -> Result<()> {
    args.openings.check()?;
    let specs = &args.players;
    let mut workers = Worker::all(specs, args.hash_mib)?;

    let matches: Vec<[usize; 2]> = (0..specs.len())
        .flat_map(|a| (a + 1..specs.len().min(a + 1 + args.neighbours as usize)).map(move |b| [a, b]))
        .collect();
    let bar = progress::bar(matches.len() as u64, "matches");
    let mut results = Results::new(specs.len());
    let mut spent = vec![Spent::default(); specs.len()];
    for pair in matches {
        let mut nodes = 0;
        parallel::in_order(
            workers.iter_mut().collect(),
            0..args.pairs,
            |worker, number| {
                let mut players = worker.players.get_disjoint_mut(pair)?;
                let [a, b] = &mut players;
                let games = args.openings.play_pair([a, b], &mut worker.arbiter, number)?;
                Ok((scores(&games), players.map(|player| std::mem::take(&mut player.spent))))
            },
            |(scores, by_player)| {
                results.add(pair, scores);
                for (player, its) in pair.into_iter().zip(by_player) {
                    nodes += its.nodes;
                    spent[player].add(its);
                }
                let ended = nodes >= args.meganodes * 1_000_000;
                Ok(if ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    report(specs, &results, &spent)
}

fn report(specs: &[Spec], results: &Results, spent: &[Spent]) -> Result<()> {
    let ratings = results.ratings();
    ensure!(
        ratings.iter().all(|[_, error]| error.is_finite()),
        "too few games: some players won all of them"
    );
    println!("   Elo   95 %  games  points  ms/move  slowest  player");
    for (i, ([elo, error], spent)) in ratings.into_iter().zip(spent).enumerate() {
        let (games, points) = results.of(i);
        let mean = spent.time.as_secs_f64() * 1e3 / f64::from(spent.moves.max(1));
        let slowest = spent.slowest.as_secs_f64() * 1e3;
        println!(
            "{elo:6.0}  ±{error:4.0}  {games:5}  {:4.1} %  {mean:7.2}  {slowest:7.1}  {}",
            100.0 * points / games,
            specs[i]
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_args;

    #[test]
    fn the_table_of_the_guide_is_the_default() -> Result<()> {
        let args: Args = parse_args(["ladder"]);
        assert_eq!(args.players.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "), PLAYERS);
        let few = "ladder random greedy positional strength=casual --pairs 20 --hash-mib 1 --meganodes 1";
        run(&parse_args(few.split(' ')))?;
        let one_sided = "ladder random level=4 --pairs 1 --hash-mib 1";
        assert!(run(&parse_args(one_sided.split(' '))).is_err());
        Ok(())
    }
}
