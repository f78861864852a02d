//! The differences of two lines, and which of them explains the value.

use reversi_bitboard::{Bitboard, Move, Position, Square, mask};

use super::count::{Branch, Counts, is_only_win};
use super::fact::Declared;
use super::fitted_words::tenths;
use super::sentences::SentenceArgs;
use super::{Fact, Reason};
use crate::review::ReviewedMove;

/// A fact explains a loss if it is worth a disc in tenths, and such a part of the loss, or three discs.
const LEAST: u32 = 10;
const PART: u32 = 4;
const ENOUGH: u32 = 30;

/// Frontier discs are compared with at least this many empty squares: later nearly all discs are frontier
/// discs.
const FRONTIER_TO: u32 = 25;

/// With at most this many empty squares, the squares that each side gets are counted. People do not count
/// longer lines.
const COUNTED_FROM: u32 = 8;

/// Facts about replies are told with at least this many empty squares: the positions after
/// that are too few to tell.
const REPLIES_TO: u32 = Reason::PHASES[2];

/// With at most this many empty squares, it is computed whether a move is the only one that wins.
const SOLVED_FROM: u32 = 7;

/// The facts about corners that hold for one line, and not soon in the other one.
const CORNERS: [Fact; 6] =
    [Fact::GivesCorner, Fact::LosesCorner, Fact::TakesCorner, Fact::WinsCorner, Fact::XSquare, Fact::CSquare];

/// The corners that such a fact is about: of one line against the other one.
#[cold]
#[inline(never)]
fn corners(fact: Fact, of: &Branch<'_>, against: &Branch<'_>) -> Bitboard {
    let one = |square: Option<Square>| square.into_iter().collect::<Bitboard>();
    let beside = |squares: Bitboard| {
        let is_later = against.soon(0).contains(of.mv);
        one(of.corner_beside().filter(|_| squares.contains(of.mv) && !is_later))
    };
    match fact {
        Fact::GivesCorner => (of.replies & mask::CORNERS & of.soon(1)) - against.replies - against.soon(1),
        Fact::LosesCorner => one(of.corner_at(3)) - of.replies - against.soon(1),
        Fact::TakesCorner => one(of.corner_at(0)) - against.soon(0),
        Fact::WinsCorner => one(of.corner_at(2)) - against.soon(0),
        Fact::XSquare => beside(mask::X_SQUARES),
        _ => beside(mask::C_SQUARES),
    }
}

/// Both lines and their differences.
struct Lines<'a> {
    position: Position,
    played: Branch<'a>,
    best: Branch<'a>,
    /// After the move that was played, and after the best one.
    counts: [Counts; 2],
    differences: [i32; Fact::ALL.len()],
}

impl<'a> Lines<'a> {
    #[cold]
    #[inline(never)]
    fn new(position: Position, line: &'a [Move], best_line: &'a [Move]) -> Option<Lines<'a>> {
        let played = Branch::new(position.board, line)?;
        let best = Branch::new(position.board, best_line)?;
        let mut counts = [played.counts(), best.counts()];
        for fact in CORNERS {
            counts[0][fact as usize] = corners(fact, &played, &best).len();
            counts[1][fact as usize] = corners(fact, &best, &played).len();
        }
        counts[0][Fact::LeavesBest as usize] = u32::from(played.replies.contains(best.mv));
        counts[1][Fact::LeavesBest as usize] = u32::from(best.replies.contains(played.mv));
        let mut lines = Lines { position, played, best, counts, differences: [0; Fact::ALL.len()] };
        for &fact in Fact::ALL {
            let i = fact as usize;
            let more = counts[0][i] as i32 - counts[1][i] as i32;
            let worse = if fact.declared().is_more { more } else { -more };
            lines.differences[i] = if lines.can_compare(fact) { worse } else { 0 };
        }
        let is_there = |line: &[Move], other: &[Move]| i32::from(line.get(1) == other.first());
        lines.differences[Fact::FirstThere as usize] = is_there(line, best_line) - is_there(best_line, line);
        let board = position.board;
        let is_only = board.empties().len() <= SOLVED_FROM && is_only_win(board, lines.best.mv);
        lines.differences[Fact::OnlyWin as usize] = i32::from(is_only && lines.played.mv != lines.best.mv);
        Some(lines)
    }

    fn count(&self, fact: Fact) -> [u32; 2] {
        self.counts.map(|counts| counts[fact as usize])
    }

    /// Returns whether the numbers of both lines are comparable.
    fn can_compare(&self, fact: Fact) -> bool {
        let passes = |fact| self.count(fact) != [0, 0];
        let is_early = self.position.board.empties().len() >= REPLIES_TO;
        match fact {
            Fact::Mobility | Fact::SafeReplies | Fact::Opens => !passes(Fact::ForcesPass),
            Fact::FewMoves | Fact::SafeMoves => self.has_replies() && !passes(Fact::MustPass),
            Fact::FreeMoves | Fact::ReplyMoves => is_early && self.can_compare(Fact::FewMoves),
            Fact::LeavesBest => is_early,
            Fact::StableReplies => self.has_replies(),
            Fact::Frontier => self.position.board.empties().len() >= FRONTIER_TO,
            Fact::LastMoves => {
                let have_ends = self.played.end.is_some() && self.best.end.is_some();
                have_ends && self.position.board.empties().len() <= COUNTED_FROM
            }
            Fact::LaterReplies | Fact::LaterMoves => {
                let i = usize::from(fact == Fact::LaterMoves);
                self.played.later[i].is_some() && self.best.later[i].is_some()
            }
            _ => true,
        }
    }

    fn has_replies(&self) -> bool {
        self.played.reply.is_some() && self.best.reply.is_some()
    }

    /// The squares of the sentence, or `None` if it cannot be said.
    #[cold]
    #[inline(never)]
    fn squares(&self, fact: Fact) -> Option<[Option<Square>; 3]> {
        let (played, best) = (&self.played, &self.best);
        // Squares of the line after the move, 0, and of the one after the best move, 1, by their plies.
        let plies: &[(usize, usize)] = match fact {
            Fact::LosesCorner => &[(0, 1), (0, 2), (0, 3)],
            Fact::WinsCorner => &[(1, 1), (1, 2)],
            Fact::MustPass => &[(0, 1)],
            Fact::FewMoves | Fact::SafeMoves | Fact::StableReplies | Fact::FreeMoves | Fact::ReplyMoves => {
                &[(0, 1), (1, 1)]
            }
            _ => &[],
        };
        let mut squares = [None; 3];
        for (square, &(line, ply)) in squares.iter_mut().zip(plies) {
            *square = Some([played, best][line].square_at(ply)?);
        }
        let one = match fact {
            Fact::GivesCorner | Fact::XSquare | Fact::CSquare => corners(fact, played, best),
            Fact::Wedge => played.wedges() - best.wedges(),
            _ => return Some(squares),
        };
        let reply = played.square_at(1).filter(|&square| one.contains(square));
        squares[0] = Some(reply.or(one.first())?);
        Some(squares)
    }

    /// Returns whether the difference is worth a sentence.
    fn is_worth_saying(&self, fact: Fact) -> bool {
        let &Declared { least, most, .. } = fact.declared();
        let [played, best] = self.count(fact);
        self.differences[fact as usize] >= i32::from(least)
            && played.min(best) <= u32::from(most)
            && self.squares(fact).is_some()
    }

    #[cold]
    #[inline(never)]
    fn reason(&self, fact: Fact) -> Reason {
        let [played, best] = self.count(fact);
        let [a, b, c] = self.squares(fact).unwrap_or_default();
        let said = SentenceArgs {
            fact,
            side: self.position.side,
            squares: [Some(self.played.mv), Some(self.best.mv), a, b, c],
            numbers: [played, best, self.position.board.empties().len()],
        };
        let mut squares = Vec::new();
        for square in [a, b, c] {
            squares.extend(square.map(Move::Place));
        }
        Reason { fact, squares, played, best, en: said.sentence(0), ja: said.sentence(1) }
    }

    /// Returns the worth of the difference in tenths of a disc. Some facts are the loss itself.
    fn worth(&self, fact: Fact) -> u32 {
        if matches!(fact, Fact::OnlyWin | Fact::WipedOut) {
            return if self.differences[fact as usize] > 0 { u32::MAX } else { 0 };
        }
        let phase = phase(self.position.board.empties().len());
        let difference = self.differences[fact as usize].max(0).unsigned_abs();
        u32::from(tenths(fact)[phase]) * difference
    }

    /// Returns the fact of these that is worth most, if it explains a part of the loss.
    #[cold]
    #[inline(never)]
    fn best_fact(&self, facts: &[Fact], loss: u32) -> Option<Fact> {
        let enough = (10 * loss / PART).clamp(LEAST, ENOUGH);
        let (mut best, mut most) = (None, enough - 1);
        for &fact in facts {
            let worth = self.worth(fact);
            if worth > most && self.is_worth_saying(fact) {
                (best, most) = (Some(fact), worth);
            }
        }
        best
    }
}

/// The part of the game, from 0 on: the last one begins with 0 empty squares.
fn phase(empties: u32) -> usize {
    Reason::PHASES.iter().take_while(|&&least| empties < least).count()
}

impl Reason {
    /// The least numbers of empty squares of the parts of the game. The worth of a fact depends on the part.
    ///
    /// ```
    /// use reversi_engine::play::Reason;
    ///
    /// assert!(Reason::PHASES.is_sorted_by(|a, b| a > b) && Reason::PHASES[3] == 0);
    /// ```
    pub const PHASES: [u32; 4] = [37, 25, 13, 0];

    /// Returns the reason for a loss of this many discs: the fact that is worth most, if it explains a part
    /// of the loss. Facts that are seen at once come before facts later in the lines, and these before facts
    /// about the reply.
    #[cold]
    #[inline(never)]
    pub(in crate::review) fn of_loss(
        position: Position,
        line: &[Move],
        best_line: &[Move],
        loss: u32,
    ) -> Option<Reason> {
        let lines = Lines::new(position, line, best_line)?;
        let (seen, replies) = Fact::ALL.split_at(Fact::FreeMoves as usize);
        let (near, later) = seen.split_at(Fact::LaterReplies as usize);
        let fact = lines.best_fact(near, loss).or_else(|| lines.best_fact(later, loss));
        let of_reply = || replies.iter().copied().find(|&fact| lines.is_worth_saying(fact));
        let fact = fact.or_else(of_reply)?;
        Some(lines.reason(fact))
    }

    /// Returns all facts about a move against the best one, even if they do not explain the value.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::play::{Reason, Review};
    ///
    /// let game: Game = "f5d6c3d3".parse()?;
    /// let review = Review::by(&mut Engine::builder().hash_mib(1).build()?, &game, AnalyzeRequest::depth(6))?;
    /// assert!(Reason::all(&review.moves[0]).is_empty()); // all four moves are equal
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(mv: &ReviewedMove) -> Vec<Reason> {
        let Some(lines) = Lines::new(mv.position, &mv.line, &mv.best_line) else { return Vec::new() };
        let said = Fact::ALL.iter().copied().filter(|&fact| lines.is_worth_saying(fact));
        said.map(|fact| lines.reason(fact)).collect()
    }

    /// Returns the difference in each [`Fact`] between two lines from a position, positive where the first
    /// line is worse. The choice of a reason is fitted on these. `None` if a line begins with a pass or is
    /// illegal.
    ///
    /// ```
    /// use reversi_engine::{Move, Position};
    /// use reversi_engine::play::{Fact, Reason};
    ///
    /// let [diagonal, parallel] = ["f6", "f4"].map(|mv| mv.parse::<Move>().unwrap());
    /// let position: Position = "---------------------------OX------XXX-------------------------- O".parse()?;
    /// let differences = Reason::differences(position, &[parallel], &[diagonal]).expect("both are legal");
    /// assert_eq!(differences[Fact::Mobility as usize], 1); // 5 moves, not 4
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn differences(
        position: Position,
        line: &[Move],
        best_line: &[Move],
    ) -> Option<[i32; Fact::ALL.len()]> {
        Lines::new(position, line, best_line).map(|lines| lines.differences)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
    }

    /// Returns the fact that explains a loss.
    fn said(cells: &str, line: &str, best_line: &str, loss: u32) -> Option<Fact> {
        Reason::of_loss(cells.parse().unwrap(), &moves(line), &moves(best_line), loss).map(|why| why.fact)
    }

    #[test]
    fn a_small_difference_explains_a_small_loss_alone() {
        let cells = "-----------O-----OOO-O----OXX------OXOO----O-X------------------ X";
        let lines = ("f4 e3 e2 e7 c1 f1 e1 g6", "g6 e7 f7 f4 d7 h7 h5 g7");
        assert_eq!(said(cells, lines.0, lines.1, 3), Some(Fact::Opens));
        assert_eq!(said(cells, lines.0, lines.1, 9), None);
        // The better line against the worse one.
        assert_ne!(said(cells, lines.1, lines.0, 3), Some(Fact::Opens));
    }

    #[test]
    fn a_part_of_the_game_begins_with_its_number_of_empty_squares() {
        assert_eq!([60, 37, 36, 25, 24, 13, 12, 0].map(phase), [0, 0, 1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn a_large_difference_explains_a_part_of_any_loss() {
        let cells = "--O-XX----OOXXX-XXOOOOOO-XXXXXXOOXXXXX-O--X-XXOO----XX------X--- X";
        let line = "b2 h1 g1 d1 h7 h2 ps h8 ps b1 ps c7 b6 a1 d8";
        let best = "d1 h1 g1 b6 a7 g5 a4 a2 d6 h2 b2 d8";
        assert_eq!(said(cells, line, best, 32), Some(Fact::XSquare));
        // It does not count where the best line has the same move soon, or where the side takes the
        // corner.
        assert_ne!(said(cells, line, "d1 h1 g1 b6 b2", 4), Some(Fact::XSquare));
    }

    #[test]
    fn what_is_seen_at_once_comes_first() {
        let cells = "----O--X----OOXX---OOOOX--OOXOXX--OOOOXX--XXOOXX--XXXX-X-XXXXXX- X";
        let lines = ("c3 d2 g1 f1 c2 d1 c1 b4", "b5 g1 b3 b4 a3 b6 a5 a7");
        assert_eq!(said(cells, lines.0, lines.1, 12), Some(Fact::Opens));
        let (line, best_line) = (moves(lines.0), moves(lines.1));
        let all = Lines::new(cells.parse().unwrap(), &line, &best_line).unwrap();
        assert!(all.worth(Fact::LaterMoves) > all.worth(Fact::Opens));
    }

    #[test]
    fn the_reply_is_told_where_no_other_fact_explains_the_loss() {
        let cells = "---XXX-----XXO-----XOXOO--XXOOOO-XXOOXOOOOOOOXOO--XOOO-O-O-X-O-- X";
        assert_eq!(said(cells, "g1 a5", "a5 a4", 16), Some(Fact::FreeMoves));
        assert_eq!(said(cells, "g1 a5", "a5 a4", 9), Some(Fact::CSquare));
        assert_eq!(said(cells, "a5 a4", "g1 a5", 16), None);
    }

    #[test]
    fn a_corner_is_lost_later_only_if_it_is_not_given_at_once_and_not_lost_in_the_best_line() {
        let differences = |cells: &str, line: &str, best_line: &str| {
            let differences = Reason::differences(cells.parse().unwrap(), &moves(line), &moves(best_line));
            differences.unwrap()[Fact::LosesCorner as usize]
        };
        // The other side can take a8, at once or at its second move.
        let cells = "XXXXXXXXXXOXXXXXOXOOOXX-OOXOOX--OOOXXX---OOXOXX-XXOOOXXX-XOOOOOO X";
        assert_eq!(differences(cells, "a6 h5 g5 a8 ps h3 g4 h4", "a6 h6 h5 h4 ps g4 g5 h3"), 0);
        // It takes h8 soon in the best line too.
        let cells = "OOOOOO--OOXOOOOXOOOXXOO-O-OXOXO-OOOOOXOOO-XXXXOX-XXXXO--X-OOO-X- X";
        assert_eq!(differences(cells, "h4 h3 g7 h8 f8 a7 b8 b6", "f8 h8 h4 h3 b6 h7 g1 a7"), 0);
        let cells = "---X-O-O--OXXOO-OOOXOXOXOOOXXXXXXXOXXXXXOXOXOOOX-OOXXOO-XOOOOOOX X";
        assert_eq!(differences(cells, "e1 g1 a2 a1 b2 b1 h7 c1", "b2 c1 a7 e1 b1 a2 g1 h2"), 1);
    }

    /// Own moves after the reply: 5 and 7, then 6 and 8.
    #[test]
    fn few_moves_are_at_most_5() {
        let is_said = |cells: &str, line: &str, best_line: &str| {
            let (line, best_line) = (moves(line), moves(best_line));
            let lines = Lines::new(cells.parse().unwrap(), &line, &best_line).unwrap();
            (lines.count(Fact::FewMoves), lines.is_worth_saying(Fact::FewMoves))
        };
        let cells = "--OOOOX--OOO-OX--OOXOOOX-OXOOOOXOOOOOXOXXOOXXOXX-OOOOOOX-XXXXOOO X";
        assert_eq!(is_said(cells, "a2 h2 b1", "a4 h2 a7"), ([5, 7], true));
        let cells = "-O-XXX---XXXXX---XOOXX---X-XXO----XXOX-----O-O-------XO--------- X";
        assert_eq!(is_said(cells, "h7 f8 d7", "h8 a1 g3"), ([6, 8], false));
    }
}
