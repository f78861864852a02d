//! `reversi gtp` under a referee.

use reversi_engine::{Color, Game, Move};
use reversi_testkit::{Rng, WIPE_OUT, any_move};

use crate::support::Program;

/// A running engine.
struct Gtp(Program);

impl Gtp {
    fn start(args: &[&str]) -> Gtp {
        Gtp(Program::start(&[&["gtp"][..], args].concat()))
    }

    /// Sends a command and returns the response without the empty line after it.
    fn send(&mut self, command: impl AsRef<[u8]>) -> String {
        self.0.write_line(command);
        let mut response = String::new();
        while !response.ends_with("\n\n") {
            response.push_str(&self.0.read_line());
        }
        response.trim_end().to_owned()
    }

    /// Sends a command and returns the text of its success.
    fn succeed(&mut self, command: &str) -> String {
        let response = self.send(command);
        let text = response.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {response}"));
        text.trim_start_matches(' ').to_owned()
    }

    /// Sends a command and returns the message of its failure.
    fn fail(&mut self, command: impl AsRef<[u8]>) -> String {
        let response = self.send(&command);
        let message = response.strip_prefix("? ");
        message
            .unwrap_or_else(|| panic!("{:?}: {response}", String::from_utf8_lossy(command.as_ref())))
            .to_owned()
    }
}

#[test]
fn it_identifies_itself_and_knows_the_commands_it_lists() {
    let mut engine = Gtp::start(&[]);
    assert_eq!(engine.succeed("protocol_version"), "2");
    assert_eq!(engine.succeed("name"), "reversi-engine");
    assert_eq!(engine.succeed("version"), env!("CARGO_PKG_VERSION"));
    let commands = engine.succeed("list_commands");
    for required in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "showboard",
        "time_settings",
        "time_left",
        "final_score",
    ] {
        assert!(commands.lines().any(|command| command == required), "{required}");
    }
    for command in commands.lines() {
        assert_eq!(engine.succeed(&format!("known_command {command}")), "true");
        // Each command checks the number of its arguments.
        assert_eq!(engine.fail(format!("{command} a b c d e f")), "syntax error", "{command}");
    }
    assert_eq!(engine.succeed("known_command make_coffee"), "false");
    assert_eq!(engine.succeed("quit"), "");
    assert!(engine.0.process.wait().unwrap().success());
}

#[test]
fn ids_are_echoed_and_comments_left_out() {
    let mut engine = Gtp::start(&[]);
    assert_eq!(engine.send("7 boardsize 8"), "=7");
    assert_eq!(engine.send("0 boardsize 9"), "?0 unacceptable size");
    assert_eq!(engine.send("# nothing but a comment\n\n \t \n  12\tboardsize  8 # eight\r"), "=12");
    assert_eq!(engine.send("13"), "?13 unknown command");
    assert_eq!(engine.send("-1 name"), "? unknown command");
}

#[test]
fn a_line_that_is_too_long_is_refused_once() {
    let mut engine = Gtp::start(&[]);
    let mut line = vec![b'x'; (2 << 20) + 7];
    line.extend(b" quit");
    assert_eq!(engine.fail(line), "standard input:1: a line of 1 MiB or more");
    assert_eq!(engine.succeed("name"), "reversi-engine");
}

#[test]
fn bad_input_is_refused_and_the_session_goes_on() {
    let mut engine = Gtp::start(&["--level", "1"]);
    for (command, message) in [
        (&b"make_coffee"[..], "unknown command"),
        (b"PLAY black f5", "unknown command"),
        (b"\xff\xfe\xfa", "unknown command"),
        (b"play", "syntax error"),
        (b"play black", "syntax error"),
        (b"play green f5", "syntax error"),
        (b"play black f9", "syntax error"),
        (b"play black f5 now", "syntax error"),
        (b"play black \xff5", "syntax error"),
        (b"play black f4", "illegal move: it flips no disc"),
        (b"play black d4", "illegal move: the square is occupied"),
        (b"play black pass", "illegal move: there is a move to play"),
        (b"play white f4", "it is black's turn"),
        (b"genmove white", "it is black's turn"),
        (b"reg_genmove white", "it is black's turn"),
        (b"genmove", "syntax error"),
        (b"undo", "cannot undo"),
        (b"boardsize 10", "unacceptable size"),
        (b"boardsize eight", "syntax error"),
        (b"komi much", "syntax error"),
        (b"set_game Go", "unsupported game"),
        (b"final_score", "the game is not over"),
        (b"time_settings 1 2", "syntax error"),
        (b"time_settings -1 0 0", "syntax error"),
        (b"time_left black 99999999999 0", "syntax error"),
    ] {
        let shown = String::from_utf8_lossy(command);
        assert_eq!(engine.fail(command), message, "{shown}");
    }
    assert_eq!(engine.fail("play ".repeat(100_000)), "syntax error");
    assert!(engine.succeed("showboard").ends_with("black to move"));
    assert!(["D3", "C4", "F5", "E6"].contains(&engine.succeed("genmove black").as_str()));
}

#[test]
fn undo_takes_back_one_command() {
    let mut engine = Gtp::start(&["--level", "1"]);
    let start = engine.succeed("showboard");
    engine.succeed("play b F5");
    let after = engine.succeed("showboard");
    engine.succeed("genmove W");
    assert_eq!(engine.succeed("reg_genmove black"), engine.succeed("genmove black"));
    engine.succeed("undo");
    engine.succeed("undo");
    assert_eq!(engine.succeed("showboard"), after);
    engine.succeed("undo");
    assert_eq!(engine.succeed("showboard"), start);
    engine.succeed("genmove black");
    engine.succeed("clear_board");
    assert_eq!(engine.succeed("showboard"), start);
    assert_eq!(engine.fail("undo"), "cannot undo");
}

/// The shortest game: black has every disc after nine moves.
#[test]
fn a_wipe_out_ends_the_game() {
    let mut engine = Gtp::start(&["--level", "1"]);
    let mut game = Game::new();
    for mv in WIPE_OUT.parse::<Game>().unwrap().moves() {
        engine.succeed(&format!("play {} {mv}", game.side_to_move()));
        game.play(mv).unwrap();
    }
    assert_eq!(engine.succeed("final_score"), "B+64");
    assert_eq!(engine.succeed("gogui-rules_final_result"), "B+64");
    assert_eq!(engine.succeed("gogui-rules_legal_moves"), "");
    // Referees continue until both sides have passed.
    assert_eq!(engine.succeed("genmove white"), "pass");
    assert_eq!(engine.succeed("genmove black"), "pass");
    assert_eq!(engine.succeed("play white pass"), "");
    assert_eq!(engine.fail("play black a1"), "illegal move: the game is over");
    for _ in 0..4 {
        engine.succeed("undo");
    }
    assert_eq!(engine.fail("final_score"), "the game is not over");
    assert_eq!(engine.succeed("gogui-rules_side_to_move"), "black");
}

#[test]
fn it_moves_in_time() {
    let mut engine = Gtp::start(&["--level", "60"]);
    for settings in ["time_settings 1 0 0", "time_settings 0 1 10", "time_settings 1 1 5"] {
        engine.succeed(settings);
        engine.succeed("clear_board");
        let mut game = Game::new();
        for _ in 0..6 {
            play_one(&mut game, &mut engine);
        }
        engine.succeed(&format!("time_left {} 0 0", game.side_to_move()));
        play_one(&mut game, &mut engine);
        engine.succeed(&format!("time_left {} 1 3", game.side_to_move()));
        play_one(&mut game, &mut engine);
    }
}

/// Lets the engine make a move and checks that it is legal.
fn play_one(game: &mut Game, engine: &mut Gtp) -> Move {
    let answer = engine.succeed(&format!("genmove {}", game.side_to_move()));
    let mv = answer.parse::<Move>().unwrap_or_else(|error| panic!("{answer}: {error}"));
    game.play(mv).unwrap_or_else(|error| panic!("{error} after {game}"));
    mv
}

#[test]
fn every_move_of_30_games_is_legal() {
    play_games(30);
}

#[test]
#[ignore = "half a minute"]
fn every_move_of_1000_games_is_legal() {
    let seen = play_games(1000);
    assert!(seen.passes > 0 && seen.full_boards > 0 && seen.wipe_outs > 0, "{seen:?}");
    assert!(seen.early_ends > 0, "{seen:?}");
}

/// Counts of special cases in games.
#[derive(Debug, Default)]
struct Seen {
    passes: usize,
    full_boards: usize,
    wipe_outs: usize,
    early_ends: usize,
}

/// Plays games in turn: between two engines, and of each engine against random moves.
fn play_games(count: usize) -> Seen {
    let mut rng = Rng::with_seed(1);
    let mut engines = [Gtp::start(&["--level", "1"]), Gtp::start(&["--strength", "intermediate"])];
    let mut seen = Seen::default();
    for round in 0..count {
        let by_engine = [round % 3 != 1, round % 3 != 2];
        let game = play_game(&mut engines, by_engine, &mut rng);
        let position = game.position();
        seen.passes += game.moves().filter(|&mv| mv == Move::Pass).count();
        seen.full_boards += usize::from(position.board.empties().is_empty());
        seen.early_ends += usize::from(!position.board.empties().is_empty());
        seen.wipe_outs += usize::from(game.score().unwrap().abs() == 64);
    }
    println!("{count} games: {seen:?}");
    seen
}

/// Plays a game with a random opening. Black and white are played by their engines or at random.
fn play_game(engines: &mut [Gtp; 2], by_engine: [bool; 2], rng: &mut Rng) -> Game {
    for engine in &mut *engines {
        engine.succeed("clear_board");
    }
    let mut game = Game::new();
    while !game.is_over() {
        let side = game.side_to_move();
        let opening = game.moves().len() < 6;
        // Some referees omit passes.
        if game.must_pass() && rng.bool() {
            game.play(Move::Pass).unwrap();
            continue;
        }
        if by_engine[side as usize] && !opening {
            let mv = play_one(&mut game, &mut engines[side as usize]);
            engines[1 - side as usize].succeed(&format!("play {side} {mv}"));
        } else {
            let mv = any_move(rng, game.board()).unwrap();
            game.play(mv).unwrap();
            for engine in &mut *engines {
                engine.succeed(&format!("play {side} {mv}"));
            }
        }
    }
    let result = match game.score().unwrap() {
        0 => "0".to_owned(),
        score => format!("{}+{}", if score > 0 { 'B' } else { 'W' }, score.abs()),
    };
    for engine in engines {
        assert_eq!(engine.succeed("final_score"), result);
        let board: String = engine.succeed("gogui-rules_board").split_whitespace().collect();
        assert_eq!(board.replace('.', "-"), game.position().to_string()[..64]);
        assert_eq!(engine.succeed(&format!("genmove {}", Color::Black)), "pass");
    }
    game
}
