//! Counts the instructions of fixed work by Valgrind and compares them with the recorded ones.

use std::fmt;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::figures::session::Session;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Fail if the instructions of an entry or of all together are more than 1 % above the baseline.
    #[arg(long)]
    check: bool,

    /// Write a new baseline.
    #[arg(long, conflicts_with = "check")]
    write: bool,

    /// Count all of FFO 20-39 with one table instead. There is no baseline of it.
    #[arg(long, conflicts_with_all = ["check", "write"])]
    whole: bool,
}

/// The name of the bench, which is a package of its own, and of the baseline in `benches/figures`.
const NAME: &str = "instructions";

/// The packages that the step `programs` of `.ci/run` builds. The bench takes the same build of the engine.
const SELECTION: &str = "-preversi-cli -preversi-tools -pxtask -preversi-examples -preversi-instructions";

/// What was counted of an entry of the bench, or of all of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Counts {
    entry: String,
    instructions: u64,
    /// Conditional ones. Valgrind predicts an indirect one by the low bits of its address, so their number
    /// depends on which of them happen to share a place.
    mispredicted_branches: u64,
    /// Of instructions, reads and writes.
    l1_misses: u64,
    l2_misses: u64,
}

pub(crate) fn run(root: &Path, args: &Args) -> Result<()> {
    let mut session = Session::begin(root, format!("cargo tools {NAME} --write"))?;
    session.level = "x86-v3".to_owned(); // Valgrind knows no AVX-512
    let baseline = if args.whole { None } else { Session::<Counts>::read(root, NAME)? };
    let same_compiler = baseline.as_ref().is_some_and(|baseline| baseline.compiler == session.compiler);
    if let Some(baseline) = baseline.as_ref().filter(|_| !same_compiler) {
        let message = format!("the baseline is of {}, this is {}", baseline.compiler, session.compiler);
        ensure!(!args.check, "{message}: their counts do not compare");
        println!("Ratios are not those of the code: {message}.\n");
    }
    session.figures = count(root, if args.whole { "whole" } else { "few" })?;
    let earlier = baseline.as_ref().map_or(&[][..], |baseline| &baseline.figures);
    print!("{}", Table { counts: &session.figures, earlier });
    if args.check {
        ensure!(!earlier.is_empty(), "there is no baseline: cargo tools {NAME} --write");
        let rises = rises(&session.figures, earlier);
        ensure!(rises.is_empty(), "{}; if that is intended: cargo tools {NAME} --write", rises.join("; "));
    }
    if args.write { session.write(root, NAME) } else { Ok(()) }
}

/// Runs a group of the bench.
fn count(root: &Path, group: &str) -> Result<Vec<Counts>> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let filter = format!("*::{group}::*");
    let selection = SELECTION.split(' ');
    let bench =
        cmd!(shell, "cargo bench --quiet {selection...} --bench {NAME} -- --output-format=json {filter}");
    let summaries = bench.quiet().read().context("this needs valgrind and gungraun-runner")?;
    let counts = summaries.lines().map(Counts::of_summary).collect::<Result<Vec<_>>>()?;
    ensure!(!counts.is_empty(), "no entry in {summaries:?}");
    Ok(counts)
}

impl Counts {
    /// From what gungraun prints of an entry.
    fn of_summary(summary: &str) -> Result<Counts> {
        let summary: Value = serde_json::from_str(summary).context("no summary of gungraun")?;
        let name = |key: &str| summary[key].as_str().with_context(|| format!("no {key:?} in {summary}"));
        let metrics = &summary["profiles"][0]["data"]["total"]["metrics"];
        let sum = |events: &[&str]| {
            let count = |event: &&str| {
                let new = metrics[*event]["values"]["new"].as_u64();
                new.with_context(|| format!("no count of {event} in {metrics}"))
            };
            events.iter().map(count).sum::<Result<u64>>()
        };
        Ok(Counts {
            entry: format!("{} {}", name("function_name")?, name("id")?),
            instructions: sum(&["Ir"])?,
            mispredicted_branches: sum(&["Bcm"])?,
            l1_misses: sum(&["I1mr", "D1mr", "D1mw"])?,
            l2_misses: sum(&["ILmr", "DLmr", "DLmw"])?,
        })
    }

    fn columns(&self) -> [u64; 4] {
        [self.instructions, self.mispredicted_branches, self.l1_misses, self.l2_misses]
    }

    fn total(counts: &[Counts]) -> Counts {
        let sum = |column: usize| counts.iter().map(|counts| counts.columns()[column]).sum();
        Counts {
            entry: "all".to_owned(),
            instructions: sum(0),
            mispredicted_branches: sum(1),
            l1_misses: sum(2),
            l2_misses: sum(3),
        }
    }
}

fn find<'a>(counts: &'a [Counts], entry: &str) -> Option<&'a Counts> {
    counts.iter().find(|counts| counts.entry == entry)
}

/// Why the counts are not those of the baseline or better.
fn rises(counts: &[Counts], baseline: &[Counts]) -> Vec<String> {
    let missing = baseline.iter().filter(|earlier| find(counts, &earlier.entry).is_none());
    let mut rises: Vec<String> =
        missing.map(|earlier| format!("{} was not counted", earlier.entry)).collect();
    for counts in counts {
        match find(baseline, &counts.entry) {
            Some(earlier) => rises.extend(rise(counts, earlier)),
            None => rises.push(format!("{} is not in the baseline", counts.entry)),
        }
    }
    rises.extend(rise(&Counts::total(counts), &Counts::total(baseline)));
    rises
}

/// A rise of more than 1 %.
fn rise(counts: &Counts, earlier: &Counts) -> Option<String> {
    let ratio = counts.instructions as f64 / earlier.instructions as f64;
    (ratio > 1.01).then(|| format!("{}: {ratio:.4} of the instructions", counts.entry))
}

/// A table in Markdown, with ratios to the earlier counts.
struct Table<'a> {
    counts: &'a [Counts],
    earlier: &'a [Counts],
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = ["instructions", "mispredicted branches", "L1 misses", "L2 misses"];
        f.write_str("| Entry |")?;
        columns.iter().try_for_each(|name| write!(f, " {name} | ratio |"))?;
        writeln!(f, "\n|---|{}", "--:|".repeat(2 * columns.len()))?;
        let total = Counts::total(self.earlier);
        let rows = self.counts.iter().map(|counts| (counts, find(self.earlier, &counts.entry)));
        let all = Counts::total(self.counts);
        for (counts, earlier) in rows.chain([(&all, (!self.earlier.is_empty()).then_some(&total))]) {
            write!(f, "| {} |", counts.entry)?;
            for (column, count) in counts.columns().into_iter().enumerate() {
                let ratio =
                    |earlier: &Counts| format!("{:.4}", count as f64 / earlier.columns()[column] as f64);
                let ratio = earlier.map_or_else(|| "–".to_owned(), ratio);
                write!(f, " {} | {ratio} |", HumanCount(count))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(entry: &str, instructions: u64) -> Counts {
        Counts {
            entry: entry.to_owned(),
            instructions,
            mispredicted_branches: instructions / 100,
            l1_misses: instructions / 100,
            l2_misses: instructions / 1000,
        }
    }

    #[test]
    fn a_rise_of_more_than_one_percent_fails() {
        let baseline = [counts("a", 100_000), counts("b", 900_000)];
        let rises_to = |a, b| rises(&[counts("a", a), counts("b", b)], &baseline);
        assert_eq!(rises_to(100_900, 908_100), [] as [&str; 0]); // 0.9 %
        assert_eq!(rises_to(50_000, 450_000), [] as [&str; 0]);
        assert_eq!(rises_to(101_100, 900_000), ["a: 1.0110 of the instructions"]); // the sum rises by 0.11 %
        assert_eq!(
            rises_to(101_000, 909_900),
            ["b: 1.0110 of the instructions", "all: 1.0109 of the instructions"]
        );
    }

    #[test]
    fn entries_are_those_of_the_baseline() {
        let (a, b) = (counts("a", 100), counts("b", 100));
        assert_eq!(rises(std::slice::from_ref(&b), &[a.clone(), b.clone()]), ["a was not counted"]);
        assert_eq!(
            rises(&[a.clone(), b.clone()], &[b]),
            ["a is not in the baseline", "all: 2.0000 of the instructions"]
        );
    }

    #[test]
    fn counts_are_read_from_a_summary() {
        let metric = |new: u64| serde_json::json!({ "values": { "new": new, "old": 7 } });
        let events = ["Ir", "Bcm", "I1mr", "D1mr", "D1mw", "ILmr", "DLmr", "DLmw"];
        let metrics = |events: &[&str]| -> Value {
            (0..).zip(events).map(|(i, event)| (event.to_string(), metric(1 << i))).collect()
        };
        let summary = |metrics: Value| {
            let profile = serde_json::json!({ "data": { "total": { "metrics": metrics } } });
            serde_json::json!({ "function_name": "solve", "id": "ffo_22", "profiles": [profile] }).to_string()
        };
        let read = Counts::of_summary(&summary(metrics(&events))).unwrap();
        let expected = Counts {
            entry: "solve ffo_22".to_owned(),
            instructions: 1,
            mispredicted_branches: 2,
            l1_misses: 4 + 8 + 16,
            l2_misses: 32 + 64 + 128,
        };
        assert_eq!(read, expected);
        let error = Counts::of_summary(&summary(metrics(&events[1..]))).unwrap_err().to_string();
        assert!(error.starts_with("no count of Ir in "), "{error}");
    }

    #[test]
    fn the_table_has_ratios() {
        let table = Table { counts: &[counts("a", 3000), counts("b", 5000)], earlier: &[counts("a", 2000)] };
        let table = table.to_string();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[2], "| a | 3,000 | 1.5000 | 30 | 1.5000 | 30 | 1.5000 | 3 | 1.5000 |");
        assert!(lines[3].starts_with("| b | 5,000 | – |"), "{table}");
        assert!(lines[4].starts_with("| all | 8,000 | 4.0000 |"), "{table}");
    }
}
