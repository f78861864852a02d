//! Adds games to a book.

use std::ops::ControlFlow;
use std::slice;

use reversi_bitboard::{Board, Color, Game, Position};
use reversi_search::{Level, Selectivity};

use super::graph::Graph;
use super::growth::search_due;
use super::searches::Searches;
use super::{GrowError, GrowProgress, Grower, Grown};
use crate::{Manuscript, Tally};

/// Up to this number of empty squares, a learnt game is searched to its end, whatever the level of the book:
/// it takes milliseconds.
const SOLVED_EMPTIES: u32 = 16;

impl Grower {
    /// Adds the positions of a game, whatever their values. For a game without moves this is its position.
    /// Positions with fewer empty squares than the header allows are left out.
    ///
    /// A limit that ends the call leaves the manuscript unchanged. The journal keeps the searches.
    ///
    /// ```
    /// use reversi_engine::book::{Grower, Header, Manuscript};
    /// use reversi_engine::{Board, Level, Square};
    ///
    /// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
    /// let grown = Grower::new().add(&mut manuscript, &"f5f4".parse()?)?;
    /// assert_eq!(grown.added, 3); // before the moves, and after both
    /// let after_f5 = manuscript.get(&Board::START.play(Square::F5)).unwrap();
    /// println!("f4 is worth {:+}, the best move {:+}", after_f5.links[0].score, after_f5.value);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GrowError`] if an engine cannot be built, the journal cannot be written, a move of the manuscript is
    /// not legal, or a score of it is invalid.
    pub fn add(&mut self, manuscript: &mut Manuscript, game: &Game) -> Result<Grown, GrowError> {
        self.add_all(manuscript, slice::from_ref(game))
    }

    /// Adds many games as [`add`](Self::add) does, in batches of 64: the values are recomputed once a batch.
    /// A limit that ends the call leaves the games of complete batches in the manuscript, and their number in
    /// [`Grown::games`].
    ///
    /// ```
    /// use reversi_engine::book::{Grower, Header, Manuscript};
    /// use reversi_engine::Level;
    ///
    /// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
    /// let grown = Grower::new().add_all(&mut manuscript, &["f5f4".parse()?, "f5d6".parse()?])?;
    /// assert_eq!((grown.games, grown.added), (2, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_all(&mut self, manuscript: &mut Manuscript, games: &[Game]) -> Result<Grown, GrowError> {
        self.add_all_with(manuscript, games, |_| ControlFlow::Continue(()))
    }

    /// Adds games as [`add_all`](Self::add_all) does, with a callback on the calling thread, at most every
    /// [`Progress::INTERVAL`](reversi_search::Progress::INTERVAL).
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_all_with(
        &mut self,
        manuscript: &mut Manuscript,
        games: &[Game],
        mut callback: impl FnMut(&GrowProgress) -> ControlFlow<()>,
    ) -> Result<Grown, GrowError> {
        self.with_searches(manuscript, &mut callback, |graph, searches| {
            for batch in games.chunks(BATCH) {
                let before = graph.nodes.len();
                for position in batch.iter().flat_map(positions) {
                    add_position(graph, position.board)?;
                }
                searches.target = graph.nodes.len();
                if !search_due(graph, before, searches)? {
                    break;
                }
                searches.done.games += batch.len();
            }
            Ok(())
        })
    }

    /// Adds a game as [`add`](Self::add) does, and counts its result at each of its positions. The values of
    /// the positions above follow. Positions with at most 16 empty squares are searched to the end of the
    /// game, so their scores are exact.
    ///
    /// ```
    /// use reversi_engine::book::{Grower, Header, Manuscript};
    /// use reversi_engine::{Board, Game, Level};
    ///
    /// let game: Game = "e6f4e3f6g5d6e7f5c5".parse()?; // no white disc is left
    /// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
    /// let _ = Grower::new().learn(&mut manuscript, &game)?;
    /// assert_eq!(manuscript.get(&Board::START).unwrap().tally.wins, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`add`](Self::add), and [`GrowError::NoResult`] if the game is not over.
    pub fn learn(&mut self, manuscript: &mut Manuscript, game: &Game) -> Result<Grown, GrowError> {
        self.learn_all(manuscript, slice::from_ref(game))
    }

    /// Adds many games as [`learn`](Self::learn) does, in batches as [`add_all`](Self::add_all). A game that
    /// is not over is an error before any search.
    ///
    /// ```
    /// use reversi_engine::book::{Grower, Header, Manuscript};
    /// use reversi_engine::{Board, Level};
    ///
    /// let games = ["e6f4e3f6g5d6e7f5c5".parse()?, "e6f6f5d6e7g5c5".parse()?];
    /// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
    /// let error = Grower::new().learn_all(&mut manuscript, &games).unwrap_err();
    /// assert_eq!(error.to_string(), "the game is not over after its 7 moves, so it has no result");
    /// let _ = Grower::new().learn_all(&mut manuscript, &games[..1])?;
    /// assert_eq!(manuscript.get(&Board::START).unwrap().tally.wins, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`learn`](Self::learn).
    pub fn learn_all(&mut self, manuscript: &mut Manuscript, games: &[Game]) -> Result<Grown, GrowError> {
        self.learn_all_with(manuscript, games, |_| ControlFlow::Continue(()))
    }

    /// Adds games as [`learn_all`](Self::learn_all) does, with a callback on the calling thread, at most
    /// every [`Progress::INTERVAL`](reversi_search::Progress::INTERVAL).
    ///
    /// # Errors
    /// As [`learn`](Self::learn).
    pub fn learn_all_with(
        &mut self,
        manuscript: &mut Manuscript,
        games: &[Game],
        mut callback: impl FnMut(&GrowProgress) -> ControlFlow<()>,
    ) -> Result<Grown, GrowError> {
        if let Some((number, game)) = games.iter().enumerate().find(|(_, game)| game.score().is_none()) {
            return Err(GrowError::NoResult { game: number, moves: game.moves().len() });
        }
        self.with_searches(manuscript, &mut callback, |graph, searches| {
            for batch in games.chunks(BATCH) {
                if !learn_batch(graph, searches, batch)? {
                    break;
                }
            }
            Ok(())
        })
    }
}

/// The number of games whose positions are searched together, before the values of the book are recomputed.
const BATCH: usize = 64;

/// Learns games that are over. Returns `false` if a limit ends it: the book is then unchanged.
fn learn_batch(graph: &mut Graph, searches: &mut Searches<'_>, games: &[Game]) -> Result<bool, GrowError> {
    let before = graph.nodes.len();
    let (mut played, mut raised) = (Vec::new(), Vec::new());
    for game in games {
        let score = game.score().unwrap_or_default();
        for position in positions(game) {
            let Some(number) = add_position(graph, position.board)? else { continue };
            raised.push((number, graph.nodes[number as usize].level));
            graph.raise(number, level_of_learnt(graph.header.level, position.board));
            played.push((number, if position.side == Color::Black { score } else { -score }));
        }
    }
    searches.target = graph.nodes.len();
    let searched = search_due(graph, before, searches);
    if !matches!(searched, Ok(true)) {
        // Restores the last ones first: a position of several games gets its level before all of them.
        for (number, level) in raised.into_iter().rev() {
            if let Some(node) = graph.nodes.get_mut(number as usize) {
                node.level = level;
            }
        }
        return searched;
    }
    for (number, score) in played {
        count(&mut graph.nodes[number as usize].games, score);
    }
    searches.done.games += games.len();
    Ok(true)
}

/// Returns the positions of a game, except the position in which it is over.
fn positions(game: &Game) -> impl Iterator<Item = Position> + '_ {
    let last = Some(game.position()).filter(|_| !game.is_over());
    game.turns().map(|(position, _)| position).chain(last)
}

/// Returns the number of a position, and adds it if it is missing. `None` if the book does not take it.
fn add_position(graph: &mut Graph, board: Board) -> Result<Option<u32>, GrowError> {
    if let Some(number) = graph.find(board) {
        return Ok(Some(number));
    }
    if graph.takes(board.empties().len()) { graph.add(board).map(Some) } else { Ok(None) }
}

/// Returns the level of a book, or near the end of a game the first exact level.
fn level_of_learnt(level: Level, board: Board) -> Level {
    let empties = board.empties().len();
    let exact = |level: &Level| level.at(empties) == (empties, Selectivity::P100);
    let from_there = (level.number()..=60).filter_map(|number| Level::new(number).ok());
    let exact = from_there.into_iter().find(exact).filter(|_| empties <= SOLVED_EMPTIES);
    exact.unwrap_or(level)
}

/// Counts a game with this result, seen by the side to move.
fn count(games: &mut Tally, score: i32) {
    let count = match score {
        1.. => &mut games.wins,
        0 => &mut games.draws,
        _ => &mut games.losses,
    };
    *count = count.saturating_add(1);
}
