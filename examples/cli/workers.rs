//! Work on many positions with several engines.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use reversi_engine::{Engine, Stop};

/// Works on all items with one thread per engine and passes the results to `report` on this thread, in order.
///
/// If `report` fails, the stop signal passed to `work` ends the running searches.
pub(crate) fn work_on<T: Sync, R: Send>(
    items: &[T],
    engines: Vec<Engine>,
    work: impl Fn(&mut Engine, &T, &Stop) -> R + Sync,
    mut report: impl FnMut(&T, R) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let next = AtomicUsize::new(0);
    let stop = Stop::new();
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for mut engine in engines {
            let (next, stop, work, sender) = (&next, &stop, &work, sender.clone());
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(i) else { return };
                    if sender.send((i, work(&mut engine, item, stop))).is_err() {
                        return; // the receiver has ended early
                    }
                }
            });
        }
        drop(sender); // the workers hold clones: the results end when the last worker has finished

        let mut early = BTreeMap::new();
        let mut due = 0;
        let reported = results.into_iter().try_for_each(|(i, result)| {
            early.insert(i, result);
            while let Some(result) = early.remove(&due) {
                report(&items[due], result)?;
                due += 1;
            }
            Ok(())
        });
        stop.set();
        reported
    })
}
