use super::{Bitboard, Board, Square};

/// One of the eight symmetries of the board: an optional transpose (swap of file and rank), then optional
/// mirrors.
///
/// ```
/// use reversi_engine::Square;
/// use reversi_engine::board::Symmetry;
///
/// for symmetry in Symmetry::ALL {
///     let image = symmetry.square(Square::B1);
///     assert_eq!(symmetry.inverse().square(image), Square::B1);
/// }
/// assert_eq!(Symmetry::TRANSPOSE.square(Square::B1), Square::A2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Symmetry {
    transpose: bool,
    mirror_files: bool,
    mirror_ranks: bool,
}

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Symmetry = Symmetry::new(false, false, false);
    /// A and H change places, B and G, and so on.
    pub const MIRROR_FILES: Symmetry = Symmetry::new(false, true, false);
    /// Rank 1 and 8 change places, 2 and 7, and so on.
    pub const MIRROR_RANKS: Symmetry = Symmetry::new(false, false, true);
    /// Files become ranks: B1 goes to A2.
    pub const TRANSPOSE: Symmetry = Symmetry::new(true, false, false);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::IDENTITY; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry::new(i & 4 != 0, i & 1 != 0, i & 2 != 0);
            i += 1;
        }
        all
    };

    const fn new(transpose: bool, mirror_files: bool, mirror_ranks: bool) -> Symmetry {
        Symmetry { transpose, mirror_files, mirror_ranks }
    }

    /// Returns the index in [`ALL`](Symmetry::ALL).
    ///
    /// ```
    /// use reversi_engine::board::Symmetry;
    ///
    /// assert_eq!(Symmetry::ALL[Symmetry::TRANSPOSE.index()], Symmetry::TRANSPOSE);
    /// ```
    pub const fn index(self) -> usize {
        4 * self.transpose as usize + 2 * self.mirror_ranks as usize + self.mirror_files as usize
    }

    /// Returns the symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        if self.transpose { Symmetry::new(true, self.mirror_ranks, self.mirror_files) } else { self }
    }

    /// Returns the image of `square`.
    pub fn square(self, square: Square) -> Square {
        Square::of_lowest_bit(self.bitboard(square.into()).0)
    }

    /// Returns the image of a set of squares.
    #[inline]
    pub fn bitboard(self, set: Bitboard) -> Bitboard {
        let mut set = set;
        if self.transpose {
            set = transpose(set);
        }
        if self.mirror_files {
            set = mirror_files(set);
        }
        if self.mirror_ranks {
            set = Bitboard(set.0.swap_bytes());
        }
        set
    }

    /// Returns the board with all its discs moved.
    #[inline]
    pub fn board(self, board: Board) -> Board {
        Board::from_bits(self.bitboard(board.player()).0, self.bitboard(board.opponent()).0)
    }
}

impl Board {
    /// Returns the smallest of the eight symmetric images, and the symmetry that leads to it.
    ///
    /// ```
    /// use reversi_engine::{Board, Square};
    ///
    /// // All four first moves are the same up to symmetry.
    /// let (d3, _) = Board::START.play(Square::D3).canonical();
    /// let (f5, symmetry) = Board::START.play(Square::F5).canonical();
    /// assert_eq!(d3, f5);
    /// assert_eq!(symmetry.inverse().board(f5), Board::START.play(Square::F5));
    /// ```
    pub fn canonical(self) -> (Board, Symmetry) {
        let mut best = (self, Symmetry::IDENTITY);
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(self);
            if image < best.0 {
                best = (image, symmetry);
            }
        }
        best
    }

    /// Returns whether the side to move has moves that are not equal by symmetry.
    ///
    /// ```
    /// use reversi_engine::{Board, Square};
    ///
    /// assert!(!Board::START.has_choice());
    /// assert!(Board::START.play(Square::F5).has_choice());
    /// ```
    pub fn has_choice(self) -> bool {
        let mut boards = self.legal_moves().into_iter().map(|square| self.play(square).canonical().0);
        let first = boards.next();
        boards.any(|other| Some(other) != first)
    }
}

/// Three delta swaps (BB-09).
#[inline(always)]
fn transpose(set: Bitboard) -> Bitboard {
    let set = delta_swap::<7>(set.0, 0x00aa_00aa_00aa_00aa);
    let set = delta_swap::<14>(set, 0x0000_cccc_0000_cccc);
    Bitboard(delta_swap::<28>(set, 0x0000_0000_f0f0_f0f0))
}

/// Reverses the bits of each byte: reverses the bytes and then all bits.
#[inline(always)]
fn mirror_files(set: Bitboard) -> Bitboard {
    Bitboard(set.0.swap_bytes().reverse_bits())
}

#[inline(always)]
fn delta_swap<const SHIFT: u32>(set: u64, mask: u64) -> u64 {
    let difference = (set ^ (set >> SHIFT)) & mask;
    set ^ difference ^ (difference << SHIFT)
}
