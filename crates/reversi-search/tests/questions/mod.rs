//! Questions as data.
//!
//! | File | What is tested |
//! |---|---|
//! | `answers.rs` | an answer equals the result of the call for the question |
//! | `data.rs` | questions, answers and problems read back; the guide and the schema match the fields that are read |
//! | `refused.rs` | bad questions: the error names the field |
//! | `problems.rs` | every error has a code |
//! | `session.rs` | sessions: actions, visible state, refusals |
//! | `schema.rs` | the part of JSON Schema that the schema uses |

mod answers;
mod data;
mod problems;
mod refused;
mod schema;
mod session;

use reversi_engine::Engine;

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}
