//! Questions and answers as JSON, and their schema.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the commands |
//! | [`dialogue`] | questions that wait and run, their stops, the order of their answers |

mod dialogue;

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::str::Utf8Error;
use std::sync::Arc;
use std::thread;

use reversi_engine::question::Problem;
use reversi_engine::search::EnginePool;

use crate::input::{InputError, Lines, Utf8};
use crate::interrupt;
use crate::options::{self, EngineOptions, in_range};
use dialogue::Dialogue;

/// Answers questions: JSON in, JSON out.
///
/// Each line of standard input is a question, and its answer is a line of standard output. A question that
/// has no answer gets an object with an `error`: its code, its message and the field. Both have the `id` of
/// the question, if it has one. An empty line gets no answer. `reversi schema` prints the forms of all lines.
///
/// The hash table is kept from question to question: later ones may need fewer nodes, and estimates may
/// depend on earlier ones. An analysis without a level, a depth, a clock or limits has level 21.
///
/// While questions are answered the input is read on. `{"stop": ID}` stops the questions with this id, and
/// `{"stop": "all"}` all of them. The reply comes at once: `{"id": ID, "version": 1, "stopped": N}`, where N
/// is the number of questions. One that runs is answered with its results so far. One that waits gets the
/// error `stopped`. With `"report_every": SECONDS` a question gets lines with its `id` and its `progress`
/// before its answer.
///
/// Ctrl-C ends the running searches, which are answered with their results so far. The program ends when
/// nobody reads its answers any more. The end of the input ends no search.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Questions to answer in place of standard input; `-` is standard input.
    #[arg(value_name = "QUESTION")]
    questions: Vec<String>,

    /// Number of questions to answer at a time. Each engine has a hash table of its own, so N of them take N
    /// times the memory, and which one answers a question is not fixed.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = in_range(1..=EnginePool::MAX_ENGINES),
        allow_negative_numbers = true)]
    jobs: usize,

    /// Print each answer when it is ready, not in the order of the questions. Its `id` tells the question.
    #[arg(long)]
    as_completed: bool,

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
  reversi ask --jobs 4 --as-completed < questions.jsonl

Exit status: 0, 2 if a line is refused or the output cannot be written, 130 after Ctrl-C if no line was \
refused, 141 if the reader of the output has gone.";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let book = options::open_book(&args.book)?;
    let engines = (0..args.jobs).map(|_| args.engine.build(book.as_ref())).collect::<Result<Vec<_>, _>>()?;
    let dialogue = Arc::new(Dialogue::new(args.as_completed));
    let asked = dialogue.clone();
    interrupt::on_ctrl_c(move || asked.interrupt());
    interrupt::end_with_reader();
    let (asked, questions) = (dialogue.clone(), args.questions.clone());
    thread::spawn(move || asked.listen(|| read(&asked, &questions)));
    let written = dialogue.clone();
    thread::spawn(move || written.flush_all());
    dialogue.answer_by(engines)
}

/// Reads all questions and stops.
fn read(dialogue: &Dialogue, questions: &[String]) -> Result<(), InputError> {
    if questions.is_empty() {
        return read_lines(dialogue);
    }
    for question in questions {
        match question.as_str() {
            "-" => read_lines(dialogue)?,
            question => dialogue.take_line(None, Ok(question)),
        }
    }
    Ok(())
}

fn read_lines(dialogue: &Dialogue) -> Result<(), InputError> {
    let mut lines = Lines::new(Utf8::new(io::stdin().lock()));
    for number in 1.. {
        match lines.next_bytes() {
            Ok(None) => break,
            Ok(Some(line)) if line.trim_ascii().is_empty() => {}
            Ok(Some(line)) => {
                let text = str::from_utf8(&line).map_err(|error| Box::new(not_utf8(error)));
                // A line break would begin another line, and files of some editors begin with a mark.
                let text = text.map(|text| text.trim_end().trim_start_matches('\u{feff}'));
                if text.as_ref().is_ok_and(|text| text.is_empty()) {
                    continue;
                }
                dialogue.take_line(Some(number), text);
            }
            Err(error @ InputError::TooLong { .. }) => {
                let problem = Problem::new("line-too-long", error.to_string());
                dialogue.take_line(Some(number), Err(Box::new(problem)));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn not_utf8(error: Utf8Error) -> Problem {
    let offset = error.valid_up_to();
    let mut problem = Problem::new("not-utf-8", format!("byte {offset}: the text is not UTF-8"));
    problem.at.offset = Some(offset as u64);
    problem
}

/// Prints the JSON Schema of questions, answers and errors.
#[derive(clap::Args)]
#[command(after_help = "Example: reversi schema > reversi.schema.json")]
pub(crate) struct SchemaArgs {}

pub(crate) fn schema(_: &SchemaArgs) -> Result<ExitCode, Box<dyn Error>> {
    io::stdout().lock().write_all(reversi_engine::question::schema().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
