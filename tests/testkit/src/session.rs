//! A game at the board, kept as whole states instead of steps.

use reversi_bitboard::{Color, Game, Move};

/// All that can change by a move.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionState {
    /// The moves so far.
    pub game: Game,
    /// The seconds on the clocks of black and white; one is added after each move.
    pub clocks: [Option<u64>; 2],
    /// The side that has lost before the end, and by what: `resignation` or `time`.
    pub ended: Option<(Color, &'static str)>,
}

/// A session with whole states instead of steps: the model of a session of the engine.
#[derive(Clone, Debug)]
pub struct SessionModel {
    /// The present state.
    pub now: SessionState,
    past: Vec<SessionState>,
    future: Vec<SessionState>,
    /// `true` where an engine moves, for black and for white.
    pub engines: [bool; 2],
}

impl SessionModel {
    /// Creates a session of two persons without clocks.
    pub fn new(game: Game) -> SessionModel {
        let now = SessionState { game, clocks: [None; 2], ended: None };
        SessionModel { now, past: Vec::new(), future: Vec::new(), engines: [false; 2] }
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.now.ended.is_some() || self.now.game.is_over()
    }

    /// Returns what is due: `over`, `pass`, `engine` or `person`.
    pub fn due(&self) -> &'static str {
        match () {
            () if self.is_over() => "over",
            () if self.now.game.must_pass() => "pass",
            () if self.engines[self.now.game.side_to_move() as usize] => "engine",
            () => "person",
        }
    }

    /// Returns the score from black's side and what has ended the game, if it is over.
    pub fn result(&self) -> Option<(i32, &'static str)> {
        let early = self.now.ended.map(|(loser, by)| (if loser == Color::White { 64 } else { -64 }, by));
        early.or(self.now.game.score().map(|score| (score, "no_moves")))
    }

    /// Returns how many moves can be played again.
    pub fn moves_to_redo(&self) -> usize {
        self.future.len()
    }

    /// Plays a move in some seconds.
    ///
    /// # Errors
    /// The code of the error.
    pub fn play(&mut self, mv: Move, time: u64) -> Result<(), &'static str> {
        let mut state = self.now.clone();
        if self.is_over() {
            return Err("game-over");
        }
        let pass_first = mv != Move::Pass && state.game.must_pass();
        if pass_first {
            state.game.play(Move::Pass).expect("the pass is forced");
        }
        let mover = state.game.side_to_move();
        let middle = state.clone();
        state.game.play(mv).map_err(|_| "illegal-move")?;
        if mv != Move::Pass
            && let Some(left) = &mut state.clocks[mover as usize]
        {
            if time > *left {
                self.past.push(self.now.clone());
                self.now.clocks[mover as usize] = Some(0);
                self.now.ended = Some((mover, "time"));
                return Err("out-of-time");
            }
            *left = *left - time + 1;
        }
        self.past.push(std::mem::replace(&mut self.now, state));
        if pass_first {
            self.past.push(middle);
        }
        self.future.clear();
        Ok(())
    }

    /// Resigns.
    ///
    /// # Errors
    /// The code of the error.
    pub fn resign(&mut self, color: Color) -> Result<(), &'static str> {
        if self.is_over() {
            return Err("game-over");
        }
        self.past.push(self.now.clone());
        self.now.ended = Some((color, "resignation"));
        Ok(())
    }

    /// Goes back by one state. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        let after = std::mem::replace(&mut self.now, before);
        if after.ended.is_none() {
            self.future.push(after);
        }
        true
    }

    /// Goes on by one state. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        if self.now.ended.is_some() {
            return false;
        }
        let Some(after) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.now, after));
        true
    }

    /// Goes back to a choice of a person. Returns whether there was one.
    pub fn undo_to_person(&mut self) -> bool {
        let mut earlier = self.clone();
        while earlier.undo() {
            if earlier.due() == "person" {
                *self = earlier;
                return true;
            }
        }
        false
    }

    /// Goes on to a choice of a person, or as far as there are states. Returns whether there was one.
    pub fn redo_to_person(&mut self) -> bool {
        let did = self.redo();
        while did && self.due() != "person" && self.redo() {}
        did
    }
}
