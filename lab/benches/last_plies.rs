//! Times the ways to search the last plies: `cargo bench --manifest-path lab/Cargo.toml --bench last_plies`.
//!
//! The inputs are calls of an exact search near the ends of FFO 20-39, with their windows, in bursts as the
//! search makes them: branch predictors see what they see in a solver. The searches run in turn, and the
//! least time of each counts. Nodes do not depend on the machine.

mod rows;

use std::hint::black_box;
use std::time::Instant;

use clap::Parser;
use reversi_bitboard::{Board, CpuLevel};
use reversi_gallery::solver::{self, LastPlies};
use reversi_notation::read_obf;
use reversi_search::{Engine, SolveRequest, Value};
use rows::Row;

#[derive(Parser)]
struct Args {
    /// Only this level.
    level: Option<CpuLevel>,
    /// Number of times that each search searches all inputs.
    #[arg(long, default_value_t = 40)]
    rounds: usize,
    #[command(flatten)]
    output: rows::Output,
}

/// A board and alpha.
type Call = (Board, i32);

/// Empties of the boards whose searches are recorded.
const ROOT_EMPTIES: u32 = 12;

/// Calls that follow each other, and how many such bursts of each root.
const BURST: usize = 64;
const BURSTS: usize = 2;

fn main() {
    let args = Args::parse();
    let mut recorded: [Vec<Call>; 3] = Default::default();
    for (root, score) in roots() {
        for alpha in [score - 1, score] {
            let mut calls: [Vec<Call>; 3] = Default::default();
            search(root, alpha, &mut |call: Call| match call.0.empties().len() {
                4 => calls[0].push(call),
                6 => calls[1].push(call),
                9 => calls[2].push(call),
                _ => {}
            });
            for (recorded, calls) in recorded.iter_mut().zip(&calls) {
                recorded.extend(bursts(calls));
            }
        }
    }
    let [four, six, nine] = recorded;
    measure("four empties", solver::last_four(), &four, &args);
    measure("six empties", solver::five_and_more(), &six, &args);
    // A call takes thousands of nodes, of which the first builds the list of empties.
    let few: Vec<Call> = nine.into_iter().step_by(NINE_STEP).collect();
    measure("nine empties", solver::five_and_more(), &few, &Args { rounds: args.rounds.min(10), ..args });
}

/// One of this many recorded calls with nine empties is timed.
const NINE_STEP: usize = 16;

/// Boards with [`ROOT_EMPTIES`] on the best lines of FFO 20-39, and their scores.
fn roots() -> Vec<Call> {
    let mut engine = Engine::builder().build().expect("a table of the default size");
    let mut roots = Vec::new();
    for line in read_obf(include_str!("../../examples/data/ffo-20-39.obf")) {
        let mut board = line.expect("a problem").position.board;
        let solution = engine.solve(&board, SolveRequest::exact()).expect("no limit");
        let Value::Exact(mut score) = solution.value() else { continue };
        for mv in solution.pv() {
            if board.empties().len() == ROOT_EMPTIES {
                roots.push((board, score));
                break;
            }
            board = mv.square().map_or_else(|| board.pass(), |square| board.play(square));
            score = -score;
        }
    }
    roots
}

/// A null-window search that tries moves with few replies first. With six empties and fewer it tries squares
/// of odd quadrants first, as the solver does with five.
fn search(board: Board, alpha: i32, report: &mut impl FnMut(Call)) -> i32 {
    if board.is_game_over() {
        return board.final_score();
    }
    if board.must_pass() {
        return -search(board.pass(), !alpha, report);
    }
    let empties = board.empties();
    report((board, alpha));
    let mut moves: Vec<_> = board.legal_moves().into_iter().collect();
    if empties.len() > 6 {
        moves.sort_by_key(|&square| board.play(square).legal_moves().len());
    } else {
        let quadrants = reversi_bitboard::mask::QUADRANTS;
        let is_even = |square| {
            let quadrant = quadrants.into_iter().find(|quadrant| quadrant.contains(square));
            quadrant.is_some_and(|quadrant| (quadrant & empties).len().is_multiple_of(2))
        };
        moves.sort_by_key(|&square| is_even(square));
    }
    let mut best = -64;
    for square in moves {
        best = best.max(-search(board.play(square), !alpha, report));
        if best > alpha {
            break;
        }
    }
    best
}

/// Some bursts, evenly spread.
fn bursts(calls: &[Call]) -> Vec<Call> {
    let step = calls.len() / BURSTS;
    (0..BURSTS).flat_map(|i| calls[i * step..].iter().take(BURST)).copied().collect()
}

fn measure(title: &str, mut searches: Vec<LastPlies>, calls: &[Call], args: &Args) {
    searches.retain(|search| args.level.is_none_or(|level| level == search.level));
    let mut times = vec![(Vec::new(), 0); searches.len()];
    for _ in 0..args.rounds {
        for (search, (ns, nodes)) in searches.iter().zip(&mut times) {
            let start = Instant::now();
            let all = black_box(calls).iter().map(|&(board, alpha)| search.search(board, alpha).1);
            *nodes = all.sum::<u64>();
            ns.push(start.elapsed().as_secs_f64() * 1e9 / calls.len() as f64);
        }
    }
    let least = |search: usize| rows::least(&times[search].0);
    let row = |(i, search): (usize, &LastPlies)| {
        let own = searches.iter().position(|other| other.level == search.level).expect("its own level");
        let (ns, nodes) = &times[i];
        let LastPlies { id, name, level, .. } = search;
        Row {
            table: title.to_owned(),
            cells: vec![id.to_string(), level.to_string(), name.to_string()],
            columns: vec![
                ("nodes", vec![*nodes as f64 / calls.len() as f64]),
                ("ns", ns.clone()),
                ("ratio", vec![least(i) / least(own)]),
            ],
        }
    };
    let rows: Vec<Row> = searches.iter().enumerate().map(row).collect();
    rows::print("Search | Level | Technique", &rows, &args.output);
}
