use std::error::Error;

use reversi_bitboard::{Color, CpuLevel, Game, Position, Square};
use reversi_engine::play::{Strength, Variety};
use reversi_engine::question::{Place, Problem};
use reversi_engine::{
    Analysis, AnalyzeError, BuildError, Engine, Level, Limits, Line, Selectivity, SolveRequest, Value,
};
use reversi_eval::PatternWeights;
use reversi_notation::{GgfGame, WthorHeader, read_jou, read_wtb, write_jou};

/// The problem of an error, whose message is complete.
fn problem<'a, E: Error + 'a>(error: &'a E) -> (String, Place)
where
    Problem: From<&'a E>,
{
    let problem = Problem::from(error);
    assert!(problem.message.starts_with(&error.to_string()), "{problem}");
    let mut source = error.source();
    while let Some(cause) = source {
        assert!(problem.message.contains(&cause.to_string()), "{problem}");
        source = cause.source();
    }
    assert!(problem.code.chars().all(|c| c == '-' || c.is_ascii_lowercase()), "{}", problem.code);
    (problem.code.into_owned(), problem.at)
}

fn code<'a, E: Error + 'a>(error: &'a E) -> String
where
    Problem: From<&'a E>,
{
    problem(error).0
}

#[test]
fn errors_have_codes_and_places() {
    let (code, at) = problem(&PatternWeights::from_bytes(b"RVWEIGHT\x63\0").unwrap_err());
    assert_eq!((&*code, at.offset), ("weights-version", Some(8)));
    let (code, at) = problem(&AnalyzeError::NoLines);
    assert_eq!((&*code, at.field.as_deref()), ("no-lines", Some("lines")));
    let error = Engine::builder()
        .hash_mib(1)
        .build()
        .unwrap()
        .solve(&Position::START.board, SolveRequest::exact().limits(Limits::new().nodes(10)));
    assert_eq!(problem(&error.unwrap_err()), ("interrupted".to_owned(), Place::default()));
}

#[test]
fn every_kind_of_input_has_its_code() {
    assert_eq!(code(&GgfGame::new(Game::new()).set_tag("p b", "x").unwrap_err()), "bad-ggf-tag");
    assert_eq!(code(&"f9".parse::<Square>().unwrap_err()), "bad-square");
    assert_eq!(code(&"red".parse::<Color>().unwrap_err()), "bad-color");
    assert_eq!(code(&"abacus".parse::<CpuLevel>().unwrap_err()), "unknown-cpu-level");
    assert_eq!(code(&"61".parse::<Level>().unwrap_err()), "unknown-level");
    assert_eq!(code(&"74".parse::<Selectivity>().unwrap_err()), "unknown-selectivity");
    assert_eq!(code(&"novice".parse::<Strength>().unwrap_err()), "unknown-strength");
    assert_eq!(code(&"within".parse::<Variety>().unwrap_err()), "unknown-variety");
    assert_eq!(code(&read_wtb(b"").err().unwrap()), "bad-wthor");
    assert_eq!(code(&read_jou(b"").err().unwrap()), "bad-wthor");
    let players = vec!["Somebody"; 70_000];
    assert_eq!(code(&write_jou(&WthorHeader::default(), &players).unwrap_err()), "not-for-wthor");
    for (request, expected, field) in [
        (SolveRequest::window(1, 1), "invalid-window", "window"),
        (SolveRequest::at_least(-65), "out-of-range", "at_least"),
    ] {
        let of_many = problem(&request.check().unwrap_err());
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let of_one = problem(&engine.solve(&Position::START.board, request).unwrap_err());
        assert_eq!((&*of_one.0, of_one.1.field.as_deref()), (expected, Some(field)));
        assert_eq!(of_many, of_one);
    }
    assert_eq!(code(&BuildError::Threads { threads: 2000 }), "too-many-threads");
    assert_eq!(code(&Engine::builder().hash_mib(usize::MAX).build().unwrap_err()), "hash-too-large");
}

/// The names of the public errors of the facade, from its source.
fn public_errors() -> Vec<&'static str> {
    let sources = [
        include_str!("../../reversi-engine/src/lib.rs"),
        include_str!("../../reversi-play/src/lib.rs"),
        include_str!("../../reversi-question/src/lib.rs"),
        include_str!("../../reversi-bitboard/src/text/mod.rs"),
        include_str!("../../reversi-notation/src/lib.rs"),
    ];
    let words = sources.iter().flat_map(|source| {
        let exports = source.split("pub use ").skip(1).map(|rest| rest.split(';').next().unwrap());
        exports.flat_map(|names| names.split(|c: char| !c.is_alphanumeric()))
    });
    let mut names: Vec<_> = words.filter(|word| word.ends_with("Error") && *word != "Error").collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn no_public_error_is_without_a_code() {
    let names = public_errors();
    assert!(names.len() > 20, "{names:?}");
    let codes = include_str!("../../reversi-question/src/error_codes.rs");
    for name in names.into_iter().chain(["IllegalMove", "Overlap", "UnsupportedLevel", "Interrupted"]) {
        let has_code = codes.lines().any(|line| {
            [format!("{name}: "), format!("{name} [value"), format!("impl From<&{name}> ")]
                .iter()
                .any(|start| line.trim().starts_with(start))
        });
        assert!(has_code, "{name} has no line in error_codes.rs");
    }
}

#[test]
fn errors_of_answers_have_the_place_of_their_field() {
    let board = Position::START.board;
    let value = Value::estimate(0, 1, Selectivity::P100).unwrap();
    let error = Line::new(&board, value, [Square::A1.into()]).unwrap_err();
    assert_eq!(problem(&error).1.field.as_deref(), Some("pv[0]"));
    let line = Line::new(&board, value, [Square::F5.into()]).unwrap();
    let (code, at) = problem(&Analysis::new(&board, [line.clone(), line.clone()]).unwrap_err());
    assert_eq!((&*code, at.field.as_deref()), ("same-move", Some("lines[1]")));
    let (code, at) = problem(&Analysis::new(&board.play(Square::F5), [line]).unwrap_err());
    assert_eq!((&*code, at.field.as_deref()), ("illegal-move", Some("lines[0].pv[0]")));
    let (code, at) = problem(&Value::Exact(3).checked().unwrap_err());
    assert_eq!((&*code, at), ("impossible-score", Place::default()));
}
