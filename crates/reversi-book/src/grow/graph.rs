//! The positions of a manuscript that is being changed: numbered, with links in both directions.

use std::collections::HashMap;

use reversi_bitboard::{Bitboard, Board, Move};
use reversi_search::Level;

use super::GrowError;
use super::moves::{after, check_moves, children, squares};
use super::values::{self, Bounds, Values};
use super::waiting::Waiting;
use crate::{BookEntry, Header, Manuscript, ScoredMove, Tally};

/// A position of a [`Graph`].
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The canonical board.
    pub(super) board: Board,
    pub(super) links: Vec<Link>,
    /// The best of all other moves. While the position [is due](Self::due), the best move of the last search.
    pub(super) leaf: Option<ScoredMove>,
    pub(super) values: Values,
    pub(super) level: Level,
    /// The games. The lines are counted in `values`.
    pub(super) games: Tally,
    /// `true` if its leaf must be searched.
    pub(super) due: bool,
}

/// A move to another position of the book.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) mv: Move,
    pub(super) to: u32,
}

impl Node {
    pub(super) fn is_pass(&self) -> bool {
        self.links.first().is_some_and(|link| link.mv == Move::Pass)
    }

    pub(super) fn empties(&self) -> usize {
        self.board.empties().len() as usize
    }
}

/// The positions of a manuscript that is being changed.
pub(super) struct Graph {
    pub(super) header: Header,
    pub(super) nodes: Vec<Node>,
    index: HashMap<Board, u32>,
    waiting: Waiting,
    /// Positions whose leaf must be searched.
    due: Vec<u32>,
}

impl Graph {
    /// Makes the graph of a manuscript. Missing links are added. A link to a missing position becomes the
    /// leaf if no other move is better. Positions that must be searched are due.
    pub(super) fn new(manuscript: &Manuscript) -> Result<Graph, GrowError> {
        let mut boards: Vec<Board> = manuscript.iter().map(|(board, _)| *board).collect();
        boards.sort_unstable();
        let index = boards.iter().zip(0..).map(|(board, number)| (*board, number)).collect();
        let mut graph = Graph {
            header: manuscript.header().clone(),
            nodes: Vec::with_capacity(boards.len()),
            index,
            waiting: Waiting::default(),
            due: Vec::new(),
        };
        let mut passes = Vec::new();
        for board in boards {
            let entry = manuscript.get(&board).expect("the board is one of the manuscript");
            let node = graph.node_of(board, entry)?;
            if board.must_pass() && node.links.is_empty() {
                passes.push(board);
            }
            graph.nodes.push(node);
        }
        for number in 0..graph.nodes.len() {
            graph.await_children(number as u32);
        }
        for board in passes {
            graph.add(board.pass())?; // a forced pass leads to a position of the book
        }
        graph.update();
        Ok(graph)
    }

    /// Makes the position of an entry, whose links are looked up.
    fn node_of(&mut self, board: Board, entry: BookEntry) -> Result<Node, GrowError> {
        check_moves(board, &entry)?;
        let children = children(board);
        let mut links: Vec<Link> = Vec::new();
        let link_to = |mv: Move| Some(Link { mv, to: *self.index.get(&after(board, mv))? });
        let known = entry.links.iter().map(|scored| scored.mv).filter_map(link_to);
        for link in known.chain(children.iter().filter_map(|child| link_to(child.mv))) {
            if links.iter().all(|other| other.mv != link.mv) {
                links.push(link);
            }
        }
        let unlinked = |scored: &ScoredMove| link_to(scored.mv).is_none();
        let candidates: Vec<ScoredMove> = entry.moves().filter(unlinked).collect();
        let has_leaf = entry.leaf.as_ref().is_some_and(unlinked);
        let all_known = children.iter().all(|child| {
            self.index.contains_key(&child.board)
                || candidates.iter().any(|scored| after(board, scored.mv) == child.board)
        });
        let sure = has_leaf || all_known; // a game that is over has no moves, so it is sure
        let leaf = candidates.into_iter().rev().max_by_key(|scored| scored.score);
        let due = !sure && !board.must_pass();
        if due {
            self.due.push(self.nodes.len() as u32);
        }
        let leaf = leaf.filter(|scored| scored.mv != Move::Pass);
        let (level, games) = (entry.level, Tally { lines: 0, ..entry.tally });
        Ok(Node { board, links, leaf, values: Values::default(), level, games, due })
    }

    /// Returns the number of a position.
    pub(super) fn find(&self, board: Board) -> Option<u32> {
        self.index.get(&board.canonical().0).copied()
    }

    /// Returns whether a position with this number of empty squares may be added.
    pub(super) fn takes(&self, empties: u32) -> bool {
        empties >= self.header.empties
    }

    /// Adds a position, if it is missing, and the position after its forced pass. All positions with a move
    /// to it get a link. Its leaf, and leaves that have become links, are due.
    pub(super) fn add(&mut self, board: Board) -> Result<u32, GrowError> {
        let board = board.canonical().0;
        if let Some(&number) = self.index.get(&board) {
            return Ok(number);
        }
        if board.is_game_over() {
            return Err(GrowError::GameOver { board });
        }
        if board.must_pass() {
            self.add_node(board.pass().canonical().0);
        }
        Ok(self.add_node(board))
    }

    fn add_node(&mut self, board: Board) -> u32 {
        if let Some(&number) = self.index.get(&board) {
            return number;
        }
        let number = self.nodes.len() as u32;
        let link_to = |mv: Move, to: Board| Some(Link { mv, to: *self.index.get(&to)? });
        let links = children(board).iter().filter_map(|child| link_to(child.mv, child.board)).collect();
        let (level, games, values) = (self.header.level, Tally::default(), Values::default());
        self.nodes.push(Node { board, links, leaf: None, values, level, games, due: false });
        self.index.insert(board, number);
        self.await_children(number);
        for parent in self.waiting.take(board) {
            self.link(parent, number);
        }
        if !board.must_pass() {
            self.make_due(number);
        }
        number
    }

    /// Records the moves of a position to boards that may be added later.
    fn await_children(&mut self, number: u32) {
        let board = self.nodes[number as usize].board;
        for child in children(board) {
            if self.takes(child.board.empties().len()) && !self.index.contains_key(&child.board) {
                self.waiting.add(child.board, number);
            }
        }
    }

    /// Links a position to a child by each of its moves to it, if it has no link to it yet.
    fn link(&mut self, parent: u32, to: u32) {
        let board = self.nodes[to as usize].board;
        let node = &mut self.nodes[parent as usize];
        let moves = children(node.board).into_iter().filter(|child| child.board == board);
        let links: Vec<Link> = moves.map(|child| Link { mv: child.mv, to }).collect();
        if links.is_empty() || node.links.iter().any(|link| link.to == to) {
            return;
        }
        node.links.extend(links);
        if node.leaf.is_none_or(|leaf| after(node.board, leaf.mv) == board) {
            self.make_due(parent);
        }
    }

    fn make_due(&mut self, number: u32) {
        let node = &mut self.nodes[number as usize];
        if !node.due {
            node.due = true;
            self.due.push(number);
        }
    }

    /// Makes a position due, if this level is higher than the level of its search.
    pub(super) fn raise(&mut self, number: u32, level: Level) {
        let node = &mut self.nodes[number as usize];
        if level > node.level && !node.is_pass() {
            node.level = level;
            self.make_due(number);
        }
    }

    /// Returns the positions whose leaf must be searched, in the order in which they were added. No position
    /// is due any more.
    pub(super) fn take_due(&mut self) -> Vec<u32> {
        let due = std::mem::take(&mut self.due);
        due.iter().for_each(|&number| self.nodes[number as usize].due = false);
        due
    }

    /// Returns the moves of a position that are not links.
    pub(super) fn unlinked(&self, number: u32) -> Bitboard {
        let node = &self.nodes[number as usize];
        let linked = |board: Board| node.links.iter().any(|link| self.nodes[link.to as usize].board == board);
        squares(children(node.board).into_iter().filter(|child| !linked(child.board)).map(|child| child.mv))
    }

    /// Sets the best move that is not a link, by a search of this level.
    pub(super) fn set_leaf(&mut self, number: u32, leaf: Option<ScoredMove>, level: Level) {
        let node = &mut self.nodes[number as usize];
        node.leaf = leaf;
        node.level = level;
    }

    /// Removes the positions from this number on, and their links. No position is due any more.
    pub(super) fn truncate(&mut self, positions: usize) {
        for node in self.nodes.drain(positions..) {
            self.index.remove(&node.board);
        }
        for node in &mut self.nodes {
            node.links.retain(|link| (link.to as usize) < positions);
        }
        self.take_due_of(positions);
        self.update();
    }

    fn take_due_of(&mut self, positions: usize) {
        for number in std::mem::take(&mut self.due) {
            if let Some(node) = self.nodes.get_mut(number as usize).filter(|_| (number as usize) < positions)
            {
                node.due = false;
            }
        }
    }

    /// Computes all values, children before parents.
    pub(super) fn update(&mut self) {
        for number in self.children_first() {
            let node = &self.nodes[number as usize];
            let of_links = node.links.iter().map(|link| self.nodes[link.to as usize].values.of_parent());
            let of_leaf = node.leaf.map(|leaf| {
                let error = values::error(&self.header, node.level, node.board, leaf.mv);
                Values { bounds: Bounds::around(leaf.score, error), lines: 1 }
            });
            let end = || Values { bounds: Bounds::around(node.board.final_score() as i8, 0), lines: 1 };
            let values = of_links.chain(of_leaf).reduce(Values::better_of).unwrap_or_else(end);
            self.nodes[number as usize].values = values;
        }
    }

    /// Returns the numbers of all positions, each after those to which it has links.
    pub(super) fn children_first(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.nodes.len() as u32).collect();
        let key = |&number: &u32| {
            let node = &self.nodes[number as usize];
            (node.empties() << 1) + usize::from(node.is_pass())
        };
        numbers.sort_by_cached_key(key);
        numbers
    }

    /// Returns the manuscript of these positions.
    pub(super) fn manuscript(&self) -> Manuscript {
        let mut manuscript = Manuscript::new(self.header.clone());
        for node in &self.nodes {
            manuscript.insert(&node.board, self.entry(node));
        }
        manuscript
    }

    fn entry(&self, node: &Node) -> BookEntry {
        let score = |link: &Link| -self.nodes[link.to as usize].values.bounds.value;
        let links = node.links.iter().map(|link| ScoredMove { mv: link.mv, score: score(link) }).collect();
        let Bounds { value, lower, upper } = node.values.bounds;
        let tally = Tally { lines: node.values.lines, ..node.games };
        BookEntry { links, leaf: node.leaf, value, lower, upper, level: node.level, tally }
    }
}
