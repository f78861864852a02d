//! A board at the terminal, or as a picture.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgAction, ValueEnum};
use reversi_engine::notation::Diagram;
use reversi_engine::picture::{self, Label, Mark, Picture, PictureError, Theme};
use reversi_engine::{AnalyzeRequest, Bitboard, Board, Game, Level, Limits, Move, Square};

use crate::files::Output;
use crate::input::Source;
use crate::interrupt;
use crate::options::{self, EngineOptions};
use crate::output::{Failure, count};
use crate::records::{self, ReadOptions};

/// Shows a board at the terminal, or draws it as SVG.
///
/// A picture needs no other file and fits the theme of the device. The last move is marked. Estimates have a
/// dotted line and exact scores a plate; the best is gold.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// A board with its side to move, moves from the start such as f5d6c3, or a file with one game or
    /// position: of a game the last position.
    board: String,

    #[command(flatten)]
    read: ReadOptions,

    /// Draw a picture, SVG.
    #[arg(long)]
    svg: bool,

    /// The file of the picture, in place of standard output.
    #[arg(short, long, value_name = "FILE", requires = "svg")]
    output: Option<PathBuf>,

    /// Squares with a text or number: `d3=+4 c4=?`. Numbers get a sign.
    #[arg(long, value_name = "SQUARE=VALUE ...", allow_hyphen_values = true)]
    values: Option<String>,

    /// Search the legal moves at this level, 0 to 60, and show their values.
    #[arg(long, value_name = "N", value_parser = options::in_range(0..=60u32), conflicts_with = "values")]
    #[arg(allow_negative_numbers = true)]
    level: Option<u32>,

    /// Squares with a dot: `d3 c4`, or `legal` for the legal moves; `d3=ring` and `d3=cross` are other
    /// marks.
    #[arg(long, value_name = "SQUARES", requires = "svg")]
    marks: Option<String>,

    /// The square of the last move [default: the last move of the game].
    #[arg(long, value_name = "SQUARE", requires = "svg")]
    last: Option<String>,

    /// A file of 64 numbers from A1 to H8, which tint the squares from dark blue over grey to yellow. 0 is
    /// on that ramp, and is grey if there are both signs. `-` is standard input.
    #[arg(long, value_name = "FILE", requires = "svg")]
    heat: Option<String>,

    /// The numbers at the ends of the ramp.
    #[arg(long, value_name = "A,B", requires = "heat", allow_hyphen_values = true)]
    heat_range: Option<String>,

    /// Name files and ranks [default: true in pictures of 200 pixels and more].
    #[arg(long, value_name = "true|false", action = ArgAction::Set, requires = "svg")]
    coordinates: Option<bool>,

    /// The width in pixels, 16 to 4096.
    #[arg(long, value_name = "N", default_value_t = Picture::SIZE, value_parser = options::in_range(Picture::SIZES))]
    #[arg(allow_negative_numbers = true, requires = "svg")]
    size: u32,

    /// The colours around the board.
    #[arg(long, value_enum, default_value_t = ThemeName::Auto, requires = "svg")]
    theme: ThemeName,

    /// A title in place of the description of the board.
    #[arg(long, value_name = "TEXT", requires = "svg")]
    title: Option<String>,

    #[command(flatten)]
    engine: EngineOptions,
}

#[derive(Clone, Copy, ValueEnum)]
enum ThemeName {
    Auto,
    Light,
    Dark,
}

const AFTER_HELP: &str = "\
Examples:
  reversi show f5d6c3
  reversi show f5d6c3 --svg --marks legal > board.svg
  reversi show f5d6c3d3c4 --svg --level 12 -o values.svg
  reversi show f5 --svg --marks d6=ring --values 'f4=-2.5 f6=?' --theme dark --size 240";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let file = args.output.as_deref().map(Output::lock).transpose()?;
    let game = game(args)?;
    let stop = interrupt::stop_signal();
    let labels = match (&args.values, args.level) {
        (Some(values), _) => labels(values)?,
        (None, Some(level)) => {
            let request = AnalyzeRequest::level(Level::new(level)?).lines(usize::MAX);
            let request = request.limits(Limits::new().stop(&stop));
            let analysis = args.engine.build(None)?.analyze(&game.board(), request);
            picture::labels(&analysis.map_err(Failure::from)?).collect()
        }
        (None, None) => Vec::new(),
    };
    let shown = if args.svg {
        let picture = picture(args, &game)?;
        labels.into_iter().fold(picture, |picture, (at, label)| picture.label(at, label)).to_string()
    } else {
        let mark = |diagram: Diagram, (at, label): (Square, Label)| diagram.mark(at, label);
        labels.into_iter().fold(game.diagram(), mark).to_string()
    };
    match file {
        Some(file) => file.replace(|file| writeln!(file, "{shown}"))?,
        None => writeln!(io::stdout().lock(), "{shown}")?,
    }
    Ok(interrupt::status(&stop))
}

/// The one game of the argument.
fn game(args: &Args) -> Result<Game, Failure> {
    let mut games = Vec::new();
    args.read.each(std::slice::from_ref(&args.board), |record| {
        games.push(records::ggf(record).game);
        Ok(())
    })?;
    match <[Game; 1]>::try_from(games) {
        Ok([game]) => Ok(game),
        Err(games) => Err(format!("{}: expected 1 game or position, not {}", args.board, games.len()).into()),
    }
}

fn picture(args: &Args, game: &Game) -> Result<Picture, Failure> {
    let theme = match args.theme {
        ThemeName::Auto => Theme::Auto,
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
    };
    let mut picture = Picture::of(game).size(args.size)?.theme(theme);
    if let Some(last) = &args.last {
        picture = picture.last(square(last).map_err(|failure| failure.at("--last"))?);
    }
    for word in args.marks.iter().flat_map(|marks| marks.split_whitespace()) {
        let (squares, mark) = marked(word, game.board()).map_err(|failure| failure.at("--marks"))?;
        picture = picture.mark(squares, mark);
    }
    if let Some(shown) = args.coordinates {
        picture = picture.coordinates(shown);
    }
    if let Some(title) = &args.title {
        picture = picture.title(title);
    }
    let Some(file) = &args.heat else { return Ok(picture) };
    let heat = heat(file)?;
    let picture = match &args.heat_range {
        None => picture.heat(&heat),
        Some(range) => {
            let ends: Result<Vec<f32>, _> = range.split(',').map(|end| end.trim().parse()).collect();
            let ends = ends.ok().and_then(|ends| <[f32; 2]>::try_from(ends).ok());
            let [least, most] =
                ends.ok_or_else(|| format!("--heat-range must be two numbers such as -1,1, not {range:?}"))?;
            picture.heat_within(&heat, least, most)
        }
    };
    picture.map_err(|error| match error {
        PictureError::HeatRange { .. } => Failure::from(error).at("--heat-range"),
        _ => Failure::from(error).at(file),
    })
}

/// A square or the square of a move.
fn square(text: &str) -> Result<Square, Failure> {
    text.parse().map_err(|error| Failure::new(format!("{text:?} is {error}"), &error))
}

/// Squares and their mark, as a word of the option has them.
fn marked(word: &str, board: Board) -> Result<(Bitboard, Mark), Failure> {
    let (squares, mark) = word.split_once('=').unwrap_or((word, "dot"));
    let squares = match squares {
        "legal" => board.legal_moves(),
        name => square(name)?.into(),
    };
    Ok((squares, mark.parse().map_err(Failure::from)?))
}

/// Squares and their labels. A number gets a sign.
fn labels(text: &str) -> Result<Vec<(Square, Label)>, Failure> {
    let label = |word: &str| {
        let (at, value) = word
            .split_once('=')
            .ok_or_else(|| format!("--values must be squares and values such as d3=+4, not {word:?}"))?;
        let label = match value.parse() {
            Ok(number) => Label::number(number).map_err(|error| Failure::from(error).at("--values"))?,
            Err(_) => Label::from(value),
        };
        let mv: Move =
            at.parse().map_err(|error| Failure::new(format!("--values: {at:?} is {error}"), &error))?;
        Ok(mv.square().map(|square| (square, label)))
    };
    text.split_whitespace().filter_map(|word| label(word).transpose()).collect()
}

/// The numbers of a file, with blanks, commas or line breaks between them.
fn heat(name: &str) -> Result<[f32; 64], Failure> {
    let (name, bytes) = match Source::of(name)? {
        Source::Content { name, bytes } => (name, bytes),
        Source::Text(_) => return Err(Failure::of_file(name, "no such file")),
    };
    let text = String::from_utf8_lossy(&bytes);
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let number = |word: &str| word.parse().map_err(|_| format!("{name}: {word:?} is not a number"));
    let numbers: Vec<f32> = words.map(number).collect::<Result<_, _>>()?;
    let found = numbers.len();
    numbers
        .try_into()
        .map_err(|_| format!("{name}: heat must be 64 numbers, not {}", count(found, "number")).into())
}
