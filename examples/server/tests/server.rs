//! The server as a process: answers, bad requests, deadlines, clients that leave, its end.

mod support;

use std::time::Duration;

use hyper::Method;
use serde_json::{Value, json};
use support::{Client, Response, Server};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// FFO 1: 14 empties, black wins by 18.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

/// Nobody solves it while a test runs.
const START: &str = "---------------------------OX------XO--------------------------- X";

/// For whatever must happen some time.
const FOREVER: Duration = Duration::from_secs(100);

fn server(arguments: &[&str]) -> Server {
    Server::start(env!("CARGO_BIN_EXE_reversi-server"), &[&["--hash-mib", "1"], arguments].concat())
}

/// A request on a connection of its own, which closes if the task is aborted.
fn post(server: &Server, path: &'static str, body: Value) -> JoinHandle<Response> {
    let address = server.address;
    tokio::spawn(async move { Client::connect(address).await.post(path, &body).await })
}

async fn wait_until_free(server: &Server, engines: u64) {
    let mut client = Client::connect(server.address).await;
    while client.get("/health").await.body["free"] != engines {
        sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn answers_are_right() {
    for arguments in [&["--threads", "2"][..], &["--shared-table", "--engines", "2"]] {
        let server = server(arguments);
        let mut client = Client::connect(server.address).await; // one connection for all
        for (question, value) in [
            (json!("exact"), json!({ "exact": 18 })),
            (json!({ "at_least": 20 }), json!({ "bounds": { "lower": -64, "upper": 18 } })),
            (json!({ "window": { "alpha": 10, "beta": 30 } }), json!({ "exact": 18 })),
        ] {
            let solved = client.post("/solve", &json!({ "board": FFO_1, "question": question })).await;
            assert_eq!((solved.status, &solved.body["value"]), (200, &value), "{question}");
        }
        let solved = client.post("/solve", &json!({ "board": FFO_1, "seconds": 20 })).await;
        assert_eq!((solved.status, &solved.body["pv"][0]), (200, &json!("g8")));

        let analyzed = client.post("/analyze", &json!({ "board": FFO_1, "level": 60, "lines": 2 })).await;
        let lines = analyzed.body["lines"].as_array().unwrap();
        assert_eq!((lines.len(), &lines[0]["value"]), (2, &json!({ "exact": 18 })), "{}", analyzed.body);
        assert_eq!((&lines[0]["pv"][0], &analyzed.body["stopped"]), (&json!("g8"), &Value::Null));

        let evaluated = client.post("/evaluate", &json!({ "board": START })).await;
        assert!(evaluated.body["discs"].as_f64().unwrap().abs() < 10.0);
    }
}

#[tokio::test]
async fn bad_requests_are_refused_with_the_reason() {
    let server = server(&["--max-seconds", "30", "--engines", "1"]);
    let mut client = Client::connect(server.address).await;
    let board = |text: &str, more: &str| format!(r#"{{"board": "{text}"{more}}}"#);
    let start = |more| board(START, more);
    for (path, body, status, part) in [
        ("/solve", r#"{"board": "#.into(), 400, "line 1 column 10"),
        ("/solve", "{}".into(), 422, "missing field `board`"),
        ("/solve", board("nonsense", ""), 422, "board: "),
        ("/solve", start(r#", "level": 3"#), 422, "unknown field `level`"),
        ("/solve", start(r#", "question": "who""#), 422, "question: unknown variant `who`"),
        ("/solve", start(r#", "question": {"window": {"alpha": 3, "beta": 3}}"#), 422, "question: no window"),
        ("/solve", start(r#", "seconds": -1"#), 422, "seconds: "),
        ("/solve", start(r#", "seconds": 1e300"#), 422, "seconds: "),
        ("/solve", start(r#", "seconds": 31"#), 422, "seconds: 31 is more than 30"),
        ("/analyze", start(r#", "level": 61"#), 422, "level: no such level"),
        ("/analyze", start(r#", "lines": 0"#), 422, "lines: "),
        ("/analyze", start(r#", "lines": -1"#), 422, "lines: invalid value"),
        ("/evaluate", "[]".into(), 422, "invalid length 0"),
        ("/evaluate", board(&"-".repeat(5000), ""), 413, "length limit exceeded"),
        ("/nothing", start(""), 404, "no such path"),
    ] {
        let answer = client.send(Method::POST, path, "application/json", body.clone()).await;
        let message = answer.body["error"].as_str().unwrap_or_else(|| panic!("{body}: {answer:?}"));
        assert!(answer.status == status && message.contains(part), "{body}: {answer:?}");
    }
    let answer = client.send(Method::POST, "/solve", "text/plain", start("")).await;
    assert!(answer.status == 415 && answer.body["error"].is_string(), "{answer:?}");
    let answer = client.get("/solve").await;
    assert!(answer.status == 405 && answer.body["error"].is_string(), "{answer:?}");
    // It still works, and no engine is lost.
    assert_eq!(client.post("/solve", &json!({ "board": FFO_1 })).await.body["value"], json!({ "exact": 18 }));
    wait_until_free(&server, 1).await;
}

#[tokio::test]
async fn a_deadline_gives_what_is_proven() {
    let server = server(&["--max-seconds", "0.05"]);
    for body in [json!({ "board": START, "seconds": 0.01 }), json!({ "board": START })] {
        let solved = post(&server, "/solve", body.clone()).await.unwrap();
        assert_eq!((solved.status, &solved.body["reason"]), (200, &json!("time")));
        let bounds = &solved.body["bounds"]["bounds"];
        assert!(
            bounds["lower"].as_i64() <= Some(0) && bounds["upper"].as_i64() >= Some(0),
            "{}",
            solved.body
        );
        let analyzed = post(&server, "/analyze", body).await.unwrap();
        assert_eq!((analyzed.status, &analyzed.body["stopped"]), (200, &json!("time")));
        assert!(analyzed.body["lines"][0]["pv"][0].is_string());
    }
}

/// The only engine is busy for an hour with the search of a client. The client leaves, and the next one is
/// answered.
#[tokio::test]
async fn a_client_that_leaves_frees_its_engine() {
    let server = server(&["--engines", "1", "--max-seconds", "3600", "--queue-seconds", "3600"]);
    for path in ["/solve", "/analyze"] {
        let endless = post(&server, path, json!({ "board": START }));
        wait_until_free(&server, 0).await;
        let next = post(&server, "/solve", json!({ "board": FFO_1 }));
        endless.abort();
        let answer = timeout(FOREVER, next).await.expect("the engine is free").unwrap();
        assert_eq!(answer.body["value"], json!({ "exact": 18 }));
        let logged = server.log.recv_timeout(FOREVER).unwrap();
        assert!(logged.contains(" left at ") && logged.contains("its engine was free"), "{logged}");
    }
}

/// As above, but the request is not the first one of its connection.
#[tokio::test]
async fn a_client_that_leaves_a_connection_kept_alive_frees_its_engine() {
    let server = server(&["--engines", "1", "--max-seconds", "3600"]);
    let mut client = Client::connect(server.address).await;
    assert_eq!(client.post("/solve", &json!({ "board": FFO_1 })).await.status, 200);
    let endless = tokio::spawn(async move { client.post("/solve", &json!({ "board": START })).await });
    wait_until_free(&server, 0).await;
    endless.abort();
    timeout(FOREVER, wait_until_free(&server, 1)).await.expect("the engine is free");
}

#[tokio::test]
async fn a_waiting_client_that_leaves_takes_no_engine() {
    let server = server(&["--engines", "1", "--max-seconds", "3600", "--queue-seconds", "3600"]);
    let first = post(&server, "/solve", json!({ "board": START }));
    wait_until_free(&server, 0).await;
    let waiting: Vec<_> = (0..20).map(|_| post(&server, "/solve", json!({ "board": START }))).collect();
    sleep(Duration::from_millis(200)).await; // most of them wait by now
    waiting.iter().for_each(JoinHandle::abort);
    sleep(Duration::from_millis(200)).await; // and most of them have left
    let last = post(&server, "/solve", json!({ "board": FFO_1 }));
    first.abort();
    let answer = timeout(FOREVER, last).await.expect("the engine is free").unwrap();
    assert_eq!(answer.body["value"], json!({ "exact": 18 }));
    timeout(FOREVER, wait_until_free(&server, 1)).await.expect("nobody else has it");
}

#[tokio::test]
async fn a_full_queue_asks_to_come_back() {
    let server = server(&["--engines", "1", "--max-seconds", "3600", "--queue-seconds", "0.02"]);
    let endless = post(&server, "/analyze", json!({ "board": START }));
    wait_until_free(&server, 0).await;
    let refused = post(&server, "/solve", json!({ "board": FFO_1 })).await.unwrap();
    assert_eq!((refused.status, &refused.headers["retry-after"]), (503, &"1".parse().unwrap()));
    assert_eq!(refused.body, json!({ "error": "all engines are busy" }));
    // What needs no engine is answered.
    assert_eq!(post(&server, "/evaluate", json!({ "board": FFO_1 })).await.unwrap().status, 200);
    endless.abort();
}

/// Clients of running searches get what is proven, those that wait are refused, and the process ends well.
#[cfg(unix)]
#[tokio::test]
async fn sigterm_ends_searches_and_the_service() {
    let mut server = server(&["--engines", "1", "--max-seconds", "3600", "--queue-seconds", "3600"]);
    let running = post(&server, "/solve", json!({ "board": START }));
    wait_until_free(&server, 0).await;
    let waiting = post(&server, "/analyze", json!({ "board": START }));
    sleep(Duration::from_millis(200)).await; // it waits by now, or comes too late to connect
    server.terminate();
    let answer = timeout(FOREVER, running).await.expect("an answer").unwrap();
    assert_eq!((answer.status, &answer.body["reason"]), (200, &json!("stop")));
    if let Ok(refused) = timeout(FOREVER, waiting).await.expect("an answer") {
        assert_eq!((refused.status, &refused.body), (503, &json!({ "error": "the service ends" })));
    }
    assert!(server.wait().success());
}
