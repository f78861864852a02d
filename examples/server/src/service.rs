//! The routes. A question waits for an engine, searches, and stops when its client leaves.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest as _, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::{Stream, stream};
use reversi_engine::question::{Answer, FieldErrorKind, Problem, Question, QuestionError};
use reversi_engine::search::{self, EnginePool, StopGuard};
use reversi_engine::surface::report_line;
use reversi_engine::{Engine, Limits, Progress, Stop};
use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{sleep, timeout};

/// As long as a line of `reversi ask`. Proofs are the longest questions.
const MAX_BODY_BYTES: usize = 1 << 20;

/// The longest times.
pub struct Times {
    /// The longest search, whatever the limits of the question.
    pub search: Duration,
    /// The longest wait of a request for an engine.
    pub queue: Duration,
    /// The longest time for the body of a request.
    pub client: Duration,
    /// The time between two events of progress.
    pub report: Duration,
    /// The longest silence of a stream.
    pub keep_alive: Duration,
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

/// Answers a question of any kind; the guide on questions has the form of both. A client that accepts events
/// gets the progress of the search before the answer.
async fn ask(
    State(service): State<Arc<Service>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    request: Request,
) -> Result<Response, Error> {
    let accepts_events = accepts_events(request.headers());
    let body = timeout(service.times.client, Bytes::from_request(request, &())).await;
    let body = body
        .map_err(|_elapsed| Error::new(StatusCode::REQUEST_TIMEOUT, "slow-body", "the body took too long"))?;
    let question = Question::from_json(text(&body?)?)?;
    let Times { report, keep_alive, .. } = service.times;
    let report = question.report_every.unwrap_or(report);
    let mut call = service.begin(client, question).await?;
    if accepts_events {
        let events = Sse::new(events(call, report));
        return Ok(events
            .keep_alive(
                KeepAlive::new().interval(keep_alive.clamp(Progress::INTERVAL, Duration::from_secs(86_400))),
            )
            .into_response());
    }
    Ok(json(StatusCode::OK, call.answer().await?.to_json()))
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split([',', ';'])).any(|kind| kind.trim() == "text/event-stream")
}

fn text(body: &[u8]) -> Result<&str, Error> {
    str::from_utf8(body).map_err(|error| {
        let offset = error.valid_up_to();
        let message = format!("byte {offset}: the text is not UTF-8");
        let mut error = Error::new(StatusCode::BAD_REQUEST, "not-utf-8", &message);
        error.problem.at.offset = Some(offset as u64);
        error
    })
}

/// Returns the events of a call: `progress` at an interval, if there is news, and at the end `answer` or
/// `error`. Their data are lines of JSON. A stream that is dropped, because its client has left, stops the
/// search.
fn events(call: Call, every: Duration) -> impl Stream<Item = Result<Event, Infallible>> {
    let every = every.max(Progress::INTERVAL);
    stream::unfold(Some(call), move |call| async move {
        let mut call = call?;
        loop {
            tokio::select! {
                answer = call.answer() => {
                    let (name, data) = match answer {
                        Ok(answer) => ("answer", answer.to_json()),
                        Err(Error { problem, .. }) => ("error", problem.to_json()),
                    };
                    return Some((Ok(Event::default().event(name).data(data)), None));
                }
                () = sleep(every) => if let Some(data) = call.news() {
                    return Some((Ok(Event::default().event("progress").data(data)), Some(call)));
                }
            }
        }
    })
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
    /// Begins to answer a question on a thread that may block: a search on the next free engine.
    async fn begin(self: Arc<Self>, client: SocketAddr, mut question: Question) -> Result<Call, Error> {
        let permit = if question.is_search() { Some(self.turn().await?) } else { None };
        let stop = Stop::new();
        let presence = Presence::new(&stop);
        let (left, shutdown) = (presence.left.clone(), self.shutdown.clone());
        let (report, progress) = watch::channel(None);
        question = question.within(Limits::new().time(self.times.search).stop(&stop));
        let answer = spawn_blocking(move || {
            let Some(_permit) = permit else {
                return question.answer(&mut self.spare.lock().unwrap_or_else(PoisonError::into_inner));
            };
            give_way_to_connections();
            let mut engine = self.pool.get(); // at once, with a permit, which is dropped after it
            let answer = question.answer_with(&mut engine, |event| {
                if let search::Event::Progress(progress) = event {
                    report.send_replace(Some(report_line(question.id.as_ref(), progress)));
                }
                ControlFlow::Continue(())
            });
            drop(engine);
            if let Some(&left) = left.get() {
                let at = left.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
                let ms = left.elapsed().unwrap_or_default().as_secs_f64() * 1e3;
                eprintln!("{client} left at {at:.6}, its engine was free {ms:.3} ms later");
            }
            answer
        });
        Ok(Call { answer, progress, stop, shutdown, _presence: presence })
    }

    /// Waits for a free engine.
    async fn turn(&self) -> Result<OwnedSemaphorePermit, Error> {
        match timeout(self.times.queue, self.free.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_closed)) => Err(Error::unavailable("ending", "the service ends")),
            Err(_elapsed) => Err(Error::unavailable("busy", "all engines are busy")),
        }
    }
}

/// A question that is being answered. Dropping it stops the search.
struct Call {
    answer: JoinHandle<Result<Answer, QuestionError>>,
    /// The last report of the search.
    progress: watch::Receiver<Option<String>>,
    stop: Stop,
    shutdown: watch::Receiver<bool>,
    _presence: Presence,
}

impl Call {
    /// Waits for the answer. The end of the service stops the search.
    async fn answer(&mut self) -> Result<Answer, Error> {
        let shutdown_begun = async { drop(self.shutdown.wait_for(|&begun| begun).await) };
        let answer = tokio::select! {
            answer = &mut self.answer => answer,
            () = shutdown_begun => {
                self.stop.set();
                (&mut self.answer).await
            }
        };
        Ok(answer.map_err(|_panic| Error::internal("the search failed"))??)
    }

    /// Returns the last report, unless it was returned before.
    fn news(&mut self) -> Option<String> {
        let is_new = self.progress.has_changed().unwrap_or(false); // an error after the end of the search
        if is_new { self.progress.borrow_and_update().clone() } else { None }
    }
}

/// Searches keep all cores busy. With a lower priority they do not delay the threads of the connections.
fn give_way_to_connections() {
    #[cfg(target_os = "linux")] // other systems have one priority for the whole process
    let _ = rustix::process::setpriority_process(None, 10);
}

/// Part of the future of a request, or of its stream, which is dropped when the client closes its connection:
/// that stops the search.
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
    problem: Box<Problem>,
}

impl Error {
    fn new(status: StatusCode, code: &'static str, message: &str) -> Error {
        Error { status, problem: Box::new(Problem::new(code, message)) }
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
        Error { status, problem: Box::new(Problem::from(&error)) }
    }
}

/// A body that is too long.
impl From<BytesRejection> for Error {
    fn from(rejection: BytesRejection) -> Error {
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
