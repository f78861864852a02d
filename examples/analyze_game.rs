//! Analyzes the moves of a game, as a table and as a plot.
//!
//! `cargo run --release --example analyze_game -- f5d6c3d3c4f4 --svg game.svg`

mod cli;

use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use cli::options::{EngineOptions, SearchOptions, number};
use cli::{Format, Printer, Row, SearchScore};
use plotters::prelude::*;
use reversi_engine::notation::{GgfGame, ParseTranscriptError, ParseTranscriptErrorKind};
use reversi_engine::{AnalyzedMove, Event, Game, Position};
use serde::Serialize;

/// Analyzes each move of a game: its score, the best move and its score, and the loss.
///
/// Scores are discs from the side that moves. The plot shows the best score of each position for black. Dots
/// in the colour of the side mark moves that lost discs.
///
/// Exit status: 0, 2 on bad input or if the output cannot be written, 141 if the reader of the output has
/// gone.
#[derive(Parser)]
struct Args {
    /// The moves of a game from the start, such as `f5d6c3`, or a game in GGF, or a file with one of them.
    /// Passes may be omitted.
    game: String,

    #[command(flatten)]
    search: SearchOptions,

    /// Time limit for the whole game in milliseconds. Each position gets an equal share of what is left.
    #[arg(long, value_name = "MS", value_parser = number::<u64>, allow_negative_numbers = true)]
    total_time: Option<u64>,

    #[command(flatten)]
    engine: EngineOptions,

    /// Write a plot of the scores.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// A table, or one JSON object per line: one for each move, then one with the totals.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

fn main() -> ExitCode {
    cli::end(run(&Args::parse()))
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let game = read(&args.game)?;
    let mut engine = args.engine.build()?;
    let start = Instant::now();
    let bar = cli::progress_bar(game.moves().len());
    let request = match args.total_time {
        Some(ms) => args.search.request_by_total_time(Duration::from_millis(ms)),
        None => args.search.request(),
    };
    let turns = engine.analyze_game_with(&game, request, |event| {
        match event {
            Event::Done(_) => bar.inc(1),
            Event::Progress(progress) => cli::show(&bar, progress),
        }
        ControlFlow::Continue(())
    })?;
    let moves: Vec<_> = (1..).zip(&turns).map(|(ply, turn)| MoveRow::new(ply, turn)).collect();

    let mut printer = Printer::new(args.format, HEADER, bar)?;
    for row in &moves {
        printer.row(row)?;
    }
    if let Some(path) = &args.svg {
        plot(path, &moves).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    printer.totals(&Totals::new(&moves, start.elapsed().as_secs_f64()))
}

/// Parses the argument as a game, or reads the game of a file.
fn read(argument: &str) -> Result<Game, Box<dyn Error>> {
    let path = Path::new(argument);
    let (place, text) = if path.exists() {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{argument}: {error}"))?;
        (format!("{argument}: "), text)
    } else {
        (String::new(), argument.to_owned())
    };
    let game = parse(&text).map_err(|error| match error.downcast_ref::<ParseTranscriptError>() {
        Some(error) if place.is_empty() && matches!(error.kind, ParseTranscriptErrorKind::NotAMove(_)) => {
            format!("{argument}: neither a file nor a game: {}", cli::with_causes(error))
        }
        _ => format!("{place}{}", cli::with_causes(&*error)),
    })?;
    if game.moves().len() == 0 {
        return Err(format!("{place}no move").into());
    }
    Ok(game)
}

fn parse(text: &str) -> Result<Game, Box<dyn Error>> {
    if text.trim_start().starts_with("(;") {
        return Ok(text.parse::<GgfGame>()?.game);
    }
    Ok(text.parse()?)
}

/// The output for a move.
#[derive(Serialize)]
struct MoveRow {
    /// The number of the ply from 1, passes included.
    ply: usize,
    side: String,
    r#move: String,
    score: i32,
    best_move: String,
    best_score: i32,
    /// Discs lost by the move.
    loss: u32,
    depth: u32,
    selectivity: u32,
    /// Whether the score is proven.
    exact: bool,
}

impl MoveRow {
    fn new(ply: usize, turn: &AnalyzedMove) -> MoveRow {
        let Position { board, side } = turn.position();
        let SearchScore { score, depth, selectivity, exact } = SearchScore::of(turn.line().value(), &board);
        MoveRow {
            ply,
            side: side.to_string(),
            r#move: turn.played().to_string(),
            score,
            best_move: turn.analysis().best_move().unwrap_or(turn.played()).to_string(),
            best_score: SearchScore::of(turn.analysis().value(), &board).score,
            loss: turn.loss(),
            depth,
            selectivity,
            exact,
        }
    }
}

const HEADER: &str = "  ply side  move score  best score  loss      depth";

impl Row for MoveRow {
    fn to_table(&self) -> String {
        format!(
            "{:>5} {:<5} {:<4} {:>+5}  {:<4} {:>+5} {:>5} {:>10}",
            self.ply,
            self.side,
            self.r#move,
            self.score,
            self.best_move,
            self.best_score,
            self.loss,
            format!("{}@{}%", self.depth, self.selectivity),
        )
    }
}

/// The discs that both sides lost.
#[derive(Serialize)]
struct Totals {
    moves: usize,
    seconds: f64,
    black_loss: u32,
    white_loss: u32,
}

impl Totals {
    fn new(moves: &[MoveRow], seconds: f64) -> Totals {
        let loss = |side: &str| moves.iter().filter(|row| row.side == side).map(|row| row.loss).sum();
        Totals { moves: moves.len(), seconds, black_loss: loss("black"), white_loss: loss("white") }
    }
}

impl Row for Totals {
    fn to_table(&self) -> String {
        let Totals { moves, seconds, black_loss, white_loss } = self;
        let count = |n: usize, noun| if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") };
        let (moves, discs) = (count(*moves, "move"), count(*black_loss as usize, "disc"));
        format!("{moves} in {seconds:.3} s; black lost {discs}, white {white_loss}")
    }
}

/// Plots the best score of each position for black, and the moves that lost discs.
fn plot(path: &Path, moves: &[MoveRow]) -> Result<(), Box<dyn Error>> {
    let for_black = |row: &MoveRow, score: i32| if row.side == "black" { score } else { -score };
    let points = moves.iter().map(|row| (row.ply as i32, for_black(row, row.best_score)));
    let reach = points.clone().map(|(_, score)| score.abs()).max().unwrap_or(0).max(6) + 2;
    let last = moves.len() as i32;

    let mut picture = String::new();
    {
        let area = SVGBackend::with_string(&mut picture, (900, 450)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(48)
            .build_cartesian_2d(1..last.max(2), -reach..reach)?;
        chart.configure_mesh().x_desc("ply").y_desc("score for black").light_line_style(WHITE).draw()?;
        chart.draw_series(LineSeries::new([(1, 0), (last, 0)], &BLACK))?;
        chart.draw_series(LineSeries::new(points.clone(), BLUE.stroke_width(2)))?;
        let mistakes = moves.iter().zip(points).filter(|(row, _)| row.loss > 0);
        for (row, point) in mistakes {
            let fill = if row.side == "black" { BLACK } else { WHITE };
            chart.draw_series([
                Circle::new(point, 4, fill.filled()),
                Circle::new(point, 4, BLACK.stroke_width(1)),
            ])?;
        }
        area.present()?;
    }
    Ok(std::fs::write(path, picture)?)
}
