//! The fields of the tables, and the checks of values by them.

use std::borrow::Cow;

use crate::FieldErrorKind::{
    self, Conflict, Duplicate, Missing, OutOfRange, UnknownField, UnknownName, WrongType,
};
use crate::{DynValue, FieldError};

/// A field of a question, of options or of an answer.
#[derive(Debug)]
pub struct Field {
    /// The name in data.
    pub name: &'static str,
    /// The type and the range.
    pub kind: Kind,
    /// The default in words, where the field is left out; empty if it is always there.
    pub default: &'static str,
    /// The description, with the feature `docs`; each line begins with a blank.
    pub doc: &'static str,
}

/// The fields of a question, of options or of an answer.
#[derive(Debug)]
pub struct Object {
    /// The name in types, such as `AnalyzeOptions`.
    pub name: &'static str,
    /// The description, with the feature `docs`.
    pub doc: &'static str,
    /// The fields, in the order in which they are written.
    pub fields: &'static [Field],
    /// The fields that exclude each other.
    pub conflicts: &'static [(&'static str, &'static str)],
}

/// A name of an enum, with its meaning.
#[derive(Debug)]
pub struct Name {
    /// The name in data.
    pub name: &'static str,
    /// The meaning, with the feature `docs`.
    pub doc: &'static str,
}

/// The type and the range of a field.
#[derive(Debug)]
pub enum Kind {
    /// A whole number of this range, both ends included.
    Whole {
        /// The least one.
        least: i128,
        /// The greatest one.
        most: i128,
    },
    /// A number of things, or `all`.
    Count,
    /// A time in seconds.
    Seconds,
    /// One of these numbers, such as the steps of a selectivity in percent.
    Steps(&'static [u32]),
    /// One of these names.
    Names(&'static str, &'static [Name]),
    /// The window of a solve.
    Window,
    /// Squares such as `f4f6`.
    Squares,
    /// Moves such as `f5d6`.
    Moves,
    /// A move such as `f5`.
    Move,
    /// A position: 64 cells and the side to move.
    Position,
    /// The name of a CPU level.
    CpuLevel,
    /// The seed of random numbers.
    Seed,
    /// The id of a question: a whole number or a text.
    Id,
    /// The version of the format of data.
    Version,
    /// An object of its own.
    Object(&'static Object),
    /// A text.
    Text,
    /// A score in discs, -64 to 64.
    Score,
    /// A number of discs, with a fraction.
    Discs,
    /// Any number.
    Number,
    /// True or false.
    Truth,
    /// A value: exact, bounds or an estimate.
    Value,
    /// Proven bounds.
    Bounds,
    /// A list of these.
    List(&'static Kind),
    /// An object with one of these for `black` and for `white`, or for one of them.
    ByColor(&'static Kind),
    /// Who moves for a side: `person`, or the options of an engine or of an opponent.
    Player,
    /// A question.
    Question,
    /// One of these, or `null`.
    OrNull(&'static Kind),
}

impl Kind {
    /// A whole number of 64 bits.
    pub const COUNTER: Kind = Kind::Whole { least: 0, most: u64::MAX as i128 };

    /// Returns the allowed values in words, for error messages and tables.
    #[cold]
    pub fn expected(&self) -> Cow<'static, str> {
        match self {
            Kind::Whole { least, most } if *most >= u64::MAX as i128 => format!("{least} or more").into(),
            Kind::Whole { least, most } => format!("{least} to {most}").into(),
            Kind::Count => "1 or more, or \"all\"".into(),
            Kind::Seconds => "0 or more".into(),
            Kind::Steps(steps) => any_of(&mut steps.iter().map(|step| step.to_string())).into(),
            Kind::Names(_, names) => {
                any_of(&mut names.iter().map(|known| format!("{:?}", known.name))).into()
            }
            Kind::Window => "\"exact\", \"wld\" or [alpha, beta] with -65 <= alpha < beta <= 65".into(),
            Kind::Squares => "squares such as \"f4f6\"".into(),
            Kind::Moves => "moves such as \"f5d6\"".into(),
            Kind::Move => "a move such as \"f5\" or \"ps\"".into(),
            Kind::Position => "64 cells and the side to move".into(),
            Kind::CpuLevel => "a CPU level such as \"x86-v3\"".into(),
            Kind::Seed => "0 to 18446744073709551615, or 16 hexadecimal digits".into(),
            Kind::Id => "a whole number of 64 bits or a text".into(),
            Kind::Version => "1".into(),
            Kind::Object(_) | Kind::ByColor(_) | Kind::Question => "an object".into(),
            Kind::List(_) => "a list".into(),
            Kind::Player => "\"person\", or an object with \"engine\" or \"opponent\"".into(),
            Kind::OrNull(kind) => kind.expected(),
            Kind::Number => "a number".into(),
            Kind::Score => "-64 to 64".into(),
            _ => "a text".into(),
        }
    }

    /// Checks the type and the range of a value.
    ///
    /// # Errors
    /// The problem.
    #[cold]
    pub fn check(&self, plain: &DynValue) -> Result<(), FieldErrorKind> {
        let wrong = || Err(WrongType { expected: self.expected(), found: plain.describe() });
        match (self, plain) {
            (Kind::Whole { least, most }, _) => self.check_whole(plain, *least, *most),
            (Kind::Version, _) => self.check_whole(plain, 0, u64::MAX.into()),
            (Kind::Count, DynValue::Text(all)) if all == "all" => Ok(()),
            (Kind::Count, _) => self.check_whole(plain, 1, u64::MAX.into()),
            (Kind::Steps(steps), _) => {
                self.check_whole(plain, i128::MIN, i128::MAX)?;
                let is_step = |number| steps.iter().any(|&step| i128::from(step) == number);
                if plain.whole().is_some_and(is_step) { Ok(()) } else { Err(self.out_of_range(plain)) }
            }
            (Kind::Seconds, DynValue::Whole(_) | DynValue::Digits(_) | DynValue::Number(_)) => {
                // A time beyond all clocks becomes the longest time, which has the same effect.
                if plain.is_at_least_0() { Ok(()) } else { Err(self.out_of_range(plain)) }
            }
            (Kind::Seed, DynValue::Text(digits)) => {
                let is_seed = digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                if is_seed { Ok(()) } else { wrong() }
            }
            (Kind::Seed, _) => self.check_whole(plain, 0, u64::MAX.into()),
            (Kind::Names(_, names), DynValue::Text(text)) => {
                let is_known = names.iter().any(|known| known.name == text);
                let unknown = || UnknownName { expected: self.expected(), found: plain.describe() };
                if is_known { Ok(()) } else { Err(unknown()) }
            }
            (Kind::Window, DynValue::Text(text)) if text == "exact" || text == "wld" => Ok(()),
            (Kind::Window, DynValue::Text(_)) => {
                Err(UnknownName { expected: self.expected(), found: plain.describe() })
            }
            (Kind::Window, DynValue::List(ends)) if ends.len() == 2 => {
                ends.iter().try_for_each(|end| self.check_whole(end, -65, 65))
            }
            (Kind::Id, DynValue::Whole(_) | DynValue::Digits(_)) => {
                self.check_whole(plain, i64::MIN.into(), i64::MAX.into())
            }
            (Kind::Id, DynValue::Number(_)) if plain.may_have_been_rounded() => Err(self.out_of_range(plain)),
            (Kind::Id, DynValue::Number(_)) if plain.whole().is_some() => Ok(()),
            (Kind::Id, DynValue::Text(_))
            | (
                Kind::Squares | Kind::Moves | Kind::Move | Kind::Position | Kind::CpuLevel | Kind::Text,
                DynValue::Text(_),
            )
            | (Kind::Object(_) | Kind::ByColor(_) | Kind::Player, DynValue::Object(_))
            | (Kind::List(_), DynValue::List(_)) => Ok(()),
            (Kind::Player, DynValue::Text(text)) if text == "person" => Ok(()),
            (Kind::Player, DynValue::Text(_)) => {
                Err(UnknownName { expected: self.expected(), found: plain.describe() })
            }
            (Kind::OrNull(_), _) if plain.is_null() => Ok(()),
            (Kind::OrNull(kind), _) => kind.check(plain),
            (Kind::Number, DynValue::Whole(_) | DynValue::Digits(_)) => Ok(()),
            (Kind::Number, DynValue::Number(number)) if number.is_finite() => Ok(()),
            _ => wrong(),
        }
    }

    /// Checks a value with all that it holds, except objects, which are checked when they are read.
    #[cold]
    fn check_at(&self, plain: &DynValue, place: &str) -> Result<(), FieldError> {
        self.check(plain).map_err(|kind| FieldError::new(place, kind))?;
        match (self, plain) {
            (Kind::List(kind), DynValue::List(items)) => {
                let mut items = items.iter().enumerate();
                items.try_for_each(|(i, item)| kind.check_at(item, &format!("{place}[{i}]")))
            }
            (Kind::ByColor(kind), DynValue::Object(fields)) => {
                check_names(fields, &["black", "white"], "").map_err(|error| error.inside(place))?;
                let mut fields = fields.iter();
                fields.try_for_each(|(color, value)| kind.check_at(value, &format!("{place}.{color}")))
            }
            (Kind::OrNull(kind), _) if !plain.is_null() => kind.check_at(plain, place),
            _ => Ok(()),
        }
    }

    #[cold]
    fn check_whole(&self, plain: &DynValue, least: i128, most: i128) -> Result<(), FieldErrorKind> {
        match plain.whole() {
            Some(number) if (least..=most).contains(&number) => Ok(()),
            None if !plain.is_whole_number() => {
                let expected = match plain {
                    DynValue::Number(_) => format!("a whole number, {}", self.expected()).into(),
                    _ => self.expected(),
                };
                Err(WrongType { expected, found: plain.describe() })
            }
            _ => Err(self.out_of_range(plain)),
        }
    }

    /// Makes an error that names the end of the range that the number is beyond.
    #[cold]
    fn out_of_range(&self, plain: &DynValue) -> FieldErrorKind {
        let too_small = match plain {
            DynValue::Whole(number) => *number < 1,
            DynValue::Number(number) => *number < 1.0,
            _ => false,
        };
        let expected = match self {
            Kind::Whole { least, most } if !too_small => format!("{least} to {most}").into(),
            Kind::Count if too_small => "1 or more".into(),
            Kind::Count => format!("1 to {}", u64::MAX).into(),
            Kind::Id => format!("{} to {}, or a text", i64::MIN, i64::MAX).into(),
            _ => self.expected(),
        };
        OutOfRange { expected, found: plain.describe() }
    }
}

#[cold]
fn any_of(values: &mut dyn ExactSizeIterator<Item = String>) -> String {
    let last = values.len().saturating_sub(1);
    let mut text = String::new();
    for (i, value) in values.enumerate() {
        text += if i == 0 {
            ""
        } else if i == last {
            " or "
        } else {
            ", "
        };
        text += &value;
    }
    text
}

/// A struct that `surface!` declares.
pub trait Fields: Default {
    /// The table of the struct.
    const OBJECT: &'static Object;

    /// Sets the field with this number from a value of its kind. The place of an error is inside the field.
    fn set(&mut self, index: usize, plain: DynValue) -> Result<(), FieldError>;

    /// The values of the fields that differ from their defaults, in order.
    fn plain(&self) -> Vec<(&'static Field, DynValue)>;

    /// All fields as one value.
    fn to_plain(&self) -> DynValue {
        let fields = self.plain().into_iter().map(|(field, value)| (Cow::Borrowed(field.name), value));
        DynValue::Object(fields.collect())
    }

    /// Checks all ranges and conflicts, as [`read`] does.
    fn check(&self) -> Result<(), FieldError> {
        check_given(Self::OBJECT, &self.plain())
    }
}

#[cold]
fn check_given(object: &Object, given: &[(&'static Field, DynValue)]) -> Result<(), FieldError> {
    for (field, value) in given {
        check_deep(field, value, field.name)?;
    }
    check_conflicts(object, &given.iter().map(|(field, _)| field.name).collect::<Vec<_>>())
}

#[cold]
fn check_deep(field: &Field, plain: &DynValue, place: &str) -> Result<(), FieldError> {
    field.kind.check_at(plain, place)?;
    let (Kind::Object(object), DynValue::Object(values)) = (&field.kind, plain) else { return Ok(()) };
    for (name, value) in values {
        let inner = object.fields.iter().find(|field| field.name == name);
        inner.map_or(Ok(()), |inner| check_deep(inner, value, &format!("{place}.{name}")))?;
    }
    Ok(())
}

#[cold]
fn check_conflicts(object: &Object, given: &[&str]) -> Result<(), FieldError> {
    for &(other, name) in object.conflicts {
        if given.contains(&name) && given.contains(&other) {
            return Err(FieldError::new(name, Conflict { other }));
        }
    }
    Ok(())
}

/// Reads a struct from the fields of an object: names, types, ranges and conflicts are checked.
///
/// # Errors
/// The first problem, with the field.
pub fn read<T: Fields>(given: Vec<(Cow<'static, str>, DynValue)>) -> Result<T, FieldError> {
    let mut value = T::default();
    read_into(T::OBJECT, given, &mut |index, plain| value.set(index, plain))?;
    Ok(value)
}

#[cold]
fn read_into(
    object: &Object,
    mut given: Vec<(Cow<'static, str>, DynValue)>,
    set: &mut dyn FnMut(usize, DynValue) -> Result<(), FieldError>,
) -> Result<(), FieldError> {
    let names: Vec<&str> = object.fields.iter().map(|field| field.name).collect();
    check_names(&given, &names, object.name)?;
    let mut there: Vec<&str> = Vec::new();
    for (index, field) in object.fields.iter().enumerate() {
        let Some(at) = given.iter().position(|(name, _)| name == field.name) else {
            if field.default.is_empty() {
                let expected = field.kind.expected();
                return Err(FieldError::new(field.name, Missing { expected }));
            }
            continue;
        };
        let plain = given.swap_remove(at).1;
        field.kind.check_at(&plain, field.name)?;
        set(index, plain).map_err(|error| error.inside(field.name))?;
        there.push(field.name);
    }
    check_conflicts(object, &there)
}

/// Refuses names that are not fields of the object, and names that are given twice.
///
/// # Errors
/// The first problem, with the name.
#[cold]
pub fn check_names(
    given: &[(Cow<'static, str>, DynValue)],
    known: &[&str],
    object: &'static str,
) -> Result<(), FieldError> {
    for (i, (name, _)) in given.iter().enumerate() {
        if !known.contains(&&**name) {
            let name = name.char_indices().nth(40).map_or(&**name, |(end, _)| &name[..end]);
            let (length, expected) = (name.len(), known.join(", "));
            return Err(FieldError::new(name, UnknownField { length, expected, object }));
        }
        if given[..i].iter().any(|(earlier, _)| earlier == name) {
            return Err(FieldError::new(&**name, Duplicate));
        }
    }
    Ok(())
}

/// Returns the fields of a value that must be an object.
///
/// # Errors
/// [`WrongType`] for any other value.
#[cold]
pub fn object_of(plain: DynValue) -> Result<Vec<(Cow<'static, str>, DynValue)>, FieldError> {
    match plain {
        DynValue::Object(fields) => Ok(fields),
        other => {
            let (expected, found) = ("an object".into(), other.describe());
            Err(FieldError::new("", WrongType { expected, found }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_value_is_named_with_what_is_allowed() {
        let sides = DynValue::Object(vec![("green".into(), DynValue::Whole(1))]);
        for (kind, value, message) in [
            (Kind::Count, DynValue::Number(-1.0), "x must be 1 or more, not -1"),
            (
                Kind::Seed,
                DynValue::Text("0".repeat(15)),
                "x must be 0 to 18446744073709551615, or 16 hexadecimal digits, not \"000000000000000\"",
            ),
            (Kind::ByColor(&Kind::Text), sides, "x.green: no such field (expected black, white)"),
        ] {
            assert_eq!(kind.check_at(&value, "x").unwrap_err().to_string(), message);
        }
    }
}
