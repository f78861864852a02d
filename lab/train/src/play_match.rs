//! Matches between two players.

use std::fs::File;
use std::io::Write as _;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use reversi_bitboard::{Color, Game, Move};
use reversi_engine::{Engine, Selectivity};
use reversi_notation::GgfGame;

use crate::elo::{Pairs, elo};
use crate::player::{Player, Spec, Spent};
use crate::{import, parallel, progress, selfplay};

/// Plays a match between two players. Each opening is played twice, with colours swapped.
///
/// A player is one of these:
///
/// - this engine with settings separated by commas, such as `depth=8,selectivity=73,weights=FILE`. It needs
///   one of `depth`, `level`, `nodes`, `time` (seconds for each move) and `clock` (seconds for each game).
///   With `exact=EMPTIES` it solves positions of at most that many empties, with `evaluator=classical` it
///   searches on the classical evaluation;
///
/// - this engine as an opponent of people, such as `strength=club` or `rating=1350`;
///
/// - the moves that do best against people, such as `practical=1500,own=2400,answers=2,level=10`;
///
/// - a player without a search: `random`, `greedy` (turns the most discs) or `positional` (takes corners and
///   keeps away from the squares beside them, then turns the most discs);
///
/// - a program that speaks GTP: `gtp:PROGRAM ARGUMENTS`, or `gtp-no-pass:PROGRAM ARGUMENTS` if it refuses to
///   be told forced passes, as `gtp-rhino` does. `gtp-clock=SECONDS:PROGRAM ARGUMENTS` gets a clock for each
///   game by `time_settings` and `time_left`.
///
/// Clocks are measured, not enforced: a game that was lost by time is counted beside its score.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The first player, whose score is reported.
    #[arg(short, long, value_name = "PLAYER")]
    a: Spec,
    /// The second player.
    #[arg(short, long, value_name = "PLAYER")]
    b: Spec,
    /// The maximum number of openings, each played twice.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pairs: u32,
    #[command(flatten)]
    openings: Openings,
    /// Stop when a sequential test (5 % error) decides between the two hypotheses: A is stronger by the first
    /// or by the second number of Elo.
    #[arg(long, num_args = 2, value_names = ["ELO", "ELO"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Write the games, one per line: as GGF with players and result if the name ends in `.ggf`, otherwise
    /// as transcripts.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Hash table of each engine in MiB.
    #[arg(long, value_name = "M", default_value_t = 16)]
    hash_mib: usize,
}

/// The openings of a match.
#[derive(clap::Args)]
pub(crate) struct Openings {
    /// Number of random moves at the start of a game.
    #[arg(long, value_name = "FROM..TO", value_parser = import::range, default_value = "8..12")]
    opening: RangeInclusive<u32>,
    /// Openings from a file with one transcript per line instead, in random order.
    #[arg(long, value_name = "FILE", value_parser = transcripts, conflicts_with_all = ["opening", "within"])]
    openings: Option<Arc<[Game]>>,
    /// Skip openings that a shallow search scores more than this many discs from even.
    #[arg(long, value_name = "DISCS", default_value_t = 4)]
    within: i32,
    /// Seed of the openings, and of players that choose at random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The games of a file, one per line, none of them over.
fn transcripts(path: &str) -> Result<Arc<[Game]>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let game = |(i, line): (usize, &str)| {
        let game: Game = line.parse().map_err(|error| format!("line {}: {error}", i + 1))?;
        if game.is_over() { Err(format!("line {}: the game is over", i + 1)) } else { Ok(game) }
    };
    let games = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(game);
    let games = games.collect::<Result<Arc<[_]>, _>>()?;
    if games.is_empty() { Err("no transcripts".to_owned()) } else { Ok(games) }
}

/// Log-likelihood ratio at which a test with 5 % errors of both kinds ends.
const SPRT_BOUND: f64 = 2.944_438_979_166_44; // ln(0.95 / 0.05)

/// The players of one thread, and the engine that judges openings.
pub(crate) struct Worker {
    pub(crate) players: Vec<Player>,
    pub(crate) arbiter: Engine,
}

impl Worker {
    /// One for each thread.
    pub(crate) fn all(specs: &[Spec], hash_mib: usize) -> Result<Vec<Worker>> {
        let settings =
            specs.iter().map(|spec| Player::settings(spec, hash_mib)).collect::<Result<Vec<_>>>()?;
        let worker = |_| -> Result<Worker> {
            let players = specs.iter().zip(&settings);
            let players =
                players.map(|(spec, settings)| Player::new(spec, settings).context(spec.to_string()));
            let arbiter = Engine::builder().hash_mib(1).build()?;
            Ok(Worker { players: players.collect::<Result<_>>()?, arbiter })
        };
        (0..rayon::current_num_threads()).map(worker).collect()
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    ensure!(args.pairs > 0, "--pairs must be positive");
    args.openings.check()?;
    let sprt = args.sprt.as_deref().map(|elo| [elo[0], elo[1]]);
    ensure!(sprt.is_none_or(|[low, high]| low < high), "the second Elo has to be the higher one");
    let specs = [args.a.clone(), args.b.clone()];
    let workers = Worker::all(&specs, args.hash_mib)?;
    let mut records = match &args.output {
        Some(path) => Some(File::create(path).with_context(|| format!("{}", path.display()))?),
        None => None,
    };
    let extension = args.output.as_ref().and_then(|path| path.extension());
    let as_ggf = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("ggf"));

    let bar = progress::bar(args.pairs.into(), "pairs");
    let mut total = Total::default();
    parallel::in_order(
        workers,
        0..args.pairs,
        |Worker { players, arbiter }, number| {
            let [a, b] = players.get_disjoint_mut([0, 1])?;
            let games = args.openings.play_pair([&mut *a, &mut *b], arbiter, number)?;
            Ok((games, [a, b].map(|player| std::mem::take(&mut player.spent))))
        },
        |(games, spent)| {
            total.add(scores(&games), spent);
            if let Some(file) = &mut records {
                for (game, [black, white]) in
                    games.iter().zip([[&specs[0], &specs[1]], [&specs[1], &specs[0]]])
                {
                    match as_ggf {
                        true => writeln!(file, "{}", ggf(game, black, white)?)?,
                        false => writeln!(file, "{game}")?,
                    }
                }
            }
            bar.inc(1);
            bar.set_message(format!("pairs, {:.1} % of points", 100.0 * total.pairs.points()));
            let decided = sprt.is_some_and(|elo| total.pairs.likelihood_ratio(elo).abs() >= SPRT_BOUND);
            Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    )?;
    bar.finish_and_clear();
    println!("A: {}\nB: {}", args.a, args.b);
    report(&total, sprt);
    Ok(())
}

/// The results of a match.
#[derive(Default)]
struct Total {
    pairs: Pairs,
    /// Games that A won, drew and lost.
    games: [u32; 3],
    /// Pairs of games by the sum of their discs.
    pairs_by_discs: [u32; 3],
    spent: [Spent; 2],
}

impl Total {
    /// Adds a pair of games.
    fn add(&mut self, scores: [i32; 2], spent: [Spent; 2]) {
        let place = |score: i32| (1 - score.signum()) as usize;
        self.pairs.add(scores);
        scores.iter().for_each(|&score| self.games[place(score)] += 1);
        self.pairs_by_discs[place(scores[0] + scores[1])] += 1;
        self.spent.iter_mut().zip(spent).for_each(|(sum, spent)| sum.add(spent));
    }
}

fn report(Total { pairs, games, pairs_by_discs, spent }: &Total, sprt: Option<[f64; 2]>) {
    let ([won, drawn, lost], [low, high]) = (games, pairs.points_range());
    let [discs, error] = pairs.discs();
    println!("A won {won}, drew {drawn}, lost {lost}: {:.1} % of points", 100.0 * pairs.points());
    println!("Elo {:+.0}, with 95 % between {:+.0} and {:+.0}", elo(pairs.points()), elo(low), elo(high));
    println!("discs a game {discs:+.2}, within {error:.2} with 95 %");
    let [won, drawn, lost] = pairs_by_discs;
    println!("pairs by discs: won {won}, drew {drawn}, lost {lost}");
    for (name, on_clock) in
        ["A", "B"].into_iter().zip(spent.each_ref().map(|spent| spent.on_clock.to_string()))
    {
        if !on_clock.is_empty() {
            println!("{name}: {on_clock}");
        }
    }
    if let Some(range @ [low, high]) = sprt {
        let ratio = pairs.likelihood_ratio(range);
        let verdict = match ratio {
            SPRT_BOUND.. => format!("{high:+} more likely than {low:+}"),
            _ if ratio <= -SPRT_BOUND => format!("{low:+} more likely than {high:+}"),
            _ => format!("undecided between {low:+} and {high:+}"),
        };
        println!("SPRT: {verdict} Elo (log-likelihood ratio {ratio:+.2}, bounds {SPRT_BOUND:.2})");
    }
}

/// The record of a game with the names of its players.
fn ggf(game: &Game, black: &Spec, white: &Spec) -> Result<GgfGame> {
    let mut record = GgfGame::new(game.clone());
    let score = game.score().expect("games are played to their end");
    for (tag, value) in [("PB", black.to_string()), ("PW", white.to_string()), ("RE", format!("{score:+}"))] {
        record.set_tag(tag, &value.replace(']', ")"))?;
    }
    Ok(record)
}

/// The final score of A.
fn score(game: &Game, a_is_black: bool) -> i32 {
    let black = game.score().expect("games are played to their end");
    if a_is_black { black } else { -black }
}

/// The final scores of A in a pair of games.
pub(crate) fn scores([first, second]: &[Game; 2]) -> [i32; 2] {
    [score(first, true), score(second, false)]
}

impl Openings {
    pub(crate) fn check(&self) -> Result<()> {
        ensure!(*self.opening.end() <= 50, "an opening of {} plies leaves no game", self.opening.end());
        Ok(())
    }

    /// Plays two games from the opening with this number. A is black in the first game.
    pub(crate) fn play_pair(
        &self,
        [a, b]: [&mut Player; 2],
        arbiter: &mut Engine,
        number: u32,
    ) -> Result<[Game; 2]> {
        let mut rng = Rng::with_seed(selfplay::seed_of(self.seed, number));
        let opening = match &self.openings {
            Some(games) => self.nth_of(games, number),
            None => selfplay::opening(self.opening.clone(), &mut rng, |board| {
                arbiter.clear_hash();
                Ok(selfplay::search(arbiter, board, 5, Selectivity::P73)?.0.abs() <= self.within)
            })?,
        };
        Ok([
            play([&mut *a, &mut *b], &mut rng, opening.clone(), Color::Black)?,
            play([a, b], &mut rng, opening, Color::White)?,
        ])
    }

    /// The opening with this number in the random order of the seed, over and over again.
    fn nth_of(&self, games: &[Game], number: u32) -> Game {
        let mut order: Vec<usize> = (0..games.len()).collect();
        Rng::with_seed(self.seed).shuffle(&mut order);
        games[order[number as usize % games.len()]].clone()
    }
}

fn play(mut players: [&mut Player; 2], rng: &mut Rng, mut game: Game, a: Color) -> Result<Game> {
    players.iter_mut().try_for_each(|player| player.new_game(rng.u64(..)))?;
    while !game.is_over() {
        let i = usize::from(game.side_to_move() != a);
        let mut choose = || -> Result<Move> {
            if game.must_pass() {
                return Ok(Move::Pass);
            }
            players[i].choose(&game)
        };
        let played = choose().and_then(|mv| Ok(game.play(mv)?));
        played.with_context(|| format!("player {}, after {game}", ["A", "B"][i]))?;
    }
    players.iter_mut().for_each(|player| player.end_game());
    Ok(game)
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::Square;

    use super::*;
    use crate::parse_args;

    fn play_pairs(a: &str, b: &str, count: u32) -> Result<Vec<[Game; 2]>> {
        let args: Args = parse_args(["match", "-a", a, "-b", b]);
        let player = |spec: &Spec| Player::new(spec, &Player::settings(spec, 1)?);
        let mut arbiter = Engine::builder().hash_mib(1).build()?;
        let (mut a, mut b) = (player(&args.a)?, player(&args.b)?);
        (0..count).map(|number| args.openings.play_pair([&mut a, &mut b], &mut arbiter, number)).collect()
    }

    /// A player that is a program: a prefix and a command.
    fn program(prefix: &str, command: &str) -> Result<Player> {
        let spec: Spec = format!("{prefix}{command}").parse().map_err(anyhow::Error::msg)?;
        Player::new(&spec, &Engine::builder())
    }

    /// A file for a test.
    fn temporary(name: &str) -> String {
        let path = std::env::temp_dir().join(format!("reversi-train-{name}-{}", std::process::id()));
        path.to_str().expect("a path").to_owned()
    }

    #[test]
    fn a_player_draws_with_itself() -> Result<()> {
        let player = "depth=3,exact=8";
        let pairs = play_pairs(player, player, 3)?;
        assert!(pairs.iter().all(|[first, second]| first.to_string() == second.to_string()));
        assert!(pairs[0][0].to_string() != pairs[1][0].to_string());
        assert!(pairs.iter().all(|[first, second]| score(first, true) == -score(second, false)));
        Ok(())
    }

    #[test]
    fn records_name_players_and_result() -> Result<()> {
        let game = play_pairs("depth=2", "greedy", 1)?.remove(0).into_iter().next().context("a game")?;
        let [black, white] = ["depth=2", "greedy"].map(|text| text.parse::<Spec>().expect("a player"));
        let record: GgfGame = ggf(&game, &black, &white)?.to_string().parse()?;
        assert_eq!(["PB", "PW"].map(|tag| record.tag(tag)), [Some("depth=2"), Some("greedy")]);
        let score = record.tag("RE").context("a result")?.parse::<i32>()?;
        assert_eq!((Some(score), record.game), (game.score(), game));
        Ok(())
    }

    /// The program refuses any pass but one that is spelled as in the protocol, or every pass.
    #[cfg(unix)]
    #[test]
    fn programs_are_told_forced_passes_unless_they_refuse_them() -> Result<()> {
        // After C1 white has to pass.
        let start = "XO------X-------O----------------------------------------------- X".parse()?;
        let mut game = Game::from_position(start);
        game.play(Move::Place(Square::C1))?;
        game.play(Move::Pass)?;
        let path = temporary("pass");
        for (prefix, accepted) in [("gtp:", "pass"), ("gtp-no-pass:", "none")] {
            let script = format!(
                "while read -r command color move; do case $command:$move in \
                genmove:*) echo '= A4';; play:c1|play:{accepted}|boardsize:*|clear_board:*) echo '=';; \
                *) echo '? refused';; esac; echo; done"
            );
            std::fs::write(&path, script)?;
            let mut player = program(prefix, &format!("sh {path}"))?;
            player.new_game(1)?;
            assert_eq!(player.choose(&game)?, Move::Place(Square::A4), "{prefix}");
        }
        Ok(std::fs::remove_file(path)?)
    }

    /// The program answers only if it is told its whole clock first and less of it before the second move.
    #[cfg(unix)]
    #[test]
    fn programs_are_told_their_clock() -> Result<()> {
        let path = temporary("clock");
        let script = "said=; while read -r line; do said=$said:$line; case $said in \
            *':time_settings 9.5 0 0:time_left black 9.500 0:genmove black') sleep 0.01; echo '= F5';; \
            *':time_left black '9.[0-4]*' 0:genmove black') echo '= D6';; \
            *':time_left black '[0-8].*' 0:genmove black') echo '= D6';; \
            *':genmove black') echo \"? after $said\";; *) echo '=';; esac; echo; done";
        std::fs::write(&path, script)?;
        let mut player = program("gtp-clock=9.5:", &format!("sh {path}"))?;
        player.new_game(1)?;
        let mut game = Game::new();
        game.play(player.choose(&game)?)?;
        game.play("f4".parse::<Move>()?)?;
        assert!(player.choose(&game).is_ok_and(|mv| mv == Move::Place(Square::D6)));
        player.end_game();
        let said = player.spent.on_clock.to_string();
        assert!(said.starts_with("0 moves late, 0 of 1 games lost by time"), "{said}");
        Ok(std::fs::remove_file(path)?)
    }

    #[test]
    fn the_engine_plays_by_its_clock() -> Result<()> {
        let args: Args = parse_args(["match", "-a", "clock=0.2", "-b", "depth=1,exact=14"]);
        let mut players = [&args.a, &args.b].map(|spec| Player::new(spec, &Engine::builder().hash_mib(1)));
        let [Ok(a), Ok(b)] = &mut players else { anyhow::bail!("no players") };
        let mut rng = Rng::with_seed(1);
        let game = play([&mut *a, &mut *b], &mut rng, Game::new(), Color::Black)?;
        assert!(game.is_over());
        let (said, other) = (a.spent.on_clock.to_string(), b.spent.on_clock.to_string());
        assert!(said.contains(" % when solved, with ") && other.is_empty(), "{said}");
        Ok(())
    }

    #[test]
    fn openings_of_a_file_come_in_random_order_and_all_of_them() -> Result<()> {
        let path = temporary("openings");
        let name = path.as_str();
        let lines = ["f5d6c3", "f5d6c4", "f5f6e6f4", "f5f4", "f5d6c5"];
        std::fs::write(&path, lines.join("\n") + "\n\n")?;
        let openings = |seed: &str| -> Result<Vec<String>> {
            let args = ["match", "-a", "depth=1", "-b", "greedy", "--openings", name, "--seed", seed];
            let Args { openings, .. } = parse_args(args);
            let games = openings.openings.clone().context("games")?;
            Ok((0..10).map(|number| openings.nth_of(&games, number).to_string()).collect())
        };
        let (first, second) = (openings("1")?, openings("2")?);
        assert!(first[..5] == first[5..] && first != second && first[..5] != lines);
        let sorted = |mut lines: Vec<String>| {
            lines.sort();
            lines
        };
        assert_eq!(sorted(first[..5].to_vec()), sorted(lines.map(str::to_owned).to_vec()));

        let args: Args = parse_args(["match", "-a", "depth=1", "-b", "greedy", "--openings", name]);
        let mut players = [&args.a, &args.b].map(|spec| Player::new(spec, &Engine::builder().hash_mib(1)));
        let [Ok(a), Ok(b)] = &mut players else { anyhow::bail!("no players") };
        let games = args.openings.play_pair([a, b], &mut Engine::builder().hash_mib(1).build()?, 3)?;
        let opening = &openings("1")?[3];
        assert!(games.iter().all(|game| game.to_string().starts_with(opening)));
        for (text, part) in [("", "no transcripts"), ("f5\nf5f5\n", "line 2: ")] {
            std::fs::write(&path, text)?;
            assert!(transcripts(name).unwrap_err().starts_with(part), "{text}");
        }
        Ok(std::fs::remove_file(path)?)
    }

    #[test]
    fn pairs_count_by_the_sum_of_their_discs() {
        let mut total = Total::default();
        for scores in [[10, -4], [-2, 2], [-6, 2], [4, 4], [-2, 10]] {
            total.add(scores, Default::default());
        }
        assert_eq!((total.games, total.pairs_by_discs), ([6, 0, 4], [3, 1, 1]));
    }

    #[test]
    fn a_deeper_search_wins() -> Result<()> {
        let mut result = Pairs::default();
        for games in play_pairs("depth=5", "depth=1", 10)? {
            result.add(scores(&games));
        }
        assert!(result.points() > 0.7, "{}", result.points());
        Ok(())
    }

    /// The program answers every `genmove` with F5, so its second move is illegal.
    #[cfg(unix)]
    #[test]
    fn a_program_plays_until_it_is_wrong() -> Result<()> {
        let path = temporary("gtp");
        let script = "while read -r command rest; do case $command in genmove) echo '= F5';; *) echo '=';; esac; echo; done";
        std::fs::write(&path, script)?;
        let new = || program("gtp:", &format!("sh {path}"));
        let (mut a, mut b, mut rng) = (new()?, new()?, Rng::with_seed(1));
        let game = play([&mut a, &mut b], &mut rng, Game::new(), Color::Black);
        let error = format!("{:#}", game.unwrap_err());
        assert!(error.contains("player B, after f5: ") && error.contains("f5"), "{error}");
        std::fs::remove_file(path)?;
        let mut gone = program("gtp:", "true")?;
        let error = format!("{:#}", gone.new_game(1).unwrap_err());
        assert!(error.starts_with("GTP command \"boardsize 8\""), "{error}");
        Ok(())
    }
}
