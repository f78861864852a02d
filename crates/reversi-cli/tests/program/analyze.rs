//! `analyze`.

use reversi_engine::{Board, Square};
use reversi_testkit::{FFO_1, START};
use serde_json::{Value, json};

use crate::support::{DATA, answers, file, in_new_folder, reversi, run, run_with, stdout};

#[test]
fn analyze_measures_the_accuracy() {
    let legal = FFO_1.trim_end_matches(';').parse::<Board>().unwrap().legal_moves();
    let scored = |square| format!("{square}:{};", if square == Square::G8 { "+10" } else { "+20" });
    let all_scored: String = legal.into_iter().map(scored).collect();
    let obf = file("accuracy.obf", format!("{FFO_1} G8:+18;\n{FFO_1} {all_scored}\n{START};\n"));
    let table = stdout(&["analyze", &obf, "--depth", "60", "--limit", "2"]);
    // By the second line, the score is 20 and G8 loses 10 discs.
    let accuracy = "best move 50.0 %, score within 3 discs 100.0 %, mean absolute error 1.00 discs, mean loss 10.00 discs";
    assert_eq!((table.lines().count(), table.lines().last()), (5, Some(accuracy)), "{table}");
    let table = stdout(&["analyze", &obf, "--depth", "2"]);
    assert_eq!(table.lines().count(), 6, "{table}");
}

#[test]
fn analyze_goes_on_where_an_earlier_run_ended() {
    let problems = file("analyze-resumed.obf", format!("{FFO_1}\n{START};\n{FFO_1}\n"));
    let checkpoint = in_new_folder("analyses", "problems.jsonl");
    let path = checkpoint.to_str().unwrap();
    let analyze = |limit: &str, more: &[&str]| {
        let args = ["analyze", &problems, "--checkpoint", path, "--limit", limit];
        let output = run(&[&args[..], more].concat());
        (output.status, output.stdout, output.stderr)
    };
    let options = ["--depth", "4", "--lines", "2"];
    let json = [&options[..], &["--format", "json"]].concat();
    let (_, first, _) = analyze("1", &json);
    let (status, all, _) = analyze("3", &[&json[..], &["--jobs", "2"]].concat());
    let (first, all) = (answers(&first), answers(&all));
    assert_eq!((status, first.len(), all.len()), (0, 1, 3), "{all:?}");
    assert_eq!(
        (&first[0]["analysis"]["source"], &all[0]["analysis"]["source"]),
        (&Value::Null, &json!("file")) // a search is not named
    );
    for (earlier, later) in [(&first[0], &all[0]), (&first[0], &all[2])] {
        for key in ["lines", "nodes"] {
            assert_eq!(earlier["analysis"][key], later["analysis"][key], "{later}");
        }
    }
    let (_, table, _) = analyze("3", &options);
    assert!(table.contains("\n3 searched (3 of them earlier), 0 nodes in "), "{table}");

    let other = [&json[..], &["--evaluator", "classical"]].concat();
    let (status, lines, error) = analyze("3", &other);
    assert_eq!((status, lines.as_str()), (2, ""));
    assert!(error.contains("problems.jsonl: by another evaluation: its analyses are by "), "{error}");
    // Games of the same request have moves of their own in it.
    let games = ["game", "f5d6", "--checkpoint", path, "--depth", "4"];
    assert_eq!(run(&games).status, 2, "one line a position");
}

#[test]
fn analyze_finds_the_same_in_any_order() {
    let ffo = &format!("{DATA}ffo-20-39.obf");
    let answers = |threads: &str| {
        let options = ["--depth", "8", "--selectivity", "73", "--jobs", threads, "--format", "json"];
        let mut answers = answers(&run(&[&["analyze", ffo][..], &options].concat()).stdout);
        answers.iter_mut().for_each(|answer| answer["analysis"]["seconds"] = Value::Null);
        answers
    };
    let of_one = answers("1");
    let value = &of_one[3]["analysis"]["lines"][0]["value"];
    assert_eq!((of_one.len(), &value["estimate"]["selectivity"]), (20, &json!(73)));
    assert_eq!(answers("3"), of_one);
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
        let mut answers = answers(&String::from_utf8(output.stdout).unwrap());
        for answer in &mut answers {
            answer["analysis"]["seconds"] = Value::Null;
        }
        answers
    };
    let expected = analyze(&[]);
    assert_eq!(expected.len(), 19);
    let gib = 1_u64 << 30;
    for stack_bytes in [gib / 16, 2 * gib] {
        assert_eq!(analyze(&[&stack_bytes.to_string(), &format!("--as={gib}")]), expected);
    }
}

#[test]
fn limits_of_the_whole_call_hold_for_all_positions_together() {
    let limits = ["--total-nodes", "20000", "--format", "json", "--hash-mib", "1"];
    let board = FFO_1.trim_end_matches(';');
    let analyses = run(&[&["analyze", board, board][..], &limits].concat()).stdout;
    let solutions = run_with(&[&["solve", "-"][..], &limits].concat(), &format!("{FFO_1}\n{FFO_1}\n")).stdout;
    for (text, reply) in [(analyses, "analysis"), (solutions, "interrupted")] {
        let nodes: Vec<u64> =
            answers(&text).iter().map(|answer| answer[reply]["nodes"].as_u64().unwrap()).collect();
        assert!(nodes.len() == 2 && nodes[0] > 10_000 && nodes[1] < 10_000, "{reply}: {nodes:?}");
    }
    let refused = run(&["analyze", board, "--checkpoint", "x", "--total-nodes", "1"]);
    let message = "error: --total-nodes must not be given together with --checkpoint\n";
    assert_eq!((refused.status, refused.stderr.as_str()), (2, message));
}
