//! The last six plies in other ways than the engine's, on a board and a null window.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | [`last_four`], [`five_and_more`]: a [`LastPlies`] for each way and level |
//! | `minimax.rs` | the last four plies as minimax (END-01) |
//! | `order.rs` | the order of the last four squares: shifts, codes, branches, ... (END-05 to END-09) |
//! | `shuffle.rs` | the shuffle of 16 bytes of each level (END-07) |
//! | `parity.rs` | five empties and more: corners first, masks, linked, hoisted (END-10 to END-14) |
//!
//! The source, Okuhara's notes on Edax-AVX, describes all of them and gives no times for single ones.

mod minimax;
mod order;
mod parity;
mod shuffle;

use reversi_bitboard::{Bitboard, Board, Cpu, CpuLevel, Square, dispatch, outlined};
use reversi_exchange::__internal::Searches as _;
use reversi_exchange::__internal::parity::ParityOrder;

use self::order::{Branches, Classical, CornersFirst, Shuffled, ShuffledClassical, TwoBits};
use self::parity::State;

type Search = dyn Fn(Board, i32) -> (i32, u64);

/// A way to search the last plies.
#[non_exhaustive]
pub struct LastPlies {
    /// The techniques by which it differs from the engine, by their ids in lab/docs/src/techniques.md.
    pub id: &'static str,
    /// A description in a few words.
    pub name: &'static str,
    /// The CPU level whose instructions it is compiled with.
    pub level: CpuLevel,
    search: Box<Search>,
}

impl LastPlies {
    /// A fail-soft bound of the score, which is above `alpha` exactly if the score is, and the nodes.
    pub fn search(&self, board: Board, alpha: i32) -> (i32, u64) {
        (self.search)(board, alpha)
    }
}

impl std::fmt::Debug for LastPlies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LastPlies({} {})", self.level, self.id)
    }
}

outlined! {
    trait Outlined: shuffle::Shuffle {
        fn minimax_scalar(nodes: &mut u64, board: Board, alpha: i32) -> i32 = minimax::solve_4::<_, ParityOrder>;
        fn minimax_without_end_08(nodes: &mut u64, board: Board, alpha: i32) -> i32
            = minimax::solve_4::<_, Classical>;
        fn minimax_two_bits(nodes: &mut u64, board: Board, alpha: i32) -> i32
            = minimax::solve_4::<_, TwoBits>;
        fn minimax_branches(nodes: &mut u64, board: Board, alpha: i32) -> i32
            = minimax::solve_4::<_, Branches>;
        fn minimax_shuffled(nodes: &mut u64, board: Board, alpha: i32) -> i32
            = minimax::solve_4::<_, Shuffled>;
        fn minimax_classical(nodes: &mut u64, board: Board, alpha: i32) -> i32
            = minimax::solve_4::<_, ShuffledClassical>;
        fn minimax_corners_first(nodes: &mut u64, board: Board, alpha: i32) -> i32
            = minimax::solve_4::<_, CornersFirst>;
        fn min_4_after_pass(nodes: &mut u64, board: Board, alpha: i32, order: &[[Square; 4]; 4]) -> i32
            = minimax::min_4_after_pass;
        fn max_3_after_pass(nodes: &mut u64, board: Board, alpha: i32, squares: [Square; 3]) -> i32
            = minimax::after_pass_of_3::<_, true>;
        fn min_3_after_pass(nodes: &mut u64, board: Board, alpha: i32, squares: [Square; 3]) -> i32
            = minimax::after_pass_of_3::<_, false>;
        fn max_2_after_pass(nodes: &mut u64, board: Board, alpha: i32, squares: [Square; 2]) -> i32
            = minimax::after_pass_of_2::<_, true>;
        fn min_2_after_pass(nodes: &mut u64, board: Board, alpha: i32, squares: [Square; 2]) -> i32
            = minimax::after_pass_of_2::<_, false>;
        fn last_count_after_pass(player: Bitboard, square: Square) -> u32 = minimax::last_count_after_pass;

        fn parity(nodes: &mut u64, board: Board, alpha: i32) -> i32 = parity::by_bits;
        fn parity_one_by_one(nodes: &mut u64, board: Board, alpha: i32) -> i32 = parity::one_by_one;
        fn parity_corners_first(nodes: &mut u64, board: Board, alpha: i32) -> i32 = parity::corners_first;
        fn parity_by_masks(nodes: &mut u64, board: Board, alpha: i32, odd: u32) -> i32 = parity::by_masks;
        fn parity_linked(state: &mut State, board: Board, alpha: i32) -> i32 = parity::linked;
        fn parity_hoisted(state: &mut State, alpha: i32) -> i32 = parity::hoisted;
        fn parity_together(state: &mut State, alpha: i32) -> i32 = parity::together;
    }
}

/// Lists searches of a board and `alpha` for every level of this machine, the engine's own first if there is
/// one.
macro_rules! searches {
    ($($engine:ident,)? |$l:ident, $nodes:ident, $board:ident, $alpha:ident| {
        $($id:literal $name:literal => $body:expr;)*
    }) => {{
        let mut list = Vec::new();
        for level in CpuLevel::available() {
            let cpu = Cpu::with_quirks(level, Default::default()).expect("a level of this machine");
            let mut add = |id, name, search| list.push(LastPlies { id, name, level, search });
            dispatch!(cpu, $l => {
                $(add("engine", "END-01 to END-11", $l.$engine());)?
                $(add($id, $name, Box::new(move |$board, $alpha| {
                    let mut nodes = 0;
                    let $nodes = &mut nodes;
                    let score = $body;
                    (score, nodes)
                }));)*
            });
        }
        list
    }};
}

/// Searches of boards with four empty squares.
pub fn last_four() -> Vec<LastPlies> {
    searches!(last_four, |l, nodes, board, alpha| {
        "END-01" "minimax" => l.minimax_scalar(nodes, board, alpha);
        "END-06 without" "minimax, order by nested branches" => l.minimax_branches(nodes, board, alpha);
        "END-09" "minimax, order by codes of two bits" => l.minimax_two_bits(nodes, board, alpha);
        "END-07" "minimax, order by a shuffle" => l.minimax_shuffled(nodes, board, alpha);
        "END-07 classical" "classical order by a shuffle" => l.minimax_classical(nodes, board, alpha);
        "END-08 without" "classical order by shifts" => l.minimax_without_end_08(nodes, board, alpha);
        "END-05 END-06" "minimax, corners first in the list" => l.minimax_corners_first(nodes, board, alpha);
    })
}

/// Searches of boards with five empty squares or more, without tables. With four empty squares all go on
/// with the same minimax. The source has these with five to seven empties; with more, a list that is built
/// once serves many nodes (END-13).
pub fn five_and_more() -> Vec<LastPlies> {
    searches!(|l, nodes, board, alpha| {
        "END-10" "loops over bits" => l.parity(nodes, board, alpha);
        "END-10 END-05" "corners first among odd and even" => l.parity_corners_first(nodes, board, alpha);
        "END-11 without" "squares one by one" => l.parity_one_by_one(nodes, board, alpha);
        "END-12" "a table of masks, parity carried along" => l.parity_by_masks(nodes, board, alpha, parity::odd_bits(board));
        "END-13" "a linked list" => {
            let mut state = State::new(board);
            let score = l.parity_linked(&mut state, board, alpha);
            *nodes = state.nodes;
            score
        };
        "END-14" "hoisted state" => {
            let mut state = State::new_without_list(board);
            let score = l.parity_hoisted(&mut state, alpha);
            *nodes = state.nodes;
            score
        };
        "END-12 END-13 END-14" "masks, list and hoisted state" => {
            let mut state = State::new(board);
            let score = l.parity_together(&mut state, alpha);
            *nodes = state.nodes;
            score
        };
    })
}

#[cfg(test)]
pub(super) mod tests {
    use reversi_testkit::{Rng, exact_score, scattered};

    use super::*;

    /// Boards with this number of empties, their scores, and windows beside them.
    pub(in crate::solver) fn windows(empties: u32) -> Vec<(Board, i32, i32)> {
        let rng = &mut Rng::with_seed(u64::from(empties));
        let mut windows = Vec::new();
        for _ in 0..300 {
            // One side may have few discs: then many games end with empty squares, which are the winner's.
            let rarity = rng.u32(1..5);
            let board = scattered(rng, empties, rarity);
            let score = exact_score(board);
            windows.extend([-3, -2, -1, 0, 1, 4].map(|beside| (board, score, score + beside)));
        }
        windows
    }

    /// Returns whether a bound is on the side of alpha where the score is, and not beyond the score.
    pub(in crate::solver) fn is_bound(bound: i32, score: i32, alpha: i32) -> bool {
        match score > alpha {
            true => alpha < bound && bound <= score,
            false => score <= bound && bound <= alpha,
        }
    }

    fn check_bounds(searches: &[LastPlies], empties: u32) {
        for (board, score, alpha) in windows(empties) {
            for search in searches {
                let (bound, _) = search.search(board, alpha);
                assert!(
                    is_bound(bound, score, alpha),
                    "{board}: {bound} for {score} > {alpha} by {search:?}"
                );
            }
        }
    }

    #[test]
    fn bounds_of_the_last_four_are_true() {
        check_bounds(&last_four(), 4);
    }

    #[test]
    fn bounds_of_five_and_more_are_true() {
        check_bounds(&five_and_more(), 5);
        check_bounds(&five_and_more(), 6);
    }

    /// The bounds and nodes of searches that differ from the first only in how they compute the same.
    fn check_nodes(mut searches: Vec<LastPlies>, empties: u32, is_same: impl Fn(&str) -> bool) {
        searches.retain(|search| is_same(search.id));
        assert!(searches.len() >= 2);
        for (board, _, alpha) in windows(empties) {
            let expected = searches[0].search(board, alpha);
            for search in &searches {
                assert_eq!(search.search(board, alpha), expected, "{board} {alpha} by {search:?}");
            }
        }
    }

    const CLASSICAL: [&str; 2] = ["END-07 classical", "END-08 without"];

    #[test]
    fn other_ways_to_the_same_order_search_the_nodes_of_the_engine() {
        check_nodes(last_four(), 4, |id| !CLASSICAL.contains(&id) && id != "END-05 END-06");
    }

    #[test]
    fn the_classical_order_has_the_same_nodes_by_shifts_and_shuffle() {
        check_nodes(last_four(), 4, |id| CLASSICAL.contains(&id));
    }

    #[test]
    fn masks_lists_and_hoisted_state_search_the_nodes_of_the_engine() {
        for empties in [5, 6, 8] {
            check_nodes(five_and_more(), empties, |id| id != "END-10 END-05");
        }
    }
}
