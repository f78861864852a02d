//! The names of openings. The name of a position depends neither on its moves nor on how the board is turned.

use std::sync::OnceLock;

use reversi_bitboard::{Board, Game, Move};

/// Returns the English name of the opening of a game: the name of its last position that has one.
///
/// ```
/// use reversi_engine::Game;
/// use reversi_engine::play::opening_name;
///
/// assert_eq!(opening_name(&"f5d6c3d3c4f4f6f3e6e7".parse::<Game>()?), Some("Comp'Oth"));
/// assert_eq!(opening_name(&"d3c3c4e3".parse::<Game>()?), Some("Diagonal")); // turned
/// assert_eq!(opening_name(&"f5".parse::<Game>()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn opening_name(game: &Game) -> Option<&'static str> {
    static NAMED: OnceLock<Vec<(Board, &str)>> = OnceLock::new();
    let named =
        NAMED.get_or_init(|| OPENINGS.iter().map(|&(moves, name)| (position_of(moves), name)).collect());
    let positions = game.turns().map(|(position, _)| position.board).chain([game.board()]);
    let name = |board: Board| {
        let board = board.canonical().0;
        named.iter().find(|(known, _)| *known == board).map(|(_, name)| *name)
    };
    positions.take(1 + LONGEST).filter_map(name).last()
}

/// The position after moves from the usual start, turned by [`Board::canonical`].
fn position_of(moves: &str) -> Board {
    let squares = moves.as_bytes().chunks(2).map(|square| str::from_utf8(square).unwrap_or_default());
    let after = |board: Board, square: &str| square.parse::<Move>().map_or(board, |mv| board.after(mv));
    squares.fold(Board::START, after).canonical().0
}

/// The number of moves of the longest opening.
const LONGEST: usize = 10;

/// The moves, and the name.
static OPENINGS: &[(&str, &str)] = &[
    ("c4c3", "Diagonal"),
    ("c4c5", "Parallel"),
    ("c4e3", "Perpendicular"),
    ("c4c3d3c5b2", "X-square"),
    ("c4c3d3c5b3", "Snake"),
    ("c4c3d3c5b4", "Heath"),
    ("c4c3d3c5b4d2d6", "Heath-Bat"),
    ("c4c3d3c5b4d2e2", "Iwasaki"),
    ("c4c3d3c5b4e3", "Heath-Chimney"),
    ("c4c3d3c5b5", "Raccoon Dog"),
    ("c4c3d3c5b6", "Hamilton"),
    ("c4c3d3c5b6c6b5", "Lollipop"),
    ("c4c3d3c5d6", "Cow"),
    ("c4c3d3c5d6e3", "Chimney"),
    ("c4c3d3c5d6f4b4", "Bat"),
    ("c4c3d3c5d6f4f5", "Rose-v-Toth"),
    ("c4c3d3c5d6f4f5d2", "Tanida"),
    ("c4c3d3c5d6f4f5d2b5", "Aircraft"),
    ("c4c3d3c5d6f4f5d2g4d7", "Sailboat"),
    ("c4c3d3c5d6f4f5e6c6d7", "Maruoka"),
    ("c4c3d3c5d6f4f5e6f6", "Landau"),
    ("c4c3d3c5f6", "Buffalo"),
    ("c4c3d3c5f6e2c6", "Maruoka Buffalo"),
    ("c4c3d3c5f6e3c6f5f4g5", "Tanida Buffalo"),
    ("c4c3d3c5f6f5", "Hokuriku Buffalo"),
    ("c4e3f4c5d6f3e6c3d3e2", "Rabbit"),
    ("c4e3f4c5e6", "Horse"),
    ("c4e3f5b4", "No-Cat"),
    ("c4e3f5e6d3", "Italian"),
    ("c4e3f5e6f4", "Cat"),
    ("c4e3f6b4", "Bent Ganglion"),
    ("c4e3f6e6f5", "Tiger"),
    ("c4e3f6e6f5c5c3", "Stephenson"),
    ("c4e3f6e6f5c5c3b4", "No-Kung"),
    ("c4e3f6e6f5c5c3c6", "Comp'Oth"),
    ("c4e3f6e6f5c5c3c6d6", "Lightning Bolt"),
    ("c4e3f6e6f5c5c3g5", "Kung"),
    ("c4e3f6e6f5c5d3", "Leader's Tiger"),
    ("c4e3f6e6f5c5d6", "Brightwell"),
    ("c4e3f6e6f5c5f4g6f7", "Rose"),
    ("c4e3f6e6f5g6", "Aubrey"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_is_a_game_and_has_a_position_of_its_own() {
        let mut boards = Vec::new();
        for (moves, name) in OPENINGS {
            let game: Game = moves.parse().unwrap();
            assert!(game.moves().len() <= LONGEST, "{name}");
            assert_eq!(opening_name(&game), Some(*name));
            assert!(!boards.contains(&position_of(moves)), "{name}");
            boards.push(position_of(moves));
        }
        assert_eq!(boards.len(), 41);
    }
}
