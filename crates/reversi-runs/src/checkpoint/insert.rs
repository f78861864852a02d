//! Inserts answers from elsewhere into a checkpoint: from a book, another program, another checkpoint.

use std::cmp::Ordering;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

use reversi_bitboard::{Board, Position};
use reversi_question::{Ask, Question};
use reversi_search::{AnswerError, Value};

use super::error::{CheckpointError, CheckpointErrorKind};
use super::lines::{MAX_LINE, unseal};
use super::record::{EngineId, Key, Record, Row};
use super::{Checkpoint, add};

/// The result of [`Checkpoint::insert`].
///
/// ```
/// use reversi_engine::runs::{Checkpoint, Inserted, Record};
/// use reversi_engine::{Board, Solution, SolveRequest, Value};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-inserted-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("positions.jsonl");
/// let board: Board = "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse()?;
/// let with_value = |value| Solution::new(&board, value, []).map(|solution| Record::Solution(board, solution));
/// let checkpoint = Checkpoint::open(&path, SolveRequest::wld())?;
/// let loss = with_value(Value::bounds(-64, -2)?)?;
/// assert_eq!(checkpoint.insert(loss.clone())?, Inserted::New);
/// assert_eq!(checkpoint.insert(loss)?, Inserted::Known);
/// match checkpoint.insert(with_value(Value::bounds(2, 64)?)?)? {
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
    /// The position had no answer. The file has this one now.
    New,
    /// The position had wider bounds, or an analysis less deep or less certain. The new answer replaces it.
    Tighter,
    /// The position has this answer, or one as informative.
    Known,
    /// The position has another answer, and both cannot be right. The file is unchanged.
    Contradiction(Contradiction),
    /// The answer does not answer the request, or is invalid for the position. The position has no answer.
    /// The file is unchanged.
    Gap(Gap),
}

/// Two answers of a position that cannot both be right: two exact scores that differ, or bounds without a
/// score in common.
///
/// ```
/// use reversi_engine::runs::{Checkpoint, Inserted, Record};
/// use reversi_engine::{Board, Solution, SolveRequest, Value};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-contradiction-of-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("positions.jsonl");
/// let board = Board::START;
/// let with_value = |value| Solution::new(&board, value, []).map(|solution| Record::Solution(board, solution));
/// let checkpoint = Checkpoint::open(&path, SolveRequest::wld())?;
/// let (win, loss) = (Value::bounds(2, 64)?, Value::bounds(-64, -2)?);
/// let _new = checkpoint.insert(with_value(win)?)?;
/// let inserted = checkpoint.insert(with_value(loss)?)?;
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
    /// The answer in the checkpoint.
    pub stored: Record,
    /// The answer that was refused.
    pub given: Record,
}

/// Writes the position and both values.
impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { board, stored, given } = self;
        write!(f, "{board}: the checkpoint has {}, not {}", stored.value(), given.value())
    }
}

/// A solution or an analysis that does not answer the request, or is invalid for its position.
///
/// ```
/// use reversi_engine::runs::{Checkpoint, Inserted, Record};
/// use reversi_engine::{Board, Solution, SolveRequest, Value};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-gap-of-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("positions.jsonl");
/// let checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
/// let bounds = Solution::new(&Board::START, Value::bounds(-10, 10)?, [])?;
/// let inserted = checkpoint.insert(Record::Solution(Board::START, bounds))?;
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
    /// The answer that was given.
    pub given: Record,
    /// Why it does not answer the request.
    pub reason: AnswerError,
}

/// Writes the position and the reason.
impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.board, self.reason)
    }
}

/// The result of [`Checkpoint::merge`].
///
/// ```
/// use reversi_engine::runs::Merged;
///
/// assert_eq!(Merged::default().to_string(), "0 new, 0 tighter, 0 known, 0 contradictions, 0 gaps");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[must_use = "contradictions and gaps are no errors of the file"]
pub struct Merged {
    /// The number of positions that had no answer.
    pub new: usize,
    /// The number of positions that have a tighter answer now.
    pub tighter: usize,
    /// The number of positions that had an answer as informative.
    pub known: usize,
    /// Positions whose answers cannot both be right. The answers of the other file are not taken.
    pub contradictions: Vec<Contradiction>,
    /// Positions whose answers do not answer the request.
    pub gaps: Vec<Gap>,
}

impl Merged {
    fn add(&mut self, inserted: Inserted) {
        match inserted {
            Inserted::New => self.new += 1,
            Inserted::Tighter => self.tighter += 1,
            Inserted::Known => self.known += 1,
            Inserted::Contradiction(contradiction) => self.contradictions.push(contradiction),
            Inserted::Gap(gap) => self.gaps.push(gap),
        }
    }
}

/// Writes the numbers.
impl fmt::Display for Merged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Merged { new, tighter, known, contradictions, gaps } = self;
        let (contradictions, gaps) = (contradictions.len(), gaps.len());
        write!(f, "{new} new, {tighter} tighter, {known} known, {contradictions} contradictions, {gaps} gaps")
    }
}

impl Checkpoint {
    /// Adds an answer from elsewhere, such as a book or another machine. A later run reads it from the file.
    ///
    /// The answer must be valid for its position and answer the request, as
    /// [`SolveRequest::check_answer`](reversi_search::SolveRequest::check_answer) and
    /// [`AnalyzeRequest::check_answer`](reversi_search::AnalyzeRequest::check_answer) check. Otherwise it is
    /// a [gap](Inserted::Gap). Of two answers that agree, the more informative one stays. The evaluation of
    /// an estimate is not known, so the file takes it beside estimates of any evaluation.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file cannot be written.
    pub fn insert(&self, record: Record) -> Result<Inserted, CheckpointError> {
        self.insert_row(Row { record, by: None })
    }

    fn insert_row(&self, Row { record: given, by }: Row) -> Result<Inserted, CheckpointError> {
        let board = given.board();
        let answers = given.check(&self.ask);
        let mut state = self.state();
        let stored = state.get(&given.key()).map(|row| &row.record);
        let inserted = match (stored, answers) {
            (Some(stored), _) if contradict(stored, &given) => {
                let stored = stored.clone();
                return Ok(Inserted::Contradiction(Contradiction { board, stored, given }));
            }
            (Some(stored), Ok(())) if says_more(&given, stored) => Inserted::Tighter,
            (Some(_), _) => return Ok(Inserted::Known),
            (None, Err(reason)) => return Ok(Inserted::Gap(Gap { board, given, reason })),
            (None, Ok(())) => Inserted::New,
        };
        add(&mut state, &[given], by.as_ref())?;
        Ok(inserted)
    }

    /// Inserts all answers of another checkpoint by [`insert`](Self::insert). It may be for another request:
    /// the exact scores of one are answers for all.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::runs::Checkpoint;
    /// use reversi_engine::{Engine, SolveRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-merge-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = |name: &str| folder.join(name);
    /// let boards = ["--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?];
    /// let exact = Checkpoint::open(path("exact.jsonl"), SolveRequest::exact())?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// exact.solve_many(&mut engine, boards, |_| ControlFlow::Continue(()))?;
    ///
    /// let who_wins = Checkpoint::open(path("wld.jsonl"), SolveRequest::wld())?;
    /// let merged = who_wins.merge(&exact)?;
    /// assert_eq!((merged.new, merged.contradictions.len(), merged.gaps.len()), (1, 0, 0));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] if the estimates of the two are by different evaluations: this file is then
    /// unchanged. Also if it cannot be written: it then has the answers before the error.
    pub fn merge(&self, other: &Checkpoint) -> Result<Merged, CheckpointError> {
        let ours: Option<EngineId> = self.state().by().cloned();
        if let Some(by) = ours {
            other.check_by(&by)?;
        }
        let mut theirs: Vec<(Key, Row)> =
            other.state().iter().map(|(&key, row)| (key, row.clone())).collect();
        // A map has no order.
        theirs.sort_unstable_by_key(|&((board, played), _)| (board, played.map(|mv| mv.to_string())));
        let mut merged = Merged::default();
        for (_, row) in theirs {
            merged.add(self.insert_row(row)?);
        }
        Ok(merged)
    }

    /// Merges the checkpoint in a file by [`merge`](Self::merge), whatever its request. The file is
    /// [opened](Self::open) and closed again.
    ///
    /// # Errors
    /// [`CheckpointError`] if the other file is missing or cannot be [opened](Self::open), and as
    /// [`merge`](Self::merge).
    pub fn merge_file(&self, path: impl AsRef<Path>) -> Result<Merged, CheckpointError> {
        let path = path.as_ref();
        let ask = ask_of(path).map_err(|e| CheckpointErrorKind::from(e).of(path))?;
        // Opening reports what is wrong with a file of another kind.
        self.merge(&Checkpoint::open(path, ask.unwrap_or_else(|| self.ask.clone()))?)
    }
}

/// Reads the question of a file, if its first line has one. The file must exist.
fn ask_of(path: &Path) -> io::Result<Option<Ask>> {
    let mut line = Vec::new();
    BufReader::new(File::open(path)?.take(MAX_LINE)).read_until(b'\n', &mut line)?;
    Ok(String::from_utf8(line).ok().and_then(|line| {
        let mut run: serde_json::Value = serde_json::from_str(&unseal(line.trim_end()).ok()?).ok()?;
        let question = run.pointer_mut("/run/question")?.as_object_mut()?;
        question.insert("position".to_owned(), Position::START.to_string().into());
        serde_json::from_value::<Question>(question.clone().into()).ok().map(|question| question.ask)
    }))
}

/// Returns whether no score fits both answers: the score of the position, or of the move that was played.
fn contradict(one: &Record, other: &Record) -> bool {
    let proven = |value: Value| match value {
        Value::Estimate { .. } => None,
        proven => Some(proven.lower()..=proven.upper()),
    };
    let differ = |one: Value, other: Value| {
        let (Some(one), Some(other)) = (proven(one), proven(other)) else { return false };
        one.start().max(other.start()) > one.end().min(other.end())
    };
    let played = |record: &Record| match record {
        Record::Move(turn) => Some(turn.line().value()),
        _ => None,
    };
    let lines = played(one).zip(played(other));
    differ(one.value(), other.value()) || lines.is_some_and(|(one, other)| differ(one, other))
}

/// Returns whether an answer is proven, tighter, deeper or more certain where `stored` is not, and nowhere
/// less so.
fn says_more(given: &Record, stored: &Record) -> bool {
    let (given, stored) = (given.values(), stored.values());
    let orders: Vec<Option<Ordering>> = given.iter().zip(&stored).map(|(a, b)| sureness(*a, *b)).collect();
    let never_less = orders.iter().all(|order| order.is_some_and(Ordering::is_ge));
    given.len() >= stored.len() && never_less && orders.contains(&Some(Ordering::Greater))
}

/// Compares how certain two values are. `None` if each is more certain than the other in one way.
fn sureness(one: Value, other: Value) -> Option<Ordering> {
    let draft = |value: Value| match value {
        Value::Estimate { depth, selectivity, .. } => Some((depth, selectivity)),
        _ => None,
    };
    let both = |one: Ordering, other: Ordering| match (one, other) {
        (order, Ordering::Equal) | (Ordering::Equal, order) => Some(order),
        (one, other) => (one == other).then_some(one),
    };
    match (draft(one), draft(other)) {
        (None, None) => both(one.lower().cmp(&other.lower()), other.upper().cmp(&one.upper())),
        (None, Some(_)) => Some(Ordering::Greater),
        (Some(_), None) => Some(Ordering::Less),
        (Some((depth, sure)), Some((other_depth, other_sure))) => {
            both(depth.cmp(&other_depth), sure.cmp(&other_sure))
        }
    }
}
