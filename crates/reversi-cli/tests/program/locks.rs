//! Several programs at a time on one file, and programs that are killed while they replace it.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use reversi_engine::store::Locked;

use crate::support::{Folder, file, refused, reversi, run, stdout};

/// A new book of this number of positions.
fn book(folder: &Folder, name: &str, positions: usize) -> String {
    let path = folder.path(name);
    stdout(&["book", "new", &path, "--level", "1"]);
    stdout(&["book", "grow", &path, "--positions", &positions.to_string()]);
    path
}

/// The number of positions of a book, and whether it is sound.
fn positions(book: &str) -> usize {
    let says = stdout(&["book", "verify", book]);
    let (_, counted) = says.trim_end().rsplit_once(": ").unwrap();
    counted.split_once(' ').unwrap().0.replace(',', "").parse().unwrap()
}

/// Starts the program, and waits until `is_at_work`. `None` if it ends before.
fn start(program: &mut Command, is_at_work: impl Fn() -> bool) -> Option<Child> {
    let mut program = program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !is_at_work() {
        if program.try_wait().unwrap().is_some() {
            return None;
        }
        std::thread::yield_now();
    }
    Some(program)
}

/// The start of a game, and another one.
const GAME: &str = "f5f6e6f4g5e7";
const OVER: &str = "e6f4e3f6g5d6e7f5c5";

/// Two commands that change a book, while another program changes it by another name.
#[test]
#[cfg(unix)]
fn of_two_commands_on_one_book_the_second_is_refused_and_none_is_lost() {
    let folder = Folder::new("two-commands");
    let (own, other) = (book(&folder, "own.book", 20), book(&folder, "other.book", 10));
    stdout(&["book", "add", &other, "c4c3d3c5b6e3"]);
    let link = folder.path("link.book");
    std::os::unix::fs::symlink("own.book", &link).unwrap();
    let before = fs::read(&own).unwrap();
    for (first, second) in [(&link, &own), (&own, &link)] {
        let journal = folder.path("own.book.journal");
        let grow = ["book", "grow", first, "--positions", "1000000"];
        let at_work = || fs::metadata(&journal).is_ok_and(|data| data.len() > 1000);
        let mut growing = start(&mut reversi(&grow), at_work).unwrap();
        for command in [&["book", "add", second, GAME][..], &["book", "convert", &other, second]] {
            refused(command, &format!("error: {second}: already in use: another run has locked it\n"));
        }
        // A locked book can still be read.
        stdout(&["book", "stats", second]);
        growing.kill().unwrap();
        growing.wait().unwrap();
        assert_eq!(fs::read(&own).unwrap(), before);
        fs::remove_file(journal).unwrap();
    }
    // A killed process has no lock.
    stdout(&["book", "add", &link, GAME]);
    stdout(&["book", "learn", &own, OVER]);
    run(&["book", "merge", &link, &other]); // they may contradict each other
    stdout(&["book", "grow", &own, "--positions", "60"]);
    for game in [GAME, OVER, "c4c3d3c5b6e3"] {
        stdout(&["book", "show", &own, &game[..game.len() - 2]]);
    }
    assert_eq!(positions(&own), 60);
    assert_eq!(folder.names(), ["link.book", "other.book", "own.book"]);
    assert!(Path::new(&link).is_symlink());
}

/// All that is written to a file, while this process has its lock.
#[test]
fn no_command_replaces_a_file_that_is_locked() {
    let folder = Folder::new("locked");
    let book = book(&folder, "a.book", 5);
    let position =
        file("locked.obf", "OOOOOO--XXXXXX--XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- O;\n");
    let shard = folder.path("shard");
    stdout(&["solve", &position, "--output", &shard]);
    let path = |name: &str| folder.path(name);
    for (name, command) in [
        ("new.book", &["book", "new", "FILE"][..]),
        ("copy.dat", &["book", "convert", &book, "FILE"]),
        ("new.svg", &["book", "stats", &book, "--svg", "FILE"]),
        ("answers", &["solve", &position, "--output", "FILE"]),
        ("analyses", &["analyze", &position, "--output", "FILE"]),
        ("evaluations", &["evaluate", &position, "--output", "FILE"]),
        ("merged", &["merge", &shard, "--output", "FILE"]),
        ("games.txt", &["convert", GAME, "--to", "moves", "--output", "FILE"]),
        ("games.wtb", &["convert", OVER, "--to", "wthor", "--write-names", "--output", "FILE"]),
        ("board.svg", &["show", GAME, "--svg", "--output", "FILE"]),
        ("game.svg", &["game", GAME, "--depth", "1", "--svg", "FILE"]),
    ] {
        let path = path(name);
        let command: Vec<&str> =
            command.iter().map(|arg| if *arg == "FILE" { &path } else { *arg }).collect();
        for there in [false, true] {
            let locked = Locked::new(&path).unwrap();
            refused(&command, &format!("error: {path}: already in use: another run has locked it\n"));
            assert_eq!(Path::new(&path).exists(), there, "{command:?}");
            drop(locked);
            if !there {
                assert_eq!(run(&command).status, 0, "{command:?}");
            }
        }
    }
    let left: Vec<String> = folder.names().into_iter().filter(|name| name.contains("reversi-")).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// A locked file is not read: no command finds an empty file.
#[test]
fn a_file_is_locked_before_anything_is_read() {
    let folder = Folder::new("order");
    let (book, missing) = (folder.path("no.book"), folder.path("missing"));
    fs::write(&book, "This is no book.").unwrap();
    let commands = [
        &["book", "add", &book, GAME][..],
        &["book", "learn", &book, OVER],
        &["book", "grow", &book, "--positions", "30"],
        &["book", "merge", &book, &missing],
        &["book", "prune", &book, "--within", "0"],
        &["book", "prune", &missing, "--within", "0", "--output", &book],
        &["book", "convert", &missing, &book],
        &["merge", &missing, "--output", &book],
        &["convert", &missing, "--to", "moves", "--output", &book],
        &["weights", "convert", &missing, &book],
    ];
    let locked = Locked::new(&book).unwrap();
    for command in commands {
        refused(command, &format!("error: {book}: already in use: another run has locked it\n"));
    }
    drop(locked);
    for command in commands {
        let refused = run(command);
        assert!(refused.status != 0 && !refused.stderr.contains("in use"), "{command:?}: {}", refused.stderr);
    }
    assert_eq!(
        (fs::read_to_string(&book).unwrap().as_str(), folder.names()),
        ("This is no book.", vec!["no.book".to_owned()])
    );
}

/// Two questions about one file of answers.
#[test]
#[cfg(unix)]
fn of_two_runs_with_one_output_the_second_is_refused() {
    let folder = Folder::new("two-runs");
    let problems = format!("{}ffo-40-59.obf", crate::support::DATA);
    let (output, link) = (folder.path("out"), folder.path("link"));
    std::os::unix::fs::symlink("out", &link).unwrap(); // to no file yet
    let is_part = |name: &String| name.starts_with("out.") && name.ends_with(".part");
    let first = ["solve", &problems, "--output", &link];
    let mut solving = start(&mut reversi(&first), || folder.names().iter().any(is_part)).unwrap();
    for second in
        [&["evaluate", &problems, "--output", &output][..], &["solve", &problems, "--output", &output]]
    {
        refused(second, "out: already in use: another run has locked it");
    }
    solving.kill().unwrap();
    solving.wait().unwrap();
    stdout(&["evaluate", &problems, "--output", &output]);
    let left: Vec<String> = folder.names().into_iter().filter(|name| !is_part(name)).collect();
    assert_eq!(left, ["link", "out"]);
}

/// The programs are killed by SIGKILL on Unix, with the new file half written.
#[test]
fn a_program_that_is_killed_leaves_the_old_file_and_nothing_for_good() {
    let folder = Folder::new("killed-replacing");
    let (own, target) = (book(&folder, "own.book", 3000), book(&folder, "target.book", 10));
    let before = fs::read(&target).unwrap();
    let new = folder.path("target.book.reversi-new");
    for command in [
        &["book", "convert", &own, &target][..],
        &["book", "prune", &own, "--lines", "1", "--output", &target],
    ] {
        let mut attempts = 0;
        loop {
            let killed = start(&mut reversi(command), || Path::new(&new).exists());
            killed.into_iter().for_each(|mut program| {
                program.kill().unwrap();
                program.wait().unwrap();
            });
            if Path::new(&new).exists() {
                break;
            }
            fs::write(&target, &before).unwrap(); // it was done before it could be killed
            attempts += 1;
            assert!(attempts < 500, "{command:?} is never killed");
        }
        assert_eq!(fs::read(&target).unwrap(), before, "{command:?}");
        assert_eq!(positions(&target), 10);
        // Whichever command is next.
        stdout(&["book", "prune", &target, "--lines", "1"]);
        assert_eq!(folder.names(), ["own.book", "target.book"], "{command:?}");
    }
    stdout(&["book", "convert", &own, &target]);
    assert_eq!(positions(&target), 3000);
}
