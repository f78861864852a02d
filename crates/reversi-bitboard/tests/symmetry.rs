//! The eight symmetries commute with the rules.

use std::collections::HashSet;

use proptest::prelude::*;
use reversi_bitboard::{Bitboard, Square, Symmetry};
use reversi_testkit::{boards, config};

#[test]
fn the_eight_are_a_group() {
    let maps: HashSet<[Square; 64]> = Symmetry::ALL.map(|s| Square::ALL.map(|q| s.square(q))).into();
    assert_eq!(maps.len(), 8);
    for a in Symmetry::ALL {
        for square in Square::ALL {
            assert_eq!(a.inverse().square(a.square(square)), square, "{a:?}");
            assert_eq!(a.square(a.inverse().square(square)), square, "{a:?}");
        }
        for b in Symmetry::ALL {
            assert!(maps.contains(&Square::ALL.map(|q| a.square(b.square(q)))), "{a:?} after {b:?}");
        }
    }
}

#[test]
fn the_named_ones_do_what_they_say() {
    let image =
        |symmetry: Symmetry| [Square::A1, Square::B1, Square::C2].map(|square| symmetry.square(square));
    assert_eq!(image(Symmetry::IDENTITY), [Square::A1, Square::B1, Square::C2]);
    assert_eq!(image(Symmetry::MIRROR_FILES), [Square::H1, Square::G1, Square::F2]);
    assert_eq!(image(Symmetry::MIRROR_RANKS), [Square::A8, Square::B8, Square::C7]);
    assert_eq!(image(Symmetry::TRANSPOSE), [Square::A1, Square::A2, Square::B3]);
    assert_eq!(Symmetry::ALL[0], Symmetry::IDENTITY);
    assert_eq!(Symmetry::default(), Symmetry::IDENTITY);
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn sets_move_square_by_square(bits: u64) {
        for symmetry in Symmetry::ALL {
            let set = Bitboard(bits);
            let image: Bitboard = set.into_iter().map(|square| symmetry.square(square)).collect();
            prop_assert_eq!(symmetry.bitboard(set), image);
            prop_assert_eq!(symmetry.inverse().bitboard(image), set);
        }
    }

    #[test]
    fn moves_and_flips_go_along(board in boards()) {
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(board);
            prop_assert_eq!(symmetry.inverse().board(image), board);
            prop_assert_eq!(image.legal_moves(), symmetry.bitboard(board.legal_moves()));
            prop_assert_eq!(image.pass(), symmetry.board(board.pass()));
            prop_assert_eq!(image.final_score(), board.final_score());
            for square in Square::ALL {
                prop_assert_eq!(image.flips(symmetry.square(square)), symmetry.bitboard(board.flips(square)));
            }
            for square in board.legal_moves() {
                prop_assert_eq!(image.play(symmetry.square(square)), symmetry.board(board.play(square)));
            }
        }
    }

    #[test]
    fn canonical_is_the_same_for_all_images(board in boards()) {
        let (canonical, symmetry) = board.canonical();
        prop_assert_eq!(symmetry.board(board), canonical);
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(board);
            prop_assert!(canonical <= image);
            prop_assert_eq!(image.canonical().0, canonical);
        }
    }
}
