//! Makes the npm package: `cargo xtask web` calls it with the folder of the package and one for programs.
//!
//! | Module | |
//! |---|---|
//! | `rules` | rules, notations, a game at the board |
//! | `engine-simd` | the engine with vectors |
//! | `engine` | the engine for hosts without them |
//!
//! Both engines are called by the same JavaScript. If `wasm-opt` of the npm package `binaryen` is installed
//! beside package.json, it makes all of them smaller and a little faster.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

/// A module of the package.
struct Module {
    name: &'static str,
    feature: &'static str,
    profile: &'static str,
    rustflags: &'static str,
    /// Further flags, left out where this compiler does not know them.
    known_rustflags: &'static str,
    /// The folder of programs, apart for other flags so that each build finds its own.
    folder: &'static str,
    /// What matters to `wasm-opt`.
    optimise: &'static str,
}

const MODULES: [Module; 3] = [
    Module {
        name: "rules",
        feature: "rules",
        profile: "small",
        rustflags: "",
        known_rustflags: "",
        folder: "portable",
        optimise: "-Oz",
    },
    Module {
        name: "engine-simd",
        feature: "engine",
        profile: "release",
        rustflags: "-C target-feature=+simd128",
        known_rustflags: BY_STORES,
        folder: "simd128",
        optimise: "-Os",
    },
    Module {
        name: "engine",
        feature: "engine",
        profile: "release",
        rustflags: "",
        known_rustflags: "",
        folder: "portable",
        optimise: "-Os",
    },
];

/// Copies and fills of up to some hundred bytes by stores. Hosts call a function of theirs for each
/// `memory.copy` and `memory.fill`, which takes longer. Compilers with an LLVM before 22 do not know this.
const BY_STORES: &str = "-C llvm-args=--max-store-memset=48 -C llvm-args=--max-store-memcpy=16";

/// What programs of this target use: `wasm-opt` does not look it up.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

const TARGET: &str = "wasm32-unknown-unknown";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [package, programs] = &arguments[..] else {
        bail!("expected the folders of the package and of programs")
    };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the folder is in another one")?;
    if package.exists() {
        fs::remove_dir_all(package).with_context(|| format!("{}", package.display()))?;
    }
    let wasm = package.join("wasm");
    fs::create_dir_all(&wasm)?;
    let mut glue = Vec::new();
    for module in &MODULES {
        let program = compile(source, &programs.join(module.folder), module)?;
        let bound = bind(&program, module)?;
        let path = wasm.join(format!("{}.wasm", module.name));
        fs::write(&path, bound.wasm)?;
        optimise(source, &path, module.optimise)?;
        println!("{}: {} bytes", module.name, fs::metadata(&path)?.len());
        glue.push(bound.js);
    }
    let [rules, with_vectors, portable] = &glue[..] else { unreachable!("three modules") };
    ensure!(with_vectors == portable, "the two engines are called by different JavaScript");
    fs::write(wasm.join("rules.js"), rules)?;
    fs::write(wasm.join("engine.js"), portable)?;
    copy_sources(source, package)
}

/// The program of a module.
fn compile(source: &Path, programs: &Path, module: &Module) -> anyhow::Result<PathBuf> {
    let rustflags = format!("{} {}", module.rustflags, known(module.known_rustflags));
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(source)
        .args(["build", "--profile", module.profile, "--lib", "--package", "reversi-wasm"])
        .args(["--target", TARGET, "--no-default-features", "--features", module.feature, "--target-dir"])
        .arg(programs)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", rustflags.trim())
        .status()?;
    ensure!(status.success(), "{}: cargo: {status}", module.name);
    Ok(programs.join(TARGET).join(module.profile).join("reversi_wasm.wasm"))
}

/// The flags, or none if the compiler refuses them.
fn known(rustflags: &'static str) -> &'static str {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = Command::new(rustc).args(rustflags.split_whitespace()).args(["--print", "cfg"]).output();
    if asked.is_ok_and(|answer| answer.status.success()) { rustflags } else { "" }
}

struct Bound {
    js: String,
    wasm: Vec<u8>,
}

/// The program as JavaScript calls it. js/files.js knows where it is.
fn bind(program: &Path, module: &Module) -> anyhow::Result<Bound> {
    let mut output = Bindgen::new()
        .input_path(program)
        .out_name(module.feature)
        .web(true)?
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .typescript(false)
        .generate_output()?;
    Ok(Bound { js: output.js().to_owned(), wasm: output.wasm_mut().emit_wasm() })
}

fn optimise(source: &Path, path: &Path, level: &str) -> anyhow::Result<()> {
    let wasm_opt = source.join("node_modules/.bin/wasm-opt");
    if !wasm_opt.exists() {
        return Ok(());
    }
    let status = Command::new(wasm_opt).arg(level).args(FEATURES).arg(path).arg("-o").arg(path).status()?;
    ensure!(status.success(), "wasm-opt: {status}");
    Ok(())
}

/// What needs no compiling: JavaScript, types, licenses, the second network, the book.
fn copy_sources(source: &Path, package: &Path) -> anyhow::Result<()> {
    let root = source.join("../..");
    let copy = |from: PathBuf, to: &str| {
        let to = package.join(to);
        fs::copy(&from, to).map(drop).with_context(|| format!("{}", from.display()))
    };
    for entry in fs::read_dir(source.join("js"))? {
        let entry = entry?;
        let name = entry.file_name();
        copy(entry.path(), name.to_str().context("a name that is no text")?)?;
    }
    copy(source.join("README.md"), "README.md")?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(root.join(name), name)?;
    }
    fs::create_dir(package.join("data"))?;
    copy(root.join("crates/reversi-eval/src/weights/network.weights"), "data/full.weights")?;
    copy(root.join("crates/reversi-book/src/opening.book"), "data/opening.book")
}
