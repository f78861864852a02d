//! The npm package in `target/npm`, and the page with it in `target/web`.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use xshell::{Shell, cmd};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Serves the page on this machine, at this port.
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8080")]
    serve: Option<u16>,
    /// Makes only these modules, such as rules,engine-simd: enough for most tests, not for a release.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    modules: Vec<String>,
}

/// The target of the package and the page.
const TARGET: &str = "wasm32-unknown-unknown";
/// The target of the module `engine-threads`.
const THREADS: &str = "wasm32-wasip1-threads";

pub(crate) fn run(root: &Path, args: &Args) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let missing = missing(&shell, &targets(&args.modules));
    ensure!(missing.is_empty(), "this machine lacks\n  {}", missing.join("\n  "));
    let (package, programs) = (root.join("target/npm"), crate::target(root).join("wasm"));
    let mut out = io::stderr();
    for folder in ["bindings/wasm", "web"] {
        if !root.join(folder).join("node_modules").exists() {
            stage(&mut out, &format!("npm packages of {folder}"), || {
                Ok(cmd!(shell, "npm ci --no-audit --no-fund --prefix {folder}").quiet().run()?)
            })?;
        }
    }
    let tool = ["--manifest-path", "bindings/wasm/Cargo.toml", "--package", "reversi-wasm-build"];
    let tools = programs.join("tools");
    stage(&mut out, "the tool that makes the npm package", || {
        Ok(cmd!(shell, "cargo build {tool...} --target-dir {tools}").quiet().run()?)
    })?;
    let modules = &args.modules;
    stage(&mut out, "the modules of the npm package", || {
        let run = cmd!(
            shell,
            "cargo run --quiet {tool...} --target-dir {tools} -- {package} {programs} {modules...}"
        );
        Ok(run.quiet().run()?)
    })?;
    let page = root.join("target/web");
    stage(&mut out, "the page", || Ok(cmd!(shell, "node web/build.mjs {page} {package}").quiet().run()?))?;
    match args.serve {
        Some(port) => {
            let port = port.to_string();
            Ok(cmd!(shell, "node web/serve.mjs {page} {port}").run()?)
        }
        None => Ok(()),
    }
}

/// Does a part of the build, which may take minutes, between two lines that name it.
fn stage<T>(out: &mut impl Write, name: &str, work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let start = Instant::now();
    writeln!(out, "{name} ...")?;
    let done = work().with_context(|| name.to_owned())?;
    writeln!(out, "{name}: {:.1} s", start.elapsed().as_secs_f64())?;
    Ok(done)
}

/// The targets of these modules, of all without any.
fn targets(modules: &[String]) -> Vec<&'static str> {
    let has_threads = modules.is_empty() || modules.iter().any(|name| name == "engine-threads");
    if has_threads { vec![TARGET, THREADS] } else { vec![TARGET] }
}

/// Lists what a build needs and this machine lacks, each with the command that installs it. Cargo and npm
/// bring the rest.
fn missing(shell: &Shell, targets: &[&'static str]) -> Vec<String> {
    let is_installed = |target: &str| {
        let libraries = cmd!(shell, "rustc --print target-libdir --target {target}");
        libraries.quiet().ignore_stderr().read().is_ok_and(|folder| Path::new(&folder).exists())
    };
    let mut missing = Vec::new();
    let lacking: Vec<&str> = targets.iter().copied().filter(|target| !is_installed(target)).collect();
    if !lacking.is_empty() {
        let without = if lacking == [THREADS] { ", or: --modules rules,engine,engine-simd" } else { "" };
        let names = lacking.join(" ");
        missing.push(format!("targets of Rust: rustup target add {names}{without}"));
    }
    for (program, package) in [("node", "nodejs"), ("npm", "npm")] {
        if cmd!(shell, "{program} --version").quiet().ignore_stderr().read().is_err() {
            missing.push(format!("the program {program}: on Debian apt install {package}"));
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_named_before_it_begins_and_has_its_seconds() {
        let mut out = Vec::new();
        assert_eq!(stage(&mut out, "the page", || Ok(3)).unwrap(), 3);
        let failed = stage(&mut out, "the package", || -> anyhow::Result<()> { anyhow::bail!("no room") })
            .unwrap_err();
        assert_eq!(format!("{failed:#}"), "the package: no room");
        assert_eq!(String::from_utf8(out).unwrap(), "the page ...\nthe page: 0.0 s\nthe package ...\n");
    }

    #[test]
    fn a_machine_without_tools_is_told_what_to_install() {
        let shell = Shell::new().unwrap();
        shell.set_var("PATH", "/nowhere");
        let all = format!("rustup target add {TARGET} {THREADS}");
        let missing = missing(&shell, &targets(&[]));
        assert_eq!(missing.len(), 3, "{missing:?}");
        for (text, command) in missing.iter().zip([all.as_str(), "apt install nodejs", "apt install npm"]) {
            assert!(text.ends_with(command), "{text}");
        }
        assert_eq!(targets(&["rules".into(), "engine-simd".into()]), [TARGET]);
        assert_eq!(targets(&["engine-threads".into()]), [TARGET, THREADS]);
    }
}
