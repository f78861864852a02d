//! A model of nodes and bytes by the number of empty squares. It predicts the cost of many positions from a
//! sample.

use std::collections::BTreeMap;

use serde::Serialize;

/// A solved position.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Measured {
    /// The number of its empty squares.
    pub empties: u32,
    /// The nodes of its search.
    pub nodes: u64,
    /// The seconds of its search.
    pub seconds: f64,
    /// The bytes of its line in a file of answers.
    pub bytes: usize,
}

impl Measured {
    /// Makes a solved position: its empty squares, and the nodes, the seconds and the bytes of its answer.
    pub fn new(empties: u32, nodes: u64, seconds: f64, bytes: usize) -> Measured {
        Measured { empties, nodes, seconds, bytes }
    }
}

/// Nodes are log-normal around `exp(a + b * empties)`, bytes grow by the same number for each empty square.
///
/// ```
/// use reversi_engine::runs::cost::{Measured, Model};
///
/// let of = |empties: u32| {
///     let nodes = (1.0 + 0.8 * f64::from(empties)).exp();
///     Measured::new(empties, nodes as u64, nodes / 2e7, 200)
/// };
/// let model = Model::fit(&(0..200).map(|i| of(10 + i % 10)).collect::<Vec<_>>())?;
/// assert!((model.b - 0.8).abs() < 0.01);
/// assert!(model.mean_nodes(24) > 10.0 * model.mean_nodes(20));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Model {
    /// The logarithm of the median of the nodes at no empties.
    pub a: f64,
    /// The growth of the logarithm for each empty square.
    pub b: f64,
    /// The standard deviation of the logarithm of the nodes.
    pub spread: f64,
    /// The fewest empty squares of the sample.
    pub fewest_empties: u32,
    /// The most empty squares of the sample.
    pub most_empties: u32,
    /// The error of the model on held-out positions.
    pub held_out: HeldOut,
    /// The nodes per second of the positions in the upper quarter of the empty squares.
    pub nodes_per_second: f64,
    bytes_at_0: f64,
    bytes_by_square: f64,
}

/// The predictions of the model for held-out positions.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct HeldOut {
    /// The number of the positions.
    pub positions: usize,
    /// The sum of the predicted nodes, divided by the sum of the measured nodes.
    pub predicted_by_measured: f64,
}

impl Model {
    /// Returns the model of exact solves of positions of random games, each with an empty hash table, on a
    /// core that searches 20 million nodes a second. It gives an estimate without a sample. The means
    /// are 20,730 nodes at 12 empties, 96,139 at 14, 388,782 at 16 and 15.5 million at 20, measured with
    /// version 0.2.0.
    ///
    /// ```
    /// use reversi_engine::runs::cost::Model;
    ///
    /// let model = Model::of_random_games();
    /// println!("{:.0} nodes at 24 empties", model.mean_nodes(24));
    /// assert!((9e4..1e5).contains(&model.mean_nodes(14)));
    /// ```
    pub fn of_random_games() -> Model {
        let b = 2.15_f64.ln();
        Model {
            a: 9.6e4_f64.ln() - 14.0 * b,
            b,
            spread: 0.0, // it is of the means
            fewest_empties: 12,
            most_empties: 20,
            held_out: HeldOut { positions: 0, predicted_by_measured: 1.0 },
            nodes_per_second: 2e7,
            bytes_at_0: 0.0, // not known
            bytes_by_square: 0.0,
        }
    }

    /// Returns the model of all positions.
    ///
    /// # Errors
    /// A text that says what the sample lacks.
    pub fn fit(measured: &[Measured]) -> Result<Model, String> {
        let mut seen: BTreeMap<u32, usize> = BTreeMap::new();
        let (mut kept, mut held_out) = (Vec::new(), Vec::new());
        for &one in measured {
            let number = seen.entry(one.empties).or_default();
            *number += 1;
            if number.is_multiple_of(5) { held_out.push(one) } else { kept.push(one) }
        }
        let (Some((&fewest, _)), Some((&most, _))) = (seen.first_key_value(), seen.last_key_value()) else {
            return Err("there are no solved positions".to_owned());
        };
        if fewest == most || held_out.is_empty() {
            return Err(
                "a model needs positions with several numbers of empty squares, and at least 5 with \
                        one of them"
                    .to_owned(),
            );
        }
        let points = |value: fn(&Measured) -> f64| {
            kept.iter().map(move |one| (f64::from(one.empties), value(one))).collect::<Vec<_>>()
        };
        let nodes = Line::fit(&points(|one| (one.nodes.max(1) as f64).ln()));
        let bytes = Line::fit(&points(|one| one.bytes as f64));
        let highest = measured.iter().filter(|one| 4 * (most - one.empties) <= most - fewest);
        let (all_nodes, all_seconds) = highest
            .fold((0.0, 0.0), |(nodes, seconds), one| (nodes + one.nodes as f64, seconds + one.seconds));
        let mut model = Model {
            a: nodes.at_0,
            b: nodes.slope,
            spread: nodes.spread,
            fewest_empties: fewest,
            most_empties: most,
            held_out: HeldOut { positions: held_out.len(), predicted_by_measured: 0.0 },
            nodes_per_second: all_nodes / all_seconds.max(1e-9),
            bytes_at_0: bytes.at_0,
            bytes_by_square: bytes.slope,
        };
        let predicted: f64 = held_out.iter().map(|one| model.mean_nodes(one.empties)).sum();
        let total: f64 = held_out.iter().map(|one| one.nodes as f64).sum();
        model.held_out.predicted_by_measured = predicted / total.max(1.0);
        Ok(model)
    }

    /// Returns the model of the positions in the upper half of the empty squares.
    ///
    /// # Errors
    /// As [`fit`](Self::fit).
    pub fn fit_upper_half(measured: &[Measured]) -> Result<Model, String> {
        let fewest = measured.iter().map(|one| one.empties).min().unwrap_or(0);
        let most = measured.iter().map(|one| one.empties).max().unwrap_or(0);
        let upper = measured.iter().filter(|one| 2 * one.empties >= fewest + most);
        Model::fit(&upper.copied().collect::<Vec<_>>())
    }

    /// Returns the mean of the nodes, which is above their median.
    pub fn mean_nodes(&self, empties: u32) -> f64 {
        (self.a + self.b * f64::from(empties) + self.spread * self.spread / 2.0).exp()
    }

    /// Returns the mean of the bytes of an answer in a file.
    pub fn bytes(&self, empties: u32) -> f64 {
        self.bytes_at_0 + self.bytes_by_square * f64::from(empties)
    }
}

/// A line through points by least squares.
struct Line {
    at_0: f64,
    slope: f64,
    /// The standard deviation of the points around it.
    spread: f64,
}

impl Line {
    /// Fits a line. The points have at least two different places.
    fn fit(points: &[(f64, f64)]) -> Line {
        let count = points.len() as f64;
        let mean = |value: fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / count;
        let (x_mean, y_mean) = (mean(|point| point.0), mean(|point| point.1));
        let products = points.iter().map(|(x, y)| (x - x_mean) * (y - y_mean)).sum::<f64>();
        let squares = points.iter().map(|(x, _)| (x - x_mean).powi(2)).sum::<f64>();
        let slope = products / squares;
        let at_0 = y_mean - slope * x_mean;
        let around = points.iter().map(|(x, y)| (y - at_0 - slope * x).powi(2)).sum::<f64>();
        Line { at_0, slope, spread: (around / (count - 2.0).max(1.0)).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns positions whose nodes are `exp(1 + 0.8 * empties)`, half of them `factor` times as many, the
    /// others as many times fewer.
    fn sample(factor: f64) -> Vec<Measured> {
        let of = |empties: u32, i: u32| {
            let times = if i.is_multiple_of(2) { factor } else { 1.0 / factor };
            let nodes = (1.0 + 0.8 * f64::from(empties)).exp() * times;
            let bytes = 100 + 3 * empties as usize;
            Measured { empties, nodes: nodes as u64, seconds: nodes / 2e7, bytes }
        };
        (10..=20).flat_map(|empties| (0..50).map(move |i| of(empties, i))).collect()
    }

    #[test]
    fn the_model_finds_what_the_sample_was_made_of() {
        let model = Model::fit(&sample(2.0)).unwrap();
        assert!((model.a - 1.0).abs() < 0.02 && (model.b - 0.8).abs() < 0.001, "{model:?}");
        assert!((model.spread - 2_f64.ln()).abs() < 0.01, "{model:?}");
        assert!((model.nodes_per_second - 2e7).abs() < 1e5, "{model:?}");
        assert!((model.bytes(30) - 190.0).abs() < 1e-6, "{model:?}");
        assert_eq!((model.held_out.positions, model.most_empties), (110, 20));
        let upper = Model::fit_upper_half(&sample(2.0)).unwrap();
        assert!((upper.b - 0.8).abs() < 0.001 && upper.fewest_empties == 15, "{upper:?}");
    }

    #[test]
    fn the_mean_is_that_of_a_log_normal_distribution() {
        let model = Model::fit(&sample(1.0)).unwrap();
        let ratio = |model: &Model| model.mean_nodes(16) / (model.a + model.b * 16.0).exp();
        assert!((ratio(&model) - 1.0).abs() < 1e-6, "{model:?}");
        let model = Model::fit(&sample(3.0)).unwrap();
        assert!((ratio(&model) - (3_f64.ln().powi(2) / 2.0).exp()).abs() < 0.02, "{model:?}");
    }

    #[test]
    fn a_sample_that_says_nothing_of_growth_is_refused() {
        assert!(Model::fit(&[]).is_err());
        let one = Measured { empties: 10, nodes: 5, seconds: 1.0, bytes: 1 };
        assert!(Model::fit(&[one; 50]).is_err());
        assert!(Model::fit(&[one, Measured { empties: 11, ..one }]).is_err(), "nothing is held out");
    }
}
