//! An engine that may ponder on a thread of its own.

use std::io;
use std::panic;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SendError, Sender};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use reversi_engine::{Analysis, Board, Engine, Pondering, Stop};

/// An engine. While it ponders it is on a thread, and whoever wants it ends the pondering.
pub(crate) struct Thinker {
    /// `None` while it is on the thread.
    engine: Option<Engine>,
    /// The thread, if the engine may ponder.
    worker: Option<Worker>,
    /// What is searched, or was until every reply had its answer.
    pondering: Option<Pondering>,
}

/// The thread, to which the engine goes and from which it comes back.
struct Worker {
    jobs: Sender<(Pondering, Engine)>,
    engines: Receiver<Engine>,
    thread: JoinHandle<()>,
}

impl Thinker {
    pub(crate) fn new(engine: Engine) -> Thinker {
        Thinker { engine: Some(engine), worker: None, pondering: None }
    }

    /// Lets the engine ponder.
    pub(crate) fn allow_pondering(&mut self) -> io::Result<()> {
        self.worker = Some(Worker::start()?);
        Ok(())
    }

    /// The engine, which ponders no longer.
    pub(crate) fn engine(&mut self) -> &mut Engine {
        self.rest();
        self.engine.as_mut().expect("it is here when it does not ponder")
    }

    /// Ends the pondering and forgets what it has found.
    pub(crate) fn rest(&mut self) {
        self.end(|| true);
    }

    /// Begins to ponder, if the engine may.
    pub(crate) fn ponder(&mut self, pondering: Pondering) {
        self.rest();
        if let (Some(worker), Some(engine)) = (&self.worker, self.engine.take()) {
            match worker.jobs.send((pondering.clone(), engine)) {
                Ok(()) => self.pondering = Some(pondering),
                Err(SendError((_, engine))) => self.engine = Some(engine),
            }
        }
    }

    /// Tells the pondering which position is on the board.
    pub(crate) fn played(&self, board: &Board) {
        if let Some(pondering) = &self.pondering {
            pondering.played(board);
        }
    }

    /// The analysis of a position, if the engine has pondered over it. A search that runs goes on to its
    /// end, but no longer than this time or until the stop.
    pub(crate) fn pondered(
        &mut self,
        board: &Board,
        time: Option<Duration>,
        stop: &Stop,
    ) -> Option<Analysis> {
        self.played(board);
        let start = Instant::now();
        let pondering = self.end(|| stop.is_set() || time.is_some_and(|time| start.elapsed() >= time));
        pondering?.analysis(board)
    }

    /// Waits for the end of the pondering, and ends it as soon as `is_over`.
    fn end(&mut self, is_over: impl Fn() -> bool) -> Option<Pondering> {
        /// How often it looks.
        const INTERVAL: Duration = Duration::from_millis(1);

        let pondering = self.pondering.take()?;
        while let Some(worker) = self.worker.as_ref().filter(|_| self.engine.is_none()) {
            if is_over() {
                pondering.stop();
            }
            match worker.engines.recv_timeout(INTERVAL) {
                Ok(engine) => self.engine = Some(engine),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.worker.take()?.panic(),
            }
        }
        Some(pondering)
    }
}

impl Worker {
    fn start() -> io::Result<Worker> {
        let (jobs, todo) = mpsc::channel::<(Pondering, Engine)>();
        let (done, engines) = mpsc::channel();
        let work = move || {
            for (pondering, mut engine) in todo {
                let _ = pondering.search(&mut engine); // the search of the move itself reports the error
                if done.send(engine).is_err() {
                    return;
                }
            }
        };
        let thread = Builder::new().name("pondering".to_owned()).spawn(work)?;
        Ok(Worker { jobs, engines, thread })
    }

    /// Goes on with the panic that has ended the thread.
    fn panic(self) {
        if let Err(panic) = self.thread.join() {
            panic::resume_unwind(panic);
        }
    }
}
