//! Random boards and games, the same in every run.
#![allow(dead_code, reason = "each test program uses its part")]

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use reversi_bitboard::{Bitboard, Board, Game, Move, Square};

/// Proptest with a fixed seed.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1883), failure_persistence: None, ..Default::default() }
}

/// Any board: most are out of reach of a game.
pub(crate) fn any_board() -> impl Strategy<Value = Board> {
    // One or two words decide whether a square is occupied: 1/4, 1/2 or 3/4 of them are.
    (0..3usize, any::<[u64; 3]>()).prop_map(|(density, [a, b, color])| {
        let occupied = [a & b, a, a | b][density];
        board(occupied & color, occupied & !color)
    })
}

/// The states of a random game from the start.
pub(crate) fn random_game(seed: u64) -> Game {
    let mut random = Xorshift::new(seed);
    let mut game = Game::new();
    while !game.is_over() {
        game.play(random.legal_move(game.board())).unwrap();
    }
    game
}

/// The boards of a game, the last one included, each seen from its mover.
pub(crate) fn boards(game: &Game) -> Vec<Board> {
    let mut replay = Game::from_position(game.start());
    let mut boards = vec![replay.board()];
    for mv in game.moves() {
        replay.play(mv).unwrap();
        boards.push(replay.board());
    }
    boards
}

pub(crate) fn board(player: u64, opponent: u64) -> Board {
    Board::new(Bitboard(player), Bitboard(opponent)).unwrap()
}

/// The 46 rows, files and diagonals, those of one square too.
pub(crate) fn lines() -> impl Iterator<Item = Vec<Square>> {
    [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().flat_map(|(dx, dy)| {
        let step = move |s: Square, n: i8| {
            let (x, y) = (s.file() as i8 + n * dx, s.rank() as i8 + n * dy);
            Square::at(x as u8, y as u8) // -1 becomes 255
        };
        let starts = Square::ALL.into_iter().filter(move |&s| step(s, -1).is_none());
        starts.map(move |s| (0..8).map_while(|n| step(s, n)).collect())
    })
}

/// Marsaglia's xorshift64.
pub(crate) struct Xorshift(u64);

impl Xorshift {
    pub(crate) fn new(seed: u64) -> Xorshift {
        Xorshift(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1) // never 0
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    /// A legal move, or the pass there is instead.
    pub(crate) fn legal_move(&mut self, board: Board) -> Move {
        let moves = board.legal_moves();
        match moves.len() as usize {
            0 => Move::Pass,
            n => moves.into_iter().nth(self.below(n)).unwrap().into(),
        }
    }
}
