//! Solutions from elsewhere in a checkpoint: from a book, another program, another checkpoint. What becomes
//! of them is told as it is of analyses.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

use reversi_bitboard::Board;

use super::Checkpoint;
use super::error::{CheckpointError, CheckpointErrorKind};
use super::solved::{check, request_of};
use crate::api::{Analysis, AnswerError, AnswerErrorKind, Solution, Value};

/// What [`Checkpoint::insert`] made of a solution, or [`AnalysisCheckpoint::insert`] of an analysis.
///
/// [`AnalysisCheckpoint::insert`]: crate::AnalysisCheckpoint::insert
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
pub enum Inserted<A = Solution> {
    /// The position had no answer. It has this one in the file now.
    New,
    /// The position had wider bounds, or an analysis less deep or less sure. The new answer takes its place.
    Tighter,
    /// The position has this answer, or one that says as much.
    Known,
    /// The position has another answer, and both cannot be right. The file is unchanged.
    Contradiction(Contradiction<A>),
    /// The position has no answer, and what is given does not answer the request. Or it is no answer of the
    /// position at all. The file is unchanged.
    Gap(Gap<A>),
}

/// Two answers of a position that cannot both be right: two exact scores that differ, or bounds without a
/// score in common.
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
pub struct Contradiction<A = Solution> {
    /// The position.
    pub board: Board,
    /// The answer in the checkpoint.
    pub stored: A,
    /// The one that is not.
    pub given: A,
}

/// The position and both values.
impl fmt::Display for Contradiction<Solution> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { board, stored, given } = self;
        write!(f, "{board}: the checkpoint has {}, not {}", stored.value(), given.value())
    }
}

/// The position and both values.
impl fmt::Display for Contradiction<Analysis> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { board, stored, given } = self;
        write!(f, "{board}: the checkpoint has {}, not {}", stored.value(), given.value())
    }
}

/// A solution or an analysis that is no answer to the request, or none of its position.
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
pub struct Gap<A = Solution> {
    /// The position.
    pub board: Board,
    /// The answer that was given.
    pub given: A,
    /// Why it is no answer.
    pub reason: AnswerError,
}

/// The position and the reason.
impl<A> fmt::Display for Gap<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.board, self.reason)
    }
}

/// What [`Checkpoint::merge`] made of the solutions of the other checkpoint, or
/// [`AnalysisCheckpoint::merge`] of its analyses.
///
/// [`AnalysisCheckpoint::merge`]: crate::AnalysisCheckpoint::merge
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
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use = "contradictions and gaps are no error of the file"]
pub struct Merged<A = Solution> {
    /// The number of positions that had no answer.
    pub new: usize,
    /// The number of positions that had wider bounds, or an analysis less deep or less sure.
    pub tighter: usize,
    /// The number of positions whose answer says as much.
    pub known: usize,
    /// The positions with another answer, which stays.
    pub contradictions: Vec<Contradiction<A>>,
    /// The positions that stay without one: the answers to the other request do not answer this one.
    pub gaps: Vec<Gap<A>>,
}

/// Nothing was merged.
impl<A> Default for Merged<A> {
    fn default() -> Merged<A> {
        Merged { new: 0, tighter: 0, known: 0, contradictions: Vec::new(), gaps: Vec::new() }
    }
}

impl<A> Merged<A> {
    pub(super) fn add(&mut self, inserted: Inserted<A>) {
        match inserted {
            Inserted::New => self.new += 1,
            Inserted::Tighter => self.tighter += 1,
            Inserted::Known => self.known += 1,
            Inserted::Contradiction(contradiction) => self.contradictions.push(contradiction),
            Inserted::Gap(gap) => self.gaps.push(gap),
        }
    }
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
            merged.add(self.insert(&board, solution.clone())?);
        }
        Ok(merged)
    }

    /// [Merges](Self::merge) the checkpoint in a file, for whatever request it is. The file is
    /// [opened](Self::open) and closed again.
    ///
    /// ```
    /// use reversi_engine::{Board, Checkpoint, Solution, SolveRequest, Value};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-merge-file-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = |name: &str| folder.join(name);
    /// let mut who_wins = Checkpoint::open(path("wld.solved"), SolveRequest::wld())?;
    /// let loss = Solution::new(&Board::START, Value::bounds(-64, -2)?, [])?;
    /// let _new = who_wins.insert(&Board::START, loss)?;
    /// drop(who_wins);
    /// let mut draws = Checkpoint::open(path("draws.solved"), SolveRequest::at_least(0))?;
    /// assert_eq!(draws.merge_file(path("wld.solved"))?.new, 1);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] of the other file, if there is none or it cannot be [opened](Self::open), and as
    /// [`merge`](Self::merge).
    pub fn merge_file(&mut self, path: impl AsRef<Path>) -> Result<Merged, CheckpointError> {
        let path = path.as_ref();
        let header = first_line(path).map_err(|e| CheckpointErrorKind::from(e).of(path))?;
        // Of a file of another kind, opening says what is wrong with it.
        let request = request_of(&header).unwrap_or_else(|| self.request.clone());
        self.merge(&Checkpoint::open(path, request)?)
    }
}

/// The beginning of a file, which has to exist.
pub(super) fn first_line(path: &Path) -> io::Result<String> {
    const MOST: u64 = 200;
    let mut line = Vec::new();
    BufReader::new(File::open(path)?.take(MOST)).read_until(b'\n', &mut line)?;
    Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
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
