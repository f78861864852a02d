//! Pictures of answers.

use reversi_bitboard::{Color, Move, Position, Square};
use reversi_notation::picture::{GraphPoint, Label, Picture, ScoreGraph};
use reversi_search::{Analysis, AnalyzedMove, Value};

use crate::review::{Review, ReviewedMove};

/// Makes a label of a score, in the form that says how sure it is.
///
/// ```
/// use reversi_engine::{Value, picture};
///
/// assert_eq!(picture::label(Value::Exact(2)).text(), "+2");
/// ```
pub fn label(value: Value) -> Label {
    match (value.exact(), value.score()) {
        (Some(score), _) => Label::exact(score),
        (None, Some(score)) => Label::estimate(score),
        (None, None) => Label::bounds(value.lower(), value.upper()),
    }
}

/// Draws a picture of the position of an analysis with the value of each move that has a line. `side` is to
/// move.
///
/// ```
/// use reversi_engine::{AnalyzeRequest, Board, Color, Engine, picture};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let analysis = engine.analyze(&Board::START, AnalyzeRequest::depth(2).lines(4))?;
/// assert!(picture::of_analysis(&analysis, Color::Black).to_string().contains("d3 estimate"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn of_analysis(analysis: &Analysis, side: Color) -> Picture {
    let picture = Picture::of(Position { board: analysis.board(), side });
    labels(analysis).fold(picture, |picture, (square, label)| picture.label(square, label))
}

/// Returns the labels of the moves of an analysis that have a line, for your own picture.
///
/// ```
/// use reversi_engine::{Analysis, Board, Line, Selectivity, Square, Value, picture};
///
/// let line = Line::new(&Board::START, Value::estimate(2, 9, Selectivity::P73)?, [Square::F5.into()])?;
/// let analysis = Analysis::new(&Board::START, [line])?;
/// let labels: Vec<_> = picture::labels(&analysis).collect();
/// assert_eq!((labels[0].0, labels[0].1.text()), (Square::F5, "+2"));
/// # Ok::<(), reversi_engine::search::AnswerError>(())
/// ```
pub fn labels(analysis: &Analysis) -> impl Iterator<Item = (Square, Label)> + '_ {
    let lines = analysis.lines().iter();
    lines.filter_map(|line| Some((line.best_move().and_then(Move::square)?, label(line.value()))))
}

/// Returns the score after the move that was played, and the discs that it lost.
fn point(side: Color, value: Value, loss: u32) -> GraphPoint {
    let score = value.score().unwrap_or(match value.lower() {
        ..=-64 => value.upper() % 64, // without any bound 0
        lower => lower,
    });
    let point = GraphPoint::new(side, score).lost(side, loss);
    if value.exact().is_some() { point.proven() } else { point }
}

/// Returns the point of a graph after an analyzed move.
pub fn graph_point(turn: &AnalyzedMove) -> GraphPoint {
    point(turn.position().side, turn.line().value(), turn.loss())
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
    /// use reversi_engine::play::Review;
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let graph = Review::by(&mut engine, &game, AnalyzeRequest::depth(2))?.graph();
    /// assert!(graph.words().starts_with("Score after each of 5 moves: "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn graph(&self) -> ScoreGraph {
        let first = self.moves.first().map_or(1, |mv| mv.ply);
        ScoreGraph::new(self.moves.iter().map(GraphPoint::from).collect::<Vec<_>>()).first(first)
    }
}
