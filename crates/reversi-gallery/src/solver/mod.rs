//! The solver with one kernel exchanged. It shows what a kernel is worth beside other code, on the squares
//! and boards of a search.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | [`flips`], [`last_flips`]: a [`Solver`] for each kernel of the list; [`sorting`] |
//! | `last_plies/` | [`last_four`], [`five_and_six`]: the last six plies in other ways |
//! | `negascout.rs` | [`FixedDepth`]: is NegaScout worth it? |
//!
//! Each kernel makes a solver of its own, so a program that calls [`flips`] or [`last_flips`] compiles dozens
//! of solvers.

mod last_plies;
mod negascout;

pub use last_plies::{LastPlies, five_and_six, last_four};
pub use negascout::{FixedDepth, Method};
use reversi_bitboard::__internal::{Substitute, With};
use reversi_bitboard::{Board, CpuLevel, levels};
use reversi_search::__internal::{solve_on, solve_sorted_as_published};
use reversi_search::{Engine, Solution, SolveError, SolveRequest};

use crate::bitboard::{visit_flips, visit_last_flips};
use crate::list::Visitor;

type Solve = dyn Fn(&mut Engine, &Board, SolveRequest) -> Result<Solution, SolveError>;

/// A solver for a level, with one kernel in the place of the level's own.
#[non_exhaustive]
pub struct Solver {
    /// The techniques of the kernel, by their ids in TECHNIQUES.md.
    pub id: &'static str,
    /// A description of the kernel in a few words.
    pub name: &'static str,
    /// The level of everything else.
    pub level: CpuLevel,
    solve: Box<Solve>,
}

impl Solver {
    fn new(
        id: &'static str,
        name: &'static str,
        level: CpuLevel,
        solve: impl Fn(&mut Engine, &Board, SolveRequest) -> Result<Solution, SolveError> + 'static,
    ) -> Solver {
        Solver { id, name, level, solve: Box::new(solve) }
    }

    /// [`Engine::solve`] with this kernel and at its level, whatever the level of the engine is. With another
    /// kernel the nodes are the same, with another order of the moves they are not.
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

/// Passes on a solver for each kernel of [`bitboard::flip`](crate::bitboard::flip()).
pub fn flips(take: impl FnMut(Solver)) {
    visit_flips(&mut Take(take));
}

/// Passes on a solver for each kernel of [`bitboard::last_flip`](crate::bitboard::last_flip()).
pub fn last_flips(take: impl FnMut(Solver)) {
    visit_last_flips(&mut Take(take));
}

/// Passes on a solver for each level of this machine, with moves sorted by searches as deep as published
/// (END-19). It solves on the level of its engine.
pub fn sorting(mut take: impl FnMut(Solver)) {
    for level in CpuLevel::available() {
        let name = "moves sorted by searches as deep as published";
        take(Solver::new("END-19", name, level, solve_sorted_as_published));
    }
}

struct Take<F>(F);

/// Implements [`Visitor`] with a method for each level.
macro_rules! take {
    ([$({
        $Level:ident $text:literal $doc:literal [$cfg:meta] $features:tt $any_token:tt
        [$First:ident = $Token:ty $(, $more:ident = $More:ty)*]
    })*]) => {
        impl<F: FnMut(Solver)> Visitor for Take<F> {$(
            #[cfg($cfg)]
            fn $Level<K: Substitute<$Token>>(&mut self, id: &'static str, name: &'static str, with: With<$Token, K>) {
                (self.0)(Solver::new(id, name, CpuLevel::$Level, move |engine, board, request| {
                    solve_on(engine, with, board, request)
                }));
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
    fn another_order_finds_the_same_score() {
        let board = reversi_testkit::FFO_1.trim_end_matches(';').parse().unwrap();
        sorting(|solver| {
            let mut engine = Engine::builder().cpu(solver.level).hash_mib(1).build().unwrap();
            let published = solver.solve(&mut engine, &board, SolveRequest::exact()).unwrap();
            engine.clear_hash();
            let solution = engine.solve(&board, SolveRequest::exact()).unwrap();
            assert_eq!(published.value(), solution.value());
            assert_ne!(published.nodes(), solution.nodes());
        });
    }

    #[test]
    fn another_kernel_searches_the_same_nodes() {
        let board = "--XXXX----XOOOX-OOOXOOXXOOOXOXXXOOOXXXXXOOOOOOXX-OXXXXXX-OOOOOO- X".parse().unwrap();
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let mut solver = None;
        Take(|slow| solver = Some(slow)).Portable("", "slow", With::new(Portable, Slow));
        let slow = solver.unwrap().solve(&mut engine, &board, SolveRequest::exact()).unwrap();
        engine.clear_hash();
        let solution = engine.solve(&board, SolveRequest::exact()).unwrap();
        assert_eq!((slow.value(), slow.nodes()), (solution.value(), solution.nodes()));
    }
}
