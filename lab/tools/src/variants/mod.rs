//! The solver with a technique left out, or in another form: a patch of its source, built as a program of its
//! own.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command; the programs beside this build |
//! | `list.rs` | the table of the variants and their patches, `lab/variants` |
//! | `copy.rs` | a copy of the repository that takes a patch and is built |
//!
//! No published function asks whether it is being measured, so a variant is not a branch of the solver. Its
//! nodes do not depend on the load of the machine; its times are taken in turn with those of this build.

mod copy;
mod list;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use list::{Variant, variants};

use crate::suite::{self, Total};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only variants whose ids contain one of these, such as "END-22" or "without" [default: all].
    filters: Vec<String>,

    /// Print the variants and build nothing.
    #[arg(long)]
    list: bool,

    /// Check that every patch fits the code of this tree, and build nothing.
    #[arg(long)]
    check: bool,

    /// The suite instead of those of the variants: ffo-1-19, ffo-20-39, ffo-40-49, ffo-40-59, lopsided or
    /// an OBF file. With " wld" behind it, only who wins.
    #[arg(long)]
    suite: Option<String>,

    /// Number of times that each program solves each position.
    #[arg(long, value_name = "N", default_value = "5")]
    rounds: NonZeroUsize,
}

/// The end of a suite of which only win, draw or loss is asked.
const WLD: &str = " wld";

/// A variant on a suite, beside this build.
pub(crate) struct Row {
    pub(crate) suite: String,
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) base: Total,
    pub(crate) total: Total,
}

/// Builds and measures the variants, and prints a table.
pub(crate) fn run(root: &Path, args: &Args) -> anyhow::Result<()> {
    if args.check {
        return list::check(root);
    }
    let all = variants(root)?;
    let is_wanted =
        |id: &str| args.filters.is_empty() || args.filters.iter().any(|filter| id.contains(filter));
    let wanted: Vec<&Variant> = all.iter().filter(|variant| is_wanted(&variant.id)).collect();
    ensure!(
        !wanted.is_empty(),
        "no variant has {} in its id: cargo lab variants --list",
        args.filters.join(" or ")
    );
    if args.list {
        for Variant { id, name, .. } in wanted {
            println!("{id}: {name}");
        }
        return Ok(());
    }
    let rows = measured(root, &wanted, args.suite.as_deref(), args.rounds.get())?;
    println!("| Suite | Variant | What | M nodes | ratio | s | ratio |\n|---|---|---|--:|--:|--:|--:|");
    for Row { suite, id, name, base, total } in &rows {
        let nodes = [total.nodes, base.nodes].map(|nodes| nodes as f64 / 1e6);
        let seconds = [&total.seconds, &base.seconds].map(|seconds| suite::median(seconds.iter().copied()));
        println!(
            "| {suite} | {id} | {name} | {:.2} | {:.3} | {:.2} | {:.3} |",
            nodes[0],
            nodes[0] / nodes[1],
            seconds[0],
            seconds[0] / seconds[1]
        );
    }
    Ok(())
}

/// All variants, beside this build on the suites that they name.
pub(crate) fn all(root: &Path, rounds: usize) -> anyhow::Result<Vec<Row>> {
    measured(root, &variants(root)?.iter().collect::<Vec<_>>(), None, rounds)
}

/// Variants with the same suite and options run in turn with one base. Those of a level that this machine
/// lacks are named and left out.
fn measured(
    root: &Path,
    variants: &[&Variant],
    suite: Option<&str>,
    rounds: usize,
) -> anyhow::Result<Vec<Row>> {
    let (missing, variants): (Vec<&Variant>, Vec<&Variant>) =
        variants.iter().partition(|variant| variant.missing_level().is_some());
    for variant in missing {
        println!(
            "{} left out: this machine has no {}",
            variant.id,
            variant.missing_level().unwrap_or_default()
        );
    }
    let mut rows = Vec::new();
    if variants.is_empty() {
        return Ok(rows);
    }
    let (base, programs) = programs(root, &variants)?;
    let mut left: Vec<(&Variant, &PathBuf, &str)> = Vec::new();
    for (&variant, program) in variants.iter().zip(&programs) {
        let suites =
            suite.map_or_else(|| variant.suites.iter().map(String::as_str).collect(), |suite| vec![suite]);
        left.extend(suites.into_iter().map(|suite| (variant, program, suite)));
    }
    while let Some(&(first, _, suite)) = left.first() {
        let same = |other: &(&Variant, &PathBuf, &str)| other.2 == suite && other.0.options == first.options;
        let group: Vec<_> = left.iter().copied().filter(same).collect();
        left.retain(|other| !same(other));
        let programs: Vec<&Path> = [base.as_path()]
            .into_iter()
            .chain(group.iter().map(|(_, program, _)| program.as_path()))
            .collect();
        let options = first.options_in(root);
        let mut options: Vec<(&str, &str)> =
            options.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let problems = suite.strip_suffix(WLD);
        options.extend(problems.map(|_| ("--window", "wld")));
        let problems = problems.unwrap_or(suite);
        let mut totals = suite::totals_of(root, problems, &programs, &options, rounds)?.into_iter();
        let of_base = totals.next().expect("a total for each program");
        rows.extend(group.iter().zip(totals).map(|((variant, ..), total)| {
            let Variant { id, name, .. } = variant;
            Row { suite: suite.to_owned(), id: id.clone(), name: name.clone(), base: of_base.clone(), total }
        }));
    }
    Ok(rows)
}

/// This build and the program of each variant.
fn programs(root: &Path, variants: &[&Variant]) -> anyhow::Result<(PathBuf, Vec<PathBuf>)> {
    let base = copy::built(root, "base", None)?;
    let mut built: HashMap<&str, PathBuf> = HashMap::new();
    for (number, variant) in (1..).zip(variants) {
        if !built.contains_key(&*variant.patch) {
            println!("building {number} of {}: {}", variants.len(), variant.id);
            let program = copy::built(root, &variant.patch, Some(&variant.patch_in(root)))?;
            built.insert(&variant.patch, program);
        }
    }
    Ok((base, variants.iter().map(|variant| built[&*variant.patch].clone()).collect()))
}
