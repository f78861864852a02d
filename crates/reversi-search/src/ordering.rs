//! Moves in the order in which they are tried.

use arrayvec::ArrayVec;
use reversi_bitboard::kernel::{NEIGHBOURS, Primitives};
use reversi_bitboard::{Bitboard, Board, Square};

use crate::endgame::Context;
use crate::look_ahead::{self, LookAhead};
use crate::table::Entry;

/// A legal move with what it turns.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) square: Square,
    pub(crate) flips: Bitboard,
    pub(crate) score: i32,
}

/// No board has more legal moves than squares.
pub(crate) type Candidates = ArrayVec<Candidate, 64>;

/// Fills the list with all legal moves and their flips, not yet scored. (A kilobyte is too much to be returned.)
#[inline(always)]
pub(crate) fn add_candidates<L: Primitives>(l: L, board: Board, moves: Bitboard, list: &mut Candidates) {
    for square in moves {
        list.push(Candidate { square, flips: l.flip(square, board), score: 0 });
    }
}

const WIPEOUT: i32 = 1 << 30;
const TABLE_MOVE: i32 = 1 << 29;

/// With this many empties or more the moves are ordered by a look-ahead of 1, 2, ... plies.
const LOOK_AHEAD: [u32; 5] = [12, 14, 16, 18, 20];

/// Where the estimate is so far below the window, in discs, that all moves are going to be tried, their order matters
/// little: the look-ahead is two plies shorter.
const HOPELESS: i32 = 2;

/// Where it is so far above the window that most moves would do, the look-ahead is a ply shorter.
const WON: i32 = 12;

/// What a unit of [`glance`] counts beside an estimate in 1/128 disc: a move that leaves few replies is proven or
/// refuted sooner than one that is merely better.
const GLANCE_IN_LOOK_AHEAD: i32 = 40;

/// A look-ahead may stop so far, in 1/128 disc, below the best move so far.
const LOOK_AHEAD_MARGIN: i32 = 4 * 128;

/// The moves in the table are trusted if their search was so many plies deeper than the look-ahead.
const FRESH_PLIES: u32 = 3;

/// Scores the candidates: a wipe-out first, then the moves that a table remembers, then by what the moves leave to
/// the opponent after a look-ahead, or at a glance with few empties. `alpha` is that of a null window.
#[inline(always)]
pub(crate) fn score<L: LookAhead>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    list: &mut Candidates,
    known: Entry,
    alpha: Option<i32>,
) {
    let empties = board.empties().len();
    let mut depth = LOOK_AHEAD.iter().filter(|&&from| empties >= from).count() as u32;
    if depth == 0 {
        return score_near_end(l, board, list, known.moves);
    }
    let features = l.features(board);
    if depth > 1
        && let Some(alpha) = alpha
    {
        let above = look_ahead::leaf(l, cx, board, &features) - 128 * alpha;
        depth -= match () {
            () if above < -128 * HOPELESS => 2.min(depth - 1),
            () if above > 128 * WON => 1,
            () => 0,
        };
    }
    // A move from a search that was hardly deeper than this look-ahead knows no better (END-22).
    let known_moves =
        if u32::from(known.draft.depth) < depth + FRESH_PLIES { [None; 2] } else { known.moves };
    for candidate in list.iter_mut() {
        let child = board.play_unchecked(candidate.square, candidate.flips);
        candidate.score = match first_choice(candidate, child, known_moves) {
            Some(first) => first,
            None => GLANCE_IN_LOOK_AHEAD * glance(l, child),
        };
    }
    // The best at a glance comes first: a move that cannot come near the best so far need not be looked at closely.
    let mut best = -look_ahead::INFINITE;
    let mut from = 0;
    while let Some(candidate) = pick(list, from) {
        from += 1;
        if candidate.score >= TABLE_MOVE >> 1 {
            continue;
        }
        if cx.monitor.must_stop() {
            return;
        }
        cx.monitor.nodes += 1;
        let child = board.play_unchecked(candidate.square, candidate.flips);
        let value = if depth == 1 {
            -look_ahead::leaf_after_move(l, cx, child, &features, candidate.square, candidate.flips)
        } else {
            let features = l.features_after_move(&features, candidate.square, candidate.flips, empties);
            let at_least = best - LOOK_AHEAD_MARGIN - candidate.score;
            -l.look_ahead(cx, child, &features, -look_ahead::INFINITE, -at_least, depth - 1)
        };
        list[from - 1].score += value;
        best = best.max(list[from - 1].score);
    }
}

/// The same without looking ahead, for positions near the end: mobility counts most, and who enters an odd quadrant
/// also leaves it.
#[inline(always)]
pub(crate) fn score_near_end<L: Primitives>(
    l: L,
    board: Board,
    list: &mut Candidates,
    known: [Option<Square>; 2],
) {
    const X_SQUARES: u64 = 0x0042_0000_0000_4200;
    let odd = odd_quadrants(board.empties().0);
    for candidate in list.iter_mut() {
        let child = board.play_unchecked(candidate.square, candidate.flips);
        candidate.score = if let Some(first) = first_choice(candidate, child, known) {
            first
        } else {
            let stable = l.stable_edge_count(child.pass()) as i32;
            let mobility = l.weighted_mobility(child) as i32;
            let square = candidate.square.bit();
            15 * stable - 100 * mobility - 3 * candidate.flips.len() as i32
                + if odd & square != 0 { 30 } else { 0 }
                - if X_SQUARES & square != 0 { 15 } else { 0 }
        };
    }
}

#[inline(always)]
pub(crate) fn first_choice(candidate: &Candidate, child: Board, known: [Option<Square>; 2]) -> Option<i32> {
    let square = Some(candidate.square);
    match () {
        () if child.player().is_empty() => Some(WIPEOUT),
        () if square == known[0] => Some(TABLE_MOVE),
        () if square == known[1] => Some(TABLE_MOVE >> 1),
        () => None,
    }
}

/// How good a board is for the side that has just moved: few moves and few squares to move next to for the other
/// side, some edge discs that stay.
#[inline(always)]
pub(crate) fn glance<L: Primitives>(l: L, child: Board) -> i32 {
    let stable = l.stable_edge_count(child.pass()) as i32;
    let mobility = l.weighted_mobility(child) as i32;
    let potential_mobility = l.potential_moves(child).len() as i32;
    2 * stable - 8 * mobility - 2 * potential_mobility
}

/// Moves the best remaining candidate to `from`, if there is one, and returns it.
#[inline(always)]
pub(crate) fn pick(list: &mut Candidates, from: usize) -> Option<Candidate> {
    let mut best = from;
    for i in from + 1..list.len() {
        if list[i].score > list[best].score {
            best = i;
        }
    }
    if from >= list.len() {
        return None;
    }
    list.swap(from, best);
    Some(list[from])
}

/// The squares of the quadrants that have an odd number of empty squares (END-05): who enters such a region also
/// moves last in it.
#[inline(always)]
pub(crate) fn odd_quadrants(empties: u64) -> u64 {
    // Fold each quadrant onto its lowest square, then spread the parity over it again.
    let mut fold = empties ^ empties >> 1;
    fold ^= fold >> 2;
    fold ^= fold >> 8;
    fold ^= fold >> 16;
    (fold & 0x0000_0011_0000_0011) * 0x0f0f_0f0f
}

/// Whether an opponent's disc is next to `square`: otherwise the move is illegal.
#[inline(always)]
pub(crate) fn touches_opponent(square: Square, board: Board) -> bool {
    NEIGHBOURS[square.index()].0 & board.opponent().0 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_quadrants_are_those_with_an_odd_count() {
        const QUADRANTS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
        let mut empties = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..10_000 {
            empties = empties.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let odd = |quadrant: &&u64| (empties & **quadrant).count_ones() % 2 == 1;
            let expected = QUADRANTS.iter().filter(odd).fold(0, |set, quadrant| set | quadrant);
            assert_eq!(odd_quadrants(empties), expected, "{empties:#x}");
        }
    }
}
