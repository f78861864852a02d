//! Round trips, and files that are damaged.

use std::io::Cursor;

use proptest::prelude::*;
use reversi_bitboard::{Board, Move};
use reversi_search::Level;
use reversi_testkit::{Rng, boards_of, random_game};

use super::PackedWriter;
use crate::{Book, BookEntry, BookErrorKind, EdaxStamp, Header, Manuscript, ScoredMove, Tally};

fn header(note: &str, edax: Option<EdaxStamp>) -> Header {
    let level = Level::of::<12>();
    Header { level, empties: 24, midgame_error: 2, endcut_error: 1, note: note.to_owned(), edax }
}

/// An entry with some of the moves of a board.
fn entry(rng: &mut Rng, board: &Board) -> BookEntry {
    let mut score = || rng.i8(-64..=64);
    let mut moves: Vec<_> = board.legal_plays().map(|mv| ScoredMove { mv, score: score() }).collect();
    let [value, lower, upper] = [score(), score(), score()];
    rng.shuffle(&mut moves);
    moves.truncate(rng.usize(..=moves.len()));
    let leaf = if rng.bool() { moves.pop() } else { None };
    let (lower, upper) = if rng.bool() { (value, value) } else { (lower, upper) };
    let mut count = || if rng.bool() { rng.u32(..) >> rng.u32(..32) } else { 0 };
    let tally = Tally { wins: count(), draws: count(), losses: count(), lines: count() };
    let level = Level::new(rng.u32(..=60)).unwrap();
    BookEntry { links: moves, leaf, value, lower, upper, level, tally }
}

fn manuscript(seed: u64, games: usize) -> Manuscript {
    let mut rng = Rng::with_seed(seed);
    let date = [7, 232, 1, 2, 3, 4, 5, 6];
    let mut manuscript =
        Manuscript::new(header("made by a test", Some(EdaxStamp { release: 4, date, verbosity: -1 })));
    for _ in 0..games {
        for board in boards_of(&random_game(&mut rng)) {
            let entry = entry(&mut rng, &board);
            manuscript.insert(&board, entry);
        }
    }
    manuscript
}

fn bytes(book: &Book) -> Vec<u8> {
    let mut bytes = Vec::new();
    book.write(&mut bytes).unwrap();
    bytes
}

fn assert_equal(book: &Book, manuscript: &Manuscript) {
    assert_eq!(book.len(), manuscript.len() as u64);
    assert_eq!(book.header(), manuscript.header());
    let mut found = 0;
    for position in book.iter() {
        let (board, entry) = position.unwrap();
        assert_eq!(manuscript.get(&board), Some(entry));
        found += 1;
    }
    assert_eq!(found, manuscript.len());
}

proptest! {
    #![proptest_config(reversi_testkit::config(40))]

    #[test]
    fn a_packed_book_has_what_its_manuscript_has(seed: u64, games in 0..6_usize) {
        let manuscript = manuscript(seed, games);
        let book = manuscript.pack().unwrap();
        assert_equal(&book, &manuscript);
        for (board, _) in manuscript.iter() {
            for symmetry in reversi_bitboard::Symmetry::ALL {
                let image = symmetry.board(*board);
                prop_assert_eq!(book.probe(&image), manuscript.get(&image));
            }
        }
        let again = Book::from_bytes(bytes(&book)).unwrap();
        assert_equal(&again, &manuscript);
        prop_assert_eq!(bytes(&again.manuscript().unwrap().pack().unwrap()), bytes(&book));
    }
}

#[test]
fn a_flipped_bit_is_found_wherever_it_is() {
    let manuscript = manuscript(1, 1);
    let whole = bytes(&manuscript.pack().unwrap());
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(Book::from_bytes(damaged.clone()).is_err(), "byte {at}");
        // Without verified checksums, answers may be wrong, and nothing worse happens.
        if let Ok(book) = Book::from_owner(damaged) {
            for (board, _) in manuscript.iter() {
                let _ = (book.probe(board), book.best_line(board), book.moves(board));
            }
            assert!(book.verify().is_err(), "byte {at}");
            let _ = book.manuscript();
        }
    }
}

#[test]
fn a_cut_file_is_found_wherever_it_is_cut() {
    let whole = bytes(&manuscript(2, 1).pack().unwrap());
    for len in 0..whole.len() {
        assert!(Book::from_owner(whole[..len].to_vec()).is_err(), "{len} bytes");
    }
    let mut longer = whole.clone();
    longer.push(0);
    let error = Book::from_bytes(longer).unwrap_err();
    assert_eq!(error.offset, Some(whole.len() as u64));
}

#[test]
fn a_hostile_file_gives_wrong_answers_at_worst() {
    // Records and index of random bytes.
    let mut rng = Rng::with_seed(3);
    for _ in 0..2000 {
        let manuscript = manuscript(rng.u64(..), 1);
        let whole = bytes(&manuscript.pack().unwrap());
        let (head, _) = whole.split_at(super::head::FIXED + manuscript.header().note.len() + 4);
        let mut body = whole[head.len()..].to_vec();
        for _ in 0..rng.usize(1..20) {
            let at = rng.usize(..body.len());
            body[at] = rng.u8(..);
        }
        let Ok(book) = Book::from_owner([head, &body].concat()) else { continue };
        for (board, _) in manuscript.iter() {
            for scored in book.probe(board).iter().flat_map(BookEntry::moves) {
                assert!(board.legal_plays().any(|mv| mv == scored.mv), "{board} {scored:?}");
            }
        }
        let _ = (book.verify(), book.manuscript(), book.iter().count());
    }
}

/// Returns the head of a book with these numbers.
fn head_bytes(positions: u64, records_len: u64, bucket_bits: u32) -> Vec<u8> {
    let head = super::Head::new(header("", None), positions, false).unwrap();
    super::Head { positions, records_len, bucket_bits, ..head }.to_bytes()
}

/// An empty file as large as its head says: it takes few bytes of the disk.
#[test]
fn the_size_of_an_index_is_checked_before_it_is_read() {
    let path = std::env::temp_dir().join(format!("reversi-sparse-{}.book", std::process::id()));
    for (positions, bits, sound) in [(0, 28, false), (15, 1, false), (16, 1, true), (1 << 22, 20, false)] {
        let records_len = positions * 17;
        let head = head_bytes(positions, records_len, bits);
        std::fs::write(&path, &head).unwrap();
        let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(head.len() as u64 + records_len + 5 * ((1 << bits) + 1)).unwrap();
        let opened = Book::of_file(std::fs::File::open(&path).unwrap());
        if sound {
            assert_eq!(opened.unwrap().len(), positions);
        } else {
            let error = opened.unwrap_err();
            let expected = "byte 40: expected at least 8 positions a bucket";
            assert_eq!(error.to_string(), expected, "{positions} positions");
        }
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_book_has_as_many_positions_as_it_says() {
    let manuscript = manuscript(8, 1);
    let whole = bytes(&manuscript.pack().unwrap());
    let found = manuscript.len() as u64;
    let head = super::Head::from_bytes(&whole).unwrap();
    let len = head.to_bytes().len();
    for positions in [found - 1, found + 1] {
        let head = super::Head { positions, ..head.clone() }.to_bytes();
        let book = Book::from_bytes([&head, &whole[len..]].concat()).unwrap();
        let error = book.manuscript().unwrap_err();
        assert!(
            matches!(error.kind, BookErrorKind::Count { header, found: counted }
            if (header, counted) == (positions, found)),
            "{error}"
        );
    }
}

#[test]
fn places_are_kept() {
    let manuscript = manuscript(4, 3);
    let mut positions: Vec<_> = manuscript.iter().collect();
    positions.sort_by_key(|(board, _)| super::Key::of(board));
    let out = Cursor::new(Vec::new());
    let mut writer = PackedWriter::new(out, header("", None), positions.len() as u64, true).unwrap();
    for (place, (board, entry)) in (0..).map(|i| i * i * 1000).zip(&positions) {
        writer.push(board, entry, Some(place)).unwrap();
    }
    let book = Book::from_bytes(writer.finish().unwrap().into_inner()).unwrap();
    assert!(book.has_places());
    for ((place, record), (board, entry)) in (0..).map(|i| i * i * 1000).zip(book.records()).zip(&positions) {
        let record = record.unwrap();
        assert_eq!((record.place, record.board, &record.entry), (Some(place), **board, *entry));
        assert_eq!(book.probe(board).as_ref(), Some(*entry));
    }
}

#[test]
fn the_start_has_four_symmetric_moves() {
    let leaf = Some(ScoredMove { mv: "d3".parse::<Move>().unwrap(), score: 0 });
    let [value, lower, upper] = [0; 3];
    let level = Level::of::<60>();
    let entry = BookEntry { links: vec![], leaf, value, lower, upper, level, tally: Tally::default() };
    let mut manuscript = Manuscript::new(header("", None));
    manuscript.insert(&Board::START, entry);
    let book = manuscript.pack().unwrap();
    assert_eq!(book.probe(&Board::START).unwrap().moves().count(), 1);
    let mut moves: Vec<_> = book.moves(&Board::START).iter().map(|scored| scored.mv.to_string()).collect();
    moves.sort();
    assert_eq!(moves, ["c4", "d3", "e6", "f5"]);
    assert_eq!(book.best_line(&Board::START).len(), 1);
}

#[test]
fn a_move_that_is_not_legal_is_not_packed() {
    let mut manuscript = Manuscript::new(header("", None));
    let mut entry = entry(&mut Rng::with_seed(5), &Board::START);
    entry.links = vec![ScoredMove { mv: Move::Pass, score: 0 }];
    manuscript.insert(&Board::START, entry.clone());
    assert!(matches!(manuscript.pack().unwrap_err().kind, BookErrorKind::IllegalMove { mv: Move::Pass }));
    (entry.links, entry.value) = (vec![], 65);
    manuscript.insert(&Board::START, entry);
    assert!(matches!(manuscript.pack().unwrap_err().kind, BookErrorKind::Score { score: 65 }));
}

#[test]
fn a_book_that_stays_in_its_file_answers_as_one_in_memory() {
    let manuscript = manuscript(6, 4);
    let path = std::env::temp_dir().join(format!("reversi-packed-{}.book", std::process::id()));
    manuscript.pack().unwrap().save(&path).unwrap();
    let file = std::fs::File::open(&path).unwrap();
    let book = Book::of_file(file).unwrap();
    assert_equal(&book, &manuscript);
    assert_equal(&Book::open(&path).unwrap(), &manuscript);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let (book, manuscript) = (book.clone(), &manuscript);
            scope.spawn(move || {
                for (board, entry) in manuscript.iter() {
                    assert_eq!(book.probe(board).as_ref(), Some(entry));
                }
            });
        }
    });
    // Damage of a small file is found at once, and damage of a large file where it is met.
    let whole = std::fs::read(&path).unwrap();
    for at in [whole.len() - 3, whole.len() / 2] {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        std::fs::write(&path, damaged).unwrap();
        assert!(Book::open(&path).is_err(), "byte {at}");
        let opened = Book::of_file(std::fs::File::open(&path).unwrap()).unwrap();
        assert!(opened.verify().is_err(), "byte {at}");
    }
    std::fs::write(&path, whole).unwrap();
    // A file that is cut while it is open: answers are missing, and nothing worse happens.
    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(200).unwrap();
    assert!(manuscript.iter().all(|(board, _)| book.probe(board).is_none()));
    assert!(book.verify().is_err() && book.iter().any(|position| position.is_err()));
    std::fs::remove_file(&path).unwrap();
}
