//! Streams of events, read from the socket: progress, then the answer, and clients that leave.

mod support;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{Client, FFO_1, FOREVER, START, Server};
use tokio::time::timeout;

fn server(arguments: &[&str]) -> Server {
    let engine = ["--hash-mib", "1", "--engines", "1", "--max-seconds", "3600"];
    Server::start(env!("CARGO_BIN_EXE_reversi-server"), &[&engine, arguments].concat())
}

/// An event: its name and its data.
type Event = (String, Value);

/// A stream of events, in chunks as the server sends them.
struct Events {
    stream: BufReader<TcpStream>,
    head: String,
    /// The comments so far, which keep the connection alive.
    comments: usize,
}

impl Events {
    fn of(server: &Server, question: &Value) -> Events {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(FOREVER)).unwrap();
        let body = question.to_string();
        let head = "POST /ask HTTP/1.1\r\nhost: a\r\naccept: application/json;q=0.5, text/event-stream\r\n";
        write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
        let (mut stream, mut head) = (BufReader::new(stream), String::new());
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(stream.read_line(&mut head).unwrap(), 0, "{head}");
        }
        Events { stream, head, comments: 0 }
    }

    /// The next part of the body; `None` at its end.
    fn chunk(&mut self) -> Option<String> {
        let mut length = String::new();
        self.stream.read_line(&mut length).unwrap();
        let mut chunk = vec![0; usize::from_str_radix(length.trim(), 16).unwrap() + 2];
        self.stream.read_exact(&mut chunk).unwrap();
        chunk.truncate(chunk.len() - 2);
        (!chunk.is_empty()).then(|| String::from_utf8(chunk).unwrap())
    }
}

impl Iterator for Events {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let chunk = loop {
            let chunk = self.chunk()?;
            assert!(chunk.ends_with("\n\n"), "{chunk}");
            if !chunk.starts_with(':') {
                break chunk;
            }
            self.comments += 1;
        };
        let (name, data) = chunk.trim_end().split_once('\n').unwrap();
        let data = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
        Some((name.strip_prefix("event: ").unwrap().to_owned(), data))
    }
}

async fn wait_until_free(server: &Server, engines: u64) {
    let freed = async {
        let mut client = Client::connect(server.address).await;
        while client.get("/health").await.body["free"] != engines {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(FOREVER, freed).await.expect("the engines are free or busy");
}

#[test]
fn progress_comes_at_an_interval_and_then_the_answer() {
    let server = server(&["--report-seconds", "0.2"]);
    for (id, ask) in [(json!(7), "solve"), (json!("x"), "analyze")] {
        let limits = json!({ "seconds": 2 });
        let question = json!({ "id": id, "position": START, "ask": ask, "limits": limits });
        let begin = Instant::now();
        let mut events = Events::of(&server, &question);
        assert!(events.head.starts_with("HTTP/1.1 200 "), "{}", events.head);
        assert!(events.head.contains("content-type: text/event-stream"), "{}", events.head);
        let mut all: Vec<Event> = events.by_ref().collect();
        let (name, answer) = all.pop().unwrap();
        assert_eq!((&*name, &answer["id"]), ("answer", &id), "{answer}");
        let stopped = [&answer["interrupted"]["reason"], &answer["analysis"]["stopped"]];
        assert!(stopped.contains(&&json!("time")), "{answer}");
        let has_its_head = |data: &Value| data["id"] == id && data["version"] == 1;
        assert!(all.iter().all(|(name, data)| name == "progress" && has_its_head(data)), "{all:?}");
        let at_most = begin.elapsed().as_millis() / 200;
        assert!((2..=at_most).contains(&(all.len() as u128)), "{} of {at_most}", all.len());
        let nodes: Vec<_> = all.iter().map(|(_, data)| data["progress"]["nodes"].as_u64().unwrap()).collect();
        assert!(nodes.is_sorted_by(|a, b| a < b), "each has news: {nodes:?}");
        let last = &all.last().unwrap().1["progress"];
        assert!(last["lines"][0]["pv"][0].is_string() && last["bounds"].is_object(), "{last}");
    }
}

#[test]
fn a_short_answer_is_the_only_event_and_a_refusal_is_none() {
    let server = server(&[]);
    for (question, name) in [
        (json!({ "position": FFO_1, "ask": "evaluate" }), "answer"),
        (json!({ "position": FFO_1, "ask": "solve", "id": 7 }), "answer"),
        (json!({ "id": 7, "ask": "verify", "proof": "" }), "error"),
    ] {
        let events: Vec<_> = Events::of(&server, &question).collect();
        assert_eq!((events.len(), &*events[0].0), (1, name), "{events:?}");
        assert_eq!(events[0].1.get("id"), question.get("id"), "{events:?}");
    }
    let events = Events::of(&server, &json!({ "position": FFO_1, "ask": "solve", "level": 3 }));
    assert!(events.head.starts_with("HTTP/1.1 422 "), "{}", events.head);
    assert!(events.head.contains("content-type: application/json"), "{}", events.head);
}

/// Where reports come more often than news, a report without news is left out.
#[test]
fn no_progress_is_reported_twice() {
    let server = server(&["--report-seconds", "3600"]);
    let limits = json!({ "seconds": 2 });
    let question = json!({ "position": START, "ask": "solve", "limits": limits, "report_every": 0 });
    let mut seen: Vec<_> = Events::of(&server, &question).map(|(_, data)| data.to_string()).collect();
    let count = seen.len();
    seen.dedup();
    assert!(count > 2 && seen.len() == count, "{} of {count} are new", seen.len());
}

/// A client that leaves closes its connection, whether the server writes or is silent meanwhile.
#[tokio::test]
async fn a_client_that_leaves_a_stream_frees_its_engine() {
    for (report, events_before) in [("0.05", 2), ("3600", 0)] {
        let server = server(&["--report-seconds", report, "--keep-alive-seconds", report]);
        for ask in ["solve", "analyze", "review", "prove", "balanced_starts", "analyze_game", "session"] {
            let question = match ask {
                "session" => {
                    let engine = json!({ "white": { "engine": { "depth": 60 } } });
                    let session = json!({ "game": { "moves": "f5" }, "players": engine });
                    json!({ "ask": ask, "session": session, "actions": [{ "do": "engine_move" }] })
                }
                "review" | "analyze_game" => json!({ "moves": "f5d6c3", "ask": ask, "level": 60 }),
                "balanced_starts" => json!({ "ask": ask, "count": 1_000_000, "level": 30 }),
                _ => json!({ "position": START, "ask": ask }),
            };
            let mut events = Events::of(&server, &question);
            wait_until_free(&server, 0).await;
            let seen: Vec<_> = events.by_ref().take(events_before).collect();
            assert!(
                seen.len() == events_before && seen.iter().all(|event| event.0 == "progress"),
                "{seen:?}"
            );
            drop(events);
            wait_until_free(&server, 1).await;
        }
    }
}

#[test]
fn a_silent_stream_is_kept_alive() {
    let server = server(&["--report-seconds", "3600", "--keep-alive-seconds", "0.1"]);
    let question = json!({ "position": START, "ask": "solve", "limits": { "seconds": 1 } });
    let mut events = Events::of(&server, &question);
    assert_eq!(events.by_ref().map(|event| event.0).collect::<Vec<_>>(), ["answer"]);
    assert!(events.comments > 1, "{}", events.comments);
}

#[cfg(unix)]
#[tokio::test]
async fn sigterm_ends_a_stream_with_the_results_so_far() {
    let mut server = server(&[]);
    let mut events = Events::of(&server, &json!({ "position": START, "ask": "solve" }));
    wait_until_free(&server, 0).await;
    server.terminate();
    let (name, answer) = events.by_ref().find(|event| event.0 != "progress").unwrap();
    assert_eq!((&*name, &answer["interrupted"]["reason"]), ("answer", &json!("stop")));
    assert!(events.next().is_none() && server.wait().success());
}
