//! The search tree: from the root to the last empty square.
//!
//! | File | What is in it |
//! |---|---|
//! | [`root`] | iterative deepening over the moves of the root |
//! | [`search`] | one node of PVS or NWS, the same code in both phases |
//! | [`node_kind`] | what differs between a node on the principal variation and one with a null window |
//! | [`phase`] | what differs between the phases: endgame and midgame |
//! | [`endgame`] | exact search: look-ahead ordering, stability, the searches of the last twelve squares |
//! | [`midgame`] | search on the evaluation: last plies, ordering, Multi-ProbCut |
//! | [`move_list`] | moves with their flips and scores |
//! | [`order_weights`] | how much each term counts in the order of the moves |
//! | [`evaluate`] | the static evaluation and its cache |
//! | [`outlined`] | the functions that the compiler must not inline |
//!
//! Scores are from the side to move. Functions return fail-soft bounds: a score of at most `alpha` is an
//! upper bound, a greater one is a lower bound. A null window holds no score: it asks whether the score is
//! above `alpha`. After a move, the other side asks the same question with `!alpha`, which is `-(alpha + 1)`:
//! see [`Window::null`].

pub(crate) mod endgame;
pub(crate) mod evaluate;
pub(crate) mod midgame;
pub(crate) mod move_list;
mod node_kind;
mod order_weights;
pub(crate) mod outlined;
mod phase;
pub(crate) mod root;
pub(crate) mod search;

use midgame::SolvedLeaves;
use reversi_eval::{Evaluator, Tables};

use crate::memory::{SharedTable, ThreadMemory};
use crate::parallel::SearchControl;

/// Below every score.
pub(crate) const NO_SCORE: i32 = -127;

/// The context of every function of a search: one for each thread.
pub(crate) struct Context<'a> {
    pub(crate) table: &'a SharedTable,
    pub(crate) own: &'a mut ThreadMemory,
    pub(crate) control: SearchControl<'a>,
    pub(crate) weights: Tables<'a>,
    /// The weights that order the moves of an exact search.
    pub(crate) endgame_weights: Tables<'a>,
    /// The user's own evaluation, used instead of the weights.
    pub(crate) evaluator: Option<&'a dyn Evaluator>,
    /// The leaves that estimates solve, if the search asks for any.
    pub(crate) estimates: Option<SolvedLeaves>,
}

/// The search looks for scores strictly between `alpha` and `beta`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// Asks whether the score is above `alpha`. Its ends are one apart, so no score lies inside.
    ///
    /// The window of the opponent is `-beta` to `-alpha`; with `beta = alpha + 1` its lower end is `-(alpha +
    /// 1)`, which is `!alpha` in two's complement. Null-window functions take `alpha` alone and pass on
    /// `!alpha`.
    #[inline(always)]
    pub(crate) const fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window seen by the opponent.
    #[inline(always)]
    pub(crate) const fn of_opponent(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
