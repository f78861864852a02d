//! Kernels of features and sums, side by side.
//!
//! | File | What is in it |
//! |---|---|
//! | `lists.rs` | the lists: [`features`], [`after_move`], [`after_pass`], [`sum`], [`network`], ... |
//! | `make_move.rs` | [`make_move`]: what a move costs a search at each level |
//! | `update.rs` | updates of features by look-up |
//! | `undo.rs` | moves that are taken back |
//! | `sum.rs` | sums with a table for each ply |
//! | `avx512.rs` | 512 bits at a time |
//!
//! ```
//! use reversi_bitboard::{Board, Square};
//! use reversi_gallery::eval::{self, Layouts};
//! use reversi_eval::{Evaluator, Features, PatternWeights, Weights, pattern::PACKED_LEN};
//!
//! let weights = Weights::new(&PatternWeights::new(vec![30], vec![3; PACKED_LEN], "all the same")?)?;
//! let layouts = Layouts::leak(&weights);
//! let (board, features) = (Board::START, Features::new(Board::START));
//! for kernel in eval::sum() {
//!     let sum = kernel.call((layouts[60], features.into())) as i32;
//!     assert_eq!(sum, weights.evaluate_128(&board), "{} {}", kernel.id, kernel.name);
//! }
//! let flips = board.flips(Square::D3).0;
//! for kernel in eval::after_move() {
//!     println!("{} {}: {}", kernel.id, kernel.name, kernel.call(((features, Square::D3, 60), flips)));
//! }
//! # Ok::<(), reversi_eval::WeightsError>(())
//! ```

#[cfg(target_arch = "x86_64")]
mod avx512;
mod lists;
mod make_move;
mod sum;
mod undo;
mod update;

pub use lists::{after_move, after_pass, features, move_and_back, network, quadrants, sum};
pub use make_move::make_move;
use reversi_bitboard::{Board, Square};
use reversi_eval::kernel::EvalPrimitives;
use reversi_eval::network::NetworkTable;
use reversi_eval::{Features, PatternTable, PlyTable, Quadrants, Weights};
pub use sum::Indices;

use crate::Call;

/// An input of an update: the features, the square, the empties before the move, and the flips.
pub type MoveCall = ((Features, Square, u32), u64);

/// An input of a pass: the features and the empty squares.
pub type PassCall = (Features, u64);

/// An input of a sum: the tables and the features.
pub type SumCall = (Layouts, Indices);

/// An input of [`make_move`]: the tables after the move, the features, the square, and the board.
pub type MakeMoveCall = ((Layouts, Features, Square), Board);

/// An input of [`quadrants`](fn@quadrants): the moves of both sides and the empty squares.
pub type QuadrantsCall = ([u64; 2], u64);

/// An input of [`network`]: a network at a ply, the moves by quadrant, and the features.
pub type NetworkCall = ((NetworkTable<'static>, Quadrants), Features);

/// The inputs of [`quadrants`](fn@quadrants) and of [`network`] for some boards. The weights are never
/// freed, because an input of a kernel is a plain value.
///
/// # Panics
/// If the weights are no network.
pub fn network_calls(weights: &Weights, boards: &[Board]) -> (Vec<QuadrantsCall>, Vec<NetworkCall>) {
    let weights: &'static Weights = Box::leak(Box::new(weights.clone()));
    let calls = boards.iter().map(|&board| {
        let empties = board.empties();
        let moves = [board, board.pass()].map(|board| board.legal_moves());
        let PlyTable::Network(table) = weights.tables().at(empties.len()) else {
            panic!("pattern weights have no layers")
        };
        let quadrants = reversi_bitboard::cpu::Portable.quadrants(moves, empties);
        ((moves.map(|set| set.0), empties.0), ((table, quadrants), Features::new(board)))
    });
    calls.unzip()
}

/// The weights of one ply, in every layout that a kernel needs.
#[derive(Clone, Copy)]
pub struct Layouts {
    interleaved: PatternTable<'static>,
    flat: sum::Flat,
}

impl Layouts {
    /// The layouts for 0 to 60 empty squares. They are never freed, because an input of a kernel is a plain
    /// value.
    ///
    /// # Panics
    /// If the weights are a network.
    pub fn leak(weights: &Weights) -> Vec<Layouts> {
        let weights: &'static Weights = Box::leak(Box::new(weights.clone()));
        let of_ply = |empties| match weights.tables().at(empties) {
            PlyTable::Patterns(table) => table,
            _ => panic!("a network has no weights to be added up"),
        };
        let interleaved: Vec<_> = (0..=60).map(of_ply).collect();
        let flat = sum::Flat::leak(&interleaved);
        interleaved.into_iter().zip(flat).map(|(interleaved, flat)| Layouts { interleaved, flat }).collect()
    }
}

impl Call for Features {
    #[inline(always)]
    fn disturbed(self, bits: u64) -> Features {
        Features(self.0.map(|lane| lane ^ bits as u16))
    }
}
