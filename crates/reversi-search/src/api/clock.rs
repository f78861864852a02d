//! The time left in a game, and how much of it a move may take.

use std::time::Duration;

/// The time one side has left for the rest of a game.
///
/// Without time the engine still looks [some plies ahead](crate::Engine::analyze) for about a millisecond,
/// and loses no disc in the last moves. So a referee may count whole seconds.
///
/// ```
/// use std::time::Duration;
/// use reversi_engine::Clock;
///
/// let clock = Clock::new(Duration::from_secs(300), Duration::from_secs(1));
/// let now = clock.time_for_move(44);
/// assert!(Duration::from_secs(5) < now && now < Duration::from_secs(60));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Clock {
    /// The time on the clock when the move begins.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// The empties with which one search solves the rest of the game: all later moves cost nothing.
const SOLVED: u32 = 20;

/// This much of the remaining time is never spent: it covers the way between the engine and the clock.
const RESERVE: Duration = Duration::from_millis(30);

impl Clock {
    /// A clock with `remaining` time for the rest of the game and `increment` more after each move.
    pub const fn new(remaining: Duration, increment: Duration) -> Clock {
        Clock { remaining, increment }
    }

    /// The most time that a move should take, at a position with `empties` empty squares.
    ///
    /// The moves until the game is solved share the remaining time, and this move gets two shares. A search
    /// that has used half of its time starts no deeper one, so on average a move takes about one share.
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
