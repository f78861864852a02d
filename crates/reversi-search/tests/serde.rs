//! The `serde` feature: written values read back, and impossible values are refused.
#![cfg(feature = "serde")]

use reversi_search::{AnalyzeRequest, Engine, Outcome, Selectivity, Value};
use reversi_testkit::board;
use serde_json::{from_value, json, to_value};

#[test]
fn values_read_back() {
    for (value, written) in [
        (Value::Exact(-64), json!({ "exact": -64 })),
        (Value::Bounds { lower: -64, upper: 0 }, json!({ "bounds": { "lower": -64, "upper": 0 } })),
        (
            Value::Estimate { score: 3, depth: 24, selectivity: Selectivity::P73 },
            json!({ "estimate": { "score": 3, "depth": 24, "selectivity": 73 } }),
        ),
    ] {
        assert_eq!(to_value(value).unwrap(), written);
        assert_eq!(from_value::<Value>(written).unwrap(), value);
    }
    for (outcome, written) in [(Outcome::Loss, "loss"), (Outcome::Draw, "draw"), (Outcome::Win, "win")] {
        assert_eq!(to_value(outcome).unwrap(), written);
        assert_eq!(from_value::<Outcome>(json!(written)).unwrap(), outcome);
    }
    for selectivity in Selectivity::ALL {
        assert_eq!(to_value(selectivity).unwrap(), selectivity.percent());
        assert_eq!(from_value::<Selectivity>(json!(selectivity.percent())).unwrap(), selectivity);
    }
}

/// The usual start has 60 empty squares, other boards have more.
#[test]
fn the_deepest_estimate_reads_back() {
    let board = board(1, 2);
    let request = AnalyzeRequest::depth(62).selectivity(Selectivity::P73);
    let value = Engine::builder().hash_mib(1).build().unwrap().analyze(&board, request).unwrap().value();
    assert_eq!(value, Value::Estimate { score: 64, depth: 62, selectivity: Selectivity::P73 });
    assert_eq!(from_value::<Value>(to_value(value).unwrap()).unwrap(), value);
}

#[test]
fn what_cannot_be_is_rejected() {
    let estimate = |score: i32, depth: u32, selectivity: u32| json!({ "estimate": { "score": score, "depth": depth, "selectivity": selectivity } });
    for wrong in [
        json!(8),
        json!("+8"),
        json!({ "exact": 3 }),
        json!({ "exact": 66 }),
        json!({ "exact": i64::MAX }),
        json!({ "exact": 2, "bounds": { "lower": 0, "upper": 2 } }),
        json!({ "bounds": { "lower": 0 } }),
        json!({ "bounds": { "lower": 0, "upper": 2, "depth": 3 } }),
        json!({ "bounds": { "lower": 2, "upper": 2 } }),
        json!({ "bounds": { "lower": 2, "upper": 0 } }),
        json!({ "bounds": { "lower": -65, "upper": 0 } }),
        json!({ "bounds": { "lower": -64, "upper": 63 } }),
        estimate(65, 3, 73),
        estimate(3, 63, 73),
        estimate(3, 24, 74),
    ] {
        assert!(from_value::<Value>(wrong.clone()).is_err(), "{wrong}");
    }
    assert!(from_value::<Outcome>(json!("won")).is_err());
    let error = from_value::<Value>(json!({ "exact": 3 })).unwrap_err();
    assert_eq!(error.to_string(), "an exact score is even, from -64 to 64");
}
