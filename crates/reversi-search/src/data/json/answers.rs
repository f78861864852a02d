//! Answers, checked when they are read: an answer that no engine gives is refused.

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, SerializeMap, Serializer};
use reversi_bitboard::{Game, Move, Position};

use crate::api::answer::check_solution;
use crate::api::{Interrupted, Solution};
use crate::data::{Answer, Played, QuestionId, Reply, VERSION};
use crate::engine::AnalyzedMove;
use crate::serde::AnalysisFields;
use crate::serde::macros::as_fields;

/// `{"id": 7, "version": 1, "position": "64 cells X", "solution": {..}}`, with one of `solution`,
/// `interrupted`, `analysis`, `game`, `evaluation`, `legal_moves`, `played`.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(id) = &self.id {
            map.serialize_entry("id", id)?;
        }
        map.serialize_entry("version", &VERSION)?;
        map.serialize_entry("position", &self.position)?;
        match &self.reply {
            Reply::Solution(solution) => map.serialize_entry("solution", solution)?,
            Reply::Interrupted(interrupted) => map.serialize_entry("interrupted", interrupted)?,
            Reply::Analysis(analysis) => {
                map.serialize_entry("analysis", &AnalysisFields::of(analysis))?;
            }
            Reply::Game(turns) => map.serialize_entry("game", turns)?,
            Reply::Evaluation(discs) => map.serialize_entry("evaluation", discs)?,
            Reply::LegalMoves(moves) => map.serialize_entry("legal_moves", moves)?,
            Reply::Played(played) => map.serialize_entry("played", played)?,
        }
        map.end()
    }
}

#[derive(::serde::Deserialize)]
#[serde(rename = "Answer")]
struct AnswerFields {
    id: Option<QuestionId>,
    #[serde(default = "present_version")]
    version: u64,
    position: Position,
    solution: Option<Solution>,
    interrupted: Option<Interrupted>,
    analysis: Option<AnalysisFields<'static>>,
    game: Option<Vec<AnalyzedMove>>,
    evaluation: Option<f32>,
    legal_moves: Option<Vec<Move>>,
    played: Option<Played>,
}

fn present_version() -> u64 {
    VERSION
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Answer, D::Error> {
        AnswerFields::deserialize(deserializer)?.checked().map_err(D::Error::custom)
    }
}

impl AnswerFields {
    fn checked(self) -> Result<Answer, String> {
        if self.version != VERSION {
            return Err(format!("version {} is not known (expected {VERSION})", self.version));
        }
        let analysis = self.analysis.map(|analysis| analysis.checked(self.position.board)).transpose();
        let replies = [
            self.solution.map(Reply::Solution),
            self.interrupted.map(Reply::Interrupted),
            analysis.map_err(|error| error.to_string())?.map(Reply::Analysis),
            self.game.map(Reply::Game),
            self.evaluation.map(Reply::Evaluation),
            self.legal_moves.map(Reply::LegalMoves),
            self.played.map(Reply::Played),
        ];
        let mut replies = replies.into_iter().flatten();
        let (Some(reply), None) = (replies.next(), replies.next()) else {
            return Err("an answer has one reply: solution, interrupted, analysis, game, evaluation, \
                        legal_moves or played"
                .to_owned());
        };
        check(self.position, &reply)?;
        Ok(Answer { position: self.position, reply, id: self.id })
    }
}

/// Checks that this may be a reply about this position.
fn check(position: Position, reply: &Reply) -> Result<(), String> {
    let fits = match reply {
        Reply::Solution(solution) => {
            let checked = check_solution(position.board, solution.value(), solution.pv(), |_| false);
            return checked.map_err(|error| error.to_string());
        }
        Reply::Interrupted(_) => true,
        Reply::Analysis(_) => true, // it was checked when it got its position
        Reply::Game(turns) => lead_to(position, turns),
        Reply::Evaluation(discs) => discs.abs() <= 64.0,
        Reply::LegalMoves(moves) => position.board.legal_plays().eq(moves.iter().copied()),
        Reply::Played(played) => position.board.legal_plays().any(|mv| {
            let mut game = Game::from_position(position);
            game.play(mv).is_ok() && game.position() == played.position
        }),
    };
    if fits { Ok(()) } else { Err("the reply is not one to this position".to_owned()) }
}

/// Whether each move leads to the position of the next one, and the last one to this position.
fn lead_to(position: Position, turns: &[AnalyzedMove]) -> bool {
    let after = |turn: &AnalyzedMove| {
        let mut game = Game::from_position(turn.position());
        game.play(turn.played()).ok().map(|()| game.position())
    };
    let next = turns.iter().skip(1).map(AnalyzedMove::position).chain([position]);
    turns.iter().zip(next).all(|(turn, next)| after(turn) == Some(next))
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Played", rename = "Played")]
struct PlayedFields {
    position: Position,
    legal_moves: Vec<Move>,
    black_score: Option<i32>,
}

as_fields! {
    /// `{"position": "64 cells O", "legal_moves": ["d6"], "black_score": null}`
    Played as PlayedFields, checked by PlayedFields::check;
}

impl PlayedFields {
    fn check(played: &Played) -> Result<(), &'static str> {
        let fits = *played == Played::of(&Game::from_position(played.position));
        if fits { Ok(()) } else { Err("the legal moves or the score are not those of the position") }
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(
    remote = "QuestionId",
    rename = "QuestionId",
    untagged,
    expecting = "an id is a whole number or a text"
)]
enum QuestionIdFields {
    Number(i64),
    Text(String),
}

as_fields! {
    /// `7` or `"move 1"`
    QuestionId as QuestionIdFields;
}
