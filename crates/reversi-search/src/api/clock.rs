//! The time left in a game, and how much of it a move may take.

use std::time::Duration;

/// The time one side has left for the rest of a game.
///
/// Without time the engine still looks [some plies ahead](crate::Engine::analyze) for about a millisecond,
/// and loses no disc in the last moves. So a referee may count whole seconds.
///
/// ```
/// use std::time::Duration;
/// use reversi_engine::search::Clock;
///
/// let clock = Clock::new(Duration::from_secs(300), Duration::from_secs(1));
/// let now = clock.time_for_move(44);
/// assert!(Duration::from_secs(5) < now && now < Duration::from_secs(100));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Clock {
    /// The time on the clock when the move begins.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// The time of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveTime {
    /// The time of a move on average.
    pub(crate) usual: Duration,
    /// The most time of the move.
    pub(crate) most: Duration,
    /// `true` if the rest of the game can be solved in that time, so that later moves need almost none.
    pub(crate) solves: bool,
}

/// Time that is never spent, half of the remaining time at most: it covers the delay between the engine and
/// the clock.
const RESERVE: Duration = Duration::from_millis(30);

/// The share of the move that solves the rest of the game, in shares of the moves before it.
const SOLVING: f64 = 1.3;

/// The most time of a move, in usual times.
const LONGEST: f64 = 2.0;

/// The share of the time that a solving move may take. If that is too little, the next move solves less.
const SOLVING_AT_MOST: f64 = 0.9;

impl Clock {
    /// Makes a clock with `remaining` time for the rest of the game and `increment` more after each move.
    pub const fn new(remaining: Duration, increment: Duration) -> Clock {
        Clock { remaining, increment }
    }

    /// Returns the most time that a move takes, at a position with `empties` empty squares, with one thread.
    /// More than 60 count as 60.
    ///
    /// The moves until the rest of the game can be solved share the remaining time. A move takes about one
    /// share, and more if the best move is in doubt.
    pub fn time_for_move(&self, empties: u32) -> Duration {
        self.for_move(empties, 1).most
    }

    /// The time of a move, at a position with `empties` empty squares.
    pub(crate) fn for_move(&self, empties: u32, threads: usize) -> MoveTime {
        let spendable = self.remaining.saturating_sub(RESERVE.min(self.remaining / 2));
        let (now, increment) = (spendable.as_secs_f64(), self.increment.as_secs_f64());
        let empties = empties.min(60); // no position of a game has more
        let cost = |moves: f64| cost_of_solving(f64::from(empties) - 2.0 * moves, threads);
        let (mut moves, mut share) = (0.0, now / SOLVING);
        while cost(moves) > (SOLVING * share + increment).min(now + moves * increment)
            && 2.0 * moves < f64::from(empties)
        {
            moves += 0.25;
            share = now / (moves + SOLVING);
        }
        let solves = moves == 0.0;
        let (usual, most) = if solves {
            let most = SOLVING_AT_MOST * (now + increment);
            (most, most)
        } else {
            let usual = share + increment;
            (usual, (LONGEST * usual).min(now - SOLVING / 2.0 * share + increment)) // the rest may still solve
        };
        let time = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let most = time(most).min(spendable);
        MoveTime { usual: time(usual).min(most), most, solves }
    }
}

/// Seconds of the move that solves the rest of the game. On one core of 2026 an analysis takes 6 ms with 16
/// empties, 0.13 s with 20, 2.4 s with 24 and 7 s with 26 (geometric means of 8 games, empty table). In a
/// game the moves before it have filled the table, which saves half or more.
fn cost_of_solving(empties: f64, threads: usize) -> f64 {
    let cores = 1.0 + 0.7 * threads.saturating_sub(1) as f64;
    (empties - 24.0).exp2() / cores
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    #[test]
    fn no_move_takes_the_reserve() {
        for increment in [0.0, 0.01, 2.0].map(seconds) {
            for remaining in [0.0, 0.001, 0.031, 0.08, 1.0, 300.0].map(seconds) {
                for (empties, threads) in (0..=60).flat_map(|empties| [(empties, 1), (empties, 256)]) {
                    let time = Clock::new(remaining, increment).for_move(empties, threads);
                    let kept = Duration::from_millis(30).min(remaining / 2);
                    assert!(time.usual <= time.most && time.most + kept <= remaining, "{time:?} {empties}");
                }
            }
        }
    }

    #[test]
    fn more_time_is_never_less_for_a_move() {
        for empties in 0..=60 {
            for increment in [0.0, 0.1, 5.0].map(seconds) {
                let clock = |i: i32| Clock::new(seconds(1.1_f64.powi(i) / 1e3), increment);
                let times: Vec<_> = (0..150).map(|i| clock(i).for_move(empties, 1)).collect();
                assert!(times.is_sorted_by_key(|time| time.usual), "{empties} {increment:?}");
                assert!(times.is_sorted_by_key(|time| time.solves), "{empties} {increment:?}");
            }
        }
    }

    #[test]
    fn a_game_is_solved_as_early_as_its_time_allows() {
        let first = |remaining: f64, threads| {
            let solves = |&empties: &u32| {
                Clock::new(seconds(remaining), Duration::ZERO).for_move(empties, threads).solves
            };
            (0..=60).rev().find(solves).unwrap()
        };
        let times = [0.1, 0.5, 10.0, 300.0];
        assert_eq!(times.map(|time| first(time, 1)), [20, 22, 27, 32]);
        assert_eq!(times.map(|time| first(time, 16)), [23, 26, 30, 35]);
    }

    #[test]
    fn moves_share_the_time_until_the_game_is_solved() {
        // Of 24 s the solving move gets 1.3 shares, enough for 24 empties; 16 moves come before it.
        let time = Clock::new(seconds(24.04), Duration::ZERO).for_move(56, 1);
        let share = 24.0 / (16.0 + 1.3);
        assert!((time.usual.as_secs_f64() - share).abs() < 0.1, "{time:?}");
        assert!((time.most.as_secs_f64() - 2.0 * share).abs() < 0.2, "{time:?}");
        // The moves use their increments as well.
        let more = Clock::new(seconds(24.04), seconds(1.0)).for_move(56, 1);
        let gained = more.usual.as_secs_f64() - time.usual.as_secs_f64();
        assert!(0.9 < gained && gained < 1.1, "{more:?}");
    }

    #[test]
    fn the_last_move_before_leaves_enough_to_solve_and_spends_no_increment_before_it_comes() {
        let time = Clock::new(seconds(1.03), Duration::ZERO).for_move(25, 1);
        assert!(!time.solves && time.most < seconds(0.75), "{time:?}");
        assert!(!Clock::new(Duration::ZERO, seconds(10.0)).for_move(20, 1).solves);
    }

    #[test]
    fn no_position_has_more_empty_squares_than_the_start() {
        let clock = Clock::new(seconds(300.0), seconds(1.0));
        for empties in [61, 64, u32::MAX] {
            assert_eq!(clock.for_move(empties, 1), clock.for_move(60, 1), "{empties}");
        }
    }

    #[test]
    fn no_clock_is_too_long() {
        let longest = Clock::new(Duration::MAX, Duration::MAX).for_move(60, 1);
        assert!(longest.solves && longest.usual > Duration::MAX / 2, "{longest:?}");
        let increments = Clock::new(Duration::ZERO, Duration::MAX).for_move(60, usize::MAX);
        assert_eq!(increments.most, Duration::ZERO);
    }
}
