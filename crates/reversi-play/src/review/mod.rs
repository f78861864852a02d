//! Reviews of games: the loss of each move, the turning points, and how well each side played.
//!
//! | File | What is in it |
//! |---|---|
//! | [`judge`] | the loss of a move and its class |
//! | [`errors`] | the errors of searches, as far as a review states them |
//! | [`chances`] | the chances to win, draw and lose, fitted on games between people |
//! | [`fitted_chances`], [`fitted_losses`] | the numbers of both fits |
//! | [`accuracy`] | how well a side played, in per cent |
//! | `review.rs` | [`Review`]: the judged moves, the turning points, and how each side played |
//! | [`puzzle`] | positions with one best move, from the mistakes of games |
//! | [`second_look`] | a deeper search of what is blamed by an estimate |
//! | [`words`] | why a move is worse than the best one |
//! | [`openings`] | the names of openings |

mod accuracy;
mod chances;
mod errors;
mod fitted_chances;
mod fitted_losses;
mod judge;
mod openings;
mod puzzle;
#[allow(clippy::module_inception, reason = "a reader looks for `Review` in its own file")]
mod review;
mod second_look;
mod words;

pub use accuracy::{ACCURACY, Accuracy};
pub use chances::{CHANCES, Chances};
pub use errors::{loss_error, value_error};
pub use judge::{MOVE_CLASSES, MoveClass, REVIEWED_MOVE, ReviewedMove};
pub use openings::opening_name;
pub use puzzle::{PUZZLE, Puzzle};
pub use review::{HUMAN_RATING, REVIEW, Review, SIDE_REVIEW, SideReview, TURNING_POINT, TurningPoint};
pub use second_look::SecondLook;
pub(crate) use second_look::deeper;
pub use words::{FACTS, Fact, REASON, Reason};

/// The version of the definitions: classes, errors, chances, accuracy, reasons. A review made by another
/// version may differ.
pub const REVIEW_VERSION: u32 = 2;

/// Rounds a number for a review, so that it is the same text on every machine.
pub(crate) fn rounded(number: f64, places: i32) -> f64 {
    let scale = 10_f64.powi(places);
    (number * scale).round() / scale
}
