//! The example `play` as a program, and what `play`, `gtp` and `nboard` say of bad options.

mod support;

use support::{run, run_with};

#[test]
fn play_executes_commands() {
    let input = "f5\nnonsense\nf5\nhint\nundo\nundo\n\nd3\nquit\n";
    let output = run_with("play", &["--level", "1"], input);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    for (text, times) in [
        ("a b c d e f g h", 4), // at the start, after f5, after undo, after d3
        ("white plays", 2),
        (", worth ", 1),
        ("expected a square such as f5, or: hint, undo, quit", 1),
        ("f5 is not a legal move: the square is occupied", 1),
        ("there is no move of yours to take back", 1),
    ] {
        assert_eq!(output.stdout.matches(text).count(), times, "{text}: {}", output.stdout);
    }
    assert_eq!(run_with("play", &["--level", "1", "--color", "white"], "").status, 0);
}

#[test]
fn play_has_opponents_that_make_their_mistakes_by_a_seed() {
    let moves = |strength, seed| {
        let input = "f5\nundo\n".repeat(20);
        let output = run_with("play", &["--strength", strength, "--seed", seed, "--hash-mib", "1"], &input);
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        output
            .stdout
            .lines()
            .filter(|line| line.contains("white plays"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let replies = moves("beginner", "1");
    assert!(replies.len() == 20 && replies.iter().any(|reply| *reply != replies[0]), "{replies:?}");
    assert_eq!(moves("beginner", "1"), replies);
    assert_ne!(moves("beginner", "2"), replies);
}

#[test]
fn play_passes_and_counts() {
    let position = format!("XO------X-------O{} X", "-".repeat(47));
    let output = run_with("play", &[&position], "c1\na4\n");
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    assert!(output.stdout.contains("white has to pass"), "{}", output.stdout);
    assert!(output.stdout.ends_with("The game is over: 6 black and 0 white discs.\n"), "{}", output.stdout);
}

#[test]
fn bad_options_end_with_status_2_and_say_why() {
    for (example, args, message) in [
        (
            "play",
            &["--strength", "club", "--seed", "-1"][..],
            "'-1' for '--seed <N>': expected a number, 0 or more",
        ),
        ("play", &["--color", "green"], "not a colour"),
        (
            "play",
            &["--strength", "novice"],
            "no such strength (expected beginner, casual, intermediate, club, ",
        ),
        ("gtp", &["--threads", "x"], "expected a number from 0 to 1024"),
        ("gtp", &["--strength", "club", "--level", "5"], "cannot be used with"),
        ("gtp", &["--hash-mib", "99999999999"], "more than a hash table can use"),
        ("nboard", &["--seed", "5"], "--strength"),
    ] {
        let output = run(example, args);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{args:?}");
        assert!(output.stderr.contains(message), "{args:?}: {}", output.stderr);
    }
}
