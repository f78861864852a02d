//! The solver with one kernel exchanged. It shows what a kernel is worth beside other code, on the squares
//! and boards of a search.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | [`solvers`]: a [`Solver`] for each kernel of a [`Family`] |
//! | `last_plies/` | [`last_four`], [`five_and_more`]: the last plies in other ways |
//! | `negascout.rs` | [`FixedDepth`]: is NegaScout worth it? |
//! | `solid.rs` | [`SolidKey`]: boards that differ in solid discs only |
//! | `sorting.rs` | [`sort_depth`]: the published depth of the searches that sort moves |
//!
//! Each kernel makes a solver of its own, so a program that calls [`solvers`] compiles more than a hundred
//! solvers.

mod last_plies;
mod negascout;
mod solid;
mod sorting;

pub use last_plies::{LastPlies, five_and_more, last_four};
pub use negascout::{FixedDepth, Method};
use reversi_bitboard::{Board, CpuLevel, levels};
use reversi_exchange::__internal::Searches as _;
use reversi_exchange::{Engine, Solution, SolveError, SolveRequest};
use reversi_exchange_bitboard::{Substitute, With};
pub use solid::{SolidKey, solid_of_opponent};
pub use sorting::sort_depth;

use crate::bitboard;
use crate::list::Visitor;

type Solve = dyn Fn(&mut Engine, &Board, SolveRequest) -> Result<Solution, SolveError>;

/// A solver for a level, with one kernel in the place of the level's own.
#[non_exhaustive]
pub struct Solver {
    /// The techniques of the kernel, by their ids in lab/docs/src/techniques.md.
    pub id: &'static str,
    /// A description of the kernel in a few words.
    pub name: &'static str,
    /// The level of everything else.
    pub level: CpuLevel,
    solve: Box<Solve>,
}

impl Solver {
    /// [`Engine::solve`] with this kernel and at its level, whatever the level of the engine is.
    ///
    /// # Errors
    /// As [`Engine::solve`].
    pub fn solve(
        &self,
        engine: &mut Engine,
        board: &Board,
        request: SolveRequest,
    ) -> Result<Solution, SolveError> {
        (self.solve)(engine, board, request)
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Solver({} {})", self.level, self.id)
    }
}

macro_rules! families {
    ($($(#[$meta:meta])* $Family:ident, $name:literal, $visit:path;)*) => {
        /// What a solver can have in the place of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Family {
            $($(#[$meta])* $Family,)*
        }

        impl Family {
            /// All of them.
            pub const ALL: &[Family] = &[$(Family::$Family),*];

            /// The name that users type.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Family::$Family => $name,)*
                }
            }
        }

        /// Passes on a solver for each kernel of a family that this machine can run.
        pub fn solvers(family: Family, take: impl FnMut(Solver)) {
            visit(family, &mut Take(take));
        }

        fn visit<V: Visitor>(family: Family, visitor: &mut V) {
            match family {
                $(Family::$Family => $visit(visitor),)*
            }
        }
    };
}

families! {
    /// [`bitboard::flip`](crate::bitboard::flip()).
    Flip, "flip", bitboard::visit_flips;
    /// [`bitboard::moves`].
    Moves, "moves", bitboard::visit_moves;
    /// [`bitboard::last_flip`](crate::bitboard::last_flip()).
    LastFlip, "last-flip", bitboard::visit_last_flips;
    /// [`bitboard::full_lines`], for the stable discs.
    FullLines, "full-lines", bitboard::visit_full_lines;
    /// [`bitboard::edges`](crate::bitboard::edges()), for the stable discs.
    Edges, "edges", bitboard::visit_edges;
    /// [`bitboard::unpack_files`], for the stable discs.
    UnpackFiles, "unpack-files", bitboard::visit_unpack_files;
    /// [`bitboard::stable_edge_count`], for the order of the moves.
    StableEdgeCount, "stable-edge-count", bitboard::visit_stable_edge_counts;
    /// [`bitboard::hash`](crate::bitboard::hash()).
    Hash, "hash", bitboard::visit_hashes;
    /// [`bitboard::zobrist`] in the place of the hash.
    Zobrist, "zobrist", bitboard::visit_zobrist;
}

impl Family {
    /// Whether a solver searches the nodes of the unchanged one. With other places in the table it finds the
    /// same scores by other nodes.
    pub const fn keeps_nodes(self) -> bool {
        !matches!(self, Family::Zobrist)
    }
}

struct Take<F>(F);

/// Implements [`Visitor`] with a method for each level.
macro_rules! take {
    ([$({ level: $Level:ident, cfg: $cfg:meta, tokens: [$First:ident = $Token:ty $(, $($more:tt)*)?], $($rest:tt)* })*]) => {
        impl<F: FnMut(Solver)> Visitor for Take<F> {$(
            #[cfg($cfg)]
            fn $Level<K: Substitute<$Token>>(&mut self, id: &'static str, name: &'static str, with: With<$Token, K>) {
                let solve: Box<Solve> = Box::new(move |engine, board, request| with.solve_on(engine, board, request));
                (self.0)(Solver { id, name, level: CpuLevel::$Level, solve });
            }
        )*}
    };
}
levels! { [take] }

#[cfg(test)]
mod tests;
