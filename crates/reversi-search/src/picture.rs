//! Answers as pictures.

use reversi_bitboard::picture::{GraphPoint, Label, Picture, ScoreGraph};
use reversi_bitboard::{Color, Move, Position};

use crate::api::{Analysis, Value};
use crate::engine::AnalyzedMove;
use crate::review::{Review, ReviewedMove};

/// Makes a label of a score, in the form that says how sure it is.
impl From<Value> for Label {
    fn from(value: Value) -> Label {
        match value {
            Value::Exact(score) => Label::exact(score),
            Value::Bounds { lower, upper } => Label::bounds(lower, upper),
            Value::Estimate { score, .. } => Label::estimate(score),
        }
    }
}

impl Analysis {
    /// Draws a picture of the position with the value of each move that has a line. `side` is to move.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Board, Color, Engine};
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let analysis = engine.analyze(&Board::START, AnalyzeRequest::depth(2).lines(4))?;
    /// assert!(analysis.picture(Color::Black).to_string().contains("d3 estimate"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn picture(&self, side: Color) -> Picture {
        self.labels().fold(Position { board: self.board(), side }.picture(), |picture, (square, label)| {
            picture.label(square, label)
        })
    }

    /// Returns the labels of the moves that have a line, for your own picture.
    ///
    /// ```
    /// use reversi_engine::{Analysis, Board, Line, Selectivity, Square, Value};
    ///
    /// let line = Line::new(&Board::START, Value::estimate(2, 9, Selectivity::P73)?, [Square::F5.into()])?;
    /// let labels: Vec<_> = Analysis::new(&Board::START, [line])?.labels().collect();
    /// assert_eq!((labels[0].0, labels[0].1.text()), (Square::F5, "+2"));
    /// # Ok::<(), reversi_engine::AnswerError>(())
    /// ```
    pub fn labels(&self) -> impl Iterator<Item = (reversi_bitboard::Square, Label)> + '_ {
        let lines = self.lines().iter();
        lines.filter_map(|line| Some((line.best_move().and_then(Move::square)?, line.value().into())))
    }
}

/// Returns the score after the move that was played, and the discs that it lost.
fn point(side: Color, value: Value, loss: u32) -> GraphPoint {
    let score = match value {
        Value::Bounds { lower, upper } if lower <= -64 => upper % 64, // without any bound 0
        Value::Bounds { lower, .. } => lower,
        Value::Exact(score) | Value::Estimate { score, .. } => score,
    };
    let point = GraphPoint::new(side, score).lost(side, loss);
    if value.exact().is_some() { point.proven() } else { point }
}

impl From<&AnalyzedMove> for GraphPoint {
    fn from(turn: &AnalyzedMove) -> GraphPoint {
        point(turn.position().side, turn.line().value(), turn.loss())
    }
}

impl From<&ReviewedMove> for GraphPoint {
    fn from(mv: &ReviewedMove) -> GraphPoint {
        point(mv.side(), mv.value, mv.loss)
    }
}

impl Review {
    /// Draws the score after each move as a graph.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let graph = engine.review(&game, AnalyzeRequest::depth(2))?.graph();
    /// assert!(graph.words().starts_with("Score after each of 5 moves: "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn graph(&self) -> ScoreGraph {
        let first = self.moves.first().map_or(1, |mv| mv.ply);
        ScoreGraph::new(self.moves.iter().map(GraphPoint::from).collect::<Vec<_>>()).first(first)
    }
}
