//! `weights`.

use reversi_testkit::FFO_1;

use crate::support::{answers, file, in_new_folder, json_lines, refused, run, stdout};

#[test]
fn tables_are_weights_and_are_not_converted_back() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../reversi-eval/src/weights/");
    let evaluation = |weights: &str| {
        let output =
            run(&["evaluate", "--weights", weights, "--format", "json", "--", FFO_1.trim_end_matches(';')]);
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        answers(&output.stdout)[0]["evaluation"].as_f64().unwrap()
    };
    let tables = file("one.tables", "");
    for name in ["patterns.weights", "network.weights"] {
        let from = format!("{weights}{name}");
        stdout(&["weights", "convert", &from, &tables, "--format", "tables"]);
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
        let output = run(&[&["weights", "convert"], args].concat());
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{args:?}");
        assert!(output.stderr.contains(message), "{args:?}: {}", output.stderr);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), "", "{args:?}");
    }
}

#[test]
fn info_says_what_a_file_contains() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../reversi-eval/src/weights/");
    let (network, patterns) = (format!("{weights}network.weights"), format!("{weights}patterns.weights"));
    let tables = in_new_folder("tables", "network.tables");
    let tables = tables.to_str().unwrap();
    stdout(&["weights", "convert", &network, tables, "--format", "tables"]);
    let lines = json_lines(&stdout(&["weights", "info", &network, &patterns, tables, "--format", "json"]));
    let kinds: Vec<_> = lines.iter().map(|line| line["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["network", "pattern weights", "tables"]);
    assert_eq!(lines[0]["provenance"], lines[2]["provenance"]);
    let embedded = stdout(&["weights", "info"]);
    assert!(embedded.starts_with("built in: network, the default\n"), "{embedded}");
    assert!(embedded.contains("\nbuilt in: pattern weights, less accurate\n"), "{embedded}");
    let lines = json_lines(&stdout(&["weights", "info", "--format", "json"]));
    let told: Vec<_> = lines.iter().map(|line| (&line["kind"], line["provenance"] != "")).collect();
    assert_eq!(told, [(&"network".into(), true), (&"pattern weights".into(), true)]);

    let text = file("info.weights", "These are no weights.");
    refused(&["weights", "info", &text], "info.weights: byte 0: not a weights file");
}
