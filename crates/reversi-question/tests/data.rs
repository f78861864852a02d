use std::collections::BTreeSet;
use std::fmt::Debug;
use std::time::Duration;

use proptest::prelude::*;
use reversi_bitboard::{Color, Game, Move, Position};
use reversi_engine::question::{Answer, Ask, Place, Problem, Question};
use reversi_engine::search::{BookUse, Clock};
use reversi_engine::surface::{DialogueLine, read_line};
use reversi_engine::{AnalyzeRequest, Level, Limits, Selectivity, SolveRequest};
use reversi_testkit::{boards, config, games};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value, json, to_value};

use crate::engine;
use crate::schema::{is_valid, problem_with};

fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = to_value(value).unwrap();
    let read = from_value::<T>(json.clone()).unwrap_or_else(|error| panic!("{json}: {error}"));
    assert_eq!(&read, value, "{json}");
}

/// Times of persons and programs, to the nanosecond.
fn times() -> impl Strategy<Value = Duration> {
    prop_oneof![
        (0..4_000_000u64, 0..1_000_000_000u32).prop_map(|(seconds, nanos)| Duration::new(seconds, nanos)),
        any::<u64>().prop_map(Duration::from_secs),
        Just(Duration::MAX),
    ]
}

fn limits() -> impl Strategy<Value = Limits> {
    (proptest::option::of(times()), proptest::option::of(any::<u64>())).prop_map(|(time, nodes)| {
        let mut limits = Limits::new();
        (limits.time, limits.nodes) = (time, nodes);
        limits
    })
}

fn solves() -> impl Strategy<Value = SolveRequest> {
    let windows = (-65..65).prop_flat_map(|alpha| (Just(alpha), alpha + 1..=65));
    let windows = windows.prop_map(|(alpha, beta)| SolveRequest::window(alpha, beta));
    let named = prop_oneof![
        Just(SolveRequest::exact()),
        Just(SolveRequest::wld()),
        (-64..=65).prop_map(SolveRequest::at_least)
    ];
    (prop_oneof![windows, named], limits(), limits())
        .prop_map(|(request, limits, total)| request.limits(limits).total_limits(total))
}

fn analyses() -> impl Strategy<Value = AnalyzeRequest> {
    let goal = prop_oneof![
        Just(AnalyzeRequest::unlimited()),
        (1..=u32::MAX).prop_map(AnalyzeRequest::depth),
        (1..=64u32).prop_map(AnalyzeRequest::depth),
        (0..=60u32).prop_map(|level| AnalyzeRequest::level(Level::new(level).unwrap())),
    ];
    let selectivity = proptest::option::of(proptest::sample::select(Selectivity::ALL.to_vec()));
    let lines = prop_oneof![Just(1), 1..=64usize, 1..=usize::MAX];
    let clock = proptest::option::of((times(), times()).prop_map(|(now, more)| Clock::new(now, more)));
    let book = prop_oneof![Just(BookUse::AsDeep), Just(BookUse::Never), Just(BookUse::Always)];
    (goal, selectivity, lines, clock, book, limits(), limits()).prop_map(
        |(mut request, selectivity, lines, clock, book, limits, total)| {
            if let Some(selectivity) = selectivity {
                request = request.selectivity(selectivity);
            }
            if let Some(clock) = clock {
                request = request.clock(clock);
            }
            request.lines(lines).book(book).limits(limits).total_limits(total)
        },
    )
}

/// A part of a random game, or any board.
fn starts() -> impl Strategy<Value = Game> {
    let sides = prop_oneof![Just(Color::Black), Just(Color::White)];
    let positions = (boards(), sides).prop_map(|(board, side)| Game::from_position(Position { board, side }));
    let parts = (games(), 0..70usize).prop_map(|(mut game, undone)| {
        for _ in 0..undone {
            game.undo();
        }
        game
    });
    prop_oneof![positions, parts]
}

fn questions() -> impl Strategy<Value = Question> {
    let asks = prop_oneof![
        solves().prop_map(Ask::Solve),
        analyses().prop_map(Ask::Analyze),
        analyses().prop_map(Ask::AnalyzeGame),
        Just(Ask::Evaluate),
        Just(Ask::LegalMoves),
        (400..=2400u32).prop_map(|rating| Ask::HumanMoves { rating }),
    ];
    (starts(), asks, any::<bool>()).prop_map(|(game, ask, play)| {
        let board = game.board();
        let mv = match board.legal_moves().into_iter().next() {
            Some(square) => Some(Move::Place(square)),
            None => board.must_pass().then_some(Move::Pass),
        };
        let ask = mv.filter(|_| play).map_or(ask, Ask::Play);
        Question::of_game(game, ask)
    })
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn questions_read_back(question in questions()) {
        let json = question.to_json();
        prop_assert_eq!(Question::from_json(&json), Ok(question.clone()), "{}", json);
        reads_back(&question);
        let value: Value = from_str(&json).unwrap();
        prop_assert_eq!(value["version"].as_u64(), Some(1));
        prop_assert_eq!(problem_with("question", &value), None, "{}", json);
        match &question.ask {
            Ask::Solve(request) => reads_back(request),
            Ask::Analyze(request) => reads_back(request),
            _ => {}
        }
    }

    #[test]
    fn limits_read_back(limits in limits()) {
        reads_back(&limits);
    }
}

/// The questions of the cases of testdata/doors, and the steps of each session as a question.
fn questions_of_the_corpus() -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/doors");
    let mut questions = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let case: Value = from_str(line).unwrap();
            if case.get("session").is_some() {
                let actions = case["steps"].as_array().into_iter().flatten();
                let mut actions: Vec<&Value> = actions.filter_map(|step| step.get("action")).collect();
                actions.retain(|action| action["do"] != "answer"); // its analysis is made by the door
                questions.push(json!({ "ask": "session", "session": case["session"], "actions": actions }));
            }
            questions.extend(case["text"].as_str().and_then(|text| from_str(text).ok()));
            questions.extend(case.get("question").cloned());
        }
    }
    assert!(questions.len() > 350, "{}", questions.len());
    questions
}

#[test]
fn questions_and_answers_of_the_corpus_read_back_and_fit_the_schema() {
    let (mut engine, mut replies) = (engine(), BTreeSet::new());
    for json in questions_of_the_corpus() {
        let question = match Question::from_json(&json.to_string()) {
            Ok(question) => question,
            Err(error) => {
                let problem = Problem::from(&error);
                assert!(is_valid("refusal", &from_str(&problem.to_json()).unwrap()), "{problem}");
                continue;
            }
        };
        assert_eq!(Question::from_json(&question.to_json()).as_ref(), Ok(&question), "{json}");
        assert_eq!(problem_with("question", &to_value(&question).unwrap()), None, "{json}");
        reads_back(&question);
        let Ok(answer) = question.within(Limits::new().nodes(10_000)).answer(&mut engine) else { continue };
        let mut json = to_value(&answer).unwrap();
        replies.extend(json.as_object().unwrap().keys().cloned());
        assert_eq!(problem_with("answer", &json), None, "{json}");
        reads_back(&answer);
        assert_eq!(from_str::<Answer>(&answer.to_json()).unwrap(), answer);
        // A number of the program, and a field of a later version.
        (json["id"], json["later"]) = (json!(3), json!([{}]));
        assert_eq!(problem_with("answer", &json), None, "{json}");
        assert_eq!(from_value::<Answer>(json).unwrap(), answer.with_id(3));
    }
    for name in
        from_str::<Value>(reversi_engine::question::schema()).unwrap()["$defs"]["answer"]["properties"]
            .as_object()
            .unwrap()
            .keys()
    {
        assert!(replies.contains(name), "no answer has {name}");
    }
}

#[test]
fn problems_read_back() {
    let mut problem = Problem::new("busy", "all engines are busy");
    assert_eq!(to_value(&problem).unwrap(), json!({ "code": "busy", "message": "all engines are busy" }));
    reads_back(&problem);
    let later = json!({ "code": "busy", "message": "all engines are busy", "at": { "page": 7 }, "retry": 1 });
    assert_eq!(from_value::<Problem>(later).unwrap(), problem);
    problem.at = Place::default();
    problem.at.field = Some("limits.seconds".to_owned());
    problem = problem.on_line(7);
    assert_eq!(to_value(&problem).unwrap()["at"], json!({ "field": "limits.seconds", "line": 7 }));
    reads_back(&problem);
    assert!(is_valid("error", &to_value(&problem).unwrap()));
    assert!(is_valid("refusal", &from_str(&problem.to_json()).unwrap()));
}

/// The JSON of the guide, document by document.
fn guide() -> Vec<Value> {
    let guide = include_str!("../../reversi-engine/src/docs/questions.md");
    let blocks = guide.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.flat_map(str::lines).map(|line| from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"))).collect()
}

#[test]
fn the_guide_tells_the_truth() {
    let (mut questions, mut answers, mut errors, mut dialogue) = (0, 0, 0, 0);
    for json in guide() {
        if json.get("ask").is_some() {
            assert!(is_valid("question", &json), "{json}");
            Question::from_json(&json.to_string()).unwrap_or_else(|error| panic!("{json}: {error}"));
            questions += 1;
        } else if let Some(error) = json.get("error") {
            assert!(is_valid("refusal", &json), "{json}");
            from_value::<Problem>(error.clone()).unwrap();
            errors += 1;
        } else if json.get("stop").is_some() {
            assert!(is_valid("stop", &json), "{json}");
            assert!(matches!(read_line(&json.to_string()), Ok(DialogueLine::Stop(Ok(Some(_))))), "{json}");
            dialogue += 1;
        } else if json.get("stopped").is_some() {
            assert!(is_valid("stopped", &json), "{json}");
            dialogue += 1;
        } else if json.get("progress").is_some() {
            assert!(is_valid("report", &json), "{json}");
            dialogue += 1;
        } else {
            assert!(is_valid("answer", &json), "{json}");
            let _ = from_value::<Answer>(json.clone()).unwrap_or_else(|error| panic!("{json}: {error}"));
            answers += 1;
        }
    }
    assert!(questions >= 8 && answers >= 6 && errors >= 3, "{questions} {answers} {errors}");
    assert_eq!(dialogue, 3);
}

/// It is of a dialogue, and other doors keep it.
#[test]
fn the_interval_of_reports_reads_back() {
    for (every, written) in [(json!(0.5), json!(0.5)), (json!(2.0), json!(2)), (json!(0), json!(0))] {
        let asked = json!({ "moves": "f5", "ask": "evaluate", "report_every": every });
        assert!(is_valid("question", &asked), "{asked}");
        let question = Question::from_json(&asked.to_string()).unwrap();
        assert_eq!(question.report_every.unwrap().as_secs_f64(), every.as_f64().unwrap());
        assert_eq!(to_value(&question).unwrap()["report_every"], written);
        reads_back(&question);
    }
}

/// The fields of the guide's table, the fields of the schema and the fields that are read are the same.
#[test]
fn the_fields_of_the_schema_are_those_that_are_read() {
    let schema: Value = from_str(reversi_engine::question::schema()).unwrap();
    let names = |name: &str| -> Vec<String> {
        schema["$defs"][name]["properties"].as_object().unwrap().keys().cloned().collect()
    };
    let guide = include_str!("../../reversi-engine/src/docs/questions.md");
    for (place, names) in [("", names("question")), ("limits", names("limits")), ("clock", names("clock"))] {
        let unknown = match place {
            "" => json!({ "moves": "", "nonsense": 1 }),
            place => json!({ "moves": "", "ask": "analyze", place: { "nonsense": 1 } }),
        };
        let message = Question::from_json(&unknown.to_string()).unwrap_err().to_string();
        let listed = message.split_once("(expected ").unwrap().1.trim_end_matches(')');
        let mut listed: Vec<_> = listed.split(", ").map(str::to_owned).collect();
        listed.sort();
        let mut sorted = names.clone();
        sorted.sort();
        assert_eq!(listed, sorted, "{place}");
        let quoted =
            |name: &String| guide.contains(&format!("`{name}`")) || guide.contains(&format!("\"{name}\""));
        assert!(names.iter().all(quoted), "{names:?}");
    }
}
