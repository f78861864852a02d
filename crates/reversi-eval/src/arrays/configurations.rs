use reversi_bitboard::{Board, Cpu, dispatch, outlined};

use super::assert_length;
use crate::features::inner_offset;
use crate::kernel::EvalPrimitives;
use crate::pattern::{PLACES, Place};

outlined! {
    /// The functions of this module on the level of a token. The slices have equal lengths.
    #[allow(missing_docs, reason = "each does what the function of the same name in `arrays` does")]
    pub trait OnLevel: EvalPrimitives {
        fn configurations_of_all(boards: &[Board], out: &mut [[u16; PLACES]]) = of_all;
    }
}

/// The offset of each place in the features.
static OFFSETS: [u16; PLACES] = {
    let mut offsets = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        offsets[place] = inner_offset(Place::ALL[place].shape());
        place += 1;
    }
    offsets
};

#[inline(always)]
fn of_all<L: OnLevel>(l: L, boards: &[Board], out: &mut [[u16; PLACES]]) {
    for (&board, out) in boards.iter().zip(out) {
        // Features have a digit for each colour: at odd plies the side to move is seen as the other one.
        let by_side = if board.empties().len().is_multiple_of(2) { board } else { board.pass() };
        let features = l.features(by_side);
        for ((out, lane), offset) in out.iter_mut().zip(features.0).zip(OFFSETS) {
            *out = lane - offset;
        }
    }
}

/// Computes the configurations of each board in the 46 places of the patterns:
/// [`Place::configuration`](crate::pattern::Place::configuration). Each is a number in base 3 with a digit
/// for each square of its place, the first square in the highest: 0 is a disc of the side to move, 1 of the
/// other side, 2 an empty square.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::arrays::features;
/// use reversi_engine::weights::pattern::Place;
///
/// let board = Board::START.play("f5".parse()?);
/// let mut configurations = [[0; 46]; 1];
/// features::configurations(&[board], &mut configurations);
/// assert_eq!(usize::from(configurations[0][28]), Place::ALL[28].configuration(board));
/// # Ok::<(), reversi_engine::notation::ParseSquareError>(())
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn configurations(boards: &[Board], out: &mut [[u16; PLACES]]) {
    assert_length("out", out.len(), boards.len());
    dispatch!(Cpu::detect(), l => l.configurations_of_all(boards, out));
}
