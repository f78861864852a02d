//! Answers in JSON.

use std::time::Duration;

use reversi_engine::{Analysis, Interrupted, Line, Solution, StopReason};
use serde_json::{Value, json};

pub fn solution(solution: &Solution) -> Value {
    json!({
        "value": solution.value(),
        "pv": solution.pv(),
        "nodes": solution.nodes(),
        "elapsed_ns": nanoseconds(solution.elapsed()),
    })
}

pub fn interrupted(interrupted: &Interrupted) -> Value {
    json!({
        "reason": reason(interrupted.reason),
        "bounds": interrupted.bounds,
        "nodes": interrupted.nodes,
        "elapsed_ns": nanoseconds(interrupted.elapsed),
    })
}

pub fn analysis(analysis: &Analysis) -> Value {
    let line = |line: &Line| json!({ "value": line.value(), "pv": line.pv() });
    json!({
        "board": analysis.board(),
        "lines": analysis.lines().iter().map(line).collect::<Vec<_>>(),
        "stopped": analysis.stopped().map(reason),
        "nodes": analysis.nodes(),
        "elapsed_ns": nanoseconds(analysis.elapsed()),
    })
}

fn reason(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time",
        StopReason::Nodes => "nodes",
        _ => "stop",
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
