//! The replies of answers. A reply is a row of `replies!` and an arm of `check` in `answer_data`.

use reversi_bitboard::Move;
use reversi_fields::{Kind, table};
use reversi_play::surface::{FOUND_STARTS, FOUND_TRAPS, PRACTICAL, REVIEW};
use reversi_play::{FoundStarts, FoundTraps, Practical, Review};
use reversi_search::surface::{ANALYSIS, ANALYZED_MOVE, HUMAN_MOVES, INTERRUPTED, SOLUTION};
use reversi_search::{Analysis, AnalyzedMove, HumanMoves, Interrupted, Solution};

use crate::answer::{PLAYED, Played};
use crate::proof::{CHECKED_PROOF, CheckedProof, MADE_PROOF, MadeProof};
use crate::session_state::{SESSION_STATE, SessionState};

/// Declares the replies: `Variant(Type) = "name": Kind;`, with the feature of their questions. The doc stands
/// in data too. `without_board` marks data that gets its board from the position of the answer.
macro_rules! replies {
    ($(#[$attr:meta])* pub enum Reply {$(
        $(#[doc = $doc:literal])+
        $Variant:ident($Type:ty $(, $board:ident)?) = $name:literal: $kind:expr $(, if $feature:literal)?;
    )+}) => {
        $(#[$attr])*
        pub enum Reply {
            $($(#[doc = $doc])+ $Variant($Type),)+
        }

        table! {
            ANSWER, Answer,
            "The position that was asked about, after the moves of the question, and one reply. Fields that are \
             not known are to be passed over: later engines may add some.",
            [],
            "version": Kind::Version, ["1"], ["The version of the format."];
            "id": Kind::Id, ["none"],
                ["The id of the question. If a command of the program answers for several positions or games, \
                 the number of this one."];
            "position": Kind::Position, [], ["Scores are from its side to move."];
            $($name: $kind, ["another reply"], [$($doc)+];)+
        }

        #[cfg(feature = "serde")]
        mod data {
            //! Answers, checked when they are read: an answer that no engine gives is refused.

            use std::borrow::Cow;

            use ::serde::de::{Deserialize, Deserializer, Error};
            use ::serde::ser::{Serialize, SerializeMap, Serializer};
            use reversi_bitboard::Position;
            use reversi_search::surface::AnalysisWithoutBoard;

            use super::*;
            use crate::VERSION;
            use crate::answer::Answer;
            use crate::answer_data::check;
            use crate::id::QuestionId;

            /// `{"id": 7, "version": 1, "position": "64 cells X", "solution": {..}}`, with one reply.
            impl Serialize for Answer {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let mut map = serializer.serialize_map(None)?;
                    if let Some(id) = &self.id {
                        map.serialize_entry("id", id)?;
                    }
                    map.serialize_entry("version", &VERSION)?;
                    map.serialize_entry("position", &self.position)?;
                    match &self.reply {
                        $(Reply::$Variant(reply) $(if cfg!(feature = $feature))? => {
                            map.serialize_entry($name, replies!(@shown reply $($board)?))?;
                        })+
                        _ => {} // no engine of this build answers so
                    }
                    map.end()
                }
            }

            #[derive(::serde::Deserialize)]
            #[serde(rename = "Answer")]
            #[allow(non_snake_case, reason = "the variants of `Reply`")]
            struct AnswerFields {
                id: Option<QuestionId>,
                #[serde(default = "present_version")]
                version: u64,
                position: Position,
                $(#[serde(rename = $name)] $Variant: Option<replies!(@read $Type $(, $board)?)>,)+
            }

            impl<'de> Deserialize<'de> for Answer {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Answer, D::Error> {
                    AnswerFields::deserialize(deserializer)?.checked().map_err(D::Error::custom)
                }
            }

            fn present_version() -> u64 {
                VERSION
            }

            impl AnswerFields {
                fn checked(self) -> Result<Answer, String> {
                    let AnswerFields { id, version, position, .. } = self;
                    if version != VERSION {
                        return Err(format!("version {version} is not known (expected {VERSION})"));
                    }
                    let mut replies = Vec::new();
                    $(if let Some(reply) = self.$Variant {
                        replies.push(Reply::$Variant(replies!(@complete reply, position $(, $board)?)));
                    })+
                    let (Some(reply), true) = (replies.pop(), replies.is_empty()) else {
                        return Err(format!("an answer has one reply of {}", [$($name),+].join(", ")));
                    };
                    check(position, &reply)?;
                    Ok(Answer { position, reply, id })
                }
            }
        }
    };
    (@shown $reply:ident) => { $reply };
    (@shown $reply:ident without_board) => { &AnalysisWithoutBoard(Cow::Borrowed($reply)) };
    (@read $Type:ty) => { $Type };
    (@read $Type:ty, without_board) => { AnalysisWithoutBoard<'static> };
    (@complete $reply:ident, $position:ident) => { $reply };
    (@complete $reply:ident, $position:ident, without_board) => {
        $reply.0.into_owned().at($position.board).map_err(|error| error.to_string())?
    };
}

replies! {
    /// The reply of an engine: the result of the call of [`Engine`](reversi_search::Engine) that answers the
    /// same question.
    ///
    /// ```
    /// use reversi_engine::{Engine, Limits, Position, SolveRequest};
    /// use reversi_engine::question::{Ask, Question, Reply};
    ///
    /// let request = SolveRequest::exact().limits(Limits::new().nodes(1000));
    /// let question = Question::new(Position::START, Ask::Solve(request));
    /// let answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
    /// let Reply::Interrupted(interrupted) = answer.reply else { unreachable!("it takes more nodes than that") };
    /// println!("proven so far: {}", interrupted.bounds);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum Reply {
        /// To solve: proven.
        Solution(Solution) = "solution": Kind::Object(&SOLUTION);
        /// To solve and prove, if a limit was reached first: the bounds that are proven.
        Interrupted(Interrupted) = "interrupted": Kind::Object(&INTERRUPTED);
        /// To prove.
        Proof(MadeProof) = "proof": Kind::Object(&MADE_PROOF);
        /// To verify.
        Verified(CheckedProof) = "verified": Kind::Object(&CHECKED_PROOF);
        /// To analyze.
        Analysis(Analysis, without_board) = "analysis": Kind::Object(&ANALYSIS);
        /// To analyze_game: the moves in the order of the game.
        Game(Vec<AnalyzedMove>) = "game": Kind::List(&Kind::Object(&ANALYZED_MOVE));
        /// To review.
        Review(Box<Review>) = "review": Kind::Object(&REVIEW);
        /// To balanced_starts.
        BalancedStarts(FoundStarts) = "balanced_starts": Kind::Object(&FOUND_STARTS);
        /// To evaluate: the value in discs.
        Evaluation(f32) = "evaluation": Kind::Discs;
        /// To legal_moves: from A1 to H8. Only the pass if it is forced, none if the game is over.
        LegalMoves(Vec<Move>) = "legal_moves": Kind::List(&Kind::Move);
        /// To human_moves.
        HumanMoves(HumanMoves) = "human_moves": Kind::Object(&HUMAN_MOVES);
        /// To practical.
        Practical(Practical) = "practical": Kind::Object(&PRACTICAL);
        /// To traps.
        Traps(FoundTraps) = "traps": Kind::Object(&FOUND_TRAPS);
        /// To play.
        Played(Played) = "played": Kind::Object(&PLAYED);
        /// To session.
        Session(Box<SessionState>) = "session": Kind::Object(&SESSION_STATE), if "games";
    }
}
