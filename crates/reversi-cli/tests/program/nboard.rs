//! `reversi nboard` under a referee.

use reversi_engine::notation::GgfGame;
use reversi_engine::{Game, Move, Position};
use reversi_testkit::{Rng, any_move};

use crate::support::Program;

/// A running engine.
struct NBoard(Program);

impl NBoard {
    fn start(args: &[&str]) -> NBoard {
        NBoard(Program::start(&[&["nboard"][..], args].concat()))
    }

    /// Sends a command and a ping and returns the lines before the answer to the ping.
    fn send(&mut self, command: impl AsRef<[u8]>) -> Vec<String> {
        self.0.write_line(command);
        self.0.write_line("ping 7");
        self.until("pong 7")
    }

    /// Reads the lines before `end`.
    fn until(&mut self, end: &str) -> Vec<String> {
        std::iter::repeat_with(|| self.0.read_line().trim_end().to_owned())
            .take_while(|line| line != end)
            .collect()
    }

    /// Asks for a move.
    fn go(&mut self) -> Move {
        let answer = self.send("go");
        let [answer, status] = answer.as_slice() else { panic!("{answer:?}") };
        assert_eq!(status, "status");
        let fields: Vec<_> =
            answer.strip_prefix("=== ").unwrap_or_else(|| panic!("{answer}")).split('/').collect();
        let [mv, eval, seconds] = fields[..] else { panic!("{answer}") };
        assert!(
            eval.parse::<f64>().unwrap().abs() <= 64.0 && seconds.parse::<f64>().unwrap() >= 0.0,
            "{answer}"
        );
        mv.parse().unwrap_or_else(|error| panic!("{answer}: {error}"))
    }

    fn set_game(&mut self, game: &Game) {
        assert!(self.send(format!("set game {}", GgfGame::new(game.clone()))).is_empty());
    }
}

/// White must pass after C1.
const PASS: &str = "XO------ X------- O------- -------- -------- -------- -------- -------- X";

#[test]
fn it_answers_commands_that_have_an_answer() {
    let mut engine = NBoard::start(&["--level", "1"]);
    assert_eq!(engine.send("nboard 1"), ["set myname reversi-engine"]);
    for silent in ["", "  ", "set depth 3", "set depth 99", "set contempt -10", "move F5/1.5/0.2", "move d6"]
    {
        assert!(engine.send(silent).is_empty(), "{silent}");
    }
    assert_eq!(engine.send("learn"), ["learned"]);
    assert_eq!(engine.send("ping 12"), ["pong 12"]);
    engine.0.write_line("quit");
    assert!(engine.0.process.wait().unwrap().success());
}

#[test]
fn bad_input_is_reported_and_the_session_goes_on() {
    let mut engine = NBoard::start(&["--level", "1"]);
    for (command, message) in [
        (&b"make coffee"[..], "unknown command: make"),
        (b"\xff\xfe", "unknown command: \u{fffd}\u{fffd}"),
        (b"set", "unknown variable:"),
        (b"set depth", "not a number:"),
        (b"set depth -1", "not a number: -1"),
        (b"set contempt much", "not a number: much"),
        (b"set game", "expected a game that begins with (;"),
        (b"set game (;GM[Othello]TY[10];)", "byte 16: expected a board of size 8"),
        (b"move", "not a move: expected a square such as f5, or a pass: ps, pa, pass or --"),
        (b"move A1", "a1 is not a legal move: it flips no disc"),
        (b"move PA", "pass is not a legal move: there is a move to play"),
        (b"hint many", "not a number: many"),
    ] {
        let shown = String::from_utf8_lossy(command);
        assert_eq!(engine.send(command), [format!("status {message}")], "{shown}");
    }
    assert_eq!(engine.send("move ".repeat(100_000)).len(), 1);
    assert!(Game::new().play(engine.go()).is_ok());
}

#[test]
fn an_opponent_keeps_its_strength_when_the_interface_sets_a_depth() {
    let mut engine = NBoard::start(&["--strength", "beginner", "--seed", "1", "--hash-mib", "1"]);
    assert!(engine.send("set depth 60").is_empty()); // the whole game could not be solved
    let mut game = Game::new();
    while !game.is_over() {
        engine.set_game(&game);
        game.play(engine.go()).unwrap();
    }
}

#[test]
fn forced_passes_are_answered_and_may_be_omitted() {
    let mut engine = NBoard::start(&["--level", "1"]);
    let mut game = Game::from_position(PASS.parse().unwrap());
    game.play_recorded(reversi_engine::Square::C1).unwrap();
    engine.set_game(&game);
    assert_eq!(engine.go(), Move::Pass);
    assert!(engine.send("move PA").is_empty());
    assert_eq!(engine.go().to_string(), "a4");

    // The last move of the record is a pass.
    game.play(Move::Pass).unwrap();
    engine.set_game(&game);
    assert_eq!(engine.go().to_string(), "a4");

    game.undo();
    engine.set_game(&game);
    assert!(engine.send("move A4").is_empty());
    assert_eq!(engine.go(), Move::Pass); // the game is over
    assert_eq!(engine.send("move A5"), ["status a5 is not a legal move: the game is over"]);
}

#[test]
fn a_hint_shows_the_best_moves_until_the_next_command() {
    let mut engine = NBoard::start(&["--level", "60", "--hash-mib", "4"]);
    let lines = engine.send("hint 2"); // the ping ends it: the whole game cannot be solved
    let (searches, end) = lines.split_last_chunk::<2>().unwrap();
    assert!(end[0].starts_with("nodestats ") && end[1] == "status", "{end:?}");
    assert!(searches.len() >= 2, "{lines:?}");
    for line in searches {
        let fields: Vec<_> = line.split(' ').collect();
        let ["search", pv, eval, "0", depth] = fields[..] else { panic!("{line}") };
        assert!(pv.parse::<Game>().unwrap().moves().len() > 0, "{line}");
        assert!(eval.parse::<i32>().is_ok() && depth.parse::<u32>().is_ok(), "{line}");
    }

    let nearly_over = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO- X";
    let position: Position = nearly_over.parse().unwrap();
    engine.set_game(&Game::from_position(position));
    engine.0.write_line("hint 1");
    assert_eq!(engine.until("status").first().unwrap(), "search H8 64 0 100%");
}

#[test]
fn every_move_of_30_games_is_legal() {
    let mut rng = Rng::with_seed(1);
    let mut engine = NBoard::start(&["--level", "1"]);
    let mut passes = 0;
    for round in 0..30 {
        let side = round % 2;
        let mut game = Game::new();
        engine.set_game(&game);
        engine.send(format!("set depth {}", 1 + round % 3));
        while !game.is_over() {
            let by_engine = game.moves().len() >= 6 && game.side_to_move() as usize == side;
            let mv = if by_engine { engine.go() } else { any_move(&mut rng, game.board()).unwrap() };
            game.play(mv).unwrap_or_else(|error| panic!("{error} after {game}"));
            match rng.u8(..8) {
                0 => engine.set_game(&game),
                1..4 if mv == Move::Pass && by_engine => {} // some interfaces omit passes
                _ => assert!(engine.send(format!("move {mv:#}/0.5/1")).is_empty(), "{mv} in {game}"),
            }
        }
        passes += game.moves().filter(|&mv| mv == Move::Pass).count();
    }
    assert!(passes > 0);
}
