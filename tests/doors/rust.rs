//! The corpus in Rust: each case is a typed call of the facade, its result read by the accessors.

mod corpus;
mod pictures;
mod reading;
mod sessions;

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use corpus::Inexpressible;
use reversi_engine::book::{Book, Conversion};
use reversi_engine::notation::{Fen, GgfGame, read_obf};
use reversi_engine::proof::Checker;
use reversi_engine::question::{Answer, Ask, Played, Problem, ProveOptions, Question, Reply, VerifyOptions};
use reversi_engine::runs::Checkpoint;
use reversi_engine::search::{HumanMoves, StopReason};
use reversi_engine::surface::{AnalyzeOptions, CODES, DynValue, EngineOptions, Fields, SolveOptions, read};
use reversi_engine::{AnalyzeRequest, Engine, Game, Move, Position, SolveError, SolveRequest, Stop, Weights};
use serde_json::{Value, json};

/// A problem, or the reason why there is no call.
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

/// A value of a question as the options take it.
fn plain(value: &Value) -> Answered<DynValue> {
    Ok(match value {
        Value::Number(number) => match number.as_i128() {
            Some(whole) => DynValue::Whole(whole),
            None => DynValue::Number(number.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => DynValue::Text(text.clone()),
        Value::Array(list) => DynValue::List(list.iter().map(plain).collect::<Answered<_>>()?),
        Value::Object(fields) if fields.contains_key("float") => {
            DynValue::Number(fields["float"].as_str().and_then(|float| float.parse().ok()).unwrap())
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| Ok((Cow::Owned(name.clone()), plain(value)?)));
            DynValue::Object(fields.collect::<Answered<_>>()?)
        }
        _ => return none("the type of the field holds no such value"),
    })
}

/// The options of a question: what it has beside its position.
fn options<T: Fields>(question: &Value) -> Answered<T> {
    let mut fields = question.as_object().unwrap().clone();
    fields.retain(|name, _| !["ask", "position", "moves"].contains(&name.as_str()));
    let DynValue::Object(fields) = plain(&Value::Object(fields))? else { unreachable!("it was one") };
    Ok(read(fields)?)
}

fn solve_request(question: &Value, stop: Option<&Stop>) -> Answered<SolveRequest> {
    let mut options: SolveOptions = options(question)?;
    options.limits.stop = stop.cloned();
    Ok(options.request()?)
}

fn analyze_request(question: &Value, stop: Option<&Stop>) -> Answered<AnalyzeRequest> {
    let mut options: AnalyzeOptions = options(question)?;
    options.limits.stop = stop.cloned();
    Ok(options.request()?)
}

/// A temporary file of the case.
fn file(folder: &tempfile::TempDir, spec: &Value) -> String {
    let path = folder.path().join("file");
    std::fs::write(&path, corpus::material(spec)).unwrap();
    path.to_str().unwrap().to_owned()
}

fn engine(with: &Value, folder: &tempfile::TempDir) -> Answered<Engine> {
    let mut settings = serde_json::Map::new();
    for name in ["hash_mib", "threads", "cpu_level"] {
        settings.extend(with.get(name).map(|value| (name.to_owned(), value.clone())));
    }
    settings.entry("hash_mib").or_insert(json!(1));
    let mut builder = options::<EngineOptions>(&Value::Object(settings))?.builder()?;
    if let Some(spec) = with.get("weights") {
        builder = builder.weights(Weights::open(file(folder, spec))?);
    }
    if let Some(spec) = with.get("book") {
        let book =
            if spec == "embedded" { Book::embedded() } else { Conversion::new().read(file(folder, spec))?.0 };
        builder = builder.book(Arc::new(book));
    }
    Ok(builder.build()?)
}

fn read_text(kind: &str, text: &str, folder: &tempfile::TempDir) -> Answered {
    let game = match kind {
        "cells" => Game::from_position(text.parse()?),
        "fen" => Game::from_position(text.parse::<Fen>()?.0),
        "moves" => text.parse()?,
        "ggf" => text.parse::<GgfGame>()?.game,
        "move" => return Ok(json!({"move": text.parse::<Move>()?.to_string()})),
        _ => {
            let path = file(folder, &json!(text));
            let lines: Result<Vec<_>, _> = read_obf(text).collect();
            let lines = lines.map_err(|error| Problem::from(&error).in_file(path.as_ref()));
            let lines = lines.map_err(|problem| Refused::Problem(Box::new(problem)))?;
            let positions: Vec<_> = lines.iter().map(|line| line.position.to_string()).collect();
            return Ok(json!({"positions": positions}));
        }
    };
    Ok(json!({"position": game.position().to_string(), "moves": game.to_string()}))
}

fn call(case: &Value, folder: &tempfile::TempDir) -> Answered {
    let (question, with) = (&case["question"], &case["with"]);
    if case.pointer("/answer/records").is_some() {
        return reading::answer(&case["read"]);
    }
    if let Some((kind, text)) = case["read"].as_object().and_then(|read| read.iter().next()) {
        return read_text(kind, text.as_str().unwrap(), folder);
    }
    if case.get("bytes").is_some() {
        return none("a text of Rust is valid");
    }
    if case.get("session").is_some() {
        return sessions::answer(case);
    }
    let mut engine = engine(with, folder)?;
    if let Some(text) = case["text"].as_str() {
        return Ok(serde_json::from_str(&reversi_engine::question::answer_json(&mut engine, text)).unwrap());
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
    if question["ask"] == "verify" {
        let options: VerifyOptions = options(question)?;
        let most = options.positions.map_or(Checker::new(), |most| Checker::new().positions(most));
        let verified = most.verify(&options.proof.0)?;
        let answer = Question::to_verify(options).answer(&mut engine)?;
        assert_eq!(answer.position, verified.position());
        return Ok(serde_json::to_value(answer).unwrap());
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
        Some("prove") => {
            let options: ProveOptions = options(question)?;
            let proof = engine.prove(&board, options.request()?);
            engine.clear_hash();
            let answer = Question::of_game(game, Ask::Prove(options)).answer(&mut engine)?;
            if let Reply::Proof(made) = &answer.reply {
                assert_eq!(proof?.with_side(position.side).to_bytes(), made.file.0);
            }
            answer.reply
        }
        Some("analyze") => {
            Reply::Analysis(engine.analyze(&board, analyze_request(question, stop.as_ref())?)?)
        }
        Some("analyze_game") => {
            Reply::Game(engine.analyze_game(&game, analyze_request(question, stop.as_ref())?)?)
        }
        Some("review") => Reply::Review(Box::new(reversi_engine::play::Review::by(
            &mut engine,
            &game,
            analyze_request(question, stop.as_ref())?,
        )?)),
        Some("balanced_starts") => {
            let mut found =
                options::<reversi_engine::play::BalancedStarts>(question)?.find(&engine, &position)?;
            let starts: Vec<_> = found.by_ref().map(|start| serde_json::to_value(start).unwrap()).collect();
            let found = json!({"starts": starts, "stopped": found.stopped().map(StopReason::name)});
            return Ok(json!({"position": position.to_string(), "balanced_starts": found}));
        }
        Some("practical") => Reply::Practical(
            options::<reversi_engine::play::Against>(question)?.practical(&engine, &position)?,
        ),
        Some("traps") => {
            Reply::Traps(options::<reversi_engine::play::Traps>(question)?.find(&engine, &position)?)
        }
        Some("evaluate") => {
            if question.as_object().unwrap().len() > 2 {
                return none("a call has no such argument, or has it always");
            }
            Reply::Evaluation(engine.evaluate(&board))
        }
        Some("human_moves") => {
            let known = ["position", "moves", "ask", "human"];
            if question.as_object().unwrap().keys().any(|name| !known.contains(&&**name)) {
                return none("a call has no such argument, or has it always");
            }
            let rating = question.get("human").map_or(Some(1500), Value::as_u64);
            match rating.and_then(|rating| u32::try_from(rating).ok()) {
                None => return none("the type of the field holds no such value"),
                Some(rating) if !HumanMoves::RATINGS.contains(&rating) => {
                    return none("a rating beyond all is the nearest one");
                }
                Some(rating) => Reply::HumanMoves(engine.human_moves(&board, rating)?),
            }
        }
        Some("legal_moves") => Reply::LegalMoves(board.legal_plays().collect()),
        Some("play") if question.get("move").is_some() => {
            game.play(question["move"].as_str().unwrap().parse::<Move>()?)?;
            Reply::Played(Played::of(&game))
        }
        _ => return none("a call has no such argument, or has it always"),
    };
    // The replies write themselves as data, and read back the same.
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

/// Fields that a program writes beside an answer belong to the program.
#[test]
fn the_schema_is_that_of_the_engine() {
    let schema: Value = serde_json::from_str(reversi_engine::question::schema()).unwrap();
    let has_left_book = |name: &str| schema["$defs"][name]["properties"]["left_book"].is_object();
    assert!(!has_left_book("answer") && has_left_book("review"));
}

#[test]
fn every_code_of_the_corpus_is_in_the_table() {
    let missing = |case: &Value| {
        let code = case.pointer("/error/code")?.as_str()?.to_owned();
        CODES.iter().all(|known| known.code != code).then_some(code)
    };
    let missing: Vec<String> = corpus::cases().iter().filter_map(missing).collect();
    assert_eq!(missing, [""; 0]);
}
