//! GGF: no text makes the parser panic, and what it accepts is printed so that it reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::notation::{GgfGame, read_ggf};

fuzz_target!(|text: &str| {
    for record in read_ggf(text).flatten() {
        assert_eq!(record.to_string().parse::<GgfGame>(), Ok(record));
    }
});
