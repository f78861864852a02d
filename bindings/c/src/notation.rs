//! Files of positions.

use std::ffi::c_char;

use reversi_engine::Position;
use reversi_engine::notation::read_obf;

use crate::board::{ReversiBoard, ReversiColor, color_to_c};
use crate::failure::Failure;
use crate::pointer::{In, Out, fill};
use crate::status::{ReversiStatus, calls};

fn positions(path: &str) -> Result<Vec<Position>, Failure> {
    let bytes = std::fs::read(path)
        .map_err(|error| Failure::new(ReversiStatus::BadFile, "file-io", error.to_string()))?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let at = error.valid_up_to();
        let message = format!("the file must be UTF-8, and byte {at} is not");
        Failure::new(ReversiStatus::BadFile, "not-utf-8", message).at_byte(at)
    })?;
    let lines = read_obf(text).map(|line| line.map(|line| line.position));
    lines.collect::<Result<_, _>>().map_err(Failure::bad_file)
}

calls!(
    /// Reads the positions of the OBF file at `path` of `length` bytes, one of each line that is not blank or
    /// a comment. Writes them to the arrays `boards` and `sides`. `sides` may be NULL.
    ///
    /// Errors: `REVERSI_STATUS_BAD_FILE`, with the file and the line in `reversi_error_place`.
    fn reversi_read_obf(
        path: In<c_char>,
        length: usize,
        boards: Out<ReversiBoard>,
        sides: Out<ReversiColor>,
        capacity: usize,
        count: Out<usize>,
    ) {
        let path = path.text(length, "path")?;
        let positions = positions(path).map_err(|failure| failure.in_file(path))?;
        let found: Vec<_> = positions.iter().map(|position| ReversiBoard::of(position.board)).collect();
        fill(&found, boards, capacity, count, "boards")?;
        let found: Vec<_> = positions.iter().map(|position| color_to_c(position.side)).collect();
        if sides.is_null() { Ok(()) } else { fill(&found, sides, capacity, count, "sides") }
    }
);
