//! Converts boards and games between notations.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command |
//! | [`write`](mod@write) | writes a notation |
//! | [`wthor`](mod@wthor) | games of WTHOR with the files of their names |

mod write;
mod wthor;

use std::cell::Cell;
use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use reversi_engine::Game;
use reversi_engine::notation::{Content, ObfLine, Record};
use wthor::Wthor;

use crate::files::Output;
use crate::options::number;
use crate::output::{Failure, count, say};
use crate::records::ReadOptions;

/// Converts boards and games between notations.
///
/// The notation of the input is detected. A game becomes the board after its last move, and a board becomes a
/// game without moves. Names, times and stated results are kept in GGF and JSON; WTHOR keeps results, and
/// names with `--write-names`. A game that is over has the result of its board, empties to the winner, unless
/// it was lost on time or resigned.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Boards, games, or files of them. `-` is standard input.
    ///
    /// Boards: 64 cells and the side to move, in one line or eight, OBF, FEN as Edax writes it, JSON. Games:
    /// moves such as `f5d6c3` (one game a line, or one over several lines, with numbers and comments), GGF,
    /// SGF, WTHOR, JSON, moves behind headers such as `[Black "Ada"]`, addresses that hold a game. Files of
    /// gzip and ZIP are unpacked.
    #[arg(required = true)]
    inputs: Vec<String>,

    /// The notation to write.
    #[arg(long, value_enum, value_name = "NOTATION")]
    to: Notation,

    /// Of each game, the position after this number of moves, passes included.
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    #[arg(conflicts_with = "every_position")]
    after: Option<usize>,

    /// Every position of each game, from its start.
    #[arg(long)]
    every_position: bool,

    #[command(flatten)]
    read: ReadOptions,

    /// The file to write [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// With `--to wthor`, write the names of the players and tournaments beside FILE.wtb, in FILE.jou and
    /// FILE.trn. Number 0 is ???, for games without a name. Names are cut to 19 characters, tournaments to
    /// 25, other characters than Latin-1 has are transliterated, and a number tells names apart that
    /// become equal. Games of WTHOR get their names by --players and --tournaments.
    #[arg(long, requires = "output")]
    write_names: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Notation {
    /// 64 cells from A1 to H8, then the side to move.
    Board,
    /// A drawing of the board with its legal moves.
    Diagram,
    /// A line of OBF, with the scores of the input if it has some.
    Obf,
    /// FEN as Edax writes it.
    Fen,
    /// The moves of a game, such as `f5d6c3`.
    Moves,
    /// Records of games with names, times and scores.
    Ggf,
    /// A file of the WTHOR data base (.wtb): moves and final scores, without dates; names with
    /// `--write-names`.
    Wthor,
    /// A board as text, or a game with its start and its moves; one a line.
    Json,
}

const AFTER_HELP: &str = "\
Examples:
  reversi convert f5d6c3d3c4 --to diagram
  reversi convert games.ggf --to wthor --output games.wtb --write-names
  reversi convert WTH_2024.wtb --players WTHOR.JOU --to ggf > 2024.ggf
  reversi convert games.txt --after 40 --to obf | reversi solve -";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let output = args.output.as_deref().map(Output::lock).transpose()?;
    if args.write_names && args.to != Notation::Wthor {
        return Err("--write-names needs --to wthor".into());
    }
    if args.to == Notation::Wthor {
        return wthor(args, output);
    }
    let Some(output) = output else {
        let mut out = BufWriter::new(io::stdout().lock());
        lines(args, &mut out)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    };
    let failed = Cell::new(None);
    let replaced = output.replace(|file| {
        lines(args, file).map_err(|error| {
            let message = error.to_string();
            failed.set(Some(error));
            io::Error::other(message)
        })
    });
    match (failed.take(), replaced) {
        (Some(error), _) => Err(error),
        (None, replaced) => {
            replaced?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Writes a line for each record as it is read.
fn lines(args: &Args, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut written = Ok(());
    args.read.each(&args.inputs, |record| {
        select(record, args, |record| {
            if written.is_ok() {
                written = writeln!(out, "{}", write::line(&record.content, args.to)?);
            }
            Ok(())
        })
    })?;
    Ok(written?)
}

/// Writes the files of WTHOR, whose header has the number of games.
fn wthor(args: &Args, output: Option<Output>) -> Result<ExitCode, Box<dyn Error>> {
    let beside = |extension: &str| match &output {
        Some(output) if args.write_names => Output::lock(&output.path().with_extension(extension)).map(Some),
        _ => Ok(None),
    };
    let (of_players, of_tournaments) = (beside("jou")?, beside("trn")?);
    let mut records = Vec::new();
    args.read.each(&args.inputs, |record| {
        select(record, args, |record| {
            wthor::check(&record)?;
            records.push(record);
            Ok(())
        })
    })?;
    let mut without_score = records.iter().filter_map(wthor::result_without_score);
    if let Some(first) = without_score.next() {
        let results = count(1 + without_score.count(), "result");
        say(&format!("{results} without a score ({first:?}): the last board is counted instead"));
    }
    if wthor::years(&records).len() > 1 {
        say("the games have several years or none: a file of WTHOR has one, and this one none");
    }
    let Some(output) = output else {
        let mut out = io::stdout().lock();
        out.write_all(&wthor::games(&records)?)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    };
    let files = if let (Some(of_players), Some(of_tournaments)) = (of_players, of_tournaments) {
        let Wthor { games, players, tournaments, changed_names } = wthor::write(&records)?;
        changed_names.iter().for_each(|told| say(told));
        vec![(output, games), (of_players, players), (of_tournaments, tournaments)]
    } else {
        vec![(output, wthor::games(&records)?)]
    };
    for (output, bytes) in files {
        output.replace(|file| file.write_all(&bytes))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Passes on a record, or the positions of its game that are asked for.
fn select(
    mut record: Record,
    args: &Args,
    mut take: impl FnMut(Record) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Content::Game(game) = &record.content else { return take(record) };
    let game = game.game.clone();
    let positions = match args.after {
        _ if args.every_position => {
            let before = game.turns().map(|(position, _)| position);
            before.chain([game.position()]).collect()
        }
        Some(after) => {
            let moves = game.moves().len();
            let missing = || format!("--after must be 0 to {moves}, the moves of the game, not {after}");
            vec![position_after(&game, after).ok_or_else(missing)?]
        }
        None => return take(record),
    };
    record.wthor = None;
    for position in positions {
        record.content = Content::Position(Box::new(ObfLine::new(position)));
        take(record.clone())?;
    }
    Ok(())
}

fn position_after(game: &Game, moves: usize) -> Option<reversi_engine::Position> {
    match game.turns().nth(moves) {
        Some((position, _)) => Some(position),
        None => (moves == game.moves().len()).then(|| game.position()),
    }
}
