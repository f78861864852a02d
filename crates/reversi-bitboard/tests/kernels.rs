//! Compares every primitive on every level that this host can run with the slow reference.
//!
//! With `CI_EXPECT_LEVELS=portable,x86-v2` the test fails if other levels ran or one of these was skipped.

use proptest::prelude::*;
use reversi_bitboard::kernel::Primitives as _;
use reversi_bitboard::{Bitboard, Board, CpuLevel, Square, Symmetry, dispatch, reference};
use reversi_testkit::{
    Rng, board, boards, check_last_flip, check_moves, check_primitives, check_set, config, cpus, fillings,
    game_boards, levels, lines,
};

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
    assert_eq!(reference::moves(Board::START), Bitboard(0x0000_1020_0408_0000));
    assert_eq!(reference::flip(Square::D3, Board::START), Square::D4.into());
    check_primitives(Board::START);

    let all_eight_directions = board(0x0841_0000_8100_0049, 0x0008_2a1c_761c_2a00);
    let flips = all_eight_directions.opponent();
    assert_eq!(flips.len(), 18);
    assert_eq!(reference::flip(Square::D4, all_eight_directions), flips);

    let (up, down) = (board(0x10, 0x0e), board(0x10, 0x60));
    assert_eq!(reference::flip(Square::A1, up), Bitboard(0x0e));
    assert_eq!(reference::flip(Square::H1, down), Bitboard(0x60));
    let extremes = [board(0, 0), board(!0, 0), board(0, !0)];
    [all_eight_directions, up, down].into_iter().chain(extremes).for_each(check_primitives);
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
                for &cpu in cpus() {
                    let found = dispatch!(cpu, l => l.stable_edge(edge));
                    assert_eq!(found, symmetry.bitboard(stable), "{}: {edge}", cpu.level());
                }
            }
        }
    }
}

#[test]
fn boards_of_random_games() {
    let rng = &mut Rng::with_seed(1);
    for _ in 0..100 {
        game_boards(rng).into_iter().for_each(check_primitives);
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
        check_primitives(board);
    }

    #[test]
    fn random_sets(set: u64) {
        check_set(Bitboard(set));
        check_last_flip(Bitboard(set));
    }
}
