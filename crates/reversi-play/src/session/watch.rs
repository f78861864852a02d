//! The watch of a turn, and the clocks of a session that it runs. How much of a clock an engine spends on a
//! move is in `api/clock.rs`.

use std::time::Duration;

use reversi_bitboard::Color;
use reversi_search::Clock;
use reversi_search::instant::Instant;

use super::{Due, Ending, Session};

/// The time of a turn so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watch {
    /// The time before the watch was started last.
    before: Duration,
    /// When it was started; `None` if it is paused.
    since: Option<Instant>,
}

impl Watch {
    pub(super) fn runs(&self) -> bool {
        self.since.is_some()
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.before.saturating_add(self.since.map_or(Duration::ZERO, |since| since.elapsed()))
    }

    fn start(&mut self) {
        self.since = self.since.or_else(|| Some(Instant::now()));
    }

    fn stop(&mut self) {
        *self = Watch { before: self.elapsed(), since: None };
    }

    /// Begins a turn. A watch that runs keeps running.
    pub(super) fn reset(&mut self) {
        *self = Watch { before: Duration::ZERO, since: self.since.map(|_| Instant::now()) };
    }

    /// Makes a paused watch with this time.
    pub(super) fn at(elapsed: Duration) -> Watch {
        Watch { before: elapsed, since: None }
    }
}

impl Session {
    /// Returns the clock of a side as its turn began; `None` without a clock.
    ///
    /// [`time_left`](Self::time_left) returns what it shows now.
    pub fn clock(&self, color: Color) -> Option<Clock> {
        self.clocks[color as usize]
    }

    /// Sets the clock of a side, or removes it. Without a clock a side cannot run out of time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{Color, Square};
    /// use reversi_engine::play::{Player, Session};
    /// use reversi_engine::search::Clock;
    ///
    /// let mut session = Session::new(Player::Person, Player::Person);
    /// let clock = Clock::new(Duration::from_secs(60), Duration::from_secs(2));
    /// session.set_clock(Color::Black, Some(clock));
    /// session.play_in(Square::F5, Duration::from_secs(12))?;
    /// assert_eq!(session.time_left(Color::Black), Some(Duration::from_secs(50)));
    /// assert_eq!(session.time_left(Color::White), None);
    /// # Ok::<(), reversi_engine::play::SessionError>(())
    /// ```
    pub fn set_clock(&mut self, color: Color, clock: Option<Clock>) {
        self.clocks[color as usize] = clock;
    }

    /// Returns the time left on the clock of a side, the time of the turn so far subtracted; `None` without a
    /// clock.
    pub fn time_left(&self, color: Color) -> Option<Duration> {
        let clock = self.clock(color)?;
        let spent = if self.thinks() == Some(color) { self.watch.elapsed() } else { Duration::ZERO };
        Some(clock.remaining.saturating_sub(spent))
    }

    /// Starts the watch: from now on, time passes for the side to move, and each move hands it over. While a
    /// pass is due, time passes for the side that moves after it.
    ///
    /// The watch of a new session is paused. While it is, [`play`](Self::play) takes no time: only the time
    /// given to [`play_in`](Self::play_in) and the time of an engine's searches count.
    ///
    /// ```
    /// use reversi_engine::play::{Player, Session};
    ///
    /// let mut session = Session::new(Player::Person, Player::Person);
    /// session.resume();
    /// assert!(session.runs());
    /// session.pause();
    /// assert!(!session.runs());
    /// ```
    pub fn resume(&mut self) {
        self.watch.start();
    }

    /// Stops the watch. The time of the turn so far is kept.
    pub fn pause(&mut self) {
        self.watch.stop();
    }

    /// Returns whether the watch runs.
    pub fn runs(&self) -> bool {
        self.watch.runs()
    }

    /// Returns the time of the turn so far.
    pub fn time_of_turn(&self) -> Duration {
        self.watch.elapsed()
    }

    /// Checks the clock: ends the game if the side that thinks has run out of time. Returns what is due, as
    /// [`due`](Self::due) does. A page calls it by a timer; each move checks the clock, too.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::Color;
    /// use reversi_engine::play::{Due, Player, Session};
    /// use reversi_engine::search::Clock;
    ///
    /// let mut session = Session::new(Player::Person, Player::Person);
    /// session.set_clock(Color::Black, Some(Clock::new(Duration::ZERO, Duration::ZERO)));
    /// session.resume();
    /// std::thread::sleep(Duration::from_millis(2));
    /// let Due::Over(result) = session.tick() else { panic!("black has no time") };
    /// assert_eq!(result.to_string(), "white wins: black has run out of time");
    /// ```
    pub fn tick(&mut self) -> Due {
        if let Some(color) = self.thinks()
            && self.clock(color).is_some_and(|clock| self.watch.elapsed() > clock.remaining)
        {
            self.lose_on_time(color);
        }
        self.due()
    }

    /// Ends the game, with nothing left on the clock.
    pub(super) fn lose_on_time(&mut self, color: Color) {
        self.end(color, Ending::Time);
        if let Some(clock) = &mut self.clocks[color as usize] {
            clock.remaining = Duration::ZERO;
        }
    }

    /// The side whose time passes: the one that plays the next square.
    fn thinks(&self) -> Option<Color> {
        match self.due() {
            Due::Person(color) | Due::Engine(color) => Some(color),
            Due::Pass(color) => Some(!color),
            Due::Over(_) => None,
        }
    }
}
