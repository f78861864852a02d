//! Analysis against minimax without a table on the same evaluation, and its promises about lines, limits and
//! proofs.

use std::ops::ControlFlow;
use std::time::Duration;

use reversi_bitboard::{Bitboard, Board, Move};
use reversi_engine::search::{Clock, StopReason};
use reversi_engine::{
    Analysis, AnalyzeError, AnalyzeRequest, Engine, Level, Limits, Line, Selectivity, SolveRequest, Stop,
    Value,
};
use reversi_eval::{Classical, Evaluator, Weights, to_discs};
use reversi_notation::read_obf;
use reversi_testkit::{Passes, Rng, after, exact_score, levels_and_quirks, random_game, reached, replay};

/// Minimax with the evaluation `depth` moves ahead.
fn minimax(evaluator: &dyn Evaluator, board: Board, depth: u32) -> i32 {
    reversi_testkit::minimax(board, depth, Passes::AreFree, &|board, depth| {
        let wiped_out = board.player().is_empty() || board.opponent().is_empty();
        match depth {
            _ if wiped_out || board.empties().is_empty() => Some(board.final_score()),
            0 => Some(to_discs(evaluator.evaluate_128(&board))),
            _ => board.is_game_over().then(|| board.final_score()),
        }
    })
}

fn engine(hash_bytes: usize) -> Engine {
    Engine::builder().hash_bytes(hash_bytes).build().unwrap()
}

/// The value that a search without selectivity has to return.
fn full_width(board: Board, depth: u32, score: i32) -> Value {
    if depth >= board.empties().len() {
        Value::Exact(score)
    } else {
        Value::Estimate { score, depth, selectivity: Selectivity::P100 }
    }
}

/// Every move is legal, the line is as long as the search was deep, and its last board has the score of the
/// line.
fn assert_line_leads_to_its_score(evaluator: &dyn Evaluator, board: Board, line: &Line, depth: u32) {
    let at = replay(board, line.pv()).unwrap();
    let sign = if line.pv().len().is_multiple_of(2) { 1 } else { -1 };
    let placed = line.pv().iter().filter(|&&mv| mv != Move::Pass).count() as u32;
    let evaluated = placed == depth && line.value().exact().is_none();
    assert!(evaluated || at.is_game_over(), "{board} {line:?}");
    let reached = if evaluated { minimax(evaluator, at, 0) } else { at.final_score() };
    assert_eq!(Some(sign * reached), line.value().score(), "{board} {line:?}");
}

#[test]
fn full_width_is_minimax_whatever_the_table_holds() {
    let mut rng = Rng::with_seed(1);
    let weights = Weights::embedded().unwrap();
    let mut engines = [0, 4 << 10, 4 << 20].map(engine);
    for i in 0..200 {
        let board = reached(&mut rng, 1 + i % 56);
        // Every other time the deeper searches come first.
        for depth in if i % 2 == 0 { [1, 2, 3, 4, 5] } else { [4, 5, 3, 2, 1] } {
            let expected = minimax(&weights, board, depth);
            for engine in &mut engines {
                let analysis = engine.analyze(&board, AnalyzeRequest::depth(depth)).unwrap();
                assert_eq!(analysis.value(), full_width(board, depth, expected), "{board} {depth}");
                assert_line_leads_to_its_score(&weights, board, &analysis.lines()[0], depth);
                assert_eq!(analysis.stopped(), None);
            }
        }
    }
}

/// Moves that are listed together have the scores that they have on their own.
#[test]
fn multi_pv_is_a_search_of_each_move() {
    let mut rng = Rng::with_seed(3);
    let weights = Weights::embedded().unwrap();
    let mut engine = engine(1 << 20);
    for i in 0..150 {
        let board = reached(&mut rng, 2 + i % 55);
        let depth = 2 + i % 3;
        let count = board.legal_moves().len() as usize;
        let wanted = 1 + rng.usize(..6);
        let analysis = engine.analyze(&board, AnalyzeRequest::depth(depth).lines(wanted)).unwrap();
        assert_eq!(analysis.lines().len(), wanted.min(count.max(1)));
        assert!(analysis.lines().is_sorted_by_key(|line| -line.value().score().unwrap()));
        for line in analysis.lines() {
            let mv = line.best_move().unwrap();
            let left = depth - u32::from(mv != Move::Pass);
            let expected = -minimax(&weights, after(board, mv), left);
            assert_eq!(line.value(), full_width(board, depth, expected), "{board} {mv}");
            assert_line_leads_to_its_score(&weights, board, line, depth);
        }
        // No unlisted move is better.
        let mut scores: Vec<_> = board.legal_moves().into_iter().collect();
        scores.retain(|&square| analysis.lines().iter().all(|line| line.best_move() != Some(square.into())));
        let worst = analysis.lines().last().unwrap().value().score().unwrap();
        for square in scores {
            assert!(-minimax(&weights, board.play(square), depth - 1) <= worst, "{board} {square}");
        }
    }
}

/// A search of some moves has the scores that these moves have in a search of all, and no other move.
#[test]
fn a_restricted_search_has_the_best_of_its_moves() {
    let mut rng = Rng::with_seed(9);
    let weights = Weights::embedded().unwrap();
    let mut engine = engine(1 << 20);
    for i in 0..150 {
        let board = reached(&mut rng, 2 + i % 55);
        let legal = board.legal_moves();
        let depth = 2 + i % 3;
        let only = Bitboard(rng.u64(..));
        let request = AnalyzeRequest::depth(depth).lines(64).only(only);
        match engine.analyze(&board, request) {
            Err(error) => {
                assert_eq!(error, AnalyzeError::NoMoves);
                assert!(!legal.is_empty() && (legal & only).is_empty(), "{board}");
            }
            Ok(analysis) if legal.is_empty() => assert_eq!(analysis.lines().len(), 1),
            Ok(analysis) => {
                assert_eq!(analysis.lines().len(), (legal & only).len() as usize);
                for line in analysis.lines() {
                    let mv = line.best_move().unwrap();
                    assert!(only.contains(mv.square().unwrap()), "{board} {mv}");
                    let expected = -minimax(&weights, after(board, mv), depth - 1);
                    assert_eq!(line.value(), full_width(board, depth, expected), "{board} {mv}");
                }
            }
        }
    }
}

/// A restriction to all moves has no effect: the same lines, and the same nodes.
#[test]
fn a_restriction_to_all_moves_changes_no_node() {
    let mut rng = Rng::with_seed(10);
    for i in 0..20 {
        let board = reached(&mut rng, 10 + 2 * i);
        let ask = |request: AnalyzeRequest| {
            let analysis = engine(1 << 20).analyze(&board, request).unwrap();
            (analysis.lines().to_vec(), analysis.nodes())
        };
        let request = AnalyzeRequest::depth(7).lines(2);
        assert_eq!(ask(request.clone()), ask(request.only(!Bitboard::EMPTY)), "{board}");
    }
}

/// The exact score of some moves proves no bounds of the position.
#[test]
fn the_progress_of_a_restricted_search_proves_nothing_of_the_position() {
    let mut rng = Rng::with_seed(11);
    let mut worse = 0;
    for _ in 0..40 {
        let board = reached(&mut rng, 10);
        let Some(first) = board.legal_moves().first() else { continue };
        let expected = exact_score(board);
        let request = AnalyzeRequest::unlimited().only(Bitboard::EMPTY.with_square(first));
        let analysis = engine(0).analyze_with(&board, request, |progress| {
            let bounds = progress.bounds();
            assert!(bounds.exact().is_none_or(|score| score == expected), "{board}: {bounds}");
            ControlFlow::Continue(())
        });
        worse += u32::from(analysis.unwrap().value() != Value::Exact(expected));
    }
    assert!(worse > 10, "{worse}");
}

/// No estimate that an analysis leaves in the table becomes part of a proof.
#[test]
fn proofs_after_analyses() {
    let mut rng = Rng::with_seed(4);
    let mut engines = [0, 256, 4 << 10, 4 << 20].map(engine);
    for i in 0..300 {
        let board = reached(&mut rng, 5 + i % 5);
        let expected = exact_score(board);
        for engine in &mut engines {
            for _ in 0..4 {
                let selectivity = Selectivity::ALL[rng.usize(..6)];
                let request = AnalyzeRequest::depth(rng.u32(1..12)).selectivity(selectivity);
                let analysis = engine.analyze(&board, request.lines(rng.usize(1..4))).unwrap();
                assert!(analysis.value().exact().is_none_or(|score| score == expected), "{board}");
            }
            let solution = engine.solve(&board, SolveRequest::exact()).unwrap();
            assert_eq!(solution.value(), Value::Exact(expected), "{board}");
        }
    }
}

/// The same where selective searches go to the end of the game without being exact.
#[test]
fn proofs_after_selective_searches_to_the_end() {
    let mut rng = Rng::with_seed(5);
    for i in 0..12 {
        let board = reached(&mut rng, 15 + i % 3);
        let expected = engine(1 << 20).solve(&board, SolveRequest::exact()).unwrap().value();
        for bytes in [0, 4 << 10, 4 << 20] {
            let mut engine = engine(bytes);
            for selectivity in [Selectivity::P73, Selectivity::P99, Selectivity::P87] {
                let request = AnalyzeRequest::unlimited().selectivity(selectivity);
                let analysis = engine.analyze(&board, request).unwrap();
                assert!(
                    matches!(analysis.value(), Value::Estimate { selectivity: s, .. } if s == selectivity)
                );
            }
            assert_eq!(engine.solve(&board, SolveRequest::exact()).unwrap().value(), expected, "{board}");
            let exact = engine.analyze(&board, AnalyzeRequest::unlimited()).unwrap();
            assert_eq!(exact.value(), expected);
            assert_line_leads_to_its_score(&Classical, board, &exact.lines()[0], 64);
        }
    }
}

/// Of moves with the same exact score the surest search before the proof chooses, with any number of lines.
#[test]
fn of_equal_moves_the_one_that_looked_best_stays_first() {
    let (mut rng, mut engine, mut solver) = (Rng::with_seed(8), engine(1 << 20), engine(1 << 20));
    let mut ties = 0;
    for i in 0..60 {
        let board = reached(&mut rng, 13 + i % 3);
        let mut exact = |mv: Move| {
            let solution = solver.solve(&after(board, mv), SolveRequest::exact()).unwrap();
            -solution.value().exact().unwrap()
        };
        for lines in [1, 3] {
            engine.clear_hash();
            let mut likely = None;
            let request = AnalyzeRequest::unlimited().lines(lines);
            let found = engine.analyze_with(&board, request, |progress| {
                let line = &progress.lines()[0];
                if line.value().exact().is_none() {
                    likely = line.best_move();
                }
                ControlFlow::Continue(())
            });
            let (found, likely) = (found.unwrap(), likely.unwrap());
            let best = found.value().exact().unwrap();
            if exact(likely) == best {
                assert_eq!(found.best_move(), Some(likely), "{board}");
                let equal = board.legal_moves().into_iter().filter(|&square| exact(square.into()) == best);
                ties += usize::from(equal.count() > 1);
            }
        }
    }
    assert!(ties > 20, "{ties}");
}

/// Every `step`-th position from games, with 40 and with 30 empties.
fn recorded(step: usize) -> Vec<Board> {
    let files = [
        include_str!("../../../examples/data/midgame-40.obf"),
        include_str!("../../../examples/data/midgame-30.obf"),
    ];
    let lines = files.into_iter().flat_map(read_obf).step_by(step);
    lines.map(|line| line.unwrap().position.board).collect()
}

#[test]
fn selective_searches_agree_with_full_width() {
    selective_searches(2);
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn selective_searches_of_all_positions_agree_with_full_width() {
    selective_searches(1);
}

/// Measures the loss of accuracy by ProbCut, on positions from games.
fn selective_searches(step: usize) {
    let mut engine = engine(16 << 20);
    let (mut best, mut error, boards) = (0, 0, recorded(step));
    for board in &boards {
        let mut analyze = |request| engine.analyze(board, request).unwrap();
        let all = analyze(AnalyzeRequest::depth(9).lines(64));
        let selective = analyze(AnalyzeRequest::depth(9).selectivity(Selectivity::P73));
        let found = all.lines().iter().find(|line| line.best_move() == selective.best_move()).unwrap();
        best += usize::from(found.value() == all.value());
        error += selective.value().score().unwrap().abs_diff(all.value().score().unwrap());
    }
    assert!(best * 100 >= boards.len() * 90, "{best} of {} best moves", boards.len());
    assert!(error as usize <= boards.len(), "scores off by {error} on {} positions", boards.len());
}

#[test]
fn same_nodes_on_every_level() {
    same_nodes(5);
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn same_nodes_of_all_positions_on_every_level() {
    same_nodes(1);
}

fn same_nodes(step: usize) {
    let nodes: Vec<u64> = levels_and_quirks()
        .map(|(level, quirks)| {
            let builder = Engine::builder().hash_bytes(1 << 20).cpu(level).quirks(quirks);
            let mut engine = builder.build().unwrap();
            let request = AnalyzeRequest::depth(12).selectivity(Selectivity::P87).lines(2);
            recorded(step).iter().map(|board| engine.analyze(board, request.clone()).unwrap().nodes()).sum()
        })
        .collect();
    assert!(nodes.iter().all(|&n| n == nodes[0]), "{nodes:?}");
}

#[test]
fn node_limits_are_kept_to_one_percent() {
    let mut rng = Rng::with_seed(6);
    for empties in [56, 40, 30, 24, 20] {
        let board = reached(&mut rng, empties);
        let mut engine = engine(1 << 20);
        for limit in [0, 1, 10_000, 100_000, 1_000_000] {
            engine.clear_hash();
            let limits = Limits::new().nodes(limit);
            let analysis = engine.analyze(&board, AnalyzeRequest::unlimited().limits(limits)).unwrap();
            if analysis.stopped().is_some() {
                assert_eq!(analysis.stopped(), Some(StopReason::Nodes));
                let most = limit + (limit / 100).max(500);
                assert!(
                    (limit..=most).contains(&analysis.nodes()),
                    "{empties}: {} of {limit}",
                    analysis.nodes()
                );
            }
            assert_legal(board, &analysis);
        }
    }
}

/// There is a best move, and the whole line can be played.
fn assert_legal(board: Board, analysis: &Analysis) {
    assert!(analysis.best_move().is_some());
    assert!(replay(board, analysis.pv()).is_ok());
}

#[test]
fn there_is_a_move_however_tight_the_limits() {
    let stop = Stop::new();
    stop.set();
    let mut rng = Rng::with_seed(7);
    let mut engine = engine(1 << 20);
    let no_time = Clock::new(Duration::ZERO, Duration::ZERO);
    for i in 0..100 {
        let board = reached(&mut rng, 1 + i % 60);
        for (request, reason) in [
            (AnalyzeRequest::unlimited().limits(Limits::new().nodes(0)), StopReason::Nodes),
            (AnalyzeRequest::unlimited().limits(Limits::new().time(Duration::ZERO)), StopReason::Time),
            (AnalyzeRequest::level(Level::MAX).limits(Limits::new().stop(&stop)), StopReason::Stop),
            (AnalyzeRequest::unlimited().clock(no_time), StopReason::Time),
        ] {
            let analysis = engine.analyze(&board, request).unwrap();
            let solved = reason == StopReason::Time && board.empties().len() <= 14;
            assert_eq!(analysis.stopped(), (!solved).then_some(reason), "{board}");
            assert_legal(board, &analysis);
        }
    }
}

/// A stopped analysis reports an exact score only if no move can be better.
#[test]
fn stopped_analyses_claim_no_more_than_they_have_proven() {
    let mut rng = Rng::with_seed(9);
    let mut engine = engine(1 << 16);
    for i in 0..2000 {
        let board = reached(&mut rng, 1 + i % 8);
        let limits = Limits::new().nodes(rng.u64(..300));
        let request = AnalyzeRequest::unlimited().lines(rng.usize(1..4)).limits(limits);
        let analysis = engine.analyze(&board, request).unwrap();
        if let Some(score) = analysis.value().exact() {
            assert_eq!(score, exact_score(board), "{board} {:?}", analysis.stopped());
        }
    }
}

#[test]
fn a_callback_sees_each_depth_and_ends_it() {
    let mut depths = Vec::new();
    let analysis = engine(16 << 20)
        .analyze_with(&Board::START, AnalyzeRequest::depth(30), |progress| {
            let Some(Value::Estimate { depth, .. }) = progress.lines().first().map(Line::value) else {
                return ControlFlow::Continue(()); // on a busy machine before the first search
            };
            depths.push(depth);
            if depth == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
    assert_eq!(analysis.stopped(), Some(StopReason::Callback));
    depths.dedup(); // it is called in between as well
    assert_eq!(depths, (1..=7).collect::<Vec<_>>());
}

/// Also where a selective search first finds a move better and then does not.
#[test]
fn the_move_that_was_played_is_searched_as_thoroughly_as_the_best() {
    let mut rng = Rng::with_seed(11);
    let draft = |line: &Line| match line.value() {
        Value::Estimate { depth, selectivity, .. } => Some((depth, selectivity)),
        _ => None,
    };
    let request = AnalyzeRequest::depth(6).selectivity(Selectivity::P87);
    for _ in 0..40 {
        let mut game = random_game(&mut rng);
        while game.moves().len() > 40 {
            game.undo();
        }
        for turn in engine(1 << 20).analyze_game(&game, request.clone()).unwrap() {
            let best = &turn.analysis().lines()[0];
            assert_eq!(draft(turn.line()), draft(best), "{} {}", turn.position(), turn.played());
        }
    }
}

/// Counts the nodes of some positions together. Levels that share a search have equal ones.
#[test]
fn a_level_takes_no_fewer_nodes_than_the_one_before() {
    let mut rng = Rng::with_seed(43);
    let mut engine = engine(1 << 20);
    for empties in [40, 30, 20] {
        let boards = [(); 6].map(|()| reached(&mut rng, empties));
        let nodes = |level| {
            let request = AnalyzeRequest::level(Level::new(level).unwrap());
            let of = |board: &Board| {
                engine.clear_hash();
                engine.analyze(board, request.clone()).unwrap().nodes()
            };
            boards.iter().map(of).sum::<u64>()
        };
        let nodes: Vec<_> = (0..=16).map(nodes).collect();
        assert!(nodes.is_sorted() && nodes[16] > 100 * nodes[4], "{empties}: {nodes:?}");
    }
}
