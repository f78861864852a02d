//! `--shard` and `--output` of `solve`, `analyze` and `evaluate`, and `merge`.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use reversi_engine::Game;
use reversi_engine::notation::read_obf;
use serde_json::{Value, json};

use crate::support::{DATA, Folder, Output, file, json_lines, refused, reversi, run, stdout};

/// Positions with 7 to 12 empties in no order of hardness, in a file.
fn positions(name: &str, count: usize) -> String {
    let problems = fs::read_to_string(format!("{DATA}ffo-1-19.obf")).unwrap();
    let mut text = String::new();
    for i in 0..count {
        let problem = read_obf(&problems).nth(i % 19).unwrap().unwrap();
        let mut game = Game::from_position(problem.position);
        while game.board().empties().len() > 7 + i as u32 % 6 {
            let moves: Vec<_> = game.legal_plays().collect();
            let Some(&mv) = moves.get((i / 19 + 7 * game.moves().len()) % moves.len().max(1)) else { break };
            game.play(mv).unwrap();
        }
        text += &format!("{};\n", game.position());
    }
    file(name, text)
}

/// Runs all shards, and returns their files.
fn run_shards(command: &[&str], folder: &Folder, of: usize) -> Vec<String> {
    let path = |number| folder.path(&format!("{number}.jsonl"));
    for number in 1..=of {
        let (shard, path) = (format!("{number}/{of}"), path(number));
        stdout(&[command, &["--shard", &shard, "--output", &path]].concat());
    }
    (1..=of).map(path).collect()
}

/// The lines of a file of answers without the seconds, which differ from run to run, and their checksums.
fn content(path: impl AsRef<Path>) -> Vec<Value> {
    let mut lines = json_lines(&fs::read_to_string(path).unwrap());
    for line in &mut lines {
        line.as_object_mut().unwrap().remove("crc").unwrap();
        for reply in ["solution", "analysis"] {
            if let Some(reply) = line.get_mut(reply) {
                reply.as_object_mut().unwrap().remove("seconds").unwrap();
            }
        }
    }
    lines
}

fn merge(files: &[String], output: &str) -> Output {
    let files = files.iter().map(String::as_str);
    run(&["merge"].into_iter().chain(files).chain(["--output", output]).collect::<Vec<_>>())
}

/// Writes a file of answers again, with other text in one of its lines and a checksum that agrees.
fn change(path: &str, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    let line = text.lines().find(|line| line.contains(from)).unwrap();
    let fields = line.split_once("\",").unwrap().1.replacen(from, to, 1);
    let sealed = format!("{{\"crc\":\"{:08x}\",{fields}", crc32fast::hash(fields.as_bytes()));
    fs::write(path, text.replacen(line, &sealed, 1)).unwrap();
}

#[test]
fn merged_shards_are_the_file_of_a_single_run_with_nodes() {
    let input = positions("merged.obf", 25);
    for (command, of) in [
        (&["solve", &input, "--hash-mib", "1"][..], 4),
        (&["solve", &input, "--hash-mib", "1", "--window", "wld", "--threads", "2"], 3),
        (&["analyze", &input, "--hash-mib", "1", "--depth", "4", "--lines", "2"], 3),
        (&["evaluate", &input], 30), // more shards than positions
    ] {
        let folder = Folder::new(&format!("merged-{}-{of}", command[0]));
        let files = run_shards(command, &folder, of);
        let (all, single) = (folder.path("all"), folder.path("single"));
        let merged = merge(&files, &all);
        assert_eq!((merged.status, merged.stderr.as_str()), (0, ""));
        let start = format!("{of} shards, 25 positions, ");
        assert!(merged.stdout.starts_with(&start), "{}", merged.stdout);
        stdout(&[command, &["--output", &single]].concat());
        let (all, single) = (content(all), content(single));
        assert_eq!(all, single, "{command:?}");
        let ids = all[1..].iter().map(|line| line["id"].as_u64().unwrap());
        assert!(ids.eq(1..=25));
        assert!(!folder.names().iter().any(|name| name.ends_with(".part")), "{:?}", folder.names());
    }
}

#[test]
fn a_shard_that_is_killed_goes_on_where_it_was() {
    let input = positions("killed.obf", 3000);
    let folder = Folder::new("killed");
    let output = folder.path("half.jsonl");
    let command = ["solve", &input, "--hash-mib", "1", "--shard", "2/2", "--output", &output];
    let mut program = reversi(&command).stdout(Stdio::null()).spawn().unwrap();
    let recorded = || {
        let parts = folder.names().into_iter().filter(|name| name.ends_with(".part"));
        parts.map(|name| fs::read_to_string(folder.0.join(name)).unwrap().lines().count()).sum::<usize>()
    };
    while recorded() < 20 {
        assert_eq!(program.try_wait().unwrap(), None, "it has ended before it could be killed");
    }
    program.kill().unwrap();
    program.wait().unwrap();
    assert!(!Path::new(&output).exists());
    let known = recorded() - 1; // the first line is the header of the checkpoint
    let says = stdout(&command);
    let (_, of_it) = says.split_once("shard 2/2, ").unwrap();
    let (positions, on_record) = of_it.split_once(" positions, ").unwrap();
    let on_record: usize = on_record.split_once(" of them on record, ").unwrap().0.parse().unwrap();
    let positions: usize = positions.parse().unwrap();
    assert!((1000..2000).contains(&positions), "{says}");
    // A line may have been cut, and equal positions have one.
    assert!((known - 1..positions).contains(&on_record), "{known}: {says}");
    assert_eq!(folder.names(), ["half.jsonl"]);
    let whole = folder.path("whole.jsonl");
    stdout(&[&command[..4], &["--shard", "2/2", "--output", &whole]].concat());
    assert_eq!(content(output), content(whole));
}

#[test]
fn a_finished_shard_is_left_as_it_is() {
    let input = positions("finished.obf", 5);
    let folder = Folder::new("finished");
    let output = folder.path("1.jsonl");
    let command = ["solve", &input, "--hash-mib", "1", "--shard", "1/2", "--output", &output];
    stdout(&command);
    let before = fs::read(&output).unwrap();
    let says = stdout(&command);
    assert!(says.starts_with(&format!("{output}: shard 1/2 is finished (")), "{says}");
    assert_eq!(fs::read(&output).unwrap(), before);
    // The file answers another question.
    let others = [
        (&["--window", "wld"][..], "the question is {\"ask\":\"solve\"}, not "),
        (&["--hash-mib", "2"], "the size of the hash table in MiB is 1, not 2"),
        (&["--shard", "2/2"], "it is shard 1/2, not 2/2"),
    ];
    for (options, message) in others {
        let kept = command.chunks(2).filter(|pair| pair[0] != options[0]).flatten().copied();
        let args: Vec<&str> = kept.chain(options.iter().copied()).collect();
        refused(&args, message);
    }
    assert_eq!(fs::read(&output).unwrap(), before);
}

#[test]
fn merge_names_the_shards_to_run_again() {
    let input = positions("missing.obf", 23);
    let folder = Folder::new("missing");
    let command = ["solve", &input, "--hash-mib", "1"];
    let files = run_shards(&command, &folder, 6);
    let all = folder.path("all.jsonl");
    fs::remove_file(&files[1]).unwrap();
    let damaged = fs::read_to_string(&files[2]).unwrap().replacen("\"nodes\":", "\"nodes\":1", 1);
    fs::write(&files[2], damaged).unwrap();
    let text = fs::read_to_string(&files[5]).unwrap();
    fs::write(&files[5], &text[..text.len() - 40]).unwrap();

    let merged = merge(&files, &all);
    assert_eq!((merged.status, merged.stdout.as_str()), (1, "2-3,6\n"), "{}", merged.stderr);
    for says in [
        format!("{}: there is no such file, or it is empty\n", files[1]),
        format!("{}: line 2: its checksum does not agree\n", files[2]),
        format!("{}: it ends before line ", files[5]),
        "3 of 6 shards are there\n".to_owned(),
    ] {
        assert!(merged.stderr.contains(&says), "{says}: {}", merged.stderr);
    }
    assert!(!Path::new(&all).exists());

    for number in [2, 3, 6] {
        let (shard, path) = (format!("{number}/6"), &files[number - 1]);
        let again = run(&[&command[..], &["--shard", &shard, "--output", path]].concat());
        assert_eq!(again.status, 0, "{}", again.stderr);
        assert_eq!(again.stderr.contains("the shard is done again"), number != 2, "{}", again.stderr);
    }
    assert_eq!(merge(&files, &all).status, 0);
    let single = folder.path("single.jsonl");
    stdout(&[&command[..], &["--output", &single]].concat());
    assert_eq!(content(all), content(single));
}

#[test]
fn a_shard_that_is_given_twice_counts_once() {
    let input = positions("twice-given.obf", 6);
    let folder = Folder::new("twice-given");
    let files = run_shards(&["solve", &input, "--hash-mib", "1"], &folder, 2);
    let (once, twice) = (folder.path("once"), folder.path("twice"));
    let says = merge(&files, &once);
    assert!(says.stdout.starts_with("2 shards, 6 positions, "), "{}", says.stdout);
    let copy = folder.path("copy.jsonl");
    fs::copy(&files[1], &copy).unwrap();
    let again = merge(&[&files[..], &[files[0].clone(), copy]].concat(), &twice);
    assert_eq!((again.status, again.stdout, again.stderr), (0, says.stdout, String::new()));
    assert_eq!(fs::read(once).unwrap(), fs::read(twice).unwrap());
}

/// Numbers that no run writes are refused where they are read, and take no time.
#[test]
fn numbers_beyond_their_ranges_are_refused() {
    let input = positions("ranges.obf", 2);
    let folder = Folder::new("ranges");
    let files = run_shards(&["solve", &input, "--hash-mib", "1"], &folder, 1);
    let text = fs::read_to_string(&files[0]).unwrap();
    let changed = |from: &str, to: &str| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        let path = folder.path("changed");
        fs::write(&path, &text).unwrap();
        change(&path, from, to);
        merge(&[path], &folder.path("all"))
    };
    let refused = changed("\"positions\":2", "\"positions\":18446744073709551615");
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    let message = "the files have 2 answers together, not 18446744073709551615\n";
    assert!(refused.stderr.ends_with(message), "{}", refused.stderr);
    let answer: Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    let (nodes, seconds) = (&answer["solution"]["nodes"], &answer["solution"]["seconds"]);
    for (from, to, message) in [
        (
            format!("\"nodes\":{nodes},"),
            "\"nodes\":18446744073709551615,",
            "nodes must be 0 to 9007199254740992, not 18446744073709551615",
        ),
        (
            format!("\"seconds\":{seconds}}}"),
            "\"seconds\":1000000001}",
            "seconds must be 0 to 1000000000, not 1000000001",
        ),
    ] {
        let refused = changed(&from, to);
        assert_eq!((refused.status, refused.stdout.as_str()), (2, ""), "{to}");
        assert!(refused.stderr.contains(&format!(": line 2: {message}")), "{to}: {}", refused.stderr);
    }
    assert!(!Path::new(&folder.path("all")).exists());
}

#[test]
fn merge_replaces_none_of_its_files() {
    let input = positions("replaced.obf", 4);
    let folder = Folder::new("replaced");
    let files = run_shards(&["solve", &input, "--hash-mib", "1"], &folder, 2);
    let before = fs::read(&files[0]).unwrap();
    let merged = merge(&files, &files[0]);
    assert_eq!(merged.status, 2, "{}", merged.stdout);
    assert!(merged.stderr.contains("must not be one of the files to merge"), "{}", merged.stderr);
    assert_eq!(fs::read(&files[0]).unwrap(), before);
}

#[test]
fn merge_finds_what_contradicts() {
    let (one, two) = (positions("once.obf", 1), positions("other.obf", 2));
    let other = fs::read_to_string(two).unwrap();
    let input = file("twice.obf", fs::read_to_string(one).unwrap() + &other); // 1 and 2 are equal
    let folder = Folder::new("contradictions");
    let files = run_shards(&["solve", &input, "--hash-mib", "1", "--window", "wld"], &folder, 3);
    let all = folder.path("all.jsonl");
    assert_eq!(merge(&files, &all).status, 0);
    fs::remove_file(&all).unwrap();
    let first = |path: &&String| content(path)[1..].iter().any(|line| line["id"] == 1);
    let path = files.iter().find(first).unwrap(); // the file of the second position as well
    let bounds = content(path)[1]["solution"]["value"]["bounds"].clone();
    let loses = bounds["lower"] == -64;
    let to = if loses { json!({ "lower": 2, "upper": 64 }) } else { json!({ "lower": -64, "upper": -2 }) };
    change(path, &bounds.to_string(), &to.to_string());
    let merged = merge(&files, &all);
    assert_eq!((merged.status, merged.stdout.as_str()), (1, ""), "{}", merged.stderr);
    assert!(merged.stderr.starts_with("position 2 is "), "{}", merged.stderr);
    assert!(merged.stderr.ends_with(" as position 1\n"), "{}", merged.stderr);
    assert!(!Path::new(&all).exists());
}

#[test]
fn merge_refuses_files_of_different_runs() {
    let input = positions("different.obf", 4);
    let folder = Folder::new("different");
    let path = |name: &str| folder.path(name);
    let solve = |shard: &str, options: &[&str], name: &str| {
        let args = ["solve", &input, "--hash-mib", "1", "--shard", shard, "--output", &path(name)];
        stdout(&[&args, options].concat());
    };
    solve("1/2", &[], "1");
    solve("2/2", &["--at-least", "2"], "question");
    solve("2/3", &[], "shards");
    for (name, message) in [
        ("question", "the question is {\"ask\":\"solve\",\"at_least\":2}, not {\"ask\":\"solve\"}"),
        ("shards", "it is one of 3 shards"),
    ] {
        let merged = merge(&[path("1"), path(name)], &path("all"));
        let start = format!("error: {}: of another run than {}: {message}", path(name), path("1"));
        assert_eq!(merged.status, 2, "{}", merged.stdout);
        assert!(merged.stderr.starts_with(&start), "{}", merged.stderr);
    }
}

#[test]
fn a_file_of_other_content_is_not_replaced() {
    let input = positions("kept.obf", 2);
    let notes = file("notes.txt", "my notes\n");
    refused(&["solve", &input, "--output", &notes], "line 1 is not that of a file of answers");
    assert_eq!(fs::read_to_string(&notes).unwrap(), "my notes\n");
}

#[test]
fn shards_that_do_not_exist_are_refused() {
    let input = positions("refused.obf", 2);
    for (args, message) in [
        (&["--shard", "0/4", "-o", "x"][..], "shard must be 1/4 to 4/4, not 0/4"),
        (&["--shard", "1/4"], "--output <FILE>"),
        (&["-o", "x", "--format", "json"], "cannot be used with"),
        (&["-o", "x", "--total-seconds", "5"], "must not be given together with --output"),
        (&["-o", "x", "--checkpoint", "y"], "--checkpoint is not needed with --output"),
    ] {
        refused(&[&["solve", &input], args].concat(), message);
    }
    refused(&["solve", "-", "-o", "x"], "--output needs files of positions");
    assert!(!Path::new("x").exists());
}
