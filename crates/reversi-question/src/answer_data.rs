//! Answers, checked when they are read: an answer that no engine gives is refused.

use std::borrow::Cow;

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, SerializeMap, Serializer};
use reversi_bitboard::{Game, Move, Position};
use reversi_fields::{DynValue, as_fields};
use reversi_search::surface::{AnalysisWithoutBoard, check_solution};
use reversi_search::{AnalyzedMove, HumanMoves, Interrupted, Solution};

use crate::VERSION;
use crate::answer::{Answer, Played, Reply};
use crate::fields::id_of;
use crate::id::QuestionId;
use crate::problem::{Place, Problem};
use crate::proof::{CheckedProof, MadeProof};
use crate::session_state::SessionState;

/// `{"id": 7, "version": 1, "position": "64 cells X", "solution": {..}}`, with one of `solution`,
/// `interrupted`, `proof`, `verified`, `analysis`, `game`, `review`, `balanced_starts`, `evaluation`,
/// `legal_moves`, `human_moves`, `played`, `session`.
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
            #[cfg(not(feature = "proof"))]
            Reply::Proof(_) | Reply::Verified(_) => {}
            #[cfg(feature = "proof")]
            Reply::Proof(proof) => map.serialize_entry("proof", proof)?,
            #[cfg(feature = "proof")]
            Reply::Verified(checked) => map.serialize_entry("verified", checked)?,
            Reply::Analysis(analysis) => {
                map.serialize_entry("analysis", &AnalysisWithoutBoard(Cow::Borrowed(analysis)))?
            }
            Reply::Game(turns) => map.serialize_entry("game", turns)?,
            #[cfg(not(feature = "review"))]
            Reply::Review(_) => {}
            #[cfg(feature = "review")]
            Reply::Review(review) => map.serialize_entry("review", review)?,
            #[cfg(not(feature = "starts"))]
            Reply::BalancedStarts(_) => {}
            #[cfg(feature = "starts")]
            Reply::BalancedStarts(found) => map.serialize_entry("balanced_starts", found)?,
            Reply::Evaluation(discs) => map.serialize_entry("evaluation", discs)?,
            Reply::LegalMoves(moves) => map.serialize_entry("legal_moves", moves)?,
            Reply::HumanMoves(human) => map.serialize_entry("human_moves", human)?,
            Reply::Played(played) => map.serialize_entry("played", played)?,
            #[cfg(not(feature = "games"))]
            Reply::Session(_) => {} // no engine of this build answers so
            #[cfg(feature = "games")]
            Reply::Session(state) => map.serialize_entry("session", state)?,
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
    #[cfg(feature = "proof")]
    proof: Option<MadeProof>,
    #[cfg(feature = "proof")]
    verified: Option<CheckedProof>,
    analysis: Option<AnalysisWithoutBoard<'static>>,
    game: Option<Vec<AnalyzedMove>>,
    #[cfg(feature = "review")]
    review: Option<Box<reversi_play::Review>>,
    #[cfg(feature = "starts")]
    balanced_starts: Option<reversi_play::FoundStarts>,
    evaluation: Option<f32>,
    legal_moves: Option<Vec<Move>>,
    human_moves: Option<HumanMoves>,
    played: Option<Played>,
    session: Option<Box<SessionState>>,
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
        let analysis = self
            .analysis
            .map(|AnalysisWithoutBoard(analysis)| analysis.into_owned().at(self.position.board))
            .transpose();
        let replies = [
            self.solution.map(Reply::Solution),
            self.interrupted.map(Reply::Interrupted),
            #[cfg(feature = "proof")]
            self.proof.map(Reply::Proof),
            #[cfg(feature = "proof")]
            self.verified.map(Reply::Verified),
            analysis.map_err(|error| error.to_string())?.map(Reply::Analysis),
            self.game.map(Reply::Game),
            #[cfg(feature = "review")]
            self.review.map(Reply::Review),
            #[cfg(feature = "starts")]
            self.balanced_starts.map(Reply::BalancedStarts),
            self.evaluation.map(Reply::Evaluation),
            self.legal_moves.map(Reply::LegalMoves),
            self.human_moves.map(Reply::HumanMoves),
            self.played.map(Reply::Played),
            self.session.map(Reply::Session),
        ];
        let mut replies = replies.into_iter().flatten();
        let (Some(reply), None) = (replies.next(), replies.next()) else {
            return Err("an answer has one reply: solution, interrupted, proof, verified, analysis, \
                        game, review, balanced_starts, evaluation, legal_moves, human_moves, played or session"
                .to_owned());
        };
        check(self.position, &reply)?;
        Ok(Answer { position: self.position, reply, id: self.id })
    }
}

/// Checks that this can be a reply about this position.
fn check(position: Position, reply: &Reply) -> Result<(), String> {
    let fits = match reply {
        Reply::Solution(solution) => {
            let checked = check_solution(position.board, solution.value(), solution.pv(), |_| false);
            return checked.map_err(|error| error.to_string());
        }
        Reply::Interrupted(_) => true,
        Reply::Proof(_) => true,
        Reply::Verified(checked) => checked.position == position,
        Reply::Analysis(_) => true, // it was checked when it got its position
        Reply::Game(turns) => lead_to(position, turns.iter().map(|turn| (turn.position(), turn.played()))),
        Reply::Review(review) => lead_to(position, review.moves.iter().map(|mv| (mv.position, mv.played))),
        Reply::BalancedStarts(found) => found.are_from(position),
        Reply::Evaluation(discs) => discs.abs() <= 64.0,
        Reply::LegalMoves(moves) => position.board.legal_plays().eq(moves.iter().copied()),
        Reply::HumanMoves(human) => {
            return human.check(&position.board).map_err(|error| error.to_string());
        }
        Reply::Played(played) => position.board.legal_plays().any(|mv| {
            let mut game = Game::from_position(position);
            game.play(mv).is_ok() && game.position() == played.position
        }),
        Reply::Session(state) => state.position == position,
    };
    if fits { Ok(()) } else { Err("the reply does not fit this position".to_owned()) }
}

/// Returns whether each move leads to the position of the next one, and the last one to this position.
fn lead_to(position: Position, turns: impl Iterator<Item = (Position, Move)> + Clone) -> bool {
    let after = |(before, mv): (Position, Move)| {
        let mut game = Game::from_position(before);
        game.play(mv).ok().map(|()| game.position())
    };
    let next = turns.clone().skip(1).map(|(before, _)| before).chain([position]);
    turns.zip(next).all(|(turn, next)| after(turn) == Some(next))
}

/// `7` or `"move 1"`
impl Serialize for QuestionId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            QuestionId::Number(number) => number.serialize(serializer),
            QuestionId::Text(text) => text.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for QuestionId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<QuestionId, D::Error> {
        id_of(&DynValue::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

as_fields! {
    /// `{"claim": "exactly", "score": 2, "leaf_empties": 8, "positions": 420, "file": "cmV2ZXJzaS1..", ..}`
    MadeProof;
    /// `{"position": "64 cells X", "claim": "exactly", "score": 2, "leaf_empties": 8, ..}`
    CheckedProof;
    /// `{"position": "64 cells O", "legal_moves": ["d6"], "black_score": null}`
    Played;
    /// `{"stored": {..}, "due": "person", "position": "64 cells X", "legal_moves": [..], ..}`
    SessionState;
    /// `{"field": "level"}`
    Place;
    /// `{"code": "out-of-range", "message": "..", "at": {"field": "level"}}`
    Problem;
}
