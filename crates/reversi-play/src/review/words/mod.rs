//! Why a move is worse than the best one, in words: the counts on the line after each of the two moves, and
//! the difference that explains the value.
//!
//! | File | What is in it |
//! |---|---|
//! | [`fact`] | [`Fact`]: a difference, its rule and sentences; [`Reason`]: a fact of a move, in words |
//! | [`count`] | the counts on one line |
//! | [`choice`] | the differences of the two lines, and which of them explains the value |
//! | [`fitted_words`] | the discs that each difference is worth, fitted on values |
//! | [`sentences`] | fills the sentence of a fact with its values |

mod choice;
mod count;
mod fact;
mod fitted_words;
mod sentences;

pub use fact::{FACTS, Fact, REASON, Reason};
