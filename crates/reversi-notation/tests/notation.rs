//! Written values read back as the same value, and no text makes a parser panic.

use proptest::prelude::*;
use reversi_bitboard::{Board, Color, Game, Move, Position, Square};
use reversi_notation::{
    Fen, GgfEnd, GgfGame, GgfNote, GgfResult, ObfLine, ScoredMove, WthorGame, WthorHeader, read_ggf,
    read_jou, read_obf, read_trn, read_wtb, write_jou, write_trn, write_wtb,
};
use reversi_testkit::{CELLS, boards, check_text, config, games};

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
        tags in proptest::collection::btree_map("[A-Z]{3,4}", value(), 0..4),
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
    fn ggf_records_with_any_numbers_read_back(
        game in games(),
        notes in proptest::collection::vec(any_note(), 0..120),
        score in prop_oneof![any_number(), -64.0..=64.0],
        end in proptest::sample::select(vec![
            GgfEnd::Played, GgfEnd::Resigned, GgfEnd::Timeout, GgfEnd::Left, GgfEnd::Agreed,
        ]),
    ) {
        let mut record = GgfGame::new(game);
        record.notes = notes;
        prop_assert_eq!(GgfResult::new(score, end).is_ok(), (-64.0..=64.0).contains(&score));
        let result = GgfResult::new(score, end).ok();
        if let Some(result) = result {
            prop_assert_eq!(result.to_string().parse(), Ok(result));
            record.set_result(result);
        }
        let read: GgfGame = record.to_string().parse().unwrap();
        prop_assert_eq!(&read, &record);
        let is_forfeit = result.is_some() && !matches!(end, GgfEnd::Played | GgfEnd::Agreed);
        let of_board = |score: i32| GgfResult::new(score.into(), GgfEnd::Played).unwrap();
        let board = read.game.score().filter(|_| !is_forfeit).map(of_board);
        prop_assert_eq!(read.result(), Ok(board.or(result)));
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
        check_text(&text);
        check_text(&format!("(;BO[8 {CELLS} X]{text};)"));
    }
}

/// The corpus has the messages of FEN and GGF.
#[test]
fn messages_do_not_name_a_byte_at_the_beginning_nor_rust() {
    fn message<T: std::str::FromStr<Err: std::fmt::Display> + std::fmt::Debug>(text: &str) -> String {
        text.parse::<T>().unwrap_err().to_string()
    }
    assert_eq!(message::<Position>("f5"), "'f' is neither a disc nor an empty square");
    assert_eq!(message::<Position>("-?"), "byte 1: '?' is neither a disc nor an empty square");
    assert_eq!(message::<Board>(""), "the text has only 0 of 64 cells");
    let no_side = "byte 64: the side to move is missing after 64 symbols: add X or O, or a missing cell";
    assert_eq!(message::<Position>(CELLS), no_side);
    assert_eq!(message::<ObfLine>("file.obf"), "'f' is neither a disc nor an empty square");
    assert_eq!(message::<Fen>("x"), "'x' is neither p, P nor a number from 1 to 8");
    let not_a_move = "not a move: expected a square such as f5, or a pass: ps, pa, pass or --";
    assert_eq!(message::<Game>("game.txt"), format!("ply 1: {not_a_move}"));
    assert_eq!(message::<GgfGame>("game.ggf"), "expected a game that begins with (;");
}

#[test]
fn the_scores_of_the_usual_problems_agree() {
    for file in [
        include_str!("../../../examples/data/ffo-1-19.obf"),
        include_str!("../../../examples/data/ffo-20-39.obf"),
        include_str!("../../../examples/data/ffo-40-59.obf"),
        include_str!("../../../examples/data/midgame-30.obf"),
        include_str!("../../../examples/data/midgame-40.obf"),
    ] {
        assert!(read_obf(file).count() >= 19);
        for line in read_obf(file) {
            let mut line = line.unwrap();
            assert_eq!(line.check(), Ok(()), "{line}");
            let Some(best) = line.best_score() else { continue };
            line.score = Some(best - 1);
            assert!(line.moves.is_empty() || !line.is_consistent(), "{line}");
        }
    }
}

/// Values of tags, which contain no `]` and no beginning of a record.
fn value() -> impl Strategy<Value = String> {
    r"[ -\\^-~é●\n]*".prop_filter("a record begins", |value| !value.contains("(;"))
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        proptest::num::f64::ANY,
        (-999_999..999_999).prop_map(|n| f64::from(n) / 1000.0)
    ]
}

fn any_note() -> impl Strategy<Value = GgfNote> {
    let number = || proptest::option::of(any_number());
    (number(), number()).prop_map(|(eval, seconds)| GgfNote { eval, seconds })
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
        "(;", ";)", "BO[8", "b[f5]", "re[+2:r]", "PB[x]", "B[F5]", "W[D6/", "W[d6]", "B[", "W[PA]", "[", "]",
    ])
}

#[test]
fn marks_make_all_columns_of_a_diagram_wider() {
    let game: Game = "f5d6c3d3c4".parse().unwrap();
    let plain = game.diagram();
    for (mark, width) in [("", 3), ("+", 3), ("+4", 4), ("-12", 5), ("12345678", 10), ("é●\u{1b}[\n", 5)] {
        let text = plain.clone().mark(Square::A1, mark).mark(Square::E8, mark).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 10, "{text}");
        assert!(lines.iter().all(|line| line.trim_end() == *line), "{text}");
        let columns = |line: usize| {
            let text: Vec<char> = format!("{:99}", lines[line]).chars().collect();
            let cell = |file| text[2 + width * file..][..width].iter().collect::<String>().trim().to_owned();
            (0..8).map(cell).collect::<Vec<_>>()
        };
        assert_eq!(columns(0), ["a", "b", "c", "d", "e", "f", "g", "h"], "{text}");
        let shown = mark.replace(['\n', '\u{1b}'], "");
        let (a1, e8) = if mark.is_empty() { ("-", "-") } else { (&shown[..], &shown[..]) };
        assert_eq!(columns(1), [a1, "-", "-", "-", "-", "-", "-", "-"], "{text}");
        assert_eq!(columns(8), ["-", "-", "-", "-", e8, "-", "-", "-"], "{text}");
        assert_eq!(columns(4)[2].replace(' ', ""), "[X]", "{text}");
        assert_eq!(lines[9], "X 6, O 3, white to move");
    }
}

#[test]
fn the_last_line_of_a_diagram_says_whose_turn_it_is() {
    let last = |text: &str| {
        let diagram = text.parse::<Position>().unwrap().diagram().to_string();
        diagram.lines().last().unwrap().to_owned()
    };
    let rest = "-".repeat(62);
    assert_eq!(last(&format!("OX{rest} X")), "X 1, O 1, black must pass");
    assert_eq!(last(&format!("OX{rest} O")), "X 1, O 1, white to move");
    assert_eq!(last(&format!("OO{rest} X")), "X 0, O 2, game over");
    let white = Position { side: Color::White, ..Position::START };
    assert!(white.diagram().to_string().contains("4  -  -  .  X  O"));
    assert!(white.board.diagram().to_string().contains("4  -  -  .  O  X"));
}
