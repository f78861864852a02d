//! Lookups in a book of ten million positions: `cargo bench --manifest-path lab/Cargo.toml --bench book`.
//! The file is made when it is missing, in the target directory, and takes 3 GB of memory then. The positions
//! come from games of random moves.
//!
//! First come lookups just after opening, which read the disk if the system does not have the file in
//! memory.
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::fs::{self, File};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use fastrand::Rng;
use memmap2::Mmap;
use reversi_engine::board::Symmetry;
use reversi_engine::book::{Book, BookEntry, Header, Manuscript, ScoredMove};
use reversi_engine::{Board, Level};

const POSITIONS: usize = 10_000_000;
/// One of this many positions is looked up.
const STEP: usize = 100;
/// Lookups just after opening.
const FIRST: usize = 1000;

fn path() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"));
    target.join("ten-million.book")
}

/// Makes a book of random games.
fn make(path: &Path) {
    let level = Level::of::<8>();
    let mut header = Header::new(level);
    header.empties = 4;
    header.note = "random games".to_owned();
    let mut manuscript = Manuscript::new(header);
    let mut rng = Rng::with_seed(1);
    while manuscript.len() < POSITIONS {
        for board in random_game(&mut rng) {
            let mut moves = board.legal_plays().map(|mv| ScoredMove::new(mv, rng.i8(-10..=10)));
            let leaf = moves.next();
            let links = moves.take(1).collect();
            let value = leaf.map_or(0, |leaf| leaf.score);
            let mut entry = BookEntry::new(value, level);
            (entry.lower, entry.upper) = (value - 2, value + 2);
            (entry.links, entry.leaf) = (links, leaf);
            manuscript.insert(&board, entry);
        }
    }
    let new = path.with_extension("new");
    manuscript.pack().and_then(|book| book.save(&new)).expect("there is room on the disk");
    fs::rename(&new, path).expect("the same directory");
}

/// The boards of a game after its sixth move: earlier ones are in many games.
fn random_game(rng: &mut Rng) -> Vec<Board> {
    let (mut board, mut boards) = (Board::START, Vec::new());
    while !board.is_game_over() {
        if board.must_pass() {
            board = board.pass();
            continue;
        }
        let moves = board.legal_moves();
        let square = moves.into_iter().nth(rng.usize(..moves.len() as usize)).expect("a legal move");
        board = board.play(square);
        if (4..54).contains(&board.empties().len()) {
            boards.push(board);
        }
    }
    boards
}

fn lookups(c: &mut Criterion) {
    let path = path();
    if !path.exists() {
        make(&path);
    }
    let mut rng = Rng::with_seed(2);
    // SAFETY: nobody else writes this file.
    let map = || unsafe { Mmap::map(&File::open(&path).expect("it was made")) }.expect("it can be mapped");
    let start = Instant::now();
    let mapped = Book::from_owner(map()).expect("it was made by this program");
    println!("opened in {:.3} ms", start.elapsed().as_secs_f64() * 1e3);
    let on_disk = Book::open(&path).expect("it was made by this program");
    // Boards that any book of random games knows need no reading of the file.
    let early: Vec<Board> = std::iter::repeat_with(|| random_game(&mut rng))
        .flat_map(|game| game.into_iter().take(4))
        .take(FIRST)
        .collect();
    let start = Instant::now();
    let found = early.iter().filter(|board| mapped.probe(board).is_some()).count();
    let each = start.elapsed().as_secs_f64() * 1e6 / FIRST as f64;
    println!("first {FIRST} lookups: {each:.3} us each, {found} found");

    let sample = mapped.iter().step_by(STEP).map(|position| position.expect("it is sound").0);
    let mut known: Vec<Board> =
        sample.map(|board| rng.choice(Symmetry::ALL).expect("eight").board(board)).collect();
    rng.shuffle(&mut known);
    let unknown: Vec<Board> = std::iter::repeat_with(|| random_game(&mut rng))
        .map(|game| game[game.len() / 2])
        .take(known.len())
        .collect();
    let mut group =
        c.benchmark_group(format!("book of {} positions, {} bytes", mapped.len(), file_len(&path)));
    for (name, book) in [("mapped", &mapped), ("file", &on_disk)] {
        for (kind, boards) in [("known", &known), ("unknown", &unknown)] {
            let mut next = boards.iter().cycle();
            group.bench_function(format!("{name}, {kind}"), |b| {
                b.iter(|| black_box(book.probe(next.next().expect("it goes round"))));
            });
        }
    }
    let mut next = known.iter().cycle();
    group.bench_function("canonical board alone", |b| {
        b.iter(|| black_box(next.next().expect("it goes round").canonical()));
    });
    group.finish();
}

fn file_len(path: &Path) -> u64 {
    fs::metadata(path).expect("it was made").len()
}

criterion_group!(benches, lookups);
criterion_main!(benches);
