//! Times a single call in three forms: the public method, which looks up the level; the portable code; and
//! the level found once for all calls. `cargo bench -p reversi-benches --bench calls`
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reversi_benches::{boards, phases};
use reversi_bitboard::cpu::Portable;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, Cpu, Square, dispatch, outlined};
use reversi_eval::kernel::EvalPrimitives;
use reversi_eval::{Evaluator, Features, Tables, Weights};

outlined! {
    trait Outlined: EvalPrimitives {
        fn all_moves(boards: &[Board]) -> u64 = all_moves;
        fn all_flips(boards: &[(Board, Square)]) -> u64 = all_flips;
        fn all_values(boards: &[Board], tables: Tables<'_>) -> u64 = all_values;
    }
}

#[inline(always)]
fn all_moves<L: Outlined>(l: L, boards: &[Board]) -> u64 {
    sum(boards, |&board| l.moves(board).0)
}

#[inline(always)]
fn all_flips<L: Outlined>(l: L, moves: &[(Board, Square)]) -> u64 {
    sum(moves, |&(board, square)| l.flip(square, board).0)
}

#[inline(always)]
fn all_values<L: Outlined>(l: L, boards: &[Board], tables: Tables<'_>) -> u64 {
    sum(boards, |&board| l.evaluate(board, &l.features(board), tables.at(board.empties().len())) as u64)
}

#[inline(always)]
fn sum<T>(values: &[T], call: impl Fn(&T) -> u64) -> u64 {
    let mut sum = 0u64;
    for value in values {
        sum = sum.wrapping_add(call(value));
    }
    sum
}

fn calls(c: &mut Criterion) {
    let boards = boards(&phases()[1].1);
    let moves: Vec<(Board, Square)> = boards
        .iter()
        .flat_map(|&board| board.legal_moves().into_iter().next().map(|square| (board, square)))
        .collect();
    let weights = Weights::embedded().expect("there is memory");
    let (tables, cpu) = (weights.tables(), Cpu::detect());

    let mut group = c.benchmark_group("legal_moves");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("Board::legal_moves", |b| b.iter(|| sum(&boards, |board| board.legal_moves().0)));
    group.bench_function("portable", |b| b.iter(|| sum(&boards, |&board| Portable.moves(board).0)));
    group.bench_function("level found once", |b| b.iter(|| dispatch!(cpu, l => l.all_moves(&boards))));
    group.finish();

    let mut group = c.benchmark_group("flips");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group
        .bench_function("Board::flips", |b| b.iter(|| sum(&moves, |(board, square)| board.flips(*square).0)));
    group.bench_function("portable", |b| {
        b.iter(|| sum(&moves, |&(board, square)| Portable.flip(square, board).0));
    });
    group.bench_function("level found once", |b| b.iter(|| dispatch!(cpu, l => l.all_flips(&moves))));
    group.finish();

    let mut group = c.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(boards.len() as u64));
    let portable = |board: &Board| {
        Portable.evaluate(*board, &Features::new(*board), tables.at(board.empties().len())) as u64
    };
    group.bench_function("portable", |b| b.iter(|| sum(&boards, portable)));
    group.bench_function("Weights::evaluate_128", |b| {
        b.iter(|| sum(&boards, |board| weights.evaluate_128(board) as u64));
    });
    group.bench_function("level found once", |b| {
        b.iter(|| dispatch!(cpu, l => l.all_values(&boards, tables)))
    });
    group.finish();
}

criterion_group!(benches, calls);
criterion_main!(benches);
