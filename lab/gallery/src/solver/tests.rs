//! Solvers with a kernel exchanged, beside the engine.
//!
//! A whole solver takes seconds to compile, and there is one for each kernel. So most of them are compared
//! in the last six plies, where their kernels are called. The bench `in_solver` compares the whole solvers.

use reversi_bitboard::{Cpu, CpuLevel, levels};
use reversi_exchange::solver::{LastPlies, nws_5_or_6, nws_5_or_6_on};
use reversi_exchange::{Engine, SolveRequest};
use reversi_exchange::{Substitute, With};
use reversi_testkit::{Rng, reached};

use super::last_plies::tests::windows;
use super::{Family, Take, visit};
use crate::bitboard;
use crate::list::Visitor;

/// Searches of boards with five or six empty squares, each with a kernel exchanged.
struct LastSix(Vec<(&'static str, CpuLevel, LastPlies)>);

macro_rules! last_six {
    ([$({ level: $Level:ident, cfg: $cfg:meta, tokens: [$First:ident = $Token:ty $(, $($more:tt)*)?], $($rest:tt)* })*]) => {
        impl Visitor for LastSix {$(
            #[cfg($cfg)]
            fn $Level<K: Substitute<$Token>>(&mut self, id: &'static str, _: &'static str, with: With<$Token, K>) {
                self.0.push((id, CpuLevel::$Level, nws_5_or_6_on(with)));
            }
        )*}
    };
}
levels! { [last_six] }

#[test]
fn every_kernel_finds_the_bounds_of_the_engine_in_the_last_six_plies() {
    let windows: Vec<_> = [5, 6].into_iter().flat_map(windows).collect();
    for &family in Family::ALL {
        let mut searches = LastSix(Vec::new());
        visit(family, &mut searches);
        assert!(!searches.0.is_empty(), "{family:?}");
        for (id, level, search) in searches.0 {
            let own = nws_5_or_6(Cpu::with_quirks(level, Default::default()).unwrap());
            for &(board, score, alpha) in &windows {
                let (bound, nodes) = search(board, alpha);
                let is_true = match score > alpha {
                    true => alpha < bound && bound <= score,
                    false => score <= bound && bound <= alpha,
                };
                assert!(is_true, "{board}: {bound} for {score} > {alpha} by {family:?} {id} {level}");
                // All windows of a search ask about the same score, so other bounds of the last score do not
                // change which moves are tried.
                let expected = own(board, alpha);
                assert_eq!(nodes, expected.1, "{board} {alpha} by {family:?} {id} {level}");
                assert!(bound == expected.0 || !family.keeps_nodes(), "{board} by {family:?} {id} {level}");
            }
        }
    }
}

/// Solves boards with every solver of a list and with the engine.
macro_rules! check_whole_solvers {
    ($visit:path, same nodes: $same_nodes:expr) => {
        let rng = &mut Rng::with_seed(1);
        let boards = [9, 12, 16].map(|empties| reached(rng, empties));
        let mut nodes = Vec::new();
        $visit(&mut Take(|solver: super::Solver| {
            let mut engine = Engine::builder().cpu(solver.level).hash_mib(1).build().unwrap();
            for board in &boards {
                engine.clear_hash();
                let found = solver.solve(&mut engine, board, SolveRequest::exact()).unwrap();
                engine.clear_hash();
                let expected = engine.solve(board, SolveRequest::exact()).unwrap();
                assert_eq!(found.value(), expected.value(), "{board} by {solver:?}");
                nodes.push([found.nodes(), expected.nodes()]);
            }
        }));
        assert!(!nodes.is_empty());
        let same_nodes = nodes.iter().all(|[found, expected]| found == expected);
        assert_eq!(same_nodes, $same_nodes, "{nodes:?}");
    };
}

#[test]
fn another_hash_finds_the_same_scores() {
    check_whole_solvers!(bitboard::visit_hashes, same nodes: true);
}

#[test]
fn another_count_of_edges_searches_the_same_nodes() {
    check_whole_solvers!(bitboard::visit_stable_edge_counts, same nodes: true);
}
