//! `reversi gtp` under a referee.

use std::time::Instant;

use reversi_engine::{Color, Game, Move};
use reversi_testkit::{Rng, WIPE_OUT, any_move};

use crate::support::{Program, file};

/// A running engine, and a client that takes nothing but what the protocol allows.
struct Gtp(Program);

/// The error messages that the protocol names, and the one of a game that the engine does not play.
const ERRORS: [&str; 8] = [
    "unknown command",
    "syntax error",
    "illegal move",
    "cannot undo",
    "cannot score",
    "cannot load file",
    "unacceptable size",
    "unsupported game",
];

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
        let response = response.strip_suffix("\n\n").unwrap();
        assert!(response.starts_with(['=', '?']), "{response:?}");
        let allowed = |c: char| c == '\n' || c == ' ' || c.is_ascii_graphic();
        assert!(response.chars().all(allowed) && !response.contains("\n\n"), "{response:?}");
        response.to_owned()
    }

    /// Sends a command with an id, and the one that follows before the answer is there.
    fn send_two(&mut self, [(id, first), (next_id, second)]: [(u32, &str); 2]) -> [String; 2] {
        self.0.write_line(format!("{id} {first}\n{next_id} {second}"));
        [id, next_id].map(|id| {
            let response = self.send("");
            let text = response.strip_prefix(&format!("={id}")).unwrap_or_else(|| panic!("{response:?}"));
            assert!(text.is_empty() || text.starts_with(' '), "{response:?}");
            text.trim_start_matches(' ').to_owned()
        })
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
        let message =
            message.unwrap_or_else(|| panic!("{:?}: {response}", String::from_utf8_lossy(command.as_ref())));
        let has_reason = message.starts_with("cannot load file: ");
        assert!(ERRORS.contains(&message) || has_reason, "{message}");
        message.to_owned()
    }
}

#[test]
fn it_identifies_itself_and_knows_the_commands_it_lists() {
    let mut engine = Gtp::start(&[]);
    assert_eq!(engine.succeed("protocol_version"), "2");
    assert_eq!(engine.succeed("name"), "reversi-engine");
    assert_eq!(engine.succeed("version"), env!("CARGO_PKG_VERSION"));
    let commands = engine.succeed("list_commands");
    let required = "protocol_version name version known_command list_commands quit boardsize clear_board komi play \
        genmove reg_genmove undo showboard time_settings time_left final_score";
    for required in required.split_whitespace() {
        assert!(commands.lines().any(|command| command == required), "{required}");
    }
    for command in commands.lines() {
        assert_eq!(engine.succeed(&format!("known_command {command}")), "true");
        // Each command checks the number of its arguments.
        assert_eq!(engine.fail(format!("{command} a b c d e f")), "syntax error", "{command}");
    }
    assert_eq!(engine.succeed("known_command make_coffee"), "false");
    assert_eq!(engine.succeed("quit"), "");
    assert_eq!(engine.0.rest(), "");
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
        (b"play black f4", "illegal move"),
        (b"play black d4", "illegal move"),
        (b"play black pass", "illegal move"),
        (b"play white f4", "illegal move"),
        (b"genmove white", "illegal move"),
        (b"reg_genmove white", "illegal move"),
        (b"genmove", "syntax error"),
        (b"undo", "cannot undo"),
        (b"boardsize 10", "unacceptable size"),
        (b"boardsize eight", "syntax error"),
        (b"komi much", "syntax error"),
        (b"set_game Go", "unsupported game"),
        (b"set_game Anti-Othello", "unsupported game"),
        (b"final_score", "cannot score"),
        (b"gogui-rules_final_result", "cannot score"),
        (b"time_settings 1 2", "syntax error"),
        (b"time_settings -1 0 0", "syntax error"),
        (b"time_settings 1 0.5 1.5", "syntax error"),
        (b"time_left black nan 0", "syntax error"),
        (b"time_left black 1 0.0", "syntax error"),
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
fn a_file_is_loaded_and_its_moves_are_taken_back() {
    let mut engine = Gtp::start(&["--level", "1"]);
    let sgf = file("gtp.sgf", "(;GM[2]FF[4]SZ[8];B[f5];W[d6];B[c3])");
    engine.succeed(&format!("loadsgf {sgf}"));
    assert_eq!(engine.succeed("gogui-rules_side_to_move"), "white");
    for _ in 0..3 {
        engine.succeed("undo");
    }
    assert_eq!(engine.fail("undo"), "cannot undo");
    assert_eq!(engine.succeed("gogui-rules_legal_moves"), "D3 C4 F5 E6");
    // Up to the move before the second.
    engine.succeed(&format!("loadsgf {sgf} 2"));
    assert_eq!(engine.succeed("gogui-rules_legal_moves"), "F4 D6 F6");
    // After C1 white has to pass: one command took it with A4.
    let pass = "(;GM[Othello]BO[8 *O------ *------- O------- -------- -------- -------- -------- -------- *]B[C1]B[A4];)";
    engine.succeed(&format!("loadsgf {}", file("gtp-pass.ggf", pass)));
    assert_eq!(engine.succeed("final_score"), "B+64");
    engine.succeed("undo");
    assert_eq!(engine.succeed("gogui-rules_legal_moves"), "pass");
    let name = engine.fail("loadsgf Zoé.ggf");
    assert!(name.starts_with("cannot load file: Zo?.ggf: "), "responses are of ASCII: {name}");
    for bad in ["no-such-file", &file("gtp-other.sgf", "(;GM[1]SZ[19];B[aa])")] {
        let message = engine.fail(format!("loadsgf {bad}"));
        assert!(message.starts_with(&format!("cannot load file: {bad}:")), "{message}");
    }
    assert_eq!(engine.fail(format!("loadsgf {sgf} 0")), "syntax error");
    let commands = engine.succeed("list_commands");
    assert_eq!(commands.lines().filter(|name| *name == "loadsgf").count(), 1);
}

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
    assert_eq!(engine.fail("play black a1"), "illegal move");
    for _ in 0..4 {
        engine.succeed("undo");
    }
    assert_eq!(engine.fail("final_score"), "cannot score");
    assert_eq!(engine.succeed("gogui-rules_side_to_move"), "black");
}

#[test]
fn it_moves_in_time() {
    let mut engine = Gtp::start(&["--level", "60"]);
    for settings in ["time_settings 0.5 0 0", "time_settings 0 1 10", "time_settings 1 0.5 5"] {
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

/// GoGui draws rank 8 first; people and the notation have it last.
#[test]
fn the_board_of_gogui_begins_with_rank_8() {
    let mut engine = Gtp::start(&[]);
    engine.succeed("play black f5");
    let board = engine.succeed("gogui-rules_board");
    let rows = "........\n........\n........\n...XXX..\n...OX...\n........\n........\n........";
    assert_eq!(board.trim_start_matches('\n'), rows);
    let shown = engine.succeed("showboard");
    assert!(shown.find("4").unwrap() < shown.find("5").unwrap());
}

#[test]
fn answers_come_in_the_order_of_their_commands() {
    let mut engine = Gtp::start(&["--level", "1"]);
    let [first, second] = engine.send_two([(0, "genmove b"), (4_294_967_295, "gogui-rules_side_to_move")]);
    assert!(["D3", "C4", "F5", "E6"].contains(&first.as_str()));
    assert_eq!(second, "white");
    let [first, second] = engine.send_two([(7, "undo"), (7, "gogui-rules_side_to_move")]);
    assert_eq!((first.as_str(), second.as_str()), ("", "black"));
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
            if rng.u8(..8) == 0 {
                play_one(&mut game.clone(), &mut engines[side as usize]);
                engines[side as usize].succeed("undo"); // the person takes it back
            }
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
        let ranks =
            |cells: &str| cells.as_bytes().chunks(8).rev().map(String::from_utf8_lossy).collect::<String>();
        assert_eq!(ranks(&board.replace('.', "-")), game.position().to_string()[..64]);
        assert_eq!(engine.succeed(&format!("genmove {}", Color::Black)), "pass");
    }
    game
}

/// The book answers at once, and what it does not know would be searched for ages.
const AGES: [&str; 7] = ["--ponder", "--level", "60", "--book-use", "always", "--hash-mib", "1"];

#[test]
fn while_it_ponders_it_answers_all_commands_and_ends_at_once() {
    for quits in [true, false] {
        let mut engine = Gtp::start(&AGES);
        assert_eq!(engine.succeed("genmove b"), "D3"); // of the book, as the next one
        engine.succeed("play w c5");
        let mv = engine.succeed("genmove b");
        for command in ["name", "showboard", "time_left w 1 0", "gogui-rules_legal_moves", "reg_genmove w"] {
            engine.succeed(command);
        }
        engine.succeed("undo");
        assert_eq!(engine.succeed("genmove b"), mv);
        engine.succeed("time_settings 0 0 0");
        engine.succeed("clear_board");
        engine.succeed("genmove b");
        if quits {
            engine.succeed("quit");
        } else {
            engine.0.end_input();
        }
        assert_eq!(engine.0.rest(), "");
    }
}

#[test]
fn games_with_pondering_are_games() {
    let mut rng = Rng::with_seed(2);
    let ponders = |args: &[&str]| Gtp::start(&[&["--ponder", "--hash-mib", "1"], args].concat());
    let mut engines = [ponders(&["--level", "4"]), ponders(&["--rating", "1400", "--threads", "2"])];
    for round in 0..20 {
        play_game(&mut engines, [round % 3 != 1, round % 3 != 2], &mut rng);
    }
    for mut engine in engines {
        engine.succeed("quit");
        assert_eq!(engine.0.rest(), "");
    }
}

#[test]
fn a_time_control_of_kgs_is_one_of_four() {
    let mut engine = Gtp::start(&["--book", "none"]);
    for settings in ["none", "absolute 0", "byoyomi 0 0.05 3", "canadian 0 0.2 4", "canadian 0.1 0 1"] {
        engine.succeed(&format!("kgs-time_settings {settings}"));
        engine.succeed("clear_board");
        if settings != "none" {
            assert!(["D3", "C4", "F5", "E6"].contains(&engine.succeed("genmove b").as_str()), "{settings}");
        }
    }
    for settings in [
        "",
        "fischer 10 1",
        "none 1",
        "absolute",
        "absolute x",
        "absolute 1 2 3",
        "byoyomi 1 2",
        "byoyomi 1 2 0",
        "canadian 1 2 0",
        "canadian 1 2 -1",
        "canadian 1 x 2",
    ] {
        assert_eq!(engine.fail(format!("kgs-time_settings {settings}")), "syntax error", "{settings}");
    }
    let commands = engine.succeed("list_commands");
    assert_eq!(commands.lines().filter(|name| *name == "kgs-time_settings").count(), 1);
}

/// Plays both sides by a clock of whole seconds, which the referee rounds up or tells too early as moves of a
/// period. A busy machine may take a little longer.
#[test]
fn a_game_under_a_referee_of_whole_seconds_ends_in_time() {
    let mut engine = Gtp::start(&["--book", "none"]);
    for (settings, main, period, stones) in [("2 0 0", 2.0_f64, 0.0, 0), ("1 1 10", 1.0, 1.0, 10)] {
        engine.succeed(&format!("time_settings {settings}"));
        engine.succeed("clear_board");
        let (mut game, mut left, mut moves) = (Game::new(), [main; 2], [0; 2]);
        while !game.is_over() {
            let side = game.side_to_move();
            let (left, moves) = (&mut left[side as usize], &mut moves[side as usize]);
            engine.succeed(&format!(
                "time_left {side} {} {}",
                left.ceil(),
                if *moves > 0 { *moves } else { stones }
            ));
            let start = Instant::now();
            play_one(&mut game, &mut engine);
            *left -= start.elapsed().as_secs_f64();
            if *moves == 0 && stones > 0 && *left <= 0.0 {
                (*left, *moves) = (*left + period, stones);
            }
            assert!(*left > -0.25, "{settings}: {left} {game}");
            if *moves > 0 {
                *moves -= 1;
                if *moves == 0 {
                    (*left, *moves) = (period, stones);
                }
            }
        }
    }
}
