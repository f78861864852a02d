//! The fields of a struct that a program has set, as values with the names of the engine's tables. The tables
//! know ranges, defaults and conflicts. A zero is not set.

use std::borrow::Cow;
use std::ffi::c_char;

use reversi_engine::surface::{DynValue, Fields, SolveOptions, read};
use reversi_engine::{Bitboard, Limits, Stop};

use crate::failure::Failure;
use crate::pointer::{In, options};
use crate::surface::ReversiLimits;

options!(ReversiLimits, "REVERSI_LIMITS_INIT", nodes: u64);

/// Names and values.
#[derive(Default)]
pub(crate) struct SetFields(Vec<(Cow<'static, str>, DynValue)>);

impl SetFields {
    /// Reads the struct that has these fields.
    pub(crate) fn read<T: Fields>(self) -> Result<T, Failure> {
        read(self.0).map_err(Failure::invalid)
    }

    pub(crate) fn put(&mut self, name: &'static str, plain: DynValue) {
        self.0.push((name.into(), plain));
    }

    pub(crate) fn whole(&mut self, name: &'static str, number: impl Into<i128>) {
        let number = number.into();
        if number != 0 {
            self.put(name, DynValue::Whole(number));
        }
    }

    pub(crate) fn count(&mut self, name: &'static str, number: u32) {
        match number {
            u32::MAX => self.put(name, DynValue::Text("all".to_owned())),
            number => self.whole(name, number),
        }
    }

    /// Adds the number of threads. Zero is the default in C, and all threads in the tables.
    pub(crate) fn threads(&mut self, name: &'static str, number: u32) {
        match number {
            crate::REVERSI_ALL_THREADS => self.put(name, DynValue::Whole(0)),
            number => self.whole(name, number),
        }
    }

    pub(crate) fn seconds(&mut self, name: &'static str, seconds: f64) {
        if seconds != 0.0 {
            self.put(name, DynValue::Number(seconds));
        }
    }

    pub(crate) fn squares(&mut self, name: &'static str, squares: u64) {
        if squares != 0 {
            let names = Bitboard(squares).into_iter().map(|square| square.to_string());
            self.put(name, DynValue::Text(names.collect()));
        }
    }

    /// Adds a number of an enum with these names.
    pub(crate) fn name(&mut self, name: &'static str, number: i32, names: &[&str]) -> Result<(), Failure> {
        let known = usize::try_from(number).ok().and_then(|number| names.get(number));
        let expected = || Failure::out_of_range(name, format_args!("0 to {}", names.len() - 1), number);
        self.put(name, DynValue::Text((*known.ok_or_else(expected)?).to_owned()));
        Ok(())
    }

    /// Adds text, unless it is NULL.
    pub(crate) fn text(
        &mut self,
        name: &'static str,
        text: In<c_char>,
        length: usize,
    ) -> Result<(), Failure> {
        if !text.is_null() {
            self.put(name, DynValue::Text(text.text(length, name)?.to_owned()));
        }
        Ok(())
    }

    /// Adds the fields of an object, if any is set.
    pub(crate) fn object(&mut self, name: &'static str, fields: impl FnOnce(&mut SetFields)) {
        let mut inner = SetFields::default();
        fields(&mut inner);
        if !inner.0.is_empty() {
            self.put(name, DynValue::Object(inner.0));
        }
    }

    /// Adds limits, unless they are NULL. Returns their stop, which is not data.
    pub(crate) fn limits(
        &mut self,
        name: &'static str,
        limits: In<ReversiLimits>,
    ) -> Result<Option<Stop>, Failure> {
        let limits = limits.options(name)?;
        self.object(name, |fields| *fields = limits.fields());
        let stop = limits.stop.enter_if_given("stop");
        Ok(stop.map_err(|failure| failure.field(format!("{name}.stop")))?.map(|stop| stop.clone()))
    }

    /// Adds a `ReversiEffort` and its number.
    pub(crate) fn effort(&mut self, effort: i32, amount: u32) -> Result<(), Failure> {
        match effort {
            0 => {}
            1 => self.put("level", DynValue::Whole(amount.into())),
            2 => self.put("depth", DynValue::Whole(amount.into())),
            3 => self.put("depth", DynValue::Whole(u32::MAX.into())),
            _ => return Err(Failure::out_of_range("effort", "0 to 3", effort)),
        }
        Ok(())
    }

    /// Adds a `ReversiQuestion` and its scores.
    pub(crate) fn question(&mut self, question: i32, alpha: i32, beta: i32) -> Result<(), Failure> {
        match question {
            0 => {}
            1 => self.put("window", DynValue::Text("wld".to_owned())),
            2 => self.put("at_least", DynValue::Whole(alpha.into())),
            3 => self
                .put("window", DynValue::List([alpha, beta].map(|end| DynValue::Whole(end.into())).into())),
            _ => return Err(Failure::out_of_range("question", "0 to 3", question)),
        }
        Ok(())
    }
}

impl In<ReversiLimits> {
    /// Reads limits that are an argument of their own, `limits`; `None` for NULL.
    pub(crate) fn limits(self) -> Result<Option<Limits>, Failure> {
        if self.is_null() {
            return Ok(None);
        }
        let mut fields = SetFields::default();
        let stop = fields.limits("limits", self)?;
        let mut limits = fields.read::<SolveOptions>()?.limits;
        limits.stop = stop;
        Ok(Some(limits))
    }
}
