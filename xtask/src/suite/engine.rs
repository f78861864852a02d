//! The example `solve` as a process that is fed position by position.

use std::fmt;
use std::io::{self, BufRead, BufReader, Lines, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::problems::Problem;

/// A program and its options.
#[derive(Clone, Serialize)]
pub(super) struct Engine {
    program: PathBuf,
    options: Vec<String>,
    /// Whether it can be fed. Programs that cannot solve the suite at once, at the beginning of a round.
    in_turn: bool,
}

/// What a program says of a position.
#[derive(Clone, Deserialize)]
pub(super) struct Answer {
    pub(super) score: i32,
    pub(super) best: Option<String>,
    /// Whether it agrees with what is known of the position.
    pub(super) ok: Option<bool>,
    pub(super) nodes: u64,
    /// The time of its search.
    pub(super) seconds: f64,
}

impl Engine {
    /// # Errors
    /// If the program cannot be run.
    pub(super) fn new(program: &Path) -> anyhow::Result<Engine> {
        let no_positions = Command::new(program).arg("-").stdin(Stdio::null()).output();
        let in_turn = no_positions.with_context(|| program.display().to_string())?.status.success();
        Ok(Engine { program: program.to_owned(), options: Vec::new(), in_turn })
    }

    pub(super) fn option(mut self, name: &str, value: &str) -> Engine {
        self.options.extend([name.to_owned(), value.to_owned()]);
        self
    }

    /// Starts a run through the problems.
    pub(super) fn start(&self, problems: &[Problem]) -> anyhow::Result<Session> {
        let session = if self.in_turn { self.feed() } else { self.solve_all(problems) };
        session.with_context(|| self.to_string())
    }

    fn feed(&self) -> io::Result<Session> {
        let mut process = self.command("-").spawn()?;
        let input = process.stdin.take();
        let output: Box<dyn BufRead> = Box::new(BufReader::new(process.stdout.take().expect("piped")));
        Ok(Session { engine: self.to_string(), process, input, answers: output.lines() })
    }

    fn solve_all(&self, problems: &[Problem]) -> io::Result<Session> {
        let mut process = self.command("/dev/stdin").spawn()?;
        let mut input = process.stdin.take().expect("piped");
        problems.iter().try_for_each(|problem| writeln!(input, "{}", problem.line))?;
        drop(input);
        let output = io::read_to_string(process.stdout.take().expect("piped"))?;
        let output: Box<dyn BufRead> = Box::new(io::Cursor::new(output));
        Ok(Session { engine: self.to_string(), process, input: None, answers: output.lines() })
    }

    fn command(&self, file: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.options).args(["--format", "json", file]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command
    }
}

/// As it is called.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program.display())?;
        self.options.iter().try_for_each(|option| write!(f, " {option}"))?;
        f.write_str(if self.in_turn { "" } else { " (the suite at once: cannot be fed)" })
    }
}

/// An engine on its way through the problems.
pub(super) struct Session {
    engine: String,
    process: Child,
    /// `None` if it has had all of them.
    input: Option<ChildStdin>,
    answers: Lines<Box<dyn BufRead>>,
}

impl Session {
    /// Has the next problem solved.
    pub(super) fn solve(&mut self, problem: &Problem) -> anyhow::Result<Answer> {
        let answer = self.ask(problem);
        answer.with_context(|| format!("{}: no answer to position {}", self.engine, problem.index))
    }

    fn ask(&mut self, problem: &Problem) -> anyhow::Result<Answer> {
        if let Some(input) = &mut self.input {
            writeln!(input, "{}", problem.line)?;
        }
        let line = self.answers.next().context("its output has ended")??;
        let answer: Answer = serde_json::from_str(&line)?;
        let seconds = answer.seconds.max(1e-9); // the clock may be too coarse to have seen the time pass
        Ok(Answer { seconds, ..answer })
    }

    /// Waits until the process has gone, so that it takes no time from the next one.
    pub(super) fn end(mut self) -> anyhow::Result<()> {
        drop(self.input.take());
        let status = self.process.wait()?;
        // 1 says that a score is wrong, as its answer has said before.
        anyhow::ensure!(matches!(status.code(), Some(0 | 1)), "{}: {status}", self.engine);
        Ok(())
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::super::tests::{FFO_1, problems, solver};
    use super::*;

    #[test]
    fn builds_from_before_solve_could_be_fed_are_timed_too() {
        assert!(solver().in_turn);
        assert!(!Engine::new(Path::new("false")).unwrap().in_turn);
        let old = Engine { in_turn: false, ..solver() };
        let problems = problems(&[format!("{FFO_1} G8:+18;"), format!("{FFO_1} G8:+16;")]);
        let mut session = old.start(&problems).unwrap();
        let answers = [&problems[0], &problems[1]].map(|problem| session.solve(problem).unwrap());
        assert_eq!(answers.map(|answer| (answer.score, answer.ok)), [(18, Some(true)), (18, Some(false))]);
        session.end().unwrap();
    }

    #[test]
    fn an_engine_that_gives_no_answer_is_an_error() {
        let problems = problems(&[FFO_1.to_owned()]);
        let mut session = solver().option("--cpu", "abacus").start(&problems).unwrap();
        let error = format!("{:#}", session.solve(&problems[0]).err().unwrap());
        assert!(error.contains("--cpu abacus: no answer to position 7: "), "{error}");
        assert!(session.end().is_err());
    }
}
