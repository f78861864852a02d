//! Engines that have to agree.

use std::fmt;

use fastrand::Rng;
use reversi_engine::{Board, BuildError, CpuLevel, Engine, Quirks, Solution, SolveRequest};
use reversi_testkit::levels_and_quirks;

/// A hash table when it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Table {
    /// Knows nothing.
    Cold,
    /// Knows what all positions before have left in it.
    Warm,
    /// Has room for next to nothing.
    Tiny,
}

impl Table {
    const ALL: [Table; 3] = [Table::Cold, Table::Warm, Table::Tiny];

    fn bytes(self) -> usize {
        match self {
            Table::Cold => 1 << 20,
            Table::Warm => 4 << 20,
            Table::Tiny => 0,
        }
    }
}

pub(super) struct Contestant {
    engine: Engine,
    slow_pext: bool,
    pub(super) table: Table,
}

impl Contestant {
    /// Every CPU level of this machine, with its quirk if it knows one, with every table, with one thread and with two.
    /// The first is the slowest and plainest of them.
    pub(super) fn all() -> Result<Vec<Contestant>, BuildError> {
        let mut all = Vec::new();
        for (level, quirks) in levels_and_quirks() {
            for table in Table::ALL {
                for threads in [1, 2] {
                    all.push(Contestant::new(level, quirks, table, threads)?);
                }
            }
        }
        Ok(all)
    }

    fn new(cpu: CpuLevel, quirks: Quirks, table: Table, threads: usize) -> Result<Contestant, BuildError> {
        let settings = Engine::builder().cpu(cpu).quirks(quirks).hash_bytes(table.bytes()).threads(threads);
        Ok(Contestant { engine: settings.build()?, slow_pext: quirks.slow_pext, table })
    }

    /// The engine, which has forgotten everything if it is to be cold.
    pub(super) fn engine(&mut self) -> &mut Engine {
        if self.table == Table::Cold {
            self.engine.clear_hash();
        }
        &mut self.engine
    }

    /// An answer, which a request without limits always has.
    pub(super) fn solve(&mut self, board: &Board, request: &SolveRequest) -> Solution {
        self.engine().solve(board, request.clone()).expect("there are no limits")
    }

    /// Whether it searches the same nodes as all others of which that is true.
    pub(super) fn counts_nodes(&self) -> bool {
        self.table == Table::Cold && self.engine.threads() == 1
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quirk = if self.slow_pext { " with slow PEXT" } else { "" };
        let (level, threads) = (self.engine.cpu_level(), self.engine.threads());
        write!(f, "{level}{quirk}, {:?} table, {threads} threads", self.table)
    }
}

/// A few, drawn by lot.
pub(super) fn some<'a>(all: &'a mut [Contestant], rng: &mut Rng) -> impl Iterator<Item = &'a mut Contestant> {
    rng.choose_multiple(all.iter_mut(), 3).into_iter()
}
