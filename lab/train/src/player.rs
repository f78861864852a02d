//! The players of a match: this engine with some settings, an opponent of people, a simple player, or another
//! program.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use fastrand::Rng;
use reversi_bitboard::{Game, Move};
use reversi_engine::play::{Against, Opponent, Strength};
use reversi_engine::search::Clock;
use reversi_engine::{Analysis, AnalyzeRequest, Engine, EngineBuilder, Level, Limits, Selectivity};
use reversi_eval::Classical;
use reversi_testkit::SimplePlayer;

use crate::gtp::Gtp;
use crate::selfplay;

/// The specification of a player on the command line, and its text.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    text: String,
    kind: SpecKind,
}

#[derive(Clone, Debug)]
enum SpecKind {
    /// This engine.
    Own(Own),
    /// This engine as an opponent of people.
    Opponent(Strength),
    /// The same, by its rating.
    Rated(u32),
    /// The moves that do best against people.
    Practical(Against),
    /// A player without a search.
    Simple(SimplePlayer),
    /// A program that speaks GTP.
    Gtp {
        command: String,
        /// Whether it is told forced passes.
        passes: bool,
        /// Time for each game.
        clock: Option<Duration>,
    },
}

#[derive(Clone, Debug, Default)]
struct Own {
    weights: Option<PathBuf>,
    depth: Option<u32>,
    level: Option<Level>,
    selectivity: Option<Selectivity>,
    nodes: Option<u64>,
    /// Time for each move.
    time: Option<Duration>,
    /// Time for each game.
    clock: Option<Duration>,
    /// Solves positions of at most this many empties.
    exact: u32,
    /// Searches on the classical evaluation.
    classical: bool,
}

impl Own {
    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "weights" => self.weights = Some(value.into()),
            "depth" => self.depth = Some(value.parse()?),
            "level" => self.level = Some(value.parse()?),
            "selectivity" => self.selectivity = Some(value.parse()?),
            "nodes" => self.nodes = Some(value.parse()?),
            "time" => self.time = Some(seconds(value)?),
            "clock" => self.clock = Some(seconds(value)?),
            "exact" => self.exact = value.parse()?,
            "evaluator" => {
                ensure!(value == "classical", "expected classical");
                self.classical = true;
            }
            _ => bail!("expected weights, evaluator, depth, level, selectivity, nodes, time, clock, exact"),
        }
        Ok(())
    }

    fn request(&self) -> AnalyzeRequest {
        let mut request = match (self.level, self.depth) {
            (Some(level), _) => AnalyzeRequest::level(level),
            (None, Some(depth)) => AnalyzeRequest::depth(depth),
            (None, None) => AnalyzeRequest::unlimited(),
        };
        if let Some(selectivity) = self.selectivity {
            request = request.selectivity(selectivity);
        }
        let mut limits = Limits::new();
        (limits.nodes, limits.time) = (self.nodes, self.time);
        request.limits(limits)
    }
}

fn seconds(text: &str) -> Result<Duration> {
    Ok(Duration::try_from_secs_f64(text.parse()?)?)
}

/// The settings of `practical=1500,own=2400,answers=2,level=10`.
fn practical(text: &str) -> Result<Against> {
    let mut against = Against::default();
    for setting in text.split(',') {
        let (key, value) = setting.split_once('=').context("no `=`")?;
        let value: u32 = value.parse()?;
        against = match key {
            "practical" => against.rating(value),
            "own" => against.own(value),
            "answers" => against.answers(value),
            "level" => against.level(Level::new(value)?),
            _ => bail!("expected practical, own, answers, level"),
        };
    }
    Ok(against)
}

impl FromStr for Spec {
    type Err = String; // clap prints it

    fn from_str(text: &str) -> Result<Spec, String> {
        Ok(Spec { text: text.to_owned(), kind: text.parse()? })
    }
}

impl FromStr for SpecKind {
    type Err = String;

    fn from_str(text: &str) -> Result<SpecKind, String> {
        let gtp = |command: &str, passes, clock| SpecKind::Gtp { command: command.to_owned(), passes, clock };
        if let Some(command) = text.strip_prefix("gtp:") {
            return Ok(gtp(command, true, None));
        }
        if let Some(command) = text.strip_prefix("gtp-no-pass:") {
            return Ok(gtp(command, false, None));
        }
        if let Some((time, command)) = text.strip_prefix("gtp-clock=").and_then(|rest| rest.split_once(':')) {
            let clock = seconds(time).map_err(|error| format!("{text:?}: {error:#}"))?;
            return Ok(gtp(command, true, Some(clock)));
        }
        if let Some(name) = text.strip_prefix("strength=") {
            return name.parse().map(SpecKind::Opponent).map_err(|error| format!("{error}"));
        }
        if let Some(rating) = text.strip_prefix("rating=") {
            let in_range = |rating: &u32| Opponent::RATINGS.contains(rating);
            let rating = rating.parse().ok().filter(in_range);
            return rating.map(SpecKind::Rated).ok_or_else(|| format!("{text:?}: expected 400 to 2400"));
        }
        if text.starts_with("practical=") {
            return practical(text).map(SpecKind::Practical).map_err(|error| format!("{text:?}: {error:#}"));
        }
        if let Some(player) = SimplePlayer::ALL.into_iter().find(|player| player.name() == text) {
            return Ok(SpecKind::Simple(player));
        }
        let mut own = Own::default();
        let mut read = || -> Result<()> {
            for setting in text.split(',') {
                let (key, value) =
                    setting.split_once('=').with_context(|| format!("no `=` in {setting:?}"))?;
                own.set(key, value).with_context(|| format!("{setting:?}"))?;
            }
            ensure!(own.depth != Some(0), "the depth must be positive");
            ensure!(own.weights.is_none() || !own.classical, "either weights or an evaluator");
            ensure!(own.depth.is_none() || own.level.is_none(), "either a depth or a level");
            let limited = own.nodes.is_some() || own.time.or(own.clock).is_some();
            ensure!(
                limited || own.depth.or(own.level.map(Level::number)).is_some(),
                "no depth, level, nodes, time or clock"
            );
            Ok(())
        };
        read().map(|()| SpecKind::Own(own)).map_err(|error| format!("{error:#}"))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A player at the board, and what its searches took.
pub(crate) struct Player {
    kind: Kind,
    watch: Option<Watch>,
    pub(crate) spent: Spent,
}

enum Kind {
    Own { engine: Box<Engine>, request: AnalyzeRequest, exact: u32 },
    Opponent { engine: Box<Engine>, opponent: Opponent },
    Practical { engine: Box<Engine>, against: Against },
    Simple(SimplePlayer, Rng),
    Gtp(Gtp),
}

/// What the moves of a player took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spent {
    pub(crate) moves: u32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// The time of the slowest move.
    pub(crate) slowest: Duration,
    pub(crate) on_clock: OnClock,
}

impl Spent {
    pub(crate) fn add(&mut self, other: Spent) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.time += other.time;
        self.slowest = self.slowest.max(other.slowest);
        self.on_clock.0.extend(other.on_clock.0);
    }
}

impl Player {
    /// Starts a player. Each thread needs players of its own, which share the weights in `settings`.
    pub(crate) fn new(spec: &Spec, settings: &EngineBuilder) -> Result<Player> {
        let engine = || -> Result<Box<Engine>> { Ok(Box::new(settings.clone().build()?)) };
        let kind = match &spec.kind {
            SpecKind::Own(own) => Kind::Own { engine: engine()?, request: own.request(), exact: own.exact },
            SpecKind::Opponent(strength) => {
                Kind::Opponent { engine: engine()?, opponent: Opponent::new(*strength, 0) }
            }
            SpecKind::Rated(rating) => {
                Kind::Opponent { engine: engine()?, opponent: Opponent::rated(*rating, 0) }
            }
            SpecKind::Practical(against) => Kind::Practical { engine: engine()?, against: against.clone() },
            SpecKind::Simple(player) => Kind::Simple(*player, Rng::with_seed(0)),
            SpecKind::Gtp { command, passes, clock } => Kind::Gtp(Gtp::start(command, *passes, *clock)?),
        };
        let watch = match &spec.kind {
            SpecKind::Own(Own { clock, .. }) | SpecKind::Gtp { clock, .. } => clock.map(Watch::new),
            _ => None,
        };
        Ok(Player { kind, watch, spent: Spent::default() })
    }

    /// The engine settings of a player.
    pub(crate) fn settings(spec: &Spec, hash_mib: usize) -> Result<EngineBuilder> {
        let settings = Engine::builder().hash_mib(hash_mib);
        Ok(match &spec.kind {
            SpecKind::Own(own) if own.classical => settings.evaluator(Arc::new(Classical)),
            SpecKind::Own(own) => settings.weights(selfplay::weights(own.weights.as_deref())?),
            _ => settings,
        })
    }

    /// Starts a game. The seed decides the random choices of the player, if it makes any.
    pub(crate) fn new_game(&mut self, seed: u64) -> Result<()> {
        self.watch = self.watch.as_ref().map(|watch| Watch::new(watch.start));
        match &mut self.kind {
            Kind::Own { engine, .. } => engine.clear_hash(),
            Kind::Opponent { engine, opponent } => {
                engine.clear_hash();
                *opponent = Opponent::rated(opponent.rating(), seed);
            }
            Kind::Practical { .. } => {} // its searches have a table of their own
            Kind::Simple(_, rng) => rng.seed(seed),
            Kind::Gtp(gtp) => gtp.new_game()?,
        }
        Ok(())
    }

    /// Counts the time on the clock at the end of a game.
    pub(crate) fn end_game(&mut self) {
        if let Some(watch) = &self.watch {
            self.spent.on_clock.0.push(watch.clone());
        }
    }

    /// Chooses a move in a game that is not over and where a legal move exists. The move of a program is not
    /// checked.
    pub(crate) fn choose(&mut self, game: &Game) -> Result<Move> {
        let start = Instant::now();
        let board = game.board();
        let (mut nodes, mut solved) = (0, false);
        let mut count = |analysis: Analysis| {
            nodes += analysis.nodes();
            solved = analysis.value().exact().is_some();
            analysis
        };
        let left = self.watch.as_ref().map(|watch| watch.left);
        let mv = match &mut self.kind {
            Kind::Own { engine, exact, .. } if board.empties().len() <= *exact => {
                Move::Place(selfplay::solve(engine, board)?.1)
            }
            Kind::Own { engine, request, .. } => {
                let mut request = request.clone();
                if let Some(left) = left {
                    request = request.clock(Clock::new(left, Duration::ZERO));
                }
                count(engine.analyze(&board, request)?).best_move().context("no move")?
            }
            Kind::Opponent { engine, opponent } => {
                let analysis = count(engine.analyze(&board, opponent.request())?);
                opponent.choose(&analysis).context("no move")?
            }
            Kind::Practical { engine, against } => {
                let practical = against.practical(engine, &game.position())?;
                practical.moves.first().context("no move")?.mv
            }
            Kind::Simple(player, rng) => Move::Place(player.choose(rng, &board).context("no move")?),
            Kind::Gtp(gtp) => gtp.choose(game, left)?,
        };
        let time = start.elapsed();
        if let Some(watch) = &mut self.watch {
            watch.count(time, board.empties().len(), solved);
        }
        self.spent.add(Spent { moves: 1, nodes, time, slowest: time, ..Spent::default() });
        Ok(mv)
    }
}

/// The clock of a player in a game.
#[derive(Clone, Debug)]
struct Watch {
    start: Duration,
    left: Duration,
    late: u32,
    /// The share of the clock that was left after the first move with an exact value, and the empties before.
    solved: Option<(f64, u32)>,
}

impl Watch {
    fn new(start: Duration) -> Watch {
        Watch { start, left: start, late: 0, solved: None }
    }

    /// Takes the time of a move off the clock.
    fn count(&mut self, time: Duration, empties: u32, solved: bool) {
        self.late += u32::from(time > self.left);
        self.left = self.left.saturating_sub(time);
        if solved && self.solved.is_none() {
            self.solved = Some((self.share(), empties));
        }
    }

    fn share(&self) -> f64 {
        self.left.as_secs_f64() / self.start.as_secs_f64().max(1e-9)
    }
}

/// The clocks of a player in games that are over.
#[derive(Clone, Debug, Default)]
pub(crate) struct OnClock(Vec<Watch>);

/// Nothing for a player without a clock.
impl fmt::Display for OnClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OnClock(games) = self;
        if games.is_empty() {
            return Ok(());
        }
        let late: u32 = games.iter().map(|game| game.late).sum();
        let lost = games.iter().filter(|game| game.late > 0).count();
        let left = 100.0 * games.iter().map(Watch::share).sum::<f64>() / games.len() as f64;
        write!(f, "{late} moves late, {lost} of {} games lost by time, ", games.len())?;
        write!(f, "{left:.1} % of the clock left at the end")?;
        let solved: Vec<(f64, u32)> = games.iter().filter_map(|game| game.solved).collect();
        if !solved.is_empty() {
            let mean = |of: fn(&(f64, u32)) -> f64| solved.iter().map(of).sum::<f64>() / solved.len() as f64;
            let (left, empties) = (mean(|game| 100.0 * game.0), mean(|game| game.1.into()));
            write!(f, ", {left:.1} % when solved, with {empties:.1} empties")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_counts_time_late_moves_and_the_first_exact_value() {
        let seconds = Duration::from_secs;
        let mut watch = Watch::new(seconds(10));
        assert_eq!(OnClock::default().to_string(), "");
        watch.count(seconds(4), 40, false);
        watch.count(seconds(5), 22, true);
        watch.count(seconds(1), 20, true);
        assert_eq!(
            OnClock(vec![watch.clone()]).to_string(),
            "0 moves late, 0 of 1 games lost by time, 0.0 % of the clock left at the end, \
            10.0 % when solved, with 22.0 empties"
        );
        let mut late = Watch::new(seconds(10));
        late.count(seconds(11), 40, false);
        late.count(seconds(1), 38, false);
        let sum = OnClock(vec![watch, late]);
        assert!(sum.to_string().starts_with("2 moves late, 1 of 2 games lost by time, "), "{sum}");
    }

    #[test]
    fn specs_read_back() {
        for text in [
            "depth=8",
            "weights=a b.bin,level=12,exact=20",
            "selectivity=73,time=0.25",
            "gtp:edax -l 5",
            "gtp-no-pass:rhino",
            "gtp-clock=1.5:reversi gtp --threads 1",
            "clock=10",
            "evaluator=classical,depth=2",
            "strength=club",
            "rating=1350",
            "greedy",
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        for (text, part) in [
            ("", "no `=`"),
            ("exact=20", "no depth"),
            ("depth=8,level=3", "either"),
            ("depth=0", "must be positive"),
            ("level=61", "level must be"),
            ("time=-1", "negative"),
            ("clock=-1", "negative"),
            ("gtp-clock=soon:reversi gtp", "invalid float"),
            ("speed=1", "expected weights"),
            ("evaluator=quick,depth=1", "expected classical"),
            ("weights=a,evaluator=classical,depth=1", "either weights"),
            ("strength=strong", "expected beginner, casual"),
            ("rating=2500", "expected 400 to 2400"),
        ] {
            let error = text.parse::<Spec>().unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
