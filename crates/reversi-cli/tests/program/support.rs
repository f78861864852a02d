//! The program as a process.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use reversi_engine::question::Answer;

/// The folder of problems, with a slash at its end.
pub(crate) const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/data/");

/// The verbs whose engine has a hash table. A large one takes the system longer than most searches here.
const SEARCHING: [&str; 12] = [
    "analyze", "ask", "game", "gtp", "nboard", "people", "play", "prove", "puzzles", "review", "show",
    "solve",
];

/// The command that runs the program, with a table of 1 MiB unless the test names a size.
pub(crate) fn reversi(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
    match args.split_first() {
        Some((verb, rest)) if SEARCHING.contains(verb) && !args.contains(&"--hash-mib") => {
            command.args([verb, "--hash-mib", "1"]).args(rest)
        }
        _ => command.args(args),
    };
    command
}

/// The end of the program.
pub(crate) struct Output {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program to its end.
pub(crate) fn run(args: &[&str]) -> Output {
    run_with(args, "")
}

/// Runs the program with standard input.
pub(crate) fn run_with(args: &[&str], input: &(impl AsRef<[u8]> + ?Sized)) -> Output {
    let mut command = reversi(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_ref()); // it may end before it has read everything
    child.wait_with_output().unwrap().into()
}

/// Runs the program with commands of a file: nobody leaves at its end.
pub(crate) fn run_with_file(args: &[&str], name: &str, input: impl AsRef<[u8]>) -> Output {
    let commands = std::fs::File::open(file(name, input)).unwrap();
    reversi(args).stdin(commands).output().unwrap().into()
}

/// Waits until a program ends, which takes no longer than a busy machine: what it searches would take years.
pub(crate) fn end_of(process: &mut Child, what: &str) -> i32 {
    let start = Instant::now();
    loop {
        if let Some(status) = process.try_wait().unwrap() {
            return status.code().unwrap();
        }
        if start.elapsed() > Duration::from_secs(30) {
            process.kill().unwrap();
            panic!("{what} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl From<std::process::Output> for Output {
    fn from(output: std::process::Output) -> Output {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        Output { status: output.status.code().unwrap(), stdout, stderr }
    }
}

/// Runs the program, which succeeds and has nothing to say on stderr, and returns what it prints.
pub(crate) fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{args:?}");
    output.stdout
}

/// Runs the program, which refuses its arguments: it prints nothing but an error with this part.
pub(crate) fn refused(args: &[&str], message: &str) {
    let Output { status, stdout, stderr } = run(args);
    assert_eq!((status, stdout.as_str()), (2, ""), "{args:?}: {stderr}");
    assert!(stderr.contains(message), "{args:?}: {stderr}");
}

/// The path of a file with this content.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path.into_os_string().into_string().unwrap()
}

/// A folder of a test, empty.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).into_os_string().into_string().unwrap()
    }

    /// The names of its files, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }
}

/// A path in a folder that does not exist.
pub(crate) fn in_new_folder(folder: &str, name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = std::fs::remove_dir_all(&folder);
    folder.join("deeper").join(name)
}

/// The answers that the program prints, one a line, each with its number: what `Answer` reads, and what it
/// writes.
pub(crate) fn answers(text: &str) -> Vec<serde_json::Value> {
    let mut lines = json_lines(text);
    for line in &mut lines {
        line.as_object_mut().unwrap().remove("tags"); // of the game, beside the answer
        let answer: Answer = serde_json::from_value(line.clone()).unwrap_or_else(|e| panic!("{line}: {e}"));
        let mut written = serde_json::to_value(answer).unwrap();
        written["id"] = line["id"].clone();
        assert_eq!(*line, written);
        assert!(line["id"].is_u64(), "{line}");
    }
    lines
}

/// The objects that the program prints, one a line.
pub(crate) fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The names of the fields of an object, in alphabetical order.
pub(crate) fn keys(value: &serde_json::Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// The running program, controlled line by line.
pub(crate) struct Program {
    pub(crate) process: Child,
    input: Option<ChildStdin>,
    pub(crate) output: BufReader<ChildStdout>,
}

impl Program {
    pub(crate) fn start(args: &[&str]) -> Program {
        let mut process = reversi(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (process.stdin.take(), process.stdout.take().unwrap());
        Program { process, input, output: BufReader::new(output) }
    }

    pub(crate) fn write_line(&mut self, line: impl AsRef<[u8]>) {
        self.write([line.as_ref(), b"\n"].concat());
    }

    pub(crate) fn write(&mut self, text: impl AsRef<[u8]>) {
        self.input.as_mut().unwrap().write_all(text.as_ref()).unwrap();
    }

    /// Ends its input.
    pub(crate) fn end_input(&mut self) {
        self.input = None;
    }

    /// Returns the rest of the output. The program must succeed.
    pub(crate) fn rest(mut self) -> String {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        assert!(self.process.wait().unwrap().success());
        rest
    }

    /// The next line, including its line break.
    pub(crate) fn read_line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the program has ended");
        line
    }
}
