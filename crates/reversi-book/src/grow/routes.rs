//! The discs that players give up on the way to a position, and the leaves that come next.

use reversi_bitboard::Board;

use super::graph::Graph;
use super::moves::after;

/// The maximum distance of a position from best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deviation {
    /// The maximum number of discs that both sides together give up.
    pub(super) both: u32,
    /// The maximum number of discs that each side gives up.
    pub(super) each: u32,
}

impl Deviation {
    pub(super) fn allows(&self, route: &Route) -> bool {
        route.own.saturating_add(route.other) <= self.both && route.own.max(route.other) <= self.each
    }
}

/// The way to a position from a root: the discs that each side has given up against the best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Route {
    /// The cost, by which the cheapest route is chosen.
    pub(super) cost: u32,
    pub(super) plies: u32,
    /// The discs given up by the side to move.
    pub(super) own: u32,
    /// The discs given up by the other side.
    pub(super) other: u32,
}

impl Route {
    const ROOT: Route = Route { cost: 0, plies: 0, own: 0, other: 0 };

    /// Continues by a move that is worse than the best by `loss` discs.
    pub(super) fn after(self, loss: u32, plies_per_disc: u32) -> Route {
        let (own, other, plies) = (self.other, self.own + loss, self.plies + 1);
        let cost = (own + other).saturating_mul(plies_per_disc).saturating_add(plies);
        Route { cost, plies, own, other }
    }
}

/// Returns the cheapest way to each position, from the roots and within a deviation. `None` if there is no
/// way. If no roots are listed, they are the positions to which no link leads.
pub(super) fn routes(
    graph: &Graph,
    roots: &[u32],
    allowed: Deviation,
    plies_per_disc: u32,
) -> Vec<Option<Route>> {
    let mut routes = vec![None; graph.nodes.len()];
    for &root in roots {
        routes[root as usize] = Some(Route::ROOT);
    }
    if roots.is_empty() {
        routes.fill(Some(Route::ROOT));
        for link in graph.nodes.iter().flat_map(|node| &node.links) {
            routes[link.to as usize] = None;
        }
    }
    for number in graph.children_first().into_iter().rev() {
        let Some(route) = routes[number as usize] else { continue };
        let node = &graph.nodes[number as usize];
        for link in &node.links {
            let score = -graph.nodes[link.to as usize].values.bounds.value;
            let next = route.after(loss(node.values.bounds.value, score), plies_per_disc);
            let best = &mut routes[link.to as usize];
            if allowed.allows(&next) && best.is_none_or(|best| next < best) {
                *best = Some(next);
            }
        }
    }
    routes
}

/// Returns by how many discs a move is worse than the best one.
fn loss(best: i8, score: i8) -> u32 {
    u32::from(best.abs_diff(score)) // the best is never less
}

/// A leaf that may become a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    pub(super) route: Route,
    /// The canonical board after the move.
    pub(super) board: Board,
}

/// Returns the cheapest leaves, at most this many, in order. They depend only on the positions, not on the
/// order in which these were added to the book.
pub(super) fn best_leaves(
    graph: &Graph,
    routes: &[Option<Route>],
    allowed: Deviation,
    plies_per_disc: u32,
    most: usize,
) -> Vec<Candidate> {
    let mut leaves: Vec<Candidate> = Vec::new();
    for (node, route) in graph.nodes.iter().zip(routes) {
        let (Some(route), Some(leaf)) = (route, node.leaf) else { continue };
        if !graph.takes(node.empties() as u32 - 1) {
            continue;
        }
        let route = route.after(loss(node.values.bounds.value, leaf.score), plies_per_disc);
        let board = after(node.board, leaf.mv);
        if allowed.allows(&route) && !board.is_game_over() {
            leaves.push(Candidate { route, board });
        }
    }
    if leaves.len() > most {
        leaves.select_nth_unstable(most);
        leaves.truncate(most);
    }
    leaves.sort_unstable();
    leaves.dedup_by_key(|leaf| leaf.board);
    leaves
}
