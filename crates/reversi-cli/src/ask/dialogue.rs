//! Questions that wait and run, their stops, and the order of their answers.
//!
//! One thread reads, and each engine has a thread that answers. A question that is too much waits in the
//! pipe.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::error::Error;
use std::io::{self, BufWriter, Stdout, Write as _};
use std::ops::ControlFlow;
use std::process::{self, ExitCode};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use reversi_engine::question::{Problem, Question, QuestionError, QuestionId};
use reversi_engine::search::Event;
use reversi_engine::surface::{DialogueLine, read_line, report_line, stopped_line};
use reversi_engine::{Engine, Limits, Progress, Stop};

use crate::input::InputError;
use crate::interrupt;

/// Upper bound of the memory of questions that wait, where no question is read any more, and of answers that
/// wait for an earlier one, where no engine begins another question, and no refusal is read. A stop is seen
/// if at most this stands before it, some hundred thousand questions.
const AHEAD: usize = 32 << 20;

/// Questions and their answers. `output` is locked before `state`, never after.
pub(super) struct Dialogue {
    state: Mutex<State>,
    changed: Condvar,
    output: Mutex<Output>,
    written: Condvar,
}

/// The questions, numbered as they are read.
#[derive(Default)]
struct State {
    next: u64,
    waiting: BTreeMap<u64, Waiting>,
    running: BTreeMap<u64, Running>,
    /// The questions that wait or run, and that no stop has stopped.
    by_id: HashMap<QuestionId, BTreeSet<u64>>,
    /// The memory of `waiting`, and of answers that wait for an earlier one.
    waiting_bytes: usize,
    held_bytes: usize,
    input: Option<Result<(), InputError>>,
    /// A question has no answer.
    is_refused: bool,
    end: Option<End>,
}

/// A question as its text, which takes less memory. It was read once: it has no error.
struct Waiting {
    text: Box<str>,
    id: Option<QuestionId>,
    line: Option<u64>,
    bytes: usize,
}

struct Running {
    id: Option<QuestionId>,
    stop: Stop,
}

/// Why the dialogue ends before its input.
enum End {
    CtrlC,
    Output(io::Error),
}

/// The lines of standard output. Each is written whole. A thread flushes them, so that many at once are one
/// write.
struct Output {
    out: BufWriter<Stdout>,
    is_flushed: bool,
    as_completed: bool,
    /// The number of the question whose answer is next.
    next: u64,
    held: BTreeMap<u64, String>,
}

impl Dialogue {
    pub(super) fn new(as_completed: bool) -> Dialogue {
        let (out, held) = (BufWriter::new(io::stdout()), BTreeMap::new());
        let output = Mutex::new(Output { out, is_flushed: true, as_completed, next: 0, held });
        Dialogue { state: Mutex::default(), changed: Condvar::new(), output, written: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the input, and says so at its end.
    pub(super) fn listen(&self, read: impl FnOnce() -> Result<(), InputError>) {
        let _guard = EndsWithPanic;
        let input = read();
        self.state().input = Some(input);
        self.changed.notify_all();
    }

    /// Takes a line: a question, a stop, or the reason why it is neither. Waits while too much waits.
    pub(super) fn take_line(&self, line: Option<u64>, text: Result<&str, Box<Problem>>) {
        let read = text.and_then(|text| match read_line(text) {
            Ok(line) => Ok((text, line)),
            Err(error) => Err(Box::new(Problem::from(&error))),
        });
        let read = match read {
            Ok((_, DialogueLine::Stop(Ok(id)))) => return self.stop(id),
            Ok((_, DialogueLine::Stop(Err(error)))) => {
                self.state().is_refused = true;
                return self.print(&with_line(Problem::from(&error), line).to_json());
            }
            Ok((text, DialogueLine::Question(question))) => Ok((text, question.id)),
            Err(problem) => Err(problem),
        };
        let mut state = self.state();
        let taken = |state: &State| if read.is_ok() { state.waiting_bytes } else { state.held_bytes };
        while taken(&state) > AHEAD
            && !(state.waiting.is_empty() && state.running.is_empty())
            && state.end.is_none()
        {
            state = self.wait(state);
        }
        let number = state.next;
        state.next += 1;
        match read {
            Ok((text, id)) => {
                if let Some(id) = &id {
                    state.by_id.entry(id.clone()).or_default().insert(number);
                }
                let of_id = if let Some(QuestionId::Text(text)) = &id { text.len() } else { 0 };
                let bytes = size_of::<Waiting>() + 128 + text.len() + 2 * of_id; // the text has the id, too
                state.waiting_bytes += bytes;
                state.waiting.insert(number, Waiting { text: text.into(), id, line, bytes });
                self.changed.notify_all();
            }
            Err(problem) => {
                state.is_refused = true;
                drop(state);
                self.complete(number, with_line(*problem, line).to_json());
            }
        }
    }

    /// Stops the questions with this id, or all of them.
    fn stop(&self, id: Option<QuestionId>) {
        let mut state = self.state();
        let numbers = match &id {
            Some(id) => state.by_id.remove(id).unwrap_or_default(),
            None => state.waiting.keys().chain(state.running.keys()).copied().collect(),
        };
        let (mut waited, mut stops) = (Vec::new(), Vec::new());
        for number in numbers {
            if let Some(waiting) = state.waiting.remove(&number) {
                state.waiting_bytes -= waiting.bytes;
                waited.push((number, waiting));
            } else if let Some(running) = state.running.get(&number).filter(|running| !running.stop.is_set())
            {
                stops.push(running.stop.clone());
            }
        }
        if id.is_none() {
            state.by_id.clear();
        }
        drop(state);
        let stopped = waited.len() + stops.len();
        if stopped > 0 {
            self.changed.notify_all();
        }
        // Before the answers of what is stopped: a client may wait for this line.
        self.print(&stopped_line(id.as_ref(), stopped));
        stops.iter().for_each(Stop::set);
        for (number, Waiting { id, line, .. }) in waited {
            let problem = Problem::new("stopped", "the question was stopped before the work on it began");
            let mut problem = with_line(problem, line);
            problem.id = id;
            self.complete(number, problem.to_json());
        }
    }

    /// Ends all searches by Ctrl-C. The second one ends the program.
    pub(super) fn interrupt(&self) {
        let mut state = self.state();
        if matches!(state.end, Some(End::CtrlC)) {
            process::exit(interrupt::STATUS.into());
        }
        state.end = Some(End::CtrlC);
        state.running.values().for_each(|running| running.stop.set());
        self.changed.notify_all();
    }

    /// Answers the questions, each by one of the engines, to the end of the input.
    pub(super) fn answer_by(&self, engines: Vec<Engine>) -> Result<ExitCode, Box<dyn Error>> {
        thread::scope(|threads| -> io::Result<()> {
            let mut engines = engines.into_iter();
            let own = engines.next();
            for mut engine in engines {
                thread::Builder::new().spawn_scoped(threads, move || self.answer_all(&mut engine))?;
            }
            own.into_iter().for_each(|mut engine| self.answer_all(&mut engine));
            Ok(())
        })
        .map_err(|error| format!("threads cannot be started: {error}"))?;
        let flushed = self.output().flush();
        self.note(flushed, None, 0);
        let mut state = self.state();
        match (state.end.take(), state.input.take()) {
            (Some(End::Output(error)), _) => Err(error.into()),
            (Some(End::CtrlC), _) if !state.is_refused => Ok(ExitCode::from(interrupt::STATUS)),
            (None, Some(Err(error))) => Err(error.into()),
            _ => Ok(if state.is_refused { ExitCode::from(2) } else { ExitCode::SUCCESS }),
        }
    }

    fn answer_all(&self, engine: &mut Engine) {
        let _guard = EndsWithPanic;
        while let Some((number, waiting, stop)) = self.next() {
            let Waiting { text, line, .. } = waiting;
            let question = Question::from_json(&text);
            let answer = question.and_then(|question| self.answer(engine, question, &stop));
            let text = answer.unwrap_or_else(|error| {
                self.state().is_refused = true;
                with_line(Problem::from(&error), line).to_json()
            });
            self.complete(number, text);
        }
    }

    /// Takes the next question; `None` at the end.
    fn next(&self) -> Option<(u64, Waiting, Stop)> {
        let mut state = self.state();
        loop {
            if state.end.is_some() {
                return None;
            }
            // The answers that wait are for a question that runs.
            let has_room = state.held_bytes <= AHEAD || state.running.is_empty();
            if let Some((number, waiting)) = has_room.then(|| state.waiting.pop_first()).flatten() {
                let (id, stop) = (waiting.id.clone(), Stop::new());
                state.waiting_bytes -= waiting.bytes;
                state.running.insert(number, Running { id, stop: stop.clone() });
                self.changed.notify_all();
                return Some((number, waiting, stop));
            }
            if state.input.is_some() && state.waiting.is_empty() {
                return None;
            }
            state = self.wait(state);
        }
    }

    fn answer(&self, engine: &mut Engine, question: Question, stop: &Stop) -> Result<String, QuestionError> {
        let question = question.within(Limits::new().stop(stop));
        let Some(interval) = question.report_every else { return Ok(question.answer(engine)?.to_json()) };
        let interval = interval.max(Progress::INTERVAL); // a search without its clock has news more often
        let mut last = Instant::now(); // a session has several searches, each with a start of its own
        let answer = question.answer_with(engine, |event| {
            if let Event::Progress(progress) = event
                && last.elapsed() >= interval
                && !stop.is_set()
            {
                last = Instant::now();
                self.print(&report_line(question.id.as_ref(), progress));
            }
            ControlFlow::Continue(())
        });
        Ok(answer?.to_json())
    }

    /// Flushes lines as long as the program runs.
    pub(super) fn flush_all(&self) {
        let mut output = self.output();
        loop {
            if output.is_flushed {
                output = self.written.wait(output).unwrap_or_else(PoisonError::into_inner);
            } else {
                let flushed = output.flush();
                self.note(flushed, None, 0);
            }
        }
    }

    /// Prints a line at once.
    fn print(&self, text: &str) {
        let mut output = self.output();
        let printed = output.print(text);
        self.note(printed, None, 0);
        self.written.notify_one();
    }

    /// Prints the answer of a question, when those before it are printed.
    fn complete(&self, number: u64, text: String) {
        let mut output = self.output();
        let (mut printed, mut held) = (Ok(()), 0);
        if output.as_completed {
            printed = output.print(&text);
        } else {
            held += size(&text);
            output.held.insert(number, text);
            while let Some(text) = {
                let next = output.next;
                output.held.remove(&next)
            } {
                output.next += 1;
                held -= size(&text);
                printed = printed.and_then(|()| output.print(&text));
            }
        }
        self.note(printed, Some(number), held);
        self.written.notify_one();
    }

    /// Notes what has become of a line, and the change of the memory that is held.
    fn note(&self, printed: io::Result<()>, completed: Option<u64>, held: isize) {
        let mut state = self.state();
        state.held_bytes = state.held_bytes.saturating_add_signed(held);
        let was_running = completed.is_some_and(|number| state.running.contains_key(&number));
        if was_running || held != 0 || printed.is_err() {
            self.changed.notify_all();
        }
        let running = completed.and_then(|number| Some((number, state.running.remove(&number)?)));
        if let Some((number, Running { id: Some(id), .. })) = running
            && let Some(numbers) = state.by_id.get_mut(&id)
        {
            numbers.remove(&number);
            if numbers.is_empty() {
                state.by_id.remove(&id);
            }
        }
        if let Err(error) = printed {
            state.running.values().for_each(|running| running.stop.set());
            state.end.get_or_insert(End::Output(error));
        }
    }
}

impl Output {
    fn print(&mut self, text: &str) -> io::Result<()> {
        self.is_flushed = false;
        writeln!(self.out, "{text}")
    }

    fn flush(&mut self) -> io::Result<()> {
        self.is_flushed = true;
        self.out.flush()
    }
}

/// The memory of an answer that waits.
fn size(text: &str) -> isize {
    text.len() as isize + 64
}

fn with_line(problem: Problem, line: Option<u64>) -> Problem {
    match line {
        Some(line) => problem.on_line(line),
        None => problem,
    }
}

/// Ends the program if its thread panics: the others would wait for it.
struct EndsWithPanic;

impl Drop for EndsWithPanic {
    fn drop(&mut self) {
        const PANIC: i32 = 101; // as of the main thread
        if thread::panicking() {
            process::exit(PANIC);
        }
    }
}
