//! The errors of searches, as far as a review states them.

use reversi_search::Value;
use reversi_search::surface::variance;

use super::fitted_losses::{LOSS_OF_VALUE, SELECTIVE};

/// Returns the standard error in discs of a loss: the difference between the values of two moves of a
/// position with `empties` empty squares, by searches like the one of `value`. It is 0 for exact scores.
///
/// It was measured on the moves of games: see the chapter on reviews of the book in `docs`.
///
/// ```
/// use reversi_engine::{Selectivity, Value};
/// use reversi_engine::play::loss_error;
///
/// let shallow = Value::estimate(3, 4, Selectivity::P73)?;
/// let deep = Value::estimate(3, 20, Selectivity::P73)?;
/// assert!(loss_error(deep, 40) < loss_error(shallow, 40));
/// assert_eq!(loss_error(Value::Exact(2), 20), 0.0);
/// # Ok::<(), reversi_engine::search::AnswerError>(())
/// ```
pub fn loss_error(value: Value, empties: u32) -> f64 {
    LOSS_OF_VALUE * value_error(value, empties)
}

/// Returns the standard error in discs of a value at a position with `empties` empty squares, 0 for an exact
/// score.
///
/// ```
/// use reversi_engine::{Selectivity, Value};
/// use reversi_engine::play::value_error;
///
/// let value = Value::estimate(3, 12, Selectivity::P73)?;
/// assert!(value_error(value, 50) > value_error(value, 20));
/// # Ok::<(), reversi_engine::search::AnswerError>(())
/// ```
pub fn value_error(value: Value, empties: u32) -> f64 {
    match value {
        Value::Estimate { depth, selectivity, .. } => {
            let selective = SELECTIVE[selectivity as usize];
            (variance(empties, depth) + selective * selective).sqrt()
        }
        _ => 0.0, // proven
    }
}

#[cfg(test)]
mod tests {
    use reversi_search::Selectivity;

    use super::*;

    #[test]
    fn deeper_and_surer_searches_have_smaller_errors() {
        for empties in 1..=60 {
            for depth in 1..=empties {
                let of = |depth, selectivity| {
                    loss_error(Value::Estimate { score: 0, depth, selectivity }, empties)
                };
                let errors = Selectivity::ALL.map(|selectivity| of(depth, selectivity));
                assert!(errors.iter().is_sorted_by(|a, b| a >= b), "{empties} {depth} {errors:?}");
                let deeper = of(depth - 1, Selectivity::P73);
                assert!(deeper >= errors[0]);
                assert_eq!(errors[5] == 0.0, depth == empties);
            }
        }
        assert_eq!(value_error(Value::Bounds { lower: -2, upper: 8 }, 9), 0.0);
    }
}
