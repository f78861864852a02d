//! Times solvers with one kernel exchanged: `cargo lab kernels --in-solver`.
//!
//! Each row is a solver with one kernel in the place of the level's own. Its ratio is relative to the
//! unchanged solver of the same level. The solvers run in turn, and the least time of each counts. To time a
//! few: `cargo bench --manifest-path lab/Cargo.toml --bench in_solver -- last-flip x86-v4 --rounds 5`.

mod rows;

use std::time::Instant;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use reversi_bitboard::{Board, CpuLevel};
use reversi_exchange::{Engine, SolveError, SolveRequest, Value};
use reversi_gallery::solver::{Family, Solver, solvers};
use reversi_notation::read_obf;

/// The FFO problems that each solver solves, of 15 to 20 empties: about a second for more than a hundred
/// solvers in several rounds.
const PROBLEMS: [usize; 7] = [21, 22, 23, 24, 25, 29, 30];

#[derive(Parser)]
struct Args {
    /// The family to exchange, or all of them in turn.
    #[arg(value_parser = families())]
    families: &'static [Family],
    /// Only this level.
    level: Option<CpuLevel>,
    /// Only kernels whose id or name contains this, and the unchanged solver.
    #[arg(long, default_value = "")]
    kernel: String,
    /// Number of times that each solver solves all problems.
    #[arg(long, default_value_t = 6)]
    rounds: usize,
    #[command(flatten)]
    output: rows::Output,
}

fn families() -> impl TypedValueParser<Value = &'static [Family]> {
    let named = |name: String| match Family::ALL.iter().find(|family| family.name() == name) {
        Some(family) => std::slice::from_ref(family),
        None => Family::ALL,
    };
    PossibleValuesParser::new(Family::ALL.iter().map(|family| family.name()).chain(["all"])).map(named)
}

/// Solves a board and returns the value and the nodes.
type Solve = Box<dyn Fn(&mut Engine, &Board) -> Result<(Value, u64), SolveError>>;

struct Row {
    level: CpuLevel,
    id: &'static str,
    name: &'static str,
    solve: Solve,
    /// One time a round.
    seconds: Vec<f64>,
    values: Vec<Value>,
    nodes: u64,
}

fn main() {
    let args = Args::parse();
    let problems = read_obf(include_str!("../../examples/data/ffo-20-39.obf"));
    let problems = problems.map(|line| line.expect("a problem").position.board);
    let chosen = |(number, _): &(usize, Board)| PROBLEMS.contains(number);
    let boards: Vec<Board> = (20..).zip(problems).filter(chosen).map(|(_, board)| board).collect();
    for &family in args.families {
        print(family, &measure(family, &args, &boards), &args.output);
    }
}

fn measure(family: Family, args: &Args, boards: &[Board]) -> Vec<Row> {
    let mut rows = solvers_of(family, args);
    for _ in 0..args.rounds {
        // The first solver of a round is slower than the same one later: it runs once without a clock.
        if let Some(row) = rows.first() {
            let mut engine = Engine::builder().cpu(row.level).build().expect("a level of this machine");
            boards.iter().for_each(|board| drop((row.solve)(&mut engine, board)));
        }
        for row in &mut rows {
            let mut engine = Engine::builder().cpu(row.level).build().expect("a level of this machine");
            let start = Instant::now();
            let solved = boards.iter().map(|board| (row.solve)(&mut engine, board).expect("no limit"));
            let nodes: Vec<u64>;
            (row.values, nodes) = solved.unzip();
            row.seconds.push(start.elapsed().as_secs_f64());
            row.nodes = nodes.iter().sum();
        }
    }
    if let Some(first) = rows.first() {
        for row in &rows {
            assert_eq!(row.values, first.values, "{}: the values differ", row.id);
            assert!(row.nodes == first.nodes || !family.keeps_nodes(), "{}: the nodes differ", row.id);
        }
    }
    rows
}

fn solvers_of(family: Family, args: &Args) -> Vec<Row> {
    let solve = |engine: &mut Engine, board: &Board| {
        let solution = engine.solve(board, SolveRequest::exact())?;
        Ok((solution.value(), solution.nodes()))
    };
    let mut rows: Vec<Row> =
        CpuLevel::available().map(|level| row(level, "", "the unchanged solver", Box::new(solve))).collect();
    solvers(family, |solver: Solver| {
        if solver.id.contains(&args.kernel) || solver.name.contains(&args.kernel) {
            let (level, id, name) = (solver.level, solver.id, solver.name);
            let solve = move |engine: &mut Engine, board: &Board| {
                let solution = solver.solve(engine, board, SolveRequest::exact())?;
                Ok((solution.value(), solution.nodes()))
            };
            rows.push(row(level, id, name, Box::new(solve)));
        }
    });
    let levels: Vec<CpuLevel> = rows.iter().filter(|row| !row.id.is_empty()).map(|row| row.level).collect();
    rows.retain(|row| levels.contains(&row.level) && args.level.is_none_or(|level| level == row.level));
    rows.sort_by_key(|row| row.level);
    rows
}

fn row(level: CpuLevel, id: &'static str, name: &'static str, solve: Solve) -> Row {
    Row { level, id, name, solve, seconds: Vec::new(), values: Vec::new(), nodes: 0 }
}

fn print(family: Family, solvers: &[Row], output: &rows::Output) {
    let row = |row: &Row| {
        let own = solvers.iter().find(|own| own.level == row.level).expect("the first of the level");
        rows::Row {
            table: family.name().to_owned(),
            cells: vec![row.id.to_owned(), row.level.to_string(), row.name.to_owned()],
            columns: vec![
                ("M nodes", vec![row.nodes as f64 / 1e6]),
                ("s", row.seconds.clone()),
                ("ratio to the solver as it is", vec![rows::least(&row.seconds) / rows::least(&own.seconds)]),
            ],
        }
    };
    let rows: Vec<rows::Row> = solvers.iter().map(row).collect();
    rows::print("Kernel | Level | Technique", &rows, output);
}
