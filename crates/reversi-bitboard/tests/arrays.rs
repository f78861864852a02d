//! Compares every function on slices of boards with the method for one board, on every level that this host
//! can run, and with the slow reference.

use reversi_bitboard::arrays::{
    self, CellErrorKind, Games, OnLevel as _, PASS, Plane, PlayErrorReason, ReplayError, random_games,
    random_games_from, replay, replay_from, replay_on,
};
use reversi_bitboard::{
    Bitboard, Board, Color, Game, Move, Position, Square, Symmetry, dispatch, kernel, perft, reference,
};
use reversi_testkit::{Rng, any_board, board, cpus, game_boards, random_game};

/// Lengths around those of vectors, and unaligned starts.
const LENGTHS: [usize; 10] = [0, 1, 2, 7, 8, 9, 15, 16, 17, 33];

/// Boards of games, and boards that no game reaches.
fn some_boards(count: usize, seed: u64) -> Vec<Board> {
    let rng = &mut Rng::with_seed(seed);
    let mut boards = vec![board(0, 0), board(!0, 0), board(0, !0)];
    while boards.len() < count {
        boards.extend(game_boards(rng));
        boards.extend((0..60).map(|_| any_board(rng)));
    }
    boards.truncate(count);
    boards
}

/// A move for each board: most are legal, some are any number.
fn some_moves(boards: &[Board], seed: u64) -> Vec<u8> {
    let rng = &mut Rng::with_seed(seed);
    let mv = |board: &Board| match rng.choice(board.legal_moves()) {
        Some(square) if rng.u8(..4) > 0 => square.index() as u8,
        None if board.must_pass() && rng.bool() => PASS,
        _ => rng.u8(..=PASS + 1),
    };
    boards.iter().map(mv).collect()
}

/// Asserts what a function writes for these boards on each level, whole and in short parts.
macro_rules! same {
    ($boards:expr, $expected:expr, $l:ident, $part:ident, $out:ident => $call:expr) => {{
        let (boards, expected): (&[Board], Vec<_>) = ($boards, $expected.collect());
        for &cpu in cpus() {
            let mut found = expected.clone();
            found.rotate_left(boards.len().min(1)); // what is there is overwritten
            {
                let ($part, $out) = (0..boards.len(), &mut found[..]);
                dispatch!(cpu, $l => $call);
            }
            assert!(found == expected, "{}: {}", cpu.level(), stringify!($call));
            for (start, length) in LENGTHS.into_iter().enumerate() {
                let $part = start.min(boards.len())..(start + length).min(boards.len());
                let mut found = expected.clone();
                found.rotate_left(boards.len().min(1));
                let mut around = found.clone();
                around[$part.clone()].clone_from_slice(&expected[$part.clone()]);
                {
                    let $out = &mut found[$part.clone()];
                    dispatch!(cpu, $l => $call);
                }
                assert!(found == around, "{}: {}: {length} from {start}", cpu.level(), stringify!($call));
            }
        }
    }};
}

/// A million boards of each function take a minute with a test build.
#[test]
#[ignore = "a minute"]
fn rules_are_those_of_one_board_for_a_million_boards() {
    compare_rules(1_000_000);
    compare_moves(1_000_000);
}

#[test]
fn rules_are_those_of_one_board_on_every_level() {
    compare_rules(30_000);
}

fn compare_rules(count: usize) {
    let boards = &some_boards(count, 1)[..];
    let each = || boards.iter().copied();
    same!(boards, each().map(Board::legal_moves), l, part, out => l.legal_moves_of_all(&boards[part.clone()], out));
    let counts = each().map(|board| board.legal_moves().len() as u8);
    same!(boards, counts, l, part, out => l.mobility_of_all(&boards[part.clone()], out));
    same!(boards, each().map(Board::must_pass), l, part, out => l.must_pass_of_all(&boards[part.clone()], out));
    same!(boards, each().map(Board::is_game_over), l, part, out => l.is_over_of_all(&boards[part.clone()], out));
    let scores = each().map(|board| board.final_score() as i8);
    same!(boards, scores, l, part, out => l.final_scores_of_all(&boards[part.clone()], out));
    let stable = each().map(|board| kernel::Primitives::stable(reversi_bitboard::cpu::Portable, board));
    same!(boards, stable, l, part, out => l.stable_of_all(&boards[part.clone()], out));
    let hashes = each().map(|board| kernel::Primitives::hash(reversi_bitboard::cpu::Portable, board));
    same!(boards, hashes, l, part, out => l.hash_of_all(&boards[part.clone()], out));
    for symmetry in Symmetry::ALL {
        let images = each().map(|board| symmetry.board(board));
        same!(boards, images, l, part, out => l.transform_of_all(&boards[part.clone()], symmetry, out));
    }
    let rng = &mut Rng::with_seed(11);
    let symmetries: Vec<Symmetry> = each().map(|_| Symmetry::ALL[rng.usize(..8)]).collect();
    let images = each().zip(&symmetries).map(|(board, symmetry)| symmetry.board(board));
    same!(boards, images, l, part, out => {
        l.transform_each(&boards[part.clone()], &symmetries[part.clone()], out);
    });
    let (smallest, leading): (Vec<Board>, Vec<Symmetry>) = each().map(Board::canonical).unzip();
    let found = &mut vec![Symmetry::IDENTITY; boards.len()];
    same!(boards, smallest.iter().copied(), l, part, out => {
        l.canonical_of_all(&boards[part.clone()], out, &mut found[part.clone()]);
        assert!(found[part.clone()] == leading[part.clone()]);
    });
}

#[test]
fn moves_are_those_of_one_board_on_every_level() {
    compare_moves(30_000);
}

fn compare_moves(count: usize) {
    let boards = &some_boards(count, 2)[..];
    let moves = &some_moves(boards, 3)[..];
    let flips = boards
        .iter()
        .zip(moves)
        .map(|(board, &mv)| Square::new(mv).map_or(Bitboard::EMPTY, |square| board.flips(square)));
    same!(boards, flips, l, part, out => l.flips_of_all(&boards[part.clone()], &moves[part.clone()], out));

    let after = |board: Board, mv: u8| match Square::new(mv) {
        Some(square) => board.try_play(square).ok(),
        None if mv == PASS => board.try_after(Move::Pass).ok(),
        None => None,
    };
    let legal: Vec<(Board, u8)> = boards.iter().copied().zip(moves.iter().copied()).collect();
    let legal: Vec<(Board, u8)> =
        legal.into_iter().filter(|&(board, mv)| after(board, mv).is_some()).collect();
    assert!(legal.len() > count / 2 && legal.iter().filter(|(_, mv)| *mv == PASS).count() > count / 1000);
    let (legal_boards, legal_moves): (Vec<Board>, Vec<u8>) = legal.iter().copied().unzip();
    let next = legal.iter().filter_map(|&(board, mv)| after(board, mv));
    same!(&legal_boards, next, l, part, out => {
        assert_eq!(l.play_of_all(&legal_boards[part.clone()], &legal_moves[part.clone()], out), Ok(()));
    });

    // The first illegal move ends it, and nothing is written from there on.
    for start in (0..boards.len()).step_by(count / 1000) {
        let (boards, moves) = (&boards[start..], &moves[start..]);
        let first = boards.iter().zip(moves).position(|(&board, &mv)| after(board, mv).is_none());
        let Some(first) = first else { continue };
        let untouched = board(1, 2);
        for &cpu in cpus() {
            let mut out = vec![untouched; first + 3];
            let length = out.len().min(boards.len());
            let error = dispatch!(cpu, l => {
                l.play_of_all(&boards[..length], &moves[..length], &mut out[..length])
            });
            let error = error.unwrap_err();
            assert_eq!(error.index, first);
            assert!(
                out[..first]
                    .iter()
                    .zip(boards)
                    .zip(moves)
                    .all(|((&out, &board), &mv)| { Some(out) == after(board, mv) })
            );
            assert!(out[first..].iter().all(|&out| out == untouched));
            let reason = match Square::new(moves[first]) {
                Some(square) => PlayErrorReason::Illegal(boards[first].try_play(square).unwrap_err()),
                None if moves[first] == PASS => {
                    PlayErrorReason::Illegal(boards[first].try_after(Move::Pass).unwrap_err())
                }
                None => PlayErrorReason::NoSquare(moves[first]),
            };
            assert_eq!(error.reason, reason);
        }
    }
}

#[test]
fn rules_are_those_of_the_reference() {
    let boards = some_boards(10_000, 4);
    let moves = some_moves(&boards, 5);
    let n = boards.len();
    let (mut legal, mut flips, mut stable) =
        (vec![Bitboard::EMPTY; n], vec![Bitboard::EMPTY; n], vec![Bitboard::EMPTY; n]);
    let (mut counts, mut over, mut passes) = (vec![0; n], vec![false; n], vec![false; n]);
    arrays::legal_moves(&boards, &mut legal);
    arrays::mobility(&boards, &mut counts);
    arrays::flips(&boards, &moves, &mut flips);
    arrays::stable(&boards, &mut stable);
    arrays::is_over(&boards, &mut over);
    arrays::must_pass(&boards, &mut passes);
    for (i, &board) in boards.iter().enumerate() {
        let expected = reference::moves(board);
        let theirs = reference::moves(board.pass());
        assert_eq!(legal[i], expected, "{board}");
        assert_eq!(u32::from(counts[i]), expected.len(), "{board}");
        assert_eq!(stable[i], reference::stable(board), "{board}");
        assert_eq!(over[i], expected.is_empty() && theirs.is_empty(), "{board}");
        assert_eq!(passes[i], expected.is_empty() && !theirs.is_empty(), "{board}");
        let square = Square::new(moves[i]).filter(|&square| board.empties().contains(square));
        let turned = square.map_or(Bitboard::EMPTY, |square| reference::flip(square, board));
        assert_eq!(flips[i], turned, "{} on {board}", moves[i]);
    }
}

#[test]
fn sequences_of_moves_are_counted_for_each_board() {
    let boards = some_boards(60, 6);
    for depth in 0..4 {
        let mut counts = vec![9; boards.len()];
        arrays::perft(&boards, depth, &mut counts);
        let expected: Vec<u64> = boards.iter().map(|board| perft(board, depth)).collect();
        assert_eq!(counts, expected);
    }
}

fn check_sets<T: arrays::Cell>(sets: &[Bitboard]) {
    let mut cells = vec![T::ONE; 64 * sets.len()];
    arrays::unpack(sets, &mut cells);
    for (i, set) in sets.iter().enumerate() {
        for square in Square::ALL {
            let expected = if set.contains(square) { T::ONE } else { T::ZERO };
            assert!(cells[64 * i + square.index()] == expected);
        }
    }
    let mut again = vec![Bitboard::ALL; sets.len()];
    arrays::pack(&cells, &mut again);
    assert_eq!(again, sets);
}

#[test]
fn sets_are_cells_and_back() {
    let boards = some_boards(1000, 7);
    let sets: Vec<Bitboard> = boards.iter().map(|board| board.player()).collect();
    check_sets::<f32>(&sets);
    check_sets::<u8>(&sets);
    check_sets::<i8>(&sets);
    check_sets::<bool>(&sets);
}

#[test]
fn boards_are_cells_and_planes_and_back() {
    for length in LENGTHS.into_iter().chain([63, 64, 65, 100_000]) {
        let boards = some_boards(length, 8);
        let mut cells = vec![9; 64 * length];
        arrays::cells(&boards, &mut cells);
        let number = |board: &Board, square| {
            i8::from(board.player().contains(square)) - i8::from(board.opponent().contains(square))
        };
        assert!(boards.iter().flat_map(|b| Square::ALL.map(|s| number(b, s))).eq(cells.iter().copied()));
        let mut again = vec![Board::START; length];
        assert_eq!(arrays::from_cells(&cells, &mut again), Ok(()));
        assert!(again == boards);

        let mut rows = vec![[9; 2]; length];
        arrays::rows(&boards, &mut rows);
        assert!(rows.iter().copied().eq(boards.iter().map(|board| [board.player().0, board.opponent().0])));
        again.fill(Board::START);
        assert_eq!(arrays::from_rows(&rows, &mut again), Ok(()));
        assert!(again == boards);

        let mut planes = vec![7_u8; 256 * length];
        arrays::planes(&boards, &[Plane::Opponent, Plane::Legal, Plane::Player, Plane::Empty], &mut planes);
        let mut sets = vec![Bitboard::EMPTY; 4 * length];
        arrays::pack(&planes, &mut sets);
        let expected = boards.iter().flat_map(|b| [b.opponent(), b.legal_moves(), b.player(), b.empties()]);
        assert!(expected.eq(sets));

        let mut two = vec![0.5; 128 * length];
        arrays::planes(&boards, &[Plane::Player, Plane::Opponent], &mut two);
        again.fill(Board::START);
        assert_eq!(arrays::from_planes::<f32>(&two, 2, &mut again), Ok(()));
        assert!(again == boards);
    }
}

#[test]
fn wrong_cells_have_their_place() {
    let boards = some_boards(9, 9);
    let mut cells = vec![0; 64 * 9];
    arrays::cells(&boards, &mut cells);
    for wrong in [2, -2, 64, -64, i8::MIN, i8::MAX] {
        let mut cells = cells.clone();
        cells[5 * 64 + 63] = wrong;
        cells[6 * 64] = 9;
        let mut out = vec![board(1, 2); 9];
        let error = arrays::from_cells(&cells, &mut out).unwrap_err();
        assert_eq!(error.index, 5);
        assert_eq!(error.kind, CellErrorKind::NoCell { square: Square::H8, found: wrong });
        assert_eq!((&out[..5], &out[5..]), (&boards[..5], &[board(1, 2); 4][..]));
    }
}

#[test]
fn words_with_two_discs_on_a_square_have_their_place() {
    let mut rows = vec![[1, 2]; 9];
    (rows[4], rows[7]) = ([!0, 1 << 63], [1, 1]);
    let mut out = vec![Board::START; 9];
    let error = arrays::from_rows(&rows, &mut out).unwrap_err();
    assert_eq!(error.to_string(), "board 4: a square cannot have discs of both sides: h8");
    assert!(out.iter().all(|&board| board == Board::START));
    let mut planes = vec![0_u8; 9 * 192];
    (planes[5 * 192 + 3], planes[5 * 192 + 67], planes[8 * 192], planes[8 * 192 + 64]) = (1, 7, 1, 1);
    let error = arrays::from_planes(&planes, 3, &mut out).unwrap_err();
    assert_eq!(error.to_string(), "board 5: a square cannot have discs of both sides: d1");
}

/// The rows and the end of a game, by the type for one game.
fn check_game(
    game: &Game,
    replay: &arrays::Replay,
    rows: std::ops::Range<usize>,
    number: usize,
    passes: bool,
) {
    let turns: Vec<_> = game.turns().filter(|(_, mv)| passes || *mv != Move::Pass).collect();
    assert_eq!(turns.len(), rows.len());
    for ((position, mv), row) in turns.into_iter().zip(rows) {
        let board = position.board;
        assert_eq!((replay.boards[row], replay.sides[row]), (board, position.side));
        assert_eq!(replay.legal[row], board.legal_moves());
        assert_eq!(replay.flips[row], mv.square().map_or(Bitboard::EMPTY, |square| board.flips(square)));
        assert_eq!(u32::from(replay.plies[row]), game.start().board.empties().len() - board.empties().len());
    }
    assert_eq!(replay.ends[number].player(), game.position().discs(Color::Black));
    assert_eq!(replay.ends[number].opponent(), game.position().discs(Color::White));
}

#[test]
fn games_are_replayed_with_their_passes_written_or_left_out() {
    let rng = &mut Rng::with_seed(10);
    let mut games: Vec<Game> = (0..3000).map(|_| random_game(rng)).collect();
    for game in games.iter_mut().step_by(5) {
        *game = game.prefix(rng.usize(..60)); // some end early, some at once
    }
    assert!(games.iter().flat_map(Game::moves).filter(|&mv| mv == Move::Pass).count() > 100);
    for passes in [true, false] {
        let Games { moves, offsets, .. } = moves_of(&games, passes);
        for &cpu in cpus() {
            let replay = replay_on(cpu, &[], &moves, &offsets).unwrap();
            for (number, game) in games.iter().enumerate() {
                check_game(game, &replay, offsets[number]..offsets[number + 1], number, passes);
            }
        }
    }
}

/// The moves of games, with or without their passes.
fn moves_of(games: &[Game], passes: bool) -> Games {
    let mut found = Games::new();
    if passes {
        games.iter().for_each(|game| found.push(game));
        return found;
    }
    for game in games {
        found.moves.extend(game.moves().filter_map(Move::square).map(|square| square.index() as u8));
        found.offsets.push(found.moves.len());
    }
    found
}

#[test]
fn games_from_other_positions_are_replayed_and_made() {
    let rng = &mut Rng::with_seed(12);
    let tails = |_| {
        let whole = random_game(rng);
        let before = rng.usize(..=whole.moves().count());
        let mut tail = Game::from_position(whole.prefix(before).position());
        for mv in whole.moves().skip(before) {
            tail.play(mv).unwrap();
        }
        tail
    };
    let games: Vec<Game> = (0..300).map(tails).collect();
    let starts: Vec<Position> = games.iter().map(Game::start).collect();
    assert!(starts.iter().any(|start| start.side == Color::White));
    for passes in [true, false] {
        let Games { moves, offsets, .. } = moves_of(&games, passes);
        let replay = replay_from(&starts, &moves, &offsets).unwrap();
        for (number, game) in games.iter().enumerate() {
            check_game(game, &replay, offsets[number]..offsets[number + 1], number, passes);
        }
    }
    let boards: Vec<Board> = starts.iter().map(|start| start.board).collect();
    let made = random_games_from(&boards, 5, 6);
    let replay = replay_from(&starts, &made.moves, &made.offsets).unwrap();
    assert!(replay.ends.iter().all(|board| board.is_game_over()));
    assert_eq!(random_games_from(&[Board::START; 3], 5, 6), random_games(5..8, 6));
    assert_eq!(random_games_from(&boards[9..], 14, 6).moves, made.moves[made.offsets[9]..]);
}

#[test]
fn games_that_cannot_be_replayed_say_where() {
    let text = |moves: &[u8], offsets: &[usize]| replay(moves, offsets).unwrap_err().to_string();
    assert_eq!(
        text(&[19, 19], &[0, 2]),
        "cannot replay game 0: moves[1]: d3 is not a legal move: the square is occupied"
    );
    assert_eq!(
        text(&[19, PASS], &[0, 1, 2]),
        "cannot replay game 1: moves[1]: pass is not a legal move: a move must be played"
    );
    // A wipe-out: nobody has a move, and nobody passes.
    let over = [44, 29, 20, 45, 38, 43, 52, 37, 34];
    assert!(replay(&over, &[0, 9]).unwrap().ends[0].is_game_over());
    assert_eq!(
        text(&[&over[..], &[PASS]].concat(), &[0, 10]),
        "cannot replay game 0: moves[9]: pass is not a legal move: the game is already over"
    );
    assert_eq!(
        text(&[&over[..], &[0]].concat(), &[0, 10]),
        "cannot replay game 0: moves[9]: a1 is not a legal move: the game is already over"
    );
    // Games are replayed four at a time: the first game with an error counts, not its first move.
    let games = [&[19, 18, 17][..], &[19, 18, 19], &[19, 19], &[19, 18, 17]].concat();
    assert_eq!(
        text(&games, &[0, 3, 6, 8, 11]),
        "cannot replay game 1: moves[5]: d3 is not a legal move: the square is occupied"
    );
    let many = [&[19; 66][..], &[0]].concat();
    let offsets: Vec<usize> = (0..=67).collect();
    assert_eq!(
        text(&many, &offsets),
        "cannot replay game 66: moves[66]: a1 is not a legal move: it flips no disc"
    );
    // White could play d6, but it is black's turn.
    assert_eq!(
        text(&[43], &[0, 1]),
        "cannot replay game 0: moves[0]: d6 is not a legal move: it flips no disc"
    );
    assert_eq!(text(&[19, 65], &[0, 2]), "cannot replay game 0: moves[1] must be 0 to 64, not 65");
    assert_eq!(text(&[19], &[1, 1]), "offsets[0] must be 0, not 1");
    assert_eq!(text(&[19, 18], &[0, 2, 1, 2]), "offsets[2] must be 2, not 1");
    assert_eq!(text(&[19, 18], &[0, 1]), "offsets[1] must be 2, not 1");
    assert_eq!(text(&[19, 18], &[0, 3, 2]), "offsets[1] must be 0 to 2, not 3");
    assert_eq!(text(&[19], &[]), "offsets must have a length of 1 or more, not 0");
    assert!(matches!(replay(&[19], &[0]), Err(ReplayError::Offset { index: 0, .. })));
    assert_eq!(replay(&[], &[0]), Ok(arrays::Replay::default()));
    assert_eq!(replay(&[], &[0, 0]).unwrap().ends, [Board::START]);
}

#[test]
fn random_games_are_legal_whole_and_the_same_everywhere() {
    let games = random_games(0..500, 42);
    let replay = replay(&games.moves, &games.offsets).unwrap();
    assert!(replay.ends.iter().all(|board| board.is_game_over()));
    assert!(replay.ends.iter().all(|&board| board != Board::START));
    // Parts are parts of the whole.
    let parts = [0..1, 1..250, 250..500].map(|part| random_games(part, 42));
    assert_eq!(parts.map(|part| part.moves).concat(), games.moves);
    // Every level makes the same games.
    for &cpu in cpus() {
        let mut moves = [0; 64];
        let length = dispatch!(cpu, l => l.random_game(Board::START, 499, 42, &mut moves));
        assert_eq!(moves[..length], games.moves[games.offsets[499]..]);
    }
    // These moves never change: people publish seeds.
    assert_eq!(random_games(0..1, 0).moves[..12], FIRST_MOVES_OF_SEED_0);
    assert_eq!(random_games(2..3, 1).moves[..12], FIRST_MOVES_OF_GAME_2_OF_SEED_1);
    assert_ne!(random_games(0..1, 1).moves, random_games(0..1, 0).moves);
    assert_ne!(random_games(1..2, 0).moves, random_games(0..1, 0).moves);
    let _ = random_games(u64::MAX - 1..u64::MAX, u64::MAX);
    // Each first move has its share.
    let firsts = games.offsets[..500].iter().map(|&offset| games.moves[offset]);
    let share = firsts.filter(|&mv| mv == 19).count();
    assert!((90..160).contains(&share), "{share}");
}

const FIRST_MOVES_OF_GAME_2_OF_SEED_1: [u8; 12] = [19, 18, 17, 29, 37, 9, 21, 11, 10, 2, 0, 24];
const FIRST_MOVES_OF_SEED_0: [u8; 12] = [44, 43, 18, 53, 34, 20, 21, 33, 13, 19, 41, 37];

#[test]
#[should_panic = "out must have a length of 2, not 3"]
fn slices_have_the_same_length() {
    arrays::legal_moves(&[Board::START; 2], &mut [Bitboard::EMPTY; 3]);
}

#[test]
#[should_panic = "moves must have a length of 2, not 1"]
fn each_board_has_a_move() {
    let _ = arrays::play(&[Board::START; 2], &[19], &mut [Board::START; 2]);
}
