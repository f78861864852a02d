//! The examples as processes.
#![allow(dead_code, reason = "each test program uses its part")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
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

/// The end of an example.
pub(crate) struct Output {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs an example to its end.
pub(crate) fn run(example: &str, args: &[&str]) -> Output {
    run_with(example, args, "")
}

/// Runs an example with standard input.
pub(crate) fn run_with(example: &str, args: &[&str], input: &str) -> Output {
    let mut command = command(example, args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes()); // the program may end before it has read everything
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Output { status: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The path of a file with this content.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path.into_os_string().into_string().unwrap()
}

/// The objects that an example prints, one a line.
pub(crate) fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
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
