//! An engine that speaks the NBoard protocol, for NBoard and other graphical interfaces with this protocol.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command, and those of the protocol |
//! | [`input`] | standard input, which can end a search |

mod input;

use std::error::Error;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Instant;

use reversi_engine::notation::{GgfGame, GgfNote};
use reversi_engine::{Board, Color, Level, Line, Move, Player, Session, SessionError, Source};

use crate::input::InputError;
use crate::output::{SearchScore, with_causes};
use crate::player::{Contender, PlayerOptions};
use input::Input;

/// Speaks the NBoard protocol on standard input and output.
///
/// The commands are `nboard`, `set game`, `set depth`, `set contempt`, `move`, `go`, `hint`, `ping`, `learn`
/// and `quit`. The depth is used as a level, as interfaces expect from strong engines. Contempt has no
/// effect. A hint ends when its search ends or the next command arrives. Errors are reported as a `status`.
///
/// A hint of the opening book is written as a hint of a search. `learn` does not change the book.
///
/// Forced passes may be omitted from games and moves. `go` answers `PA` if there is no other move.
///
/// Exit status: 0 after `quit` or at the end of the input, 2 if the output cannot be written.
#[derive(clap::Args)]
#[command(after_help = "Example: reversi nboard --strength club")]
pub(crate) struct Args {
    #[command(flatten)]
    player: PlayerOptions,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut contender = Contender::new(&args.player)?;
    contender.new_game();
    let session = contender.vary(Session::new(contender.player(), contender.player()));
    let mut interface = Interface { contender, session, input: Input::listen() };
    while let Some(line) = interface.input.next() {
        let line = match line {
            Ok(line) => line,
            Err(error @ InputError::TooLong { .. }) => {
                write_lines(format!("status {error}"))?;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        match line.trim() {
            "" => {}
            "quit" => break,
            command => match interface.execute(command) {
                Ok(answer) => write_lines(answer)?,
                Err(Failure::Refused(message)) => write_lines(format!("status {message}"))?,
                Err(Failure::Output(error)) => return Err(error.into()),
            },
        }
    }
    Ok(ExitCode::SUCCESS)
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

/// The game of an interface. The engine has both sides: the interface decides which moves are played.
struct Interface {
    contender: Contender,
    session: Session,
    input: Input,
}

impl Interface {
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
            "learn" => Ok("learned".to_owned()), // the opening book stays as it is
            _ => Err(format!("unknown command: {name}").into()),
        }
    }

    fn set(&mut self, assignment: &str) -> Answer {
        let (variable, value) = assignment.split_once(char::is_whitespace).unwrap_or((assignment, ""));
        match variable {
            "game" => {
                let record: GgfGame = value.parse().map_err(|e| with_causes(&e))?;
                self.contender.new_game();
                let session = Session::from_ggf(&record, self.contender.player(), self.contender.player());
                self.session = self.contender.vary(session);
            }
            "depth" => {
                self.contender.set_level(Level::new(parse(value)?).unwrap_or(Level::MAX));
                self.change_player();
            }
            "contempt" => drop(parse::<i32>(value)?),
            _ => return Err(format!("unknown variable: {variable}").into()),
        }
        done()
    }

    /// Gives both sides to the engine at its new level. One with a strength keeps it, and its next mistake.
    fn change_player(&mut self) {
        for color in [Color::Black, Color::White] {
            if let Player::Engine(_) = self.session.player(color) {
                self.session.set_player(color, self.contender.player());
            }
        }
    }

    /// Plays the move of `F5/evaluation/seconds`.
    fn make_move(&mut self, text: &str) -> Answer {
        let mv: Move = text.split('/').next().unwrap_or_default().trim_end().parse()?;
        match self.session.play(mv) {
            Err(SessionError::Over) => Err(format!("{mv} is not a legal move: the game is over").into()),
            played => Ok(played.map(|()| String::new())?),
        }
    }

    /// Chooses a move. The interface sends `move` when it is played.
    fn go(&mut self) -> Answer {
        let (board, start) = (self.session.position().board, Instant::now());
        let request = self.session.request().unwrap_or_else(|| self.contender.request());
        let request = request.limits(self.contender.limits());
        let analysis = self.session.hint(&mut self.contender.engine, request)?;
        let mv = self.session.choose(&analysis);
        let line = analysis.lines().iter().find(|line| line.best_move() == mv);
        let value = line.map_or(analysis.value(), Line::value);
        let note = GgfNote {
            eval: Some(SearchScore::of(value, &board).score.into()),
            seconds: Some((start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0),
        };
        Ok(format!("=== {}{note}\nstatus", name(mv.unwrap_or(Move::Pass))))
    }

    /// Prints the best moves after each completed search.
    fn hint(&mut self, moves: usize) -> Answer {
        let board = self.session.position().board;
        let (mut written, mut last) = (Ok(()), String::new());
        let limits = self.contender.limits().stop(&self.input.stop);
        let request = self.contender.request().limits(limits).lines(moves.max(1));
        let analysis = self.contender.engine.analyze_with(&board, request, |progress| {
            let lines = search_lines(progress.lines(), &board);
            if lines != last {
                written = write_lines(lines.clone());
                last = lines;
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        if analysis.stopped().is_some() || analysis.source() == Source::Book {
            // The search that was interrupted, or none took place.
            written = written.and_then(|()| write_lines(search_lines(analysis.lines(), &board)));
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
