//! What the players give up on the way to a position, and which leaves come next.

use reversi_bitboard::Board;

use super::graph::Graph;
use super::moves::after;

/// How far from best play a position may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deviation {
    /// Discs that both sides together may give up.
    pub(super) both: u32,
    /// Discs that each side may give up.
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
    /// What a route is chosen by, the least first.
    pub(super) cost: u32,
    pub(super) plies: u32,
    /// Given up by the side to move.
    pub(super) own: u32,
    /// Given up by the other side.
    pub(super) other: u32,
}

impl Route {
    const ROOT: Route = Route { cost: 0, plies: 0, own: 0, other: 0 };

    /// On by a move that is worse than the best by `loss` discs.
    pub(super) fn after(self, loss: u32, plies_per_disc: u32) -> Route {
        let (own, other, plies) = (self.other, self.own + loss, self.plies + 1);
        let cost = (own + other).saturating_mul(plies_per_disc).saturating_add(plies);
        Route { cost, plies, own, other }
    }
}

/// The cheapest way to each position, from the roots and within a deviation. `None` where there is none.
/// Without a list of them, the roots are the positions that no link leads to.
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

/// By how many discs a move is worse than the best one.
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

/// The cheapest leaves, as many as asked, in order. Which these are depends on the positions alone, not on
/// the order in which they came into the book.
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
