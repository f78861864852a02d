//! `analyze`.

use reversi_engine::{Board, Square};
use reversi_testkit::{FFO_1, START};
use serde_json::{Value, json};

use crate::support::{DATA, file, in_new_folder, json_lines, keys, reversi, run};

#[test]
fn analyze_prints_one_object_a_position_and_the_accuracy() {
    let legal = FFO_1.trim_end_matches(';').parse::<Board>().unwrap().legal_moves();
    let scored = |square| format!("{square}:{};", if square == Square::G8 { "+10" } else { "+20" });
    let all_scored: String = legal.into_iter().map(scored).collect();
    let obf = file("analyze.obf", format!("{FFO_1} G8:+18;\n{FFO_1} {all_scored}\n{START};\n"));
    let output = run(&["analyze", &obf, "--depth", "60", "--limit", "2", "--format", "json"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    let (totals, rows) = lines.split_last().unwrap();
    assert_eq!(rows.len(), 2);
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(
            keys(row),
            [
                "best_move",
                "depth",
                "exact",
                "index",
                "nodes",
                "pv",
                "score",
                "seconds",
                "selectivity",
                "stopped",
            ]
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
    let table = run(&["analyze", &obf, "--depth", "2"]).stdout;
    assert_eq!(table.lines().count(), 6, "{table}");
}

#[test]
fn analyze_takes_boards_in_any_phase() {
    let passes = format!("OX{} X", "-".repeat(62)); // only white can move
    let over = format!("XXX{} O", "-".repeat(61));
    let args = [
        "analyze",
        START,
        passes.as_str(),
        over.as_str(),
        "--depth",
        "3",
        "--multi-pv",
        "2",
        "--format",
        "json",
    ];
    let output = run(&args);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    let rows: Vec<_> = lines.iter().map(|row| (&row["index"], &row["best_move"])).collect();
    assert_eq!((rows[0].0, rows[1].0, lines.len()), (&json!(1), &json!(1), 5));
    assert_ne!(rows[0].1, rows[1].1);
    assert!(lines[0]["score"].as_i64() >= lines[1]["score"].as_i64());
    assert_eq!((&lines[0]["depth"], &lines[0]["exact"]), (&json!(3), &json!(false)));
    assert_eq!(rows[2], (&json!(2), &json!("ps")));
    assert_eq!((rows[3], &lines[3]["score"]), ((&json!(3), &Value::Null), &json!(-64)));
    assert_eq!(keys(&lines[4]), ["interrupted", "nodes", "positions", "seconds", "stored"]);
}

#[test]
fn analyze_goes_on_where_an_earlier_run_ended() {
    let problems = file("analyze-resumed.obf", format!("{FFO_1}\n{START};\n{FFO_1}\n"));
    let checkpoint = in_new_folder("analyses", "problems.analyzed");
    let path = checkpoint.to_str().unwrap();
    let analyze = |limit: &str, more: &[&str]| {
        let args = ["analyze", &problems, "--checkpoint", path, "--limit", limit, "--format", "json"];
        let output = run(&[&args[..], more].concat());
        (output.status, json_lines(&output.stdout), output.stderr)
    };
    let options = ["--depth", "4", "--multi-pv", "2"];
    let (_, first, _) = analyze("1", &options);
    assert_eq!((&first[2]["stored"], first[2]["nodes"] == 0), (&json!(0), false), "{first:?}");
    let (status, all, _) = analyze("3", &[&options[..], &["--jobs", "2"]].concat());
    assert_eq!((status, all.len(), &all[6]["stored"]), (0, 7, &json!(2)), "{all:?}");
    assert_eq!(all[6]["nodes"], all[2]["nodes"], "those of this run");
    for (earlier, later) in [(&first[0], &all[0]), (&first[1], &all[1]), (&first[0], &all[4])] {
        for key in ["best_move", "score", "nodes", "pv"] {
            assert_eq!(earlier[key], later[key], "{later}");
        }
    }
    let table = run(&["analyze", &problems, "--checkpoint", path, "--depth", "4", "--multi-pv", "2"]).stdout;
    assert!(table.contains("\n3 searched (3 of them earlier), 0 nodes in "), "{table}");

    let (status, lines, error) = analyze("3", &["--depth", "4"]);
    assert_eq!((status, lines.len()), (2, 0));
    assert!(error.contains("problems.analyzed: not for this request"), "{error}");
    let other = [&options[..], &["--evaluator", "classical"]].concat();
    let (status, lines, error) = analyze("3", &other);
    assert_eq!((status, lines.len()), (2, 0));
    assert!(error.contains("problems.analyzed: by another evaluation: its analyses are by "), "{error}");
    // Games of the same request have moves of their own in it.
    let games = ["game", "f5d6", "--checkpoint", path, "--depth", "4"];
    assert_eq!(run(&games).status, 2, "one line a position");
}

#[test]
fn analyze_finds_the_same_in_any_order() {
    let ffo = &format!("{DATA}ffo-20-39.obf");
    let rows = |threads: &str| {
        let options = ["--depth", "8", "--selectivity", "73", "--jobs", threads, "--format", "json"];
        let mut lines = json_lines(&run(&[&["analyze", ffo][..], &options].concat()).stdout);
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
        let output = run(&[&["analyze", START, "--format", "json"], &limit[..]].concat());
        assert_eq!((output.status, json_lines(&output.stdout).len()), (0, 2), "{}", output.stderr);
    }
}

/// Each thread asks for the stack that `RUST_MIN_STACK` states, of an address space of 1 GiB.
#[test]
#[cfg(target_os = "linux")]
fn jobs_without_a_thread_are_done_by_the_others() {
    let ffo = &format!("{DATA}ffo-1-19.obf");
    let args = ["analyze", ffo, "--level", "2", "--jobs", "200", "--hash-mib", "0", "--format", "json"];
    let analyze = |limits: &[&str]| {
        let program = reversi(&args);
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
