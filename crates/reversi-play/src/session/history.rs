//! Undo and redo.

use std::time::Duration;

use reversi_bitboard::{Move, Position};

use super::Session;
use super::session::{Turn, Undone};

impl Session {
    /// Takes back the last event: a resignation, the loss on time, or a move. The clocks return to the start
    /// of the turn. Returns whether there was something to take back.
    ///
    /// ```
    /// use reversi_engine::{Color, Square};
    /// use reversi_engine::play::{Player, Session};
    ///
    /// let mut session = Session::from_game("f5d6".parse()?, Player::Person, Player::Person);
    /// session.resign(Color::Black)?;
    /// assert!(session.undo() && session.result().is_none()); // the resignation
    /// assert!(session.undo() && session.game().to_string() == "f5");
    /// assert!(session.redo() && session.game().to_string() == "f5d6");
    /// assert!(!session.redo());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> bool {
        if let Some(ended) = self.ended.take() {
            self.clocks = ended.clocks;
        } else if let (Some(turn), Some(_)) = (self.turns.pop(), self.game.undo()) {
            self.undone.push(Undone { turn, clocks: self.clocks });
            self.clocks = turn.clocks;
        } else {
            return false;
        }
        self.watch.reset();
        true
    }

    /// Plays a move again that was taken back, with its time and its evaluation. Returns whether there was
    /// one. A new move forgets the moves taken back.
    pub fn redo(&mut self) -> bool {
        if self.ended.is_some() {
            return false;
        }
        let Some(Undone { turn, clocks }) = self.undone.pop_if(|_| self.game.redo().is_some()) else {
            return false;
        };
        self.turns.push(Turn { clocks: self.clocks, ..turn });
        self.clocks = clocks;
        self.watch.reset();
        true
    }

    /// Takes back moves to the last choice of a person, which is due again. Returns whether there was one; if
    /// not, nothing changes.
    ///
    /// ```
    /// use reversi_engine::Color;
    /// use reversi_engine::play::{Due, Opponent, Player, Session, Strength};
    ///
    /// let engine = Player::Opponent(Opponent::new(Strength::Club, 1));
    /// let mut session = Session::from_game("f5d6".parse()?, Player::Person, engine);
    /// assert!(session.undo_to_person()); // both moves
    /// assert_eq!((session.game().moves().len(), session.due()), (0, Due::Person(Color::Black)));
    /// assert!(!session.undo_to_person());
    /// assert!(session.redo_to_person() && session.game().moves().len() == 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo_to_person(&mut self) -> bool {
        if self.ended.is_some() && self.is_persons_turn() {
            return self.undo();
        }
        let Some(moves) = self.moves_since_person() else { return false };
        let things = moves + usize::from(self.ended.is_some());
        for _ in 0..things {
            self.undo();
        }
        true
    }

    /// Plays moves again up to the next choice of a person, or as many as were taken back. Returns whether
    /// there was one.
    pub fn redo_to_person(&mut self) -> bool {
        let did = self.redo();
        while did && !self.is_persons_turn() && self.redo() {}
        did
    }

    /// Returns the number of moves that can be played again.
    pub fn moves_to_redo(&self) -> usize {
        self.undone.len()
    }

    /// The moves from the last choice of a person on.
    fn moves_since_person(&self) -> Option<usize> {
        let by_person =
            |(position, mv): (Position, Move)| mv != Move::Pass && !self.player(position.side).is_engine();
        let last = self.game.turns().collect::<Vec<_>>().into_iter().rposition(by_person);
        last.map(|index| self.game.moves().len() - index)
    }

    /// Returns whether a person is to choose a move, or would be if the game had not ended early.
    fn is_persons_turn(&self) -> bool {
        let engine = self.player(self.game.side_to_move()).is_engine();
        !engine && !self.game.must_pass() && !self.game.is_over()
    }

    /// The time and the evaluation of each move, as far as they are known.
    pub(super) fn notes(&self) -> impl Iterator<Item = (Option<f64>, Option<Duration>)> + '_ {
        self.turns.iter().map(|turn| (turn.eval, turn.time))
    }
}
