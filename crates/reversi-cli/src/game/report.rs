//! The moves of games and their totals, as tables, answers and annotated GGF.

use std::error::Error;
use std::io;
use std::time::Instant;

use indicatif::ProgressBar;
use reversi_engine::book::Book;
use reversi_engine::notation::{GgfGame, GgfNote};
use reversi_engine::picture::{self, GraphPoint, ScoreGraph};
use reversi_engine::question::{Answer, Reply};
use reversi_engine::search::{AnalyzedMove, Source};
use reversi_engine::{Color, Game, Position};
use serde::Serialize;

use super::Format;
use crate::games::Tagged;
use crate::output::{self, Printer, SearchScore};
use crate::records::player;

/// An answer with the ply that leaves the book.
#[derive(Serialize)]
struct GameAnswer {
    id: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_book: Option<usize>,
    #[serde(flatten)]
    answer: Answer,
}

/// Prints games, then their totals.
pub(super) struct GameReport {
    format: Format,
    /// `true` if a table shows each move, `false` if it has one row a game.
    shows_moves: bool,
    printer: Printer,
    start: Instant,
    totals: Totals,
    /// The scores of the last game.
    graph: ScoreGraph,
    book: Option<Book>,
}

impl GameReport {
    /// The moves that leave the book are marked.
    pub(super) fn new(
        format: Format,
        shows_moves: bool,
        bar: ProgressBar,
        book: Option<Book>,
    ) -> io::Result<GameReport> {
        let header = if shows_moves { MOVES } else { GAMES };
        let printer = match format {
            Format::Table => Printer::new(output::Format::Table, header, bar),
            Format::Json | Format::Ggf => Printer::new(output::Format::Json, "", bar),
        }?;
        let (start, totals) = (Instant::now(), Totals::default());
        Ok(GameReport { format, shows_moves, printer, start, totals, graph: ScoreGraph::new([]), book })
    }

    /// Prints a game. `turns` are its last moves, all of them unless the analysis was interrupted.
    pub(super) fn game(&mut self, record: &GgfGame, turns: Vec<AnalyzedMove>) -> io::Result<()> {
        let number = self.totals.games + 1;
        let first = record.game.moves().len() - turns.len() + 1;
        let left_book = self.book.as_ref().and_then(|book| ply_that_leaves(book, &record.game));
        let points: Vec<GraphPoint> = turns.iter().map(picture::graph_point).collect();
        self.graph = ScoreGraph::new(points).first(first as u32);
        self.totals.add(record, &turns);
        if self.format == Format::Ggf {
            return self.printer.text(&annotated(record, &turns).to_string());
        }
        let row = |(ply, turn)| move_row(ply, turn, Some(ply) == left_book);
        let rows = match self.shows_moves {
            true => (first..).zip(&turns).map(row).collect(),
            false => vec![game_row(number, record, &turns, left_book)],
        };
        self.printer.answer(&rows, || {
            let answer = Answer::new(record.game.position(), Reply::Game(turns));
            output::json(&Tagged::new(GameAnswer { id: number, left_book, answer }, record))
        })
    }

    /// The scores of the last game.
    pub(super) fn graph(&self) -> &ScoreGraph {
        &self.graph
    }

    pub(super) fn totals(self) -> Result<(), Box<dyn Error>> {
        self.printer.totals(&self.totals.to_table(self.start.elapsed().as_secs_f64()))
    }
}

/// The ply of the first move to a position that the book does not have. `None` if there is no such move, or
/// if the book does not have the start of the game.
fn ply_that_leaves(book: &Book, game: &Game) -> Option<usize> {
    let positions = game.turns().map(|(position, _)| position).chain([game.position()]);
    let known = positions.take_while(|position| book.probe(&position.board).is_some()).count();
    Some(known).filter(|&known| known > 0 && known <= game.moves().len())
}

/// The record of a game with the score of each analysed move as its note, and the result if the game is over.
fn annotated(record: &GgfGame, turns: &[AnalyzedMove]) -> GgfGame {
    let mut record = record.clone();
    let moves = record.game.moves().len();
    record.notes.resize(moves, GgfNote::default());
    for (note, turn) in record.notes[moves - turns.len()..].iter_mut().zip(turns) {
        note.eval = Some(SearchScore::of(turn.line().value(), &turn.position().board).score.into());
    }
    if record.game.is_over()
        && let Ok(Some(result)) = record.result()
    {
        record.set_result(result);
    }
    record
}

const MOVES: &str = "  ply side  move score  best score  loss      depth";

/// The row of a move. `ply` is its number from 1, passes included.
fn move_row(ply: usize, turn: &AnalyzedMove, leaves_book: bool) -> String {
    let Position { board, side } = turn.position();
    let SearchScore { score, depth, selectivity, .. } = SearchScore::of(turn.line().value(), &board);
    // Of moves with the same score, the best one is the move that was played.
    let best_move = turn.analysis().best_move().filter(|_| turn.loss() > 0).unwrap_or(turn.played());
    let row = format!(
        "{ply:>5} {:<5} {:<4} {score:>+5}  {:<4} {:>+5} {:>5} {:>10}  {}",
        side.to_string(),
        turn.played().to_string(),
        best_move.to_string(),
        SearchScore::of(turn.analysis().value(), &board).score,
        turn.loss(),
        format!("{depth}@{selectivity}%"),
        if leaves_book { "leaves the book" } else { "" },
    );
    row.trim_end().to_owned()
}

const GAMES: &str = " game moves result  black lost  white lost  worst ply  lost  left book  players";

/// The row of a game.
fn game_row(number: usize, record: &GgfGame, turns: &[AnalyzedMove], left_book: Option<usize>) -> String {
    let (game, moves) = (&record.game, turns.len());
    let first = game.moves().len() - moves + 1;
    let plies = (first..first + moves).zip(turns.iter().map(AnalyzedMove::loss));
    let (worst_ply, worst_loss) = match plies.rev().max_by_key(|(_, loss)| *loss) {
        Some((ply, loss)) if loss > 0 => (Some(ply), loss),
        _ => (None, 0),
    };
    let number_or_dash = |number: Option<usize>| number.map_or("-".to_owned(), |number| number.to_string());
    let result = game.score().map_or("-".to_owned(), |score| format!("{score:+}"));
    let players = match (player(record, Color::Black), player(record, Color::White)) {
        (None, None) => String::new(),
        (black, white) => format!("{} - {}", black.unwrap_or("?"), white.unwrap_or("?")),
    };
    let row = format!(
        "{number:>5} {moves:>5} {result:>6} {:>11} {:>11} {:>10} {worst_loss:>5} {:>10}  {players}",
        lost(turns, Color::Black),
        lost(turns, Color::White),
        number_or_dash(worst_ply),
        number_or_dash(left_book),
    );
    row.trim_end().to_owned()
}

/// The discs that a side lost.
fn lost(turns: &[AnalyzedMove], side: Color) -> u32 {
    turns.iter().filter(|turn| turn.position().side == side).map(AnalyzedMove::loss).sum()
}

/// The discs that both sides lost in all games.
#[derive(Default)]
struct Totals {
    games: usize,
    /// Games with moves that are not analysed.
    interrupted: usize,
    moves: usize,
    stored: usize,
    /// The sum over all games. Several are analysed at a time.
    seconds: f64,
    black_loss: u32,
    white_loss: u32,
}

impl Totals {
    fn add(&mut self, record: &GgfGame, turns: &[AnalyzedMove]) {
        self.games += 1;
        self.interrupted += usize::from(turns.len() < record.game.moves().len());
        self.moves += turns.len();
        for analysis in turns.iter().map(AnalyzedMove::analysis) {
            match analysis.source() {
                Source::File => self.stored += 1,
                Source::Search => self.seconds += analysis.elapsed().as_secs_f64(),
                _ => {}
            }
        }
        self.black_loss += lost(turns, Color::Black);
        self.white_loss += lost(turns, Color::White);
    }

    /// The totals of a table. `elapsed` are wall-clock seconds.
    fn to_table(&self, elapsed: f64) -> String {
        let Totals { games, interrupted, moves, stored, seconds, black_loss, white_loss } = self;
        let (moves, discs) = (output::count(*moves, "move"), output::count(*black_loss as usize, "disc"));
        let games = match (games, interrupted) {
            (1, 0) => String::new(),
            (1, _) => "interrupted, ".to_owned(),
            (games, 0) => format!("{games} games, "),
            (games, interrupted) => format!("{games} games, {interrupted} of them interrupted, "),
        };
        let stored = output::earlier(*stored);
        format!(
            "{games}{moves}{stored} in {elapsed:.3} s (searches {seconds:.3} s); black lost {discs}, white {white_loss}"
        )
    }
}
