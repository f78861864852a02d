//! The policy while it learns: rows and layers as floating-point numbers, and the steps that change them.

use anyhow::{Result, ensure};
use reversi_eval::WeightsError;
use reversi_eval::human::{Head, HumanPolicy, MoveInputs, Openings, Pass, ROWS, WIDTH, softmax};

/// The layers are changed once for so many positions.
const BATCH: usize = 64;
/// What the sums of squares begin with.
const FIRST_SQUARE: f32 = 1e-2;

/// Rows, layers, and what the methods remember of earlier steps: AdaGrad (Duchi and others, 2011) for
/// rows, Adam (Kingma and Ba, 2014) for the layers.
pub(crate) struct Learner {
    rows: Vec<[f32; WIDTH]>,
    /// The sums of the squares of their gradients; 0 for a row that does not learn.
    squares: Vec<[f32; WIDTH]>,
    head: Head,
    gradient: Head,
    means: Vec<[f32; 2]>,
    /// Positions that it has seen.
    pub(crate) seen: usize,
}

impl Learner {
    /// A learner that knows nothing. Rows that are not `open` stay 0.
    pub(crate) fn new(open: impl Fn(usize) -> bool) -> Learner {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut head = Head::ZERO;
        head.parameters_mut().for_each(|parameter| *parameter = 0.4 * (rng.f32() - 0.5));
        let mut row = |i| match open(i) {
            true => (std::array::from_fn(|_| 0.02 * (rng.f32() - 0.5)), [FIRST_SQUARE; WIDTH]),
            false => ([0.0; WIDTH], [0.0; WIDTH]),
        };
        let (rows, squares) = (0..ROWS).map(&mut row).unzip();
        Learner {
            rows,
            squares,
            head,
            gradient: Head::ZERO,
            means: vec![[0.0; 2]; Head::PARAMETERS],
            seen: 0,
        }
    }

    fn passes(&self, moves: &[MoveInputs], z: f32) -> Vec<Pass> {
        let pass = |inputs: &MoveInputs| {
            let mut sum = [0.0; WIDTH];
            for &row in inputs.rows() {
                sum.iter_mut().zip(&self.rows[row as usize]).for_each(|(sum, number)| *sum += number);
            }
            self.head.pass(sum, inputs, z)
        };
        moves.iter().map(pass).collect()
    }

    /// Learns from a position of this weight, at rates for rows and layers. Returns the chance that it
    /// gave to what was played.
    pub(crate) fn learn(
        &mut self,
        moves: &[MoveInputs],
        rating: u32,
        played: usize,
        weight: f32,
        rates: [f32; 2],
    ) -> f32 {
        let z = Head::rating(rating);
        let passes = self.passes(moves, z);
        let chances = softmax(&passes.iter().map(|pass| pass.score).collect::<Vec<_>>());
        for (i, (inputs, pass)) in moves.iter().zip(&passes).enumerate() {
            let slope = weight * (chances[i] - f32::from(u8::from(i == played)));
            let gradient = self.head.back(pass, slope, z, &mut self.gradient);
            for &row in inputs.rows() {
                let squares = &mut self.squares[row as usize];
                if squares[0] > 0.0 {
                    let row = &mut self.rows[row as usize];
                    for (i, g) in gradient.into_iter().enumerate() {
                        squares[i] += g * g;
                        row[i] -= rates[0] * g / squares[i].sqrt();
                    }
                }
            }
        }
        self.seen += 1;
        if self.seen.is_multiple_of(BATCH) {
            self.step(rates[1]);
        }
        chances[played]
    }

    fn step(&mut self, rate: f32) {
        let steps = (self.seen / BATCH) as i32;
        let scales = [0.9_f32, 0.999].map(|keep| 1.0 - keep.powi(steps));
        let gradient = std::mem::replace(&mut self.gradient, Head::ZERO);
        let parameters = self.head.parameters_mut().zip(gradient.parameters());
        for ((parameter, gradient), [mean, square]) in parameters.zip(&mut self.means) {
            let gradient = gradient / BATCH as f32;
            *mean = 0.9 * *mean + 0.1 * gradient;
            *square = 0.999 * *square + 0.001 * gradient * gradient;
            *parameter -= rate * (*mean / scales[0]) / ((*square / scales[1]).sqrt() + 1e-6);
        }
    }

    /// The policy with rows of one byte a number. Numbers that are too great for it are cut: the greatest
    /// of ten thousand.
    pub(crate) fn policy(&self, provenance: &str) -> Result<HumanPolicy, WeightsError> {
        let unit = |i: usize| {
            let mut sizes: Vec<f32> =
                self.rows.iter().map(|row| row[i].abs()).filter(|&size| size > 0.0).collect();
            sizes.sort_by(f32::total_cmp);
            let most = sizes.get(sizes.len().saturating_sub(1 + sizes.len() / 10_000));
            most.copied().unwrap_or(1.0) / 127.0
        };
        let scales: [f32; WIDTH] = std::array::from_fn(unit);
        let byte = |(number, scale): (f32, f32)| (number / scale).round().clamp(-127.0, 127.0) as i8;
        let rows = self.rows.iter().map(|row| std::array::from_fn(|i| byte((row[i], scales[i])))).collect();
        HumanPolicy::new(self.head.clone(), scales, rows, Openings::default(), provenance)
    }

    /// All that is needed to go on later.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.rows.iter().chain(&self.squares).flatten().copied();
        let numbers = numbers.chain(self.head.parameters()).chain(self.gradient.parameters());
        let numbers = numbers.chain(self.means.iter().flatten().copied());
        let mut bytes = (self.seen as u64).to_le_bytes().to_vec();
        bytes.extend(numbers.flat_map(f32::to_le_bytes));
        bytes
    }

    /// The learner of these bytes.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Learner> {
        let numbers = 2 * ROWS * WIDTH + 4 * Head::PARAMETERS;
        ensure!(bytes.len() == 8 + 4 * numbers, "{} bytes are not a state of this training", bytes.len());
        let mut learner = Learner::new(|_| false);
        let (seen, rest) = bytes.split_first_chunk().expect("its length is checked");
        learner.seen = u64::from_le_bytes(*seen) as usize;
        let mut numbers = rest.as_chunks().0.iter().map(|&number| f32::from_le_bytes(number));
        let places = learner.rows.iter_mut().chain(&mut learner.squares).flatten();
        let places = places.chain(learner.head.parameters_mut()).chain(learner.gradient.parameters_mut());
        let places = places.chain(learner.means.iter_mut().flatten());
        places.zip(&mut numbers).for_each(|(place, number)| *place = number);
        Ok(learner)
    }
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::Board;
    use reversi_eval::Weights;
    use reversi_eval::human::{move_inputs, move_values};

    use super::*;

    #[test]
    fn it_learns_what_is_played_and_goes_on_from_its_bytes() -> Result<()> {
        let mut rng = fastrand::Rng::with_seed(2);
        let weights = Weights::small()?;
        // The first square is played by the weak, the last one by the strong.
        let boards = std::iter::repeat_with(|| reversi_testkit::reached(&mut rng, 40));
        let has_choice = |board: &Board| board.legal_moves().len() > 1;
        let positions: Vec<Board> = boards.filter(has_choice).take(40).collect();
        let mut learner = Learner::new(|row| row % 2 == 0);
        let mut last = 0.0;
        for round in 0..200 {
            let mut sum = 0.0;
            for (i, &board) in positions.iter().enumerate() {
                let moves = move_inputs(board, &move_values(&weights, board));
                let (rating, played) = if i % 2 == 0 { (1200, 0) } else { (1800, moves.len() - 1) };
                sum += learner.learn(&moves, rating, played, 1.0, [0.05, 0.01]);
            }
            last = sum / positions.len() as f32;
            if round == 100 {
                let copy = Learner::from_bytes(&learner.to_bytes())?;
                assert!(copy.to_bytes() == learner.to_bytes());
                learner = copy;
            }
        }
        assert!(last > 0.8, "{last}");
        let policy = learner.policy("a test")?;
        let mut right = 0.0;
        for (i, board) in positions.iter().enumerate() {
            let chances = policy.probabilities(board, if i % 2 == 0 { 1200 } else { 1800 });
            right += chances[if i % 2 == 0 { 0 } else { chances.len() - 1 }].1;
        }
        assert!((right / positions.len() as f32 - last).abs() < 0.1, "{right} {last}");
        assert!(Learner::from_bytes(&learner.to_bytes()[1..]).is_err());
        Ok(())
    }
}
