//! Files of weights: written files are read back, and damaged files are refused quickly and with a reason.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use crate::support::{random_network, random_weights};
use reversi_bitboard::Board;
use reversi_eval::network::{HEADS, Head, Network, ROWS, WIDTHS};
use reversi_eval::pattern::PACKED_LEN;
use reversi_eval::{
    ByteOrder, EdaxHeader, Evaluator, PatternWeights, Weights, WeightsError, WeightsErrorKind,
};
use reversi_testkit::{Rng, game_boards};

const fn header(byte_order: ByteOrder) -> EdaxHeader {
    EdaxHeader::new(byte_order, [3, 2, 5], 20.5)
}

fn plain(weights: &PatternWeights) -> Vec<u8> {
    let mut bytes = Vec::new();
    weights.write(&mut bytes).unwrap();
    bytes
}

fn compact(weights: &PatternWeights, step: u16) -> Vec<u8> {
    let mut bytes = Vec::new();
    weights.write_compact(&mut bytes, step).unwrap();
    bytes
}

fn edax(weights: &PatternWeights, byte_order: ByteOrder) -> Vec<u8> {
    let mut bytes = Vec::new();
    weights.write_edax(&mut bytes, &header(byte_order)).unwrap();
    bytes
}

fn file(name: &str) -> (PathBuf, File) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let file = File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
    (path, file)
}

/// The error of reading invalid weights.
fn refuse(bytes: &[u8]) -> WeightsError {
    PatternWeights::from_bytes(bytes).expect_err("damaged weights were read")
}

#[test]
fn every_form_is_read_as_it_was_written() {
    for weights in [random_weights(&[30], i16::MIN..=i16::MAX), random_weights(&[0, 5, 60], -3..=3)] {
        assert_eq!(PatternWeights::from_bytes(&plain(&weights)).unwrap(), weights);
        assert_eq!(PatternWeights::from_bytes(&compact(&weights, 1)).unwrap(), weights);
        assert_eq!(weights.provenance(), "random");
        let all_plies = weights.with_plies((0..=60).collect()).unwrap();
        for order in [ByteOrder::Little, ByteOrder::Big] {
            let (read, header) = PatternWeights::read_edax(&*edax(&weights, order)).unwrap();
            assert_eq!(header, self::header(order));
            assert_eq!(read, all_plies.clone().with_provenance("eval.dat 3.2.5").unwrap());
        }
    }
}

#[test]
fn compact_weights_are_small_and_off_by_half_a_step_at_most() {
    let weights = random_weights(&[10, 20], i16::MIN..=i16::MAX);
    for step in [1, 2, 7, 128, u16::MAX] {
        let read = PatternWeights::from_bytes(&compact(&weights, step)).unwrap();
        for (&a, &b) in weights.slots().iter().zip(read.slots()) {
            // At the ends of the range there may be no multiple within half a step.
            let near_the_end = i32::from(a).abs() + i32::from(step) > i32::from(i16::MAX);
            let tolerance = if near_the_end { i32::from(step) } else { i32::from(step) / 2 };
            assert!((i32::from(a) - i32::from(b)).abs() <= tolerance, "step {step}: {a} read as {b}");
        }
    }
    let small = compact(&random_weights(&[10, 20], -20..=20), 16);
    assert!(small.len() < 2 * PACKED_LEN / 4, "{} bytes", small.len());
}

#[test]
fn plies_are_interpolated_within_their_parity() {
    let ply_weights = |plies: &[u8], values: &[i16]| {
        let slots = values.iter().flat_map(|&value| vec![value; PACKED_LEN]).collect();
        PatternWeights::new(plies.to_vec(), slots, "").unwrap()
    };
    let at = |weights: &PatternWeights, plies: &[u8]| -> Vec<i16> {
        plies.iter().map(|&ply| weights.at_ply(ply)[7]).collect()
    };
    let both = ply_weights(&[4, 5, 8, 9], &[100, -100, 300, 101]);
    assert_eq!(at(&both, &[0, 4, 6, 8, 60]), [100, 100, 200, 300, 300]);
    assert_eq!(at(&both, &[1, 5, 7, 9, 59]), [-100, -100, 1, 101, 101]);
    let even = ply_weights(&[10, 14], &[0, -3]);
    assert_eq!(at(&even, &[9, 10, 11, 12, 13, 14, 15]), [0, 0, -1, -2, -2, -3, -3]);
    let extremes = ply_weights(&[0, 60], &[i16::MIN, i16::MAX]);
    assert_eq!(at(&extremes, &[0, 30, 60]), [i16::MIN, -1, i16::MAX]);
}

#[test]
fn only_proper_weights_are_made() {
    let one = || vec![0; PACKED_LEN];
    assert!(PatternWeights::new(vec![60], one(), "x".repeat(PatternWeights::MAX_PROVENANCE)).is_ok());
    for (plies, slots, provenance) in [
        (vec![], vec![], String::new()),
        (vec![61], one(), String::new()),
        (vec![3, 3], vec![0; 2 * PACKED_LEN], String::new()),
        (vec![4, 3], vec![0; 2 * PACKED_LEN], String::new()),
        (vec![3, 4], one(), String::new()),
        (vec![3], one(), "x".repeat(PatternWeights::MAX_PROVENANCE + 1)),
    ] {
        let error = PatternWeights::new(plies, slots, provenance).unwrap_err();
        assert!(matches!(error.kind, WeightsErrorKind::Invalid { .. }));
    }
    assert!(random_weights(&[1], 0..=0).with_plies(vec![]).is_err());
}

/// Offsets in a file of this length: all in the header and at the end, and random ones between.
fn offsets(len: usize) -> impl Iterator<Item = usize> {
    let mut rng = Rng::with_seed(5);
    (0..len.min(200)).chain((0..40).map(move |_| rng.usize(..len))).chain(len - 20..len)
}

#[test]
fn whatever_is_cut_off_is_refused() {
    let weights = random_weights(&[20, 40], -50..=50);
    for good in [plain(&weights), compact(&weights, 2), edax(&weights, ByteOrder::Big)] {
        PatternWeights::from_bytes(&good).unwrap();
        for len in offsets(good.len()) {
            let error = refuse(&good[..len]);
            assert!(matches!(error.kind, WeightsErrorKind::Truncated { .. }), "{len}: {error}");
            assert_eq!(error.at, len as u64);
        }
        let longer = [&good[..], &[0]].concat();
        let error = refuse(&longer);
        assert!(matches!(error.kind, WeightsErrorKind::TrailingData), "{error}");
        assert_eq!(error.at, good.len() as u64);
    }
}

#[test]
fn no_changed_bit_goes_unnoticed() {
    let weights = random_weights(&[20, 40], -50..=50);
    for good in [plain(&weights), compact(&weights, 2)] {
        for at in offsets(good.len()) {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[at] ^= 1 << bit;
                let error = refuse(&bad);
                assert!(error.at <= good.len() as u64, "byte {at}, bit {bit}: {error}");
            }
        }
    }
}

/// The error of a file in our own format that was changed and has a valid checksum.
fn forged(change: impl Fn(&mut Vec<u8>)) -> WeightsError {
    refuse(&changed(compact(&random_weights(&[20, 40], -50..=50), 1), change))
}

/// Changes a file that ends with its checksum, and computes the checksum again.
fn changed(mut bytes: Vec<u8>, change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    bytes.truncate(bytes.len() - 4);
    change(&mut bytes);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

#[test]
fn errors_say_what_and_where() {
    let invalid = |error: WeightsError| match error.kind {
        WeightsErrorKind::Invalid { expected } => (error.at, expected),
        kind => panic!("byte {}: {kind}", error.at),
    };
    assert!(matches!(forged(|b| b[8] = 2).kind, WeightsErrorKind::UnknownVersion { found: 2 }));
    assert_eq!(invalid(forged(|b| b[10] = 2)), (10, "encoding 0 or 1"));
    assert_eq!(invalid(forged(|b| b[12] = 1)), (12, "a scale of 128 units in a disc"));
    assert_eq!(invalid(forged(|b| b[14] = 0)), (14, "a step from 1 to 32767"));
    assert_eq!(invalid(forged(|b| b[16] ^= 1)), (16, "114364 weights for each ply"));
    assert_eq!(invalid(forged(|b| b[20] = 13)), (20, "12 shapes and 1 to 61 plies"));
    assert_eq!(invalid(forged(|b| b[21] = 0)), (20, "12 shapes and 1 to 61 plies"));
    assert_eq!(invalid(forged(|b| b[23] = 0xff)), (22, "a provenance of up to 2000 bytes"));
    assert_eq!(invalid(forged(|b| b[27] = 0xff)), (24, "a length of weights that fits the number of plies"));
    assert_eq!(invalid(forged(|b| b[29] ^= 1)), (28, "the 12 shapes in their order"));
    assert_eq!(invalid(forged(|b| b[133] = 40)), (133, "ascending plies, none above 60"));
    assert_eq!(invalid(forged(|b| b[134] = 61)), (133, "ascending plies, none above 60"));
    assert_eq!(invalid(forged(|b| b[136] = 0xff)), (136, "UTF-8"));
    assert_eq!(invalid(forged(|b| b[142] ^= 0xff)), (141, "compressed weights, each of 16 bits"));
    // Multiples of the step that are too large.
    assert_eq!(invalid(forged(|b| b[15] = 0x7f)), (141, "compressed weights, each of 16 bits"));
    // More or less than the weights of two plies.
    assert_eq!(invalid(forged(|b| replace_weights(b, 4 * PACKED_LEN + 1))).0, 141);
    assert_eq!(invalid(forged(|b| replace_weights(b, 4 * PACKED_LEN - 1))).0, 141);
    assert_eq!(invalid(forged(|b| replace_weights(b, 50_000_000))).0, 141); // a few hundred kilobytes compressed

    let damaged = {
        let mut bytes = plain(&random_weights(&[3], 0..=0));
        bytes[200] = 1;
        refuse(&bytes)
    };
    let WeightsErrorKind::Checksum { stored, computed } = damaged.kind else { panic!("{damaged}") };
    assert_ne!(stored, computed);
    assert!(damaged.to_string().ends_with(": the file is damaged"), "{damaged}");
}

/// Replaces the weights by `len` compressed zeros.
fn replace_weights(bytes: &mut Vec<u8>, len: usize) {
    bytes.truncate(141);
    let zeros = miniz_oxide::deflate::compress_to_vec_zlib(&vec![0; len], 1);
    bytes[24..28].copy_from_slice(&(zeros.len() as u32).to_le_bytes());
    bytes.extend(zeros);
}

#[test]
fn a_date_has_to_be_a_number() {
    let weights = random_weights(&[20], 0..=0);
    for order in [ByteOrder::Little, ByteOrder::Big] {
        for date in [f64::NAN, f64::INFINITY] {
            let mut bytes = Vec::new();
            let header = EdaxHeader::new(order, [3, 2, 5], date);
            weights.write_edax(&mut bytes, &header).unwrap();
            let error = refuse(&bytes);
            assert_eq!(error.to_string(), "byte 20: expected a date that is a number");
        }
    }
}

#[test]
fn a_huge_file_is_refused_at_once() {
    let (path, mut huge) = file("huge.dat");
    let weights = random_weights(&[20], 0..=0);
    let tables = tables(&Weights::new(&weights).unwrap());
    let good = [edax(&weights, ByteOrder::Little), plain(&weights), tables];
    for start in [&[][..], &good[0], &good[1], &good[2]] {
        huge.set_len(0).unwrap();
        huge.seek(SeekFrom::Start(0)).unwrap();
        huge.write_all(start).unwrap();
        if huge.set_len(16 << 30).is_err() {
            println!("skipped: no sparse files here");
            return;
        }
        let clock = std::time::Instant::now();
        assert!(Weights::open(&path).is_err());
        // SAFETY: no other code has access to the file, so it does not change.
        assert!(unsafe { Weights::map(&huge) }.is_err());
        assert!(clock.elapsed().as_secs() < 2, "{:?}", clock.elapsed());
    }
    drop(huge);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn missing_and_unreadable_files_are_errors_with_a_cause() {
    let error = Weights::open("no-such-file").unwrap_err();
    assert!(std::error::Error::source(&error).is_some());
    assert_eq!(error.to_string(), "no-such-file: cannot be read");
    let (path, mut damaged) = file("named.weights");
    damaged.write_all(b"RVTABLES\x03\0").unwrap();
    damaged.set_len(5000).unwrap();
    let error = Weights::open(&path).unwrap_err();
    assert_eq!(error.path.as_deref(), Some(&*path));
    assert_eq!(error.to_string(), format!("{}: byte 8: version 3 of the format is unknown", path.display()));
    std::fs::remove_file(path).unwrap();
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let reader = plain(&random_weights(&[20], 0..=0));
    let error = PatternWeights::read(reader[..1000].chain(Broken)).unwrap_err();
    assert!(matches!(error.kind, WeightsErrorKind::Io(_)));
    assert_eq!(error.to_string(), "byte 1000: cannot be read");
}

fn tables(weights: &Weights) -> Vec<u8> {
    let mut bytes = Vec::new();
    weights.write_tables(&mut bytes).unwrap();
    bytes
}

/// Pattern weights and a network.
fn both_kinds() -> [Weights; 2] {
    let patterns = Weights::new(&random_weights(&[10, 11, 50], i16::MIN..=i16::MAX));
    [patterns.unwrap(), Weights::from_network(&random_network(32, false)).unwrap()]
}

fn assert_same(weights: &Weights, expected: &Weights) {
    assert_eq!(weights.provenance(), expected.provenance());
    for board in (3..6).flat_map(|seed| game_boards(&mut Rng::with_seed(seed))) {
        assert_eq!(weights.evaluate_128(&board), expected.evaluate_128(&board), "{board}");
    }
    assert!(tables(weights) == tables(expected));
}

#[test]
fn tables_are_read_as_they_were_written() {
    for weights in both_kinds() {
        assert_same(&Weights::read(&*tables(&weights)).unwrap(), &weights);
    }
}

#[test]
#[cfg_attr(target_endian = "big", ignore = "tables are mapped as they are, little-endian")]
#[cfg_attr(target_family = "wasm", ignore = "no memory maps")]
fn mapped_weights_are_the_same() {
    for (weights, name) in both_kinds().iter().zip(["patterns.tables", "network.tables"]) {
        let (path, mut file) = file(name);
        weights.write_tables(&mut file).unwrap();
        // SAFETY: no other code has access to the file, so it does not change.
        assert_same(&unsafe { Weights::map(&file) }.unwrap(), weights);
        assert_same(&Weights::open(&path).unwrap(), weights);
        std::fs::remove_file(path).unwrap();
    }
}

/// The errors of reading and of mapping damaged tables.
fn refuse_tables(bytes: &[u8], name: &str) -> Vec<WeightsError> {
    let mut errors = vec![Weights::read(bytes).expect_err("damaged tables were read")];
    if cfg!(not(any(target_endian = "big", target_family = "wasm"))) {
        let (path, mut file) = file(name);
        file.write_all(bytes).unwrap();
        // SAFETY: no other code has access to the file, so it does not change.
        errors.push(unsafe { Weights::map(&file) }.expect_err("damaged tables were mapped"));
        std::fs::remove_file(path).unwrap();
    }
    errors
}

/// Changes a byte of tables, and their checksum.
fn with_byte(mut tables: Vec<u8>, at: usize, byte: u8) -> Vec<u8> {
    tables[at] = byte;
    let checksum = crc32fast::hash(&[&tables[..12], &tables[16..]].concat());
    tables[12..16].copy_from_slice(&checksum.to_le_bytes());
    tables
}

#[test]
fn damaged_tables_are_refused() {
    for good in both_kinds().map(|weights| tables(&weights)) {
        let refused = |bytes: &[u8], is_expected: fn(&WeightsErrorKind) -> bool| {
            for error in refuse_tables(bytes, "damaged.tables") {
                assert!(is_expected(&error.kind), "{} bytes: {error}", bytes.len());
            }
        };
        for len in [8, 9, 15, 4095, 4096, 4097, good.len() / 2, good.len() - 1] {
            refused(&good[..len], |kind| matches!(kind, WeightsErrorKind::Truncated { .. }));
        }
        for at in [0, 7, 8, 9, 10, 11, 12, 15, 16, 4092, 4095, 4096, good.len() / 2, good.len() - 1] {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            refused(
                &bad,
                match at {
                    0..8 => |kind| matches!(kind, WeightsErrorKind::UnknownFormat),
                    8..10 => |kind| matches!(kind, WeightsErrorKind::UnknownVersion { .. }),
                    4092..4096 => |kind| matches!(kind, WeightsErrorKind::Invalid { .. }),
                    _ => |kind| matches!(kind, WeightsErrorKind::Checksum { .. }),
                },
            );
        }
        refused(&[&good[..], &[0]].concat(), |kind| matches!(kind, WeightsErrorKind::TrailingData));
        // A provenance that is too long, and one that is no text, with a valid checksum.
        for (place, byte) in [(11, 0xff), (16, 0xff)] {
            let bad = with_byte(good.clone(), place, byte);
            refused(&bad, |kind| matches!(kind, WeightsErrorKind::Invalid { .. }));
        }
    }
    let [patterns, network] = both_kinds().map(|weights| tables(&weights));
    let unused_lane = 4096 + 4 * 226_316 - 1;
    let first_bias = network.len() - 61 * 1316 + 1;
    for (good, at, expected) in [
        (patterns, unused_lane, "zeros for the unused lane"),
        (network, first_bias, "biases within their limits"),
    ] {
        for error in refuse_tables(&with_byte(good, at, 0x70), "forged.tables") {
            assert!(error.to_string().ends_with(&format!(": expected {expected}")), "{error}");
        }
    }
    let error = refuse(&tables(&both_kinds()[0]));
    assert_eq!(error.to_string(), "byte 0: expected pattern weights and not tables made of them");
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "no threads")]
fn clones_are_cheap_and_go_to_other_threads() {
    let weights = Weights::new(&random_weights(&[10], -9..=9)).unwrap();
    let clone = weights.clone();
    assert_eq!(std::thread::spawn(move || clone.evaluate(&Board::START)).join().unwrap(), {
        weights.evaluate(&Board::START)
    });
}

fn network_file(network: &Network) -> Vec<u8> {
    let mut bytes = Vec::new();
    network.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn networks_are_read_as_they_were_written() {
    let mut rng = Rng::with_seed(3);
    for (width, extreme) in WIDTHS.into_iter().flat_map(|width| [(width, false), (width, true)]) {
        let network = random_network(width, extreme);
        assert_eq!(network.width(), width);
        let bytes = network_file(&network);
        assert_eq!(Network::from_bytes(&bytes).unwrap(), network);
        let weights = Weights::read(&*bytes).unwrap();
        for board in game_boards(&mut rng) {
            assert_eq!(weights.evaluate_128(&board), network.evaluate_128(&board));
        }
        assert_eq!(refuse(&bytes).to_string(), "byte 0: expected pattern weights and not a network");
    }
    let patterns = random_weights(&[20], -50..=50);
    assert_eq!(Weights::read(&*compact(&patterns, 1)).unwrap().provenance(), "random");
    let error = Network::from_bytes(&plain(&patterns)).unwrap_err();
    assert_eq!(error.to_string(), "byte 0: expected a network");
}

/// A file of an old version with these numbers. The header is that of a current file.
fn old(current: &[u8], version: u8, numbers: &[u8]) -> Vec<u8> {
    let mut bytes = current[..135].to_vec();
    bytes[8] = version;
    bytes[12..16].copy_from_slice(&(numbers.len() as u32).to_le_bytes());
    bytes[16..20].copy_from_slice(&(PACKED_LEN as u32 - 1).to_le_bytes());
    bytes.extend(numbers);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Returns the numbers of version 1: the numbers of all rows in columns, then the heads.
fn deflated(numbers: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(numbers, 1)
}

/// The bytes of all heads of a network whose rows have 16 numbers.
const HEADS_LEN: usize = 61 * (32 + 512 + 64 + 32 + 64 + 4);

#[test]
fn a_network_of_the_widest_rows_is_read_as_it_was_written() {
    for number in [127, -127] {
        let heads = vec![Head::zero(64); HEADS];
        let widest = Network::new(vec![number; 64 * ROWS], heads, "wide").unwrap();
        assert_eq!(Network::from_bytes(&network_file(&widest)).unwrap(), widest);
    }
}

/// Files of versions 1 and 2 have no rows of quadrants: these are zero.
#[test]
fn networks_of_old_versions_are_read() {
    let patterns = PACKED_LEN - 1;
    for mut network in [random_network(16, false), random_network(16, true)] {
        let mut rows = network.rows().flatten().copied().collect::<Vec<i8>>();
        rows[16 * patterns..].fill(0);
        network = Network::new(rows, network.heads().to_vec(), network.provenance()).unwrap();
        let current = network_file(&network);
        let heads = &current[current.len() - 4 - HEADS_LEN..current.len() - 4];
        let column = |i: usize| network.rows().take(patterns).map(move |row| row[i] as u8);
        let numbers = [&(0..16).flat_map(column).collect::<Vec<u8>>(), heads].concat();
        assert_eq!(Network::from_bytes(&old(&current, 1, &deflated(&numbers))).unwrap(), network);

        // A row of zeros has no bits but a width.
        let (widths, rest) = current[135..current.len() - 4].split_at(ROWS.div_ceil(2));
        let packed = [&widths[..patterns.div_ceil(2)], rest].concat();
        assert_eq!(Network::from_bytes(&old(&current, 2, &packed)).unwrap(), network);
    }
}

#[test]
fn damaged_networks_are_refused() {
    let good = network_file(&random_network(16, false));
    for len in offsets(good.len()) {
        let error = Weights::read(&good[..len]).unwrap_err();
        assert!(matches!(error.kind, WeightsErrorKind::Truncated { .. }), "{len}: {error}");
        let mut bad = good.clone();
        bad[len] ^= 1 << (len % 8);
        assert!(Weights::read(&*bad).is_err(), "byte {len}");
    }
    let error = Weights::read(&*[&good[..], &[0]].concat()).unwrap_err();
    assert!(matches!(error.kind, WeightsErrorKind::TrailingData), "{error}");

    let forged = |change: fn(&mut Vec<u8>)| {
        Network::from_bytes(&changed(good.clone(), change))
            .expect_err("a forged network was read")
            .to_string()
    };
    assert_eq!(forged(|b| b[8] = 4), "byte 8: version 4 of the format is unknown");
    assert_eq!(forged(|b| b[11] = 0xff), "byte 10: expected a provenance of up to 2000 bytes");
    assert_eq!(forged(|b| b[15] = 0xff), "byte 12: expected a length that fits the number of rows");
    assert_eq!(forged(|b| b[16] ^= 1), "byte 16: expected 181947 rows");
    assert_eq!(
        forged(|b| b[21] ^= 1),
        "byte 20: expected 8, 16, 32 or 64 numbers in a row, 16 hidden units, 61 heads and 12 shapes"
    );
    assert_eq!(forged(|b| b[25] ^= 1), "byte 24: expected the 12 shapes in their order");
    assert_eq!(forged(|b| b[130] = 0xff), "byte 130: expected UTF-8");
    assert_eq!(forged(|b| b[136] ^= 0xff), "byte 135: expected packed numbers");
    let bias_of_the_last_head = |b: &mut Vec<u8>| {
        let at = b.len() - HEADS_LEN / 61;
        b[at + 1] = 0x60;
    };
    assert_eq!(forged(bias_of_the_last_head), "byte 135: expected biases within their limits");
    assert_eq!(forged(|b| b[8] = 2), "byte 16: expected 114363 rows");
    let more_rows = Network::from_bytes(&old(&good, 2, &good[135..500_000])).unwrap_err().to_string();
    assert_eq!(more_rows, "byte 135: expected packed numbers");
    // Version 1 with a bias beyond its limit, and with wrong amounts of numbers.
    let replaced = |len: usize, number: u8| {
        Network::from_bytes(&old(&good, 1, &deflated(&vec![number; len]))).map_err(|error| error.to_string())
    };
    let len = 16 * (PACKED_LEN - 1) + HEADS_LEN;
    assert!(replaced(len, 0).is_ok());
    assert_eq!(replaced(len, 0x60).unwrap_err(), "byte 135: expected biases within their limits");
    assert_eq!(replaced(len - 1, 0).unwrap_err(), "byte 135: expected compressed numbers");
    assert_eq!(replaced(50_000_000, 0).unwrap_err(), "byte 135: expected compressed numbers");
}
