//! Makes proofs from known moves: the positions of a strategy, level by level, and a move for each.

use std::collections::BTreeMap;

use reversi_bitboard::{Board, Color, Move};

use crate::check::rules::Discs;
use crate::claim::Goal;
use crate::proof::Bits;
use crate::{Claim, Proof};

/// Knows a move for each position that a proof meets.
pub trait Strategist {
    /// The reason why there is no proof.
    type Error;

    /// Chooses a move that scores at least `least` for the side to move. It is called where there are several
    /// moves, and none of them leads to a position that the proof already has.
    ///
    /// # Errors
    /// If no move does. The error ends the proof.
    fn choose(&mut self, board: &Board, least: i32) -> Result<Move, Self::Error>;

    /// Counts a position: called for each position of the proof.
    ///
    /// # Errors
    /// To end the proof.
    fn count(&mut self) -> Result<(), Self::Error>;
}

impl Proof {
    /// Makes the proof of a true claim. Leaves have this many empty squares, and are open if the proof is to
    /// rest on other proofs.
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
            for ((we_move, canonical), discs) in std::mem::take(&mut next).0 {
                self.positions += 1;
                strategist.count()?;
                if !we_move {
                    discs.moves().for_each(|after| next.enter(after, true));
                    continue;
                }
                let after = choose(strategist, discs, goal.least, &next)?;
                next.enter(after, false);
                let (after, count) = (after.canonical(), canonical.moves().count());
                let number = canonical.moves().take_while(|other| other.canonical() != after).count();
                self.moves.push(number as u32, count as u32);
            }
        }
        if let Some(open) = &mut self.open {
            let claim =
                |we_move| if we_move { Claim::AtLeast(goal.least) } else { Claim::AtMost(-goal.least) };
            open.extend(next.0.iter().map(|(&(we_move, _), discs)| (discs.board(), claim(we_move))));
        }
        Ok(())
    }
}

/// Returns the position after a move that reaches the goal: one that is already part of the proof, otherwise
/// the strategist's choice.
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
    if let Some(known) = discs.moves().find(|after| next.0.contains_key(&(false, after.canonical()))) {
        return Ok(known);
    }
    let board = discs.board();
    let mv = strategist.choose(&board, least)?;
    Ok(Discs::of(&board.after(mv)))
}

/// Positions with the same number of empty squares, in the order in which the checker needs the moves. The
/// key is whether we move, and the canonical image. The value is the image that was met first, which the
/// strategist knows best.
#[derive(Default)]
struct Level(BTreeMap<(bool, Discs), Discs>);

impl Level {
    /// Adds a position, after a pass if one is due. The end of a game is not added.
    fn enter(&mut self, discs: Discs, we_move: bool) {
        let (discs, we_move) = if discs.can_move() { (discs, we_move) } else { (discs.pass(), !we_move) };
        if discs.can_move() {
            self.0.entry((we_move, discs.canonical())).or_insert(discs);
        }
    }
}
