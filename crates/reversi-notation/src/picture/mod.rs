//! Pictures as SVG: a board with marks, labels and tints, and the scores of a game as a graph.
//!
//! A picture is a text that stands by itself: no scripts, no links, no ids, so that any number of pictures
//! can stand in one page of HTML. Its `<title>` and `<desc>` say in words what it shows. It follows the
//! colours of the device, light or dark, unless a [`Theme`] says otherwise. The same question gives the
//! same bytes at each door of the engine.
//!
//! ```
//! use reversi_engine::picture::{Mark, Picture};
//! use reversi_engine::{Game, Square};
//!
//! let game: Game = "f5d6c3".parse()?;
//! let picture = Picture::of(&game).mark(game.board().legal_moves(), Mark::Dot).label(Square::D3, 4);
//! let svg = picture.to_string();
//! assert!(svg.starts_with("<svg ") && svg.contains("d3 +4"));
//! # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
//! ```
//!
//! | File | What is in it |
//! |---|---|
//! | `picture.rs` | [`Picture`], what a picture shows; [`Mark`]; [`PictureError`] |
//! | `label.rs` | [`Label`], a text or a score on a square |
//! | `draw.rs` | a board drawn |
//! | `graph.rs` | [`ScoreGraph`], the scores of a game |
//! | `style.rs` | [`Theme`], colours, the ramp of tints, text in XML |

mod draw;
mod graph;
mod label;
#[allow(clippy::module_inception, reason = "a reader looks for `Picture` in picture.rs")]
mod picture;
pub(crate) mod style;

pub use graph::{GraphPoint, ScoreGraph};
pub use label::Label;
pub use picture::{Mark, Picture, PictureError};
pub use style::Theme;
