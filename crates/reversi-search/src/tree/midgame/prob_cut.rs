//! Multi-ProbCut: a shallow search predicts the result of a deep one. Where even an unlikely error of the
//! prediction would not bring the score back into the window, the deep search is left out.

use reversi_bitboard::Board;
use reversi_eval::Features;

use super::evaluate_discs;
use super::fitted_errors::{OFFSET, PLY, QUANTILES, TO_THE_END};
use crate::api::Selectivity;
use crate::memory::Draft;
use crate::tree::Context;
use crate::tree::outlined::Outlined;

/// The most discs between the results of a search and of a shallower one at the given confidence.
#[inline(always)]
fn margin(draft: Draft, shallow: u8, empties: u32) -> i32 {
    let variances = &VARIANCES[empties.min(60) as usize];
    let plies = variances[usize::from(draft.depth.min(60))] - variances[usize::from(shallow)];
    let widening = if u32::from(draft.depth) == empties {
        TO_THE_END.sqrt()
    } else {
        let high = f32::from(draft.depth.saturating_sub(LOW_PLIES));
        1.0 + WIDENING_BY_PLY * high * share_between(40, 28, empties)
    };
    let deviation = (plies + OFFSET).sqrt() * widening;
    (QUANTILES[draft.selectivity as usize % QUANTILES.len()] * deviation).ceil() as i32
}

/// Toward the end of the game a wrong cut high in the tree costs more than it saves: each ply left beyond
/// [`LOW_PLIES`] widens the margin by this share. A search to the end makes up for it by surer ones.
const WIDENING_BY_PLY: f32 = 0.08;
const LOW_PLIES: u8 = 8;

/// The share by which the margins of the evaluation alone are wider near the end, where it errs most.
const STATIC_WIDENING: f32 = 0.5;

/// Returns the share of the way from one number of empties down to another.
#[inline(always)]
const fn share_between(from: u32, to: u32, empties: u32) -> f32 {
    (from as f32 - empties as f32).clamp(0.0, (from - to) as f32) / (from - to) as f32
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

/// By selectivity, number of plies less one, and empties: the whole discs by which the evaluation has to be
/// beyond the window to stand for the last one or two plies.
static STATIC_MARGINS: [[[u8; 61]; 2]; 5] = {
    let mut table = [[[0; 61]; 2]; 5];
    let (mut row, mut empties) = (0, 0);
    while row < 10 {
        let (selectivity, plies) = (row / 2, row % 2 + 1);
        let widening = 1.0 + STATIC_WIDENING * share_between(26, 18, empties as u32);
        let quantile = QUANTILES[selectivity] * widening;
        let variance = quantile * quantile * (VARIANCES[empties][plies] + OFFSET);
        let mut margin = 0;
        while ((2 * margin + 1) * (2 * margin + 1)) as f32 <= 4.0 * variance {
            margin += 1;
        }
        table[selectivity][plies - 1][empties] = margin as u8;
        empties += 1;
        if empties > 60 {
            (row, empties) = (row + 1, 0);
        }
    }
    table
};

/// A bound on the score of one or two plies that the evaluation alone makes likely enough.
#[inline(always)]
pub(super) fn static_cut<const PLIES: u8>(
    estimate: i32,
    alpha: i32,
    selectivity: Selectivity,
    empties: u32,
) -> Option<i32> {
    let row = selectivity as usize % STATIC_MARGINS.len();
    let margin = i32::from(STATIC_MARGINS[row][usize::from(PLIES) - 1][empties.min(60) as usize]);
    if estimate > alpha + margin {
        Some(alpha + 1)
    } else if estimate < alpha - margin {
        Some(alpha)
    } else {
        None
    }
}

/// Returns the variance of a search of this depth around the one to the end of the game.
pub fn variance(empties: u32, depth: u32) -> f64 {
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
        1 => l.one_ply(cx, board, features, bound, draft.selectivity),
        2 => l.two_plies(cx, board, features, bound, draft.selectivity),
        _ => l.nws_midgame(cx, board, features, bound, shallow),
    };
    ((score > bound) == above).then_some(if above { alpha + 1 } else { alpha })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shallow_searches_are_shallower_and_of_the_same_parity() {
        for depth in 3..=60 {
            let shallow = shallow_depth(depth);
            assert!(shallow < depth && (depth - shallow).is_multiple_of(2), "{depth} {shallow}");
        }
    }

    #[test]
    fn the_evaluation_decides_only_beyond_its_margin_on_either_side() {
        fn widest<const PLIES: u8>(selectivity: Selectivity, empties: u32) -> i32 {
            let decides = |by| static_cut::<PLIES>(by, 0, selectivity, empties);
            let margin = (0..65).find(|&by| decides(by + 1).is_some()).unwrap();
            assert_eq!((decides(margin), decides(-margin)), (None, None));
            assert_eq!((decides(margin + 1), decides(-margin - 1)), (Some(1), Some(0)));
            margin
        }
        for empties in 3..=60 {
            let of = |plies| {
                let widest = if plies == 1 { widest::<1> } else { widest::<2> };
                let margins = Selectivity::ALL[..5].iter().map(|&selectivity| widest(selectivity, empties));
                margins.collect::<Vec<_>>()
            };
            let (one, two) = (of(1), of(2));
            assert!(one.is_sorted() && two.is_sorted(), "{empties} {one:?} {two:?}");
            assert!(one.iter().zip(&two).all(|(one, two)| one <= two), "{empties}");
            if empties >= 26 {
                let draft = Draft { depth: 2, selectivity: Selectivity::P73 };
                assert!(
                    (0..=1).contains(&(margin(draft, 0, empties) - two[0])),
                    "{empties}: rounded, not up"
                );
            }
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

    /// In shares of the margin without it.
    #[test]
    fn high_in_the_tree_margins_are_wider_near_the_end_unless_the_search_goes_there() {
        for (depth, empties, share) in [
            (18, 44, 1.0),
            (18, 40, 1.0),
            (8, 28, 1.0),
            (13, 28, 1.4),
            (18, 28, 1.8),
            (18, 34, 1.4),
            (18, 20, 1.8),
            (28, 28, TO_THE_END.sqrt()),
        ] {
            let shallow = shallow_depth(depth);
            let variances = &VARIANCES[empties as usize];
            let deviation = (variances[usize::from(depth)] - variances[usize::from(shallow)] + OFFSET).sqrt();
            let found = margin(Draft { depth, selectivity: Selectivity::P99 }, shallow, empties);
            let expected = QUANTILES[4] * deviation * share;
            assert!((expected..expected + 1.01).contains(&(found as f32)), "{depth} {empties} {found}");
        }
    }
}
