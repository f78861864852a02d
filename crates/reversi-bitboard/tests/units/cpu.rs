//! The levels of this machine, its quirks, and the memory of large tables.

use bytemuck::Zeroable;
use reversi_bitboard::__internal::LargeTable;
use reversi_bitboard::{Cpu, CpuLevel};

#[test]
fn levels_have_names_and_the_best_is_detected() {
    for &level in CpuLevel::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
        assert_eq!(level.name().to_uppercase().parse(), Ok(level));
        match Cpu::new(level) {
            Ok(cpu) => assert_eq!(cpu.level(), level),
            Err(error) => assert_eq!(error.level, level),
        }
    }
    let error = "x86-v9".parse::<CpuLevel>().unwrap_err();
    assert!(error.to_string().ends_with("portable, x86-v2, x86-v3, x86-v4, neon, simd128"));
    assert_eq!(CpuLevel::available().next(), Some(CpuLevel::Portable));
    assert_eq!(CpuLevel::available().last(), Some(Cpu::detect().level()));
}

#[test]
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn amd_before_zen_3_is_slow_at_pext_and_gather() {
    use reversi_bitboard::__internal::tested::{quirks_of_x86, vendor_and_family};

    let slow = |vendor, family| {
        let quirks = quirks_of_x86((vendor, family));
        assert_eq!(quirks.slow_pext, quirks.slow_gather);
        quirks.slow_pext
    };
    assert!(slow(*b"AuthenticAMD", 0x15)); // Excavator
    assert!(slow(*b"AuthenticAMD", 0x17)); // Zen, Zen 2
    assert!(slow(*b"HygonGenuine", 0x18));
    assert!(!slow(*b"AuthenticAMD", 0x19)); // Zen 3, Zen 4
    assert!(!slow(*b"AuthenticAMD", 0x1a)); // Zen 5
    assert!(!slow(*b"GenuineIntel", 0x06));
    let (vendor, family) = vendor_and_family();
    assert!(vendor.is_ascii() && family >= 6, "{vendor:?} {family}");
}

#[repr(C, align(64))]
struct Line([u8; 64]);

// SAFETY: zeros are a line.
unsafe impl Zeroable for Line {}

#[test]
fn elements_are_zero_and_aligned_and_keep_what_is_written() {
    for len in [0, 1, 7, 40_000] {
        let mut table = LargeTable::<Line>::zeroed(len).unwrap();
        assert_eq!((table.len(), table.as_ptr().addr() % 64), (len, 0));
        assert!(table.iter().all(|line| line.0 == [0; 64]));
        table.iter_mut().enumerate().for_each(|(i, line)| line.0 = [i as u8; 64]);
        assert!(table.iter().enumerate().all(|(i, line)| line.0 == [i as u8; 64]));
    }
}

#[test]
fn memory_that_no_system_has_is_refused() {
    for len in [usize::MAX, usize::MAX / 64 + 1, usize::MAX / 64, usize::MAX / 128] {
        assert!(LargeTable::<Line>::zeroed(len).is_none());
    }
}
