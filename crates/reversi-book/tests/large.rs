//! A large book, converted in bounded memory. It takes minutes and some gigabytes on the disk:
//!
//! ```sh
//! REVERSI_BOOK_POSITIONS=10000000 cargo test --release --test book large -- --ignored
//! --nocapture
//! ```
//!
//! If `REVERSI_BOOK_FILE` names a book, that one is converted. It is on the disk of the temporary folder.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use reversi_book::{ByteOrder, Conversion, EdaxWriter, Format};

use crate::support::{Made, folder, header};

/// MiB, without what the system keeps of files.
const MOST_MEMORY: u64 = 256;

fn positions() -> usize {
    std::env::var("REVERSI_BOOK_POSITIONS").map_or(100_000, |number| number.parse().expect("a number"))
}

#[test]
#[ignore = "a part of the other one, in a process of its own"]
fn a_large_book_is_made() {
    let Some(path) = std::env::var_os("REVERSI_BOOK_FILE") else { return };
    let made = Made::new(positions());
    let out = BufWriter::new(File::create(path).unwrap());
    let mut writer = EdaxWriter::new(out, &header(), ByteOrder::Little).unwrap();
    made.positions().for_each(|(board, entry)| writer.push(&board, &entry).unwrap());
    writer.finish().unwrap();
}

#[test]
#[ignore = "takes minutes"]
fn a_large_book_is_converted_in_bounded_memory() {
    let folder = folder("large");
    let paths = ["a.dat", "a.book", "b.dat", "a.egbk3", "b.book"].map(|name| folder.path().join(name));
    let [edax, packed, again, egaroucid, linked] = &paths;
    match std::env::var_os("REVERSI_BOOK_FILE") {
        Some(known) => fs::hard_link(known, edax).unwrap(),
        None => make(edax),
    }
    println!("{} positions", positions());
    convert(edax, packed, Format::Packed);
    convert(packed, again, Format::Edax);
    assert!(same(edax, again));
    convert(packed, egaroucid, Format::Egaroucid3);
    convert(egaroucid, linked, Format::Packed);
}

/// Makes the book in another process, whose memory does not count.
fn make(path: &Path) {
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "large::a_large_book_is_made"])
        .env("REVERSI_BOOK_FILE", path)
        .status()
        .unwrap();
    assert!(status.success());
}

fn convert(from: &Path, to: &PathBuf, format: Format) {
    let start = Instant::now();
    let converted = Conversion::new().run(from, to, format).unwrap();
    let (seconds, memory) = (start.elapsed().as_secs_f64(), peak_memory());
    let bytes = fs::metadata(to).unwrap().len();
    let from = converted.from;
    println!(
        "{from} to {format}: {} positions, {bytes} bytes, {seconds:.1} s, peak so far {memory} MiB",
        converted.positions
    );
    assert!(memory <= MOST_MEMORY);
}

/// The most memory of this process so far, in MiB; 0 where that is not known. No file is mapped.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn same(a: &Path, b: &Path) -> bool {
    let [mut a, mut b] = [a, b].map(|path| BufReader::new(File::open(path).unwrap()));
    loop {
        let (of_a, of_b) = (a.fill_buf().unwrap(), b.fill_buf().unwrap());
        let len = of_a.len().min(of_b.len());
        if len == 0 || of_a[..len] != of_b[..len] {
            return of_a == of_b;
        }
        a.consume(len);
        b.consume(len);
    }
}
