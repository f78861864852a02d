//! Nodes of fixed-depth searches with and without null windows, by the depth of the searches that sort the
//! moves (GRA-03).

use reversi_bitboard::Board;
use reversi_eval::{Classical, Evaluator, Weights};
use reversi_gallery::solver::{FixedDepth, Method};

mod recorded;

const DEPTH: u32 = 9;

fn main() {
    let [_, (_, middle), _] = recorded::phases();
    let boards: Vec<Board> = recorded::boards(&middle).into_iter().step_by(50).collect();
    let weights = Weights::embedded_patterns().expect("there is memory");
    println!("Nodes of {DEPTH} plies from {} boards.\n", boards.len());
    println!("| Evaluation | Sorted by | Alpha-beta | NegaScout | ratio |");
    println!("|---|---|--:|--:|--:|");
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
            let [plain, scout] = [Method::AlphaBeta, Method::NegaScout].map(nodes);
            let ratio = scout as f64 / plain as f64;
            println!("| {name} | {sorting_depth} plies | {plain} | {scout} | {ratio:.3} |");
        }
    }
}
