//! Long runs over many positions and games of Reversi (Othello).
//!
//! Use [`reversi-engine`](https://docs.rs/reversi-engine) unless you build an engine of your own: it
//! re-exports this crate as its module `runs` and makes the only stability promise.
//!
//! | Item | What it is |
//! |---|---|
//! | [`Checkpoint`] | a file of answers: the next run goes on where this one ends |
//! | [`analyze_many`], [`analyze_games`] | positions and games in bulk, each position searched once |
//! | [`Shard`] | a part of any set of positions, for one of several processes or machines |
//! | [`answers`] | the file of a finished shard |
//! | [`in_order`], [`in_order_with`] | work of several engines, results in the order of the items |
//! | [`Budget`] | limits of a run, less what it has spent |
//! | [`cost`] | the cost of many positions, predicted from a sample |
//! | [`store`] | files that programs share: locked first, replaced atomically |
//!
//! ```
//! use std::ops::ControlFlow;
//! use reversi_engine::runs::{analyze_games, Checkpoint};
//! use reversi_engine::{AnalyzeRequest, Engine, Game, Level};
//!
//! # let folder = std::env::temp_dir().join(format!("reversi-runs-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let path = folder.join("games.jsonl");
//! let games: Vec<Game> = vec!["f5d6c3d3c4".parse()?, "f5d6c3d3c4f4f6".parse()?];
//! let mut engines = Engine::builder().hash_mib(1).build_each(2)?;
//! let checkpoint = Checkpoint::open(&path, AnalyzeRequest::level(Level::of::<4>()))?;
//! analyze_games(&mut engines, &games, &checkpoint, |game| {
//!     println!("game {}: {} discs lost", game.index, game.turns.iter().map(|turn| turn.loss()).sum::<u32>());
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(checkpoint.len(), 7); // the first five moves are those of both games
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "runs")]
pub mod answers;
#[cfg(feature = "runs")]
mod bulk;
#[cfg(feature = "runs")]
mod checkpoint;
#[cfg(feature = "runs")]
pub mod cost;
#[cfg(feature = "runs")]
mod in_order;
#[cfg(feature = "runs")]
mod rows;
#[cfg(feature = "runs")]
mod shard;
pub mod store;

#[cfg(feature = "runs")]
pub use bulk::{
    AnalyzedGame, AnalyzedPosition, Asked, analyze_games, analyze_games_with, analyze_many, analyze_many_with,
};
#[doc(hidden)]
#[cfg(feature = "runs")]
pub use checkpoint::Log;
#[cfg(feature = "runs")]
pub use checkpoint::{
    Checkpoint, CheckpointError, CheckpointErrorKind, Contradiction, DamagedLine, EngineId, Gap, Inserted,
    Merged, Record, RunError,
};
#[cfg(feature = "runs")]
pub use in_order::{in_order, in_order_with};
/// The limits of a run of several calls, less what the calls have spent.
///
/// ```
/// use reversi_engine::Limits;
/// use reversi_engine::runs::Budget;
/// use reversi_engine::search::StopReason;
///
/// let budget = Budget::new(Limits::new().nodes(1000));
/// budget.spend(300);
/// assert_eq!((budget.left(), budget.spent()), (Limits::new().nodes(700), None));
/// budget.spend(700);
/// assert_eq!(budget.spent(), Some(StopReason::Nodes));
/// ```
#[cfg(feature = "runs")]
#[doc(inline)]
pub use reversi_search::Budget;
#[cfg(feature = "runs")]
pub use rows::MoveRow;
#[cfg(feature = "runs")]
pub use shard::{Shard, ShardError, ranges};
