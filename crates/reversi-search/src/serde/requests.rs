//! Requests as maps of their options.

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};
use reversi_fields::{DynValue, FieldError, Fields, object_of, read};

use crate::api::{AnalyzeOptions, AnalyzeRequest, Clock, ClockOptions, Limits, SolveOptions, SolveRequest};

fn read_object<T: Fields>(plain: DynValue) -> Result<T, FieldError> {
    read(object_of(plain)?)
}

macro_rules! data {
    ($($(#[$doc:meta])* $Type:ident = $read:expr, $plain:expr;)*) => {$(
        $(#[$doc])*
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let plain: fn(&$Type) -> DynValue = $plain;
                plain(self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let read: fn(DynValue) -> Result<$Type, FieldError> = $read;
                read(DynValue::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )*};
}
data! {
    /// `{"window": [-11, 11], "limits": {..}, "total_limits": {..}}`
    SolveRequest = |plain| read_object::<SolveOptions>(plain)?.request(),
        |request| SolveOptions::from(request).to_plain();
    /// `{"level": 21, "selectivity": 73, "lines": 3, "only": "f4f6", "clock": {..}, "book": "never",
    /// "limits": {..}, "total_limits": {..}}`
    AnalyzeRequest = |plain| read_object::<AnalyzeOptions>(plain)?.request(),
        |request| AnalyzeOptions::from(request).to_plain();
    /// `{"seconds": 2.5, "nodes": 1000000}`
    Limits = read_object, Fields::to_plain;
    /// `{"remaining_seconds": 300, "increment_seconds": 1}`
    Clock = |plain| read_object::<ClockOptions>(plain).map(Clock::from),
        |clock| ClockOptions::from(*clock).to_plain();
}
