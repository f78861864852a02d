//! An engine that may ponder on a thread of its own.

use std::io;
use std::panic;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SendError, Sender};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use reversi_engine::play::Pondering;
use reversi_engine::{Analysis, Board, Engine, Stop};

/// An engine. While it ponders it is on a thread; every use of it ends the pondering.
pub(crate) struct PonderingEngine {
    /// `None` while it is on the thread.
    engine: Option<Engine>,
    /// The thread, if the engine may ponder.
    worker: Option<Worker>,
    /// The pondering that runs, or that ran until every reply had its answer.
    pondering: Option<Pondering>,
}

/// The thread, to which the engine goes and from which it comes back.
struct Worker {
    jobs: Sender<(Pondering, Engine)>,
    engines: Receiver<Engine>,
    thread: JoinHandle<()>,
}

impl PonderingEngine {
    pub(crate) fn new(engine: Engine) -> PonderingEngine {
        PonderingEngine { engine: Some(engine), worker: None, pondering: None }
    }

    /// Lets the engine ponder.
    pub(crate) fn allow_pondering(&mut self) -> io::Result<()> {
        self.worker = Some(Worker::start()?);
        Ok(())
    }

    /// Ends the pondering and returns the engine.
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
        let Some(worker) = &self.worker else { return };
        if let Some(engine) = self.engine.take() {
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

    /// The analysis of a position, if the engine has pondered over it. A running search continues to its
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
        /// The time between two looks.
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

    /// Resumes the panic that has ended the thread.
    fn panic(self) {
        if let Err(panic) = self.thread.join() {
            panic::resume_unwind(panic);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use reversi_engine::search::StopReason;
    use reversi_engine::weights::{Classical, Evaluator};
    use reversi_engine::{AnalyzeRequest, Position};

    use super::*;

    /// White has one move.
    const ONE_REPLY: &str = "-------------X------X-----XXX------XX-----O-X------------------- O";

    /// Counts its calls, and panics after the first `good_for`.
    struct Counted {
        calls: AtomicUsize,
        good_for: usize,
        /// Calls with fewer empties than the search for the likeliest reply leaves.
        answers: AtomicUsize,
    }

    impl Evaluator for Counted {
        fn evaluate_128(&self, board: &Board) -> i32 {
            let calls = self.calls.fetch_add(1, Ordering::Relaxed);
            let is_answer = board.empties().len() < ONE_REPLY.matches('-').count() as u32 - 9;
            self.answers.fetch_add(is_answer.into(), Ordering::Relaxed);
            assert!(calls < self.good_for, "out of order");
            Classical.evaluate_128(board)
        }
    }

    /// The position in which the opponent has one move, the one after it, and an engine.
    fn start(good_for: usize) -> (Board, Board, Arc<Counted>, PonderingEngine) {
        let before = ONE_REPLY.parse::<Position>().unwrap().board;
        let after = before.after(before.legal_plays().next().unwrap());
        let (calls, answers) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let counted = Arc::new(Counted { calls, good_for, answers });
        let engine = Engine::builder().hash_mib(1).evaluator(counted.clone()).build().unwrap();
        (before, after, counted, PonderingEngine::new(engine))
    }

    /// Waits until the thread searches the answer.
    fn wait(counted: &Counted) {
        while counted.answers.load(Ordering::Relaxed) == 0 {
            thread::yield_now();
        }
    }

    #[test]
    fn a_search_that_runs_goes_on_to_its_end_if_the_guess_is_right() {
        let (before, after, counted, mut pondering_engine) = start(usize::MAX);
        pondering_engine.allow_pondering().unwrap();
        pondering_engine.ponder(Pondering::new(&before, AnalyzeRequest::depth(11)));
        wait(&counted);
        pondering_engine.played(&before);
        let analysis = pondering_engine.pondered(&after, None, &Stop::new()).unwrap();
        assert_eq!((analysis.board(), analysis.stopped()), (after, None));
        assert_eq!(pondering_engine.pondered(&after, None, &Stop::new()), None, "it is told once");
        pondering_engine.engine().clear_hash();
    }

    #[test]
    fn a_stop_and_the_end_of_the_time_end_the_search() {
        let stop = Stop::new();
        stop.set();
        for (time, stop) in [(Some(Duration::ZERO), Stop::new()), (None, stop)] {
            let (before, after, counted, mut pondering_engine) = start(usize::MAX);
            pondering_engine.allow_pondering().unwrap();
            pondering_engine.ponder(Pondering::new(&before, AnalyzeRequest::unlimited()));
            wait(&counted);
            let analysis = pondering_engine.pondered(&after, time, &stop).unwrap();
            assert_eq!(analysis.stopped(), Some(StopReason::Stop));
        }
    }

    #[test]
    fn whoever_wants_the_engine_ends_the_pondering() {
        let (before, after, counted, mut pondering_engine) = start(usize::MAX);
        pondering_engine.allow_pondering().unwrap();
        for _ in 0..3 {
            pondering_engine.ponder(Pondering::new(&before, AnalyzeRequest::unlimited()));
        }
        wait(&counted);
        pondering_engine.engine().clear_hash();
        assert_eq!(pondering_engine.pondered(&after, None, &Stop::new()), None);
        pondering_engine.ponder(Pondering::new(&before, AnalyzeRequest::unlimited()));
        assert_eq!(pondering_engine.pondered(&before.pass(), None, &Stop::new()), None, "a wrong guess");
        pondering_engine.rest();
    }

    #[test]
    fn an_engine_that_may_not_ponder_does_nothing() {
        let (before, after, counted, mut pondering_engine) = start(0);
        pondering_engine.ponder(Pondering::new(&before, AnalyzeRequest::unlimited()));
        pondering_engine.played(&after);
        assert_eq!(pondering_engine.pondered(&after, None, &Stop::new()), None);
        pondering_engine.engine().clear_hash();
        assert_eq!(counted.calls.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn a_panic_of_the_thread_is_passed_on() {
        let (before, _, _, mut pondering_engine) = start(1000);
        pondering_engine.allow_pondering().unwrap();
        pondering_engine.ponder(Pondering::new(&before, AnalyzeRequest::depth(11)));
        while pondering_engine.worker.as_ref().is_some_and(|worker| !worker.thread.is_finished()) {
            thread::yield_now();
        }
        let panic = catch_unwind(AssertUnwindSafe(|| pondering_engine.rest())).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"out of order"));
    }
}
