//! The weights of the terms that order the moves of a node (END-18).
//!
//! A score compares the moves of one node, so each set has its own unit. What is good for the side that moves
//! has a positive weight.

/// The worth of one of each.
pub(super) struct OrderWeights {
    /// A move that the opponent has after the move, a corner counted twice.
    pub(super) reply: i32,
    /// An empty square beside the own discs.
    pub(super) potential_reply: i32,
    /// An own disc on an edge, if it can never be turned.
    pub(super) stable_edge_disc: i32,
    /// A move into a quadrant with an odd number of empties: the side that moves there first also moves there
    /// last.
    pub(super) odd_quadrant: i32,
    /// A disc that is turned.
    pub(super) flip: i32,
    /// A move beside a corner, on the diagonal.
    pub(super) x_square: i32,
}

const NONE: OrderWeights =
    OrderWeights { reply: 0, potential_reply: 0, stable_edge_disc: 0, odd_quadrant: 0, flip: 0, x_square: 0 };

/// A midgame search: added to an estimate, or alone where none is computed.
pub(super) const QUICK: OrderWeights =
    OrderWeights { reply: -8, potential_reply: -4, stable_edge_disc: 2, flip: -2, ..NONE };

/// Twelve empties or fewer on the principal variation: too few for a look-ahead. By coordinate descent on the
/// nodes of 64 tournament positions.
pub(super) const NEAR_THE_END: OrderWeights =
    OrderWeights { reply: -100, stable_edge_disc: 15, odd_quadrant: 30, flip: -3, x_square: -15, ..NONE };

/// Seven to twelve empties: [`NEAR_THE_END`] in proportion, without X squares. Fitted up to eleven.
pub(super) const NWS_7_TO_12: OrderWeights =
    OrderWeights { reply: -27, stable_edge_disc: 4, odd_quadrant: 8, flip: -1, ..NONE };

/// Six empties: replies and parity alone. A corner counts as an odd quadrant.
pub(super) const NWS_6: OrderWeights = OrderWeights { reply: -7, odd_quadrant: 2, ..NONE };

/// Thirteen empties and more in an exact search. A move that leaves few replies is proven or refuted sooner
/// than one that is merely better.
pub(super) const BESIDE_LOOK_AHEAD: OrderWeights =
    OrderWeights { reply: -6, potential_reply: -2, stable_edge_disc: 2, flip: -1, ..NONE };

/// The weight of a unit of [`BESIDE_LOOK_AHEAD`] beside an estimate in 1/128 disc, by the plies of the whole
/// look-ahead. High in the tree the estimate says more about the work of a proof. Rounded from a coordinate
/// descent on the nodes of 120 random positions of 20 to 23 empties, checked on harder ones.
pub(super) const QUICK_BESIDE_LOOK_AHEAD: [i32; 6] = [60, 60, 60, 50, 25, 25];

/// In a midgame search, the weight of a unit of the quick score beside a value in 1/128 disc.
pub(super) const QUICK_BESIDE_VALUE: i32 = 12;
