//! A hash that tells the evaluation of one engine from another evaluation.

use std::fmt;
use std::str::FromStr;

use reversi_bitboard::Board;

/// A hash of the values that an evaluation gives to the positions of a game. Weights have the same one in
/// every file format and at every CPU level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    pub(super) fn of(evaluate: impl Fn(&Board) -> f32) -> Fingerprint {
        let values = positions().flat_map(|board| evaluate(&board).to_bits().to_le_bytes());
        // FNV-1a of 64 bits.
        let hash = values.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Fingerprint(hash)
    }
}

/// The positions of a game of arbitrary moves, always the same, so that every phase counts.
fn positions() -> impl Iterator<Item = Board> {
    let next = |(board, turn): &(Board, usize)| {
        let moves = board.legal_plays().count();
        let mv = board.legal_plays().nth((7 * turn + 3) % moves.max(1))?;
        Some((board.after(mv), turn + 1))
    };
    std::iter::successors(Some((Board::START, 0)), next).map(|(board, _)| board)
}

/// 16 hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Fingerprint {
    type Err = ();

    fn from_str(text: &str) -> Result<Fingerprint, ()> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let written = text.len() == 16 && text.bytes().all(is_digit);
        let number = u64::from_str_radix(text, 16).map_err(|_| ())?;
        written.then_some(Fingerprint(number)).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_of_the_values_of_many_phases() {
        let empties: Vec<u32> = positions().map(|board| board.empties().len()).collect();
        assert!(empties.len() > 40 && empties.last() < Some(&10), "{empties:?}");
        let discs = |board: &Board| board.disc_difference() as f32;
        let print = Fingerprint::of(discs);
        assert_eq!(print, Fingerprint::of(discs));
        let last = positions().last().unwrap();
        assert_ne!(print, Fingerprint::of(|board| discs(board) + f32::from(u8::from(*board == last))));
        assert_eq!(print.to_string().parse(), Ok(print));
        for wrong in ["", "-", "0", "+123456789abcdef", "0123456789ABCDEF", "0123456789abcdef0"] {
            assert_eq!(wrong.parse::<Fingerprint>(), Err(()), "{wrong}");
        }
    }
}
