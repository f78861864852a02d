//! The inlining gate: in the default release build, every kernel is inlined into the functions that use it,
//! so dispatch costs nothing below the root.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use object::{Object, ObjectSymbol, SymbolKind};

use crate::solver;

pub(crate) fn run(root: &Path) -> Result<()> {
    let program = solver::build(root)?;
    let functions = functions(&program).with_context(|| program.display().to_string())?;
    let points = functions.iter().filter(|name| name.ends_with(">::last_four::point")).count();
    ensure!(points > 0, "no point of the solver among {} functions: is it stripped?", functions.len());
    let kernels: Vec<_> = functions.into_iter().filter(|name| is_kernel(name)).collect();
    ensure!(kernels.is_empty(), "not inlined everywhere: {}", kernels.join(", "));
    println!("Every kernel is inlined: none stands alone beside the solver's points of {points} levels.");
    Ok(())
}

/// A leaf of a `kernel` module, not a trait method of a token (those are the points' business).
///
/// A network is excluded. It is long and only called by an outlined function of its own, so levels with the
/// same code may share it.
fn is_kernel(name: &str) -> bool {
    let is_in = |path: &str| name.starts_with(path);
    is_in("reversi_bitboard::kernel::")
        || is_in("reversi_eval::kernel::") && !is_in("reversi_eval::kernel::network::")
}

fn functions(program: &Path) -> Result<Vec<String>> {
    let bytes = std::fs::read(program)?;
    let file = object::File::parse(&*bytes)?;
    let of_function =
        file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.is_definition());
    Ok(of_function
        .filter_map(|symbol| symbol.name().ok())
        .map(|name| format!("{:#}", rustc_demangle::demangle(name)))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::is_kernel;

    #[test]
    fn a_kernel_is_a_function_of_the_kernel_module() {
        assert!(is_kernel("reversi_bitboard::kernel::last_flip::avx2::count"));
        assert!(is_kernel("reversi_eval::kernel::sum::avx2::sum"));
        assert!(!is_kernel("reversi_eval::kernel::network::avx2::network"));
        assert!(!is_kernel("reversi_bitboard::board::Board::flips"));
        assert!(!is_kernel(
            "<reversi_bitboard::cpu::x86_v3::X86V3 as reversi_search::endgame::Points>::last_four::point"
        ));
    }
}
