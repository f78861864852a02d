//! The patterns: 12 shapes, laid on the board in 46 places.
//!
//! | File | What is in it |
//! |---|---|
//! | `shape.rs` | [`Shape`] and the images of its configurations |
//! | `shapes.rs` | the squares of the 12 shapes |
//! | `place.rs` | [`Place`] and the configurations of a board |
//! | `slots.rs` | [`packed_slots`]: the slots of configurations and boards |
//!
//! A pattern is a list of squares. The contents of these squares form a number in base 3, the
//! *configuration*: 0 is a disc of the side to move, 1 a disc of the other side, 2 an empty square. The first
//! square listed is the most significant digit. Pattern weights are linear: every configuration of every
//! shape has a weight, and the value of a board is the sum of the weights of its 46 places and one constant.
//! A [network](crate::network) has a row of numbers for every configuration instead and passes their sum,
//! with rows for the moves, through its layers.
//!
//! Every shape is its own mirror image, so mirrored configurations share a weight or row. They are stored
//! *packed*: one *slot* for each pair of mirrored configurations, shape after shape, the constant last.
//!
//! ```
//! use reversi_engine::Board;
//! use reversi_engine::weights::pattern;
//! use reversi_engine::weights::pattern::{PACKED_LEN, Shape};
//!
//! let weights = vec![0.5; PACKED_LEN];
//! let value: f64 = pattern::packed_slots(Board::START).iter().map(|&slot| weights[slot as usize]).sum();
//! assert_eq!(value, 23.5);
//!
//! assert_eq!(Shape::ALL.iter().map(Shape::places).sum::<usize>(), 46);
//! ```

mod place;
mod shape;
mod shapes;
mod slots;

pub(crate) use place::POWERS;
pub use place::{PLACES, Place};
pub use shape::{Shape, UNPACKED_LEN};
pub(crate) use shape::{mirrored_configurations, swapped_configurations};
pub(crate) use slots::slots_by_parity;
pub use slots::{CONSTANT_SLOT, PACKED_LEN, packed_slots};
