//! Growing books against their definition, recomputed by recursion, and what a break must not change.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use reversi_bitboard::{Board, Game, Move};
use reversi_book::{
    Book, Draft, Entry, GrowError, GrowRequest, Grower, Header, Journal, JournalErrorKind, PruneRequest,
    ScoredMove,
};
use reversi_engine::Evaluator;
use reversi_search::{AnalyzeRequest, Engine, Level, Limits, Selectivity, Stop, StopReason};
use reversi_testkit::{Rng, after, exact_score, random_game, reached};

fn header(level: u32, empties: u32) -> Header {
    Header { empties, ..Header::new(Level::new(level).unwrap()) }
}

fn grown(header: Header, request: &GrowRequest) -> Draft {
    let mut draft = Draft::new(header);
    let grown = Grower::new().grow(&mut draft, request).unwrap();
    assert_eq!((grown.added, grown.stopped), (draft.len(), None));
    draft
}

/// All positions, in an order.
fn sorted(draft: &Draft) -> Vec<(Board, Entry)> {
    let mut positions: Vec<_> = draft.iter().map(|(board, entry)| (*board, entry.clone())).collect();
    positions.sort_by_key(|(board, _)| *board);
    positions
}

fn assert_same(one: &Draft, other: &Draft) {
    assert_eq!(one.len(), other.len());
    for (one, other) in sorted(one).iter().zip(sorted(other)) {
        assert_eq!(*one, other);
    }
}

/// A folder of a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("reversi-book-grow-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The value, its bounds and the lines of a position, as the documentation of `Entry` defines them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worth {
    value: i32,
    lower: i32,
    upper: i32,
    lines: u32,
}

/// Computes by recursion what a book must say, from nothing but its leaves.
struct Model<'a> {
    draft: &'a Draft,
    known: HashMap<Board, Worth>,
}

impl Model<'_> {
    fn worth(&mut self, board: Board) -> Worth {
        let board = board.canonical().0;
        if let Some(&worth) = self.known.get(&board) {
            return worth;
        }
        let entry = self.draft.get(&board).unwrap();
        let mut all: Vec<Worth> = Vec::new();
        for link in &entry.links {
            let Worth { value, lower, upper, lines } = self.worth(after(board, link.mv));
            assert_eq!(i32::from(link.score), -value, "{board} {}", link.mv);
            all.push(Worth { value: -value, lower: -upper, upper: -lower, lines });
        }
        if let Some(leaf) = entry.leaf {
            let (value, error) = (i32::from(leaf.score), self.error(board, leaf.mv, entry.level));
            all.push(Worth {
                value,
                lower: (value - error).max(-64),
                upper: (value + error).min(64),
                lines: 1,
            });
        }
        let worth = Worth {
            value: all.iter().map(|worth| worth.value).max().unwrap(),
            lower: all.iter().map(|worth| worth.lower).max().unwrap(),
            upper: all.iter().map(|worth| worth.upper).max().unwrap(),
            lines: all.iter().map(|worth| worth.lines).sum(),
        };
        self.known.insert(board, worth);
        worth
    }

    fn error(&self, board: Board, mv: Move, level: Level) -> i32 {
        let empties = board.empties().len();
        let header = self.draft.header();
        match level.at(empties) {
            _ if after(board, mv).is_game_over() => 0,
            (depth, Selectivity::P100) if depth == empties => 0,
            (depth, _) if depth == empties => header.endcut_error as i32,
            _ => header.midgame_error as i32,
        }
    }
}

/// Checks a book without selective searches against its definition.
fn assert_book(draft: &Draft) {
    let mut model = Model { draft, known: HashMap::new() };
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    for (&board, entry) in draft.iter() {
        let Worth { value, lower, upper, lines } = model.worth(board);
        let found = (entry.value.into(), entry.lower.into(), entry.upper.into(), entry.tally.lines);
        assert_eq!(found, (value, lower, upper, lines), "{board}");
        assert_moves(draft, &mut engine, board, entry);
    }
}

/// The links are the moves to positions of the book, each board once. The leaf is the best of all others.
fn assert_moves(draft: &Draft, engine: &mut Engine, board: Board, entry: &Entry) {
    let child = |mv: Move| after(board, mv).canonical().0;
    let mut linked: Vec<Board> = entry.links.iter().map(|link| child(link.mv)).collect();
    linked.sort();
    let mut expected: Vec<Board> =
        board.legal_plays().map(child).filter(|child| draft.get(child).is_some()).collect();
    expected.sort();
    expected.dedup();
    assert_eq!(linked, expected, "{board}");
    let others = board.legal_moves().into_iter().filter(|&square| draft.get(&child(square.into())).is_none());
    let others = others.fold(Default::default(), reversi_bitboard::Bitboard::with_square);
    match entry.leaf {
        None => assert!(others.is_empty(), "{board}"),
        Some(leaf) => {
            assert!(others.contains(leaf.mv.square().unwrap()), "{board} {}", leaf.mv);
            engine.clear_hash();
            let request = AnalyzeRequest::level(entry.level).only(others);
            let score = engine.analyze(&board, request).unwrap().value().score().unwrap();
            assert_eq!(i32::from(leaf.score), score, "{board}");
        }
    }
}

#[test]
fn a_grown_book_is_what_its_definition_says() {
    let draft = grown(header(2, 30), &GrowRequest::to(200));
    assert_eq!(draft.len(), 200);
    assert_eq!(draft.get(&Board::START).unwrap().links.len(), 1); // the four first moves are one
    assert_book(&draft);
}

/// Below it there are passes, games that end early and, in the end, nothing but exact scores.
#[test]
fn a_book_of_an_endgame_grows_to_its_exact_score() {
    let mut rng = Rng::with_seed(1);
    let (mut passes, mut exact) = (0, 0);
    for _ in 0..12 {
        let root = reached(&mut rng, 6);
        if root.is_game_over() {
            continue;
        }
        let mut draft = Draft::new(header(1, 0));
        let request = GrowRequest::to(400).below(&root);
        let _ = Grower::new().grow(&mut draft, &request).unwrap();
        assert_book(&draft);
        passes += draft.iter().filter(|(board, _)| board.must_pass()).count();
        let entry = draft.get(&root).unwrap();
        let score = exact_score(root) as i8;
        if draft.len() < 400 {
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
        let mut draft = Draft::new(header(3, 30));
        let _ = Grower::new().threads(threads).grow(&mut draft, &request).unwrap();
        assert_same(&one, &draft);
    }
}

/// Selective searches depend on what the hash table has, so each begins with an empty one.
#[test]
fn selective_searches_do_not_depend_on_those_before_them() {
    let request = GrowRequest::to(25);
    let one = grown(header(11, 30), &request);
    let mut draft = Draft::new(header(11, 30));
    let mut grower = Grower::new().threads(3);
    for positions in [1, 2, 3, 25] {
        // Another order of the searches, and engines that have searched before.
        let _ = grower.recheck(&one, positions, 5).unwrap();
    }
    let _ = grower.grow(&mut draft, &request).unwrap();
    assert_same(&one, &draft);
}

/// A kill leaves a journal that ends anywhere, and a power cut may damage it: the book is the same.
#[test]
fn a_damaged_journal_costs_searches_and_changes_no_book() {
    let folder = folder("journal");
    let path = folder.join("journal");
    let request = GrowRequest::to(150);
    let grow = || {
        let mut draft = Draft::new(header(2, 30));
        let mut grower = Grower::new().journal(Journal::open(&path).unwrap());
        let grown = grower.grow(&mut draft, &request).unwrap();
        (draft, grown)
    };
    let (whole, first) = grow();
    let bytes = fs::read(&path).unwrap();
    assert_eq!((first.reused, bytes.len() as u64), (0, 32 * (1 + first.searches)));
    let mut rng = Rng::with_seed(2);
    for cut in [0, 5, 32, 33, rng.usize(32..bytes.len()), rng.usize(32..bytes.len()), bytes.len()] {
        fs::write(&path, &bytes[..cut]).unwrap();
        let (draft, grown) = grow();
        assert_same(&whole, &draft);
        assert_eq!(grown.reused, (cut as u64 / 32).saturating_sub(1), "{cut}");
        assert_eq!(grown.searches + grown.reused, first.searches);
        assert_eq!(fs::read(&path).unwrap().len(), bytes.len());
    }
    let mut damaged = bytes.clone();
    for _ in 0..20 {
        damaged[rng.usize(32..bytes.len())] ^= 1 << rng.u32(..8);
    }
    fs::write(&path, &damaged).unwrap();
    let (draft, grown) = grow();
    assert_same(&whole, &draft);
    assert!((1..=20).contains(&grown.searches), "{}", grown.searches);
    fs::remove_dir_all(folder).unwrap();
}

/// Another evaluation than that of the default engine.
struct Mobility;

impl Evaluator for Mobility {
    fn evaluate_128(&self, board: &Board) -> i32 {
        let mobility = |board: Board| board.legal_moves().len() as i32;
        128 * (mobility(*board) - mobility(board.pass()))
    }
}

#[test]
fn a_journal_is_for_one_run_and_for_one_engine() {
    let folder = folder("refused");
    let path = folder.join("journal");
    let journal = Journal::open(&path).unwrap();
    let error = Journal::open(&path).unwrap_err();
    assert!(matches!(error.kind, JournalErrorKind::InUse), "{error}");
    let mut draft = Draft::new(header(1, 30));
    let _ = Grower::new().journal(journal).grow(&mut draft, &GrowRequest::to(3)).unwrap();

    let other = Engine::builder().evaluator(Arc::new(Mobility));
    let mut grower = Grower::new().engine(other).journal(Journal::open(&path).unwrap());
    let error = grower.grow(&mut draft, &GrowRequest::to(9)).unwrap_err();
    let GrowError::Journal(error) = error else { panic!("{error}") };
    assert!(matches!(error.kind, JournalErrorKind::OtherEngine), "{error}");
    assert_eq!(draft.len(), 3);

    drop(grower);
    fs::write(&path, "a text that is no journal, and longer than a record").unwrap();
    let error = Journal::open(&path).unwrap_err();
    assert!(matches!(error.kind, JournalErrorKind::NotAJournal), "{error}");
    let journal = folder.join("deleted");
    Journal::open(&journal).unwrap().delete().unwrap();
    assert!(!journal.exists());
    fs::remove_dir_all(folder).unwrap();
}

/// What a limit leaves is a book of whole batches, from which the growth goes on as if there had been none.
#[test]
fn a_growth_that_limits_end_goes_on_to_the_same_book() {
    let request = GrowRequest::to(300);
    let whole = grown(header(2, 30), &request);
    let mut draft = Draft::new(header(2, 30));
    let mut breaks = 0;
    loop {
        let mut grower = Grower::new().threads(2).limits(Limits::new().nodes(9000));
        let grown = grower.grow(&mut draft, &request).unwrap();
        if grown.added > 0 {
            assert_book(&draft);
        }
        let Some(reason) = grown.stopped else { break };
        assert_eq!(reason, StopReason::Nodes);
        assert!(grown.added > 0, "a batch takes fewer nodes");
        breaks += 1;
    }
    assert!(breaks >= 5, "{breaks}");
    assert_same(&whole, &draft);
}

/// The book of [`a_process_that_is_killed_five_times_makes_the_same_book`], in the folder that the
/// environment names. Without it there is nothing to test.
#[test]
fn child_that_grows_a_book() {
    let Some(folder) = std::env::var_os("REVERSI_BOOK_GROW_CHILD").map(PathBuf::from) else { return };
    let mut draft = Draft::new(header(2, 30));
    let mut grower = Grower::new().threads(2).journal(Journal::open(folder.join("journal")).unwrap());
    let _ = grower.grow(&mut draft, &GrowRequest::to(4000)).unwrap();
    draft.pack().unwrap().save(folder.join("book")).unwrap();
}

#[test]
fn a_process_that_is_killed_five_times_makes_the_same_book() {
    let folder = folder("killed");
    let start = || {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "child_that_grows_a_book"]).env("REVERSI_BOOK_GROW_CHILD", &folder);
        child.stdout(Stdio::null()).spawn().unwrap()
    };
    let size = || fs::metadata(folder.join("journal")).map_or(0, |metadata| metadata.len());
    let mut kills = 0;
    for _ in 0..5 {
        let (mut child, before) = (start(), size());
        while size() < before + 32 * 300 && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        kills += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap(); // SIGKILL on Unix
        child.wait().unwrap();
    }
    assert!(kills >= 3, "{kills}");
    assert!(start().wait().unwrap().success());
    let whole = grown(header(2, 30), &GrowRequest::to(4000));
    let book = Book::open(folder.join("book")).unwrap();
    assert_same(&book.draft().unwrap(), &whole);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_stop_and_a_callback_end_a_growth() {
    let stop = Stop::new();
    stop.set();
    let mut draft = Draft::new(header(2, 30));
    let mut grower = Grower::new().limits(Limits::new().stop(&stop));
    let grown = grower.grow(&mut draft, &GrowRequest::to(50)).unwrap();
    assert_eq!((grown.stopped, draft.len()), (Some(StopReason::Stop), 0));

    let mut grower = Grower::new().threads(2);
    let mut looks = 0;
    let grown = grower.grow_with(&mut draft, &GrowRequest::to(1_000_000), |progress| {
        assert_eq!(progress.target, 1_000_000);
        looks += 1;
        if looks < 4 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let grown = grown.unwrap();
    assert_eq!((looks, grown.stopped, grown.added), (4, Some(StopReason::Callback), draft.len()));
    assert_book_values(&draft);
}

fn assert_book_values(draft: &Draft) {
    let mut model = Model { draft, known: HashMap::new() };
    for (&board, entry) in draft.iter() {
        assert_eq!(i32::from(entry.value), model.worth(board).value);
    }
}

/// The least that both sides together give up on the way from the start to each position.
fn given_up(draft: &Draft) -> HashMap<Board, i32> {
    let mut least = HashMap::from([(Board::START.canonical().0, 0)]);
    let mut open = vec![Board::START.canonical().0];
    while let Some(board) = open.pop() {
        let (entry, sum) = (draft.get(&board).unwrap(), least[&board]);
        for link in entry.links {
            let child = after(board, link.mv).canonical().0;
            let sum = sum + i32::from(entry.value - link.score);
            if least.get(&child).is_none_or(|&known| sum < known) {
                least.insert(child, sum);
                open.push(child);
            }
        }
    }
    least
}

#[test]
fn no_leaf_beyond_the_deviation_becomes_a_position() {
    let draft = grown(header(1, 50), &GrowRequest::to(100_000).within(2));
    assert!((50..50_000).contains(&draft.len()), "{}", draft.len());
    assert!(draft.iter().all(|(board, _)| board.empties().len() >= 50));
    assert_book(&draft);
    let given_up = given_up(&draft);
    for (board, entry) in draft.iter().filter(|(board, _)| board.empties().len() > 50) {
        let Some(leaf) = entry.leaf.filter(|_| given_up[board] <= 2) else { continue };
        assert!(given_up[board] + i32::from(entry.value - leaf.score) > 2, "{board} {}", leaf.mv);
    }
}

#[test]
fn a_game_is_added_with_all_its_positions() {
    let mut rng = Rng::with_seed(3);
    let mut draft = grown(header(2, 6), &GrowRequest::to(60));
    for _ in 0..4 {
        let game = random_game(&mut rng);
        let _ = Grower::new().add(&mut draft, &game).unwrap();
        for (position, _) in game.turns() {
            assert_eq!(
                draft.get(&position.board).is_some(),
                position.board.empties().len() >= 6,
                "{}",
                position.board
            );
        }
    }
    assert_book(&draft);
    let again = Grower::new().add(&mut draft, &Game::new()).unwrap();
    assert_eq!((again.added, again.searches), (0, 0));
}

#[test]
fn a_learnt_game_counts_at_each_of_its_positions() {
    let mut rng = Rng::with_seed(4);
    let mut draft = Draft::new(header(1, 0));
    let mut grower = Grower::new();
    let mut expected: HashMap<Board, [u32; 3]> = HashMap::new();
    for _ in 0..5 {
        let game = random_game(&mut rng);
        let _ = grower.learn(&mut draft, &game).unwrap();
        let score = game.score().unwrap();
        for (position, _) in game.turns() {
            let score = if position.side == reversi_bitboard::Color::Black { score } else { -score };
            let which = 1 - score.signum();
            expected.entry(position.board.canonical().0).or_default()[which as usize] += 1;
        }
    }
    assert_book(&draft);
    for (board, entry) in draft.iter() {
        let tally = entry.tally;
        let counts = [tally.wins, tally.draws, tally.losses];
        assert_eq!(counts, expected.get(board).copied().unwrap_or_default(), "{board}");
        if board.empties().len() <= 12 {
            let score = exact_score(*board) as i8;
            assert_eq!((entry.lower, entry.value, entry.upper), (score, score, score), "{board}");
        }
    }
    let start = draft.get(&Board::START).unwrap().tally;
    assert_eq!(start.wins + start.draws + start.losses, 5);
    let error = grower.learn(&mut draft, &"f5d6c3".parse().unwrap()).unwrap_err();
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
    let mut other = Draft::new(header(2, 30));
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
        let mut draft = whole.clone();
        let removed = draft.prune(&PruneRequest::new().within(within)).unwrap();
        assert_eq!(removed, whole.len() - draft.len());
        let given_up = given_up(&whole);
        for (board, _) in whole.iter() {
            assert_eq!(draft.get(board).is_some(), given_up[board] <= within as i32, "{board}");
        }
        assert_values_and_links(&draft);
        let start = |draft: &Draft| draft.get(&Board::START).unwrap().value;
        assert_eq!(start(&draft), start(&whole)); // the best line stays
    }
    let mut draft = whole.clone();
    assert!(draft.prune(&PruneRequest::new().lines(5)).unwrap() > 0);
    for (board, entry) in whole.iter() {
        assert_eq!(draft.get(board).is_some(), entry.tally.lines >= 5, "{board}");
    }
    let mut same = whole.clone();
    assert_eq!(same.prune(&PruneRequest::new()).unwrap(), 0);
    assert_same(&whole, &same);
}

/// As [`assert_book`], for books whose leaves have the values that their positions had.
fn assert_values_and_links(draft: &Draft) {
    let mut model = Model { draft, known: HashMap::new() };
    for (&board, entry) in draft.iter() {
        let Worth { value, lines, .. } = model.worth(board);
        assert_eq!((i32::from(entry.value), entry.tally.lines), (value, lines), "{board}");
        let links = board.legal_plays().filter(|&mv| draft.get(&after(board, mv)).is_some());
        let mut boards: Vec<Board> = links.map(|mv| after(board, mv).canonical().0).collect();
        boards.sort();
        boards.dedup();
        assert_eq!(entry.links.len(), boards.len(), "{board}");
    }
}

#[test]
fn a_second_search_agrees_with_a_sound_book_and_finds_a_changed_leaf() {
    let mut draft = grown(header(3, 30), &GrowRequest::to(100));
    let mut grower = Grower::new().threads(2);
    let checked = grower.recheck(&draft, 40, 7).unwrap();
    assert_eq!(checked.len(), 40);
    assert!(checked.iter().all(|recheck| recheck.score == recheck.value), "{checked:?}");
    assert_eq!(checked, grower.recheck(&draft, 40, 7).unwrap());
    assert_ne!(checked, grower.recheck(&draft, 40, 8).unwrap());

    let board = checked[0].board;
    let mut entry = draft.get(&board).unwrap();
    entry.leaf.as_mut().unwrap().score += 9;
    draft.insert(&board, entry);
    let checked = grower.recheck(&draft, 1000, 7).unwrap();
    let wrong: Vec<_> = checked.iter().filter(|recheck| recheck.score != recheck.value).collect();
    assert_eq!((wrong.len(), wrong[0].board), (1, board));
}

/// Links, leaves and values that a file lacks or has wrong are mended before a book grows.
#[test]
fn a_book_with_faults_is_mended() {
    let whole = grown(header(2, 30), &GrowRequest::to(80));
    let mut draft = whole.clone();
    for (i, (board, mut entry)) in sorted(&whole).into_iter().enumerate() {
        match i % 4 {
            0 => entry.links.clear(),
            1 => entry.value = 40,
            2 => entry.leaf = None,
            _ => {}
        }
        draft.insert(&board, entry);
    }
    let _ = Grower::new().grow(&mut draft, &GrowRequest::to(80)).unwrap();
    assert_eq!(draft.len(), 80);
    assert_book(&draft);

    let mut entry = whole.get(&Board::START).unwrap();
    entry.leaf = Some(ScoredMove { mv: reversi_bitboard::Square::A1.into(), score: 0 });
    draft.insert(&Board::START, entry);
    let error = Grower::new().grow(&mut draft, &GrowRequest::to(90)).unwrap_err();
    assert!(matches!(error, GrowError::IllegalMove { .. }), "{error}");
}
