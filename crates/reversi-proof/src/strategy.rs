//! Makes proofs of what someone knows: the positions of a strategy, level by level, and a move for each.

use std::collections::HashMap;

use reversi_bitboard::{Board, Color, Move};

use crate::check::rules::Discs;
use crate::claim::Goal;
use crate::proof::Bits;
use crate::{Claim, Proof};

/// Knows a move for each position that a proof meets.
pub trait Strategist {
    /// Why there is no proof.
    type Error;

    /// A move that scores at least so much for the side to move. It is asked where there are several moves,
    /// and none of them leads to a position that the proof has anyway.
    ///
    /// # Errors
    /// If there is none. It ends the proof.
    fn choose(&mut self, board: &Board, least: i32) -> Result<Move, Self::Error>;

    /// Is called for each position of the proof.
    ///
    /// # Errors
    /// To end the proof.
    fn count(&mut self) -> Result<(), Self::Error>;
}

impl Proof {
    /// The proof of a true claim, with leaves of so many empty squares, which are open if it is to rest on
    /// other proofs.
    #[doc(hidden)]
    pub fn by<S: Strategist>(
        strategist: &mut S,
        board: &Board,
        claim: Claim,
        leaf_empties: u32,
        open: bool,
    ) -> Result<Proof, S::Error> {
        let (side, leaves) = (Color::Black, open.then(Vec::new));
        let mut proof = Proof {
            board: *board,
            side,
            claim,
            leaf_empties,
            open: leaves,
            positions: 0,
            moves: Bits::default(),
        };
        claim.goals().try_for_each(|goal| proof.add(strategist, goal))?;
        Ok(proof)
    }

    /// Appends the moves of the strategy that reaches a goal, and what its leaves have to show.
    fn add<S: Strategist>(&mut self, strategist: &mut S, goal: Goal) -> Result<(), S::Error> {
        if goal.least <= -64 {
            return Ok(()); // every score is enough
        }
        let board = Discs::of(&self.board);
        let mut next = Level::default();
        next.enter(board, goal.mover);
        for _ in self.leaf_empties..board.empties().count_ones() {
            let level = std::mem::take(&mut next);
            for (_, discs) in sorted(level.they_move) {
                self.positions += 1;
                strategist.count()?;
                discs.moves().for_each(|after| next.enter(after, true));
            }
            // In the order in which the checker wants the moves.
            for (canonical, discs) in sorted(level.we_move) {
                self.positions += 1;
                strategist.count()?;
                let after = choose(strategist, discs, goal.least, &next)?;
                next.enter(after, false);
                let (after, count) = (after.canonical(), canonical.moves().count());
                let number = canonical.moves().take_while(|other| other.canonical() != after).count();
                self.moves.push(number as u32, count as u32);
            }
        }
        let Some(open) = &mut self.open else { return Ok(()) };
        let claims =
            [(next.we_move, Claim::AtLeast(goal.least)), (next.they_move, Claim::AtMost(-goal.least))];
        for (level, claim) in claims {
            open.extend(sorted(level).into_iter().map(|(_, discs)| (discs.board(), claim)));
        }
        Ok(())
    }
}

/// The position after a move that reaches the goal: one that is part of the proof anyway, otherwise one
/// that the strategist knows.
fn choose<S: Strategist>(
    strategist: &mut S,
    discs: Discs,
    least: i32,
    next: &Level,
) -> Result<Discs, S::Error> {
    let mut moves = discs.moves();
    if let (Some(only), None) = (moves.next(), moves.next()) {
        return Ok(only);
    }
    if let Some(known) = discs.moves().find(|after| next.they_move.contains_key(&after.canonical())) {
        return Ok(known);
    }
    let board = discs.board();
    let mv = strategist.choose(&board, least)?;
    Ok(Discs::of(&board.after(mv)))
}

/// The positions with the same number of empty squares: the canonical image of each, and the one in which
/// it was met first, which the strategist knows best.
#[derive(Default)]
struct Level {
    we_move: HashMap<Discs, Discs>,
    they_move: HashMap<Discs, Discs>,
}

impl Level {
    /// Adds a position, after a pass if one is due. The end of a game is none.
    fn enter(&mut self, discs: Discs, we_move: bool) {
        let (discs, we_move) = if discs.can_move() { (discs, we_move) } else { (discs.pass(), !we_move) };
        if discs.can_move() {
            let level = if we_move { &mut self.we_move } else { &mut self.they_move };
            level.entry(discs.canonical()).or_insert(discs);
        }
    }
}

/// Always the same order, so that the same engine makes the same proof.
fn sorted(level: HashMap<Discs, Discs>) -> Vec<(Discs, Discs)> {
    let mut level: Vec<_> = level.into_iter().collect();
    level.sort_unstable();
    level
}
