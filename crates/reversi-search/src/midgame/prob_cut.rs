//! Multi-ProbCut: a shallow search predicts what a deep one would find, and where even an unlikely error would not
//! bring the score back into the window, the deep one is left out.

use reversi_bitboard::Board;
use reversi_eval::Features;

use super::{Points, leaf, search};
use crate::Selectivity;
use crate::endgame::Context;
use crate::table::Draft;

/// Below so many plies a search costs no more than a prediction.
const MIN_DEPTH: u8 = 3;

/// Standard deviations on either side of the mean that hold 73, 87, 95, 98 and 99 % of a normal distribution.
const QUANTILES: [f32; 5] = [1.103, 1.514, 1.960, 2.326, 2.576];

/// How far, in discs, the result of a search may be from that of a shallower one at the given confidence.
#[inline(always)]
fn margin(draft: Draft, shallow: u8, empties: u32) -> i32 {
    let variances = &VARIANCES[empties.min(60) as usize];
    let variance = variances[usize::from(draft.depth.min(60))] - variances[usize::from(shallow)];
    (QUANTILES[draft.selectivity as usize % QUANTILES.len()] * variance.sqrt()).ceil() as i32
}

/// What one more ply adds to the variance, times its number plus one: a polynomial in sixtieths of the squares that are
/// then empty.
const PLY: [f32; 3] = [63.6, -158.3, 116.7];

/// By empties and depth: the variance of a search around one of no depth, the sum of what each ply adds. Searches of two
/// depths differ by the plies between them.
static VARIANCES: [[f32; 61]; 61] = {
    let mut table = [[0.0; 61]; 61];
    let mut empties = 0;
    while empties <= 60 {
        let mut depth = 1;
        while depth <= empties {
            let left = (empties - depth) as f32 / 60.0;
            let ply = (PLY[0] + left * (PLY[1] + left * PLY[2])) / (depth + 1) as f32;
            table[empties][depth] = table[empties][depth - 1] + ply;
            depth += 1;
        }
        empties += 1;
    }
    table
};

/// The depth whose search predicts that of a deeper one: about a third of it, and of the same parity, as whoever makes
/// the last move looks better than he is.
#[inline(always)]
pub(crate) fn shallow_depth(depth: u8) -> u8 {
    let parity = depth % 2;
    (depth - parity).saturating_sub(2) / 6 * 2 + parity
}

/// A bound on the score that a shallower search makes likely enough.
#[inline(always)]
pub(super) fn cut<L: Points>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    alpha: i32,
    draft: Draft,
) -> Option<i32> {
    if draft.selectivity == Selectivity::P100 || draft.depth < MIN_DEPTH {
        return None;
    }
    let empties = board.empties().len();
    let shallow = Draft { depth: shallow_depth(draft.depth), ..draft };
    let margin = margin(draft, shallow.depth, empties);
    let estimate = leaf(l, cx, board, features);
    let high = alpha + margin; // a shallow score above this shows a score above alpha
    if estimate > alpha && high < 64 && search(l, cx, board, features, high, shallow) > high {
        return Some(alpha + 1);
    }
    let low = alpha - margin;
    if estimate <= alpha && low >= -64 && search(l, cx, board, features, low, shallow) <= low {
        return Some(alpha);
    }
    None
}
