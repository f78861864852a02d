//! Every primitive on every CPU level of this machine, compared with the rules walked square by square.

use reversi_bitboard::kernel::{Primitives, WideBoard};
use reversi_bitboard::{Bitboard, Board, Square, cpu, dispatch, reference};

use crate::cpus;

/// Asserts the result of a primitive on all levels.
macro_rules! same {
    ($expected:expr, $l:ident => $call:expr, $($context:tt)*) => {
        let expected = $expected;
        for &cpu in cpus() {
            let found = dispatch!(cpu, $l => $call);
            assert!(
                found == expected,
                "{}: {}: {found:#x?}, expected {expected:#x?}, {}",
                cpu.level(), stringify!($call), format_args!($($context)*),
            );
        }
    };
}

/// Checks all primitives.
///
/// # Panics
/// If a level finds something else than the reference.
pub fn check_primitives(board: Board) {
    check_moves(board);
    check_last_flip(board.player());
    check_set(board.player());
    check_set(board.occupied());
    let stable_edge = reference::stable_edge(board);
    same!(stable_edge, l => l.stable_edge(board), "{board}");
    same!(stable_edge.len(), l => l.stable_edge_count(board), "{board}");
    same!(reference::edges(board), l => l.edges(board), "{board}");
    same!(reference::stable(board), l => l.stable(board), "{board}");
    // The portable hash has its own check values.
    same!(cpu::Portable.hash(board), l => l.hash(board), "{board}");
}

fn wide_child<L: Primitives>(l: L, square: Square, board: Board) -> Option<Board> {
    let wide = L::Wide::new(l, board);
    assert_eq!(wide.board(), board);
    let child = wide.child(l, square)?;
    // The replies to the move test the lanes of the child.
    let grandchild = |reply| child.child(l, reply).map(WideBoard::<L>::board);
    let replies = child.board().empties().into_iter().map(grandchild);
    let plain = child.board().empties().into_iter().map(|reply| child.board().try_play(reply).ok());
    assert!(replies.eq(plain), "{square} on {board}");
    Some(child.board())
}

fn wide_last_flip_count<L: Primitives>(l: L, square: Square, player: Bitboard) -> u32 {
    let board = Board::new(player, !player.with_square(square)).unwrap();
    L::Wide::new(l, board).last_flip_count(l, square)
}

/// Checks the primitives of moves and flips.
///
/// # Panics
/// If a level finds something else than the reference.
pub fn check_moves(board: Board) {
    let mut moves = Bitboard::EMPTY;
    for square in board.empties() {
        let flips = reference::flip(square, board);
        moves |= if flips.is_empty() { flips } else { square.into() };
        same!(flips, l => l.flip(square, board), "{square} on {board}");
        let child = (!flips.is_empty()).then(|| board.play_unchecked(square, flips));
        same!(child, l => wide_child(l, square, board), "{square} on {board}");
    }
    same!(moves, l => l.moves(board), "{board}");
    same!(!moves.is_empty(), l => l.has_move(board), "{board}");
    let corners = moves & Bitboard::CORNERS;
    same!(moves.len() + corners.len(), l => l.weighted_mobility(board), "{board}");
    same!(reference::potential_moves(board), l => l.potential_moves(board), "{board}");
}

/// Checks the flips on the last empty square, whichever it is.
///
/// # Panics
/// If a level finds something else than the reference.
pub fn check_last_flip(player: Bitboard) {
    for square in Square::ALL {
        let player = player.without_square(square);
        let count = reference::last_flip_count(square, player);
        same!(count, l => l.last_flip_count(square, player), "{square}, {player:?}");
        same!(count, l => wide_last_flip_count(l, square, player), "{square}, {player:?}");
    }
}

/// Checks the primitives of a set of squares.
///
/// # Panics
/// If a level finds something else than the reference.
pub fn check_set(set: Bitboard) {
    same!(reference::full_lines(set), l => {
        let full = l.full_lines(set);
        [full.row, full.file, full.diagonal9, full.diagonal7]
    }, "{set:?}");
}
