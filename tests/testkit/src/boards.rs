//! Random boards, which depend only on the seed of the generator, and boards from sets of squares.

use fastrand::Rng;
use reversi_bitboard::{Bitboard, Board, Game, Move, Square};

/// Returns a board of two sets of squares, which must not overlap.
pub fn board(player: u64, opponent: u64) -> Board {
    Board::new(Bitboard(player), Bitboard(opponent)).expect("no square has two discs")
}

/// Returns a random legal move, a pass if it is forced, or `None` if the game is over.
pub fn any_move(rng: &mut Rng, board: Board) -> Option<Move> {
    rng.choice(board.legal_moves()).map(Move::Place).or(board.must_pass().then_some(Move::Pass))
}

/// Returns the legal move with this number, modulo the number of moves; a pass if it is forced, or `None` if
/// the game is over.
pub fn numbered_move(board: Board, number: usize) -> Option<Move> {
    let moves = board.legal_moves();
    let index = number.checked_rem(moves.len() as usize);
    let square = index.and_then(|index| moves.into_iter().nth(index));
    square.map(Move::Place).or(board.must_pass().then_some(Move::Pass))
}

/// Plays a game of random moves to its end.
pub fn random_game(rng: &mut Rng) -> Game {
    let mut game = Game::new();
    while let Some(mv) = any_move(rng, game.board()) {
        game.play(mv).expect("the move is legal");
    }
    game
}

/// Returns the boards of a game, the first and the last one included, each seen from its mover.
pub fn boards_of(game: &Game) -> Vec<Board> {
    let before = game.turns().map(|(position, _)| position.board);
    before.chain([game.board()]).collect()
}

/// Returns the boards of a random game.
pub fn game_boards(rng: &mut Rng) -> Vec<Board> {
    boards_of(&random_game(rng))
}

/// Returns the board with this number of empties after the moves of `choose`, or `None` if the game is over
/// there or before. A pass on that board is not played.
pub fn moves_until(empties: u32, mut choose: impl FnMut(Board) -> Option<Move>) -> Option<Board> {
    let mut board = Board::START;
    while board.empties().len() > empties {
        board = match choose(board)? {
            Move::Place(square) => board.play(square),
            Move::Pass => board.pass(),
        };
    }
    (!board.is_game_over()).then_some(board)
}

/// Returns a board with this number of empties that random moves reach. Its game is not over.
pub fn reached(rng: &mut Rng, empties: u32) -> Board {
    assert!((1..=60).contains(&empties), "no game that is not over has {empties} empties");
    loop {
        if let Some(board) = moves_until(empties, |board| any_move(rng, board)) {
            return board;
        }
    }
}

/// Returns boards with several moves, the first two with mirror images of their moves, then four of each
/// number of empties.
pub fn boards_with_a_choice() -> Vec<Board> {
    let rng = &mut Rng::with_seed(3);
    let mut boards = vec![Board::START, Board::START.play(Square::F5)];
    boards.extend(
        (1..60).flat_map(|empties| std::iter::repeat_n(empties, 4)).map(|empties| reached(rng, empties)),
    );
    boards.retain(|board| board.legal_moves().len() > 1);
    boards
}

/// Returns a board with this number of empties that most likely no game reaches. One of the sides has each
/// disc with a chance of one in `2^rarity`. If it has few discs, games end early, and the empty squares go to
/// the winner.
pub fn scattered(rng: &mut Rng, empties: u32, rarity: u32) -> Board {
    let mut squares: Vec<u64> = (0..64).map(|square| 1 << square).collect();
    rng.shuffle(&mut squares);
    let occupied: u64 = squares[empties as usize..].iter().sum();
    let player = (0..rarity).fold(occupied, |discs, _| discs & rng.u64(..));
    let board = board(player, occupied & !player);
    if rng.bool() { board } else { board.pass() }
}

/// Returns any board. No game reaches most of them.
pub fn any_board(rng: &mut Rng) -> Board {
    of_words(rng.usize(..3), [rng.u64(..), rng.u64(..), rng.u64(..)])
}

/// A board on which 1/4, 1/2 or 3/4 of the squares are occupied, by one or two random words.
pub(crate) fn of_words(density: usize, [a, b, color]: [u64; 3]) -> Board {
    let occupied = [a & b, a, a | b][density];
    board(occupied & color, occupied & !color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_as_many_empties_as_asked_for_and_depend_on_the_seed_only() {
        for empties in 1..=60 {
            let boards = || {
                let rng = &mut Rng::with_seed(empties.into());
                [reached(rng, empties), scattered(rng, empties, 3)]
            };
            assert!(boards().iter().all(|board| board.empties().len() == empties));
            assert_eq!(boards(), boards());
        }
    }

    #[test]
    fn numbers_go_through_all_moves() {
        let moves =
            |numbers: std::ops::Range<usize>| numbers.map(|n| numbered_move(Board::START, n)).collect();
        let [first, second]: [Vec<_>; 2] = [moves(0..4), moves(4..8)];
        assert_eq!(first, second);
        assert!(first.iter().flatten().copied().eq(Board::START.legal_moves().into_iter().map(Move::Place)));
    }
}
