//! `show`.

use serde_json::Value;

use crate::support::{Folder, file, refused, run_with, stdout};

#[test]
fn a_board_is_shown_at_the_terminal() {
    let plain = stdout(&["show", "f5d6c3"]);
    assert!(plain.contains("[X]") && plain.ends_with("X 5, O 2, white to move\n"), "{plain}");
    let values = stdout(&["show", "f5d6c3", "--values", "f4=-2.5 d3=?"]);
    assert!(values.contains("\u{2212}2.5") && values.contains('?'), "{values}");
}

#[test]
fn a_picture_goes_to_standard_output_or_to_a_file() {
    let folder = Folder::new("show");
    let path = folder.path("new/board.svg");
    let svg = stdout(&["show", "f5d6c3", "--svg"]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(stdout(&["show", "f5d6c3", "--svg", "-o", &path]), "");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), svg);
    assert!(svg.contains("white to move, last move c3</title>"), "{svg}");
}

#[test]
fn the_legal_moves_are_marked() {
    let svg = stdout(&["show", "f5", "--svg", "--marks", "legal d3=ring"]);
    assert!(svg.contains("Dots: f4 d6 f6. Rings: d3. "), "{svg}");
}

#[test]
fn a_level_shows_the_values_of_all_legal_moves() {
    let svg = stdout(&["show", "f5", "--svg", "--level", "2"]);
    for square in ["f4", "d6", "f6"] {
        assert!(svg.contains(&format!("{square} estimate ")), "{svg}");
    }
    // Two empties, and both moves are exact.
    let end = "OOOOOO--XXXXXX--XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- O";
    assert!(stdout(&["show", end, "--svg", "--level", "10"]).contains(" exact "));
}

/// The cases that the program has options for: it has no scores of other searches, and a text that is a
/// number gets a sign.
#[test]
fn the_pictures_of_the_corpus_are_the_same_at_this_door() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/doors/pictures.json");
    let cases: Vec<Value> = serde_json::from_slice(&std::fs::read(cases).unwrap()).unwrap();
    let mut asked = 0;
    'cases: for case in &cases {
        let name = case["name"].as_str().unwrap();
        let mut args = vec!["show".to_owned(), case["game"].as_str().unwrap().to_owned(), "--svg".to_owned()];
        for (option, value) in case["options"].as_object().unwrap() {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let pairs = || {
                let map = value.as_object().into_iter().flatten();
                map.map(|(at, value)| format!("{at}={}", text(value))).collect::<Vec<_>>().join(" ")
            };
            let given = match option.as_str() {
                "values" if pairs().contains('{') => continue 'cases,
                "values" | "marks" => pairs(),
                "heat" => file(&format!("{name}.heat"), value.to_string().trim_matches(['[', ']'])),
                "heat_range" => value.to_string().trim_matches(['[', ']']).to_owned(),
                _ => text(value),
            };
            args.push(format!("--{}={given}", option.replace('_', "-")));
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        assert_eq!(stdout(&args).trim_end(), case["svg"].as_str().unwrap(), "{name}");
        asked += 1;
    }
    assert!(asked >= 4, "{asked}");
}

#[test]
fn what_cannot_be_shown_is_refused_in_words() {
    let short = file("short.heat", "1 2 3");
    let words = file("words.heat", "1 two");
    let nan = file("nan.heat", "NaN ".repeat(64));
    let two = file("two.games", "f5d6\nf5f6\n");
    for (args, message) in [
        (
            &["show", "f5", "--svg", "--heat", &short][..],
            "short.heat: heat must be 64 numbers, not 3 numbers",
        ),
        (&["show", "f5", "--svg", "--heat", &words], "words.heat: \"two\" is not a number"),
        (&["show", "f5", "--svg", "--heat", &nan], "nan.heat: heat of a1 must be a finite number, not NaN"),
        (&["show", "f5", "--svg", "--heat", "none.heat"], "none.heat: no such file"),
        (&["show", "f5", "--svg", "--size", "15"], "--size must be 16 to 4096, not 15"),
        (
            &["show", "f5", "--svg", "--marks", "d3=star"],
            "--marks: mark must be dot, ring or cross, not \"star\"",
        ),
        (&["show", "f5", "--svg", "--marks", "j9"], "--marks: \"j9\" is not a square"),
        (&["show", "f5", "--svg", "--last", "x"], "--last: \"x\" is not a square"),
        (&["show", "f5", "--values", "d3"], "--values must be squares and values such as d3=+4, not \"d3\""),
        (&["show", "f5", "--values", "d3=inf"], "--values: value must be -999999 to 999999, not inf"),
        (&["show", "f5", "--size", "100"], "--svg"),
        (&["show", "f5", "--theme", "dark"], "--svg"),
        (&["show", "f5", "-o", "a.svg"], "--svg"),
        (&["show", "f5", "--level", "61"], "--level must be 0 to 60, not 61"),
        (&["show", &two], "two.games: expected 1 game or position, not 2"),
    ] {
        refused(args, message);
    }
    let ones = "1,".repeat(64);
    let range = run_with(&["show", "f5", "--svg", "--heat", "-", "--heat-range", "0"], &ones);
    assert!(
        range.stderr.contains("--heat-range must be two numbers such as -1,1, not \"0\""),
        "{}",
        range.stderr
    );
    let turned = run_with(&["show", "f5", "--svg", "--heat", "-", "--heat-range", "2,0"], &ones);
    assert!(
        turned.stderr.contains("--heat-range: heat_range must be two finite numbers"),
        "{}",
        turned.stderr
    );
    let few = run_with(&["show", "f5", "--svg", "--heat", "-"], "1");
    assert!(few.stderr.contains("standard input: heat must be 64 numbers, not 1 number"), "{}", few.stderr);
    assert_eq!(run_with(&["show", "f5", "--svg", "--heat", "-", "--heat-range", "0,2"], &ones).status, 0);
}
