//! Play against people: the moves that do best against a rating, and the traps that people walk into.
//!
//! | File | What is in it |
//! |---|---|
//! | [`practical`] | the practical value of the moves of a position |
//! | [`traps`] | lines that people enter often and lose by |
//! | [`outlook`] | how games between people of two ratings end, from a value on |
//! | [`fitted`] | the numbers of that fit, and how people of a rating choose |
//! | [`searches`] | the searches of one call |

mod fitted;
mod outlook;
mod practical;
mod searches;
mod traps;

pub use practical::{AGAINST, Against, PRACTICAL, PRACTICAL_MOVE, Practical, PracticalMove};
pub use traps::{FOUND_TRAPS, FoundTraps, TRAP, TRAPS, Trap, Traps};

/// The rating of people in requests without one: the median of those who play many tournament games.
const USUAL_RATING: u32 = 1500;
