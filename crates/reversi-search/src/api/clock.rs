//! The time left in a game, and how much of it a move may take.

use std::time::Duration;

/// The time one side has left for the rest of a game.
///
/// ```
/// use std::time::Duration;
/// use reversi_search::Clock;
///
/// let clock = Clock::new(Duration::from_secs(300), Duration::from_secs(1));
/// let now = clock.time_for_move(44);
/// assert!(Duration::from_secs(5) < now && now < Duration::from_secs(60));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Clock {
    /// On the clock when the move begins.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// With so many empties the rest of the game is solved at once, and all moves after that cost nothing.
const SOLVED: u32 = 20;

/// Of what remains never spent: for whatever happens between the engine and the clock.
const RESERVE: Duration = Duration::from_millis(30);

impl Clock {
    /// So much time for the rest of the game, and so much more after each move.
    pub const fn new(remaining: Duration, increment: Duration) -> Clock {
        Clock { remaining, increment }
    }

    /// The most that a move with so many empty squares should take.
    ///
    /// The rest of the time is shared by the moves until the game is solved, with twice a share for the present one: a
    /// search that has run for half of its time does not start another, so that on average it takes about one.
    pub fn time_for_move(&self, empties: u32) -> Duration {
        let moves = empties.saturating_sub(SOLVED).div_ceil(2) + 2;
        let share = (self.remaining / moves).saturating_add(self.increment);
        let most = self.remaining.saturating_sub(RESERVE);
        share.saturating_mul(2).min(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_never_runs_out() {
        for increment in [0, 10, 2000].map(Duration::from_millis) {
            for start in [0, 1, 31, 1000, 300_000].map(Duration::from_millis) {
                let mut clock = Clock::new(start, increment);
                for empties in (1..=60).rev().step_by(2) {
                    let spent = clock.time_for_move(empties);
                    assert!(spent <= clock.remaining, "{clock:?} {empties}");
                    clock.remaining = clock.remaining - spent + increment;
                }
            }
        }
    }

    #[test]
    fn no_clock_is_too_long() {
        let clock = Clock::new(Duration::MAX, Duration::MAX);
        assert_eq!(clock.time_for_move(60), Duration::MAX - RESERVE);
    }
}
