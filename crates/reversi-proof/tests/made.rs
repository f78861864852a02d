//! Proofs of random boards are accepted, by both checkers; a false claim has none; limits.

use std::ops::ControlFlow;
use std::time::Duration;

use reversi_bitboard::{Board, Color, Position};
use reversi_proof::{Checker, Claim, Library, MAX_LEAF_EMPTIES, ProofErrorKind, verify};
use reversi_search::{Engine, Limits, ProveError, ProveRequest, SolveRequest, Stop, StopReason};
use reversi_testkit::{FFO_40, Rng, START, exact_score, reached, scattered};

use crate::support::{File, engine, ffo_1, proof, python, written};

/// A position of a random game, or a board that no game reaches: with many passes and early ends.
fn random_board(rng: &mut Rng, empties: u32) -> Board {
    if rng.u8(..4) == 0 { scattered(rng, empties, 1) } else { reached(rng, empties) }
}

fn score(engine: &mut Engine, board: Board) -> i32 {
    engine.solve(&board, SolveRequest::exact()).unwrap().value().exact().unwrap()
}

/// Makes proofs of all three claims of a board, and refuses the two claims next to the truth.
fn prove_and_check(engine: &mut Engine, board: Board, leaf_empties: u32) -> Vec<u8> {
    let score = score(engine, board);
    for claim in [Claim::AtLeast(score), Claim::AtMost(score), Claim::AtLeast((score - 3).max(-64))] {
        let file = proof(engine, board, claim, leaf_empties);
        let verified = verify(&file).unwrap_or_else(|error| panic!("{board} {claim}: {error}"));
        assert_eq!((verified.position().board, verified.claim()), (board, claim));
    }
    for claim in [Claim::AtLeast(score + 1), Claim::AtMost(score - 1), Claim::Exactly(score + 2)] {
        if (-64..=64).contains(&claim.score()) {
            let error = engine.prove(&board, ProveRequest::claim(claim)).unwrap_err();
            assert!(matches!(error, ProveError::False { .. }), "{board} {claim}: {error}");
        }
    }
    let request = ProveRequest::exact().leaf_empties(leaf_empties);
    let file = engine.prove(&board, request).unwrap().to_bytes();
    let verified = verify(&file).unwrap_or_else(|error| panic!("{board}: {error}"));
    assert_eq!((verified.claim(), verified.leaf_empties()), (Claim::Exactly(score), leaf_empties));
    assert_eq!(File::of(&file).positions, verified.positions().to_string());
    file
}

/// Makes the proofs of `count` boards; both checkers accept each of the first ones.
fn random_boards(count: u64, by_python: u64, most_empties: u32) {
    let (mut rng, mut engine) = (Rng::with_seed(37), engine());
    let mut names = Vec::new();
    for i in 0..count {
        let empties = if i < by_python { 8 + i as u32 % 4 } else { rng.u32(8..=most_empties) };
        let board = random_board(&mut rng, empties);
        let file = prove_and_check(&mut engine, board, rng.u32(2..=MAX_LEAF_EMPTIES));
        if i < by_python {
            names.push(written(&format!("board-{i}.proof"), &file));
        }
    }
    let Some(output) = python(&names) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), names.len());
}

#[test]
fn proofs_of_random_boards_are_accepted() {
    random_boards(60, 12, 12);
}

#[test]
#[ignore = "minutes"]
fn proofs_of_2000_random_boards_are_accepted() {
    random_boards(2000, 200, 16);
}

#[test]
fn a_checker_with_threads_finds_the_same() {
    let file = proof(&mut engine(), ffo_1(), Claim::Exactly(18), 6);
    let alone = verify(&file).unwrap();
    assert!(alone.leaves() > 100 && alone.positions() > 100);
    for threads in [0, 2, 5] {
        assert_eq!(Checker::new().threads(threads).verify(&file), Ok(alone.clone()));
    }
    let wrong = File { claim: "exactly 20".to_owned(), ..File::of(&file) }.bytes();
    for threads in [1, 2, 5] {
        assert!(Checker::new().threads(threads).verify(&wrong).is_err());
    }
    assert!(Checker::new().positions(alone.positions()).verify(&file).is_ok());
    assert!(Checker::new().positions(alone.positions() - 1).verify(&file).is_err());
}

#[test]
fn the_same_engine_makes_the_same_proof() {
    let board = ffo_1();
    let made = || proof(&mut engine(), board, Claim::Exactly(18), 8);
    assert_eq!(made(), made());
}

/// A position is in a proof once, however it is turned and by whatever order of moves it is reached.
#[test]
fn symmetric_and_transposed_positions_are_there_once() {
    let board: Board = "OOOOOOOOOOOOOOOOOOXXXXOOO-XXXX-OO-XXXX-OOOXXXXOOOOOOOOOOOOOOOOOO X".parse().unwrap();
    let score = exact_score(board);
    let file = proof(&mut engine(), board, Claim::AtMost(score), 0);
    // The four first moves are one; each later position is shared as well.
    let verified = verify(&file).unwrap();
    assert!(verified.positions() <= 10, "{verified:?}");
}

#[test]
fn the_side_to_move_is_that_of_the_file() {
    let board = ffo_1();
    let proof = engine().prove(&board, ProveRequest::exact()).unwrap();
    for side in [Color::Black, Color::White] {
        let file = proof.clone().with_side(side).to_bytes();
        assert_eq!(File::of(&file).board, Position { board, side }.to_string());
        assert_eq!(verify(&file).unwrap().position(), Position { board, side });
    }
}

#[test]
fn games_that_are_over_and_wipe_outs_have_proofs_without_moves() {
    let mut engine = engine();
    for (board, score) in [
        ("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X", 64),
        ("OOO------------------------------------------------------------- X", -64),
        ("XXO------------------------------------------------------------- X", 64),
        ("---------------------------------------------------------------- X", 0),
    ] {
        let file = prove_and_check(&mut engine, board.parse().unwrap(), 8);
        assert_eq!(File::of(&file).claim, format!("exactly {score}"));
        assert!(File::of(&file).moves.is_empty());
    }
}

#[test]
fn requests_out_of_range_are_refused() {
    let mut engine = engine();
    let board = START.parse().unwrap();
    let mut refused = |request| engine.prove(&board, request).unwrap_err().to_string();
    let request = ProveRequest::exact().leaf_empties(11);
    assert_eq!(refused(request), "leaf_empties must be 0 to 10, not 11");
    assert_eq!(refused(ProveRequest::claim(Claim::AtMost(65))), "score must be -64 to 64, not 65");
    assert_eq!(refused(ProveRequest::claim(Claim::AtLeast(-65))), "score must be -64 to 64, not -65");
}

#[test]
fn limits_end_the_call() {
    let mut engine = engine();
    let reason = |error| match error {
        ProveError::Interrupted { reason, .. } => reason,
        error => panic!("{error}"),
    };
    let start = START.parse().unwrap();
    let stop = Stop::new();
    stop.set();
    for (limits, expected) in [
        (Limits::new().nodes(10_000), StopReason::Nodes),
        (Limits::new().time(Duration::from_millis(5)), StopReason::Time),
        (Limits::new().stop(&stop), StopReason::Stop),
    ] {
        let request = ProveRequest::claim(Claim::AtLeast(2)).limits(limits);
        assert_eq!(reason(engine.prove(&start, request).unwrap_err()), expected);
    }
    // The solve is over, the strategy is not.
    let board = ffo_1();
    let nodes = engine.solve(&board, SolveRequest::exact()).unwrap().nodes();
    let request = ProveRequest::exact().leaf_empties(0);
    for limits in [Limits::new().nodes(nodes / 50), Limits::new().stop(&stop)] {
        let error = engine.prove(&board, request.clone().limits(limits)).unwrap_err();
        assert!(matches!(error, ProveError::Interrupted { positions: 1.., .. }), "{error:?}");
    }
    let board = FFO_40.trim_end_matches(';').parse().unwrap();
    let mut positions = Vec::new();
    let error = engine.prove_with(&board, request, |progress| {
        positions.push(progress.done());
        if positions.last() > Some(&100) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(reason(error.unwrap_err()), StopReason::Callback);
    assert!(positions.is_sorted() && positions[0] == 0 && positions.last() > Some(&100), "{positions:?}");
}

#[test]
fn a_proof_may_rest_on_others() {
    trunks(6);
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn twenty_proofs_may_rest_on_others() {
    trunks(20);
}

/// A trunk proves nothing alone, and everything with the proofs of its leaves, or better ones.
fn trunks(count: u32) {
    let (mut rng, mut engine) = (Rng::with_seed(4), engine());
    for i in 0..count {
        let board = random_board(&mut rng, 11);
        let request = match score(&mut engine, board) {
            score if i % 3 == 0 => ProveRequest::claim(Claim::AtMost(score)),
            score if i % 3 == 1 => ProveRequest::claim(Claim::AtLeast(score)),
            _ => ProveRequest::exact(),
        };
        let trunk = engine.prove(&board, request.open_at(8)).unwrap();
        let file = trunk.to_bytes();
        assert_eq!(File::of(&file).leaves, "8 open");
        let (mut library, mut exact, mut names) = (Library::new(), Library::new(), Vec::new());
        for (i, &(leaf, claim)) in trunk.open().iter().enumerate() {
            assert_eq!(leaf.empties().len(), 8);
            let error = Checker::new().verify_with(&file, &library).unwrap_err().kind;
            let ProofErrorKind::Open { board, claim: needed } = error else { panic!("{error}") };
            assert!(
                trunk.open()[i..].iter().any(|&(b, c)| b.canonical().0 == board && c == needed),
                "{board}"
            );
            let shard = proof(&mut engine, leaf, claim, 6);
            library.add(&verify(&shard).unwrap());
            names.push(written(&format!("shard-{count}-{i}.proof"), &shard));
            let leaf_score = score(&mut engine, leaf);
            exact.add(&verify(&proof(&mut engine, leaf, Claim::Exactly(leaf_score), 6)).unwrap());
        }
        names.push(written(&format!("trunk-{count}.proof"), &file));
        if let Some((all, alone)) = python(&names).zip(python(&names[names.len() - 1..])) {
            assert!(all.status.success());
            let alone = String::from_utf8(alone.stdout).unwrap();
            assert_eq!(alone.contains("no proof of its own"), !trunk.open().is_empty(), "{alone}");
        }
        for library in [library, exact] {
            let verified = Checker::new().verify_with(&file, &library).unwrap();
            assert_eq!((verified.position().board, verified.claim()), (board, trunk.claim()));
        }
    }
}

/// A proof of another bound, side or position does not count.
#[test]
fn the_proof_of_another_claim_is_not_enough() {
    let mut engine = engine();
    let board = ffo_1();
    let trunk = engine.prove(&board, ProveRequest::claim(Claim::AtLeast(18)).open_at(14)).unwrap();
    assert_eq!(trunk.open(), [(board, Claim::AtLeast(18))]);
    assert_eq!(trunk.positions(), 0);
    let verified = |engine: &mut Engine, claim| verify(&proof(engine, board, claim, 8)).unwrap();
    let mut library = Library::new();
    for claim in [Claim::AtLeast(16), Claim::AtMost(18), Claim::AtMost(20)] {
        library.add(&verified(&mut engine, claim));
        assert!(Checker::new().verify_with(&trunk.to_bytes(), &library).is_err(), "{claim}");
    }
    library.add(&verified(&mut engine, Claim::AtLeast(18)));
    library.add(&verified(&mut engine, Claim::AtLeast(16)));
    assert!(Checker::new().verify_with(&trunk.to_bytes(), &library).is_ok());
    // The same of a leaf where the other side moves.
    let trunk = engine.prove(&board, ProveRequest::claim(Claim::AtMost(18)).open_at(14)).unwrap();
    assert_eq!(trunk.open(), [(board, Claim::AtMost(18))]);
    let mut bounds = Library::new();
    for claim in [Claim::AtMost(20), Claim::AtLeast(18)] {
        bounds.add(&verified(&mut engine, claim));
        assert!(Checker::new().verify_with(&trunk.to_bytes(), &bounds).is_err(), "{claim}");
    }
    bounds.add(&verified(&mut engine, Claim::AtMost(18)));
    assert!(Checker::new().verify_with(&trunk.to_bytes(), &bounds).is_ok());
    // Leaves that are not open are searched, whatever is known.
    let wrong = File {
        claim: "at-least 20".to_owned(),
        ..File::of(&proof(&mut engine, board, Claim::AtLeast(18), 8))
    };
    assert!(Checker::new().verify_with(&wrong.bytes(), &library).is_err());
    let request = ProveRequest::exact().open_at(64);
    let error = engine.prove(&board, request).unwrap_err().to_string();
    assert_eq!(error, "leaf_empties must be 0 to 63, not 64");
}
