//! The settings of an engine that are numbers or names, as every door has them.

use reversi_bitboard::CpuLevel;
use reversi_fields::{FieldError, Fields as _, Kind, surface};

use super::{Engine, EngineBuilder};

surface! {
    /// The settings of an engine that are numbers or names.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct EngineOptions as ENGINE: "The settings of an engine." {
        /// The size of the hash table in MiB.
        pub hash_mib: Option<u64> as "hash_mib": Kind::COUNTER, or "64";
        /// The threads of a search, 0 for all that the machine runs at once.
        pub threads: Option<u64> as "threads": Kind::Whole { least: 0, most: Engine::MAX_THREADS as i128 },
            or "1";
        /// The CPU level to run on, such as `x86-v3`.
        pub cpu_level: Option<CpuLevel> as "cpu_level": Kind::CpuLevel, or "the best one of the machine";
    }
}

impl EngineOptions {
    /// Makes the builder of an engine with these settings, to which weights and a book can be added.
    ///
    /// # Errors
    /// [`FieldError`] for a value that is out of its range. The builder reports whether there is memory.
    pub fn builder(&self) -> Result<EngineBuilder, FieldError> {
        self.check()?;
        let usize = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let mut builder = Engine::builder();
        if let Some(mib) = self.hash_mib {
            builder = builder.hash_mib(usize(mib));
        }
        if let Some(threads) = self.threads {
            builder = builder.threads(usize(threads));
        }
        Ok(self.cpu_level.into_iter().fold(builder, EngineBuilder::cpu))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A default that is a number is that number in the table, too.
    #[test]
    fn settings_have_the_defaults_and_ranges_of_the_builder() {
        let hash = ENGINE.fields.iter().find(|field| field.name == "hash_mib").map(|field| field.default);
        assert_eq!(hash, Some(Engine::DEFAULT_HASH_MIB.to_string().as_str()));
        let threads = Some(Engine::MAX_THREADS as u64 + 1);
        let engine = EngineOptions { threads, ..EngineOptions::default() };
        assert_eq!(engine.builder().unwrap_err().field, "threads");
    }
}
