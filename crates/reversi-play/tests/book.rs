//! The moves that players take from a book.

use std::collections::HashMap;
use std::sync::Arc;

use reversi_bitboard::{Board, Square};
use reversi_engine::play::{Due, Opponent, Player, Session, Strength};
use reversi_engine::search::{BookMoves, BookUse, OpeningBook, Source};
use reversi_engine::{AnalyzeRequest, Engine};

use crate::level;

/// A book of the moves after f5.
struct AfterF5;

fn after_f5() -> Board {
    Board::START.play(Square::F5)
}

impl OpeningBook for AfterF5 {
    fn look_up(&self, board: &Board) -> Option<BookMoves> {
        let moves = [(Square::F6, -1), (Square::D6, 0), (Square::F4, -4)];
        let moves = moves.map(|(square, score)| (square.into(), score));
        (*board == after_f5()).then(|| BookMoves::new(level(16), moves))
    }
}

fn engine() -> Engine {
    Engine::builder().hash_bytes(1 << 16).book(Arc::new(AfterF5)).build().unwrap()
}

#[test]
fn an_engine_varies_its_moves_as_it_is_told() {
    // The second moves of a hundred games.
    let play = |variety: &str, request: AnalyzeRequest| {
        let (mut engine, mut moves) = (engine(), HashMap::<Square, u32>::new());
        for seed in 0..100 {
            let player = Player::Engine(request.clone());
            let mut session = Session::from_game("f5".parse().unwrap(), Player::Person, player);
            session.set_variety(variety.parse().unwrap(), seed);
            assert!(matches!(session.due(), Due::Engine(_)));
            let played = session.engine_move(&mut engine).unwrap();
            assert!(session.undo());
            assert_eq!(session.engine_move(&mut engine).unwrap().mv, played.mv);
            *moves.entry(played.mv.square().unwrap()).or_default() += 1;
        }
        moves
    };
    let request = || AnalyzeRequest::level(level(2));
    assert_eq!(play("best", request()), [(Square::D6, 100)].into());
    let within = play("within:1", request());
    assert_eq!(within.len(), 2);
    assert!(within[&Square::F6] > 30 && within[&Square::D6] > 30, "{within:?}");
    assert_eq!(play("within:4", request()).len(), 3);
    assert!(play("weighted:1", request())[&Square::D6] > 50);
    assert_eq!(play("within:64", request().book(BookUse::Never)).len(), 1);
}

#[test]
fn opponents_with_mistakes_use_no_book() {
    for &strength in Strength::ALL {
        let analysis = engine().analyze(&after_f5(), Opponent::new(strength, 1).request()).unwrap();
        let expected = if strength == Strength::Master { Source::Book } else { Source::Search };
        assert_eq!(analysis.source(), expected, "{strength}");
    }
}
