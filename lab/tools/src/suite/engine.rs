//! `reversi solve` as an interactive process.

use std::fmt;
use std::io::{self, BufRead, BufReader, Lines, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use anyhow::Context as _;
use reversi_engine::{Solution, Value};
use serde::{Deserialize, Serialize};

use super::problems::Problem;

/// A position that is in no suite. Its search touches the hash table before a time is taken: the system
/// gives the memory at the first touch, which took 10 % of the time of FFO 20-39 on a virtual machine.
pub(super) const WARM_UP: &str = "-O--O-----OOOO---XXOOO--XXXOOOO-XXOXOOO-XOXOOOOO--XXOXO---XXXXXO X;";

/// A program and its options.
#[derive(Clone, Serialize)]
pub(super) struct Engine {
    program: PathBuf,
    options: Vec<String>,
    /// Whether it answers position by position. Other programs solve the whole suite at the start of a
    /// round.
    interactive: bool,
}

/// A line of a program.
#[derive(Deserialize)]
struct Line {
    solution: Solution,
}

/// A program's answer to a position.
#[derive(Clone)]
pub(super) struct Answer {
    pub(super) score: i32,
    pub(super) best_move: Option<String>,
    /// Whether the answer agrees with the known scores of the position.
    pub(super) correct: Option<bool>,
    pub(super) nodes: u64,
    /// The time of the search.
    pub(super) seconds: f64,
}

impl Answer {
    fn of(solution: &Solution, problem: &Problem) -> Option<Answer> {
        let (value, best) = (solution.value(), solution.best_move());
        let (lower, upper) = match value {
            Value::Estimate { .. } => return None,
            value => (value.lower(), value.upper()),
        };
        let known = &problem.line;
        let listed = known.moves.iter().find(|scored| Some(scored.mv) == best).map(|scored| scored.score);
        let listed = listed.filter(|_| lower == upper);
        let is_true = |score: i32| lower <= score && score <= upper;
        Some(Answer {
            // Of two bounds the one that says something.
            score: if lower > -64 { lower } else { upper },
            best_move: best.map(|mv| mv.to_string()),
            correct: known.best_score().map(|best| is_true(best) && listed.is_none_or(is_true)),
            nodes: solution.nodes(),
            seconds: solution.elapsed().as_secs_f64(),
        })
    }
}

impl Engine {
    /// # Errors
    /// If the program cannot be run.
    pub(super) fn new(program: &Path) -> anyhow::Result<Engine> {
        let mut engine = Engine { program: program.to_owned(), options: Vec::new(), interactive: true };
        let no_positions = engine.command("-").stdin(Stdio::null()).output();
        engine.interactive = no_positions.with_context(|| program.display().to_string())?.status.success();
        Ok(engine)
    }

    pub(super) fn option(mut self, name: &str, value: &str) -> Engine {
        self.options.extend([name.to_owned(), value.to_owned()]);
        self
    }

    pub(super) fn options(self, options: &[(&str, &str)]) -> Engine {
        options.iter().fold(self, |engine, (name, value)| engine.option(name, value))
    }

    /// Starts a run through the problems.
    pub(super) fn start(&self, problems: &[Problem]) -> anyhow::Result<Session> {
        let session = if self.interactive { self.start_interactive() } else { self.solve_all(problems) };
        session.with_context(|| self.to_string())
    }

    fn start_interactive(&self) -> io::Result<Session> {
        let mut process = self.command("-").spawn()?;
        let mut input = process.stdin.take().expect("piped");
        let output: Box<dyn BufRead> = Box::new(BufReader::new(process.stdout.take().expect("piped")));
        let mut answers = output.lines();
        // A program that has already ended gives no answer to its first problem either.
        if writeln!(input, "{WARM_UP}").is_ok() {
            answers.next().transpose()?;
        }
        Ok(Session { engine: self.to_string(), process, input: Some(input), answers })
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
        command.arg("solve").args(&self.options).args(["--format", "json", file]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// The command line.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program.display())?;
        self.options.iter().try_for_each(|option| write!(f, " {option}"))?;
        f.write_str(if self.interactive { "" } else { " (solves the suite at once: not interactive)" })
    }
}

/// A run of an engine through the problems.
pub(super) struct Session {
    engine: String,
    process: Child,
    /// `None` if all problems have been sent.
    input: Option<ChildStdin>,
    answers: Lines<Box<dyn BufRead>>,
}

impl Session {
    /// Solves the next problem.
    pub(super) fn solve(&mut self, problem: &Problem) -> anyhow::Result<Answer> {
        let answer = self.answer(problem);
        answer.with_context(|| format!("{}: no answer to position {}", self.engine, problem.index))
    }

    fn answer(&mut self, problem: &Problem) -> anyhow::Result<Answer> {
        if let Some(input) = &mut self.input
            && let Err(error) = writeln!(input, "{}", problem.line)
        {
            // A program that has ended reads no more. Its output says why.
            anyhow::ensure!(error.kind() == io::ErrorKind::BrokenPipe, error);
        }
        let line = self.answers.next().unwrap_or_else(|| Err(self.end_of_output()))?;
        let Line { solution } = serde_json::from_str(&line)?;
        let answer = Answer::of(&solution, problem).context("it proves nothing")?;
        let seconds = answer.seconds.max(1e-9); // a coarse clock may measure zero
        Ok(Answer { seconds, ..answer })
    }

    /// Why there are no more answers: what the program said of it.
    fn end_of_output(&mut self) -> io::Error {
        let said = self.process.stderr.take().map(io::read_to_string);
        let said = said.and_then(Result::ok).unwrap_or_default();
        io::Error::other(format!(
            "its output has ended: {}",
            said.lines().next().unwrap_or("it said nothing")
        ))
    }

    /// Waits until the process has ended, so that it does not slow down the next one.
    pub(super) fn end(mut self) -> anyhow::Result<()> {
        drop(self.input.take());
        let status = self.process.wait()?;
        // Status 1 means that a score is wrong, which the answer has already stated.
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
    fn builds_that_are_not_interactive_are_timed_too() {
        assert!(solver().interactive);
        assert!(!Engine::new(Path::new("false")).unwrap().interactive);
        let old = Engine { interactive: false, ..solver() };
        let problems = problems(&[format!("{FFO_1} G8:+18;"), format!("{FFO_1} G8:+16;")]);
        let mut session = old.start(&problems).unwrap();
        let answers = [&problems[0], &problems[1]].map(|problem| session.solve(problem).unwrap());
        assert_eq!(
            answers.map(|answer| (answer.score, answer.correct)),
            [(18, Some(true)), (18, Some(false))]
        );
        session.end().unwrap();
    }

    #[test]
    fn bounds_are_compared_with_the_known_score() {
        let problems = problems(&[format!("{FFO_1} G8:+18;"), format!("{FFO_1} G8:-16;")]);
        let mut session = solver().option("--window", "wld").start(&problems).unwrap();
        let answers = [&problems[0], &problems[1]].map(|problem| session.solve(problem).unwrap());
        assert_eq!(answers.each_ref().map(|answer| answer.correct), [Some(true), Some(false)]);
        assert!((2..=18).contains(&answers[0].score), "{}", answers[0].score);
        session.end().unwrap();
    }

    #[test]
    fn an_engine_that_gives_no_answer_is_an_error() {
        let problems = problems(&[FFO_1.to_owned()]);
        let mut session = solver().option("--cpu-level", "abacus").start(&problems).unwrap();
        let error = format!("{:#}", session.solve(&problems[0]).err().unwrap());
        assert!(
            error.contains("--cpu-level abacus: no answer to position 7: its output has ended: "),
            "{error}"
        );
        assert!(error.contains("unknown CPU level"), "{error}");
        assert!(session.end().is_err());
    }
}
