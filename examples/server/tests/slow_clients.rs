//! Clients that are slow on purpose: each loses its connection, and the others are served.

mod support;

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use support::{Client, FFO_1, FOREVER, START, Server};
use tokio::time::timeout;

fn server(arguments: &[&str]) -> Server {
    let arguments = [&["--hash-mib", "1", "--engines", "1", "--client-seconds", "1"], arguments].concat();
    Server::start(env!("CARGO_BIN_EXE_reversi-server"), &arguments)
}

/// A connection on which the client has sent this.
fn having_sent(server: &Server, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(FOREVER)).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

/// All that the server sends until it closes the connection.
fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("not closed: {error}"),
        _ => String::from_utf8_lossy(&bytes).into_owned(),
    }
}

async fn solves(server: &Server) {
    let question = json!({ "position": FFO_1, "ask": "solve" });
    let solved = async { Client::connect(server.address).await.post("/ask", &question).await };
    let solved = timeout(FOREVER, solved).await.expect("an answer");
    assert_eq!((solved.status, &solved.body["solution"]["value"]), (200, &json!({ "exact": 18 })));
}

#[tokio::test]
async fn half_a_request_keeps_no_connection() {
    let server = server(&[]);
    let half_body = "POST /ask HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{\"position\"";
    let whole = "GET /health HTTP/1.1\r\nhost: a\r\n\r\n";
    let cases = [("", ""), ("POST /ask HT", ""), ("GET /health HTTP/1.1\r\nhost: a\r\n", "")];
    let cases = [&cases[..], &[(half_body, "HTTP/1.1 408"), (whole, "HTTP/1.1 200")]].concat();
    let begin = Instant::now();
    let mut waiting: Vec<_> = (0..400).map(|i| having_sent(&server, cases[i % cases.len()].0)).collect();
    solves(&server).await;
    for (i, stream) in waiting.iter_mut().enumerate() {
        let (sent, expected) = cases[i % cases.len()];
        let answer = read_to_end(stream);
        assert!(
            answer.starts_with(expected) && (expected.is_empty() == answer.is_empty()),
            "{sent}: {answer}"
        );
    }
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    solves(&server).await;
}

/// A client that waits for its answer, and reads it at once, is not slow.
#[tokio::test]
async fn a_search_may_take_longer_than_a_client() {
    let server = server(&[]);
    let question = json!({ "position": START, "ask": "solve", "limits": { "seconds": 2.5 } });
    let answer = Client::connect(server.address).await.post("/ask", &question).await;
    assert_eq!((answer.status, &answer.body["interrupted"]["reason"]), (200, &json!("time")));
}

/// The time covers the whole head and the whole body: a byte now and then does not extend it.
#[test]
fn a_byte_now_and_then_keeps_no_connection() {
    let server = server(&[]);
    let long = "a".repeat(1000);
    for (head, rest) in [
        ("", format!("GET /{long}")),
        ("POST /ask HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n", long.clone()),
    ] {
        let (mut stream, begin) = (having_sent(&server, head), Instant::now());
        let closed = rest.bytes().any(|byte| {
            std::thread::sleep(Duration::from_millis(50));
            stream.write_all(&[byte]).is_err()
        });
        assert!(closed && begin.elapsed() < Duration::from_secs(20), "{head}: {:?}", begin.elapsed());
    }
}

/// Answers that nobody reads fill the buffers of the system. Then the connection ends, with most of them
/// unsent.
#[test]
fn an_answer_that_is_not_read_keeps_no_connection() {
    const REQUESTS: usize = 2000;
    let server = server(&[]);
    let ask = "GET /schema HTTP/1.1\r\nhost: a\r\n\r\n";
    let mut stream = having_sent(&server, &ask.repeat(REQUESTS));
    std::thread::sleep(Duration::from_secs(4));
    let read = read_to_end(&mut stream);
    assert!(read.len() < REQUESTS * reversi_engine::question::schema().len() / 2, "{} bytes", read.len());
}

#[tokio::test]
async fn one_connection_too_many_is_told_so() {
    let server = server(&["--connections", "8"]);
    let waiting: Vec<_> = (0..8).map(|_| having_sent(&server, "POST")).collect();
    let mut refused = having_sent(&server, "GET /health HTTP/1.1\r\nhost: a\r\n\r\n");
    let answer = read_to_end(&mut refused);
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
    assert!(head.starts_with("HTTP/1.1 503 ") && head.contains("retry-after: 1"), "{answer}");
    assert_eq!(serde_json::from_str::<serde_json::Value>(body).unwrap()["error"]["code"], "busy", "{answer}");
    waiting.into_iter().for_each(|mut stream| drop(read_to_end(&mut stream)));
    solves(&server).await;
}
