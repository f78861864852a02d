//! maker

use std::collections::HashSet;

use reversi_bitboard::{Bitboard, Board, Move};
use reversi_search::{Engine, SolveRequest};

use crate::check::next_to_move;
use crate::check::rules::{Discs, squares};
use crate::proof::Bits;
use crate::{Claim, Proof};

/// make
pub fn prove(engine: &mut Engine, board: &Board, claim: Option<Claim>, leaf_empties: u32) -> Proof {
    let claim = claim.unwrap_or_else(|| {
        Claim::Exactly(engine.solve(board, SolveRequest::exact()).unwrap().value().exact().unwrap())
    });
    let mut proof = Proof { board: *board, claim, leaf_empties, positions: 0, moves: Bits::default() };
    let discs = Discs { ours: board.player().0, theirs: board.opponent().0 };
    for goal in claim.goals() {
        if goal.least <= -64 { continue; }
        let mut level = Level::default();
        level.enter(if goal.mover { discs } else { discs.swapped() }, goal.mover);
        let (mut free, mut asked) = (0, 0);
        for empties in (leaf_empties + 1..=discs.empties().count_ones()).rev() {
            let t = std::time::Instant::now();
            let mut next = Level::default();
            for &position in &level.they_move {
                let theirs = position.swapped();
                for square in squares(theirs.moves()) {
                    next.enter(theirs.play(square).swapped(), true);
                }
            }
            let mut we_move: Vec<_> = level.we_move.iter().copied().collect();
            we_move.sort_unstable();
            for &position in &we_move {
                let moves = position.moves();
                let known = squares(moves).position(|square| next.has(position.play(square)));
                let number = match known {
                    _ if moves.count_ones() == 1 => 0,
                    Some(number) => { free += 1; number },
                    None => {
                        asked += 1;
                        let b = Board::new(Bitboard(position.ours), Bitboard(position.theirs)).unwrap();
                        let s = engine.solve(&b, SolveRequest::at_least(goal.least)).unwrap();
                        let Some(Move::Place(square)) = s.best_move() else { panic!("{b} {:?} {}", s, goal.least) };
                        squares(moves).position(|s| s == square.index() as u32).unwrap()
                    }
                };
                proof.moves.push(number as u32, moves.count_ones());
                next.enter(position.play(squares(moves).nth(number).unwrap()), false);
            }
            proof.positions += (level.we_move.len() + level.they_move.len()) as u64;
            eprintln!("{empties}: {} + {} in {:?}", level.we_move.len(), level.they_move.len(), t.elapsed());
            level = next;
        }
        eprintln!("leaves: {} + {}; free {free}, asked {asked}", level.we_move.len(), level.they_move.len());
    }
    proof
}

#[derive(Default)]
struct Level {
    we_move: HashSet<Discs>,
    they_move: HashSet<Discs>,
}

impl Level {
    fn enter(&mut self, position: Discs, our_turn: bool) {
        match next_to_move(position, our_turn) {
            Some(true) => self.we_move.insert(position.canonical()),
            Some(false) => self.they_move.insert(position.canonical()),
            None => false,
        };
    }
    fn has(&self, position: Discs) -> bool {
        match next_to_move(position, false) {
            Some(true) => self.we_move.contains(&position.canonical()),
            Some(false) => self.they_move.contains(&position.canonical()),
            None => false,
        }
    }
}
