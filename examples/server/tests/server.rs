//! The server as a process: answers, bad requests, deadlines, clients that leave, its end.

mod support;

use std::time::Duration;

use hyper::Method;
use serde_json::{Value, json};
use support::{Client, FFO_1, FOREVER, Response, START, Server};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

fn server(arguments: &[&str]) -> Server {
    Server::start(env!("CARGO_BIN_EXE_reversi-server"), &[&["--hash-mib", "1"], arguments].concat())
}

/// A request on a connection of its own, which closes if the task is aborted.
fn post(server: &Server, question: Value) -> JoinHandle<Response> {
    let address = server.address;
    tokio::spawn(async move { Client::connect(address).await.post("/ask", &question).await })
}

fn solve(position: &str, seconds: f64) -> Value {
    json!({ "position": position, "ask": "solve", "limits": { "seconds": seconds } })
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
        let solved = client.post("/ask", &solve(FFO_1, 20.0)).await;
        assert_eq!((solved.status, &solved.body["solution"]["pv"][0]), (200, &json!("g8")));

        let question = json!({ "position": FFO_1, "ask": "analyze", "level": 60, "lines": 2 });
        let analysis = &client.post("/ask", &question).await.body["analysis"];
        let lines = analysis["lines"].as_array().unwrap();
        assert_eq!((lines.len(), &lines[0]["value"]), (2, &json!({ "exact": 18 })), "{analysis}");
        assert_eq!((&lines[0]["pv"][0], &analysis["stopped"]), (&json!("g8"), &Value::Null));

        let schema = client.get("/schema").await;
        assert!(schema.status == 200 && schema.body["$defs"]["question"].is_object());
    }
}

/// Whatever the schema offers is answered, or refused for a field other than its kind.
#[tokio::test]
async fn each_kind_of_question_in_the_schema_is_answered() {
    let server = server(&["--max-seconds", "1"]);
    let mut client = Client::connect(server.address).await;
    let schema = client.get("/schema").await.body;
    let kinds = schema["$defs"]["question"]["properties"]["ask"]["enum"].as_array().unwrap();
    for ask in kinds {
        let question = match ask.as_str().unwrap() {
            "session" => json!({ "ask": ask }),
            "verify" => json!({ "ask": ask, "proof": "" }),
            "play" => json!({ "position": FFO_1, "ask": ask, "move": "g8" }),
            _ => json!({ "position": FFO_1, "ask": ask }),
        };
        let answer = client.post("/ask", &question).await;
        if ask == "verify" {
            assert_eq!((answer.status, &answer.body["error"]["at"]["field"]), (422, &json!("proof")));
        } else {
            assert!(answer.status == 200 && answer.body["position"].is_string(), "{ask}: {answer:?}");
        }
    }
}

/// A proof is longer than all other questions.
#[tokio::test]
async fn a_proof_that_the_service_makes_is_verified_by_it() {
    let server = server(&["--engines", "1"]);
    let mut client = Client::connect(server.address).await;
    let position = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O";
    let question = json!({ "position": position, "ask": "prove", "leaf_empties": 2 });
    let proof = client.post("/ask", &question).await.body["proof"].take();
    assert!(proof["file"].as_str().is_some_and(|file| file.len() > 4096), "{proof}");
    let answer = client.post("/ask", &json!({ "ask": "verify", "proof": proof["file"] })).await;
    assert_eq!((answer.status, &answer.body["verified"]["score"]), (200, &json!(2)), "{answer:?}");
}

#[tokio::test]
async fn bad_requests_are_refused_with_the_reason() {
    let server = server(&["--max-seconds", "30", "--engines", "1"]);
    let mut client = Client::connect(server.address).await;
    let start = |more: &str| format!(r#"{{"position": "{START}"{more}}}"#);
    for (path, body, status, code, field) in [
        ("/ask", r#"{"position": "#.into(), 400, "not-json", None),
        ("/ask", "{}".into(), 422, "missing-field", Some("position")),
        ("/ask", start(r#", "ask": "solve", "level": 3"#), 422, "misplaced-field", Some("level")),
        ("/ask", "[]".into(), 422, "wrong-type", None),
        ("/ask", start(&" ".repeat(1 << 20)), 413, "bad-body", None),
        ("/nothing", start(""), 404, "no-such-path", None),
    ] {
        let answer = client.send(Method::POST, path, "application/json", body.clone()).await;
        let error = &answer.body["error"];
        assert_eq!((answer.status, &error["code"]), (status, &json!(code)), "{body}: {answer:?}");
        assert_eq!(error["at"].get("field"), field.map(Value::from).as_ref(), "{body}: {answer:?}");
        assert!(error["message"].is_string(), "{answer:?}");
    }
    let answer = client.get("/ask").await;
    assert_eq!((answer.status, &answer.body["error"]["code"]), (405, &json!("no-such-method")));
    // It still works, and no engine is lost.
    assert_eq!(
        client.post("/ask", &solve(FFO_1, 30.0)).await.body["solution"]["value"],
        json!({ "exact": 18 })
    );
    wait_until_free(&server, 1).await;
}

#[tokio::test]
async fn a_deadline_gives_what_is_proven() {
    let server = server(&["--max-seconds", "0.05"]);
    for limits in [json!({ "seconds": 0.01 }), json!({}), json!({ "seconds": 3600 })] {
        let question = json!({ "position": START, "ask": "solve", "limits": limits });
        let solved = post(&server, question.clone()).await.unwrap();
        let interrupted = &solved.body["interrupted"];
        assert_eq!((solved.status, &interrupted["reason"]), (200, &json!("time")));
        let bounds = &interrupted["bounds"];
        assert!(
            bounds["lower"].as_i64() <= Some(0) && bounds["upper"].as_i64() >= Some(0),
            "{}",
            solved.body
        );
        let question = json!({ "position": START, "ask": "analyze", "level": 60, "limits": limits });
        let analyzed = post(&server, question).await.unwrap();
        assert_eq!((analyzed.status, &analyzed.body["analysis"]["stopped"]), (200, &json!("time")));
        assert!(analyzed.body["analysis"]["lines"][0]["pv"][0].is_string());
    }
}

/// The only engine is busy for an hour with the search of a client. The client leaves, and the next one is
/// answered.
#[tokio::test]
async fn a_client_that_leaves_frees_its_engine() {
    let server = server(&["--engines", "1", "--max-seconds", "3600", "--queue-seconds", "3600"]);
    for ask in ["solve", "analyze"] {
        let endless = post(&server, json!({ "position": START, "ask": ask }));
        wait_until_free(&server, 0).await;
        let next = post(&server, solve(FFO_1, 3600.0));
        endless.abort();
        let answer = timeout(FOREVER, next).await.expect("the engine is free").unwrap();
        assert_eq!(answer.body["solution"]["value"], json!({ "exact": 18 }));
        let logged = server.log.recv_timeout(FOREVER).unwrap();
        assert!(logged.contains(" left at ") && logged.contains("its engine was free"), "{logged}");
    }
}

/// As above, but the request is not the first one of its connection.
#[tokio::test]
async fn a_client_that_leaves_a_connection_kept_alive_frees_its_engine() {
    let server = server(&["--engines", "1", "--max-seconds", "3600"]);
    let mut client = Client::connect(server.address).await;
    assert_eq!(client.post("/ask", &solve(FFO_1, 30.0)).await.status, 200);
    let endless = tokio::spawn(async move { client.post("/ask", &solve(START, 3600.0)).await });
    wait_until_free(&server, 0).await;
    endless.abort();
    timeout(FOREVER, wait_until_free(&server, 1)).await.expect("the engine is free");
}

#[tokio::test]
async fn a_waiting_client_that_leaves_takes_no_engine() {
    let server = server(&["--engines", "1", "--max-seconds", "3600", "--queue-seconds", "3600"]);
    let first = post(&server, solve(START, 3600.0));
    wait_until_free(&server, 0).await;
    let waiting: Vec<_> = (0..20).map(|_| post(&server, solve(START, 3600.0))).collect();
    sleep(Duration::from_millis(200)).await; // most of them wait by now
    waiting.iter().for_each(JoinHandle::abort);
    sleep(Duration::from_millis(200)).await; // and most of them have left
    let last = post(&server, solve(FFO_1, 3600.0));
    first.abort();
    let answer = timeout(FOREVER, last).await.expect("the engine is free").unwrap();
    assert_eq!(answer.body["solution"]["value"], json!({ "exact": 18 }));
    timeout(FOREVER, wait_until_free(&server, 1)).await.expect("nobody else has it");
}

#[tokio::test]
async fn a_full_queue_asks_to_come_back() {
    let server = server(&["--engines", "1", "--max-seconds", "3600", "--queue-seconds", "0.02"]);
    let endless = post(&server, solve(START, 3600.0));
    wait_until_free(&server, 0).await;
    let refused = post(&server, solve(FFO_1, 3600.0)).await.unwrap();
    assert_eq!((refused.status, &refused.headers["retry-after"]), (503, &"1".parse().unwrap()));
    assert_eq!(refused.body["error"], json!({ "code": "busy", "message": "all engines are busy" }));
    // What needs no engine is answered.
    assert_eq!(post(&server, json!({ "position": FFO_1, "ask": "evaluate" })).await.unwrap().status, 200);
    endless.abort();
}

/// Clients of running searches get the results so far, waiting ones are refused, and the process succeeds.
#[cfg(unix)]
#[tokio::test]
async fn sigterm_ends_searches_and_the_service() {
    let mut server = server(&["--engines", "1", "--max-seconds", "3600", "--queue-seconds", "3600"]);
    let running = post(&server, solve(START, 3600.0));
    wait_until_free(&server, 0).await;
    let waiting = post(&server, json!({ "position": START, "ask": "analyze" }));
    sleep(Duration::from_millis(200)).await; // it waits by now, or comes too late to connect
    server.terminate();
    let answer = timeout(FOREVER, running).await.expect("an answer").unwrap();
    assert_eq!((answer.status, &answer.body["interrupted"]["reason"]), (200, &json!("stop")));
    if let Ok(refused) = timeout(FOREVER, waiting).await.expect("an answer") {
        assert_eq!((refused.status, &refused.body["error"]["code"]), (503, &json!("ending")));
    }
    assert!(server.wait().success());
}
