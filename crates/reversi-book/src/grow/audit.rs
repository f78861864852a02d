//! Compares the values of a book with its links and leaves.

use reversi_bitboard::{Board, Move};

use super::GrowError;
use super::moves::{after, check_moves, children};
use super::values::{self, Bounds, Values};
use crate::{BookEntry, Manuscript};

/// The result of [`Manuscript::audit`], which compares the values of a book with its links and leaves.
///
/// ```
/// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
/// use reversi_engine::{Board, Level};
///
/// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
/// let _ = Grower::new().grow(&mut manuscript, &GrowRequest::to(20))?;
/// assert_eq!(manuscript.audit()?, Default::default()); // nothing to complain of
///
/// let mut start = manuscript.get(&Board::START).unwrap();
/// start.value = 64;
/// manuscript.insert(&Board::START, start);
/// assert_eq!(manuscript.audit()?.wrong[0].found, 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Audit {
    /// Values that do not follow from the links and the leaf, and scores of links that differ from their
    /// positions, in the order of the boards.
    pub wrong: Vec<WrongValue>,
    /// The number of positions whose bounds do not follow by the rule of [`BookEntry`].
    pub other_bounds: usize,
    /// The number of these positions whose bounds follow by the rule of Edax: with an odd number of empty
    /// squares, the bounds of a leaf that is not searched to the end are a disc higher.
    pub edax_bounds: usize,
    /// The number of moves to positions of the book that are not links, symmetric ones counted once.
    pub missing_links: usize,
    /// The number of positions whose value would change with these links.
    pub values_by_missing_links: usize,
}

/// A value that does not follow from the entries below it.
///
/// ```
/// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
/// use reversi_engine::{Board, Level};
///
/// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
/// let _ = Grower::new().grow(&mut manuscript, &GrowRequest::to(20))?;
/// let mut start = manuscript.get(&Board::START).unwrap();
/// start.links[0].score += 1;
/// manuscript.insert(&Board::START, start);
/// let wrong = manuscript.audit()?.wrong[0];
/// println!("{}: {:?} is {}, not {}", wrong.board, wrong.mv, wrong.expected, wrong.found);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongValue {
    /// The canonical board.
    pub board: Board,
    /// The link whose score is wrong; `None` if it is the value of the position.
    pub mv: Option<Move>,
    /// The value in the book, in discs from the side to move.
    pub found: i8,
    /// The value by the positions and the leaf below.
    pub expected: i8,
}

/// The rule by which the bounds of a leaf follow from its error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Ours,
    Edax,
}

impl Manuscript {
    /// Compares each value and its bounds with the links and the leaf of the position, as they are in the
    /// book. In contrast, [`evaluate`](Self::evaluate) adds links and recomputes them. No position is
    /// searched.
    ///
    /// # Errors
    /// [`GrowError::IllegalMove`] for a move that is not legal, [`GrowError::Score`] for a score beyond 64.
    pub fn audit(&self) -> Result<Audit, GrowError> {
        let mut audit = Audit::default();
        for (&board, entry) in self.iter() {
            check_moves(board, entry)?;
            self.audit_links(board, entry, &mut audit);
            let Bounds { value, lower, upper } = self.expected(board, entry, Rule::Ours);
            if value != entry.value {
                audit.wrong.push(WrongValue { board, mv: None, found: entry.value, expected: value });
            } else if (lower, upper) != (entry.lower, entry.upper) {
                audit.other_bounds += 1;
                let Bounds { lower, upper, .. } = self.expected(board, entry, Rule::Edax);
                audit.edax_bounds += usize::from((lower, upper) == (entry.lower, entry.upper));
            }
        }
        audit.wrong.sort_by_key(|wrong| (wrong.board, wrong.mv.map(|mv| mv.to_string())));
        if audit.missing_links > 0 {
            let mut linked = self.clone();
            linked.evaluate()?;
            let differs = |(board, entry): &(&Board, &BookEntry)| {
                linked.get(board).is_some_and(|e| e.value != entry.value)
            };
            audit.values_by_missing_links = self.iter().filter(differs).count();
        }
        Ok(audit)
    }

    fn audit_links(&self, board: Board, entry: &BookEntry, audit: &mut Audit) {
        let mut linked: Vec<Board> = Vec::new();
        for link in &entry.links {
            let child = after(board, link.mv);
            linked.push(child);
            let Some(below) = self.get(&child) else { continue };
            if link.score != -below.value {
                let (mv, found, expected) = (Some(link.mv), link.score, -below.value);
                audit.wrong.push(WrongValue { board, mv, found, expected });
            }
        }
        for child in children(board) {
            if !linked.contains(&child.board) && self.get(&child.board).is_some() {
                linked.push(child.board); // symmetric moves count as one
                audit.missing_links += 1;
            }
        }
    }

    /// Returns the value and the bounds by the positions and the leaf below.
    fn expected(&self, board: Board, entry: &BookEntry, rule: Rule) -> Bounds {
        let leaf_like = |score: i8, mv: Move| {
            let error = values::error(self.header(), entry.level, board, mv);
            let bounds = Bounds::around(score, error);
            match rule {
                Rule::Edax if error > 0 => raised(bounds, board, error),
                _ => bounds,
            }
        };
        let of_links = entry.links.iter().map(|link| match self.get(&after(board, link.mv)) {
            Some(BookEntry { value, lower, upper, .. }) => {
                Values { bounds: Bounds { value, lower, upper }, lines: 0 }.of_parent().bounds
            }
            None => leaf_like(link.score, link.mv),
        });
        let of_leaf = entry.leaf.map(|leaf| leaf_like(leaf.score, leaf.mv));
        let all = of_links.chain(of_leaf).map(|bounds| Values { bounds, lines: 0 });
        let best = all.reduce(Values::better_of).map(|values| values.bounds);
        best.unwrap_or_else(|| Bounds::around(board.final_score() as i8, 0))
    }
}

/// Returns a leaf's bounds by the rule of Edax.
fn raised(bounds: Bounds, board: Board, error: u32) -> Bounds {
    let raise = (board.empties().len() % 2) as i32;
    let around = |by: i32| (i32::from(bounds.value) + by + raise).clamp(-64, 64) as i8;
    Bounds { lower: around(-(error as i32)), upper: around(error as i32), ..bounds }
}
