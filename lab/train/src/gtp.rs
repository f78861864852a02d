//! A client of engines that speak the Go Text Protocol.

use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use reversi_bitboard::{Color, Game, Move};

/// An engine process. Dropping the client ends the process.
pub(crate) struct Gtp {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The moves that the engine knows.
    known: Vec<Move>,
    /// Whether it is told forced passes. The protocol allows two moves in a row of one colour, and the rules
    /// of the game leave no doubt about the pass between them.
    passes: bool,
    /// Time for each game.
    clock: Option<Duration>,
}

impl Gtp {
    /// Starts a command: a program and its arguments, separated by spaces.
    pub(crate) fn start(command: &str, passes: bool, clock: Option<Duration>) -> Result<Gtp> {
        let mut words = command.split_whitespace();
        let program = words.next().context("no program")?;
        let pipes = || {
            let mut command = Command::new(program);
            command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
        };
        let mut child = pipes().with_context(|| program.to_owned())?;
        let input = child.stdin.take().context("no pipe")?;
        let output = BufReader::new(child.stdout.take().context("no pipe")?);
        Ok(Gtp { child, input, output, known: Vec::new(), passes, clock })
    }

    pub(crate) fn new_game(&mut self) -> Result<()> {
        self.known.clear();
        self.send("boardsize 8")?;
        self.send("clear_board")?;
        if let Some(clock) = self.clock {
            self.send(&format!("time_settings {} 0 0", clock.as_secs_f64()))?;
        }
        Ok(())
    }

    /// Sends the moves of the game that the engine does not know yet and what is `left` on its clock, and
    /// asks for its move. The game must not be over.
    pub(crate) fn choose(&mut self, game: &Game, left: Option<Duration>) -> Result<Move> {
        let moves: Vec<Move> = game.moves().collect();
        let mut color = Color::Black;
        for (ply, &mv) in moves.iter().enumerate() {
            if self.known.get(ply) != Some(&mv) {
                ensure!(ply == self.known.len(), "the moves do not continue the known game");
                if mv != Move::Pass || self.passes {
                    self.send(&format!("play {} {}", name(color), vertex(mv)))?;
                }
                self.known.push(mv);
            }
            color = !color;
        }
        if let Some(left) = left {
            self.send(&format!("time_left {} {:.3} 0", name(color), left.as_secs_f64()))?;
        }
        let answer = self.send(&format!("genmove {}", name(color)))?;
        let mv: Move = answer.parse().with_context(|| format!("genmove was answered by {answer:?}"))?;
        self.known.push(mv);
        Ok(mv)
    }

    /// Sends a command and returns the text of the answer.
    fn send(&mut self, command: &str) -> Result<String> {
        let mut exchange = || -> Result<String> {
            writeln!(self.input, "{command}")?;
            self.input.flush()?;
            let mut answer = String::new();
            loop {
                let mut line = String::new();
                ensure!(self.output.read_line(&mut line)? > 0, "the program has ended");
                match line.trim() {
                    "" if answer.is_empty() => {} // some programs print empty lines of their own
                    "" => break,
                    text => {
                        answer.push_str(text);
                        answer.push('\n');
                    }
                }
            }
            match answer.strip_prefix('=') {
                Some(text) => Ok(text.trim().to_owned()),
                None => bail!("answered {:?}", answer.trim()),
            }
        };
        exchange().with_context(|| format!("GTP command {command:?}"))
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        // Errors are ignored: the process may have ended by itself.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A move in the notation of the protocol.
fn vertex(mv: Move) -> String {
    if mv == Move::Pass { "pass".to_owned() } else { mv.to_string() }
}

fn name(color: Color) -> &'static str {
    if color == Color::Black { "black" } else { "white" }
}
