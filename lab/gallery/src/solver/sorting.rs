//! The published rule for the depth of the searches that sort the moves (END-19). The engine has another.

use reversi_bitboard::__internal::{Substitute, Token, With};
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Cpu, CpuLevel, levels};

use crate::list::Visitor;

#[derive(Clone, Copy)]
struct Published;

impl<L: Primitives> Substitute<L> for Published {
    #[inline(always)]
    fn sorting_depth(_: L, empties: u32, is_below: bool) -> Option<u32> {
        let sort_depth = sort_depth(empties as i32, empties as i32, is_below);
        Some(sort_depth.map_or(0, |depth| depth as u32 + 1)) // the engine counts from the node itself
    }
}

/// The depth of the searches of the children of a node with so many plies and empties left, or `None` if its
/// moves are sorted by mobility. `is_below`: the table's upper bound is below alpha.
fn sort_depth(depth: i32, empties: i32, is_below: bool) -> Option<i32> {
    let min_depth = 9 + if empties <= 27 { (30 - empties) / 3 } else { 0 };
    let sort_depth = (depth - 15) / 3 - if is_below { 2 } else { 0 } + i32::from(empties >= 27);
    (depth >= min_depth).then_some(sort_depth.clamp(0, 6))
}

macro_rules! define_visit {
    ([$({ level: $Level:ident, cfg: $cfg:meta, tokens: [$First:ident = $Token:ty $(, $($more:tt)*)?], $($rest:tt)* })*]) => {
        /// Passes the rule to a visitor, for every level of this machine.
        pub(super) fn visit<V: Visitor>(visitor: &mut V) {$(
            #[cfg($cfg)]
            {
                let cpu = Cpu::with_quirks(CpuLevel::$Level, Default::default());
                if let Ok(Token::$First(token)) = cpu.map(Cpu::token) {
                    let name = "moves sorted by searches as deep as published";
                    visitor.$Level("END-19", name, With::new(token, Published));
                }
            }
        )*}
    };
}
levels! { [define_visit] }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_values_of_the_catalogue() {
        for (empties, min_depth) in [(28, 9), (27, 10), (24, 11), (20, 12), (14, 14), (10, 15), (8, 16)] {
            assert_eq!(sort_depth(min_depth - 1, empties, false), None);
            assert!(sort_depth(min_depth, empties, false).is_some());
        }
        for (depth, empties, expected) in [(9, 30, 0), (13, 28, 1), (18, 24, 1), (24, 30, 4), (36, 24, 6)] {
            assert_eq!(sort_depth(depth, empties, false), Some(expected));
        }
        assert_eq!(sort_depth(24, 30, true), Some(2));
    }
}
