//! Import of games as positions.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use fastrand::Rng;
use reversi_bitboard::{Color, Game, Move, Position};
use reversi_notation::{read_ggf, read_wtb};
use serde::Serialize;
use serde_json::json;

use crate::record::{Kind, Record, Writer};
use crate::{archive, manifest, progress};

/// Imports the positions of games. The label is the result of the game or, where the file states it, the
/// score under perfect play.
#[derive(clap::Args, Serialize)]
pub(crate) struct Args {
    /// WTHOR files (.wtb), GGF (.ggf), archives of games, and files of transcripts, one game per line.
    #[arg(required = true)]
    #[serde(skip)] // among the inputs of the manifest
    games: Vec<PathBuf>,
    /// The file of positions to write.
    #[arg(short, long, value_name = "FILE")]
    #[serde(skip)]
    output: PathBuf,
    /// Years of the games to import.
    #[arg(long, value_name = "A..B", value_parser = range, default_value = "0..9999")]
    years: RangeInclusive<u32>,
    /// Numbers of empties of the positions to import.
    #[arg(long, value_name = "A..B", value_parser = range, default_value = "1..60")]
    empties: RangeInclusive<u32>,
    /// Import N random positions, at most one of each game.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Add off-line positions: after one in three positions of at most this many empties, chosen at random,
    /// the position after a random legal move. They have no label until `label` solves them.
    #[arg(long, value_name = "EMPTIES", default_value_t = 0)]
    off_line_empties: u32,
    /// Import no positions of the games, but for each of them up to N positions that random moves lead to: a
    /// walk that ends the game gives none. `--empties` counts those where a walk starts.
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "off_line_empties")]
    walks: u32,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The number of random moves of a walk is drawn uniformly from this range.
const WALK_PLIES: RangeInclusive<u32> = 1..=3;

/// Parses a range that includes both ends and is not empty.
pub(crate) fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<u32>().map_err(|error| format!("{text:?}: {error}"));
    let range = number(from)?..=number(to)?;
    if range.is_empty() { Err(format!("{to} is less than {from}")) } else { Ok(range) }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut rng = Rng::with_seed(args.seed);
    let mut writer = Writer::create(&args.output)?;
    let mut sample = Vec::new();
    let (mut games, mut positions) = (0, 0_u64);
    let bar = progress::bar(args.games.len() as u64, "files");
    for path in &args.games {
        for_each_game(path, |year, game| {
            let records = records(&game, games, year, args, &mut rng);
            games += 1;
            if !args.years.contains(&u32::from(year)) || records.is_empty() {
                return Ok(());
            }
            if args.sample.is_some() {
                sample.push(records[rng.usize(..records.len())]);
                return Ok(());
            }
            positions += records.len() as u64;
            records.iter().try_for_each(|record| writer.write(record))
        })
        .with_context(|| format!("{}", path.display()))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(size) = args.sample {
        rng.shuffle(&mut sample);
        sample.truncate(size);
        sample.sort_by_key(|record| record.game);
        positions = sample.len() as u64;
        sample.iter().try_for_each(|record| writer.write(record))?;
    }
    writer.flush()?;
    println!("{games} games read, {positions} positions written to {}", args.output.display());
    let counts = json!({ "games_read": games, "positions": positions });
    manifest::write(&args.output, "import", args, &args.games, counts)
}

/// A game and its scores, from black's point of view.
struct Played {
    game: Game,
    result: i32,
    /// The number of empties from which perfect play is assumed, and the resulting score.
    theory: Option<(u32, i32)>,
}

fn for_each_game(path: &Path, mut consume: impl FnMut(u16, Played) -> Result<()>) -> Result<()> {
    let bytes = std::fs::read(path)?;
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")) {
        let (header, mut games) = read_wtb(&bytes)?;
        return games.try_for_each(|game| {
            let game = game?;
            let (result, theory) = (game.score(), (header.depth.into(), game.theoretical_score()));
            consume(
                header.year,
                Played { game: game.game, result, theory: (header.depth > 0).then_some(theory) },
            )
        });
    }
    let games: Vec<Result<Game>> = if archive::is_archive(&bytes) {
        archive::read(&bytes)?.into_iter().map(Ok).collect()
    } else {
        let text = String::from_utf8(bytes)?;
        match path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ggf")) {
            true => read_ggf(&text).map(|record| Ok(record?.game)).collect(),
            false => {
                text.lines().filter(|line| !line.trim().is_empty()).map(|line| Ok(line.parse()?)).collect()
            }
        }
    };
    for (number, game) in (1..).zip(games) {
        let game = game.with_context(|| format!("game {number}"))?;
        let result = game.score().with_context(|| format!("game {number} is not over"))?;
        consume(0, Played { game, result, theory: None })?;
    }
    Ok(())
}

fn records(played: &Played, id: u32, year: u16, args: &Args, rng: &mut Rng) -> Vec<Record> {
    let mut records = Vec::with_capacity(90);
    for (Position { board, side }, _) in played.game.turns().filter(|&(_, mv)| mv != Move::Pass) {
        let empties = board.empties().len();
        let (kind, score) = match played.theory {
            Some((from, score)) if empties == from => (Kind::Exact, score),
            Some((from, score)) if empties > from => (Kind::Interpolated, score),
            _ => (Kind::Result, played.result),
        };
        let white_to_move = side == Color::White;
        let mut record = Record { board, game: id, year, label: 0, kind, white_to_move, off_line: false };
        record.label = record.turn(score) as i8;
        if args.empties.contains(&empties) {
            match args.walks {
                0 => records.push(record),
                walks => records.extend((0..walks).filter_map(|_| record.walk(rng.u32(WALK_PLIES), rng))),
            }
        }
        if empties <= args.off_line_empties {
            records.extend(record.random_off_line(rng));
        }
    }
    records
}

#[cfg(test)]
mod tests {
    use reversi_notation::GgfGame;
    use reversi_testkit::random_game;

    use super::*;
    use crate::parse_args;
    use crate::record::Reader;

    fn imported(name: &str, text: &str, options: &[&str]) -> Result<Vec<Record>> {
        let folder = std::env::temp_dir().join(format!("reversi-train-import-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let (games, output) = (folder.join(name), folder.join(format!("{name}.bin")));
        std::fs::write(&games, text)?;
        let [games, output] = [&games, &output].map(|path| path.to_str().expect("a path"));
        let mut words = vec!["import", games, "-o", output];
        words.extend(options);
        run(&parse_args(words))?;
        Reader::open(Path::new(output))?.collect()
    }

    #[test]
    fn ggf_and_transcripts_have_the_same_positions() -> Result<()> {
        let game = random_game(&mut Rng::with_seed(5));
        let ggf = imported("same.ggf", &GgfGame::new(game.clone()).to_string(), &[])?;
        let transcript = imported("same.txt", &game.to_string(), &[])?;
        let boards = |records: &[Record]| records.iter().map(|r| (r.board, r.label)).collect::<Vec<_>>();
        assert!(ggf.len() > 40);
        assert_eq!(boards(&ggf), boards(&transcript));
        Ok(())
    }

    #[test]
    fn walks_start_where_asked_and_leave_the_game() -> Result<()> {
        let options = ["--walks", "3", "--empties", "30..40"];
        let walks = imported("walks.txt", &random_game(&mut Rng::with_seed(5)).to_string(), &options)?;
        assert!(walks.len() > 20, "{}", walks.len());
        for walk in walks {
            assert!((27..=39).contains(&walk.empties()), "{}", walk.empties());
            assert!(walk.off_line && walk.kind == Kind::None && !walk.board.must_pass());
        }
        Ok(())
    }

    #[test]
    fn a_range_is_not_empty() {
        assert_eq!([range("3"), range("1..2")], [Ok(3..=3), Ok(1..=2)]);
        assert!(range("3..1").unwrap_err().contains("less"));
        assert!(range("3..").is_err() && range("x").is_err());
    }
}
