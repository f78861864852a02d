//! `prove` and `verify`.

use serde_json::json;

use crate::support::{Folder, file, json_lines, keys, refused, run, stdout};

const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

#[test]
fn a_proof_is_made_and_checked() {
    let folder = Folder::new("proofs");
    let proof = folder.path("ffo-1.proof");
    let made = json_lines(&stdout(&["prove", FFO_1, "-o", &proof, "--format", "json"])).remove(0);
    assert_eq!(
        keys(&made),
        ["bytes", "claim", "file", "leaf_empties", "position", "positions", "score", "seconds"]
    );
    assert_eq!(
        (&made["claim"], &made["score"], &made["position"]),
        (&json!("exactly"), &json!(18), &json!(FFO_1))
    );
    assert_eq!(made["bytes"], std::fs::metadata(&proof).unwrap().len());
    let checked = json_lines(&stdout(&["verify", &proof, "--format", "json", "--threads", "2"])).remove(0);
    assert_eq!(
        keys(&checked),
        ["claim", "file", "leaf_empties", "leaves", "position", "positions", "score", "seconds", "verified"]
    );
    for field in ["claim", "file", "leaf_empties", "position", "positions", "score"] {
        assert_eq!(made[field], checked[field], "{field}");
    }
    assert_eq!(checked["verified"], true);
    let table = stdout(&["verify", &proof]);
    let text = format!("{proof}: the score is exactly 18: {FFO_1} (");
    assert!(table.starts_with(&text), "{table}");
    assert!(stdout(&["prove", FFO_1, "-o", &proof]).starts_with(&format!("{proof}: exactly 18, ")));
    assert_eq!(folder.names(), ["ffo-1.proof"]);
}

#[test]
fn each_claim_has_its_option() {
    let folder = Folder::new("claims");
    let white = FFO_1.replace('X', "*").replace('O', "X").replace('*', "O");
    for (option, score) in
        [("--at-least", "16"), ("--at-most", "18"), ("--exactly", "18"), ("--at-least", "-64")]
    {
        let proof = folder.path(option);
        let _ = stdout(&["prove", &white, option, score, "-o", &proof, "--leaf-empties", "7"]);
        let checked = json_lines(&stdout(&["verify", &proof, "--format", "json"])).remove(0);
        assert_eq!(
            (checked["claim"].as_str(), checked["score"].to_string()),
            (option.strip_prefix("--"), score.to_owned())
        );
        assert_eq!((&checked["position"], &checked["leaf_empties"]), (&json!(white), &json!(7)));
    }
    let proof = folder.path("false");
    let output = run(&["prove", FFO_1, "--at-least", "20", "-o", &proof]);
    assert_eq!((output.status, &*output.stdout), (1, ""));
    assert!(output.stderr.contains("cannot prove \"at-least 20\": the score is"), "{}", output.stderr);
    assert!(!std::path::Path::new(&proof).exists());
}

/// A trunk and its shards, made and checked by the program alone.
#[test]
fn a_proof_may_rest_on_others() {
    let folder = Folder::new("trunk");
    let trunk = folder.path("trunk.proof");
    let made =
        json_lines(&stdout(&["prove", FFO_1, "--open-at", "12", "-o", &trunk, "--format", "json"])).remove(0);
    let open = made["open"].as_array().unwrap();
    assert!(made["leaf_empties"] == 12 && open.len() > 2, "{made}");
    let table = stdout(&["prove", FFO_1, "--open-at", "12", "-o", &trunk]);
    assert_eq!(table.lines().count(), 1 + open.len());
    let alone = run(&["verify", &trunk]);
    assert!(alone.status == 1 && alone.stdout.contains("rests on a missing proof"), "{}", alone.stdout);
    let mut files = Vec::new();
    for (i, (line, open)) in table.lines().skip(1).zip(open).enumerate() {
        let (position, claim, score) = (&open["position"], &open["claim"], &open["score"]);
        let (position, claim, score) =
            (position.as_str().unwrap(), claim.as_str().unwrap(), score.to_string());
        assert_eq!(line, format!("{position} {claim} {score}"));
        files.push(folder.path(&i.to_string()));
        let _ = stdout(&["prove", position, &format!("--{claim}"), &score, "-o", &files[i]]);
    }
    files.push(trunk);
    let mut args: Vec<&str> = vec!["verify"];
    args.extend(files.iter().map(String::as_str));
    assert_eq!(stdout(&args).lines().count(), files.len());
    args.remove(1);
    assert_eq!(run(&args).status, 1);
}

#[test]
fn bad_arguments_are_refused() {
    let out = file("unused.proof", "");
    for (args, message) in [
        (&["prove", FFO_1, "-o", &out, "--at-least", "65"][..], "--at-least must be -64 to 64, not 65"),
        (&["prove", FFO_1, "-o", &out, "--leaf-empties", "11"], "--leaf-empties must be 0 to 10, not 11"),
        (
            &["prove", FFO_1, "-o", &out, "--at-least", "2", "--at-most", "4"],
            "--at-most must not be given together with --at-least",
        ),
        (&["prove", FFO_1, "-o", &out, "--open-at", "9", "--leaf-empties", "4"], "cannot be used with"),
        (&["prove", FFO_1, "-o", &out, "--open-at", "64"], "--open-at must be 0 to 63, not 64"),
        (&["prove", FFO_1, "-o", &out, "--nodes", "10"], "stopped by the node limit"),
        (&["prove", "f5d6 f5d6c3", "-o", &out], ""),
        (&["verify", "no-such.proof"], "no-such.proof: "),
    ] {
        refused(args, message);
    }
    assert!(std::fs::read(out).unwrap().is_empty());
}

#[test]
fn a_proof_has_at_most_so_many_positions() {
    let folder = Folder::new("positions");
    let proof = folder.path("ffo-1.proof");
    let made = json_lines(&stdout(&["prove", FFO_1, "-o", &proof, "--format", "json"])).remove(0);
    let positions = made["positions"].as_u64().unwrap();
    let _ = stdout(&["verify", &proof, "--positions", &positions.to_string()]);
    let output = run(&["verify", &proof, "--positions", &(positions - 1).to_string()]);
    assert_eq!(output.status, 1);
    let message = format!("positions must be at most {}, not {positions}", positions - 1);
    assert!(output.stdout.contains(&message), "{}", output.stdout);
}

#[test]
fn a_file_that_proves_nothing_is_refused() {
    let text = file("text.proof", "hello\n");
    let damaged = file("damaged.proof", "reversi-proof 1 00000000\nboard\n");
    let output = run(&["verify", &text, &damaged]);
    assert_eq!((output.status, &*output.stderr), (1, ""));
    assert!(output.stdout.contains(&format!("{text}: refused: byte 0: a line must be")), "{}", output.stdout);
    assert!(
        output.stdout.contains(&format!("{damaged}: refused: the checksum is wrong")),
        "{}",
        output.stdout
    );
    let output = run(&["verify", "--format", "json", &text, &damaged]);
    let lines = json_lines(&output.stdout);
    assert_eq!(output.status, 1);
    assert_eq!(keys(&lines[0]), ["error", "file", "seconds", "verified"]);
    assert_eq!(
        (&lines[0]["error"]["code"], &lines[0]["error"]["at"]["offset"]),
        (&json!("proof-format"), &json!(0))
    );
    assert_eq!(
        (&lines[1]["error"]["code"], &lines[1]["verified"]),
        (&json!("proof-checksum"), &json!(false))
    );
}
