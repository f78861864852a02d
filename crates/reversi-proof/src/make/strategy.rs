//! The positions of a strategy, level by level, and a move for each.

use std::collections::HashMap;

use reversi_bitboard::{Bitboard, Board};
use reversi_search::SolveRequest;

use super::{Call, ProveError};
use crate::check::rules::{Discs, squares};
use crate::claim::Goal;
use crate::proof::Bits;

/// Appends the moves of the strategy that reaches the goal, which the board is known to reach.
pub(super) fn make(
    call: &mut Call<'_>,
    board: &Board,
    goal: Goal,
    leaf_empties: u32,
    moves: &mut Bits,
) -> Result<(), ProveError> {
    if goal.least <= -64 {
        return Ok(()); // every score is enough
    }
    let board = Discs { mover: board.player().0, other: board.opponent().0 };
    let mut next = Level::default();
    next.enter(board, goal.mover);
    for _ in leaf_empties..board.empties().count_ones() {
        let level = std::mem::take(&mut next);
        for (_, discs) in sorted(level.they_move) {
            call.count()?;
            squares(discs.moves()).for_each(|square| next.enter(after(discs, square), true));
        }
        // In the order in which the checker wants the moves.
        for (canonical, discs) in sorted(level.we_move) {
            call.count()?;
            let chosen = after(discs, choose(call, discs, goal.least, &next)?);
            next.enter(chosen, false);
            let (legal, chosen) = (canonical.moves(), chosen.canonical());
            let others = squares(legal).take_while(|&square| after(canonical, square).canonical() != chosen);
            moves.push(others.count() as u32, legal.count_ones());
        }
    }
    Ok(())
}

/// A move that reaches the goal: to a position that is part of the proof anyway, otherwise one that the
/// engine finds.
fn choose(call: &mut Call<'_>, discs: Discs, least: i32, next: &Level) -> Result<u32, ProveError> {
    /// From this number of empty squares on the hash table has the results of searches.
    const MIN_EMPTIES_TO_LOOK_UP: u32 = 13;

    let legal = discs.moves();
    let known = squares(legal).find(|&square| legal.count_ones() == 1 || next.has(after(discs, square)));
    if let Some(square) = known {
        return Ok(square);
    }
    let board = Board::new(Bitboard(discs.mover), Bitboard(discs.other)).expect("no square has two discs");
    let request = SolveRequest::at_least(least);
    if board.empties().len() >= MIN_EMPTIES_TO_LOOK_UP
        && let Some(solution) = call.look_up(&board, request.clone())
        && let Some(square) = solution.best_move().and_then(|mv| mv.square())
    {
        return Ok(square.index() as u32);
    }
    let square = call.solve(&board, request)?.best_move().and_then(|mv| mv.square());
    square.map(|square| square.index() as u32).ok_or(ProveError::Contradiction { board, least })
}

fn after(discs: Discs, square: u32) -> Discs {
    discs.play(square, discs.flips(square))
}

/// The positions with the same number of empty squares: the canonical image of each, and the one in which it
/// was met first, which the hash table knows.
#[derive(Default)]
struct Level {
    we_move: HashMap<Discs, Discs>,
    they_move: HashMap<Discs, Discs>,
}

impl Level {
    /// Adds a position, after a pass if one is due. The end of a game is none.
    fn enter(&mut self, discs: Discs, we_move: bool) {
        if let Some((discs, we_move)) = with_pass(discs, we_move) {
            let level = if we_move { &mut self.we_move } else { &mut self.they_move };
            level.entry(discs.canonical()).or_insert(discs);
        }
    }

    /// Whether it has the position after a move of ours.
    fn has(&self, discs: Discs) -> bool {
        with_pass(discs, false).is_some_and(|(discs, we_move)| {
            let level = if we_move { &self.we_move } else { &self.they_move };
            level.contains_key(&discs.canonical())
        })
    }
}

/// Always the same order, so that the same engine makes the same proof.
fn sorted(level: HashMap<Discs, Discs>) -> Vec<(Discs, Discs)> {
    let mut level: Vec<_> = level.into_iter().collect();
    level.sort_unstable();
    level
}

/// The position in which there is a move, and whether it is ours. `None` if the game is over.
fn with_pass(discs: Discs, we_move: bool) -> Option<(Discs, bool)> {
    if discs.moves() != 0 {
        Some((discs, we_move))
    } else {
        (discs.pass().moves() != 0).then_some((discs.pass(), !we_move))
    }
}
