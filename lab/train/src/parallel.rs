//! Parallel work with results in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{sync::mpsc, thread};

use anyhow::Result;
use reversi_engine::Engine;

use crate::{progress, selfplay};

/// Runs `work` for all `jobs` on one thread per worker and passes the results to `consume` in the order of
/// the jobs. Ends early when `consume` breaks, or at the first error.
pub(crate) fn in_order<W: Send, T: Send>(
    workers: Vec<W>,
    jobs: Range<u32>,
    work: impl Fn(&mut W, u32) -> Result<T> + Sync,
    mut consume: impl FnMut(T) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let (next, end) = (AtomicU32::new(jobs.start), jobs.end);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for mut worker in workers {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    // The channel is closed when the caller has ended early.
                    if job >= end || sender.send((job, work(&mut worker, job))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut early, mut due) = (BTreeMap::new(), jobs.start);
        for (job, result) in results {
            early.insert(job, result);
            while let Some(result) = early.remove(&due) {
                due += 1;
                if consume(result?)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    })
}

/// Calls `work` for each position, with an engine whose table is empty, and returns the results in their
/// order. The engines have the embedded weights.
pub(crate) fn of_all<P: Sync, T: Send>(
    positions: &[P],
    hash_mib: usize,
    work: impl Fn(&mut Engine, &P) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    of_all_by(selfplay::engines(None, hash_mib)?, positions, work)
}

/// The same with these engines.
pub(crate) fn of_all_by<P: Sync, T: Send>(
    engines: Vec<Engine>,
    positions: &[P],
    work: impl Fn(&mut Engine, &P) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let bar = progress::bar(positions.len() as u64, "positions");
    let mut all = Vec::with_capacity(positions.len());
    let work = |engine: &mut Engine, i: u32| {
        engine.clear_hash(); // otherwise the result would depend on the order
        work(engine, &positions[i as usize])
    };
    in_order(engines, 0..positions.len() as u32, work, |found| {
        all.push(found);
        bar.inc(1);
        Ok(ControlFlow::Continue(()))
    })?;
    bar.finish_and_clear();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_until_enough() -> Result<()> {
        for workers in [1, 2, 7] {
            let mut consumed = Vec::new();
            in_order(
                vec![(); workers],
                5..1000,
                |(), job| Ok(job * 2),
                |result| {
                    consumed.push(result);
                    Ok(if result == 40 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
                },
            )?;
            assert_eq!(consumed, (5..=20).map(|job| job * 2).collect::<Vec<_>>());
        }
        let failed =
            in_order(vec![(); 2], 0..9, |(), _| anyhow::bail!("no"), |()| Ok(ControlFlow::Continue(())));
        assert_eq!(failed.unwrap_err().to_string(), "no");
        Ok(())
    }
}
