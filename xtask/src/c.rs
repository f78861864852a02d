//! The C library: header, libraries and pkg-config file, and the programs that test them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// The name that the loader takes, which build.rs of the crate writes into the library.
const SONAME: &str =
    concat!("libreversi.so.", env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-pedantic"];

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Compile and run the programs.
    #[arg(long)]
    check: bool,
    /// Let cargo-c make the files. By default it does where it is installed.
    #[arg(long, value_name = "BOOL")]
    cargo_c: Option<bool>,
    /// Take the libraries of the last `cargo build --release --package reversi-c`.
    #[arg(long, conflicts_with = "cargo_c")]
    built: bool,
}

pub(crate) fn run(root: &Path, Args { check, cargo_c, built }: &Args) -> Result<()> {
    let out = root.join("target/c");
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| out.display().to_string())?; // files of the other way
    }
    if !built && cargo_c.unwrap_or_else(|| has("cargo", &["cinstall", "--version"])) {
        let mut install = cargo(root, "cinstall");
        install.args(["--prefix"]).arg(&out).arg("--libdir").arg(out.join("lib"));
        succeed(&mut install)?;
    } else {
        println!("This is the layout of the files of cargo-c (cargo install cargo-c), made without it.");
        ensure!(
            cfg!(target_os = "linux"),
            "this system names its libraries otherwise than Linux, and cargo-c knows how: cargo install cargo-c"
        );
        if !built {
            succeed(&mut cargo(root, "build"))?;
        }
        install_without_cargo_c(root, &out)?;
    }
    make_relocatable(&out)?;
    println!("libraries, headers and pkg-config file are in {}", out.display());
    if *check { programs(root, &out) } else { Ok(()) }
}

/// `cargo COMMAND --release` for the crate.
fn cargo(root: &Path, command: &str) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args([command, "--release", "--manifest-path"]).arg(root.join("bindings/c/Cargo.toml"));
    cargo
}

fn install_without_cargo_c(root: &Path, out: &Path) -> Result<()> {
    let (built, lib, include) = (crate::target(root).join("release"), out.join("lib"), out.join("include"));
    for folder in [&lib.join("pkgconfig"), &include] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    for header in ["reversi.h", "reversi.hpp"] {
        copy(&root.join("bindings/c/include").join(header), &include.join(header))?;
    }
    copy(&built.join("libreversi.a"), &lib.join("libreversi.a"))?;
    // Without links: the linker takes the one name, the loader the other.
    for name in ["libreversi.so", SONAME] {
        copy(&built.join("libreversi.so"), &lib.join(name))?;
    }
    let file = lib.join("pkgconfig/reversi.pc");
    let text = format!(
        "prefix={}\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\n\
         Name: reversi\nDescription: Reversi (Othello) engine\nVersion: {}\n\
         Libs: -L${{libdir}} -lreversi\nLibs.private: -lpthread -ldl -lm\nCflags: -I${{includedir}}\n",
        out.display(),
        env!("CARGO_PKG_VERSION"),
    );
    fs::write(&file, text).with_context(|| file.display().to_string())
}

/// Lets the pkg-config file name the folders by its own place: the folder can be moved, or packed for others.
fn make_relocatable(out: &Path) -> Result<()> {
    let file = out.join("lib/pkgconfig/reversi.pc");
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let text = text.replace(&out.display().to_string(), "${pcfiledir}/../..");
    fs::write(&file, text).with_context(|| file.display().to_string())
}

/// Copies a file. A file in use stays as it is, and loses its name.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let _ = fs::remove_file(to);
    fs::copy(from, to).map(drop).with_context(|| format!("{} to {}", from.display(), to.display()))
}

/// A program of the tests or examples, and what compiles it.
struct Program<'a> {
    source: PathBuf,
    compiler: &'a str,
    language: [&'a str; 3],
    /// The order of the headers, where it takes several.
    order: u8,
}

const C: [&str; 3] = ["-std=c99", "-x", "c"];
const CPP: [&str; 3] = ["-std=c++17", "-x", "c++"];

/// Compiles and runs all programs with all compilers of the machine, then under AddressSanitizer and
/// Valgrind.
fn programs(root: &Path, out: &Path) -> Result<()> {
    let folder = root.join("bindings/c");
    let sources = [
        ("tests/c/headers.c", true, 0),
        ("tests/c/headers.c", false, 1),
        ("tests/c/headers.c", false, 2),
        ("tests/c/abi.c", true, 0),
        ("tests/c/fork.c", true, 0),
        ("tests/c/wrapper.cpp", false, 0),
        ("examples/solve.c", true, 0),
        ("examples/analyze.cpp", false, 0),
        ("examples/session.cpp", false, 0),
    ];
    let (lib, mut compiled) = (out.join("lib"), 0);
    for (compiler, language) in [("gcc", C), ("clang", C), ("g++", CPP), ("clang++", CPP)] {
        if !has(compiler, &["--version"]) {
            println!("NOT TESTED: {compiler} is missing");
            continue;
        }
        for (source, is_c, order) in sources.iter().filter(|(_, is_c, _)| *is_c || language == CPP) {
            let program = Program { source: folder.join(source), compiler, language, order: *order };
            println!("{compiler} {} {source}", language[0]);
            let shared =
                [format!("-L{}", lib.display()), "-lreversi".into(), rpath(&lib), "-lpthread".into()];
            succeed(&mut Command::new(program.compile(out, &shared)?))?;
            let library = lib.join("libreversi.a");
            let sanitized = [library.display().to_string(), "-fsanitize=address".into()]
                .into_iter()
                .chain(["-lpthread", "-ldl", "-lm"].map(String::from));
            if compiler == "gcc" || !is_c && compiler == "g++" {
                let mut run = Command::new(program.compile(out, &sanitized.collect::<Vec<_>>())?);
                succeed(run.env("ASAN_OPTIONS", "detect_leaks=1"))?;
            }
            compiled += 1;
        }
    }
    ensure!(compiled > 0, "there is no C compiler");
    programs_of_the_guide(root, out)?;
    if !has("valgrind", &["--version"]) {
        println!("NOT TESTED: valgrind is missing");
        return Ok(());
    }
    // It knows no AVX-512, and the library takes the CPU level that Valgrind's CPU has. What the standard
    // library keeps of the main thread is possibly lost: the pointer to it points into its middle.
    let libraries = [lib.join("libreversi.a").display().to_string()];
    let libraries = [&libraries[..], &["-lpthread", "-ldl", "-lm"].map(String::from)].concat();
    for (source, compiler, language) in [("tests/c/abi.c", "cc", C), ("tests/c/wrapper.cpp", "c++", CPP)] {
        let program = Program { source: folder.join(source), compiler, language, order: 0 };
        let mut valgrind = Command::new("valgrind");
        valgrind.args([
            "--quiet",
            "--leak-check=full",
            "--show-leak-kinds=definite",
            "--errors-for-leak-kinds=definite",
        ]);
        println!("valgrind {source}");
        succeed(valgrind.arg("--error-exitcode=9").arg(program.compile(out, &libraries)?))?;
    }
    Ok(())
}

/// Compiles and runs the programs of the guide as the guide says, with the installed folder elsewhere.
fn programs_of_the_guide(root: &Path, out: &Path) -> Result<()> {
    if !has("pkg-config", &["--version"]) {
        println!("NOT TESTED: pkg-config is missing");
        return Ok(());
    }
    let guide = root.join("crates/reversi-engine/src/docs/c.md");
    let text = fs::read_to_string(&guide).with_context(|| guide.display().to_string())?;
    let moved = out.with_extension("moved");
    let _ = fs::remove_dir_all(&moved); // of a run that was stopped
    fs::rename(out, &moved).with_context(|| moved.display().to_string())?;
    let ended = [("c", "cc"), ("cpp", "c++ -std=c++17")].into_iter().try_for_each(|(language, compiler)| {
        let program =
            text.split(&format!("```{language}\n")).nth(1).and_then(|rest| rest.split("```").next());
        let program = program.with_context(|| format!("{}: there is no program", guide.display()))?;
        let (source, binary) = (moved.join(format!("guide.{language}")), moved.join("guide"));
        fs::write(&source, program).with_context(|| source.display().to_string())?;
        let lib = moved.join("lib");
        let compile = format!("{compiler} \"$0\" -o \"$1\" $(pkg-config --cflags --libs reversi)");
        println!("{compile}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &compile]).args([&source, &binary]).env("PKG_CONFIG_PATH", lib.join("pkgconfig"));
        succeed(&mut shell)?;
        succeed(Command::new(binary).env("LD_LIBRARY_PATH", lib))
    });
    fs::rename(&moved, out).with_context(|| out.display().to_string())?;
    ended
}

fn rpath(lib: &Path) -> String {
    format!("-Wl,-rpath,{}", lib.display())
}

impl Program<'_> {
    fn compile(&self, out: &Path, libraries: &[String]) -> Result<PathBuf> {
        let binary = out.join("program");
        let mut compile = Command::new(self.compiler);
        compile
            .args(self.language)
            .args(WARNINGS)
            .arg("-g")
            .arg(format!("-DORDER={}", self.order))
            .arg("-I")
            .arg(out.join("include"))
            .arg(&self.source);
        succeed(compile.args(["-x", "none"]).args(libraries).arg("-o").arg(&binary))?;
        Ok(binary)
    }
}

fn has(program: impl AsRef<OsStr>, args: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{status}: {command:?}");
    Ok(())
}
