//! Growing books against their definition, recomputed by recursion, and what a break must not change.
//!
//! | File | What is tested |
//! |---|---|
//! | `model.rs` | nothing: the definition of a book, from its leaves only |
//! | `growth.rs` | which leaves become positions, and their entries |
//! | `breaks.rs` | kills, limits and damaged journals change no book |
//! | `changes.rs` | games, merged and pruned books, second searches, faults |

mod breaks;
mod changes;
mod growth;
mod model;

use reversi_bitboard::Board;
use reversi_book::{BookEntry, GrowRequest, Grower, Header, Manuscript};
use reversi_search::Level;

fn header(level: u32, empties: u32) -> Header {
    let mut header = Header::new(Level::new(level).unwrap());
    header.empties = empties;
    header
}

fn grown(header: Header, request: &GrowRequest) -> Manuscript {
    let mut manuscript = Manuscript::new(header);
    let grown = Grower::new().grow(&mut manuscript, request).unwrap();
    assert_eq!((grown.added, grown.stopped), (manuscript.len(), None));
    manuscript
}

/// All positions, in an order.
fn sorted(manuscript: &Manuscript) -> Vec<(Board, BookEntry)> {
    let mut positions: Vec<_> = manuscript.iter().map(|(board, entry)| (*board, entry.clone())).collect();
    positions.sort_by_key(|(board, _)| *board);
    positions
}

fn assert_same(one: &Manuscript, other: &Manuscript) {
    assert_eq!(one.len(), other.len());
    for (one, other) in sorted(one).iter().zip(sorted(other)) {
        assert_eq!(*one, other);
    }
}
