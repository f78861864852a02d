//! The entry of a position in a book.

use reversi_bitboard::{Move, Symmetry};
use reversi_search::Level;

/// A move and its score: discs, seen by the side that moves.
///
/// ```
/// use reversi_engine::book::ScoredMove;
/// use reversi_engine::Square;
///
/// let best = ScoredMove::new(Square::D6, 1);
/// println!("{} {:+}", best.mv, best.score);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score of the move, from -64 to 64.
    pub score: i8,
}

impl ScoredMove {
    /// Makes a move with its score.
    pub fn new(mv: impl Into<Move>, score: i8) -> ScoredMove {
        ScoredMove { mv: mv.into(), score }
    }
}

/// The numbers of games and lines of play below a position.
///
/// ```
/// use reversi_engine::book::Tally;
///
/// let mut tally = Tally::default();
/// (tally.wins, tally.losses) = (3, 2);
/// assert_eq!(tally.draws, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Tally {
    /// The number of games that the side to move has won.
    pub wins: u32,
    /// The number of games without a winner.
    pub draws: u32,
    /// The number of games that the side to move has lost.
    pub losses: u32,
    /// The number of lines of play, from here to a leaf. The maximum is `u32::MAX`.
    pub lines: u32,
}

/// The entry of a position in a book, seen by the side to move.
///
/// The value is the greatest score of a link or the leaf. Each bound is the greatest bound of a link or the
/// leaf. The bounds of a link are the negated bounds of its position. The bounds of a leaf are its score less
/// and plus its error: 0 if the level solves positions with this number of empty squares or if the move ends
/// the game, otherwise the error of the [`Header`](crate::Header). A forced pass is a link, and the only
/// move. Moves that lead to the same board up to symmetry are links together.
///
/// ```
/// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
/// use reversi_engine::{Board, Level};
///
/// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
/// let _ = Grower::new().grow(&mut manuscript, &GrowRequest::to(20))?;
/// let entry = manuscript.get(&Board::START).unwrap();
/// assert_eq!((entry.links.len(), entry.leaf), (4, None)); // all four lead to one position
/// assert_eq!(entry.links[0].score, entry.value);
/// assert!((entry.lower..=entry.upper).contains(&entry.value));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BookEntry {
    /// Moves to other positions of the book, in the order of the file. The score of a link is the negated
    /// value of its position.
    pub links: Vec<ScoredMove>,
    /// The best of all other moves, by a search. `None` if all moves are links.
    pub leaf: Option<ScoredMove>,
    /// The score of the best link or leaf.
    pub value: i8,
    /// The lower bound of the score, given the errors of the leaves below.
    pub lower: i8,
    /// The upper bound. The value is exact if both bounds are equal.
    pub upper: i8,
    /// The level of the searches of this position.
    pub level: Level,
    /// Games and lines below it.
    pub tally: Tally,
}

impl BookEntry {
    /// Makes an entry without moves, games and lines, whose bounds are -64 and 64.
    ///
    /// ```
    /// use reversi_engine::book::{BookEntry, ScoredMove};
    /// use reversi_engine::{Level, Square};
    ///
    /// let mut entry = BookEntry::new(1, Level::of::<16>());
    /// entry.leaf = Some(ScoredMove::new(Square::D3, 1));
    /// (entry.lower, entry.upper) = (-1, 3);
    /// assert_eq!(entry.moves().count(), 1);
    /// ```
    #[must_use]
    pub fn new(value: i8, level: Level) -> BookEntry {
        let (links, tally) = (Vec::new(), Tally::default());
        BookEntry { links, leaf: None, value, lower: -64, upper: 64, level, tally }
    }

    /// Returns all moves that have a score: the links and then the leaf.
    ///
    /// ```
    /// use reversi_engine::book::{Grower, Header, Manuscript};
    /// use reversi_engine::{Board, Game, Level};
    ///
    /// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
    /// let _ = Grower::new().add(&mut manuscript, &Game::new())?;
    /// assert_eq!(manuscript.get(&Board::START).unwrap().moves().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = ScoredMove> + '_ {
        self.links.iter().copied().chain(self.leaf)
    }

    /// Returns the entry with the moves of the board's image.
    #[must_use]
    pub(crate) fn image(mut self, symmetry: Symmetry) -> BookEntry {
        for scored in self.links.iter_mut().chain(&mut self.leaf) {
            if let Move::Place(square) = scored.mv {
                scored.mv = Move::Place(symmetry.square(square));
            }
        }
        self
    }
}
