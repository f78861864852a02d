//! The errors of the losses that a review shows, against deeper searches of the same games.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use reversi_engine::play::{ReviewedMove, value_error};
use reversi_engine::question::{Answer, Reply};
use reversi_engine::search::AnalyzedMove;
use reversi_engine::{Selectivity, Value};

/// Compares the losses of the moves of games at one level with those at a higher one, which are taken for
/// the truth: the mean error, false mistakes and missed ones, and the error that a review has to state.
///
/// Both files are answers of `reversi game GAMES --level N --format json`, which `--checkpoint` lets go on
/// after it was ended. Games that only one of them has are left out.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The answers that are tested.
    low: PathBuf,
    /// The answers of the higher level.
    high: PathBuf,
}

/// A move at both levels.
struct Pair {
    empties: u32,
    low: ReviewedMove,
    /// The difference of the values of the lower level, whatever a review shows of it.
    raw: u32,
    truth: u32,
    high: Value,
}

impl Pair {
    fn of_game(low: &[AnalyzedMove], high: &[AnalyzedMove]) -> impl Iterator<Item = Pair> {
        low.iter().zip(high).enumerate().map(|(ply, (low, high))| Pair {
            empties: low.position().board.empties().len(),
            low: ReviewedMove::of(ply as u32 + 1, low),
            raw: low.loss(),
            truth: high.loss(),
            high: high.analysis().value(),
        })
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let (low, high) = (games(&args.low)?, games(&args.high)?);
    let mut pairs = Vec::new();
    let mut compared = 0;
    for (low, high) in low.iter().zip(&high) {
        let is_same = low.iter().map(AnalyzedMove::played).eq(high.iter().map(AnalyzedMove::played));
        ensure!(is_same, "game {} is another one in the second file", compared + 1);
        compared += 1;
        pairs.extend(Pair::of_game(low, high));
    }
    ensure!(!pairs.is_empty(), "there is no game in both files");
    print!("{}", report(compared, &pairs));
    Ok(())
}

/// The games of a file.
fn games(path: &Path) -> Result<Vec<Vec<AnalyzedMove>>> {
    let game = |answer: Answer| if let Reply::Game(turns) = answer.reply { Some(turns) } else { None };
    Ok(answers(path)?.into_iter().filter_map(game).collect())
}

/// The answers of a file. A last line that a run has not completed is left out.
pub(crate) fn answers(path: &Path) -> Result<Vec<Answer>> {
    let text = fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    let complete = text.rfind('\n').map_or("", |end| &text[..end]);
    let answer = |(number, line): (usize, &str)| {
        Answer::from_json(line)
            .map_err(|problem| anyhow::anyhow!("{}:{}: {}", path.display(), number + 1, problem.message))
    };
    complete.lines().enumerate().map(answer).collect()
}

fn report(games: usize, pairs: &[Pair]) -> String {
    let count = pairs.len() as f64;
    let mean = |of: &dyn Fn(&Pair) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let share = |of: &dyn Fn(&Pair) -> bool| 100.0 * mean(&|pair| f64::from(u8::from(of(pair))));
    let mut text = format!("{games} games, {count} moves\n\n| | As searched | As shown |\n|---|--:|--:|\n");
    let mut row = |name: &str, raw: f64, shown: f64, unit: &str| {
        text += &format!("| {name} | {raw:.2}{unit} | {shown:.2}{unit} |\n");
    };
    let off = |loss: u32, pair: &Pair| f64::from(loss.abs_diff(pair.truth));
    row(
        "Mean error of a loss, discs",
        mean(&|pair| off(pair.raw, pair)),
        mean(&|pair| off(pair.low.loss, pair)),
        "",
    );
    let is_false = |loss: u32, pair: &Pair| loss >= 3 && pair.truth < 3;
    let falsely = (share(&|pair| is_false(pair.raw, pair)), share(&|pair| is_false(pair.low.loss, pair)));
    row("False mistakes: 3 discs where less is true", falsely.0, falsely.1, " %");
    let is_missed = |loss: u32, pair: &Pair| loss < 3 && pair.truth >= 3;
    let missed = (share(&|pair| is_missed(pair.raw, pair)), share(&|pair| is_missed(pair.low.loss, pair)));
    row("Missed mistakes: less than 3 discs where more is true", missed.0, missed.1, " %");
    text + &errors(pairs)
}

/// The errors of estimated losses, and what the model of the errors of values says of them.
fn errors(pairs: &[Pair]) -> String {
    let mut text = "\n| Searches | Moves | Error of the loss, RMS | Of the value, by the model | Ratio |\n|---|--:|--:|--:|--:|\n".to_owned();
    let (mut rows, mut midgame) = (BTreeMap::<(u32, u32), Sums>::new(), Sums::default());
    for pair in pairs {
        let Value::Estimate { depth, selectivity, .. } = pair.low.best_value else { continue };
        let to_the_end = depth == pair.empties;
        let row = if to_the_end { (100, selectivity.percent()) } else { (0, pair.empties / 10 * 10) };
        // The deeper search has an error too, which is a part of that of the shallower one.
        let value = |value: Value| value_error(without_cuts(value), pair.empties).powi(2);
        let square = f64::from(pair.raw.abs_diff(pair.truth)).powi(2);
        let model = value(pair.low.best_value) - value(pair.high);
        for sums in
            [Some(rows.entry(row).or_default()), (!to_the_end).then_some(&mut midgame)].into_iter().flatten()
        {
            sums.add(square, model);
        }
    }
    for ((end, of), sums) in &rows {
        let name = match end {
            0 => format!("{of} to {} empties", of + 9),
            _ => format!("to the end at {of} %"),
        };
        text += &sums.row(&name);
    }
    text + &midgame.row("all that end before")
}

/// The value as if the search had left out nothing.
fn without_cuts(value: Value) -> Value {
    match value {
        Value::Estimate { score, depth, .. } => {
            Value::Estimate { score, depth, selectivity: Selectivity::P100 }
        }
        value => value,
    }
}

#[derive(Default)]
struct Sums {
    count: f64,
    square: f64,
    model: f64,
}

impl Sums {
    fn add(&mut self, square: f64, model: f64) {
        self.count += 1.0;
        self.square += square;
        self.model += model;
    }

    fn row(&self, name: &str) -> String {
        if self.count == 0.0 {
            return String::new();
        }
        let [error, model] = [self.square, self.model].map(|sum| (sum / self.count).max(0.0).sqrt());
        let ratio = if model > 0.0 { format!("{:.2}", error / model) } else { "-".to_owned() };
        format!("| {name} | {} | {error:.2} | {model:.2} | {ratio} |\n", self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_bitboard::Game;
    use reversi_engine::{AnalyzeRequest, Engine};

    #[test]
    fn losses_are_compared_with_those_of_a_deeper_search() {
        let game: Game = "f5d6c3d3c4f4f6g5e6d7".parse().unwrap();
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let mut at = |depth| engine.analyze_game(&game, AnalyzeRequest::depth(depth)).unwrap();
        let (low, high) = (at(2), at(6));
        let pairs: Vec<Pair> = Pair::of_game(&low, &high).collect();
        let text = report(1, &pairs);
        assert!(text.starts_with("1 games, 10 moves"), "{text}");
        let wrong: u32 = pairs.iter().map(|pair| pair.raw.abs_diff(pair.truth)).sum();
        assert!(
            text.contains(&format!("| Mean error of a loss, discs | {:.2} |", f64::from(wrong) / 10.0)),
            "{text}"
        );
        assert!(text.contains("| 50 to 59 empties | 9 |"), "{text}");
    }
}
