//! Kernels with the token of the level that they are compiled for.

use reversi_bitboard::levels;
use reversi_exchange_bitboard::{Substitute, With};

macro_rules! define_visitor {
    ([$({ level: $Level:ident, cfg: $cfg:meta, tokens: [$First:ident = $Token:ty $(, $($more:tt)*)?], $($rest:tt)* })*]) => {
        /// Receives kernels, each in the place of a primitive of its level. There is one method for each
        /// level.
        #[allow(non_snake_case, reason = "a method has the name of its level")]
        #[allow(dead_code, reason = "no list for the solver need have a kernel of every level")]
        pub(crate) trait Visitor {
            $(
                #[cfg($cfg)]
                fn $Level<K: Substitute<$Token>>(
                    &mut self,
                    id: &'static str,
                    name: &'static str,
                    with: With<$Token, K>,
                );
            )*
        }
    };
}
levels! { [define_visitor] }
