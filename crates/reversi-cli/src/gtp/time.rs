//! A main time, then periods with a number of moves each (Canadian byo-yomi), and what a referee tells of
//! them.

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
    /// `true` if a referee counts the periods that are left, not the moves of the present one.
    counts_periods: bool,
}

/// The remaining time of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeLeft {
    left: Duration,
    /// Moves to make in that time, 0 in the main time.
    stones: u32,
}

impl TimeControl {
    /// Makes a time control. `None` means no limit: in the protocol, a period without stones.
    pub(super) fn new(main: Duration, period: Duration, stones: u32) -> Option<TimeControl> {
        let limited = stones > 0 || period.is_zero();
        limited.then_some(TimeControl { main, period, stones, counts_periods: false })
    }

    /// Makes a time control with periods of one move each (Japanese byo-yomi). A move that exceeds its period
    /// would cost one of them: the clock of a search counts on none.
    pub(super) fn japanese(main: Duration, period: Duration) -> TimeControl {
        TimeControl { main, period, stones: 1, counts_periods: true }
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

    /// The time that a side surely has, if a referee tells this and the side had `known` by our own watch.
    ///
    /// A referee that counts whole seconds may round up. So a whole number is taken for a second less, which
    /// is the least that it can mean. Only the last second is taken for a twentieth, once: the moves within
    /// it share that. A whole period is as long as it is set.
    pub(super) fn left(self, told: Seconds, stones: u32, known: TimeLeft) -> TimeLeft {
        let Seconds { time, is_whole } = told;
        let less = time.saturating_sub(if is_whole { Duration::from_secs(1) } else { Duration::ZERO });
        let exceeds_period = if is_whole { less >= self.period } else { time > self.period };
        let stones = match stones {
            _ if self.stones > 0 && exceeds_period => 0, // some referees tell the moves of a period too early
            periods if self.counts_periods => periods.min(1),
            stones => stones,
        };
        let left = match stones {
            _ if !is_whole => time,
            0 if self.stones > 0 => less, // the periods follow
            _ if stones == self.stones && time.abs_diff(self.period) < Duration::from_secs(1) => self.period,
            _ if known.stones == stones => less.max(known.left.min(time / 20)),
            _ => less.max(time / 20),
        };
        TimeLeft { left, stones }
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
#[derive(Clone, Copy)]
pub(super) struct Seconds {
    pub(super) time: Duration,
    /// `true` if it is written without a fraction.
    is_whole: bool,
}

impl FromStr for Seconds {
    type Err = ();

    fn from_str(text: &str) -> Result<Seconds, ()> {
        let seconds = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
        let seconds = seconds.ok_or(())?.min(Seconds::MOST);
        let is_whole = seconds.fract() == 0.0 && !text.contains('.');
        Ok(Seconds { time: Duration::from_secs_f64(seconds), is_whole })
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
        text.parse().ok().map(|Seconds { time, .. }| time)
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
                control.after_move(TimeLeft { left: seconds(left), stones }, seconds(time));
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
            let over = TimeLeft { left: seconds(0), stones: 0 };
            assert_eq!(absolute.after_move(absolute.start(), seconds(time)), over);
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
            let clock = clock(main, period, stones, TimeLeft { left: seconds(now.0), stones: now.1 });
            assert_eq!(
                (clock.remaining, clock.increment),
                (seconds(expected.0), seconds(expected.1)),
                "{now:?}"
            );
        }
    }

    #[test]
    fn whole_seconds_are_what_is_surely_left_and_fractions_are_exact() {
        let control =
            |main, period, stones| TimeControl::new(seconds(main), seconds(period), stones).unwrap();
        let (absolute, canadian) = (control(60, 0, 0), control(60, 10, 5));
        let (blitz, unknown) = (control(20, 1, 1), TimeControl::default());
        let japanese = TimeControl::japanese(seconds(60), seconds(10));
        let main = |millis| TimeLeft { left: Duration::from_millis(millis), stones: 0 };
        for (control, told, stones, known, left, left_stones) in [
            (absolute, "20", 0, 20_000, 19_000, 0),
            (absolute, "2", 0, 5_000, 1_000, 0),
            (absolute, "1", 0, 5_000, 50, 0),
            (absolute, "1", 0, 30, 30, 0), // by our own watch the twentieth is spent
            (absolute, "3", 0, 0, 2_000, 0),
            (absolute, "0", 0, 5_000, 0, 0),
            (absolute, "1.0", 0, 0, 1_000, 0),
            (absolute, "0.25", 0, 0, 250, 0),
            (canadian, "20", 0, 0, 19_000, 0),
            (canadian, "1", 0, 5_000, 0, 0),   // a period follows
            (canadian, "10", 5, 0, 10_000, 5), // a period that begins
            (canadian, "10", 4, 0, 9_000, 4),
            (canadian, "1", 4, 0, 50, 4),
            (canadian, "10.5", 4, 0, 10_500, 0), // more than a period has
            (canadian, "10.0", 4, 0, 10_000, 4),
            (canadian, "11", 4, 0, 10_000, 0),
            (blitz, "20", 1, 0, 19_000, 0),
            (blitz, "2", 1, 0, 1_000, 0),
            (blitz, "1", 1, 0, 1_000, 1),
            (unknown, "20", 4, 0, 19_000, 4),
            (japanese, "10", 3, 0, 10_000, 1), // three periods, one move each
            (japanese, "4", 1, 0, 3_000, 1),
            (japanese, "40", 3, 0, 39_000, 0),
        ] {
            let expected = TimeLeft { left: Duration::from_millis(left), stones: left_stones };
            let got = control.left(told.parse().unwrap(), stones, main(known));
            assert_eq!(got, expected, "{told} {stones}");
        }
    }

    /// Tells the time in whole seconds or exactly.
    type Rounding = fn(f64) -> String;

    /// Each move takes all that it may, and the way to the referee takes time as well. Where the referee
    /// tells fractions, a move takes no more than the solve of the rest of the game.
    #[test]
    fn under_no_referee_a_game_takes_more_than_its_time() {
        let roundings: [Rounding; 4] = [
            |seconds| seconds.ceil().to_string(),
            |seconds| seconds.floor().to_string(),
            |seconds| seconds.round().to_string(),
            |seconds| format!("{seconds:.6}"),
        ];
        for (rounding, &tell) in roundings.iter().enumerate() {
            for (main, period, stones) in [
                (10, 0, 0),
                (3, 0, 0),
                (1, 0, 0),
                (60, 0, 0),
                (300, 0, 0),
                (10, 10, 5),
                (0, 1, 1),
                (2, 1, 1),
                (0, 5, 3),
                (3, 20, 25),
                (1, 300, 25),
            ] {
                for (overhead, early) in [(0.2, false), (0.9, false), (0.9, true)] {
                    let what = format!("{rounding} {main} {period} {stones} {overhead} {early}");
                    let control = TimeControl::new(seconds(main), seconds(period), stones).unwrap();
                    let (mut truth, mut known) = (control.start(), control.start());
                    for played in 0..30 {
                        let told = tell(truth.left.as_secs_f64());
                        // Some tell the moves of the first period in the main time.
                        let moves = if early && truth.stones == 0 { stones } else { truth.stones };
                        known = control.left(told.parse().unwrap(), moves, known);
                        let empties = 60 - 2 * played;
                        let mut time = control.clock(known).time_for_move(empties);
                        if told.contains('.') {
                            time = time.min(Duration::from_secs_f64((f64::from(empties) - 24.0).exp2()));
                        }
                        let real = time + Duration::from_secs_f64(overhead / 1e3);
                        let is_main = truth.stones == 0 && stones > 0;
                        let has = truth.left + if is_main { seconds(period) } else { Duration::ZERO };
                        assert!(real <= has, "{what}: {real:?} of {truth:?}, told {told}, {known:?}");
                        truth = control.after_move(truth, real);
                        known = control.after_move(known, time);
                    }
                }
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
