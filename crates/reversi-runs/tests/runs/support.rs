//! Folders for files, engines, and positions that are the same in every run.

use std::fs;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reversi_bitboard::{Bitboard, Board, Game, Square};
use reversi_engine::Engine;
use reversi_engine::question::Ask;
use reversi_engine::search::{AnalyzedMove, Event, Solved, StopReason};
use reversi_eval::Evaluator;
use reversi_runs::{Checkpoint, CheckpointErrorKind, RunError};
use reversi_testkit::{Rng, reached};

/// A folder that is removed when the test ends.
pub(super) struct Scratch(tempfile::TempDir);

impl Scratch {
    pub(super) fn new(name: &str) -> Scratch {
        Scratch(tempfile::Builder::new().prefix(&format!("reversi-runs-{name}-")).tempdir().unwrap())
    }

    pub(super) fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The file of most tests.
    pub(super) fn file(&self) -> PathBuf {
        self.at("file")
    }

    /// Where its damaged lines go.
    pub(super) fn rejected(&self) -> PathBuf {
        self.at("file.rejected")
    }

    pub(super) fn read(&self) -> Vec<u8> {
        fs::read(self.file()).unwrap()
    }

    pub(super) fn text(&self) -> String {
        fs::read_to_string(self.file()).unwrap()
    }

    pub(super) fn write(&self, bytes: impl AsRef<[u8]>) {
        fs::write(self.file(), bytes).unwrap();
    }

    /// The lines with their line breaks, the first one before all others.
    pub(super) fn lines(&self) -> Vec<Vec<u8>> {
        self.read().split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
    }

    /// Changes the file like a program that does not ask for the lock.
    pub(super) fn set_len(&self, len: u64) {
        fs::File::options().write(true).open(self.file()).unwrap().set_len(len).unwrap();
    }

    /// Adds a line, as a run that was killed leaves it.
    pub(super) fn append(&self, bytes: &[u8]) {
        fs::File::options().append(true).open(self.file()).unwrap().write_all(bytes).unwrap();
    }

    pub(super) fn open(&self, request: impl Into<Ask>) -> Checkpoint {
        Checkpoint::open(self.file(), request).unwrap()
    }

    /// A file beside.
    pub(super) fn open_at(&self, name: &str, request: impl Into<Ask>) -> Checkpoint {
        Checkpoint::open(self.at(name), request).unwrap()
    }
}

/// The path of a file that an error is of.
pub(super) fn ends_with(path: &Path, end: &str) -> bool {
    path.to_str().unwrap().ends_with(end)
}

pub(super) fn engine(threads: usize) -> Engine {
    Engine::builder().hash_mib(1).threads(threads).build().unwrap()
}

/// Counts corners, times a weight: engines with other weights have other evaluations.
struct Corners(i32);

impl Evaluator for Corners {
    fn evaluate_128(&self, board: &Board) -> i32 {
        let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
        let count =
            |discs: Bitboard| corners.into_iter().filter(|&corner| discs.contains(corner)).count() as i32;
        128 * self.0 * (count(board.player()) - count(board.opponent()))
    }
}

pub(super) fn engine_by(weight: i32) -> Engine {
    Engine::builder().hash_mib(1).evaluator(Arc::new(Corners(weight))).build().unwrap()
}

/// Engines with the same weights.
pub(super) fn engines(number: usize) -> Vec<Engine> {
    (0..number).map(|_| engine_by(1)).collect()
}

/// Returns positions of random games with this number of empty squares.
pub(super) fn boards(count: usize, empties: u32) -> Vec<Board> {
    let mut rng = Rng::with_seed(41);
    (0..count).map(|_| reached(&mut rng, empties)).collect()
}

/// Solves all boards, and returns what the callback got.
pub(super) fn solve(checkpoint: &Checkpoint, engine: &mut Engine, boards: &[Board]) -> Vec<Solved> {
    let mut all = Vec::new();
    solve_each(checkpoint, engine, boards.to_vec(), |solved| {
        all.push(solved);
        ControlFlow::Continue(())
    })
    .unwrap();
    all
}

/// A run whose callback gets the solutions and no progress.
pub(super) fn solve_each(
    checkpoint: &Checkpoint,
    engine: &mut Engine,
    boards: impl IntoIterator<Item = Board, IntoIter: Send>,
    mut each: impl FnMut(Solved) -> ControlFlow<()>,
) -> Result<Option<StopReason>, RunError> {
    checkpoint.solve_many(engine, boards, |event| match event {
        Event::Done(solved) => each(solved),
        _ => ControlFlow::Continue(()),
    })
}

/// All moves of a game.
pub(super) fn analyze_game(
    checkpoint: &Checkpoint,
    engine: &mut Engine,
    game: &Game,
) -> Result<Vec<AnalyzedMove>, RunError> {
    checkpoint.analyze_game(engine, game, |_| ControlFlow::Continue(()))
}

/// The problem of the file.
pub(super) fn of_file(error: RunError) -> CheckpointErrorKind {
    match error {
        RunError::Checkpoint(error) => error.kind,
        other => panic!("{other}"),
    }
}

/// An object with its checksum, as a line of a file.
pub(super) fn sealed(object: &str) -> String {
    let fields = object.strip_prefix('{').expect("an object");
    format!("{{\"crc\":\"{:08x}\",{fields}\n", crc32fast::hash(fields.as_bytes()))
}

/// The object of a line, without its checksum.
pub(super) fn unsealed(line: &[u8]) -> String {
    let line = str::from_utf8(line).unwrap().trim_end();
    format!("{{{}", line.split_once(',').unwrap().1)
}
