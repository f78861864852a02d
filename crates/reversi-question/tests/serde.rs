//! The `serde` feature: written values read back, and impossible values are refused.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::time::Duration;

use reversi_bitboard::{Board, Game, Move};
use reversi_engine::play::{Opponent, Strength};
use reversi_engine::question::Answer;
use reversi_engine::search::{AnalyzedMove, Clock, Interrupted, Outcome, Solved, Source, StopReason};
use reversi_engine::{
    Analysis, AnalyzeRequest, Engine, Level, Limits, Line, Selectivity, Solution, SolveError, SolveRequest,
    Value,
};
use reversi_testkit::{FFO_1, Rng, board, random_game, reached};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, from_value, json, to_string, to_value};

use crate::engine;

/// The value is written in this form, and reads back.
fn is_written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, written: serde_json::Value) {
    assert_eq!(to_value(&value).unwrap(), written);
    assert_eq!(from_value::<T>(written).unwrap(), value);
}

#[test]
fn values_have_their_names_and_numbers() {
    is_written(Value::Bounds { lower: -64, upper: 0 }, json!({ "bounds": { "lower": -64, "upper": 0 } }));
    is_written(
        Value::Estimate { score: 3, depth: 24, selectivity: Selectivity::P73 },
        json!({ "estimate": { "score": 3, "depth": 24, "selectivity": 73 } }),
    );
    assert_eq!(Value::bounds(64, 64), Ok(Value::Exact(64)));
    for (outcome, name) in [(Outcome::Loss, "loss"), (Outcome::Draw, "draw"), (Outcome::Win, "win")] {
        is_written(outcome, json!(name));
    }
    use StopReason::{Callback, Nodes, Stop, Time};
    for (reason, name) in [(Time, "time"), (Nodes, "nodes"), (Stop, "stop"), (Callback, "callback")] {
        is_written(reason, json!(name));
    }
    Selectivity::ALL.iter().for_each(|&selectivity| is_written(selectivity, json!(selectivity.percent())));
    Strength::ALL.iter().for_each(|&strength| is_written(strength, json!(strength.name())));
    (0..=60).for_each(|number| is_written(Level::new(number).unwrap(), json!(number)));
    assert_eq!(message::<Level>(json!(61)), "level must be 0 to 60, not 61");
    is_written(
        Clock::new(Duration::from_secs(300), Duration::from_nanos(1)),
        json!({ "remaining_seconds": 300, "increment_seconds": 1e-9 }),
    );
}

/// The opponent makes the choices that it would have made.
#[test]
fn an_opponent_goes_on_when_it_is_read_back() {
    let request = AnalyzeRequest::depth(1).lines(64).human(400);
    let analysis = engine().analyze(&reached(&mut Rng::with_seed(9), 20), request).unwrap();
    let rated = Opponent::rated(1350, 7);
    assert_eq!(to_value(&rated).unwrap(), json!({ "rating": 1350, "seed": "0000000000000007" }));
    assert_eq!(from_value::<Opponent>(json!({ "rating": 1350, "seed": 7 })).unwrap(), rated);
    let mut opponent = Opponent::new(Strength::Beginner, u64::MAX);
    assert_eq!(to_value(&opponent).unwrap(), json!({ "strength": "beginner", "seed": "ffffffffffffffff" }));
    let mut choices = Vec::new();
    for _ in 0..50 {
        let mut read: Opponent = from_str(&to_string(&opponent).unwrap()).unwrap();
        assert_eq!(read, opponent);
        let choice = opponent.choose(&analysis);
        assert_eq!(read.choose(&analysis), choice);
        choices.extend(choice);
    }
    choices.sort_unstable();
    choices.dedup();
    assert!(choices.len() > 1, "it has no choice");
}

/// The usual start has 60 empty squares, other boards have more.
#[test]
fn the_deepest_estimate_reads_back() {
    let board = board(1, 2);
    let request = AnalyzeRequest::depth(62).selectivity(Selectivity::P73);
    let value = engine().analyze(&board, request).unwrap().value();
    assert_eq!(value, Value::Estimate { score: 64, depth: 62, selectivity: Selectivity::P73 });
    assert_eq!(from_value::<Value>(to_value(value).unwrap()).unwrap(), value);
}

/// The message of the error that refuses this value.
fn message<T: DeserializeOwned + Debug>(value: serde_json::Value) -> String {
    from_value::<T>(value).unwrap_err().to_string()
}

fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = to_string(value).unwrap();
    assert_eq!(&from_str::<T>(&text).unwrap_or_else(|e| panic!("{text}: {e}")), value);
}

/// Boards of random games, also with a pass to make and at the end of a game.
fn boards(empties: impl Iterator<Item = u32>) -> Vec<Board> {
    let mut rng = Rng::with_seed(6);
    let mut boards: Vec<Board> = empties.map(|empties| reached(&mut rng, empties)).collect();
    let passes =
        boards.iter().map(|board| board.pass()).filter(|board| board.must_pass()).collect::<Vec<_>>();
    boards.extend(passes);
    boards.extend([board(1, 0), board(0, 1), board(0, 0), board(1, 1 << 1 | 1 << 9)]);
    boards
}

#[test]
fn solutions_read_back() {
    let mut engine = engine();
    let boards = boards((1..=15).chain(1..=15).chain(1..=12));
    assert!(boards.iter().any(|board| board.must_pass()) && boards.iter().any(|board| board.is_game_over()));
    for request in [SolveRequest::exact(), SolveRequest::wld(), SolveRequest::at_least(10)] {
        for board in &boards {
            let solution = engine.solve(board, request.clone()).unwrap();
            reads_back(&solution);
            let built = Solution::new(board, solution.value(), solution.pv()).unwrap();
            assert_eq!(built.with_nodes(solution.nodes()).with_elapsed(solution.elapsed()), solution);
        }
        let each = |solved: Solved| {
            reads_back(&solved);
            ControlFlow::Continue(())
        };
        let request = request.limits(Limits::new().nodes(500));
        engine.clear_hash();
        engine.solve_many(boards.iter().copied(), request, each).unwrap();
    }
    match engine.solve(&Board::START, SolveRequest::exact().limits(Limits::new().nodes(1000))) {
        Err(SolveError::Interrupted(interrupted)) => reads_back(&interrupted),
        other => panic!("{other:?}"),
    }
}

#[test]
fn analyses_read_back() {
    for (lines, threads) in [(1, 1), (3, 2), (64, 1)] {
        let mut engine = Engine::builder().hash_mib(1).threads(threads).build().unwrap();
        for board in boards((1..=16).chain((18..=60).step_by(3))) {
            let selective = AnalyzeRequest::depth(12).selectivity(Selectivity::P73);
            for request in [AnalyzeRequest::depth(1), AnalyzeRequest::depth(4), selective] {
                reads_back(&engine.analyze(&board, request.lines(lines)).unwrap());
            }
            for nodes in [0, 50, 5_000] {
                let request = AnalyzeRequest::unlimited().limits(Limits::new().nodes(nodes));
                let analysis = engine.analyze(&board, request.lines(lines)).unwrap();
                reads_back(&analysis);
                let line = |line: &Line| Line::new(&board, line.value(), line.pv()).unwrap();
                let built =
                    Analysis::new(&board, analysis.lines().iter().map(line).collect::<Vec<_>>()).unwrap();
                let built = built.with_nodes(analysis.nodes()).with_elapsed(analysis.elapsed());
                assert_eq!(built.with_stopped(analysis.stopped()), analysis);
            }
        }
    }
}

#[test]
fn analyzed_games_read_back() {
    let mut rng = Rng::with_seed(8);
    let games: Vec<Game> = (0..3).map(|_| random_game(&mut rng)).collect();
    assert!(games.iter().any(|game| game.moves().any(|mv| mv == Move::Pass)));
    for game in &games {
        for request in [
            AnalyzeRequest::depth(3),
            AnalyzeRequest::level(Level::of::<6>()),
            AnalyzeRequest::unlimited().limits(Limits::new().nodes(2_000)),
        ] {
            for turn in engine().analyze_game(game, request).unwrap() {
                reads_back(&turn);
                let built = AnalyzedMove::new(turn.position(), turn.line().clone(), turn.analysis().clone());
                assert_eq!(built.as_ref(), Ok(&turn));
            }
        }
    }
}

/// FFO problem 1: a solution of best play, and an analysis with a second line.
fn solution() -> serde_json::Value {
    let pv: Vec<&str> = "g8 h7 a8 a6 a4 a7 b6 a2 h8 a3 h1 g2 a1 b1".split(' ').collect();
    json!({ "value": { "exact": 18 }, "pv": pv, "nodes": 41046, "seconds": 0.016322804 })
}

fn analysis() -> serde_json::Value {
    let lines = json!([
        { "value": { "exact": 18 }, "pv": solution()["pv"] },
        { "value": { "estimate": { "score": 10, "depth": 2, "selectivity": 73 } }, "pv": ["h1", "g2"] },
    ]);
    let fields = json!({ "lines": lines, "stopped": "nodes", "nodes": 50_000, "seconds": 1.000000007 });
    json!({ "position": FFO_1.trim_end_matches(';'), "analysis": fields })
}

fn analyzed_move() -> serde_json::Value {
    let mut turn = analysis();
    let second = turn["analysis"]["lines"][1].clone();
    let played = json!({ "played": "h1", "loss": 8, "depth": 14, "line": second });
    turn.as_object_mut().unwrap().extend(played.as_object().unwrap().clone());
    turn
}

fn interrupted() -> serde_json::Value {
    let bounds = json!({ "lower": -4, "upper": 64 });
    json!({ "reason": "time", "bounds": bounds, "nodes": 90_317_824, "seconds": u64::MAX })
}

fn solved(key: &str, result: serde_json::Value) -> serde_json::Value {
    json!({ "index": 7, "position": analysis()["position"], key: result })
}

#[test]
fn answers_have_the_documented_form() {
    fn has_form<T: Serialize + DeserializeOwned + Debug>(json: &serde_json::Value) -> T {
        let value = from_value::<T>(json.clone()).unwrap();
        assert_eq!(to_value(&value).unwrap(), *json);
        value
    }
    let read = has_form::<Solution>(&solution());
    assert_eq!((read.value(), read.pv().len(), read.nodes()), (Value::Exact(18), 14, 41046));
    assert_eq!(read.elapsed(), Duration::from_nanos(16_322_804));
    let read = has_form::<Analysis>(&analysis());
    assert_eq!((read.lines().len(), read.stopped()), (2, Some(StopReason::Nodes)));
    let turn = has_form::<AnalyzedMove>(&analyzed_move());
    assert_eq!((turn.loss(), turn.depth()), (8, 14));
    let mut without = analyzed_move();
    for name in ["loss", "depth"] {
        without.as_object_mut().unwrap().remove(name).unwrap();
    }
    assert_eq!(from_value::<AnalyzedMove>(without).unwrap(), turn);
    assert_eq!(has_form::<Interrupted>(&interrupted()).elapsed, Duration::from_secs(u64::MAX));
    assert!(has_form::<Solved>(&solved("solution", solution())).result.is_ok());
    assert!(has_form::<Solved>(&solved("interrupted", interrupted())).result.is_err());
    let stored = |kind, result| {
        let mut solved = solved(kind, result);
        solved["stored"] = json!(true);
        solved
    };
    assert!(has_form::<Solved>(&stored("solution", solution())).stored);
    assert!(from_value::<Solved>(stored("interrupted", interrupted())).is_err());
    for source in [Source::Book, Source::File] {
        let (mut solution, mut analysis) = (solution(), analysis());
        solution["source"] = json!(source.name());
        analysis["analysis"]["source"] = json!(source.name());
        assert_eq!(has_form::<Solution>(&solution).source(), source);
        assert_eq!(has_form::<Analysis>(&analysis).source(), source);
    }
    let mut from_search = solution();
    from_search["source"] = json!("search");
    assert_eq!(from_value::<Solution>(from_search).unwrap(), from_value(solution()).unwrap());
    let text = to_string(&from_value::<Solution>(solution()).unwrap()).unwrap();
    assert!(text.starts_with(r#"{"value":{"exact":18},"pv":["g8","h7","#), "{text}");
    assert!(text.ends_with(r#""b1"],"nodes":41046,"seconds":0.016322804}"#), "{text}");
    let mut proven = from_value::<Interrupted>(interrupted()).unwrap();
    (proven.bounds, proven.elapsed) = (Value::Exact(2), Duration::MAX);
    reads_back(&proven);
}

/// A program of an earlier version reads the answers of a later one.
#[test]
fn fields_of_a_later_version_are_passed_over() {
    fn passes_over<T: DeserializeOwned + PartialEq + Debug>(value: serde_json::Value, places: &[&str]) {
        let read = from_value::<T>(value.clone()).unwrap();
        for place in places {
            let mut later = value.clone();
            later.pointer_mut(place).unwrap()["confidence"] = json!({ "percent": [95, 99] });
            assert_eq!(from_value::<T>(later).unwrap(), read, "{place}");
        }
    }
    passes_over::<Solution>(solution(), &[""]);
    passes_over::<Interrupted>(interrupted(), &["", "/bounds"]);
    passes_over::<Analysis>(
        analysis(),
        &["", "/analysis", "/analysis/lines/0", "/analysis/lines/1/value/estimate"],
    );
    passes_over::<AnalyzedMove>(analyzed_move(), &["", "/line", "/analysis"]);
    passes_over::<Solved>(solved("solution", solution()), &["", "/solution"]);
}

/// Reads a damaged answer, and returns the message of the error.
type Read = fn(serde_json::Value) -> String;

/// A good answer of this kind, or the engine's answer to this question, and its reader.
fn good(kind: &str) -> (serde_json::Value, Read) {
    match kind {
        "value" => (json!({ "value": { "exact": 2 } }), |mut value| message::<Value>(value["value"].take())),
        "solution" => (solution(), message::<Solution>),
        "interrupted" => (interrupted(), message::<Interrupted>),
        "analysis" => (analysis(), message::<Analysis>),
        "move" => (analyzed_move(), message::<AnalyzedMove>),
        "solved" => (solved("solution", solution()), message::<Solved>),
        ask => {
            let more = match ask {
                "play" => r#", "move": "h7""#,
                "balanced_starts" => r#", "count": 1, "plies": 1, "within": 64, "level": 0"#,
                _ => "",
            };
            let position = analysis()["position"].clone();
            let question = format!(r#"{{"position": {position}, "ask": "{ask}", "moves": "g8"{more}}}"#);
            let answer: serde_json::Value =
                from_str(&reversi_engine::question::answer_json(&mut engine(), &question)).unwrap();
            assert!(from_value::<Answer>(answer.clone()).is_ok(), "{answer}");
            (answer, message::<Answer>)
        }
    }
}

/// Answers that no engine gives: the kind, the place that is changed, the value there, a part of the error.
const DAMAGED: &str = r#"
value | /value | 8 | invalid type
value | /value | "+8" | unknown variant
value | /value | {"exact": 3} | an exact score must be even, from -64 to 64, not 3
value | /value | {"exact": 66} | an exact score must be even, from -64 to 64, not 66
value | /value | {"exact": 9223372036854775807} | i32
value | /value | {"exact": 2, "bounds": {"lower": 0, "upper": 2}} | expected
value | /value | {"bounds": {"lower": 0}} | missing field `upper`
value | /value | {"bounds": {"lower": 2, "upper": 2}} | the lower below the upper, not 2 and 2
value | /value | {"bounds": {"lower": 2, "upper": 0}} | the lower below the upper, not 2 and 0
value | /value | {"bounds": {"lower": -65, "upper": 0}} | from -64 to 64
value | /value | {"bounds": {"lower": -64, "upper": 63}} | bounds must be even
value | /value | {"estimate": {"score": 65, "depth": 3, "selectivity": 73}} | estimate
value | /value | {"estimate": {"score": 3, "depth": 63, "selectivity": 73}} | estimate
value | /value | {"estimate": {"score": 3, "depth": 24, "selectivity": 74}} | no such selectivity
solution | /value | {"estimate": {"score": 10, "depth": 15, "selectivity": 73}} | the value of a solve must be proven, not an estimate
solution | /pv/2 | "g8" | g8 is played twice
solution | /pv | ["a1", "ps", "ps"] | no move can follow two passes
solution | /pv/0 | "i9" | not a move: expected a square such as f5
solution | /pv/0 | 7 | a square such as "f5" or "ps" for a pass
solution | /nodes | -1 | integer `-1`, expected u64
solution | /seconds | -0.5 | expected seconds from 0 to 18446744073709551615
solution | /seconds | "1" | expected seconds from 0 to 18446744073709551615
solution | /source | "oracle" | unknown variant `oracle`, expected one of `search`, `book`, `file`
interrupted | /bounds | {"estimate": {"score": 10, "depth": 15, "selectivity": 73}} | missing field `lower`
interrupted | /bounds/lower | 3 | bounds must be even, from -64 to 64, the lower below the upper, not 3 and 64
interrupted | /bounds/upper | -6 | the lower below the upper, not -4 and -6
interrupted | /reason | "boredom" | unknown variant `boredom`
analysis | /analysis/lines | [] | an analysis must have at least one line
analysis | /analysis/lines/0/value | {"bounds": {"lower": 2, "upper": 64}} | the value of a line must be exact or an estimate, not bounds
analysis | /analysis/lines/0/value | {"exact": 20} | line 1: the moves lead to +18, not to the score +20
analysis | /analysis/lines/0/pv | ["g8"] | line 1: the moves of an exact score must lead to the end of the game
analysis | /analysis/lines/1/pv | [] | line 2: the moves are missing, and the game is not over
analysis | /analysis/lines/1/pv/1 | "a1" | line 2, move 2: a1 is not a legal move: it flips no disc
analysis | /analysis/lines/1/pv/0 | "ps" | line 2, move 1: pass is not a legal move: a move must be played
analysis | /analysis/lines/1/pv | ["g8"] | line 2: the first move must not be the first move of an earlier line
analysis | /analysis/lines/1/value | {"estimate": {"score": 10, "depth": 15, "selectivity": 73}} | line 2: depth must be at most 14 at 14 empties, not 15
analysis | /analysis/lines/1/value/estimate/score | 19 | a line must not be better than the line before it
analysis | /position | "START" | line 1, move 1: g8 is not a legal move: it flips no disc
analysis | /position | "X" | byte 1
analysis | /analysis/stopped | "nobody" | unknown variant `nobody`
analysis | /analysis | null | invalid type: null
move | /position | "START" | line 1, move 1: g8 is not a legal move: it flips no disc
move | /played | "g8" | the line must begin with the move that was played
move | /line/pv | ["h1", "a1"] | a1 is not a legal move: it flips no disc
move | /line/value/estimate/score | 19 | the move that was played must not be better than the best one
move | /analysis/lines | [] | an analysis must have at least one line
move | /loss | 0 | the loss must be 8, as its lines say, not 0
move | /loss | -8 | integer `-8`, expected u32
move | /depth | 2 | the depth must be 14, as its lines say, not 2
solved | /interrupted | {"reason": "time", "bounds": {"lower": -4, "upper": 64}, "nodes": 1, "seconds": 1} | either a solution or an interrupted solve is expected
solved | /solution | null | either a solution or an interrupted solve is expected
solved | /solution/pv | ["a1"] | a1 is not a legal move: it flips no disc
solved | /solution/value | {"exact": 20} | the moves lead to +18, not to the score +20
solve | /position | "START" | is not a legal move
solve | /solution/value | {"exact": 2} | the moves lead to -18
solve | /version | 2 | version 2 is not known
solve | /analysis | 3 | invalid type
solve | /version | null | invalid type: null, expected u64
solve | /evaluation | 3 | an answer has one reply
prove | /proof/score | 66 | score must be -64 to 64
prove | /proof/score | -2147483648 | score must be -64 to 64
prove | /proof/leaf_empties | 11 | leaf_empties must be 0 to 10
prove | /proof/file | "cHJvb2Y" | the text is not base64
prove | /proof/claim | "at-best" | unknown variant
analyze | /position | "START" | is not a legal move
balanced_starts | /balanced_starts/starts/0/position | "START" | not fit this position
balanced_starts | /balanced_starts/starts/0/moves | "f5f4" | not fit this position
balanced_starts | /position | "START" | not fit this position
evaluate | /evaluation | 65 | not fit this position
evaluate | /evaluation | null | an answer has one reply
legal_moves | /legal_moves/0 | "a1" | not fit this position
human_moves | /human_moves/rating | 399 | rating must be 400 to 2400, not 399
human_moves | /human_moves/moves/0/chance | 1.5 | chance must be 0 to 1, not 1.5
human_moves | /human_moves/moves/1/chance | 0 | the moves of people must be all legal moves, the likeliest first
human_moves | /human_moves/moves/0/chance | 1 | with chances that add up to 1
human_moves | /human_moves/moves | [] | the moves of people must be all legal moves
play | /played/black_score | 0 | not those of the position
play | /position | "START" | not fit this position
analyze_game | /position | "START" | not fit this position
review | /position | "START" | not fit this position
review | /review/version | 3 | version 3 of reviews is not known
review | /review/moves/0/loss | 100 | the judgement must follow from the values
review | /review/moves/0/class | "blunder" | the judgement must follow from the values
review | /review/moves/0/error | 9.5 | the judgement must follow from the values
review | /review/moves/0/why | {"fact": "takes_corner", "squares": [], "played": 0, "best": 1, "en": "", "ja": ""} | the judgement must follow from the values
review | /review/moves/0/chances/win | 2 | chances must be 0 to 1
review | /review/moves/0/best_line | [] | the moves are missing, and the game is not over
review | /review/sides/black/mistakes | 9 | must follow from the moves
review | /review/turning_points | [{"ply": 1, "before": "win", "after": "loss", "proven": true}] | must follow from the moves
"#;

#[test]
fn answers_that_no_engine_gives_are_refused() {
    let mut kinds = HashMap::new();
    for row in DAMAGED.trim().lines() {
        let [kind, at, value, expected] = row.split(" | ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        let (good, read) = kinds.entry(kind).or_insert_with(|| good(kind));
        let (mut bad, value) = (good.clone(), value.replace("START", &Board::START.to_string()));
        let (parent, field) = at.rsplit_once('/').unwrap();
        let place = match bad.pointer_mut(parent).unwrap() {
            serde_json::Value::Array(list) => &mut list[field.parse::<usize>().unwrap()],
            object => &mut object[field],
        };
        *place = from_str(&value).unwrap_or_else(|error| panic!("{row}: {error}"));
        let message = read(bad);
        assert!(message.contains(expected), "{row}: {message}");
    }
}

/// The progress of a search has the fields of its table.
#[test]
fn progress_is_written_as_it_is_declared() {
    let mut written = None;
    let request = AnalyzeRequest::depth(8);
    let analysis = engine().analyze_with(&Board::START, request, |progress| {
        written.get_or_insert_with(|| to_value(progress).unwrap());
        std::ops::ControlFlow::Continue(())
    });
    assert!(analysis.is_ok());
    let written = written.expect("every search is shown");
    let names: Vec<&String> = written.as_object().unwrap().keys().collect();
    let mut declared: Vec<&str> = reversi_engine::surface::PROGRESS.fields.iter().map(|f| f.name).collect();
    declared.sort_unstable(); // as the keys of a map are without `preserve_order`
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, declared);
    assert_eq!(written["bounds"], json!({ "lower": -64, "upper": 64 }));
}
