//! The connections: how many there are, and how long each may wait for its client.
//!
//! `axum::serve` waits for a client without end: half a head would keep a connection for good, and some
//! hundred of them all connections. Here hyper has a time for the head of a request, which counts between
//! two requests as well; writing has one for each part that the client does not read.
//! [`service`](crate::service) has one for the body.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::serve::Listener;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use reversi_engine::question::Problem;
use tokio::io::{AsyncWriteExt as _, copy, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

/// The connections that are refused at a time. Others are closed without an answer.
const REFUSED_AT_A_TIME: usize = 64;

/// The time that a refused client has to read why.
const REFUSAL_TIME: Duration = Duration::from_secs(1);

/// Serves `routes` until `end`, then waits for the answers that are under way.
pub async fn serve(
    mut listener: TcpListener,
    routes: Router,
    client_time: Duration,
    connections: usize,
    end: impl Future<Output = ()>,
) {
    let [free, free_to_refuse] = [connections, REFUSED_AT_A_TIME].map(|n| Arc::new(Semaphore::new(n)));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(client_time);
    let graceful = GracefulShutdown::new();
    let mut end = std::pin::pin!(end);
    loop {
        // It waits where the system has no more descriptors.
        let (stream, client) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            () = &mut end => break,
        };
        if let Ok(permit) = free.clone().try_acquire_owned() {
            let connection = http.serve_connection(limited(stream, client_time), service(&routes, client));
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                let _ended = connection.await; // a client that leaves or takes too long is not an error
                drop(permit);
            });
        } else if let Ok(permit) = free_to_refuse.clone().try_acquire_owned() {
            tokio::spawn(async move {
                let _ended = timeout(REFUSAL_TIME, refuse(stream)).await;
                drop(permit);
            });
        }
    }
    drop(listener);
    graceful.shutdown().await;
}

/// A stream that fails when its client reads nothing for this time.
fn limited(stream: TcpStream, time: Duration) -> TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(time)); // none for reading: a client waits for its answer in silence
    TokioIo::new(Box::pin(stream))
}

fn service(routes: &Router, client: SocketAddr) -> TowerToHyperService<Router> {
    TowerToHyperService::new(routes.clone().layer(Extension(ConnectInfo(client))))
}

/// Answers a connection too many before it has asked anything. Then it reads what the client sends:
/// otherwise the connection would be reset, and the answer may be lost.
async fn refuse(mut stream: TcpStream) -> std::io::Result<()> {
    let body = Problem::new("busy", "the server has too many connections").to_json();
    let head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 1\r\n";
    let answer = format!("{head}connection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    copy(&mut stream, &mut sink()).await.map(drop)
}
