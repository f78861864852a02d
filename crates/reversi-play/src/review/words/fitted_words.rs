//! Made by `reversi-train words`: see docs/src/reviewing.md.

/// The worth of a difference of one in each fact, in tenths of a disc: with 37 and more empty squares, 25 and
/// more, 13 and more, and fewer.
pub(super) const TENTHS: [[u8; 4]; 24] = [
    [0, 0, 0, 22],    // only_win
    [38, 25, 15, 0],  // wiped_out
    [37, 54, 31, 22], // gives_corner
    [41, 21, 18, 26], // loses_corner
    [9, 21, 14, 3],   // takes_corner
    [15, 11, 11, 1],  // wins_corner
    [111, 44, 15, 5], // x_square
    [43, 26, 23, 17], // c_square
    [0, 40, 27, 15],  // forces_pass
    [0, 0, 31, 14],   // must_pass
    [2, 1, 3, 8],     // mobility
    [3, 4, 7, 7],     // few_moves
    [2, 3, 2, 3],     // safe_moves
    [2, 1, 1, 1],     // safe_replies
    [15, 0, 2, 1],    // stable
    [22, 8, 4, 3],    // stable_replies
    [17, 10, 0, 0],   // frontier
    [4, 8, 6, 0],     // opens
    [16, 8, 12, 0],   // wedge
    [0, 0, 4, 3],     // odd_regions
    [9, 4, 11, 16],   // first_there
    [2, 3, 5, 4],     // later_replies
    [3, 4, 6, 6],     // later_moves
    [0, 0, 23, 41],   // last_moves
];
