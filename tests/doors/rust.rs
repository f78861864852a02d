//! The corpus in Rust: each case is a typed call of the facade, its result read by the accessors.

mod corpus;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use corpus::Inexpressible;
use reversi_engine::book::Book;
use reversi_engine::notation::{Fen, GgfGame, read_obf};
use reversi_engine::{
    AnalyzeRequest, Answer, Bitboard, BookUse, Checkpoint, Clock, CpuLevel, Engine, Game, Level, Limits,
    Move, Played, Position, Problem, Reply, Selectivity, SolveError, SolveRequest, Square, Stop, Weights,
};
use serde_json::{Value, json};

/// A problem, or why there is no call.
enum Refused {
    Problem(Box<Problem>),
    Inexpressible(Inexpressible),
}

impl<E> From<E> for Refused
where
    E: std::error::Error,
    for<'a> Problem: From<&'a E>,
{
    fn from(error: E) -> Refused {
        Refused::Problem(Box::new(Problem::from(&error)))
    }
}

type Answered<T = Value> = Result<T, Refused>;

fn none<T>(why: &str) -> Answered<T> {
    Err(Refused::Inexpressible(why.to_owned()))
}

/// A whole number of the type of a field.
fn whole<T: TryFrom<i128>>(value: &Value) -> Answered<T> {
    let number = value.as_i64().map(i128::from).or(value.as_u64().map(i128::from));
    number
        .and_then(|number| number.try_into().ok())
        .map_or_else(|| none("the type of the field holds no such value"), Ok)
}

fn seconds(value: &Value) -> Answered<Duration> {
    let time = value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.map_or_else(|| none("the type of the field holds no such value"), Ok)
}

/// Checks that a call has all these fields.
fn only_fields(value: &Value, names: &[&str]) -> Answered<()> {
    let known =
        value.as_object().is_some_and(|fields| fields.keys().all(|name| names.contains(&name.as_str())));
    if known { Ok(()) } else { none("a call has no such argument, or has it always") }
}

fn limits(value: &Value) -> Answered<Limits> {
    let mut limits = Limits::new();
    if !value.is_null() {
        only_fields(value, &["seconds", "nodes"])?;
        limits.time = value.get("seconds").map(seconds).transpose()?;
        limits.nodes = value.get("nodes").map(whole).transpose()?;
    }
    Ok(limits)
}

fn solve_request(question: &Value, stop: Option<&Stop>) -> Answered<SolveRequest> {
    only_fields(question, &["ask", "position", "moves", "window", "at_least", "limits", "total_limits"])?;
    let (window, at_least) = (question.get("window"), question.get("at_least"));
    let request = match (window, at_least) {
        (None, None) => SolveRequest::exact(),
        (None, Some(score)) => SolveRequest::at_least(whole(score)?),
        (Some(window), None) if window == "exact" => SolveRequest::exact(),
        (Some(window), None) if window == "wld" => SolveRequest::wld(),
        (Some(Value::Array(ends)), None) if ends.len() == 2 => {
            SolveRequest::window(whole(&ends[0])?, whole(&ends[1])?)
        }
        _ => return none("the type of the field holds no such value"),
    };
    let each = stop.into_iter().fold(limits(&question["limits"])?, Limits::stop);
    Ok(request.limits(each).total_limits(limits(&question["total_limits"])?))
}

fn analyze_request(question: &Value, stop: Option<&Stop>) -> Answered<AnalyzeRequest> {
    let names = [
        "ask",
        "position",
        "moves",
        "level",
        "depth",
        "selectivity",
        "lines",
        "only",
        "clock",
        "book",
        "limits",
        "total_limits",
    ];
    only_fields(question, &names)?;
    let mut request = match (question.get("level"), question.get("depth")) {
        (Some(level), None) => AnalyzeRequest::level(Level::new(whole(level)?)?),
        (None, Some(depth)) => AnalyzeRequest::depth(whole(depth)?),
        (None, None) => {
            return Err(Refused::Problem(Box::new(Problem::new(
                "no-default-effort",
                "today a request has to name one",
            ))));
        }
        _ => return none("a request has one effort"),
    };
    if let Some(percent) = question.get("selectivity") {
        request = request.selectivity(whole::<u32>(percent)?.to_string().parse::<Selectivity>()?);
    }
    if let Some(lines) = question.get("lines") {
        request = request.multi_pv(if lines == "all" { usize::MAX } else { whole(lines)? });
    }
    if let Some(squares) = question.get("only").and_then(Value::as_str) {
        let cells: Vec<char> = squares.chars().filter(|c| !c.is_whitespace()).collect();
        let squares = cells.chunks(2).map(|cell| String::from_iter(cell).parse::<Square>());
        let squares: Vec<Square> = squares.collect::<Result<_, _>>()?;
        request = request.only(squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with_square));
    }
    if let Some(clock) = question.get("clock") {
        only_fields(clock, &["remaining_seconds", "increment_seconds"])?;
        let increment = clock.get("increment_seconds").map(seconds).transpose()?.unwrap_or_default();
        request = request.clock(Clock::new(seconds(&clock["remaining_seconds"])?, increment));
    }
    if let Some(name) = question.get("book") {
        let uses =
            [BookUse::Never, BookUse::AsDeep, BookUse::Always].into_iter().find(|book| name == book.name());
        request = request.book(uses.map_or_else(|| none("the type of the field holds no such value"), Ok)?);
    }
    let each = stop.into_iter().fold(limits(&question["limits"])?, Limits::stop);
    Ok(request.limits(each).total_limits(limits(&question["total_limits"])?))
}

/// A temporary file of the case.
fn file(folder: &tempfile::TempDir, spec: &Value) -> String {
    let path = folder.path().join("file");
    std::fs::write(&path, corpus::material(spec)).unwrap();
    path.to_str().unwrap().to_owned()
}

fn engine(with: &Value, folder: &tempfile::TempDir) -> Answered<Engine> {
    let mut builder = Engine::builder().hash_mib(with.get("hash_mib").map_or(Ok(1), whole)?);
    if let Some(threads) = with.get("threads") {
        builder = builder.threads(whole(threads)?);
    }
    if let Some(level) = with.get("cpu_level") {
        builder = builder.cpu(level.as_str().unwrap().parse::<CpuLevel>()?);
    }
    if let Some(spec) = with.get("weights") {
        builder = builder.weights(Weights::open(file(folder, spec))?);
    }
    if let Some(spec) = with.get("book") {
        let book = if spec == "embedded" { Book::embedded() } else { Book::open(file(folder, spec))? };
        builder = builder.book(Arc::new(book));
    }
    Ok(builder.build()?)
}

fn read(kind: &str, text: &str) -> Answered {
    let game = match kind {
        "cells" => Game::from_position(text.parse()?),
        "fen" => Game::from_position(text.parse::<Fen>()?.0),
        "moves" => text.parse()?,
        "ggf" => text.parse::<GgfGame>()?.game,
        "move" => return Ok(json!({"move": text.parse::<Move>()?.to_string()})),
        _ => {
            let positions =
                read_obf(text).map(|line| Ok(line?.position.to_string())).collect::<Answered<Vec<_>>>()?;
            return Ok(json!({"positions": positions}));
        }
    };
    Ok(json!({"position": game.position().to_string(), "moves": game.to_string()}))
}

fn call(case: &Value, folder: &tempfile::TempDir) -> Answered {
    let (question, with) = (&case["question"], &case["with"]);
    if let Some((kind, text)) = case["read"].as_object().and_then(|read| read.iter().next()) {
        return read(kind, text.as_str().unwrap());
    }
    if case.get("bytes").is_some() {
        return none("a text of Rust is valid");
    }
    let mut engine = engine(with, folder)?;
    if let Some(text) = case["text"].as_str() {
        return Ok(serde_json::from_str(&engine.answer_json(text)).unwrap());
    }
    let stop = with["stop"].as_str().map(|_| Stop::new());
    stop.iter().filter(|_| with["stop"] == "set").for_each(Stop::set);
    if let Some(texts) = with["positions"].as_array() {
        let boards = texts.iter().map(|text| Ok(text.as_str().unwrap().parse::<Position>()?.board));
        let boards = boards.collect::<Answered<Vec<_>>>()?;
        let mut values = vec![json!({"bounds": {"lower": -64, "upper": 64}}); boards.len()];
        engine.solve_many(boards, solve_request(question, stop.as_ref())?, |solved| {
            let value =
                solved.result.map_or_else(|interrupted| interrupted.bounds, |solution| solution.value());
            values[solved.index] = serde_json::to_value(value).unwrap();
            ControlFlow::Continue(())
        })?;
        return Ok(json!({"many": values}));
    }
    if question.get("position").or(question.get("moves")).is_none() {
        return none("a call has no such argument, or has it always");
    }
    let start = question["position"].as_str().map_or(Ok(Position::START), str::parse)?;
    let mut game = Game::from_transcript(start, question["moves"].as_str().unwrap_or_default())?;
    let (position, board) = (game.position(), game.board());
    let reply = match question["ask"].as_str() {
        Some("solve") => {
            let request = solve_request(question, stop.as_ref())?;
            if let Some(text) = with.get("checkpoint") {
                Checkpoint::open(file(folder, text), request.clone())?;
            }
            match engine.solve(&board, request) {
                Ok(found) => Reply::Solution(found),
                Err(SolveError::Interrupted(found)) => Reply::Interrupted(found),
                Err(error) => return Err(error.into()),
            }
        }
        Some("analyze") => {
            Reply::Analysis(engine.analyze(&board, analyze_request(question, stop.as_ref())?)?)
        }
        Some("analyze_game") => {
            Reply::Game(engine.analyze_game(&game, analyze_request(question, stop.as_ref())?)?)
        }
        Some("evaluate") => {
            only_fields(question, &["ask", "position", "moves"])?;
            Reply::Evaluation(engine.evaluate(&board))
        }
        Some("legal_moves") => Reply::LegalMoves(board.legal_plays().collect()),
        Some("play") if question.get("move").is_some() => {
            game.play(question["move"].as_str().unwrap().parse::<Move>()?)?;
            Reply::Played(Played::of(&game))
        }
        _ => return none("a call has no such argument, or has it always"),
    };
    // The replies write themselves as data; what is read again is the same.
    let answer = serde_json::to_value(Answer::new(position, reply)).unwrap();
    if with["round_trip"] == true {
        assert_eq!(
            serde_json::to_value(serde_json::from_value::<Answer>(answer.clone()).unwrap()).unwrap(),
            answer
        );
    }
    Ok(answer)
}

#[test]
fn every_case_at_the_typed_calls() {
    corpus::replay("rust", |case| {
        let folder = tempfile::tempdir().unwrap();
        match call(case, &folder) {
            Ok(answer) => Ok(answer),
            Err(Refused::Inexpressible(why)) => Err(why),
            Err(Refused::Problem(problem)) => {
                let text = problem.to_json().replace(folder.path().join("file").to_str().unwrap(), "$FILE");
                Ok(serde_json::from_str(&text).unwrap())
            }
        }
    });
}

/// What a program writes beside an answer is its own.
#[test]
fn the_schema_is_that_of_the_engine() {
    assert!(!reversi_engine::schema().contains("left_book"));
}

#[test]
fn every_code_of_the_corpus_is_in_the_table() {
    let guide = include_str!("../../crates/reversi-engine/src/docs/questions.md");
    let missing = |case: &Value| {
        let code = case.pointer("/error/code")?.as_str()?.to_owned();
        (!guide.contains(&format!("`{code}`"))).then_some(code)
    };
    let missing: Vec<String> = corpus::cases().iter().filter_map(missing).collect();
    assert_eq!(missing, [""; 0]);
}
