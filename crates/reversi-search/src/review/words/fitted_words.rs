//! Made by `reversi-train words`: see docs/src/reviewing.md.

/// What a difference of one in each fact is worth, in tenths of a disc: with 37 and more empty squares, 25
/// and more, 13 and more, and fewer.
pub(super) const TENTHS: [[u8; 4]; 26] = [
    [0, 0, 0, 21], // only_win
    [0, 0, 0, 0], // wiped_out
    [4, 27, 30, 29], // gives_corner
    [29, 19, 13, 18], // loses_corner
    [16, 22, 22, 13], // takes_corner
    [2, 19, 12, 7], // wins_corner
    [5, 0, 0, 0], // corner_can_wait
    [105, 43, 15, 0], // x_square
    [51, 26, 17, 8], // c_square
    [0, 47, 16, 8], // forces_pass
    [0, 0, 5, 15], // must_pass
    [2, 0, 2, 6], // mobility
    [3, 4, 7, 7], // few_moves
    [1, 2, 2, 4], // safe_moves
    [2, 1, 2, 2], // safe_replies
    [19, 0, 0, 1], // stable
    [26, 13, 5, 5], // stable_replies
    [17, 9, 5, 3], // frontier
    [4, 8, 4, 0], // opens
    [13, 8, 15, 1], // wedge
    [0, 0, 0, 0], // unbalanced_edge
    [0, 0, 1, 2], // odd_regions
    [6, 1, 3, 16], // first_there
    [2, 4, 6, 9], // later_replies
    [4, 4, 7, 5], // later_moves
    [0, 0, 23, 41], // last_moves
];
