//! Help, completions and pages for `man`.

use crate::support::{in_new_folder, refused, stdout};

const COMMANDS: [&str; 25] = [
    "analyze",
    "ask",
    "book",
    "completions",
    "convert",
    "cost",
    "evaluate",
    "game",
    "gtp",
    "man",
    "merge",
    "nboard",
    "people",
    "perft",
    "play",
    "prove",
    "puzzles",
    "review",
    "sample",
    "schema",
    "show",
    "solve",
    "starts",
    "verify",
    "weights",
];

#[test]
fn every_command_has_help_with_an_example() {
    let all = stdout(&["--help"]);
    for command in COMMANDS {
        assert!(all.contains(&format!("\n  {command} ")), "{command}: {all}");
        let help = stdout(&[command, "--help"]);
        let (_, examples) = help.split_once("\nExample").unwrap_or_else(|| panic!("{help}"));
        assert!(examples.contains(&format!("reversi {command}")), "{help}");
    }
}

#[test]
fn every_command_of_books_has_help_with_an_example() {
    let all = stdout(&["book", "--help"]);
    for command in ["new", "grow", "add", "learn", "merge", "prune", "verify", "stats", "show", "convert"] {
        assert!(all.contains(&format!("\n  {command} ")), "{command}: {all}");
        let help = stdout(&["book", command, "--help"]);
        let (_, examples) = help.split_once("\nExample").unwrap_or_else(|| panic!("{help}"));
        assert!(examples.contains(&format!("reversi book {command}")), "{help}");
    }
}

#[test]
fn without_a_command_the_program_shows_its_help() {
    refused(&[], "Usage: reversi <COMMAND>");
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}: {script}");
    }
}

#[test]
fn pages_are_printed_or_written_into_a_new_folder() {
    assert!(stdout(&["man"]).contains(".TH reversi 1"));
    let folder = in_new_folder("pages", "man1");
    stdout(&["man", "--folder", folder.to_str().unwrap()]);
    for command in COMMANDS {
        let page = std::fs::read_to_string(folder.join(format!("reversi-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
}

#[test]
fn help_has_no_colour_in_a_pipe() {
    assert!(!stdout(&["help", "solve"]).contains('\x1b'));
}
