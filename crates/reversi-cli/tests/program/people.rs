//! `people`, and what people play in other commands.

use reversi_testkit::START;
use serde_json::{Value, json};

use crate::support::{answers, file, reversi, stdout};

/// At 14 empties, where level 10 proves all values.
const BOARD: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

/// Returns the output of the program in a locale.
fn in_locale(locale: &str, args: &[&str]) -> String {
    let output = reversi(args).env("LC_ALL", locale).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn people_of_a_rating_have_a_bar_for_each_move() {
    let expected = "\
black to move, 14 empty squares
g8 is best, found by 33 % of people of 1500
move  1500   value  lost
h1    60 %     +12    -6  ##############################
g8    33 %     +18  best  ################
h7     3 %      +6   -12  #
g2     2 %     -24   -42  #
a4     1 %     -22   -40  #
b1     1 %      -4   -22
a2     1 %      +6   -12
a3    <1 %      +4   -14
";
    assert_eq!(in_locale("C", &["people", BOARD, "--rating", "1500"]), expected);
    let strong = in_locale("C.UTF-8", &["people", BOARD, "--rating", "2400"]);
    let rows: Vec<&str> = strong.lines().skip(3).take(2).collect();
    let expected = [
        "h1    57 %     +12    -6  ████████████████████████████▌",
        "g8    40 %     +18  best  ████████████████████▏",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn three_ratings_are_compared_without_one() {
    let expected = "\
black to move, 14 empty squares
g8 is best, found by 4 % of people of 1000, 26 % of 1400, 40 % of 1800
move  1000  1400  1800   value  lost
h1    74 %  64 %  56 %     +12    -6
g8     4 %  26 %  40 %     +18  best
h7    <1 %   3 %   2 %      +6   -12
g2    10 %   2 %  <1 %     -24   -42
a4     9 %   2 %  <1 %     -22   -40
b1     1 %   1 %   1 %      -4   -22
a2     1 %   1 %  <1 %      +6   -12
a3     1 %   1 %  <1 %      +4   -14
";
    assert_eq!(stdout(&["people", BOARD]), expected);
    // A shallow search finds another best move, by an estimate.
    let shallow = stdout(&["people", BOARD, "--level", "0"]);
    assert!(shallow.contains("best, found by") && shallow.contains("  ~+"), "{shallow}");
}

#[test]
fn any_of_several_best_moves_counts_as_found() {
    let text = stdout(&["people", START, "--level", "2", "--rating", "1500"]);
    assert_eq!(text.lines().nth(1), Some("d3, c4, f5, e6 are best, found by 100 % of people of 1500"));
}

#[test]
fn several_positions_have_numbers_and_some_have_no_choice() {
    let passes = "XXXXXXXXXOOXXXXX-OOOXXXX-OXOOOXXOOOXOOXX-OOOXOOXOOOOOOOOXOOOOO-- O";
    let over = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- O";
    let path = file("people.obf", format!("{passes}\n{over}\n{BOARD}\n"));
    let text = stdout(&["people", &path, "--limit", "2"]);
    let expected = "\
1: white to move, 5 empty squares
a pass is forced

2: white to move, 1 empty square
the game is over
";
    assert_eq!(text, expected);
}

#[test]
fn json_is_the_answer_of_an_analysis_of_all_moves() {
    let without_seconds = |text: &str| -> Vec<Value> {
        let mut lines = answers(text);
        lines.iter_mut().for_each(|line| line["analysis"]["seconds"] = json!(0));
        lines
    };
    let people = stdout(&["people", BOARD, "--rating", "1200", "--level", "3", "--format", "json"]);
    let analysis =
        ["analyze", BOARD, "--human", "1200", "--lines", "all", "--level", "3", "--format", "json"];
    assert_eq!(without_seconds(&people), without_seconds(&stdout(&analysis)));
    let usual = stdout(&["people", BOARD, "--level", "1", "--format", "json"]);
    assert_eq!(answers(&usual)[0]["analysis"]["human"]["rating"], 1500);
}

#[test]
fn the_table_of_an_analysis_has_a_column_for_people() {
    let rows = |more: &[&str]| {
        let text = stdout(&[&["analyze", BOARD, "--lines", "2", "--level", "10"], more].concat());
        text.lines().take(3).map(str::to_owned).collect::<Vec<_>>()
    };
    let [header, first, second] = &rows(&["--human", "1500"])[..] else { panic!() };
    assert!(header.ends_with("   Mn/s  people  line of play"), "{header}");
    assert!(first.contains("   33 %  g8 ") && second.contains("   60 %  h1 "), "{first}\n{second}");
    let [header, first, _] = &rows(&[])[..] else { panic!() };
    assert!(header.ends_with("   Mn/s  line of play") && !first.contains("33 %"), "{first}");
}
