//! The engine as a JavaScript class.
//!
//! A search blocks, so a page runs it in a worker. Moves and scores are texts such as `d3` and `+18`. Errors
//! of the engine are thrown as `Error`.
#![cfg(target_family = "wasm")]

use std::ops::ControlFlow;
use std::time::Duration;

use reversi_engine::{
    AnalyzeRequest, Board, Engine, Game, Limits, Move, SolveError, SolveRequest, StopReason, Value,
};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// An engine with its hash table.
#[wasm_bindgen]
pub struct Reversi(Engine);

/// What the engine found about a position.
#[wasm_bindgen(getter_with_clone)]
pub struct Answer {
    /// The best move, if one is known.
    pub best_move: Option<String>,
    /// The score, from the side to move.
    pub score: String,
    /// The limit that ended the search, if one did.
    pub stopped: Option<String>,
}

impl Answer {
    fn new(best_move: Option<Move>, score: Value, stopped: Option<StopReason>) -> Answer {
        let [best_move, stopped] = [best_move.map(|mv| mv.to_string()), stopped.map(|why| why.to_string())];
        Answer { best_move, score: score.to_string(), stopped }
    }
}

fn limits(milliseconds: Option<u32>) -> Limits {
    let time = |milliseconds| Limits::new().time(Duration::from_millis(u64::from(milliseconds)));
    milliseconds.map_or(Limits::new(), time)
}

#[wasm_bindgen]
impl Reversi {
    /// A page has one thread: an engine that asks for more works with one.
    #[wasm_bindgen(constructor)]
    pub fn new(threads: usize) -> Result<Reversi, JsError> {
        Ok(Reversi(Engine::builder().hash_mib(16).threads(threads).build()?))
    }

    /// The exact score of a position, or its bounds after the given time.
    pub fn solve(&mut self, board: &str, milliseconds: Option<u32>) -> Result<Answer, JsError> {
        let board: Board = board.parse()?;
        match self.0.solve(&board, SolveRequest::exact().limits(limits(milliseconds))) {
            Ok(solution) => Ok(Answer::new(solution.best_move(), solution.value(), None)),
            Err(SolveError::Interrupted(so_far)) => Ok(Answer::new(None, so_far.bounds, Some(so_far.reason))),
            Err(error) => Err(error.into()),
        }
    }

    /// The exact scores of many positions.
    pub fn solve_many(&mut self, boards: Vec<String>) -> Result<Vec<String>, JsError> {
        let boards: Vec<Board> = boards.iter().map(|board| board.parse()).collect::<Result<_, _>>()?;
        let mut scores = Vec::new();
        self.0.solve_many(boards, SolveRequest::exact(), |solved| {
            scores.extend(solved.result.map(|solution| solution.value().to_string()));
            ControlFlow::Continue(())
        })?;
        Ok(scores)
    }

    /// The best move after the given time.
    pub fn analyze(&mut self, board: &str, milliseconds: u32) -> Result<Answer, JsError> {
        let request = AnalyzeRequest::unlimited().limits(limits(Some(milliseconds)));
        let analysis = self.0.analyze(&board.parse()?, request)?;
        Ok(Answer::new(analysis.best_move(), analysis.value(), analysis.stopped()))
    }

    /// The loss of each move of a game, in discs.
    pub fn analyze_game(&mut self, game: &str, depth: u32) -> Result<Vec<u32>, JsError> {
        let game: Game = game.parse()?;
        let turns = self.0.analyze_game(&game, AnalyzeRequest::depth(depth))?;
        Ok(turns.iter().map(|turn| turn.loss()).collect())
    }
}
