//! The moves of games and their totals, as tables, answers and annotated GGF.

use std::error::Error;
use std::io;
use std::time::Instant;

use indicatif::ProgressBar;
use reversi_engine::book::Book;
use reversi_engine::notation::{GgfEnd, GgfGame, GgfNote, GgfResult};
use reversi_engine::picture::{GraphPoint, ScoreGraph};
use reversi_engine::{AnalyzedMove, Answer, Game, Position, Reply, Source};
use serde::Serialize;

use super::Format;
use crate::output::{self, Printer, Row, SearchScore};

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
pub(super) struct Report {
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

impl Report {
    /// The moves that leave the book are marked.
    pub(super) fn new(
        format: Format,
        shows_moves: bool,
        bar: ProgressBar,
        book: Option<Book>,
    ) -> io::Result<Report> {
        let header = if shows_moves { MOVES } else { GAMES };
        let printer = match format {
            Format::Table => Printer::new(output::Format::Table, header, bar),
            Format::Json | Format::Ggf => Printer::new(output::Format::Json, "", bar),
        }?;
        let (start, totals) = (Instant::now(), Totals::default());
        Ok(Report { format, shows_moves, printer, start, totals, graph: ScoreGraph::new([]), book })
    }

    /// Prints a game. `turns` are its last moves, all of them unless the analysis was interrupted.
    pub(super) fn game(&mut self, record: &GgfGame, turns: Vec<AnalyzedMove>) -> io::Result<()> {
        let number = self.totals.games + 1;
        let first = record.game.moves().len() - turns.len() + 1;
        let left_book = self.book.as_ref().and_then(|book| ply_that_leaves(book, &record.game));
        let row = |(ply, turn)| MoveRow::new(ply, turn, Some(ply) == left_book);
        let moves: Vec<MoveRow> = (first..).zip(&turns).map(row).collect();
        let points: Vec<GraphPoint> = turns.iter().map(GraphPoint::from).collect();
        self.graph = ScoreGraph::new(points).first(first as u32);
        let searched = turns.iter().filter(|turn| turn.analysis().source() == Source::Search);
        let seconds = searched.map(|turn| turn.analysis().elapsed().as_secs_f64()).sum();
        let stored = turns.iter().filter(|turn| turn.analysis().source() == Source::File).count();
        let mut game = GameRow::new(number, record, &moves, stored, seconds);
        game.left_book = left_book;
        self.totals.add(&game);
        if self.format == Format::Ggf {
            return self.printer.text(&annotated(record, &turns).to_string());
        }
        let json = || {
            let answer = Answer::new(record.game.position(), Reply::Game(turns));
            output::json(&GameAnswer { id: number, left_book, answer })
        };
        if self.shows_moves { self.printer.answer(json, &moves) } else { self.printer.answer(json, &[game]) }
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
    if let Some(score) = record.game.score()
        && record.result() == Ok(None)
        && let Ok(result) = GgfResult::new(score.into(), GgfEnd::Played)
    {
        record.set_result(result);
    }
    record
}

/// The row of a move.
struct MoveRow {
    /// The number of the ply from 1, passes included.
    ply: usize,
    side: String,
    r#move: String,
    score: i32,
    best_move: String,
    best_score: i32,
    /// Discs lost by the move.
    loss: u32,
    depth: u32,
    selectivity: u32,
    /// `true` if it leads from a position of the book to one that the book does not have.
    leaves_book: bool,
}

impl MoveRow {
    fn new(ply: usize, turn: &AnalyzedMove, leaves_book: bool) -> MoveRow {
        let Position { board, side } = turn.position();
        let SearchScore { score, depth, selectivity, .. } = SearchScore::of(turn.line().value(), &board);
        MoveRow {
            ply,
            side: side.to_string(),
            r#move: turn.played().to_string(),
            score,
            // Of moves with the same score, the best one is the move that was played.
            best_move: turn
                .analysis()
                .best_move()
                .filter(|_| turn.loss() > 0)
                .unwrap_or(turn.played())
                .to_string(),
            best_score: SearchScore::of(turn.analysis().value(), &board).score,
            loss: turn.loss(),
            depth,
            selectivity,
            leaves_book,
        }
    }
}

const MOVES: &str = "  ply side  move score  best score  loss      depth";

impl Row for MoveRow {
    fn to_table(&self) -> String {
        let row = format!(
            "{:>5} {:<5} {:<4} {:>+5}  {:<4} {:>+5} {:>5} {:>10}  {}",
            self.ply,
            self.side,
            self.r#move,
            self.score,
            self.best_move,
            self.best_score,
            self.loss,
            format!("{}@{}%", self.depth, self.selectivity),
            if self.leaves_book { "leaves the book" } else { "" },
        );
        row.trim_end().to_owned()
    }
}

/// The row of a game.
struct GameRow {
    /// The number of the game, from 1.
    game: usize,
    black: Option<String>,
    white: Option<String>,
    /// The score of black at the end of the game.
    result: Option<i32>,
    /// The moves that are analysed: the last ones, all of them unless the analysis was interrupted.
    moves: usize,
    interrupted: bool,
    /// Moves that an earlier run has analysed.
    stored: usize,
    /// The discs that each side lost.
    black_loss: u32,
    white_loss: u32,
    /// The ply that lost most, and its loss.
    worst_ply: Option<usize>,
    worst_loss: u32,
    /// The ply that leaves the book.
    left_book: Option<usize>,
    seconds: f64,
}

impl GameRow {
    fn new(number: usize, record: &GgfGame, moves: &[MoveRow], stored: usize, seconds: f64) -> GameRow {
        let game = &record.game;
        let loss = |side: &str| moves.iter().filter(|row| row.side == side).map(|row| row.loss).sum();
        let name = |tag| record.tag(tag).filter(|name| !name.is_empty()).map(str::to_owned);
        let worst = moves.iter().rev().max_by_key(|row| row.loss).filter(|row| row.loss > 0);
        GameRow {
            game: number,
            black: name("PB"),
            white: name("PW"),
            result: game.score(),
            moves: moves.len(),
            interrupted: moves.len() < game.moves().len(),
            stored,
            black_loss: loss("black"),
            white_loss: loss("white"),
            worst_ply: worst.map(|row| row.ply),
            worst_loss: worst.map_or(0, |row| row.loss),
            left_book: None,
            seconds,
        }
    }
}

const GAMES: &str = " game moves result  black lost  white lost  worst ply  lost  left book  players";

impl Row for GameRow {
    fn to_table(&self) -> String {
        let result = self.result.map_or("-".to_owned(), |score| format!("{score:+}"));
        let worst = self.worst_ply.map_or("-".to_owned(), |ply| ply.to_string());
        let left_book = self.left_book.map_or("-".to_owned(), |ply| ply.to_string());
        let players = match (&self.black, &self.white) {
            (None, None) => String::new(),
            (black, white) => {
                format!("{} - {}", black.as_deref().unwrap_or("?"), white.as_deref().unwrap_or("?"))
            }
        };
        let row = format!(
            "{:>5} {:>5} {result:>6} {:>11} {:>11} {worst:>10} {:>5} {left_book:>10}  {players}",
            self.game, self.moves, self.black_loss, self.white_loss, self.worst_loss,
        );
        row.trim_end().to_owned()
    }
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
    fn add(&mut self, game: &GameRow) {
        self.games += 1;
        self.interrupted += usize::from(game.interrupted);
        self.moves += game.moves;
        self.stored += game.stored;
        self.seconds += game.seconds;
        self.black_loss += game.black_loss;
        self.white_loss += game.white_loss;
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
