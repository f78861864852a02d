//! The fields of a question for a session.

use super::Kind;
use super::macros::surface;
use crate::api::{LIMITS, Limits};
use crate::data::{Ask, QuestionError};
use crate::session::{ACTION, Action, SESSION, Session, StoredSession};

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
