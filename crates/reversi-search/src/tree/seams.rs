//! Where an experiment may put its own code into the search. A level as it is has `None` everywhere, so its
//! code is that of a search without seams.

use reversi_bitboard::{Bitboard, Square, if_internal, levels};
use reversi_eval::kernel::EvalPrimitives;

/// The parts of the search that `Substitute` of `reversi-bitboard` can replace.
pub(crate) trait Seams: EvalPrimitives {
    /// A bound of the score of a board with one empty square.
    #[inline(always)]
    fn last_score(self, _alpha: i32, _square: Square, _player: Bitboard) -> Option<i32> {
        None
    }

    /// The number of plies that sort the moves of an exact search.
    #[inline(always)]
    fn sorting_depth(self, _empties: u32, _is_below: bool) -> Option<u32> {
        None
    }
}

macro_rules! as_they_are {
    ([$({ level: $Level:ident, cfg: $cfg:meta, tokens: [$($Token:ident = $Type:ty),+], $($rest:tt)* })*]) => {$($(
        #[cfg($cfg)]
        impl Seams for $Type {}
    )+)*};
}
levels! { [as_they_are] }

if_internal! {
    impl<L: EvalPrimitives, K: reversi_bitboard::__internal::Substitute<L>> Seams
        for reversi_bitboard::__internal::With<L, K>
    {
        #[inline(always)]
        fn last_score(self, alpha: i32, square: Square, player: Bitboard) -> Option<i32> {
            self.last_score(alpha, square, player)
        }

        #[inline(always)]
        fn sorting_depth(self, empties: u32, is_below: bool) -> Option<u32> {
            self.sorting_depth(empties, is_below)
        }
    }
}
