//! Positions that several tests use.

/// The usual start, without the side to move.
pub const CELLS: &str = "---------------------------OX------XO---------------------------";

/// The usual start.
pub const START: &str = "---------------------------OX------XO--------------------------- X";

/// FFO 1 as a line of OBF without its scores: 14 empties, +18.
pub const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;";

/// FFO 40: 20 empties, +38.
pub const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

/// The shortest game: black has every disc after nine moves.
pub const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";
