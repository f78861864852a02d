//! The routes, and the way of a request: it waits for an engine, searches, and stops when its client leaves.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::extract::connect_info::IntoMakeServiceWithConnectInfo;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use reversi_engine::{
    AnalyzeRequest, Board, Engine, EnginePool, Level, Limits, SolveError, SolveRequest, Stop, StopGuard,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// A request is a board and some numbers.
const MAX_BODY_BYTES: usize = 4096;

/// The time that a client may take between two parts of its request.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

pub struct Service {
    pool: EnginePool,
    /// A permit for each engine. A request that waits for one blocks no thread and leaves with its client.
    free: Arc<Semaphore>,
    max_time: Duration,
    queue_time: Duration,
    shutdown: watch::Receiver<bool>,
}

/// Ends the service: requests that wait for an engine are refused, searches stop.
pub struct Shutdown {
    free: Arc<Semaphore>,
    sender: watch::Sender<bool>,
}

impl Shutdown {
    pub fn begin(self) {
        self.free.close();
        self.sender.send_replace(true);
    }
}

pub fn new(
    pool: EnginePool,
    max_time: Duration,
    queue_time: Duration,
) -> (IntoMakeServiceWithConnectInfo<Router, SocketAddr>, Shutdown) {
    let free = Arc::new(Semaphore::new(pool.engines()));
    let (sender, receiver) = watch::channel(false);
    let shutdown = Shutdown { free: free.clone(), sender };
    let service = Service { pool, free, max_time, queue_time, shutdown: receiver };
    let routes = Router::new()
        .route("/solve", post(solve))
        .route("/analyze", post(analyze))
        .route("/evaluate", post(evaluate))
        .route("/health", get(health))
        .fallback(async || Error::new(StatusCode::NOT_FOUND, "no such path"))
        .method_not_allowed_fallback(async || Error::new(StatusCode::METHOD_NOT_ALLOWED, "no such method"))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(RequestBodyTimeoutLayer::new(BODY_TIMEOUT))
        .with_state(Arc::new(service));
    (routes.into_make_service_with_connect_info(), shutdown)
}

type Body<T> = Result<Json<T>, JsonRejection>;
type Answer = Result<Response, Error>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Solve {
    board: Board,
    #[serde(default)]
    question: Question,
    seconds: Option<f64>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Question {
    #[default]
    Exact,
    Wld,
    AtLeast(i32),
    Window {
        alpha: i32,
        beta: i32,
    },
}

async fn solve(
    State(service): State<Arc<Service>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    body: Body<Solve>,
) -> Answer {
    let Json(Solve { board, question, seconds }) = body?;
    let request = match question {
        Question::Exact => SolveRequest::exact(),
        Question::Wld => SolveRequest::wld(),
        Question::AtLeast(score) => SolveRequest::at_least(score),
        Question::Window { alpha, beta } => SolveRequest::window(alpha, beta),
    };
    let limits = service.limits(seconds)?;
    let search = move |engine: &mut Engine, limits| engine.solve(&board, request.limits(limits));
    match service.search(client, limits, search).await? {
        Ok(solution) => Ok(Json(solution).into_response()),
        Err(SolveError::Interrupted(interrupted)) => Ok(Json(interrupted).into_response()),
        Err(error) => Err(Error::invalid("question", error)),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Analyze {
    board: Board,
    /// As deep as the time allows, if it is not named.
    level: Option<Level>,
    #[serde(default = "one")]
    lines: usize,
    seconds: Option<f64>,
}

fn one() -> usize {
    1
}

async fn analyze(
    State(service): State<Arc<Service>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    body: Body<Analyze>,
) -> Answer {
    let Json(Analyze { board, level, lines, seconds }) = body?;
    let request = match level {
        Some(level) => AnalyzeRequest::level(level),
        None => AnalyzeRequest::unlimited(),
    };
    let limits = service.limits(seconds)?;
    let search =
        move |engine: &mut Engine, limits| engine.analyze(&board, request.multi_pv(lines).limits(limits));
    let analysis = service.search(client, limits, search).await?.map_err(|e| Error::invalid("lines", e))?;
    Ok(Json(analysis).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Evaluate {
    board: Board,
}

/// A microsecond: it needs no engine.
async fn evaluate(body: Body<Evaluate>) -> Answer {
    Ok(Json(json!({ "discs": reversi_engine::evaluate(&body?.board) })).into_response())
}

async fn health(State(service): State<Arc<Service>>) -> Json<Value> {
    Json(json!({ "engines": service.pool.engines(), "free": service.pool.available() }))
}

impl Service {
    /// The limits of a search with this deadline.
    fn limits(&self, seconds: Option<f64>) -> Result<Limits, Error> {
        let Some(seconds) = seconds else { return Ok(Limits::new().time(self.max_time)) };
        let time = Duration::try_from_secs_f64(seconds).map_err(|e| Error::invalid("seconds", e))?;
        if time > self.max_time {
            let most = self.max_time.as_secs_f64();
            return Err(Error::invalid("seconds", format_args!("{seconds} is more than {most}")));
        }
        Ok(Limits::new().time(time))
    }

    /// Runs `search` on the next free engine, on a thread that may block.
    async fn search<R: Send + 'static>(
        &self,
        client: SocketAddr,
        limits: Limits,
        search: impl FnOnce(&mut Engine, Limits) -> R + Send + 'static,
    ) -> Result<R, Error> {
        let permit = match timeout(self.queue_time, self.free.clone().acquire_owned()).await {
            Ok(Ok(permit)) => permit,
            Ok(Err(_closed)) => return Err(Error::unavailable("the service ends")),
            Err(_elapsed) => return Err(Error::unavailable("all engines are busy")),
        };
        let stop = Stop::new();
        let presence = Presence::new(&stop);
        let (pool, limits, left) = (self.pool.clone(), limits.stop(&stop), presence.left.clone());
        let mut search = spawn_blocking(move || {
            let _permit = permit; // dropped after the engine
            give_way_to_connections();
            let mut engine = pool.get(); // at once, with a permit
            let answer = search(&mut engine, limits);
            drop(engine);
            if let Some(&left) = left.get() {
                let at = left.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
                let ms = left.elapsed().unwrap_or_default().as_secs_f64() * 1e3;
                eprintln!("{client} left at {at:.6}, its engine was free {ms:.3} ms later");
            }
            answer
        });
        let mut shutdown = self.shutdown.clone();
        let shutdown_begun = async { drop(shutdown.wait_for(|&begun| begun).await) };
        let answer = tokio::select! {
            answer = &mut search => answer,
            () = shutdown_begun => {
                stop.set();
                search.await
            }
        };
        answer.map_err(|_panic| Error::new(StatusCode::INTERNAL_SERVER_ERROR, "the search failed"))
    }
}

/// Searches keep all cores busy. With a lower priority their threads do not delay those of the connections.
fn give_way_to_connections() {
    #[cfg(target_os = "linux")] // other systems have one priority for the whole process
    let _ = rustix::process::setpriority_process(None, 10);
}

/// Part of the future of a request, which is dropped when the client closes its connection: that stops the
/// search.
struct Presence {
    left: Arc<OnceLock<SystemTime>>,
    _guard: StopGuard,
}

impl Presence {
    fn new(stop: &Stop) -> Presence {
        Presence { left: Arc::default(), _guard: stop.guard() }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let _ = self.left.set(SystemTime::now());
    }
}

/// `{"error": "seconds: 120 is more than 30"}`
struct Error {
    status: StatusCode,
    message: String,
}

impl Error {
    fn new(status: StatusCode, message: &str) -> Error {
        Error { status, message: message.to_owned() }
    }

    fn invalid(field: &str, error: impl std::fmt::Display) -> Error {
        Error { status: StatusCode::UNPROCESSABLE_ENTITY, message: format!("{field}: {error}") }
    }

    fn unavailable(message: &str) -> Error {
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }
}

/// A body that is not JSON, or not a request; the text says where.
impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Error {
        Error { status: rejection.status(), message: rejection.body_text() }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let body = Json(json!({ "error": self.message }));
        match self.status {
            StatusCode::SERVICE_UNAVAILABLE => {
                (self.status, [(header::RETRY_AFTER, "1")], body).into_response()
            }
            status => (status, body).into_response(),
        }
    }
}
