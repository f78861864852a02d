//! Eight squares gathered into a byte by one multiplication, "kindergarten". The squares need not be one
//! line: any two rays from the empty square make a path, and one look-up counts both rays.

use reversi_bitboard::__internal::last_flip::{COUNT, portable};
use reversi_bitboard::__internal::rays::LINES;
use reversi_bitboard::Square;

use crate::table::table;

/// A path of up to eight squares and how to gather it.
#[derive(Clone, Copy)]
pub(super) struct Path {
    pub(super) squares: u64,
    pub(super) multiplier: u64,
    /// The place of the empty square on the path.
    pub(super) place: u8,
}

/// The squares of a path in order. A place beyond the edge is -1.
pub(super) type Squares = [i8; 8];

impl Path {
    const NONE: Path = Path { squares: 0, multiplier: 0, place: 0 };

    /// The multiplier moves each square to its place in the top byte. A multiplication moves bits only to
    /// the left, so the path is tried from its first place and then from its last. `None` if products
    /// overlap in both cases.
    pub(super) const fn new(squares: Squares, place: usize) -> Option<Path> {
        if let Some(path) = Path::in_order(squares, place) {
            return Some(path);
        }
        let [a, b, c, d, e, f, g, h] = squares;
        Path::in_order([h, g, f, e, d, c, b, a], 7 - place)
    }

    const fn in_order(squares: Squares, place: usize) -> Option<Path> {
        let mut path = Path { squares: 0, multiplier: 0, place: place as u8 };
        let mut i = 0;
        while i < 8 {
            if squares[i] >= 0 {
                let shift = 56 + i as i32 - squares[i] as i32;
                if shift < 0 {
                    return None;
                }
                path.multiplier |= 1 << shift;
                path.squares |= 1 << squares[i];
            }
            i += 1;
        }
        if path.is_exact(squares) { Some(path) } else { None }
    }

    /// Whether the top byte receives each square at its place and nothing else, not even a carry.
    const fn is_exact(self, squares: Squares) -> bool {
        let mut products = [0; 64];
        let mut i = 0;
        while i < 8 {
            let mut factors = if squares[i] >= 0 { self.multiplier } else { 0 };
            while factors != 0 {
                let bit = factors.trailing_zeros() as i32 + squares[i] as i32;
                if 56 <= bit && bit < 64 && bit != 56 + i as i32 {
                    return false;
                }
                if bit < 56 {
                    products[bit as usize] += 1;
                }
                factors &= factors - 1;
            }
            i += 1;
        }
        let mut carry = 0;
        let mut bit = 0;
        while bit < 56 {
            carry = (products[bit] + carry) / 2;
            bit += 1;
        }
        carry == 0
    }

    #[inline(always)]
    fn count(&self, player: u64) -> u32 {
        let line = (player & self.squares).wrapping_mul(self.multiplier) >> 56;
        COUNT[self.place as usize & 7][line as usize & 0xff].into()
    }
}

/// The square at these coordinates, or -1 beyond the edge.
const fn at(x: i8, y: i8) -> i8 {
    if 0 <= x && x < 8 && 0 <= y && y < 8 { 8 * y + x } else { -1 }
}

/// The path through a square, as [`squares_of_path`].
const fn path(square: usize, below: (i8, i8), above: (i8, i8), by_file: bool) -> Option<Path> {
    let place = if by_file { square % 8 } else { square / 8 };
    Path::new(squares_of_path(square, below, above, by_file), place)
}

/// A path through a square takes the step `below` from place to place before the square, and the step
/// `above` after it. With `by_file` the places are files, otherwise ranks.
pub(super) const fn squares_of_path(
    square: usize,
    below: (i8, i8),
    above: (i8, i8),
    by_file: bool,
) -> Squares {
    let (x, y) = (square as i8 % 8, square as i8 / 8);
    let place = if by_file { x } else { y };
    table!(|i| {
        let i = i as i8;
        let (n, (dx, dy)) = if i < place { (place - i, below) } else { (i - place, above) };
        at(x + n * dx, y + n * dy)
    })
}

/// Three paths hold all eight rays of a square if two rays can be merged. A ray of one square turns nothing,
/// so it may be included or left out.
#[derive(Clone, Copy)]
struct Plan {
    paths: [Path; 4],
    has_four: bool,
}

const fn plan(square: usize) -> Plan {
    const GATHERED: &str = "rows, files and diagonals are gathered by one multiplication";
    let (x, y) = (square % 8, square / 8);
    let row = path(square, (-1, 0), (1, 0), true).expect(GATHERED);
    let file = path(square, (0, -1), (0, 1), false).expect(GATHERED);
    if y < 2 || y > 5 {
        // Both diagonals make a V with one square in each file (LAST-03).
        let up = if y < 2 { 1 } else { -1 };
        let v = path(square, (-1, up), (1, up), true).expect(GATHERED);
        return Plan { paths: [row, file, v, Path::NONE], has_four: false };
    }
    if x == 0 {
        // On file A the V cannot be gathered. But each half of it can be gathered with half of the file
        // (LAST-04).
        let below = path(square, (0, -1), (1, 1), false).expect(GATHERED);
        let above = path(square, (1, -1), (0, 1), false).expect(GATHERED);
        return Plan { paths: [row, below, above, Path::NONE], has_four: false };
    }
    let diagonal9 = path(square, (-1, -1), (1, 1), true).expect(GATHERED);
    let diagonal7 = path(square, (-1, 1), (1, -1), true).expect(GATHERED);
    Plan { paths: [row, file, diagonal9, diagonal7], has_four: true }
}

static PLANS: [Plan; 64] = table!(|square| plan(square));

/// Three look-ups on file A too, with half of the file in each path (LAST-04). On the files B, G and H the
/// products overlap without the shift of LAST-27.
#[inline(always)]
pub(super) fn merged_with_file(square: Square, player: u64) -> u32 {
    let plan = &PLANS[square.index()];
    let [a, b, c, d] = &plan.paths;
    let sum = a.count(player) + b.count(player) + c.count(player);
    if plan.has_four { sum + d.count(player) } else { sum }
}

/// The V for the first two and the last two ranks, both diagonals for the others.
static DIAGONALS: [[u64; 2]; 64] = table!(|square| {
    let [_, _, diagonal9, diagonal7] = LINES[square].0;
    let is_merged = square < 16 || square >= 48;
    if is_merged { [PLANS[square].paths[2].squares, 0] } else { [diagonal9, diagonal7] }
});

/// Row and file as in LAST-01. On the first two and the last two ranks one look-up covers both diagonals
/// (LAST-03).
#[inline(always)]
pub(super) fn merged_diagonals(square: Square, player: u64) -> u32 {
    let (x, y) = (square.file() as usize, square.rank() as usize);
    let row = COUNT[x][(player >> (8 * y) & 0xff) as usize];
    let file = COUNT[y][portable::file(square, player) as usize];
    let diagonal =
        |line: u64| u32::from(COUNT[x][((player & line).wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize]);
    let [a, b] = DIAGONALS[square.index()];
    let sum = u32::from(row) + u32::from(file) + diagonal(a);
    if b == 0 { sum } else { sum + diagonal(b) }
}

/// Gathers as LAST-01, in 32-bit halves: files (LAST-02, EDGE-03), and diagonals. No two squares of a
/// diagonal share a file, so its halves can be added.
#[inline(always)]
pub(super) fn halves(square: Square, player: u64) -> u32 {
    let (x, y) = (square.file() as usize, square.rank() as usize);
    let [_, _, diagonal9, diagonal7] = LINES[square.index()].0;
    let (low, high) = (player as u32, (player >> 32) as u32);
    let half = if y < 4 { low } else { high };
    let row = half >> (8 * (y & 3)) & 0xff;
    const FILE_A: u32 = 0x0101_0101;
    let file = (low >> x & FILE_A) + ((high >> x & FILE_A) << 4);
    let file = file.wrapping_mul(0x0102_0408) >> 24;
    let diagonal =
        |line: u64| ((low & line as u32) + (high & (line >> 32) as u32)).wrapping_mul(FILE_A) >> 24;
    let by_file = &COUNT[x];
    u32::from(by_file[row as usize])
        + u32::from(COUNT[y][file as usize])
        + u32::from(by_file[diagonal(diagonal9) as usize])
        + u32::from(by_file[diagonal(diagonal7) as usize])
}
