//! A main time, then periods with a number of moves each (Canadian byo-yomi).

use std::str::FromStr;
use std::time::Duration;

use reversi_engine::Clock;

/// The time control of a game.
#[derive(Clone, Copy, Default)]
pub(super) struct TimeControl {
    main: Duration,
    period: Duration,
    /// Moves in each period, 0 if there is only the main time.
    stones: u32,
}

/// The remaining time of one side.
#[derive(Clone, Copy)]
pub(super) struct TimeLeft {
    left: Duration,
    /// Moves to make in that time, 0 in the main time.
    stones: u32,
}

impl TimeLeft {
    pub(super) fn new(left: Duration, stones: u32) -> TimeLeft {
        TimeLeft { left, stones }
    }
}

impl TimeControl {
    /// `None` is no limit: in the protocol, a period without stones.
    pub(super) fn new(main: Duration, period: Duration, stones: u32) -> Option<TimeControl> {
        let limited = stones > 0 || period.is_zero();
        limited.then_some(TimeControl { main, period, stones })
    }

    pub(super) fn start(self) -> TimeLeft {
        if self.main.is_zero() { self.start_period() } else { TimeLeft { left: self.main, stones: 0 } }
    }

    fn start_period(self) -> TimeLeft {
        TimeLeft { left: self.period, stones: self.stones }
    }

    /// The remaining time after a move that took `time`.
    pub(super) fn after_move(self, before: TimeLeft, time: Duration) -> TimeLeft {
        let left = before.left.saturating_sub(time);
        match before.stones {
            0 if left.is_zero() && self.stones > 0 => self.start_period(),
            0 => TimeLeft { left, stones: 0 },
            1 => self.start_period(),
            stones => TimeLeft { left, stones: stones - 1 },
        }
    }

    /// The clock of a search. The share of each move in a period counts as an increment.
    pub(super) fn clock(self, now: TimeLeft) -> Clock {
        let (main, increment) = match now.stones {
            0 => (now.left, self.period / self.stones.max(1)),
            stones => (Duration::ZERO, now.left / stones),
        };
        Clock::new(main + increment, increment)
    }
}

/// A time in seconds. The protocol has whole ones, and some referees fractions.
pub(super) struct Seconds(pub(super) Duration);

impl FromStr for Seconds {
    type Err = ();

    fn from_str(text: &str) -> Result<Seconds, ()> {
        let seconds = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
        Ok(Seconds(Duration::from_secs_f64(seconds.ok_or(())?.min(Seconds::MOST))))
    }
}

impl Seconds {
    /// A hundred years: no more is left, and sums of it are times.
    const MOST: f64 = 100.0 * 365.0 * 86_400.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(text: &str) -> Option<Duration> {
        text.parse().ok().map(|Seconds(time)| time)
    }

    #[test]
    fn seconds_may_be_fractions_of_any_size() {
        for (text, millis) in
            [("0", 0), ("7", 7000), ("0.25", 250), (".5", 500), ("5.", 5000), ("1e1", 10_000), ("-0", 0)]
        {
            assert_eq!(left(text), Some(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "-0.1", "inf", "-inf", "nan", "0x10", "1,5", "1:30", "a"] {
            assert_eq!(left(text), None, "{text}");
        }
        let [most, more] = ["3153600000", "1e300"].map(left);
        assert_eq!(most, more);
        let control = TimeControl::new(more.unwrap(), more.unwrap(), 3).unwrap();
        assert!(control.clock(control.start()).remaining > more.unwrap());
    }

    #[test]
    fn a_period_without_stones_is_no_limit() {
        let time = Duration::from_millis(500);
        assert!(TimeControl::new(time, time, 0).is_none());
        assert!(TimeControl::new(time, Duration::ZERO, 0).is_some());
        assert_eq!(TimeControl::new(Duration::ZERO, time, 5).unwrap().start().left, time);
    }
}
