//! The published rule for the depth of the searches that sort the moves (END-19). The engine has another:
//! `look_ahead_depth` in its `tree/endgame/ordering.rs`. `cargo lab variants END-19` compares the two.

/// The depth of the searches of the children of a node with so many plies and empties left, or `None` if its
/// moves are sorted by mobility. `is_below`: the table's upper bound is below alpha.
pub fn sort_depth(depth: i32, empties: i32, is_below: bool) -> Option<i32> {
    let min_depth = 9 + if empties <= 27 { (30 - empties) / 3 } else { 0 };
    let sort_depth = (depth - 15) / 3 - if is_below { 2 } else { 0 } + i32::from(empties >= 27);
    (depth >= min_depth).then_some(sort_depth.clamp(0, 6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_values_of_the_catalogue() {
        for (empties, min_depth) in [(28, 9), (27, 10), (24, 11), (20, 12), (14, 14), (10, 15), (8, 16)] {
            assert_eq!(sort_depth(min_depth - 1, empties, false), None);
            assert!(sort_depth(min_depth, empties, false).is_some());
        }
        for (depth, empties, expected) in [(9, 30, 0), (13, 28, 1), (18, 24, 1), (24, 30, 4), (36, 24, 6)] {
            assert_eq!(sort_depth(depth, empties, false), Some(expected));
        }
        assert_eq!(sort_depth(24, 30, true), Some(2));
    }
}
