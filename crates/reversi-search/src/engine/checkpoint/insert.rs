//! Solutions from elsewhere in a checkpoint: from a book, another program, another checkpoint.

use std::fmt;

use reversi_bitboard::Board;

use super::Checkpoint;
use super::error::CheckpointError;
use super::solved::check;
use crate::api::{AnswerError, AnswerErrorKind, Solution, Value};

/// What [`Checkpoint::insert`] made of a solution.
///
/// ```
/// use reversi_engine::{Board, Checkpoint, Inserted, Solution, SolveRequest, Value};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-inserted-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("positions.solved");
/// let board: Board = "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse()?;
/// let mut checkpoint = Checkpoint::open(&path, SolveRequest::wld())?;
/// let loss = Solution::new(&board, Value::bounds(-64, -2)?, [])?;
/// assert_eq!(checkpoint.insert(&board, loss.clone())?, Inserted::New);
/// assert_eq!(checkpoint.insert(&board, loss)?, Inserted::Known);
/// let win = Solution::new(&board, Value::bounds(2, 64)?, [])?;
/// match checkpoint.insert(&board, win)? {
///     Inserted::Contradiction(contradiction) => println!("{contradiction}"),
///     other => panic!("{other:?}"),
/// }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use = "a contradiction or a gap is no error of the file"]
pub enum Inserted {
    /// The position had no solution. It is in the file now.
    New,
    /// The position had wider bounds. The new solution takes their place.
    Tighter,
    /// The position has this solution, or one that says as much.
    Known,
    /// The position has another solution, and both cannot be right. The file is unchanged.
    Contradiction(Contradiction),
    /// The position has no solution, and the bounds that are given do not answer the request. Or what is
    /// given is no solution of the position at all. The file is unchanged.
    Gap(Gap),
}

/// Two solutions of a position that cannot both be right: two scores that differ, or bounds without a score
/// in common.
///
/// ```
/// use reversi_engine::{Board, Checkpoint, Inserted, Solution, SolveRequest, Value};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-contradiction-of-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("positions.solved");
/// let board = Board::START;
/// let mut checkpoint = Checkpoint::open(&path, SolveRequest::wld())?;
/// let (win, loss) = (Value::bounds(2, 64)?, Value::bounds(-64, -2)?);
/// let _new = checkpoint.insert(&board, Solution::new(&board, win, [])?)?;
/// let inserted = checkpoint.insert(&board, Solution::new(&board, loss, [])?)?;
/// let Inserted::Contradiction(contradiction) = inserted else { panic!("{inserted:?}") };
/// assert_eq!((contradiction.stored.value(), contradiction.given.value()), (win, loss));
/// assert_eq!(contradiction.to_string(), format!("{board}: the checkpoint has >= +2, not <= -2"));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// The position.
    pub board: Board,
    /// The solution in the checkpoint.
    pub stored: Solution,
    /// The one that is not.
    pub given: Solution,
}

/// The position and both values.
impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { board, stored, given } = self;
        write!(f, "{board}: the checkpoint has {}, not {}", stored.value(), given.value())
    }
}

/// A solution that is no answer to the request, or none of its position.
///
/// ```
/// use reversi_engine::{Board, Checkpoint, Inserted, Solution, SolveRequest, Value};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-gap-of-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("positions.solved");
/// let mut checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
/// let bounds = Solution::new(&Board::START, Value::bounds(-10, 10)?, [])?;
/// let inserted = checkpoint.insert(&Board::START, bounds)?;
/// let Inserted::Gap(gap) = inserted else { panic!("{inserted:?}") };
/// assert_eq!(gap.reason.to_string(), "the bounds -10..=+10 do not answer a request for -65 to 65");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gap {
    /// The position.
    pub board: Board,
    /// The solution that was given.
    pub given: Solution,
    /// Why it is no answer.
    pub reason: AnswerError,
}

/// The position and the reason.
impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.board, self.reason)
    }
}

/// What [`Checkpoint::merge`] made of the solutions of the other checkpoint.
///
/// ```
/// use reversi_engine::{Checkpoint, Merged, SolveRequest};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-merged-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("positions.solved");
/// let mut checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
/// let other = Checkpoint::open(folder.join("other.solved"), SolveRequest::exact())?;
/// assert_eq!(checkpoint.merge(&other)?, Merged::default()); // both are empty
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[must_use = "contradictions and gaps are no error of the file"]
pub struct Merged {
    /// The number of positions that had no solution.
    pub new: usize,
    /// The number of positions that had wider bounds.
    pub tighter: usize,
    /// The number of positions whose solution says as much.
    pub known: usize,
    /// The positions with another solution, which stays.
    pub contradictions: Vec<Contradiction>,
    /// The positions that stay unsolved: the bounds of the other request do not answer this one.
    pub gaps: Vec<Gap>,
}

impl Checkpoint {
    /// Adds a solution from elsewhere, such as a book or another machine. A later
    /// [`resume_many`](crate::Engine::resume_many) takes it from the checkpoint.
    ///
    /// Of two solutions that agree, the one with the tighter bounds stays. That a score is right is not
    /// proven again, but a contradiction is found: then the file is unchanged, and the caller has both
    /// solutions. A solution that does not answer the request, or whose line is illegal on the board, leaves
    /// a gap. See [`Inserted`] for an example.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file cannot be written.
    pub fn insert(&mut self, board: &Board, solution: Solution) -> Result<Inserted, CheckpointError> {
        let (board, given) = (*board, solution);
        let answers = check(&self.request, board, &given);
        if let Err(reason) = answers
            && !matches!(reason.kind, AnswerErrorKind::OtherWindow { .. })
        {
            return Ok(Inserted::Gap(Gap { board, given, reason }));
        }
        let inserted = match (self.get(&board), answers) {
            (Some(stored), _) if !agree(stored.value(), given.value()) => {
                let stored = stored.clone();
                return Ok(Inserted::Contradiction(Contradiction { board, stored, given }));
            }
            (Some(stored), Ok(())) if is_tighter(given.value(), stored.value()) => Inserted::Tighter,
            (Some(_), _) => return Ok(Inserted::Known),
            (None, Err(reason)) => return Ok(Inserted::Gap(Gap { board, given, reason })),
            (None, Ok(())) => Inserted::New,
        };
        self.file.add(board, &given)?;
        self.solved.remove(&board);
        Ok(inserted)
    }

    /// [Inserts](Self::insert) all solutions of another checkpoint, which may be one for another request: the
    /// exact scores of one are answers for all.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Checkpoint, Engine, SolveRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-merge-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = |name: &str| folder.join(name);
    /// let boards = ["--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?];
    /// let mut exact = Checkpoint::open(path("exact.solved"), SolveRequest::exact())?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// engine.resume_many(&mut exact, boards, |_| ControlFlow::Continue(()))?;
    ///
    /// let mut who_wins = Checkpoint::open(path("wld.solved"), SolveRequest::wld())?;
    /// let merged = who_wins.merge(&exact)?;
    /// assert_eq!((merged.new, merged.contradictions.len(), merged.gaps.len()), (1, 0, 0));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] if the file cannot be written. The solutions before that are in it.
    pub fn merge(&mut self, other: &Checkpoint) -> Result<Merged, CheckpointError> {
        let mut solutions: Vec<(Board, &Solution)> = other.solutions().collect();
        solutions.sort_unstable_by_key(|&(board, _)| board); // a map has no order
        let mut merged = Merged::default();
        for (board, solution) in solutions {
            match self.insert(&board, solution.clone())? {
                Inserted::New => merged.new += 1,
                Inserted::Tighter => merged.tighter += 1,
                Inserted::Known => merged.known += 1,
                Inserted::Contradiction(contradiction) => merged.contradictions.push(contradiction),
                Inserted::Gap(gap) => merged.gaps.push(gap),
            }
        }
        Ok(merged)
    }
}

/// Whether a score can be within both.
fn agree(one: Value, other: Value) -> bool {
    one.lower().max(other.lower()) <= one.upper().min(other.upper())
}

/// Whether this excludes more scores than `other`, and no fewer.
fn is_tighter(value: Value, other: Value) -> bool {
    let (ours, others) = (value.lower()..=value.upper(), other.lower()..=other.upper());
    ours != others && others.contains(ours.start()) && others.contains(ours.end())
}
