//! The checker: it believes nothing but the rules of the game.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the positions of a strategy, level by level, and the search of its leaves |
//! | [`reader`] | the head of the file and its moves |
//! | [`rules`] | moves, flips, scores, images of a board |
//!
//! A proof that a side scores at least so much is a strategy: for each position where that side moves, one
//! move. The checker follows it. `ours` are the discs of the side that is to score, whoever moves.

mod reader;
pub(crate) mod rules;

pub(crate) use reader::{checksum, width};

use std::thread;

use reversi_bitboard::{Bitboard, Board};

use self::reader::Moves;
use self::rules::{Discs, squares};
use crate::Claim;
use crate::claim::Goal;
use crate::error::{Bound, ProofError, ProofErrorKind};

/// Checks a proof on one thread: see [`Checker`].
///
/// # Errors
/// [`ProofError`] if the file proves nothing.
pub fn verify(file: &[u8]) -> Result<Verified, ProofError> {
    Checker::new().verify(file)
}

/// What a file proves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Verified {
    /// The position.
    pub board: Board,
    /// What is true of its score, for the side to move.
    pub claim: Claim,
    /// The number of empty squares from which on the checker has searched.
    pub leaf_empties: u32,
    /// The positions with more empty squares than that.
    pub positions: u64,
    /// The positions that the checker has searched.
    pub leaves: u64,
}

/// How a proof is checked.
#[derive(Clone, Debug)]
#[must_use]
pub struct Checker {
    threads: usize,
    positions: u64,
}

impl Checker {
    /// One thread, and at most 2^26 positions.
    pub fn new() -> Checker {
        Checker { threads: 1, positions: 1 << 26 }
    }

    /// The number of threads that search the leaves.
    pub fn threads(mut self, threads: usize) -> Checker {
        self.threads = threads.max(1);
        self
    }

    /// The largest number of positions that a proof may have. Each takes up to 64 bytes of memory.
    pub fn positions(mut self, positions: u64) -> Checker {
        self.positions = positions;
        self
    }

    /// Checks a proof.
    ///
    /// # Errors
    /// [`ProofError`] if the file proves nothing.
    pub fn verify(&self, file: &[u8]) -> Result<Verified, ProofError> {
        let (head, mut moves) = reader::read(file)?;
        if head.positions > self.positions {
            let (stated, limit) = (head.positions, self.positions);
            return Err(ProofErrorKind::TooLarge { stated, limit }.into());
        }
        let mut counts = Counts { stated: head.positions, positions: 0, leaves: 0 };
        for goal in head.claim.goals() {
            let (least, leaf_empties, threads) = (goal.least, head.leaf_empties, self.threads);
            let strategy = Strategy { least, leaf_empties, threads };
            strategy.check(head.board, goal, &mut moves, &mut counts)?;
        }
        moves.end()?;
        if counts.positions != counts.stated {
            return Err(counts.wrong());
        }
        Ok(Verified {
            board: board(head.board),
            claim: head.claim,
            leaf_empties: head.leaf_empties,
            positions: counts.positions,
            leaves: counts.leaves,
        })
    }
}

impl Default for Checker {
    fn default() -> Checker {
        Checker::new()
    }
}

struct Counts {
    stated: u64,
    positions: u64,
    leaves: u64,
}

impl Counts {
    fn add(&mut self, positions: usize) -> Result<(), ProofError> {
        self.positions += positions as u64;
        if self.positions > self.stated { Err(self.wrong()) } else { Ok(()) }
    }

    fn wrong(&self) -> ProofError {
        ProofErrorKind::Positions { stated: self.stated, found: self.positions }.into()
    }
}

/// One strategy of a proof.
struct Strategy {
    /// What we are to score.
    least: i32,
    leaf_empties: u32,
    threads: usize,
}

/// Positions of a strategy with the same number of empty squares, each in its canonical image.
#[derive(Default)]
struct Level {
    /// Where we move.
    we_move: Vec<Discs>,
    /// Where they move.
    they_move: Vec<Discs>,
    /// The number of them when they were last sorted.
    sorted: usize,
}

impl Level {
    fn len(&self) -> usize {
        self.we_move.len() + self.they_move.len()
    }

    /// Sorts the positions and keeps each once.
    fn sort(&mut self) {
        for list in [&mut self.we_move, &mut self.they_move] {
            list.sort_unstable();
            list.dedup();
        }
        self.sorted = self.len();
    }

    /// Whether there are so many more than when they were last sorted that it pays to sort them again.
    fn has_grown(&self) -> bool {
        self.len() >= 2 * self.sorted + (1 << 20)
    }
}

impl Strategy {
    /// Follows the strategy from the board to its leaves, and searches these.
    fn check(
        &self,
        board: Discs,
        goal: Goal,
        moves: &mut Moves<'_>,
        counts: &mut Counts,
    ) -> Result<(), ProofError> {
        if self.least <= -64 {
            return Ok(()); // every score is enough
        }
        let mut level = Level::default();
        self.enter(&mut level, if goal.mover { board } else { board.swapped() }, goal.mover)?;
        for empties in (self.leaf_empties + 1..=board.empties().count_ones()).rev() {
            level.sort();
            counts.add(level.len())?;
            let mut next = Level::default();
            for &position in &level.we_move {
                let square = chosen(position, moves)?;
                self.enter(&mut next, position.play(square), false)?;
                self.tidy(&mut next, empties - 1, counts)?;
            }
            for &position in &level.they_move {
                let theirs = position.swapped();
                for square in squares(theirs.moves()) {
                    self.enter(&mut next, theirs.play(square).swapped(), true)?;
                }
                self.tidy(&mut next, empties - 1, counts)?;
            }
            level = next;
        }
        self.search(&mut level, counts)
    }

    /// Adds a position to its level, after a pass if one is due. The end of a game is no position: it is as
    /// claimed or not.
    fn enter(&self, level: &mut Level, position: Discs, we_move: bool) -> Result<(), ProofError> {
        match next_to_move(position, we_move) {
            Some(true) => level.we_move.push(position.canonical()),
            Some(false) => level.they_move.push(position.canonical()),
            None if position.score() >= self.least => {}
            None => return Err(self.refuted_by(position, we_move)),
        }
        Ok(())
    }

    /// Keeps the memory of a growing level small: leaves are searched and forgotten, other positions counted.
    fn tidy(&self, level: &mut Level, empties: u32, counts: &mut Counts) -> Result<(), ProofError> {
        if !level.has_grown() {
            return Ok(());
        }
        if empties == self.leaf_empties {
            return self.search(level, counts);
        }
        level.sort();
        Counts { ..*counts }.add(level.len())
    }

    /// Searches all positions of a level, and empties it.
    fn search(&self, level: &mut Level, counts: &mut Counts) -> Result<(), ProofError> {
        level.sort();
        counts.leaves += level.len() as u64;
        let Level { we_move, they_move, .. } = std::mem::take(level);
        self.search_all(&we_move, true, |discs| reaches(discs, self.least))?;
        self.search_all(&they_move, false, |discs| !reaches(discs.swapped(), 1 - self.least))
    }

    /// Searches positions with the same side to move, on all threads.
    fn search_all(
        &self,
        positions: &[Discs],
        we_move: bool,
        holds: impl Fn(Discs) -> bool + Sync,
    ) -> Result<(), ProofError> {
        let part = |part: &[Discs]| part.iter().copied().find(|&discs| !holds(discs));
        let length = positions.len().div_ceil(self.threads).max(1);
        let (first, others) = positions.split_at(length.min(positions.len()));
        let refuting = thread::scope(|scope| {
            let others: Vec<_> = others.chunks(length).map(|other| scope.spawn(move || part(other))).collect();
            let first = part(first);
            let mut others = others.into_iter().map(|other| other.join().expect("a search does not panic"));
            first.or(others.by_ref().flatten().next())
        });
        refuting.map_or(Ok(()), |discs| Err(self.refuted_by(discs, we_move)))
    }

    fn refuted_by(&self, position: Discs, we_move: bool) -> ProofError {
        let expected = if we_move { Bound::Less(self.least) } else { Bound::More(-self.least) };
        let board = board(if we_move { position } else { position.swapped() });
        ProofErrorKind::Refuted { expected, board }.into()
    }
}

/// The square that the strategy chooses for us.
fn chosen(position: Discs, moves: &mut Moves<'_>) -> Result<u32, ProofError> {
    let legal = position.moves();
    let (count, board) = (legal.count_ones(), board(position));
    let number = moves.next(count).ok_or(ProofErrorKind::EndsEarly { board })?;
    squares(legal).nth(number as usize).ok_or(ProofErrorKind::NoSuchMove { number, count, board }.into())
}

/// Whether we move, if it is our turn or theirs: who cannot move passes. `None` if nobody can.
pub(crate) fn next_to_move(position: Discs, our_turn: bool) -> Option<bool> {
    match (position.moves() != 0, position.swapped().moves() != 0) {
        (false, false) => None,
        (true, true) => Some(our_turn),
        (we_can, _) => Some(we_can),
    }
}

/// Whether the side whose discs are ours can score so much, moving next: alpha-beta with a null window.
fn reaches(discs: Discs, least: i32) -> bool {
    let moves = discs.moves();
    if moves != 0 {
        return squares(moves).any(|square| !reaches(discs.play(square).swapped(), 1 - least));
    }
    let swapped = discs.swapped();
    if swapped.moves() == 0 { discs.score() >= least } else { !reaches(swapped, 1 - least) }
}

fn board(discs: Discs) -> Board {
    Board::new(Bitboard(discs.ours), Bitboard(discs.theirs)).expect("no square has two discs")
}
