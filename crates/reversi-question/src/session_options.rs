//! The fields of a question for a session.

use reversi_fields::{Kind, surface};
use reversi_play::surface::{ACTION, SESSION, StoredSession};
use reversi_play::{Action, Session};
use reversi_search::Limits;
use reversi_search::surface::LIMITS;

use crate::question::{Ask, QuestionError};

surface! {
    /// The fields of a question for a session.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct SessionOptions as SESSION_OPTIONS: "A game at the board, and the actions in it." {
        /// The session to continue: `stored` of an earlier answer, or some of its fields.
        session: Option<StoredSession> as "session": Kind::Object(&SESSION), or "a new one of two persons";
        /// The actions in order, done up to the first one that is refused.
        actions: Vec<Action> as "actions": Kind::List(&Kind::Object(&ACTION)), or "nothing";
        /// The limits of the whole call.
        total_limits: Limits as "total_limits": Kind::Object(&LIMITS), or "none";
    }
}

impl SessionOptions {
    /// Returns the session as it is stored. Actions have no plain form.
    pub(crate) fn of(session: &Session, total_limits: &Limits) -> SessionOptions {
        let session = Some(StoredSession::of(session));
        SessionOptions { session, actions: Vec::new(), total_limits: total_limits.clone() }
    }

    #[cold]
    pub(crate) fn ask(self) -> Result<Ask, QuestionError> {
        let session = self.session.unwrap_or_default().session().map_err(|error| error.inside("session"))?;
        Ok(Ask::Session {
            session: Box::new(session),
            actions: self.actions,
            total_limits: self.total_limits,
        })
    }
}
