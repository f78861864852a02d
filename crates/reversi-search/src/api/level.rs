//! Levels: depth and selectivity by empties.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::Selectivity;
use super::level_times::MILLISECONDS;

/// A strength from 0 to 60 in the convention of Edax: depth and selectivity by empties.
///
/// | Level | Exact from | Before that, to the end of the game | Else |
/// |---|---|---|---|
/// | 0-10 | twice the level | | as deep as the level, 100 % |
/// | 11-12 | 21 empties | 98 % from 24 | as deep as the level, 73 % |
/// | 13-18 | 21 | 98 % from 24, 87 % from 27 | the same |
/// | 19-24 | 24 | 98 % from 27, 87 % from 30 | the same |
/// | 25-27 | 27 | 98 % from 30, 87 % from 33 | the same |
/// | 28-30 | 27 | 99 % from 30, 98 % from 33, 87 % from 36 | the same |
/// | 31-35 | 30 | 99 % from 33, 98 % from 36, 87 % from 39 | the same |
/// | 36-59 | the level less 6 | 99, 98, 95, 87 and 73 % at 3 empties more each | the same |
/// | 60 | always | | |
///
/// ```
/// use reversi_engine::{Level, Selectivity};
///
/// let level = Level::of::<21>();
/// assert_eq!(level.at(50), (21, Selectivity::P73));
/// assert_eq!(level.at(27), (27, Selectivity::P98));
/// assert_eq!(level.at(24), (24, Selectivity::P100));
/// assert_eq!(Level::new(21), Ok(level)); // a number that is read
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Up to this number of empties a search goes to the end of the game, with this selectivity.
type Step = (u32, Selectivity);

impl Level {
    /// The highest level: it solves every position, without regard to the time.
    pub const MAX: Level = Level(60);

    /// Level 21, the default of a question without a level, a depth or a limit. It is strong, and takes
    /// seconds at most for a position.
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
        use Selectivity::{P73, P87, P95, P98, P99, P100};
        let level = self.number();
        let by_band = |steps: &[Step]| steps.iter().find(|step| empties <= step.0).map(|step| step.1);
        let to_the_end = match level {
            0..=10 => by_band(&[(2 * level, P100)]),
            11..=12 => by_band(&[(21, P100), (24, P98)]),
            13..=18 => by_band(&[(21, P100), (24, P98), (27, P87)]),
            19..=24 => by_band(&[(24, P100), (27, P98), (30, P87)]),
            25..=27 => by_band(&[(27, P100), (30, P98), (33, P87)]),
            28..=30 => by_band(&[(27, P100), (30, P99), (33, P98), (36, P87)]),
            31..=35 => by_band(&[(30, P100), (33, P99), (36, P98), (39, P87)]),
            36..=59 => by_band(&[
                (level - 6, P100),
                (level - 3, P99),
                (level, P98),
                (level + 3, P95),
                (level + 6, P87),
                (level + 9, P73),
            ]),
            _ => Some(P100),
        };
        match to_the_end {
            Some(selectivity) => (empties, selectivity),
            None => (level.min(empties), if level <= 10 { P100 } else { P73 }),
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
    fn bands() {
        use Selectivity::{P73, P87, P95, P98, P99, P100};
        for (level, empties, depth, selectivity) in [
            (0, 60, 0, P100),
            (10, 20, 20, P100),
            (10, 21, 10, P100),
            (12, 24, 24, P98),
            (12, 25, 12, P73),
            (18, 27, 27, P87),
            (30, 30, 30, P99),
            (40, 34, 34, P100),
            (40, 37, 37, P99),
            (40, 40, 40, P98),
            (40, 43, 43, P95),
            (40, 46, 46, P87),
            (40, 49, 49, P73),
            (40, 50, 40, P73),
            (60, 60, 60, P100),
        ] {
            assert_eq!(Level::new(level).unwrap().at(empties), (depth, selectivity), "{level} {empties}");
        }
    }
}
