//! The CPU levels that this machine can run, each with every quirk that changes its kernels.

use std::sync::LazyLock;

use reversi_bitboard::cpu::Quirks;
use reversi_bitboard::{Cpu, CpuLevel};

/// Returns the levels, in ascending order.
///
/// # Panics
/// If the environment variable `CI_EXPECT_LEVELS` names other levels, as in `portable,x86-v2`. A level that
/// is skipped by mistake is a failure.
pub fn levels() -> &'static [CpuLevel] {
    static LEVELS: LazyLock<Vec<CpuLevel>> = LazyLock::new(|| {
        let (run, skipped): (Vec<_>, Vec<_>) =
            CpuLevel::ALL.iter().copied().partition(|&level| Cpu::new(level).is_ok());
        println!("CPU levels: {} run here: {}; skipped: {}", run.len(), names(&run), names(&skipped));
        if let Ok(expected) = std::env::var("CI_EXPECT_LEVELS") {
            assert_eq!(names(&run), expected, "the levels that run, and those that CI_EXPECT_LEVELS demands");
        }
        run
    });
    &LEVELS
}

/// Returns the levels for the settings of an engine: each without quirks, and once more with a quirk that
/// changes its kernels.
pub fn levels_and_quirks() -> impl Iterator<Item = (CpuLevel, Quirks)> {
    let mut slow_pext = Quirks::default();
    slow_pext.slow_pext = true;
    let differs = move |level| token(level, slow_pext) != token(level, Quirks::default());
    levels().iter().flat_map(move |&level| {
        [Some((level, Quirks::default())), differs(level).then_some((level, slow_pext))].into_iter().flatten()
    })
}

/// Returns the levels and quirks as tokens, for [`dispatch!`](reversi_bitboard::dispatch).
pub fn cpus() -> &'static [Cpu] {
    static CPUS: LazyLock<Vec<Cpu>> =
        LazyLock::new(|| levels_and_quirks().map(|(level, quirks)| token(level, quirks)).collect());
    &CPUS
}

fn token(level: CpuLevel, quirks: Quirks) -> Cpu {
    Cpu::with_quirks(level, quirks).expect("the level runs here")
}

fn names(levels: &[CpuLevel]) -> String {
    levels.iter().map(|level| level.name()).collect::<Vec<_>>().join(",")
}
