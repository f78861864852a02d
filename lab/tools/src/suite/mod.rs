//! Times engines on a suite of problems, in turn at each position, so that changes of the machine's speed
//! affect all engines alike.

mod engine;
mod neighbour;
mod problems;
mod report;
pub(crate) mod scaling;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};

use crate::solver;
use engine::{Answer, Engine, Session};
use neighbour::Neighbour;
use problems::Problem;
pub(crate) use report::median;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// ffo-1-19, ffo-20-39, ffo-40-49, ffo-40-59, lopsided or an OBF file.
    #[arg(value_name = "SUITE", default_value = "ffo-20-39")]
    suites: Vec<String>,

    /// CPU levels.
    #[arg(long, value_name = "LEVEL", alias = "level", default_value = DEFAULT)]
    cpu_level: Vec<String>,

    /// Weights.
    #[arg(long, value_name = "FILE", default_value = DEFAULT)]
    weights: Vec<String>,

    /// Evaluations: network or classical.
    #[arg(long, value_name = "NAME", default_value = DEFAULT)]
    evaluator: Vec<String>,

    /// Numbers of threads, which share each position.
    #[arg(long, value_name = "N", default_value = DEFAULT)]
    threads: Vec<String>,

    /// Sizes of the hash table in MiB.
    #[arg(long, value_name = "M", default_value = DEFAULT)]
    hash_mib: Vec<String>,

    /// Other builds of the program `reversi` to compare with this one.
    #[arg(long, value_name = "PROGRAM")]
    compare: Vec<PathBuf>,

    /// Run all engines on the first core, while a thread on the last core reads and writes 64 MiB at random.
    #[arg(long, conflicts_with = "threads")]
    neighbour: bool,

    /// Number of times that each engine solves each position.
    #[arg(long, value_name = "N", default_value = "5")]
    rounds: NonZeroUsize,

    /// Write all results, including each single time, as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The value that leaves an option at the solver's default.
const DEFAULT: &str = "default";

/// Runs and prints the measurement. Returns whether all scores are correct.
pub(crate) fn run(root: &Path, args: &Args) -> anyhow::Result<bool> {
    let problems = problems::load(root, &args.suites)?;
    let this_build = solver::build(root)?;
    let programs = [this_build].into_iter().chain(args.compare.iter().cloned());
    let engines = programs.map(|program| Ok(combinations(Engine::new(&program)?, args)));
    let engines = engines.collect::<anyhow::Result<Vec<_>>>()?.concat();
    anyhow::ensure!(engines.len() <= 26, "{} engines are more than the alphabet has letters", engines.len());

    let neighbour = args.neighbour.then(Neighbour::on_another_core).transpose()?;
    let answers = measure(&engines, &problems, args.rounds.get())?;
    drop(neighbour);
    let mut report = report::Report::new(&engines, &problems, &answers);
    report.neighbour = args.neighbour;
    print!("{report}");
    if let Some(path) = &args.json {
        let file = std::fs::File::create(path).with_context(|| path.display().to_string())?;
        serde_json::to_writer(file, &report).with_context(|| path.display().to_string())?;
    }
    Ok(report.all_correct())
}

/// One engine on all positions of a suite.
#[derive(Clone)]
pub(crate) struct Total {
    pub(crate) nodes: u64,
    /// One time a round.
    pub(crate) seconds: Vec<f64>,
}

/// Times this build with each list of options, in turn.
///
/// # Errors
/// If a score is wrong, or if the solver cannot be built or run.
pub(crate) fn totals(
    root: &Path,
    suite: &str,
    options: &[Vec<(&str, &str)>],
    rounds: usize,
) -> anyhow::Result<Vec<Total>> {
    let solver = Engine::new(&solver::build(root)?)?;
    let engines: Vec<Engine> = options.iter().map(|options| solver.clone().options(options)).collect();
    totals_by(root, suite, &engines, rounds)
}

/// Times programs with the same options, in turn.
///
/// # Errors
/// If a score is wrong, or if a program cannot be run.
pub(crate) fn totals_of(
    root: &Path,
    suite: &str,
    programs: &[&Path],
    options: &[(&str, &str)],
    rounds: usize,
) -> anyhow::Result<Vec<Total>> {
    let engines = programs.iter().map(|program| Ok(Engine::new(program)?.options(options)));
    totals_by(root, suite, &engines.collect::<anyhow::Result<Vec<_>>>()?, rounds)
}

fn totals_by(root: &Path, suite: &str, engines: &[Engine], rounds: usize) -> anyhow::Result<Vec<Total>> {
    let problems = problems::load(root, &[suite.to_owned()])?;
    let answers = measure(engines, &problems, rounds)?;
    let wrong = answers.iter().flatten().flatten().any(|answer| answer.correct == Some(false));
    anyhow::ensure!(!wrong, "{suite}: a score is wrong; see `cargo lab suite {suite}`");
    let total = |engine: usize| {
        let of_round = |round: usize| answers.iter().map(move |answers| &answers[engine][round]);
        Total {
            nodes: of_round(0).map(|answer| answer.nodes).sum(),
            seconds: (0..rounds).map(|round| of_round(round).map(|answer| answer.seconds).sum()).collect(),
        }
    };
    Ok((0..engines.len()).map(total).collect())
}

/// An engine with every combination of the options.
fn combinations(engine: Engine, args: &Args) -> Vec<Engine> {
    let mut engines = vec![engine];
    let options = [
        ("--cpu-level", &args.cpu_level),
        ("--weights", &args.weights),
        ("--evaluator", &args.evaluator),
        ("--threads", &args.threads),
        ("--hash-mib", &args.hash_mib),
    ];
    for (option, values) in options {
        let with_value = |engine: &Engine, value: &String| match value.as_str() {
            DEFAULT => engine.clone(),
            value => engine.clone().option(option, value),
        };
        engines =
            engines.iter().flat_map(|engine| values.iter().map(|value| with_value(engine, value))).collect();
    }
    engines
}

/// The answers of each engine to each problem, round by round: `[problem][engine][round]`.
fn measure(engines: &[Engine], problems: &[Problem], rounds: usize) -> anyhow::Result<Vec<Vec<Vec<Answer>>>> {
    let bar = ProgressBar::new((rounds * problems.len() * engines.len()) as u64)
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} searches, {elapsed}")?);
    let mut answers = vec![vec![Vec::new(); engines.len()]; problems.len()];
    for _ in 0..rounds {
        let mut sessions =
            engines.iter().map(|engine| engine.start(problems)).collect::<anyhow::Result<Vec<_>>>()?;
        for (problem, answers) in problems.iter().zip(&mut answers) {
            for (session, answers) in sessions.iter_mut().zip(answers) {
                answers.push(session.solve(problem)?);
                bar.inc(1);
            }
        }
        sessions.into_iter().try_for_each(Session::end)?;
    }
    bar.finish_and_clear();
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args as _, FromArgMatches as _};
    use report::Report;
    use reversi_notation::ObfLine;
    pub(super) use reversi_testkit::FFO_1;
    use serde_json::{Value, json};

    const ONE_LEFT: &str = "-OXXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X;";

    fn args(args: &[&str]) -> Args {
        let command = Args::augment_args(clap::Command::new("suite")).no_binary_name(true);
        Args::from_arg_matches(&command.get_matches_from(args)).unwrap()
    }

    pub(super) fn problems(lines: &[String]) -> Vec<Problem> {
        (7..).zip(lines).map(|(index, line)| Problem { index, line: line.parse().unwrap() }).collect()
    }

    pub(super) fn solver() -> Engine {
        Engine::new(&solver::build(crate::root()).unwrap()).unwrap()
    }

    fn measured(engines: &[Engine], problems: &[Problem], rounds: usize) -> (Value, String, bool) {
        let answers = measure(engines, problems, rounds).unwrap();
        let report = Report::new(engines, problems, &answers);
        (serde_json::to_value(&report).unwrap(), report.to_string(), report.all_correct())
    }

    #[test]
    fn there_is_an_engine_for_every_combination() {
        let args =
            args(&["--cpu-level", "default", "--level", "portable", "--hash-mib", "1", "--hash-mib", "2"]);
        let options = combinations(solver(), &args).into_iter().map(|engine| {
            let text = engine.to_string();
            text.split_once(' ').unwrap().1.to_owned()
        });
        assert_eq!(
            options.collect::<Vec<_>>(),
            [
                "--hash-mib 1",
                "--hash-mib 2",
                "--cpu-level portable --hash-mib 1",
                "--cpu-level portable --hash-mib 2"
            ]
        );
    }

    #[test]
    fn rows_and_totals_of_two_levels() {
        let engines = combinations(
            solver(),
            &args(&["--hash-mib", "1", "--cpu-level", "default", "--cpu-level", "portable"]),
        );
        let problems = problems(&[format!("{FFO_1} G8:+18;"), ONE_LEFT.to_owned()]);
        let (json, text, correct) = measured(&engines, &problems, 3);
        assert!(correct, "{text}");
        let (rows, totals) = (&json["positions"], &json["engines"]);
        assert_eq!(
            (&rows[0]["index"], &rows[0]["empties"], &rows[0]["expected"]),
            (&json!(7), &json!(14), &json!(18))
        );
        assert_eq!((&rows[1]["expected"], &rows[1]["results"][0]["score"]), (&Value::Null, &json!(64)));
        for engine in 0..2 {
            let cells = [&rows[0]["results"][engine], &rows[1]["results"][engine]];
            let nodes = cells.map(|cell| cell["nodes"].as_u64().unwrap());
            assert!(nodes[0] > 1000 && nodes[1] == 1, "{nodes:?}");
            assert_eq!(totals[engine]["nodes"], nodes[0] + nodes[1]);
            assert_eq!(cells[0]["seconds"].as_array().unwrap().len(), 3);
            assert!(totals[engine]["seconds"].as_f64() > cells[0]["median_seconds"].as_f64());
        }
        assert_eq!((&totals[0]["ratio"], &totals[0]["geometric_mean"]), (&json!(1.0), &json!(1.0)));
        assert_eq!(totals[1]["options"], json!(["--cpu-level", "portable", "--hash-mib", "1"]));
        // Two engines, a blank line, two rows and two totals below a header and a rule each.
        assert_eq!(text.lines().count(), 2 + 1 + 4 + 1 + 4, "{text}");
    }

    #[test]
    fn wrong_scores_are_shown() {
        let problems = problems(&[format!("{FFO_1} G8:+18;"), format!("{FFO_1} G8:+16;")]);
        let (json, text, correct) = measured(&[solver()], &problems, 1);
        assert!(!correct);
        let correct = |row: usize| json["positions"][row]["results"][0]["correct"].as_bool();
        assert_eq!((correct(0), correct(1)), (Some(true), Some(false)));
        assert!(text.contains("WRONG: A says +18 by g8 of position 8, +16 expected\n"), "{text}");
    }

    #[test]
    fn the_warm_up_is_a_board_of_no_suite() {
        let root = crate::root();
        let board = |line: &ObfLine| line.position.board;
        let warm_up = board(&engine::WARM_UP.parse().unwrap());
        let suites = ["ffo-1-19", "ffo-20-39", "ffo-40-59", "lopsided"].map(String::from);
        let problems = problems::load(root, &suites).unwrap();
        assert!(problems.iter().all(|problem| board(&problem.line) != warm_up));
    }

    #[test]
    fn named_suites_are_numbered_as_ffo_numbers_them() {
        let root = crate::root();
        let load = |name: &str| problems::load(root, &[name.to_owned()]);
        let ends = |name| {
            let problems = load(name).unwrap();
            (problems[0].index, problems[problems.len() - 1].index)
        };
        assert_eq!(ends("ffo-1-19"), (1, 19));
        assert_eq!(ends("ffo-20-39"), (20, 39));
        assert_eq!(ends("ffo-40-49"), (40, 49));
        assert_eq!(ends("ffo-40-59"), (40, 59));
        assert_eq!(ends("lopsided"), (1, 20));
        assert!(load("no-such-file.obf").is_err());
    }
}
