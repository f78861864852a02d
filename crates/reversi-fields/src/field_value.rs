//! Values of Rust from plain ones, which their [`Kind`](Kind) has checked, and back.

use std::time::Duration;

use reversi_bitboard::{Bitboard, Color, CpuLevel, Move, Position, Square};

use crate::seconds::{of_number, of_whole};
use crate::{DynValue, FieldError, FieldErrorKind, Kind, Name, words};

/// The type of a field.
pub trait FieldValue: Sized {
    /// Reads a value that the kind of the field has checked.
    fn read(plain: DynValue) -> Result<Self, FieldError>;

    /// Returns the value to write, or `None` if there is nothing to write.
    fn plain(&self) -> Option<DynValue>;
}

impl<T: FieldValue> FieldValue for Option<T> {
    fn read(plain: DynValue) -> Result<Option<T>, FieldError> {
        if plain == DynValue::Other("null") { Ok(None) } else { T::read(plain).map(Some) }
    }

    fn plain(&self) -> Option<DynValue> {
        self.as_ref().and_then(FieldValue::plain)
    }
}

/// Whole numbers, whose range was checked.
macro_rules! whole_numbers {
    ($($Int:ty),*) => {$(
        impl FieldValue for $Int {
            fn read(plain: DynValue) -> Result<$Int, FieldError> {
                let number = plain.whole().expect("it was checked");
                Ok(<$Int>::try_from(number).unwrap_or(<$Int>::MAX))
            }

            fn plain(&self) -> Option<DynValue> {
                Some(DynValue::Whole(*self as i128))
            }
        }
    )*};
}
whole_numbers!(i32, u32, u64);

/// A number of things; `all` is the greatest.
impl FieldValue for usize {
    fn read(plain: DynValue) -> Result<usize, FieldError> {
        let Some(number) = plain.whole() else { return Ok(usize::MAX) };
        Ok(usize::try_from(number).unwrap_or(usize::MAX)) // no board has that many
    }

    fn plain(&self) -> Option<DynValue> {
        Some(if *self == usize::MAX {
            DynValue::Text("all".to_owned())
        } else {
            DynValue::Whole(*self as i128)
        })
    }
}

impl FieldValue for f64 {
    fn read(plain: DynValue) -> Result<f64, FieldError> {
        Ok(match plain {
            DynValue::Whole(number) => number as f64,
            DynValue::Number(number) => number,
            DynValue::Digits(digits) => digits.parse().unwrap_or(f64::MAX),
            _ => unreachable!("it was checked"),
        })
    }

    fn plain(&self) -> Option<DynValue> {
        Some(DynValue::Number(*self))
    }
}

impl FieldValue for String {
    fn read(plain: DynValue) -> Result<String, FieldError> {
        let DynValue::Text(text) = plain else { unreachable!("it was checked") };
        Ok(text)
    }

    fn plain(&self) -> Option<DynValue> {
        Some(DynValue::Text(self.clone()))
    }
}

/// Types that are read from a text, which has an error of its own.
#[macro_export]
macro_rules! texts {
    ($($Type:ty),*) => {$(
        impl $crate::FieldValue for $Type {
            fn read(plain: $crate::DynValue) -> Result<$Type, $crate::FieldError> {
                <String as $crate::FieldValue>::read(plain)?.parse().map_err(|error| $crate::FieldError::invalid("", error))
            }

            fn plain(&self) -> Option<$crate::DynValue> {
                Some($crate::DynValue::Text(self.to_string()))
            }
        }
    )*};
}
texts!(Move, Position, CpuLevel);

/// The colours.
pub static COLORS: &[Name] = &[
    Name { name: "black", doc: words!("It moves first in the usual start.") },
    Name { name: "white", doc: words!("The other side.") },
];

impl FieldValue for Color {
    fn read(plain: DynValue) -> Result<Color, FieldError> {
        Ok(if plain == DynValue::Text("black".to_owned()) { Color::Black } else { Color::White })
    }

    fn plain(&self) -> Option<DynValue> {
        Some(DynValue::Text(self.to_string()))
    }
}

impl<T: FieldValue> FieldValue for Vec<T> {
    fn read(plain: DynValue) -> Result<Vec<T>, FieldError> {
        let DynValue::List(items) = plain else { unreachable!("it was checked") };
        let read = |(i, item)| T::read(item).map_err(|error: FieldError| error.inside(&format!("[{i}]")));
        items.into_iter().enumerate().map(read).collect()
    }

    fn plain(&self) -> Option<DynValue> {
        // An object without any field keeps its place.
        let item = |item: &T| item.plain().unwrap_or(DynValue::Object(Vec::new()));
        Some(DynValue::List(self.iter().map(item).collect()))
    }
}

/// Seconds, a whole number where possible. Zero is written only where it has a meaning: in an `Option`.
impl FieldValue for Duration {
    fn read(plain: DynValue) -> Result<Duration, FieldError> {
        Ok(match plain {
            DynValue::Whole(number) => of_whole(number).unwrap_or(Duration::MAX),
            DynValue::Number(number) => of_number(number).unwrap_or(Duration::MAX),
            _ => Duration::MAX,
        })
    }

    fn plain(&self) -> Option<DynValue> {
        Some(match self.subsec_nanos() {
            0 => DynValue::Whole(self.as_secs().into()),
            _ => DynValue::Number(self.as_secs_f64()),
        })
    }
}

/// Squares such as `f4f6`, at least one.
impl FieldValue for Bitboard {
    fn read(plain: DynValue) -> Result<Bitboard, FieldError> {
        let DynValue::Text(text) = &plain else { unreachable!("it was checked") };
        let cells: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let square = |cell: &[char]| String::from_iter(cell).parse::<Square>().ok();
        let squares: Option<Vec<Square>> = cells.chunks(2).map(square).collect();
        let squares = squares.filter(|squares| !squares.is_empty()).ok_or_else(|| {
            let expected = Kind::Squares.expected();
            FieldError::new("", FieldErrorKind::UnknownName { expected, found: plain.describe() })
        })?;
        Ok(squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with_square))
    }

    fn plain(&self) -> Option<DynValue> {
        Some(DynValue::Text(self.into_iter().map(|square| square.to_string()).collect()))
    }
}

/// Makes a struct with a table the type of a field: an object within an object. It is not written if it has
/// no field.
#[macro_export]
macro_rules! objects {
    ($($Struct:ty),*) => {$(
        impl $crate::FieldValue for $Struct {
            fn read(plain: $crate::DynValue) -> Result<$Struct, $crate::FieldError> {
                let $crate::DynValue::Object(fields) = plain else { unreachable!("it was checked") };
                $crate::read(fields)
            }

            fn plain(&self) -> Option<$crate::DynValue> {
                let given = $crate::Fields::to_plain(self);
                Some(given).filter(|given| *given != $crate::DynValue::Object(Vec::new()))
            }
        }
    )*};
}

/// A seed as 16 hexadecimal digits, or a number. JavaScript would round a large number of JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seed(pub u64);

impl FieldValue for Seed {
    fn read(plain: DynValue) -> Result<Seed, FieldError> {
        match &plain {
            DynValue::Text(digits) => Ok(Seed(u64::from_str_radix(digits, 16).expect("it was checked"))),
            _ => u64::read(plain).map(Seed),
        }
    }

    fn plain(&self) -> Option<DynValue> {
        Some(DynValue::Text(format!("{:016x}", self.0)))
    }
}
