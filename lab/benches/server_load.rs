//! The service under load: many clients ask, check every answer, and some leave in the middle.
//!
//! `cargo build --release --manifest-path examples/server/Cargo.toml`, then `cargo run --release
//! --manifest-path lab/Cargo.toml --example server_load -- --clients 50 --minutes 10 -- --engines 4`.
//!
//! It prints the resident memory of the server every minute, then the latencies, and the time from the moment
//! when a client leaves until its engine is free. Linux only.

#[path = "../../examples/server/tests/support/mod.rs"]
#[allow(unreachable_pub)] // the lint of this workspace, not of the server
mod support;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;
use reversi_engine::{Board, Engine, SolveRequest};
use serde_json::{Value, json};
use support::{Client, Response, START, Server};
use tokio::time::{interval, sleep, timeout};

#[derive(Parser)]
struct Args {
    /// The number of clients; each asks again as soon as it has its answer.
    #[arg(long, default_value_t = 50)]
    clients: usize,

    #[arg(long, default_value_t = 0.2)]
    minutes: f64,

    /// The program of the server.
    #[arg(long, default_value = "examples/server/target/release/reversi-server")]
    program: String,

    /// Options of the server.
    #[arg(last = true)]
    server: Vec<String>,
}

/// Positions with known scores: the FFO problems 1-19, and ends of random games.
struct Problems(Vec<(Board, i32)>);

impl Problems {
    fn new() -> Problems {
        let ffo = include_str!("../../examples/data/ffo-1-19.obf");
        let ffo = reversi_engine::notation::read_obf(ffo).map(|line| {
            let line = line.unwrap();
            (line.position.board, line.best_score().unwrap())
        });
        let mut rng = fastrand::Rng::with_seed(50);
        let mut engine = Engine::builder().build().unwrap();
        let random = (0..300).map(|i| {
            let board = reached(&mut rng, 8 + i % 9);
            (board, engine.solve(&board, SolveRequest::exact()).unwrap().value().exact().unwrap())
        });
        Problems(ffo.chain(random).collect())
    }
}

/// A position of a random game.
fn reached(rng: &mut fastrand::Rng, empties: u32) -> Board {
    loop {
        let mut board = Board::START;
        while board.empties().len() > empties && !board.is_game_over() {
            let moves: Vec<_> = board.legal_moves().into_iter().collect();
            board = if moves.is_empty() { board.pass() } else { board.play(moves[rng.usize(..moves.len())]) };
        }
        if board.empties().len() == empties && !board.is_game_over() {
            return board;
        }
    }
}

/// The counters of all clients.
#[derive(Default)]
struct Report {
    latencies: HashMap<&'static str, Vec<Duration>>,
    wrong: Vec<String>,
    refused: usize,
    /// When clients left.
    left: HashMap<SocketAddr, SystemTime>,
    /// Milliseconds until the server noticed that a client had left, and from then until its engine was free.
    freed: Vec<(f64, f64)>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let args = Args::parse();
    let problems = Arc::new(Problems::new());
    let options: Vec<_> = args.server.iter().map(String::as_str).collect();
    let server = Server::start(&args.program, &options);
    let report = Arc::new(Mutex::new(Report::default()));
    let end = Instant::now() + Duration::from_secs_f64(60.0 * args.minutes);
    let clients: Vec<_> = (0..args.clients)
        .map(|i| tokio::spawn(client(server.address, problems.clone(), report.clone(), i as u64, end)))
        .collect();

    println!("minute     answers   refused      left     RSS KiB");
    let mut minutes = interval(Duration::from_secs(60));
    let mut minute = 0;
    while Instant::now() < end {
        tokio::select! {
            _ = minutes.tick() => {}
            () = sleep(end - Instant::now()) => {}
        }
        let report = report.lock().unwrap();
        let answers: usize = report.latencies.values().map(Vec::len).sum();
        let (refused, left, rss) = (report.refused, report.left.len(), rss(server.id()));
        println!("{minute:>6} {answers:>11} {refused:>9} {left:>9} {rss:>11}");
        minute += 1;
    }
    for client in clients {
        client.await.unwrap();
    }
    sleep(Duration::from_secs(1)).await; // for the last lines of the log
    let mut report = report.lock().unwrap();
    for line in server.log.try_iter() {
        report.note(&line);
    }
    report.print();
    ExitCode::from(u8::from(!report.wrong.is_empty()))
}

fn rss(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

/// Asks until the end.
async fn client(
    server: SocketAddr,
    problems: Arc<Problems>,
    report: Arc<Mutex<Report>>,
    seed: u64,
    end: Instant,
) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut client = Client::connect(server).await;
    while Instant::now() < end {
        let (board, score) = problems.0[rng.usize(..problems.0.len())];
        let solve =
            |position: &str, limits| json!({ "position": position, "ask": "solve", "limits": limits });
        let text = board.to_string();
        let (kind, question, expected) = match rng.u32(..20) {
            0..=11 => ("solve", solve(&text, json!({})), Some(json!({ "exact": score }))),
            12..=13 => {
                let question = json!({ "position": text, "ask": "analyze", "level": 60 });
                ("analyze", question, Some(json!({ "exact": score })))
            }
            14..=15 => ("evaluate", json!({ "position": text, "ask": "evaluate" }), None),
            16..=17 => ("deadline of 20 ms", solve(START, json!({ "seconds": 0.02 })), None),
            _ => {
                let endless = json!({ "position": START, "ask": "analyze", "limits": { "seconds": 30 } });
                let patience = Duration::from_millis(rng.u64(..2000));
                if timeout(patience, client.post("/ask", &endless)).await.is_err() {
                    report.lock().unwrap().left.insert(client.address, SystemTime::now());
                }
                drop(client);
                client = Client::connect(server).await;
                continue;
            }
        };
        let start = Instant::now();
        let answer = client.post("/ask", &question).await;
        let elapsed = start.elapsed();
        let mut report = report.lock().unwrap();
        if answer.status == 503 {
            report.refused += 1;
            continue;
        }
        report.latencies.entry(kind).or_default().push(elapsed);
        if !is_right(kind, &answer, expected) {
            report.wrong.push(format!("{question}: {answer:?}"));
        }
    }
}

fn is_right(kind: &str, Response { status, body, .. }: &Response, expected: Option<Value>) -> bool {
    let value = || body["solution"].get("value").or_else(|| body["analysis"]["lines"][0].get("value"));
    let answered = match (kind, &expected) {
        (_, Some(_)) => value() == expected.as_ref(),
        ("evaluate", _) => body["evaluation"].as_f64().is_some_and(|discs| discs.abs() <= 64.0),
        // The start is a draw.
        _ => {
            let bounds = &body["interrupted"]["bounds"];
            bounds["lower"].as_i64() <= Some(0) && bounds["upper"].as_i64() >= Some(0)
        }
    };
    *status == 200 && answered
}

impl Report {
    /// A line of the log: `CLIENT left at SECONDS, its engine was free MS ms later`.
    fn note(&mut self, line: &str) {
        let words: Vec<_> = line.split([' ', ',']).collect();
        let left = self.left[&words[0].parse().unwrap()].duration_since(UNIX_EPOCH).unwrap();
        let noticed: f64 = words[3].parse().unwrap();
        self.freed.push(((noticed - left.as_secs_f64()) * 1e3, words[9].parse().unwrap()));
    }

    fn print(&mut self) {
        println!("\nlatency in ms           n     p50     p90     p99     max");
        for (kind, latencies) in &mut self.latencies {
            print_row(kind, latencies.iter().map(|latency| latency.as_secs_f64() * 1e3).collect());
        }
        println!("\nfrom leaving, in ms");
        print_row("until noticed", self.freed.iter().map(|freed| freed.0).collect());
        print_row("then until free", self.freed.iter().map(|freed| freed.1).collect());
        print_row("together", self.freed.iter().map(|freed| freed.0 + freed.1).collect());
        println!("\n{} wrong answers", self.wrong.len());
        for wrong in &self.wrong {
            println!("{wrong}");
        }
    }
}

fn print_row(name: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    let at =
        |share: f64| values.get(((values.len() - 1) as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    println!(
        "{name:18} {:>7} {:>7.1} {:>7.1} {:>7.1} {:>7.1}",
        values.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}
