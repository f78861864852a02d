//! A game against the engine in the terminal.
//!
//! `cargo run --release --example play`

mod cli;

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Parser;
use cli::player::{Player, PlayerOptions};
use cli::positions;
use reversi_engine::{Color, Game, Move, Position, Stop};

/// Plays against you in the terminal.
///
/// Enter moves as squares, such as `f5`. Dots on the board mark legal moves. `hint` shows the engine's
/// choice, `undo` takes back your last move, `quit` ends the game. Passes are automatic.
#[derive(Parser)]
struct Args {
    /// The position to start from: 64 cells from A1 to H8, then the side to move [default: the start of the
    /// game].
    position: Option<Position>,

    /// Your colour.
    #[arg(long, value_name = "COLOUR", default_value_t = Color::Black)]
    color: Color,

    #[command(flatten)]
    player: PlayerOptions,
}

fn main() -> ExitCode {
    cli::end(run(&Args::parse_from(positions::arguments())))
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let mut player = Player::new(&args.player)?;
    player.shows_progress = true;
    let mut game = Game::from_position(args.position.unwrap_or(Position::START));
    let mut shown = None;
    let mut out = io::stdout().lock();
    while !game.is_over() {
        let side = game.side_to_move();
        if game.must_pass() {
            writeln!(out, "{side} has to pass")?;
            game.play(Move::Pass)?;
        } else if side != args.color {
            let (mv, _) = player.choose_move(&game.board(), None)?;
            writeln!(out, "{side} plays {mv}")?;
            game.play(mv)?;
        } else {
            if shown.replace(game.position()) != Some(game.position()) {
                writeln!(out, "\n{:#}", game.position())?;
            }
            match prompt(&mut out)?.as_deref() {
                None | Some("quit") => return Ok(()),
                Some(words) => execute(words, &mut game, &mut player, &mut out)?,
            }
        }
    }
    let position = game.position();
    let [black, white] = [Color::Black, Color::White].map(|color| position.discs(color).len());
    writeln!(out, "\n{position:#}\nThe game is over: {black} black and {white} white discs.")?;
    Ok(())
}

/// Asks for a command. Returns `None` at the end of the input.
fn prompt(out: &mut impl Write) -> Result<Option<String>, Box<dyn Error>> {
    write!(out, "your move: ")?;
    out.flush()?;
    let line = cli::read_line(&mut io::stdin().lock()).map_err(|e| format!("standard input: {e}"))?;
    Ok(line.map(|line| line.trim().to_lowercase()))
}

fn execute(
    words: &str,
    game: &mut Game,
    player: &mut Player<'_>,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    match words {
        "" => {}
        "hint" => {
            let best = player.analyze(&game.board(), 1, &Stop::new(), |_| ControlFlow::Continue(()))?;
            let (mv, value) = (best.best_move().unwrap_or(Move::Pass), best.value());
            writeln!(out, "{mv}, worth {value}")?;
        }
        "undo" if take_back(game) => {}
        "undo" => writeln!(out, "there is no move of yours to take back")?,
        _ => match words.parse::<Move>() {
            Ok(mv) => game.play(mv).or_else(|illegal| writeln!(out, "{illegal}"))?,
            Err(_) => writeln!(out, "expected a square such as f5, or: hint, undo, quit")?,
        },
    }
    Ok(())
}

/// Undoes moves back to the last choice of the side to move, if there is one.
fn take_back(game: &mut Game) -> bool {
    let mut earlier = game.clone();
    while let Some(mv) = earlier.undo() {
        if earlier.side_to_move() == game.side_to_move() && mv != Move::Pass {
            *game = earlier;
            return true;
        }
    }
    false
}
