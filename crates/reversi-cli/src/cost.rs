//! Estimates the cost of many positions by a sample.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use indicatif::HumanCount;
use reversi_engine::question::{Answer, Reply};
use reversi_engine::runs::cost::{Measured, Model};
use serde::Serialize;

use crate::output::{Failure, Format, count, say, with_causes};

/// Estimates what many positions will cost: core-hours, bytes and money.
///
/// Solved positions show how nodes grow with the number of empty squares: the median is `exp(a + b *
/// empties)`, and single positions spread around it. Their mean is above the median, as some positions take
/// many times as long as most. Every fifth position of each number of empty squares is held out, and shows
/// the error of the model. A second model, of the upper half of the empty squares alone, shows how much the
/// growth varies. Beyond the sample both are extrapolations.
///
/// Core-hours are measured on the machine that solved the sample, with nothing else at work: the positions
/// with the most empty squares give its rate.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Files of answers of `reversi solve`, by --output or --format json.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The number of planned positions and their empty squares, such as 1e6:24.
    #[arg(long = "plan", value_name = "POSITIONS:EMPTIES")]
    plans: Vec<Plan>,

    /// The price of a core-hour, in any currency.
    #[arg(long, value_name = "PRICE", value_parser = price, allow_negative_numbers = true)]
    price: Option<f64>,

    /// The nodes that a core searches in a second [default: the rate of the sample].
    #[arg(long, value_name = "N", value_parser = nodes_per_second, allow_negative_numbers = true)]
    nodes_per_second: Option<f64>,

    /// A table, or one JSON object with the coefficients.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const AFTER_HELP: &str = "\
Example:
  reversi sample --positions 520 --empties 10 22 > sample.obf
  reversi solve sample.obf --output sample.jsonl
  reversi cost sample.jsonl --plan 1e6:24 --plan 1e9:20 --price 0.04";

/// Positions to solve.
#[derive(Clone, Copy)]
struct Plan {
    positions: f64,
    empties: u32,
}

impl FromStr for Plan {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Plan, &'static str> {
        let plan = text.split_once(':').and_then(|(positions, empties)| {
            let positions =
                positions.parse().ok().filter(|&positions: &f64| (1.0..=1e18).contains(&positions));
            let empties = empties.parse().ok().filter(|empties| (1..=60).contains(empties));
            Some(Plan { positions: positions?, empties: empties? })
        });
        plan.ok_or("expected POSITIONS:EMPTIES, such as 1e6:24")
    }
}

fn price(text: &str) -> Result<f64, &'static str> {
    let price = text.parse().ok().filter(|&price: &f64| price.is_finite() && price >= 0.0);
    price.ok_or("expected a price, 0 or more")
}

fn nodes_per_second(text: &str) -> Result<f64, &'static str> {
    let rate = text.parse().ok().filter(|&rate: &f64| (1.0..=1e12).contains(&rate));
    rate.ok_or("expected a number of nodes, such as 30e6")
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut sample = Sample::default();
    for path in &args.files {
        let text =
            fs::read_to_string(path).map_err(|error| Failure::of_file(&path.to_string_lossy(), error))?;
        sample.read(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if sample.interrupted > 0 {
        let left_out = count(sample.interrupted, "position");
        say(&format!("{left_out} that a limit interrupted are left out: costs are too low"));
    }
    let mut model = Model::fit(&sample.measured)?;
    let mut upper = Model::fit_upper_half(&sample.measured)?;
    let rate = args.nodes_per_second.unwrap_or(model.nodes_per_second);
    (model.nodes_per_second, upper.nodes_per_second) = (rate, rate);
    let bills: Vec<Bill> =
        args.plans.iter().map(|&plan| Bill::new(plan, &model, &upper, args.price)).collect();
    let mut out = io::stdout().lock();
    match args.format {
        Format::Table => write_table(&mut out, &sample.measured, &model, &upper, &bills)?,
        Format::Json => {
            let report = CostReport { model: &model, upper_half: &upper, plans: &bills };
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct CostReport<'a> {
    model: &'a Model,
    upper_half: &'a Model,
    plans: &'a [Bill],
}

/// Solved positions, in the order of the files.
#[derive(Default)]
struct Sample {
    measured: Vec<Measured>,
    interrupted: usize,
}

impl Sample {
    fn read(&mut self, text: &str) -> Result<(), Box<dyn Error>> {
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            if number == 1 && line.contains(r#"{"run":"#) || line.contains(r#","run":"#) {
                continue; // of a file by --output
            }
            let answer: Answer = serde_json::from_str(line)
                .map_err(|error| format!("line {number}: {}", with_causes(&error)))?;
            match &answer.reply {
                Reply::Solution(solution) => self.measured.push(Measured::new(
                    answer.position.board.empties().len(),
                    solution.nodes(),
                    solution.elapsed().as_secs_f64(),
                    line.len() + 1,
                )),
                Reply::Interrupted(_) => self.interrupted += 1,
                _ => return Err(format!("line {number}: not an answer of `reversi solve`").into()),
            }
        }
        Ok(())
    }
}

/// The cost of a plan.
#[derive(Serialize)]
struct Bill {
    positions: f64,
    empties: u32,
    /// The number of empty squares beyond the sample.
    extrapolated: u32,
    nodes: f64,
    core_hours: f64,
    /// By the model of the upper half.
    core_hours_by_upper_half: f64,
    bytes: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    money: Option<f64>,
}

impl Bill {
    fn new(Plan { positions, empties }: Plan, model: &Model, upper: &Model, price: Option<f64>) -> Bill {
        let hours = |model: &Model| positions * model.mean_nodes(empties) / model.nodes_per_second / 3600.0;
        let core_hours = hours(model);
        Bill {
            positions,
            empties,
            extrapolated: empties.saturating_sub(model.most_empties),
            nodes: positions * model.mean_nodes(empties),
            core_hours,
            core_hours_by_upper_half: hours(upper),
            bytes: positions * model.bytes(empties),
            money: price.map(|price| price * core_hours),
        }
    }
}

fn write_table(
    out: &mut impl io::Write,
    measured: &[Measured],
    model: &Model,
    upper: &Model,
    bills: &[Bill],
) -> io::Result<()> {
    writeln!(out, "empties positions    median nodes      mean nodes   model's mean  ratio   bytes")?;
    for (empties, (number, median, mean, bytes)) in by_empties(measured) {
        let predicted = model.mean_nodes(empties);
        writeln!(
            out,
            "{empties:>7} {number:>9} {:>15} {:>15} {:>14} {:>6.2} {bytes:>7.0}",
            HumanCount(median).to_string(),
            HumanCount(mean as u64).to_string(),
            HumanCount(predicted as u64).to_string(),
            predicted / mean,
        )?;
    }
    for (name, model) in [("model", model), ("upper half", upper)] {
        let &Model { a, b, spread, held_out, .. } = model;
        writeln!(
            out,
            "\n{name}: median nodes = exp({a:.3} + {b:.4} * empties): {:.2} times as many for each square\n\
             {:>w$}  two of three positions within a factor of {:.2}; the mean is {:.2} of the median\n\
             {:>w$}  held out: {:.2} of the nodes of {}",
            b.exp(),
            "",
            spread.exp(),
            (spread * spread / 2.0).exp(),
            "",
            held_out.predicted_by_measured,
            count(held_out.positions, "position"),
            w = name.len(),
        )?;
    }
    writeln!(out, "rate: {:.1} million nodes a second and core", model.nodes_per_second / 1e6)?;
    if bills.is_empty() {
        return Ok(());
    }
    writeln!(out, "\npositions empties beyond      nodes core-hours upper half      bytes      money")?;
    for bill in bills {
        let money = bill.money.map_or("-".to_owned(), |money| format!("{money:.2e}"));
        writeln!(
            out,
            "{:>9.1e} {:>7} {:>6} {:>10.2e} {:>10.2e} {:>10.2e} {:>10.2e} {money:>10}",
            bill.positions,
            bill.empties,
            bill.extrapolated,
            bill.nodes,
            bill.core_hours,
            bill.core_hours_by_upper_half,
            bill.bytes,
        )?;
    }
    Ok(())
}

/// The number of positions, their median and mean of nodes, and their mean of bytes.
fn by_empties(measured: &[Measured]) -> BTreeMap<u32, (usize, u64, f64, f64)> {
    let mut groups: BTreeMap<u32, Vec<&Measured>> = BTreeMap::new();
    for one in measured {
        groups.entry(one.empties).or_default().push(one);
    }
    let summary = |mut group: Vec<&Measured>| {
        group.sort_unstable_by_key(|one| one.nodes);
        let mean = |sum: f64| sum / group.len() as f64;
        let nodes = group.iter().map(|one| one.nodes as f64).sum();
        let bytes = group.iter().map(|one| one.bytes as f64).sum();
        (group.len(), group[group.len() / 2].nodes, mean(nodes), mean(bytes))
    };
    groups.into_iter().map(|(empties, group)| (empties, summary(group))).collect()
}
