//! WTHOR: no bytes make the parsers panic, and what they accept is written so that it reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_bitboard::notation::{read_jou, read_trn, read_wtb, write_wtb};

fuzz_target!(|bytes: &[u8]| {
    let _ = (read_jou(bytes), read_trn(bytes));
    let Ok((header, games)) = read_wtb(bytes) else { return };
    let games: Vec<_> = games.flatten().collect();
    let written = write_wtb(&header, &games).unwrap();
    let (read, records) = read_wtb(&written).unwrap();
    assert_eq!((read, records.collect::<Result<Vec<_>, _>>()), (header, Ok(games)));
});
