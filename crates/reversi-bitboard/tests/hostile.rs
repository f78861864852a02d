//! Hostile files: cut, changed, long and meaningless. The fuzz targets go further.

use std::error::Error;

use reversi_bitboard::notation::{
    Fen, GgfGame, ObfLine, WthorGame, WthorHeader, read_ggf, read_jou, read_obf, read_trn, read_wtb,
    write_jou, write_wtb,
};
use reversi_bitboard::{Bitboard, Board, Color, CpuLevel, Game, Move, Position, Square};
use reversi_testkit::CELLS;

const GGF: &str = "(;GM[Othello]PC[here]PB[a]PW[\u{e9}]RE[+0.000]TY[8]\
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//2.4]W[D6/-1.5/1e3];)";

/// Calls every parser. An error has a position in the text and a message.
fn read_all(text: &str) {
    fn tell<T, E: Error>(read: Result<T, E>) -> Option<E> {
        let error = read.err()?;
        let mut next: Option<&dyn Error> = Some(&error);
        while let Some(error) = next {
            assert!(!error.to_string().is_empty());
            next = error.source();
        }
        Some(error)
    }
    let places = [
        tell(text.parse::<Position>()).map(|error| error.at),
        tell(text.parse::<Board>()).map(|error| error.at),
        tell(Position::from_cells(text, Color::Black)).map(|error| error.at),
        tell(text.parse::<Game>()).map(|error| error.at),
        tell(text.parse::<Fen>()).map(|error| error.at),
        tell(text.parse::<ObfLine>()).map(|error| error.at),
        tell(text.parse::<GgfGame>()).map(|error| error.at),
    ];
    assert!(places.into_iter().flatten().all(|at| text.is_char_boundary(at)), "{places:?} in {text:?}");
    tell(text.parse::<Square>());
    tell(text.parse::<Bitboard>());
    tell(text.parse::<Move>());
    tell(text.parse::<Color>());
    tell(text.parse::<CpuLevel>());
    let lines = text.lines().count();
    assert!(read_obf(text).filter_map(tell).all(|error| error.line <= lines));
    assert!(read_ggf(text).filter_map(tell).all(|error| text.is_char_boundary(error.at)));
}

fn samples() -> [String; 6] {
    [
        format!("{CELLS} X"),
        "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1".to_owned(),
        "F5d6 c3\td3c4 --".to_owned(),
        format!("\u{feff}% head\r\n{CELLS} X; F5:+2; D3:+0; -2; --:-127; % \u{e9}\n{CELLS} O; 7\n"),
        GGF.to_owned(),
        format!("2 {GGF}\n{GGF}"),
    ]
}

#[test]
fn text_that_is_cut_anywhere_is_read_or_refused() {
    for text in samples() {
        for (cut, _) in text.char_indices() {
            read_all(&text[..cut]);
            read_all(&text[cut..]);
        }
    }
}

#[test]
fn text_with_any_bit_changed_is_read_or_refused() {
    for text in samples() {
        for (at, bit) in (0..text.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            if let Ok(text) = str::from_utf8(&bytes) {
                read_all(text);
            }
        }
    }
}

/// A parser that scans the rest of the text again and again does not finish this test.
#[test]
fn a_megabyte_of_anything_is_soon_read_or_refused() {
    let patterns = [
        "(;", "(;A[", "(;A[]", "A[]", "B[F5]", "B[", "]", ";)", " ", "\n", "\r", "-", "X", "8", "8/", "p",
        "f5", "ps", ";", "; ", ";F5:+2", "%", ":", "-127", "/", "\u{e9}", "\u{feff}", "\0",
    ];
    let starts = ["".to_owned(), format!("{CELLS} X; "), GGF[..GGF.len() - 2].to_owned()];
    for start in &starts {
        for pattern in patterns {
            read_all(&format!("{start}{}", pattern.repeat((1 << 20) / pattern.len())));
        }
    }
}

fn wtb() -> Vec<u8> {
    let games = ["f5d6c3d3c4", "f5", "f5f6e6f4"].map(|moves| WthorGame::new(moves.parse().unwrap()));
    write_wtb(&WthorHeader::default(), &games).unwrap()
}

#[test]
fn wthor_files_that_are_cut_anywhere_are_refused() {
    let jou = write_jou(&WthorHeader::default(), &["Ada", "Bo"]).unwrap();
    for len in 0..jou.len() {
        assert!(read_jou(&jou[..len]).is_err(), "{len}");
        assert!(read_trn(&jou[..len]).is_err(), "{len}");
    }
    let wtb = wtb();
    for len in 0..wtb.len() {
        assert!(read_wtb(&wtb[..len]).is_err(), "{len}");
    }
}

#[test]
fn a_bit_that_is_changed_spoils_one_game_of_a_wthor_file_at_most() {
    let good = wtb();
    let games: Vec<_> = read_wtb(&good).unwrap().1.collect();
    for (at, bit) in (0..good.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
        let mut bad = good.clone();
        bad[at] ^= 1 << bit;
        match read_wtb(&bad) {
            Ok((_, read)) => {
                let same = read.zip(&games).filter(|(read, good)| read == *good).count();
                assert!(same >= games.len() - 1, "byte {at}, bit {bit}");
            }
            Err(error) => assert!((4..13).contains(&at) && error.at <= 16, "byte {at}, bit {bit}: {error}"),
        }
    }
}

#[test]
fn no_count_in_a_header_is_believed() {
    for count in [1, 2, 0xffff, 0x7fff_ffff, u32::MAX] {
        for body in [0, 1, 20, 26, 67] {
            let mut bytes = vec![0; 16 + body];
            bytes[4..8].copy_from_slice(&count.to_le_bytes());
            bytes[8..10].copy_from_slice(&count.to_le_bytes()[..2]);
            assert!(read_wtb(&bytes).is_err());
            assert_eq!(read_jou(&bytes).is_ok(), (count, body) == (1, 20));
            assert_eq!(read_trn(&bytes).is_ok(), (count, body) == (1, 26));
        }
    }
}
