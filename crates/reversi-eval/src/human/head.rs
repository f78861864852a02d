use super::{MoveInputs, NUMBERS};

/// The number of numbers in a row.
pub const WIDTH: usize = 8;
/// The number of hidden units.
const HIDDEN: usize = 16;
/// The number of inputs of the layers: the sum of the rows and the numbers, each unchanged and times the
/// rating, and the rating.
const INPUTS: usize = 2 * WIDTH + 2 * NUMBERS + 1;

/// The layers between the rows of a move and its score.
///
/// ```text
/// x      = sum of the rows, z times that sum, the numbers, z/2 times the numbers, z/2
/// hidden = max(0, bias + first x)
/// score  = output hidden + direct x
/// ```
///
/// with `z` for the rating. The chances of the moves are the exponentials of their scores, divided by
/// their sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// For each input, its weights in all hidden units.
    first: [[f32; HIDDEN]; INPUTS],
    bias: [f32; HIDDEN],
    output: [f32; HIDDEN],
    direct: [f32; INPUTS],
}

/// The results of the layers for a move.
#[derive(Clone, Debug)]
pub struct Pass {
    inputs: [f32; INPUTS],
    hidden: [f32; HIDDEN],
    /// The score of the move.
    pub score: f32,
}

impl Head {
    /// The number of parameters.
    pub const PARAMETERS: usize = INPUTS * HIDDEN + 2 * HIDDEN + INPUTS;

    /// A head with all parameters 0.
    pub const ZERO: Head = Head {
        first: [[0.0; HIDDEN]; INPUTS],
        bias: [0.0; HIDDEN],
        output: [0.0; HIDDEN],
        direct: [0.0; INPUTS],
    };

    /// Returns all parameters, always in the same order.
    pub fn parameters(&self) -> impl Iterator<Item = f32> {
        let layers = self.first.iter().flatten().chain(&self.bias).chain(&self.output).chain(&self.direct);
        layers.copied()
    }

    /// Returns all parameters, to be changed, in the same order.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let first = self.first.iter_mut().flatten();
        first.chain(&mut self.bias).chain(&mut self.output).chain(&mut self.direct)
    }

    /// Scales a rating to the input of the layers, about -3 to 3.
    pub fn rating(rating: u32) -> f32 {
        let range = super::HumanPolicy::RATINGS;
        (rating.clamp(*range.start(), *range.end()) as f32 - 1500.0) / 200.0
    }

    /// Computes the score of a move with this sum of rows, for a [rating](Self::rating).
    #[inline]
    pub fn pass(&self, sum: [f32; WIDTH], inputs: &MoveInputs, z: f32) -> Pass {
        let mut all = [0.0; INPUTS];
        let (sums, numbers) = all.split_at_mut(2 * WIDTH);
        for (i, sum) in sum.into_iter().enumerate() {
            (sums[i], sums[WIDTH + i]) = (sum, z * sum);
        }
        for (i, number) in inputs.numbers.into_iter().enumerate() {
            (numbers[i], numbers[NUMBERS + i]) = (number, z / 2.0 * number);
        }
        numbers[2 * NUMBERS] = z / 2.0;
        let mut hidden = self.bias;
        let mut score = 0.0;
        for ((x, row), direct) in all.iter().zip(&self.first).zip(&self.direct) {
            hidden.iter_mut().zip(row).for_each(|(hidden, weight)| *hidden += x * weight);
            score += x * direct;
        }
        for (hidden, output) in hidden.iter_mut().zip(&self.output) {
            *hidden = hidden.max(0.0);
            score += *hidden * output;
        }
        Pass { inputs: all, hidden, score }
    }

    /// Adds the gradient of the parameters for this gradient of the score, and returns the gradient of the
    /// sum of rows.
    #[inline]
    pub fn back(&self, pass: &Pass, slope: f32, z: f32, gradient: &mut Head) -> [f32; WIDTH] {
        let mut of_hidden = [0.0; HIDDEN];
        for (unit, of_hidden) in of_hidden.iter_mut().enumerate() {
            gradient.output[unit] += slope * pass.hidden[unit];
            *of_hidden = if pass.hidden[unit] > 0.0 { slope * self.output[unit] } else { 0.0 };
            gradient.bias[unit] += *of_hidden;
        }
        for (i, x) in pass.inputs.iter().enumerate() {
            gradient.direct[i] += slope * x;
            gradient.first[i].iter_mut().zip(&of_hidden).for_each(|(sum, of_hidden)| *sum += x * of_hidden);
        }
        let of_input = |i: usize| {
            let products = self.first[i].iter().zip(&of_hidden).map(|(weight, of_hidden)| weight * of_hidden);
            products.sum::<f32>() + slope * self.direct[i]
        };
        std::array::from_fn(|i| of_input(i) + z * of_input(WIDTH + i))
    }
}

/// Computes the chances of moves with these scores. It uses arithmetic alone, in a fixed order: the result is
/// the same on every machine.
pub fn softmax(scores: &[f32]) -> Vec<f32> {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = scores.iter().map(|score| exp(score - most)).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// Computes the exponential of a number up to 0, to seven digits. Libraries differ in the last one.
fn exp(x: f32) -> f32 {
    let x = x.max(-80.0);
    let whole = (x * std::f32::consts::LOG2_E).round();
    let rest = x - whole * std::f32::consts::LN_2;
    let series = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let power = series.into_iter().fold(0.0, |sum, factor| sum * rest + factor);
    power * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::Board;

    use super::*;
    use crate::human::{move_inputs, move_values};
    use crate::weights::Weights;

    #[test]
    fn chances_are_those_of_the_library() {
        for i in 0..2000 {
            let x = -i as f32 / 40.0;
            assert!((exp(x) - x.exp()).abs() <= 1e-5 * x.exp(), "{x}");
        }
        assert_eq!(softmax(&[3.0, 3.0, -1e9]), [0.5, 0.5, exp(-80.0) / 2.0]);
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_score() {
        let mut rng = reversi_testkit::Rng::with_seed(6);
        let mut random = || rng.f32() - 0.5;
        let mut head = Head::ZERO;
        head.parameters_mut().for_each(|parameter| *parameter = random());
        let board = reversi_testkit::reached(&mut reversi_testkit::Rng::with_seed(1), 30);
        let inputs = move_inputs(board, &move_values(&Weights::small().unwrap(), board)).swap_remove(0);
        let sum: [f32; WIDTH] = std::array::from_fn(|_| random());
        let z = Head::rating(1700);
        assert_eq!((z, Head::rating(0), Head::rating(9999)), (1.0, -3.5, 2.5));
        let mut gradient = Head::ZERO;
        let pass = head.pass(sum, &inputs, z);
        let of_sum = head.back(&pass, 2.0, z, &mut gradient);
        let step = 1e-2;
        let slope = |changed: f32| 2.0 * (changed - pass.score) / step;
        for i in 0..WIDTH {
            let mut other = sum;
            other[i] += step;
            let found = slope(head.pass(other, &inputs, z).score);
            assert!((found - of_sum[i]).abs() < 0.02, "{i}: {found} {}", of_sum[i]);
        }
        for (i, expected) in gradient.parameters().enumerate() {
            let mut other = head.clone();
            *other.parameters_mut().nth(i).unwrap() += step;
            let found = slope(other.pass(sum, &inputs, z).score);
            assert!((found - expected).abs() < 0.02, "{i}: {found} {expected}");
        }
        assert_eq!(gradient.parameters().count(), Head::PARAMETERS);
        assert_eq!(Board::START.legal_moves().len(), 4);
    }
}
