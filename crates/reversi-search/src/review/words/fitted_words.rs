//! Made by `reversi-train words`: see docs/src/reviewing.md.

/// What a difference of one in each fact is worth, in tenths of a disc: with 37 and more empty squares, 25
/// and more, 13 and more, and fewer.
pub(super) const TENTHS: [[u8; 4]; 26] = [
    [0, 0, 0, 25],    // only_win
    [0, 0, 0, 0],     // wiped_out
    [9, 25, 22, 15],  // gives_corner
    [27, 21, 17, 21], // loses_corner
    [21, 32, 19, 3],  // takes_corner
    [5, 10, 12, 4],   // wins_corner
    [4, 3, 0, 0],     // corner_can_wait
    [103, 40, 14, 0], // x_square
    [53, 24, 17, 6],  // c_square
    [0, 47, 0, 0],    // forces_pass
    [0, 0, 0, 0],     // must_pass
    [1, 0, 1, 3],     // mobility
    [2, 3, 4, 3],     // few_moves
    [1, 2, 3, 3],     // safe_moves
    [2, 1, 2, 3],     // safe_replies
    [21, 0, 0, 2],    // stable
    [22, 9, 4, 4],    // stable_replies
    [16, 9, 4, 1],    // frontier
    [4, 6, 3, 0],     // opens
    [18, 15, 19, 0],  // wedge
    [0, 0, 0, 0],     // unbalanced_edge
    [0, 0, 0, 3],     // odd_regions
    [4, 0, 4, 13],    // first_there
    [2, 4, 6, 9],     // later_replies
    [4, 4, 6, 6],     // later_moves
    [0, 0, 23, 42],   // last_moves
];
