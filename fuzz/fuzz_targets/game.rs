//! Compares games with a simple model: a position, the rules walked square by square, and a list of earlier
//! positions.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use reversi_bitboard::{Bitboard, Color, Game, IllegalMoveReason, Move, Position, reference};
use reversi_fuzz::{AnyBoard, any_position, any_square};
use reversi_notation::{GgfGame, WthorGame, WthorHeader, read_wtb, write_wtb};
use reversi_testkit::{board as board_of, numbered_move};

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
                if model.must_pass() {
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
    play(game, model, numbered_move(model.position.board, number.into()).unwrap_or(Move::Pass));
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

/// The moves so far, each with the position before it. The reference has the rules.
struct Model {
    start: Position,
    position: Position,
    before: Vec<(Position, Move)>,
}

impl Model {
    fn new(start: Position) -> Model {
        Model { start, position: start, before: Vec::new() }
    }

    fn legal_moves(&self) -> Bitboard {
        reference::moves(self.position.board)
    }

    fn is_over(&self) -> bool {
        self.legal_moves().is_empty() && reference::moves(self.position.board.pass()).is_empty()
    }

    fn must_pass(&self) -> bool {
        self.legal_moves().is_empty() && !self.is_over()
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMoveReason> {
        let Position { board, side } = self.position;
        let after = match mv {
            _ if self.is_over() => return Err(IllegalMoveReason::GameOver),
            Move::Pass if self.must_pass() => board.pass(),
            Move::Pass => return Err(IllegalMoveReason::MustPlay),
            Move::Place(square) if board.occupied().contains(square) => {
                return Err(IllegalMoveReason::Occupied);
            }
            Move::Place(square) => {
                let flips = reference::flip(square, board);
                if flips.is_empty() {
                    return Err(IllegalMoveReason::FlipsNothing);
                }
                let player = board.player() | flips | square.into();
                board_of((board.opponent() - flips).0, player.0)
            }
        };
        self.before.push((self.position, mv));
        self.position = Position { board: after, side: !side };
        Ok(())
    }

    fn undo(&mut self) -> Option<Move> {
        let (position, mv) = self.before.pop()?;
        self.position = position;
        Some(mv)
    }

    /// Empty squares go to the winner.
    fn black_score(&self) -> i32 {
        let [black, white] =
            [Color::Black, Color::White].map(|color| self.position.discs(color).len() as i32);
        black - white + (64 - black - white) * (black - white).signum()
    }

    fn compare(&self, game: &Game) {
        assert_eq!((game.start(), game.position()), (self.start, self.position));
        assert_eq!((game.board(), game.side_to_move()), (self.position.board, self.position.side));
        assert!(game.turns().eq(self.before.iter().copied()));
        assert!(game.moves().eq(self.before.iter().map(|&(_, mv)| mv)));
        assert_eq!(game.board().legal_moves(), self.legal_moves());
        assert_eq!((game.must_pass(), game.is_over()), (self.must_pass(), self.is_over()));
        assert_eq!(game.score(), self.is_over().then(|| self.black_score()));
    }
}
