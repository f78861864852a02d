//! The depth of a search and how sure it is.

use crate::api::Selectivity;

/// The depth of a search and how sure it is of the moves that it leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    /// Moves; passes do not count. One for each empty square reaches the end of the game.
    pub(crate) depth: u8,
    pub(crate) selectivity: Selectivity,
}

impl Draft {
    /// A proof: to the end of the game and nothing left out.
    #[inline(always)]
    pub(crate) fn exact(empties: u32) -> Draft {
        Draft { depth: empties as u8, selectivity: Selectivity::P100 }
    }

    /// The draft of the searches of the children.
    #[inline(always)]
    pub(crate) fn next(self) -> Draft {
        Draft { depth: self.depth - 1, ..self }
    }

    /// Returns whether the bounds of a search with this draft answer a search with the draft `asked`.
    ///
    /// They do if the search was at least as deep and as sure. But a search that leaves out nothing returns
    /// the same value whatever the table holds, so it takes only bounds of its own depth.
    #[inline(always)]
    pub(crate) fn answers(self, asked: Draft) -> bool {
        if asked.selectivity == Selectivity::P100 {
            self == asked
        } else {
            self.depth >= asked.depth && self.selectivity >= asked.selectivity
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_answer_only_searches_that_are_not_deeper_and_not_surer() {
        use Selectivity::{P73, P95, P98, P100};
        let draft = |depth, selectivity| Draft { depth, selectivity };
        for (depth, selectivity, answered) in [
            (8, P95, true),
            (7, P95, true),
            (8, P73, true),
            (9, P95, false),
            (8, P98, false),
            (8, P100, false),
        ] {
            assert_eq!(draft(8, P95).answers(draft(depth, selectivity)), answered, "{depth}@{selectivity}");
        }
        assert!(draft(8, P100).answers(draft(7, P98)));
        // A search that leaves out nothing needs bounds of its own depth.
        assert!(draft(8, P100).answers(draft(8, P100)));
        assert!(!draft(9, P100).answers(draft(8, P100)));
    }
}
