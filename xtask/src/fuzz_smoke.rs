//! Runs every fuzz target for some seconds, after its seeds and the inputs found earlier.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

pub(crate) fn run(root: &Path, seconds: u32) -> Result<()> {
    ensure!(cargo_fuzz(root).arg("build").status()?.success(), "the fuzz targets cannot be built");
    let list = cargo_fuzz(root).arg("list").output()?;
    let targets = String::from_utf8(list.stdout).context("cargo fuzz list")?;
    ensure!(!targets.is_empty(), "there are no fuzz targets");
    for target in targets.lines() {
        println!("\nfuzzing {target} for {seconds} seconds");
        // The fuzzer writes new inputs to the first folder.
        let [corpus, seeds] = ["corpus", "seeds"].map(|name| root.join("fuzz").join(name).join(target));
        std::fs::create_dir_all(&corpus).with_context(|| corpus.display().to_string())?;
        let status = cargo_fuzz(root)
            .args(["run", target])
            .args([corpus, seeds])
            .args(["--", &format!("-max_total_time={seconds}"), "-timeout=300", "-print_final_stats=1"])
            .status()?;
        ensure!(status.success(), "{target} has failed: see above");
    }
    Ok(())
}

/// The command `cargo fuzz` on the nightly toolchain, regardless of the toolchain of this program.
fn cargo_fuzz(root: &Path) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo", "fuzz"]).current_dir(root);
    command
}
