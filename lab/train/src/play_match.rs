//! Matches between two players.

use std::fs::File;
use std::io::Write as _;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use reversi_bitboard::notation::GgfGame;
use reversi_bitboard::{Color, Game, Move};
use reversi_search::{Engine, Selectivity};

use crate::elo::{Pairs, elo};
use crate::player::{Player, Spec};
use crate::{import, parallel, progress, selfplay};

/// Plays a match between two players. Each opening is played twice, with colours swapped.
///
/// A player is one of these:
///
/// - this engine with settings separated by commas, such as `depth=8,selectivity=73,weights=FILE`. It needs
///   one of `depth`, `level`, `nodes` and `time` (seconds for each move). With `exact=EMPTIES` it solves
///   positions of at most that many empties, with `evaluator=classical` it searches on the classical
///   evaluation;
///
/// - this engine as an opponent of people, such as `strength=club` or `rating=1350`;
///
/// - a player without a search: `random`, `greedy` (turns the most discs) or `positional` (takes corners and
///   keeps away from the squares beside them, then turns the most discs);
///
/// - a program that speaks GTP: `gtp:PROGRAM ARGUMENTS`, or `gtp-no-pass:PROGRAM ARGUMENTS` if it refuses to
///   be told forced passes, as `gtp-rhino` does.
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
    /// Skip openings that a shallow search scores more than this many discs from even.
    #[arg(long, value_name = "DISCS", default_value_t = 4)]
    within: i32,
    /// Seed of the openings, and of players that choose at random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Log-likelihood ratio at which a test with 5 % errors of both kinds ends.
const SPRT_BOUND: f64 = 2.944_438_979_166_44; // ln(0.95 / 0.05)

/// The players of one thread, and the engine that judges openings.
struct Worker {
    players: [Player; 2],
    arbiter: Engine,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    ensure!(args.pairs > 0, "--pairs must be positive");
    args.openings.check()?;
    let sprt = args.sprt.as_deref().map(|elo| [elo[0], elo[1]]);
    ensure!(sprt.is_none_or(|[low, high]| low < high), "the second Elo has to be the higher one");
    let specs = [&args.a, &args.b];
    let settings = [Player::settings(&args.a, args.hash_mib)?, Player::settings(&args.b, args.hash_mib)?];
    let worker = |_| -> Result<Worker> {
        let player = |i: usize| Player::new(specs[i], &settings[i]).with_context(|| specs[i].to_string());
        Ok(Worker { players: [player(0)?, player(1)?], arbiter: Engine::builder().hash_mib(1).build()? })
    };
    let workers = (0..rayon::current_num_threads()).map(worker).collect::<Result<Vec<_>>>()?;
    let mut records = match &args.output {
        Some(path) => Some(File::create(path).with_context(|| format!("{}", path.display()))?),
        None => None,
    };
    let extension = args.output.as_ref().and_then(|path| path.extension());
    let as_ggf = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("ggf"));

    let bar = progress::bar(args.pairs.into(), "pairs");
    let (mut pairs, mut wins) = (Pairs::default(), [0; 3]);
    parallel::in_order(
        workers,
        0..args.pairs,
        |Worker { players: [a, b], arbiter }, number| args.openings.play_pair([a, b], arbiter, number),
        |games| {
            let scores = scores(&games);
            pairs.add(scores);
            scores.iter().for_each(|score| wins[(1 - score.signum()) as usize] += 1);
            if let Some(file) = &mut records {
                for (game, [black, white]) in games.iter().zip([specs, [specs[1], specs[0]]]) {
                    match as_ggf {
                        true => writeln!(file, "{}", ggf(game, black, white)?)?,
                        false => writeln!(file, "{game}")?,
                    }
                }
            }
            bar.inc(1);
            bar.set_message(format!("pairs, {:.1} % of points", 100.0 * pairs.points()));
            let decided = sprt.is_some_and(|elo| pairs.likelihood_ratio(elo).abs() >= SPRT_BOUND);
            Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    )?;
    bar.finish_and_clear();
    println!("A: {}\nB: {}", args.a, args.b);
    report(&pairs, wins, sprt);
    Ok(())
}

fn report(pairs: &Pairs, [won, drawn, lost]: [u32; 3], sprt: Option<[f64; 2]>) {
    let [low, high] = pairs.points_range();
    let [discs, error] = pairs.discs();
    println!("A won {won}, drew {drawn}, lost {lost}: {:.1} % of points", 100.0 * pairs.points());
    println!("Elo {:+.0}, with 95 % between {:+.0} and {:+.0}", elo(pairs.points()), elo(low), elo(high));
    println!("discs a game {discs:+.2}, within {error:.2} with 95 %");
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
        let opening = selfplay::opening(self.opening.clone(), &mut rng, |board| {
            arbiter.clear_hash();
            Ok(selfplay::search(arbiter, board, 5, Selectivity::P73)?.0.abs() <= self.within)
        })?;
        Ok([
            play([&mut *a, &mut *b], &mut rng, opening.clone(), Color::Black)?,
            play([a, b], &mut rng, opening, Color::White)?,
        ])
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
        let path = std::env::temp_dir().join(format!("reversi-train-pass-{}.sh", std::process::id()));
        let path = path.to_str().context("a path")?;
        for (prefix, accepted) in [("gtp:", "pass"), ("gtp-no-pass:", "none")] {
            let script = format!(
                "while read -r command color move; do case $command:$move in \
                genmove:*) echo '= A4';; play:c1|play:{accepted}|boardsize:*|clear_board:*) echo '=';; \
                *) echo '? refused';; esac; echo; done"
            );
            std::fs::write(path, script)?;
            let spec: Spec = format!("{prefix}sh {path}").parse().map_err(anyhow::Error::msg)?;
            let mut player = Player::new(&spec, &Engine::builder())?;
            player.new_game(1)?;
            assert_eq!(player.choose(&game)?, Move::Place(Square::A4), "{prefix}");
        }
        Ok(std::fs::remove_file(path)?)
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
        let path = std::env::temp_dir().join(format!("reversi-train-gtp-{}.sh", std::process::id()));
        let script = "while read -r command rest; do case $command in genmove) echo '= F5';; *) echo '=';; esac; echo; done";
        std::fs::write(&path, script)?;
        let spec: Spec = format!("gtp:sh {}", path.display()).parse().expect("any command");
        let new = || Player::new(&spec, &Engine::builder());
        let (mut a, mut b, mut rng) = (new()?, new()?, Rng::with_seed(1));
        let game = play([&mut a, &mut b], &mut rng, Game::new(), Color::Black);
        let error = format!("{:#}", game.unwrap_err());
        assert!(error.contains("player B, after f5: ") && error.contains("f5"), "{error}");
        std::fs::remove_file(path)?;
        let mut gone =
            Player::new(&Spec::Gtp { command: "true".to_owned(), passes: true }, &Engine::builder())?;
        let error = format!("{:#}", gone.new_game(1).unwrap_err());
        assert!(error.starts_with("GTP command \"boardsize 8\""), "{error}");
        Ok(())
    }
}
