//! The solutions of earlier runs, and a place for new ones.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use reversi_bitboard::Board;

use crate::api::{Solution, SolveRequest};
use crate::engine::checkpoint::{Checkpoint, CheckpointError, SolvedFile};

/// A checkpoint during a run. Each thread writes its solutions: a slow caller does not hold them up.
pub(super) struct Store<'a> {
    known: &'a HashMap<Board, Solution>,
    /// The file, or the first error. It ends the run.
    file: Mutex<Result<&'a mut SolvedFile, CheckpointError>>,
}

impl<'a> Store<'a> {
    pub(super) fn of(checkpoint: &'a mut Checkpoint) -> Store<'a> {
        let (known, file) = checkpoint.parts();
        Store { known, file: Mutex::new(Ok(file)) }
    }

    /// Returns the first error, if there was one.
    pub(super) fn end_run(self) -> Result<(), CheckpointError> {
        self.file.into_inner().unwrap_or_else(PoisonError::into_inner)?.end_run()
    }

    pub(super) fn known(&self, board: &Board) -> Option<&Solution> {
        self.known.get(board)
    }

    /// Adds a new solution to the file. Breaks if that has failed, now or before. A line that a limit has cut
    /// would not be read back, so the position is solved again in the next run.
    pub(super) fn keep(&self, request: &SolveRequest, board: Board, solution: &Solution) -> ControlFlow<()> {
        if !line_is_whole(request, board, solution) {
            return ControlFlow::Continue(());
        }
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(open) = &mut *file
            && let Err(error) = open.add(board, solution)
        {
            *file = Err(error);
        }
        if file.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Whether the line of an exact score inside of the window goes to the end of the game. Others need not.
fn line_is_whole(request: &SolveRequest, board: Board, solution: &Solution) -> bool {
    !solution.value.exact().is_some_and(|score| request.is_inside(score))
        || solution.pv.iter().copied().fold(board, Board::after).is_game_over()
}
