//! Fills the sentence of a fact with its values.

use reversi_bitboard::{Color, Square};

use super::Fact;

/// The values that fill a sentence.
pub(super) struct SentenceArgs {
    pub(super) fact: Fact,
    /// The side that moved.
    pub(super) side: Color,
    /// The move that was played, the best one, and the squares of the fact.
    pub(super) squares: [Option<Square>; 5],
    /// After the move that was played, after the best one, and the empty squares.
    pub(super) numbers: [u32; 3],
}

impl SentenceArgs {
    /// The sentence in English, 0, or Japanese, 1.
    #[cold]
    #[inline(never)]
    pub(super) fn sentence(&self, language: usize) -> String {
        let names = [["Black", "White"], ["黒", "白"]][language];
        let (mut text, mut number) = (Vec::new(), 0);
        let mut template = self.fact.declared().sentences[language].bytes();
        while let Some(byte) = template.next() {
            if byte != b'{' {
                text.push(byte);
                continue;
            }
            let field = template.next().unwrap_or_default();
            template.next();
            match field {
                b's' if number == 1 => {}
                b's' => text.push(b's'),
                b'w' | b'o' => {
                    let side = usize::from(field == b'o') ^ self.side as usize;
                    text.extend_from_slice(names[side].as_bytes());
                }
                b'x' | b'y' | b'n' => {
                    let index = if field == b'n' { 2 } else { usize::from(field == b'y') };
                    number = self.numbers[index] as u8; // of squares
                    if number > 9 {
                        text.push(b'0' + number / 10);
                    }
                    text.push(b'0' + number % 10);
                }
                _ => {
                    let index = match field {
                        b'p' => 0,
                        b'b' => 1,
                        digit => usize::from(digit - b'0') + 1,
                    };
                    let square = self.squares[index].map_or(0, Square::index) as u8;
                    text.extend_from_slice(&[b'a' + square % 8, b'1' + square / 8]);
                }
            }
        }
        String::from_utf8(text).unwrap_or_default()
    }
}
