//! The sentences in English and Japanese.

use reversi_bitboard::{Color, Square};

use super::Fact;

/// `p` and `b` are the move that was played and the best one, `w` and `o` the side that moved and the
/// other one, `1` to `3` the squares of the fact, `x` and `y` the numbers after the move and after the
/// best one. `n` is the number of empty squares, `s` the ending of a plural.
const SENTENCES: [[&str; 2]; Fact::ALL.len()] = [
    ["{b} is the only move that wins.", "勝てる手は{b}だけです。"],
    ["The line after {p} ends without a disc of {w}.", "{p}の変化では{w}石が全滅します。"],
    ["{p} lets {o} take the corner {1}.", "{p}だと{o}は隅{1}を取れます。"],
    ["After {p} {1} {2} {o} takes the corner {3}.", "{p}、{1}、{2}と進むと、{o}に隅{3}を取られます。"],
    ["{b} takes a corner.", "{b}なら隅を取れました。"],
    ["After {b} {1} {w} takes the corner {2}.", "{b}、{1}と進めば、隅{2}を取れました。"],
    ["{p} is the X-square of the empty corner {1}.", "{p}は空いた隅{1}のX打ちです。"],
    ["{p} is a C-square of the empty corner {1}.", "{p}は空いた隅{1}のC打ちです。"],
    ["After {b} {o} has to pass.", "{b}なら{o}はパスでした。"],
    ["After {p} {1} {w} has to pass.", "{p}、{1}のあと{w}はパスです。"],
    ["After {p} {o} has {x} move{s}, after {b} only {y}.", "{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。"],
    [
        "After {p} {1} {w} has {x} move{s}, after {b} {2} {y}.",
        "{w}の次の着手は{p}、{1}だと{x}通り、{b}、{2}なら{y}通りです。",
    ],
    [
        "After {p} {1} {w} has {x} move{s} without giving a corner, after {b} {2} {y}.",
        "隅を渡さない{w}の次の着手は{p}、{1}だと{x}通り、{b}、{2}なら{y}通りです。",
    ],
    [
        "After {p} {o} has {x} move{s} without giving a corner, after {b} {y}.",
        "隅を渡さない{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。",
    ],
    ["After {b} {w} has {y} stable disc{s}, after {p} {x}.", "{w}の確定石は{b}なら{y}枚、{p}だと{x}枚です。"],
    [
        "After {p} {1} {o} has {x} stable disc{s}, after {b} {2} {y}.",
        "{o}の確定石は{p}、{1}だと{x}枚、{b}、{2}なら{y}枚です。",
    ],
    [
        "After {p} {w} has {x} disc{s} beside empty squares, after {b} {y}.",
        "空きに接する{w}石は{p}だと{x}枚、{b}なら{y}枚です。",
    ],
    ["{p} opens {x} new move{s} to {o}, {b} {y}.", "{o}の新しい着手は{p}だと{x}通り、{b}なら{y}通りです。"],
    ["After {p} {o} can wedge in at {1}.", "{p}だと{o}は{1}に割り込めます。"],
    [
        "{p} leaves {x} odd region{s} of empty squares, {b} {y}.",
        "奇数空きは{p}だと{x}か所、{b}なら{y}か所です。",
    ],
    ["After {p} {o} plays {b} itself.", "{p}だと{o}に{b}を先に打たれます。"],
    [
        "Five plies into the line after {p} {o} has {x} move{s}, after {b} {y}.",
        "5手先の{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。",
    ],
    [
        "Six plies into the line after {p} {w} has {x} move{s}, after {b} {y}.",
        "6手先の{w}の着手は{p}だと{x}通り、{b}なら{y}通りです。",
    ],
    [
        "Of the {n} empty squares {w} gets {x} after {p}, {y} after {b}.",
        "空き{n}か所のうち{w}が打つのは{p}だと{x}か所、{b}なら{y}か所です。",
    ],
];

/// The values that fill a sentence.
pub(super) struct Said {
    pub(super) fact: Fact,
    /// The side that moved.
    pub(super) side: Color,
    /// The move that was played, the best one, and the squares of the fact.
    pub(super) squares: [Option<Square>; 5],
    /// After the move that was played, after the best one, and the empty squares.
    pub(super) numbers: [u32; 3],
}

impl Said {
    /// The sentence in English, 0, or Japanese, 1.
    #[cold]
    #[inline(never)]
    pub(super) fn sentence(&self, language: usize) -> String {
        let names = [["Black", "White"], ["黒", "白"]][language];
        let (mut text, mut number) = (Vec::new(), 0);
        let mut template = SENTENCES[self.fact as usize][language].bytes();
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
