//! The engines that must agree.

use std::fmt;

use fastrand::Rng;
use reversi_engine::cpu::{CpuLevel, Quirks};
use reversi_engine::{Board, BuildError, Engine, Solution, SolveRequest};
use reversi_testkit::levels_and_quirks;

/// The state of an engine's hash table at the start of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Table {
    /// Empty.
    Cold,
    /// Holds entries of all earlier positions.
    Warm,
    /// Of minimal size.
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
    /// Engines for every combination of CPU level of this machine, quirk, table, and one or two threads. The
    /// first one is the reference: portable, with a cold table and one thread.
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

    /// The engine. A cold table is cleared first.
    pub(super) fn engine(&mut self) -> &mut Engine {
        if self.table == Table::Cold {
            self.engine.clear_hash();
        }
        &mut self.engine
    }

    /// Solves a board. A request without limits always has an answer.
    pub(super) fn solve(&mut self, board: &Board, request: &SolveRequest) -> Solution {
        self.engine().solve(board, request.clone()).expect("there are no limits")
    }

    /// Whether the node count is deterministic: all such engines search the same nodes.
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

/// Three random engines.
pub(super) fn some<'a>(all: &'a mut [Contestant], rng: &mut Rng) -> impl Iterator<Item = &'a mut Contestant> {
    rng.choose_multiple(all.iter_mut(), 3).into_iter()
}
