//! Growing books against their definition, recomputed by recursion, and what a break must not change.
//!
//! | File | What is tested |
//! |---|---|
//! | `model.rs` | nothing: what a book must say, from nothing but its leaves |
//! | `growth.rs` | which leaves become positions, and what the book says of them |
//! | `breaks.rs` | kills, limits and damaged journals change no book |
//! | `changes.rs` | games, merged and pruned books, second searches, faults |

mod breaks;
mod changes;
mod growth;
mod model;

use reversi_bitboard::Board;
use reversi_book::{Draft, Entry, GrowRequest, Grower, Header};
use reversi_search::Level;

fn header(level: u32, empties: u32) -> Header {
    Header { empties, ..Header::new(Level::new(level).unwrap()) }
}

fn grown(header: Header, request: &GrowRequest) -> Draft {
    let mut draft = Draft::new(header);
    let grown = Grower::new().grow(&mut draft, request).unwrap();
    assert_eq!((grown.added, grown.stopped), (draft.len(), None));
    draft
}

/// All positions, in an order.
fn sorted(draft: &Draft) -> Vec<(Board, Entry)> {
    let mut positions: Vec<_> = draft.iter().map(|(board, entry)| (*board, entry.clone())).collect();
    positions.sort_by_key(|(board, _)| *board);
    positions
}

fn assert_same(one: &Draft, other: &Draft) {
    assert_eq!(one.len(), other.len());
    for (one, other) in sorted(one).iter().zip(sorted(other)) {
        assert_eq!(*one, other);
    }
}
