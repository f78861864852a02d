//! The routes. A question waits for an engine, searches, and stops when its client leaves.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::extract::rejection::StringRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest as _, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use reversi_engine::question::{Answer, FieldErrorKind, Problem, Question, QuestionError};
use reversi_engine::search::{EnginePool, StopGuard};
use reversi_engine::{Engine, Limits, Stop};
use serde_json::Value;
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// A question is a position, moves and some numbers.
const MAX_BODY_BYTES: usize = 4096;

/// The longest times.
pub struct Times {
    /// The longest search, whatever the limits of the question.
    pub search: Duration,
    /// The longest wait of a request for an engine.
    pub queue: Duration,
    /// The longest time for the body of a request.
    pub client: Duration,
}

pub struct Service {
    pool: EnginePool,
    /// For questions that need no search.
    spare: Mutex<Engine>,
    /// A permit for each engine. A request that waits for one blocks no thread and leaves with its client.
    free: Arc<Semaphore>,
    times: Times,
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

pub fn new(pool: EnginePool, spare: Engine, times: Times) -> (Router, Shutdown) {
    let free = Arc::new(Semaphore::new(pool.engines()));
    let (sender, receiver) = watch::channel(false);
    let shutdown = Shutdown { free: free.clone(), sender };
    let service = Service { pool, spare: Mutex::new(spare), free, times, shutdown: receiver };
    let routes = Router::new()
        .route("/ask", post(ask))
        .route("/schema", get(schema))
        .route("/health", get(health))
        .fallback(async || Error::new(StatusCode::NOT_FOUND, "no-such-path", "no such path"))
        .method_not_allowed_fallback(async || {
            Error::new(StatusCode::METHOD_NOT_ALLOWED, "no-such-method", "no such method")
        })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(Arc::new(service));
    (routes, shutdown)
}

/// Answers a question; the guide on questions has the form of both.
async fn ask(
    State(service): State<Arc<Service>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    request: Request,
) -> Result<Response, Error> {
    let body = timeout(service.times.client, String::from_request(request, &())).await;
    let body = body
        .map_err(|_elapsed| Error::new(StatusCode::REQUEST_TIMEOUT, "slow-body", "the body took too long"))?;
    let question = Question::from_json(&body?)?;
    let answer = if question.is_search() {
        service.search(client, question).await?
    } else {
        // Microseconds: it waits for no engine.
        question.answer(&mut service.spare.lock().unwrap_or_else(PoisonError::into_inner))?
    };
    Ok(json(StatusCode::OK, answer.to_json()))
}

async fn schema() -> Response {
    json(StatusCode::OK, reversi_engine::question::schema().to_owned())
}

fn json(status: StatusCode, body: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

async fn health(State(service): State<Arc<Service>>) -> Json<Value> {
    Json(serde_json::json!({ "engines": service.pool.engines(), "free": service.pool.available() }))
}

impl Service {
    /// Answers a question on the next free engine, on a thread that may block.
    async fn search(&self, client: SocketAddr, question: Question) -> Result<Answer, Error> {
        let permit = match timeout(self.times.queue, self.free.clone().acquire_owned()).await {
            Ok(Ok(permit)) => permit,
            Ok(Err(_closed)) => return Err(Error::unavailable("ending", "the service ends")),
            Err(_elapsed) => return Err(Error::unavailable("busy", "all engines are busy")),
        };
        let stop = Stop::new();
        let presence = Presence::new(&stop);
        let question = question.within(Limits::new().time(self.times.search).stop(&stop));
        let (pool, left) = (self.pool.clone(), presence.left.clone());
        let mut search = spawn_blocking(move || {
            let _permit = permit; // dropped after the engine
            give_way_to_connections();
            let mut engine = pool.get(); // at once, with a permit
            let answer = question.answer(&mut engine);
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
        Ok(answer.map_err(|_panic| Error::internal("the search failed"))??)
    }
}

/// Searches keep all cores busy. With a lower priority they do not delay the threads of the connections.
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

/// A status, and the problem as JSON: `{"version": 1, "error": {"code": "busy", "message": ".."}}`.
struct Error {
    status: StatusCode,
    problem: Problem,
}

impl Error {
    fn new(status: StatusCode, code: &'static str, message: &str) -> Error {
        Error { status, problem: Problem::new(code, message) }
    }

    fn unavailable(code: &'static str, message: &str) -> Error {
        Error::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
    }

    fn internal(message: &str) -> Error {
        Error::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }
}

/// Text that is not JSON, or a question that has no answer; the problem names the place.
impl From<QuestionError> for Error {
    fn from(error: QuestionError) -> Error {
        let status = match error.kind {
            FieldErrorKind::Json { .. } => StatusCode::BAD_REQUEST,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Error { status, problem: Problem::from(&error) }
    }
}

/// A body that is too long or not text.
impl From<StringRejection> for Error {
    fn from(rejection: StringRejection) -> Error {
        Error::new(rejection.status(), "bad-body", &rejection.body_text())
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = json(self.status, self.problem.to_json());
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
