//! The answer to a question about a game at the board.

use std::ops::ControlFlow;

use reversi_play::{Action, Session};
use reversi_search::instant::Instant;
use reversi_search::{Engine, Event, Limits};

use crate::answer::OnEvent;
use crate::session_state::SessionState;

/// Returns a session after these actions. The limits hold for all moves of engines together.
pub(crate) fn play_on(
    engine: &mut Engine,
    session: Session,
    actions: Vec<Action>,
    limits: &Limits,
    mut callback: Option<OnEvent<'_>>,
) -> SessionState {
    let (begin, mut nodes) = (Instant::now(), 0);
    SessionState::after(session, actions, |session, mut action| {
        if let Action::EngineMove(own) = &mut action {
            let mut left = limits.clone();
            left.time = left.time.map(|time| time.saturating_sub(begin.elapsed()));
            left.nodes = left.nodes.map(|most| most.saturating_sub(nodes));
            *own = std::mem::take(own).at_most(&left);
            own.stop = own.stop.take().or(left.stop);
        }
        let acted = session.act_with(action, engine, |progress| match &mut callback {
            Some(callback) => callback(Event::Progress(progress)),
            None => ControlFlow::Continue(()),
        })?;
        nodes += acted.engine_move.as_ref().map_or(0, |played| played.analysis.nodes());
        Ok(acted)
    })
}
