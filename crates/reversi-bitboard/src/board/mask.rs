//! Named sets of squares, drawn as pictures: A1 is the first cell, H8 the last.
//!
//! ```
//! use reversi_bitboard::{Bitboard, Square, mask};
//!
//! assert_eq!(mask::CORNERS.to_string(), "a1 h1 a8 h8");
//! assert_eq!(mask::X_SQUARES & mask::FILE_B, Bitboard::from(Square::B2).with_square(Square::B7));
//! assert!(mask::QUADRANTS.into_iter().all(|quadrant| quadrant.len() == 16));
//! ```

use super::Bitboard;

/// The four corners.
pub const CORNERS: Bitboard = Bitboard((FILE_A.0 | FILE_H.0) & (RANK_1.0 | RANK_8.0));

/// The diagonal neighbours of the corners.
pub const X_SQUARES: Bitboard = Bitboard::from_picture(
    "
    - - - - - - - -
    - * - - - - * -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - * - - - - * -
    - - - - - - - -
    ",
);

/// The neighbours of the corners on the edges.
pub const C_SQUARES: Bitboard = Bitboard::from_picture(
    "
    - * - - - - * -
    * - - - - - - *
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    * - - - - - - *
    - * - - - - * -
    ",
);

/// The four edges, corners included.
pub const EDGES: Bitboard = Bitboard(FILE_A.0 | FILE_H.0 | RANK_1.0 | RANK_8.0);

/// All squares that are on no edge.
pub const INNER: Bitboard = Bitboard(!EDGES.0);

/// The file A.
pub const FILE_A: Bitboard = Bitboard::from_picture(
    "
    * - - - - - - -
    * - - - - - - -
    * - - - - - - -
    * - - - - - - -
    * - - - - - - -
    * - - - - - - -
    * - - - - - - -
    * - - - - - - -
    ",
);

/// The file B.
pub const FILE_B: Bitboard = Bitboard(FILE_A.0 << 1);

/// The file H.
pub const FILE_H: Bitboard = Bitboard(FILE_A.0 << 7);

/// All files but A and H. Only here can discs be turned along a rank or a diagonal.
pub const FILES_B_TO_G: Bitboard = Bitboard(!(FILE_A.0 | FILE_H.0));

/// All files but H: the squares that have a neighbour on their right.
pub const FILES_A_TO_G: Bitboard = Bitboard(!FILE_H.0);

/// The first rank.
pub const RANK_1: Bitboard = Bitboard::from_picture(
    "
    * * * * * * * *
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    ",
);

/// The last rank.
pub const RANK_8: Bitboard = Bitboard(RANK_1.0 << 56);

/// All ranks but the first and the last. Only here can discs be turned along a file or a diagonal.
pub const RANKS_2_TO_7: Bitboard = Bitboard(!(RANK_1.0 | RANK_8.0));

/// The quadrants around A1, H1, A8 and H8: the regions whose parity orders moves near the end of a game.
pub const QUADRANTS: [Bitboard; 4] = {
    let around_a1 = Bitboard::from_picture(
        "
        * * * * - - - -
        * * * * - - - -
        * * * * - - - -
        * * * * - - - -
        - - - - - - - -
        - - - - - - - -
        - - - - - - - -
        - - - - - - - -
        ",
    );
    [around_a1, Bitboard(around_a1.0 << 4), Bitboard(around_a1.0 << 32), Bitboard(around_a1.0 << 36)]
};
