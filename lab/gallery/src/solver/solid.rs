//! Solid discs: the four lines of each are full. Nobody can turn them or outflank with them, so their
//! colours matter for the final count alone (END-16). `cargo lab variants END-16` has them in the keys of
//! the thread's table.
#![allow(unreachable_pub, reason = "that variant compiles this file too, where nothing is exported")]

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board};

/// What the boards have in common that differ in the places of solid discs only. Their scores are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolidKey {
    /// The board with all solid discs as the player's.
    pub board: Board,
    /// How many of them are the opponent's. The published key leaves this out and adds it to the score, but
    /// the winner gets the empty squares, and these discs decide who wins.
    pub opponents: u32,
}

impl SolidKey {
    /// From the [`solid_of_opponent`] of a board.
    #[inline(always)]
    pub fn new(board: Board, solid: Bitboard) -> SolidKey {
        let (player, opponent) = (board.player() | solid, board.opponent() & !solid);
        SolidKey { board: Board::new(player, opponent).unwrap_or(board), opponents: solid.len() }
    }
}

/// The opponent's discs whose four lines are full.
#[inline(always)]
pub fn solid_of_opponent<L: Primitives>(l: L, board: Board) -> Bitboard {
    l.full_lines(board.occupied()).all() & board.opponent()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_bitboard::cpu::Portable;
    use reversi_testkit::{Rng, board, exact_score, reached};

    fn key(board: Board) -> SolidKey {
        SolidKey::new(board, solid_of_opponent(Portable, board))
    }

    /// The board whose opponent has the first `count` of these squares, and no other.
    fn with_opponents(squares: Bitboard, count: usize, occupied: Bitboard) -> Board {
        let opponent = squares.into_iter().take(count).fold(0, |discs, square| discs | 1 << square.index());
        board(occupied.0 & !opponent, opponent)
    }

    #[test]
    fn the_published_key_is_not_exact() {
        let occupied = Bitboard(!1);
        let solid = Portable.full_lines(occupied).all();
        let [won, lost] = [20, 35].map(|count| with_opponents(solid, count, occupied));
        assert_eq!([won, lost].map(Board::is_game_over), [true, true]);
        assert_eq!([won, lost].map(Board::final_score), [24, -8]);
        assert_eq!([won, lost].map(key).map(|key| key.opponents), [20, 35]);
        assert_eq!(key(won).board, key(lost).board);
        // What the published table would hold for this one board.
        let published = [won, lost].map(|board| board.final_score() + 2 * key(board).opponents as i32);
        assert_eq!(published, [64, 62]);
    }

    #[test]
    fn boards_with_the_same_key_have_the_same_score() {
        let rng = &mut Rng::with_seed(1);
        let mut moved = 0;
        for _ in 0..400 {
            let board = reached(rng, 4);
            let occupied = board.occupied();
            let solid = Portable.full_lines(occupied).all();
            let count = (solid & board.opponent()).len() as usize;
            let others = board.opponent() & !solid;
            let first = with_opponents(solid, count, occupied).opponent();
            let other = self::board(occupied.0 & !first.0 & !others.0, (first | others).0);
            assert_eq!(key(other), key(board), "{board} {other}");
            assert_eq!(exact_score(other), exact_score(board), "{board} {other}");
            moved += u32::from(other != board);
        }
        assert!(moved > 100, "{moved}");
    }
}
