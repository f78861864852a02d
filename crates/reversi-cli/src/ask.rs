//! Questions and answers as JSON.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use reversi_engine::{Engine, Limits, Problem, Question, QuestionError, Stop};

use crate::options::{self, EngineOptions, OpeningBook};
use crate::{input, interrupt};

/// Answers questions: JSON in, JSON out.
///
/// Each line of standard input is a question, and its answer is a line of standard output before the next
/// question is read. A question that has no answer gets an object with an `error`: its code, its message and
/// the field. `reversi schema` prints the forms of questions, answers and errors.
///
/// The hash table is kept from question to question: later ones may need fewer nodes, and estimates may
/// depend on earlier ones. An analysis without a level, a depth, a clock or limits has level 21.
///
/// Ctrl-C ends a running search, which is answered with what is known so far.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Questions to answer instead of those of standard input.
    #[arg(value_name = "QUESTION")]
    questions: Vec<String>,

    /// Opening book: a file in any format, `embedded`, or `none`. The field `book` of an analysis says when it
    /// answers in place of a search [default: none].
    #[arg(long, value_name = "FILE", value_parser = options::book)]
    book: Option<OpeningBook>,

    #[command(flatten)]
    engine: EngineOptions,
}

const AFTER_HELP: &str = "\
Examples:
  reversi ask '{\"moves\": \"f5d6c3\", \"ask\": \"analyze\", \"level\": 12}' | jq .analysis
  reversi ask < questions.jsonl > answers.jsonl

Exit status: 0, 2 if a question has no answer or the output cannot be written, 130 after Ctrl-C, 141 \
if the reader of the output has gone.";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let stop = interrupt::stop_signal();
    let mut engine = args.engine.build_with(args.book.as_ref().unwrap_or(&OpeningBook::None))?;
    let mut refused = false;
    let mut respond = |line: Option<u64>, text: &str| -> io::Result<()> {
        let answer = answer(&mut engine, text, &stop).unwrap_or_else(|error| {
            refused = true;
            let problem = Problem::from(&error);
            line.map_or(problem.clone(), |line| problem.on_line(line)).to_json()
        });
        let mut out = io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()
    };
    if args.questions.is_empty() {
        let mut stdin = io::stdin().lock();
        for number in 1.. {
            let line = interrupt::while_waiting(&stop, || input::read_line(&mut stdin));
            let Some(line) = line.map_err(|error| format!("standard input: {error}"))? else { break };
            if !line.trim().is_empty() {
                // A line break would begin another line, and files of some editors begin with a mark.
                respond(Some(number), line.trim_end().trim_start_matches('\u{feff}'))?;
            }
            if stop.is_set() {
                break;
            }
        }
    } else {
        let mut not_stopped = args.questions.iter().take_while(|_| !stop.is_set());
        not_stopped.try_for_each(|question| respond(None, question))?;
    }
    Ok(if refused { ExitCode::from(2) } else { interrupt::status(&stop) })
}

fn answer(engine: &mut Engine, text: &str, stop: &Stop) -> Result<String, QuestionError> {
    let question = Question::from_json(text)?.within(Limits::new().stop(stop));
    Ok(engine.answer(&question)?.to_json())
}
