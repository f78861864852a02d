//! Analyses of games: moves that are equal by symmetry, and losses that agree with the scores beside them.

use std::sync::Arc;
use std::time::Duration;

use reversi_bitboard::{Board, Game, Move, Position, Symmetry};
use reversi_eval::{Classical, Evaluator, to_discs};
use reversi_search::{AnalyzeRequest, AnalyzedMove, Engine, Limits, Line, Selectivity, SolveRequest};
use reversi_testkit::{Passes, Rng, any_board, random_game, replay};

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

fn score(line: &Line) -> i32 {
    line.value().score().unwrap()
}

/// The boards of a line, up to symmetry.
fn canonical_boards(board: Board, line: &Line) -> Vec<Board> {
    let boards = (1..=line.pv().len()).map(|n| replay(board, &line.pv()[..n]).unwrap());
    boards.map(|board| board.canonical().0).collect()
}

#[test]
fn the_four_first_moves_share_score_and_line() {
    for selectivity in Selectivity::ALL {
        for depth in 1..=9 {
            let request = AnalyzeRequest::depth(depth).selectivity(selectivity);
            let one = engine().analyze(&Board::START, request.clone()).unwrap();
            let all = engine().analyze(&Board::START, request.clone().lines(usize::MAX)).unwrap();
            assert_eq!(all.nodes(), one.nodes(), "they are searched once");
            assert_eq!(all.lines().len(), 4);
            let mut moves: Vec<_> = all.lines().iter().map(|line| line.best_move().unwrap()).collect();
            moves.sort_unstable();
            moves.dedup();
            assert_eq!(moves.len(), 4);
            for line in all.lines() {
                assert_eq!(line.value(), one.value());
                assert_eq!(
                    canonical_boards(Board::START, line),
                    canonical_boards(Board::START, &one.lines()[0])
                );
            }
            let two = engine().analyze(&Board::START, request.lines(2)).unwrap();
            assert_eq!(two.lines(), &all.lines()[..2]);
        }
    }
}

#[test]
fn no_first_move_of_a_game_is_blamed() {
    let mut engine = engine();
    for first in ["d3", "c4", "f5", "e6"] {
        let game: Game = first.parse().unwrap();
        for selectivity in [Selectivity::P73, Selectivity::P95, Selectivity::P100] {
            for depth in 1..=10 {
                let request = AnalyzeRequest::depth(depth).selectivity(selectivity);
                let turns = engine.analyze_game(&game, request).unwrap();
                assert_eq!(turns[0].loss(), 0, "{first} {depth}@{selectivity}");
                assert_eq!(turns[0].line().value(), turns[0].analysis().value());
                assert_eq!(turns[0].line().best_move(), Some(turns[0].played()));
            }
        }
    }
}

/// Minimax on an evaluation that gives symmetric boards the same value. The embedded one may differ by a
/// disc.
fn minimax(board: Board, depth: u32) -> i32 {
    reversi_testkit::minimax(board, depth, Passes::AreFree, &|board, depth| {
        let over = board.player().is_empty() || board.opponent().is_empty() || board.is_game_over();
        match depth {
            _ if over => Some(board.final_score()),
            0 => Some(to_discs(Classical.evaluate_128(&board))),
            _ => None,
        }
    })
}

/// Symmetric boards: by a mirror, by both, by a diagonal. The lines of all moves are those of minimax.
#[test]
fn moves_of_symmetric_boards_have_the_score_of_their_own_search() {
    let mut rng = Rng::with_seed(31);
    let mirrors = [Symmetry::MIRROR_FILES, Symmetry::MIRROR_RANKS, Symmetry::TRANSPOSE];
    let mut shared = 0;
    for i in 0..120 {
        let symmetry = mirrors[i % 3];
        let board = any_board(&mut rng);
        let player = board.player() | symmetry.bitboard(board.player());
        let opponent = (board.opponent() | symmetry.bitboard(board.opponent())) & !player;
        let Ok(board) = Board::new(player, opponent) else { unreachable!("they are disjoint") };
        if board.must_pass() || board.is_game_over() {
            continue;
        }
        let mut engine = Engine::builder().hash_mib(1).evaluator(Arc::new(Classical)).build().unwrap();
        let analysis = engine.analyze(&board, AnalyzeRequest::depth(3).lines(usize::MAX)).unwrap();
        assert_eq!(analysis.lines().len() as u32, board.legal_moves().len(), "{board}");
        assert!(analysis.lines().is_sorted_by_key(|line| -score(line)));
        for line in analysis.lines() {
            let square = line.best_move().unwrap().square().unwrap();
            assert_eq!(score(line), -minimax(board.play(square), 2), "{board} {line:?}");
            let end = replay(board, line.pv()).unwrap(); // the line is legal
            assert!(end.is_game_over() || line.pv().iter().filter(|&&mv| mv != Move::Pass).count() == 3);
            let image = symmetry.square(square);
            let image = analysis.lines().iter().find(|line| line.best_move() == Some(Move::Place(image)));
            shared += usize::from(image.unwrap() != line);
            assert_eq!(canonical_boards(board, image.unwrap()), canonical_boards(board, line));
        }
    }
    assert!(shared > 100, "{shared}");
}

fn assert_losses_agree(turns: &[AnalyzedMove], request: &AnalyzeRequest) {
    for turn in turns {
        let (best, played) = (&turn.analysis().lines()[0], turn.line());
        let context = || format!("{} {} {request:?}", turn.position(), turn.played());
        assert_eq!(turn.loss() as i32, score(best) - score(played), "{}", context());
        assert!(score(played) <= score(best), "{}", context());
        assert!(turn.analysis().lines().is_sorted_by_key(|line| -score(line)), "{}", context());
        assert_eq!(played.best_move(), Some(turn.played()), "{}", context());
        for line in turn.analysis().lines() {
            let same = line.best_move() == Some(turn.played());
            assert!(!same || score(line) == score(played), "{}", context());
        }
    }
}

#[test]
fn a_loss_is_the_difference_of_the_scores_beside_it() {
    let mut rng = Rng::with_seed(32);
    let mut stopped = 0;
    for i in 0..60 {
        let game = random_game(&mut rng);
        let request = match i % 4 {
            0 => AnalyzeRequest::depth(rng.u32(1..=6)),
            1 => AnalyzeRequest::depth(rng.u32(4..=9)),
            2 => AnalyzeRequest::unlimited().limits(Limits::new().nodes(rng.u64(0..20_000))),
            _ => AnalyzeRequest::unlimited().total_limits(Limits::new().time(Duration::from_millis(60))),
        };
        let request = request.selectivity(Selectivity::ALL[i / 4 % 6]).lines(1 + i % 3);
        let turns = engine().analyze_game(&game, request.clone()).unwrap();
        assert_losses_agree(&turns, &request);
        stopped += turns.iter().filter(|turn| turn.analysis().stopped().is_some()).count();
    }
    assert!(stopped > 100, "{stopped}");
}

/// A search that is stopped anywhere: between the best move and the played one as well.
#[test]
fn a_loss_agrees_wherever_the_search_is_stopped() {
    let mut rng = Rng::with_seed(33);
    for _ in 0..6 {
        let whole = random_game(&mut rng);
        let (position, played) = whole.turns().nth(20).unwrap();
        let mut game = Game::from_position(position);
        game.play(played).unwrap();
        for nodes in (0..30_000).step_by(200) {
            let limits = Limits::new().nodes(nodes);
            let request = AnalyzeRequest::unlimited().selectivity(Selectivity::P73).limits(limits);
            let turns = engine().analyze_game(&game, request.clone()).unwrap();
            assert_losses_agree(&turns, &request);
        }
    }
}

/// A played move that a stopped search finds better than the best one proves nothing about the position.
#[test]
fn stopped_searches_of_a_played_move_claim_no_proof() {
    let mut rng = Rng::with_seed(34);
    for _ in 0..10 {
        let whole = random_game(&mut rng);
        let late = |position: &Position| position.board.empties().len() == 13;
        let Some((position, played)) = whole.turns().find(|(position, _)| late(position)) else { continue };
        let exact = engine().solve(&position.board, SolveRequest::exact()).unwrap().value();
        let mut game = Game::from_position(position);
        game.play(played).unwrap();
        for nodes in (0..20_000).step_by(499) {
            let request = AnalyzeRequest::unlimited().limits(Limits::new().nodes(nodes));
            let turn = engine().analyze_game(&game, request).unwrap().pop().unwrap();
            let value = turn.analysis().value();
            assert!(value.exact().is_none() || value == exact, "{position} {value}");
        }
    }
}
