//! `reversi play` with its input in a pipe.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use reversi_engine::notation::GgfGame;
use reversi_engine::{Game, Square};

use crate::support::{Output, Program, file, in_new_folder, refused, run_with_file};

/// Plays until the end of the input, a file, which succeeds.
fn play(args: &[&str], input: &str) -> String {
    let args: Vec<&str> = ["play", "--hash-mib", "1"].iter().chain(args).copied().collect();
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let name = format!("play-{}.txt", CALLS.fetch_add(1, Ordering::Relaxed));
    let Output { status, stdout, stderr } = run_with_file(&args, &name, input);
    assert_eq!((status, stderr.as_str()), (0, ""), "{stdout}");
    stdout
}

fn count(text: &str, wanted: &[(&str, usize)]) {
    for &(part, times) in wanted {
        assert_eq!(text.matches(part).count(), times, "{part}: {text}");
    }
}

#[test]
fn it_executes_commands() {
    let input = "f5\nnonsense\nf5\nhint\nundo\nundo\n\nd3\nquit\n";
    count(
        &play(&["--level", "1"], input),
        &[
            ("a b c d e f g h", 4), // at the start, after f5, after undo, after d3
            ("white plays", 2),
            (", worth ", 1),
            ("\"nonsense\" is neither a square such as f5 nor a command: try help", 1),
            ("f5 is not a legal move: the square is occupied", 1),
            ("there is no move of yours to take back", 1),
        ],
    );
    let output = play(&["--level", "1", "--color", "white"], "");
    count(&output, &[("You play white against level 1.", 1), ("black plays", 1)]);
}

#[test]
fn a_hint_shows_whole_moves() {
    let output = play(&["--level", "16"], "hint\n");
    let hint = output.lines().find(|line| line.contains(", worth ")).expect("a hint");
    let (_, line) = hint.rsplit_once(": ").unwrap();
    let (moves, dots) = line.rsplit_once(' ').unwrap();
    assert_eq!((moves.split(' ').count(), dots), (10, "..."), "{hint}");
    assert!(moves.split(' ').all(|mv| mv.parse::<Square>().is_ok()), "{hint}");
}

#[test]
fn the_board_is_of_letters_in_a_pipe_and_of_discs_if_asked_for() {
    let output = play(&["--level", "1"], "f5\n");
    assert!(output.is_ascii(), "{output}");
    assert!(output.contains("4 - - . O X - - -"), "{output}");
    let output = play(&["--level", "1", "--board", "unicode"], "");
    assert!(output.contains("4 - - · ○ ● - - -"), "{output}");
    assert!(output.contains("● black  you       2") && !output.contains('\u{1b}'), "{output}");
    let output = play(&["--level", "1", "--board", "color"], "");
    assert!(output.contains("\u{1b}["), "{output}");
}

#[test]
fn opponents_make_their_mistakes_by_a_seed() {
    let moves = |strength, seed| {
        let output = play(&["--strength", strength, "--seed", seed], &"f5\nundo\n".repeat(20));
        let replies = output.lines().filter(|line| line.contains("white plays"));
        replies.map(|line| line.rsplit(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let replies = moves("beginner", "1");
    assert!(replies.len() == 20 && replies.iter().any(|reply| *reply != replies[0]), "{replies:?}");
    assert_eq!(moves("beginner", "1"), replies);
    assert_ne!(moves("beginner", "2"), replies);
    // A strength is a name of a rating.
    let output = |options: &[&str]| play(&[options, &["--seed", "1"]].concat(), "f5\n");
    assert_eq!(output(&["--rating", "1400"]), output(&["--strength", "club"]));
    assert!(output(&["--rating", "1350"]).contains("rating 1350"));
}

/// White must pass after C1, and has no disc left after A4.
fn pass() -> String {
    format!("XO------X-------O{} X", "-".repeat(47))
}

#[test]
fn it_passes_and_counts_and_goes_on_after_the_end() {
    let output = play(&[&pass()], "c1\na4\n");
    count(&output, &[("white has to pass", 1), ("You win by 64: empty squares go to the winner.", 1)]);
    assert!(output.contains("The game is over: 6 black and 0 white discs.\n"), "{output}");

    let output = play(&[&pass()], "c1\na4\na5\nhint\nresign\nundo\nundo\nredo\nredo\nredo\nnew\nmoves\n");
    count(
        &output,
        &[
            ("white has to pass", 1),
            ("the game is already over\n", 3), // for a5, hint and resign
            ("The game is over", 2),           // at the end, and by redo
            ("there is no move to play again", 1),
            ("no move yet", 1),
        ],
    );
}

#[test]
fn a_game_is_saved_and_goes_on_after_it_is_loaded() {
    let path = in_new_folder("play", "game.ggf");
    let path = path.to_str().unwrap();
    let save = format!("f5\nsave {path}\nsave {path}\nmoves\n");
    let output = play(&["--strength", "club", "--seed", "3"], &save);
    count(&output, &[("saved 2 moves in ", 2)]);
    let text = std::fs::read_to_string(path).unwrap();
    let record: GgfGame = text.trim_end().parse().unwrap();
    assert_eq!((record.tag("PB"), record.tag("PW")), (Some(""), Some("reversi-engine (club)")));
    let moves = &record.game.to_string();
    assert!(output.ends_with(&format!("your move: {moves}\nyour move: ")), "{output}");
    assert!(record.notes.iter().all(|note| note.seconds.is_some()), "{text}");
    assert!(record.notes[1].eval.is_some(), "{text}");

    let output = play(&["--level", "1"], &format!("load {path}\nsave {path}\nmoves\nundo\nmoves\n"));
    count(&output, &[(" exists already: choose another name", 1), (&format!("{moves}\n"), 1)]);
    assert!(output.contains(&format!("loaded {} moves", record.game.moves().len())), "{output}");
    let one = play(&["--level", "1", "--color", "white"], &format!("save {path}.one\n"));
    count(&one, &[("saved 1 move in ", 1)]);
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}

#[test]
fn files_that_cannot_be_read_are_explained_and_the_game_goes_on() {
    let bad = file("bad-play.ggf", "(;GM[Othello]TY[10]PB[me];)");
    let transcript = file("play-transcript.txt", "f5d6\n");
    let input = format!("load no-such-file\nload {bad}\nload {transcript}\nmoves\nsave\nsave .\n");
    let output = play(&["--level", "1"], &input);
    count(&output, &[("no-such-file: ", 1), ("bad-play.ggf:1:17: ", 1), ("expected a board of size 8", 1)]);
    count(
        &output,
        &[("loaded 2 moves", 1), ("f5d6\n", 1), ("save needs a file", 1), (".: it is a folder", 1)],
    );
    assert!(Path::new(&transcript).exists());
}

#[test]
fn a_clock_is_shown_and_ends_the_game() {
    let output = play(&["--level", "1", "--clock", "5:00+2"], "clock\nf5\nclock\n");
    count(&output, &[("black has ", 2), ("white has 5:0", 2), ("your move (", 4)]);
    let output = play(&["--level", "1"], "clock\n");
    count(&output, &[("there is no clock", 1)]);
    refused(&["play", "--clock", "5:99"], "--clock must be minutes, minutes:seconds");
}

#[test]
fn a_move_that_comes_too_late_is_not_played() {
    let mut program = Program::start(&["play", "--level", "1", "--hash-mib", "1", "--clock", "0:01"]);
    while !program.read_line().contains("black to move") {}
    std::thread::sleep(std::time::Duration::from_millis(1100)); // more than the clock has
    program.write_line("f5");
    program.write_line("moves");
    while !program.read_line().starts_with("Your time has run out: you lose.") {}
    assert_eq!(program.read_line(), "new, undo, save FILE or quit: no move yet\n");
    program.write_line("undo"); // gives the time back
    while !program.read_line().contains("black to move") {}
}

#[test]
fn the_opponent_changes_when_asked() {
    let input = "strength\nstrength beginner\nstrength\nlevel 2\nlevel 99\nstrength novice\nstrength 1350\nstrength 99\nf5\nresign\n";
    let output = play(&["--level", "1"], input);
    count(
        &output,
        &[
            ("you play against level 1\n", 1),
            ("you play against beginner from now on", 1),
            ("you play against beginner\n", 1),
            ("you play against level 2 from now on", 1),
            ("level must be", 1),
            ("no such strength", 1),
            ("you play against rating 1350 from now on", 1),
            ("rating must be 400 to 2400, not 99", 1),
            ("You have resigned: white wins.", 1),
        ],
    );
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut program = Program::start(&["play", "--strength", "club", "--seed", "9", "--hash-mib", "1"]);
    let mut game = Game::new();
    while !game.is_over() {
        let square = game.board().legal_moves().into_iter().next().unwrap();
        program.write_line(square.to_string());
        program.write_line("moves");
        // The moves stand behind the prompt.
        game = loop {
            let line = program.read_line();
            let moves = line.trim_end().rsplit(' ').next().unwrap().parse::<Game>();
            if let Ok(played) = moves
                && played.moves().len() > game.moves().len()
                && played.to_string().starts_with(&game.to_string())
            {
                break played;
            }
        };
        if game.must_pass() {
            game.play(reversi_engine::Move::Pass).unwrap();
        }
    }
    program.write_line("quit");
    assert!(program.process.wait().unwrap().success());
}

#[test]
fn bad_options_of_players_end_with_status_2_and_say_why() {
    for (args, message) in [
        (&["play", "--strength", "club", "--seed", "-1"][..], "--seed must be 0 or more, not -1"),
        (&["play", "--color", "green"], "not a colour"),
        (
            &["play", "--strength", "novice"],
            "no such strength (expected beginner, casual, intermediate, club, ",
        ),
        (&["gtp", "--threads", "x"], "--threads must be 0 to 1024, not \"x\""),
        (&["gtp", "--strength", "club", "--level", "5"], "cannot be used with"),
        (&["gtp", "--strength", "club", "--rating", "1400"], "cannot be used with"),
        (&["play", "--rating", "2401"], "--rating must be 400 to 2400, not 2401"),
        (&["nboard", "--seed", "5"], "--strength"),
    ] {
        refused(args, message);
    }
}
