//! A part of the positions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Shard `number` of `of`, from 1. Its positions are spread over the whole set, so that neighbours, which
/// are often equally hard, are in different shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, try_from = "Fields")]
pub(crate) struct Shard {
    number: usize,
    of: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    number: usize,
    of: usize,
}

impl Shard {
    /// All positions.
    pub(crate) const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The greatest number of shards: `merge` looks for each of them.
    pub(crate) const MOST: usize = 1_000_000;

    fn new(number: usize, of: usize) -> Result<Shard, String> {
        match number {
            0 => Err(format!("shards are numbered from 1: 1/{of} is the first, {of}/{of} the last")),
            _ if of > Shard::MOST => {
                Err(format!("the number of shards must be 1 to {}, not {of}", Shard::MOST))
            }
            _ if number > of => Err(format!("there is no shard {number} of {of}")),
            _ => Ok(Shard { number, of }),
        }
    }

    pub(crate) fn number(self) -> usize {
        self.number
    }

    /// The number of shards.
    pub(crate) fn of(self) -> usize {
        self.of
    }

    /// The numbers of its positions, from 1, of a set of so many.
    pub(crate) fn ids(self, positions: usize) -> impl ExactSizeIterator<Item = usize> {
        let count = (positions + self.of - self.number) / self.of;
        (0..count).map(move |i| self.number + i * self.of)
    }
}

impl TryFrom<Fields> for Shard {
    type Error = String;

    fn try_from(Fields { number, of }: Fields) -> Result<Shard, String> {
        Shard::new(number, of)
    }
}

/// `3/16`
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |text: &str| text.parse::<usize>().ok();
        let numbers = text.split_once('/').map(|(i, n)| (number(i), number(n)));
        let Some((Some(i), Some(n))) = numbers.filter(|&(_, n)| n != Some(0)) else {
            return Err("expected I/N, such as 1/16 to 16/16".to_owned());
        };
        Shard::new(i, n)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Numbers in the form of `sbatch --array`: `3,7-9`.
pub(crate) fn ranges(numbers: impl IntoIterator<Item = usize>) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |&(first, last): &(usize, usize)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_is_in_one_shard() {
        for positions in [0, 1, 5, 16, 17] {
            for of in 1..=20 {
                let ids = (1..=of).flat_map(|number| Shard { number, of }.ids(positions));
                let mut ids: Vec<usize> = ids.collect();
                ids.sort_unstable();
                assert!(ids.iter().copied().eq(1..=positions), "{positions} positions in {of} shards");
            }
        }
    }

    #[test]
    fn a_shard_is_read_as_it_is_written_and_what_is_none_is_refused() {
        for text in ["3/16", "1/1000000", "1000000/1000000"] {
            assert_eq!(text.parse::<Shard>().map(|shard| shard.to_string()), Ok(text.to_owned()));
        }
        let expected = "expected I/N, such as 1/16 to 16/16";
        for (text, error) in [
            ("0/16", "shards are numbered from 1: 1/16 is the first, 16/16 the last"),
            ("17/16", "there is no shard 17 of 16"),
            ("1/0", expected),
            ("3", expected),
            ("-1/4", expected),
            ("1/1000001", "the number of shards must be 1 to 1000000, not 1000001"),
            ("1/18446744073709551616", expected),
        ] {
            assert_eq!(text.parse::<Shard>(), Err(error.to_owned()), "{text}");
        }
    }

    #[test]
    fn ranges_join_neighbours() {
        assert_eq!(ranges([3, 7, 8, 9, 12, 13]), "3,7-9,12-13");
        assert_eq!(ranges([]), "");
    }
}
