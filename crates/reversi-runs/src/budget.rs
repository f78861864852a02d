//! The limits of a run of several calls.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use reversi_search::instant::Instant;
use reversi_search::{Limits, Stop, StopReason};

/// The limits of a run of several calls, less what the calls have spent.
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
    /// Starts a run with these limits.
    pub fn new(limits: Limits) -> Budget {
        Budget { limits, start: Instant::now(), nodes: AtomicU64::new(0) }
    }

    /// Returns the limits of the next call. Calls that run at the same time each get all that is left. So `n`
    /// of them may exceed a limit of nodes by the nodes of `n - 1` calls.
    pub fn left(&self) -> Limits {
        let mut left = self.limits.clone();
        left.time = left.time.map(|time| time.saturating_sub(self.elapsed()));
        left.nodes = left.nodes.map(|nodes| nodes.saturating_sub(self.nodes()));
        left
    }

    /// Returns whether nothing is left, or the signal of the limits is set.
    pub fn is_spent(&self) -> bool {
        self.spent().is_some()
    }

    /// Returns the limit that is reached, if one is.
    ///
    /// ```
    /// use reversi_engine::runs::Budget;
    /// use reversi_engine::Limits;
    /// use reversi_engine::search::StopReason;
    ///
    /// let budget = Budget::new(Limits::new().nodes(1000));
    /// assert_eq!(budget.spent(), None);
    /// budget.spend(1000);
    /// assert_eq!(budget.spent(), Some(StopReason::Nodes));
    /// ```
    pub fn spent(&self) -> Option<StopReason> {
        let Limits { time, nodes, stop, .. } = self.left();
        if stop.as_ref().is_some_and(Stop::is_set) {
            Some(StopReason::Stop)
        } else if time == Some(Duration::ZERO) {
            Some(StopReason::Time)
        } else if nodes == Some(0) {
            Some(StopReason::Nodes)
        } else {
            None
        }
    }

    /// Subtracts the nodes of a call.
    pub fn spend(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Returns the nodes of all calls.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the time since the budget was made.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_noticed() {
        let stop = Stop::new();
        let spent = |limits: Limits| Budget::new(limits).spent();
        let hour = Limits::new().time(Duration::from_secs(3600)).nodes(1).stop(&stop);
        assert_eq!((spent(Limits::new()), spent(hour.clone())), (None, None));
        assert_eq!(spent(Limits::new().time(Duration::ZERO)), Some(StopReason::Time));
        assert_eq!(spent(Limits::new().nodes(0)), Some(StopReason::Nodes));
        let budget = Budget::new(hour);
        assert!(budget.left().time < Some(Duration::from_secs(3600)), "time goes by");
        stop.set();
        assert_eq!(budget.spent(), Some(StopReason::Stop));
    }
}
