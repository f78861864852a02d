//! The examples as programs: their output.

mod support;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use reversi_engine::{Board, Classical, Evaluator as _, Square};
use reversi_testkit::{FFO_1, START};
use serde_json::{Value, json};
use support::{command, file, json_lines, run, run_with};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn solve_prints_one_object_a_position_and_the_totals() {
    let ffo = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/ffo-1-19.obf");
    let output = run("solve", &[ffo, "--format", "json", "--threads", "2", "--hash-mib", "1"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    assert_eq!(lines.len(), 20);
    let (totals, rows) = lines.split_last().unwrap();
    let mut nodes = 0;
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row["index"], i + 1);
        assert_eq!(row["correct"], true);
        assert_eq!(row["score"], row["expected"]);
        let (best, pv) = (row["best_move"].as_str().unwrap(), row["pv"].as_str().unwrap());
        assert!(pv.starts_with(best), "{row}");
        assert!(row["seconds"].as_f64().unwrap() > 0.0);
        nodes += row["nodes"].as_u64().unwrap();
    }
    let mut expected =
        ["index", "empties", "score", "best_move", "expected", "correct", "nodes", "seconds", "pv"];
    expected.sort_unstable();
    assert_eq!(keys(&rows[0]), expected);
    assert_eq!(keys(totals), ["mismatches", "nodes", "positions", "seconds", "stored"]);
    assert_eq!((&totals["positions"], &totals["mismatches"]), (&json!(19), &json!(0)));
    assert_eq!(totals["nodes"], nodes);
}

/// Each thread asks for the stack that `RUST_MIN_STACK` states, of an address space of 1 GiB.
#[test]
#[cfg(target_os = "linux")]
fn jobs_without_a_thread_are_done_by_the_others() {
    let ffo = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/ffo-1-19.obf");
    let args = [ffo, "--level", "2", "--jobs", "200", "--hash-mib", "0", "--format", "json"];
    let analyze = |limits: &[&str]| {
        let program = command("analyze", &args);
        let mut command = match limits {
            [] => program,
            [stack_bytes, address_space @ ..] => {
                let mut command = std::process::Command::new("prlimit");
                command.args(address_space).arg(program.get_program()).args(program.get_args());
                command.env("RUST_MIN_STACK", stack_bytes).env("MALLOC_ARENA_MAX", "1");
                command
            }
        };
        let output = command.output().expect("prlimit is in util-linux");
        assert!(output.status.success(), "{limits:?}: {}", String::from_utf8_lossy(&output.stderr));
        let mut rows = json_lines(&String::from_utf8(output.stdout).unwrap());
        for row in &mut rows {
            row.as_object_mut().unwrap().remove("seconds");
        }
        rows
    };
    let expected = analyze(&[]);
    assert_eq!(expected.len(), 20);
    let gib = 1_u64 << 30;
    for stack_bytes in [gib / 16, 2 * gib] {
        assert_eq!(analyze(&[&stack_bytes.to_string(), &format!("--as={gib}")]), expected);
    }
}

#[test]
fn solve_takes_boards() {
    let output = run("solve", &[FFO_1.trim_end_matches(';'), "--format", "json", "--hash-mib", "1"]);
    assert_eq!((output.status, &json_lines(&output.stdout)[0]["score"]), (0, &json!(18)));
}

#[test]
fn solve_numbers_the_built_in_problems_as_ffo_does() {
    let output = run("solve", &["--limit", "2", "--cpu", "portable"]);
    assert_eq!(output.status, 0);
    let first = |line: usize| output.stdout.lines().nth(line).and_then(|line| line.split_whitespace().next());
    assert_eq!((first(1), first(2)), (Some("20"), Some("21")));
}

/// `cargo xtask suite` relies on this.
#[test]
fn solve_answers_each_line_of_standard_input_before_it_reads_the_next() {
    let mut child = command("solve", &["-", "--format", "json", "--hash-mib", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for (index, known, ok) in [(1, "G8:+18;", true), (2, "G8:+16;", false)] {
        writeln!(input, "% a comment\n\n{FFO_1} {known}").unwrap();
        let row: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!((&row["index"], &row["correct"]), (&json!(index), &json!(ok)));
    }
    drop(input);
    let totals: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!((&totals["positions"], &totals["mismatches"]), (&json!(2), &json!(1)));
    assert!(lines.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn solve_counts_the_nodes_of_this_run_alone() {
    let problems = file("resumed.obf", format!("{FFO_1}\n{FFO_1}\n"));
    let checkpoint = file("resumed.solved", "");
    std::fs::remove_file(&checkpoint).unwrap();
    let run = |limit: &str, format: &str| {
        let output =
            run("solve", &[&problems, "--checkpoint", &checkpoint, "--limit", limit, "--format", format]);
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        output.stdout
    };
    let first = &json_lines(&run("1", "json"))[1];
    assert_eq!((&first["stored"], first["nodes"] == 0), (&json!(0), false));
    let lines = json_lines(&run("2", "json"));
    assert_eq!((&lines[0]["nodes"], &lines[1]["nodes"]), (&first["nodes"], &first["nodes"]), "of its search");
    assert_eq!(
        (&lines[2]["positions"], &lines[2]["stored"], &lines[2]["nodes"]),
        (&json!(2), &json!(2), &json!(0))
    );
    let table = run("2", "table");
    assert!(table.contains("\n2 solved (2 of them earlier), 0 wrong, 0 nodes in "), "{table}");
}

#[test]
fn solve_judges_by_the_score() {
    for (known, ok, status) in [
        ("G8:+18;", json!(true), 0),
        ("+18;", json!(true), 0),
        ("H1:+18;", json!(true), 0), // no score for G8
        ("", Value::Null, 0),
        ("G8:+16;", json!(false), 1),
        ("H1:+18; G8:+16;", json!(false), 1),
    ] {
        let path = file("judged.obf", format!("{FFO_1} {known}\n"));
        let output = run("solve", &[&path, "--format", "json"]);
        let lines = json_lines(&output.stdout);
        assert_eq!(output.status, status, "{known}");
        assert_eq!(lines[0]["correct"], ok, "{known}");
        assert_eq!(lines[0]["score"], 18, "{known}");
        assert_eq!(lines[1]["mismatches"], status, "{known}");
    }
}

#[test]
fn perft_counts() {
    let output = run("perft", &["6", "--format", "json"]);
    assert_eq!(output.status, 0);
    let lines = json_lines(&output.stdout);
    assert_eq!(lines.len(), 1);
    assert_eq!(keys(&lines[0]), ["depth", "leaves", "seconds"]);
    assert_eq!((&lines[0]["depth"], &lines[0]["leaves"]), (&json!(6), &json!(8200)));
    assert_eq!(run("perft", &["6"]).stdout.lines().count(), 7);
}

#[test]
fn evaluate_prints_values_and_errors() {
    let obf = file("evaluate.obf", format!("{FFO_1} G8:+18; H1:+12;\n{START}\n"));
    let output = run("evaluate", &[&obf, "--format", "json"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    assert_eq!(lines.len(), 3);
    assert_eq!(keys(&lines[0]), ["best_score", "board", "empties", "evaluation", "index"]);
    assert_eq!(
        (&lines[0]["index"], &lines[0]["empties"], &lines[0]["best_score"]),
        (&json!(1), &json!(14), &json!(18))
    );
    assert!(lines[1]["evaluation"].as_f64().unwrap().abs() < 10.0, "{}", lines[1]);
    assert_eq!(lines[1]["best_score"], Value::Null);
    assert_eq!(keys(&lines[2]), ["by_empties", "mean_absolute_error", "positions"]);
    let error = (lines[0]["evaluation"].as_f64().unwrap() - 18.0).abs();
    assert!((lines[2]["mean_absolute_error"].as_f64().unwrap() - error).abs() < 1e-6);
    assert_eq!(lines[2]["by_empties"], json!({ "14": lines[2]["mean_absolute_error"] }));
    assert_eq!(lines[2]["positions"], 2);
}

#[test]
fn evaluate_takes_boards_and_weights() {
    let output = run("evaluate", &[START, "--format", "json"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let lines = json_lines(&output.stdout);
    assert_eq!((&lines[0]["board"], &lines[1]["mean_absolute_error"]), (&json!(START), &Value::Null));
    assert_eq!(run("evaluate", &[START]).stdout.lines().count(), 2);
    assert_eq!(run("evaluate", &[START, START, START, "--limit", "2"]).stdout.lines().count(), 3);

    // One disc for having the move.
    let mut slots = vec![0; reversi_eval::pattern::PACKED_LEN];
    slots[reversi_eval::pattern::CONSTANT_SLOT] = 128;
    let weights = reversi_eval::PatternWeights::new(vec![30], slots, "one disc").unwrap();
    let mut bytes = Vec::new();
    weights.write(&mut bytes).unwrap();
    let own = file("one-disc.weights", &bytes);
    let edax = file("one-disc.dat", "");
    let converted = run("convert_weights", &[&own, &edax, "--format", "edax-big"]);
    assert_eq!((converted.status, converted.stderr.as_str()), (0, ""));
    for weights in [own, edax] {
        let output = run("evaluate", &[START, "--weights", &weights, "--format", "json"]);
        assert_eq!(json_lines(&output.stdout)[0]["evaluation"], 1.0, "{}", output.stderr);
    }
}

#[test]
fn the_classical_evaluation_is_selected_by_its_name() {
    let board = FFO_1.trim_end_matches(';');
    let rows = |example: &str, args: &[&str]| {
        let output = run(example, &[args, &["--format", "json"]].concat());
        assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{args:?}");
        json_lines(&output.stdout)
    };
    let expected = Classical.evaluate(&board.parse::<Board>().unwrap());
    let evaluation = &rows("evaluate", &[board, "--evaluator", "classical"])[0]["evaluation"];
    assert!((evaluation.as_f64().unwrap() - f64::from(expected)).abs() < 0.01, "{evaluation}");
    let by_default = &rows("evaluate", &[board])[0]["evaluation"];
    assert_eq!(by_default, &rows("evaluate", &[board, "--evaluator", "network"])[0]["evaluation"]);
    assert_ne!(by_default, evaluation);

    // The same score by another search.
    let start = ["--hash-mib", "1", concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/ffo-1-19.obf")];
    let [network, classical] =
        ["network", "classical"].map(|name| rows("solve", &[&start[..], &["--evaluator", name]].concat()));
    for (network, classical) in network.iter().zip(&classical) {
        assert_eq!(network["score"], classical["score"]);
    }
    assert_ne!(network.last().unwrap()["nodes"], classical.last().unwrap()["nodes"]);
}

#[test]
fn analyze_prints_one_object_a_position_and_the_accuracy() {
    let legal = FFO_1.trim_end_matches(';').parse::<Board>().unwrap().legal_moves();
    let scored = |square| format!("{square}:{};", if square == Square::G8 { "+10" } else { "+20" });
    let all_scored: String = legal.into_iter().map(scored).collect();
    let obf = file("analyze.obf", format!("{FFO_1} G8:+18;\n{FFO_1} {all_scored}\n{START};\n"));
    let output = run("analyze", &[&obf, "--depth", "60", "--limit", "2", "--format", "json"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    let (totals, rows) = lines.split_last().unwrap();
    assert_eq!(rows.len(), 2);
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(
            keys(row),
            ["best_move", "depth", "exact", "index", "nodes", "pv", "score", "seconds", "selectivity"]
        );
        assert_eq!(
            (&row["index"], &row["best_move"], &row["score"]),
            (&json!(i + 1), &json!("g8"), &json!(18))
        );
        assert_eq!(
            (&row["depth"], &row["selectivity"], &row["exact"]),
            (&json!(14), &json!(100), &json!(true))
        );
        assert!(row["pv"].as_str().unwrap().starts_with("g8 "), "{row}");
    }
    assert_eq!(totals["positions"], 2);
    assert_eq!(totals["nodes"], rows[0]["nodes"].as_u64().unwrap() + rows[1]["nodes"].as_u64().unwrap());
    // By the second line, the score is 20 and G8 loses 10 discs.
    let accuracy = ["best_move_accuracy", "within_3", "mean_absolute_error", "mean_disc_loss"];
    assert_eq!(accuracy.map(|key| totals[key].as_f64()), [Some(0.5), Some(1.0), Some(1.0), Some(10.0)]);
    let table = run("analyze", &[&obf, "--depth", "2"]).stdout;
    assert_eq!(table.lines().count(), 6, "{table}");
}

#[test]
fn analyze_takes_boards_in_any_phase() {
    let passes = format!("OX{} X", "-".repeat(62)); // only white can move
    let over = format!("XXX{} O", "-".repeat(61));
    let args = [START, passes.as_str(), over.as_str(), "--depth", "3", "--multi-pv", "2", "--format", "json"];
    let output = run("analyze", &args);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    let rows: Vec<_> = lines.iter().map(|row| (&row["index"], &row["best_move"])).collect();
    assert_eq!((rows[0].0, rows[1].0, lines.len()), (&json!(1), &json!(1), 5));
    assert_ne!(rows[0].1, rows[1].1);
    assert!(lines[0]["score"].as_i64() >= lines[1]["score"].as_i64());
    assert_eq!((&lines[0]["depth"], &lines[0]["exact"]), (&json!(3), &json!(false)));
    assert_eq!(rows[2], (&json!(2), &json!("ps")));
    assert_eq!((rows[3], &lines[3]["score"]), ((&json!(3), &Value::Null), &json!(-64)));
    assert_eq!(keys(&lines[4]), ["nodes", "positions", "seconds"]);
}

#[test]
fn analyze_finds_the_same_in_any_order() {
    let ffo = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/ffo-20-39.obf");
    let rows = |threads: &str| {
        let options = ["--depth", "8", "--selectivity", "73", "--jobs", threads, "--format", "json"];
        let mut lines = json_lines(&run("analyze", &[&[ffo][..], &options].concat()).stdout);
        lines.iter_mut().for_each(|line| line["seconds"] = Value::Null);
        lines
    };
    let rows_of_one = rows("1");
    assert_eq!((rows_of_one.len(), &rows_of_one[3]["selectivity"]), (21, &json!(73)));
    assert_eq!(rows("3"), rows_of_one);
}

#[test]
fn analyze_keeps_to_limits() {
    for limit in [["--nodes", "20000"], ["--time", "50"]] {
        let output = run("analyze", &[&[START, "--format", "json"], &limit[..]].concat());
        assert_eq!((output.status, json_lines(&output.stdout).len()), (0, 2), "{}", output.stderr);
    }
}

#[test]
fn analyze_game_prints_each_move_and_draws_the_game() {
    let svg = file("game.svg", "");
    let moves = file("game.txt", "F5 d6 C3 d3\nC4 f4 f6 g5\n");
    let options = ["--depth", "4", "--svg", &svg, "--format", "json"];
    let output = run("analyze_game", &[&[moves.as_str()], &options[..]].concat());
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    let (totals, rows) = lines.split_last().unwrap();
    assert_eq!(rows.len(), 8);
    let mut expected =
        ["ply", "side", "move", "score", "best_move", "best_score", "loss", "depth", "selectivity", "exact"];
    expected.sort_unstable();
    assert_eq!(keys(&rows[0]), expected);
    assert_eq!(
        (&rows[1]["ply"], &rows[1]["side"], &rows[1]["move"]),
        (&json!(2), &json!("white"), &json!("d6"))
    );
    let number = |row: &Value, key: &str| row[key].as_i64().unwrap();
    for row in rows {
        assert_eq!(number(row, "loss"), number(row, "best_score") - number(row, "score"), "{row}");
        assert!(number(row, "loss") >= 0 && (row["loss"] == 0 || row["best_move"] != row["move"]), "{row}");
    }
    let lost: i64 = rows.iter().map(|row| number(row, "loss")).sum();
    assert_eq!(number(totals, "black_loss") + number(totals, "white_loss"), lost);

    let mistakes = rows.iter().filter(|row| row["loss"] != 0).count();
    let picture = std::fs::read_to_string(svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{picture}");
    assert_eq!(picture.matches("<circle").count(), 2 * mistakes); // filled, with a rim

    let output = run("analyze_game", &["f5d6", "--depth", "1"]);
    assert_eq!(output.stdout.lines().count(), 4, "{}", output.stdout);

    let cells = &START[..64];
    let record = format!("(;GM[Othello]PB[a]BO[8 {cells} *]B[F5//2]W[D6];)\n");
    for game in [file("game.ggf", &record), record] {
        let of_ggf = run("analyze_game", &[&game, "--depth", "1"]);
        assert_eq!(of_ggf.stdout.lines().nth(2), output.stdout.lines().nth(2), "{}", of_ggf.stderr);
    }
}

/// Long enough to show progress, which goes to terminals only.
#[test]
fn analyze_game_shares_the_time_of_the_whole_game() {
    let output = run("analyze_game", &["f5d6c3d3", "--total-time", "400", "--format", "json"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    let (totals, rows) = lines.split_last().unwrap();
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row["depth"].as_i64() >= Some(1)), "{rows:?}");
    assert!(totals["seconds"].as_f64() >= Some(0.3), "{totals}");
}

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
fn tables_are_weights_and_are_not_converted_back() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/reversi-eval/src/weights/");
    let evaluation = |weights: &str| {
        let output =
            run("evaluate", &["--weights", weights, "--format", "json", "--", FFO_1.trim_end_matches(';')]);
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        json_lines(&output.stdout)[0]["evaluation"].as_f64().unwrap()
    };
    let tables = file("one.tables", "");
    for name in ["patterns.weights", "network.weights"] {
        let from = format!("{weights}{name}");
        let output = run("convert_weights", &[&from, &tables, "--format", "tables"]);
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        assert_eq!(evaluation(&tables), evaluation(&from));
    }
    let out = file("from-tables.weights", "");
    let (network, patterns) = (&*format!("{weights}network.weights"), &*format!("{weights}patterns.weights"));
    for (args, message) in [
        (
            &[&*tables, &out, "--format=edax"][..],
            "one.tables: byte 0: expected pattern weights and not tables",
        ),
        (&[network, &out], "a network needs --format tables"),
        (&[network, &out, "--format=tables", "--plies=10"], "--plies needs pattern weights"),
        (&[patterns, &out, "--step=4"], "--step needs --format compact"),
        (&[patterns, &out, "--format=edax", "--provenance=own"], "--provenance: Edax's layout has no room"),
    ] {
        let output = run("convert_weights", args);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{args:?}");
        assert!(output.stderr.contains(message), "{args:?}: {}", output.stderr);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), "", "{args:?}");
    }
}
