//! Estimates of playing strength from the results of matches.

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

/// Results of games between several players.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    /// The points of each player against each other one.
    points: Vec<Vec<f64>>,
}

impl Results {
    pub(crate) fn new(players: usize) -> Results {
        Results { points: vec![vec![0.0; players]; players] }
    }

    /// Adds games between two players by their scores in discs, seen from the first player.
    pub(crate) fn add(&mut self, [a, b]: [usize; 2], scores: [i32; 2]) {
        for score in scores {
            let points = f64::from(score.signum() + 1) / 2.0;
            self.points[a][b] += points;
            self.points[b][a] += 1.0 - points;
        }
    }

    fn games(&self, a: usize, b: usize) -> f64 {
        self.points[a][b] + self.points[b][a]
    }

    /// The games and the points of a player.
    pub(crate) fn of(&self, player: usize) -> (f64, f64) {
        let games = (0..self.points.len()).map(|other| self.games(player, other)).sum();
        (games, self.points[player].iter().sum())
    }

    /// The most likely Elo of each player (Bradley-Terry), if the first one has 0, and its error (95 %).
    ///
    /// The likelihood is concave, so Newton's method finds its maximum. The inverse of its matrix is the
    /// covariance of the ratings. Players must be connected by games, and none may have won all of them.
    pub(crate) fn ratings(&self) -> Vec<[f64; 2]> {
        const UNIT: f64 = 400.0 / std::f64::consts::LN_10; // Elo in a natural logarithm of odds
        let count = self.points.len();
        let mut ratings = vec![0.0; count];
        loop {
            let mut gradient = vec![0.0; count - 1];
            let mut information = vec![vec![0.0; count - 1]; count - 1];
            for a in 1..count {
                for b in 0..count {
                    let p = expected(UNIT * (ratings[a] - ratings[b]));
                    let variance = self.games(a, b) * p * (1.0 - p);
                    gradient[a - 1] += self.points[a][b] - self.games(a, b) * p;
                    information[a - 1][a - 1] += variance;
                    if b > 0 {
                        information[a - 1][b - 1] -= variance;
                    }
                }
            }
            let covariance = inverse(information);
            let step = |row: &Vec<f64>| row.iter().zip(&gradient).map(|(x, y)| x * y).sum::<f64>();
            let steps: Vec<f64> = covariance.iter().map(step).collect();
            let longest = steps.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
            if longest.is_nan() || longest < 1e-6 {
                let errors = (0..count - 1).map(|i| Z_95 * covariance[i][i].sqrt());
                let errors = std::iter::once(0.0).chain(errors);
                return ratings.iter().zip(errors).map(|(r, e)| [UNIT * r, UNIT * e]).collect();
            }
            // Far from the maximum, a full step may overshoot it.
            ratings[1..].iter_mut().zip(steps).for_each(|(rating, step)| *rating += step / longest.max(1.0));
        }
    }
}

/// The inverse of a positive definite matrix, by elimination (Gauss-Jordan).
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for i in 0..count {
        let pivot = matrix[i][i];
        matrix[i].iter_mut().for_each(|x| *x /= pivot);
        let row = matrix[i].clone();
        for (j, other) in matrix.iter_mut().enumerate() {
            let factor = if i == j { 0.0 } else { other[i] };
            other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
        }
    }
    matrix.into_iter().map(|row| row[count..].to_vec()).collect()
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

    #[test]
    fn ratings_reproduce_the_results_and_their_errors() {
        // Two players: the formula for one match.
        let mut results = Results::new(2);
        (0..100).for_each(|i| results.add([0, 1], if i < 64 { [-2, -2] } else { [2, 2] }));
        let [first, [elo_of_second, error]] = results.ratings()[..] else { panic!("two players") };
        assert_eq!((first, results.of(1)), ([0.0, 0.0], (200.0, 128.0)));
        assert!((elo_of_second - elo(0.64)).abs() < 1e-3);
        let slope = 400.0 / std::f64::consts::LN_10 / (0.64 * 0.36); // Elo by points
        assert!((error - Z_95 * slope * (0.64 * 0.36 / 200.0_f64).sqrt()).abs() < 1e-3);

        // A chain of equal steps, of which the ends never met: the errors of the steps add up.
        let mut chain = Results::new(5);
        for step in 0..4 {
            (0..100).for_each(|i| chain.add([step, step + 1], if i < 90 { [-2, -2] } else { [2, 2] }));
        }
        let step = chain.ratings()[1];
        for (i, [rating, error]) in chain.ratings().into_iter().enumerate() {
            assert!((rating - step[0] * i as f64).abs() < 1e-3, "{i} {rating}");
            assert!((error - step[1] * (i as f64).sqrt()).abs() < 1e-3, "{i} {error}");
        }
    }
}
