//! Made by `reversi-train words`: see docs/src/reviewing.md.

use super::Fact;

/// Returns the worth of a difference of one in a fact, in tenths of a disc: with 37 and more empty squares,
/// 25 and more, 13 and more, and fewer.
#[allow(unreachable_patterns, reason = "a new fact is worth nothing before the fit")]
pub(super) fn tenths(fact: Fact) -> [u8; 4] {
    match fact {
        Fact::OnlyWin => [0, 0, 0, 22],
        Fact::WipedOut => [38, 25, 15, 0],
        Fact::GivesCorner => [37, 54, 31, 22],
        Fact::LosesCorner => [41, 21, 18, 26],
        Fact::TakesCorner => [9, 21, 14, 3],
        Fact::WinsCorner => [15, 11, 11, 1],
        Fact::XSquare => [111, 44, 15, 5],
        Fact::CSquare => [43, 26, 23, 17],
        Fact::ForcesPass => [0, 40, 27, 15],
        Fact::MustPass => [0, 0, 31, 14],
        Fact::Mobility => [2, 1, 3, 8],
        Fact::FewMoves => [3, 4, 7, 7],
        Fact::SafeMoves => [2, 3, 2, 3],
        Fact::SafeReplies => [2, 1, 1, 1],
        Fact::Stable => [15, 0, 2, 1],
        Fact::StableReplies => [22, 8, 4, 3],
        Fact::Frontier => [17, 10, 0, 0],
        Fact::Opens => [4, 8, 6, 0],
        Fact::Wedge => [16, 8, 12, 0],
        Fact::OddRegions => [0, 0, 4, 3],
        Fact::FirstThere => [9, 4, 11, 16],
        Fact::LaterReplies => [2, 3, 5, 4],
        Fact::LaterMoves => [3, 4, 6, 6],
        Fact::LastMoves => [0, 0, 23, 41],
        _ => [0; 4],
    }
}
