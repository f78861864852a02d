//! Squares, sets of squares and boards: the rules in numbers.

use reversi_bitboard::mask::*;
use reversi_bitboard::{Bitboard, Board, Cpu, CpuLevel, IllegalMoveReason, Square, perft_on};

#[test]
fn names_indices_and_text_agree() {
    assert_eq!(Square::A1.index(), 0);
    assert_eq!(Square::H1.index(), 7);
    assert_eq!(Square::A2.index(), 8);
    assert_eq!(Square::H8.index(), 63);
    for (i, square) in Square::ALL.into_iter().enumerate() {
        assert_eq!(square.index(), i);
        assert_eq!(Square::new(i as u8), Some(square));
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(format!("{square:#}").parse(), Ok(square));
        assert_eq!(Bitboard(square.bit()).first(), Some(square));
    }
    assert_eq!(Square::new(64), None);
    for bad in ["", "a", "a0", "a9", "i1", "a1 ", "é1", "11", "aa"] {
        assert!(bad.parse::<Square>().is_err(), "{bad:?}");
    }
}

#[test]
fn set_algebra_and_iteration() {
    let a: Bitboard = [Square::A1, Square::C2, Square::H8].into_iter().collect();
    let b = Bitboard::from(Square::C2);
    assert_eq!((a - b).to_string(), "a1 h8");
    assert_eq!(a & b, b);
    assert_eq!(a ^ a, Bitboard::EMPTY);
    assert_eq!((!a).len(), 61);
    assert_eq!(a | !a, Bitboard::ALL);
    assert_eq!(a.into_iter().len(), 3);
    assert_eq!(Bitboard::ALL.into_iter().collect::<Vec<_>>(), Square::ALL);
    assert_eq!((Bitboard::EMPTY.first(), Bitboard::EMPTY.last()), (None, None));
    assert_eq!((a.first(), a.last()), (Some(Square::A1), Some(Square::H8)));
    assert!(Bitboard::ALL.into_iter().rev().eq(Square::ALL.into_iter().rev()));
    let mut squares = a.into_iter();
    assert_eq!((squares.next_back(), squares.next(), squares.len()), (a.last(), a.first(), 1));
    assert_eq!((squares.next_back(), squares.next_back(), squares.next()), (b.first(), None, None));
    assert!(format!("{b:#}").starts_with("--------\n--*-----\n"));
    for set in [a, b, !a, Bitboard::EMPTY, Bitboard::ALL] {
        assert_eq!(set.to_string().parse(), Ok(set));
    }
    for bad in ["a", "a1c2", "a1,c2", "a1 i1", "*"] {
        assert!(bad.parse::<Bitboard>().is_err(), "{bad:?}");
    }
}

#[test]
fn pictures_and_words_agree() {
    assert_eq!(CORNERS.0, 0x8100_0000_0000_0081);
    assert_eq!(X_SQUARES.0, 0x0042_0000_0000_4200);
    assert_eq!(C_SQUARES.0, 0x4281_0000_0000_8142);
    assert_eq!(EDGES.0, 0xff81_8181_8181_81ff);
    assert_eq!(FILE_A.0, 0x0101_0101_0101_0101);
    assert_eq!(FILES_B_TO_G.0, 0x7e7e_7e7e_7e7e_7e7e);
    assert_eq!(FILES_A_TO_G.0, 0x7f7f_7f7f_7f7f_7f7f);
    assert_eq!(RANKS_2_TO_7.0, 0x00ff_ffff_ffff_ff00);
    assert_eq!(INNER, FILES_B_TO_G & RANKS_2_TO_7);
    let joined = QUADRANTS.into_iter().fold(Bitboard::EMPTY, |set, quadrant| set | quadrant);
    assert_eq!(joined, Bitboard::ALL);
    assert_eq!(QUADRANTS[3].0, 0xf0f0_f0f0_0000_0000);
}

#[test]
fn empties_go_to_the_winner() {
    let board = |player, opponent| Board::new(Bitboard(player), Bitboard(opponent)).unwrap();
    assert_eq!(board(0xff, 0).final_score(), 64);
    assert_eq!(board(0xff, 0xff00_0000).final_score(), 0);
    assert_eq!(board(0, 0).final_score(), 0);
    assert_eq!(board(!0 << 1, 1).final_score(), 62);
    assert!(board(0, 0).is_game_over());
    assert_eq!(board(0xff, 0).try_play(Square::H8).unwrap_err().reason, IllegalMoveReason::GameOver);
    assert_eq!(Board::new(Bitboard(3), Bitboard(6)).unwrap_err().squares, Bitboard(2));
}

#[test]
fn known_counts_on_every_level() {
    for level in CpuLevel::available() {
        let cpu = Cpu::new(level).unwrap();
        for (depth, leaves) in
            [1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288].into_iter().enumerate()
        {
            assert_eq!(perft_on(cpu, &Board::START, depth as u32), leaves, "{level} depth {depth}");
        }
    }
}
