//! An engine that speaks the Go Text Protocol, version 2, for referees and graphical interfaces.
//!
//! `cargo run --release --example gtp`

mod cli;

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

use clap::Parser;
use cli::player::{Player, PlayerOptions};
use reversi_engine::{Clock, Color, IllegalMoveReason, Move, Position};

/// Speaks the Go Text Protocol, version 2, on standard input and output. `list_commands` lists the commands.
///
/// Squares are named as in Othello, A1 in the upper left corner. A player without a legal move must pass:
/// `genmove` answers `pass`, and `play` accepts `pass`. A pass may be omitted: a second move in a row of one
/// colour implies it. After the end of the game both sides can only pass.
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
    let mut session = Session::new(Player::new(&args.player)?);
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    while !session.ended {
        let Some(line) = cli::read_line(&mut input).map_err(|e| format!("standard input: {e}"))? else {
            break;
        };
        if let Some(response) = session.respond(&line) {
            write!(out, "{response}\n\n")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// The text of an answer, or an error message.
type Answer = Result<String, String>;

type Command = fn(&mut Session<'_>, &[&str]) -> Answer;

/// The commands: name, number of arguments, implementation.
const COMMANDS: [(&str, usize, Command); 25] = [
    ("boardsize", 1, |_, args| boardsize(args[0])),
    ("clear_board", 0, |session, _| session.clear_board()),
    ("final_score", 0, |session, _| session.final_score()),
    ("genmove", 1, |session, args| session.genmove(parse(args[0])?)),
    // GoGui asks these to learn the rules of an unknown game.
    ("gogui-rules_board", 0, |session, _| Ok(session.rows())),
    ("gogui-rules_board_size", 0, |_, _| Ok("8".to_owned())),
    ("gogui-rules_final_result", 0, |session, _| session.final_score()),
    ("gogui-rules_game_id", 0, |_, _| Ok(GAME.to_owned())),
    ("gogui-rules_legal_moves", 0, |session, _| Ok(session.legal_moves())),
    ("gogui-rules_side_to_move", 0, |session, _| Ok(session.position.side.to_string())),
    ("known_command", 1, |_, args| Ok(COMMANDS.iter().any(|&(name, ..)| name == args[0]).to_string())),
    ("komi", 1, |_, args| parse::<f64>(args[0]).and_then(|_| done())), // Othello has no komi
    ("list_commands", 0, |_, _| Ok(COMMANDS.map(|(name, ..)| name).join("\n"))),
    ("list_games", 0, |_, _| Ok(GAME.to_owned())),
    ("name", 0, |_, _| Ok("reversi-engine".to_owned())),
    ("play", 2, |session, args| session.play(parse(args[0])?, parse(args[1])?)),
    ("protocol_version", 0, |_, _| Ok("2".to_owned())),
    ("quit", 0, |session, _| session.quit()),
    ("reg_genmove", 1, |session, args| session.reg_genmove(parse(args[0])?)),
    ("set_game", 1, |_, args| set_game(args[0])),
    ("showboard", 0, |session, _| Ok(format!("\n{:#}", session.position))),
    ("time_left", 3, |session, args| session.time_left(parse(args[0])?, parse(args[1])?, parse(args[2])?)),
    ("time_settings", 3, |session, args| {
        session.time_settings(parse(args[0])?, parse(args[1])?, parse(args[2])?)
    }),
    ("undo", 0, |session, _| session.undo()),
    ("version", 0, |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
];

const GAME: &str = "Othello";

/// The state of a session.
struct Session<'a> {
    player: Player<'a>,
    position: Position,
    /// The positions before each move.
    history: Vec<Position>,
    /// The time control (Canadian byo-yomi), if any.
    time: Option<TimeControl>,
    /// The clocks of black and white.
    clocks: [TimeLeft; 2],
    ended: bool,
}

impl<'a> Session<'a> {
    fn new(player: Player<'a>) -> Session<'a> {
        Session {
            player,
            position: Position::START,
            history: Vec::new(),
            time: None,
            clocks: [TimeControl::default().start(); 2],
            ended: false,
        }
    }

    /// Answers a line, unless it is empty.
    fn respond(&mut self, line: &str) -> Option<String> {
        let line = line.split('#').next().unwrap_or_default(); // the rest is a comment
        let line: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
        let mut words = line.split_whitespace().collect::<Vec<_>>();
        let first = words.first()?;
        let id = if first.parse::<u32>().is_ok() { words.remove(0) } else { "" };
        Some(match self.execute(&words) {
            Ok(text) => format!("={id} {text}").trim_end().to_owned(),
            Err(message) => format!("?{id} {message}"),
        })
    }

    fn execute(&mut self, words: &[&str]) -> Answer {
        let (name, args) = words.split_first().ok_or("unknown command")?;
        let known = COMMANDS.iter().find(|(known, ..)| known == name);
        let &(_, count, command) = known.ok_or("unknown command")?;
        if args.len() == count { command(self, args) } else { syntax_error() }
    }

    fn quit(&mut self) -> Answer {
        self.ended = true;
        done()
    }

    fn clear_board(&mut self) -> Answer {
        self.position = Position::START;
        self.history.clear();
        self.clocks = self.new_clocks();
        self.player.new_game();
        done()
    }

    fn play(&mut self, color: Color, mv: Move) -> Answer {
        let after = after(self.turn_of(color)?, mv)?;
        self.advance(after);
        done()
    }

    fn genmove(&mut self, color: Color) -> Answer {
        let position = self.turn_of(color)?;
        let start = Instant::now();
        let mv = self.choose_move(position)?;
        if let Some(time) = self.time {
            let clock = &mut self.clocks[color as usize];
            *clock = time.after_move(*clock, start.elapsed());
        }
        self.advance(after(position, mv)?);
        Ok(vertex(mv))
    }

    fn reg_genmove(&mut self, color: Color) -> Answer {
        let position = self.turn_of(color)?;
        Ok(vertex(self.choose_move(position)?))
    }

    fn undo(&mut self) -> Answer {
        self.position = self.history.pop().ok_or("cannot undo")?;
        done()
    }

    /// The position with `color` to move, after a forced pass of the other side if necessary.
    fn turn_of(&self, color: Color) -> Result<Position, String> {
        let Position { board, side } = self.position;
        if side == color {
            Ok(self.position)
        } else if board.legal_moves().is_empty() {
            Ok(Position { board: board.pass(), side: color })
        } else {
            Err(format!("it is {side}'s turn"))
        }
    }

    fn choose_move(&mut self, position: Position) -> Result<Move, String> {
        let clock = self.time.map(|time| time.clock(self.clocks[position.side as usize]));
        let chosen = self.player.choose_move(&position.board, clock);
        chosen.map(|(mv, _)| mv).map_err(|error| error.to_string())
    }

    fn advance(&mut self, after: Position) {
        self.history.push(self.position);
        self.position = after;
    }

    fn final_score(&self) -> Answer {
        let Position { board, side } = self.position;
        match (board.is_game_over(), board.final_score()) {
            (false, _) => Err("the game is not over".to_owned()),
            (true, 0) => Ok("0".to_owned()),
            (true, score) => {
                let winner = if score > 0 { side } else { !side };
                Ok(format!("{}+{}", if winner == Color::Black { 'B' } else { 'W' }, score.abs()))
            }
        }
    }

    fn time_settings(&mut self, main: u32, period: u32, stones: u32) -> Answer {
        // In the protocol, a period without stones means no limit.
        let limited = stones > 0 || period == 0;
        self.time = limited.then(|| TimeControl { main: seconds(main), period: seconds(period), stones });
        self.clocks = self.new_clocks();
        done()
    }

    fn time_left(&mut self, color: Color, left: u32, stones: u32) -> Answer {
        self.time.get_or_insert_default();
        self.clocks[color as usize] = TimeLeft { left: seconds(left), stones };
        done()
    }

    fn new_clocks(&self) -> [TimeLeft; 2] {
        [self.time.unwrap_or_default().start(); 2]
    }

    fn rows(&self) -> String {
        let cells = self.position.to_string().replace('-', ".");
        (0..8).map(|rank| format!("\n{}", &cells[8 * rank..8 * rank + 8])).collect()
    }

    fn legal_moves(&self) -> String {
        let board = self.position.board;
        let moves: Vec<_> = board.legal_moves().into_iter().map(|square| vertex(square.into())).collect();
        if board.must_pass() { vertex(Move::Pass) } else { moves.join(" ") }
    }
}

fn boardsize(size: &str) -> Answer {
    match parse(size)? {
        8u32 => done(),
        _ => Err("unacceptable size".to_owned()),
    }
}

fn set_game(game: &str) -> Answer {
    if game.eq_ignore_ascii_case(GAME) { done() } else { Err("unsupported game".to_owned()) }
}

/// The position after a move. After the end of the game only passes are legal.
fn after(position: Position, mv: Move) -> Result<Position, String> {
    let Position { board, side } = position;
    let board = match mv {
        Move::Place(square) => board.try_play(square).map_err(|error| illegal(error.reason))?,
        Move::Pass if board.legal_moves().is_empty() => board.pass(),
        Move::Pass => return Err(illegal(IllegalMoveReason::MustPlay)),
    };
    Ok(Position { board, side: !side })
}

fn illegal(reason: IllegalMoveReason) -> String {
    format!("illegal move: {reason}")
}

/// A move in the notation of the protocol.
fn vertex(mv: Move) -> String {
    mv.square().map_or_else(|| "pass".to_owned(), |square| format!("{square:#}"))
}

fn parse<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().or_else(|_| syntax_error())
}

fn seconds(seconds: u32) -> Duration {
    Duration::from_secs(seconds.into())
}

fn done() -> Answer {
    Ok(String::new())
}

fn syntax_error<T>() -> Result<T, String> {
    Err("syntax error".to_owned())
}

/// A main time, then periods with a number of moves each (Canadian byo-yomi).
#[derive(Clone, Copy, Default)]
struct TimeControl {
    main: Duration,
    period: Duration,
    /// Moves in each period, 0 if there is only the main time.
    stones: u32,
}

/// The remaining time of one side.
#[derive(Clone, Copy)]
struct TimeLeft {
    left: Duration,
    /// Moves to make in that time, 0 in the main time.
    stones: u32,
}

impl TimeControl {
    fn start(self) -> TimeLeft {
        if self.main.is_zero() { self.start_period() } else { TimeLeft { left: self.main, stones: 0 } }
    }

    fn start_period(self) -> TimeLeft {
        TimeLeft { left: self.period, stones: self.stones }
    }

    /// The remaining time after a move that took `time`.
    fn after_move(self, before: TimeLeft, time: Duration) -> TimeLeft {
        let left = before.left.saturating_sub(time);
        match before.stones {
            0 if left.is_zero() && self.stones > 0 => self.start_period(),
            0 => TimeLeft { left, stones: 0 },
            1 => self.start_period(),
            stones => TimeLeft { left, stones: stones - 1 },
        }
    }

    /// The clock of a search. The share of each move in a period counts as an increment.
    fn clock(self, now: TimeLeft) -> Clock {
        let (main, increment) = match now.stones {
            0 => (now.left, self.period / self.stones.max(1)),
            stones => (Duration::ZERO, now.left / stones),
        };
        Clock::new(main + increment, increment)
    }
}
