//! Fixed work at x86-v3, whose instructions, mispredicted branches and cache misses Valgrind counts for
//! `cargo tools instructions`. The load of the machine does not change them.
//!
//! ```text
//! reversi-instructions          the names of the entries, one a line
//! reversi-instructions NAME     does the work of an entry
//! ```
//!
//! Only [`counted`] is counted. The code before it builds the engine and uses everything that is made on
//! first use, except for the entry of a first solve.

use std::any::Any;
use std::hint::black_box;
use std::process::ExitCode;

use reversi_bitboard::{Bitboard, Board, CpuLevel};
use reversi_notation::read_obf;
use reversi_search::{AnalyzeRequest, Engine, Selectivity, SolveRequest};

const FFO_1_19: &str = include_str!("../../../examples/data/ffo-1-19.obf");
const FFO: &str = include_str!("../../../examples/data/ffo-20-39.obf");
const MIDGAME: &str = include_str!("../../../examples/data/midgame-30.obf");
/// Lines of a square and both sets in hexadecimal.
const RECORDED: [&str; 3] = [
    include_str!("../../recorded/opening.txt"),
    include_str!("../../recorded/middle.txt"),
    include_str!("../../recorded/last_four.txt"),
];

/// Work that is ready to begin. The result is dropped outside of what is counted.
type Work = Box<dyn FnOnce() -> Box<dyn Any>>;

/// Runs the work. Valgrind finds this function by its name.
#[inline(never)]
fn counted(work: Work) -> Box<dyn Any> {
    work()
}

fn main() -> ExitCode {
    let name = std::env::args().nth(1);
    let Some(name) = name else {
        entries().for_each(|(name, _)| println!("{name}"));
        return ExitCode::SUCCESS;
    };
    let Some((_, prepare)) = entries().chain([whole()]).find(|(entry, _)| *entry == name) else {
        eprintln!("error: there is no entry {name:?}");
        return ExitCode::FAILURE;
    };
    drop(black_box(counted(prepare())));
    ExitCode::SUCCESS
}

/// The name of an entry, and what prepares its work.
type Entry = (String, Box<dyn Fn() -> Work>);

fn entries() -> impl Iterator<Item = Entry> {
    [22, 23, 24, 27, 29, 30, 33]
        .into_iter()
        .map(|number| entry(format!("solve ffo_{number}"), move || solve(vec![boards(FFO)[number - 20]])))
        .chain([entry("analyze depth_10", analyze), entry("evaluate each_once", evaluate)])
        .chain([entry("first ffo_1", first)])
}

/// All problems with one table, as the example `solve` solves them. It takes minutes.
fn whole() -> Entry {
    entry("solve_all ffo_20_39", || solve(boards(FFO)))
}

fn entry(name: impl Into<String>, prepare: impl Fn() -> Work + 'static) -> Entry {
    (name.into(), Box::new(prepare))
}

fn solve(boards: Vec<Board>) -> Work {
    with_engine(move |engine| {
        let solve = |board| engine.solve(board, SolveRequest::exact()).expect("no limit");
        boards.iter().map(solve).collect::<Vec<_>>()
    })
}

/// The first solve of a process, of 14 empties: what it unpacks costs more than its nodes.
fn first() -> Work {
    let board = boards(FFO_1_19)[0];
    Box::new(move || {
        let mut engine = built();
        let solution = engine.solve(&board, SolveRequest::exact()).expect("no limit");
        Box::new((engine, solution))
    })
}

fn built() -> Engine {
    Engine::builder().cpu(CpuLevel::X86V3).build().expect("Valgrind has x86-v3")
}

fn analyze() -> Work {
    let boards = boards(MIDGAME);
    let request = AnalyzeRequest::depth(10).selectivity(Selectivity::P73);
    with_engine(move |engine| {
        let analyze = |board| engine.analyze(board, request.clone()).expect("no limit");
        boards.iter().map(analyze).collect::<Vec<_>>()
    })
}

fn evaluate() -> Work {
    let boards = recorded_boards();
    with_engine(move |engine| boards.iter().map(|board| engine.evaluate(board)).sum::<f32>())
}

/// Work with an engine, which is dropped with the result.
fn with_engine<T: Any>(work: impl FnOnce(&mut Engine) -> T + 'static) -> Work {
    let mut engine = engine();
    Box::new(move || {
        let result = work(&mut engine);
        Box::new((engine, result))
    })
}

/// An engine that has done each kind of work, with an empty table.
fn engine() -> Engine {
    let mut engine = built();
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

fn boards(obf: &str) -> Vec<Board> {
    read_obf(obf).map(|line| line.expect("a position").position.board).collect()
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
