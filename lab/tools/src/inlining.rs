//! The inlining gate: in the default release build, every kernel is inlined into the functions that use it,
//! so dispatch costs nothing below the root.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use object::{Object, ObjectSymbol, SymbolKind};

use crate::solver;

pub(crate) fn run(root: &Path) -> Result<()> {
    let program = solver::build(root)?;
    let functions = functions(&program).with_context(|| program.display().to_string())?;
    let outlined: Vec<_> = functions.iter().filter_map(|name| outlined(name)).collect();
    ensure!(!outlined.is_empty(), "no outlined function among {}: is the solver stripped?", functions.len());
    let tokens: BTreeSet<_> = outlined.iter().map(|(token, _)| token).collect();
    let kernels: Vec<_> = functions.iter().map(String::as_str).filter(|name| is_kernel(name)).collect();
    ensure!(kernels.is_empty(), "not inlined everywhere: {}", kernels.join(", "));
    println!(
        "Every kernel is inlined: none stands alone beside {} outlined functions for {} tokens.",
        outlined.len(),
        tokens.len(),
    );
    Ok(())
}

/// The token and the name of a function that `outlined!` has made.
fn outlined(name: &str) -> Option<(&str, &str)> {
    let (token, method) = name.strip_suffix("::outlined")?.strip_prefix('<')?.split_once(" as ")?;
    Some((token, method.rsplit_once(">::")?.1))
}

/// A leaf of a `kernel` module, or what `kernel!` puts around it.
///
/// A network is excluded. It is long and only called by an outlined function of its own, so levels with the
/// same code may share it.
fn is_kernel(name: &str) -> bool {
    let is_network =
        name.starts_with("reversi_eval::kernel::network::") || name.ends_with(">::network::kernel");
    let is_in = |path: &str| name.starts_with(path);
    let is_around = |primitives: &str| name.contains(primitives) && name.ends_with("::kernel");
    !is_network
        && (is_in("reversi_bitboard::kernel::")
            || is_in("reversi_eval::kernel::")
            || is_around("reversi_bitboard::kernel::")
            || is_around("reversi_eval::kernel::"))
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
    use super::{is_kernel, outlined};

    #[test]
    fn a_kernel_is_a_function_of_the_kernel_module() {
        assert!(is_kernel("reversi_bitboard::kernel::last_flip::avx2::count"));
        assert!(is_kernel("reversi_eval::kernel::sum::avx2::sum"));
        assert!(!is_kernel("reversi_eval::kernel::network::avx2::network"));
        assert!(!is_kernel("reversi_bitboard::board::Board::flips"));
        assert!(is_kernel(
            "<reversi_bitboard::cpu::tokens::x86_v4::X86V4 as reversi_bitboard::kernel::Primitives>::flip::kernel"
        ));
        assert!(!is_kernel(
            "<reversi_bitboard::cpu::tokens::x86_v4::X86V4 as reversi_eval::kernel::EvalPrimitives>::network::kernel"
        ));
        let name = "<reversi_bitboard::cpu::tokens::x86_v3::X86V3<true> as \
            reversi_search::tree::outlined::Outlined>::solve_4::outlined";
        assert!(!is_kernel(name));
        assert_eq!(outlined(name), Some(("reversi_bitboard::cpu::tokens::x86_v3::X86V3<true>", "solve_4")));
        assert_eq!(outlined("reversi_search::engine::solve::solve"), None);
    }
}
