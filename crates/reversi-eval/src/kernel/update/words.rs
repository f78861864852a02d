//! Features in words of 64 bits, four at a time, for CPUs without vectors (EVAL-16).
//!
//! A carry would cross from a feature to the next one. None does: the word of a sum is the sum of the words,
//! modulo 2^64, and every feature of the result is in its range. So intermediate results may leave their
//! range.
//!
//! WebAssembly without vectors takes 16 ns for a move instead of 97 in a loop of lanes, and 85 ns for the
//! features of a board instead of 856 (Node). Where compilers have vectors, they are as fast or slower.

use reversi_bitboard::{Bitboard, Board, Square};

use crate::features::lanes::LANES;
use crate::features::{EMPTY_BOARD, Features, INCREMENTS, PASS_SUM, by_digit, first};
use crate::kernel::zip;

type Words = [u64; LANES / 4];

/// Computes the features of a board.
#[inline(always)]
pub fn features(board: Board) -> Features {
    let [zeros, ones] = by_digit(board);
    let (zeros, ones) = (increments(zeros), increments(ones));
    let empty = words(&EMPTY_BOARD);
    of_words(|i| empty[i].wrapping_sub(zeros[i].wrapping_mul(2)).wrapping_sub(ones[i]))
}

/// Returns the features after a move. At even plies the new disc changes its digit from 2 to 0 and turned
/// discs from 1 to 0; at odd plies from 2 to 1 and from 0 to 1.
#[inline(always)]
pub fn after_move(features: &Features, square: Square, flips: Bitboard, empties: u32) -> Features {
    let (before, placed, turned) = (words(features), words(&INCREMENTS[square.index()]), increments(flips));
    let without = |i: usize| before[i].wrapping_sub(placed[i]);
    if empties.is_multiple_of(2) {
        of_words(|i| without(i).wrapping_sub(placed[i]).wrapping_sub(turned[i]))
    } else {
        of_words(|i| without(i).wrapping_add(turned[i]))
    }
}

/// Returns the features after a pass: all discs swap their digits 0 and 1 (EVAL-05).
#[inline(always)]
pub fn after_pass(features: &Features, empties: Bitboard) -> Features {
    let (before, sum, empties) = (words(features), words(&PASS_SUM), increments(empties));
    of_words(|i| sum[i].wrapping_sub(before[i]).wrapping_add(empties[i].wrapping_mul(3)))
}

/// Sums the increments of all squares of a set.
#[inline(always)]
fn increments(mut set: Bitboard) -> Words {
    let mut sum = [0; LANES / 4];
    while !set.is_empty() {
        let (row, others) = first(set);
        for (sum, row) in zip(&mut sum, words(row)) {
            *sum = row.wrapping_add(*sum);
        }
        set = others;
    }
    sum
}

/// Returns the same bytes as words. It does not matter which feature is in the low bits of a word.
#[inline(always)]
fn words(features: &Features) -> Words {
    bytemuck::cast(features.0)
}

#[inline(always)]
fn of_words(word: impl Fn(usize) -> u64) -> Features {
    let mut words: Words = [0; LANES / 4];
    for (i, to) in words.iter_mut().enumerate() {
        *to = word(i);
    }
    Features(bytemuck::cast(words))
}

#[cfg(test)]
mod tests {
    use super::super::portable;
    use super::*;

    /// The lists compare one lane; this test compares all of them.
    #[test]
    fn no_carry_crosses_from_a_feature_to_the_next() {
        for board in reversi_testkit::game_boards(&mut reversi_testkit::Rng::with_seed(16)) {
            let (before, empties) = (Features::new(board), board.empties());
            assert_eq!(features(board), before, "{board}");
            assert_eq!(after_pass(&before, empties), portable::after_pass(&before, empties), "{board}");
            for square in board.legal_moves() {
                let child = after_move(&before, square, board.flips(square), empties.len());
                assert_eq!(child, Features::new(board.play(square)), "{board} {square}");
            }
        }
    }
}
