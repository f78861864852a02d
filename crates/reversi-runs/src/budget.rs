//! The limits of a run that makes several calls.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use reversi_search::Limits;

/// The limits of a run that makes several calls, less what these have spent.
///
/// ```
/// use reversi_engine::Limits;
/// use reversi_engine::runs::Budget;
///
/// let budget = Budget::new(Limits::new().nodes(1000));
/// budget.spend(300);
/// assert_eq!(budget.left(), Limits::new().nodes(700));
/// ```
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    start: Instant,
    nodes: AtomicU64,
}

impl Budget {
    /// The limits of a run that begins now.
    pub fn new(limits: Limits) -> Budget {
        Budget { limits, start: Instant::now(), nodes: AtomicU64::new(0) }
    }

    /// The limits of the next call.
    pub fn left(&self) -> Limits {
        let mut left = self.limits.clone();
        left.time = left.time.map(|time| time.saturating_sub(self.start.elapsed()));
        left.nodes = left.nodes.map(|nodes| nodes.saturating_sub(self.nodes.load(Ordering::Relaxed)));
        left
    }

    /// Whether nothing is left, or the signal of the limits is set.
    pub fn is_spent(&self) -> bool {
        let left = self.left();
        left.time.is_some_and(|time| time.is_zero())
            || left.nodes == Some(0)
            || left.stop.is_some_and(|stop| stop.is_set())
    }

    /// Takes the nodes of a call.
    pub fn spend(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}
