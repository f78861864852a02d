//! The sizes of the program of README.md, stripped, for each choice of embedded weights, against the table
//! in the guide `weights`, and with the embedded book. It builds eight programs, so only `.ci/full` runs it:
//! `cargo test --package reversi-engine --test program_size -- --ignored`.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))] // the table is about this target

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const GUIDE: &str = include_str!("../src/docs/weights.md");

/// The choices as the guide and a manifest name them, and the most megabytes of the small program.
const CHOICES: [(&str, &str, f64); 4] = [
    ("`embedded`", "embedded", 3.8),
    ("`embedded-small`", "embedded-small", 1.6),
    ("neither", "", 1.1),
    ("`embedded`, `embedded-book`", "embedded,embedded-book", 4.2),
];

/// The profiles in the columns of the guide: the stripped release profile, and the one that the guide shows.
const PROFILES: [(&str, usize); 2] = [("release", 2), ("small", 3)];

/// How far a size may be from the table, in megabytes: compilers differ.
const TOLERANCE: f64 = 0.05;

const MANIFEST: &str = r#"
[package]
name = "user"
edition = "2024"

[workspace] # it is no member of ours

[dependencies]
reversi-engine = { path = "ENGINE", default-features = false }

[features]
embedded = ["reversi-engine/embedded"]
embedded-small = ["reversi-engine/embedded-small"]
embedded-book = ["reversi-engine/embedded-book"]

[profile.release]
strip = true

"#;

/// A book that nothing uses is not linked.
const USE_OF_THE_BOOK: &str = r#"
    #[cfg(feature = "embedded-book")]
    assert!(!reversi_engine::book::Book::embedded().moves(&Board::START).is_empty());
"#;

/// The text between two fences after `start`, without them.
fn block<'a>(markdown: &'a str, start: &str) -> &'a str {
    markdown.split_once(start).unwrap().1.split_once("```").unwrap().0
}

/// A package outside of the workspace with the program of README.md, built with the versions of our lock
/// file.
fn package(readme: &str) -> PathBuf {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program_size");
    fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = MANIFEST.replace("ENGINE", engine.to_str().unwrap());
    let profile = block(GUIDE, "```toml\n[profile.").replace("release]", "small]\ninherits = \"release\"");
    fs::write(folder.join("Cargo.toml"), format!("{manifest}[profile.{profile}")).unwrap();
    let program =
        block(readme, "```rust\n").replace("    Ok(())\n", &format!("{USE_OF_THE_BOOK}    Ok(())\n"));
    fs::write(folder.join("src/main.rs"), program).unwrap();
    fs::copy(engine.join("../../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

/// The size in a column of the row of a choice, in megabytes.
fn stated(choice: &str, column: usize) -> f64 {
    let row = GUIDE.lines().find(|line| line.starts_with(&format!("| {choice} |"))).expect(choice);
    let size = row.split('|').nth(column).unwrap().trim();
    size.strip_suffix(" MB").and_then(|size| size.parse().ok()).expect(row)
}

#[test]
#[ignore = "it builds eight programs"]
fn stripped_programs_have_the_sizes_in_the_guide() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let folder = package(&readme);
    for (profile, column) in PROFILES {
        for (choice, features, most) in CHOICES {
            let mut build = Command::new(env!("CARGO"));
            build.args([
                "build",
                "--quiet",
                "--profile",
                profile,
                "--target-dir",
                "target",
                "--features",
                features,
            ]);
            assert!(build.current_dir(&folder).status().unwrap().success(), "{choice}");
            let program = folder.join("target").join(profile).join("user");
            let output = Command::new(&program).output().unwrap();
            assert!(output.status.success(), "{choice}");
            assert_eq!(String::from_utf8(output.stdout).unwrap(), block(&readme, "```text\n"), "{choice}");

            let size = fs::metadata(&program).unwrap().len() as f64 / 1e6;
            println!("{choice}, profile {profile}: {size:.2} MB");
            assert!(profile == "release" || size <= most, "{choice}: {size:.2} MB, more than {most:.1}");
            let stated = stated(choice, column);
            let difference = (size - stated).abs();
            assert!(difference <= TOLERANCE, "{choice}, {profile}: {size:.2} MB, {stated:.2} in the guide");
        }
    }
}
