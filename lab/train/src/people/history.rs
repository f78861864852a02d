//! Ratings by year from results: the whole history of each player at once.
//!
//! A result is taken to follow the difference of two ratings (Bradley and Terry, 1952). The rating of a
//! player moves from year to year as a random walk, and starts near the mean of all players: who is rarely
//! seen stays there. The most likely ratings of all years are found together (R. Coulom, *Whole-History
//! Rating*, 2008): Newton's method for the years of one player, whose matrix has three diagonals, player
//! after player until nothing moves.

use std::collections::{BTreeMap, HashMap};

use super::games::Played;

/// Elo in a natural logarithm of odds.
pub(crate) const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// What the method assumes.
#[derive(Clone, Copy, Debug, clap::Args, serde::Serialize)]
pub(crate) struct Assumed {
    /// The spread of players around the mean when they are first seen, in Elo.
    #[arg(long, value_name = "ELO", default_value_t = 400.0)]
    pub(crate) spread: f64,
    /// How far a rating walks in a year, in Elo.
    #[arg(long, value_name = "ELO", default_value_t = 30.0)]
    pub(crate) walk: f64,
    /// The weight of the disc difference in a result, 0 to 1. The rest is the win, the draw or the loss.
    #[arg(long, value_name = "SHARE", default_value_t = 0.8)]
    pub(crate) discs: f64,
    /// The disc difference that counts as odds of e to 1.
    #[arg(long, value_name = "DISCS", default_value_t = 12.0)]
    pub(crate) disc_scale: f64,
    /// How much better people of the same rating become in a year, in Elo. Results cannot tell, because all
    /// of them become better; their moves can.
    #[arg(long, value_name = "ELO", default_value_t = 6.0)]
    pub(crate) drift: f64,
}

impl Assumed {
    /// The points that a result is worth, from 0 to 1.
    fn points(&self, score: i32) -> f64 {
        let won = f64::from(score.signum() + 1) / 2.0;
        (1.0 - self.discs) * won + self.discs * sigmoid(f64::from(score) / self.disc_scale)
    }
}

/// How many games it takes to say something of black's advantage.
const FEW: f64 = 25.0;

pub(crate) fn sigmoid(x: f64) -> f64 {
    (1.0 + (-x).exp()).recip()
}

/// A player in a year.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) year: u16,
    /// Natural logarithms of odds against a mean player.
    pub(crate) rating: f64,
    /// The standard error, if the ratings of all others are right.
    pub(crate) error: f64,
    pub(crate) games: Vec<Result>,
}

/// A game seen from one of its players.
#[derive(Clone, Debug)]
pub(crate) struct Result {
    opponent: usize,
    black: bool,
    points: f64,
}

/// The ratings of all players in all years in which they played.
pub(crate) struct History {
    nodes: Vec<Node>,
    /// The nodes of each player, year after year.
    players: BTreeMap<u16, std::ops::Range<usize>>,
    /// What black has more than white.
    pub(crate) black: f64,
}

impl History {
    /// The most likely ratings.
    pub(crate) fn fitted(games: &[&Played], assumed: &Assumed) -> History {
        let mut history = History::of_games(games, assumed);
        for _ in 0..2000 {
            let mut largest: f64 = 0.0;
            for range in history.players.clone().into_values() {
                largest = largest.max(history.improve(range, assumed));
            }
            history.improve_black();
            if largest < 1e-5 {
                break;
            }
        }
        history
    }

    fn of_games(games: &[&Played], assumed: &Assumed) -> History {
        let mut years: BTreeMap<(u16, u16), Vec<(&Played, bool)>> = BTreeMap::new();
        for played in games {
            years.entry((played.black, played.year)).or_default().push((played, true));
            years.entry((played.white, played.year)).or_default().push((played, false));
        }
        let index: HashMap<(u16, u16), usize> = years.keys().enumerate().map(|(i, &key)| (key, i)).collect();
        let mut players: BTreeMap<u16, std::ops::Range<usize>> = BTreeMap::new();
        let mut nodes = Vec::with_capacity(years.len());
        for (&(player, year), games) in &years {
            players.entry(player).or_insert(nodes.len()..nodes.len()).end = nodes.len() + 1;
            let result = |&(played, black): &(&Played, bool)| {
                let other = if black { played.white } else { played.black };
                let points = assumed.points(if black { played.score } else { -played.score });
                Result { opponent: index[&(other, year)], black, points }
            };
            nodes.push(Node { year, rating: 0.0, error: 0.0, games: games.iter().map(result).collect() });
        }
        History { nodes, players, black: 0.0 }
    }

    /// The expected points of a game.
    fn expected(&self, node: &Node, game: &Result) -> f64 {
        let black = if game.black { self.black } else { -self.black };
        sigmoid(node.rating - self.nodes[game.opponent].rating + black)
    }

    /// One step of Newton's method for all years of a player. Returns how far a rating moved.
    fn improve(&mut self, range: std::ops::Range<usize>, assumed: &Assumed) -> f64 {
        let nodes = &self.nodes[range.clone()];
        let first = (assumed.spread / UNIT).powi(-2);
        // The strengths of the ties between years.
        let tie = |pair: &[Node]| {
            (f64::from(pair[1].year - pair[0].year) * (assumed.walk / UNIT).powi(2)).max(1e-9).recip()
        };
        let ties: Vec<f64> = nodes.windows(2).map(tie).collect();
        let (mut gradient, mut diagonal) = (Vec::new(), Vec::new());
        for node in nodes {
            let (mut g, mut d) = (0.0, 0.0);
            for game in &node.games {
                let p = self.expected(node, game);
                g += game.points - p;
                d += p * (1.0 - p);
            }
            gradient.push(g);
            diagonal.push(d);
        }
        gradient[0] -= first * nodes[0].rating;
        diagonal[0] += first;
        for (i, tie) in ties.iter().enumerate() {
            let pull = tie * (nodes[i + 1].rating - nodes[i].rating);
            gradient[i] += pull;
            gradient[i + 1] -= pull;
            diagonal[i] += tie;
            diagonal[i + 1] += tie;
        }
        let (steps, variances) = tridiagonal(&diagonal, &ties, &gradient);
        for (node, (step, variance)) in self.nodes[range].iter_mut().zip(steps.iter().zip(variances)) {
            node.rating += step.clamp(-1.0, 1.0);
            node.error = variance.sqrt();
        }
        steps.into_iter().fold(0.0, |largest, step| largest.max(step.abs()))
    }

    fn improve_black(&mut self) {
        // A few games say nothing of the colours.
        let (mut gradient, mut information) = (-FEW * self.black, FEW);
        for node in &self.nodes {
            for game in node.games.iter().filter(|game| game.black) {
                let p = self.expected(node, game);
                gradient += game.points - p;
                information += p * (1.0 - p);
            }
        }
        self.black += gradient / information;
    }

    /// The players and their years.
    pub(crate) fn players(&self) -> impl Iterator<Item = (u16, &[Node])> {
        self.players.iter().map(|(&player, range)| (player, &self.nodes[range.clone()]))
    }

    /// The rating of a player in a year: that of the last year up to it, of the first one before that, and
    /// the mean for a player who is not known.
    pub(crate) fn rating(&self, player: u16, year: u16) -> Option<f64> {
        let nodes = &self.nodes[self.players.get(&player)?.clone()];
        let known = nodes.iter().rfind(|node| node.year <= year).or(nodes.first());
        known.map(|node| node.rating)
    }

    /// The expected points of black in a game, for players who are not known those of the mean.
    pub(crate) fn expects(&self, played: &Played) -> f64 {
        let of = |player| self.rating(player, played.year).unwrap_or(0.0);
        sigmoid(of(played.black) - of(played.white) + self.black)
    }
}

/// Solves the equations of a symmetric matrix with three diagonals, those beside the middle one with their
/// signs changed, and returns the middle of its inverse too.
fn tridiagonal(diagonal: &[f64], beside: &[f64], right: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let count = diagonal.len();
    let (mut down, mut up, mut x) = (diagonal.to_vec(), diagonal.to_vec(), right.to_vec());
    for i in 1..count {
        let factor = beside[i - 1] / down[i - 1];
        down[i] -= factor * beside[i - 1];
        x[i] += factor * x[i - 1];
    }
    for i in (0..count - 1).rev() {
        up[i] -= beside[i] * beside[i] / up[i + 1];
    }
    x[count - 1] /= down[count - 1];
    for i in (0..count - 1).rev() {
        x[i] = (x[i] + beside[i] * x[i + 1]) / down[i];
    }
    let inverse = (0..count).map(|i| (down[i] + up[i] - diagonal[i]).recip()).collect();
    (x, inverse)
}

#[cfg(test)]
impl Assumed {
    pub(crate) const TEST: Assumed =
        Assumed { spread: 300.0, walk: 60.0, discs: 0.0, disc_scale: 12.0, drift: 0.0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASSUMED: Assumed = Assumed::TEST;

    #[test]
    fn equations_of_three_diagonals() {
        // 2 -1 0 / -1 3 -2 / 0 -2 4, whose determinant is 12
        let (x, inverse) = tridiagonal(&[2.0, 3.0, 4.0], &[1.0, 2.0], &[1.0, 0.0, 2.0]);
        let close = |a: &[f64], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(close(&inverse, [8.0 / 12.0, 8.0 / 12.0, 5.0 / 12.0]), "{inverse:?}");
        assert!(close(&x, [1.0, 1.0, 1.0]), "{x:?}");
    }

    #[test]
    fn ratings_are_recovered_and_follow_their_player() {
        let mut rng = fastrand::Rng::with_seed(3);
        // Player 3 becomes stronger from year to year, the others stay.
        let strength = |player: u16, year: u16| match player {
            3 => f64::from(year - 2000) * 0.3,
            _ => f64::from(player) * 0.4,
        };
        let mut games = Vec::new();
        for year in 2000..2006 {
            for _ in 0..1500 {
                let (black, white) = (rng.u16(0..6), rng.u16(0..6));
                let p = sigmoid(strength(black, year) - strength(white, year) + 0.1);
                if black != white {
                    games.push(Played::of(year, black, white, if rng.f64() < p { 4 } else { -4 }));
                }
            }
        }
        games.push(Played::of(2005, 7, 1, 2));
        let history = History::fitted(&games.iter().collect::<Vec<_>>(), &ASSUMED);
        let of = |player, year| history.rating(player, year).unwrap();
        for year in 2000..2006 {
            for player in [1, 2, 3, 4, 5] {
                let (found, truth) = (of(player, year) - of(0, year), strength(player, year));
                assert!((found - truth).abs() < 0.35, "{player} in {year}: {found}, not {truth}");
            }
        }
        assert!((history.black - 0.1).abs() < 0.07, "{}", history.black);
        // A single win says little, and nothing is known of player 8.
        let (_, single) = history.players().find(|(player, _)| *player == 7).unwrap();
        assert!(single[0].error > 1.2 && single[0].rating < 1.0, "{single:?}");
        assert_eq!((history.rating(8, 2005), history.rating(7, 2011)), (None, history.rating(7, 2005)));
        let even = history.expects(&Played::of(2005, 8, 9, 0));
        assert!((even - sigmoid(history.black)).abs() < 1e-12);
    }

    #[test]
    fn a_close_loss_is_worth_more_than_a_wide_one_where_discs_count() {
        let assumed = Assumed { discs: 0.5, ..ASSUMED };
        assert!((assumed.points(0) - 0.5).abs() < 1e-12 && assumed.points(-2) > assumed.points(-40));
        assert_eq!([-2, 0, 40].map(|score| ASSUMED.points(score)), [0.0, 0.5, 1.0]);
    }
}
