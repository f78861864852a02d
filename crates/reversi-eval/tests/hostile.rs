//! Malicious files of weights: truncated, changed with a valid checksum, and endless. The fuzz target
//! `binary` goes further.

use std::io::{self, ErrorKind, Read};

use crate::support::random_weights;
use reversi_eval::network::{HEADS, Head, Network, ROWS};
use reversi_eval::pattern::PACKED_LEN;
use reversi_eval::{ByteOrder, EdaxHeader, PatternWeights, Weights, WeightsError};

/// The length of the longest valid file, a file of tables, and one byte to see that nothing follows.
const LONGEST: usize = 23_799_008 + 4096 + 1;

/// An endless file. Reading more of it than the longest valid file has is a failure.
struct Endless<'a> {
    start: &'a [u8],
    then: u8,
    given: usize,
}

impl Read for Endless<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let (from_start, rest) = buf.split_at_mut(buf.len().min(self.start.len()));
        let (now, later) = self.start.split_at(from_start.len());
        from_start.copy_from_slice(now);
        rest.fill(self.then);
        self.start = later;
        self.given += buf.len();
        assert!(self.given <= LONGEST, "the reader does not stop");
        Ok(buf.len())
    }
}

/// Returns one byte at a time, with interruptions.
struct Slow<'a> {
    bytes: &'a [u8],
    interrupted: bool,
}

impl Read for Slow<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        match self.interrupted {
            true => Err(ErrorKind::Interrupted.into()),
            false => self.bytes.read(&mut buf[..1]),
        }
    }
}

/// Calls every reader of weights. Returns `Ok` if one of them accepts the input.
fn read_all<R: Read>(reader: impl Fn() -> R) -> Result<(), WeightsError> {
    let read = [
        Weights::read(reader()).map(drop),
        PatternWeights::read(reader()).map(drop),
        PatternWeights::read_edax(reader()).map(drop),
        Network::read(reader()).map(drop),
    ];
    read.into_iter().reduce(Result::or).expect("there are readers")
}

/// A file in every format. The first two are small.
fn files() -> [Vec<u8>; 4] {
    let patterns =
        PatternWeights::new(vec![20, 21], vec![-7; 2 * PACKED_LEN], "the same everywhere").unwrap();
    let mut compact = Vec::new();
    patterns.write_compact(&mut compact, 1).unwrap();
    let mut rows = vec![0; 16 * ROWS];
    rows.chunks_exact_mut(16).step_by(1000).for_each(|row| row.fill(7));
    let network = Network::new(rows, vec![Head::zero(16); HEADS], "some sevens").unwrap();
    let mut of_network = Vec::new();
    network.write(&mut of_network).unwrap();
    let header = EdaxHeader::new(ByteOrder::Big, [3, 2, 5], 20.5);
    let mut edax = Vec::new();
    patterns.write_edax(&mut edax, &header).unwrap();
    let mut tables = Vec::new();
    Weights::from_network(&network).unwrap().write_tables(&mut tables).unwrap();
    [compact, of_network, edax, tables]
}

#[test]
fn endless_input_is_refused_early() {
    for file in files() {
        for len in [0, 7, 8, 9, 16, 20, 28, 100, 133, 140, file.len() - 5, file.len() - 1, file.len()] {
            for then in [0, 1, 0xff] {
                let endless = || Endless { start: &file[..len], then, given: 0 };
                assert!(read_all(endless).is_err(), "{len} bytes, then {then}");
            }
        }
    }
    // The greatest lengths that a header can state.
    let [compact, network, ..] = files();
    for (file, lengths) in [(compact, 20..28), (network, 10..16)] {
        for byte in [0x7f, 0xff] {
            let mut start = file[..130].to_vec();
            start[lengths.clone()].fill(byte);
            assert!(read_all(|| Endless { start: &start, then: 1, given: 0 }).is_err());
        }
    }
}

#[test]
fn files_that_are_cut_anywhere_are_refused() {
    let [compact, network, ..] = files();
    for file in [compact, network] {
        for len in 0..file.len() {
            let error = read_all(|| &file[..len]).unwrap_err();
            assert!(error.at <= len as u64, "{len}: {error}");
        }
    }
}

#[test]
fn a_changed_bit_is_noticed_and_with_a_valid_checksum_does_no_harm() {
    let [compact, network, ..] = files();
    for (file, stride) in [(compact, 5), (network, 499)] {
        let header = 0..8 * 140;
        let rest = (header.end..8 * (file.len() - 4)).step_by(stride);
        for bit in header.chain(rest) {
            let mut bad = file.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            assert!(read_all(|| &*bad).is_err(), "bit {bit}");
            let end = bad.len() - 4;
            let checksum = crc32fast::hash(&bad[..end]);
            bad[end..].copy_from_slice(&checksum.to_le_bytes());
            match PatternWeights::from_bytes(&bad) {
                Ok(patterns) => {
                    let mut again = Vec::new();
                    patterns.write_compact(&mut again, 1).unwrap();
                    assert_eq!(PatternWeights::from_bytes(&again).unwrap(), patterns, "bit {bit}");
                }
                Err(error) => assert!(error.at <= bad.len() as u64, "bit {bit}: {error}"),
            }
            if let Err(error) = Network::from_bytes(&bad) {
                assert!(error.at <= bad.len() as u64, "bit {bit}: {error}");
            }
        }
    }
}

#[test]
fn input_that_comes_byte_by_byte_is_read() {
    let weights = random_weights(&[30], -1..=1);
    let mut file = Vec::new();
    weights.write_compact(&mut file, 1).unwrap();
    let slow = Slow { bytes: &file, interrupted: false };
    assert_eq!(PatternWeights::read(slow).unwrap(), weights);
}
