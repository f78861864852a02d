//! The solver with a kernel of [`reversi_bitboard::gallery`] in the place of its own: what a kernel is worth
//! where it is used, beside other code, with the squares and boards that a search has.
//!
//! Each of them is a solver of its own, so whoever calls [`flips`] or [`last_flips`] compiles dozens of them.

mod negascout;

pub use negascout::{FixedDepth, Method};
use reversi_bitboard::gallery::{Substitute, Visitor, With, visit_flips, visit_last_flips};
use reversi_bitboard::{Board, CpuLevel, levels};

use crate::tree::outlined::Outlined;
use crate::{Engine, Solution, SolveError, SolveRequest};

type Solve = dyn Fn(&mut Engine, &Board, SolveRequest) -> Result<Solution, SolveError>;

/// A solver for a level with one kernel in the place of the level's own.
#[non_exhaustive]
pub struct Solver {
    /// The techniques of the kernel, as TECHNIQUES.md names them.
    pub id: &'static str,
    /// What it does, in a few words.
    pub name: &'static str,
    /// The level that all else is of.
    pub level: CpuLevel,
    solve: Box<Solve>,
}

impl Solver {
    fn new<L: Outlined>(id: &'static str, name: &'static str, level: CpuLevel, l: L) -> Solver {
        let solve = move |engine: &mut Engine, board: &Board, request: SolveRequest| {
            engine.solve_on(l, board, request)
        };
        Solver { id, name, level, solve: Box::new(solve) }
    }

    /// [`Engine::solve`] with this kernel, at its level, whatever the engine's is. The nodes are the same.
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

/// A solver for each flip of the gallery that runs here.
pub fn flips(take: impl FnMut(Solver)) {
    visit_flips(&mut Take(take));
}

/// A solver for each last-move count.
pub fn last_flips(take: impl FnMut(Solver)) {
    visit_last_flips(&mut Take(take));
}

struct Take<F>(F);

/// Takes the kernels of each level.
macro_rules! take {
    ([$({
        $Level:ident $text:literal $doc:literal [$cfg:meta] $features:tt $any_token:tt
        [$First:ident = $Token:ty $(, $more:ident = $More:ty)*]
    })*]) => {
        impl<F: FnMut(Solver)> Visitor for Take<F> {$(
            #[cfg($cfg)]
            fn $Level<K: Substitute<$Token>>(&mut self, id: &'static str, name: &'static str, with: With<$Token, K>) {
                (self.0)(Solver::new(id, name, CpuLevel::$Level, with));
            }
        )*}
    };
}
levels! { [take] }

#[cfg(test)]
mod tests {
    use reversi_bitboard::cpu::Portable;
    use reversi_bitboard::{Bitboard, Square, reference};

    use super::*;

    #[derive(Clone, Copy)]
    struct Slow;

    impl Substitute<Portable> for Slow {
        fn flip(_: Portable, (square, board): (Square, Board)) -> Bitboard {
            reference::flip(square, board)
        }

        fn last_flip_count(_: Portable, (square, player): (Square, Bitboard)) -> u32 {
            reference::last_flip_count(square, player)
        }
    }

    #[test]
    fn another_kernel_searches_the_same_nodes() {
        let board = "--XXXX----XOOOX-OOOXOOXXOOOXOXXXOOOXXXXXOOOOOOXX-OXXXXXX-OOOOOO- X".parse().unwrap();
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let solver = Solver::new("", "slow", CpuLevel::Portable, With::new(Portable, Slow));
        let slow = solver.solve(&mut engine, &board, SolveRequest::exact()).unwrap();
        engine.clear_hash();
        let solution = engine.solve(&board, SolveRequest::exact()).unwrap();
        assert_eq!((slow.value(), slow.nodes()), (solution.value(), solution.nodes()));
    }
}
