//! The server as a process, and a client with one connection.

#![allow(dead_code)] // of the tests and of the load program in lab/benches, each uses a part

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use http_body_util::BodyExt as _;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONTENT_TYPE, HOST, HeaderMap};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// FFO 1: 14 empties, black wins by 18.
pub const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

/// Nobody solves it while a test runs.
pub const START: &str = "---------------------------OX------XO--------------------------- X";

/// The longest wait for what must happen.
pub const FOREVER: Duration = Duration::from_secs(100);

/// A running server. It ends when this is dropped.
pub struct Server {
    process: Child,
    pub address: SocketAddr,
    /// The lines of its log.
    pub log: mpsc::Receiver<String>,
}

impl Server {
    pub fn start(program: &str, arguments: &[&str]) -> Server {
        let mut command = Command::new(program);
        command.args(["--listen", "127.0.0.1:0"]).args(arguments);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let address = first.trim_end().rsplit('/').next().unwrap().parse().unwrap();
        let (send, log) = mpsc::channel();
        let lines = BufReader::new(process.stderr.take().unwrap()).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| send.send(line)));
        Server { process, address, log }
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Asks it to end, as a service manager does.
    pub fn terminate(&self) {
        let sent = Command::new("kill").arg(self.id().to_string()).status().unwrap();
        assert!(sent.success());
    }

    pub fn wait(&mut self) -> ExitStatus {
        self.process.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Value,
}

/// One connection, kept alive between requests.
pub struct Client {
    sender: SendRequest<String>,
    connection: JoinHandle<hyper::Result<()>>,
    pub address: SocketAddr,
}

impl Client {
    pub async fn connect(server: SocketAddr) -> Client {
        let stream = TcpStream::connect(server).await.unwrap();
        let address = stream.local_addr().unwrap();
        let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        Client { sender, connection: tokio::spawn(connection), address }
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Response {
        self.send(Method::POST, path, "application/json", body.to_string()).await
    }

    pub async fn get(&mut self, path: &str) -> Response {
        self.send(Method::GET, path, "", String::new()).await
    }

    pub async fn send(&mut self, method: Method, path: &str, content_type: &str, body: String) -> Response {
        let request = Request::builder().method(method).uri(path).header(HOST, "localhost");
        let request = request.header(CONTENT_TYPE, content_type).body(body).unwrap();
        let (head, body) = self.sender.send_request(request).await.unwrap().into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let body = serde_json::from_slice(&bytes).unwrap_or_else(|e| panic!("{e}: {bytes:?}"));
        Response { status: head.status.as_u16(), headers: head.headers, body }
    }
}

/// Closes the connection, whether an answer is due or not.
impl Drop for Client {
    fn drop(&mut self) {
        self.connection.abort();
    }
}
