//! The text of a checkpoint of analyses: a header with the request, then a line for each analysis.
//!
//! A changed digit of an estimate makes another estimate, so each line ends with a checksum.

use std::fmt;
use std::time::Duration;

use reversi_bitboard::{Board, Color, Move, Position};

use super::error::CheckpointErrorKind;
use super::lines::{Question, quote};
use crate::api::{Analysis, AnalyzeRequest, Line, Source, StopReason, Value};
use crate::engine::AnalyzedMove;
use crate::engine::fingerprint::Fingerprint;

const HEADER: &str = "analyzed by reversi-search, ";

/// A position, and the move that was played there if it is one of a game: that move has a line of its own.
pub(crate) type AnalyzedKey = (Board, Option<Move>);

/// An analysis, and the line of the move that was played.
#[derive(Clone, Debug)]
pub(crate) struct Analyzed {
    pub(crate) analysis: Analysis,
    pub(crate) played: Option<Line>,
    /// The evaluation, unless the analysis is from elsewhere.
    pub(crate) by: Option<Fingerprint>,
}

impl Question for AnalyzeRequest {
    type Key = AnalyzedKey;
    type Answer = Analyzed;

    /// 60 lines, each with 60 moves and as many passes, take less.
    const MAX_LINE: u64 = 1 << 15;

    fn check(&self) -> Result<(), CheckpointErrorKind> {
        self.target(60).map(|_| ()).map_err(CheckpointErrorKind::from)
    }

    fn header(&self) -> String {
        format!("{HEADER}{}", self.describe())
    }

    fn is_header(line: &str) -> bool {
        line.starts_with(HEADER)
    }

    fn read_line(&self, line: &str) -> Result<(AnalyzedKey, Analyzed), String> {
        let (text, sum) = line.rsplit_once(';').unwrap_or((line, ""));
        let fields: Vec<&str> = text.split(';').map(str::trim).collect();
        let [board, played, by, stopped, nodes, micros, ref lines @ ..] = fields[..] else {
            return Err(
                "it has fewer than 8 fields (position; played; evaluation; limit; nodes; microseconds; lines; \
                 checksum)"
                    .to_owned(),
            );
        };
        if sum.trim() != format!("{:08x}", checksum(text)) {
            return Err("its checksum does not agree".to_owned());
        }
        let board: Board = board.parse().map_err(|e| format!("the position {}: {e}", quote(board)))?;
        let played = match played {
            "-" => None,
            mv => Some(mv.parse().map_err(|e| format!("the move {}: {e}", quote(mv)))?),
        };
        let by = match by {
            "-" => None,
            print => Some(print.parse().map_err(|()| format!("the evaluation {}", quote(print)))?),
        };
        let stopped = match stopped {
            "-" => None,
            "time" => Some(StopReason::Time),
            "nodes" => Some(StopReason::Nodes),
            other => return Err(format!("the limit {}: expected -, time or nodes", quote(other))),
        };
        let nodes = nodes.parse().map_err(|e| format!("the nodes {}: {e}", quote(nodes)))?;
        let micros = micros.parse().map_err(|e| format!("the microseconds {}: {e}", quote(micros)))?;
        let mut lines =
            lines.iter().map(|line| read_variation(&board, line)).collect::<Result<Vec<_>, _>>()?;
        let line = (played.is_some() && !lines.is_empty()).then(|| lines.remove(0));
        let analysis = Analysis::new(&board, lines).map_err(|e| e.to_string())?;
        let analysis = analysis.with_nodes(nodes).with_elapsed(Duration::from_micros(micros));
        let analysis = analysis.with_stopped(stopped).with_source(Source::File);
        let analyzed = Analyzed { analysis, played: line, by };
        if let Some(played) = played {
            let turn = analyzed.turn(Position { board, side: Color::Black }, played);
            turn.check().map_err(|e| e.to_string())?;
        }
        Ok(((board, played), analyzed))
    }
}

impl Analyzed {
    /// The move of a game.
    pub(crate) fn turn(&self, position: Position, played: Move) -> AnalyzedMove {
        let analysis = self.analysis.clone();
        let line = self.played.clone().unwrap_or_else(|| analysis.lines[0].clone());
        AnalyzedMove::of(position, played, line, analysis)
    }
}

/// `board; played; evaluation; limit; nodes; microseconds; lines; checksum`, with `-` where there is
/// nothing. The line of the played move comes first.
pub(super) struct AnalyzedLine<'a> {
    pub(super) played: Option<Move>,
    pub(super) analyzed: &'a Analyzed,
}

impl fmt::Display for AnalyzedLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &AnalyzedLine { played, analyzed: Analyzed { analysis, played: line, by } } = self;
        let played = played.map_or("-".to_owned(), |mv| mv.to_string());
        let by = by.map_or("-".to_owned(), |by| by.to_string());
        let stopped = match analysis.stopped {
            Some(StopReason::Time) => "time",
            Some(StopReason::Nodes) => "nodes",
            _ => "-",
        };
        let (nodes, micros) = (analysis.nodes, analysis.elapsed.as_micros());
        let mut text = format!("{}; {played}; {by}; {stopped}; {nodes}; {micros}", analysis.board);
        for Line { value, pv } in line.iter().chain(&analysis.lines) {
            text += &format!("; {value}:");
            pv.iter().for_each(|mv| text += &format!(" {mv}"));
        }
        write!(f, "{text}; {:08x}", checksum(&text))
    }
}

/// `+18: g8 h7` or `+3 at 24@73%: f5 d6`
fn read_variation(board: &Board, text: &str) -> Result<Line, String> {
    let (value, moves) =
        text.split_once(':').ok_or_else(|| format!("the line {} has no score", quote(text)))?;
    let value = read_value(value).ok_or_else(|| format!("the value {}", quote(value)))?;
    let read_move = |mv: &str| mv.parse().map_err(|e| format!("the move {}: {e}", quote(mv)));
    let pv = moves.split_whitespace().map(read_move).collect::<Result<Vec<Move>, _>>()?;
    Line::new(board, value, pv).map_err(|e| e.to_string())
}

fn read_value(text: &str) -> Option<Value> {
    let Some((score, search)) = text.split_once(" at ") else {
        return Some(Value::Exact(text.parse().ok()?));
    };
    let (depth, selectivity) = search.split_once('@')?;
    let (score, depth, selectivity) = (score.parse().ok()?, depth.parse().ok()?, selectivity.parse().ok()?);
    Some(Value::Estimate { score, depth, selectivity })
}

/// FNV-1a of 32 bits.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
