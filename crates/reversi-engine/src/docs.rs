//! Guides, from the first program to a server. The tests compile and run every snippet.

#[allow(unused_imports)] // for links in the guides
use crate::{board::*, cpu::*, play::*, question::*, search::*, weights::*, *};

#[doc = include_str!("docs/getting_started.md")]
pub mod getting_started {}

#[doc = include_str!("docs/solving.md")]
pub mod solving {}

#[doc = include_str!("docs/analyzing.md")]
pub mod analyzing {}

#[doc = include_str!("docs/playing.md")]
pub mod playing {}

#[doc = include_str!("docs/evaluating.md")]
pub mod evaluating {}

#[doc = include_str!("docs/proofs.md")]
pub mod proofs {}

#[doc = include_str!("docs/limits.md")]
pub mod limits {}

#[doc = include_str!("docs/threads.md")]
pub mod threads {}

#[doc = include_str!("docs/many_machines.md")]
pub mod many_machines {}

#[doc = include_str!("docs/formats.md")]
pub mod formats {}

#[doc = include_str!("docs/questions.md")]
pub mod questions {}

#[doc = include_str!("docs/book.md")]
pub mod book {}

#[doc = include_str!("docs/weights.md")]
pub mod weights {}

#[doc = include_str!("docs/cpu_levels.md")]
pub mod cpu_levels {}

#[doc = include_str!("docs/embedding.md")]
pub mod embedding {}

#[doc = include_str!("docs/serving.md")]
pub mod serving {}

#[doc = include_str!("docs/c.md")]
pub mod c {}
#[doc = include_str!("docs/javascript.md")]
pub mod javascript {}
#[doc = include_str!("docs/python.md")]
pub mod python {}
#[doc = include_str!("docs/cluster.md")]
pub mod cluster {}
