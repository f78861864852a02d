//! Best-first growth, a batch of leaves at a time.

use super::graph::Graph;
use super::journal::Search;
use super::routes::{Deviation, best_leaves, routes};
use super::searches::Searches;
use super::{GrowError, GrowRequest};
use reversi_bitboard::Board;

/// Returns the number of leaves of a batch: enough to keep many threads busy, few enough that the next batch
/// uses the results of this one. It depends only on the size of the book, so that neither the number of
/// threads nor an interruption changes the book.
fn batch(positions: usize) -> usize {
    (positions / 32).clamp(16, 4096)
}

/// Grows until the book has the requested number of positions, no leaf is left, or a limit ends it.
pub(super) fn grow(
    graph: &mut Graph,
    request: &GrowRequest,
    searches: &mut Searches<'_>,
) -> Result<(), GrowError> {
    let allowed = Deviation { both: request.deviation, each: request.side_deviation };
    searches.target = request.positions;
    let before = graph.nodes.len();
    let mut roots = Vec::new();
    for &board in &request.roots {
        roots.push(graph.add(board)?);
    }
    if graph.nodes.is_empty() {
        graph.add(Board::START)?;
    }
    let mut whole = search_due(graph, before, searches)?;
    while whole && graph.nodes.len() < request.positions {
        let before = graph.nodes.len();
        let most = batch(before).min(request.positions - before);
        let routes = routes(graph, &roots, allowed, request.plies_per_disc);
        for leaf in best_leaves(graph, &routes, allowed, request.plies_per_disc, most) {
            let added = if leaf.board.must_pass() { 2 } else { 1 };
            if graph.nodes.len() + added <= request.positions {
                graph.add(leaf.board)?;
            }
        }
        if graph.nodes.len() == before {
            break; // no leaf is left
        }
        whole = search_due(graph, before, searches)?;
    }
    Ok(())
}

/// Searches all leaves that are due and recomputes the values. Returns `false` if a limit ends it: then the
/// positions from number `before` on are removed.
pub(super) fn search_due(
    graph: &mut Graph,
    before: usize,
    searches: &mut Searches<'_>,
) -> Result<bool, GrowError> {
    searches.positions = before;
    let due = graph.take_due();
    let mut wanted = Vec::new();
    for &number in &due {
        let node = &graph.nodes[number as usize];
        let level = node.level.max(graph.header.level);
        let moves = graph.unlinked(number);
        wanted.push(Search { board: node.board, moves, level });
    }
    let with_moves: Vec<Search> = wanted.iter().copied().filter(|search| !search.moves.is_empty()).collect();
    let best = match searches.run(&with_moves) {
        Ok(Some(best)) => best,
        Ok(None) => {
            graph.truncate(before);
            return Ok(false);
        }
        Err(error) => {
            graph.truncate(before);
            return Err(error);
        }
    };
    let mut best = best.into_iter();
    for (number, search) in due.into_iter().zip(wanted) {
        let leaf = if search.moves.is_empty() { None } else { best.next() };
        graph.set_leaf(number, leaf, search.level);
    }
    graph.update();
    searches.whole_batches += 1;
    searches.positions = graph.nodes.len();
    Ok(true)
}
