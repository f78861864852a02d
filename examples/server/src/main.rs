//! An HTTP service: a pool of engines that answer questions in JSON.
//!
//! ```sh
//! cargo run --release --manifest-path examples/server/Cargo.toml -- --engines 4 --listen 127.0.0.1:8080
//! position="--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
//! curl --json '{"position": "'"$position"'", "ask": "solve"}' localhost:8080/ask
//! curl --json '{"position": "'"$position"'", "ask": "solve", "limits": {"seconds": 1}}' localhost:8080/ask
//! curl --json '{"position": "'"$position"'", "ask": "analyze", "level": 16, "lines": 3}' localhost:8080/ask
//! curl --json '{"moves": "f5d6", "ask": "evaluate"}' localhost:8080/ask
//! curl --json '{"moves": "f5d6c3d3c4f4f6", "ask": "review", "level": 12}' localhost:8080/ask
//! curl -N -H 'accept: text/event-stream' --json '{"moves": "f5d6", "ask": "analyze", "level": 26}' localhost:8080/ask
//! curl localhost:8080/schema
//! curl localhost:8080/health
//! ```
//!
//! The guide on questions has all of their fields. A client that leaves stops its search. SIGTERM and Ctrl-C
//! stop all searches: their clients get the results so far. The guide on serving explains the parts.

mod connections;
mod service;

use std::net::SocketAddr;
use std::time::Duration;

use clap::Parser;
use reversi_engine::Engine;
use reversi_engine::search::EnginePool;
use tokio::net::TcpListener;

/// Answers questions about Reversi positions over HTTP.
#[derive(Parser)]
struct Args {
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,

    /// The number of engines, and of searches at a time. 0 takes as many as the machine has cores.
    #[arg(long, value_name = "N", default_value_t = 4)]
    engines: usize,

    /// The size of the hash table of each engine in MiB.
    #[arg(long, value_name = "MIB", default_value_t = Engine::DEFAULT_HASH_MIB)]
    hash_mib: usize,

    /// The number of threads of each engine.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// One hash table for all engines.
    #[arg(long)]
    shared_table: bool,

    /// The longest search, whatever the limits of the question.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    max_seconds: Duration,

    /// The longest wait of a request for an engine before it is refused.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    queue_seconds: Duration,

    /// The longest time that a client may take for the head of a request, for its body, to read more of its
    /// answer, and between two requests.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    client_seconds: Duration,

    /// The least time between two reports of progress, where the question has no `report_every`.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    report_seconds: Duration,

    /// The longest time in which a stream of events sends nothing.
    #[arg(long, value_name = "SECONDS", default_value = "15", value_parser = seconds)]
    keep_alive_seconds: Duration,

    /// The number of connections at a time. Each takes a file descriptor.
    #[arg(long, value_name = "N", default_value_t = 512)]
    connections: usize,
}

fn seconds(text: &str) -> anyhow::Result<Duration> {
    Ok(Duration::try_from_secs_f64(text.parse()?)?)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let builder = Engine::builder().hash_mib(args.hash_mib).threads(args.threads);
    let pool = if args.shared_table {
        EnginePool::with_shared_table(builder, args.engines)?
    } else {
        EnginePool::new(builder, args.engines)?
    };
    let listener = TcpListener::bind(args.listen).await?;
    println!("listening on http://{}", listener.local_addr()?);

    let spare = Engine::builder().hash_bytes(0).build()?;
    let times = service::Times {
        search: args.max_seconds,
        queue: args.queue_seconds,
        client: args.client_seconds,
        report: args.report_seconds,
        keep_alive: args.keep_alive_seconds,
    };
    let (routes, shutdown) = service::new(pool, spare, times);
    let end = async move {
        end_requested().await;
        shutdown.begin();
    };
    tokio::select! {
        () = connections::serve(listener, routes, args.client_seconds, args.connections, end) => {}
        () = patience_ends() => {}
    }
    Ok(())
}

/// The longest time for the last answers: a client may never complete its request.
const PATIENCE: Duration = Duration::from_secs(5);

async fn patience_ends() {
    end_requested().await;
    tokio::select! {
        () = tokio::time::sleep(PATIENCE) => {}
        () = end_requested() => {}
    }
}

/// Waits for Ctrl-C or SIGTERM.
async fn end_requested() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate()).expect("the signal can be watched");
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}
