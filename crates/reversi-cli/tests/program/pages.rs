//! Help, completions and pages for `man`.

use crate::support::{in_new_folder, refused, stdout};

/// The names of the commands that a help lists, `help` itself left out.
fn commands(of: &[&str]) -> Vec<String> {
    let help = stdout(&[of, &["--help"]].concat());
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let names = list.lines().take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().map(str::to_owned));
    names.filter(|name| !name.is_empty() && name != "help").collect()
}

#[test]
fn every_command_has_help_with_an_example() {
    for of in [&[][..], &["book"], &["weights"]] {
        let names = commands(of);
        assert!(names.len() >= 2, "{names:?}");
        for name in names {
            let command = [of, &[&name]].concat();
            let help = stdout(&[&command[..], &["--help"]].concat());
            let (_, examples) = help.split_once("\nExample").unwrap_or_else(|| panic!("{help}"));
            assert!(examples.contains(&format!("reversi {}", command.join(" "))), "{help}");
        }
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
        assert!(commands(&[]).iter().all(|command| script.contains(command)), "{shell}: {script}");
    }
}

#[test]
fn pages_are_printed_or_written_into_a_new_folder() {
    assert!(stdout(&["man"]).contains(".TH reversi 1"));
    let folder = in_new_folder("pages", "man1");
    stdout(&["man", "--folder", folder.to_str().unwrap()]);
    for command in commands(&[]) {
        let page = std::fs::read_to_string(folder.join(format!("reversi-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
}

#[test]
fn help_has_no_colour_in_a_pipe() {
    assert!(!stdout(&["help", "solve"]).contains('\x1b'));
}
