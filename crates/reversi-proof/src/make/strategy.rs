//! The positions of a strategy, level by level, and a move for each.

use std::collections::HashMap;

use reversi_bitboard::Board;
use reversi_search::SolveRequest;

use super::{Call, ProveError};
use crate::Claim;
use crate::check::rules::Discs;
use crate::claim::Goal;
use crate::proof::Bits;

/// Appends the moves of the strategy that reaches the goal, which the board is known to reach, and what its
/// leaves have to show.
pub(super) fn make(
    call: &mut Call<'_>,
    board: &Board,
    goal: Goal,
    leaf_empties: u32,
    moves: &mut Bits,
    leaves: &mut Vec<(Board, Claim)>,
) -> Result<(), ProveError> {
    if goal.least <= -64 {
        return Ok(()); // every score is enough
    }
    let board = Discs::of(board);
    let mut next = Level::default();
    next.enter(board, goal.mover);
    for _ in leaf_empties..board.empties().count_ones() {
        let level = std::mem::take(&mut next);
        for (_, discs) in sorted(level.they_move) {
            call.count()?;
            discs.moves().for_each(|after| next.enter(after, true));
        }
        // In the order in which the checker wants the moves.
        for (canonical, discs) in sorted(level.we_move) {
            call.count()?;
            let after = choose(call, discs, goal.least, &next)?;
            next.enter(after, false);
            let (after, count) = (after.canonical(), canonical.moves().count());
            let number = canonical.moves().take_while(|other| other.canonical() != after).count();
            moves.push(number as u32, count as u32);
        }
    }
    let claims = [(next.we_move, Claim::AtLeast(goal.least)), (next.they_move, Claim::AtMost(-goal.least))];
    for (level, claim) in claims {
        leaves.extend(sorted(level).into_iter().map(|(_, discs)| (discs.board(), claim)));
    }
    Ok(())
}

/// The position after a move that reaches the goal: one that is part of the proof anyway, otherwise one
/// that the engine finds.
fn choose(call: &mut Call<'_>, discs: Discs, least: i32, next: &Level) -> Result<Discs, ProveError> {
    /// From this number of empty squares on the hash table has the results of searches.
    const MIN_EMPTIES_TO_LOOK_UP: u32 = 13;

    let mut moves = discs.moves();
    if let (Some(only), None) = (moves.next(), moves.next()) {
        return Ok(only);
    }
    if let Some(known) = discs.moves().find(|after| next.they_move.contains_key(&after.canonical())) {
        return Ok(known);
    }
    let board = discs.board();
    let request = SolveRequest::at_least(least);
    let mut chosen = None;
    if board.empties().len() >= MIN_EMPTIES_TO_LOOK_UP {
        chosen = call.look_up(&board, request.clone()).and_then(|solution| solution.best_move());
    }
    if chosen.is_none() {
        chosen = call.solve(&board, request)?.best_move();
    }
    let after = board.after(chosen.ok_or(ProveError::Contradiction { board, least })?);
    Ok(Discs::of(&after))
}

/// The positions with the same number of empty squares: the canonical image of each, and the one in which
/// it was met first, which the hash table knows.
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
