//! The game: whose turn it is, and what commands do.

use std::error::Error;
use std::io::{self, StdoutLock, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use console::Term;
use indicatif::ProgressBar;
use reversi_engine::board::IllegalMoveReason;
use reversi_engine::notation::GgfGame;
use reversi_engine::play::{Due, Ending, GameResult, Player, Session, SessionError};
use reversi_engine::search::{Clock, Source};
use reversi_engine::{Color, Game, Move, Position};

use super::command::{Command, HELP};
use super::prompt::{Entered, Prompt};
use super::screen::{self, Look};
use crate::files::Output;
use crate::output::{beginning, count};
use crate::player::Contender;
use crate::{interrupt, progress, records};

/// A person and the engine at a board.
pub(super) struct Table {
    contender: Contender,
    session: Session,
    start: Position,
    /// The colour of the person.
    color: Color,
    clock: Option<Clock>,
    look: Look,
    /// The state that was drawn last.
    shown: Option<(Position, usize, Option<GameResult>)>,
    /// The files of this game, which may be written again.
    files: Vec<PathBuf>,
    prompt: Prompt,
    out: StdoutLock<'static>,
}

impl Table {
    pub(super) fn new(
        mut contender: Contender,
        start: Position,
        color: Color,
        clock: Option<Clock>,
        look: Look,
    ) -> Table {
        contender.new_game();
        let mut table = Table {
            session: Session::new(Player::Person, Player::Person),
            contender,
            start,
            color,
            clock,
            look,
            shown: None,
            files: Vec::new(),
            prompt: Prompt::of_standard_input(),
            out: io::stdout().lock(),
        };
        table.begin(&GgfGame::new(Game::from_position(start)));
        table
    }

    /// Continues a record, with full clocks.
    fn begin(&mut self, record: &GgfGame) {
        let mut session = Session::from_ggf(record, Player::Person, Player::Person);
        session.set_player(!self.color, self.contender.player());
        session.set_clock(Color::Black, self.clock);
        session.set_clock(Color::White, self.clock);
        session.resume();
        (self.session, self.shown) = (self.contender.vary(session), None);
    }

    /// Plays until the person leaves, by a command or by Ctrl-C. An I/O error is one of standard output.
    pub(super) fn run(mut self) -> Result<ExitCode, Box<dyn Error>> {
        let (color, opponent) = (self.color, self.contender.name());
        writeln!(self.out, "You play {color} against {opponent}. Enter a square such as f5, or help.")?;
        loop {
            match self.session.due() {
                Due::Engine(_) => self.engine_moves()?,
                Due::Pass(color) => {
                    writeln!(self.out, "{color} has to pass")?;
                    self.session.pass()?;
                }
                _ => {
                    self.show()?;
                    let line = match self.ask()? {
                        Entered::Line(line) => line,
                        Entered::Refused(error) => {
                            writeln!(self.out, "{error}")?;
                            continue;
                        }
                        Entered::End => return Ok(ExitCode::SUCCESS),
                        Entered::Interrupt => return Ok(ExitCode::from(interrupt::STATUS)),
                    };
                    let went_on = self.session.result().is_none();
                    let out_of_time = went_on && matches!(self.session.tick(), Due::Over(_));
                    match Command::read(&line) {
                        Ok(Command::Quit) => return Ok(ExitCode::SUCCESS),
                        _ if out_of_time => {} // too late: the result is shown
                        Ok(command) => self.execute(command)?,
                        Err(message) => writeln!(self.out, "{message}")?,
                    }
                }
            }
        }
    }

    fn engine_moves(&mut self) -> Result<(), Box<dyn Error>> {
        let bar = progress::spinner();
        let limits = self.contender.limits().stop(&self.prompt.stop());
        let played =
            self.session.engine_move_with(self.contender.pondering_engine.engine(), limits, |look| {
                progress::show(&bar, look);
                ControlFlow::Continue(())
            });
        bar.finish_and_clear();
        match played {
            Ok(played) => {
                let known = if played.analysis.source() == Source::Book { ", from the book" } else { "" };
                writeln!(self.out, "{} plays {}{known}", !self.color, played.mv)?;
            }
            Err(SessionError::OutOfTime(_)) => {} // the result says so
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Draws the board if it has changed, and prints the result of a finished game.
    fn show(&mut self) -> io::Result<()> {
        let result = self.session.result();
        let now = Some((self.session.position(), self.session.game().moves().len(), result));
        if std::mem::replace(&mut self.shown, now) == now {
            return Ok(());
        }
        let mut names = [self.contender.name(), self.contender.name()];
        names[self.color as usize] = "you".to_owned();
        let board = screen::draw(&self.session, self.look, [&names[0], &names[1]]);
        write!(self.out, "\n{board}\n")?;
        match result {
            Some(result) => self.say_result(result),
            None => Ok(()),
        }
    }

    fn say_result(&mut self, result: GameResult) -> io::Result<()> {
        let [black, white] = [Color::Black, Color::White].map(|color| self.session.discs(color));
        let won = result.winner() == Some(self.color);
        let (verb, by) = (if won { "win" } else { "lose" }, result.score.abs());
        let by_time = if won { "Time has run out for your opponent" } else { "Your time has run out" };
        match result.ending {
            Ending::Resignation => writeln!(self.out, "You have resigned: {} wins.", !self.color),
            Ending::Time => writeln!(self.out, "{by_time}: you {verb}."),
            _ => {
                writeln!(self.out, "The game is over: {black} black and {white} white discs.")?;
                match result.winner() {
                    None => writeln!(self.out, "It is a draw."),
                    Some(_) if black + white == 64 => writeln!(self.out, "You {verb} by {by}."),
                    Some(_) => writeln!(self.out, "You {verb} by {by}: empty squares go to the winner."),
                }
            }
        }
    }

    /// Asks for a command.
    fn ask(&mut self) -> Result<Entered, Box<dyn Error>> {
        let question = match self.session.time_left(self.color) {
            _ if self.session.result().is_some() => "new, undo, save FILE or quit: ".to_owned(),
            Some(left) => format!("your move ({} left): ", screen::time(left)),
            None => "your move: ".to_owned(),
        };
        let entered = self.prompt.ask(&question, &mut self.out)?;
        if matches!(entered, Entered::End | Entered::Interrupt) && Term::stdout().is_term() {
            writeln!(self.out)?; // what follows begins a line
        }
        Ok(entered)
    }

    /// Executes a command. An error ends the program.
    fn execute(&mut self, command: Command) -> Result<(), Box<dyn Error>> {
        match command {
            Command::Nothing | Command::Quit => Ok(()),
            Command::Move(mv) => self.play(mv),
            Command::Hint(moves) => return self.hint(moves),
            Command::Undo if self.session.undo_to_person() => Ok(()),
            Command::Undo => writeln!(self.out, "there is no move of yours to take back"),
            Command::Redo if self.session.redo_to_person() => Ok(()),
            Command::Redo => writeln!(self.out, "there is no move to play again"),
            Command::Save(path) => {
                let said = self.save(path).unwrap_or_else(|message| message);
                writeln!(self.out, "{said}")
            }
            Command::Load(path) => {
                let said = self.load(&path).unwrap_or_else(|message| message);
                writeln!(self.out, "{said}")
            }
            Command::Clock => self.say_clocks(),
            Command::Board => {
                self.shown = None;
                Ok(())
            }
            Command::Moves => writeln!(self.out, "{}", self.moves()),
            Command::Strength(None) => writeln!(self.out, "you play against {}", self.contender.name()),
            Command::Strength(Some(rating)) => {
                self.contender.set_rating(rating);
                self.change_opponent()
            }
            Command::Level(level) => {
                self.contender.play_at_level(level);
                self.change_opponent()
            }
            Command::Resign => match self.session.resign(self.color) {
                Ok(()) => Ok(()),
                Err(error) => writeln!(self.out, "{error}"),
            },
            Command::New => {
                self.contender.new_game();
                self.files.clear();
                self.begin(&GgfGame::new(Game::from_position(self.start)));
                Ok(())
            }
            Command::Help => writeln!(self.out, "{HELP}"),
        }?;
        Ok(())
    }

    fn play(&mut self, mv: Move) -> io::Result<()> {
        match self.session.play(mv) {
            Ok(()) | Err(SessionError::OutOfTime(_)) => Ok(()), // the result says so
            Err(SessionError::IllegalMove(illegal)) => match illegal.reason {
                IllegalMoveReason::FlipsNothing => {
                    let legal = self.session.legal_moves();
                    writeln!(self.out, "{illegal} (you can play {legal})")
                }
                _ => writeln!(self.out, "{illegal}"),
            },
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    fn hint(&mut self, moves: usize) -> Result<(), Box<dyn Error>> {
        if self.session.result().is_some() {
            return Ok(writeln!(self.out, "{}", SessionError::Over)?);
        }
        let bar: ProgressBar = progress::spinner();
        let request = self.contender.request().lines(moves);
        let request = request.limits(self.contender.limits().stop(&self.prompt.stop()));
        let board = self.session.position().board;
        let analysis = self.contender.pondering_engine.engine().analyze_with(&board, request, |look| {
            progress::show(&bar, look);
            ControlFlow::Continue(())
        })?;
        bar.finish_and_clear();
        for line in analysis.lines() {
            let (mv, value) = (line.best_move().unwrap_or(Move::Pass), line.value());
            writeln!(self.out, "{mv}, worth {value}: {}", beginning(line.pv()))?;
        }
        Ok(())
    }

    fn say_clocks(&mut self) -> io::Result<()> {
        for color in [Color::Black, Color::White] {
            match self.session.time_left(color) {
                Some(left) => writeln!(self.out, "{color} has {}", screen::time(left))?,
                None => return writeln!(self.out, "there is no clock: start with --clock 5:00, say"),
            }
        }
        Ok(())
    }

    fn moves(&self) -> String {
        let moves = self.session.game().to_string();
        if moves.is_empty() { "no move yet".to_owned() } else { moves }
    }

    fn change_opponent(&mut self) -> io::Result<()> {
        self.session.set_player(!self.color, self.contender.player());
        self.shown = None;
        writeln!(self.out, "you play against {} from now on", self.contender.name())
    }

    /// Writes the record. A file of another game is not replaced.
    fn save(&mut self, path: PathBuf) -> Result<String, String> {
        let output = Output::lock(&path)?;
        if path.exists() && !self.files.contains(&path) {
            return Err(format!("{} exists already: choose another name", path.display()));
        }
        let record = self.session.to_ggf();
        output.replace(|file| writeln!(file, "{record}"))?;
        let moves = count(self.session.game().moves().len(), "move");
        let mut said = format!("saved {moves} in {}", path.display());
        if self.session.result().is_some() {
            said += &format!("; its mistakes: reversi game {}", path.display());
        }
        self.files.push(path);
        Ok(said)
    }

    /// Continues the game of a file.
    fn load(&mut self, path: &Path) -> Result<String, String> {
        let record = records::of_file(path).map(records::ggf).map_err(|failure| failure.to_string())?;
        self.contender.new_game();
        self.begin(&record);
        self.files.clear(); // it has perhaps more than the session keeps: names, comments
        Ok(format!("loaded {}", count(record.game.moves().len(), "move")))
    }
}
