//! Times the steps before the first answer, each in a process of its own: `cargo bench
//! --manifest-path lab/Cargo.toml --bench start`. Instructions are counted where valgrind is installed.

use std::array;
use std::env::{args, current_exe};
use std::hint::black_box;
use std::process::{Command, Output};
use std::time::Instant;

use reversi_engine::{Board, Engine, evaluate, solve};

/// Processes for each time.
const ROUNDS: usize = 9;

/// FFO problem 1 after four moves: 10 empties.
const EASY: &str = "OXXXXXXXOOXOXX-X-OOXXXOX-XOOXOXXOXXOOXXX--XOOOXX-XXXOOO--OOOOO-- X";

fn main() {
    let board: Board = EASY.parse().expect("it is a board");
    match args().nth(1).as_deref() {
        Some("evaluate") => time(|| evaluate(&Board::START)),
        Some("build") => time(|| Engine::builder().hash_mib(64).build()),
        Some("solve") => time(|| solve(&board)),
        Some("solve again") => {
            let _first = solve(&board).expect("there is memory");
            time(|| solve(&board));
        }
        _ => {
            show("first evaluate", "evaluate");
            show("first build with 64 MiB", "build");
            show("first solve of a board with 10 empties", "solve");
            show("second solve of it", "solve again");
            println!("process to first evaluate: {}", instructions("evaluate"));
        }
    }
}

/// Prints the nanoseconds of a call.
fn time<T>(call: impl FnOnce() -> T) {
    let start = Instant::now();
    let result = black_box(call());
    println!("{}", start.elapsed().as_nanos());
    drop(result);
}

/// Prints the median of some processes.
fn show(name: &str, argument: &str) {
    let mut nanoseconds: [u64; ROUNDS] = array::from_fn(|_| {
        let output = run(&mut Command::new(current_exe().expect("it has a path")), argument);
        String::from_utf8_lossy(&output.stdout).trim().parse().expect("the process prints a number")
    });
    nanoseconds.sort_unstable();
    println!("{name}: {:.3} ms", nanoseconds[ROUNDS / 2] as f64 / 1e6);
}

fn instructions(argument: &str) -> String {
    let mut valgrind = Command::new("valgrind");
    if valgrind.arg("--version").output().is_err() {
        return "no valgrind".to_owned();
    }
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    let output = run(valgrind.arg(current_exe().expect("it has a path")), argument);
    let report = String::from_utf8_lossy(&output.stderr);
    let count = report.split("Collected : ").nth(1).and_then(|count| count.lines().next());
    format!("{} instructions", count.expect("valgrind reports a count"))
}

fn run(command: &mut Command, argument: &str) -> Output {
    let output = command.arg(argument).output().expect("the process starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}
