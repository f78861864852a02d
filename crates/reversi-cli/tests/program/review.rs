//! `review` and `puzzles`.

use serde_json::{Value, json};

use crate::support::{Folder, answers, file, run, stdout};

/// Black gives a win away by its first move here.
const LOST: &str = "---OOOOXX-OOXOOOXXXXXXOXXOXOXOXXXOOXOXXXXOXOOXX--XOOOX--X-XXXXX- X";

/// A record that begins there.
fn record(moves: &str) -> String {
    let cells = LOST[..64].replace('X', "*");
    format!("(;GM[Othello]PB[Ada]PW[Ben]BO[8 {cells} *]{moves};)\n")
}

#[test]
fn review_shows_both_sides_the_turning_point_and_the_mistakes() {
    let text = stdout(&["review", &record("B[A7]W[B8]B[C1]"), "--level", "10"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "the game is not over");
    assert!(lines[1].contains("black (Ada): too few moves for an accuracy, 1 blunder"), "{text}");
    assert!(lines[3].contains("white (Ben): too few moves for an accuracy"), "{text}");
    let turned = "turning point: ply 1, black a7 gave a win away: a loss after it, c1 was better";
    assert!(lines.contains(&turned), "{text}");
    let row = lines.iter().find(|line| line.trim_start().starts_with("1 ")).unwrap();
    assert!(row.contains("a7") && row.contains("-12  blunder") && row.contains("c1"), "{text}");
    assert!(!text.contains('\x1b') && !text.contains('~'), "{text}"); // all of it is proven
    assert!(!lines.iter().any(|line| line.trim_start().starts_with("3 ")), "{text}");
    let all = stdout(&["review", &record("B[A7]W[B8]B[C1]"), "--level", "10", "--moves"]);
    assert!(all.lines().any(|line| line.trim_start().starts_with("3 ")), "{all}");
}

#[test]
fn review_rates_both_sides_and_says_who_finds_the_better_move() {
    let game = record("B[A7]W[B8]B[C1]");
    let text = stdout(&["review", &game, "--level", "10", "--human", "1500"]);
    let lines: Vec<&str> = text.lines().collect();
    for side in [2, 4] {
        let little =
            lines[side].starts_with("  plays like 1") && lines[side].ends_with("; one game says little");
        assert!(little, "{text}");
    }
    let found = lines.iter().position(|line| line.contains("c1 is found by ")).unwrap();
    assert!(lines[found].ends_with(" % of people of 1500."), "{text}");
    assert!(!stdout(&["review", &game, "--level", "10"]).contains("found by"));
    let obf = stdout(&["puzzles", &game, "--level", "10", "--human", "1500"]);
    assert!(obf.contains(" %, game 1 ply 1") && obf.contains(", found by "), "{obf}");

    // Two games of a player are combined, a copy once; players without names have no line.
    let end = |games: &[&str]| {
        let both = stdout(&["review", &file("two.ggf", games.concat()), "--level", "4"]);
        let (_, end) = both.rsplit_once("\n\n").unwrap();
        end.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let shorter = record("B[A7]W[B8]");
    let both = end(&[&game, &shorter]);
    assert!(both[0].starts_with("Ada plays like 1"), "{both:?}");
    assert!(both[0].ends_with(") in 2 games; they say little"), "{both:?}");
    assert!(both.len() == 2 && both[1].starts_with("Ben plays like 1"), "{both:?}");
    assert_eq!(end(&[&game, &game]), ["1 copy of a game, counted once"]);
    let counted = end(&[&game, &shorter, &game, &shorter]);
    assert_eq!(counted, [&both[..], &["2 copies of games, counted once".to_owned()]].concat());
    // A copy may call the other player by another name; a name that plays itself is two people.
    let of_cleo = game.replace("Ben", "Cleo");
    assert_eq!(end(&[&game, &of_cleo]), ["1 copy of a game, counted once"]);
    let two_of_a_name = game.replace("Ben", " Ada");
    for games in [[&two_of_a_name, &game, &shorter], [&game, &shorter, &two_of_a_name]] {
        let found = end(&games.map(String::as_str));
        assert_eq!(found[0], "Ada is not rated: the name stands on both sides of a game");
        assert_eq!(found[1..], [&both[1..], &["1 copy of a game, counted once".to_owned()]].concat());
    }
    let nameless = file("two.txt", "f5d6c3d3\nf5f6e6f4\n");
    assert!(!stdout(&["review", &nameless, "--level", "1"]).contains("in 2 games"));
}

#[test]
fn a_review_says_where_the_game_leaves_the_book() {
    let left = |book: &[&str]| {
        let review = ["review", "f5f6e6f4g5e7d7g6g4h5e3h4e8c8", "--level", "1", "--format", "json"];
        answers(&stdout(&[&review, book].concat())).remove(0)["review"]["left_book"].is_u64()
    };
    assert!(left(&[]) && !left(&["--book", "none"]));
}

/// The same reviews in one run, by two engines, and from a file of an earlier run.
#[test]
fn several_games_are_reviewed_in_their_order() {
    let games = file("review.txt", "f5d6c3d3c4f4f6g5\nf5f6e6f4\nf5d6c3d3c4f4f6g5e6\n");
    let folder = Folder::new("review");
    let checkpoint = folder.path("checkpoint");
    let options = ["--level", "4", "--format", "json", "--jobs", "2", "--checkpoint", &checkpoint];
    let read = |text: &str| -> Vec<(Value, usize)> {
        let moves = |answer: &Value| answer["review"]["moves"].as_array().unwrap().len();
        answers(text).iter().map(|answer| (answer["id"].clone(), moves(answer))).collect()
    };
    let first = stdout(&[&["review", &games], &options[..]].concat());
    assert_eq!(read(&first), [(json!(1), 8), (json!(2), 4), (json!(3), 9)]);
    let again = stdout(&[&["review", &games], &options[..]].concat());
    assert_eq!(again, first);
    let table = stdout(&["review", &games, "--level", "4"]);
    assert!(table.starts_with("game 1, ") && table.contains("\n\ngame 3, "), "{table}");
    assert_eq!(run(&["review", ""]).status, 2);
}

/// A blunder by an estimate of level 10, and a mistake by the second look: alone, among other games, by two
/// engines, and with a file of an earlier run.
#[test]
fn a_second_look_does_not_depend_on_the_run() {
    let cells = "XOO--X--XOOOOX-XXOXOOXXXXXOXOXOXXXXXXXXXO-OOOOXX---O------------".replace('X', "*");
    let record = format!("(;GM[Othello]PB[Ada]PW[Ben]BO[8 {cells} O]W[G2];)\n");
    let alone = file("alone.ggf", &record);
    const USUAL: &str = "---------------------------O*------*O---------------------------";
    let among = file("among.ggf", format!("(;GM[Othello]BO[8 {USUAL} *]B[F5]W[D6];)\n{record}"));
    let folder = Folder::new("second-looks");
    let move_of = |args: &[&str]| {
        let text = stdout(&[&["review", "--level", "10", "--format", "json"], args].concat());
        let answer = answers(&text).pop().unwrap();
        let found = &answer["review"]["moves"][0];
        assert_eq!(
            (&found["class"], &found["loss"], &found["proven"]),
            (&json!("mistake"), &json!(6), &json!(true))
        );
        found.clone()
    };
    let expected = move_of(&[&alone]);
    for games in [&alone, &among] {
        let checkpoint = folder.path(if *games == alone { "alone" } else { "among" });
        for more in
            [&[][..], &["--jobs", "2"], &["--checkpoint", &checkpoint], &["--checkpoint", &checkpoint]]
        {
            assert_eq!(move_of(&[&[games.as_str()], more].concat()), expected, "{games} {more:?}");
        }
    }
    // Other commands have the first search.
    let game = answers(&stdout(&["game", &alone, "--level", "10", "--format", "json"])).remove(0);
    assert_eq!(game["game"][0]["loss"], 10);

    let puzzles = run(&["puzzles", &among, "--level", "10"]);
    assert!(
        puzzles.stdout.contains("B6:-16") && puzzles.stdout.contains("estimated, margin 6"),
        "{}",
        puzzles.stdout
    );
    assert_eq!((puzzles.status, puzzles.stderr.as_str()), (0, ""));
}

/// By the estimates of level 10 the best move is 8 discs better than all others. Two moves are the best.
#[test]
fn puzzles_that_are_not_confirmed_are_counted() {
    let cells = "--O-X-----OX----XXXOXX--XXOXOX--XOOOOOOOOOOOOOO--OXOO---OXOOO---".replace('X', "*");
    let puzzles = run(&["puzzles", &format!("(;GM[Othello]BO[8 {cells} *]B[G7];)"), "--level", "10"]);
    let told = "passed over 1 position: no single best move that a deeper search confirms\n";
    assert_eq!((puzzles.status, puzzles.stdout.as_str(), puzzles.stderr.as_str()), (0, "", told));
}

#[test]
fn puzzles_come_from_mistakes() {
    let record = record("B[A7]W[B8]B[C1]");
    let obf = stdout(&["puzzles", &record, "--level", "10"]);
    assert!(obf.starts_with(&format!("{LOST}; C1:+")), "{obf}");
    assert!(obf.contains("% exact, margin ") && obf.contains("game 1 ply 1"), "{obf}");
    // What was written is a problem that `analyze` finds the solution of.
    let problems = file("puzzles.obf", &obf);
    assert_eq!(run(&["analyze", &problems, "--level", "10"]).status, 0);

    let json = stdout(&["puzzles", &record, "--level", "10", "--format", "json"]);
    let puzzles: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&puzzles[0]["best_move"], &puzzles[0]["proven"]), (&json!("c1"), &json!(true)));
    assert_eq!((&puzzles[0]["game"], &puzzles[0]["ply"]), (&json!(1), &json!(1)));
    assert_eq!(puzzles.len(), obf.lines().count());
    let of_white = stdout(&["puzzles", &record, "--level", "10", "--side", "white"]);
    assert!(!of_white.contains("ply 1\n"), "{of_white}");
    let hard = puzzles[0]["hard"].as_u64().unwrap() + 1;
    let harder = stdout(&["puzzles", &record, "--level", "10", "--hard", &hard.to_string()]);
    assert!(!harder.contains("ply 1\n"), "{harder}");
    // The same position in two games is one puzzle.
    let twice = stdout(&["puzzles", &record, &record, "--level", "10"]);
    assert_eq!(twice, obf);
}
