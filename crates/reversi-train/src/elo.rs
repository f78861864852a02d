//! Estimates of playing strength from the results of a match.

/// Results of pairs of games from one opening with colours swapped. The two games of a pair are correlated,
/// so the statistics count pairs and not games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    count: f64,
    /// Sums over the pairs of the mean points of their two games, where a win is 1 point, and of the mean
    /// discs.
    points: Moments,
    discs: Moments,
}

#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    sum: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(self, count: f64) -> f64 {
        self.sum / count
    }

    fn variance(self, count: f64) -> f64 {
        (self.squares - self.sum * self.sum / count).max(0.0) / (count - 1.0).max(1.0)
    }
}

/// Half the width of a 95 % confidence interval in standard deviations.
const Z_95: f64 = 1.96;

impl Pairs {
    /// Adds a pair by its scores in discs.
    pub(crate) fn add(&mut self, scores: [i32; 2]) {
        self.count += 1.0;
        let points = |score: i32| f64::from(score.signum() + 1) / 2.0;
        self.points.add(scores.map(points).iter().sum::<f64>() / 2.0);
        self.discs.add(f64::from(scores[0] + scores[1]) / 2.0);
    }

    /// Mean points of a game, 0 to 1.
    pub(crate) fn points(&self) -> f64 {
        self.points.mean(self.count)
    }

    /// The 95 % confidence interval of the mean points.
    pub(crate) fn points_range(&self) -> [f64; 2] {
        let error = Z_95 * (self.points.variance(self.count) / self.count).sqrt();
        [self.points() - error, self.points() + error]
    }

    /// The mean disc difference and its error (95 %).
    pub(crate) fn discs(&self) -> [f64; 2] {
        let error = Z_95 * (self.discs.variance(self.count) / self.count).sqrt();
        [self.discs.mean(self.count), error]
    }

    /// The log-likelihood ratio of two hypotheses: the first player is stronger by `elo[1]`, or by `elo[0]`.
    /// This is the generalised sequential probability ratio test in the normal approximation.
    pub(crate) fn likelihood_ratio(&self, elo: [f64; 2]) -> f64 {
        let [low, high] = elo.map(expected);
        let variance = self.points.variance(self.count);
        if variance == 0.0 {
            return 0.0; // too few results
        }
        self.count * (high - low) * (2.0 * self.points() - low - high) / (2.0 * variance)
    }
}

/// Elo from mean points.
pub(crate) fn elo(points: f64) -> f64 {
    match points {
        ..=0.0 => f64::NEG_INFINITY,
        1.0.. => f64::INFINITY,
        _ => 400.0 * (points / (1.0 - points)).log10(),
    }
}

/// Mean points from Elo.
fn expected(elo: f64) -> f64 {
    (1.0 + 10.0_f64.powf(-elo / 400.0)).recip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_points() {
        assert!((elo(0.64) - 100.0).abs() < 0.1 && (elo(0.5)).abs() < 1e-9);
        assert!((expected(elo(0.3)) - 0.3).abs() < 1e-9);
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn errors_are_those_of_pairs() {
        let mut pairs = Pairs::default();
        for _ in 0..50 {
            pairs.add([10, -4]); // black won both games of each pair: no evidence for either player
        }
        assert_eq!((pairs.points(), pairs.points_range(), pairs.discs()), (0.5, [0.5, 0.5], [3.0, 0.0]));
        for _ in 0..50 {
            pairs.add([2, 2]);
        }
        let [low, high] = pairs.points_range();
        let error = 1.96 * 0.25 / 99.0_f64.sqrt();
        assert!((pairs.points() - 0.75).abs() < 1e-9 && (high - 0.75 - error).abs() < 1e-9 && low < 0.75);
    }

    #[test]
    fn the_test_tells_the_stronger_player() {
        let mut pairs = Pairs::default();
        (0..200).for_each(|i| pairs.add(if i % 4 == 0 { [-2, 2] } else { [6, 0] }));
        assert!(pairs.likelihood_ratio([0.0, 20.0]) > 3.0);
        assert!(pairs.likelihood_ratio([200.0, 250.0]) < -3.0);
        assert_eq!(Pairs::default().likelihood_ratio([0.0, 20.0]), 0.0);
    }
}
