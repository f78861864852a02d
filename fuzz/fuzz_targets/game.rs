//! Compares games with a simple model: a board of 64 cells, rules that walk its directions, and a list of
//! earlier boards.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Color, Game, IllegalMoveReason, Move, Position, Square};
use reversi_fuzz::{AnyBoard, any_position, any_square};
use reversi_notation::{GgfGame, WthorGame, WthorHeader, read_wtb, write_wtb};

#[derive(Arbitrary, Debug)]
enum Op {
    /// A move on this square, most likely illegal.
    Play(u8),
    /// The legal move with this number, or a pass.
    PlayLegal(u8),
    /// Several moves, each as by `PlayLegal`.
    PlayOn([u8; 8]),
    Pass,
    /// A move as in records, which leave out passes.
    PlayRecorded(u8),
    Undo,
    UndoAll,
    /// The last move that was taken back, if nothing was played since.
    Redo,
    SetUp(AnyBoard, bool),
    NewGame,
    /// Writes the game in every notation and reads it again.
    Record,
}

fuzz_target!(|ops: Vec<Op>| {
    let (mut game, mut model, mut undone) = (Game::new(), Model::new(Position::START), Vec::new());
    for op in ops {
        match op {
            Op::Play(square) => play(&mut game, &mut model, any_square(square).into()),
            Op::PlayLegal(number) => play_legal(&mut game, &mut model, number),
            Op::PlayOn(numbers) => numbers.iter().for_each(|&n| play_legal(&mut game, &mut model, n)),
            Op::Pass => play(&mut game, &mut model, Move::Pass),
            Op::PlayRecorded(square) => {
                let mv = Move::Place(any_square(square));
                if model.position.must_pass() {
                    model.play(Move::Pass).expect("the pass is forced");
                }
                assert_eq!(game.play_recorded(mv).map_err(|e| e.reason), model.play(mv));
            }
            Op::Undo => undone.extend(undo(&mut game, &mut model)),
            Op::UndoAll => undone.extend(std::iter::from_fn(|| undo(&mut game, &mut model))),
            Op::Redo => {
                if let Some((mv, before)) = undone.pop() {
                    play(&mut game, &mut model, mv);
                    assert_eq!(game, before);
                }
            }
            Op::SetUp(board, black) => {
                let position = any_position(board.board(), black);
                (game, model) = (Game::from_position(position), Model::new(position));
            }
            Op::NewGame => (game, model) = (Game::default(), Model::new(Position::START)),
            Op::Record => record(&game),
        }
        if !matches!(op, Op::Undo | Op::UndoAll | Op::Redo | Op::Record) {
            undone.clear();
        }
        model.compare(&game);
    }
    record(&game);
});

fn play(game: &mut Game, model: &mut Model, mv: Move) {
    let played = game.play(mv);
    assert_eq!(
        played.map_err(|error| (error.square, error.reason)),
        model.play(mv).map_err(|reason| (mv.square(), reason))
    );
}

fn play_legal(game: &mut Game, model: &mut Model, number: u8) {
    let legal = model.position.legal_moves();
    let mv = match legal.len() {
        0 => Move::Pass,
        count => Move::Place(legal[usize::from(number) % count]),
    };
    play(game, model, mv);
}

/// Takes back a move. Returns the move, and the game that still has it.
fn undo(game: &mut Game, model: &mut Model) -> Option<(Move, Game)> {
    let before = game.clone();
    let mv = game.undo();
    assert_eq!(mv, model.undo());
    mv.map(|mv| (mv, before))
}

/// Asserts that the game reads back from text, GGF, WTHOR and JSON.
fn record(game: &Game) {
    assert_eq!(Game::from_transcript(game.start(), &game.to_string()).as_ref(), Ok(game));
    assert_eq!(Game::from_transcript(game.start(), &format!("{game:#}")).as_ref(), Ok(game));
    let ggf = GgfGame::new(game.clone());
    assert_eq!(ggf.to_string().parse(), Ok(ggf));
    let json = serde_json::to_string(game).expect("a game has a form in JSON");
    assert_eq!(serde_json::from_str::<Game>(&json).expect("it was written just now"), *game);

    let header = WthorHeader::default();
    let games = [WthorGame::new(game.clone())];
    let written = write_wtb(&header, &games);
    assert_eq!(written.is_ok(), game.start() == Position::START);
    if let Ok(bytes) = written {
        let read =
            read_wtb(&bytes).expect("it was written just now").1.next().expect("there is a game").unwrap();
        // Reading adds the passes, except one at the end.
        let mut without = game.clone();
        if without.moves().last() == Some(Move::Pass) {
            without.undo();
        }
        assert_eq!(read.game, without);
    }
}

type Cells = [Option<Color>; 64];

#[derive(Clone)]
struct Rules {
    cells: Cells,
    side: Color,
}

struct Model {
    start: Position,
    position: Rules,
    before: Vec<(Rules, Move)>,
}

impl Model {
    fn new(start: Position) -> Model {
        let mut cells = [None; 64];
        for color in [Color::Black, Color::White] {
            for square in start.discs(color) {
                cells[square.index()] = Some(color);
            }
        }
        Model { start, position: Rules { cells, side: start.side }, before: Vec::new() }
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMoveReason> {
        let after = self.position.after(mv)?;
        self.before.push((std::mem::replace(&mut self.position, after), mv));
        Ok(())
    }

    fn undo(&mut self) -> Option<Move> {
        let (position, mv) = self.before.pop()?;
        self.position = position;
        Some(mv)
    }

    fn compare(&self, game: &Game) {
        let Rules { cells, side } = &self.position;
        for square in Square::ALL {
            let has = |color| game.position().discs(color).contains(square);
            assert_eq!(has(Color::Black), cells[square.index()] == Some(Color::Black), "{square} {game}");
            assert_eq!(has(Color::White), cells[square.index()] == Some(Color::White), "{square} {game}");
        }
        assert_eq!((game.start(), game.side_to_move()), (self.start, *side));
        assert_eq!(game.board(), game.position().board);
        assert!(game.moves().eq(self.before.iter().map(|&(_, mv)| mv)));
        assert!(game.turns().map(|(position, _)| position.side).eq(self.before.iter().map(|(p, _)| p.side)));
        assert!(game.board().legal_moves().into_iter().eq(self.position.legal_moves()));
        assert_eq!(game.must_pass(), self.position.must_pass());
        assert_eq!(game.is_over(), self.position.is_over());
        assert_eq!(game.score(), self.position.is_over().then(|| self.position.black_score()));
    }
}

impl Rules {
    fn after(&self, mv: Move) -> Result<Rules, IllegalMoveReason> {
        let mut after = Rules { side: !self.side, ..self.clone() };
        match mv {
            _ if self.is_over() => return Err(IllegalMoveReason::GameOver),
            Move::Pass if self.must_pass() => {}
            Move::Pass => return Err(IllegalMoveReason::MustPlay),
            Move::Place(square) if self.cells[square.index()].is_some() => {
                return Err(IllegalMoveReason::Occupied);
            }
            Move::Place(square) => {
                let flips = self.flips(square, self.side);
                if flips.is_empty() {
                    return Err(IllegalMoveReason::FlipsNothing);
                }
                for turned in flips.into_iter().chain([square]) {
                    after.cells[turned.index()] = Some(self.side);
                }
            }
        }
        Ok(after)
    }

    fn flips(&self, square: Square, side: Color) -> Vec<Square> {
        let mut flips = Vec::new();
        if self.cells[square.index()].is_some() {
            return flips;
        }
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut x, mut y) = (square.file() as i8 + dx, square.rank() as i8 + dy);
            let mut run = Vec::new();
            while let Some(at) = Square::at(x as u8, y as u8) {
                match self.cells[at.index()] {
                    Some(color) if color != side => run.push(at),
                    Some(_) => {
                        flips.append(&mut run);
                        break;
                    }
                    None => break,
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        flips
    }

    fn moves_of(&self, side: Color) -> Vec<Square> {
        Square::ALL.into_iter().filter(|&square| !self.flips(square, side).is_empty()).collect()
    }

    fn legal_moves(&self) -> Vec<Square> {
        self.moves_of(self.side)
    }

    fn must_pass(&self) -> bool {
        self.legal_moves().is_empty() && !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.moves_of(Color::Black).is_empty() && self.moves_of(Color::White).is_empty()
    }

    /// Empty squares go to the winner.
    fn black_score(&self) -> i32 {
        let count = |cell| self.cells.iter().filter(|&&c| c == cell).count() as i32;
        let (black, white, empty) = (count(Some(Color::Black)), count(Some(Color::White)), count(None));
        black - white + empty * (black - white).signum()
    }
}
