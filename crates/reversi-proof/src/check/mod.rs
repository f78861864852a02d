//! The checker: it trusts only the rules of the game.
//!
//! A proof that a side, "we", scores at least some number is a strategy: a move for each position where we
//! move. The checker plays it against all moves of the other side. Positions are canonical, seen by the
//! mover.

pub(crate) mod reader;
pub(crate) mod rules;

use std::thread::{self, Builder};

use reversi_bitboard::Position;

use self::reader::{Head, Moves};
use self::rules::Discs;
use crate::claim::Goal;
use crate::error::{Bound, ProofError, ProofErrorKind};
use crate::{Checker, Library, Verified};

/// Checks a file and returns what it proves.
pub(crate) fn check(checker: &Checker, file: &[u8], library: &Library) -> Result<Verified, ProofError> {
    let (head, moves) = reader::read(file)?;
    let Head { board, side, claim, leaf_empties, open, positions: stated } = head;
    if stated > checker.positions {
        return Err(ProofErrorKind::TooLarge { stated, limit: checker.positions }.into());
    }
    let (library, threads) = (open.then_some(library), checker.threads);
    let mut check = Check { moves, leaf_empties, library, stated, threads, positions: 0, leaves: 0 };
    claim.goals().try_for_each(|goal| check.strategy(board, goal))?;
    check.moves.end()?;
    if check.positions != stated {
        return Err(ProofErrorKind::Positions { stated, found: check.positions }.into());
    }
    let position = Position { board: board.board(), side };
    Ok(Verified { position, claim, leaf_empties, positions: stated, leaves: check.leaves })
}

struct Check<'a> {
    moves: Moves<'a>,
    leaf_empties: u32,
    /// Proofs that open leaves rest on.
    library: Option<&'a Library>,
    threads: usize,
    /// The number of positions that are not leaves, as stated by the head.
    stated: u64,
    positions: u64, // found so far
    /// The number of leaves that were searched.
    leaves: u64,
}

/// Positions of a strategy with the same number of empty squares. Each has `true` if we move, and its discs.
type Level = Vec<(bool, Discs)>;

/// Sorts a level and removes duplicates.
fn sort(level: &mut Level) {
    level.sort_unstable();
    level.dedup();
}

impl Check<'_> {
    /// Plays a strategy from the board to its leaves, and searches the leaves.
    fn strategy(&mut self, board: Discs, Goal { mover, least }: Goal) -> Result<(), ProofError> {
        if least <= -64 {
            return Ok(()); // every score is enough
        }
        let mut next = Level::new();
        enter(&mut next, board, mover, least)?;
        for empties in (self.leaf_empties..board.empties().count_ones()).rev() {
            let mut level = std::mem::take(&mut next);
            sort(&mut level);
            self.positions += self.if_stated(&level)?;
            let mut sort_at = 1 << 18;
            for (we_move, discs) in level {
                if we_move {
                    enter(&mut next, self.next_move(discs)?, false, least)?;
                } else {
                    discs.moves().try_for_each(|after| enter(&mut next, after, true, least))?;
                }
                if next.len() >= sort_at {
                    sort(&mut next);
                    if empties == self.leaf_empties {
                        self.search(&mut next, least)?; // leaves are not kept
                    }
                    self.if_stated(&next)?;
                    sort_at = 2 * next.len() + (1 << 18);
                }
            }
        }
        sort(&mut next);
        self.search(&mut next, least)
    }

    /// Returns the number of these positions. Fails if the proof then has more than its head says.
    fn if_stated(&self, level: &Level) -> Result<u64, ProofError> {
        let (stated, found) = (self.stated, self.positions + level.len() as u64);
        if found > stated {
            Err(ProofErrorKind::Positions { stated, found }.into())
        } else {
            Ok(level.len() as u64)
        }
    }

    /// Returns the position after the move of the strategy.
    fn next_move(&mut self, discs: Discs) -> Result<Discs, ProofError> {
        let (count, board) = (discs.moves().count() as u32, discs.board());
        let number = self.moves.next(count).ok_or(ProofErrorKind::EndsEarly { board })?;
        let after = discs.moves().nth(number as usize);
        after.ok_or_else(|| ProofErrorKind::NoSuchMove { number, count, board }.into())
    }

    /// Searches all positions of a level, on all threads, and empties it.
    fn search(&mut self, level: &mut Level, least: i32) -> Result<(), ProofError> {
        let leaves = std::mem::take(level);
        self.leaves += leaves.len() as u64;
        if let Some(library) = self.library {
            return library.prove_all(&leaves, least);
        }
        let mut parts = leaves.chunks(leaves.len().div_ceil(self.threads).max(1));
        let own = parts.next().unwrap_or_default();
        let refuting = thread::scope(|scope| {
            let start = |part| Builder::new().spawn_scoped(scope, move || find_refuting(part, least));
            let others: Vec<_> = parts.map(|part| (part, start(part).ok())).collect();
            others.into_iter().fold(find_refuting(own, least), |found, (part, thread)| {
                let here = || find_refuting(part, least); // there was no thread for it
                found.or_else(|| thread.map_or_else(here, |thread| thread.join().expect("it ends")))
            })
        });
        refuting.map_or(Ok(()), |&(we_move, discs)| Err(refuted(discs, we_move, least)))
    }
}

fn find_refuting(leaves: &[(bool, Discs)], least: i32) -> Option<&(bool, Discs)> {
    let bound = |we_move| if we_move { least } else { 1 - least };
    leaves.iter().find(|(we_move, discs)| reaches(*discs, bound(*we_move), false) != *we_move)
}

/// Adds a position to its level, after a pass if one is due. The end of a game is not added but compared with
/// the claim.
fn enter(level: &mut Level, discs: Discs, we_move: bool, least: i32) -> Result<(), ProofError> {
    if discs.can_move() {
        level.push((we_move, discs.canonical()));
    } else if discs.pass().can_move() {
        level.push((!we_move, discs.pass().canonical()));
    } else if (if we_move { discs.score() } else { -discs.score() }) < least {
        return Err(refuted(discs, we_move, least));
    }
    Ok(())
}

/// Returns whether the mover can score `least`: alpha-beta with a null window. `passed` if the other side
/// just has passed.
fn reaches(discs: Discs, least: i32, passed: bool) -> bool {
    let mut can_move = false;
    for after in discs.moves() {
        can_move = true;
        if !reaches(after, 1 - least, false) {
            return true;
        }
    }
    match (can_move, passed) {
        (true, _) => false, // all moves were tried
        (false, false) => !reaches(discs.pass(), 1 - least, true),
        (false, true) => discs.score() >= least,
    }
}

fn refuted(discs: Discs, we_move: bool, least: i32) -> ProofError {
    let scores = if we_move { Bound::Less(least) } else { Bound::More(-least) };
    ProofErrorKind::Refuted { scores, board: discs.board() }.into()
}
