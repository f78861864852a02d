//! Proves that dispatch costs nothing below the root: in the default release build every kernel is inlined into the
//! functions that use it.

use std::path::Path;
use std::process::ExitCode;

use object::{Object, ObjectSymbol, SymbolKind};

use crate::solver;

pub(crate) fn run(root: &Path) -> ExitCode {
    let functions = match solver::build(root).and_then(|program| functions(&program)) {
        Ok(functions) => functions,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let points = functions.iter().filter(|name| name.ends_with(">::last_four::point")).count();
    let kernels: Vec<_> = functions.iter().filter(|name| is_kernel(name)).collect();
    for name in &kernels {
        eprintln!("not inlined everywhere: {name}");
    }
    if points == 0 {
        eprintln!(
            "no point of the solver found among {} functions: is the program stripped?",
            functions.len()
        );
    }
    if points > 0 && kernels.is_empty() {
        println!("Every kernel is inlined: none stands alone beside the solver's points of {points} levels.");
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// A leaf of a `kernel` module, not a trait method of a token (those are the points' business).
///
/// A network is long, and only ever called by a point of its own: levels with the same code may share it.
fn is_kernel(name: &str) -> bool {
    let is_in = |path: &str| name.starts_with(path);
    is_in("reversi_bitboard::kernel::")
        || is_in("reversi_eval::kernel::") && !is_in("reversi_eval::kernel::network::")
}

fn functions(program: &Path) -> Result<Vec<String>, String> {
    let bytes = std::fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
    let file = object::File::parse(&*bytes).map_err(|error| format!("{}: {error}", program.display()))?;
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
