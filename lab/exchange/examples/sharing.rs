//! Counts the cost of several threads of an engine: nodes that one thread does not search, slower nodes,
//! waiting.
//!
//! `cargo lab scaling` runs it, so that no other tool compiles the search a second time. Boards come from
//! standard input as OBF, the argument is the greatest number of threads. Tabs separate the cells of a row.

use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Context as _;
use indicatif::HumanCount;
use reversi_bitboard::Board;
use reversi_exchange::__internal::{Sharing, sharing};
use reversi_exchange::{Engine, SolveRequest};
use reversi_notation::read_obf;

const HEADER: &str = "run\tthreads\ts\tratio\tnodes\tratio\tgiven up\ttime of a node\tidle\twaiting\tsplits\tcut\t\
    joined\tsleeps";

fn main() -> anyhow::Result<()> {
    let most = std::env::args().nth(1).context("the greatest number of threads is missing")?.parse()?;
    let accounts = Accounts::new(&boards(&io::read_to_string(io::stdin())?)?, most)?;
    println!("{HEADER}");
    accounts.rows().for_each(|row| println!("{}", row.join("\t")));
    Ok(())
}

fn boards(obf: &str) -> anyhow::Result<Vec<Board>> {
    read_obf(obf).map(|line| Ok(line?.position.board)).collect()
}

/// A run through all boards in this process with each number of threads: board by board, and by
/// `solve_many`.
struct Accounts {
    solve: Vec<Account>,
    solve_many: Vec<Account>,
}

struct Account {
    threads: usize,
    nodes: u64,
    seconds: f64,
    sharing: Sharing,
}

impl Accounts {
    fn new(boards: &[Board], most_threads: usize) -> anyhow::Result<Accounts> {
        let runs = |run: &dyn Fn(&mut Engine) -> anyhow::Result<u64>| {
            (1..=most_threads).map(|threads| Account::new(threads, run)).collect::<anyhow::Result<Vec<_>>>()
        };
        let solve = runs(&|engine| {
            let nodes = |board| Ok(engine.solve(board, SolveRequest::exact())?.nodes());
            boards.iter().map(nodes).sum()
        })?;
        let solve_many = runs(&|engine| {
            let mut nodes = 0;
            engine.solve_many(boards.iter().copied(), SolveRequest::exact(), |solved| {
                nodes += solved.result.map_or(0, |solution| solution.nodes());
                ControlFlow::Continue(())
            })?;
            Ok(nodes)
        })?;
        Ok(Accounts { solve, solve_many })
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let runs = [("solve", &self.solve), ("solve_many", &self.solve_many)];
        runs.into_iter().flat_map(|(name, of)| of.iter().map(move |account| account.row(name, &of[0])))
    }
}

impl Account {
    fn new(threads: usize, run: &dyn Fn(&mut Engine) -> anyhow::Result<u64>) -> anyhow::Result<Account> {
        let mut engine = Engine::builder().threads(threads).build()?;
        let start = Instant::now();
        let nodes = run(&mut engine)?;
        let seconds = start.elapsed().as_secs_f64();
        Ok(Account { threads, nodes, seconds, sharing: sharing(&engine) })
    }

    /// The time of all threads together.
    fn all_seconds(&self) -> f64 {
        self.threads as f64 * self.seconds
    }

    fn seconds_of_a_node(&self) -> f64 {
        let busy = self.all_seconds() - (self.sharing.idle + self.sharing.waiting).as_secs_f64();
        busy / self.nodes as f64
    }

    /// Its row in a table, beside the account of one thread.
    fn row(&self, name: &str, one: &Account) -> Vec<String> {
        let Account { threads, nodes, seconds, sharing } = self;
        let percent = |part: f64| format!("{:.1} %", 100.0 * part);
        [
            name.to_owned(),
            threads.to_string(),
            format!("{seconds:.3}"),
            format!("{:.3}", seconds / one.seconds),
            HumanCount(*nodes).to_string(),
            format!("{:.3}", *nodes as f64 / one.nodes as f64),
            percent(sharing.nodes_given_up as f64 / *nodes as f64),
            format!("{:.3}", self.seconds_of_a_node() / one.seconds_of_a_node()),
            percent(sharing.idle.as_secs_f64() / self.all_seconds()),
            percent(sharing.waiting.as_secs_f64() / self.all_seconds()),
        ]
        .into_iter()
        .chain([sharing.splits, sharing.cuts, sharing.joins, sharing.sleeps].map(|count| count.to_string()))
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FFO_1_TO_19: &str = include_str!("../../../examples/data/ffo-1-19.obf");

    #[test]
    fn the_account_of_two_threads_explains_their_time() {
        let board = boards(FFO_1_TO_19).unwrap()[0];
        let accounts = Accounts::new(&[board; 2], 2).unwrap();
        for runs in [&accounts.solve, &accounts.solve_many] {
            let [one, two] = &runs[..] else { panic!("two runs") };
            assert_eq!((one.sharing.splits, one.sharing.joins, one.sharing.sleeps), (0, 0, 0));
            assert!(two.seconds_of_a_node() > 0.0, "a thread waits no longer than the run takes");
        }
        assert_eq!(accounts.rows().map(|row| row.len()).collect::<Vec<_>>(), [HEADER.split('\t').count(); 4]);
    }
}
