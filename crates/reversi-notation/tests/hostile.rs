//! Hostile files: cut, changed, long and meaningless. The fuzz targets go further.

use reversi_notation::{
    GgfGame, ReadWthorErrorKind, WthorGame, WthorHeader, read_ggf, read_jou, read_trn, read_wtb, write_jou,
    write_wtb,
};
use reversi_testkit::{CELLS, check_text};

const GGF: &str = "(;GM[Othello]PC[here]PB[a]PW[\u{e9}]RE[+0.000]TY[8]\
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//2.4]W[D6/-1.5/1e3];)";

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
            check_text(&text[..cut]);
            check_text(&text[cut..]);
        }
    }
}

#[test]
fn the_ggf_record_after_one_that_is_cut_is_read() {
    let good: GgfGame = GGF.replace("PB[a]", "PB[second]").parse().unwrap();
    for (cut, _) in GGF.char_indices().skip(2) {
        for between in ["", "\n", "\n2 "] {
            let text = format!("{}{between}{good}", &GGF[..cut]);
            let [first, second] = &read_ggf(&text).collect::<Vec<_>>()[..] else {
                panic!("expected two records in {text:?}")
            };
            assert!(first.is_err(), "{text:?}");
            assert_eq!(second.as_ref(), Ok(&good), "{text:?}");
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
                check_text(text);
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
            check_text(&format!("{start}{}", pattern.repeat((1 << 20) / pattern.len())));
        }
    }
}

fn wtb() -> Vec<u8> {
    let games = ["f5d6c3d3c4", "f5", "f5f6e6f4"].map(|moves| WthorGame::new(moves.parse().unwrap()));
    write_wtb(&WthorHeader::default(), &games).unwrap()
}

#[test]
fn of_wthor_files_that_are_cut_anywhere_the_whole_games_are_read_and_no_name() {
    let jou = write_jou(&WthorHeader::default(), &["Ada", "Bo"]).unwrap();
    for len in 0..jou.len() {
        assert!(read_jou(&jou[..len]).is_err(), "{len}");
        assert!(read_trn(&jou[..len]).is_err(), "{len}");
    }
    let wtb = wtb();
    let games: Vec<_> = read_wtb(&wtb).unwrap().1.collect();
    assert!(games.len() == 3 && games.iter().all(Result::is_ok));
    for len in 0..16 {
        assert_eq!(read_wtb(&wtb[..len]).err().unwrap().kind, ReadWthorErrorKind::NoHeader);
    }
    for len in 16..wtb.len() {
        let whole = (len - 16) / 68;
        let (_, read) = read_wtb(&wtb[..len]).unwrap();
        assert_eq!(read.len(), whole + 1);
        let read: Vec<_> = read.collect();
        assert_eq!(read[..whole], games[..whole], "{len}");
        let kind = ReadWthorErrorKind::Length { records: 3, size: 68, found: len - 16 };
        let error = read[whole].as_ref().unwrap_err();
        assert_eq!((error.at, error.kind), (16 + 68 * whole, kind));
    }
}

#[test]
fn all_games_of_a_wthor_file_are_read_whatever_number_the_header_states() {
    let mut bytes = wtb();
    let games: Vec<_> = read_wtb(&bytes).unwrap().1.collect();
    for count in [0, 1, 2, 4, 255] {
        bytes[4] = count;
        let read: Vec<_> = read_wtb(&bytes).unwrap().1.collect();
        assert_eq!((read.len(), &read[..3]), (4, &games[..]), "{count}");
        assert_eq!(read[3].as_ref().unwrap_err().at, bytes.len());
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
                let wrong_count = usize::from((4..8).contains(&at));
                assert_eq!(read.len(), games.len() + wrong_count, "byte {at}, bit {bit}");
                let same = read.zip(&games).filter(|(read, good)| read == *good).count();
                assert!(same >= games.len() - usize::from(at >= 16), "byte {at}, bit {bit}");
            }
            Err(error) => assert_eq!((at, error.at), (12, 12), "bit {bit}: {error}"),
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
            let items: Vec<_> = read_wtb(&bytes).unwrap().1.collect();
            assert!(items.len() == 1 && items[0].is_err());
            assert_eq!(read_jou(&bytes).is_ok(), (count, body) == (1, 20));
            assert_eq!(read_trn(&bytes).is_ok(), (count, body) == (1, 26));
        }
    }
}
