//! Kills, limits and damaged journals change no book.

use std::fs;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use reversi_bitboard::Board;
use reversi_book::{GrowError, GrowRequest, Grower, Journal, Manuscript};
use reversi_engine::weights::Evaluator;
use reversi_runs::CheckpointErrorKind;
use reversi_search::{Engine, Limits, Stop, StopReason};
use reversi_testkit::Rng;

use super::model::{assert_book, assert_book_values};
use super::{assert_same, grown, header};
use crate::support::folder;

/// A kill leaves a journal that ends anywhere, and a power cut may damage it: the book is the same.
#[test]
fn a_damaged_journal_costs_searches_and_changes_no_book() {
    let folder = folder("journal");
    let path = folder.path().join("journal");
    let request = GrowRequest::to(150);
    let grow = || {
        let mut manuscript = Manuscript::new(header(2, 30));
        let mut grower = Grower::new().journal(Journal::open(&path).unwrap());
        let grown = grower.grow(&mut manuscript, &request).unwrap();
        (manuscript, grown)
    };
    let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
    let (whole, first) = grow();
    let bytes = fs::read(&path).unwrap();
    assert_eq!((first.reused, lines(&bytes)), (0, 1 + first.searches));
    let mut rng = Rng::with_seed(2);
    let header = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut random = || rng.usize(header..bytes.len());
    for cut in [0, 5, header, header + 1, random(), random(), bytes.len()] {
        fs::write(&path, &bytes[..cut]).unwrap();
        let (manuscript, grown) = grow();
        assert_same(&whole, &manuscript);
        assert_eq!(grown.reused, lines(&bytes[..cut]).saturating_sub(1), "{cut}");
        assert_eq!(grown.searches + grown.reused, first.searches);
        assert_eq!(fs::read(&path).unwrap().len(), bytes.len());
    }
    assert!(!folder.path().join("journal.rejected").exists(), "what is cut is no damage");
    let mut damaged = bytes.clone();
    for _ in 0..20 {
        damaged[rng.usize(..bytes.len() - 1)] ^= 1 << rng.u32(..8);
    }
    fs::write(&path, &damaged).unwrap();
    let journal = Journal::open(&path).unwrap();
    let put_aside = journal.damaged().len() as u64;
    assert!((10..=41).contains(&put_aside), "a line break that is lost costs two: {put_aside}");
    assert_eq!(lines(&fs::read(folder.path().join("journal.rejected")).unwrap()), put_aside);
    drop(journal);
    let (manuscript, grown) = grow();
    assert_same(&whole, &manuscript);
    assert!((1..=40).contains(&grown.searches), "{}", grown.searches);
}

#[test]
fn a_checksum_makes_no_line_a_search() {
    let folder = folder("sealed");
    let path = folder.path().join("journal");
    let mut grower = Grower::new().journal(Journal::open(&path).unwrap());
    let _ = grower.grow(&mut Manuscript::new(header(2, 30)), &GrowRequest::to(1)).unwrap();
    drop(grower);
    let text = fs::read_to_string(&path).unwrap();
    let (first, line) = text.trim_end().split_once('\n').unwrap();
    let fields = line.split_once("\",").unwrap().1;
    let open = |fields: &str| {
        let sum = crc32fast::hash(fields.as_bytes());
        fs::write(&path, format!("{first}\n{{\"crc\":\"{sum:08x}\",{fields}\n")).unwrap();
        Journal::open(&path).map(|journal| (journal.len(), journal.damaged().len())).unwrap()
    };
    assert_eq!(open(fields), (1, 0));
    let start = Board::START.to_string();
    let end = &fields[fields.find("\"best_move\":").unwrap()..];
    for (from, to) in [
        (start.as_str(), "---------------------------OX------XXX-------------------------- O"),
        ("\"only\":\"d3 c4 f5 e6\"", "\"only\":\"d3 c4 f5 e6 a1\""),
        ("\"only\":\"d3 c4 f5 e6\"", "\"only\":\"\""),
        (end, "\"best_move\":\"a1\",\"score\":0}"),
        (end, "\"best_move\":\"ps\",\"score\":0}"),
        (end, "\"best_move\":\"d3\",\"score\":65}"),
        (end, "\"best_move\":\"d3\",\"score\":-65}"),
        (end, "\"best_move\":\"d3\",\"score\":0,\"more\":0}"),
        ("\"level\":2", "\"level\":200"),
    ] {
        assert_ne!(fields.replace(from, to), fields, "{from} is not in {fields}");
        assert_eq!(open(&fields.replace(from, to)), (0, 1), "{to}");
    }
    let canonical = |square| {
        let board = Board::START.play(square);
        let moves = board.legal_moves();
        let best = format!("\"best_move\":\"{}\",\"score\":0}}", moves.first().unwrap());
        let line = fields.replace(&start, &board.to_string()).replace("d3 c4 f5 e6", &moves.to_string());
        (open(&line.replace(end, &best)), board.canonical().0 == board)
    };
    let mut found: Vec<_> = Board::START.legal_moves().into_iter().map(canonical).collect();
    found.sort_unstable();
    assert_eq!(found, [((0, 1), false), ((0, 1), false), ((0, 1), false), ((1, 0), true)]);
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
    let path = folder.path().join("journal");
    let journal = Journal::open(&path).unwrap();
    let error = Journal::open(&path).unwrap_err();
    assert!(matches!(error.kind, CheckpointErrorKind::InUse), "{error}");
    let mut manuscript = Manuscript::new(header(1, 30));
    let _ = Grower::new().journal(journal).grow(&mut manuscript, &GrowRequest::to(3)).unwrap();

    let other = Engine::builder().evaluator(Arc::new(Mobility));
    let mut grower = Grower::new().engine(other).journal(Journal::open(&path).unwrap());
    let known = &mut Manuscript::new(header(1, 30)); // all its searches are in the journal
    for (manuscript, positions) in [(&mut manuscript, 9), (known, 3)] {
        let error = grower.grow(manuscript, &GrowRequest::to(positions)).unwrap_err();
        let GrowError::Journal(error) = error else { panic!("{error}") };
        assert!(matches!(error.kind, CheckpointErrorKind::OtherEvaluation { .. }), "{error}");
    }
    assert_eq!(manuscript.len(), 3);

    drop(grower);
    // A file that is no journal, and one of an older version, stay as they are.
    let older = [&b"reversi journal1"[..], &[7; 200]].concat();
    for (text, is_older) in [(&b"a text that is no journal"[..], false), (&older, true)] {
        fs::write(&path, text).unwrap();
        let error = Journal::open(&path).unwrap_err();
        assert_eq!(matches!(error.kind, CheckpointErrorKind::Older), is_older, "{error}");
        assert!(is_older || matches!(error.kind, CheckpointErrorKind::OtherRequest { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
    let journal = folder.path().join("deleted");
    Journal::open(&journal).unwrap().delete().unwrap();
    assert!(!journal.exists());
}

/// A limit leaves a book of complete batches, from which the growth continues without a difference.
#[test]
fn a_growth_that_limits_end_goes_on_to_the_same_book() {
    let request = GrowRequest::to(300);
    let whole = grown(header(2, 30), &request);
    let mut manuscript = Manuscript::new(header(2, 30));
    let mut breaks = 0;
    loop {
        let mut grower = Grower::new().threads(2).limits(Limits::new().nodes(4000));
        let grown = grower.grow(&mut manuscript, &request).unwrap();
        if grown.added > 0 {
            assert_book(&manuscript);
        }
        let Some(reason) = grown.stopped else { break };
        assert_eq!(reason, StopReason::Nodes);
        assert!(grown.added > 0, "a batch takes fewer nodes");
        breaks += 1;
    }
    assert!(breaks >= 5, "{breaks}");
    assert_same(&whole, &manuscript);
}

#[test]
fn a_callback_that_panics_leaves_a_manuscript_and_a_grower_that_work() {
    let mut manuscript = Manuscript::new(header(2, 30));
    let mut grower = Grower::new().threads(2);
    let request = GrowRequest::to(60);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        grower.grow_with(&mut manuscript, &request, |_| panic!("of a callback")).map(drop)
    }));
    assert!(panicked.is_err() && manuscript.is_empty());
    let _ = grower.grow(&mut manuscript, &request).unwrap();
    assert_same(&manuscript, &grown(header(2, 30), &request));
}

#[test]
fn a_stop_and_a_callback_end_a_growth() {
    let stop = Stop::new();
    stop.set();
    let mut manuscript = Manuscript::new(header(2, 30));
    let mut grower = Grower::new().limits(Limits::new().stop(&stop));
    let grown = grower.grow(&mut manuscript, &GrowRequest::to(50)).unwrap();
    assert_eq!((grown.stopped, manuscript.len()), (Some(StopReason::Stop), 0));

    let mut grower = Grower::new().threads(2);
    let mut looks = 0;
    let grown = grower.grow_with(&mut manuscript, &GrowRequest::to(1_000_000), |progress| {
        assert_eq!(progress.target, 1_000_000);
        looks += 1;
        if looks < 4 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let grown = grown.unwrap();
    assert_eq!((looks, grown.stopped, grown.added), (4, Some(StopReason::Callback), manuscript.len()));
    assert_book_values(&manuscript);
}
