//! Games: passes, undo, results.

use proptest::prelude::*;
use reversi_bitboard::{Bitboard, Color, Game, IllegalMoveReason, Move, Position, Square, reference};
use reversi_testkit::{board, boards, boards_of, config, games};

/// 60 moves on squares and one pass, by white, before the last move.
const WITH_PASS: &str = "c4c3d3c5b6b5e6e2b3a3b2f5f6a7a6d7b4f7f4b1g6h5a2a5f8e8c6d2a4e3e1f3a8d1f2g3g4g7f1b7h6h7a1g8h2c2b8g5\
                         c8h3d6e7h8g1h4d8c7g2c1psh1";

#[test]
fn a_prefix_is_the_game_after_its_first_moves() {
    let game: Game = WITH_PASS.parse().unwrap();
    for n in 0..=game.moves().len() + 2 {
        let prefix = game.prefix(n);
        let mut expected = Game::new();
        game.moves().take(n).for_each(|mv| expected.play(mv).unwrap());
        assert_eq!((&prefix, prefix.position()), (&expected, expected.position()), "{n}");
        assert_eq!(prefix.clone().redo(), None);
    }
    // The sides alternate from the side that begins.
    let start = Position { side: Color::White, ..Position::START };
    let game = Game::from_transcript(start, "f5d6c3").unwrap();
    assert_eq!(game.prefix(1).side_to_move(), Color::Black);
    assert_eq!(game.prefix(2).start(), start);
}

#[test]
fn undo_to_a_move_of_a_side_skips_passes() {
    let mut game: Game = WITH_PASS.parse().unwrap();
    let whole = game.clone();
    // White's last turn is a pass, which is not a choice.
    assert_eq!(game.undo_to_move_of(Color::White), Some(Square::G2));
    assert_eq!((game.moves().len(), game.side_to_move()), (57, Color::White));
    let again: Vec<Move> = std::iter::from_fn(|| game.redo()).collect();
    assert_eq!(again, [Square::G2.into(), Square::C1.into(), Move::Pass, Square::H1.into()]);
    assert_eq!(game, whole);
    assert_eq!(game.undo_to_move_of(Color::Black), Some(Square::H1));
    assert_eq!(game.undo_to_move_of(Color::Black), Some(Square::C1));

    let mut game: Game = "f5".parse().unwrap();
    assert_eq!(game.undo_to_move_of(Color::White), None);
    assert_eq!(game.redo(), None);
    assert_eq!(game.moves().len(), 1);
    assert_eq!(game.undo_to_move_of(Color::Black), Some(Square::F5));
    assert_eq!(game.undo_to_move_of(Color::Black), None);
    assert_eq!(game.redo(), Some(Square::F5.into()));

    let white_begins = Position { side: Color::White, ..Position::START };
    let mut game = Game::from_transcript(white_begins, "f5d6").unwrap();
    assert_eq!(game.undo_to_move_of(Color::White), Some(Square::F5));
}

#[test]
fn moves_taken_back_are_forgotten_when_another_is_played() {
    let mut game: Game = "f5d6c3".parse().unwrap();
    let hash = std::collections::HashSet::from([game.prefix(1)]);
    game.undo();
    game.undo();
    assert_eq!(game, "f5".parse().unwrap());
    assert!(hash.contains(&game), "moves taken back are no part of the game");
    // A move that is not played changes nothing; the same move again is a redo.
    assert!(game.play(Square::A1).is_err());
    game.play(Square::D6).unwrap();
    assert_eq!(game.clone().redo(), Some(Square::C3.into()));
    game.undo();
    game.play(Square::F6).unwrap();
    assert_eq!(game.redo(), None);
    game.undo();
    assert_eq!(game.redo(), Some(Square::F6.into()));
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn undo_leads_back_through_the_same_games(mut game in games()) {
        let moves: Vec<Move> = game.moves().collect();
        let score = game.score().unwrap();
        prop_assert!((-64..=64).contains(&score) && score % 2 == 0);

        let mut replay = Game::new();
        let mut history = vec![replay.clone()];
        for &mv in &moves {
            replay.play(mv).unwrap();
            history.push(replay.clone());
        }
        for mv in moves.into_iter().rev() {
            prop_assert_eq!(Some(game.clone()), history.pop());
            prop_assert_eq!(game.undo(), Some(mv));
        }
        prop_assert_eq!(&game, &Game::new());
        prop_assert_eq!(game.undo(), None);
        for (i, mv) in replay.moves().enumerate() {
            prop_assert_eq!(game.redo(), Some(mv));
            prop_assert_eq!(&game, &replay.prefix(i + 1));
        }
        prop_assert_eq!(game.redo(), None);
        prop_assert_eq!(game, replay);
    }

    #[test]
    fn play_follows_the_slow_rules(game in games()) {
        let boards = boards_of(&game);
        for (mv, pair) in game.moves().zip(boards.windows(2)) {
            let [before, after] = [pair[0], pair[1]];
            let expected = match mv {
                Move::Place(square) => {
                    let flips = reference::flip(square, before);
                    prop_assert!(!flips.is_empty() && before.empties().contains(square));
                    let player = before.player() | flips | square.into();
                    board((before.opponent() - flips).0, player.0)
                }
                Move::Pass => {
                    prop_assert_eq!(reference::moves(before), Bitboard::EMPTY);
                    before.pass()
                }
            };
            prop_assert_eq!(after, expected);
        }
        let last = *boards.last().unwrap();
        prop_assert_eq!(reference::moves(last) | reference::moves(last.pass()), Bitboard::EMPTY);
    }

    #[test]
    fn a_move_is_legal_or_says_why_not(board in boards()) {
        let legal = reference::moves(board);
        let over = legal.is_empty() && reference::moves(board.pass()).is_empty();
        prop_assert_eq!(board.is_game_over(), over);
        prop_assert_eq!(board.must_pass(), legal.is_empty() && !over);
        let plays: Vec<Move> = board.legal_plays().collect();
        prop_assert_eq!(plays.is_empty(), over);
        prop_assert_eq!(plays.contains(&Move::Pass), board.must_pass());
        prop_assert!(plays.iter().filter_map(|mv| mv.square()).eq(legal));
        for square in Square::ALL {
            let reason = if legal.contains(square) {
                None
            } else if over {
                Some(IllegalMoveReason::GameOver)
            } else if board.occupied().contains(square) {
                Some(IllegalMoveReason::Occupied)
            } else {
                Some(IllegalMoveReason::FlipsNothing)
            };
            prop_assert_eq!(board.is_legal(square), reason.is_none());
            let error = board.try_play(square).err();
            prop_assert_eq!(error.map(|e| (e.square, e.reason)), reason.map(|r| (Some(square), r)));
        }
    }
}
