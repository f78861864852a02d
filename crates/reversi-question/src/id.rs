//! The caller's id of a question.

use std::fmt;

/// The caller's id of a question, echoed in the answer: a whole number or a text. Answers that come in
/// another order find their questions by it.
///
/// ```
/// use reversi_engine::{Engine, Position};
/// use reversi_engine::question::{Ask, Question, QuestionId};
///
/// let question = Question::new(Position::START, Ask::Evaluate).with_id("move 1");
/// let answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
/// assert_eq!(answer.id, Some(QuestionId::Text("move 1".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QuestionId {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
}

impl From<i64> for QuestionId {
    fn from(number: i64) -> QuestionId {
        QuestionId::Number(number)
    }
}

impl From<&str> for QuestionId {
    fn from(text: &str) -> QuestionId {
        QuestionId::Text(text.to_owned())
    }
}

impl From<String> for QuestionId {
    fn from(text: String) -> QuestionId {
        QuestionId::Text(text)
    }
}

/// The number or the text.
impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuestionId::Number(number) => number.fmt(f),
            QuestionId::Text(text) => text.fmt(f),
        }
    }
}
