//! Values of Rust from plain ones, which their [`Kind`](super::Kind) has checked, and back.

use std::time::Duration;

use reversi_bitboard::{Bitboard, Color, Move, Position, Square};

use super::{AnalyzeOptions, Fields, Name, OpponentOptions, Plain, macros, read};
use crate::api::{Level, Limits, Selectivity, Variety};
use crate::data::{QuestionError, QuestionErrorKind};
use crate::session::{ByColor, Player};

/// The type of a field.
pub trait Datum: Sized {
    /// Reads a value that the kind of the field has checked.
    fn read(plain: Plain) -> Result<Self, QuestionError>;

    /// Returns the value to write, or `None` if there is nothing to write.
    fn plain(&self) -> Option<Plain>;
}

impl<T: Datum> Datum for Option<T> {
    fn read(plain: Plain) -> Result<Option<T>, QuestionError> {
        if plain == Plain::Other("null") { Ok(None) } else { T::read(plain).map(Some) }
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
        Ok(usize::try_from(number).unwrap_or(usize::MAX)) // no board has that many
    }

    fn plain(&self) -> Option<Plain> {
        Some(if *self == usize::MAX { Plain::Text("all".to_owned()) } else { Plain::Whole(*self as i128) })
    }
}

impl Datum for f64 {
    fn read(plain: Plain) -> Result<f64, QuestionError> {
        Ok(match plain {
            Plain::Whole(number) => number as f64,
            Plain::Number(number) => number,
            Plain::Digits(digits) => digits.parse().unwrap_or(f64::MAX),
            _ => unreachable!("it was checked"),
        })
    }

    fn plain(&self) -> Option<Plain> {
        Some(Plain::Number(*self))
    }
}

impl Datum for String {
    fn read(plain: Plain) -> Result<String, QuestionError> {
        let Plain::Text(text) = plain else { unreachable!("it was checked") };
        Ok(text)
    }

    fn plain(&self) -> Option<Plain> {
        Some(Plain::Text(self.clone()))
    }
}

/// Types that are read from a text, with the error of an invalid text.
macro_rules! texts {
    ($($Type:ty => $Kind:ident;)*) => {$(
        impl Datum for $Type {
            fn read(plain: Plain) -> Result<$Type, QuestionError> {
                let wrong = |error| QuestionError::new("", QuestionErrorKind::$Kind(error));
                String::read(plain)?.parse().map_err(wrong)
            }

            fn plain(&self) -> Option<Plain> {
                Some(Plain::Text(self.to_string()))
            }
        }
    )*};
}
texts! {
    Move => Move;
    Position => Board;
    Variety => Variety;
}

/// The colours.
pub static COLORS: &[Name] = &[
    Name { name: "black", doc: macros::words!("It moves first in the usual start.") },
    Name { name: "white", doc: macros::words!("The other side.") },
];

impl Datum for Color {
    fn read(plain: Plain) -> Result<Color, QuestionError> {
        Ok(if plain == Plain::Text("black".to_owned()) { Color::Black } else { Color::White })
    }

    fn plain(&self) -> Option<Plain> {
        Some(Plain::Text(self.to_string()))
    }
}

impl<T: Datum> Datum for Vec<T> {
    fn read(plain: Plain) -> Result<Vec<T>, QuestionError> {
        let Plain::List(items) = plain else { unreachable!("it was checked") };
        let read = |(i, item)| T::read(item).map_err(|error: QuestionError| error.inside(&format!("[{i}]")));
        items.into_iter().enumerate().map(read).collect()
    }

    fn plain(&self) -> Option<Plain> {
        // An object without any field keeps its place.
        let item = |item: &T| item.plain().unwrap_or(Plain::Object(Vec::new()));
        Some(Plain::List(self.iter().map(item).collect()))
    }
}

impl<T: Datum + Default> Datum for ByColor<T> {
    fn read(plain: Plain) -> Result<ByColor<T>, QuestionError> {
        let Plain::Object(fields) = plain else { unreachable!("it was checked") };
        let mut both = ByColor::default();
        for (name, value) in fields {
            let side = if name == "black" { &mut both.black } else { &mut both.white };
            *side = T::read(value).map_err(|error| error.inside(&name))?;
        }
        Ok(both)
    }

    fn plain(&self) -> Option<Plain> {
        let sides = [("black", self.black.plain()), ("white", self.white.plain())];
        let given = sides.into_iter().filter_map(|(name, value)| Some((name.into(), value?)));
        Some(Plain::Object(given.collect())).filter(|given| *given != Plain::Object(Vec::new()))
    }
}

/// `"person"`, `{"engine": {..}}` or `{"opponent": {..}}`.
impl Datum for Player {
    fn read(plain: Plain) -> Result<Player, QuestionError> {
        let Plain::Object(fields) = plain else { return Ok(Player::Person) };
        super::field::check_names(&fields, &["engine", "opponent"])?;
        let expected = || super::Kind::Player.expected();
        let missing = || QuestionError::new("", QuestionErrorKind::Missing { expected: expected() });
        let mut fields = fields.into_iter();
        let (Some((name, options)), None) = (fields.next(), fields.next()) else { return Err(missing()) };
        let Plain::Object(options) = options else {
            let (expected, found) = ("an object".into(), options.describe());
            return Err(QuestionError::new(&*name, QuestionErrorKind::WrongType { expected, found }));
        };
        let player = || match &*name {
            "engine" => read::<AnalyzeOptions>(options)?.checked_request().map(Player::Engine),
            _ => read::<OpponentOptions>(options)?.opponent().map(Player::Opponent),
        };
        player().map_err(|error| error.inside(&name))
    }

    fn plain(&self) -> Option<Plain> {
        let one = |name: &'static str, options: Plain| Plain::Object(vec![(name.into(), options)]);
        Some(match self {
            Player::Person => Plain::Text("person".to_owned()),
            Player::Engine(request) => one("engine", AnalyzeOptions::from(request).to_plain()),
            Player::Opponent(opponent) => one("opponent", OpponentOptions::from(opponent).to_plain()),
        })
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

/// Seconds, a whole number where possible. Zero is written only where it has a meaning: in an `Option`.
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

/// An object within an object. It is not written if it has no field.
macro_rules! objects {
    ($($Struct:ty),*) => {$(
        impl $crate::surface::Datum for $Struct {
            fn read(plain: $crate::surface::Plain) -> Result<$Struct, $crate::data::QuestionError> {
                let $crate::surface::Plain::Object(fields) = plain else { unreachable!("it was checked") };
                $crate::surface::read(fields)
            }

            fn plain(&self) -> Option<$crate::surface::Plain> {
                let given = $crate::surface::Fields::to_plain(self);
                Some(given).filter(|given| *given != $crate::surface::Plain::Object(Vec::new()))
            }
        }
    )*};
}
objects!(Limits, super::ClockOptions);
pub(crate) use objects;

/// Times as numbers of seconds. A time up to 50 days reads back exactly; a longer one may lose some
/// nanoseconds.
pub(crate) mod seconds {
    use std::time::Duration;

    /// `None` if it is not a valid duration.
    pub(crate) fn of_whole(seconds: i128) -> Option<Duration> {
        u64::try_from(seconds).ok().map(Duration::from_secs)
    }

    /// `None` if it is not a valid duration. The longest time is written as a number that is a little too
    /// large.
    pub(crate) fn of_number(seconds: f64) -> Option<Duration> {
        let inside = (0.0..=u64::MAX as f64).contains(&seconds);
        inside.then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }
}
