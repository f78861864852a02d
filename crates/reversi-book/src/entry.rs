//! What a book knows of a position.

use reversi_bitboard::{Move, Symmetry};
use reversi_search::Level;

/// A move and its score: discs, seen by the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Its score, from -64 to 64.
    pub score: i8,
}

/// How many games and lines of play are below a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Games that the side to move has won.
    pub wins: u32,
    /// Games without a winner.
    pub draws: u32,
    /// Games that the side to move has lost.
    pub losses: u32,
    /// Lines of play, from here to a leaf. It stops at `u32::MAX`.
    pub lines: u32,
}

/// What a book knows of a position, seen by the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Moves to positions that the book has too, in the order of the file. The score of a link is the negated
    /// value of its position.
    pub links: Vec<ScoredMove>,
    /// The best of all other moves, by a search. `None` if all moves are links.
    pub leaf: Option<ScoredMove>,
    /// The score of the best link or leaf.
    pub value: i8,
    /// The least score that the errors of the leaves below leave possible.
    pub lower: i8,
    /// The greatest one. The value is exact if both are equal.
    pub upper: i8,
    /// The level of the searches of this position.
    pub level: Level,
    /// Games and lines below it.
    pub tally: Tally,
}

impl Entry {
    /// All moves that have a score: the links and then the leaf.
    pub fn moves(&self) -> impl Iterator<Item = ScoredMove> + '_ {
        self.links.iter().copied().chain(self.leaf)
    }

    /// The moves of a board's image.
    #[must_use]
    pub(crate) fn image(mut self, symmetry: Symmetry) -> Entry {
        for scored in self.links.iter_mut().chain(&mut self.leaf) {
            if let Move::Place(square) = scored.mv {
                scored.mv = Move::Place(symmetry.square(square));
            }
        }
        self
    }
}
