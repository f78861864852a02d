//! Analyses of games: moves that are equal by symmetry, and losses that agree with the scores beside them.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use reversi_bitboard::{Board, Color, Game, Move, Position, Square, Symmetry};
use reversi_engine::search::{AnalyzedMove, AnswerErrorKind};
use reversi_engine::{
    AnalyzeError, AnalyzeRequest, Engine, Limits, Line, Progress, Selectivity, SolveRequest,
};
use reversi_eval::{Classical, Evaluator, to_discs};
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
    losses(24);
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn a_loss_is_the_difference_of_the_scores_beside_it_in_60_games() {
    losses(60);
}

/// Plays games with each kind of request in turn; 24 games cover each kind with each selectivity.
fn losses(games: usize) {
    let mut rng = Rng::with_seed(32);
    let mut stopped = 0;
    for i in 0..games {
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
    assert!(stopped > 2 * games, "{stopped}");
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
        for nodes in (0..30_000).step_by(499) {
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

/// The positions of a random game that has a pass.
fn positions() -> Vec<Position> {
    let mut rng = Rng::with_seed(31);
    let mut games = std::iter::repeat_with(|| random_game(&mut rng));
    let game = games.find(|game| game.moves().any(|mv| mv == Move::Pass)).unwrap();
    game.turns().map(|(position, _)| position).collect()
}

fn no_callback(_: &Progress<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Everything about a move except its time.
fn told(turn: &AnalyzedMove) -> (Position, Move, u32, Line, Vec<Line>, u64) {
    let analysis = turn.analysis();
    let lines = analysis.lines().to_vec();
    (turn.position(), turn.played(), turn.loss(), turn.line().clone(), lines, analysis.nodes())
}

#[test]
fn one_move_of_a_position_has_the_analysis_of_its_game() {
    for request in [AnalyzeRequest::depth(3), AnalyzeRequest::depth(4).lines(3)] {
        for position in positions().into_iter().step_by(3) {
            for played in position.board.legal_plays() {
                let mut game = Game::from_position(position);
                game.play(played).unwrap();
                let of_game = engine().analyze_game(&game, request.clone()).unwrap();
                let found =
                    engine().analyze_moves(position, &[played], request.clone(), no_callback).unwrap();
                assert!(found.iter().map(told).eq(of_game.iter().map(told)), "{played} at {position}");
            }
        }
    }
}

/// Each move is searched as thoroughly as by itself, and all have the same best one beside them.
#[test]
fn several_moves_share_one_search_of_their_position() {
    let request = AnalyzeRequest::depth(4);
    for position in positions().into_iter().filter(|position| position.board.empties().len() > 4) {
        let moves: Vec<Move> = position.board.legal_plays().collect();
        let found = engine().analyze_moves(position, &moves, request.clone(), no_callback).unwrap();
        assert!(
            found.iter().map(AnalyzedMove::played).eq(moves.iter().copied()),
            "in the order of the moves"
        );
        let all = engine().analyze(&position.board, request.clone().lines(moves.len())).unwrap();
        let best = found[0].analysis();
        for turn in &found {
            assert_eq!(turn.analysis(), best, "the same search");
            assert_eq!(turn.position(), position);
            let line = all.lines().iter().find(|line| line.best_move() == Some(turn.played())).unwrap();
            assert_eq!(turn.line().value(), line.value(), "{} at {position}", turn.played());
            assert_eq!(turn.loss(), score(&all.lines()[0]).abs_diff(score(line)));
        }
        assert!(moves.len() == 1 || best.lines().len() == 1, "the lines are those of the request");
    }
}

#[test]
fn moves_that_are_equal_by_symmetry_are_searched_once() {
    let moves: Vec<Move> = Board::START.legal_plays().collect();
    let search = |moves: &[Move]| {
        engine().analyze_moves(Position::START, moves, AnalyzeRequest::depth(6), no_callback).unwrap()
    };
    let (all, one) = (search(&moves), search(&moves[..1]));
    assert_eq!((all.len(), moves.len()), (4, 4));
    for turn in &all {
        assert_eq!((turn.loss(), turn.analysis().nodes()), (0, one[0].analysis().nodes()));
        assert_eq!(turn.line().best_move(), Some(turn.played()));
        let boards = |turn: &AnalyzedMove| canonical_boards(Board::START, turn.line());
        assert_eq!(boards(turn), boards(&one[0]), "mirrored");
    }
    assert!(search(&[]).is_empty());
}

#[test]
fn a_forced_pass_is_a_move_and_what_is_not_legal_is_refused() {
    let passes = |position: &Position| position.board.legal_plays().eq([Move::Pass]);
    let position = positions().into_iter().find(passes).unwrap();
    let search = |position, moves: &[Move]| {
        engine().analyze_moves(position, moves, AnalyzeRequest::depth(3), no_callback)
    };
    let found = search(position, &[Move::Pass]).unwrap();
    let [turn] = &found[..] else { panic!("{} moves", found.len()) };
    assert_eq!((turn.played(), turn.loss()), (Move::Pass, 0));
    assert_eq!(turn.line(), &turn.analysis().lines()[0]);
    let [good, bad] = [Square::F5, Square::A1].map(Move::from);
    for (position, moves) in [
        (Position::START, vec![bad]),
        (Position::START, vec![good, bad]),
        (Position::START, vec![Move::Pass]),
        (position, vec![Move::Pass, good]),
    ] {
        assert_eq!(search(position, &moves).unwrap_err(), AnalyzeError::NoMoves, "{moves:?}");
    }
}

#[test]
fn a_move_that_is_not_among_those_of_the_request_is_searched_as_well() {
    let request = AnalyzeRequest::depth(3).only(Square::D6.into());
    let board = Board::START.play(Square::F5);
    let position = Position { board, side: Color::White };
    let moves = [Square::D6, Square::F4].map(Move::from);
    let found = engine().analyze_moves(position, &moves, request, no_callback).unwrap();
    let free = engine().analyze_moves(position, &moves, AnalyzeRequest::depth(3), no_callback).unwrap();
    assert_eq!(found.len(), 2);
    for (found, free) in found.iter().zip(&free) {
        assert_eq!(found.line().value(), free.line().value());
    }
}

#[test]
fn a_move_has_the_analysis_of_its_own_position() {
    let depth_2 = AnalyzeRequest::depth(2);
    let [here, there] = [Board::START, Board::START.play(Square::F5)]
        .map(|board| engine().analyze(&board, depth_2.clone()).unwrap());
    let line = here.lines()[0].clone();
    assert!(AnalyzedMove::new(Position::START, line.clone(), here).is_ok());
    let error = AnalyzedMove::new(Position::START, line, there).unwrap_err();
    assert_eq!(error.kind, AnswerErrorKind::OtherPosition);
}
