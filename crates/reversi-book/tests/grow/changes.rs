//! Games, merged and pruned books, second searches, faults.

use std::collections::HashMap;

use reversi_bitboard::{Board, Color, Game, Square};
use reversi_book::{BookEntry, GrowError, GrowRequest, Grower, Manuscript, PruneRequest, ScoredMove};
use reversi_testkit::{Rng, exact_score, random_game};

use super::model::{assert_book, assert_values_and_links, given_up};
use super::{assert_same, grown, header, sorted};

#[test]
fn a_game_is_added_with_all_its_positions() {
    let mut rng = Rng::with_seed(3);
    let mut manuscript = grown(header(2, 6), &GrowRequest::to(60));
    for _ in 0..4 {
        let game = random_game(&mut rng);
        let _ = Grower::new().add(&mut manuscript, &game).unwrap();
        for (position, _) in game.turns() {
            assert_eq!(
                manuscript.get(&position.board).is_some(),
                position.board.empties().len() >= 6,
                "{}",
                position.board
            );
        }
    }
    assert_book(&manuscript);
    let again = Grower::new().add(&mut manuscript, &Game::new()).unwrap();
    assert_eq!((again.added, again.searches), (0, 0));
}

#[test]
fn a_learnt_game_counts_at_each_of_its_positions() {
    let mut rng = Rng::with_seed(4);
    let mut manuscript = Manuscript::new(header(1, 0));
    let mut grower = Grower::new();
    let mut expected: HashMap<Board, [u32; 3]> = HashMap::new();
    for _ in 0..5 {
        let game = random_game(&mut rng);
        let _ = grower.learn(&mut manuscript, &game).unwrap();
        let score = game.score().unwrap();
        for (position, _) in game.turns() {
            let score = if position.side == Color::Black { score } else { -score };
            let which = 1 - score.signum();
            expected.entry(position.board.canonical().0).or_default()[which as usize] += 1;
        }
    }
    assert_book(&manuscript);
    for (board, entry) in manuscript.iter() {
        let tally = entry.tally;
        let counts = [tally.wins, tally.draws, tally.losses];
        assert_eq!(counts, expected.get(board).copied().unwrap_or_default(), "{board}");
        if board.empties().len() <= 12 {
            let score = exact_score(*board) as i8;
            assert_eq!((entry.lower, entry.value, entry.upper), (score, score, score), "{board}");
        }
    }
    let start = manuscript.get(&Board::START).unwrap().tally;
    assert_eq!(start.wins + start.draws + start.losses, 5);
    let error = grower.learn(&mut manuscript, &"f5d6c3".parse().unwrap()).unwrap_err();
    assert!(matches!(error, GrowError::NoResult { moves: 3 }), "{error}");
}

#[test]
fn merged_books_have_the_positions_of_both() {
    let one = grown(header(1, 30), &GrowRequest::to(120));
    let other = grown(header(3, 30), &GrowRequest::to(150));
    let mut both = one.clone();
    let (merged, _) = Grower::new().merge(&mut both, &other).unwrap();
    assert_eq!((merged.added, merged.stopped), (both.len() - one.len(), None));
    for (board, entry) in sorted(&one).into_iter().chain(sorted(&other)) {
        let found = both.get(&board).unwrap();
        assert!(found.level >= entry.level, "{board}");
        let levels = [one.get(&board), other.get(&board)].map(|entry| entry.map(|entry| entry.level));
        assert_eq!(Some(found.level), levels.into_iter().max().unwrap(), "{board}");
    }
    assert_eq!(both.len(), {
        let mut boards: Vec<Board> = one.iter().chain(other.iter()).map(|(board, _)| *board).collect();
        boards.sort();
        boards.dedup();
        boards.len()
    });
    assert_book(&both);

    let mut again = both.clone();
    let (merged, contradictions) = Grower::new().merge(&mut again, &both).unwrap();
    assert_eq!((merged.added, merged.searches, contradictions.len()), (0, 0, 0));
    assert_same(&both, &again);
}

#[test]
fn a_merge_tells_what_the_books_contradict_each_other_in() {
    let one = grown(header(2, 30), &GrowRequest::to(30));
    let (board, mut entry) = sorted(&one).into_iter().find(|(_, entry)| entry.links.is_empty()).unwrap();
    let leaf = entry.leaf.unwrap();
    entry.leaf = Some(ScoredMove { score: leaf.score + 10, ..leaf });
    (entry.value, entry.lower, entry.upper) = (leaf.score + 10, leaf.score + 8, leaf.score + 12);
    let mut other = Manuscript::new(header(2, 30));
    other.insert(&board, entry);
    let (_, contradictions) = Grower::new().merge(&mut one.clone(), &other).unwrap();
    assert_eq!(contradictions.len(), 1);
    assert_eq!(contradictions[0].board, board);
    assert_eq!(contradictions[0].theirs, (leaf.score + 10, leaf.score + 8, leaf.score + 12));
}

#[test]
fn a_pruned_book_is_a_book() {
    let whole = grown(header(2, 30), &GrowRequest::to(300));
    for within in [0, 1, 3, 6] {
        let mut manuscript = whole.clone();
        let removed = manuscript.prune(&PruneRequest::new().within(within)).unwrap();
        assert_eq!(removed, whole.len() - manuscript.len());
        let given_up = given_up(&whole);
        for (board, _) in whole.iter() {
            assert_eq!(manuscript.get(board).is_some(), given_up[board] <= within as i32, "{board}");
        }
        assert_values_and_links(&manuscript);
        let start = |manuscript: &Manuscript| manuscript.get(&Board::START).unwrap().value;
        assert_eq!(start(&manuscript), start(&whole)); // the best line stays
    }
    let mut manuscript = whole.clone();
    assert!(manuscript.prune(&PruneRequest::new().lines(5)).unwrap() > 0);
    for (board, entry) in whole.iter() {
        assert_eq!(manuscript.get(board).is_some(), entry.tally.lines >= 5, "{board}");
    }
    let mut same = whole.clone();
    assert_eq!(same.prune(&PruneRequest::new()).unwrap(), 0);
    assert_same(&whole, &same);
}

#[test]
fn a_second_search_agrees_with_a_sound_book_and_finds_a_changed_leaf() {
    let mut manuscript = grown(header(3, 30), &GrowRequest::to(100));
    let mut grower = Grower::new().threads(2);
    let checked = grower.recheck(&manuscript, 40, 7).unwrap();
    assert_eq!(checked.len(), 40);
    assert!(checked.iter().all(|recheck| recheck.score == recheck.value), "{checked:?}");
    assert_eq!(checked, grower.recheck(&manuscript, 40, 7).unwrap());
    assert_ne!(checked, grower.recheck(&manuscript, 40, 8).unwrap());

    let board = checked[0].board;
    let mut entry = manuscript.get(&board).unwrap();
    entry.leaf.as_mut().unwrap().score += 9;
    manuscript.insert(&board, entry);
    let checked = grower.recheck(&manuscript, 1000, 7).unwrap();
    let wrong: Vec<_> = checked.iter().filter(|recheck| recheck.score != recheck.value).collect();
    assert_eq!((wrong.len(), wrong[0].board), (1, board));
}

/// Links, leaves and values that a file lacks or has wrong are mended before a book grows.
#[test]
fn a_book_with_faults_is_mended() {
    let whole = grown(header(2, 30), &GrowRequest::to(80));
    let mut manuscript = whole.clone();
    for (i, (board, mut entry)) in sorted(&whole).into_iter().enumerate() {
        match i % 4 {
            0 => entry.links.clear(),
            1 => entry.value = 40,
            2 => entry.leaf = None,
            _ => {}
        }
        manuscript.insert(&board, entry);
    }
    let _ = Grower::new().grow(&mut manuscript, &GrowRequest::to(80)).unwrap();
    assert_eq!(manuscript.len(), 80);
    assert_book(&manuscript);

    let mut entry = whole.get(&Board::START).unwrap();
    entry.links[0].score = -128;
    manuscript.insert(&Board::START, entry);
    let error = Grower::new().grow(&mut manuscript, &GrowRequest::to(90)).unwrap_err();
    assert!(matches!(error, GrowError::Score { score: -128, .. }), "{error}");

    let mut entry = whole.get(&Board::START).unwrap();
    entry.leaf = Some(ScoredMove { mv: Square::A1.into(), score: 0 });
    manuscript.insert(&Board::START, entry);
    let error = Grower::new().grow(&mut manuscript, &GrowRequest::to(90)).unwrap_err();
    assert!(matches!(error, GrowError::IllegalMove { .. }), "{error}");
}

/// Other programs may store positions in which the game is over.
#[test]
fn a_position_in_which_the_game_is_over_has_its_final_score() {
    let game: Game = "e6f4e3f6g5d6e7f5c5".parse().unwrap(); // no white disc is left
    let mut manuscript = Manuscript::new(header(1, 0));
    let _ = Grower::new().learn(&mut manuscript, &game).unwrap();
    let last = game.prefix(game.moves().len() - 1).board();
    assert_eq!(manuscript.get(&last).unwrap().leaf, Some(ScoredMove { mv: Square::C5.into(), score: 64 }));

    let BookEntry { level, tally, .. } = manuscript.get(&last).unwrap();
    let over = BookEntry { links: Vec::new(), leaf: None, value: 0, lower: 0, upper: 0, level, tally };
    manuscript.insert(&game.board(), over);
    let _ = Grower::new().grow(&mut manuscript, &GrowRequest::to(0)).unwrap();
    let over = manuscript.get(&game.board()).unwrap();
    assert_eq!((over.lower, over.value, over.upper, over.tally.lines), (-64, -64, -64, 1));
    let before = manuscript.get(&last).unwrap();
    assert!(before.links.contains(&ScoredMove { mv: Square::C5.into(), score: 64 }));
    assert_eq!((before.lower, before.value), (64, 64));
    let error = Grower::new().add(&mut manuscript, &game).err();
    assert!(error.is_none());
    let request = GrowRequest::to(100).below(&Board::START).below(&game.board());
    let _ = Grower::new().grow(&mut manuscript, &request).unwrap(); // it is in the book
    let error = Grower::new().grow(&mut Manuscript::new(header(1, 0)), &request).unwrap_err();
    assert!(matches!(error, GrowError::GameOver { .. }), "{error}");
}
