//! Multi-ProbCut: a shallow search predicts the result of a deep one. Where even an unlikely error of the
//! prediction would not bring the score back into the window, the deep search is left out.

use reversi_bitboard::Board;
use reversi_eval::Features;

use super::evaluate_discs;
use super::fitted_errors::PLY;
use crate::memory::Draft;
use crate::tree::Context;
use crate::tree::outlined::Outlined;

/// Standard deviations on either side of the mean that hold 73, 87, 95, 98 and 99 % of a normal distribution.
const QUANTILES: [f32; 5] = [1.103, 1.514, 1.960, 2.326, 2.576];

/// How far, in discs, the result of a search may be from that of a shallower one at the given confidence.
#[inline(always)]
fn margin(draft: Draft, shallow: u8, empties: u32) -> i32 {
    let variances = &VARIANCES[empties.min(60) as usize];
    let variance = variances[usize::from(draft.depth.min(60))] - variances[usize::from(shallow)];
    (QUANTILES[draft.selectivity as usize % QUANTILES.len()] * variance.sqrt()).ceil() as i32
}

/// By empties and depth: the variance of a search around the static evaluation, summed over its plies.
/// Searches of two depths differ by the plies between them.
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

/// The variance of a search of this depth around the one to the end of the game.
pub(crate) fn variance(empties: u32, depth: u32) -> f64 {
    let variances = &VARIANCES[empties.min(60) as usize];
    let to_the_end = variances[empties.min(60) as usize];
    f64::from(to_the_end - variances[depth.min(empties).min(60) as usize]).max(0.0)
}

/// The depth of the search that predicts a deeper one: about a third of it, with the same parity, because the
/// side that makes the last move looks better than it is.
#[inline(always)]
fn shallow_depth(depth: u8) -> u8 {
    let parity = depth % 2;
    (depth - parity).saturating_sub(2) / 6 * 2 + parity
}

/// A bound on the score of three plies or more that a shallower search makes likely enough.
#[inline(always)]
pub(in crate::tree) fn prob_cut<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    alpha: i32,
    draft: Draft,
) -> Option<i32> {
    let shallow = Draft { depth: shallow_depth(draft.depth), ..draft };
    let margin = margin(draft, shallow.depth, board.empties().len());
    let estimate = evaluate_discs(l, cx, board, features);
    // The estimate says on which side of the window the score is likely to be. A shallow score beyond `bound`
    // on that side confirms it.
    let above = estimate > alpha;
    let bound = if above { alpha + margin } else { alpha - margin };
    if !(-64..64).contains(&bound) {
        return None;
    }
    let score = match shallow.depth {
        0 => estimate,
        1 => l.one_ply(cx, board, features, bound),
        2 => l.two_plies(cx, board, features, bound),
        _ => l.nws_midgame(cx, board, features, bound, shallow),
    };
    ((score > bound) == above).then_some(if above { alpha + 1 } else { alpha })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Selectivity;

    /// The share of a normal distribution within `t` standard deviations of its mean, by Simpson's rule.
    fn share(t: f64) -> f64 {
        const STEPS: u32 = 1000;
        let width = t / f64::from(STEPS);
        let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let weight = |i| if i == 0 || i == STEPS { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
        let sum: f64 = (0..=STEPS).map(|i| weight(i) * density(f64::from(i) * width)).sum();
        2.0 * sum * width / 3.0
    }

    #[test]
    fn quantiles_hold_what_their_selectivity_says() {
        for (selectivity, t) in Selectivity::ALL.into_iter().zip(QUANTILES) {
            let percent = 100.0 * share(t.into());
            assert!((percent - f64::from(selectivity.percent())).abs() < 0.01, "{t}: {percent}");
        }
    }

    #[test]
    fn shallow_searches_are_shallower_and_of_the_same_parity() {
        for depth in 3..=60 {
            let shallow = shallow_depth(depth);
            assert!(shallow < depth && (depth - shallow).is_multiple_of(2), "{depth} {shallow}");
        }
    }

    #[test]
    fn margins_grow_with_the_gap_and_with_the_confidence() {
        for empties in 3..=60 {
            for depth in 3..=empties as u8 {
                let margins = Selectivity::ALL
                    .map(|selectivity| margin(Draft { depth, selectivity }, shallow_depth(depth), empties));
                assert!(margins[0] > 0 && margins[..5].is_sorted(), "{empties} {depth} {margins:?}");
                let further = margin(Draft { depth, selectivity: Selectivity::P73 }, depth % 2, empties);
                assert!(further >= margins[0]);
            }
        }
    }
}
