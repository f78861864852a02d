//! Answers with the feature `serde`: the check of a reply that is read, ids, and structs.

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};
use reversi_bitboard::{Game, Move, Position};
use reversi_fields::{DynValue, as_fields};
use reversi_search::surface::check_solution;

use crate::answer::Played;
use crate::fields::id_of;
use crate::id::QuestionId;
use crate::problem::{Place, Problem};
use crate::proof::{CheckedProof, MadeProof};
use crate::reply::Reply;
use crate::session_state::SessionState;

/// Checks that this can be a reply about this position.
pub(crate) fn check(position: Position, reply: &Reply) -> Result<(), String> {
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
        Reply::Practical(practical) => practical.are_from(position),
        Reply::Traps(found) => found.are_from(position),
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
