//! Levels: depth and selectivity by empties.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::Selectivity;
use super::level_times::MILLISECONDS;

/// A strength from 0 to 60: depth and selectivity by empties. A level takes about 1.5 times as long as the
/// one before.
///
/// In the midgame level `N` looks `N` plies ahead at 73 %. It searches to the end of the game as soon as
/// that costs no more, more and more surely, and at last exactly. Some levels, with the most empties of each
/// search:
///
/// | Level | 100 % | 99 % | 98 % | 95 % | 87 % | 73 % |
/// |--:|--:|--:|--:|--:|--:|--:|
/// | 5 | 10 | | | | | |
/// | 10 | 14 | | 15 | | | 16 |
/// | 15 | 17 | 18 | | 19 | 20 | 21 |
/// | 21 | 21 | 22 | | 24 | 25 | 27 |
/// | 25 | 23 | 24 | 25 | 27 | 29 | 31 |
/// | 30 | 26 | 28 | 29 | 31 | 33 | 36 |
/// | 40 | 32 | 34 | 36 | 39 | 42 | 46 |
/// | 50 | 37 | 41 | 43 | 47 | 51 | 56 |
///
/// Level 60 solves every position. Levels 0 to 5 go to the end with at most twice as many empties as their
/// number. A search that would end fewer than 9 plies before the end of the game is shorter and at 87 %.
///
/// ```
/// use reversi_engine::{Level, Selectivity};
///
/// let level = Level::of::<21>();
/// assert_eq!(level.at(50), (21, Selectivity::P73));
/// assert_eq!(level.at(24), (24, Selectivity::P95));
/// assert_eq!(level.at(21), (21, Selectivity::P100));
/// assert_eq!(Level::new(21), Ok(level)); // a number that is read
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The lowest level that searches positions with 20 empties to the end, and how much higher it is for each
/// empty square more, in hundredths. Lines by hand through times as `cargo train rungs` measures them.
const TO_THE_END: [(Selectivity, i32, i32); 6] = [
    (Selectivity::P100, 19, 175),
    (Selectivity::P99, 18, 150),
    (Selectivity::P98, 17, 140),
    (Selectivity::P95, 16, 125),
    (Selectivity::P87, 15, 110),
    (Selectivity::P73, 14, 100),
];

/// A search that ends fewer plies than this before the end of the game costs more than a surer one or the
/// one to the end.
pub(crate) const LAST_PLIES: u32 = 9;

/// With this many empties or fewer the first search to the end of the game is the proof.
pub(crate) const PROVEN_AT_ONCE: u32 = 14;

impl Level {
    /// The highest level: it solves every position, without regard to the time.
    pub const MAX: Level = Level(60);

    /// Level 21, the default of a question without a level, a depth or a limit. It takes about
    /// 0.15 s for a position of the midgame.
    pub const DEFAULT: Level = Level(21);

    /// Returns the level with the number `N`, 0 to 60. A number beyond that does not compile.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Level};
    ///
    /// let request = AnalyzeRequest::level(Level::of::<21>());
    /// assert_eq!(request, AnalyzeRequest::level(Level::DEFAULT));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// let _ = reversi_engine::Level::of::<61>();
    /// ```
    pub const fn of<const N: u8>() -> Level {
        const { assert!(N <= 60, "level must be 0 to 60") };
        Level(N)
    }

    /// Returns the level with this number, for a number that the program reads. For a literal there is
    /// [`of`](Self::of).
    ///
    /// # Errors
    /// [`LevelError`] above 60.
    pub const fn new(number: u32) -> Result<Level, LevelError> {
        if number <= 60 { Ok(Level(number as u8)) } else { Err(LevelError { number: Some(number as i64) }) }
    }

    /// Returns the highest level whose mean time for a move is at most `time`, at whichever of 40, 30 and 20
    /// empties takes longest. Returns level 0 if no level is as fast, and level 30 at most: the times of
    /// higher levels are not measured. For more than some seconds, a [clock](super::Clock) or a
    /// [limit](super::Limits) makes better use of the time.
    ///
    /// The times are means of positions of games, on one core of a server: the chapter *Figures* of the book
    /// in the repository lists them. A hard position takes several times as long. If your machine is much
    /// slower, measure on it.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::Level;
    ///
    /// let level = Level::for_time(Duration::from_millis(100));
    /// assert!(level > Level::of::<10>() && level < Level::for_time(Duration::from_secs(10)));
    /// ```
    pub fn for_time(time: Duration) -> Level {
        let milliseconds = time.as_secs_f64() * 1e3;
        let fits = |times: &[f64; 3]| times.iter().all(|&time| time <= milliseconds);
        Level(MILLISECONDS.iter().rposition(fits).unwrap_or(0) as u8)
    }

    /// Returns the number.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// Returns the depth and the selectivity at a position with `empties` empty squares.
    pub fn at(self, empties: u32) -> (u32, Selectivity) {
        let level = self.number();
        let goes = |&&(_, first, more): &&(Selectivity, i32, i32)| {
            100 * (level as i32 - first) >= more * (empties as i32 - 20)
        };
        let to_the_end = TO_THE_END.iter().find(goes).filter(|_| empties <= 2 * level);
        let deepest = empties.saturating_sub(LAST_PLIES);
        match to_the_end {
            _ if self == Level::MAX => (empties, Selectivity::P100),
            Some(_) if empties <= PROVEN_AT_ONCE => (empties, Selectivity::P100),
            Some(&(selectivity, ..)) => (empties, selectivity),
            None if empties <= 20 || level <= deepest => (level.min(empties), Selectivity::P73),
            None => (deepest, Selectivity::P87),
        }
    }
}

/// Writes the number.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let number: i64 = s.parse().map_err(|_| LevelError { number: None })?;
        u32::try_from(number).map_err(|_| LevelError { number: Some(number) }).and_then(Level::new)
    }
}

/// The error of a number or a text that is not a [`Level`].
///
/// ```
/// use reversi_engine::Level;
///
/// let error = "61".parse::<Level>().unwrap_err();
/// assert_eq!(error.number, Some(61));
/// assert_eq!(error.to_string(), "level must be 0 to 60, not 61");
/// let error = "high".parse::<Level>().unwrap_err();
/// assert_eq!(error.number, None);
/// assert_eq!(error.to_string(), "level must be a number from 0 to 60");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("{}", message(.number))]
#[non_exhaustive]
pub struct LevelError {
    /// The number that was refused, or `None` if the text is not a number.
    pub number: Option<i64>,
}

fn message(number: &Option<i64>) -> String {
    match number {
        Some(number) => format!("level must be 0 to 60, not {number}"),
        None => "level must be a number from 0 to 60".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_is_never_exact_later_and_no_level_searches_beyond_the_end() {
        let levels = || (0..=60).map(|number| Level::new(number).unwrap());
        for empties in 0..=60 {
            let exact = |level: Level| level.at(empties) == (empties, Selectivity::P100);
            assert!(levels().is_sorted_by_key(exact), "{empties}");
            assert!(levels().all(|level| level.at(empties).0 <= empties));
        }
        assert_eq!(Level::new(61), Err(LevelError { number: Some(61) }));
        assert_eq!("21".parse(), Level::new(21));
        for (text, message) in [
            ("", "level must be a number from 0 to 60"),
            ("21.5", "level must be a number from 0 to 60"),
            ("99999999999999999999", "level must be a number from 0 to 60"),
            ("-1", "level must be 0 to 60, not -1"),
            ("61", "level must be 0 to 60, not 61"),
            ("4294967296", "level must be 0 to 60, not 4294967296"),
        ] {
            assert_eq!(text.parse::<Level>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_level_for_a_time_is_the_highest_that_takes_no_longer() {
        let ms = |ms: f64| Duration::from_secs_f64(ms / 1e3);
        assert_eq!(Level::for_time(Duration::ZERO).number(), 0);
        assert_eq!(Level::for_time(Duration::MAX).number() as usize, MILLISECONDS.len() - 1);
        let mut ends: Vec<f64> = Vec::new();
        for (number, times) in (0_u32..).zip(MILLISECONDS) {
            let longest = times.into_iter().fold(0.0, f64::max);
            let level = Level::for_time(ms(longest * 1.0001));
            assert!(level.number() >= number, "{number}");
            let found = MILLISECONDS[level.number() as usize];
            assert!(found.into_iter().all(|time| time <= longest * 1.0001), "{number}");
            if longest > 0.01 && number > 0 {
                assert_ne!(Level::for_time(ms(longest * 0.999)).number(), number);
            }
            ends.push(longest);
        }
        ends.sort_by(f64::total_cmp);
        assert!(ends.is_sorted_by_key(|&end| Level::for_time(ms(end))), "more time, no lower level");
    }

    #[test]
    fn a_level_goes_to_the_end_when_that_costs_no_more() {
        use Selectivity::{P73, P87, P95, P98, P99, P100};
        for (level, empties, depth, selectivity) in [
            (0, 60, 0, P73),
            (0, 1, 0, P73),
            (4, 8, 8, P100),
            (4, 9, 4, P73), // not before twice the level
            (8, 14, 14, P100),
            (7, 14, 7, P73),
            (18, 20, 20, P99),
            (19, 20, 20, P100),
            (21, 24, 24, P95),
            (21, 26, 26, P73),
            (21, 27, 27, P73),
            (21, 28, 19, P87),
            (21, 30, 21, P73),
            (21, 60, 21, P73),
            (21, 22, 22, P99),
            (20, 22, 22, P98),
            (24, 25, 25, P98),
            (23, 25, 25, P95),
            (26, 24, 24, P100),
            (25, 24, 24, P99),
            (26, 30, 30, P87),
            (25, 30, 30, P73),
            (30, 26, 26, P100),
            (30, 27, 27, P99),
            (30, 33, 33, P87),
            (30, 36, 36, P73),
            (30, 37, 28, P87),
            (30, 40, 30, P73),
            (59, 60, 60, P87),
            (60, 60, 60, P100),
        ] {
            assert_eq!(Level::new(level).unwrap().at(empties), (depth, selectivity), "{level} {empties}");
        }
    }

    /// Books of Edax name its levels. A score that ours would have proven is proven there.
    #[test]
    fn a_level_is_exact_no_earlier_than_that_of_edax() {
        for level in 0..60 {
            let edax = match level {
                0..=10 => 2 * level,
                11..=18 => 21,
                19..=24 => 24,
                25..=30 => 27,
                31..=35 => 30,
                _ => level - 6,
            };
            let exact = |&empties: &u32| Level(level as u8).at(empties) == (empties, Selectivity::P100);
            assert!((0..=60).rfind(exact).is_some_and(|empties| empties <= edax), "{level}");
        }
    }
}
