//! Games, merged and pruned books, second searches, faults.

use std::collections::{HashMap, HashSet};

use reversi_bitboard::{Board, Color, Game, Square};
use reversi_book::{Audit, BookEntry, GrowError, GrowRequest, Grower, Manuscript, PruneRequest, ScoredMove};
use reversi_search::{Limits, StopReason};
use reversi_testkit::{Rng, after, exact_score, random_game};

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
    assert!(matches!(error, GrowError::NoResult { game: 0, moves: 3 }), "{error}");
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
    entry.leaf = Some(ScoredMove::new(leaf.mv, leaf.score + 10));
    (entry.value, entry.lower, entry.upper) = (leaf.score + 10, leaf.score + 8, leaf.score + 12);
    let mut other = Manuscript::new(header(2, 30));
    other.insert(&board, entry);
    let (_, contradictions) = Grower::new().merge(&mut one.clone(), &other).unwrap();
    assert_eq!(contradictions.len(), 1);
    assert_eq!(contradictions[0].board, board);
    assert_eq!(contradictions[0].theirs, (leaf.score + 10, leaf.score + 8, leaf.score + 12));
}

/// The bounds of equal levels differ, because the searches of one book had the other leaf.
#[test]
fn of_equal_levels_the_book_that_takes_the_other_one_keeps_its_entry() {
    let one = grown(header(2, 30), &GrowRequest::to(30));
    let changed = |by: i8| {
        let mut other = Manuscript::new(header(2, 30));
        for (board, mut entry) in sorted(&one).into_iter().filter(|(_, entry)| entry.links.is_empty()) {
            entry.leaf.as_mut().unwrap().score += by;
            (entry.value, entry.lower, entry.upper) = (entry.value + by, entry.lower + by, entry.upper + by);
            other.insert(&board, entry);
        }
        other
    };
    for by in [-3, 3] {
        let (mut both, other) = (one.clone(), changed(by));
        assert!(!other.is_empty());
        let (merged, _) = Grower::new().merge(&mut both, &other).unwrap();
        assert_eq!(merged.added, 0);
        assert_same(&one, &both);
    }
}

#[test]
fn the_error_of_a_leaf_is_that_of_its_search() {
    let mut rng = Rng::with_seed(12);
    // At level 19, searches with 21 to 24 empty squares go to the end and are selective.
    for (empties, error) in [(20, 0), (22, 5), (26, 3)] {
        let mut header = header(19, empties);
        (header.midgame_error, header.endcut_error) = (3, 5);
        let reached = std::iter::repeat_with(|| {
            let game = random_game(&mut rng);
            game.prefix((60 - empties) as usize).position()
        });
        let is_quick = |board: Board| board.empties().len() == empties && board.legal_moves().len() == 1;
        let quick = { reached }.filter(|position| is_quick(position.board));
        let (position, manuscript) = quick
            .map(|position| {
                let mut manuscript = Manuscript::new(header.clone());
                let _ = Grower::new().add(&mut manuscript, &Game::from_position(position)).unwrap();
                (position, manuscript)
            })
            .find(|(position, manuscript)| {
                let entry = manuscript.get(&position.board).unwrap();
                entry.value.abs() <= 58 && entry.links.is_empty() // its bounds are not cut at 64
            })
            .unwrap();
        let entry = manuscript.get(&position.board).unwrap();
        let expected = (entry.value - error, entry.value + error);
        assert_eq!((entry.lower, entry.upper), expected, "{empties} empty squares");
        if empties == 20 {
            let recheck = Grower::new().recheck(&manuscript, 1, 0).unwrap();
            assert_eq!(recheck[0].bounds, expected);
        }
    }
}

/// All pairs of discs that the sides may have given up on the way from the start, the side to move first.
fn given_up_by_sides(manuscript: &Manuscript) -> HashMap<Board, HashSet<(i32, i32)>> {
    let mut known: HashMap<Board, HashSet<(i32, i32)>> = HashMap::new();
    let mut open = vec![(Board::START.canonical().0, (0, 0))];
    while let Some((board, (own, other))) = open.pop() {
        if known.entry(board).or_default().insert((own, other)) {
            let entry = manuscript.get(&board).unwrap();
            let on = |link: &ScoredMove| {
                let loss = i32::from(entry.value - link.score);
                (after(board, link.mv).canonical().0, (other, own + loss))
            };
            open.extend(entry.links.iter().map(on));
        }
    }
    known
}

#[test]
fn a_limit_for_each_side_holds_for_both() {
    let whole = grown(header(2, 30), &GrowRequest::to(300).plies_per_disc(1));
    let given_up = given_up_by_sides(&whole);
    let mut one_sided = 0;
    for discs in [0, 1, 2, 4] {
        let allows = |&(own, other): &(i32, i32)| own <= discs && other <= discs;
        let mut pruned = whole.clone();
        let _ = pruned.prune(&PruneRequest::new().each_side_within(discs as u32)).unwrap();
        for (board, _) in pruned.iter() {
            let ways = &given_up[board];
            assert!(ways.iter().any(allows), "{board}, within {discs}: {ways:?}");
            // Not found if both sides together were limited.
            one_sided += usize::from(!ways.iter().any(|(own, other)| own + other <= discs));
        }
        let beyond = |side: fn(&(i32, i32)) -> i32| {
            given_up.values().filter(|ways| ways.iter().all(|way| side(way) > discs)).count()
        };
        assert!(discs > 2 || beyond(|way| way.0) > 0 && beyond(|way| way.1) > 0, "{discs}");
    }
    assert!(one_sided > 0);
}

#[test]
fn a_pruned_book_is_a_book() {
    let whole = grown(header(2, 30), &GrowRequest::to(300));
    for within in [0, 1, 3, 6] {
        let mut manuscript = whole.clone();
        let removed = manuscript.prune(&PruneRequest::new().within_discs(within)).unwrap();
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
    entry.leaf = Some(ScoredMove::new(Square::A1, 0));
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
    let ends = manuscript.get(&last).unwrap();
    assert_eq!(ends.leaf, Some(ScoredMove::new(Square::C5, 64)));
    // The score is that of the game, though the search of such a position may be wrong.
    assert_eq!((ends.lower, ends.value, ends.upper), (64, 64, 64));
    assert_eq!(manuscript.audit().unwrap(), Audit::default());
    let rechecks = Grower::new().recheck(&manuscript, 100, 0).unwrap();
    let of_last = rechecks.iter().find(|recheck| recheck.board == last.canonical().0).unwrap();
    assert_eq!(of_last.bounds, (64, 64));

    let mut over = manuscript.get(&last).unwrap();
    (over.links, over.leaf) = (Vec::new(), None);
    (over.value, over.lower, over.upper) = (0, 0, 0);
    manuscript.insert(&game.board(), over);
    let _ = Grower::new().grow(&mut manuscript, &GrowRequest::to(0)).unwrap();
    let over = manuscript.get(&game.board()).unwrap();
    assert_eq!((over.lower, over.value, over.upper, over.tally.lines), (-64, -64, -64, 1));
    let before = manuscript.get(&last).unwrap();
    assert!(before.links.contains(&ScoredMove::new(Square::C5, 64)));
    assert_eq!((before.lower, before.value), (64, 64));
    let error = Grower::new().add(&mut manuscript, &game).err();
    assert!(error.is_none());
    let request = GrowRequest::to(100).below(&Board::START).below(&game.board());
    let _ = Grower::new().grow(&mut manuscript, &request).unwrap(); // it is in the book
    let error = Grower::new().grow(&mut Manuscript::new(header(1, 0)), &request).unwrap_err();
    assert!(matches!(error, GrowError::GameOver { .. }), "{error}");
}

/// More games than a batch.
fn games(count: usize) -> Vec<Game> {
    let mut rng = Rng::with_seed(11);
    (0..count).map(|_| random_game(&mut rng)).collect()
}

#[test]
fn many_games_count_as_one_after_another() {
    let games = games(70);
    let (mut together, mut one_by_one) = (Manuscript::new(header(1, 40)), Manuscript::new(header(1, 40)));
    let grown = Grower::new().learn_all(&mut together, &games).unwrap();
    assert_eq!((grown.games, grown.added, grown.stopped), (70, together.len(), None));
    let mut grower = Grower::new();
    for game in &games {
        assert_eq!(grower.learn(&mut one_by_one, game).unwrap().games, 1);
    }
    assert_book(&together);
    // The leaves may differ: the searches of a batch know all of its links.
    let games_of = |manuscript: &Manuscript| {
        let of = |(board, entry): (Board, BookEntry)| {
            (board, entry.tally.wins, entry.tally.draws, entry.tally.losses)
        };
        sorted(manuscript).into_iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(games_of(&together), games_of(&one_by_one));
    let mut added = Manuscript::new(header(1, 40));
    let _ = Grower::new().add_all(&mut added, &games).unwrap();
    assert_eq!(added.len(), together.len());
}

/// The nodes of all searches together are limited, so that the last one gets what is left.
#[test]
fn a_limit_of_nodes_is_one_for_all_searches() {
    let searches = |limits: Limits| {
        let mut manuscript = Manuscript::new(header(14, 30));
        Grower::new().limits(limits).grow(&mut manuscript, &GrowRequest::to(1_000_000)).unwrap()
    };
    let one = Grower::new().grow(&mut Manuscript::new(header(14, 30)), &GrowRequest::to(1)).unwrap();
    assert!(one.searches == 1 && one.nodes > 5_000, "{one:?}");
    let limit = one.nodes + 100;
    let limited = searches(Limits::new().nodes(limit));
    assert_eq!((limited.searches, limited.stopped), (1, Some(StopReason::Nodes)));
    assert!(limited.nodes < limit + 4_000, "{} nodes, and {limit} were allowed", limited.nodes);
}

#[test]
fn a_limit_leaves_the_games_of_whole_batches() {
    let games = games(130);
    let mut first = Manuscript::new(header(1, 44));
    let nodes = Grower::new().learn_all(&mut first, &games[..64]).unwrap().nodes;
    let mut limited = Manuscript::new(header(1, 44));
    let mut grower = Grower::new().limits(Limits::new().nodes(nodes + 500));
    let grown = grower.learn_all(&mut limited, &games).unwrap();
    assert_eq!((grown.games, grown.stopped), (64, Some(StopReason::Nodes)));
    assert_same(&first, &limited);
    let mut grower = grower.limits(Limits::new());
    assert_eq!(grower.learn_all(&mut limited, &games[64..]).unwrap().games, 66);
    let mut whole = Manuscript::new(header(1, 44));
    let _ = Grower::new().learn_all(&mut whole, &games).unwrap();
    assert_same(&whole, &limited);
}

#[test]
fn a_limit_leaves_the_levels_of_positions_near_the_end() {
    let games = games(1);
    let mut manuscript = Manuscript::new(header(1, 0));
    let _ = Grower::new().add_all(&mut manuscript, &games).unwrap(); // at level 1
    let before = manuscript.clone();
    let other: Vec<Game> = std::iter::repeat_n(games[0].clone(), 65).collect();
    let limits = Limits::new().nodes(1);
    let grown = Grower::new().limits(limits).learn_all(&mut manuscript, &other).unwrap();
    assert_eq!((grown.games, grown.stopped), (0, Some(StopReason::Nodes)));
    assert_same(&before, &manuscript);
}

#[test]
fn a_game_without_a_result_is_named_before_any_search() {
    let mut games = games(3);
    games[1].undo();
    let moves = games[1].moves().len();
    let mut manuscript = Manuscript::new(header(1, 0));
    let error = Grower::new().learn_all(&mut manuscript, &games).unwrap_err();
    assert!(matches!(error, GrowError::NoResult { game: 1, moves: found } if found == moves), "{error}");
    assert!(manuscript.is_empty());
}

#[test]
fn an_audit_finds_each_value_that_does_not_follow() {
    let sound = grown(header(2, 20), &GrowRequest::to(80));
    assert_eq!(sound.audit().unwrap(), Audit::default());
    let positions = sorted(&sound);
    for (board, entry) in positions.iter().step_by(7) {
        let mut wrong = sound.clone();
        let mut other = entry.clone();
        other.value ^= 1;
        wrong.insert(board, other);
        let found = wrong.audit().unwrap().wrong;
        let itself = found.iter().filter(|wrong| wrong.board == *board && wrong.mv.is_none()).count();
        assert_eq!(itself, 1, "{board}");
        assert!(found.iter().all(|wrong| wrong.found != wrong.expected));

        let mut wrong = sound.clone();
        let mut other = entry.clone();
        other.upper += 1;
        wrong.insert(board, other);
        let audit = wrong.audit().unwrap();
        assert!(audit.wrong.is_empty() && audit.other_bounds >= 1, "{audit:?}");
    }
}

/// Bounds as Edax has them, and a link that is missing.
#[test]
fn an_audit_knows_the_bounds_of_edax_and_counts_missing_links() {
    let mut edax = Manuscript::new(header(1, 30));
    let _ = Grower::new().add(&mut edax, &"f5d6c3".parse().unwrap()).unwrap();
    let last = Board::START.play(Square::F5).play(Square::D6).play(Square::C3); // 57 empty squares
    let mut entry = edax.get(&last).unwrap();
    (entry.lower, entry.upper) = (entry.value - 1, entry.value + 3);
    edax.insert(&last, entry);
    let audit = edax.audit().unwrap();
    assert!(audit.wrong.is_empty() && audit.edax_bounds >= 1, "{audit:?}");
    assert!(audit.other_bounds >= audit.edax_bounds);

    let mut start = edax.get(&Board::START).unwrap();
    let link = start.links[0];
    start.links.clear();
    start.leaf = Some(link);
    edax.insert(&Board::START, start);
    let audit = edax.audit().unwrap();
    assert_eq!((audit.missing_links, audit.values_by_missing_links, audit.wrong.len()), (1, 0, 0));
    let mut start = edax.get(&Board::START).unwrap();
    (start.leaf, start.value) = (Some(ScoredMove::new(link.mv, link.score - 1)), link.score - 1);
    (start.lower, start.upper) = (start.value - 2, start.value + 2);
    edax.insert(&Board::START, start);
    let audit = edax.audit().unwrap();
    assert_eq!((audit.missing_links, audit.values_by_missing_links, audit.wrong.len()), (1, 1, 0));
}
