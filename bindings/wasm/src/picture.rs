//! A board as a picture.

use reversi_engine::picture::{self, Label, Mark, PictureError};
use reversi_engine::{Bitboard, Move};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::record::Record;
use crate::refusal::Refusal;

/// A picture to which js/picture.js adds what its options say. Squares are those of moves: a pass has none.
#[wasm_bindgen]
pub struct Picture(Option<picture::Picture>);

impl Picture {
    fn change(&mut self, change: impl FnOnce(picture::Picture) -> picture::Picture) {
        self.0 = self.0.take().map(change);
    }

    fn try_change(
        &mut self,
        change: impl FnOnce(picture::Picture) -> Result<picture::Picture, PictureError>,
    ) -> Result<(), Refusal> {
        self.0 = self.0.take().map(change).transpose().map_err(|error| Refusal::of(&error))?;
        Ok(())
    }

    fn label(&mut self, square: &str, label: Label) -> Result<(), Refusal> {
        let mv: Move = square.parse().map_err(|error| Refusal::of(&error).in_field("values"))?;
        if let Some(square) = mv.square() {
            self.change(|picture| picture.label(square, label));
        }
        Ok(())
    }
}

#[wasm_bindgen]
impl Picture {
    #[wasm_bindgen(constructor)]
    pub fn new(record: &Record) -> Picture {
        Picture(Some(picture::Picture::of(record.game())))
    }

    pub fn mark(&mut self, square: &str, mark: &str) -> Result<(), Refusal> {
        let mv: Move = square.parse().map_err(|error| Refusal::of(&error).in_field("marks"))?;
        let mark: Mark = mark.parse().map_err(|error| Refusal::of(&error))?;
        let squares = mv.square().map_or(Bitboard::EMPTY, Bitboard::from);
        self.change(|picture| picture.mark(squares, mark));
        Ok(())
    }

    pub fn text(&mut self, square: &str, text: &str) -> Result<(), Refusal> {
        self.label(square, text.into())
    }

    pub fn number(&mut self, square: &str, number: f64) -> Result<(), Refusal> {
        let label = Label::number(number).map_err(|error| Refusal::of(&error))?;
        self.label(square, label)
    }

    pub fn estimate(&mut self, square: &str, score: i32) -> Result<(), Refusal> {
        self.label(square, Label::estimate(score))
    }

    /// Writes bounds on a square: an exact score if both are equal.
    pub fn bounds(&mut self, square: &str, lower: i32, upper: i32) -> Result<(), Refusal> {
        self.label(square, if lower == upper { Label::exact(lower) } else { Label::bounds(lower, upper) })
    }

    pub fn last(&mut self, square: &str) -> Result<(), Refusal> {
        let mv: Move = square.parse().map_err(|error| Refusal::of(&error).in_field("last"))?;
        self.change(|picture| picture.last(mv.square()));
        Ok(())
    }

    /// Tints the squares by 64 numbers, and the ends of the ramp behind them if they are given.
    pub fn heat(&mut self, numbers: &[f32]) -> Result<(), Refusal> {
        let Some((heat, range)) = numbers.split_first_chunk() else { return Ok(()) };
        self.try_change(|picture| match *range {
            [least, most] => picture.heat_within(heat, least, most),
            _ => picture.heat(heat),
        })
    }

    pub fn coordinates(&mut self, are_shown: bool) {
        self.change(|picture| picture.coordinates(are_shown));
    }

    pub fn size(&mut self, pixels: u32) -> Result<(), Refusal> {
        self.try_change(|picture| picture.size(pixels))
    }

    pub fn theme(&mut self, name: &str) -> Result<(), Refusal> {
        let theme = name.parse().map_err(|error: PictureError| Refusal::of(&error))?;
        self.change(|picture| picture.theme(theme));
        Ok(())
    }

    pub fn title(&mut self, title: &str) {
        self.change(|picture| picture.title(title));
    }

    /// Returns the SVG.
    pub fn svg(&self) -> String {
        self.0.as_ref().map_or_else(String::new, ToString::to_string)
    }
}
