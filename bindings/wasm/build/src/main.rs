//! Makes the npm package: `cargo xtask web` calls it with the folder of the package, one for programs, and
//! the names of the modules to make, of all without any.
//!
//! | Module | |
//! |---|---|
//! | `rules` | rules, notations, a game at the board |
//! | `engine-simd` | the engine with vectors |
//! | `engine` | the engine for hosts without them |
//! | `engine-threads` | the engine with vectors and threads, for hosts that share memory |
//!
//! The first two engines are called by the same JavaScript. If `wasm-opt` of the npm package `binaryen` is
//! installed beside package.json, it makes all of them smaller and a little faster.

use std::collections::BTreeMap;
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
    target: &'static str,
    rustflags: &'static str,
    /// Further flags, left out where this compiler does not know them.
    known_rustflags: &'static str,
    /// The folder of programs, apart for other flags so that each build finds its own.
    folder: &'static str,
    /// The option of `wasm-opt`.
    optimise: &'static str,
}

/// The engine for hosts without vectors, from which the others differ.
const ENGINE: Module = Module {
    name: "engine",
    feature: "engine",
    profile: "release",
    target: PAGES,
    rustflags: "",
    known_rustflags: "",
    folder: "portable",
    optimise: "-Os",
};

const MODULES: [Module; 4] = [
    Module { name: "rules", feature: "rules", profile: "small", optimise: "-Oz", ..ENGINE },
    Module {
        name: "engine-simd",
        rustflags: "-C target-feature=+simd128",
        known_rustflags: BY_STORES,
        folder: "simd128",
        ..ENGINE
    },
    ENGINE,
    Module {
        name: "engine-threads",
        target: THREADS,
        rustflags: SHARED_MEMORY,
        known_rustflags: BY_STORES,
        folder: "threads",
        ..ENGINE
    },
];

/// The target of most modules: wasm-bindgen knows it.
const PAGES: &str = "wasm32-unknown-unknown";
/// The target with threads in its standard library. js/threads.js is its system.
const THREADS: &str = "wasm32-wasip1-threads";

/// The memory is as js/threads.js makes it. `_initialize` begins the program, whose parts are called later.
const SHARED_MEMORY: &str = "-C target-feature=+simd128 -C strip=symbols -C link-arg=--export=_initialize \
    -C link-arg=--initial-memory=4194304 -C link-arg=--max-memory=4294967296";

/// Copies and fills of up to some hundred bytes by stores. Hosts call a function of theirs for each
/// `memory.copy` and `memory.fill`, which takes longer. Compilers with an LLVM before 22 do not know this.
const BY_STORES: &str = "-C llvm-args=--max-store-memset=48 -C llvm-args=--max-store-memcpy=16";

/// The features that programs of this target use: `wasm-opt` does not look them up.
const FEATURES: &str = "--enable-bulk-memory --enable-multivalue --enable-mutable-globals \
    --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext --enable-simd \
    --enable-threads";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [package, programs, names @ ..] = &arguments[..] else {
        bail!("expected the folders of the package and of programs")
    };
    for name in names {
        ensure!(MODULES.iter().any(|module| name == Path::new(module.name)), "no module {}", name.display());
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the folder is in another one")?;
    if package.exists() {
        fs::remove_dir_all(package).with_context(|| format!("{}", package.display()))?;
    }
    let wasm = package.join("wasm");
    fs::create_dir_all(&wasm)?;
    let mut glue = BTreeMap::new();
    for module in &MODULES {
        if !names.is_empty() && !names.iter().any(|name| name == Path::new(module.name)) {
            println!("{}: left out", module.name);
            continue;
        }
        let libraries = libraries(module.target)?;
        let program = compile(source, &programs.join(module.folder), module, &libraries)?;
        let path = wasm.join(format!("{}.wasm", module.name));
        if module.target == PAGES {
            let bound = bind(&program, module)?;
            fs::write(&path, bound.wasm)?;
            let known = glue.entry(module.feature).or_insert_with(|| bound.js.clone());
            ensure!(*known == bound.js, "the two engines are called by different JavaScript");
        } else {
            fs::write(&path, fs::read(program)?)?; // it need not be executable
        }
        optimise(source, &path, module.optimise)?;
        println!("{}: {} bytes", module.name, fs::metadata(&path)?.len());
    }
    for (feature, js) in glue {
        fs::write(wasm.join(format!("{feature}.js")), js)?;
    }
    copy_sources(source, package)
}

/// The folder of the libraries for a target. It does not exist if the target is not installed.
fn libraries(target: &str) -> anyhow::Result<PathBuf> {
    let asked = Command::new(rustc()).args(["--print", "target-libdir", "--target", target]).output()?;
    ensure!(asked.status.success(), "rustc does not know the target {target}");
    Ok(PathBuf::from(String::from_utf8(asked.stdout)?.trim()))
}

fn rustc() -> std::ffi::OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// Compiles the program of a module.
fn compile(source: &Path, programs: &Path, module: &Module, libraries: &Path) -> anyhow::Result<PathBuf> {
    let mut rustflags = format!("{} {}", module.rustflags, known(module.known_rustflags));
    if module.target == THREADS {
        // The start of a library for WASI; rustc links it by itself only on request, which is unstable.
        let begin = libraries.join("self-contained/crt1-reactor.o");
        rustflags = format!("{rustflags} -C link-arg={}", begin.display());
    }
    let variable = format!("CARGO_TARGET_{}_RUSTFLAGS", module.target.to_uppercase().replace('-', "_"));
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(source)
        .args(["build", "--profile", module.profile, "--lib", "--package", "reversi-wasm"])
        .args([
            "--target",
            module.target,
            "--no-default-features",
            "--features",
            module.feature,
            "--target-dir",
        ])
        .arg(programs)
        .env(variable, rustflags.trim())
        .status()?;
    ensure!(status.success(), "{}: cargo: {status}", module.name);
    Ok(programs.join(module.target).join(module.profile).join("reversi_wasm.wasm"))
}

/// Returns the flags, or none if the compiler refuses them.
fn known(rustflags: &'static str) -> &'static str {
    let asked = Command::new(rustc()).args(rustflags.split_whitespace()).args(["--print", "cfg"]).output();
    if asked.is_ok_and(|answer| answer.status.success()) { rustflags } else { "" }
}

struct Bound {
    js: String,
    wasm: Vec<u8>,
}

/// Makes the program that JavaScript calls. js/files.js knows where it is.
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
    let status =
        Command::new(wasm_opt).arg(level).args(FEATURES.split(' ')).arg(path).arg("-o").arg(path).status()?;
    ensure!(status.success(), "wasm-opt: {status}");
    Ok(())
}

/// Copies what needs no compiling: JavaScript, types, licenses, the second network, the book, how people
/// play.
fn copy_sources(source: &Path, package: &Path) -> anyhow::Result<()> {
    let root = source.join("../..");
    let copy = |from: PathBuf, to: &str| {
        let to = package.join(to);
        fs::copy(&from, to).map(drop).with_context(|| format!("{}", from.display()))
    };
    for entry in fs::read_dir(source.join("js"))? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().context("a name that is no text")?;
        // Beside the other half of the worker's own code: who moves the files moves these together.
        copy(entry.path(), if name == "threads.js" { "wasm/threads.js" } else { name })?;
    }
    copy(source.join("README.md"), "README.md")?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(root.join(name), name)?;
    }
    fs::create_dir(package.join("data"))?;
    copy(root.join("crates/reversi-eval/src/weights/network.weights"), "data/full.weights")?;
    copy(root.join("crates/reversi-book/src/opening.book"), "data/opening.book")?;
    copy(root.join("crates/reversi-eval/src/human/people.policy"), "data/people.policy")
}
