//! The contents of a picture of a board.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use core::fmt;
use core::ops::RangeInclusive;

use thiserror::Error;

use super::{Label, Theme};
use reversi_bitboard::{Bitboard, Board, Color, Game, Move, Position, Square};

/// A board to be drawn: `to_string()` is the SVG.
///
/// [`Picture::of`] makes one; for a game it marks the last move. Each method adds something, and a later
/// value for a square replaces the earlier one.
///
/// ```
/// use reversi_engine::picture::{Mark, Picture, Theme};
/// use reversi_engine::{Board, Square};
///
/// let board = Board::START;
/// let chances = [0.0; 64];
/// let picture = Picture::of(board)
///     .mark(board.legal_moves(), Mark::Dot)
///     .mark(Square::A1, Mark::Ring)
///     .label(Square::F5, "1st")
///     .heat(&chances)?
///     .size(240)?
///     .theme(Theme::Dark)
///     .coordinates(false);
/// assert!(picture.to_string().starts_with("<svg xmlns="));
/// assert!(Picture::of(board).to_string().len() < 4096);
/// # Ok::<(), reversi_engine::picture::PictureError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(super) position: Position,
    pub(super) last: Option<Square>,
    pub(super) marks: BTreeMap<Square, Mark>,
    pub(super) labels: BTreeMap<Square, Label>,
    pub(super) heat: Option<Heat>,
    pub(super) coordinates: Option<bool>,
    pub(super) size: u32,
    pub(super) theme: Theme,
    pub(super) title: Option<String>,
}

/// A mark on a square, with or without a disc.
///
/// ```
/// use reversi_engine::picture::Mark;
///
/// assert_eq!("ring".parse(), Ok(Mark::Ring));
/// let error = "star".parse::<Mark>().unwrap_err();
/// assert_eq!(error.to_string(), "mark must be dot, ring or cross, not \"star\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mark {
    /// A small dot, as for a legal move.
    Dot,
    /// A ring, as for the move to look at.
    Ring,
    /// A cross, as for a mistake.
    Cross,
}

impl core::str::FromStr for Mark {
    type Err = PictureError;

    fn from_str(name: &str) -> Result<Mark, PictureError> {
        match name {
            "dot" => Ok(Mark::Dot),
            "ring" => Ok(Mark::Ring),
            "cross" => Ok(Mark::Cross),
            _ => Err(PictureError::Mark { name: name.to_string() }),
        }
    }
}

/// A tint for each square.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heat {
    values: Box<[f32; 64]>,
    least: f32,
    most: f32,
}

impl Heat {
    /// The place of a square on the ramp, from 0 to 255; the middle if all squares are alike.
    pub(super) fn at(&self, square: Square) -> u8 {
        // Of halves, so that no difference is infinite.
        let (value, least, most) = (self.values[square.index()] / 2.0, self.least / 2.0, self.most / 2.0);
        if least < most { ((value - least) / (most - least) * 255.0 + 0.5) as u8 } else { 127 }
    }

    /// The first of the squares with the least tint and with the greatest.
    pub(super) fn ends(&self) -> (Square, Square) {
        let value = |square: &Square| self.values[square.index()];
        let all = || Square::ALL.into_iter();
        let least = all().reduce(|a, b| if value(&b) < value(&a) { b } else { a });
        let most = all().reduce(|a, b| if value(&b) > value(&a) { b } else { a });
        (least.unwrap_or(Square::A1), most.unwrap_or(Square::A1))
    }
}

/// Why a picture cannot be drawn.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::picture::Picture;
///
/// let mut heat = [0.0; 64];
/// heat[18] = f32::NAN;
/// let error = Picture::of(Board::START).heat(&heat).unwrap_err();
/// assert_eq!(error.to_string(), "heat of c3 must be a finite number, not NaN");
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The tint of a square is infinite or NaN.
    #[error("heat of {square} must be a finite number, not {value}")]
    Heat {
        /// The square.
        square: Square,
        /// The tint.
        value: f32,
    },
    /// The tint of a square is outside the given range.
    #[error("heat of {square} must be {least} to {most}, not {value}")]
    HeatBeyond {
        /// The square.
        square: Square,
        /// The tint.
        value: f32,
        /// The least tint of the range.
        least: f32,
        /// The greatest tint of the range.
        most: f32,
    },
    /// The range of tints is invalid.
    #[error("heat_range must be two finite numbers, the lesser one first, not {least} and {most}")]
    HeatRange {
        /// Start of the range.
        least: f32,
        /// End of the range.
        most: f32,
    },
    /// The number of a label is too large, or NaN.
    #[error("value must be -999999 to 999999, not {value}")]
    Value {
        /// The number.
        value: f64,
    },
    /// The picture is too small or too large.
    #[error("size must be {} to {}, not {size}", Picture::SIZES.start(), Picture::SIZES.end())]
    Size {
        /// The width in pixels.
        size: u32,
    },
    /// No mark has this name.
    #[error("mark must be dot, ring or cross, not {name:?}")]
    Mark {
        /// The given name.
        name: String,
    },
    /// No theme has this name.
    #[error("theme must be auto, light or dark, not {name:?}")]
    Theme {
        /// The given name.
        name: String,
    },
}

impl PictureError {
    /// Returns the option that the error is about: `heat`, `heat_range`, `values`, `size`, `marks` or
    /// `theme`.
    pub const fn field(&self) -> &'static str {
        match self {
            PictureError::Heat { .. } | PictureError::HeatBeyond { .. } => "heat",
            PictureError::HeatRange { .. } => "heat_range",
            PictureError::Value { .. } => "values",
            PictureError::Size { .. } => "size",
            PictureError::Mark { .. } => "marks",
            PictureError::Theme { .. } => "theme",
        }
    }
}

impl Picture {
    /// The default width in pixels: see [`size`](Self::size).
    pub const SIZE: u32 = 320;

    /// The allowed widths, in pixels.
    pub const SIZES: RangeInclusive<u32> = 16..=4096;

    /// Makes a picture of a position, a board or a game, to which marks can be added. The side to move of a
    /// board is black. Of a game it shows the present position with the last move marked.
    ///
    /// ```
    /// use reversi_engine::Position;
    /// use reversi_engine::picture::Picture;
    ///
    /// let picture = Picture::of(Position::START);
    /// assert_eq!(picture.words(), "Reversi: 2 black discs, 2 white discs, black to move");
    /// ```
    pub fn of(subject: impl Into<Picture>) -> Picture {
        subject.into()
    }

    fn new(position: Position) -> Picture {
        Picture {
            position,
            last: None,
            marks: BTreeMap::new(),
            labels: BTreeMap::new(),
            heat: None,
            coordinates: None,
            size: Picture::SIZE,
            theme: Theme::Auto,
            title: None,
        }
    }

    /// Marks the square of the last move, or none.
    #[must_use]
    pub fn last(mut self, square: impl Into<Option<Square>>) -> Picture {
        self.last = square.into();
        self
    }

    /// Puts a mark on each square of a set, or on one square.
    #[must_use]
    pub fn mark(mut self, squares: impl Into<Bitboard>, mark: Mark) -> Picture {
        self.marks.extend(squares.into().into_iter().map(|square| (square, mark)));
        self
    }

    /// Puts a text or a score on a square. Long ones are written smaller. A label hides the mark of its
    /// square, unless that is a ring.
    #[must_use]
    pub fn label(mut self, square: Square, label: impl Into<Label>) -> Picture {
        let label = label.into();
        if label.text.is_empty() {
            self.labels.remove(&square);
        } else {
            self.labels.insert(square, label);
        }
        self
    }

    /// Tints each square by a number, from A1 to H8: from dark blue over grey to yellow.
    ///
    /// The ramp has 0. If all numbers are 0 or more, dark blue is 0 and yellow the greatest; if all are 0
    /// or less, yellow is 0. With both signs grey is 0, and both ends are as far from it as the number
    /// that is farthest.
    ///
    /// ```
    /// use reversi_engine::picture::Picture;
    /// use reversi_engine::{Bitboard, Board};
    ///
    /// let mut chances = [0.0; 64];
    /// for square in Board::START.legal_moves() {
    ///     chances[square.index()] = 0.25;
    /// }
    /// let svg = Picture::of(Board::START).heat(&chances)?.to_string();
    /// assert!(svg.contains("#FAD858") && svg.contains("#163566"));
    /// # Ok::<(), reversi_engine::picture::PictureError>(())
    /// ```
    ///
    /// # Errors
    /// [`PictureError::Heat`] for a number that is infinite or NaN.
    pub fn heat(self, heat: &[f32; 64]) -> Result<Picture, PictureError> {
        check_heat(heat)?;
        let (least, most) = heat.iter().fold((0.0f32, 0.0f32), |(a, b), &value| (a.min(value), b.max(value)));
        let farthest = most.max(-least);
        let (least, most) = if least < 0.0 && most > 0.0 { (-farthest, farthest) } else { (least, most) };
        self.heat_within(heat, least, most)
    }

    /// Tints as [`heat`](Self::heat) does, but from `least` to `most`, so that several pictures can be
    /// compared.
    ///
    /// # Errors
    /// [`PictureError`] for an invalid range, and for a number that is outside of it, infinite or NaN.
    pub fn heat_within(mut self, heat: &[f32; 64], least: f32, most: f32) -> Result<Picture, PictureError> {
        if !(least.is_finite() && most.is_finite() && least <= most) {
            return Err(PictureError::HeatRange { least, most });
        }
        check_heat(heat)?;
        let within = |value: &f32| (least..=most).contains(value);
        if let Some(at) = heat.iter().position(|value| !within(value)) {
            return Err(PictureError::HeatBeyond { square: Square::ALL[at], value: heat[at], least, most });
        }
        self.heat = Some(Heat { values: Box::new(*heat), least, most });
        Ok(self)
    }

    /// Sets whether the files and ranks are named at the edges. By default they are in pictures that are 200
    /// pixels wide or more.
    #[must_use]
    pub fn coordinates(mut self, are_shown: bool) -> Picture {
        self.coordinates = Some(are_shown);
        self
    }

    /// Sets the width and height in pixels, one of [`SIZES`](Self::SIZES). Pages and programs may scale the
    /// picture.
    ///
    /// # Errors
    /// [`PictureError::Size`].
    pub fn size(mut self, pixels: u32) -> Result<Picture, PictureError> {
        if !Picture::SIZES.contains(&pixels) {
            return Err(PictureError::Size { size: pixels });
        }
        self.size = pixels;
        Ok(self)
    }

    /// Sets the colours around the board.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Picture {
        self.theme = theme;
        self
    }

    /// Sets a title in place of [`words`](Self::words).
    #[must_use]
    pub fn title(mut self, title: impl fmt::Display) -> Picture {
        self.title = Some(title.to_string());
        self
    }
}

fn check_heat(heat: &[f32; 64]) -> Result<(), PictureError> {
    match heat.iter().position(|value| !value.is_finite()) {
        Some(at) => Err(PictureError::Heat { square: Square::ALL[at], value: heat[at] }),
        None => Ok(()),
    }
}

impl From<Position> for Picture {
    fn from(position: Position) -> Picture {
        Picture::new(position)
    }
}

/// The side to move is black.
impl From<Board> for Picture {
    fn from(board: Board) -> Picture {
        Picture::new(Position { board, side: Color::Black })
    }
}

/// The present position with the last move marked.
impl From<&Game> for Picture {
    fn from(game: &Game) -> Picture {
        Picture::new(game.position()).last(game.moves().filter_map(Move::square).last())
    }
}
