//! The sentences in English and Japanese.

use reversi_bitboard::{Color, Move, Position, Square};

use super::Fact;

/// `p` and `b` are the move that was played and the best one, `w` and `o` the side that moved and the other
/// one, `1` to `3` the squares of the fact, `x` and `y` the numbers after the move and after the best one.
/// `n` is the number of empty squares, `~` the `s` of a plural.
const SENTENCES: [[&str; 2]; Fact::ALL.len()] = [
    ["{b} is the only move that wins.", "勝てる手は{b}だけです。"],
    ["The line after {p} ends without a disc of {w}.", "{p}の変化では{w}石が全滅します。"],
    ["{p} lets {o} take the corner {1}.", "{p}だと{o}は隅{1}を取れます。"],
    ["After {p} {1} {2} {o} takes the corner {3}.", "{p}、{1}、{2}と進むと、{o}に隅{3}を取られます。"],
    ["{b} takes a corner.", "{b}なら隅を取れました。"],
    ["After {b} {1} {w} takes the corner {2}.", "{b}、{1}と進めば、隅{2}を取れました。"],
    [
        "The corner {p} can wait: {o} cannot take it after {b}.",
        "隅{p}は急がなくても、{b}のあと{o}は取れません。",
    ],
    ["{p} is the X-square of the empty corner {1}.", "{p}は空いた隅{1}のX打ちです。"],
    ["{p} is a C-square of the empty corner {1}.", "{p}は空いた隅{1}のC打ちです。"],
    ["After {b} {o} has to pass.", "{b}なら{o}はパスでした。"],
    ["After {p} {1} {w} has to pass.", "{p}、{1}のあと{w}はパスです。"],
    ["After {p} {o} has {x} move~, after {b} only {y}.", "{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。"],
    [
        "After {p} {1} {w} has {x} move~, after {b} {2} {y}.",
        "{w}の次の着手は{p}、{1}だと{x}通り、{b}、{2}なら{y}通りです。",
    ],
    [
        "After {p} {1} {w} has {x} move~ without giving a corner, after {b} {2} {y}.",
        "隅を渡さない{w}の次の着手は{p}、{1}だと{x}通り、{b}、{2}なら{y}通りです。",
    ],
    [
        "After {p} {o} has {x} move~ without giving a corner, after {b} {y}.",
        "隅を渡さない{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。",
    ],
    ["After {b} {w} has {y} stable disc~, after {p} {x}.", "{w}の確定石は{b}なら{y}枚、{p}だと{x}枚です。"],
    [
        "After {p} {1} {o} has {x} stable disc~, after {b} {2} {y}.",
        "{o}の確定石は{p}、{1}だと{x}枚、{b}、{2}なら{y}枚です。",
    ],
    [
        "After {p} {w} has {x} disc~ beside empty squares, after {b} {y}.",
        "空きに接する{w}石は{p}だと{x}枚、{b}なら{y}枚です。",
    ],
    ["{p} opens {x} new move~ to {o}, {b} {y}.", "{o}の新しい着手は{p}だと{x}通り、{b}なら{y}通りです。"],
    ["After {p} {o} can wedge in at {1}.", "{p}だと{o}は{1}に割り込めます。"],
    ["{p} leaves an unbalanced edge of {w}, {1} to {2}.", "{p}で{1}から{2}までが{w}のウイングになります。"],
    [
        "{p} leaves {x} odd region~ of empty squares, {b} {y}.",
        "奇数空きは{p}だと{x}か所、{b}なら{y}か所です。",
    ],
    ["After {p} {o} plays {b} itself.", "{p}だと{o}に{b}を先に打たれます。"],
    [
        "Five plies into the line after {p} {o} has {x} move~, after {b} {y}.",
        "5手先の{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。",
    ],
    [
        "Six plies into the line after {p} {w} has {x} move~, after {b} {y}.",
        "6手先の{w}の着手は{p}だと{x}通り、{b}なら{y}通りです。",
    ],
    [
        "Of the {n} empty squares {w} gets {x} after {p}, {y} after {b}.",
        "空き{n}か所のうち{w}が打つのは{p}だと{x}か所、{b}なら{y}か所です。",
    ],
];

/// The sentence of a fact in both languages.
#[cold]
pub(super) fn sentences(
    fact: Fact,
    position: Position,
    [played, best]: [Square; 2],
    squares: &[Move],
    numbers: [u32; 2],
) -> [String; 2] {
    let names = [["Black", "White"], ["黒", "白"]];
    let [own, other] = if position.side == Color::Black { [0, 1] } else { [1, 0] };
    [0, 1].map(|language: usize| {
        let template = SENTENCES[fact as usize][language];
        let (mut text, mut number) = (String::new(), 0);
        let mut chars = template.chars();
        while let Some(c) = chars.next() {
            match c {
                '~' if number == 1 => {}
                '~' => text.push('s'),
                '{' => {
                    let field = chars.next().unwrap_or_default();
                    let _ = chars.next();
                    match field {
                        'p' => text += &played.to_string(),
                        'b' => text += &best.to_string(),
                        'w' => text += names[language][own],
                        'o' => text += names[language][other],
                        'n' => text += &position.board.empties().len().to_string(),
                        'x' | 'y' => {
                            number = numbers[usize::from(field == 'y')];
                            text += &number.to_string();
                        }
                        _ => {
                            let square = field.to_digit(10).and_then(|i| squares.get(i as usize - 1));
                            text += &square.map(Move::to_string).unwrap_or_default();
                        }
                    }
                }
                c => text.push(c),
            }
        }
        text
    })
}
