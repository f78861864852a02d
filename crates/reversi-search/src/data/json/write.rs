//! Questions and requests as fields. What has its usual value is left out.

use ::serde::ser::{Serialize, SerializeMap, Serializer};

use crate::api::{AnalyzeRequest, BookUse, Clock, Goal, Limits, SolveRequest};
use crate::data::{Ask, Question, VERSION};
use crate::serde::seconds::Seconds;

/// Writes a type as a map of its fields.
macro_rules! as_map {
    ($($(#[$doc:meta])* $Type:ident = $write:expr;)*) => {$(
        $(#[$doc])*
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                fn write<M: SerializeMap>(map: &mut M, value: &$Type) -> Result<(), M::Error> {
                    $write(map, value)
                }
                let mut map = serializer.serialize_map(None)?;
                write(&mut map, self)?;
                map.end()
            }
        }
    )*};
}
as_map! {
    /// `{"id": 7, "version": 1, "position": "64 cells X", "moves": "f5d6", "ask": "solve", ..}` with the
    /// fields of the request. The guide on questions describes them.
    Question = question;
    /// `{"window": [-11, 11], "limits": {..}, "total_limits": {..}}`. A stop is no data: it is left out.
    SolveRequest = solve;
    /// `{"level": 21, "selectivity": 73, "lines": 3, "only": "f4f6", "clock": {..}, "book": "never",
    /// "limits": {..}, "total_limits": {..}}`. A stop is no data: it is left out.
    AnalyzeRequest = analyze;
    /// `{"seconds": 2.5, "nodes": 1000000}`. A stop is no data: it is left out.
    Limits = limits;
    /// `{"remaining_seconds": 300, "increment_seconds": 1}`
    Clock = clock;
}

fn question<M: SerializeMap>(map: &mut M, question: &Question) -> Result<(), M::Error> {
    let Question { game, ask, id } = question;
    if let Some(id) = id {
        map.serialize_entry("id", id)?;
    }
    map.serialize_entry("version", &VERSION)?;
    map.serialize_entry("position", &game.start())?;
    if game.moves().len() > 0 {
        map.serialize_entry("moves", &game.to_string())?;
    }
    map.serialize_entry("ask", ask.name())?;
    match ask {
        Ask::Solve(request) => solve(map, request),
        Ask::Analyze(request) | Ask::AnalyzeGame(request) => analyze(map, request),
        Ask::Evaluate | Ask::LegalMoves => Ok(()),
        Ask::Play(mv) => map.serialize_entry("move", mv),
    }
}

fn solve<M: SerializeMap>(map: &mut M, request: &SolveRequest) -> Result<(), M::Error> {
    match (request.alpha(), request.beta()) {
        (-65, 65) => {}
        (-1, 1) => map.serialize_entry("window", "wld")?,
        (alpha, beta) if alpha.checked_add(1) == Some(beta) => map.serialize_entry("at_least", &beta)?,
        ends => map.serialize_entry("window", &ends)?,
    }
    both_limits(map, &request.limits, &request.total_limits)
}

fn analyze<M: SerializeMap>(map: &mut M, request: &AnalyzeRequest) -> Result<(), M::Error> {
    match request.goal {
        Goal::Level(level) => map.serialize_entry("level", &level)?,
        Goal::Depth(u32::MAX)
            if request.clock.is_some() || request.limits.are_set() || request.total_limits.are_set() => {}
        Goal::Depth(depth) => map.serialize_entry("depth", &depth)?,
    }
    if let Some(selectivity) = request.selectivity {
        map.serialize_entry("selectivity", &selectivity)?;
    }
    if request.lines != 1 {
        map.serialize_entry("lines", &request.lines)?;
    }
    if let Some(moves) = request.only {
        map.serialize_entry("only", &moves.into_iter().map(|square| square.to_string()).collect::<String>())?;
    }
    if let Some(clock) = request.clock {
        map.serialize_entry("clock", &clock)?;
    }
    if request.book != BookUse::default() {
        map.serialize_entry("book", request.book.name())?;
    }
    both_limits(map, &request.limits, &request.total_limits)
}

fn both_limits<M: SerializeMap>(map: &mut M, limits: &Limits, total: &Limits) -> Result<(), M::Error> {
    for (name, limits) in [("limits", limits), ("total_limits", total)] {
        if limits.time.is_some() || limits.nodes.is_some() {
            map.serialize_entry(name, limits)?;
        }
    }
    Ok(())
}

fn limits<M: SerializeMap>(map: &mut M, limits: &Limits) -> Result<(), M::Error> {
    if let Some(time) = limits.time {
        map.serialize_entry("seconds", &Seconds(time))?;
    }
    if let Some(nodes) = limits.nodes {
        map.serialize_entry("nodes", &nodes)?;
    }
    Ok(())
}

fn clock<M: SerializeMap>(map: &mut M, clock: &Clock) -> Result<(), M::Error> {
    map.serialize_entry("remaining_seconds", &Seconds(clock.remaining))?;
    if !clock.increment.is_zero() {
        map.serialize_entry("increment_seconds", &Seconds(clock.increment))?;
    }
    Ok(())
}
