//! The commands of the protocol.

use std::error::Error;
use std::num::{NonZeroU32, NonZeroUsize};
use std::str::FromStr;
use std::time::{Duration, Instant};

use reversi_engine::play::{Due, Pondering, Session};
use reversi_engine::search::Clock;
use reversi_engine::{Analysis, AnalyzeRequest, Color, Game, Limits, Move, Position, Stop};

use super::time::{Seconds, TimeControl, TimeLeft};
use crate::player::Contender;
use crate::records;

/// The text of an answer, or an error message.
pub(super) type Response = Result<String, String>;

type Command = fn(&mut Referee, &[&str]) -> Response;

/// The commands: name, number of arguments, implementation.
pub(super) const COMMANDS: [(&str, usize, Command); 30] = [
    ("boardsize", 1, |_, args| boardsize(args[0])),
    ("clear_board", 0, |referee, _| referee.clear_board()),
    ("final_score", 0, |referee, _| referee.final_score()),
    ("genmove", 1, |referee, args| referee.genmove(parse(args[0])?)),
    // GoGui asks these to learn the rules of an unknown game.
    ("gogui-rules_board", 0, |referee, _| Ok(referee.rows())),
    ("gogui-rules_board_size", 0, |_, _| Ok("8".to_owned())),
    ("gogui-rules_final_result", 0, |referee, _| referee.final_score()),
    ("gogui-rules_game_id", 0, |_, _| Ok(GAME.to_owned())),
    ("gogui-rules_legal_moves", 0, |referee, _| Ok(referee.legal_moves())),
    ("gogui-rules_side_to_move", 0, |referee, _| Ok(referee.position().side.to_string())),
    ("known_command", 1, |_, args| Ok(COMMANDS.iter().any(|&(name, ..)| name == args[0]).to_string())),
    ("komi", 1, |_, args| parse::<f64>(args[0]).and_then(|_| done())), // Othello has no komi
    ("kgs-time_settings", 1, |referee, args| referee.kgs_time_settings(args)),
    ("kgs-time_settings", 2, |referee, args| referee.kgs_time_settings(args)),
    ("kgs-time_settings", 4, |referee, args| referee.kgs_time_settings(args)),
    ("list_commands", 0, |_, _| Ok(commands())),
    ("list_games", 0, |_, _| Ok(GAME.to_owned())),
    ("loadsgf", 1, |referee, args| referee.load(args[0], None)),
    ("loadsgf", 2, |referee, args| referee.load(args[0], Some(parse(args[1])?))),
    ("name", 0, |_, _| Ok("reversi-engine".to_owned())),
    ("play", 2, |referee, args| referee.play(parse(args[0])?, parse(args[1])?)),
    ("protocol_version", 0, |_, _| Ok("2".to_owned())),
    ("quit", 0, |referee, _| referee.quit()),
    ("reg_genmove", 1, |referee, args| referee.reg_genmove(parse(args[0])?)),
    ("set_game", 1, |_, args| set_game(args[0])),
    ("showboard", 0, |referee, _| Ok(format!("\n{:#}", referee.position()))),
    ("time_left", 3, |referee, args| referee.time_left(parse(args[0])?, parse(args[1])?, parse(args[2])?)),
    ("time_settings", 3, |referee, args| {
        referee.time_settings(parse(args[0])?, parse(args[1])?, parse(args[2])?)
    }),
    ("undo", 0, |referee, _| referee.undo()),
    ("version", 0, |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
];

const GAME: &str = "Othello";

/// The game of a referee, who keeps the clocks and continues with passes after the end.
pub(super) struct Referee {
    contender: Contender,
    session: Session,
    /// Passes after the end of the game.
    passes: usize,
    /// The moves and the passes after the end before each command, for undo.
    before: Vec<(usize, usize)>,
    /// The time control, if any.
    time: Option<TimeControl>,
    /// The clocks of black and white.
    clocks: [TimeLeft; 2],
    pub(super) ended: bool,
    /// Ends the search of the present command.
    pub(super) stop: Stop,
}

impl Referee {
    pub(super) fn new(mut contender: Contender) -> Referee {
        contender.new_game();
        let session = contender.vary(Session::new(contender.player(), contender.player()));
        let clocks = [TimeControl::default().start(); 2];
        let (before, stop) = (Vec::new(), Stop::new());
        Referee { contender, session, passes: 0, before, time: None, clocks, ended: false, stop }
    }

    /// Continues the game of a file in any notation, up to the move before this number.
    fn load(&mut self, path: &str, number: Option<NonZeroUsize>) -> Response {
        let record = records::of_file(path.as_ref()).map_err(|failure| {
            let why: String =
                failure.to_string().chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
            format!("cannot load file: {why}")
        })?;
        let game = record.game();
        self.clear_board()?;
        let (black, white) = (self.contender.player(), self.contender.player());
        let start = Game::from_position(game.start());
        self.session = self.contender.vary(Session::from_game(start, black, white));
        let moves = number.map_or(usize::MAX, |number| number.get() - 1);
        let mut before = 0;
        for mv in game.moves().take(moves) {
            self.session.play(mv).or_else(illegal_move)?;
            // A square is taken back with the pass before it, as after `play`.
            if mv != Move::Pass {
                self.before.push((before, 0));
                before = self.session.game().moves().len();
            }
        }
        done()
    }

    fn quit(&mut self) -> Response {
        self.ended = true;
        done()
    }

    fn clear_board(&mut self) -> Response {
        self.contender.new_game();
        let session = Session::new(self.contender.player(), self.contender.player());
        self.session = self.contender.vary(session);
        (self.passes, self.clocks) = (0, self.new_clocks());
        self.before.clear();
        done()
    }

    /// The board, whose sides also take turns after the end.
    fn position(&self) -> Position {
        let Position { board, side } = self.session.position();
        match self.passes % 2 {
            0 => Position { board, side },
            _ => Position { board: board.pass(), side: !side },
        }
    }

    fn play(&mut self, color: Color, mv: Move) -> Response {
        let before = self.turn_to(color)?;
        match self.advance(mv) {
            Ok(()) => self.before.push(before),
            Err(message) => {
                self.back_to(before);
                return Err(message);
            }
        }
        self.contender.pondering_engine.played(&self.session.position().board);
        done()
    }

    fn genmove(&mut self, color: Color) -> Response {
        let before = self.turn_to(color)?;
        let start = Instant::now();
        let chosen = self.choose(true);
        let mv = chosen.inspect_err(|_| self.back_to(before))?;
        if let Some(time) = self.time {
            let clock = &mut self.clocks[color as usize];
            *clock = time.after_move(*clock, start.elapsed());
        }
        self.before.push(before);
        self.ponder(color);
        Ok(vertex(mv))
    }

    fn reg_genmove(&mut self, color: Color) -> Response {
        let before = self.turn_to(color)?;
        let mv = self.choose(false);
        self.back_to(before);
        Ok(vertex(mv?))
    }

    fn undo(&mut self) -> Response {
        let before = self.before.pop().ok_or("cannot undo")?;
        self.back_to(before);
        self.contender.pondering_engine.played(&self.session.position().board);
        done()
    }

    /// Makes it the turn of `color`, by a forced pass of the other side if needed. Returns the state before.
    fn turn_to(&mut self, color: Color) -> Result<(usize, usize), String> {
        let before = (self.session.game().moves().len(), self.passes);
        let side = self.position().side;
        if side != color {
            self.advance(Move::Pass)?;
        }
        Ok(before)
    }

    fn back_to(&mut self, (moves, passes): (usize, usize)) {
        self.passes = passes;
        while self.session.game().moves().len() > moves && self.session.undo() {}
    }

    /// Plays a move of the side whose turn it is.
    fn advance(&mut self, mv: Move) -> Result<(), String> {
        match (self.session.due(), mv) {
            (Due::Over(_), Move::Pass) => {
                self.passes += 1;
                Ok(())
            }
            // A square of the side that has to pass, not of the other one.
            (Due::Pass(_), Move::Place(square)) => {
                self.session.position().board.try_play(square).map(drop).or_else(illegal_move)
            }
            _ => self.session.play(mv).or_else(illegal_move),
        }
    }

    /// Chooses a move of the side whose turn it is, and perhaps plays it.
    fn choose(&mut self, plays: bool) -> Result<Move, String> {
        let Due::Engine(color) = self.session.due() else {
            // There is no choice.
            return if plays { self.advance(Move::Pass).map(|()| Move::Pass) } else { Ok(Move::Pass) };
        };
        let analysis = self.analyze(color)?;
        if plays {
            self.session.answer(analysis).map(|played| played.mv).or_else(illegal_move)
        } else {
            Ok(self.session.choose(&analysis).unwrap_or(Move::Pass))
        }
    }

    /// An analysis of the position on the board, perhaps one that the engine has pondered over.
    fn analyze(&mut self, color: Color) -> Result<Analysis, String> {
        let board = self.session.position().board;
        let time = self.clock(color).map(|clock| clock.time_for_move(board.empties().len()));
        if let Some(analysis) = self.contender.pondering_engine.pondered(&board, time, &self.stop) {
            return Ok(analysis);
        }
        let limits = self.contender.limits().stop(&self.stop);
        let request = self.request(color, limits).ok_or("illegal move")?;
        self.session.hint(self.contender.pondering_engine.engine(), request).map_err(|e| e.to_string())
    }

    /// The search of the engine of a side; `None` after the end.
    fn request(&self, color: Color, limits: Limits) -> Option<AnalyzeRequest> {
        let request = self.session.request()?.limits(limits); // both sides have the same
        Some(match self.clock(color) {
            Some(clock) => request.clock(clock),
            None => request,
        })
    }

    /// The clock of a side, if there is a time control.
    fn clock(&self, color: Color) -> Option<Clock> {
        self.time.map(|time| time.clock(self.clocks[color as usize]))
    }

    /// Begins to think on the opponent's time.
    fn ponder(&mut self, color: Color) {
        if let Some(request) = self.request(color, self.contender.limits()) {
            self.contender.pondering_engine.ponder(Pondering::new(&self.session.position().board, request));
        }
    }

    /// Ends the pondering.
    pub(super) fn rest(&mut self) {
        self.contender.pondering_engine.rest();
    }

    fn final_score(&self) -> Response {
        match self.session.result() {
            None => Err("cannot score".to_owned()),
            Some(result) => Ok(match result.winner() {
                None => "0".to_owned(),
                Some(Color::Black) => format!("B+{}", result.score),
                Some(Color::White) => format!("W+{}", -result.score),
            }),
        }
    }

    fn time_settings(&mut self, main: Seconds, period: Seconds, stones: u32) -> Response {
        self.begin_time(TimeControl::new(main.time, period.time, stones))
    }

    /// The systems of the server KGS: `none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS`, `canadian MAIN
    /// PERIOD STONES`.
    fn kgs_time_settings(&mut self, args: &[&str]) -> Response {
        let time = |word| parse(word).map(|Seconds { time, .. }| time);
        let time = match *args {
            ["none"] => None,
            ["absolute", main] => TimeControl::new(time(main)?, Duration::ZERO, 0),
            ["byoyomi", main, period, periods] => {
                parse::<NonZeroU32>(periods)?; // each move keeps to one
                Some(TimeControl::japanese(time(main)?, time(period)?))
            }
            ["canadian", main, period, stones] => {
                TimeControl::new(time(main)?, time(period)?, parse::<NonZeroU32>(stones)?.get())
            }
            _ => return syntax_error(),
        };
        self.begin_time(time)
    }

    /// Sets the time control of a game that begins.
    fn begin_time(&mut self, time: Option<TimeControl>) -> Response {
        self.rest();
        self.set_time(time);
        self.clocks = self.new_clocks();
        self.contender.warm();
        done()
    }

    fn time_left(&mut self, color: Color, told: Seconds, stones: u32) -> Response {
        self.set_time(Some(self.time.unwrap_or_default()));
        self.contender.warm();
        let clock = &mut self.clocks[color as usize];
        *clock = self.time.unwrap_or_default().left(told, stones, *clock);
        done()
    }

    /// Sets the time control. With one, an engine without a level thinks as long as its clock allows.
    fn set_time(&mut self, time: Option<TimeControl>) {
        if self.time.is_some() != time.is_some() && self.contender.rating().is_none() {
            self.rest();
            self.contender.clock = time.map(|time| time.clock(time.start()));
            for color in [Color::Black, Color::White] {
                self.session.set_player(color, self.contender.player());
            }
        }
        self.time = time;
    }

    fn new_clocks(&self) -> [TimeLeft; 2] {
        [self.time.unwrap_or_default().start(); 2]
    }

    /// The rows of the board, rank 8 first, as GoGui draws it.
    fn rows(&self) -> String {
        let cells = self.position().to_string().replace('-', ".");
        (0..8).rev().map(|rank| format!("\n{}", &cells[8 * rank..8 * rank + 8])).collect()
    }

    fn legal_moves(&self) -> String {
        if let Due::Pass(_) = self.session.due() {
            return vertex(Move::Pass);
        }
        let moves = self.session.legal_moves().into_iter().map(|square| vertex(square.into()));
        moves.collect::<Vec<_>>().join(" ")
    }
}

/// The names of the commands. `COMMANDS` has a command with an optional argument twice.
fn commands() -> String {
    let mut names = COMMANDS.map(|(name, ..)| name).to_vec();
    names.dedup();
    names.join("\n")
}

fn boardsize(size: &str) -> Response {
    match parse(size)? {
        8u32 => done(),
        _ => Err("unacceptable size".to_owned()),
    }
}

fn set_game(game: &str) -> Response {
    if game.eq_ignore_ascii_case(GAME) { done() } else { Err("unsupported game".to_owned()) }
}

/// A move out of turn, or against the rules.
fn illegal_move<T>(_: impl Error) -> Result<T, String> {
    Err("illegal move".to_owned())
}

/// A move in the notation of the protocol.
fn vertex(mv: Move) -> String {
    mv.square().map_or_else(|| "pass".to_owned(), |square| format!("{square:#}"))
}

fn parse<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().or_else(|_| syntax_error())
}

fn done() -> Response {
    Ok(String::new())
}

pub(super) fn syntax_error<T>() -> Result<T, String> {
    Err("syntax error".to_owned())
}
