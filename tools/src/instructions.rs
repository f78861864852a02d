//! Counts the instructions of fixed work by Valgrind and compares them with the recorded ones.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use xshell::{Shell, cmd};

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

/// The counts of an earlier commit, as JSON lines: the session, then an entry a line.
const BASELINE: &str = "benches/instructions/baseline.jsonl";

/// How a new baseline is written.
const WRITE: &str = "cargo tools instructions --write";

/// The program that does the work.
const PROGRAM: &str = "reversi-instructions";

/// The packages that the step `programs` of `.ci/run` builds. Cargo unites the features of what it builds
/// together, so another selection would have a build of the engine of its own.
const SELECTION: &str = "-preversi-cli -preversi-c -preversi-tools -pxtask -preversi-examples \
                         -preversi-instructions --bins --lib --example=solve";

/// Counts in one function of the program. Caches are those of a small cloud guest: 32 KB L1, and 1 MB L2 as
/// Valgrind's last level.
const OPTIONS: [&str; 7] = [
    "--tool=callgrind",
    "--toggle-collect=*reversi_instructions*counted*",
    "--branch-sim=yes",
    "--cache-sim=yes",
    "--I1=32768,8,64",
    "--D1=32768,8,64",
    "--LL=1048576,16,64",
];

/// The counts of an entry, or of all together.
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

/// Where counts are from.
#[derive(Serialize, Deserialize)]
struct Session {
    command: String,
    /// The present commit, with `-dirty` if the tree differs from it.
    commit: String,
    compiler: String,
}

impl Session {
    fn present(root: &Path) -> Result<Session> {
        let shell = Shell::new()?;
        shell.change_dir(root);
        let commit = cmd!(shell, "git describe --always --dirty --abbrev=9 --exclude=*").read()?;
        Ok(Session { command: WRITE.to_owned(), commit, compiler: cmd!(shell, "rustc --version").read()? })
    }
}

pub(crate) fn run(root: &Path, args: &Args) -> Result<()> {
    let (session, baseline) = (Session::present(root)?, fs::read_to_string(root.join(BASELINE)));
    let mut lines = baseline.iter().filter(|_| !args.whole).flat_map(|text| text.lines());
    match lines.next().map(serde_json::from_str::<Session>).transpose().context(BASELINE)? {
        Some(earlier) if earlier.compiler != session.compiler => {
            let message = format!("the baseline is of {}, this is {}", earlier.compiler, session.compiler);
            ensure!(!args.check, "{message}: their counts do not compare");
            println!("Ratios are not those of the code: {message}.\n");
        }
        _ => {}
    }
    let earlier: Vec<Counts> = lines.map(serde_json::from_str).collect::<Result<_, _>>().context(BASELINE)?;
    let counts = count(root, args.whole.then_some("solve_all ffo_20_39"))?;
    print!("{}", Table { counts: &counts, earlier: &earlier });
    if args.check {
        ensure!(!earlier.is_empty(), "there is no baseline: {WRITE}");
        let rises = rises(&counts, &earlier);
        ensure!(rises.is_empty(), "{}; if that is intended: {WRITE}", rises.join("; "));
    }
    if args.write {
        let mut text = serde_json::to_string(&session)? + "\n";
        for counts in &counts {
            text += &(serde_json::to_string(counts)? + "\n");
        }
        fs::write(root.join(BASELINE), text).context(BASELINE)?;
    }
    Ok(())
}

/// Counts an entry, or without one those of the baseline.
fn count(root: &Path, entry: Option<&str>) -> Result<Vec<Counts>> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let selection = SELECTION.split(' ');
    cmd!(shell, "cargo build --quiet --release {selection...}").quiet().run()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let (program, folder) = (target.join("release").join(PROGRAM), target.join("instructions"));
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let entries = match entry {
        Some(entry) => entry.to_owned(),
        None => cmd!(shell, "{program}").quiet().read()?,
    };
    let count = |entry: &str| {
        let file = folder.join(entry.replace(' ', "."));
        let valgrind = cmd!(shell, "valgrind {OPTIONS...} --callgrind-out-file={file} {program} {entry}");
        let output = valgrind.quiet().ignore_status().output().context("this needs valgrind")?;
        ensure!(output.status.success(), "{entry}: {}", String::from_utf8_lossy(&output.stderr));
        let profile = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        Counts::of_profile(entry, &profile).with_context(|| file.display().to_string())
    };
    entries.lines().map(count).collect()
}

impl Counts {
    /// The totals in a file of Callgrind.
    fn of_profile(entry: &str, profile: &str) -> Result<Counts> {
        let columns = |key: &str| {
            let line = profile.lines().find_map(|line| line.strip_prefix(key));
            line.map(str::split_whitespace).with_context(|| format!("no line {key:?}"))
        };
        let counts: Vec<(&str, &str)> = columns("events:")?.zip(columns("totals:")?).collect();
        let sum = |events: &[&str]| {
            let count = |event: &&str| {
                let count = counts.iter().find(|(name, _)| name == event);
                let (_, count) = count.with_context(|| format!("no count of {event}"))?;
                count.parse::<u64>().with_context(|| format!("{event}: {count:?}"))
            };
            events.iter().map(count).sum::<Result<u64>>()
        };
        let counts = Counts {
            entry: entry.to_owned(),
            instructions: sum(&["Ir"])?,
            mispredicted_branches: sum(&["Bcm"])?,
            l1_misses: sum(&["I1mr", "D1mr", "D1mw"])?,
            l2_misses: sum(&["ILmr", "DLmr", "DLmw"])?,
        };
        ensure!(counts.instructions > 0, "nothing was counted: has the function another name?");
        Ok(counts)
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
    fn counts_are_read_from_a_profile() {
        let profile = "version: 1\nevents: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm\n\nfn=(1) f\n7 8\n\n\
                       totals: 1 900 900 4 8 16 32 64 128 900 2\n";
        let read = Counts::of_profile("solve ffo_22", profile).unwrap();
        let expected = Counts {
            entry: "solve ffo_22".to_owned(),
            instructions: 1,
            mispredicted_branches: 2,
            l1_misses: 4 + 8 + 16,
            l2_misses: 32 + 64 + 128,
        };
        assert_eq!(read, expected);
        let error = |from, to| {
            let profile = profile.replace(from, to);
            format!("{:#}", Counts::of_profile("a", &profile).unwrap_err())
        };
        assert_eq!(error("totals:", "summary:"), "no line \"totals:\"");
        assert_eq!(error(" Bcm", ""), "no count of Bcm");
        assert_eq!(error("totals: 1", "totals: 0"), "nothing was counted: has the function another name?");
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
