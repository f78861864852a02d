//! Moves in the order in which a node tries them.

use arrayvec::ArrayVec;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board, Square};

use super::order_weights::OrderWeights;

/// A legal move with the discs that it turns.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) square: Square,
    pub(crate) flips: Bitboard,
    pub(crate) score: i32,
}

/// No board has more legal moves than squares.
pub(crate) type MoveList = ArrayVec<Candidate, 64>;

/// Scores of moves that come before all others: the opponent is wiped out, the table remembers the move.
const WIPEOUT: i32 = 1 << 30;
const TABLE_MOVE: i32 = 1 << 29;
const SECOND_TABLE_MOVE: i32 = 1 << 28;

impl Candidate {
    /// The board after the move.
    #[inline(always)]
    pub(super) fn play_on(self, board: Board) -> Board {
        board.play_unchecked(self.square, self.flips)
    }

    /// Returns whether the move comes first whatever the evaluation says.
    #[inline(always)]
    pub(super) fn is_first_choice(&self) -> bool {
        self.score >= SECOND_TABLE_MOVE
    }
}

/// Adds all legal moves with their flips, not yet scored. The list is filled in place because a return would
/// copy a kilobyte.
#[inline(always)]
pub(crate) fn add_moves<L: Primitives>(l: L, board: Board, moves: Bitboard, list: &mut MoveList) {
    for square in moves {
        list.push(Candidate { square, flips: l.flip(square, board), score: 0 });
    }
}

/// Moves the best remaining candidate to `from` and returns it; `None` past the last one.
#[inline(always)]
pub(super) fn pick(list: &mut [Candidate], from: usize) -> Option<Candidate> {
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

/// Sorts a list of moves, the best first. Moves of the same score keep their order. The lists are short, and
/// the sort of the standard library takes 6 KB of code for each type of list.
pub(crate) fn sort_by_score<T>(list: &mut [T], score: impl Fn(&T) -> i32) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && score(&list[place - 1]) < score(&list[place]) {
            list.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// Brings the move that comes before all others to the front: one that wipes the opponent out, otherwise the
/// one that the table remembers, with a score above all others. Returns whether there is one.
#[inline(always)]
pub(super) fn first_choice_to_front(list: &mut MoveList, board: Board, known: Option<Square>) -> bool {
    let wipeout = list.iter().position(|candidate| candidate.flips == board.opponent());
    let place = wipeout.or_else(|| list.iter().position(|candidate| Some(candidate.square) == known));
    if let Some(place) = place {
        list.swap(0, place);
        list[0].score = TABLE_MOVE;
    }
    place.is_some()
}

/// The score of a move that comes before all others: a wipe-out, then the moves that the table remembers.
#[inline(always)]
pub(super) fn first_choice(candidate: &Candidate, child: Board, known: [Option<Square>; 2]) -> Option<i32> {
    let square = Some(candidate.square);
    if child.player().is_empty() {
        Some(WIPEOUT)
    } else if square == known[0] {
        Some(TABLE_MOVE)
    } else if square == known[1] {
        Some(SECOND_TABLE_MOVE)
    } else {
        None
    }
}

/// A cheap score of a move: few moves and few empty squares beside its discs for the opponent, some stable
/// discs on the edges, few discs turned.
#[inline(always)]
pub(super) fn quick_score<L: Primitives>(l: L, weights: &OrderWeights, child: Board, flips: Bitboard) -> i32 {
    let stable = l.stable_edge_count(child.pass()) as i32;
    let mobility = l.weighted_mobility(child) as i32;
    let potential_mobility = l.potential_moves(child).len() as i32;
    weights.stable_edge_disc * stable
        + weights.reply * mobility
        + weights.potential_reply * potential_mobility
        + weights.flip * flips.len() as i32
}

#[cfg(test)]
mod tests {
    use super::sort_by_score;

    #[test]
    fn the_best_comes_first_and_equals_keep_their_order() {
        let rng = &mut reversi_testkit::Rng::with_seed(1);
        for len in 0..40 {
            let list: Vec<(i32, usize)> = (0..len).map(|i| (rng.i32(-5..5), i)).collect();
            let (mut sorted, mut expected) = (list.clone(), list);
            sort_by_score(&mut sorted, |&(score, _)| score);
            expected.sort_by_key(|&(score, _)| -score);
            assert_eq!(sorted, expected);
        }
    }
}
