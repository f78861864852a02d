//! Runs that are ended, continued, damaged, merged, and shared among engines.

mod analyses;
mod answers;
mod damage;
mod games;
mod inserted;
mod positions;
mod refused;
mod solves;
mod support;
