//! Which leaves become positions, and their entries.

use reversi_bitboard::Board;
use reversi_book::{GrowRequest, Grower, Manuscript};
use reversi_testkit::{Rng, exact_score, reached};

use super::model::{assert_book, costs_of_leaves, given_up};
use super::{assert_same, grown, header};

#[test]
fn a_grown_book_is_what_its_definition_says() {
    let manuscript = grown(header(2, 30), &GrowRequest::to(200));
    assert_eq!(manuscript.len(), 200);
    assert_eq!(manuscript.get(&Board::START).unwrap().links.len(), 4); // to one position
    assert_book(&manuscript);
}

/// Below the root there are passes, games that end early and, at the end, only exact scores.
#[test]
fn a_book_of_an_endgame_grows_to_its_exact_score() {
    let mut rng = Rng::with_seed(1);
    let (mut passes, mut exact) = (0, 0);
    for _ in 0..12 {
        let root = reached(&mut rng, 6);
        if root.is_game_over() {
            continue;
        }
        let mut manuscript = Manuscript::new(header(1, 0));
        let request = GrowRequest::to(400).below(&root);
        let _ = Grower::new().grow(&mut manuscript, &request).unwrap();
        assert_book(&manuscript);
        passes += manuscript.iter().filter(|(board, _)| board.must_pass()).count();
        let entry = manuscript.get(&root).unwrap();
        let score = exact_score(root) as i8;
        if manuscript.len() < 400 {
            assert_eq!((entry.value, entry.lower, entry.upper), (score, score, score), "{root}");
            exact += 1;
        }
    }
    assert!(passes > 20 && exact > 3, "{passes} passes, {exact} exact");
}

#[test]
fn threads_and_the_order_of_growth_do_not_change_a_book() {
    let request = GrowRequest::to(300);
    let one = grown(header(3, 30), &request);
    for threads in [2, 5] {
        let mut manuscript = Manuscript::new(header(3, 30));
        let _ = Grower::new().threads(threads).grow(&mut manuscript, &request).unwrap();
        assert_same(&one, &manuscript);
    }
}

/// Selective searches depend on what the hash table has, so each begins with an empty one.
#[test]
fn selective_searches_do_not_depend_on_those_before_them() {
    let request = GrowRequest::to(25);
    let one = grown(header(11, 30), &request);
    let mut manuscript = Manuscript::new(header(11, 30));
    let mut grower = Grower::new().threads(3);
    for positions in [1, 2, 3, 25] {
        // Another order of the searches, and engines that have searched before.
        let _ = grower.recheck(&one, positions, 5).unwrap();
    }
    let _ = grower.grow(&mut manuscript, &request).unwrap();
    assert_same(&one, &manuscript);
}

#[test]
fn no_leaf_beyond_the_deviation_becomes_a_position() {
    let manuscript = grown(header(1, 50), &GrowRequest::to(100_000).within_discs(2));
    assert!((50..50_000).contains(&manuscript.len()), "{}", manuscript.len());
    assert!(manuscript.iter().all(|(board, _)| board.empties().len() >= 50));
    assert_book(&manuscript);
    let given_up = given_up(&manuscript);
    for (board, entry) in manuscript.iter().filter(|(board, _)| board.empties().len() > 50) {
        let Some(leaf) = entry.leaf.filter(|_| given_up[board] <= 2) else { continue };
        assert!(given_up[board] + i32::from(entry.value - leaf.score) > 2, "{board} {}", leaf.mv);
    }
}

#[test]
fn the_leaves_of_the_least_cost_become_positions() {
    for plies_per_disc in [0, 1, 4] {
        for positions in [1, 5, 30, 80] {
            let request = |positions| GrowRequest::to(positions).plies_per_disc(plies_per_disc);
            let mut manuscript = grown(header(2, 30), &request(positions));
            let costs = costs_of_leaves(&manuscript, plies_per_disc as i32);
            let added = 10.min(costs.len());
            let _ = Grower::new().grow(&mut manuscript, &request(positions + added)).unwrap();
            let (taken, left): (Vec<_>, Vec<_>) =
                costs.into_iter().partition(|(board, _)| manuscript.get(board).is_some());
            let most = taken.iter().map(|(_, cost)| cost).max().unwrap();
            assert_eq!(taken.len(), added);
            assert!(left.iter().all(|(_, cost)| cost >= most), "{positions} {plies_per_disc}");
        }
    }
}
