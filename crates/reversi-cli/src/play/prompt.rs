//! The prompt, at a terminal or through a pipe.

use std::error::Error;
use std::io::{self, IsTerminal as _, Write};

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use reversi_engine::Stop;

use super::command::Command;
use crate::input::InputError;
use crate::live_input::LiveInput;

/// The source of commands.
pub(super) enum Prompt {
    /// A terminal: lines are edited, and earlier ones come back with the arrow keys.
    Terminal(Box<DefaultEditor>),
    /// Anything else.
    Lines(LiveInput),
}

/// The next input.
pub(super) enum Entered {
    Line(String),
    /// A line that is not a command.
    Refused(InputError),
    /// The end of the input: Ctrl-D at a terminal.
    End,
    /// Ctrl-C at the prompt of a terminal, which sends no signal there.
    Interrupt,
}

impl Prompt {
    /// Edits lines where both ends are a terminal that can do that.
    pub(super) fn of_standard_input() -> Prompt {
        let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let config = Config::builder().auto_add_history(true).build();
        let editor = at_terminal.then(|| DefaultEditor::with_config(config).ok()).flatten();
        match editor {
            Some(editor) => Prompt::Terminal(Box::new(editor)),
            None => Prompt::Lines(LiveInput::listen_to_programs(leaves)),
        }
    }

    /// Shows `question` and waits for a line.
    pub(super) fn ask(&mut self, question: &str, out: &mut impl Write) -> Result<Entered, Box<dyn Error>> {
        match self {
            Prompt::Terminal(editor) => {
                out.flush()?;
                match editor.readline(question) {
                    Ok(line) => Ok(Entered::Line(line)),
                    Err(ReadlineError::Eof) => Ok(Entered::End),
                    Err(ReadlineError::Interrupted) => Ok(Entered::Interrupt),
                    Err(error) => Err(format!("standard input: {error}").into()),
                }
            }
            Prompt::Lines(lines) => {
                write!(out, "{question}")?;
                out.flush()?;
                match lines.next() {
                    None => Ok(Entered::End),
                    Some(Ok(line)) => Ok(Entered::Line(line)),
                    Some(Err(error @ InputError::TooLong { .. })) => Ok(Entered::Refused(error)),
                    Some(Err(error)) => Err(error.into()),
                }
            }
        }
    }

    /// Returns the signal that ends a search: the person has left.
    pub(super) fn stop(&self) -> Stop {
        match self {
            Prompt::Terminal(_) => Stop::new(),
            Prompt::Lines(lines) => lines.signals.idle.clone(),
        }
    }
}

/// Returns whether a line ends every search.
fn leaves(line: &str) -> bool {
    matches!(Command::read(line), Ok(Command::Quit))
}
