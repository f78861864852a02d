//! Line by line with look-ups, as the portable code of the engine, but gathered or spread in other ways.

use reversi_bitboard::__internal::flip::portable::{OUTFLANK, by_multiplication, flipped, turned};
use reversi_bitboard::{Board, Square};

use crate::table::table;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const DIAGONAL_A1_H8: u64 = 0x8040_2010_0804_0201;
const DIAGONAL_A8_H1: u64 = 0x0102_0408_1020_4080;

/// The rotation for square `i`. An outflanking disc is never on square `i` or beside it, so its rotated bit
/// is among the lowest six.
const fn turns(i: usize) -> u32 {
    if i < 7 { (i as u32 + 2) % 8 } else { 0 }
}

static ROTATED_OUTFLANK: [[u8; 64]; 8] =
    table!(|i| table!(|inner| OUTFLANK[i][inner].rotate_right(turns(i))));

/// A quarter of the size of the table of the engine, with a rotated index of six bits.
static ROTATED_FLIPPED: [[u8; 64]; 8] =
    table!(|i| table!(|rotated| flipped(i, (rotated as u8).rotate_left(turns(i)) as usize)));

/// The flips on a line of eight squares, with the smaller table (FLIP-03).
#[inline(always)]
fn turned_rotated(i: usize, player: u64, opponent: u64) -> u64 {
    let player = (player as u8).rotate_right(turns(i));
    let outflank = ROTATED_OUTFLANK[i & 7][opponent as usize >> 1 & 63] & player;
    ROTATED_FLIPPED[i & 7][outflank as usize & 63].into()
}

/// Gathers and spreads lines by multiplications, with a rotated index (FLIP-03).
#[inline(always)]
pub(super) fn rotated(square: Square, board: Board) -> u64 {
    by_multiplication(square, board, turned_rotated)
}

/// The flips on the row of a square.
#[inline(always)]
fn row(square: Square, board: Board) -> u64 {
    let shift = 8 * square.rank();
    let row = |set: u64| set >> shift & 0xff;
    turned(square.file() as usize, row(board.player().0), row(board.opponent().0)) << shift
}

/// Gathers every file by one multiplication, and rotates every diagonal onto a main diagonal (GRA-05).
#[inline(always)]
pub(super) fn rotations(square: Square, board: Board) -> u64 {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let (x, y) = (u32::from(square.file()), u32::from(square.rank()));

    let mut flips = row(square, board);
    let file = |set: u64| (set >> x & FILE_A).wrapping_mul(DIAGONAL_A1_H8) >> 56; // rank 8 in bit 0
    let on_file = turned(7 - y as usize, file(player), file(opponent));
    flips |= (on_file.wrapping_mul(DIAGONAL_A1_H8) & FILE_A << 7) >> (7 - x);

    // The rotation joins the diagonal with another one. Without the discs beside the seam between the two,
    // no run crosses it.
    let (n, m) = (y.wrapping_sub(x) & 7, (y + x).wrapping_sub(7) & 7);
    for (line, n, seam) in
        [(DIAGONAL_A1_H8, n, 0x7eu8.rotate_right(n)), (DIAGONAL_A8_H1, m, 0x7eu8.rotate_left(m))]
    {
        let diagonal = |set: u64| (set.rotate_right(8 * n) & line).wrapping_mul(FILE_A) >> 56;
        let turned = turned(x as usize, diagonal(player), diagonal(opponent) & u64::from(seam));
        flips |= (turned.wrapping_mul(FILE_A) & line).rotate_left(8 * n);
    }
    flips
}

/// The discs that outflank on a line of eight squares, seen from square `i`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn outflank(i: usize, player: u8, opponent: u8) -> usize {
    (OUTFLANK[i & 7][usize::from(opponent >> 1 & 63)] & player).into()
}

/// `BY_FILE[i][outflank]`: the flips in every rank, for a line with one square in each file. A row has as
/// many entries as a byte has values, so that no index needs a check; few of them are ever read.
#[cfg(target_arch = "x86_64")]
const BY_FILE: &[[u64; 256]; 8] = PATTERNS.first_chunk().expect("16 rows");
/// `BY_RANK[i][outflank]`: whole ranks, for a line with one square in each rank.
#[cfg(target_arch = "x86_64")]
const BY_RANK: &[[u64; 256]; 8] = PATTERNS.last_chunk().expect("16 rows");

/// The rows of [`BY_FILE`], then those of [`BY_RANK`].
#[cfg(target_arch = "x86_64")]
static PATTERNS: [[u64; 256]; 16] = table!(|row| table!(|outflank| {
    let flips = flipped(row % 8, outflank);
    if row < 8 { FILE_A * flips as u64 } else { whole_ranks(flips) }
}));

/// All squares of a set of ranks.
#[cfg(target_arch = "x86_64")]
const fn whole_ranks(set: u8) -> u64 {
    let (mut squares, mut rank) = (0, 0);
    while rank < 8 {
        squares |= ((set as u64 >> rank & 1) * 0xff) << (8 * rank);
        rank += 1;
    }
    squares
}

#[cfg(target_arch = "x86_64")]
pub(super) mod sse2 {
    use core::arch::x86_64::*;

    use reversi_bitboard::__internal::rays::LINES;
    use reversi_bitboard::{Board, Square};

    use super::{BY_FILE, BY_RANK, outflank, turned, whole_ranks};
    use crate::table::table;

    /// `RANKS[set]`: all squares of a set of ranks.
    static RANKS: [u64; 256] = table!(|set| whole_ranks(set as u8));

    /// The flips on a line with one square in each rank, as whole ranks.
    #[inline(always)]
    fn turned_ranks(rank: usize, player: u64, opponent: u64) -> u64 {
        RANKS[turned(rank, player, opponent) as usize & 0xff]
    }

    /// Gathers file and diagonals as sign bits, one for each rank (FLIP-02, gathered as in LAST-08).
    #[target_feature(enable = "sse4.2")]
    #[inline]
    pub(in crate::bitboard) fn signs(square: Square, board: Board) -> u64 {
        let [_, file, diagonal9, diagonal7] = LINES[square.index()].0;
        let y = square.rank() as usize;
        let zero = _mm_setzero_si128();
        let both = _mm_set_epi64x(board.opponent().0 as i64, board.player().0 as i64);
        let gather = |line: u64| {
            let discs = _mm_and_si128(both, _mm_set1_epi64x(line as i64));
            _mm_movemask_epi8(_mm_sub_epi8(zero, discs)) as u64
        };
        let mut flips = super::row(square, board);
        for line in [file, diagonal9, diagonal7] {
            let bits = gather(line);
            flips |= turned_ranks(y, bits & 0xff, bits >> 8) & line;
        }
        flips
    }

    /// The discs of both sides on two lines with one square in each rank, as bytes.
    #[target_feature(enable = "sse2")]
    #[inline]
    fn bytes_of_two(lines: __m128i, player: u64, opponent: u64) -> [[u8; 2]; 2] {
        let gather = |set: u64| {
            let discs = _mm_and_si128(_mm_set1_epi64x(set as i64), lines);
            (_mm_movemask_epi8(_mm_sub_epi8(_mm_setzero_si128(), discs)) as u16).to_le_bytes()
        };
        [gather(player), gather(opponent)]
    }

    /// Gathers two lines together. Each look-up of the flips finds 64 bits, and the two halves of a register
    /// are loaded with them. For the function of one square (FLIP-26).
    ///
    /// With `BY_RANKS` one look-up finds the flips as a byte and another the byte's ranks. Their tables are
    /// smaller.
    #[target_feature(enable = "sse2")]
    #[inline]
    pub(in crate::bitboard) fn two_lines<const BY_RANKS: bool>(
        rank: usize,
        lines: [u64; 2],
        player: u64,
        opponent: u64,
    ) -> u64 {
        let lines = _mm_set_epi64x(lines[1] as i64, lines[0] as i64);
        let [mine, theirs] = bytes_of_two(lines, player, opponent);
        let flips = |line: usize| match BY_RANKS {
            true => turned_ranks(rank, mine[line].into(), theirs[line].into()) as i64,
            false => BY_RANK[rank & 7][outflank(rank, mine[line], theirs[line])] as i64,
        };
        or_halves(_mm_and_si128(_mm_set_epi64x(flips(1), flips(0)), lines))
    }

    /// SSE2 cannot gather. Sums of bytes find the row and one diagonal, byte signs the file and the other
    /// diagonal, and all look-ups go by general registers (FLIP-44, LAST-08).
    #[target_feature(enable = "sse4.2")]
    #[inline]
    pub(in crate::bitboard) fn patterns(square: Square, board: Board) -> u64 {
        let [row, file, diagonal9, diagonal7] = LINES[square.index()].0;
        let (player, opponent) = (board.player().0, board.opponent().0);
        let (x, y) = (square.file() as usize, square.rank() as usize);
        let by_file = _mm_set_epi64x(diagonal9 as i64, row as i64);
        let by_rank = _mm_set_epi64x(diagonal7 as i64, file as i64);
        let sums = |set: u64| {
            let sums = _mm_and_si128(_mm_set1_epi64x(set as i64), by_file);
            let sums = _mm_sad_epu8(sums, _mm_setzero_si128());
            [_mm_extract_epi16::<0>(sums) as u8, _mm_extract_epi16::<4>(sums) as u8]
        };
        let (mine, theirs) = (sums(player), sums(opponent));
        let flips = |line: usize| BY_FILE[x & 7][outflank(x, mine[line], theirs[line])] as i64;
        let on_files = _mm_and_si128(_mm_set_epi64x(flips(1), flips(0)), by_file);
        let [mine, theirs] = bytes_of_two(by_rank, player, opponent);
        let flips = |line: usize| BY_RANK[y & 7][outflank(y, mine[line], theirs[line])] as i64;
        let on_ranks = _mm_and_si128(_mm_set_epi64x(flips(1), flips(0)), by_rank);
        or_halves(_mm_or_si128(on_files, on_ranks))
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn or_halves(v: __m128i) -> u64 {
        _mm_cvtsi128_si64(_mm_or_si128(v, _mm_shuffle_epi32::<0x4e>(v))) as u64
    }
}

/// The four lines as the lanes of one vector.
#[cfg(target_arch = "x86_64")]
pub(super) mod avx2 {
    use core::arch::x86_64::*;

    use reversi_bitboard::__internal::flip::avx2::{load, or_lanes};
    use reversi_bitboard::__internal::rays::{LINES, RayLanes};
    use reversi_bitboard::{Board, Square};

    use super::{OUTFLANK, PATTERNS};
    use crate::table::table;

    /// `OUTFLANKS[256 * row + bits]`: the squares of [`OUTFLANK`] for each opponent's byte, with the rows
    /// of [`PATTERNS`]. A gather reads eight bytes, of which the player's byte keeps the first.
    static OUTFLANKS: [u8; 16 * 256 + 7] = table!(|i| OUTFLANK[i / 256 % 8][i >> 1 & 63]);

    /// The index at which the row of each line begins in both tables. Row and A1-H8 diagonal go by file,
    /// file and A8-H1 diagonal by rank.
    static ROWS: [RayLanes; 64] = table!(|square| {
        let (by_file, by_rank) = (256 * (square as u64 % 8), 256 * (8 + square as u64 / 8));
        RayLanes([by_file, by_rank, by_file, by_rank])
    });

    /// Everything stays in the lanes of vectors: sums of bytes and of weights are the four indices, one
    /// gather finds the outflanking discs, another the patterns (FLIP-44).
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::bitboard) fn gathered(square: Square, board: Board) -> u64 {
        let (lines, rows) = (load(&LINES[square.index()]), load(&ROWS[square.index()]));
        let mine = indices(board.player().0, lines);
        let theirs = _mm256_add_epi64(indices(board.opponent().0, lines), rows);
        // SAFETY: an index is 256 times a row of the 16, plus a byte, and seven more bytes follow the
        // table.
        let outflank = unsafe { _mm256_i64gather_epi64::<1>(OUTFLANKS.as_ptr().cast(), theirs) };
        let outflank = _mm256_add_epi64(_mm256_and_si256(outflank, mine), rows);
        // SAFETY: an index is 256 times a row of the 16, plus a byte.
        let patterns = unsafe { _mm256_i64gather_epi64::<8>(PATTERNS.as_ptr().cast(), outflank) };
        or_lanes(_mm256_and_si256(patterns, lines))
    }

    /// The discs of a set on each line as a byte. Where a line has one square in each file, the byte is the
    /// sum of its bytes; where it has one in each rank, each disc counts by its rank.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn indices(set: u64, lines: __m256i) -> __m256i {
        const BY_FILE_OR_RANK: i32 = 0b11_00_11_00;
        let zero = _mm256_setzero_si256();
        let discs = _mm256_and_si256(_mm256_set1_epi64x(set as i64), lines);
        let weights = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        let by_rank = _mm256_andnot_si256(_mm256_cmpeq_epi8(discs, zero), weights);
        _mm256_sad_epu8(_mm256_blend_epi32::<BY_FILE_OR_RANK>(discs, by_rank), zero)
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod bmi2 {
    use core::arch::x86_64::{_pdep_u64, _pext_u64};

    use reversi_bitboard::__internal::rays::LINES;
    use reversi_bitboard::{Board, Square};

    use super::turned;

    /// Gathers by PEXT and spreads by PDEP (FLIP-02).
    #[target_feature(enable = "bmi2,popcnt")]
    #[inline]
    pub(in crate::bitboard) fn pext(square: Square, board: Board) -> u64 {
        let mut flips = super::row(square, board);
        for &line in &LINES[square.index()].0[1..] {
            let line = line | square.bit();
            let i = (line & (square.bit() - 1)).count_ones() as usize;
            let (mine, theirs) = (_pext_u64(board.player().0, line), _pext_u64(board.opponent().0, line));
            flips |= _pdep_u64(turned(i, mine, theirs), line);
        }
        flips
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The product contains a copy of the gathered byte. A shift by one bit less reads the diagonals of F8
    /// rotated.
    #[test]
    fn a_product_has_a_rotated_copy_for_free() {
        const A3_F8_H6: u64 = 0x2050_8804_0201_0000;
        for bits in 0..256u64 {
            let squares = A3_F8_H6 & FILE_A.wrapping_mul(bits);
            let product = (squares & A3_F8_H6).wrapping_mul(FILE_A);
            let gathered = (product >> 56) as u8;
            assert_eq!(product >> 55 & 0x1f, u64::from(gathered.rotate_right(turns(5)) & 0x1f));
        }
    }
}
