//! Recorded inputs for kernels: what the primitives are really called with.
//!
//! `opening`, `middle`: moves of tournament games with 41-56 and 17-40 empties. `last_four`: flips that a search
//! tries with four to two empties. `last_one`: its last empty squares. Made by `cargo xtask record`.

#![allow(dead_code, reason = "each program uses its part")]

use reversi_bitboard::gallery::{FlipCall, LastFlipCall};
use reversi_bitboard::{Bitboard, Board, Square};
use reversi_eval::gallery::{Layouts, MakeMoveCall, MoveCall, PassCall, SumCall};
use reversi_eval::pattern::PACKED_LEN;
use reversi_eval::{Features, PackedWeights, Weights};

/// The phases in which flips and moves are timed.
pub(crate) fn phases() -> [(&'static str, Vec<FlipCall>); 3] {
    [
        ("opening", parse(include_str!("opening.txt"))),
        ("middle", parse(include_str!("middle.txt"))),
        ("last four", parse(include_str!("last_four.txt"))),
    ]
}

/// The boards of a phase without the squares.
pub(crate) fn boards(calls: &[FlipCall]) -> Vec<Board> {
    calls.iter().map(|&(_, board)| board).collect()
}

/// The last empty squares with the discs of the side to move.
pub(crate) fn last_one() -> Vec<LastFlipCall> {
    parse(include_str!("last_one.txt"))
        .into_iter()
        .map(|(square, board)| (square, board.player().0))
        .collect()
}

/// Calls on four empty squares of one board.
pub(crate) fn fours(calls: &[FlipCall]) -> Vec<([Square; 4], Board)> {
    let four = |board: Board| {
        Some((board.empties().into_iter().take(4).collect::<Vec<_>>().try_into().ok()?, board))
    };
    boards(calls).into_iter().filter_map(four).collect()
}

/// The same moves as what an evaluation does with them.
pub(crate) struct EvalCalls {
    pub(crate) moves: Vec<MoveCall>,
    pub(crate) passes: Vec<PassCall>,
    pub(crate) sums: Vec<SumCall>,
    pub(crate) make_moves: Vec<MakeMoveCall>,
}

/// Weights are made up: how long a sum takes depends on where they are and not on what they are.
pub(crate) fn eval_calls(calls: &[FlipCall]) -> EvalCalls {
    let slots = (0..PACKED_LEN).map(|slot| (slot % 999) as i16 - 499).collect();
    let packed = PackedWeights::new(vec![30], slots, "made up").expect("one ply and its weights");
    let layouts = Layouts::leak(&Weights::new(&packed));
    let at = |empties: u32| layouts[empties as usize];
    let features = |board| Features::new(board);
    let empties = |board: Board| board.empties().len();
    let each = || calls.iter().copied();
    EvalCalls {
        moves: each()
            .map(|(square, board)| ((features(board), square, empties(board)), board.flips(square).0))
            .collect(),
        passes: each().map(|(_, board)| (features(board), board.empties().0)).collect(),
        sums: each().map(|(_, board)| (at(empties(board)), features(board))).collect(),
        make_moves: each()
            .map(|(square, board)| ((at(empties(board) - 1), features(board), square), board))
            .collect(),
    }
}

/// Lines of `square player opponent`, the sets in hexadecimal.
fn parse(text: &str) -> Vec<FlipCall> {
    let call = |line: &str| {
        let mut words = line.split(' ');
        let square = words.next()?.parse().ok()?;
        let mut set = || Some(Bitboard(u64::from_str_radix(words.next()?, 16).ok()?));
        Some((square, Board::new(set()?, set()?).ok()?))
    };
    text.lines().map(|line| call(line).unwrap_or_else(|| panic!("not a call: {line:?}"))).collect()
}
