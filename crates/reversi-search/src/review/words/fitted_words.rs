//! Made by `reversi-train words`: see docs/src/reviewing.md.

/// What a difference of one in each fact is worth, in tenths of a disc: with 37 and more empty squares, 25
/// and more, 13 and more, and fewer.
pub(super) const TENTHS: [[u8; 4]; 26] = [
    [0, 0, 0, 22],    // only_win
    [0, 0, 24, 0],    // wiped_out
    [37, 54, 34, 23], // gives_corner
    [41, 21, 18, 26], // loses_corner
    [9, 21, 17, 3],   // takes_corner
    [15, 11, 11, 1],  // wins_corner
    [5, 0, 0, 0],     // corner_can_wait
    [111, 44, 17, 6], // x_square
    [43, 26, 20, 17], // c_square
    [0, 40, 11, 12],  // forces_pass
    [0, 0, 25, 14],   // must_pass
    [2, 1, 2, 7],     // mobility
    [3, 4, 6, 7],     // few_moves
    [2, 3, 3, 3],     // safe_moves
    [2, 1, 2, 1],     // safe_replies
    [15, 0, 2, 1],    // stable
    [22, 8, 5, 3],    // stable_replies
    [17, 10, 5, 1],   // frontier
    [4, 8, 5, 0],     // opens
    [16, 8, 9, 0],    // wedge
    [0, 0, 0, 4],     // unbalanced_edge
    [0, 0, 2, 3],     // odd_regions
    [9, 4, 8, 16],    // first_there
    [2, 3, 5, 4],     // later_replies
    [3, 4, 5, 6],     // later_moves
    [0, 0, 23, 41],   // last_moves
];
