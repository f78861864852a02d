//! Instructions, mispredicted branches and cache misses of fixed work at x86-v3, which Valgrind counts and
//! the load of the machine does not change: `cargo tools instructions`.
//!
//! Only the body of a benchmark is counted. Its setup builds the engine and uses all that is made on first
//! use. Caches are those of a small cloud guest: 32 KB L1, and 1 MB L2 as Valgrind's last level.
#![allow(missing_docs, reason = "gungraun's macros make public functions")]

use std::hint::black_box;

use gungraun::prelude::*;
use gungraun::{Callgrind, main};
use reversi_bitboard::notation::read_obf;
use reversi_bitboard::{Bitboard, Board, CpuLevel};
use reversi_search::{Analysis, AnalyzeRequest, Engine, Selectivity, Solution, SolveRequest};

const FFO: &str = include_str!("../../examples/data/ffo-20-39.obf");
const MIDGAME: &str = include_str!("../../examples/data/midgame-30.obf");
/// Lines of a square and both sets in hexadecimal.
const RECORDED: [&str; 3] = [
    include_str!("../recorded/opening.txt"),
    include_str!("../recorded/middle.txt"),
    include_str!("../recorded/last_four.txt"),
];

fn boards(obf: &str) -> Vec<Board> {
    read_obf(obf).map(|line| line.expect("a position").position.board).collect()
}

/// An engine that has done each kind of work, with an empty table.
fn engine() -> Engine {
    let mut engine = Engine::builder().cpu(CpuLevel::X86V3).build().expect("Valgrind has x86-v3");
    let mut board = Board::START;
    while !board.is_game_over() {
        black_box(engine.evaluate(&board));
        let first = board.legal_moves().into_iter().next();
        board = first.map_or_else(|| board.pass(), |square| board.play(square));
    }
    black_box(&engine.solve(&boards(FFO)[0], SolveRequest::exact()).expect("no limit"));
    engine.clear_hash();
    engine
}

fn ffo(number: usize) -> (Engine, Board) {
    (engine(), boards(FFO)[number - 20])
}

#[library_benchmark]
#[bench::ffo_22(args = (22), setup = ffo)]
#[bench::ffo_23(args = (23), setup = ffo)]
#[bench::ffo_24(args = (24), setup = ffo)]
#[bench::ffo_27(args = (27), setup = ffo)]
#[bench::ffo_29(args = (29), setup = ffo)]
#[bench::ffo_30(args = (30), setup = ffo)]
#[bench::ffo_33(args = (33), setup = ffo)]
fn solve((mut engine, board): (Engine, Board)) -> (Engine, Solution) {
    let solution = engine.solve(&board, SolveRequest::exact()).expect("no limit");
    (engine, solution) // dropped outside
}

#[library_benchmark]
#[bench::depth_10(args = (boards(MIDGAME)), setup = with_engine)]
fn analyze((mut engine, boards): (Engine, Vec<Board>)) -> (Engine, Vec<Analysis>) {
    let request = AnalyzeRequest::depth(10).selectivity(Selectivity::P73);
    let analyze = |board| engine.analyze(board, request.clone()).expect("no limit");
    let analyses = boards.iter().map(analyze).collect();
    (engine, analyses)
}

#[library_benchmark]
#[bench::each_once(args = (recorded_boards()), setup = with_engine)]
fn evaluate((engine, boards): (Engine, Vec<Board>)) -> (Engine, f32) {
    let sum = boards.iter().map(|board| engine.evaluate(board)).sum();
    (engine, sum)
}

/// Of games and searches, from 57 empties down.
fn recorded_boards() -> Vec<Board> {
    let set = |set: &str| Bitboard(u64::from_str_radix(set, 16).expect("a set in hexadecimal"));
    let board = |line: &str| match line.split(' ').skip(1).map(set).collect::<Vec<_>>()[..] {
        [player, opponent] => Board::new(player, opponent).expect("sets without a common square"),
        _ => panic!("not a move: {line:?}"),
    };
    RECORDED.iter().flat_map(|text| text.lines()).map(board).collect()
}

// All problems with one table, as the example `solve` does.
#[library_benchmark]
#[bench::ffo_20_39(args = (boards(FFO)), setup = with_engine)]
fn solve_all((mut engine, boards): (Engine, Vec<Board>)) -> (Engine, Vec<Solution>) {
    let solve = |board| engine.solve(board, SolveRequest::exact()).expect("no limit");
    let solutions = boards.iter().map(solve).collect();
    (engine, solutions)
}

fn with_engine(boards: Vec<Board>) -> (Engine, Vec<Board>) {
    (engine(), boards)
}

library_benchmark_group!(name = few, benchmarks = [solve, analyze, evaluate]);
library_benchmark_group!(name = whole, benchmarks = solve_all);

main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args([
        "--branch-sim=yes",
        "--cache-sim=yes",
        "--I1=32768,8,64",
        "--D1=32768,8,64",
        "--LL=1048576,16,64",
    ])),
    library_benchmark_groups = [few, whole]
);
