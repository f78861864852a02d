/// Instructions that a CPU has but runs slowly. They are detected together with its level.
///
/// A quirk is not a level, because it adds no instruction. A quirk of another CPU costs speed and changes no
/// result.
///
/// ```
/// use reversi_engine::cpu::Quirks;
///
/// println!("{:?}", Quirks::detect());
/// assert!(!Quirks::default().slow_pext);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Quirks {
    /// PEXT and PDEP run in microcode: on AMD before Zen 3, where one takes as long as a whole flip, and on
    /// Hygon.
    pub slow_pext: bool,
    /// A gather is slower than the same number of loads: on the same CPUs. One token avoids both, because no
    /// known CPU has only one of the two quirks. Newer AMD CPUs gather slower than they load too (see
    /// lab/docs/src/kernels.md), but a fast PEXT matters more: only sums of pattern weights
    /// gather, and networks do not.
    pub slow_gather: bool,
}

impl Quirks {
    /// Detects the quirks of this machine.
    pub fn detect() -> Quirks {
        #[cfg(all(target_arch = "x86_64", not(miri)))] // Miri has no CPUID
        return of_x86(vendor_and_family());
        #[cfg(any(not(target_arch = "x86_64"), miri))]
        Quirks::default()
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) fn of_x86((vendor, family): ([u8; 12], u32)) -> Quirks {
    const ZEN_3: u32 = 0x19;
    let before_zen_3 = matches!(&vendor, b"AuthenticAMD" | b"HygonGenuine") && family < ZEN_3;
    Quirks { slow_pext: before_zen_3, slow_gather: before_zen_3 }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) fn vendor_and_family() -> ([u8; 12], u32) {
    use core::arch::x86_64::__cpuid;
    // SAFETY: every x86-64 has CPUID with these two leaves.
    #[allow(unused_unsafe, reason = "safe in Rust versions above the MSRV")]
    let (identity, version) = unsafe { (__cpuid(0), __cpuid(1)) };
    let mut vendor = [0; 12];
    for (part, register) in vendor.chunks_exact_mut(4).zip([identity.ebx, identity.edx, identity.ecx]) {
        part.copy_from_slice(&register.to_le_bytes());
    }
    let base = version.eax >> 8 & 0xf;
    (vendor, if base == 0xf { base + (version.eax >> 20 & 0xff) } else { base })
}
