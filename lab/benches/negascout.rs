//! Nodes of fixed-depth searches with and without null windows, by the depth of the searches that sort the
//! moves (GRA-03): `cargo bench --manifest-path lab/Cargo.toml --bench negascout`.

mod rows;

use clap::Parser;
use reversi_bitboard::Board;
use reversi_eval::{Classical, Evaluator, Weights};
use reversi_gallery::solver::{FixedDepth, Method};
use rows::Row;

const DEPTH: u32 = 9;

#[derive(Parser)]
struct Args {
    #[command(flatten)]
    output: rows::Output,
}

fn main() {
    let args = Args::parse();
    let [_, (_, middle), _] = reversi_benches::phases();
    let boards: Vec<Board> = reversi_benches::boards(&middle).into_iter().step_by(50).collect();
    let weights = Weights::embedded_patterns().expect("there is memory");
    let mut rows = Vec::new();
    let evaluators: [(&str, &dyn Evaluator); 2] = [("classical", &Classical), ("patterns", &weights)];
    for (name, evaluator) in evaluators {
        for sorting_depth in 0..=4 {
            let nodes = |method| {
                let mut search = FixedDepth::new(evaluator, method, sorting_depth);
                for &board in &boards {
                    search.value(board, DEPTH);
                }
                search.nodes
            };
            let [plain, scout] = [Method::AlphaBeta, Method::NegaScout].map(|m| nodes(m) as f64 / 1e6);
            rows.push(Row {
                table: "negascout".to_owned(),
                cells: vec![name.to_owned(), format!("{sorting_depth} plies")],
                columns: vec![
                    ("alpha-beta, M nodes", vec![plain]),
                    ("NegaScout, M nodes", vec![scout]),
                    ("ratio", vec![scout / plain]),
                ],
            });
        }
    }
    rows::print("Evaluation | Sorted by", &rows, &args.output);
}
