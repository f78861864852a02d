//! `book`.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::{file, in_new_folder, json_lines, keys, refused, run, stdout};

/// The path of a new book at a low level, in a folder of its own.
fn new_book(folder: &str) -> String {
    let path = in_new_folder(folder, "own.book").into_os_string().into_string().unwrap();
    assert_eq!(stdout(&["book", "new", &path, "--level", "1", "--note", "a test"]), "");
    path
}

/// A book of this number of positions.
fn grown_book(folder: &str, positions: usize) -> String {
    let path = new_book(folder);
    stdout(&["book", "grow", &path, "--positions", &positions.to_string()]);
    path
}

/// The path of another file in the folder of a book.
fn beside(book: &str, name: &str) -> String {
    Path::new(book).with_file_name(name).into_os_string().into_string().unwrap()
}

/// Returns the only object that a command prints.
fn object(args: &[&str]) -> Value {
    let mut lines = json_lines(&stdout(&[args, &["--format", "json"]].concat()));
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines.remove(0)
}

#[test]
fn a_new_book_is_empty_and_replaces_nothing() {
    let path = new_book("book-new");
    let report = object(&["book", "stats", &path]);
    assert_eq!((&report["total"]["positions"], &report["level"]), (&json!(0), &json!(1)));
    assert_eq!(report["note"], "a test");
    refused(&["book", "new", &path], "own.book: the file already exists");
    refused(&["book", "new", &beside(&path, "own.egbk3")], "own.egbk3: a book of Egaroucid keeps");
    refused(&["book", "new", &beside(&path, "own.txt")], "own.txt: the name of a book must end with");
    refused(&["book", "new", &beside(&path, "other.book"), "--level", "61"], "level must be 0 to 60, not 61");
}

#[test]
fn a_book_grows_to_the_same_file_with_any_number_of_threads() {
    let (one, two) = (grown_book("book-one-thread", 60), new_book("book-two-threads"));
    let first = object(&["book", "grow", &two, "--positions", "60", "--jobs", "2"]);
    let expected = (&json!(60), &json!(60), &Value::Null);
    assert_eq!((&first["positions"], &first["added"], &first["stopped"]), expected);
    assert!(std::fs::read(&one).unwrap() == std::fs::read(&two).unwrap());
    assert!(!Path::new(&(two.clone() + ".journal")).exists());
    let other = beside(&two, "other.book");
    let table = stdout(&["book", "grow", &two, "--positions", "61", "--output", &other]);
    assert!(table.contains("other.book: 61 positions, 1 new, "), "{table}");
    assert!(std::fs::read(&one).unwrap() == std::fs::read(&two).unwrap());
    let below = object(&["book", "grow", &two, "--positions", "70", "--below", "f5f6e6f4"]);
    assert_eq!(below["added"], 10);
    assert!(object(&["book", "show", &two, "f5f6e6f4"])["lines"].as_u64() > Some(5));
    assert_eq!(object(&["book", "grow", &two, "--positions", "5"])["added"], 0);
    let enough = stdout(&["book", "grow", &two, "--positions", "5"]);
    assert!(enough.ends_with("it already had 5 positions or more\n"), "{enough}");
    let shallow = beside(&two, "shallow.book");
    stdout(&["book", "new", &shallow, "--level", "1", "--empties", "57"]);
    let shallow = stdout(&["book", "grow", &shallow, "--positions", "1000"]);
    assert!(shallow.ends_with("no leaf is left within the given limits and 57 empty squares\n"), "{shallow}");
}

/// The program is killed, or stopped by Ctrl-C, while it grows a book.
#[test]
#[cfg(unix)]
fn a_killed_run_goes_on_where_it_was() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use crate::support::reversi;

    let path = new_book("book-killed");
    let journal = path.clone() + ".journal";
    let searches = || std::fs::metadata(&journal).map_or(0, |data| data.len());
    let mut before = 0;
    for (signal, status) in [("-KILL", None), ("-INT", Some(130))] {
        let args = ["book", "grow", &path, "--positions", "1000000", "--jobs", "2"];
        let mut program = reversi(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        while searches() < before + 4000 {
            assert_eq!(program.try_wait().unwrap(), None);
            std::thread::sleep(Duration::from_millis(2));
        }
        let sent = Command::new("kill").args([signal, &program.id().to_string()]).status();
        assert!(sent.unwrap().success());
        let end = program.wait_with_output().unwrap();
        let text = String::from_utf8(end.stdout).unwrap();
        assert_eq!((end.status.code(), end.stderr.as_slice()), (status, &b""[..]), "{text}");
        let says_how = text.contains("ended by the stop signal; the same command goes on");
        assert_eq!((says_how, text.contains(" earlier), ")), (status.is_some(), status.is_some()), "{text}");
        before = searches();
    }
    let positions = object(&["book", "stats", &path])["total"]["positions"].as_u64().unwrap();
    let target = (positions + 10).to_string();
    stdout(&["book", "grow", &path, "--positions", &target]);
    let at_once = grown_book("book-not-killed", positions as usize + 10);
    assert!(std::fs::read(&at_once).unwrap() == std::fs::read(&path).unwrap(), "{positions} positions");
    assert!(!Path::new(&journal).exists());
}

#[test]
fn a_position_is_shown_as_a_board_a_table_and_a_tree() {
    let path = grown_book("book-show", 40);
    let text = stdout(&["book", "show", &path, "f5d6", "--depth", "3"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[9], "X 3, O 3, black to move");
    assert_eq!(lines[..9].iter().filter(|line| line.contains('[')).count(), 1, "{text}");
    assert!(lines[11].starts_with("value ") && lines[13].starts_with("move  score "), "{text}");
    assert!(text.contains("\nbest lines, scores for black\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");

    let shown = object(&["book", "show", &path, "f5d6"]);
    let expected = "best_lines board draws exact level lines losses lower moves upper value wins";
    assert_eq!(keys(&shown).join(" "), expected);
    let moves = shown["moves"].as_array().unwrap();
    assert_eq!(moves[0]["score"], shown["value"]);
    assert!(moves.iter().filter(|row| row["link"] == false).count() <= 1, "{shown}");
    for line in shown["best_lines"].as_array().unwrap() {
        assert_eq!(line["score"], shown["value"], "within 0 discs of the best");
    }
    // The same position by its board and by another order of moves that is equal by symmetry.
    let by_board = object(&["book", "show", &path, shown["board"].as_str().unwrap()]);
    assert_eq!(by_board, shown);
    assert_eq!(object(&["book", "show", &path, "d3c5"])["value"], shown["value"]);
    // The start has one move of four in the book, and all four squares show its score.
    let start = stdout(&["book", "show", &path, "--depth", "0"]);
    let score = object(&["book", "show", &path])["value"].as_i64().unwrap();
    let drawn: String = start.lines().take(9).collect();
    assert_eq!(drawn.matches(&format!("{score:+}")).count(), 4, "{start}");
}

#[test]
fn a_position_that_is_not_in_the_book_is_an_error_that_says_where_the_game_left_it() {
    let path = grown_book("book-left", 5);
    refused(&["book", "show", &path, "f5f4g3"], "f5f4g3: not in the book; its last position there is f5");
    refused(&["book", "show", "nonsense"], "nonsense: no such file, and neither a game nor a position");
    let text = file("no.book", "This is no book.");
    for verb in ["show", "stats", "verify"] {
        refused(&["book", verb, &text], "no.book: ");
        let expected = if verb == "show" { "missing.book" } else { "'f5'" };
        refused(&["book", verb, "missing.book", "f5"], expected);
    }
}

#[test]
fn statistics_count_the_plies_and_draw_them() {
    let path = grown_book("book-stats", 40);
    let svg = beside(&path, "new/plies.svg");
    let report = object(&["book", "stats", &path, "--svg", &svg]);
    let plies = report["plies"].as_array().unwrap();
    let sum = |key: &str| plies.iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>();
    for key in ["positions", "exact", "links", "leaves"] {
        assert_eq!(report["total"][key], sum(key), "{key}");
    }
    assert_eq!((sum("positions"), &plies[0]["positions"]), (40, &json!(1)));
    let picture = std::fs::read_to_string(svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{picture}");
    assert_eq!(picture.matches("<circle").count(), plies.len());
    let table = stdout(&["book", "stats", &path]);
    assert!(table.contains("own.book: 40 positions, ") && table.contains("\na test\n"), "{table}");
    assert_eq!(table.lines().count(), 4 + 1 + plies.len() + 1, "{table}");
    assert!(stdout(&["book", "stats"]).starts_with("built in: "));

    let edax = beside(&path, "own.dat");
    stdout(&["book", "convert", &path, &edax]);
    let mut bytes = std::fs::read(&edax).unwrap();
    bytes[42 + 36..][..2].copy_from_slice(&66_i16.to_le_bytes()); // the upper bound of the first position
    std::fs::write(&edax, bytes).unwrap();
    let [table, json] = ["table", "json"].map(|format| run(&["book", "stats", &edax, "--format", format]));
    for output in [&table, &json] {
        let note = "own.dat: byte 78: a bound must be -64 to 64, not 66: read as 64\n";
        assert!(output.status == 0 && output.stderr.ends_with(note), "{}", output.stderr);
    }
    let report = json_lines(&json.stdout).remove(0);
    assert_eq!((&report["total"]["positions"], &report["odd"]), (&json!(40), &json!(1)));
    assert!(table.stdout.contains("\ninvalid numbers that were read leniently: 1\n"), "{}", table.stdout);
}

#[test]
fn games_are_added_and_learnt() {
    let path = grown_book("book-games", 20);
    let added = object(&["book", "add", &path, "f5d6c3d3c4f4f6g5e6d7", "f5f6"]);
    assert!(added["added"].as_u64() > Some(4), "{added}");
    let shown = object(&["book", "show", &path, "f5d6c3d3c4f4f6g5e6d7"]);
    assert_eq!((&shown["wins"], &shown["draws"], &shown["losses"]), (&json!(0), &json!(0), &json!(0)));
    // The shortest game: black wins after nine moves.
    let nine = "e6f4e3f6g5d6e7f5c5";
    let learnt = object(&["book", "learn", &path, nine]);
    assert!(learnt["added"].as_u64() > Some(0), "{learnt}");
    let start = object(&["book", "show", &path]);
    assert_eq!((&start["wins"], &start["draws"], &start["losses"]), (&json!(1), &json!(0), &json!(0)));
    let white = object(&["book", "show", &path, "e6"]);
    assert_eq!((&white["wins"], &white["losses"]), (&json!(0), &json!(1)), "{white}");
    let none = object(&["book", "learn", &path, nine, "--skip", "1"]);
    assert_eq!((&none["added"], &none["searches"]), (&json!(0), &json!(0)));
    refused(&["book", "learn", &path, "f5d6c3"], "f5d6c3: ");
    refused(&["book", "add", &path, &path], "own.book: not games but an opening book: `reversi book merge`");
    refused(
        &["book", "learn", &path, nine, "--skip", "2"],
        "--skip must be at most 1, the number of games, not 2",
    );
}

#[test]
fn books_are_merged_and_pruned_into_another_file() {
    let (small, large) = (grown_book("book-small", 10), grown_book("book-large", 30));
    let before = std::fs::read(&small).unwrap();
    let all = beside(&small, "all.book");
    let merged = run(&["book", "merge", &small, &large, "--output", &all, "--format", "json"]);
    let lines = json_lines(&merged.stdout);
    let (merged_book, contradictions) = lines.split_last().unwrap();
    assert_eq!((&merged_book["positions"], &merged_book["added"]), (&json!(30), &json!(20)));
    assert_eq!((merged.status, merged.stderr.as_str()), (i32::from(!contradictions.is_empty()), ""));
    for row in contradictions {
        let bound = |key: &str| row[key].as_i64().unwrap();
        assert!(bound("upper") < bound("other_lower") || bound("other_upper") < bound("lower"), "{row}");
    }
    assert_eq!(std::fs::read(&small).unwrap(), before);
    let pruned = object(&["book", "prune", &all, "--within", "0"]);
    assert!(pruned["removed"].as_u64() > Some(0) && pruned["positions"].as_u64() > Some(0), "{pruned}");
    refused(&["book", "prune", &all], "--within <DISCS>|--each-side-within <DISCS>|--lines <N>");
}

/// The limit holds for the whole command, not for each book, and the same command resumes.
#[test]
fn a_limit_ends_a_merge_of_several_books() {
    let (small, large) = (grown_book("book-merge-small", 10), grown_book("book-merge-large", 30));
    let other = new_book("book-merge-other");
    stdout(&["book", "add", &other, "f5f6e6f4g5d6"]);
    let merge = |to: &str, more: &[&str]| {
        let args = ["book", "merge", &small, &large, &other, "--output", to, "--format", "json"];
        json_lines(&run(&[&args[..], more].concat()).stdout).pop().unwrap()
    };
    let (all, parts) = (beside(&small, "all.book"), beside(&small, "parts.book"));
    let merged = merge(&all, &[]);
    let nodes = merged["nodes"].as_u64().unwrap();
    let one = object(&["book", "merge", &large, &other, "--output", &beside(&small, "one.book")]);
    assert!(one["nodes"].as_u64() < Some(nodes), "each of them needs searches: {one} {merged}");
    assert_eq!(merged["stopped"], Value::Null);
    let ended = merge(&parts, &["--nodes", &(nodes - 1).to_string()]);
    assert_eq!((&ended["stopped"], &ended["searches"]), (&json!("nodes"), &json!(8)));
    assert!(ended["positions"].as_u64() < merged["positions"].as_u64(), "{ended} {merged}");
    let rest = merge(&parts, &[]);
    assert_eq!((&rest["stopped"], &rest["reused"]), (&Value::Null, &ended["searches"]));
    assert_eq!(std::fs::read(&parts).unwrap(), std::fs::read(&all).unwrap());
}

#[test]
fn a_sound_book_is_verified_and_searched_again() {
    let path = grown_book("book-verify", 20);
    let sound = stdout(&["book", "verify", &path]);
    assert!(sound.ends_with("own.book: 20 positions, 0 wrong values\n"), "{sound}");
    assert_eq!(sound.lines().count(), 1, "{sound}");
    let searched = run(&["book", "verify", &path, "--resolve", "5", "--format", "json"]);
    let lines = json_lines(&searched.stdout);
    let (totals, rows) = lines.split_last().unwrap();
    assert_eq!((rows.len(), &totals["searched"]), (5, &json!(5)));
    let outside = rows.iter().filter(|row| row["agrees"] == false).count();
    assert_eq!((&totals["outside"], searched.status), (&json!(outside), i32::from(outside > 0)));
    let again = run(&["book", "verify", &path, "--resolve", "5", "--format", "json", "--jobs", "2"]);
    assert_eq!(again.stdout, searched.stdout);
    assert!(stdout(&["book", "verify"]).contains("built in: "));

    let mut damaged = std::fs::read(&path).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    std::fs::write(&path, damaged).unwrap();
    refused(&["book", "verify", &path], "own.book: byte ");
}

#[test]
fn a_book_goes_through_all_formats() {
    let path = grown_book("book-formats", 40);
    let name = |name: &str| beside(&path, name);
    let convert = |from: &str, to: &str, more: &[&str]| {
        object(&[&["book", "convert", from, to], more].concat())["positions"].as_u64().unwrap()
    };
    assert_eq!(convert(&path, &name("a.dat"), &[]), 40);
    assert_eq!(convert(&name("a.dat"), &name("b.book"), &[]), 40);
    assert_eq!(convert(&name("b.book"), &name("b.dat"), &[]), 40);
    assert_eq!(std::fs::read(name("a.dat")).unwrap(), std::fs::read(name("b.dat")).unwrap());
    convert(&name("a.dat"), &name("big"), &["--to", "dat-big"]);
    assert_eq!(std::fs::read(name("big")).unwrap()[..8], *b"EDAXBOOK");
    convert(&path, &name("c.egbk3"), &[]);
    convert(&name("c.egbk3"), &name("c.book"), &[]);
    for other in ["a.dat", "b.book", "big", "c.egbk3", "c.book"] {
        let other = name(other);
        let (ours, theirs) =
            (object(&["book", "show", &path, "f5d6"]), object(&["book", "show", &other, "f5d6"]));
        assert_eq!((&ours["value"], &ours["board"]), (&theirs["value"], &theirs["board"]), "{other}");
    }
    // A book of Edax grows too.
    let grown = object(&["book", "grow", &name("a.dat"), "--positions", "50"]);
    assert_eq!(grown["positions"], 50);
    assert_eq!(object(&["book", "stats", &name("a.dat")])["format"], "dat");
}

#[test]
fn a_damaged_book_is_refused_and_salvaged() {
    let path = grown_book("book-damaged", 40);
    let (edax, cut, sound) = (beside(&path, "a.dat"), beside(&path, "cut.dat"), beside(&path, "sound.book"));
    stdout(&["book", "convert", &path, &edax]);
    let bytes = std::fs::read(&edax).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() - 5]).unwrap();
    refused(&["book", "convert", &cut, &sound], "cut.dat: byte ");
    assert!(!Path::new(&sound).exists());
    let salvaged = run(&["book", "convert", &cut, &sound, "--salvage"]);
    assert_eq!(salvaged.status, 0);
    assert!(salvaged.stdout.contains("sound.book: 39 positions"), "{}", salvaged.stdout);
    assert!(salvaged.stderr.lines().all(|line| line.contains("cut.dat: ")), "{}", salvaged.stderr);
    stdout(&["book", "verify", &sound]);
}

/// A value that a person has set, and one of no known level, as Egaroucid writes them.
#[test]
fn an_unknown_level_is_read_and_said_once() {
    for level in [70, 255] {
        let position = [0x0000_0008_1000_0000_u64, 0x0000_0010_0800_0000].map(u64::to_le_bytes).concat();
        let bytes =
            [&b"DICUORAGE\x03\x01\0\0\0"[..], &position, &[2, level, 0, 0, 0, 0, 2, 26, level]].concat();
        let path = file(&format!("level-{level}.egbk3"), &bytes);
        let note = format!("{path}: byte 31: level must be 0 to 60, not {level}: read as level 0\n");
        let [packed, again] = ["book", "egbk3"].map(|to| format!("{path}.{to}"));
        for args in [
            &["book", "stats", &path][..],
            &["book", "show", &path],
            &["book", "convert", &path, &packed],
            &["book", "convert", &path, &again],
            &["analyze", "f5", "--book", &path, "--depth", "1"],
            &["gtp", "--book", &path],
        ] {
            let output = run(args);
            assert_eq!((output.status, output.stderr.as_str()), (0, note.as_str()), "{args:?}");
        }
        // What the format has is kept: board, value, lines and leaf.
        let mut expected = bytes;
        (expected[31], expected[38]) = (0, 0);
        assert_eq!(std::fs::read(&again).unwrap(), expected);
        assert!(stdout(&["book", "show", &packed]).to_lowercase().contains("f5"));
    }
}
