//! Questions for a game at the board: their fields, and their answer.

use std::ops::ControlFlow;

use reversi_fields::{Kind, surface};
use reversi_play::surface::{ACTION, SESSION, StoredSession};
use reversi_play::{Acted, Action, Session, SessionError};
use reversi_search::surface::LIMITS;
use reversi_search::{Budget, Engine, Event, Limits};

use crate::ask::{Ask, OnEvent};
use crate::problem::Problem;
use crate::question::QuestionError;
use crate::session_state::SessionState;

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
    #[cfg(feature = "serde")]
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

/// Returns a session after these actions. The limits hold for all moves of engines together.
pub(crate) fn play_on(
    engine: &mut Engine,
    session: Session,
    actions: Vec<Action>,
    limits: &Limits,
    mut callback: Option<OnEvent<'_>>,
) -> SessionState {
    let budget = Budget::new(limits.clone());
    SessionState::after(session, actions, |session, mut action| {
        if let Action::EngineMove(own) = &mut action {
            *own = std::mem::take(own).within(&budget.left());
        }
        let acted = session.act_with(action, engine, |progress| match &mut callback {
            Some(callback) => callback(Event::Progress(progress)),
            None => ControlFlow::Continue(()),
        })?;
        budget.spend(acted.engine_move.as_ref().map_or(0, |played| played.analysis.nodes()));
        Ok(acted)
    })
}

impl SessionState {
    /// Returns the visible state of a session after these actions, up to the first that `act` refuses.
    fn after(
        mut session: Session,
        actions: Vec<Action>,
        mut act: impl FnMut(&mut Session, Action) -> Result<Acted, SessionError>,
    ) -> SessionState {
        let (mut did, mut engine_moves, mut refused) = (Vec::new(), Vec::new(), None);
        for action in actions {
            match act(&mut session, action) {
                Ok(Acted { changed, engine_move, .. }) => {
                    did.push(changed);
                    engine_moves.extend(engine_move);
                }
                Err(error) => {
                    let mut problem = Problem::from(&error);
                    problem.at.index = Some(did.len() as u64);
                    refused = Some(problem);
                    break;
                }
            }
        }
        SessionState { did, engine_moves, refused, ..SessionState::of(session) }
    }
}
