//! Games of the WTHOR data base (.wtb).

use anyhow::{Result, ensure};
use reversi_bitboard::{Board, Square};

const HEADER: usize = 16;
const RECORD: usize = 68;

/// A game as far as its moves are legal.
pub(crate) struct Game {
    /// The positions with a move to play, passes left out, and whether it is white's turn.
    pub(crate) positions: Vec<(Board, bool)>,
    /// Black's final score as recorded.
    pub(crate) result: i32,
    /// From so many empties on, black's score under perfect play is ...
    pub(crate) theory: Option<(u32, i32)>,
}

/// The year and the games of a file.
pub(crate) fn read(bytes: &[u8]) -> Result<(u16, impl Iterator<Item = Game> + '_)> {
    ensure!(bytes.len() >= HEADER, "{} bytes are too few for a header", bytes.len());
    let (header, body) = bytes.split_at(HEADER);
    let games = u32::from_le_bytes(header[4..8].try_into().expect("four bytes")) as usize;
    let year = u16::from_le_bytes(header[10..12].try_into().expect("two bytes"));
    let depth = u32::from(header[14]);
    ensure!(matches!(header[12], 0 | 8), "a board of {0}x{0}", header[12]);
    ensure!(games.checked_mul(RECORD) == Some(body.len()), "{games} games in {} bytes", body.len());
    Ok((year, body.chunks_exact(RECORD).map(move |game| decode(game, depth))))
}

fn decode(game: &[u8], depth: u32) -> Game {
    // Black's discs, empties counted for the winner.
    let score = |discs: u8| 2 * i32::from(discs.min(64)) - 64;
    let squares = game[8..].iter().map_while(|&mv| square(mv));
    Game {
        positions: replay(squares),
        result: score(game[6]),
        theory: (depth > 0).then(|| (depth, score(game[7]))),
    }
}

/// `11` is A1, `12` B1, `88` H8; 0 ends the game.
fn square(mv: u8) -> Option<Square> {
    Square::at((mv % 10).wrapping_sub(1), (mv / 10).wrapping_sub(1))
}

/// The positions before each move, up to the first illegal one.
pub(crate) fn replay(squares: impl Iterator<Item = Square>) -> Vec<(Board, bool)> {
    let (mut board, mut white) = (Board::START, false);
    let mut positions = Vec::with_capacity(60);
    for square in squares {
        if board.must_pass() {
            (board, white) = (board.pass(), !white);
        }
        let Ok(next) = board.try_play(square) else { break };
        positions.push((board, white));
        (board, white) = (next, !white);
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(moves: &[u8]) -> Vec<u8> {
        let mut bytes = vec![20, 7, 1, 1, 1, 0, 0, 0, 0, 0, 0xd7, 0x07, 8, 0, 24, 0];
        bytes.extend([0, 0, 0, 0, 0, 0, 40, 30]);
        bytes.extend(moves.iter().chain(std::iter::repeat(&0)).take(60));
        bytes
    }

    #[test]
    fn a_game_is_read_as_far_as_it_goes() {
        // F5 D6, then A1, which is illegal.
        let bytes = file(&[56, 64, 11, 33]);
        let (year, games) = read(&bytes).unwrap();
        let games: Vec<Game> = games.collect();
        assert_eq!((year, games.len()), (2007, 1));
        assert_eq!(games[0].positions.len(), 2);
        assert_eq!(games[0].positions[0], (Board::START, false));
        assert!(games[0].positions[1].1);
        assert_eq!((games[0].result, games[0].theory), (16, Some((24, -4))));
    }

    #[test]
    fn a_damaged_file_is_an_error() {
        let mut bytes = file(&[]);
        assert!(read(&bytes[..10]).is_err());
        assert!(read(&bytes[..bytes.len() - 1]).is_err());
        bytes[12] = 10;
        assert!(read(&bytes).is_err());
    }
}
