//! Questions, answers and problems as text.

use reversi_fields::DynValue;
use reversi_search::Engine;

use crate::VERSION;
use crate::answer::Answer;
use crate::fields::read_question;
use crate::problem::Problem;
use crate::question::{Question, QuestionError};

impl Question {
    /// Reads a question from JSON. Unlike an error of `serde_json`, the error names the field.
    ///
    /// ```
    /// use reversi_engine::question::{Problem, Question};
    ///
    /// let question = Question::from_json(r#"{"moves": "f5d6", "ask": "analyze", "level": 21}"#)?;
    /// assert_eq!(question.game.to_string(), "f5d6");
    ///
    /// let error = Question::from_json(r#"{"moves": "f5d6", "ask": "analyze", "levle": 21}"#).unwrap_err();
    /// let problem = Problem::from(&error);
    /// assert_eq!((&*problem.code, problem.at.field.as_deref()), ("unknown-field", Some("levle")));
    /// # Ok::<(), reversi_engine::question::QuestionError>(())
    /// ```
    ///
    /// # Errors
    /// [`QuestionError`] for text that is not JSON, and for a question that has no answer.
    pub fn from_json(text: &str) -> Result<Question, QuestionError> {
        read_question(DynValue::of_json(text)?)
    }

    /// Writes the question as JSON.
    ///
    /// ```
    /// use reversi_engine::Position;
    /// use reversi_engine::question::{Ask, Question};
    ///
    /// let question = Question::new(Position::START, Ask::Evaluate);
    /// assert_eq!(Question::from_json(&question.to_json()), Ok(question));
    /// ```
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written")
    }
}

impl Answer {
    /// Reads an answer from JSON. An answer that no engine gives is refused.
    ///
    /// ```
    /// use reversi_engine::Position;
    /// use reversi_engine::question::{Answer, Reply};
    ///
    /// let answer = Answer::new(Position::START, Reply::Evaluation(0.5));
    /// assert_eq!(Answer::from_json(&answer.to_json()), Ok(answer));
    /// assert_eq!(Answer::from_json("{}").unwrap_err().code, "bad-answer");
    /// ```
    ///
    /// # Errors
    /// [`Problem`] with the code `not-json` or `bad-answer`.
    pub fn from_json(text: &str) -> Result<Answer, Box<Problem>> {
        serde_json::from_str(text).map_err(|error| {
            let code = if error.is_data() { "bad-answer" } else { "not-json" };
            let mut problem = Problem::new(code, error.to_string());
            problem.at.line = Some(error.line() as u64);
            problem.at.column = Some(error.column() as u64);
            Box::new(problem)
        })
    }

    /// Writes the answer as JSON.
    ///
    /// ```
    /// use reversi_engine::{Engine, Position};
    /// use reversi_engine::question::{Ask, Question};
    ///
    /// let question = Question::new(Position::START, Ask::LegalMoves);
    /// let answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
    /// assert!(answer.to_json().ends_with(r#""legal_moves":["d3","c4","f5","e6"]}"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written")
    }
}

impl Problem {
    /// Writes the problem as JSON in place of an answer.
    ///
    /// ```
    /// use reversi_engine::question::Problem;
    ///
    /// let json = Problem::new("busy", "all engines are busy").to_json();
    /// assert_eq!(json, r#"{"version":1,"error":{"code":"busy","message":"all engines are busy"}}"#);
    /// ```
    pub fn to_json(&self) -> String {
        let text = |text: serde_json::Result<String>| text.expect("texts and numbers can be written");
        let id = self.id.as_ref().map(|id| format!(r#""id":{},"#, text(serde_json::to_string(id))));
        let (id, error) = (id.unwrap_or_default(), text(serde_json::to_string(self)));
        format!(r#"{{{id}"version":{VERSION},"error":{error}}}"#)
    }
}

/// Answers a question in JSON by JSON: an answer, or a problem as `{"version": 1, "error": {..}}`.
///
/// ```
/// use reversi_engine::Engine;
/// use reversi_engine::question::answer_json;
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let answer = answer_json(&mut engine, r#"{"moves": "f5", "ask": "play", "move": "d6"}"#);
/// assert!(answer.starts_with(r#"{"version":1,"position":"#) && answer.contains(r#""played":{"#));
/// let error = answer_json(&mut engine, r#"{"moves": "f5", "ask": "play", "move": "a1"}"#);
/// assert!(error.starts_with(r#"{"version":1,"error":{"code":"illegal-move","#));
/// # Ok::<(), reversi_engine::BuildError>(())
/// ```
pub fn answer_json(engine: &mut Engine, question: &str) -> String {
    match Question::from_json(question).and_then(|question| question.answer(engine)) {
        Ok(answer) => answer.to_json(),
        Err(error) => Problem::from(&error).to_json(),
    }
}
