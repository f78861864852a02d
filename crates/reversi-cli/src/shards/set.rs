//! What the files of a run have in common.

use std::fmt::Write as _;

use crc32fast::Hasher;
use reversi_engine::notation::ObfLine;
use reversi_engine::{Ask, Engine, Position, Question};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

/// What was asked of which positions, and by what. Files of answers with another one do not belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Set {
    /// The question, in the form of `reversi ask`, without a position.
    question: Value,
    /// The number of positions.
    #[serde(deserialize_with = "positions")]
    pub(crate) positions: usize,
    /// The checksum of the positions, one a line.
    input: Checksum,
    /// The version of the program.
    program: String,
    /// The fingerprint of the evaluation.
    evaluation: String,
    /// The size of the hash table, which decides on the nodes.
    hash_mib: usize,
    /// The number of threads of a search: with one, its nodes are always the same.
    threads: usize,
}

impl Set {
    pub(crate) fn new(lines: &[ObfLine], ask: Ask, engine: &Engine, hash_mib: usize) -> Set {
        let mut question = json!({});
        if let Ok(Value::Object(fields)) = serde_json::to_value(Question::new(Position::START, ask)) {
            let kept = fields.into_iter().filter(|(name, _)| !["version", "position"].contains(&&**name));
            question = Value::Object(kept.collect());
        }
        Set {
            question,
            positions: lines.len(),
            input: Checksum::of_positions(lines),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            evaluation: engine.evaluation_fingerprint(),
            hash_mib,
            threads: engine.threads(),
        }
    }

    /// What is different in another set, if anything is: `the question is .., not ..`.
    pub(crate) fn difference(&self, other: &Set) -> Option<String> {
        let fields = [
            ("question", self.question.to_string(), other.question.to_string()),
            ("number of positions", self.positions.to_string(), other.positions.to_string()),
            ("checksum of the positions", self.input.0.clone(), other.input.0.clone()),
            ("version of the program", self.program.clone(), other.program.clone()),
            ("fingerprint of the evaluation", self.evaluation.clone(), other.evaluation.clone()),
            ("size of the hash table in MiB", self.hash_mib.to_string(), other.hash_mib.to_string()),
            ("number of threads of a search", self.threads.to_string(), other.threads.to_string()),
        ];
        let mut different = fields.into_iter().filter(|(_, ours, theirs)| ours != theirs);
        different.next().map(|(field, ours, theirs)| format!("the {field} is {ours}, not {theirs}"))
    }
}

/// The greatest number of positions of a file, whose numbers have 32 bits.
const MOST_POSITIONS: usize = u32::MAX as usize;

fn positions<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    match u64::deserialize(deserializer)? {
        positions if positions <= MOST_POSITIONS as u64 => Ok(positions as usize),
        more => Err(D::Error::custom(format!("positions must be 0 to {MOST_POSITIONS}, not {more}"))),
    }
}

/// A CRC-32 as 8 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Checksum(String);

impl Checksum {
    /// A text of the same length.
    pub(crate) const NONE: &str = "00000000";

    pub(crate) fn of(hasher: Hasher) -> Checksum {
        Checksum(format!("{:08x}", hasher.finalize()))
    }

    pub(crate) fn of_text(text: &str) -> Checksum {
        let mut hasher = Hasher::new();
        hasher.update(text.as_bytes());
        Checksum::of(hasher)
    }

    fn of_positions(lines: &[ObfLine]) -> Checksum {
        let (mut hasher, mut text) = (Hasher::new(), String::new());
        for line in lines {
            text.clear();
            let _ = writeln!(text, "{}", line.position); // a string takes all
            hasher.update(text.as_bytes());
        }
        Checksum::of(hasher)
    }

    /// What takes its place until it is known.
    pub(crate) fn none() -> Checksum {
        Checksum(Checksum::NONE.to_owned())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
