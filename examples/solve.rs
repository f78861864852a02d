//! Solves endgames exactly: the FFO problems 20-39, or the boards of the command line.
//!
//! `cargo run --release -p reversi-examples --example solve`

use std::time::Instant;

use reversi_engine::notation::{ObfLine, read_obf};
use reversi_engine::{Engine, SolveRequest};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let boards: Vec<String> = std::env::args().skip(1).collect();
    let (first, text) = match boards.is_empty() {
        true => (20, include_str!("data/ffo-20-39.obf").to_owned()),
        false => (1, boards.join("\n")),
    };
    let problems: Vec<ObfLine> = read_obf(&text).collect::<Result<_, _>>()?;

    let mut engine = Engine::builder().build()?;
    let (start, mut total_nodes, mut wrong) = (Instant::now(), 0, 0);
    println!("index empties score    ok  best       nodes   seconds");
    for (index, problem) in (first..).zip(&problems) {
        let board = problem.position.board;
        let solution = engine.solve(&board, SolveRequest::exact())?; // proven
        let ok = match problem.best_score() {
            None => "-",
            known if known == solution.value().exact() => "ok",
            Some(_) => "WRONG",
        };
        println!(
            "{index:>5} {:>7} {:>5} {ok:>5}  {:<4} {:>11} {:>9.3}",
            board.empties().len(),
            solution.value(),
            solution.best_move().map_or("-".to_owned(), |mv| mv.to_string()),
            solution.nodes(),
            solution.elapsed().as_secs_f64(),
        );
        total_nodes += solution.nodes();
        wrong += usize::from(ok == "WRONG");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} solved, {wrong} wrong, {total_nodes} nodes in {seconds:.3} s, CPU level {}",
        problems.len(),
        engine.cpu_level()
    );
    Ok(())
}
