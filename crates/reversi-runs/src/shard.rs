//! A part of the positions of a run.

use std::fmt;
use std::str::FromStr;

use reversi_bitboard::Board;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Shard `number` of `of`, from 1: a part of any set of positions, for one of several processes or
/// machines.
///
/// A position belongs to the same shard whatever its number, its file or its neighbours. So equal positions
/// are searched by the same process, and shards are stable when a set grows. Neighbours, which are often
/// equally hard, are in different shards.
///
/// The text is `3/16`, the data `{"number": 3, "of": 16}`.
///
/// ```
/// use reversi_engine::runs::Shard;
/// use reversi_engine::Board;
///
/// let board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
/// let shards: Vec<Shard> = (1..=3).filter_map(|number| Shard::new(number, 3).ok()).collect();
/// assert_eq!(shards.iter().filter(|shard| shard.has(&board)).count(), 1);
/// assert_eq!("2/3".parse::<Shard>()?, shards[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, try_from = "Fields")]
pub struct Shard {
    number: u32,
    of: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    number: u64,
    of: u64,
}

/// An invalid shard.
///
/// ```
/// use reversi_engine::runs::Shard;
///
/// assert_eq!("17/16".parse::<Shard>().unwrap_err().to_string(), "shard must be 1/16 to 16/16, not 17/16");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The text is not two numbers.
    #[error("shard must be I/N, such as 3/16, not {found:?}")]
    Text {
        /// The text, at most 40 characters.
        found: String,
    },
    /// The number of shards is 0 or more than [`Shard::MOST`].
    #[error("the number of shards must be 1 to {}, not {of}", Shard::MOST)]
    Of {
        /// The number of shards.
        of: u64,
    },
    /// The number of the shard is not between 1 and the number of shards.
    #[error("shard must be 1/{of} to {of}/{of}, not {number}/{of}")]
    Number {
        /// The number of the shard.
        number: u64,
        /// The number of shards.
        of: u64,
    },
}

impl Shard {
    /// All positions.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The maximum number of shards of a set.
    pub const MOST: u32 = 1_000_000;

    /// Makes shard `number` of `of`, from 1.
    ///
    /// # Errors
    /// [`ShardError`] if there is no such shard.
    pub fn new(number: u64, of: u64) -> Result<Shard, ShardError> {
        match (u32::try_from(number), u32::try_from(of)) {
            (_, Err(_)) => Err(ShardError::Of { of }),
            (_, Ok(few)) if !(1..=Shard::MOST).contains(&few) => Err(ShardError::Of { of }),
            (Ok(number), Ok(of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err(ShardError::Number { number, of }),
        }
    }

    /// Returns the number of the shard, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of shards.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Returns whether a position belongs to the shard.
    pub fn has(self, board: &Board) -> bool {
        let (player, opponent) = (board.player().0, board.opponent().0);
        let mixed = player.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opponent.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x1656_67b1_9e37_79f9);
        (mixed >> 32) % u64::from(self.of) == u64::from(self.number - 1)
    }
}

impl TryFrom<Fields> for Shard {
    type Error = ShardError;

    fn try_from(Fields { number, of }: Fields) -> Result<Shard, ShardError> {
        Shard::new(number, of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let Some((number, of)) = numbers else {
            return Err(ShardError::Text { found: text.chars().take(40).collect() });
        };
        Shard::new(number, of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Formats numbers, consecutive ones as a range, as `sbatch --array` takes them: `3,7-9`.
///
/// ```
/// assert_eq!(reversi_engine::runs::ranges([3, 7, 8, 9, 12, 13]), "3,7-9,12-13");
/// ```
pub fn ranges(numbers: impl IntoIterator<Item = u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |&(first, last): &(u32, u32)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use reversi_testkit::{Rng, reached};

    use super::*;

    #[test]
    fn each_position_is_in_one_shard_and_shards_are_of_about_the_same_size() {
        let mut rng = Rng::with_seed(7);
        let boards: Vec<Board> = (0..3000).map(|_| reached(&mut rng, 20)).collect();
        for of in [1, 2, 3, 8, 20] {
            let shards: Vec<Shard> = (1..=of).map(|number| Shard::new(number, of).unwrap()).collect();
            let mut sizes = vec![0_u64; shards.len()];
            for board in &boards {
                let of_board: Vec<usize> = (0..shards.len()).filter(|&i| shards[i].has(board)).collect();
                let [only] = of_board[..] else { panic!("{board} in {of_board:?} of {of}") };
                sizes[only] += 1;
            }
            assert!(sizes.iter().all(|size| size * of > 2000 && size * of < 4000), "{sizes:?}");
        }
    }

    /// The shards of a version are valid in the next one.
    #[test]
    fn the_shard_of_a_position_never_changes() {
        let numbers: Vec<u32> = [3, 8, 1000].map(|of| shard_of(&Board::START, of)).to_vec();
        assert_eq!(numbers, [2, 6, 406]);
    }

    fn shard_of(board: &Board, of: u64) -> u32 {
        let shards = (1..=of).map(|number| Shard::new(number, of).unwrap());
        shards.filter(|shard| shard.has(board)).map(Shard::number).next().unwrap()
    }

    #[test]
    fn a_shard_is_read_as_it_is_written_and_what_is_none_is_refused() {
        assert_eq!("3/16".parse::<Shard>().map(|shard| shard.to_string()), Ok("3/16".to_owned()));
        for (text, error) in [
            ("0/16", "shard must be 1/16 to 16/16, not 0/16"),
            ("17/16", "shard must be 1/16 to 16/16, not 17/16"),
            ("1/0", "the number of shards must be 1 to 1000000, not 0"),
            ("1/4611686018427387904", "the number of shards must be 1 to 1000000, not 4611686018427387904"),
            ("3", "shard must be I/N, such as 3/16, not \"3\""),
            ("-1/4", "shard must be I/N, such as 3/16, not \"-1/4\""),
            ("1/18446744073709551616", "shard must be I/N, such as 3/16, not \"1/18446744073709551616\""),
        ] {
            assert_eq!(text.parse::<Shard>().unwrap_err().to_string(), error, "{text}");
        }
        let read = |text: &str| serde_json::from_str::<Shard>(text).map_err(|error| error.to_string());
        assert_eq!(read(r#"{"number":3,"of":16}"#), Ok(Shard { number: 3, of: 16 }));
        assert!(read(r#"{"number":3,"of":4611686018427387904}"#).is_err());
        assert!(read(r#"{"number":0,"of":1}"#).is_err());
    }
}
