//! How well chances of moves agree with what was played.

use std::collections::BTreeMap;
use std::fmt;

/// Chances or scores of the moves of a position, and what was played.
pub(crate) struct Tested {
    pub(crate) chances: Vec<f32>,
    /// The moves that agree with what was played: a bit for each.
    pub(crate) agreeing: u64,
    /// Positions of one game have the same number: they go together.
    pub(crate) game: u32,
}

impl Tested {
    fn agrees(&self, index: usize) -> bool {
        self.agreeing >> index & 1 != 0
    }

    /// How many moves come before the first that agrees. Of equal ones the first of the squares does.
    fn rank(&self) -> usize {
        let mut order: Vec<usize> = (0..self.chances.len()).collect();
        order.sort_by(|&a, &b| self.chances[b].total_cmp(&self.chances[a]));
        order.into_iter().position(|index| self.agrees(index)).unwrap_or(usize::MAX)
    }

    /// The chance of what was played.
    fn chance(&self) -> f64 {
        let own = self.chances.iter().enumerate().filter(|(index, _)| self.agrees(*index));
        own.map(|(_, &chance)| f64::from(chance)).sum()
    }
}

/// Shares of positions, in per cent, with the standard error of the first one if positions of one game
/// count as one, and the mean of the logarithms of the chances of what was played.
pub(crate) struct Agreement {
    pub(crate) positions: usize,
    pub(crate) first: f64,
    error: f64,
    pub(crate) three: f64,
    pub(crate) log: f64,
}

impl Agreement {
    pub(crate) fn of<'a>(tested: impl IntoIterator<Item = &'a Tested>) -> Agreement {
        let (mut positions, mut three, mut log) = (0, 0, 0.0);
        let mut games: BTreeMap<u32, [f64; 2]> = BTreeMap::new();
        for tested in tested {
            let rank = tested.rank();
            positions += 1;
            three += usize::from(rank < 3);
            log += tested.chance().max(1e-9).ln();
            let game = games.entry(tested.game).or_default();
            game[0] += 1.0;
            game[1] += f64::from(u8::from(rank == 0));
        }
        let count = positions.max(1) as f64;
        let first = games.values().map(|game| game[1]).sum::<f64>() / count;
        let error =
            games.values().map(|game| (game[1] - first * game[0]).powi(2)).sum::<f64>().sqrt() / count;
        let [first, error, three] = [first, error, three as f64 / count].map(|share| 100.0 * share);
        Agreement { positions, first, error, three, log: log / count }
    }
}

/// The end of a row of a table.
impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Agreement { positions, first, error, three, log } = self;
        write!(f, "{positions} | {first:.1} ± {:.1} | {three:.1} | {log:.4} |", 1.96 * error)
    }
}

/// How much more often `a` agrees than `b` on the same positions, each of another game: first choice and
/// within three, in points, with intervals of 95 %.
pub(crate) fn more(a: &[Tested], b: &[Tested]) -> String {
    let count = a.len().max(1) as f64;
    let of = |within: usize| {
        let agrees = |tested: &Tested| f64::from(u8::from(tested.rank() < within));
        let differences = || a.iter().zip(b).map(|(a, b)| agrees(a) - agrees(b));
        let mean = differences().sum::<f64>() / count;
        let variance = differences().map(|difference| (difference - mean).powi(2)).sum::<f64>() / count;
        format!("{:+.1} ± {:.1}", 100.0 * mean, 196.0 * (variance / count).sqrt())
    };
    format!("{} | {} | {} |", a.len(), of(1), of(3))
}

/// For each tenth of the chances of all moves: how many moves, the mean of the chances and the share that
/// was played. Of moves that agree each has been played in part.
pub(crate) fn tenths(tested: &[Tested]) -> [(usize, f64, f64); 10] {
    let mut sums = [(0, 0.0, 0.0); 10];
    for tested in tested {
        for (i, &chance) in tested.chances.iter().enumerate() {
            let sum = &mut sums[((chance * 10.0) as usize).min(9)];
            *sum = (
                sum.0 + 1,
                sum.1 + f64::from(chance),
                sum.2 + f64::from(u8::from(tested.agrees(i))) / f64::from(tested.agreeing.count_ones()),
            );
        }
    }
    sums.map(|(count, stated, played)| {
        let all = count.max(1) as f64;
        (count, 100.0 * stated / all, 100.0 * played / all)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_counts_ranks_and_games() {
        let of = |chances: &[f32], played, game| Tested {
            chances: chances.to_vec(),
            agreeing: 1_u64 << played,
            game,
        };
        let tested = [
            of(&[0.5, 0.3, 0.2], 0, 1),
            of(&[0.5, 0.3, 0.2], 1, 1),
            of(&[0.25; 4], 3, 2), // the last of equal ones
            of(&[0.25; 4], 0, 2),
        ];
        let agreement = Agreement::of(&tested);
        assert_eq!((agreement.positions, agreement.first, agreement.three), (4, 50.0, 75.0));
        assert!(agreement.error == 0.0, "each game has one of two");
        let log = (0.5_f64.ln() + 0.3_f64.ln() + 2.0 * 0.25_f64.ln()) / 4.0;
        assert!((agreement.log - log).abs() < 1e-6);
        let rows = tenths(&tested);
        assert_eq!((rows[5].0, rows[5].1, rows[5].2), (2, 50.0, 50.0));
        assert_eq!((rows[2].0, rows[2].2), (10, 20.0));
        // The second or the last of four.
        let images = Tested { chances: vec![0.4, 0.2, 0.1, 0.3], agreeing: 0b1010, game: 1 };
        assert!(images.rank() == 1 && (images.chance() - 0.5).abs() < 1e-6);
        assert_eq!(tenths(&[images]).map(|(_, _, played)| played)[1..4], [0.0, 50.0, 50.0]);
    }

    #[test]
    fn differences_are_those_of_the_same_positions() {
        let of = |best: usize| {
            let chances = (0..4).map(|i| if i == best { 0.9 } else { 0.4 - 0.1 * i as f32 }).collect();
            Tested { chances, agreeing: 1, game: 1 }
        };
        let last = Tested { agreeing: 8, ..of(0) };
        let (a, b) = ([of(0), of(0), of(0), of(0)], [of(0), of(2), last, of(0)]);
        assert_eq!(more(&a, &b), "4 | +50.0 ± 49.0 | +25.0 ± 42.4 |");
        assert_eq!(more(&b, &b), "4 | +0.0 ± 0.0 | +0.0 ± 0.0 |");
    }
}
