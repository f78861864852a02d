//! OBF: no text makes the parser panic, and what it accepts is printed so that it reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::notation::{ObfLine, read_obf};

fuzz_target!(|text: &str| {
    for line in read_obf(text).flatten() {
        assert_eq!(line.to_string().parse::<ObfLine>(), Ok(line));
    }
});
