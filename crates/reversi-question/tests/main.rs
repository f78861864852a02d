//! Questions as data.
//!
//! | File | What is tested |
//! |---|---|
//! | `answers.rs` | callbacks, limits and checks of a question |
//! | `data.rs` | what the corpus asks, and its answers, read back; the guide and the schema match |
//! | `refused.rs` | bad questions: the error names the field |
//! | `problems.rs` | every error has a code |
//! | `session.rs` | sessions: actions, visible state, refusals |
//! | `schema.rs` | the part of JSON Schema that the schema uses |

mod answers;
mod data;
mod problems;
mod refused;
mod schema;
mod serde;
mod session;

use reversi_engine::Engine;

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}
