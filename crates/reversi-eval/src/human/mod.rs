//! Human-like play: the probability of each move, for a person of some rating.
//!
//! | File | What is in it |
//! |---|---|
//! | `policy.rs` | [`HumanPolicy`] and its file |
//! | `inputs.rs` | [`MoveInputs`]: its inputs for a move |
//! | `values.rs` | [`MoveValues`]: the values of a move and of the best reply by the small network |
//! | `head.rs` | [`Head`]: from rows and numbers to the score of a move |
//! | `openings.rs` | [`Openings`]: how often people made each move at the start of the game |
//! | `rating.rs` | [`HumanRating`](crate::HumanRating): the rating of a person, from moves |
//!
//! People choose among good moves, and among these by what they see: an edge to take, a corner, few replies.
//! So a move is judged by its values by the small network, at once and after the best reply, and by its
//! shape: each configuration of a [pattern](crate::pattern) that the move makes or starts from has a row of
//! numbers. The sum of the rows and the other numbers pass through a [`Head`] that is told the rating. At
//! boards that people reached often the chances come near to what they played there.

mod head;
mod inputs;
mod openings;
mod policy;
mod rating;
#[cfg(all(test, feature = "embedded-people"))]
mod tests;
mod values;

pub use head::{Head, Pass, WIDTH, softmax};
pub use inputs::{MoveInputs, NUMBERS, ROWS, move_inputs};
pub use openings::{Counts, GROUPS, Openings};
pub use policy::HumanPolicy;
pub use values::{MoveValues, move_values};
