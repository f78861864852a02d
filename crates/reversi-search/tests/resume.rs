//! Checkpoints that another program changes, and solutions that a limit has cut.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use reversi_bitboard::Board;
use reversi_search::{Checkpoint, CheckpointErrorKind, Engine, Limits, ManyError, SolveRequest, Value};
use reversi_testkit::{Rng, line_score, reached};

fn engine(threads: usize) -> Engine {
    Engine::builder().hash_mib(4).threads(threads).build().unwrap()
}

fn boards(count: usize) -> Vec<Board> {
    let mut rng = Rng::with_seed(41);
    (0..count).map(|_| reached(&mut rng, 11)).collect()
}

/// A file that is removed when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let scratch = Scratch(std::env::temp_dir().join(format!("reversi-{}-{name}", std::process::id())));
        let _ = fs::remove_file(&scratch.0);
        scratch
    }

    /// What another program does that does not ask for the lock.
    fn set_len(&self, len: u64) {
        fs::File::options().write(true).open(&self.0).unwrap().set_len(len).unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_checkpoint_that_is_cut_or_extended_during_a_run_ends_the_run() {
    let file = Scratch::new("changed");
    for (threads, change) in [(1, -5), (1, 5), (2, -5), (1, i64::MIN)] {
        let _ = fs::remove_file(&file.0);
        let mut checkpoint = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap();
        let mut changed = None;
        let each = |_| {
            // Another thread may write between a look at the length and the change.
            if changed.is_none() || threads > 1 {
                let len = fs::metadata(&file.0).unwrap().len().saturating_add_signed(change);
                file.set_len(len);
                changed = Some(len);
            }
            ControlFlow::Continue(())
        };
        // More than the threads solve ahead of their caller.
        let error = engine(threads).resume_many(&mut checkpoint, boards(200), each).unwrap_err();
        let changed = changed.unwrap();
        let ManyError::Checkpoint(error) = error else { panic!("{error}") };
        assert_eq!(error.path, file.0);
        let CheckpointErrorKind::Changed { expected, found } = error.kind else { panic!("{error}") };
        assert!(found != expected && (threads > 1 || found == changed), "{found} {expected}");
        assert!(error.to_string().ends_with(&format!("it has {found} bytes, and {expected} were written")));
        if threads == 1 {
            assert_eq!(fs::metadata(&file.0).unwrap().len(), changed, "nothing more is written");
        }
    }
}

#[test]
fn a_checkpoint_that_is_cut_after_the_last_solution_is_noticed_as_well() {
    let file = Scratch::new("cut-at-the-end");
    let mut checkpoint = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap();
    let each = |_| {
        file.set_len(3);
        ControlFlow::Continue(())
    };
    let error = engine(1).resume_many(&mut checkpoint, boards(1), each).unwrap_err();
    let ManyError::Checkpoint(error) = error else { panic!("{error}") };
    assert!(matches!(error.kind, CheckpointErrorKind::Changed { found: 3, .. }), "{error}");
}

/// What is in the file has a whole line, and what is proven comes as solved.
#[test]
fn proven_positions_of_a_run_without_nodes_are_solved_and_stored() {
    let file = Scratch::new("proven");
    let (boards, mut engine) = (boards(5), engine(1));
    let scores: Vec<Value> =
        boards.iter().map(|board| engine.solve(board, SolveRequest::exact()).unwrap().value()).collect();
    let request = SolveRequest::exact().limits(Limits::new().nodes(0));
    let mut checkpoint = Checkpoint::open(&file.0, request.clone()).unwrap();
    let mut solved = Vec::new();
    let each = |one: reversi_search::Solved| {
        solved.push(one.result.unwrap());
        ControlFlow::Continue(())
    };
    assert_eq!(engine.resume_many(&mut checkpoint, boards.iter().copied(), each).unwrap(), None);
    for ((board, solution), score) in boards.iter().zip(&solved).zip(scores) {
        assert_eq!(solution.value(), score);
        assert_eq!(line_score(*board, solution.pv()).ok(), score.exact());
    }
    drop(checkpoint);
    assert_eq!(Checkpoint::open(&file.0, request).unwrap().len(), 5);
}
