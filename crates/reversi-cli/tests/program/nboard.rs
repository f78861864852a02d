//! `reversi nboard` under a referee.

use std::thread;
use std::time::{Duration, Instant};

use reversi_engine::notation::GgfGame;
use reversi_engine::{Color, Engine, Game, Move, Position, SolveRequest, Square};
use reversi_testkit::{Rng, any_move};

use crate::support::Program;

/// A running engine, and a client that takes nothing but what the protocol allows.
struct NBoard {
    program: Program,
    pings: u32,
}

impl NBoard {
    fn start(args: &[&str]) -> NBoard {
        NBoard { program: Program::start(&[&["nboard"][..], args].concat()), pings: 0 }
    }

    fn write(&mut self, line: impl AsRef<[u8]>) {
        self.program.write_line(line);
    }

    /// The next line, of a form that the protocol has.
    fn read(&mut self) -> String {
        let line = self.program.read_line();
        let line = line.strip_suffix('\n').unwrap();
        assert!(!line.chars().any(char::is_control), "{line:?}");
        let words: Vec<_> = line.split(' ').collect();
        let is_move = |text: &str| text == "PA" || text.parse::<Square>().is_ok();
        let is_number = |text: &str| text.parse::<f64>().is_ok_and(|number| number.abs() <= 64.0);
        let sound = match words[..] {
            ["set", "myname", name] => !name.is_empty(),
            ["status", ..] => true,
            ["pong", number] => number.parse::<u32>().is_ok(),
            ["learned"] => true,
            ["nodestats", nodes, seconds] => nodes.parse::<u64>().is_ok() && seconds.parse::<f64>().is_ok(),
            ["analysis", moves, eval] => moves.parse::<usize>().is_ok() && is_number(eval),
            ["search" | "book", pv, eval, "0", depth] => {
                let depth = depth.strip_suffix('%').unwrap_or(depth);
                is_move(&pv[..2]) && pv.len() % 2 == 0 && is_number(eval) && depth.parse::<u32>().is_ok()
            }
            ["===", answer] => {
                let fields: Vec<_> = answer.split('/').collect();
                fields.len() == 3
                    && is_move(fields[0])
                    && is_number(fields[1])
                    && fields[2].parse::<f64>().is_ok()
            }
            _ => false,
        };
        assert!(sound, "{line:?}");
        line.to_owned()
    }

    /// Sends a command and a ping and returns the lines before the answer to the ping.
    fn send(&mut self, command: impl AsRef<[u8]>) -> Vec<String> {
        self.write(command);
        self.ping()
    }

    /// Waits until the engine is idle, and returns the lines before.
    fn ping(&mut self) -> Vec<String> {
        self.pings += 1;
        self.write(format!("ping {}", self.pings));
        let lines = self.until("pong");
        assert_eq!(lines.last().unwrap(), &format!("pong {}", self.pings));
        lines[..lines.len() - 1].to_vec()
    }

    /// Reads the lines up to one that begins with this word.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = vec![self.read()];
        while lines.last().unwrap().split(' ').next() != Some(word) {
            lines.push(self.read());
        }
        lines
    }

    /// Asks for a move, and waits for it.
    fn go(&mut self) -> Move {
        self.write("go");
        let lines = self.until("===");
        let (answer, thoughts) = lines.split_last().unwrap();
        assert!(thoughts.iter().all(|line| line.starts_with("search ") || line.starts_with("book ")));
        assert_eq!(self.read(), "status");
        move_of(answer)
    }

    fn set_game(&mut self, game: &Game) {
        assert_eq!(self.send(format!("set game {}", GgfGame::new(game.clone()))), [""; 0]);
    }

    /// Solves for a long time: 26 empties.
    fn set_hard_game(&mut self) {
        let position = "--*-------*-*----O****---O****O-OO*O*OOOOOOOO*O---*O**-----****- O";
        let game = format!("set game (;GM[Othello]TY[8]BO[8 {position}];)");
        assert_eq!(self.send(game), [""; 0]);
        assert_eq!(self.send("set depth 60"), [""; 0]);
    }
}

/// The move of `=== F5/2/0.1`.
fn move_of(answer: &str) -> Move {
    answer.strip_prefix("=== ").unwrap().split('/').next().unwrap().parse().unwrap()
}

/// White must pass after C1.
const PASS: &str = "XO------ X------- O------- -------- -------- -------- -------- -------- X";

#[test]
fn it_answers_commands_that_have_an_answer() {
    let mut engine = NBoard::start(&["--level", "1"]);
    for silent in [
        "",
        "  ",
        "set depth 3",
        "set depth 0",
        "set depth 99",
        "set depth 99999999999999999999",
        "set contempt -10",
        "set contempt much",
        "set colour blue",
        "set",
        "move F5/1.5/0.2",
        "move d6",
        "  MOVE\tc3  \r",
        "make coffee",
        "hints",
        "f4 please",
        "\u{fffd}",
    ] {
        assert_eq!(engine.send(silent), [""; 0], "{silent}");
    }
    assert_eq!(engine.send(b"\xff\xfe"), [""; 0]);
    for version in ["nboard 1", "nboard 2", "NBoard 2\r"] {
        assert_eq!(engine.send(version), ["set myname reversi-engine"]);
    }
    assert_eq!(engine.send("learn"), ["learned"]);
    engine.write("Ping 12\r");
    assert_eq!(engine.read(), "pong 12");
    assert_eq!(engine.send("set depth 1"), [""; 0]);
    assert!("f5d6c3".parse::<Game>().unwrap().play(engine.go()).is_ok());
    engine.write("quit\r");
    assert_eq!(engine.program.rest(), "");
}

/// A move alone in its line is played, in any case and with or without its evaluation and time.
#[test]
fn bare_moves_are_moves() {
    let mut engine = NBoard::start(&["--level", "1"]);
    for mv in ["F5", "d6/0/1.2", "C3//", "move D3/0.5"] {
        assert_eq!(engine.send(mv), [""; 0], "{mv}");
    }
    assert_eq!(engine.send("c4"), [""; 0]); // legal after these moves alone
    for pass in ["PA", "pass", "PASS", "pa/0/1", "move PA", "move pass/1/2", "move --"] {
        let mut game = Game::from_position(PASS.parse().unwrap());
        game.play_recorded(Square::C1).unwrap();
        engine.set_game(&game);
        assert_eq!(engine.send(pass), [""; 0], "{pass}");
        assert_eq!(engine.go().to_string(), "a4", "{pass}");
    }
}

#[test]
fn bad_input_is_reported_and_the_session_goes_on() {
    let mut engine = NBoard::start(&["--level", "1"]);
    for (command, message) in [
        ("set depth", "depth must be 0 or more, not \"\""),
        ("set depth -1", "depth must be 0 or more, not \"-1\""),
        ("set depth ten plies, or perhaps more", "depth must be 0 or more, not \"ten plies, or perhap\""),
        ("hint", "hint must be 0 or more, not \"\""),
        ("hint 1.5", "hint must be 0 or more, not \"1.5\""),
    ] {
        assert_eq!(engine.send(command), [format!("status {message}")], "{command}");
    }
    assert!(Game::new().play(engine.go()).is_ok());
}

/// The interface has another position than the engine from then on.
#[test]
fn after_a_refused_game_or_move_nothing_is_said_of_the_old_position() {
    let mut engine = NBoard::start(&["--level", "1"]);
    for (command, message) in [
        ("set game", "no game and no position found"),
        ("set game (;GM[Othello]TY[10];)", "byte 16: expected a board of size 8"),
        ("move", "not a move: expected a square such as f5, or a pass: ps, pa, pass or --"),
        ("move A1", "a1 is not a legal move: it flips no disc"),
        ("h8/1/2", "h8 is not a legal move: it flips no disc"),
        ("move PA", "pass is not a legal move: a move must be played"),
        ("move F5 D6", "not a move: expected a square such as f5, or a pass: ps, pa, pass or --"),
    ] {
        assert_eq!(engine.send(command), [format!("status {message}")], "{command}");
        for later in ["go", "hint 2", "analyze", "learn", "move F5", "f5"] {
            let lines = engine.send(later);
            assert_eq!(lines, [format!("status waiting for a game: {message}")], "{command}, {later}");
        }
        engine.set_game(&Game::new());
        assert!(Game::new().play(engine.go()).is_ok());
    }
    let illegal = "set game (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O\
        --------------------------- *]B[F5]W[A1];)";
    for game in [illegal, "set game (;GM[Othello]TY[10]BO[10 *]B[F5];)", &"move ".repeat(100_000)] {
        assert_eq!(engine.send(game).len(), 1);
        assert!(engine.send("go")[0].starts_with("status waiting for a game: "));
        engine.set_game(&Game::new());
    }
}

/// The time from a line to the end of what the engine does, or of the process.
fn ends_at_once(what: &str, start: Instant) {
    let elapsed = start.elapsed();
    assert!(elapsed < Duration::from_secs(1), "{what}: {elapsed:?}");
}

#[test]
fn a_ping_ends_every_search() {
    let mut engine = NBoard::start(&["--book", "none", "--hash-mib", "4"]);
    engine.set_hard_game();
    for command in ["go", "hint 3", "analyze"] {
        engine.write(command);
        engine.write("set depth 60"); // waits, and does not hide the ping
        thread::sleep(Duration::from_millis(200));
        let start = Instant::now();
        let lines = engine.ping();
        ends_at_once(command, start);
        let answers = lines.iter().filter(|line| line.starts_with("===")).count();
        assert_eq!(answers, usize::from(command == "go"), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("search ")) || command == "analyze", "{lines:?}");
        assert_eq!(engine.ping(), [""; 0], "nothing follows");
    }
}

/// Other commands wait for a move.
#[test]
fn go_is_ended_by_no_other_line() {
    let mut engine = NBoard::start(&["--level", "8", "--book", "none"]);
    engine.write("go\nset contempt 3\nmake coffee\nhint 1");
    let lines = engine.until("===");
    let last = lines[lines.len() - 2].rsplit_once(' ').unwrap().1;
    assert_eq!(last, "8", "the depth of level 8");
    engine.until("nodestats");
}

#[test]
fn an_analysis_goes_from_the_end_of_the_game_to_its_start() {
    let mut rng = Rng::with_seed(4);
    let mut engine = NBoard::start(&["--level", "4", "--book", "none"]);
    let mut passes = 0;
    for _ in 0..15 {
        let mut game = Game::new();
        while !game.is_over() {
            game.play(any_move(&mut rng, game.board()).unwrap()).unwrap();
        }
        passes += game.moves().filter(|&mv| mv == Move::Pass).count();
        engine.set_game(&game);
        engine.write("analyze");
        let lines = engine.until("status");
        assert_eq!(lines.last().unwrap(), "status");
        let analysis: Vec<(usize, i32)> = lines[..lines.len() - 1]
            .iter()
            .map(|line| line.strip_prefix("analysis ").unwrap().split_once(' ').unwrap())
            .map(|(moves, eval)| (moves.parse().unwrap(), eval.parse().unwrap()))
            .collect();
        assert!(analysis.iter().map(|(moves, _)| *moves).eq((0..=game.moves().len()).rev()));
        // From black's side, whoever moves: exact at the end.
        let mut solver = Engine::builder().hash_mib(1).build().unwrap();
        for &(_, eval) in &analysis[..5] {
            let exact = solver.solve(&game.board(), SolveRequest::exact()).unwrap().value().exact().unwrap();
            assert_eq!(eval, if game.side_to_move() == Color::Black { exact } else { -exact }, "{game}");
            game.undo();
        }
    }
    assert!(passes > 0);
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
    for line in engine.send("hint 1") {
        assert!(line.starts_with("nodestats ") || line == "status", "{line}");
    }
    assert_eq!(engine.send("move A5"), ["status a5 is not a legal move: the game is already over"]);
}

#[test]
fn a_hint_shows_the_best_moves_until_the_next_command() {
    let mut engine = NBoard::start(&["--level", "60", "--hash-mib", "4"]);
    let lines = engine.send("hint 2"); // the ping ends it: the whole game cannot be solved
    let (searches, end) = lines.split_last_chunk::<2>().unwrap();
    assert!(end[0].starts_with("nodestats ") && end[1] == "status", "{end:?}");
    assert!(searches.len() >= 2, "{lines:?}");
    assert!(searches.iter().all(|line| line.starts_with("search ")), "{lines:?}");

    let nearly_over = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO- X";
    let position: Position = nearly_over.parse().unwrap();
    engine.set_game(&Game::from_position(position));
    engine.write("hint 1");
    assert_eq!(engine.until("status").first().unwrap(), "search H8 64 0 100%");
}

#[test]
fn every_move_of_40_games_is_legal() {
    let mut rng = Rng::with_seed(1);
    let mut engines =
        [NBoard::start(&["--level", "1"]), NBoard::start(&["--ponder", "--level", "1", "--book", "none"])];
    let mut passes = 0;
    for round in 0..40 {
        let engine = &mut engines[usize::from(round >= 30)];
        let side = round % 2;
        let mut game = Game::new();
        engine.set_game(&game);
        engine.send(format!("set depth {}", 1 + round % 3));
        while !game.is_over() {
            let by_engine = game.moves().len() >= 6 && game.side_to_move() as usize == side;
            let mv = match rng.u8(..8) {
                _ if !by_engine => any_move(&mut rng, game.board()).unwrap(),
                0 => {
                    let lines = engine.send("go"); // the interface has changed its mind
                    lines
                        .iter()
                        .find(|line| line.starts_with("==="))
                        .map_or_else(|| engine.go(), |it| move_of(it))
                }
                _ => engine.go(),
            };
            game.play(mv).unwrap_or_else(|error| panic!("{error} after {game}"));
            match rng.u8(..8) {
                0 => engine.set_game(&game),                // as after an undo of the interface
                1..4 if mv == Move::Pass && by_engine => {} // some interfaces omit passes
                _ => assert!(engine.send(format!("move {mv:#}/0.5/1")).is_empty(), "{mv} in {game}"),
            }
        }
        passes += game.moves().filter(|&mv| mv == Move::Pass).count();
    }
    assert!(passes > 0);
}

/// The book answers at once, and what it does not know would be searched for ages.
#[test]
fn while_it_ponders_it_answers_all_commands_and_ends_at_once() {
    for quits in [true, false] {
        let args = ["--ponder", "--level", "60", "--book-use", "always", "--hash-mib", "1"];
        let mut engine = NBoard::start(&args);
        let mut game = Game::new();
        for reply in [Square::C5, Square::F5] {
            let mv = engine.go();
            game.play(mv).unwrap();
            assert_eq!(engine.send(format!("move {mv}//0.1")), [""; 0]);
            game.play(reply).unwrap();
            assert_eq!(engine.send(format!("move {reply}/0/1")), [""; 0]);
        }
        engine.go();
        assert_eq!(engine.send("set depth 3"), [""; 0]);
        engine.go();
        engine.write("hint 2");
        engine.until("status");
        assert_eq!(engine.send("set depth 60"), [""; 0]);
        engine.set_game(&game);
        engine.go();
        if quits {
            engine.write("quit");
        } else {
            engine.program.end_input();
        }
        assert_eq!(engine.program.rest(), "");
    }
}
