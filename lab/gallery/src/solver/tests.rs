//! Solvers with a kernel exchanged, beside the engine.
//!
//! A whole solver takes seconds to compile, and there is one for each kernel. So they are compared in the
//! last six plies, where their kernels are called, and most of them only with the feature `every-kernel`.
//! The bench `in_solver` compares the whole solvers.

use reversi_bitboard::{Cpu, CpuLevel, dispatch, levels};
use reversi_exchange::__internal::{LastPlies, Searches as _};
#[cfg(feature = "every-kernel")]
use reversi_exchange::{Engine, SolveRequest};
use reversi_exchange_bitboard::{Substitute, With};

use super::Family;
use super::last_plies::tests::{is_bound, windows};
use crate::bitboard;
use crate::list::Visitor;

/// Searches of boards with five or six empty squares, each with a kernel exchanged.
struct LastSix(Vec<(&'static str, CpuLevel, LastPlies)>);

macro_rules! last_six {
    ([$({ level: $Level:ident, cfg: $cfg:meta, tokens: [$First:ident = $Token:ty $(, $($more:tt)*)?], $($rest:tt)* })*]) => {
        impl Visitor for LastSix {$(
            #[cfg($cfg)]
            fn $Level<K: Substitute<$Token>>(&mut self, id: &'static str, _: &'static str, with: With<$Token, K>) {
                self.0.push((id, CpuLevel::$Level, with.last_five_or_six()));
            }
        )*}
    };
}
levels! { [last_six] }

/// Compares each kernel of a family with the engine in the last six plies.
fn check_last_six(family: Family, visit: impl FnOnce(&mut LastSix)) {
    let mut searches = LastSix(Vec::new());
    visit(&mut searches);
    assert!(!searches.0.is_empty(), "{family:?}");
    let windows: Vec<_> = [5, 6].into_iter().flat_map(windows).collect();
    for (id, level, search) in searches.0 {
        let own = dispatch!(Cpu::with_quirks(level, Default::default()).unwrap(), l => l.last_five_or_six());
        for &(board, score, alpha) in &windows {
            let (bound, nodes) = search(board, alpha);
            assert!(
                is_bound(bound, score, alpha),
                "{board}: {bound} for {score} > {alpha} by {family:?} {id} {level}"
            );
            // All windows of a search ask about the same score, so other bounds of the last score do not
            // change which moves are tried.
            let expected = own(board, alpha);
            assert_eq!(nodes, expected.1, "{board} {alpha} by {family:?} {id} {level}");
            assert!(bound == expected.0 || !family.keeps_nodes(), "{board} by {family:?} {id} {level}");
        }
    }
}

#[test]
fn another_count_of_moves_or_edges_finds_the_bounds_of_the_engine() {
    check_last_six(Family::Moves, bitboard::visit_moves);
    check_last_six(Family::StableEdgeCount, bitboard::visit_stable_edge_counts);
}

#[cfg(feature = "every-kernel")]
#[test]
fn every_kernel_finds_the_bounds_of_the_engine_in_the_last_six_plies() {
    for &family in Family::ALL {
        check_last_six(family, |searches| super::visit(family, searches));
    }
}

#[cfg(feature = "every-kernel")]
type Whole<'a> = super::Take<&'a mut dyn FnMut(super::Solver)>;

/// Solves boards with every solver of a list and with the engine.
#[cfg(feature = "every-kernel")]
fn check_whole_solvers(visit: impl FnOnce(&mut Whole<'_>)) {
    let rng = &mut reversi_testkit::Rng::with_seed(1);
    let boards = [9, 12, 16].map(|empties| reversi_testkit::reached(rng, empties));
    let mut solvers = 0;
    visit(&mut super::Take(&mut |solver| {
        let mut engine = Engine::builder().cpu(solver.level).hash_mib(1).build().unwrap();
        for board in &boards {
            engine.clear_hash();
            let found = solver.solve(&mut engine, board, SolveRequest::exact()).unwrap();
            engine.clear_hash();
            let expected = engine.solve(board, SolveRequest::exact()).unwrap();
            assert_eq!(found.value(), expected.value(), "{board} by {solver:?}");
            assert_eq!(found.nodes(), expected.nodes(), "{board} by {solver:?}");
        }
        solvers += 1;
    }));
    assert!(solvers > 0);
}

#[cfg(feature = "every-kernel")]
#[test]
fn another_hash_or_count_of_edges_searches_the_same_nodes() {
    check_whole_solvers(|take: &mut Whole<'_>| bitboard::visit_hashes(take));
    check_whole_solvers(|take: &mut Whole<'_>| bitboard::visit_stable_edge_counts(take));
}
