//! Sessions as questions: actions, visible state, and refusals.

use reversi_engine::play::{Action, Session};
use reversi_engine::question::{Answer, Ask, Problem, Question, Reply, SessionState};
use reversi_engine::search::StopReason;
use reversi_engine::{Limits, Stop};
use serde_json::{Value, json};

use crate::engine;
use crate::schema::problem_with;

fn asked(question: &Value) -> SessionState {
    assert_eq!(problem_with("question", question), None);
    let question = Question::from_json(&question.to_string()).unwrap();
    assert_eq!(problem_with("question", &serde_json::to_value(&question).unwrap()), None);
    // A written question reads back, in JSON and as a value.
    assert_eq!(Question::from_json(&question.to_json()).as_ref(), Ok(&question));
    assert_eq!(serde_json::from_str::<Question>(&question.to_json()).unwrap(), question);
    let answer = question.answer(&mut engine()).unwrap();
    assert_eq!(Answer::from_json(&answer.to_json()).as_ref(), Ok(&answer));
    assert_eq!(problem_with("answer", &serde_json::to_value(&answer).unwrap()), None);
    let Reply::Session(state) = answer.reply else { panic!("{answer:?}") };
    assert_eq!(state.position, answer.position);
    *state
}

fn refused(question: Value) -> Problem {
    Problem::from(&Question::from_json(&question.to_string()).unwrap_err())
}

/// More than a question of any other kind may hold.
#[test]
fn a_long_list_of_actions_is_read_to_its_end() {
    let mut actions = vec![json!({"do": "play", "move": "f5"})];
    actions.extend((0..120).flat_map(|_| [json!({"do": "undo"}), json!({"do": "redo"})]));
    let state = asked(&json!({"ask": "session", "actions": actions}));
    assert_eq!((state.did.len(), &*state.moves), (241, "f5"));
    let many = vec![json!({"do": "undo"}); 257];
    let problem = refused(json!({"ask": "session", "actions": many}));
    assert_eq!(problem.message, "actions must be a list, not a longer list");
}

#[test]
fn the_whole_call_has_limits() {
    let engines = json!({"black": {"engine": {"depth": 40}}, "white": {"engine": {"depth": 40}}});
    let moves = vec![json!({"do": "engine_move"}); 4];
    let question = json!({"ask": "session", "session": {"players": engines}, "actions": moves,
        "total_limits": {"nodes": 3000}});
    let state = asked(&question);
    let nodes: u64 = state.engine_moves.iter().map(|played| played.analysis.nodes()).sum();
    assert!(nodes < 6000, "{nodes}");
    assert_eq!(state.engine_moves[0].analysis.stopped(), Some(StopReason::Nodes));
    assert_eq!(state.did.len(), 4); // there is always a best move

    let mut question = Question::from_json(&question.to_string()).unwrap();
    assert!(question.is_search());
    let stop = Stop::new();
    stop.set();
    question = question.within(Limits::new().nodes(10).stop(&stop));
    let Ask::Session { total_limits, .. } = &question.ask else { panic!() };
    assert_eq!(total_limits, &Limits::new().nodes(10).stop(&stop));
    let Reply::Session(state) = question.answer(&mut engine()).unwrap().reply else { panic!() };
    assert_eq!(state.engine_moves[0].analysis.stopped(), Some(StopReason::Stop));
    let of = |actions| Question::of_session(Session::from_json("{}").unwrap(), actions);
    assert!(!of(vec![Action::Undo]).is_search() && !of(vec![]).is_search());
    assert!(of(vec![Action::Undo, Action::EngineMove(Limits::new())]).is_search());
}

#[test]
fn an_analysis_has_to_be_one_of_the_position() {
    let line = json!({"value": {"estimate": {"score": 0, "depth": 1, "selectivity": 100}}, "pv": ["f5"]});
    let answer = |position: &str, analysis: Value| {
        json!({"ask": "session", "session": {"players": {"black": {"engine": {"depth": 1}}}},
            "actions": [{"do": "answer", "position": position, "analysis": analysis}]})
    };
    let analysis = |line: &Value| json!({"lines": [line], "stopped": null, "nodes": 1, "seconds": 0});
    let start = "---------------------------OX------XO--------------------------- X";
    let other = "---------------------------XO------OX--------------------------- X";
    assert_eq!(asked(&answer(start, analysis(&line))).moves, "f5");
    let mut elsewhere = line.clone();
    elsewhere["pv"] = json!(["e3"]);
    let state = asked(&answer(other, analysis(&elsewhere)));
    assert_eq!(state.refused.map(|problem| problem.code), Some("another-position".into()));
    let problem = refused(answer(other, analysis(&line)));
    assert_eq!((&*problem.code, problem.at.field.as_deref()), ("bad-session", Some("actions[0].analysis")));
}

#[test]
fn a_state_that_is_not_that_of_its_session_is_refused() {
    let answer = Question::from_json(r#"{"ask": "session"}"#).unwrap().answer(&mut engine()).unwrap();
    let written = serde_json::to_value(&answer).unwrap();
    for (field, wrong) in
        [("due", json!("engine")), ("moves", json!("f5")), ("discs", json!({"black": 3, "white": 2}))]
    {
        let mut damaged = written.clone();
        damaged["session"][field] = wrong;
        assert!(Answer::from_json(&damaged.to_string()).is_err(), "{field}");
    }
}
