//! Made by `reversi-train words`: see docs/src/reviewing.md.

/// What a difference of one in each fact is worth, in tenths of a disc: with 37 and more empty squares, 25
/// and more, 13 and more, and fewer.
pub(super) const TENTHS: [[u8; 4]; 24] = [
    [0, 0, 0, 0],     // wiped_out
    [0, 23, 23, 18],  // gives_corner
    [28, 21, 16, 19], // loses_corner
    [0, 10, 28, 0],   // takes_corner
    [3, 4, 12, 2],    // wins_corner
    [0, 0, 0, 0],     // corner_can_wait
    [104, 40, 11, 5], // x_square
    [68, 18, 11, 10], // c_square
    [0, 0, 18, 0],    // forces_pass
    [0, 0, 6, 0],     // must_pass
    [2, 2, 4, 5],     // mobility
    [3, 4, 8, 4],     // few_moves
    [2, 3, 4, 4],     // safe_moves
    [3, 1, 1, 5],     // safe_replies
    [0, 0, 0, 0],     // stable
    [24, 10, 3, 5],   // stable_replies
    [18, 9, 5, 1],    // frontier
    [3, 6, 2, 0],     // opens
    [0, 9, 24, 0],    // wedge
    [0, 0, 0, 0],     // wedges
    [0, 0, 0, 0],     // unbalanced_edge
    [0, 0, 1, 3],     // odd_regions
    [0, 0, 29, 47],   // last_moves
    [0, 0, 0, 1],     // turns
];
