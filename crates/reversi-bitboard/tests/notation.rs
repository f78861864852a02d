//! Written values read back as the same value, and no text makes a parser panic.

use proptest::prelude::*;
use reversi_bitboard::notation::{
    Fen, GgfGame, GgfNote, ObfLine, ScoredMove, WthorGame, WthorHeader, read_ggf, read_jou, read_obf,
    read_trn, read_wtb, write_jou, write_trn, write_wtb,
};
use reversi_bitboard::{Board, Color, Game, Move, Position};
use reversi_testkit::{CELLS, boards, config, games};

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn boards_read_back(board in boards(), black in any::<bool>()) {
        prop_assert_eq!(board.to_string().parse(), Ok(board));
        let position = Position { board, side: if black { Color::Black } else { Color::White } };
        let text = position.to_string();
        prop_assert_eq!(text.parse(), Ok(position));
        prop_assert_eq!(text.parse(), Ok(board));
        prop_assert_eq!(Position::from_cells(&text[..64], position.side), Ok(position));
        prop_assert_eq!(Board::from_cells(&text[..64], position.side), Ok(board));
        prop_assert_eq!(Fen(position).to_string().parse(), Ok(Fen(position)));
    }

    #[test]
    fn obf_lines_read_back(
        board in boards(),
        score in proptest::option::of(-64..=64),
        scores: [u8; 64],
        comment in proptest::option::of("[^\\s]([ -~é●]*[^\\s])?"),
    ) {
        let mut line = ObfLine::new(Position { board, side: Color::White });
        line.score = score;
        line.comment = comment;
        let scored = |(mv, score)| ScoredMove { mv, score: i32::from(score) % 65 - 32 };
        line.moves = board.legal_moves().into_iter().map(Move::Place).zip(scores).map(scored).collect();
        if board.must_pass() {
            line.moves.push(ScoredMove { mv: Move::Pass, score: 64 });
        }
        prop_assert_eq!(line.to_string().parse(), Ok(line));
    }

    #[test]
    fn transcripts_read_back_with_and_without_their_passes(game in games()) {
        let text = game.to_string();
        for text in [&text, &text.replace("ps", ""), &format!("{game:#}")] {
            prop_assert_eq!(text.parse(), Ok(game.clone()));
        }
        let played_on = (text + "a1").parse::<Game>();
        prop_assert!(played_on.is_err());
    }

    #[test]
    fn ggf_records_read_back_with_and_without_their_passes(
        game in games(),
        notes in proptest::collection::vec(note(), 120),
        tags in proptest::collection::btree_map("[A-Z]{3,4}", r"[ -\\^-~é●\n]*", 0..4),
    ) {
        let mut record = GgfGame::new(game);
        record.notes = notes[..record.game.moves().len()].to_vec();
        for (name, value) in &tags {
            record.set_tag(name, value).unwrap();
        }
        let text = record.to_string();
        prop_assert_eq!(text.parse(), Ok(record.clone()));
        prop_assert_eq!(record.tags().count(), tags.len() + 1);

        for (note, mv) in record.notes.iter_mut().zip(record.game.moves()) {
            *note = if mv == Move::Pass { GgfNote::default() } else { *note };
        }
        let text = record.to_string();
        let without = text.replace("B[PA]", "").replace("W[PA]", "");
        let both: Result<Vec<_>, _> = read_ggf(&(text + &without)).collect();
        prop_assert_eq!(both, Ok(vec![record.clone(), record]));
    }

    #[test]
    fn wthor_files_read_back(
        header in header(),
        games in proptest::collection::vec((any::<[u16; 3]>(), [0..=64u8, 0..=64u8], games(), 0..70usize), 0..4),
        players in proptest::collection::vec("[ -~\u{a0}-ÿ]{0,19}", 0..4),
        tournaments in proptest::collection::vec("[ -~\u{a0}-ÿ]{0,25}", 0..4),
    ) {
        let games = games.into_iter().map(|(ids, discs, mut game, length)| {
            while game.moves().len() > length || game.moves().last() == Some(Move::Pass) {
                game.undo();
            }
            let mut record = WthorGame::new(game);
            [record.tournament, record.black, record.white] = ids;
            [record.black_discs, record.theoretical_discs] = discs;
            record
        });
        let games: Vec<_> = games.collect();
        let bytes = write_wtb(&header, &games).unwrap();
        let (read, records) = read_wtb(&bytes).unwrap();
        prop_assert_eq!((read, records.collect::<Result<Vec<_>, _>>()), (header, Ok(games)));
        prop_assert_eq!(read_jou(&write_jou(&header, &players).unwrap()), Ok((header, players)));
        prop_assert_eq!(read_trn(&write_trn(&header, &tournaments).unwrap()), Ok((header, tournaments)));
    }

    #[test]
    fn no_bytes_are_too_strange(head: [u8; 16], count in 0..4u8, body in proptest::collection::vec(any::<u8>(), 0..300)) {
        // In many cases the count in the header is right.
        let head = [&head[..4], &[count, 0, 0, 0, count, 0], &head[10..12], &[8], &head[13..]].concat();
        for size in [68, 20, 26] {
            let body = &body[..body.len().min(usize::from(count) * size)];
            let bytes = [&head, body].concat();
            for game in read_wtb(&bytes).into_iter().flat_map(|(_, games)| games).flatten() {
                prop_assert!(write_wtb(&WthorHeader::default(), &[game]).is_ok());
            }
            for names in [read_jou(&bytes), read_trn(&bytes)].into_iter().flatten() {
                prop_assert_eq!(names.1.len(), usize::from(count));
            }
        }
    }

    #[test]
    fn no_text_is_too_strange(pieces in proptest::collection::vec(piece(), 0..12)) {
        let text = pieces.concat();
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
        if let Ok(line) = text.parse::<ObfLine>() {
            prop_assert_eq!(line.to_string().parse(), Ok(line));
        }
        if let Ok(game) = text.parse::<Game>() {
            prop_assert_eq!(game.to_string().parse(), Ok(game));
        }
        for line in read_obf(&text).flatten() {
            prop_assert_eq!(line.to_string().parse(), Ok(line));
        }
        if let Ok(fen) = text.parse::<Fen>() {
            prop_assert_eq!(fen.to_string().parse(), Ok(fen));
        }
        let record = format!("(;BO[8 {CELLS} X]{text};)");
        for record in read_ggf(&text).chain(read_ggf(&record)).flatten() {
            prop_assert_eq!(record.to_string().parse(), Ok(record));
        }
    }
}

fn note() -> impl Strategy<Value = GgfNote> {
    let number = || proptest::option::of(proptest::num::f64::NORMAL | proptest::num::f64::ZERO);
    (number(), number()).prop_map(|(eval, seconds)| GgfNote { eval, seconds })
}

fn header() -> impl Strategy<Value = WthorHeader> {
    any::<([u8; 4], u16, bool, u8)>().prop_map(|(created, year, solitaires, depth)| {
        let mut header = WthorHeader::default();
        (header.created, header.year) = (created, year);
        (header.solitaires, header.depth) = (solitaires, depth);
        header
    })
}

/// Parts of valid text, and parts that break it.
fn piece() -> impl Strategy<Value = &'static str> {
    const FEN: &str = "8/8/8/3pP3/3Pp3/8/8/8";
    proptest::sample::select(vec![
        CELLS, CELLS, "X", " O", "-", ";", "; ", "F5:+2;", "f5", "D6", "f4", "--:-127", "ps", "pa", ":",
        "+1", "-64", "65", "% é", "\n", "\r\n", " ", "é", "●", "\0", "A", "1", FEN, "/", " b", " w", "p7/8",
        "(;", ";)", "BO[8", "PB[x]", "B[F5]", "W[D6/", "W[d6]", "B[", "W[PA]", "[", "]",
    ])
}
