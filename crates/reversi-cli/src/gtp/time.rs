//! A main time, then periods with a number of moves each (Canadian byo-yomi).

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
    pub(super) fn new(left: u32, stones: u32) -> TimeLeft {
        TimeLeft { left: seconds(left), stones }
    }
}

impl TimeControl {
    /// The control of these seconds. `None` is no limit: in the protocol, a period without stones.
    pub(super) fn new(main: u32, period: u32, stones: u32) -> Option<TimeControl> {
        let limited = stones > 0 || period == 0;
        limited.then(|| TimeControl { main: seconds(main), period: seconds(period), stones })
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

fn seconds(seconds: u32) -> Duration {
    Duration::from_secs(seconds.into())
}
