//! The FFO problems on every CPU level of this machine.

use reversi_engine::cpu::CpuLevel;
use reversi_engine::notation::read_obf;
use reversi_engine::{Engine, SolveRequest, Value, Weights};
use reversi_testkit::levels;

const FFO_1_19: &str = include_str!("../examples/data/ffo-1-19.obf");
const FFO_20_39: &str = include_str!("../examples/data/ffo-20-39.obf");
const FFO_40_59: &str = include_str!("../examples/data/ffo-40-59.obf");

/// The node signature: nodes of FFO 1-39 in one engine with its default table. A commit that changes it
/// states so in a `Nodes:` trailer. A difference between levels is a bug.
const NODES_1_39: u64 = 61_712_098;

/// The nodes of FFO 1-19 alone.
const NODES_1_19: u64 = 1_187_438;

/// On the best level of this machine.
#[test]
fn ffo_1_39_and_the_node_signature() {
    let mut engine = Engine::builder().build().unwrap();
    assert_eq!(nodes_1_39(&mut engine), [NODES_1_19, NODES_1_39]);
}

#[test]
fn ffo_1_19_on_every_level() {
    on_every_level(|level, engine| assert_eq!(solve_all(engine, FFO_1_19, 19), NODES_1_19, "{level}"));
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn ffo_1_39_on_every_level() {
    on_every_level(|level, engine| assert_eq!(nodes_1_39(engine)[1], NODES_1_39, "{level}"));
}

/// The nodes of FFO 1-19 and of FFO 1-39.
fn nodes_1_39(engine: &mut Engine) -> [u64; 2] {
    let first = solve_all(engine, FFO_1_19, 19);
    [first, first + solve_all(engine, FFO_20_39, 20)]
}

/// The same for FFO 1-19 with the small network, which bindings/wasm compares with.
const NODES_1_19_SMALL: u64 = 1_198_064;

#[test]
fn ffo_1_19_with_the_small_network() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/reversi-eval/src/weights/small.weights");
    let weights = Weights::open(file).unwrap();
    let mut engine = Engine::builder().weights(weights).build().unwrap();
    assert_eq!(solve_all(&mut engine, FFO_1_19, 19), NODES_1_19_SMALL);
}

#[test]
fn ffo_1_29_with_several_threads() {
    with_several_threads(10);
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn ffo_1_39_with_several_threads() {
    with_several_threads(20);
}

/// Solves FFO 1-19 and `more` problems from FFO 20 on.
fn with_several_threads(more: usize) {
    for threads in [2, 4] {
        let mut engine = Engine::builder().threads(threads).build().unwrap();
        solve_all(&mut engine, FFO_1_19, 19);
        solve_all(&mut engine, FFO_20_39, more);
    }
}

#[test]
#[ignore = "a minute or more a level"]
fn ffo_40_49() {
    on_every_level(|_, engine| {
        solve_all(engine, FFO_40_59, 10);
    });
}

fn on_every_level(check: impl Fn(CpuLevel, &mut Engine) + Sync) {
    std::thread::scope(|scope| {
        for &level in levels() {
            let check = &check;
            scope.spawn(move || check(level, &mut Engine::builder().cpu(level).build().unwrap()));
        }
    });
}

fn solve_all(engine: &mut Engine, problems: &str, limit: usize) -> u64 {
    let problems: Vec<_> = read_obf(problems).take(limit).map(Result::unwrap).collect();
    assert_eq!(problems.len(), limit);
    let mut nodes = 0;
    for problem in problems {
        let solution = engine.solve(&problem.position.board, SolveRequest::exact()).unwrap();
        let best = solution.best_move().unwrap();
        assert_eq!(solution.value(), Value::Exact(problem.best_score().unwrap()), "{problem}");
        assert!(problem.best_moves().any(|mv| mv == best), "{problem}: {best}");
        nodes += solution.nodes();
    }
    nodes
}
