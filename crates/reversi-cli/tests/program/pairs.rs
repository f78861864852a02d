//! Records that `convert` writes in one notation read back in every other.

use reversi_engine::notation::{GgfEnd, GgfGame, GgfNote, GgfResult};
use reversi_engine::{Game, Move};
use reversi_testkit::{Rng, random_game};
use serde_json::Value;

use crate::support::{file, json_lines, refused, run, stdout};

/// Each length, result and kind of record with each other: the least common multiple of 3, 4, 5 and 7.
const GAMES: usize = 420;

/// Whole, unfinished and short games, with and without names, times and results.
fn records() -> Vec<GgfGame> {
    let mut rng = Rng::with_seed(31);
    let mut record = |i: usize| {
        let whole = random_game(&mut rng);
        let moves = match i % 4 {
            0 => whole.moves().len(),
            1 => 1 + i % 5,
            _ => 1 + i % whole.moves().len(),
        };
        let mut record = GgfGame::new(whole.prefix(moves));
        if i.is_multiple_of(3) {
            record.set_tag("PB", &format!("Ada {i}")).unwrap();
            record.set_tag("PW", "Zoë").unwrap();
            record.notes = vec![GgfNote { eval: Some(-2.0), seconds: Some(1.5) }; moves];
        }
        let results = ["-26.000", "+64.000:r", "-64.000:t", "+12.000:l", "+0.000:s", "+2.000"];
        if let Some(result) = results.get(i % 7) {
            record.set_result(result.parse::<GgfResult>().unwrap());
            if let Some(score) = record.game.score() {
                record.set_result(GgfResult::new(score.into(), GgfEnd::Played).unwrap());
            }
        }
        record
    };
    (0..GAMES).map(&mut record).collect()
}

/// The file that is written beside the one that is read.
fn convert(from: &str, to: &str) -> String {
    let written = format!("{from}.{to}.{}", if to == "wthor" { "bin" } else { "txt" });
    stdout(&["convert", from, "--to", to, "--output", &written]);
    written
}

/// The moves of each game. A file of WTHOR leaves out a pass behind the last square.
fn moves(path: &str) -> Vec<String> {
    let moves = stdout(&["convert", path, "--to", "moves"]);
    moves.lines().map(|line| line.trim_end_matches("ps").to_owned()).collect()
}

/// The stated result of each game in black's discs, and how it ended.
fn results(path: &str) -> Vec<(Option<f64>, String)> {
    let lines = json_lines(&stdout(&["convert", path, "--to", "json"]));
    let result = |line: &Value| {
        let tags = line["tags"].as_array().cloned().unwrap_or_default();
        let stated =
            tags.iter().find(|tag| tag[0] == "RE").and_then(|tag| tag[1].as_str().map(str::to_owned));
        let stated = stated.map(|text| text.parse::<GgfResult>().unwrap());
        (
            stated.map(GgfResult::score),
            stated.map_or_else(String::new, |stated| format!("{:?}", stated.end())),
        )
    };
    lines.iter().map(result).collect()
}

#[test]
fn games_read_back_in_every_notation_of_games() {
    let records = records();
    let text = records.iter().map(|record| format!("{record}\n")).collect::<String>();
    let original = file("pairs.ggf", text);
    let expected = moves(&original);
    assert!(expected.iter().any(|moves| moves.contains("ps")) && expected.len() == GAMES);
    let positions = stdout(&["convert", &original, "--to", "board"]);
    for first in ["ggf", "json", "wthor", "moves"] {
        let written = convert(&original, first);
        for second in ["ggf", "json", "wthor", "moves"] {
            let again = convert(&written, second);
            assert_eq!(moves(&again), expected, "{first} to {second}");
            if first == "moves" || second == "moves" {
                continue;
            }
            let stated: Vec<_> = results(&original).iter().map(|(score, _)| *score).collect();
            let found = results(&again);
            for (i, (score, end)) in found.iter().enumerate() {
                let is_kept = stated[i].is_none() || *score == stated[i];
                assert!(is_kept, "{first} to {second}: {score:?} {end} {}", records[i]);
            }
            if first != "wthor" && second != "wthor" {
                assert_eq!(found, results(&original), "{first} to {second}");
                assert_eq!(
                    stdout(&["convert", &again, "--to", "ggf"]),
                    std::fs::read_to_string(&original).unwrap()
                );
            }
        }
        if first != "wthor" {
            assert_eq!(stdout(&["convert", &written, "--to", "board"]), positions, "{first}");
        }
    }
}

#[test]
fn positions_read_back_in_every_notation_of_positions() {
    let records = records();
    let is_over = |record: &GgfGame| record.game.is_over();
    let text = records.iter().map(|record| format!("{record}\n")).collect::<String>();
    let original = file("pairs-positions.ggf", text);
    let expected = stdout(&["convert", &original, "--to", "board"]);
    let notations = ["board", "obf", "fen", "diagram", "json", "ggf"];
    // Of a game, JSON and GGF are games: the boards are their starts.
    let boards = file("pairs-boards.txt", &expected);
    for first in notations {
        let written = convert(&boards, first);
        for second in notations {
            let again = stdout(&["convert", &convert(&written, second), "--to", "board"]);
            assert_eq!(again.lines().count(), GAMES, "{first} to {second}");
            for (i, (found, expected)) in again.lines().zip(expected.lines()).enumerate() {
                // A drawing of a game that is over does not say whose turn it would be.
                let cells = if is_over(&records[i]) { 64 } else { 66 };
                assert_eq!(found[..cells], expected[..cells], "{first} to {second}, {}", i + 1);
            }
        }
    }
}

#[test]
fn what_a_notation_cannot_hold_is_an_error() {
    let empty = file("pairs-empty.ggf", GgfGame::new(Game::new()).to_string());
    refused(&["convert", &empty, "--to", "moves"], "a transcript cannot hold a game without moves");
    let mut later = Game::from_position("f5d6".parse::<Game>().unwrap().position());
    later.play("c3".parse::<Move>().unwrap()).unwrap();
    let later = file("pairs-later.ggf", GgfGame::new(later).to_string());
    for to in ["moves", "wthor"] {
        let refused = run(&["convert", &later, "--to", to]);
        assert_eq!((refused.status, refused.stdout.as_str()), (2, ""), "{to}");
    }
    assert_eq!(stdout(&["convert", &later, "--to", "json"]).matches("\"moves\":\"c3\"").count(), 1);
}
