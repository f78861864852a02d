use std::fmt;
use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use std::sync::Arc;

use miniz_oxide::deflate::compress_to_vec_zlib;
use reversi_bitboard::{Board, Move};

use super::openings::{self, Openings};
use super::{Head, MoveInputs, ROWS, WIDTH, move_inputs, move_values, softmax};
use crate::file::{self, Input, MAX_PROVENANCE, WeightsError, WeightsErrorKind};
use crate::weights::Weights;

/// Human-like play: the probability of each move, for a person of some rating.
///
/// It has learnt from tournament games between people. Its scale of ratings is based on the results of these
/// games: 1500 is the median of frequent players, and 400 more are odds of 10 to 1. At boards that people
/// reached often it knows how often they made each move.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::weights::HumanPolicy;
///
/// let board = Board::START.play("f5".parse()?);
/// let moves = HumanPolicy::embedded()?.probabilities(&board, 1500);
/// for (mv, chance) in &moves {
///     println!("{mv}: {:.0} %", 100.0 * chance);
/// }
/// assert_eq!(moves.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct HumanPolicy {
    data: Arc<Data>,
    weights: Weights,
}

struct Data {
    head: Head,
    /// The units of the rows.
    scales: [f32; WIDTH],
    rows: Vec<[i8; WIDTH]>,
    openings: Openings,
    provenance: String,
}

impl HumanPolicy {
    /// The ratings of people in the games that the policy has learnt from. Other ratings count as the nearest
    /// of these.
    pub const RATINGS: RangeInclusive<u32> = 800..=2000;

    /// Returns the policy that is part of the crate with the feature `embedded-people`. It is unpacked at the
    /// first call, once per process, together with [`Weights::small`], by which it judges moves.
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`]. The next call tries again.
    #[cfg(feature = "embedded-people")]
    pub fn embedded() -> Result<HumanPolicy, WeightsError> {
        static UNPACKED: std::sync::OnceLock<HumanPolicy> = std::sync::OnceLock::new();
        if let Some(policy) = UNPACKED.get() {
            return Ok(policy.clone());
        }
        let policy = HumanPolicy::read(&include_bytes!("people.policy")[..])?;
        Ok(UNPACKED.get_or_init(|| policy).clone())
    }

    /// Makes a policy of these layers and rows, each row times `scales`, and of how often people made moves
    /// at the start of the game: the result of training.
    ///
    /// # Errors
    /// [`WeightsErrorKind::Invalid`] if the number of rows is not [`ROWS`], for a number that is not finite,
    /// and for a provenance of more than 2000 bytes; [`WeightsErrorKind::Memory`].
    #[doc(hidden)]
    pub fn new(
        head: Head,
        scales: [f32; WIDTH],
        rows: Vec<[i8; WIDTH]>,
        openings: Openings,
        provenance: &str,
    ) -> Result<HumanPolicy, WeightsError> {
        if rows.len() != ROWS {
            return Err(WeightsError::invalid(0, "the rows of all configurations"));
        }
        if !head.parameters().chain(scales).all(f32::is_finite) {
            return Err(WeightsError::invalid(0, "finite numbers"));
        }
        if provenance.len() > MAX_PROVENANCE {
            return Err(WeightsError::invalid(0, "a provenance of up to 2000 bytes"));
        }
        let data = Data { head, scales, rows, openings, provenance: file::memory::string(provenance)? };
        Ok(HumanPolicy { data: Arc::new(data), weights: Weights::small()? })
    }

    /// Returns how often people made each move at the start of the game.
    #[doc(hidden)]
    pub fn openings(&self) -> &Openings {
        &self.data.openings
    }

    /// Returns the same policy with other openings and another provenance.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    #[doc(hidden)]
    pub fn with_openings(&self, openings: Openings, provenance: &str) -> Result<HumanPolicy, WeightsError> {
        let Data { head, scales, rows, .. } = &*self.data;
        HumanPolicy::new(head.clone(), *scales, rows.clone(), openings, provenance)
    }

    /// Returns the origin of the policy, as stated in its file.
    pub fn provenance(&self) -> &str {
        &self.data.provenance
    }

    /// Returns the probability of each legal move for a person of this rating, in the order of the squares.
    /// The sum is 1. A forced pass is certain, and a finished game has no moves.
    ///
    /// The result is the same on every machine. It takes some ten microseconds.
    pub fn probabilities(&self, board: &Board, rating: u32) -> Vec<(Move, f32)> {
        if board.must_pass() {
            return vec![(Move::Pass, 1.0)];
        }
        let mut chances = self.judged(*board).chances(rating);
        if let Some(counted) = self.data.openings.counted(*board) {
            openings::bring(&mut chances, &counted, rating);
        }
        board.legal_moves().into_iter().map(Move::from).zip(chances).collect()
    }

    /// Computes the inputs of the chances of the moves, for any rating, without the openings.
    pub(super) fn judged(&self, board: Board) -> Judged<'_> {
        let sum = |inputs: MoveInputs| {
            let mut sum = [0_i32; WIDTH];
            for &row in inputs.rows() {
                let row = self.data.rows[row as usize];
                sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += i32::from(number));
            }
            (std::array::from_fn(|i| sum[i] as f32 * self.data.scales[i]), inputs)
        };
        let inputs = move_inputs(board, &move_values(&self.weights, board));
        Judged { head: &self.data.head, moves: inputs.into_iter().map(sum).collect() }
    }

    /// Reads a policy. The format:
    ///
    /// | Bytes | |
    /// |---|---|
    /// | 8 | `RVPEOPLE` |
    /// | 2, 2 | version, 2; length of the provenance |
    /// | 4, 4 | the number of rows; length of the compressed rows |
    /// | 4, 4 | length of the openings; the same compressed |
    /// | | provenance, in UTF-8 |
    /// | 4 each | the parameters of the [`Head`], then the units of the rows, as IEEE 754 numbers |
    /// | | the rows, one byte a number, compressed by zlib |
    /// | | the openings, compressed by zlib: how often people made each move |
    /// | 4 | CRC-32 of all before it |
    ///
    /// Numbers are little-endian.
    ///
    /// # Errors
    /// [`WeightsError`] names the problem and its byte offset.
    pub fn read(reader: impl Read) -> Result<HumanPolicy, WeightsError> {
        let mut input = Input::new(reader);
        if &input.array::<8>("magic number")? != MAGIC {
            return Err(WeightsError::new(0, WeightsErrorKind::UnknownFormat));
        }
        let found = u16::from_le_bytes(input.array("header")?);
        if found != VERSION {
            return Err(WeightsError::new(8, WeightsErrorKind::UnknownVersion { found }));
        }
        let provenance = input.provenance_len()?;
        if u32::from_le_bytes(input.array("header")?) as usize != ROWS {
            return Err(WeightsError::invalid(12, "the rows of all configurations"));
        }
        let mut length = || Ok::<_, WeightsError>(u32::from_le_bytes(input.array("header")?) as usize);
        let (compressed, openings, compressed_openings) = (length()?, length()?, length()?);
        if openings > MOST_OPENINGS {
            return Err(WeightsError::invalid(20, "openings of up to 4 MiB"));
        }
        let provenance = input.provenance(provenance)?;
        let at = input.at();
        let bytes = input.bytes(4 * (Head::PARAMETERS + WIDTH), "layers")?;
        let mut numbers = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let mut head = Head::ZERO;
        head.parameters_mut().zip(&mut numbers).for_each(|(parameter, number)| *parameter = number);
        let mut scales = [0.0; WIDTH];
        scales.iter_mut().zip(numbers).for_each(|(scale, number)| *scale = number);
        if !head.parameters().chain(scales).all(f32::is_finite) {
            return Err(WeightsError::invalid(at, "finite numbers"));
        }
        let at = input.at();
        let rows = input.bytes(compressed, "rows")?;
        let at_openings = input.at();
        let bytes = input.last(compressed_openings, "openings")?;
        let rows = file::inflate(&rows, ROWS * WIDTH)?
            .ok_or_else(|| WeightsError::invalid(at, "the rows of all configurations"))?;
        let rows = rows.as_chunks().0.iter().map(|row: &[u8; WIDTH]| row.map(|byte| byte as i8));
        let rows = file::memory::collect(ROWS, rows)?;
        let bytes = file::inflate(&bytes, openings)?;
        let openings = bytes.map_or(Ok(None), |bytes| Openings::read(&bytes))?;
        let openings = openings.ok_or_else(|| WeightsError::invalid(at_openings, "a tree of openings"))?;
        HumanPolicy::new(head, scales, rows, openings, &provenance)
    }

    /// Writes the policy in the format that [`read`](Self::read) reads.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write(&self, writer: impl Write) -> io::Result<()> {
        let data = &*self.data;
        let rows: Vec<u8> = data.rows.iter().flatten().map(|&number| number as u8).collect();
        let rows = compress_to_vec_zlib(&rows, 10);
        let openings = data.openings.bytes();
        let compressed_openings = compress_to_vec_zlib(&openings, 10);
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend((data.provenance.len() as u16).to_le_bytes());
        header.extend((ROWS as u32).to_le_bytes());
        for length in [rows.len(), openings.len(), compressed_openings.len()] {
            header.extend((length as u32).to_le_bytes());
        }
        header.extend(data.provenance.as_bytes());
        header.extend(data.head.parameters().chain(data.scales).flat_map(f32::to_le_bytes));
        file::write(writer, &header, &[rows, compressed_openings].concat())
    }
}

/// The moves of a board, each with the sum of its rows.
pub(super) struct Judged<'a> {
    head: &'a Head,
    moves: Vec<([f32; WIDTH], MoveInputs)>,
}

impl Judged<'_> {
    /// Returns the chances of the moves for a rating.
    pub(super) fn chances(&self, rating: u32) -> Vec<f32> {
        let z = Head::rating(rating);
        let score = |(sum, inputs): &([f32; WIDTH], MoveInputs)| self.head.pass(*sum, inputs, z).score;
        softmax(&self.moves.iter().map(score).collect::<Vec<_>>())
    }
}

const MAGIC: &[u8; 8] = b"RVPEOPLE";
const VERSION: u16 = 2;
/// The maximum number of bytes of openings: ten times the size for the games of all people.
const MOST_OPENINGS: usize = 4 << 20;

impl fmt::Debug for HumanPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HumanPolicy").field("provenance", &self.provenance()).finish_non_exhaustive()
    }
}
