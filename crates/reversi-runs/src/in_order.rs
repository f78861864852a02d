//! Work on many items with several engines, and the results in the order of the items.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::Builder;

use reversi_search::instant::Instant;
use reversi_search::{Progress, Stop};

/// Runs `work` on all items with one thread per worker, and passes the results to `report` on this thread, in
/// order. Where the system starts fewer threads, it goes on with these, or on this thread alone.
///
/// If `stop` is set, no further items are begun. `work` can end its search by it. `in_order` sets it if
/// `report` fails.
///
/// ```
/// use reversi_engine::Stop;
/// use reversi_engine::runs::in_order;
///
/// let mut squares = Vec::new();
/// in_order(&[1, 2, 3], &mut [(), ()], &Stop::new(), |(), item| item * item, |_, square| {
///     squares.push(square);
///     Ok::<(), std::convert::Infallible>(())
/// })?;
/// assert_eq!(squares, [1, 4, 9]);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
///
/// # Errors
/// The first error of `report`.
pub fn in_order<T: Sync, W: Send, R: Send, E>(
    items: &[T],
    workers: &mut [W],
    stop: &Stop,
    work: impl Fn(&mut W, &T) -> R + Sync,
    mut report: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    in_order_with(items, workers, stop, work, |found| {
        found.map_or(Ok(()), |(item, result)| report(item, result)) //
    })
}

/// Runs like [`in_order`]. `report` is also called with `None`, every [`Progress::INTERVAL`]: it may show
/// something, or set `stop`.
///
/// ```
/// use std::time::Duration;
/// use reversi_engine::Stop;
/// use reversi_engine::runs::in_order_with;
///
/// let (mut looks, stop) = (0, Stop::new());
/// in_order_with(&[1, 2], &mut [()], &stop, |(), _| std::thread::sleep(Duration::from_secs(1)), |found| {
///     looks += u32::from(found.is_none());
///     Ok::<(), std::convert::Infallible>(())
/// })?;
/// assert!(looks > 2);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
///
/// # Errors
/// The first error of `report`.
pub fn in_order_with<T: Sync, W: Send, R: Send, E>(
    items: &[T],
    workers: &mut [W],
    stop: &Stop,
    work: impl Fn(&mut W, &T) -> R + Sync,
    mut report: impl FnMut(Option<(&T, R)>) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    let started = std::thread::scope(|scope| {
        let mut threads = 0;
        for worker in &mut *workers {
            let (next, work, sender) = (&next, &work, sender.clone());
            let thread = move || {
                while let Some(i) = take(next, items.len(), stop) {
                    if sender.send((i, work(worker, &items[i]))).is_err() {
                        return; // the receiver has ended early
                    }
                }
            };
            if Builder::new().spawn_scoped(scope, thread).is_err() {
                break;
            }
            threads += 1;
        }
        drop(sender); // the workers hold clones: the results end when the last worker has finished

        let guard = stop.guard(); // an error or a panic of `report` ends the work
        let mut early = BTreeMap::new();
        let mut due = 0;
        let mut next_look = Instant::now() + Progress::INTERVAL;
        loop {
            match results.recv_timeout(next_look.saturating_duration_since(Instant::now())) {
                Ok((i, result)) => _ = early.insert(i, result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if Instant::now() >= next_look {
                report(None)?;
                next_look = Instant::now() + Progress::INTERVAL;
            }
            while let Some(result) = early.remove(&due) {
                report(Some((&items[due], result)))?;
                due += 1;
            }
        }
        guard.disarm();
        Ok(threads > 0)
    })?;
    match workers.first_mut() {
        Some(worker) if !started => {
            let mut left = items.iter().take_while(|_| !stop.is_set());
            left.try_for_each(|item| report(Some((item, work(worker, item)))))
        }
        _ => Ok(()),
    }
}

/// Takes the number of the next item, unless the signal is set. An item that is taken is worked on, even if
/// the signal comes in between: a result waits for the results of all items before it.
fn take(next: &AtomicUsize, len: usize, stop: &Stop) -> Option<usize> {
    let due = (!stop.is_set()).then(|| next.fetch_add(1, Ordering::Relaxed));
    due.filter(|&i| i < len)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn no_item_is_taken_and_dropped_after_the_signal() {
        let (next, stop) = (AtomicUsize::new(0), Stop::new());
        assert_eq!(
            (take(&next, 2, &stop), take(&next, 2, &stop), take(&next, 2, &stop)),
            (Some(0), Some(1), None)
        );
        let next = AtomicUsize::new(0);
        stop.set();
        assert_eq!((take(&next, 2, &stop), next.into_inner()), (None, 0));
    }

    /// The signal may come between any two instructions of the other threads.
    #[test]
    fn every_result_is_reported_in_order_when_the_work_is_stopped() {
        let items: Vec<usize> = (0..64).collect();
        for round in 0..500 {
            let (stop, worked) = (Stop::new(), AtomicUsize::new(0));
            let mut reported = Vec::new();
            let work = |_: &mut (), &item: &usize| {
                worked.fetch_add(1, Ordering::Relaxed);
                if item == round % 32 {
                    stop.set();
                }
                item
            };
            in_order(&items, &mut [(); 8], &stop, work, |_, item| {
                reported.push(item);
                Ok::<(), Infallible>(())
            })
            .unwrap();
            assert_eq!(reported.len(), worked.into_inner(), "round {round}");
            assert!(reported.iter().copied().eq(0..reported.len()) && reported.len() > round % 32);
        }
    }

    #[test]
    fn a_report_that_panics_ends_the_work() {
        let (items, stop) = ((0..1000).collect::<Vec<usize>>(), Stop::new());
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            in_order(
                &items,
                &mut [(); 2],
                &stop,
                |_, _| (),
                |_, ()| -> Result<(), ()> { panic!("of a report") },
            )
        }));
        assert!(caught.is_err() && stop.is_set());
    }

    #[test]
    fn a_report_that_fails_ends_the_work() {
        let (items, stop) = ((0..1000).collect::<Vec<usize>>(), Stop::new());
        assert_eq!(in_order(&items, &mut [(); 2], &stop, |_, _| (), |_, ()| Ok::<(), ()>(())), Ok(()));
        assert!(!stop.is_set(), "all is well");
        let report = |_: &usize, item: usize| if item < 5 { Ok(()) } else { Err(item) };
        assert_eq!(in_order(&items, &mut [(); 2], &stop, |_, &item| item, report), Err(5));
        assert!(stop.is_set());
    }
}
