//! The searches of one call.

use reversi_bitboard::{Board, Move, Position};
use reversi_search::surface::{OnProgress, Series};
use reversi_search::{
    Analysis, AnalyzeError, AnalyzeRequest, AnalyzedMove, Engine, Limits, Line, StopReason,
};

use super::fitted::{DISC, SHARE};
use crate::opponent::{Choice, weights};
use crate::opponent_model::Mistakes;

/// Searches on one thread in a table of their own: the values depend on nothing but the evaluation.
pub(super) struct Searches<'a> {
    series: Series,
    callback: Option<OnProgress<'a>>,
    /// The positions that are done.
    done: usize,
}

impl<'a> Searches<'a> {
    pub(super) fn new(
        engine: &Engine,
        limits: &Limits,
        callback: Option<OnProgress<'a>>,
    ) -> Result<Searches<'a>, AnalyzeError> {
        Ok(Searches { series: engine.series(limits)?, callback, done: 0 })
    }

    /// Analyzes a board; `None` after a limit.
    pub(super) fn analyze(
        &mut self,
        board: Board,
        request: &AnalyzeRequest,
    ) -> Result<Option<Analysis>, AnalyzeError> {
        let callback = self.callback.as_mut().map(|callback| &mut **callback as OnProgress<'_>);
        let analysis = self.series.analyze(board, request, self.done, callback)?;
        self.done += 1;
        Ok(Some(analysis).filter(|analysis| analysis.stopped().is_none() && self.stopped().is_none()))
    }

    /// Analyzes a move beside the best one; `None` after a limit.
    pub(super) fn analyze_move(
        &mut self,
        position: Position,
        mv: Move,
        request: &AnalyzeRequest,
    ) -> Result<Option<AnalyzedMove>, AnalyzeError> {
        let callback = self.callback.as_mut().map(|callback| &mut **callback as OnProgress<'_>);
        let turn = self.series.analyze_move(position, mv, request, self.done, callback)?;
        self.done += 1;
        Ok(turn.filter(|turn| turn.analysis().stopped().is_none() && self.stopped().is_none()))
    }

    /// Returns the limit that ended the call.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        self.series.stopped()
    }
}

/// Returns the lines of an analysis of all moves, each with the chance that people play it, the likeliest
/// first. Moves that hardly anybody plays are left out.
pub(super) fn choices(analysis: &Analysis) -> Vec<(&Line, f64)> {
    let Some(human) = analysis.human() else { return Vec::new() };
    let choice = |line: &Line| {
        let (mv, score) = (line.best_move()?, line.value().score()?);
        Some(Choice { mv, score, chance: human.chance(mv), turned: 0 })
    };
    let choices: Vec<Choice> = analysis.lines().iter().filter_map(choice).collect();
    let weights = weights(mistakes(human.rating), &choices);
    let total: u64 = weights.iter().map(|&(weight, _)| weight).sum();
    let of = |(weight, mv)| {
        let line = analysis.lines().iter().find(|line| line.best_move() == Some(mv))?;
        Some((line, weight as f64 / total as f64))
    };
    weights.into_iter().filter_map(of).collect()
}

/// The mistakes of people beside the searches of this module.
fn mistakes(rating: u32) -> Mistakes {
    let above = i64::from(rating.max(400)) - 1500;
    let at = |[usual, change]: [i64; 2]| (usual + change * above / 200).max(0);
    Mistakes { share: at(SHARE), disc: at(DISC), greed: 0, corner: 0 }
}
