//! Times kernels by benches, so that the other commands do not compile the gallery.

use std::path::Path;

use xshell::{Shell, cmd};

/// Times and prints the primitives whose names contain the filter.
pub(crate) fn run(root: &Path, filter: &str) -> anyhow::Result<()> {
    bench(root, "kernel_times", filter)
}

/// Times kernels inside a solver.
pub(crate) fn in_solver(root: &Path) -> anyhow::Result<()> {
    bench(root, "in_solver", "all")
}

fn bench(root: &Path, name: &str, arg: &str) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    cmd!(shell, "cargo bench --quiet --manifest-path lab/Cargo.toml --bench {name} -- {arg}")
        .quiet()
        .run()?;
    Ok(())
}
