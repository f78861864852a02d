//! The counts on one line: after a move, after the reply to it, and at the end.

use reversi_bitboard::cpu::Portable;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board, Move, Square, mask};

use super::Fact;

/// A number for each fact.
pub(super) type Counts = [u32; Fact::ALL.len()];

/// Regions of empty squares are counted with at most this many empty squares.
const REGIONS_FROM: u32 = 20;

/// An event that the other line also has within this number of plies is only a matter of order.
const SOON: usize = 6;

/// A move, and what follows it. "Own" is the side that moves.
pub(super) struct Branch<'a> {
    before: Board,
    pub(super) mv: Square,
    line: &'a [Move],
    /// The other side moves.
    after: Board,
    /// The moves of the other side.
    pub(super) replies: Bitboard,
    /// The reply, and the board after it. Own moves.
    pub(super) reply: Option<(Square, Board)>,
    /// The boards after 5 plies, where the other side moves, and after 6 plies.
    pub(super) later: [Option<Board>; 2],
    /// The last board seen from the own side, if the game is over there.
    pub(super) end: Option<Board>,
}

impl<'a> Branch<'a> {
    /// `None` for a pass, and for an illegal line.
    #[cold]
    #[inline(never)]
    pub(super) fn new(before: Board, line: &'a [Move]) -> Option<Branch<'a>> {
        let mv = line.first()?.square()?;
        let (mut board, mut after, mut later) = (before, before, [None; 2]);
        let mut reply = None;
        for (ply, &mv) in line.iter().enumerate() {
            match ply {
                5 | 6 => later[ply - 5] = Some(board),
                _ => {}
            }
            board = match mv {
                Move::Place(square) if moves(board).contains(square) => play(board, square),
                Move::Pass if must_pass(board) => board.pass(),
                _ => return None,
            };
            match ply {
                0 => after = board,
                1 => reply = mv.square().map(|square| (square, board)),
                _ => {}
            }
        }
        let own = if line.len().is_multiple_of(2) { board } else { board.pass() };
        let is_over = moves(board).is_empty() && moves(board.pass()).is_empty();
        let (replies, end) = (moves(after), is_over.then_some(own));
        Some(Branch { before, mv, line, after, replies, reply, later, end })
    }

    /// The square of this ply of the line, if it is not a pass.
    #[cold]
    #[inline(never)]
    pub(super) fn square_at(&self, ply: usize) -> Option<Square> {
        self.line.get(ply).and_then(|mv| mv.square())
    }

    /// The corner that is taken at this ply of the line.
    pub(super) fn corner_at(&self, ply: usize) -> Option<Square> {
        self.square_at(ply).filter(|&square| mask::CORNERS.contains(square))
    }

    /// The squares of the line that one side plays: 0 for the own one, 1 for the other one.
    fn squares_of(&self, side: usize, plies: usize) -> Bitboard {
        self.line.iter().take(plies).skip(side).step_by(2).filter_map(|mv| mv.square()).collect()
    }

    /// The squares that one side plays soon.
    pub(super) fn soon(&self, side: usize) -> Bitboard {
        self.squares_of(side, SOON)
    }

    /// The empty corner beside the move, which the own side does not take itself on this line.
    pub(super) fn corner_beside(&self) -> Option<Square> {
        let corners = around(self.mv.into()) & mask::CORNERS & self.before.empties();
        (corners - self.squares_of(0, usize::MAX)).first()
    }

    /// Where the other side can wedge in.
    pub(super) fn wedges(&self) -> Bitboard {
        between(self.after.opponent()) & self.replies
    }

    #[cold]
    #[inline(never)]
    pub(super) fn counts(&self) -> Counts {
        let mut counts = [0; Fact::ALL.len()];
        let mut set = |fact: Fact, count: u32| counts[fact as usize] = count;
        let (own, empties) = (self.after.opponent(), self.after.empties());
        set(Fact::ForcesPass, u32::from(must_pass(self.after)));
        set(Fact::Mobility, self.replies.len());
        set(Fact::SafeReplies, safe_moves(self.after));
        set(Fact::Stable, stable(self.after.pass()));
        set(Fact::Frontier, (own & around(empties)).len());
        set(Fact::Opens, (self.replies - moves(self.before.pass())).len());
        set(Fact::Wedge, self.wedges().len());
        set(Fact::OddRegions, if empties.len() <= REGIONS_FROM { odd_regions(empties) } else { 0 });
        if let Some((_, then)) = self.reply {
            set(Fact::MustPass, u32::from(must_pass(then)));
            let beside = around(mask::CORNERS & then.empties()) - mask::CORNERS;
            set(Fact::FewMoves, moves(then).len());
            set(Fact::ReplyMoves, moves(then).len());
            set(Fact::FreeMoves, (moves(then) - beside).len());
            set(Fact::SafeMoves, safe_moves(then));
            set(Fact::StableReplies, stable(then.pass()));
        }
        for (fact, board) in [Fact::LaterReplies, Fact::LaterMoves].into_iter().zip(self.later) {
            set(fact, board.map_or(0, |board| moves(board).len()));
        }
        if let Some(end) = self.end {
            set(Fact::WipedOut, u32::from(end.player().is_empty()));
            let own = self.line.iter().step_by(2).filter(|mv| mv.square().is_some()).count();
            set(Fact::LastMoves, own as u32);
        }
        counts
    }
}

/// Returns whether the side to move gets at least this score.
fn reaches(board: Board, least: i32) -> bool {
    let own = moves(board);
    if !own.is_empty() {
        own.into_iter().any(|square| !reaches(play(board, square), 1 - least))
    } else if must_pass(board) {
        !reaches(board.pass(), 1 - least)
    } else {
        board.final_score() >= least
    }
}

/// Returns whether this move is the only one that wins.
pub(super) fn is_only_win(board: Board, best: Square) -> bool {
    let wins = |square| !reaches(play(board, square), 0);
    wins(best) && moves(board).without_square(best).into_iter().all(|other| !wins(other))
}

/// The moves of the side to move. Not inlined: the words need small code, not speed.
#[cold]
#[inline(never)]
pub(super) fn moves(board: Board) -> Bitboard {
    board.legal_moves()
}

/// The board after a legal move.
#[cold]
#[inline(never)]
fn play(board: Board, square: Square) -> Board {
    board.play_unchecked(square, board.flips(square))
}

/// Returns whether the side to move has to pass.
fn must_pass(board: Board) -> bool {
    moves(board).is_empty() && !moves(board.pass()).is_empty()
}

/// The stable discs of the side to move.
#[cold]
#[inline(never)]
fn stable(board: Board) -> u32 {
    Portable.stable(board).len()
}

/// The neighbours of these squares, which may include some of the squares themselves.
fn around(set: Bitboard) -> Bitboard {
    let (east, west) = ((set << 1) - mask::FILE_A, (set >> 1) - mask::FILE_H);
    let rank = set | east | west;
    rank | rank << 8 | rank >> 8
}

/// The squares of the edges, corners left out, whose two neighbours on the edge are among these.
fn between(discs: Bitboard) -> Bitboard {
    let on_ranks = (discs << 1) & (discs >> 1) & (mask::RANK_1 | mask::RANK_8);
    let on_files = (discs << 8) & (discs >> 8) & (mask::FILE_A | mask::FILE_H);
    (on_ranks | on_files) - mask::CORNERS
}

/// The moves after which the other side can take no corner.
fn safe_moves(board: Board) -> u32 {
    let gives_none = |&mv: &Square| (moves(play(board, mv)) & mask::CORNERS).is_empty();
    moves(board).into_iter().filter(gives_none).count() as u32
}

/// Regions of squares that touch each other by a side or a corner, and are odd in number.
fn odd_regions(mut empties: Bitboard) -> u32 {
    let mut odd = 0;
    while let Some(first) = empties.first() {
        let (mut region, mut before) = (Bitboard::from(first), Bitboard::EMPTY);
        while region != before {
            before = region;
            region = around(region) & empties;
        }
        odd += region.len() % 2;
        empties -= region;
    }
    odd
}
