//! Descriptions of boards, for slices of them: named features, regions, patterns, layers of a network.
//!
//! They are for programs that study what a model has learnt: labels of probes, inputs of simple models, and
//! the numbers inside the engine's own network.
//!
//! * A [`Feature`] is a set of squares with a name: the moves of a side, its stable discs, its frontier ...
//!   [`sets`] has the squares, [`counts`] their numbers.
//! * [`regions`] has the region of empty squares that each square belongs to.
//! * [`configurations`] has the configurations of the 46 places of the [patterns](crate::pattern).
//! * [`Weights::layers`](crate::weights::Weights::layers) has all numbers between a board and its value.
//!
//! Boards are seen from the side to move. Results are written into slices of the caller, board after board;
//! their old content is not read. All functions run on the calling thread.
//!
//! ```
//! use reversi_engine::arrays::features::{self, Feature};
//! use reversi_engine::{Board, Square};
//!
//! let boards = [Board::START, Board::START.play(Square::F5)];
//! let names = ["player_moves", "opponent_moves", "opponent_frontier"];
//! let features = names.map(|name| Feature::named(name).expect(name));
//! let mut counts = [0.0; 6];
//! features::counts(&boards, &features, &mut counts);
//! assert_eq!(counts, [4.0, 4.0, 2.0, 3.0, 3.0, 4.0]);
//! ```
//!
//! | File | What is in it |
//! |---|---|
//! | `feature.rs` | [`Feature`]: the declaration of each; [`sets`], [`counts`] |
//! | `regions.rs` | [`regions`], neighbours of squares |
//! | `configurations.rs` | [`configurations`] |
//! | `layers.rs` | [`Layers`] of a network, by `Weights::layers`, and its heads |

mod configurations;
mod feature;
mod layers;
pub(crate) mod regions;

#[doc(hidden)]
pub use configurations::OnLevel;
pub use configurations::configurations;
pub use feature::{Feature, counts, sets};
pub use layers::Layers;
pub use regions::regions;

/// Panics if a slice does not have this length.
#[track_caller]
fn assert_length(name: &str, found: usize, expected: usize) {
    assert!(found == expected, "{name} must have a length of {expected}, not {found}");
}
