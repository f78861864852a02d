//! The moves of games as rows of a table.

use reversi_bitboard::{Color, Move};
use reversi_search::{AnalyzedMove, Source, Value};
use serde::Serialize;

use crate::AnalyzedGame;

/// A move of a game as a row of a table of many games. Scores are discs, seen by the side that moves.
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::runs::analyze_games;
/// use reversi_engine::{AnalyzeRequest, Engine, Game};
///
/// let games: Vec<Game> = vec!["f5d6c3d3c4".parse()?];
/// let mut engines = [Engine::builder().hash_mib(1).build()?];
/// analyze_games(&mut engines, &games, &AnalyzeRequest::depth(4), |game| {
///     let rows = game.rows();
///     assert_eq!((rows[1].ply, rows[1].played.to_string()), (2, "d6".to_owned()));
///     ControlFlow::Continue(())
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MoveRow {
    /// The number of the game, from 0.
    pub game: usize,
    /// The number of the ply, from 1, passes included.
    pub ply: usize,
    /// The side that moves.
    pub side: Color,
    /// The empty squares before the move.
    pub empties: u32,
    /// The move.
    pub played: Move,
    /// The best move.
    pub best: Move,
    /// The score of the best move.
    pub best_score: i32,
    /// The score of the move.
    pub score: i32,
    /// The loss: by how many discs the move was worse than the best one.
    pub loss: u32,
    /// `true` if both scores are proven.
    pub exact: bool,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The source of the analysis.
    #[serde(serialize_with = "name")]
    pub source: Source,
    /// The nodes of the search.
    pub nodes: u64,
    /// The seconds of the search.
    pub seconds: f64,
}

fn name<S: serde::Serializer>(source: &Source, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(source.name())
}

impl AnalyzedGame {
    /// Returns its moves as rows.
    pub fn rows(&self) -> Vec<MoveRow> {
        let first = self.first_ply;
        (first..).zip(&self.turns).map(|(ply, turn)| row(self.index, ply, turn)).collect()
    }
}

fn row(game: usize, ply: usize, turn: &AnalyzedMove) -> MoveRow {
    let (analysis, line) = (turn.analysis(), turn.line());
    let best = &analysis.lines()[0];
    let is_exact = |value: Value| value.exact().is_some();
    MoveRow {
        game,
        ply,
        side: turn.position().side,
        empties: turn.position().board.empties().len(),
        played: turn.played(),
        best: best.best_move().unwrap_or(Move::Pass),
        best_score: best.value().score().unwrap_or(0),
        score: line.value().score().unwrap_or(0),
        loss: turn.loss(),
        exact: is_exact(best.value()) && is_exact(line.value()),
        depth: turn.depth(),
        source: analysis.source(),
        nodes: analysis.nodes(),
        seconds: analysis.elapsed().as_secs_f64(),
    }
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::{Game, Square};
    use reversi_search::{Analysis, AnalyzeRequest, Engine, Line, Selectivity};

    use super::*;

    #[test]
    fn rows_have_the_plies_of_their_game_and_are_exact_if_both_values_are() {
        let start = "-OXXXXXXXOOXXXXX-OOOXXXX-OXOOOXXOOOXOOXX-OOOXOOXOOOOOOOOXOOOOO-- X";
        let mut game = Game::from_position(start.parse().unwrap());
        game.play(Square::A1).unwrap();
        game.play(Move::Pass).unwrap();
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let proven = engine.analyze_game(&game, AnalyzeRequest::unlimited()).unwrap();
        for (best, played) in [(true, true), (true, false), (false, true), (false, false)] {
            let by = |turn: &AnalyzedMove| {
                let board = turn.position().board;
                let line = |of: &Line, is_exact| {
                    let score = of.value().score().unwrap();
                    let estimate = Value::estimate(score, 3, Selectivity::P100).unwrap();
                    Line::new(&board, if is_exact { of.value() } else { estimate }, of.pv()).unwrap()
                };
                let analysis = Analysis::new(&board, [line(&turn.analysis().lines()[0], best)]).unwrap();
                AnalyzedMove::new(turn.position(), line(turn.line(), played), analysis).unwrap()
            };
            // They are the last two moves of a longer game.
            let rows =
                AnalyzedGame { index: 5, turns: proven.iter().map(by).collect(), first_ply: 30 }.rows();
            let told: Vec<_> = rows.iter().map(|row| (row.game, row.ply, row.exact)).collect();
            assert_eq!(told, [(5, 30, best && played), (5, 31, best && played)]);
            assert_eq!(
                (rows[0].played, rows[0].best, rows[0].loss),
                (Square::A1.into(), Square::H8.into(), 10)
            );
        }
    }
}
