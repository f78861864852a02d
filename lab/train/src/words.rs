//! What each fact about a mistake is worth: a fit on the differences of values.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use reversi_bitboard::{Move, Position};
use reversi_engine::play::{Fact, Reason, ReviewedMove};
use reversi_engine::question::Reply;
use reversi_engine::{Analysis, Line, Value};

use crate::losses::answers;

/// Fits the worth of each fact in discs: of the differences between the line after a move and the line
/// after the best one, which explain the difference of their values. Reports how many mistakes get a
/// reason by the fit that the program has.
///
/// The files are answers of `reversi analyze POSITIONS --level N --lines all --format json`, in which
/// every move is compared with the best one, and of `reversi game GAMES --level N --format json`, which
/// have the moves of people. What is plain to see people rarely do wrong, so both are needed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The answers.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The Rust source file to write.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const FACTS: usize = Fact::ALL.len();

/// The least number of empty squares of each phase.
const PHASES: [u32; 4] = Reason::PHASES;

/// A move of a game counts as often as so many moves of analysed positions.
const OF_GAMES: f64 = 5.0;

/// The facts before this one are seen at once. They are fitted without the others, which follow from them.
const FIRST_LATER: usize = Fact::LaterReplies as usize;

/// The facts from this one on tell of the reply, and have no worth.
const FIRST_REPLY: usize = Fact::FreeMoves as usize;

/// Losses beyond this say little of a single fact.
const MOST: f64 = 24.0;

/// The differences of a move and the best one, and that of their values.
struct Sample {
    phase: usize,
    differences: [f64; FACTS],
    loss: f64,
    /// How often it counts.
    weight: f64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let (mut samples, mut moves) = (Vec::new(), Vec::new());
    for path in &args.files {
        for answer in answers(path)? {
            match answer.reply {
                Reply::Analysis(analysis) => samples.extend(of_analysis(answer.position, &analysis)),
                Reply::Game(turns) => {
                    moves.extend((1..).zip(&turns).map(|(ply, turn)| ReviewedMove::of(ply, turn)));
                }
                _ => {}
            }
        }
    }
    samples.extend(moves.iter().filter_map(of_move));
    ensure!(!samples.is_empty(), "no move was worse than the best one");
    let fits = [0, 1, 2, 3].map(|phase| {
        let of_phase = || samples.iter().filter(|sample| sample.phase == phase);
        let (near, mut all) = (fitted(of_phase(), FIRST_LATER), fitted(of_phase(), FIRST_REPLY));
        all[..FIRST_LATER].copy_from_slice(&near[..FIRST_LATER]);
        all
    });
    print!("{}", table(&samples, &fits));
    print!("{}", replies(&moves));
    print!("{}", coverage(&moves));
    if let Some(path) = &args.output {
        fs::write(path, source(&fits)).with_context(|| format!("{}", path.display()))?;
    }
    Ok(())
}

/// All moves of a position but the first one, against that one.
fn of_analysis(position: Position, analysis: &Analysis) -> Vec<Sample> {
    let Some((best, others)) = analysis.lines().split_first() else { return Vec::new() };
    let sample = |line: &Line| sample(position, [line.pv(), best.pv()], [line.value(), best.value()], 1.0);
    others.iter().filter_map(sample).collect()
}

/// `None` for a move that is the best one, and for values that cannot be compared.
fn of_move(mv: &ReviewedMove) -> Option<Sample> {
    let lines = [&mv.line[..], &mv.best_line];
    let is_other = mv.judged && mv.played != mv.best_move;
    is_other.then(|| sample(mv.position, lines, [mv.value, mv.best_value], OF_GAMES)).flatten()
}

fn sample(position: Position, lines: [&[Move]; 2], values: [Value; 2], weight: f64) -> Option<Sample> {
    let empties = position.board.empties().len();
    Some(Sample {
        phase: PHASES.iter().position(|&least| empties >= least)?,
        differences: Reason::differences(position, lines[0], lines[1])?.map(f64::from),
        loss: f64::from(values[1].score()? - values[0].score()?).min(MOST),
        weight,
    })
}

/// Least squares without negative weights: a fact explains a loss, or it says nothing. A constant, which
/// the fit does not keep, stands for what all losses have: they are at least 0. The first `facts` are
/// fitted.
fn fitted<'a>(samples: impl Iterator<Item = &'a Sample>, facts: usize) -> [f64; FACTS] {
    const N: usize = FACTS + 1;
    let (mut products, mut targets) = ([[0.0; N]; N], [0.0; N]);
    for sample in samples {
        let mut row = [1.0; N];
        row[..FACTS].fill(0.0);
        row[..facts].copy_from_slice(&sample.differences[..facts]);
        for i in 0..N {
            targets[i] += sample.weight * row[i] * sample.loss;
            for j in 0..N {
                products[i][j] += sample.weight * row[i] * row[j];
            }
        }
    }
    for (i, row) in products.iter_mut().enumerate() {
        row[i] += 5.0; // a fact that is seen a few times is worth little
    }
    let mut weights = [0.0; N];
    for _ in 0..2000 {
        for i in 0..N {
            let others: f64 = (0..N).filter(|&j| j != i).map(|j| products[i][j] * weights[j]).sum();
            weights[i] = ((targets[i] - others) / products[i][i]).max(0.0);
        }
    }
    std::array::from_fn(|i| weights[i])
}

fn tenths(weight: f64) -> u8 {
    (weight * 10.0).round().min(255.0) as u8
}

fn table(samples: &[Sample], fits: &[[f64; FACTS]; 4]) -> String {
    let [first, second, third, _] = PHASES;
    let mut text = format!(
        "| Worth in discs | {first} empties and more | {second} and more | {third} and more | fewer |\n"
    );
    text += "|---|--:|--:|--:|--:|\n";
    for &fact in &Fact::ALL[..FIRST_REPLY] {
        let cell = |phase: usize| {
            let of_phase = samples.iter().filter(|sample| sample.phase == phase);
            let seen = of_phase.filter(|sample| sample.differences[fact as usize] > 0.0).count();
            format!("{:.1} ({seen})", fits[phase][fact as usize])
        };
        let _ = writeln!(text, "| {} | {} |", fact.name(), [0, 1, 2, 3].map(cell).join(" | "));
    }
    for (phase, least) in PHASES.iter().enumerate() {
        let is_seen = |sample: &&Sample| sample.phase == phase && sample.weight < OF_GAMES;
        let of_phase: Vec<&Sample> = samples.iter().filter(is_seen).collect();
        let mean = of_phase.iter().map(|sample| sample.loss).sum::<f64>() / of_phase.len().max(1) as f64;
        let worth = |sample: &Sample| -> f64 {
            let near = fits[phase].iter().zip(sample.differences).take(FIRST_LATER);
            near.map(|(weight, difference)| weight * difference).sum()
        };
        let centre = of_phase.iter().map(|sample| worth(sample)).sum::<f64>() / of_phase.len().max(1) as f64;
        let square = |of: &dyn Fn(&Sample) -> f64| of_phase.iter().map(|one| of(one).powi(2)).sum::<f64>();
        let all = square(&|sample| sample.loss - mean);
        let left = square(&|sample| sample.loss - mean - worth(sample) + centre);
        let part = 100.0 * (1.0 - left / all.max(1.0));
        let _ = writeln!(
            text,
            "{least} empties and more: {part:.0} % of the variance of {} moves",
            of_phase.len()
        );
    }
    text
}

/// How often a fact about replies points at the move that was played, and how often at the best one, by
/// phases: of the mistakes without another reason.
fn replies(moves: &[ReviewedMove]) -> String {
    let is_open = |mv: &&ReviewedMove| {
        mv.class.counts() && mv.why.as_ref().is_none_or(|why| why.fact as usize >= FIRST_REPLY)
    };
    let mut text = String::new();
    for &fact in &Fact::ALL[FIRST_REPLY..] {
        let _ = write!(text, "| {} |", fact.name());
        for phase in 0..PHASES.len() {
            let of_phase = |mv: &&ReviewedMove| {
                PHASES.iter().position(|&least| mv.position.board.empties().len() >= least) == Some(phase)
            };
            let mut counts = [0, 0];
            for mv in moves.iter().filter(is_open).filter(of_phase) {
                let mut other = (*mv).clone();
                std::mem::swap(&mut other.line, &mut other.best_line);
                for (count, mv) in counts.iter_mut().zip([mv, &other]) {
                    *count += usize::from(Reason::all(mv).iter().any(|reason| reason.fact == fact));
                }
            }
            let _ = write!(text, " {} : {} |", counts[0], counts[1]);
        }
        text.push('\n');
    }
    text
}

/// How many mistakes have a reason, and which ones.
fn coverage(moves: &[ReviewedMove]) -> String {
    let mistakes: Vec<&ReviewedMove> = moves.iter().filter(|mv| mv.class.counts()).collect();
    let with = mistakes.iter().filter(|mv| mv.why.is_some()).count();
    let percent = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
    let share = percent(with, mistakes.len());
    let mut text = format!("{} mistakes, {with} with a reason ({share:.1} %)\n", mistakes.len());
    for &fact in Fact::ALL {
        let count = mistakes.iter().filter(|mv| mv.why.as_ref().is_some_and(|why| why.fact == fact)).count();
        let _ = writeln!(text, "| {} | {count} | {:.1} % |", fact.name(), percent(count, with));
    }
    text
}

fn source(fits: &[[f64; FACTS]; 4]) -> String {
    let [a, b, c, _] = PHASES;
    let mut text = format!(
        "//! Made by `reversi-train words`: see docs/src/reviewing.md.

use super::Fact;

/// Returns the worth of a difference of one in a fact, in tenths of a disc: with {a} and more empty squares,
/// {b} and more, {c} and more, and fewer.
#[allow(unreachable_patterns, reason = \"a new fact is worth nothing before the fit\")]
pub(super) fn tenths(fact: Fact) -> [u8; 4] {{
    match fact {{
"
    );
    for &fact in &Fact::ALL[..FIRST_REPLY] {
        let worth = fits.map(|weights| tenths(weights[fact as usize]));
        let _ = writeln!(text, "        Fact::{fact:?} => {worth:?},");
    }
    text + "        _ => [0; 4],\n    }\n}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fit_finds_what_made_the_losses() {
        let mut rng = fastrand::Rng::with_seed(1);
        let sample = |_| {
            let mut differences = [0.0; FACTS];
            differences.fill_with(|| f64::from(rng.i32(-3..=3)));
            // The last one has a negative weight, which no fact may have.
            let loss = 8.0 + 1.5 * differences[0] + 0.5 * differences[5] - differences[FACTS - 1];
            Sample { phase: 0, differences, loss, weight: 1.0 }
        };
        let samples: Vec<Sample> = (0..4000).map(sample).collect();
        let weights = fitted(samples.iter(), FACTS);
        for (i, weight) in weights.iter().enumerate() {
            let truth = if i == 0 {
                1.5
            } else if i == 5 {
                0.5
            } else {
                0.0
            };
            assert!((weight - truth).abs() < 0.06, "{i} {weight}");
        }
        assert!(source(&[weights; 4]).contains("        Fact::OnlyWin => [15, 15, 15, 15],\n"));
    }
}
