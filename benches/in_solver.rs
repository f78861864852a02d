//! Times solvers with one kernel exchanged on FFO 20-39: `cargo xtask kernels --in-solver`.
//!
//! Each row is a solver with one kernel in the place of the level's own, or with another order of the moves.
//! Its ratio is relative to the unchanged solver of the same level. The solvers run in turn, and the least
//! time of each counts. To time a few: `cargo bench -p reversi-benches --bench in_solver -- last x86-v4
//! --rounds 5`.

use std::time::Instant;

use clap::{Parser, ValueEnum};
use reversi_bitboard::notation::read_obf;
use reversi_bitboard::{Board, CpuLevel};
use reversi_gallery::solver::{self, Solver};
use reversi_search::{Engine, SolveError, SolveRequest};
use serde_json::json;

#[derive(Parser)]
struct Args {
    /// The primitive.
    primitive: Primitive,
    /// Only this level.
    level: Option<CpuLevel>,
    /// Only kernels whose id or name contains this, and the unchanged solver.
    #[arg(long, default_value = "")]
    kernel: String,
    /// Number of times that each solver solves all problems.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Number of the last FFO problem.
    #[arg(long, default_value_t = 39)]
    to: usize,
    /// A JSON object for each row, with the time of each round, instead of a table.
    #[arg(long)]
    json: bool,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Primitive {
    Flip,
    Last,
    /// Not a primitive: the depth of the searches that sort the moves.
    Sorting,
}

/// Solves a board and returns the nodes.
type Solve = Box<dyn Fn(&mut Engine, &Board) -> Result<u64, SolveError>>;

struct Row {
    level: CpuLevel,
    id: &'static str,
    name: &'static str,
    solve: Solve,
    /// One time a round.
    seconds: Vec<f64>,
    nodes: u64,
}

fn main() {
    let args = Args::parse();
    let problems = read_obf(include_str!("../examples/data/ffo-20-39.obf"));
    let problems = problems.map(|line| line.expect("a problem").position.board);
    let boards: Vec<Board> = problems.take(args.to.saturating_sub(19)).collect();
    let mut rows = rows(&args);
    for _ in 0..args.rounds {
        for row in &mut rows {
            let mut engine = Engine::builder().cpu(row.level).build().expect("a level of this machine");
            let start = Instant::now();
            row.nodes = boards.iter().map(|board| (row.solve)(&mut engine, board).expect("no limit")).sum();
            row.seconds.push(start.elapsed().as_secs_f64());
        }
    }
    let Some(first) = rows.first() else { return };
    let sorted_alike = !matches!(args.primitive, Primitive::Sorting);
    for row in rows.iter().filter(|_| sorted_alike) {
        assert_eq!(row.nodes, first.nodes, "{}: the nodes differ", row.id);
    }
    if args.json { print_json(&rows) } else { print_table(&rows) }
}

fn rows(args: &Args) -> Vec<Row> {
    let mut rows: Vec<Row> = CpuLevel::available()
        .map(|level| {
            row(
                level,
                "",
                "the unchanged solver",
                Box::new(|engine, board| Ok(engine.solve(board, SolveRequest::exact())?.nodes())),
            )
        })
        .collect();
    let take = |solver: Solver| {
        if solver.id.contains(&args.kernel) || solver.name.contains(&args.kernel) {
            let (level, id, name) = (solver.level, solver.id, solver.name);
            rows.push(row(
                level,
                id,
                name,
                Box::new(move |engine, board| {
                    Ok(solver.solve(engine, board, SolveRequest::exact())?.nodes())
                }),
            ));
        }
    };
    match args.primitive {
        Primitive::Flip => solver::flips(take),
        Primitive::Last => solver::last_flips(take),
        Primitive::Sorting => solver::sorting(take),
    }
    let levels: Vec<CpuLevel> = rows.iter().filter(|row| !row.id.is_empty()).map(|row| row.level).collect();
    rows.retain(|row| levels.contains(&row.level) && args.level.is_none_or(|level| level == row.level));
    rows.sort_by_key(|row| row.level);
    rows
}

fn row(level: CpuLevel, id: &'static str, name: &'static str, solve: Solve) -> Row {
    Row { level, id, name, solve, seconds: Vec::new(), nodes: 0 }
}

fn print_table(rows: &[Row]) {
    println!("| Kernel | Level | Technique | nodes | s | ratio |");
    println!("|---|---|---|--:|--:|--:|");
    let least = |row: &Row| row.seconds.iter().copied().fold(f64::INFINITY, f64::min);
    for row in rows {
        let own = rows.iter().find(|own| own.level == row.level).expect("the first of the level");
        let (Row { level, id, name, nodes, .. }, seconds) = (row, least(row));
        println!("| {id} | {level} | {name} | {nodes} | {seconds:.3} | {:.3} |", seconds / least(own));
    }
}

fn print_json(rows: &[Row]) {
    for Row { level, id, name, seconds, nodes, .. } in rows {
        let level = level.to_string();
        println!(
            "{}",
            json!({ "kernel": id, "level": level, "technique": name, "seconds": seconds, "nodes": nodes })
        );
    }
}
