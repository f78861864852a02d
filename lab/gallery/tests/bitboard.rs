//! Compares every kernel of a board with the slow reference.

mod same;

use proptest::prelude::*;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board, Square, cpu::Portable, perft, reference};
use reversi_gallery::bitboard::{self, LastScoreCall};
use reversi_gallery::{Call, Kernel};
use reversi_testkit::{Rng, board, boards, config, exact_score, fillings, game_boards, lines};

fn same<C: Call + std::fmt::Debug>(kernels: &[Kernel<C>], input: C, expected: u64) {
    same::same(kernels, input, expected, &|| format!(" on {input:?}"));
}

fn check(board: Board) {
    same(&bitboard::moves(), board, reference::moves(board).0);
    let kernels = bitboard::flip();
    for square in board.empties() {
        same(&kernels, (square, board), reference::flip(square, board).0);
    }
    if let [a, b, c, d, ..] = board.empties().into_iter().collect::<Vec<_>>()[..] {
        let flips = [a, b, c, d].map(|square| reference::flip(square, board).0);
        same(&bitboard::flip_four(), ([a, b, c, d], board), folded(flips));
    }
    let edges = reference::edges(board);
    same(&bitboard::edges(), board, edges.iter().zip(0..).map(|(&e, i)| u64::from(e) << (16 * i)).sum());
    same(&bitboard::stable_edge_count(), board, Portable.stable_edge(board).len().into());
    same(&bitboard::hash(), board, Portable.hash(board));
    same_as_first(&bitboard::zobrist(), board);
    check_set(board.occupied().0);
    check_set(board.player().0);
}

/// Combines the sets, each rotated by one bit more.
fn folded(sets: [u64; 4]) -> u64 {
    sets.iter().zip(0..).fold(0, |sum, (set, i)| sum ^ set.rotate_left(i))
}

/// For lists whose first kernel is the definition.
fn same_as_first<C: Call + std::fmt::Debug>(kernels: &[Kernel<C>], input: C) {
    same(kernels, input, kernels[0].call(input));
}

fn check_set(set: u64) {
    same(&bitboard::popcount(), set, Bitboard(set).into_iter().map(|_| 1).sum());
    same(&bitboard::full_lines(), set, folded(reference::full_lines(Bitboard(set)).map(|lines| lines.0)));
    same(&bitboard::transpose(), set, reference::transpose(Bitboard(set)).0);
    same(&bitboard::mirror_files(), set, reference::mirror_files(Bitboard(set)).0);
    let upside_down = Bitboard(set).into_iter().map(|square| Square::at(square.file(), 7 - square.rank()));
    same(&bitboard::mirror_ranks(), set, upside_down.map(|square| square.unwrap().bit()).sum());
    for bytes in [set & 0xffff, set >> 48] {
        let on = |file: u8, byte: u64| {
            (1..7).map(|y| (byte >> y & 1) * Square::at(file, y).unwrap().bit()).sum::<u64>()
        };
        same(&bitboard::unpack_files(), bytes, on(0, bytes & 0xff) | on(7, bytes >> 8));
    }
    check_lines_of_set(set);
}

fn check_lines_of_set(set: u64) {
    let (one, both, can) = (bitboard::last_flip(), bitboard::last_flip_both(), bitboard::can_flip_last());
    let scores = bitboard::last_score();
    let (queen, rook, bishop) = (bitboard::queen(), bitboard::rook(), bitboard::bishop());
    for square in Square::ALL {
        let player = set & !square.bit();
        let count = u64::from(reference::last_flip_count(square, Bitboard(player)));
        let other = u64::from(reference::last_flip_count(square, !Bitboard(player).with_square(square)));
        same(&one, (square, player), count);
        same(&both, (square, player), count | other << 32);
        same(&can, (square, player), u64::from(count != 0));
        same(&queen, (square, player), slide(square, player, &[STRAIGHT, OBLIQUE].concat()));
        same(&rook, (square, player), slide(square, player, &STRAIGHT));
        same(&bishop, (square, player), slide(square, player, &OBLIQUE));
        check_scores(&scores, square, player);
    }
}

/// Every answer is on the same side of alpha as the score and is a valid bound. With alpha at the score and
/// just below it, a kernel that ignores alpha can only answer with the score itself.
fn check_scores(kernels: &[Kernel<LastScoreCall>], square: Square, player: u64) {
    let score = exact_score(board(player, !(player | square.bit())));
    let unturned = 2 * player.count_ones() as i32 - 62;
    for alpha in [unturned - 3, unturned - 2, unturned - 1, unturned, score - 1, score] {
        for kernel in kernels {
            let input = (alpha, (square, player));
            let answer = kernel.call(input) as i64 as i32;
            let truthful = if answer > alpha { answer <= score } else { answer >= score };
            let context = || format!("{} ({}) on {input:x?}: {score}", kernel.id, kernel.level);
            assert!(truthful, "{answer} by {}", context());
            same(&[*kernel], input, i64::from(answer) as u64);
        }
    }
}

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const OBLIQUE: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The moves of a chess piece that slides in these directions, step by step.
fn slide(square: Square, occupied: u64, directions: &[(i8, i8)]) -> u64 {
    let mut attacks = 0;
    for &(dx, dy) in directions {
        let (mut x, mut y) = (square.file() as i8 + dx, square.rank() as i8 + dy);
        while let Some(square) = Square::at(x as u8, y as u8) {
            attacks |= square.bit();
            if occupied & square.bit() != 0 {
                break;
            }
            (x, y) = (x + dx, y + dy);
        }
    }
    attacks
}

#[test]
fn boards_of_random_games() {
    let rng = &mut Rng::with_seed(1);
    for _ in 0..20 {
        game_boards(rng).into_iter().for_each(check);
    }
}

#[test]
fn flips_on_every_filling_of_every_line() {
    let kernels = bitboard::flip();
    for line in lines() {
        let others = !line.iter().copied().collect::<Bitboard>();
        for [player, opponent, empty] in fillings(&line) {
            for player in [player, player | others] {
                let board = Board::new(player, opponent).unwrap();
                for square in empty {
                    same(&kernels, (square, board), reference::flip(square, board).0);
                }
            }
        }
    }
}

/// The table of squares has each kernel with a trick and no other.
#[test]
#[cfg(target_arch = "x86_64")]
fn every_trick_has_squares() {
    let tricks = bitboard::squares_of_tricks();
    let kernels = bitboard::flip();
    let with_trick = |kernel: &&Kernel<_>| {
        kernel.level == reversi_bitboard::CpuLevel::X86V2 && kernel.name.contains("64 functions")
    };
    let listed: Vec<_> = kernels.iter().filter(with_trick).map(|kernel| kernel.id).collect();
    if listed.is_empty() {
        return; // no CPU of that level
    }
    for (id, squares) in &tricks {
        assert!(kernels.iter().any(|kernel| kernel.id == *id) && !squares.is_empty(), "{id}");
    }
    for id in listed.into_iter().filter(|id| !id.starts_with("FLIP-30")) {
        assert!(tricks.iter().any(|(trick, _)| *trick == id), "{id}");
    }
}

/// Boards that are full but for single squares, and discs of one side alone. They reveal masks that are wrong
/// by one.
#[test]
fn sparse_and_dense_sets() {
    for a in Square::ALL {
        for b in Square::ALL.into_iter().filter(|&b| a <= b) {
            check_lines_of_set(a.bit() | b.bit());
            check_lines_of_set(!(a.bit() | b.bit()));
        }
    }
}

/// One side has all squares that the last square sees. The number of the player's other discs decides who
/// wins.
#[test]
fn last_scores_where_nobody_can_move() {
    let kernels = bitboard::last_score();
    for square in Square::ALL {
        let seen = slide(square, 0, &[STRAIGHT, OBLIQUE].concat());
        let unseen = Bitboard(!(seen | square.bit()));
        for of_player in [0, seen] {
            for discs in 29..=34 {
                let more = unseen.into_iter().take(discs - of_player.count_ones() as usize);
                check_scores(&kernels, square, of_player | more.map(Square::bit).sum::<u64>());
            }
        }
    }
}

/// Every board of the guide that has a square to play on, with that square.
fn boards_in(guide: &str) -> Vec<(Square, Board)> {
    let mut boards = Vec::new();
    for text in guide.split("```text\n").skip(1) {
        let mut square = None;
        let mut discs = [0, 0];
        for line in text.split("```").next().unwrap().lines() {
            let mut words = line.split_whitespace();
            let Some(rank) = words.next().and_then(|word| word.parse::<u8>().ok()) else { continue };
            for (file, cell) in (0..8).zip(words) {
                let here = Square::at(file, rank - 1).unwrap();
                match cell {
                    "X" => discs[0] |= here.bit(),
                    "O" => discs[1] |= here.bit(),
                    "*" => square = Some(here),
                    _ => {}
                }
            }
        }
        boards.extend(square.map(|square| (square, board(discs[0], discs[1]))));
    }
    boards
}

#[test]
fn boards_of_the_guide() {
    let boards = boards_in(include_str!("../src/bitboard/guide.md"));
    let mut counts = Vec::new();
    for (square, board) in boards {
        let flips = reference::flip(square, board);
        same(&bitboard::flip(), (square, board), flips.0);
        let count = reference::last_flip_count(square, board.player());
        same(&bitboard::last_flip(), (square, board.player().0), count.into());
        check_scores(&bitboard::last_score(), square, board.player().0);
        counts.push((square, flips.len()));
    }
    let expected = [
        (Square::C1, 3),
        (Square::A1, 3),
        (Square::H1, 2),
        (Square::C1, 6),
        (Square::D4, 13),
        (Square::D1, 5),
        (Square::H8, 0),
    ];
    assert_eq!(counts, expected);
}

#[test]
fn tables_are_cleared() {
    for kernel in bitboard::clear() {
        let entries = bitboard::Entries::leak(1000);
        assert!(!entries.are_clear() && entries.bytes() >= 24_000);
        assert_eq!(kernel.call(entries), bitboard::clear()[0].call(bitboard::Entries::leak(1)));
        assert!(entries.are_clear(), "{}", kernel.id);
    }
    for kernel in bitboard::clear_buckets() {
        let buckets = bitboard::Buckets::leak(1000);
        assert!(!buckets.are_clear());
        assert_eq!(kernel.call(buckets), 0);
        assert!(buckets.are_clear(), "{}", kernel.id);
    }
}

#[test]
fn games_of_three_plies() {
    let rng = &mut Rng::with_seed(2);
    for _ in 0..10 {
        for board in game_boards(rng) {
            same(&bitboard::perft3(), board, perft(&board, 3));
        }
    }
}

#[test]
fn test_positions_of_the_catalogue() {
    check(Board::START);
    check(board(0x0841_0000_8100_0049, 0x0008_2a1c_761c_2a00));
    check(board(0x10, 0x0e));
    check(board(0x10, 0x60));
    for square in Square::ALL {
        same(&bitboard::queen(), (square, 0), slide(square, 0, &[STRAIGHT, OBLIQUE].concat()));
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn random_boards(board in boards()) {
        check(board);
    }
}
