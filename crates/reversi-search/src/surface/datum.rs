//! Values of Rust from plain ones, which their [`Kind`](super::Kind) has checked, and back.

use std::time::Duration;

use reversi_bitboard::{Bitboard, Square};

use super::{Fields, Plain, read};
use crate::api::{Level, Limits, Selectivity};
use crate::data::{QuestionError, QuestionErrorKind};

/// The type of a field.
pub trait Datum: Sized {
    /// From a value that the kind of the field has checked.
    fn read(plain: Plain) -> Result<Self, QuestionError>;

    /// As a value, or `None` if there is nothing to write.
    fn plain(&self) -> Option<Plain>;
}

impl<T: Datum> Datum for Option<T> {
    fn read(plain: Plain) -> Result<Option<T>, QuestionError> {
        T::read(plain).map(Some)
    }

    fn plain(&self) -> Option<Plain> {
        self.as_ref().and_then(Datum::plain)
    }
}

/// Whole numbers, whose range was checked.
macro_rules! whole_numbers {
    ($($Int:ty),*) => {$(
        impl Datum for $Int {
            fn read(plain: Plain) -> Result<$Int, QuestionError> {
                let number = plain.whole().expect("it was checked");
                Ok(<$Int>::try_from(number).unwrap_or(<$Int>::MAX))
            }

            fn plain(&self) -> Option<Plain> {
                Some(Plain::Whole(*self as i128))
            }
        }
    )*};
}
whole_numbers!(i32, u32, u64);

/// A number of things; `all` is the greatest.
impl Datum for usize {
    fn read(plain: Plain) -> Result<usize, QuestionError> {
        let Some(number) = plain.whole() else { return Ok(usize::MAX) };
        Ok(usize::try_from(number).unwrap_or(usize::MAX)) // no board has so many
    }

    fn plain(&self) -> Option<Plain> {
        Some(if *self == usize::MAX { Plain::Text("all".to_owned()) } else { Plain::Whole(*self as i128) })
    }
}

impl Datum for Level {
    fn read(plain: Plain) -> Result<Level, QuestionError> {
        Ok(Level::new(u32::read(plain)?).expect("it was checked"))
    }

    fn plain(&self) -> Option<Plain> {
        self.number().plain()
    }
}

impl Datum for Selectivity {
    fn read(plain: Plain) -> Result<Selectivity, QuestionError> {
        let percent = u32::read(plain)?;
        let mut steps = Selectivity::ALL.into_iter();
        Ok(steps.find(|step| step.percent() == percent).expect("it was checked"))
    }

    fn plain(&self) -> Option<Plain> {
        self.percent().plain()
    }
}

/// Seconds, a whole number if they can be. Zero is written only where it has a meaning: in an `Option`.
impl Datum for Duration {
    fn read(plain: Plain) -> Result<Duration, QuestionError> {
        Ok(match plain {
            Plain::Whole(number) => seconds::of_whole(number).unwrap_or(Duration::MAX),
            Plain::Number(number) => seconds::of_number(number).unwrap_or(Duration::MAX),
            _ => Duration::MAX,
        })
    }

    fn plain(&self) -> Option<Plain> {
        Some(match self.subsec_nanos() {
            0 => Plain::Whole(self.as_secs().into()),
            _ => Plain::Number(self.as_secs_f64()),
        })
    }
}

/// Squares such as `f4f6`, at least one.
impl Datum for Bitboard {
    fn read(plain: Plain) -> Result<Bitboard, QuestionError> {
        let Plain::Text(text) = &plain else { unreachable!("it was checked") };
        let cells: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let square = |cell: &[char]| String::from_iter(cell).parse::<Square>().ok();
        let squares: Option<Vec<Square>> = cells.chunks(2).map(square).collect();
        let squares = squares.filter(|squares| !squares.is_empty()).ok_or_else(|| {
            let expected = super::Kind::Squares.expected();
            QuestionError::new("", QuestionErrorKind::UnknownName { expected, found: plain.describe() })
        })?;
        Ok(squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with_square))
    }

    fn plain(&self) -> Option<Plain> {
        Some(Plain::Text(self.into_iter().map(|square| square.to_string()).collect()))
    }
}

/// An object within an object. Without any field it is not written.
macro_rules! objects {
    ($($Struct:ty),*) => {$(
        impl Datum for $Struct {
            fn read(plain: Plain) -> Result<$Struct, QuestionError> {
                let Plain::Object(fields) = plain else { unreachable!("it was checked") };
                read(fields)
            }

            fn plain(&self) -> Option<Plain> {
                let given = Fields::to_plain(self);
                if given == Plain::Object(Vec::new()) { None } else { Some(given) }
            }
        }
    )*};
}
objects!(Limits, super::ClockOptions);

/// Times as numbers of seconds. A time reads back as itself up to 50 days; of longer times some nanoseconds
/// may be lost.
pub(crate) mod seconds {
    use std::time::Duration;

    /// `None` if it is not a valid duration.
    pub(crate) fn of_whole(seconds: i128) -> Option<Duration> {
        u64::try_from(seconds).ok().map(Duration::from_secs)
    }

    /// `None` if it is not a valid duration. The longest one is written as a number that is a little too
    /// large.
    pub(crate) fn of_number(seconds: f64) -> Option<Duration> {
        let inside = (0.0..=u64::MAX as f64).contains(&seconds);
        inside.then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }
}
