//! The lines of the board, and all fillings of a line.

use reversi_bitboard::{Bitboard, Square};

/// Returns the 46 ranks, files and diagonals, including lines of one square.
pub fn lines() -> impl Iterator<Item = Vec<Square>> {
    [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().flat_map(|(dx, dy)| {
        let step = move |s: Square, n: i8| {
            let (x, y) = (s.file() as i8 + n * dx, s.rank() as i8 + n * dy);
            Square::at(x as u8, y as u8) // -1 becomes 255
        };
        let starts = Square::ALL.into_iter().filter(move |&s| step(s, -1).is_none());
        starts.map(move |s| (0..8).map_while(|n| step(s, n)).collect())
    })
}

/// Returns every way to fill a line: the squares of the player, of the opponent, and the empty ones.
pub fn fillings(line: &[Square]) -> impl Iterator<Item = [Bitboard; 3]> {
    (0..3usize.pow(line.len() as u32)).map(move |mut filling| {
        let mut sets = [Bitboard::EMPTY; 3];
        for &square in line {
            sets[filling % 3] |= square.into();
            filling /= 3;
        }
        sets
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_46_lines_and_a_power_of_three_of_fillings() {
        assert_eq!(lines().count(), 8 + 8 + 15 + 15);
        for line in lines() {
            let fillings: std::collections::HashSet<_> = fillings(&line).collect();
            assert_eq!(fillings.len(), 3usize.pow(line.len() as u32));
        }
    }
}
