//! The interface of an opening book.

use reversi_bitboard::{Board, Move};
use reversi_fields::names;

use super::Level;

/// An opening book for an engine: scored moves of positions that were searched before.
///
/// The module `book` of `reversi-engine` has one, with the feature of that name. Implement this trait to give
/// an engine your own book.
///
/// ```
/// use std::sync::Arc;
/// use reversi_engine::{AnalyzeRequest, Board, Engine, Level, Square};
/// use reversi_engine::search::{BookMoves, OpeningBook, Source};
///
/// /// Knows the first move of a game.
/// struct FirstMove;
///
/// impl OpeningBook for FirstMove {
///     fn look_up(&self, board: &Board) -> Option<BookMoves> {
///         (*board == Board::START).then(|| BookMoves::new(Level::DEFAULT, [(Square::F5.into(), 0)]))
///     }
/// }
///
/// let mut engine = Engine::builder().hash_mib(1).book(Arc::new(FirstMove)).build()?;
/// let analysis = engine.analyze(&Board::START, AnalyzeRequest::level(Level::of::<4>()))?;
/// assert_eq!((analysis.source(), analysis.nodes()), (Source::Book, 0));
/// assert_eq!(analysis.best_move(), Some(Square::F5.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait OpeningBook: Send + Sync {
    /// Returns the moves of `board` that the book has a score for, or `None` if it does not know the
    /// position. An engine asks once for each move of a line.
    ///
    /// If a move is illegal or listed twice, or a score is beyond 64, the engine searches the position.
    fn look_up(&self, board: &Board) -> Option<BookMoves>;
}

/// The moves of a position that a book has a score for, the best first.
///
/// ```
/// use reversi_engine::{Level, Square};
/// use reversi_engine::search::BookMoves;
///
/// let moves = BookMoves::new(Level::DEFAULT, [(Square::F6.into(), -2), (Square::D6.into(), 1)]);
/// assert_eq!(moves.moves[0].mv, Square::D6.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookMoves {
    /// The level of the searches behind the scores.
    pub level: Level,
    /// The moves, the best first.
    pub moves: Vec<BookMove>,
}

/// A move of a book and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The score in discs, seen by the side that moves.
    pub score: i32,
}

impl BookMoves {
    /// Makes book moves of moves and scores in any order. Of equal moves the first one counts as the best.
    pub fn new(level: Level, moves: impl IntoIterator<Item = (Move, i32)>) -> BookMoves {
        let mut moves: Vec<_> = moves.into_iter().map(|(mv, score)| BookMove { mv, score }).collect();
        moves.sort_by_key(|known| std::cmp::Reverse(known.score));
        BookMoves { level, moves }
    }
}

names! {
    /// When the book of an engine answers in place of a search.
    ///
    /// ```
    /// use reversi_engine::AnalyzeRequest;
    /// use reversi_engine::search::BookUse;
    ///
    /// let request = AnalyzeRequest::depth(12).book(BookUse::Never);
    /// assert_ne!(request, AnalyzeRequest::depth(12));
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum BookUse as BOOK_USES {
        /// Never: the position is searched.
        Never = "never",
        /// If the book knows as many moves as lines are asked for, and its searches were at least as deep and
        /// as sure as the requested one, or of at least the same level. With a clock, a book of any level
        /// answers. A search that would prove the score takes place.
        [default]
        AsDeep = "as_deep",
        /// If the book knows the position, whatever its level. The answer has a line for each move that the
        /// book knows, however many are asked for.
        Always = "always",
    }
}
