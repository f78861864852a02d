use std::fmt::Debug;
use std::time::Duration;

use proptest::prelude::*;
use reversi_bitboard::{Bitboard, Color, Game, Move, Position};
use reversi_engine::play::BalancedStarts;
use reversi_engine::question::{
    Answer, Ask, Base64, Place, Problem, ProveOptions, Question, Reply, VerifyOptions,
};
use reversi_engine::search::{BookUse, Clock};
use reversi_engine::{AnalyzeRequest, Level, Limits, Selectivity, SolveRequest, Stop};
use reversi_testkit::{Rng, boards, config, games, random_game};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value, json, to_value};

use super::engine;
use super::schema::{is_valid, problem_with};

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

const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

#[test]
fn an_analysis_without_depth_and_limits_has_level_21() {
    let question: Question = from_str(r#"{"moves": "f5", "ask": "analyze"}"#).unwrap();
    assert_eq!(question.ask, Ask::Analyze(AnalyzeRequest::level(Level::DEFAULT)));
    let question: Question =
        from_str(r#"{"moves": "f5", "ask": "analyze", "limits": {"nodes": 9}}"#).unwrap();
    assert_eq!(question.ask, Ask::Analyze(AnalyzeRequest::unlimited().limits(Limits::new().nodes(9))));
}

#[test]
fn questions_have_the_documented_form() {
    let question = |ask: Ask| to_value(Question::new(FFO_1.parse().unwrap(), ask)).unwrap();
    let written = |more: Value| {
        let mut json = json!({ "version": 1, "position": FFO_1 });
        json.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json
    };
    let time = Limits::new().time(Duration::from_millis(2500));
    let nodes = Limits::new().nodes(1_000_000).stop(&Stop::new());
    let clock = Clock::new(Duration::from_secs(300), Duration::ZERO);
    for (ask, more) in [
        (Ask::Solve(SolveRequest::exact()), json!({ "ask": "solve" })),
        (Ask::Solve(SolveRequest::wld()), json!({ "ask": "solve", "window": "wld" })),
        (Ask::Solve(SolveRequest::at_least(10)), json!({ "ask": "solve", "at_least": 10 })),
        (
            Ask::Solve(SolveRequest::window(-3, 5).limits(time).total_limits(nodes)),
            json!({ "ask": "solve", "window": [-3, 5], "limits": { "seconds": 2.5 }, "total_limits": { "nodes": 1_000_000 } }),
        ),
        (Ask::Analyze(AnalyzeRequest::unlimited()), json!({ "ask": "analyze", "depth": u32::MAX })),
        (
            Ask::Analyze(AnalyzeRequest::level(Level::new(21).unwrap()).lines(3)),
            json!({ "ask": "analyze", "level": 21, "lines": 3 }),
        ),
        (
            Ask::Analyze(AnalyzeRequest::depth(9).only(Bitboard(1 << 62 | 1 << 2))),
            json!({ "ask": "analyze", "depth": 9, "only": "c1g8" }),
        ),
        (
            Ask::AnalyzeGame(AnalyzeRequest::depth(12).selectivity(Selectivity::P73).clock(clock)),
            json!({ "ask": "analyze_game", "depth": 12, "selectivity": 73, "clock": { "remaining_seconds": 300 } }),
        ),
        (
            Ask::Review(AnalyzeRequest::level(Level::new(16).unwrap())),
            json!({ "ask": "review", "level": 16 }),
        ),
        (
            Ask::BalancedStarts(BalancedStarts::new(255).count(3).level(Level::new(9).unwrap())),
            json!({ "ask": "balanced_starts", "seed": "00000000000000ff", "count": 3, "level": 9 }),
        ),
        (Ask::Prove(ProveOptions::default()), json!({ "ask": "prove" })),
        (
            Ask::Prove(ProveOptions {
                at_least: Some(-2),
                leaf_empties: Some(0),
                limits: Limits::new().nodes(7),
                ..ProveOptions::default()
            }),
            json!({ "ask": "prove", "at_least": -2, "leaf_empties": 0, "limits": { "nodes": 7 } }),
        ),
        (Ask::Evaluate, json!({ "ask": "evaluate" })),
        (Ask::LegalMoves, json!({ "ask": "legal_moves" })),
        (Ask::HumanMoves { rating: 1500 }, json!({ "ask": "human_moves", "human": 1500 })),
        (
            Ask::Analyze(AnalyzeRequest::depth(3).human(1200)),
            json!({ "ask": "analyze", "depth": 3, "human": 1200 }),
        ),
        (Ask::Play("g8".parse().unwrap()), json!({ "ask": "play", "move": "g8" })),
    ] {
        assert_eq!(question(ask), written(more));
    }
    let game = Question::of_game("f5d6".parse().unwrap(), Ask::Evaluate);
    assert_eq!(to_value(game).unwrap()["moves"], "f5d6");
}

/// It has no position besides the position of the proof.
#[test]
fn a_question_to_verify_is_data() {
    let options = VerifyOptions { proof: Base64(b"proof".to_vec()), positions: Some(9) };
    let verify = json!({ "version": 1, "ask": "verify", "proof": "cHJvb2Y=", "positions": 9 });
    assert_eq!(to_value(Question::to_verify(options.clone())).unwrap(), verify);
    assert!(is_valid("question", &verify));
    assert_eq!(from_value::<Question>(verify).unwrap(), Question::to_verify(options));
    let conflict = json!({ "moves": "f5", "ask": "prove", "at_most": 2, "exactly": 2 });
    assert!(!is_valid("question", &conflict));
}

/// People and other languages may write the same question in different ways.
#[test]
fn a_question_may_be_written_in_many_ways() {
    let read = |text: &str| Question::from_json(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let rows = "........ ........ ........ ...ob... ...b*... ........ ........ ........ w"
        .replace("ob", "w*")
        .replace("b*", "*w");
    for (one, other) in [
        (r#"{"ask": "balanced_starts", "seed": 255}"#, r#"{"moves": "", "ask": "balanced_starts", "seed": "00000000000000ff"}"#.to_owned()),
        (r#"{"moves": "", "ask": "evaluate"}"#, format!(r#"{{"position": "{}", "ask": "evaluate"}}"#, Position::START)),
        (r#"{"ask": "analyze", "moves": "F5 d6", "lines": 2.0}"#, r#"{"moves": "f5d6", "ask": "analyze", "lines": 2}"#.to_owned()),
        (
            r#"{"ask": "solve", "moves": "f5", "window": [-1, 1], "limits": {"nodes": 1e6}}"#,
            r#"{"version": 1.0, "ask": "solve", "moves": "f5", "window": "wld", "limits": {"nodes": 1000000}}"#.to_owned(),
        ),
        (
            r#"{"ask": "solve", "moves": "f5", "window": "exact", "limits": {}}"#,
            r#" {"ask": "solve", "moves": "f5", "window": [-65, 65]} "#.to_owned(),
        ),
        (
            r#"{"ask": "solve", "moves": "f5", "at_least": 4}"#,
            r#"{"ask": "solve", "moves": "f5", "window": [3, 4]}"#.to_owned(),
        ),
    ] {
        assert_eq!(read(one), read(&other), "{one}");
    }
    let question = read(&format!(r#"{{"position": "{rows}", "ask": "legal_moves"}}"#));
    assert_eq!(question.game.side_to_move(), Color::White);
    // A forced pass may be left out.
    let start = "XO------X-------O----------------------------------------------- X";
    let question = read(&format!(r#"{{"position": "{start}", "moves": "c1a4", "ask": "legal_moves"}}"#));
    assert_eq!(question.game.to_string(), "c1psa4");
}

/// Asks about random games: answers, one of each kind at least.
fn answers(games: usize) -> Vec<Answer> {
    let mut engine = engine();
    let mut answers = Vec::new();
    let mut rng = Rng::with_seed(44);
    let small = Limits::new().nodes(3000);
    for _ in 0..games {
        let mut game = random_game(&mut rng);
        while game.undo().is_some() {
            let moves = Question::of_game(game.clone(), Ask::LegalMoves).answer(&mut engine).unwrap();
            let first = match &moves.reply {
                Reply::LegalMoves(moves) => moves[0],
                other => panic!("{other:?}"),
            };
            answers.push(moves);
            for ask in [
                Ask::Evaluate,
                Ask::HumanMoves { rating: 1700 },
                Ask::Analyze(AnalyzeRequest::depth(1).human(800)),
                Ask::Play(first),
                Ask::Solve(SolveRequest::exact().limits(small.clone())),
                Ask::Solve(SolveRequest::wld().limits(small.clone())),
                Ask::Analyze(AnalyzeRequest::depth(3).lines(3)),
                Ask::Analyze(AnalyzeRequest::unlimited().limits(Limits::new().nodes(500))),
            ] {
                answers.push(Question::of_game(game.clone(), ask).answer(&mut engine).unwrap());
            }
        }
        let position = FFO_1.parse().unwrap();
        let proof = Question::new(position, Ask::Prove(ProveOptions::default())).answer(&mut engine).unwrap();
        if let Reply::Proof(made) = &proof.reply {
            let options = VerifyOptions { proof: made.file.clone(), positions: None };
            answers.push(Question::to_verify(options).answer(&mut engine).unwrap());
        }
        answers.push(proof);
        let starts = BalancedStarts::new(1).count(2).level(Level::new(3).unwrap());
        let question = Question::new(Position::START, Ask::BalancedStarts(starts));
        answers.push(question.answer(&mut engine).unwrap());
        for whole in [Ask::AnalyzeGame(AnalyzeRequest::depth(2)), Ask::Review(AnalyzeRequest::depth(2))] {
            answers.push(Question::of_game(random_game(&mut rng), whole).answer(&mut engine).unwrap());
        }
    }
    answers
}

#[test]
fn answers_read_back_and_fit_the_schema() {
    read_back(2);
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn answers_about_8_games_read_back_and_fit_the_schema() {
    read_back(8);
}

fn read_back(games: usize) {
    let answers = answers(games);
    for name in [
        "solution",
        "interrupted",
        "proof",
        "verified",
        "analysis",
        "game",
        "review",
        "balanced_starts",
        "evaluation",
        "legal_moves",
        "played",
    ] {
        let with = answers.iter().filter(|answer| to_value(answer).unwrap().get(name).is_some()).count();
        assert!(with > 0, "{name}");
    }
    for answer in &answers {
        let json = to_value(answer).unwrap();
        assert_eq!(problem_with("answer", &json), None, "{json}");
        reads_back(answer);
        assert_eq!(from_str::<Answer>(&answer.to_json()).unwrap(), *answer);
        // A number of the program, and a field of a later version.
        let mut more = json;
        (more["id"], more["later"]) = (json!(3), json!([{}]));
        assert_eq!(problem_with("answer", &more), None, "{more}");
        assert_eq!(from_value::<Answer>(more).unwrap(), answer.clone().with_id(3));
    }
}

#[test]
fn an_answer_and_an_error_have_the_id_of_the_question() {
    let mut engine = engine();
    for id in
        [json!(7), json!(0), json!(i64::MIN), json!(i64::MAX), json!("move 1"), json!(""), json!("\"é\n")]
    {
        let question = json!({ "id": id, "moves": "f5", "ask": "legal_moves" });
        assert!(is_valid("question", &question));
        reads_back(&Question::from_json(&question.to_string()).unwrap());
        let answer: Answer =
            from_str(&reversi_engine::question::answer_json(&mut engine, &question.to_string())).unwrap();
        assert_eq!(to_value(&answer).unwrap()["id"], id);
        reads_back(&answer);
        for (field, value) in [("ask", json!("nothing")), ("version", json!(2)), ("more", json!(1))] {
            let mut refused = question.clone();
            refused[field] = value;
            let refusal: Value =
                from_str(&reversi_engine::question::answer_json(&mut engine, &refused.to_string())).unwrap();
            assert_eq!((&refusal["id"], refusal["error"].is_object()), (&id, true), "{refusal}");
            assert!(is_valid("refusal", &refusal));
        }
    }
    for id in [json!(null), json!(true), json!(1.5), json!(1e300), json!([1]), json!({})] {
        let question = json!({ "id": id, "moves": "f5", "ask": "legal_moves" });
        assert!(!is_valid("question", &question), "{id}");
        let refusal: Value =
            from_str(&reversi_engine::question::answer_json(&mut engine, &question.to_string())).unwrap();
        assert_eq!((refusal["error"]["at"]["field"].as_str(), refusal.get("id")), (Some("id"), None));
    }
    let question = Question::new(Position::START, Ask::Play(Move::Pass)).with_id(7);
    assert_eq!(question.answer(&mut engine).unwrap_err().id, question.id);
}

#[test]
fn answers_that_no_engine_gives_are_refused() {
    let answer = |ask: &str| {
        let question = format!(
            r#"{{"position": "{FFO_1}", "ask": "{ask}", "moves": "g8"{}}}"#,
            match ask {
                "play" => r#", "move": "h7""#,
                "balanced_starts" => r#", "count": 1, "plies": 1, "within": 64, "level": 0"#,
                _ => "",
            }
        );
        from_str::<Value>(&reversi_engine::question::answer_json(&mut engine(), &question)).unwrap()
    };
    for (ask, at, to, expected) in [
        ("solve", "/position", json!(Position::START), "is not a legal move"),
        ("solve", "/solution/value", json!({ "exact": 2 }), "the moves lead to -18"),
        ("solve", "/version", json!(2), "version 2 is not known"),
        ("solve", "/analysis", json!(3), "invalid type"),
        ("solve", "/evaluation", json!(3), "an answer has one reply"),
        ("prove", "/proof/score", json!(66), "score must be -64 to 64"),
        ("prove", "/proof/score", json!(i32::MIN), "score must be -64 to 64"),
        ("prove", "/proof/leaf_empties", json!(11), "leaf_empties must be 0 to 10"),
        ("prove", "/proof/file", json!("cHJvb2Y"), "the text is not base64"),
        ("prove", "/proof/claim", json!("at-best"), "unknown variant"),
        ("analyze", "/position", json!(Position::START), "is not a legal move"),
        (
            "balanced_starts",
            "/balanced_starts/starts/0/position",
            json!(Position::START),
            "not fit this position",
        ),
        ("balanced_starts", "/balanced_starts/starts/0/moves", json!("f5f4"), "not fit this position"),
        ("balanced_starts", "/position", json!(Position::START), "not fit this position"),
        ("evaluate", "/evaluation", json!(65), "not fit this position"),
        ("evaluate", "/evaluation", json!(null), "an answer has one reply"),
        ("legal_moves", "/legal_moves/0", json!("a1"), "not fit this position"),
        ("play", "/played/black_score", json!(0), "not those of the position"),
        ("play", "/position", json!(Position::START), "not fit this position"),
        ("analyze_game", "/position", json!(Position::START), "not fit this position"),
        ("review", "/position", json!(Position::START), "not fit this position"),
        ("review", "/review/version", json!(2), "version 2 of reviews is not known"),
        ("review", "/review/moves/0/loss", json!(100), "the judgement must follow from the values"),
        ("review", "/review/moves/0/class", json!("blunder"), "the judgement must follow from the values"),
        ("review", "/review/moves/0/error", json!(9.5), "the judgement must follow from the values"),
        (
            "review",
            "/review/moves/0/why",
            json!({"fact": "takes_corner", "squares": [], "played": 0, "best": 1, "en": "", "ja": ""}),
            "the judgement must follow from the values",
        ),
        ("review", "/review/moves/0/chances/win", json!(2), "chances must be 0 to 1"),
        ("review", "/review/moves/0/best_line", json!([]), "the moves are missing, and the game is not over"),
        ("review", "/review/sides/black/mistakes", json!(9), "must follow from the moves"),
        (
            "review",
            "/review/turning_points",
            json!([{"ply": 1, "before": "win", "after": "loss", "proven": true}]),
            "must follow from the moves",
        ),
    ] {
        let mut bad = answer(ask);
        let _ = from_value::<Answer>(bad.clone()).unwrap_or_else(|error| panic!("{bad}: {error}"));
        match bad.pointer_mut(at) {
            Some(value) => *value = to,
            None => bad[&at[1..]] = to,
        }
        let message = from_value::<Answer>(bad).unwrap_err().to_string();
        assert!(message.contains(expected), "{at}: {message}");
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
    let guide = include_str!("../../../reversi-engine/src/docs/questions.md");
    let blocks = guide.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.flat_map(str::lines).map(|line| from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"))).collect()
}

#[test]
fn the_guide_tells_the_truth() {
    let (mut questions, mut answers, mut errors) = (0, 0, 0);
    for json in guide() {
        if json.get("ask").is_some() {
            assert!(is_valid("question", &json), "{json}");
            Question::from_json(&json.to_string()).unwrap_or_else(|error| panic!("{json}: {error}"));
            questions += 1;
        } else if let Some(error) = json.get("error") {
            assert!(is_valid("refusal", &json), "{json}");
            from_value::<Problem>(error.clone()).unwrap();
            errors += 1;
        } else {
            assert!(is_valid("answer", &json), "{json}");
            let _ = from_value::<Answer>(json.clone()).unwrap_or_else(|error| panic!("{json}: {error}"));
            answers += 1;
        }
    }
    assert!(questions >= 8 && answers >= 6 && errors >= 3, "{questions} {answers} {errors}");
}

/// The fields of the guide's table, the fields of the schema and the fields that are read are the same.
#[test]
fn the_fields_of_the_schema_are_those_that_are_read() {
    let schema: Value = from_str(reversi_engine::question::schema()).unwrap();
    let names = |name: &str| -> Vec<String> {
        schema["$defs"][name]["properties"].as_object().unwrap().keys().cloned().collect()
    };
    let guide = include_str!("../../../reversi-engine/src/docs/questions.md");
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

#[test]
fn positions_and_moves_come_in_any_notation() {
    const START: &str = "---------------------------OX------XO--------------------------- X";
    const GGF: &str = "(;GM[Othello]PB[a]B[F5]W[D6]B[C3];)";
    let position = |fields: serde_json::Value| {
        let mut question = json!({ "ask": "legal_moves" });
        question.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        Question::from_json(&question.to_string()).map(|question| question.game.position().to_string())
    };
    let expected = Ok("------------------X--------XX------OXX-----O-------------------- O".to_owned());
    for fields in [
        json!({ "moves": "f5d6c3" }),
        json!({ "moves": "1. f5 d6 2. c3" }),
        json!({ "moves": GGF }),
        json!({ "position": START, "moves": "f5-d6, c3" }),
        json!({ "position": "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1", "moves": "f5 d6 c3" }),
        json!({ "position": "f5 d6", "moves": "2. c3" }),
        json!({ "position": GGF }),
        json!({ "position": format!("{{\"moves\": \"f5d6c3\", \"start\": \"{START}\"}}") }),
        json!({ "position": "  a b c d e f g h\n1 - - - - - - - -\n2 - - - - - - - -\n3 - - X - - - - -\n\
            4 - - - X X - - -\n5 - - - O X X - -\n6 - - - O - - - -\n7 - - - - - - - -\n8 - - - - - - - -\nwhite to move" }),
    ] {
        assert_eq!(position(fields.clone()), expected, "{fields}");
    }
    for (fields, code, offset) in [
        (json!({ "moves": "1. f5 d5" }), "illegal-move", 6),
        // Text that is not part of a game is named, wherever it stands; the end of a word of moves is a bad
        // move.
        (json!({ "moves": "Ada: f5" }), "not-part-of-a-game", 0),
        (json!({ "moves": "f5d6c3 draw" }), "not-part-of-a-game", 7),
        (json!({ "moves": "f5d6c3 33-31" }), "not-part-of-a-game", 7),
        (json!({ "moves": "f5d6xx" }), "bad-move", 4),
        (json!({ "moves": "hello" }), "bad-move", 0),
        // One of several records is not taken.
        (json!({ "moves": "f5d6\nf5f6" }), "several-records", 5),
        (json!({ "position": "f5d6\nf5f6" }), "several-records", 5),
        (json!({ "position": "two games:\nf5d6\n\nf5f6" }), "not-part-of-a-game", 0),
        (json!({ "position": "(;GM[Othello]B[F5]W[D5];)" }), "illegal-move", 20),
        (json!({ "position": "(;GM[Othello]TY[8a]B[F5];)" }), "bad-ggf", 16),
        (json!({ "position": &START[..64] }), "bad-board", 64),
    ] {
        let problem = Problem::from(&position(fields.clone()).unwrap_err());
        assert_eq!((problem.code.as_ref(), problem.at.offset), (code, Some(offset)), "{fields}");
        assert!(problem.at.field.is_some(), "{fields}");
    }
}
