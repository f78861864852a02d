//! The commands of the protocol.

use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use reversi_engine::notation::{GgfNote, Reader};
use reversi_engine::play::{Player, Pondering, Session, SessionError};
use reversi_engine::search::{Clock, Source, StopReason};
use reversi_engine::{
    Analysis, AnalyzeError, AnalyzeRequest, Board, Color, Engine, Level, Line, Move, Position, Stop,
};

use super::write_lines;
use crate::live_input::Signals;
use crate::output::{SearchScore, with_causes};
use crate::player::Contender;
use crate::records;

/// The reason why a command has no answer.
pub(super) enum Failure {
    /// The command is malformed, or impossible at this point.
    Refused(String),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Refused(message)
    }
}

impl From<AnalyzeError> for Failure {
    fn from(error: AnalyzeError) -> Failure {
        Failure::Refused(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

type Response = Result<String, Failure>;

/// The game of an interface. The engine has both sides: the interface decides which moves are played.
pub(super) struct Interface {
    contender: Contender,
    session: Session,
    /// The message of a game or move that was refused. The interface then has another position.
    refused: Option<String>,
}

impl Interface {
    pub(super) fn new(mut contender: Contender) -> Interface {
        contender.new_game();
        let session = contender.vary(Session::new(contender.player(), contender.player()));
        Interface { contender, session, refused: None }
    }

    /// Executes a command. Signals tell of those after it.
    pub(super) fn execute(&mut self, name: &str, argument: &str, after: &Signals) -> Response {
        match name.to_ascii_lowercase().as_str() {
            "nboard" => Ok("set myname reversi-engine".to_owned()),
            "set" => self.set(argument),
            "move" => self.make_move(read_move(argument)),
            "go" => self.go(&after.idle),
            "hint" => self.hint(argument, &after.any),
            "analyze" => self.analyze(&after.idle),
            "ping" => Ok(format!("pong {argument}").trim_end().to_owned()),
            "learn" => self.known_game().map(|()| "learned".to_owned()), // the book stays as it is
            _ => match read_move(name) {
                Ok(mv) if argument.is_empty() => self.make_move(Ok(mv)), // as version 1.1 of NBoard sends them
                _ => done(),                                             // the protocol may grow
            },
        }
    }

    fn set(&mut self, assignment: &str) -> Response {
        let (variable, value) = assignment.split_once(char::is_whitespace).unwrap_or((assignment, ""));
        match variable.to_ascii_lowercase().as_str() {
            "game" => match Reader::new().read_one(value.as_bytes()) {
                Ok(record) => {
                    self.contender.new_game();
                    let (black, white) = (self.contender.player(), self.contender.player());
                    let session = Session::from_ggf(&records::ggf(record), black, white);
                    self.session = self.contender.vary(session);
                    self.refused = None;
                }
                Err(error) => return self.refuse(with_causes(&error)),
            },
            "depth" => {
                self.contender.set_level(Level::new(number("depth", value)?).unwrap_or(Level::MAX));
                self.change_player();
            }
            _ => {}
        }
        done()
    }

    /// Gives both sides to the engine at its new level. One with a rating keeps it, and its next mistake.
    fn change_player(&mut self) {
        self.rest();
        for color in [Color::Black, Color::White] {
            if let Player::Engine(_) = self.session.player(color) {
                self.session.set_player(color, self.contender.player());
            }
        }
    }

    fn make_move(&mut self, mv: Result<Move, String>) -> Response {
        self.known_game()?;
        let played = mv.and_then(|mv| {
            self.session.play(mv).map_err(|error| match error {
                SessionError::Over => format!("{mv} is not a legal move: the game is already over"),
                error => error.to_string(),
            })
        });
        self.contender.pondering_engine.played(&self.session.position().board);
        played.map_or_else(|error| self.refuse(error), |()| done())
    }

    /// Refuses a game or a move, which the interface has made all the same.
    fn refuse(&mut self, message: String) -> Response {
        self.refused = Some(message.clone());
        Err(message.into())
    }

    /// Checks that the position is the one of the interface.
    fn known_game(&self) -> Result<(), Failure> {
        match &self.refused {
            None => Ok(()),
            Some(message) => Err(format!("waiting for a game: {message}").into()),
        }
    }

    /// Chooses a move. The interface sends `move` when it is played.
    fn go(&mut self, stop: &Stop) -> Response {
        self.known_game()?;
        let (board, start) = (self.session.position().board, Instant::now());
        let request = self.session.request().unwrap_or_else(|| self.contender.request());
        let request = request.limits(self.contender.limits().stop(stop));
        let analysis = match self.contender.pondering_engine.pondered(&board, self.time_for_move(), stop) {
            Some(analysis) => {
                write_lines(&thoughts(&analysis.lines()[..1], &board, analysis.source()))?;
                analysis
            }
            None => think(self.contender.pondering_engine.engine(), &board, request.clone(), 1)?,
        };
        let mv = self.session.choose(&analysis);
        let line = analysis.lines().iter().find(|line| line.best_move() == mv);
        let value = line.map_or(analysis.value(), Line::value);
        let note = GgfNote {
            eval: Some(SearchScore::of(value, &board).score.into()),
            seconds: Some((start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0),
        };
        if let Some(board) = mv.map(|mv| board.after(mv)) {
            self.contender
                .pondering_engine
                .ponder(Pondering::new(&board, request.limits(self.contender.limits())));
        }
        Ok(format!("=== {}{note}\nstatus", name(mv.unwrap_or(Move::Pass))))
    }

    /// The most time of a move, if the side to move has a clock.
    fn time_for_move(&self) -> Option<Duration> {
        let Position { board, side } = self.session.position();
        let (clock, left) = (self.session.clock(side)?, self.session.time_left(side)?);
        Some(Clock::new(left, clock.increment).time_for_move(board.empties().len()))
    }

    /// Ends the pondering.
    pub(super) fn rest(&mut self) {
        self.contender.pondering_engine.rest();
    }

    /// Prints the best moves after each completed search.
    fn hint(&mut self, moves: &str, stop: &Stop) -> Response {
        self.known_game()?;
        let lines = number("hint", moves)?.max(1) as usize;
        let request = self.contender.request().limits(self.contender.limits().stop(stop)).lines(lines);
        let board = self.session.position().board;
        let analysis = think(self.contender.pondering_engine.engine(), &board, request, lines)?;
        Ok(format!("nodestats {} {:.3}\nstatus", analysis.nodes(), analysis.elapsed().as_secs_f64()))
    }

    /// Prints the value of each position of the game for black, the last one first.
    fn analyze(&mut self, stop: &Stop) -> Response {
        self.known_game()?;
        let request = self.contender.request().limits(self.contender.limits().stop(stop));
        let mut game = self.session.game().clone();
        loop {
            let (moves, Position { board, side }) = (game.moves().len(), game.position());
            let analysis = self.contender.pondering_engine.engine().analyze(&board, request.clone())?;
            if analysis.stopped() == Some(StopReason::Stop) {
                break;
            }
            let SearchScore { score, .. } = SearchScore::of(analysis.value(), &board);
            write_lines(&format!("analysis {moves} {}", if side == Color::Black { score } else { -score }))?;
            if game.undo().is_none() {
                break;
            }
        }
        Ok("status".to_owned())
    }
}

/// Analyzes a position and prints the best `most` lines after each search, and at the end.
fn think(
    engine: &mut Engine,
    board: &Board,
    request: AnalyzeRequest,
    most: usize,
) -> Result<Analysis, Failure> {
    let (mut written, mut last) = (Ok(()), String::new());
    let mut show = |lines: &[Line], source| {
        let lines = thoughts(&lines[..most.min(lines.len())], board, source);
        if lines != last && written.is_ok() {
            written = write_lines(&lines);
            last = lines;
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let analysis = engine.analyze_with(board, request, |progress| show(progress.lines(), Source::Search))?;
    let _ = show(analysis.lines(), analysis.source()); // what a stop has left, or the book
    written?;
    Ok(analysis)
}

/// A line for each move, such as `search F5D6C3 2 0 14`: principal variation, score, number of games, which
/// is not known, and depth. The depth is `100%` if the score is exact. A game that is over has none.
fn thoughts(lines: &[Line], board: &Board, source: Source) -> String {
    let kind = if source == Source::Book { "book" } else { "search" };
    let line = |line: &Line| {
        let SearchScore { score, depth, exact, .. } = SearchScore::of(line.value(), board);
        let depth = if exact { "100%".to_owned() } else { depth.to_string() };
        let pv: String = line.pv().iter().copied().map(name).collect();
        format!("{kind} {pv} {score} 0 {depth}")
    };
    let with_move = lines.iter().filter(|line| line.best_move().is_some());
    with_move.map(line).collect::<Vec<_>>().join("\n")
}

/// The move of `F5/evaluation/seconds`.
fn read_move(text: &str) -> Result<Move, String> {
    let mv = text.split('/').next().unwrap_or_default().trim();
    mv.parse().map_err(|error| format!("{error}"))
}

/// A move in the notation of the protocol.
fn name(mv: Move) -> String {
    mv.square().map_or_else(|| "PA".to_owned(), |square| format!("{square:#}"))
}

/// A number of any size.
fn number(field: &str, text: &str) -> Result<u32, Failure> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        let beginning: String = text.chars().take(20).collect();
        return Err(format!("{field} must be 0 or more, not {beginning:?}").into());
    }
    Ok(text.parse().unwrap_or(u32::MAX))
}

fn done() -> Response {
    Ok(String::new())
}
