//! A main time, then periods with a number of moves each (Canadian byo-yomi).

use std::str::FromStr;
use std::time::Duration;

use reversi_engine::search::Clock;

/// The time control of a game.
#[derive(Clone, Copy, Default)]
pub(super) struct TimeControl {
    main: Duration,
    period: Duration,
    /// Moves in each period, 0 if there is only the main time.
    stones: u32,
}

/// The remaining time of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Makes a time control. `None` means no limit: in the protocol, a period without stones.
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

    /// The remaining time after a move that took `time`. A move that exceeds the main time continues in the
    /// first period and is one of its moves.
    pub(super) fn after_move(self, before: TimeLeft, time: Duration) -> TimeLeft {
        let left = before.left.saturating_sub(time);
        match before.stones {
            0 if self.stones > 0 && time == before.left => self.start_period(),
            0 if self.stones > 0 && time > before.left => {
                self.after_move(self.start_period(), time - before.left)
            }
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

/// A time in seconds. The protocol has whole seconds, and some referees send fractions.
pub(super) struct Seconds(pub(super) Duration);

impl FromStr for Seconds {
    type Err = ();

    fn from_str(text: &str) -> Result<Seconds, ()> {
        let seconds = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
        Ok(Seconds(Duration::from_secs_f64(seconds.ok_or(())?.min(Seconds::MOST))))
    }
}

impl Seconds {
    /// A hundred years, an upper bound whose sums do not overflow.
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

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_period_follows_the_main_time_and_the_next_one_its_stones() {
        let control = TimeControl::new(seconds(60), seconds(30), 3).unwrap();
        let after = |left, stones, time| {
            let TimeLeft { left, stones } =
                control.after_move(TimeLeft::new(seconds(left), stones), seconds(time));
            (left.as_secs(), stones)
        };
        for (before, time, expected) in [
            ((60, 0), 20, (40, 0)),
            ((20, 0), 20, (30, 3)), // the next move is in the first period
            ((20, 0), 27, (23, 2)), // this one is
            ((20, 0), 90, (0, 2)),
            ((30, 3), 12, (18, 2)),
            ((18, 2), 18, (0, 1)),
            ((5, 1), 5, (30, 3)), // the rest of a period is lost
            ((5, 1), 1, (30, 3)),
        ] {
            assert_eq!(after(before.0, before.1, time), expected, "{before:?} {time}");
        }
        let absolute = TimeControl::new(seconds(60), seconds(0), 0).unwrap();
        for time in [60, 61] {
            let over = TimeLeft::new(seconds(0), 0);
            assert_eq!(absolute.after_move(TimeLeft::new(seconds(60), 0), seconds(time)), over);
        }
    }

    #[test]
    fn a_search_gets_the_main_time_and_one_share_of_a_period() {
        let clock = |main, period, stones, now| {
            TimeControl::new(seconds(main), seconds(period), stones).unwrap().clock(now)
        };
        for (main, period, stones, now, expected) in [
            (60, 0, 0, (40, 0), (40, 0)),
            (60, 30, 3, (40, 0), (50, 10)),
            (60, 30, 3, (0, 0), (10, 10)),
            (60, 30, 3, (30, 3), (10, 10)),
            (60, 30, 3, (24, 2), (12, 12)),
            (60, 30, 3, (24, 1), (24, 24)),
        ] {
            let clock = clock(main, period, stones, TimeLeft::new(seconds(now.0), now.1));
            assert_eq!(
                (clock.remaining, clock.increment),
                (seconds(expected.0), seconds(expected.1)),
                "{now:?}"
            );
        }
    }

    /// Each move takes all that it may.
    #[test]
    fn a_game_never_takes_more_than_its_time() {
        for (main, period, stones) in [(60, 0, 0), (60, 30, 3), (0, 10, 1), (5, 10, 5), (1, 300, 25)] {
            let control = TimeControl::new(seconds(main), seconds(period), stones).unwrap();
            let (mut now, mut spent) = (control.start(), Duration::ZERO);
            for played in 0..30 {
                let time = control.clock(now).time_for_move(60 - 2 * played);
                spent += time;
                let periods = (played + 1).div_ceil(stones.max(1));
                assert!(
                    spent <= seconds(main) + periods * seconds(period),
                    "{main} {period} {stones} {played}"
                );
                assert!(now.stones == 0 || time <= now.left, "{now:?} {time:?}");
                now = control.after_move(now, time);
            }
        }
    }

    #[test]
    fn a_period_without_stones_is_no_limit() {
        let time = Duration::from_millis(500);
        assert!(TimeControl::new(time, time, 0).is_none());
        assert!(TimeControl::new(time, Duration::ZERO, 0).is_some());
        assert_eq!(TimeControl::new(Duration::ZERO, time, 5).unwrap().start().left, time);
    }
}
