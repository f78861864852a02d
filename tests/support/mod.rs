//! The examples as processes.
#![allow(dead_code, reason = "each test program uses its part")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The command that runs an example.
pub(crate) fn command(example: &str, args: &[&str]) -> Command {
    // Cargo puts examples beside the folder of test programs.
    let test = std::env::current_exe().unwrap();
    let program = test.parent().and_then(Path::parent).unwrap().join("examples").join(example);
    assert!(program.exists(), "{} is missing: run `cargo build --examples`", program.display());
    let mut command = Command::new(program);
    command.args(args);
    command
}

/// A running example that is controlled line by line.
pub(crate) struct Program {
    pub(crate) process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    pub(crate) fn start(example: &str, args: &[&str]) -> Program {
        let mut process =
            command(example, args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        Program { process, input, output: BufReader::new(output) }
    }

    pub(crate) fn write_line(&mut self, line: impl AsRef<[u8]>) {
        self.input.write_all(line.as_ref()).unwrap();
        self.input.write_all(b"\n").unwrap();
    }

    /// The next line, including its line break.
    pub(crate) fn read_line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the program has ended");
        line
    }
}
