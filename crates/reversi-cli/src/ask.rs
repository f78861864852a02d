//! Questions and answers as JSON, and their schema.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::str::Utf8Error;

use reversi_engine::question::{Problem, Question, QuestionError};
use reversi_engine::{Engine, Limits, Stop};

use crate::input::{InputError, Lines, Utf8};
use crate::interrupt;
use crate::options::{self, EngineOptions};

/// Answers questions: JSON in, JSON out.
///
/// Each line of standard input is a question, and its answer is a line of standard output before the next
/// question is read. A question that has no answer gets an object with an `error`: its code, its message and
/// the field. Both have the `id` of the question, if it has one. `reversi schema` prints the forms of
/// questions, answers and errors.
///
/// The hash table is kept from question to question: later ones may need fewer nodes, and estimates may
/// depend on earlier ones. An analysis without a level, a depth, a clock or limits has level 21.
///
/// Ctrl-C ends a running search, which is answered with its results so far.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Questions to answer in place of standard input.
    #[arg(value_name = "QUESTION")]
    questions: Vec<String>,

    /// Opening book: a file in any format, `embedded`, or `none`. The field `book` of an analysis says when
    /// it answers in place of a search [default: none].
    #[arg(long, value_name = "FILE", default_value = "none", hide_default_value = true)]
    book: String,

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
    let mut engine = args.engine.build(options::open_book(&args.book)?.as_ref())?;
    let mut refused = false;
    let mut respond = |line: Option<u64>, text: Result<&str, Box<Problem>>| -> io::Result<()> {
        let answer =
            text.and_then(|text| answer(&mut engine, text, &stop).map_err(|e| Box::new(Problem::from(&e))));
        let answer = answer.unwrap_or_else(|problem| {
            refused = true;
            match line {
                Some(line) => problem.on_line(line).to_json(),
                None => problem.to_json(),
            }
        });
        let mut out = io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()
    };
    if args.questions.is_empty() {
        let mut lines = Lines::new(Utf8::new(io::stdin().lock()));
        for number in 1.. {
            match interrupt::while_waiting(&stop, || lines.next_bytes()) {
                Ok(None) => break,
                Ok(Some(line)) if line.trim_ascii().is_empty() => {}
                // A line break would begin another line, and files of some editors begin with a mark.
                Ok(Some(line)) => respond(
                    Some(number),
                    str::from_utf8(&line)
                        .map(|line| line.trim_end().trim_start_matches('\u{feff}'))
                        .map_err(|error| Box::new(not_utf8(error))),
                )?,
                Err(error @ InputError::TooLong { .. }) => {
                    respond(Some(number), Err(Box::new(Problem::new("line-too-long", error.to_string()))))?;
                }
                Err(error) => return Err(error.into()),
            }
            if stop.is_set() {
                break;
            }
        }
    } else {
        let mut not_stopped = args.questions.iter().take_while(|_| !stop.is_set());
        not_stopped.try_for_each(|question| respond(None, Ok(question)))?;
    }
    Ok(if refused { ExitCode::from(2) } else { interrupt::status(&stop) })
}

fn not_utf8(error: Utf8Error) -> Problem {
    let offset = error.valid_up_to();
    let mut problem = Problem::new("not-utf-8", format!("byte {offset}: the text is not UTF-8"));
    problem.at.offset = Some(offset as u64);
    problem
}

fn answer(engine: &mut Engine, text: &str, stop: &Stop) -> Result<String, QuestionError> {
    let question = Question::from_json(text)?.within(Limits::new().stop(stop));
    Ok(question.answer(engine)?.to_json())
}

/// Prints the JSON Schema of questions, answers and errors.
#[derive(clap::Args)]
#[command(after_help = "Example: reversi schema > reversi.schema.json")]
pub(crate) struct SchemaArgs {}

pub(crate) fn schema(_: &SchemaArgs) -> Result<ExitCode, Box<dyn Error>> {
    io::stdout().lock().write_all(reversi_engine::question::schema().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
