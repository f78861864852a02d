//! Times a question without the call that answers it, and its JSON. `cargo bench --manifest-path
//! lab/Cargo.toml --bench questions`
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use reversi_engine::notation::read_obf;
use reversi_engine::question::{Answer, Ask, Question};
use reversi_engine::{AnalyzeRequest, Engine, Level, Limits, Position, SolveRequest};

/// One empty square: the solve is a single move.
const ONE_EMPTY: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXO- X";

fn calls(c: &mut Criterion) {
    let mut engine = Engine::builder().hash_mib(1).build().expect("there is memory");
    let one_empty: Position = ONE_EMPTY.parse().expect("it is a board");
    let mut group = c.benchmark_group("solve 1 empty");
    let request = SolveRequest::exact();
    group.bench_function("solve", |b| b.iter(|| engine.solve(&one_empty.board, request.clone())));
    let question = Question::new(one_empty, Ask::Solve(request.clone()));
    group.bench_function("answer", |b| b.iter(|| question.answer(&mut engine)));
    let json = question.to_json();
    group.bench_function("answer_json", |b| {
        b.iter(|| reversi_engine::question::answer_json(&mut engine, &json))
    });
    group.finish();

    let mut group = c.benchmark_group("evaluate");
    group.bench_function("evaluate", |b| b.iter(|| engine.evaluate(&Position::START.board)));
    let question = Question::new(Position::START, Ask::Evaluate);
    group.bench_function("answer", |b| b.iter(|| question.answer(&mut engine)));
    let json = question.to_json();
    group.bench_function("answer_json", |b| {
        b.iter(|| reversi_engine::question::answer_json(&mut engine, &json))
    });
    group.finish();
}

/// Questions of all kinds about the FFO positions.
fn questions() -> Vec<Question> {
    let limits = Limits::new().nodes(1_000_000);
    let level = Level::of::<21>();
    read_obf(include_str!("../../examples/data/ffo-20-39.obf"))
        .flat_map(|line| {
            let position = line.expect("it is a problem").position;
            [
                Ask::Solve(SolveRequest::exact()),
                Ask::Solve(SolveRequest::wld().limits(limits.clone())),
                Ask::Analyze(AnalyzeRequest::level(level).lines(3).limits(limits.clone())),
                Ask::Evaluate,
                Ask::LegalMoves,
            ]
            .map(|ask| Question::new(position, ask))
        })
        .collect()
}

fn json(c: &mut Criterion) {
    let questions = questions();
    let texts: Vec<String> = questions.iter().map(Question::to_json).collect();
    let mut engine = Engine::builder().hash_mib(1).build().expect("there is memory");
    let answers: Vec<Answer> = questions
        .iter()
        .map(|question| question.clone().within(Limits::new().nodes(10_000)).answer(&mut engine))
        .collect::<Result<_, _>>()
        .expect("they can be answered");

    let mut group = c.benchmark_group("json");
    group.throughput(Throughput::Elements(texts.len() as u64));
    group.bench_function("read questions", |b| {
        b.iter(|| texts.iter().filter(|text| Question::from_json(black_box(text)).is_ok()).count());
    });
    group.bench_function("write questions", |b| {
        b.iter(|| questions.iter().map(|question| question.to_json().len()).sum::<usize>());
    });
    group.bench_function("write answers", |b| {
        b.iter(|| answers.iter().map(|answer| answer.to_json().len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, calls, json);
criterion_main!(benches);
