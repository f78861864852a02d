//! Questions as data.
//!
//! | File | What is tested |
//! |---|---|
//! | `answers.rs` | an answer is what the call for the question returns |
//! | `data.rs` | questions, answers and problems read back; the guide and the schema say what is read |
//! | `refused.rs` | bad questions: the error names the field |
//! | `problems.rs` | every error has a code |
//! | `session.rs` | sessions: what happens in them, what they show, what is refused |
//! | `schema.rs` | as much of JSON Schema as the schema uses |

mod answers;
mod data;
mod problems;
mod refused;
mod schema;
mod session;

use reversi_search::Engine;

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}
