//! The reader of games and positions in any notation: see `check_reading`. What was read is a game in JSON, too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_notation::{Notation, Reader, read};
use reversi_testkit::check_reading;

fuzz_target!(|bytes: &[u8]| {
    check_reading(bytes);
    for record in read(bytes).flatten() {
        let game = record.game();
        let json = serde_json::to_string(&game).expect("a game can be written");
        let again = Reader::new().strict(true).read_one(json.as_bytes()).expect("it was written just now");
        assert_eq!((again.game(), again.notation), (game, Notation::Json));
    }
});
