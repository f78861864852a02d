//! The primitives of a search, one folder each: the contract in `mod.rs`, one file per instruction set.
//!
//! Which file a CPU level uses is decided in [`cpu`](crate::cpu); where nothing is said there, it is the portable one.
//! Identifiers such as FLIP-38 refer to TECHNIQUES.md in the repository.

pub(crate) mod flip;
pub(crate) mod hash;
pub(crate) mod last_flip;
pub(crate) mod lines;
pub(crate) mod mobility;
pub(crate) mod rays;
pub(crate) mod stability;
pub(crate) mod symmetry;
pub(crate) mod wide;

pub use lines::FullLines;
pub use rays::NEIGHBOURS;
pub use wide::WideBoard;

use crate::{Board, Square};

mod sealed {
    #[allow(unreachable_pub, reason = "as visible as the trait it seals, and out of reach")]
    pub trait Sealed {}
}
pub(crate) use sealed::Sealed;

/// What each CPU level can do with a board, always with the same results.
///
/// Implemented by the tokens of [`cpu`](crate::cpu) and by nothing else. Sets of squares are plain `u64` here,
/// A1 = bit 0. Call these below a function that has the level's features (see [`points!`](crate::points)), or each
/// call is a real call.
///
/// ```
/// use reversi_bitboard::{Bitboard, Board, Cpu, Square, dispatch, kernel::Primitives};
///
/// fn look<L: Primitives>(l: L) {
///     let d3_to_e6 = [Square::D3, Square::C4, Square::F5, Square::E6];
///     assert_eq!(l.flip(Square::D3, Board::START), Square::D4.bit());
///     assert_eq!(l.flip_many(d3_to_e6, Board::START).map(u64::count_ones), [1; 4]);
///     assert_eq!(l.moves(Board::START), d3_to_e6.into_iter().collect::<Bitboard>().0);
///     assert_eq!(l.weighted_mobility(Board::START), 4);
///     assert_eq!(l.potential_moves(Board::START).count_ones(), 10);
///     assert!(l.has_move(Board::START));
///
///     // A1 is the only empty square: the side with E1-H1 and A2 turns B1-D1 there, the other side A2.
///     let player = 0x1f0;
///     assert_eq!(l.last_flip_count(Square::A1, player), 3);
///     assert_eq!(l.last_flip_counts(Square::A1, player), [3, 1]);
///     assert!(l.can_flip_last(Square::A1, player));
///
///     let rank_1 = Board::new(Bitboard(0xff), Bitboard::EMPTY).unwrap();
///     assert_eq!(l.full_lines(0xff).row, 0xff);
///     assert_eq!(l.edges(rank_1), [0xff00, 0, 0x0100, 0x0100]);
///     assert_eq!((l.stable(rank_1), l.stable_edge(rank_1), l.stable_edge_count(rank_1)), (0xff, 0xff, 8));
///     assert_eq!(l.stable_corners(rank_1), 0b1100_0011);
///     assert_eq!(l.transpose(0xff), 0x0101_0101_0101_0101);
///     assert_eq!(l.mirror_files(0x0f), 0xf0);
///     assert_eq!(l.hash(Board::START), 0x7966_0235_a176_709e);
/// }
/// dispatch!(Cpu::detect(), l => look(l));
/// ```
pub trait Primitives: Copy + Send + Sync + Sealed + 'static {
    /// A board as the last plies of a search hold it.
    type Wide: WideBoard<Self>;

    /// The discs that a move on the empty `square` turns; 0 if the move is illegal.
    #[inline(always)]
    fn flip(self, square: Square, board: Board) -> u64 {
        flip::portable::flip(square, board)
    }

    /// The legal moves of the side to move.
    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        mobility::portable::moves(board)
    }

    /// How many discs `player` turns on `square`, the only empty square of the board.
    #[inline(always)]
    fn last_flip_count(self, square: Square, player: u64) -> u32 {
        last_flip::portable::count(square, player)
    }

    /// The squares whose line along each axis is completely occupied.
    #[inline(always)]
    fn full_lines(self, occupied: u64) -> FullLines {
        lines::portable::full_lines(occupied)
    }

    /// Swaps files and ranks.
    #[inline(always)]
    fn transpose(self, set: u64) -> u64 {
        symmetry::portable::transpose(set)
    }

    /// Swaps file A with H, B with G, C with F, D with E.
    #[inline(always)]
    fn mirror_files(self, set: u64) -> u64 {
        symmetry::portable::mirror_files(set)
    }

    /// A hash of the board, the same on every level: CRC32C of the discs of the side to move in the high half, of both
    /// sides in the low half.
    #[inline(always)]
    fn hash(self, board: Board) -> u64 {
        hash::portable::hash(board)
    }

    /// The edges as `player << 8 | opponent`, one byte each, first square in bit 0: ranks 1 and 8, files A and H.
    #[inline(always)]
    fn edges(self, board: Board) -> [u16; 4] {
        stability::edge::portable::edges(board)
    }

    /// The discs that moves on several empty squares of one board turn.
    #[inline(always)]
    fn flip_many<const N: usize>(self, squares: [Square; N], board: Board) -> [u64; N] {
        let mut flips = [0; N];
        let mut i = 0;
        while i < N {
            flips[i] = self.flip(squares[i], board);
            i += 1;
        }
        flips
    }

    /// Whether the side to move has a legal move.
    #[inline(always)]
    fn has_move(self, board: Board) -> bool {
        self.moves(board) != 0
    }

    /// Whether `player` turns anything on `square`, the only empty square of the board.
    #[inline(always)]
    fn can_flip_last(self, square: Square, player: u64) -> bool {
        self.last_flip_count(square, player) != 0
    }

    /// How many discs `player` turns on `square`, the only empty square of the board, and how many the other side.
    #[inline(always)]
    fn last_flip_counts(self, square: Square, player: u64) -> [u32; 2] {
        [self.last_flip_count(square, player), self.last_flip_count(square, !(player | square.bit()))]
    }

    /// Discs of the side to move that no sequence of moves can ever turn: a proven subset, not all of them.
    #[inline(always)]
    fn stable(self, board: Board) -> u64 {
        stability::stable(self, board)
    }

    /// The stable discs of the side to move on the edges, by table: all that the edge alone can prove.
    #[inline(always)]
    fn stable_edge(self, board: Board) -> u64 {
        stability::edge::stable(self.edges(board))
    }

    /// How many discs [`stable_edge`](Self::stable_edge) finds, at less cost.
    #[inline(always)]
    fn stable_edge_count(self, board: Board) -> u32 {
        stability::edge::stable_count(self.edges(board))
    }

    /// The corners of the side to move and its discs next to them on the edge: stable at a glance.
    #[inline(always)]
    fn stable_corners(self, board: Board) -> u64 {
        stability::corners(board)
    }

    /// Empty squares next to a disc of the other side: where the side to move may get a move.
    #[inline(always)]
    fn potential_moves(self, board: Board) -> u64 {
        mobility::potential_moves(board)
    }

    /// The number of legal moves, corners counted twice.
    #[inline(always)]
    fn weighted_mobility(self, board: Board) -> u32 {
        mobility::weighted(self.moves(board))
    }
}
