//! An engine that speaks the NBoard protocol, for NBoard and other graphical interfaces with this protocol.
//!
//! `cargo run --release --example nboard`

mod cli;

use std::error::Error;
use std::io::{self, Write as _};
use std::mem;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Instant;

use clap::Parser;
use cli::SearchScore;
use cli::player::{Player, PlayerOptions};
use reversi_engine::notation::{GgfGame, GgfNote};
use reversi_engine::{Board, Game, Level, Line, Move, Stop};

/// Speaks the NBoard protocol on standard input and output.
///
/// The commands are `nboard`, `set game`, `set depth`, `set contempt`, `move`, `go`, `hint`, `ping`, `learn`
/// and `quit`. The depth is used as a level, as interfaces expect from strong engines. Contempt has no
/// effect. A hint ends when its search ends or the next command arrives. Errors are reported as a `status`.
///
/// Forced passes may be omitted from games and moves. `go` answers `PA` if there is no other move.
///
/// Exit status: 0 after `quit` or at the end of the input, 2 if the output cannot be written.
#[derive(Parser)]
struct Args {
    #[command(flatten)]
    player: PlayerOptions,
}

fn main() -> ExitCode {
    cli::end(run(&Args::parse()))
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let mut session =
        Session { player: Player::new(&args.player)?, game: Game::new(), input: Input::listen() };
    while let Some(line) = session.input.next().transpose().map_err(|e| format!("standard input: {e}"))? {
        match line.trim() {
            "" => {}
            "quit" => break,
            command => match session.execute(command) {
                Ok(answer) => write_lines(answer)?,
                Err(Failure::Refused(message)) => write_lines(format!("status {message}"))?,
                Err(Failure::Output(error)) => return Err(error.into()),
            },
        }
    }
    Ok(())
}

/// Writes lines to standard output, unless there are none.
fn write_lines(lines: String) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if !lines.is_empty() {
        writeln!(out, "{lines}")?;
    }
    out.flush()
}

enum Failure {
    /// The command is unknown, malformed or impossible at this point.
    Refused(String),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl<T: ToString> From<T> for Failure {
    fn from(message: T) -> Failure {
        Failure::Refused(message.to_string())
    }
}

type Answer = Result<String, Failure>;

/// The state of a session.
struct Session<'a> {
    player: Player<'a>,
    game: Game,
    input: Input,
}

impl Session<'_> {
    fn execute(&mut self, command: &str) -> Answer {
        let (name, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let argument = argument.trim_start();
        match name {
            "nboard" => Ok("set myname reversi-engine".to_owned()),
            "set" => self.set(argument),
            "move" => self.make_move(argument),
            "go" => self.go(),
            "hint" => self.hint(parse(argument)?),
            "ping" => Ok(format!("pong {argument}")),
            "learn" => Ok("learned".to_owned()), // there is no opening book
            _ => Err(format!("unknown command: {name}").into()),
        }
    }

    fn set(&mut self, assignment: &str) -> Answer {
        let (variable, value) = assignment.split_once(char::is_whitespace).unwrap_or((assignment, ""));
        match variable {
            "game" => {
                let record: GgfGame = value.parse().map_err(|e| cli::with_causes(&e))?;
                self.game = record.game;
                self.player.new_game();
            }
            "depth" => self.player.set_level(Level::new(parse(value)?).unwrap_or(Level::MAX)),
            "contempt" => drop(parse::<i32>(value)?),
            _ => return Err(format!("unknown variable: {variable}").into()),
        }
        done()
    }

    /// Plays the move of `F5/evaluation/seconds`.
    fn make_move(&mut self, text: &str) -> Answer {
        let mv: Move = text.split('/').next().unwrap_or_default().trim_end().parse()?;
        self.game.play_recorded(mv)?;
        done()
    }

    /// Chooses a move. The interface sends `move` when it is played.
    fn go(&mut self) -> Answer {
        let (board, start) = (self.game.board(), Instant::now());
        let (mv, value) = self.player.choose_move(&board, None)?;
        let note = GgfNote {
            eval: Some(SearchScore::of(value, &board).score.into()),
            seconds: Some((start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0),
        };
        Ok(format!("=== {}{note}\nstatus", name(mv)))
    }

    /// Prints the best moves after each completed search.
    fn hint(&mut self, moves: usize) -> Answer {
        let board = self.game.board();
        let (mut written, mut last) = (Ok(()), String::new());
        let analysis = self.player.analyze(&board, moves.max(1), &self.input.stop, |progress| {
            let lines = search_lines(progress.lines(), &board);
            if lines != last {
                written = write_lines(lines.clone());
                last = lines;
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        if analysis.stopped().is_some() {
            written = written.and_then(|()| write_lines(search_lines(analysis.lines(), &board))); // the interrupted search
        }
        written.map_err(Failure::Output)?;
        Ok(format!("nodestats {} {:.3}\nstatus", analysis.nodes(), analysis.elapsed().as_secs_f64()))
    }
}

/// A line for each move, such as `search F5D6C3 2 0 14`: principal variation, score, always 0, and depth. The
/// depth is `100%` if the score is exact.
fn search_lines(lines: &[Line], board: &Board) -> String {
    let line = |line: &Line| {
        let SearchScore { score, depth, exact, .. } = SearchScore::of(line.value(), board);
        let depth = if exact { "100%".to_owned() } else { depth.to_string() };
        let pv: String = line.pv().iter().copied().map(name).collect();
        format!("search {pv} {score} 0 {depth}")
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A move in the notation of the protocol.
fn name(mv: Move) -> String {
    mv.square().map_or_else(|| "PA".to_owned(), |square| format!("{square:#}"))
}

fn parse<T: FromStr>(word: &str) -> Result<T, Failure> {
    word.trim().parse().map_err(|_| Failure::Refused(format!("not a number: {word}")))
}

fn done() -> Answer {
    Ok(String::new())
}

/// Standard input, read on a thread of its own, so that the next command can end a search.
struct Input {
    lines: Receiver<(io::Result<String>, Stop)>,
    /// The stop signal of the line that `next` returned last. It is set when the following line arrives. Each
    /// line has a signal of its own, so that a hint is not stopped by its own line.
    stop: Stop,
}

impl Input {
    fn listen() -> Input {
        let (sender, lines) = mpsc::sync_channel(1); // bounds the lines read ahead
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            let mut stop = Stop::new();
            while let Some(line) = cli::read_line(&mut stdin).transpose() {
                let failed = line.is_err();
                let before = mem::take(&mut stop);
                let sent = sender.send((line, stop.clone()));
                before.set();
                if sent.is_err() || failed {
                    return;
                }
            }
        });
        Input { lines, stop: Stop::new() }
    }

    /// The next line, or `None` at the end of the input.
    fn next(&mut self) -> Option<io::Result<String>> {
        let (line, stop) = self.lines.recv().ok()?;
        self.stop = stop;
        Some(line)
    }
}
