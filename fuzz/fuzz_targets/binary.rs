//! Every reader of binary files: WTHOR, weights in every format. The first byte chooses the reader. An
//! accepted file can be used: weights evaluate boards to the same values at every CPU level. The target
//! corrects counts and checksums, so that readers accept more inputs of the fuzzer.
#![no_main]

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Board, dispatch};
use reversi_engine::{AnalyzeRequest, Engine};
use reversi_eval::kernel::EvalPrimitives;
use reversi_eval::network::{HEADS, Head, Network, ROWS, WIDTHS};
use reversi_eval::pattern::PACKED_LEN;
use reversi_eval::{Evaluator, PatternWeights, Weights, WeightsError};
use reversi_notation::{
    ReadWthorError, WthorHeader, read_jou, read_trn, read_wtb, write_jou, write_trn, write_wtb,
};
use reversi_testkit::{after, cpus, levels_and_quirks, numbered_move};

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, bytes)) = bytes.split_first() else { return };
    match choice {
        b'w' => wthor(bytes),
        b'W' => counted_wthor(bytes.to_vec()),
        b't' => tables(bytes),
        b'p' => made_patterns(bytes),
        b'n' => made_network(bytes),
        b'e' => edax(bytes),
        b'F' => weights(&with_checksum(bytes.to_vec())),
        _ => weights(bytes),
    }
});

fn wthor(bytes: &[u8]) {
    let check = |error: ReadWthorError| assert!(error.at <= bytes.len() && !error.to_string().is_empty());
    match read_jou(bytes) {
        Ok((header, names)) => {
            let written = write_jou(&header, &names); // fails if a name has no final zero
            assert!(written.is_err() || read_jou(&written.unwrap()) == Ok((header, names)));
        }
        Err(error) => check(error),
    }
    match read_trn(bytes) {
        Ok((header, names)) => {
            let written = write_trn(&header, &names);
            assert!(written.is_err() || read_trn(&written.unwrap()) == Ok((header, names)));
        }
        Err(error) => check(error),
    }
    match read_wtb(bytes) {
        Ok((header, games)) => {
            assert!(games.len() <= bytes.len() / 68 + 1); // the last may be an error of the whole file
            let games: Vec<_> = games.filter_map(|game| game.map_err(check).ok()).collect();
            let written = write_wtb(&header, &games).expect("what is read can be written");
            let (read, records) = read_wtb(&written).expect("it was written just now");
            assert_eq!((read, records.collect::<Result<Vec<_>, _>>()), (header, Ok(games)));
        }
        Err(error) => check(error),
    }
}

/// Sets the numbers of records of each kind to those of the file.
fn counted_wthor(mut bytes: Vec<u8>) {
    if bytes.len() < 16 {
        return;
    }
    for (size, count) in [(68, 4..8), (20, 8..10), (26, 8..10)] {
        let records = (bytes.len() - 16) / size;
        bytes.truncate(16 + size * records);
        bytes[count.clone()].copy_from_slice(&(records as u32).to_le_bytes()[..count.len()]);
        bytes[12] = 8;
        wthor(&bytes);
    }
    assert!(read_wtb(&write_wtb(&WthorHeader::default(), &[]).unwrap()).is_ok());
}

/// Sets the last four bytes to the checksum of the others.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len().saturating_sub(4);
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes.truncate(end);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

fn weights(bytes: &[u8]) {
    if let Ok(weights) = checked(bytes, Weights::read(bytes)) {
        use_weights(&weights);
    }
    let _ = checked(bytes, PatternWeights::from_bytes(bytes));
    let _ = checked(bytes, Network::from_bytes(bytes));
    let _ = checked(bytes, PatternWeights::read_edax(bytes));
}

/// Asserts that an error has a position in the file and a message.
fn checked<T>(bytes: &[u8], read: Result<T, WeightsError>) -> Result<T, WeightsError> {
    read.inspect_err(|error| assert!(error.at <= bytes.len() as u64 && !error.to_string().is_empty()))
}

/// Repeats the bytes.
fn cycle(bytes: &[u8]) -> impl Iterator<Item = u8> {
    bytes.iter().copied().cycle().chain(std::iter::repeat(0))
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = i16> {
    let mut bytes = cycle(bytes);
    std::iter::from_fn(move || Some(i16::from_le_bytes([bytes.next()?, bytes.next()?])))
}

/// Pattern weights of any numbers. The input begins with plies, step and compression.
fn made_patterns(bytes: &[u8]) {
    let &[first, second, step, plain, ref bytes @ ..] = bytes else { return };
    let mut plies = vec![first % 61, second % 61];
    plies.sort();
    plies.dedup();
    let slots = numbers(bytes).take(plies.len() * PACKED_LEN).collect();
    let patterns = PatternWeights::new(plies, slots, "made by a fuzzer").expect("the weights are valid");
    let mut file = Vec::new();
    if plain % 2 == 0 {
        patterns.write(&mut file).expect("memory can be written");
    } else {
        patterns.write_compact(&mut file, step.into()).expect("memory can be written");
    }
    let read = PatternWeights::from_bytes(&file).expect("it was written just now");
    assert!(plain % 2 != 0 && step > 1 || read == patterns);
    let weights = Weights::new(&read).expect("there is memory");
    for board in boards() {
        if (8..=58).contains(&board.empties().len()) {
            assert_eq!(weights.evaluate_128(board), read.evaluate_128(board), "{board}");
        }
    }
    use_weights(&weights);
}

/// A network of any allowed numbers.
fn made_network(bytes: &[u8]) {
    let network = network(bytes);
    let weights = Weights::from_network(&network).expect("there is memory");
    for board in boards() {
        assert_eq!(weights.evaluate_128(board), network.evaluate_128(board), "{board}");
    }
    use_weights(&weights);
}

fn network(bytes: &[u8]) -> Network {
    let mut bytes = cycle(bytes);
    let mut byte = || bytes.next().expect("there is no end") as i8;
    let width = WIDTHS[byte() as usize % WIDTHS.len()];
    let rows = (0..width * ROWS).map(|_| byte()).collect();
    let mut short = || i16::from_le_bytes([byte() as u8, byte() as u8]);
    let bias = |short: &mut dyn FnMut() -> i16| i32::from(short()) * 512 + 511;
    let head = |_| {
        let mut head = Head::zero(width);
        head.bias.fill_with(|| short() / 2);
        head.hidden.fill_with(|| short() as i8);
        head.hidden_bias.fill_with(|| bias(&mut short));
        head.output.fill_with(&mut short);
        head.direct.fill_with(&mut short);
        head.constant = bias(&mut short);
        head
    };
    let heads = (0..HEADS).map(head).collect();
    Network::new(rows, heads, "made by a fuzzer").expect("the numbers are within their limits")
}

/// A header in Edax's layout and its weights, a few bytes too many or too few.
fn edax(bytes: &[u8]) {
    const LEN: usize = 28 + 61 * 2 * PACKED_LEN;
    let &[more, ref bytes @ ..] = bytes else { return };
    let len = if more < 250 { LEN } else { LEN + 253 - usize::from(more) };
    let header = bytes.get(..28).unwrap_or(bytes);
    let mut file = header.to_vec();
    file.extend(cycle(&bytes[header.len()..]).take(len - header.len()));
    match checked(&file, PatternWeights::read_edax(&*file)) {
        Ok((patterns, header)) => {
            assert_eq!(len, LEN);
            let mut again = Vec::new();
            patterns.write_edax(&mut again, &header).expect("memory can be written");
            assert!(again == file);
            use_weights(&Weights::new(&patterns).expect("there is memory"));
        }
        Err(_) => assert!(PatternWeights::from_bytes(&file).is_err()),
    }
}

/// Tables of pattern weights or of a network with some bytes changed, read and mapped. Each change is a
/// position and a value.
fn tables(bytes: &[u8]) {
    static GOOD: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
        let slots = numbers(b"any numbers").take(PACKED_LEN).collect();
        let patterns = PatternWeights::new(vec![30], slots, "good").expect("the weights are valid");
        [Weights::new(&patterns), Weights::from_network(&network(b"any numbers"))].map(|weights| {
            let mut good = Vec::new();
            weights.expect("there is memory").write_tables(&mut good).expect("memory can be written");
            good
        })
    });
    let &[cut, ref changes @ ..] = bytes else { return };
    let mut bad = GOOD[usize::from(cut % 2)].clone();
    for change in changes.as_chunks().0 {
        let &[a, b, c, d, value] = change;
        // Half of the changes are in the header.
        let at = u32::from_le_bytes([a, b, c, d]) as usize;
        let end = if at % 2 == 0 { bad.len() } else { 4096 };
        bad[at / 2 % end] = value;
    }
    let checksum = crc32fast::hash(&[&bad[..12], &bad[16..]].concat());
    bad[12..16].copy_from_slice(&checksum.to_le_bytes());
    bad.truncate(bad.len() - usize::from(cut.saturating_sub(250)));

    let path = scratch("tables");
    let mut file = File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
    file.write_all(&bad).unwrap();
    // SAFETY: no other process knows the file.
    let mapped = checked(&bad, unsafe { Weights::map(&file) });
    let read = checked(&bad, Weights::read(&*bad));
    assert_eq!(mapped.is_ok(), read.is_ok());
    for weights in [mapped, read].into_iter().flatten() {
        let mut again = Vec::new();
        weights.write_tables(&mut again).expect("memory can be written");
        assert!(again.len() == bad.len());
        use_weights(&weights);
    }
    fs::remove_file(path).unwrap();
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("reversi-fuzz-{}-{name}", std::process::id()))
}

/// Boards with any number of discs.
fn boards() -> &'static [Board] {
    static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
        let mut boards = vec![Board::START];
        let mut board = Board::START;
        while let Some(mv) = numbered_move(board, 7 * boards.len()) {
            board = after(board, mv);
            boards.push(board);
        }
        for text in ["X", "O", "-"] {
            boards.push(format!("{}X", text.repeat(64)).parse().expect("64 cells and a side"));
        }
        boards
    });
    &BOARDS
}

/// Asserts that all levels compute the same values, in a direct call and in a search.
fn use_weights(weights: &Weights) {
    let tables = weights.tables();
    for &board in boards() {
        let expected = weights.evaluate_128(&board);
        assert!((-64.0..=64.0).contains(&weights.evaluate(&board)));
        for &cpu in cpus() {
            let found =
                dispatch!(cpu, l => l.evaluate(board, &l.features(board), tables.at(board.empties().len())));
            assert_eq!(found, expected, "{cpu:?} {board}");
        }
    }
    let mut analyses = levels_and_quirks().map(|(level, quirks)| {
        let builder = Engine::builder().cpu(level).quirks(quirks).hash_mib(0).weights(weights.clone());
        let mut engine = builder.build().expect("the level is available");
        let request = AnalyzeRequest::depth(3).lines(2);
        let analyze =
            |&board: &Board| engine.analyze(&board, request.clone()).expect("it has depth and lines");
        boards().iter().step_by(25).map(analyze).map(|a| (a.lines().to_vec(), a.nodes())).collect::<Vec<_>>()
    });
    let first = analyses.next().expect("there is a portable level");
    for (lines, _) in &first {
        let score = |line: &reversi_engine::Line| line.value().score().expect("a line has a score");
        assert!(lines.iter().all(|line| (-64..=64).contains(&score(line))), "{lines:?}");
    }
    analyses.for_each(|analysis| assert_eq!(analysis, first));
}
