//! Compares every primitive on every level that this host can run with the slow reference.
//!
//! With `CI_EXPECT_LEVELS=portable,x86-v2` the test fails if other levels ran or one of these was skipped.

use proptest::prelude::*;
use reversi_bitboard::kernel::{Primitives, WideBoard};
use reversi_bitboard::{Bitboard, Board, CpuLevel, Square, Symmetry, cpu, dispatch, reference};
use reversi_testkit::{Rng, board, boards, config, cpus, fillings, game_boards, levels, lines};

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

fn wide_child<L: Primitives>(l: L, square: Square, board: Board) -> Option<Board> {
    let child = L::Wide::new(l, board).child(l, square)?;
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

fn check_moves(board: Board) {
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

fn check_last_flip(player: Bitboard) {
    for square in Square::ALL {
        let player = player.without_square(square);
        let count = reference::last_flip_count(square, player);
        same!(count, l => l.last_flip_count(square, player), "{square}, {player:?}");
        same!(count, l => wide_last_flip_count(l, square, player), "{square}, {player:?}");
    }
}

fn check_set(set: Bitboard) {
    same!(reference::full_lines(set), l => {
        let full = l.full_lines(set);
        [full.row, full.file, full.diagonal9, full.diagonal7]
    }, "{set:?}");
}

fn check_stability(board: Board) {
    same!(reference::stable_edge(board), l => l.stable_edge(board), "{board}");
    let on_edge = reference::stable_edge(board).len();
    same!(on_edge, l => l.stable_edge_count(board), "{board}");
    same!(reference::edges(board), l => l.edges(board), "{board}");
    same!(reference::stable(board), l => l.stable(board), "{board}");
}

fn check_all(board: Board) {
    check_moves(board);
    check_last_flip(board.player());
    check_set(board.player());
    check_set(board.occupied());
    check_stability(board);
    // The portable hash has its own check values.
    same!(cpu::Portable.hash(board), l => l.hash(board), "{board}");
}

#[test]
fn levels_that_run_here() {
    let run = levels();
    let mut tested: Vec<_> = cpus().iter().map(|cpu| cpu.level()).collect();
    assert_eq!(tested.len(), run.len() + usize::from(run.contains(&CpuLevel::X86V3)), "x86-v3 has a quirk");
    tested.dedup();
    assert_eq!(run, tested);
    assert!(run.iter().copied().eq(CpuLevel::available()));
}

#[test]
fn test_positions_of_the_catalogue() {
    same!(Bitboard(0x0000_1020_0408_0000), l => l.moves(Board::START), "the start");
    same!(Bitboard::from(Square::D4), l => l.flip(Square::D3, Board::START), "the start");
    check_all(Board::START);

    let all_eight_directions = board(0x0841_0000_8100_0049, 0x0008_2a1c_761c_2a00);
    let flips = all_eight_directions.opponent();
    assert_eq!(flips.len(), 18);
    same!(flips, l => l.flip(Square::D4, all_eight_directions), "eight directions at once");
    check_all(all_eight_directions);

    same!(Bitboard(0x0e), l => l.flip(Square::A1, board(0x10, 0x0e)), "one ray up");
    same!(Bitboard(0x60), l => l.flip(Square::H1, board(0x10, 0x60)), "one ray down");
    for extreme in [board(0, 0), board(!0, 0), board(0, !0)] {
        check_all(extreme);
    }
}

#[test]
fn flips_and_moves_on_every_filling_of_every_line() {
    for line in lines() {
        let others = !line.iter().copied().collect::<Bitboard>();
        for [player, opponent, _empty] in fillings(&line) {
            for [player, opponent] in
                [[player, opponent], [player, opponent | others], [player | others, opponent]]
            {
                check_moves(Board::new(player, opponent).unwrap());
            }
        }
    }
}

#[test]
fn sets_on_every_filling_of_every_line() {
    for line in lines() {
        let others = !line.iter().map(|s| s.bit()).sum::<u64>();
        for filling in 0..1u64 << line.len() {
            let set = line.iter().enumerate().map(|(i, s)| (filling >> i & 1) << s.index()).sum();
            for set in [set, set | others] {
                check_set(Bitboard(set));
                check_last_flip(Bitboard(set));
            }
        }
    }
}

#[test]
fn every_edge_on_all_four_sides() {
    for (player, opponent) in (0..=0xff).flat_map(|p| (0..=0xff).map(move |o| (p, o))) {
        if player & opponent == 0 {
            let on_rank_1 = board(player, opponent);
            let stable = reference::stable_on_rank_1(on_rank_1);
            for symmetry in Symmetry::ALL {
                let edge = symmetry.board(on_rank_1);
                same!(symmetry.bitboard(stable), l => l.stable_edge(edge), "{edge}");
            }
        }
    }
}

#[test]
fn boards_of_random_games() {
    let rng = &mut Rng::with_seed(1);
    for _ in 0..100 {
        game_boards(rng).into_iter().for_each(check_all);
    }
}

#[test]
fn stable_discs_stay_to_the_end_of_random_games() {
    let rng = &mut Rng::with_seed(2);
    for _ in 0..1000 {
        let (mut mine, mut theirs) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for board in game_boards(rng) {
            assert_eq!(mine - board.player(), Bitboard::EMPTY, "{board}");
            assert_eq!(theirs - board.opponent(), Bitboard::EMPTY, "{board}");
            for &cpu in cpus() {
                mine |= dispatch!(cpu, l => l.stable(board));
                theirs |= dispatch!(cpu, l => l.stable(board.pass()));
            }
            (mine, theirs) = (theirs, mine);
        }
    }
}

#[test]
fn stable_discs_stay_in_every_end_of_a_game() {
    fn assert_kept(board: Board, mine: Bitboard, theirs: Bitboard) {
        assert_eq!(mine - board.player(), Bitboard::EMPTY, "{board}");
        assert_eq!(theirs - board.opponent(), Bitboard::EMPTY, "{board}");
        if board.must_pass() {
            assert_kept(board.pass(), theirs, mine);
        }
        for square in board.legal_moves() {
            assert_kept(board.play(square), theirs, mine);
        }
    }
    let rng = &mut Rng::with_seed(3);
    for _ in 0..200 {
        for board in game_boards(rng).into_iter().filter(|board| board.empties().len() <= 6) {
            for &cpu in cpus() {
                let mine = dispatch!(cpu, l => l.stable(board));
                assert_kept(board, mine, dispatch!(cpu, l => l.stable(board.pass())));
            }
        }
    }
}

proptest! {
    #![proptest_config(config(5000))]

    #[test]
    fn random_boards(board in boards()) {
        check_all(board);
    }

    #[test]
    fn random_sets(set: u64) {
        check_set(Bitboard(set));
        check_last_flip(Bitboard(set));
    }
}
