//! The JSON Schema of questions, answers and problems.

/// Returns the JSON Schema (2020-12) of the data: `question`, `answer` and `error` in its `$defs`.
///
/// A question that the schema allows may still be refused, for an invalid board or an illegal move. A
/// question that the schema refuses is always refused.
///
/// ```
/// let schema: serde_json::Value = serde_json::from_str(reversi_engine::question::schema())?;
/// assert_eq!(schema["$defs"]["question"]["properties"]["version"]["const"], 1);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub const fn schema() -> &'static str {
    include_str!("schema.json")
}
