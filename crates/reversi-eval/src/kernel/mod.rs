//! The primitives of evaluation, a folder for each with one file per instruction set.
//!
//! | Folder or file | What is in it |
//! |---|---|
//! | `primitives.rs` | [`EvalPrimitives`]: the contract of each primitive |
//! | `update/` | the features of a board, after a move and after a pass |
//! | `sum/` | the sum of pattern weights |
//! | `quadrants/` | the moves of both sides, by quadrant |
//! | `network/` | the value that a network computes |
//! | `levels.rs` | the leaves that each CPU level uses |
#![allow(
    unreachable_pub,
    missing_docs,
    clippy::missing_safety_doc,
    reason = "`__internal` exports the leaves to reversi-gallery"
)]

mod levels;
pub(crate) mod network;
mod primitives;
pub(crate) mod quadrants;
pub(crate) mod sum;
pub(crate) mod update;

pub use primitives::EvalPrimitives;

/// Pairs two sequences up to the end of the shorter one, for loops of kernels.
///
/// [`Iterator::zip`] and `map` of an array have parts without `#[inline]`: in a program without LTO each loop
/// calls them, and a search takes twice as many instructions (`.ci/full --only user_profile`).
#[inline(always)]
pub(crate) fn zip<A: IntoIterator, B: IntoIterator>(a: A, b: B) -> Pairs<A::IntoIter, B::IntoIter> {
    Pairs(a.into_iter(), b.into_iter())
}

/// The iterator of [`zip`].
pub(crate) struct Pairs<A, B>(A, B);

impl<A: Iterator, B: Iterator> Iterator for Pairs<A, B> {
    type Item = (A::Item, B::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        Some((self.0.next()?, self.1.next()?))
    }
}
